/*
 * jfr_settings_history - what HotSpot was told to record, and when (formats/jfr 11.5).
 *
 * A JDK writes its settings, as they are for all recordings that run at once,
 * when a chunk begins and each time that one of them is changed
 * (Recording.setSettings; jdk.jfr.internal.EventControl writes what is in
 * force).  So of each the last one that was told holds, from its time on, and
 * the first of a chunk from where that begins.
 */
#include "corr_sort.h"
#include "jfr/jfr.h"

#include <stdlib.h>

/* Chunks follow each other that closely. */
#define NEXT_CHUNK INT64_C(1000000000)

SORT_BY(setting_by_time, jfr_setting, ASC(place), ASC(what), ASC(time),
        ASC(value))

void jfr_add_setting(jfr *j, uint32_t place, jfr_setting_of what, int64_t value)
{
    jfr_file *f = j->file;
    const int64_t when = jfr_when(j, F_START);

    if (!corr_grow((void **)&f->setting, &f->setting_room, f->nsetting + 1,
                   sizeof *f->setting)) {
        jfr_no_memory(j);
        return;
    }
    f->setting[f->nsetting++] =
        (jfr_setting){ .place = place,
                       .what = what,
                       .time = when == CORR_NO_TIME ? j->k.h.start_ns : when,
                       .value = value };
}

void jfr_forget_settings(jfr *j)
{
    j->file->nsetting = 0;
}

static bool is_same(const jfr_setting *a, const jfr_setting *b)
{
    return a->place == b->place && a->what == b->what;
}

/* Where two are of one time nobody knows which is in force: the finest. */
void jfr_sort_settings(jfr *j)
{
    jfr_setting *s = j->file->setting;
    uint32_t n = 0;

    if (j->file->nsetting)
        qsort(s, j->file->nsetting, sizeof *s, setting_by_time);
    for (uint32_t i = 0; i < j->file->nsetting; i++)
        if (n == 0 || !is_same(&s[n - 1], &s[i]) || s[n - 1].time != s[i].time)
            s[n++] = s[i];
    j->file->nsetting = n;
}

jfr_settings jfr_settings_of(const jfr *j, uint32_t place, jfr_setting_of what)
{
    const jfr_setting *s = j->file->setting;
    uint32_t first = 0;
    uint32_t n = 0;

    while (first < j->file->nsetting &&
           (s[first].place != place || s[first].what != what))
        first++;
    while (first + n < j->file->nsetting && is_same(&s[first], &s[first + n]))
        n++;
    return (jfr_settings){ n ? &s[first] : NULL, n };
}

int64_t jfr_setting_at(jfr_settings s, int64_t time)
{
    size_t lo = 1; /* the first one holds before it was told, too */

    LOWER_BOUND(lo, s.n, i, s.v[i].time <= time);
    return s.v[lo - 1].value;
}

/* ---- what was taken, and when ---------------------------------------------- */

static void add_asked(jfr *j, uint32_t place, jfr_asked row)
{
    jfr_file *f = j->file;
    jfr_setting_history *t = &f->told[place];
    jfr_asked *last = t->asked ? &f->asked[t->asked - 1] : NULL;

    if (row.from >= row.to)
        return;
    if (last && last->least == row.least && row.from >= last->from &&
        row.from - last->to <= NEXT_CHUNK) {
        last->to = last->to > row.to ? last->to : row.to;
        return;
    }
    if (!corr_grow((void **)&f->asked, &f->asked_room, f->nasked + 1,
                   sizeof *f->asked)) {
        jfr_no_memory(j);
        return;
    }
    f->asked[f->nasked++] = row;
    t->asked = f->nasked;
}

/* Stretches of the chunk, one for each change, of a type of events. */
static void settle(jfr *j, uint32_t place, int64_t to)
{
    const jfr_settings on = jfr_settings_of(j, place, JFR_OFF);
    const jfr_settings least = jfr_settings_of(j, place, JFR_THRESHOLD);
    const bool is_told =
        jfr_meaning_at(place)->take == jfr_take_wait || place == JFR_BY_HOTSPOT;
    jfr_setting_history *t = &j->file->told[place];
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
        if (!is_off) /* a threshold is told of what is switched off, too */
            jfr_take_finest(&t->threshold, ns);
        if (is_told)
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

void jfr_settle_told(jfr *j, int64_t to)
{
    const jfr_meaning *m;

    for (uint32_t i = 0; (m = jfr_meaning_at(i)); i++)
        if (m->wait != CORR_WAIT_NONE || i == JFR_BY_HOTSPOT)
            settle(j, i, to);
}

/* async-profiler takes waits for monitors in place of the JDK, which is told
 * not to. */
static int64_t least_of_both(const jfr_setting_history *t, int64_t least)
{
    const int64_t async = jfr_most_of(&t->async);

    if (!t->by_async)
        return least;
    return least == CORR_NOT_TAKEN || async < least ? async : least;
}

void jfr_settle_asked(jfr *j)
{
    for (uint32_t i = 0; i < j->file->nasked; i++) {
        const jfr_asked *a = &j->file->asked[i];
        const jfr_meaning *m = jfr_meaning_at(a->place);
        corr_add_asked(
            j->b,
            &(corr_asked){
                .wait = m->wait,
                .event = corr_add_text(j->b, corr_str_of(m->event)),
                .from = a->from,
                .to = a->to,
                .least = least_of_both(&j->file->told[a->place], a->least) });
    }
}
