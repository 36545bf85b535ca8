/*
 * round_timeout - failed calls that took a round time (corr-methods 8, F16).
 */
#include "base/base.h"
#include "findings/finder.h"

static const int64_t round_ms[] = { 100,  250,   500,   1000,  2000, 3000,
                                    5000, 10000, 15000, 30000, 60000 };

/* The round time within 1 % of which the span took; 0: no such time. */
static int64_t round_time(int64_t ns)
{
    for (size_t i = 0; i < countof(round_ms); i++) {
        const int64_t round = round_ms[i] * 1000000;
        if (ns >= round - round / 100 && ns <= round + round / 100)
            return round;
    }
    return 0;
}

static int64_t timeout_of(const finder *f, uint32_t i)
{
    const critical_span *t = &f->w->time[i];

    return t->failed && !t->unfinished && !t->many && t->up != CRITICAL_NONE
               ? round_time(sub_clamped(t->end, t->start))
               : 0;
}

/* Whether a span passes on the failure of a call that it made: the call below
 * it, or for the server's half the one above, took the same round time. */
static bool passes_it_on(const finder *f, uint32_t i, int64_t round)
{
    const critical_span *time = f->w->time;
    const critical_span *t = &time[i];

    if (t->kind == CORR_SPAN_SERVER)
        return timeout_of(f, t->up) == round;
    for (uint32_t k = i + 1; k < t->end_index; k = time[k].end_index)
        if (time[k].kind != CORR_SPAN_SERVER && timeout_of(f, k) == round)
            return true;
    return false;
}

bool find_round_timeouts(finder *f, const finding_rule *r)
{
    bool ok = true;

    for (uint32_t i = f->top; ok && i < f->end; i++) {
        const int64_t round = timeout_of(f, i);
        if (round == 0 || passes_it_on(f, i, round))
            continue;
        const corr_str name = waterfall_name(f->w, i);
        ok = finder_add(
            f, r, (finding_size){ 1, INT64_MAX },
            (corr_finding){
                .subject = name,
                .text = finder_text(
                    f,
                    "%.*s ended after %s with an error: looks like a timeout "
                    "of %g s",
                    CORR_STR_ARG(name),
                    finder_time(f, waterfall_duration(f->w, i)),
                    (double)round / 1e9),
                .cost = finder_critical(f, i),
                .n = 1,
                .row = i,
                .next = { "trace", CORR_TARGET_TRACE, "" } });
    }
    return ok;
}
