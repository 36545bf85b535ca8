/*
 * perf_switch - which thread has a CPU after one event or record.
 *
 * perf prints sched:sched_switch in the kernel's format ("prev_comm=java
 * prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=..."), or, with a plugin
 * of its library, as "java:12 [120] S ==> sh:13 [120]".  Names may contain any
 * text, so fields are searched from the end.  PERF_RECORD_SWITCH comes from
 * "perf record --switch-events".
 */
#include "perf/perf.h"

#include <string.h>

/* Splits s at the last occurrence of mark. */
static bool cut_at_last(corr_str s, const char *mark, corr_str *before,
                        corr_str *after)
{
    const size_t n = strlen(mark);

    for (size_t i = s.n; i >= n; i--)
        if (memcmp(s.p + i - n, mark, n) == 0) {
            *before = (corr_str){ s.p, i - n };
            *after = (corr_str){ s.p + i, s.n - i };
            return true;
        }
    return false;
}

/* The number at the beginning of a text.  False: no number, or no separator
 * follows it. */
static bool leading_id(corr_str s, int64_t *id)
{
    s.n = corr_str_find(s, ' ');
    return s.n > 0 && *s.p >= '0' && *s.p <= '9' && corr_str_i64(s, id);
}

/* "S", "R+", "D|K"; an unknown state is PERF_LEFT_UNKNOWN. */
static perf_left left_as(corr_str state)
{
    const char c = state.n ? *state.p : '\0';

    if (c == 'R')
        return PERF_LEFT_READY;
    if (c && strchr("SDIPTt", c))
        return PERF_LEFT_BLOCKED;
    return c && strchr("XxZ", c) ? PERF_LEFT_ENDED : PERF_LEFT_UNKNOWN;
}

/* "sh:13 [120]" */
static bool brief_id(corr_str s, int64_t *id)
{
    corr_str prio, rest;

    return cut_at_last(s, " [", &s, &prio) && cut_at_last(s, ":", &rest, &s) &&
           leading_id(s, id);
}

/* The id behind mark, or else as in brief_id; -1: not found. */
static void read_id_behind(corr_str said, const char *mark, int64_t *id)
{
    corr_str rest, after;

    if ((!cut_at_last(said, mark, &rest, &after) || !leading_id(after, id)) &&
        !brief_id(said, id))
        *id = -1;
}

static perf_switch of_switch(corr_str said)
{
    perf_switch w = { .what = PERF_SWITCH_OUT, .prev = -1, .next = -1 };
    corr_str from, to, rest, state;

    if (!cut_at_last(said, " ==> ", &from, &to))
        return w;
    if (cut_at_last(from, " prev_state=", &rest, &state) ||
        cut_at_last(from, "] ", &rest, &state))
        w.left = left_as(state);
    read_id_behind(from, " prev_pid=", &w.prev);
    read_id_behind(to, " next_pid=", &w.next);
    return w;
}

/* "comm=sh pid=13 prio=120 target_cpu=001", "sh:13 [120] success=1 CPU:001" */
static perf_switch of_wakeup(corr_str said)
{
    perf_switch w = { .what = PERF_SWITCH_WAKE, .prev = -1 };

    read_id_behind(said, " pid=", &w.next);
    return w;
}

/* "OUT preempt  next pid/tid:  12/13", "IN" */
static perf_switch of_record(const perf_head *h)
{
    perf_switch w = { .what = PERF_SWITCH_NONE, .prev = -1, .next = -1 };

    if (corr_str_starts(h->rest, "IN")) {
        w.what = PERF_SWITCH_IN;
        w.next = h->tid;
    } else if (corr_str_starts(h->rest, "OUT")) {
        w.what = PERF_SWITCH_OUT;
        w.left = corr_str_starts(h->rest, "OUT preempt") ? PERF_LEFT_READY
                                                         : PERF_LEFT_BLOCKED;
    }
    return w;
}

perf_switch perf_switch_of(const perf_head *h)
{
    if (corr_str_is(h->record, "PERF_RECORD_SWITCH") ||
        corr_str_is(h->record, "PERF_RECORD_SWITCH_CPU_WIDE"))
        return of_record(h);
    if (perf_event_is(h->event, "sched:sched_switch"))
        return of_switch(h->rest);
    if (perf_event_is(h->event, "sched:sched_wakeup"))
        return of_wakeup(h->rest);
    return (perf_switch){ .what = PERF_SWITCH_NONE };
}
