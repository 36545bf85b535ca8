/*
 * endings - processes that died: when, and what became of their requests.
 *
 * A service is taken for dead if calls to it failed and left no span of it, all
 * of its spans came before, and no later call got a span.  A call without a
 * child belongs to the service that the other calls of its place reach: calls
 * with the same name, below spans of the same name, in one service.  An
 * exporter sends spans in batches, so the last spans of a process are lost with
 * it: a call that was answered after the last exported span has no span there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/id.h"
#include "base/self_arena.h"
#include "corr_endings.h"
#include "corr_sort.h"
#include "join/prepare.h"
#include "store/store.h"

enum { LEAST_FAILED = 3, NAME_MOST = 1024 };

/* Spans of a request that is lost are among the last that were exported. */
#define LATEST_BATCH INT64_C(30000000000) /* ns */

/* The calls of one place, and the service that they reach. */
typedef struct place {
    uint32_t service; /* 0: not known yet */
    bool is_mixed;    /* they reach several */
} place;

/* The requests that one service received. */
typedef struct receiver {
    bool has_spans;
    int64_t last_span;    /* end of its last exported span */
    int64_t last_call;    /* start of the last call with a span of it */
    int64_t first_failed; /* end of the first failed call after last_span */
    bool is_unfinished;   /* it left a recording that was not finished, */
    int64_t recorded;     /* which goes until then */
} receiver;

struct corr_endings {
    corr_arena arena; /* owns this struct */
    vec(corr_ending) ending;
    vec(corr_lost_request) request; /* by ending, then start */
};

typedef struct searcher {
    corr_endings *e;
    const corr_store *st;
    const spans *s;
    corr_map by_name; /* place by caller, parent and name */
    vec(place) place;
    vec(uint32_t) place_of; /* [n + 1] of each client span; 0: no client */
    vec(uint32_t) reaches;  /* [n + 1] service that the call has a span of */
    vec(receiver) to;       /* [services] */
} searcher;

static bool is_exported(const searcher *f, uint32_t span)
{
    return !(store_span(f->st, span)->flags & CORR_SPAN_RECORDED);
}

static corr_str span_name(const searcher *f, uint32_t span)
{
    const input *in = store_input(f->st, f->s->at.v[span].input);

    return span ? input_text(in, store_span(f->st, span)->name) : CORR_STR("");
}

/* ---- places -------------------------------------------------------------- */

/* Finds or adds the place of a call; 0: out of memory. */
static uint32_t add_place(searcher *f, uint32_t span)
{
    char key[NAME_MOST];
    const corr_str name = span_name(f, span);
    const corr_str up = span_name(f, f->s->up.v[span]);
    const int n =
        snprintf(key, sizeof key, "%u\n%.*s\n%.*s", spans_service(f->s, span),
                 (int)(up.n < 400 ? up.n : 400), up.p,
                 (int)(name.n < 400 ? name.n : 400), name.p);
    bool is_new;
    uint32_t *at = corr_map_bytes(&f->by_name, key, (size_t)n, &is_new);

    if (!at)
        return 0;
    if (is_new) {
        *at = (uint32_t)f->place.n;
        if (!vec_push(&f->place, (place){ 0 }))
            return 0;
    }
    return *at;
}

/* Notes the service that each call reaches, as its children show. */
static bool find_reached(searcher *f)
{
    const spans *s = f->s;

    if (!vec_reserve(&f->reaches, s->at.n) ||
        !vec_reserve(&f->place_of, s->at.n) ||
        !vec_push(&f->place, (place){ 0 }))
        return false;
    f->reaches.n = f->place_of.n = s->at.n;
    memset(f->reaches.v, 0, s->at.n * sizeof *f->reaches.v);
    memset(f->place_of.v, 0, s->at.n * sizeof *f->place_of.v);
    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t up = s->up.v[i];
        if (up && s->proc.v[up] != s->proc.v[i] && is_exported(f, i))
            f->reaches.v[up] = spans_service(s, i);
    }
    for (uint32_t i = 1; i < s->at.n; i++) {
        if (store_span(f->st, i)->kind != CORR_SPAN_CLIENT)
            continue;
        const uint32_t at = f->place_of.v[i] = add_place(f, i);
        if (!at)
            return false;
        place *p = &f->place.v[at];
        const uint32_t service = f->reaches.v[i];
        p->is_mixed |= service && p->service && p->service != service;
        p->service = service ? service : p->service;
    }
    return true;
}

