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
        thread_spans_clear(&d->input[i].request);
    free(d->input);
    vec_free(&d->hit);
    d->input = NULL;
}

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
        stretch ran;
        if (st->spans.proc.v[s] != proc || st->spans.root.v[s] != s ||
            !span_ran(store_span(st, s), &ran) || ran.to <= ran.from)
            continue;
        if (!thread_spans_add(&p->request, 0, ran.from, ran.to, s))
            return false;
    }
    thread_spans_sort(&p->request);
    return true;
}

SORT_BY(delayed_by_length, corr_delayed, DESC(ns), ASC(number))

/* The public view of a delayed request. */
static corr_delayed delayed_of(const corr_store *st, uint32_t span, int64_t ns)
{
    const span_row *r = store_span(st, span);
    const input *in = store_input(st, st->spans.at.v[span].input);

    return (corr_delayed){
        .number = span,
        .trace = spans_trace_of(&st->spans, span),
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
    const thread_spans *requests = &d->input[at].request;
    size_t i = thread_spans_end(requests, 0, to);
    d->any = requests->row.n > 0;
    for (const thread_span *r;
         (r = thread_spans_prev(requests, &i, 0, from));) {
        const int64_t ns = min_i64(r->to, to) - max_i64(r->at.from, from);
        if (ns > 0 && !vec_push(&d->hit, delayed_of(d->store, r->of, ns)))
            return false;
    }
    vec_sort(&d->hit, delayed_by_length);
    return true;
}
