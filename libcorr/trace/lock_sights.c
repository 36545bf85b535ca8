#include "trace/lock_sights.h"

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"

SORT_BY(place_by_monitor, lock_sights_place, ASC(monitor), ASC(func),
        ASC(shared))

bool lock_sights_add(lock_sights *s, lock_takers *t, uint32_t monitor,
                     const lock_taker *taker)
{
    const lock_sights_place new = { monitor, taker->func, taker->shared };

    lock_takers_add(t, taker);
    return vec_push(&s->place, new);
}

static void sort_places(lock_sights *s)
{
    size_t n = 0;

    vec_sort(&s->place, place_by_monitor);
    for (size_t i = 0; i < s->place.n; i++)
        if (n == 0 || place_by_monitor(&s->place.v[n - 1], &s->place.v[i]) != 0)
            s->place.v[n++] = s->place.v[i];
    s->place.n = n;
}

size_t lock_sights_first(const lock_sights *s, uint32_t monitor)
{
    size_t lo = 0;

    LOWER_BOUND(lo, s->place.n, i, s->place.v[i].monitor < monitor);
    return lo;
}

/* A thread that is parked on a condition has given the lock back, and
 * lock_takers_next passes over it. */
static bool add_sights(lock_sights *s, const lock_takers *t, uint32_t number)
{
    const segment *g = &t->in->segment.v[number];
    const bool is_span = t->in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;

    for (size_t row = 0; row < g->n; row++) {
        const uint32_t stack = g->stack[row];
        const int64_t from = g->time[row];
        uint32_t depth = 0, func;
        if (!s->has_taker[stack] || from == CORR_NO_TIME || !g->thread[row])
            continue;
        const int64_t to =
            add_clamped(from, g->dur ? max_i64(g->dur[row], 1) : 1);
        while ((func = lock_takers_next(t, stack, &depth)))
            if ((!is_span || lock_takers_called(t, stack, depth)) &&
                (!vec_push(&s->sight,
                           (lock_sight){ g->thread[row], func, number }) ||
                 !thread_spans_add(&s->by_func, func, from, to,
                                   (uint32_t)s->sight.n - 1)))
                return false;
    }
    return true;
}

/* Whether a function of the stack takes locks, which may also be in the part
 * that the recorder cut off. */
static bool has_taker(const lock_takers *t, uint32_t stack)
{
    enum { CUT_OFF = 64 };

    return t->in->stack.n.v[stack] >= CUT_OFF || lock_takers_any(t, stack);
}

bool lock_sights_read(lock_sights *s, const lock_takers *t)
{
    const input *in = t->in;
    bool ok;

    s->known = true;
    s->in = in;
    sort_places(s);
    s->has_taker = calloc(in->stack.n.n ? in->stack.n.n : 1, 1);
    ok = s->has_taker != NULL;
    for (uint32_t i = 1; ok && i < in->stack.n.n; i++)
        s->has_taker[i] = has_taker(t, i);
    for (uint32_t i = 1; ok && i < in->segment.n; i++) {
        const segment *g = &in->segment.v[i];
        if (g->stack && g->time && g->thread)
            ok = add_sights(s, t, i);
    }
    thread_spans_sort(&s->by_func);
    return ok;
}

static bool is_away_in(const lock_sights *s, const segment *g, uint32_t thread,
                       int64_t from, int64_t to)
{
    for (size_t row = segment_from(g, from); row < g->n && g->time[row] < to;
         row++)
        if (g->thread[row] == thread && g->stack[row] &&
            !s->has_taker[g->stack[row]])
            return true;
    return false;
}

bool lock_sights_away(const lock_sights *s, uint32_t thread, int64_t from,
                      int64_t to)
{
    for (uint32_t i = 1; i < s->in->segment.n; i++) {
        const segment *g = &s->in->segment.v[i];
        const bool is_span = s->in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
        if (g->stack && g->time && g->thread && !is_span &&
            is_away_in(s, g, thread, from, to))
            return true;
    }
    return false;
}

void lock_sights_clear(lock_sights *s)
{
    vec_free(&s->place);
    vec_free(&s->sight);
    thread_spans_clear(&s->by_func);
    free(s->has_taker);
    s->has_taker = NULL;
}