/* The service that a call without a span there is known to reach; 0: none. */
static uint32_t meant_by(const searcher *f, uint32_t span)
{
    const place *p = &f->place.v[f->place_of.v[span]];

    return f->place_of.v[span] && !f->reaches.v[span] && !p->is_mixed
               ? p->service
               : 0;
}

/* ---- who died ------------------------------------------------------------ */

static bool find_receivers(searcher *f)
{
    const spans *s = f->s;

    for (size_t i = 0; i < s->service.n; i++)
        if (!vec_push(&f->to, ((receiver){ .last_span = INT64_MIN,
                                           .last_call = INT64_MIN,
                                           .first_failed = INT64_MAX })))
            return false;
    for (uint32_t i = 1; i < s->at.n; i++) {
        stretch seen = { INT64_MIN, INT64_MIN };
        (void)span_seen(store_span(f->st, i), &seen);
        receiver *me = &f->to.v[spans_service(s, i)];
        receiver *to = &f->to.v[f->reaches.v[i]];
        if (is_exported(f, i)) {
            me->has_spans = true;
            me->last_span = max_i64(me->last_span, seen.to);
        }
        to->last_call = max_i64(to->last_call, seen.from);
    }
    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t to = meant_by(f, i);
        const span_row *r = store_span(f->st, i);
        stretch seen;
        if (to && r->status == CORR_STATUS_ERROR && span_seen(r, &seen) &&
            seen.to > f->to.v[to].last_span)
            f->to.v[to].first_failed =
                min_i64(f->to.v[to].first_failed, seen.to);
    }
    return true;
}

/* Notes the recordings that were not finished, and forgets failures after which
 * calls were answered. */
static bool find_unfinished(searcher *f)
{
    for (uint32_t i = 0; i < f->st->input.n; i++) {
        const input *in = store_input(f->st, i);
        receiver *r = &f->to.v[f->st->match.v[i].service];
        corr_broken b;
        for (size_t k = 0; corr_input_broken(f->st, i, k, &b); k++)
            if (b.open) {
                r->is_unfinished = true;
                r->recorded = max_i64(r->recorded, min_i64(b.to, in->to));
            }
    }
    for (size_t i = 0; i < f->to.n; i++)
        if (f->to.v[i].last_call >= f->to.v[i].first_failed)
            f->to.v[i].first_failed = INT64_MAX;
    return true;
}

/* ---- its requests -------------------------------------------------------- */

static bool add_request(searcher *f, uint32_t span, corr_lost how)
{
    const span_row *r = store_span(f->st, span);
    const input *in = store_input(f->st, f->s->at.v[span].input);

    return vec_push(&f->e->request, ((corr_lost_request){
                                        .trace = spans_trace_of(f->s, span),
                                        .how = how,
                                        .start = moment_order(r->start),
                                        .end = moment_order(r->end),
                                        .why = input_text(in, r->status_text),
                                    }));
}

/* Sorts a call to the dead service. */
static bool take_call(searcher *f, corr_ending *e, const receiver *to,
                      uint32_t span)
{
    const span_row *r = store_span(f->st, span);
    const bool failed = r->status == CORR_STATUS_ERROR;

    stretch seen;
    if (!span_seen(r, &seen) || seen.to <= to->last_span)
        return true; /* before its end: for another reason */
    if (failed && seen.from > to->first_failed) {
        e->failed++;
        e->last_failed = max_i64(e->last_failed, seen.to);
        return true;
    }
    if (!failed)
        e->alive = max_i64(e->alive, seen.to);
    return add_request(f, span,
                       failed ? CORR_LOST_IN_FLIGHT : CORR_LOST_ANSWERED);
}

/* Requests that only the service's own recording has a span of. */
static bool take_recorded(searcher *f, const receiver *to, uint32_t service,
                          uint32_t span)
{
    const uint32_t up = f->s->up.v[span];
    const bool has_call = up && meant_by(f, up) == service;

    return spans_service(f->s, span) != service || is_exported(f, span) ||
           f->s->root.v[span] != span || has_call ||
           moment_order(store_span(f->st, span)->end) <= to->last_span ||
           add_request(f, span, CORR_LOST_RECORDED);
}

