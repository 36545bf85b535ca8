/*
 * scope_join - the rung on which a row belongs to the spans of a query.
 *
 * If the spans are here, the query has a scope (span_scope.h).  The join of the
 * store must have been made, unless the query asks for ids that only samples
 * name.
 *
 * The functions only read the store and cannot fail.
 */
#ifndef CORR_SCOPE_JOIN_H
#define CORR_SCOPE_JOIN_H

#include "join/join.h"
#include "join/span_scope.h"

typedef struct scope_join {
    const corr_store *st;
    const corr_query *q;
    const span_scope *reach;
    span_profile own; /* whether the current input is the profile of the
                       * spans */
} scope_join;

/* The rung of a row; NONE: the row does not belong to the query.  Fills *b. */
corr_rung scope_join_row(const scope_join *j, uint32_t in, uint32_t seg,
                         size_t row, span_profile_bond *b);

/* Whether the scope has a share of a part. */
static inline bool scope_join_has(const span_scope *r, const join_part *p)
{
    return join_is_request(p->rung) ? r->part[p->span] > 0 : r->in[p->span];
}

#endif
