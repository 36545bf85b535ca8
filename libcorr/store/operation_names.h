/*
 * operation_names - what an operation is called: a service and the name of its
 * spans, and one number for each, equal across inputs.
 *
 * Numbers are given on demand, from 0, in the order of asking.  { 0 } is
 * empty; the texts are borrowed from the store.
 */
#ifndef CORR_OPNAMES_H
#define CORR_OPNAMES_H

#include "store/store.h"

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

/* The name of a span, and the operation that it is of. */
corr_str opname_span(const corr_store *st, uint32_t span);
opname opname_of(const corr_store *st, uint32_t span);
/* The span by which a request that begins with `top` is called: "GET" alone does
 * not say what was asked for. */
uint32_t opname_telling(const corr_store *st, uint32_t top);
/* "shop: GET /report"; cut to fit. */
corr_str opname_text(const opname *name, char *buf, size_t size);

/* OPNAMES_FAILED: out of memory. */
uint32_t opnames_add(opnames *o, corr_str service, corr_str name);
uint32_t opnames_add_span(opnames *o, const corr_store *st, uint32_t span);
/* By name, then service. */
int opname_cmp(const opname *a, const opname *b);
/* Leaves it empty. */
void opnames_clear(opnames *o);

#endif