/* Spans whose parent is in no file, and whose request no call shows. */
static bool take_orphan(searcher *f, const receiver *to, uint32_t service,
                        size_t first, uint32_t span)
{
    const span_row *r = store_span(f->st, span);

    if (spans_service(f->s, span) != service || f->s->up.v[span] ||
        !r->parent || !is_exported(f, span) ||
        (r->flags & CORR_SPAN_REMOTE_KNOWN && r->flags & CORR_SPAN_REMOTE) ||
        r->kind == CORR_SPAN_SERVER || to->last_call >= to->first_failed)
        return true;
    for (size_t i = first; i < f->e->request.n; i++)
        if (trace_cmp(f->e->request.v[i].trace, spans_trace_of(f->s, span)) ==
            0)
            return true;
    return add_request(f, span, CORR_LOST_PARENT);
}

SORT_BY(by_start, corr_lost_request, ASC(how), ASC(start), ASC(trace.hi),
        ASC(trace.lo))

static bool add_ending(searcher *f, uint32_t service)
{
    const receiver to = f->to.v[service];
    const size_t first = f->e->request.n;
    corr_ending e = { .service = f->s->service.v[service],
                      .alive = max_i64(to.last_span, to.recorded),
                      .first_failed = to.first_failed,
                      .last_failed = to.first_failed };
    bool ok = true;

    for (uint32_t i = 1; ok && i < f->s->at.n; i++)
        if (meant_by(f, i) == service)
            ok = take_call(f, &e, &to, i);
    for (uint32_t i = 1; ok && i < f->s->at.n; i++)
        ok = take_recorded(f, &to, service, i);
    for (uint32_t i = 1; ok && i < f->s->at.n; i++)
        ok = take_orphan(f, &to, service, first, i);
    e.first = (uint32_t)first;
    e.n = (uint32_t)(f->e->request.n - first);
    if (e.n)
        qsort(f->e->request.v + first, e.n, sizeof *f->e->request.v, by_start);
    if (e.failed < LEAST_FAILED) { /* calls fail for other reasons, too */
        if (!to.is_unfinished || e.n == 0) {
            f->e->request.n = first;
            return ok;
        }
        e.first_failed = e.last_failed = CORR_NO_TIME;
    }
    return ok && vec_push(&f->e->ending, e);
}

static bool find_endings(searcher *f)
{
    bool ok = find_reached(f) && find_receivers(f) && find_unfinished(f);

    for (uint32_t i = 1; ok && i < f->to.n; i++) {
        const receiver *to = &f->to.v[i];
        if (to->has_spans && f->s->service.v[i].n &&
            (to->first_failed != INT64_MAX || to->is_unfinished))
            ok = add_ending(f, i);
    }
    return ok;
}

/* ---- the view ------------------------------------------------------------ */

corr_endings *corr_endings_of(corr_store *st, corr_err *err)
{
    if (store_prepare(st, err))
        return NULL;
    corr_endings *e = self_arena_new(corr_endings, err);
    if (!e)
        return NULL;

    searcher f = { .e = e, .st = st, .s = &st->spans };
    const bool ok = f.s->at.n == 0 || find_endings(&f);
    corr_map_clear(&f.by_name);
    vec_free(&f.place);
    vec_free(&f.place_of);
    vec_free(&f.reaches);
    vec_free(&f.to);
    if (ok)
        return e;
    corr_endings_free(e);
    corr_no_memory(err);
    return NULL;
}

uint32_t corr_endings_size(const corr_endings *e)
{
    return (uint32_t)e->ending.n;
}

corr_ending corr_endings_at(const corr_endings *e, uint32_t i)
{
    return e->ending.v[i];
}

corr_lost_request corr_endings_request(const corr_endings *e, uint32_t i)
{
    return e->request.v[i];
}

void corr_endings_free(corr_endings *e)
{
    if (!e)
        return;
    vec_free(&e->ending);
    vec_free(&e->request);
    self_arena_free(e);
}
