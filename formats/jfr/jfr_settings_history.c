/*
 * What HotSpot was set to record, and when.
 *
 * A JDK writes its settings, merged over all recordings that run, when a chunk
 * begins and each time that one of them changes (Recording.setSettings,
 * jdk.jfr.internal.EventControl).  So a setting holds from its time on until
 * the next one; the first of a chunk holds from the chunk's beginning.
 */
#include "corr_sort.h"
#include "jfr/jfr.h"

#include <stdlib.h>

/* Consecutive chunks are at most this far apart, in ns. */
#define NEXT_CHUNK INT64_C(1000000000)

int64_t jfr_least_of(const jfr_finest *f)
{
    return f->least && f->least < f->ns ? f->least : f->ns;
}

int64_t jfr_most_of(const jfr_finest *f)
{
    return f->most > f->ns ? f->most : f->ns;
}

void jfr_take_finest(jfr_finest *f, int64_t ns)
{
    if (ns <= 0)
        return;
    if (f->ns) {
        f->least = jfr_least_of(f);
        f->most = jfr_most_of(f);
    }
    f->ns = ns;
}

SORT_BY(setting_by_time, jfr_setting, ASC(place), ASC(what), ASC(time),
        ASC(value))

void jfr_add_setting(jfr *j, uint32_t place, jfr_setting_of what, int64_t value)
{
    const int64_t when = jfr_when(j, F_START);

    if (!corr_vec_push(NULL, &j->file->settings.row,
                       (jfr_setting){ .place = place,
                                      .what = what,
                                      .time = when == CORR_NO_TIME
                                                  ? j->k.h.start_ns
                                                  : when,
                                      .value = value }))
        jfr_no_memory(j);
}

static bool is_same(const jfr_setting *a, const jfr_setting *b)
{
    return a->place == b->place && a->what == b->what;
}

/* If two settings have the same time, it is unknown which is in force: the
 * finest counts. */
void jfr_sort_settings(jfr_settings_history *s)
{
    jfr_setting *row = s->row.v;
    uint32_t n = 0;

    if (s->row.n)
        qsort(row, s->row.n, sizeof *row, setting_by_time);
    for (uint32_t i = 0; i < s->row.n; i++)
        if (n == 0 || !is_same(&row[n - 1], &row[i]) ||
            row[n - 1].time != row[i].time)
            row[n++] = row[i];
    s->row.n = n;
}

jfr_settings jfr_settings_of(const jfr_settings_history *s, uint32_t place,
                             jfr_setting_of what)
{
    uint32_t first = 0;
    uint32_t n = 0;

    while (first < s->row.n &&
           (s->row.v[first].place != place || s->row.v[first].what != what))
        first++;
    while (first + n < s->row.n &&
           is_same(&s->row.v[first], &s->row.v[first + n]))
        n++;
    return (jfr_settings){ n ? &s->row.v[first] : NULL, n };
}

int64_t jfr_setting_at(jfr_settings s, int64_t time)
{
    size_t lo = 1; /* the first one holds before its time, too */

    LOWER_BOUND(lo, s.n, i, s.v[i].time <= time);
    return s.v[lo - 1].value;
}

/* ---- which waits were recorded, and when -------------------------------- */

static void add_asked(jfr *j, uint32_t place, jfr_asked row)
{
    jfr_file *f = j->file;
    jfr_history_of_kind *t = &f->settings.history[place];
    jfr_asked *last = t->asked ? &f->settings.asked.v[t->asked - 1] : NULL;

    if (row.from >= row.to)
        return;
    if (last && last->least == row.least && row.from >= last->from &&
        row.from - last->to <= NEXT_CHUNK) {
        last->to = last->to > row.to ? last->to : row.to;
        return;
    }
    if (!corr_vec_push(NULL, &f->settings.asked, row)) {
        jfr_no_memory(j);
        return;
    }
    t->asked = (uint32_t)f->settings.asked.n;
}

/* Adds the intervals of a chunk between changes of the settings for one type of
 * events. */
static void end_settings_of_kind(jfr *j, uint32_t place, int64_t to)
{
    const jfr_settings on = jfr_settings_of(&j->file->settings, place, JFR_OFF);
    const jfr_settings least =
        jfr_settings_of(&j->file->settings, place, JFR_THRESHOLD);
    const bool is_reported =
        jfr_meaning_at(place)->take == jfr_take_wait || place == JFR_BY_HOTSPOT;
    jfr_history_of_kind *t = &j->file->settings.history[place];
    int64_t from = j->k.h.start_ns;
    uint32_t a = on.n > 0;
    uint32_t b = least.n > 0;

    while (on.n || least.n) {
        const bool is_off = on.n && on.v[a - 1].value;
        const int64_t ns = least.n ? least.v[b - 1].value : 0;
        const int64_t next_a = a < on.n ? on.v[a].time : INT64_MAX;
        const int64_t next_b = b < least.n ? least.v[b].time : INT64_MAX;
        const int64_t next = next_a < next_b ? next_a : next_b;
        t->was_on |= !is_off;
        if (!is_off) /* kinds that are off have a threshold, too */
            jfr_take_finest(&t->threshold, ns);
        if (is_reported)
            add_asked(j, place,
                      (jfr_asked){ .place = place,
                                   .from = from,
                                   .to = next < to ? next : to,
                                   .least = is_off ? CORR_NOT_TAKEN : ns });
        if (next == INT64_MAX)
            return;
        from = next > from ? next : from;
        a += next_a == next;
        b += next_b == next;
    }
}

void jfr_end_settings_of_chunk(jfr *j, int64_t to)
{
    const jfr_meaning *m;

    for (uint32_t i = 0; (m = jfr_meaning_at(i)); i++)
        if (m->wait != CORR_WAIT_NONE || i == JFR_BY_HOTSPOT)
            end_settings_of_kind(j, i, to);
}

/* async-profiler records waits for monitors instead of the JDK, which is set
 * not to. */
static int64_t least_of_both(const jfr_history_of_kind *t, int64_t least)
{
    const int64_t async = jfr_most_of(&t->async);

    if (!t->by_async)
        return least;
    return least == CORR_NOT_TAKEN || async < least ? async : least;
}

void jfr_settle_asked(jfr *j)
{
    for (uint32_t i = 0; i < j->file->settings.asked.n; i++) {
        const jfr_asked *a = &j->file->settings.asked.v[i];
        const jfr_meaning *m = jfr_meaning_at(a->place);
        corr_add_asked(
            j->b, &(corr_asked){
                      .wait = m->wait,
                      .event = corr_add_text(j->b, corr_str_of(m->event)),
                      .from = a->from,
                      .to = a->to,
                      .least = least_of_both(
                          &j->file->settings.history[a->place], a->least) });
    }
}
