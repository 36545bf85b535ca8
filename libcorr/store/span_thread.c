#include "store/span_thread.h"

#include "store/thread_match.h"

bool span_thread_process(const corr_store *st, uint32_t in, uint32_t span)
{
    const process_match *t = &st->match.v[in];

    return t->used && t->proc && t->proc == st->spans.proc.v[span];
}

bool span_thread_threads(const corr_store *st, uint32_t in, uint32_t span)
{
    return span_thread_process(st, in, span) && !st->match.v[in].apart;
}

bool span_thread_names(const corr_store *st, uint32_t span, uint32_t in,
                       uint32_t thread)
{
    const input *from = store_input(st, st->spans.at.v[span].input);

    return thread_fits(from, store_span(st, span)->thread, store_input(st, in),
                       thread) >= THREAD_NAMED;
}

bool span_thread_shared(const corr_store *st, uint32_t span, uint32_t other)
{
    return span_thread_names(st, span, st->spans.at.v[other].input,
                             store_span(st, other)->thread);
}

bool span_thread_may_share(const corr_store *st, uint32_t span, uint32_t other)
{
    const spans *s = &st->spans;

    return s->proc.v[span] == s->proc.v[other] &&
           (!store_span(st, span)->thread || !store_span(st, other)->thread ||
            span_thread_shared(st, span, other));
}
