/*
 * operation_names - one number for "the same operation": a service and a span name,
 * equal across inputs.
 *
 * Numbers are given on demand, from 0, in the order of asking.  { 0 } is
 * empty; the texts are borrowed from the store.
 */
#ifndef CORR_OPNAMES_H
#define CORR_OPNAMES_H

#include "base/vec.h"

#define OPNAMES_FAILED UINT32_MAX

typedef struct opname {
    corr_str service, name;
} opname;

typedef struct opnames {
    vec(opname) row;
    /* private below */
    corr_map by_text;
    vec(char) scratch;
} opnames;

/* OPNAMES_FAILED: out of memory. */
uint32_t opnames_add(opnames *o, corr_str service, corr_str name);
/* By name, then service. */
int opname_cmp(const opname *a, const opname *b);
/* Leaves it empty. */
void opnames_clear(opnames *o);

#endif
