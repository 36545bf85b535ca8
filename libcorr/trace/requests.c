#include "trace/requests.h"

#include <math.h>

#include "corr_sort.h"
#include "store/operation_names.h"

/* ---- which spans ------------------------------------------------------ */

static bool is_orphan(const corr_store *st, uint32_t span)
{
    return store_span(st, span)->parent != 0;
}

static bool is_served(const corr_store *st, uint32_t span)
{
    const uint8_t kind = store_span(st, span)->kind;

    return kind == CORR_SPAN_SERVER || kind == CORR_SPAN_CONSUMER;
}

static int64_t length_of(const corr_store *st, uint32_t span)
{
    const span_row *r = store_span(st, span);

    return sub_clamped(r->end, r->start);
}

/* Marks the spans that begin one trace: those without a parent; else those
 * that serve a call from outside; else the longest, since the others are parts
 * of a request whose own span is missing. */
static void mark_beginnings(const corr_store *st, const span_trace *t,
                            uint8_t *is)
{
    const spans *s = &st->spans;
    uint32_t roots = 0, served = 0, longest = 0;

    for (uint32_t i = t->first; i < t->first + t->n; i++) {
        if (s->up.v[i])
            continue;
        roots += !is_orphan(st, i);
        served += is_served(st, i);
        if (!longest || length_of(st, i) > length_of(st, longest))
            longest = i;
    }
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        is[i] = !s->up.v[i] && (roots    ? !is_orphan(st, i)
                                : served ? is_served(st, i)
                                         : i == longest);
}

void requests_mark(const corr_store *st, const char *service, uint8_t *is)
{
    const spans *s = &st->spans;

    if (!service)
        for (size_t t = 0; t < s->trace.n; t++)
            mark_beginnings(st, &s->trace.v[t], is);
    for (uint32_t i = 1; service && i < s->at.n; i++)
        is[i] = request_is_entry(s, i) &&
                corr_str_is(s->service.v[spans_service(s, i)], service);
}

/* ---- how unusual ------------------------------------------------------ */

SORT_BY(request_by_time, request_time, ASC(operation), ASC(status), ASC(ns))

bool requests_of(requests *r, const corr_store *st, corr_arena *arena)
{
    const spans *s = &st->spans;
    opnames names = { 0 };
    bool ok = true;

    *r = (requests){ .st = st,
                     .operation = corr_arena_new(arena, uint32_t, s->at.n) };
    ok = r->operation != NULL;
    for (uint32_t i = 1; ok && i < s->at.n; i++) {
        const span_row *row = store_span(st, i);
        if (!request_is_entry(s, i) || (row->flags & CORR_SPAN_UNFINISHED))
            continue;
        const uint32_t id = opnames_add_span(&names, st, i);
        r->operation[i] = id + 1;
        ok = id != OPNAMES_FAILED &&
             vec_push(&r->row, (request_time){ .operation = id + 1,
                                               .status = row->status,
                                               .ns = length_of(st, i) });
    }
    opnames_clear(&names);
    vec_sort(&r->row, request_by_time);
    return ok;
}

typedef struct rank_count {
    size_t all, less, same;
} rank_count;

/* The number of rows before those of this operation, status and time. */
static size_t rows_before(const requests *r, const request_time *t)
{
    size_t at = 0;

    LOWER_BOUND(at, r->row.n, i, request_by_time(&r->row.v[i], t) < 0);
    return at;
}

/* Counts the requests of an operation with a status. */
static rank_count count_rank(const requests *r, request_time t)
{
    const int64_t ns = t.ns;

    const size_t same = rows_before(r, &t);
    t.ns = INT64_MIN;
    const size_t first = rows_before(r, &t);
    t.ns = ns < INT64_MAX ? ns + 1 : ns;
    const size_t more = rows_before(r, &t);
    t.ns = INT64_MAX;
    return (rank_count){ rows_before(r, &t) - first, same - first,
                         more - same };
}

double requests_rank(const requests *r, uint32_t span, uint32_t *n)
{
    const request_time mine = { r->operation[span],
                                store_span(r->st, span)->status,
                                length_of(r->st, span) };

    *n = 0;
    if (!mine.operation)
        return NAN;
    rank_count c = count_rank(r, mine);
    const bool enough = c.all >= REQUESTS_ENOUGH;
    for (uint8_t k = 0; !enough && k < CORR_STATUS_COUNT; k++) {
        request_time other = mine;
        other.status = k;
        if (k == mine.status)
            continue;
        const rank_count more = count_rank(r, other);
        c = (rank_count){ c.all + more.all, c.less + more.less,
                          c.same + more.same };
    }
    if (c.all < REQUESTS_ENOUGH)
        return NAN;
    *n = (uint32_t)c.all;
    return ((double)c.less + (double)c.same / 2) / (double)c.all;
}

void requests_clear(requests *r)
{
    vec_free(&r->row);
    *r = (requests){ 0 };
}
