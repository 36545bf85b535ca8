#include "trace/pause_delays.h"

#include "base/base.h"
#include "corr_sort.h"

bool pause_delay_init(pause_delays *d, const corr_store *st)
{
    const size_t n = st->input.n;

    *d = (pause_delays){ .store = st };
    d->input = calloc(n ? n : 1, sizeof *d->input);
    return d->input != NULL;
}

void pause_delay_clear(pause_delays *d)
{
    for (size_t i = 0; d->input && i < d->store->input.n; i++)
        vec_free(&d->input[i].row);
    free(d->input);
    vec_free(&d->hit);
    d->input = NULL;
}

SORT_BY(request_by_start, pause_delay_request, ASC(from), ASC(span))

/* Lists the requests of a process once. */
static bool list_requests(pause_delays *d, uint32_t at)
{
    const corr_store *st = d->store;
    const uint32_t proc = st->match.v[at].apart ? 0 : st->match.v[at].proc;
    pause_delay_process *p = &d->input[at];

    if (p->known)
        return true;
    p->known = true;
    for (uint32_t s = 1; proc && s < st->spans.at.n; s++) {
        const span_row *r = store_span(st, s);
        if (st->spans.proc.v[s] != proc || st->spans.root.v[s] != s ||
            r->end <= r->start)
            continue;
        if (!vec_push(&p->row, (pause_delay_request){ r->start, r->end, 0, s }))
            return false;
    }
    vec_sort(&p->row, request_by_start);
    for (size_t i = 0; i < p->row.n; i++)
        p->row.v[i].latest = i ? max_i64(p->row.v[i - 1].latest, p->row.v[i].to)
                               : p->row.v[i].to;
    return true;
}

/* The first request that begins at or after a time. */
static size_t first_from(const pause_delay_process *p, int64_t time)
{
    size_t lo = 0;

    LOWER_BOUND(lo, p->row.n, i, p->row.v[i].from < time);
    return lo;
}

SORT_BY(delayed_by_length, corr_delayed, DESC(ns), ASC(number))

/* The public view of a delayed request. */
static corr_delayed delayed_of(const corr_store *st, uint32_t span, int64_t ns)
{
    const span_row *r = store_span(st, span);
    const input *in = store_input(st, st->spans.at.v[span].input);

    return (corr_delayed){
        .number = span,
        .trace = r->trace,
        .span = r->id,
        .name = input_text(in, r->name),
        .service = st->spans.service.v[spans_service(&st->spans, span)],
        .ns = ns
    };
}

bool pause_delay_at(pause_delays *d, uint32_t at, int64_t from, int64_t to)
{
    d->hit.n = 0;
    d->any = false;
    if (!list_requests(d, at))
        return false;
    const pause_delay_process *p = &d->input[at];
    d->any = p->row.n > 0;
    for (size_t i = first_from(p, to); i-- > 0 && p->row.v[i].latest > from;) {
        const pause_delay_request *r = &p->row.v[i];
        const int64_t ns = min_i64(r->to, to) - max_i64(r->from, from);
        if (ns > 0 && !vec_push(&d->hit, delayed_of(d->store, r->span, ns)))
            return false;
    }
    vec_sort(&d->hit, delayed_by_length);
    return true;
}
