#include "findings/child_times.h"

#include "corr_sort.h"

SORT_BY(child_by_start, child_time, ASC(from), ASC(to), ASC(span))

static bool is_timed_child(const corr_store *st, uint32_t span, stretch window,
                           stretch *ran)
{
    return st->spans.up.v[span] && span_ran(store_span(st, span), ran) &&
           stretch_touch(*ran, window);
}

bool child_times_of(child_times *c, const corr_store *st, stretch window,
                    corr_arena *arena)
{
    const spans *s = &st->spans;
    const uint32_t n = (uint32_t)s->at.n; /* row 0 is nil */
    stretch ran;

    c->at = corr_arena_new(arena, uint32_t, n + 2);
    if (!c->at)
        return false;
    for (uint32_t i = 1; i < n; i++)
        if (is_timed_child(st, i, window, &ran))
            c->at[s->up.v[i] + 2]++;
    for (uint32_t i = 2; i < n + 2; i++)
        c->at[i] += c->at[i - 1];
    c->child = corr_arena_new(arena, child_time, c->at[n + 1] + 1);
    if (!c->child)
        return false;
    for (uint32_t i = 1; i < n; i++)
        if (is_timed_child(st, i, window, &ran))
            c->child[c->at[s->up.v[i] + 1]++] =
                (child_time){ ran.from, ran.to, 0, i };
    for (uint32_t i = 1; i < n; i++) {
        child_time *of = c->child + c->at[i];
        const size_t count = c->at[i + 1] - c->at[i];
        if (count > 1)
            qsort(of, count, sizeof *of, child_by_start);
        for (size_t k = 0; k < count; k++)
            of[k].latest = k ? max_i64(of[k - 1].latest, of[k].to) : of[k].to;
    }
    return true;
}

/* The number of children that began by t, and before it if `before`. */
static size_t begun_by(const child_times *c, uint32_t span, int64_t t)
{
    const child_time *of = c->child + c->at[span];
    size_t lo = 0;

    LOWER_BOUND(lo, c->at[span + 1] - c->at[span], i, of[i].from <= t);
    return lo;
}

bool child_times_cover(const child_times *c, uint32_t span, int64_t t)
{
    const size_t n = begun_by(c, span, t);

    return n && c->child[c->at[span] + n - 1].latest > t;
}

/* Children that ended at all, walked back from t.  A few steps are enough,
 * unless very many ran at the same time. */
int64_t child_times_ended(const child_times *c, uint32_t span, uint32_t except,
                          int64_t t, int64_t otherwise)
{
    enum { MOST_STEPS = 64 };
    const child_time *of = c->child + c->at[span];
    const size_t n = begun_by(c, span, t);
    int64_t ended = otherwise;

    for (size_t k = n; k-- > 0 && n - k <= MOST_STEPS;) {
        if (of[k].latest <= ended)
            break;
        if (of[k].span != except && of[k].to <= t)
            ended = max_i64(ended, of[k].to);
    }
    return ended;
}
