/*
 * waterfall_clock - the times of one trace on the clock of its root, and the
 * facts about clocks. clock_hosts.c computes the differences of clocks from
 * calls.
 */
#include "trace/waterfall.h"

/* ---- shifts ---------------------------------------------------------- */

uint32_t waterfall_clock(const corr_waterfall *w, uint32_t i)
{
    return clock_hosts_find(w->clocks, clock_hosts_name(w->store, w->span[i]));
}

/* Lists a clock with shifted spans, by number. */
static void list_clock(corr_waterfall *w, uint32_t clock)
{
    uint32_t at = w->nclock;

    for (; at && w->clock[at - 1] >= clock; at--)
        if (w->clock[at - 1] == clock)
            return;
    memmove(w->clock + at + 1, w->clock + at,
            (w->nclock - at) * sizeof *w->clock);
    w->clock[at] = clock;
    w->nclock++;
}

/* Computes the shift of each span; false: no shifts. */
static bool find_shifts(corr_waterfall *w, int64_t *shift)
{
    for (uint32_t i = 0; i < w->n; i++) {
        const uint32_t clock = waterfall_clock(w, i);
        if (clock == UINT32_MAX || !w->clocks->shift[clock] ||
            !w->time[i].is_placed)
            continue;
        shift[w->span[i] - w->first] = w->clocks->shift[clock];
        list_clock(w, clock);
    }
    return w->nclock > 0;
}

static bool settle_shifts(corr_waterfall *w, int64_t **shift)
{
    const uint32_t root = w->span[w->facts.root];

    clock_hosts_settle(w->clocks, clock_hosts_name(w->store, root));
    int64_t *each = corr_arena_new(&w->arena, int64_t, w->n);
    w->clock = corr_arena_new(&w->arena, uint32_t, w->clocks->name.n + 1);
    if (!each || !w->clock)
        return false;
    if (find_shifts(w, each))
        *shift = each;
    return true;
}

bool waterfall_shifts(corr_waterfall *w, uint32_t trace, clock_hosts *known,
                      int64_t **shift)
{
    *shift = NULL;
    w->clocks = known ? known : &w->mine;
    if (!known && !clock_hosts_of(&w->mine, w->store, trace))
        return false;
    return !w->clocks->apart || w->store->keep_clocks ||
           settle_shifts(w, shift);
}

/* ---- facts ----------------------------------------------------------- */

uint32_t corr_waterfall_clocks(const corr_waterfall *w)
{
    return (uint32_t)w->clocks->pair.n;
}

corr_clock_pair corr_waterfall_clock(const corr_waterfall *w, uint32_t i)
{
    const clock_hosts *h = w->clocks;
    const host_pair *p = &h->pair.v[i];

    return (corr_clock_pair){
        .a = h->name.v[p->a],
        .b = h->name.v[p->b],
        .lo = p->in.lo,
        .hi = p->in.hi,
        .has_lo = p->in.lo != INT64_MIN,
        .has_hi = p->in.hi != INT64_MAX,
        .shift = clock_middle(p->in),
        .calls = p->calls,
        .of = p->of,
        .applied = w->nclock && p->apart && !p->far && h->reached[p->a] &&
                   h->reached[p->b],
        .far = p->far,
        .may_be_apart = p->may_be_apart,
        .guess = p->guess,
    };
}

uint32_t corr_waterfall_shifts(const corr_waterfall *w)
{
    return w->nclock;
}

corr_clock_shift corr_waterfall_shift(const corr_waterfall *w, uint32_t i)
{
    const clock_hosts *h = w->clocks;
    const uint32_t clock = w->clock[i];
    const host_pair *by = &h->pair.v[h->by[clock]];

    return (corr_clock_shift){ .clock = h->name.v[clock],
                               .shift = h->shift[clock],
                               .u = h->u[clock],
                               .calls = by->calls,
                               .of = by->of,
                               .is_zone = clock_is_zone(h->shift[clock]) };
}
