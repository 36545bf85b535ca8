/*
 * active_spans - which spans are at work when, by lane (corr-methods 1.5).
 *
 * A lane is one line of execution: a thread, or a whole process where threads
 * are not known.  Its time is cut into pieces, disjoint and ascending, each
 * with the innermost spans that were active throughout: those of which no
 * descendant on the lane was.  Between pieces no span was active.  A piece
 * with none has active spans that wait for children elsewhere, or more than
 * anybody can share among.
 *
 * Lanes only grow, one after the other; active_spans_clear frees all of them.
 * Questions about a lane are answered fastest in the order of time.
 */
#ifndef CORR_SWEEP_H
#define CORR_SWEEP_H

#include "model/interval.h"
#include "store/store.h"

enum { ACTIVE_SPANS_MOST = 32 }; /* spans that share an instant */

/* There are as many as a recording has activations, so they are small. */
typedef struct active_spans_piece {
    int64_t from, to;
    uint32_t who; /* the only one, or where in shared they begin */
    unsigned n : 6, split : 26; /* of those; the user's own, 0 at first */
} active_spans_piece;

enum { ACTIVE_SPANS_SPLITS = 1 << 26 }; /* what split has room for */

typedef struct active_spans_lane {
    uint32_t first, n; /* of piece */
    uint32_t at;       /* where the last question was answered */
} active_spans_lane;

typedef struct active_spans {
    vec(active_spans_piece) piece;
    vec(uint32_t) shared; /* who is in pieces of several */
    vec(active_spans_lane) lane;
    /* private below */
    uint32_t *lane_of;    /* [spans + 1] 1 + lane of its thread, 0 none */
    uint32_t *cover, *at; /* [spans + 1] active ones below it; its place */
    vec(uint32_t) inner;
    vec(uint32_t) heap; /* active ones, the first to end on top */
} active_spans;

/* { 0 } has no lanes. */
void active_spans_clear(active_spans *w);

/* Adds a lane of these spans, which are in order of start.  A span that is
 * not of the process only keeps those above it from being innermost.  False:
 * out of memory. */
bool active_spans_spans(active_spans *w, const corr_store *st,
                        const uint32_t *span, size_t n, uint32_t proc);

/* An interval of somebody, for lanes on which the last to begin rules. */
typedef struct active_spans_scope {
    int64_t from, to;
    uint32_t who;
} active_spans_scope;

/* Adds a lane of scopes, which are in order of their beginnings. */
bool active_spans_scopes(active_spans *w, const active_spans_scope *scope,
                         size_t n);

/* The n of a piece: spans, or whatever was put in, ascending. */
static inline const uint32_t *active_spans_who(const active_spans *w,
                                               const active_spans_piece *p)
{
    return p->n == 1 ? &p->who : &w->shared.v[p->who];
}

/* The pieces of a lane that hold a part of a moment: the first of them, *n how
 * many. */
active_spans_piece *active_spans_at(active_spans *w, uint32_t lane,
                                    const sample_time *m, size_t *n);
/* Whether all of a moment is in one piece. */
bool moment_within(const sample_time *m, const active_spans_piece *p);

#endif
