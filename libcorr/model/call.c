#include "model/call.h"

bool call_side_of(const span_row *span, call_row *call)
{
    const bool asks =
        span->kind == CORR_SPAN_CLIENT || span->kind == CORR_SPAN_PRODUCER;
    const bool answers =
        span->kind == CORR_SPAN_SERVER || span->kind == CORR_SPAN_CONSUMER;
    const bool is_shared = (span->flags & CORR_SPAN_SHARED) != 0;

    stretch ran;

    if ((!asks && !answers) || !span_ran(span, &ran) ||
        span->flags & (CORR_SPAN_UNFINISHED | CORR_SPAN_RECORDED))
        return false;
    *call = (call_row){ .trace = span->trace,
                        .call = asks || is_shared ? span->id : span->parent,
                        .span = span->id,
                        .start = ran.from,
                        .end = ran.to,
                        .kind = span->kind,
                        .failed = span->status == CORR_STATUS_ERROR,
                        .whole_ms = (span->flags & CORR_SPAN_MS_START) != 0 };
    return call->call != 0;
}

corr_str call_clock_name(const input *in, const proc_row *proc)
{
    return input_text(in, proc->host ? proc->host : proc->service);
}
