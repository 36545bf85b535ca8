/*
 * active_spans - the spans at work at each time, by lane (corr-methods 1.5).
 *
 * A lane is one line of execution: a thread, or a whole process if its threads
 * are unknown.  Its time is cut into disjoint, ascending pieces.  A piece holds
 * the innermost spans that were active throughout: active spans without an
 * active descendant on the lane.  Between pieces no span was active.  A piece
 * without spans means that all active spans wait for children elsewhere, or
 * that more than ACTIVE_SPANS_MOST share the instant.
 *
 * Lanes are only added; active_spans_clear frees all of them.  Queries of a
 * lane are fastest in the order of time.
 */
#ifndef CORR_ACTIVE_SPANS_H
#define CORR_ACTIVE_SPANS_H

#include "model/interval.h"
#include "store/store.h"

enum { ACTIVE_SPANS_MOST = 32 }; /* spans that share an instant, at most */

/* Small, because a recording may have one for each activation. */
typedef struct active_spans_piece {
    int64_t from, to;
    uint32_t who; /* the only span, or index of the first one in shared */
    unsigned n : 6, split : 26; /* n: spans; split: the user's, 0 at first */
} active_spans_piece;

enum { ACTIVE_SPANS_SPLITS = 1 << 26 }; /* range of split */

typedef struct active_spans_lane {
    uint32_t first, n; /* range of piece */
    uint32_t at;       /* position of the last query */
} active_spans_lane;

typedef struct active_spans {
    vec(active_spans_piece) piece;
    vec(uint32_t) shared; /* spans of pieces with several */
    vec(active_spans_lane) lane;
    /* private members */
    uint32_t *lane_of;    /* [spans + 1] 1 + lane of its thread; 0: none */
    uint32_t *cover, *at; /* [spans + 1] active descendants; place in inner */
    vec(uint32_t) inner;
    vec(uint32_t) heap; /* active spans, the first to end on top */
} active_spans;

/* { 0 } has no lanes. */
void active_spans_clear(active_spans *w);

/* Adds a lane of these spans, which are ordered by start.  A span of another
 * process is never innermost itself, but its ancestors are not innermost while
 * it runs.  False: out of memory. */
bool active_spans_spans(active_spans *w, const corr_store *st,
                        const uint32_t *span, size_t n, uint32_t proc);

/* An interval of a span, for lanes on which the latest start decides. */
typedef struct active_spans_scope {
    int64_t from, to;
    uint32_t who;
} active_spans_scope;

/* Adds a lane of scopes, which are ordered by start.  False: out of memory. */
bool active_spans_scopes(active_spans *w, const active_spans_scope *scope,
                         size_t n);

/* The spans of a piece, ascending; on lanes of scopes the `who` that was passed
 * in. */
static inline const uint32_t *active_spans_who(const active_spans *w,
                                               const active_spans_piece *p)
{
    return p->n == 1 ? &p->who : &w->shared.v[p->who];
}

/* The first piece of a lane that overlaps a moment; *n is the number of such
 * pieces. */
active_spans_piece *active_spans_at(active_spans *w, uint32_t lane,
                                    const sample_time *m, size_t *n);
/* Whether a moment is entirely in one piece. */
bool moment_within(const sample_time *m, const active_spans_piece *p);

#endif
