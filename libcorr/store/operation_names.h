/*
 * operation_names - the name of an operation, which is a service and the name
 * of its spans, and a number for each operation, equal across inputs.
 *
 * Ids are assigned on first use, starting at 0.  { 0 } is empty.  The store
 * owns the texts.
 */
#ifndef CORR_OPERATION_NAMES_H
#define CORR_OPERATION_NAMES_H

#include "store/store.h"

#define OPNAMES_FAILED UINT32_MAX

typedef struct opname {
    corr_str service, name;
} opname;

typedef struct opnames {
    vec(opname) row;
    /* private members */
    corr_map by_text;
    vec(char) scratch;
} opnames;

/* The name of a span, and the operation of a span. */
corr_str opname_span(const corr_store *st, uint32_t span);
opname opname_of(const corr_store *st, uint32_t span);
/* The span that names the request that begins with `top`.  If `top` is only a
 * method such as "GET", this is the first span below it with another name. */
uint32_t opname_telling(const corr_store *st, uint32_t top);
/* "shop: GET /report", cut to `size`. */
corr_str opname_text(const opname *name, char *buf, size_t size);

/* The id of an operation; OPNAMES_FAILED: out of memory. */
uint32_t opnames_add(opnames *o, corr_str service, corr_str name);
uint32_t opnames_add_span(opnames *o, const corr_store *st, uint32_t span);
/* Orders by name, then by service. */
int opname_cmp(const opname *a, const opname *b);
void opnames_clear(opnames *o);

#endif
