/* when_main - the change that is explained, its window and its baseline
 * (corr-methods 6.3). */
#include <math.h>
#include <string.h>

#include "corr_sort.h"
#include "when/when.h"

/* The least weight of a change that is worth an explanation. */
static const double least_weight = 0.1;

/* ---- near ------------------------------------------------------------------- */

/* How long after what it shows a series may rise: a rate over a window does so
 * before its mean is up. */
static int64_t slack_of(const corr_when *w, const corr_change_at *c)
{
    const corr_series_view *s = &w->series.v[c->series].s;

    return add_clamped(c->plus_minus, s->is_metric ? 2 * s->step : 0);
}

static bool is_same_time(const corr_when *w, const corr_change_at *a,
                         const corr_change_at *b)
{
    const int64_t second = INT64_C(1000000000);
    const int64_t apart =
        a->at > b->at ? sub_clamped(a->at, b->at) : sub_clamped(b->at, a->at);

    return apart <=
           max_i64(second, add_clamped(slack_of(w, a), slack_of(w, b)));
}

/* ---- the main change -------------------------------------------------------- */

/* The change with the greatest weight that begins something; NULL: none. */
static corr_change_at *find_best(corr_when *w, bool asked, bool metrics,
                                 const corr_change_at *near)
{
    corr_change_at *best = NULL;

    for (size_t i = 0; i < w->change.n; i++) {
        corr_change_at *c = &w->change.v[i];
        const corr_series_view *s = &w->series.v[c->series].s;
        const double weight = c->weight * (s->is_metric ? 0.8 : 1);
        const double most =
            best ? best->weight *
                       (w->series.v[best->series].s.is_metric ? 0.8 : 1)
            : asked ? 0
                    : least_weight;
        if (c->ends || (asked && !s->is_asked) || (!metrics && s->is_metric) ||
            (near && (c->up != near->up || !is_same_time(w, c, near))))
            continue;
        if (weight > most)
            best = c;
    }
    return best;
}

/* Whether a change lasts more than half as long as another, or both last. */
static bool lasts_as_long(const corr_change_at *a, const corr_change_at *b)
{
    if (a->until == CORR_NO_TIME || b->until == CORR_NO_TIME)
        return a->until == b->until;
    return sub_clamped(a->until, a->at) > sub_clamped(b->until, b->at) / 2;
}

/* The role of a profile whose change is that of a series of a role: memory grows
 * by allocation.  CORR_ROLE_OTHER: no role. */
static corr_role profile_for(corr_role role)
{
    static const corr_role profile[CORR_ROLE_COUNT] = {
        [CORR_ROLE_CPU] = CORR_ROLE_CPU,
        [CORR_ROLE_LATENCY] = CORR_ROLE_OTHER,
        [CORR_ROLE_LOCK] = CORR_ROLE_OTHER,
        [CORR_ROLE_WAIT] = CORR_ROLE_OTHER,
        [CORR_ROLE_ALLOC] = CORR_ROLE_ALLOC,
        [CORR_ROLE_MEMORY] = CORR_ROLE_ALLOC,
        [CORR_ROLE_GC] = CORR_ROLE_ALLOC,
        [CORR_ROLE_LOAD] = CORR_ROLE_OTHER,
        [CORR_ROLE_REQUESTS] = CORR_ROLE_OTHER,
        [CORR_ROLE_OTHER] = CORR_ROLE_OTHER,
    };

    return profile[role];
}

/* Whether the allocation that a level of memory follows began with it, or a
 * while before: up to a quarter of its own length, as collections come late. */
static bool is_before_memory(const corr_change_at *c,
                             const corr_change_at *memory)
{
    const int64_t late = sub_clamped(memory->at, c->at);

    return late >= 0 && (c->until == CORR_NO_TIME ||
                         late <= sub_clamped(c->until, c->at) / 4);
}

/* The change of a profile that belongs to a change of another series. */
static corr_change_at *find_profile_near(corr_when *w,
                                         const corr_change_at *near)
{
    const corr_role of = w->series.v[near->series].s.role;
    const corr_role role = profile_for(of);
    corr_change_at *best = NULL;

    for (size_t i = 0; role != CORR_ROLE_OTHER && i < w->change.n; i++) {
        corr_change_at *c = &w->change.v[i];
        const corr_series_view *s = &w->series.v[c->series].s;
        const bool fits =
            role == of ? is_same_time(w, c, near) && lasts_as_long(c, near)
                       : is_same_time(w, c, near) || is_before_memory(c, near);
        if (!c->ends && !s->is_metric && s->role == role && c->up == near->up &&
            fits && (!best || c->weight > best->weight))
            best = c;
    }
    return best;
}

