/*
 * scope_join - on which rung a row belongs to what a question asks for.
 *
 * The question is a query and, where spans are here, the spans it takes in
 * (span_scope.h).  The join of the store must be there, unless the query asks
 * for ids that only samples know.
 */
#ifndef CORR_SCOPE_JOIN_H
#define CORR_SCOPE_JOIN_H

#include "join/join.h"
#include "join/span_scope.h"

typedef struct scope_join {
    const corr_store *st;
    const corr_query *q;
    const span_scope *reach;
    span_profile own; /* of the input at hand: whether it is their profile */
} scope_join;

/* NONE: the row does not belong to it.  *b is filled. */
corr_rung scope_join_row(const scope_join *j, uint32_t in, uint32_t seg,
                         size_t row, span_profile_bond *b);

/* Whether the scope has some of a part. */
static inline bool scope_join_has(const span_scope *r, const join_part *p)
{
    return join_is_request(p->rung) ? r->part[p->span] > 0 : r->in[p->span];
}

#endif
