#include "trace/requests.h"

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
    return span_length(store_span(st, span));
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

SORT_BY(request_by_time, request_time, ASC(operation), ASC(source), ASC(failed),
        ASC(ns))

static request_time time_of(const requests *r, uint32_t span)
{
    const span_row *row = store_span(r->st, span);

    return (request_time){ .operation = r->operation[span],
                           .source = (row->flags & CORR_SPAN_RECORDED) != 0,
                           .failed = row->status == CORR_STATUS_ERROR,
                           .ns = length_of(r->st, span) };
}

/* Whether span i is an entry span of known length, in the asked time. */
static bool is_counted(const requests *r, uint32_t i)
{
    const span_row *row = store_span(r->st, i);
    stretch seen;
    int64_t ns;

    return request_is_entry(&r->st->spans, i) &&
           !spans_summary(&r->st->spans, i) && span_took(row, &ns) &&
           (!(r->from | r->to) || (span_seen(row, &seen) &&
                                   seen.from <= r->to && seen.to >= r->from));
}

bool requests_of(requests *r, const corr_store *st, int64_t from, int64_t to,
                 corr_arena *arena)
{
    const size_t n = st->spans.at.n;
    opnames names = { 0 };
    bool ok = true;

    *r = (requests){ .st = st,
                     .from = from,
                     .to = to,
                     .operation = corr_arena_new(arena, uint32_t, n) };
    ok = r->operation != NULL;
    for (uint32_t i = 1; ok && i < n; i++) {
        if (!is_counted(r, i))
            continue;
        const uint32_t id = opnames_add_span(&names, st, i);
        r->operation[i] = id + 1;
        ok = id != OPNAMES_FAILED && vec_push(&r->row, time_of(r, i));
    }
    opnames_clear(&names);
    vec_sort(&r->row, request_by_time);
    return ok;
}

/* Rows of one operation, source and outcome, by time. */
typedef struct alike {
    const request_time *row;
    size_t n, less, same;
} alike;

static size_t rows_before(const requests *r, request_time t, int64_t ns)
{
    size_t at = 0;

    t.ns = ns;
    LOWER_BOUND(at, r->row.n, i, request_by_time(&r->row.v[i], &t) < 0);
    return at;
}

static alike find_alike(const requests *r, request_time t)
{
    const size_t first = rows_before(r, t, INT64_MIN);
    const size_t same = rows_before(r, t, t.ns);

    return (alike){ r->row.v + first, rows_before(r, t, INT64_MAX) - first,
                    same - first,
                    rows_before(r, t, t.ns < INT64_MAX ? t.ns + 1 : t.ns) -
                        same };
}

/* The k-th time of two lists together. */
static int64_t nth_time(const alike *a, const alike *b, size_t k)
{
    size_t i = 0, j = 0;

    while (i + j < k)
        if (j == b->n || (i < a->n && a->row[i].ns <= b->row[j].ns))
            i++;
        else
            j++;
    return j == b->n || (i < a->n && a->row[i].ns <= b->row[j].ns)
               ? a->row[i].ns
               : b->row[j].ns;
}

bool requests_place(const requests *r, uint32_t span, request_place *p)
{
    *p = (request_place){ 0 };
    if (!r->operation[span])
        return false;
    request_time t = time_of(r, span);
    const alike mine = find_alike(r, t);
    alike other = { 0 };
    p->same_status = mine.n >= REQUESTS_ENOUGH;
    t.failed = !t.failed;
    if (!p->same_status)
        other = find_alike(r, t);
    const size_t n = mine.n + other.n;
    if (n < REQUESTS_ENOUGH)
        return false;
    p->n = (uint32_t)n;
    p->shorter = (uint32_t)(mine.less + other.less);
    p->equal = (uint32_t)(mine.same + other.same);
    p->rank = ((double)p->shorter + (double)p->equal / 2) / (double)n;
    const int64_t high = nth_time(&mine, &other, n / 2);
    const int64_t low = n % 2 ? high : nth_time(&mine, &other, n / 2 - 1);
    p->median = low + (high - low) / 2;
    return true;
}

void requests_clear(requests *r)
{
    vec_free(&r->row);
    *r = (requests){ 0 };
}
