#include "trace/lock_holders.h"

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"

/* Largest number of hand-overs listed for one wait. */
enum { MOST_HELD = 1024 };

SORT_BY(by_monitor, lock_holders_wait, ASC(monitor), ASC(to), ASC(segment),
        ASC(row))

void lock_holders_sort(holders *h)
{
    vec_sort(&h->wait, by_monitor);
}

/* Sets the monitor by class and address.  Without an address the monitor is
 * unknown, since it may be any of its class. */
static bool number_monitor(corr_map *monitors, const input *in, uint32_t labels,
                           lock_holders_wait *w)
{
    corr_label class, address;
    struct {
        int64_t address;
        uint64_t hash;
    } key;
    bool is_new;

    if (!input_find_label(in, labels, CORR_STR("class"), &class))
        class.text = (corr_str){ "", 0 };
    if (!input_find_label(in, labels, CORR_STR("address"), &address) ||
        !address.num)
        return true;
    key.address = address.num;
    key.hash = corr_hash(class.text.p, class.text.n);
    uint32_t *at = corr_map_bytes(monitors, &key, sizeof key, &is_new);
    if (at && is_new)
        *at = monitors->n;
    w->monitor = at ? *at : 0;
    return at != NULL;
}

/* Whether a thread is parked on a condition, which has no holder. */
static bool is_parked_on_condition(const input *in, uint32_t labels)
{
    corr_label class;

    return input_find_label(in, labels, CORR_STR("class"), &class) &&
           corr_str_ends(class.text, "ConditionObject");
}

/* Sets the taker of a wait.  False: it is for no lock. */
static bool find_taker(const input *in, const segment *g, lock_holders_wait *w)
{
    if (in->kind.v[g->kind].wait == CORR_WAIT_LOCK)
        return true;
    if (!segment_stack(g, w->row))
        return false;
    w->taker = lock_taker_of(in, g->stack[w->row]);
    return w->taker.func &&
           !is_parked_on_condition(in, g->labels ? g->labels[w->row] : 0);
}

static bool add_lock_waits(holders *h, corr_map *monitors, const input *in,
                           uint32_t s)
{
    const segment *g = &in->segment.v[s];

    for (size_t row = 0; row < g->n; row++) {
        lock_holders_wait w = { .thread = g->thread[row],
                                .owner = g->other ? g->other[row] : 0,
                                .from = g->time[row],
                                .segment = s,
                                .row = row };
        if (w.from == CORR_NO_TIME || g->dur[row] <= 0 ||
            !find_taker(in, g, &w))
            continue;
        w.to = add_clamped(w.from, g->dur[row]);
        if (g->labels && !number_monitor(monitors, in, g->labels[row], &w))
            return false;
        if (!vec_push(&h->wait, w))
            return false;
    }
    return true;
}

bool lock_holders_of(holders *h, const input *in)
{
    corr_map monitors = { 0 };
    bool ok = true;

    *h = (holders){ .in = in };
    for (uint32_t s = 1; ok && s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const corr_wait wait = in->kind.v[g->kind].wait;
        if ((wait == CORR_WAIT_LOCK || wait == CORR_WAIT_PARK) && g->time &&
            g->dur && g->thread)
            ok = add_lock_waits(h, &monitors, in, s);
    }
    corr_map_clear(&monitors);
    lock_holders_sort(h);
    return ok;
}

void lock_holders_clear(holders *h)
{
    vec_free(&h->wait);
    vec_free(&h->held);
    vec_free(&h->turn);
    vec_free(&h->candidate);
    lock_sights_clear(&h->sights);
}

static bool ends_before(const lock_holders_wait *w, uint32_t monitor, int64_t t)
{
    return w->monitor < monitor || (w->monitor == monitor && w->to <= t);
}

size_t lock_holders_after(const holders *h, uint32_t monitor, int64_t t)
{
    size_t lo = 0;

    LOWER_BOUND(lo, h->wait.n, i, ends_before(&h->wait.v[i], monitor, t));
    return lo;
}

/* Adds the stretch up to the end of `next`, which names the holder at that
 * time. took: the thread that acquired the lock at `from`; 0: the lock was
 * already held. */
static bool add_holding(holders *h, int64_t from, uint32_t took,
                        const lock_holders_wait *next)
{
    holding s = {
        .from = from, .to = next->to, .thread = next->owner, .seen = UINT32_MAX
    };

    if (!next->owner) {
        s.thread = took;
        s.how = took ? CORR_HELD_INFERRED : CORR_HELD_UNKNOWN;
    } else if (took && took != next->owner) {
        /* another thread acquired it, and its wait was too short to be
         * recorded */
        s.thread = took;
        s.how = CORR_HELD_UNKNOWN;
    }
    return vec_push(&h->held, s);
}

bool lock_holders_chain(holders *h, size_t i)
{
    const lock_holders_wait *me = &h->wait.v[i];
    int64_t from = me->from;
    uint32_t took = 0;

    h->held.n = h->candidate.n = 0;
    if (lock_holders_parks(me))
        return lock_inferred_chain(h, i);
    if (!me->monitor)
        return add_holding(h, from, took, me);
    for (size_t k = lock_holders_after(h, me->monitor, me->from);
         k < h->wait.n && h->wait.v[k].monitor == me->monitor &&
         h->wait.v[k].to < me->to;
         k++) {
        const lock_holders_wait *w = &h->wait.v[k];
        if (w->thread == me->thread || w->to == from)
            continue;
        if (h->held.n == MOST_HELD)
            return vec_push(&h->held, (holding){ .from = from,
                                                 .to = me->to,
                                                 .how = CORR_HELD_UNKNOWN,
                                                 .seen = UINT32_MAX });
        if (!add_holding(h, from, took, w))
            return false;
        from = w->to;
        took = w->thread;
    }
    return add_holding(h, from, took, me);
}

SORT_BY(by_turn, lock_holders_turn, THEN(thread_time_order(&a->at, &b->at)),
        ASC(number))

bool lock_holders_turns(holders *h)
{
    if (h->turn.n || !h->wait.n)
        return true;
    if (!vec_reserve(&h->turn, h->wait.n))
        return false;
    for (size_t i = 0; i < h->wait.n; i++)
        h->turn.v[h->turn.n++] =
            (lock_holders_turn){ { h->wait.v[i].thread, h->wait.v[i].from },
                                 (uint32_t)i };
    qsort(h->turn.v, h->turn.n, sizeof *h->turn.v, by_turn);
    return true;
}

size_t lock_holders_first(const holders *h, uint32_t thread, int64_t from)
{
    const size_t i =
        thread_time_first(h->turn.n ? &h->turn.v[0].at : NULL, h->turn.n,
                          sizeof *h->turn.v, thread, from);

    return i > 0 && h->turn.v[i - 1].at.thread == thread ? i - 1 : i;
}