static corr_change_at *find_main(corr_when *w)
{
    corr_change_at *asked = find_best(w, true, true, NULL);

    if (asked)
        w->metric = asked->series + 1;
    corr_change_at *main = asked ? asked : find_best(w, false, true, NULL);
    const corr_role role =
        main ? w->series.v[main->series].s.role : CORR_ROLE_OTHER;
    corr_change_at *profile =
        main && (asked || role == CORR_ROLE_MEMORY || role == CORR_ROLE_GC)
            ? find_profile_near(w, main)
            : NULL;
    return profile ? profile : main;
}

/* ---- windows ---------------------------------------------------------------- */

static int64_t end_of(const corr_series_view *s)
{
    uint32_t n = s->n;

    while (n > 0 && !isfinite(s->value[n - 1]))
        n--;
    return s->from + s->step * n;
}

static int64_t begin_of(const corr_series_view *s)
{
    uint32_t i = 0;

    while (i < s->n && !isfinite(s->value[i]))
        i++;
    return s->from + s->step * i;
}

static void set_window(corr_when *w, const corr_change_at *c)
{
    const corr_series_view *s = &w->series.v[c->series].s;
    const int64_t until = c->until == CORR_NO_TIME ? end_of(s) : c->until;
    const bool trims = sub_clamped(until, c->at) >= 5 * s->step;

    w->facts.until = c->until;
    w->facts.from = c->at + (trims ? s->step : 0);
    w->facts.to = until - (trims && c->until != CORR_NO_TIME ? s->step : 0);
    w->facts.to = max_i64(w->facts.to, w->facts.from);
}

/* Cuts [from, to) where the series had other levels. */
static void leave_out_changes(const corr_when *w, const corr_change_at *c,
                              int64_t *from, int64_t to)
{
    const when_series *s = &w->series.v[c->series];
    const int64_t asked = *from;

    for (uint32_t i = 0; i < s->nchange; i++)
        if (s->change[i].at < to)
            *from = max_i64(*from, s->change[i].at);
    if (to - *from < 5 * s->s.step || to - *from < (to - asked) / 10)
        *from = asked; /* better a mixture than nothing */
}

static void set_baseline(corr_when *w, const corr_change_at *c)
{
    const int64_t half_minute = INT64_C(30000000000);
    const corr_series_view *s = &w->series.v[c->series].s;
    const int64_t begin = begin_of(s), end = end_of(s);
    const int64_t length = 4 * (w->facts.to - w->facts.from);
    const int64_t before = sub_clamped(c->at, begin);
    const int64_t guard = max_i64(s->step, min_i64(half_minute, before / 4));

    w->facts.base_to = c->at - guard;
    w->facts.base_from = max_i64(begin, sub_clamped(w->facts.base_to, length));
    leave_out_changes(w, c, &w->facts.base_from, w->facts.base_to);
    if (w->facts.base_to - w->facts.base_from >= 3 * s->step)
        return;
    w->facts.base_from = w->facts.to + guard;
    w->facts.base_to = min_i64(end, add_clamped(w->facts.base_from, length));
    if (w->facts.base_to - w->facts.base_from < 3 * s->step)
        w->facts.base_from = w->facts.base_to = 0;
}

/* ---- the list --------------------------------------------------------------- */

/* The place of a change in the list: the main one, its end, what changed with
 * them, others. */
static unsigned place_of(const corr_change_at *c)
{
    return c->is_main ? (c->ends ? 1 : 0) : c->is_near ? 2 : 3;
}

SORT_BY(change_by_place, corr_change_at, ASC_OF(place_of), DESC(weight),
        ASC(at), ASC(series))

static bool list_changes(corr_when *w)
{
    for (uint32_t i = 0; i < w->series.n; i++)
        for (uint32_t k = 0; k < w->series.v[i].nchange; k++) {
            corr_change_at c = w->series.v[i].change[k];
            c.series = i;
            if (!vec_push(&w->change, c))
                return false;
        }
    return true;
}

static void mark_near(corr_when *w, const corr_change_at *main)
{
    for (size_t i = 0; i < w->change.n; i++) {
        corr_change_at *c = &w->change.v[i];
        corr_change_at end = *main;
        end.at = main->until;
        const bool mine = c->series == main->series;
        if (mine && c->at == main->at)
            c->is_main = true;
        else if (mine && main->until != CORR_NO_TIME && c->at == main->until)
            c->is_main = c->ends = true;
        c->is_near =
            !c->ends ? is_same_time(w, c, main)
                     : main->until != CORR_NO_TIME && is_same_time(w, c, &end);
    }
}

bool when_choose(corr_when *w)
{
    when_trim(w);
    if (!list_changes(w))
        return false;
    const corr_change_at *best = find_main(w);
    if (best) {
        const corr_change_at main = *best;
        set_window(w, &main);
        set_baseline(w, &main);
        mark_near(w, &main);
        w->facts.main = 1;
    }
    vec_sort(&w->change, change_by_place);
    return true;
}
