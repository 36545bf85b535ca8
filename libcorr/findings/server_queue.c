/*
 * server_queue - time between the start of a call and the start of its server
 * (corr-methods 8, F17).
 */
#include "base/base.h"
#include "findings/finder.h"

/* The uncertainty of the difference of two clocks: of their shifts, or of
 * clocks that nothing compares. */
static int64_t clock_error(const finder *f, uint32_t client, uint32_t server)
{
    const corr_span_view a = corr_waterfall_at(f->w, client);
    const corr_span_view b = corr_waterfall_at(f->w, server);

    return max_i64(
        critical_uncertainty(&f->w->time[client], &f->w->time[server]),
        max_i64(a.shift_u, b.shift_u));
}

/* ns that a server waited at least, as far as its span fits into the call: what
 * ends after the answer is the error of its clock.  0: it does not fit. */
static int64_t wait_in_call(const critical_span *call,
                            const critical_span *server)
{
    const int64_t late = max_i64(0, sub_clamped(server->end, call->end));

    if (server->dropped || server->start >= call->end)
        return 0;
    return sub_clamped(sub_clamped(server->start, call->start), late);
}

/* ns that the answer was on its way back: the way there takes as long, and is no
 * queue. */
static int64_t way_of_answer(const critical_span *call,
                             const critical_span *server)
{
    return max_i64(0, sub_clamped(call->end, server->end));
}

bool find_server_queues(finder *f, const finding_rule *r)
{
    const critical_span *time = f->w->time;
    bool ok = true;

    for (uint32_t i = f->top + 1; ok && i < f->end; i++) {
        const uint32_t up = time[i].up;
        if (time[i].kind != CORR_SPAN_SERVER || up == CRITICAL_NONE ||
            up < f->top || time[up].kind != CORR_SPAN_CLIENT ||
            time[i].unfinished || time[up].unfinished)
            continue;
        const int64_t whole = critical_busy(&time[up]);
        const int64_t wait = wait_in_call(&time[up], &time[i]);
        const int64_t u = clock_error(f, up, i);
        const int64_t queue = wait - way_of_answer(&time[up], &time[i]);
        if (queue <= 3 * u || whole <= 0)
            continue;
        const corr_str name = waterfall_name(f->w, i);
        ok = finder_add(
            f, r, (finding_size){ (double)queue / (double)whole, queue },
            (corr_finding){
                .subject = name,
                .text = finder_text(
                    f,
                    "%s passed before the server of %.*s "
                    "started%s",
                    finder_time(f, wait), CORR_STR_ARG(name),
                    u > 0 ? finder_text(f, " (± %s clock)", finder_time(f, u))
                          : ""),
                .brief = finder_text(f, "%s before the server of %.*s starts",
                                     finder_time(f, wait), CORR_STR_ARG(name)),
                .cost = min_i64(wait, time[up].critical),
                .n = 1,
                .row = up,
                .next = { "span", CORR_TARGET_SPAN, "" } });
    }
    return ok;
}
