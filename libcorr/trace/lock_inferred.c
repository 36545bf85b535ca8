/*
 * lock_inferred - the holders of a lock of java.util.concurrent during a wait
 * for it, by what the recording shows of other threads (corr-methods 2.5).
 *
 * The queue of such a lock is in order: a thread stays parked until the lock is
 * given back and it is the first of the queue.  So the ends of waits are the
 * times at which the lock was given back, and a thread that is in one call at
 * such a time does not have the lock.
 */
#include "base/base.h"
#include "trace/lock_holders.h"

/* CLOSE_NS: the clocks of two threads, and a thread that wakes up, are this
 * late.  MOST_PARTS: the largest number of parts of one wait. */
enum { CLOSE_NS = 1000000, MOST_PARTS = 1024, MOST_CANDIDATES = 64 };

/* ---- what is known of the locks ------------------------------------------- */

/* Marks waits whose thread waits for the lock again at once. */
static void mark_again(holders *h)
{
    for (size_t i = 0; i + 1 < h->turn.n; i++) {
        lock_holders_wait *a = &h->wait.v[h->turn.v[i].number];
        const lock_holders_wait *b = &h->wait.v[h->turn.v[i + 1].number];
        a->again = lock_holders_parks(a) && a->thread == b->thread &&
                   a->monitor == b->monitor &&
                   sub_clamped(b->from, a->to) < CLOSE_NS;
    }
}

static bool read_sights(holders *h)
{
    lock_takers t = { 0 };
    bool ok = lock_holders_turns(h) && lock_takers_init(&t, h->in);

    mark_again(h);
    for (size_t i = 0; ok && i < h->wait.n; i++)
        if (lock_holders_parks(&h->wait.v[i]))
            ok = lock_sights_add(&h->sights, &t, h->wait.v[i].monitor,
                                 &h->wait.v[i].taker);
    ok = ok && lock_sights_read(&h->sights, &t);
    lock_takers_clear(&t);
    return ok;
}

/* ---- one part of a wait ---------------------------------------------------- */

typedef struct lock_part {
    holders *h;
    const lock_holders_wait *me;
    holding out;
    int64_t longest; /* ns, of out.seen */
} lock_part;

/* Whether the lock changed hands within a sight: then the thread, which was in
 * one call all the time, does not have it. */
static bool is_passed_on(const lock_part *p, const thread_span *r, bool shared)
{
    const holders *h = p->h;
    const uint32_t monitor = p->me->monitor;

    for (size_t k = lock_holders_after(h, monitor, r->at.from + CLOSE_NS);
         k < h->wait.n && h->wait.v[k].monitor == monitor &&
         h->wait.v[k].to < sub_clamped(r->to, CLOSE_NS);
         k++)
        if (!h->wait.v[k].taker.limited &&
            !(shared && h->wait.v[k].taker.shared))
            return true;
    return false;
}

/* Whether a thread waits for the lock in this part. */
static bool is_waiting(const lock_part *p, uint32_t thread)
{
    const holders *h = p->h;

    for (size_t k = lock_holders_first(h, thread, p->out.from);
         k < h->turn.n && h->turn.v[k].at.thread == thread &&
         h->turn.v[k].at.from < p->out.to;
         k++) {
        const lock_holders_wait *w = &h->wait.v[h->turn.v[k].number];
        if (w->monitor == p->me->monitor && w->to > p->out.from)
            return true;
    }
    return false;
}

static bool add_candidate(lock_part *p, uint32_t thread)
{
    holders *h = p->h;

    for (uint32_t i = 0; i < p->out.n; i++)
        if (h->candidate.v[p->out.first + i] == thread)
            return true;
    if (p->out.n == MOST_CANDIDATES)
        return true;
    p->out.n++;
    return vec_push(&h->candidate, thread);
}

static bool add_seen(lock_part *p, const thread_span *r, bool shared)
{
    lock_sights *s = &p->h->sights;
    const uint32_t thread = s->sight.v[r->of].thread;

    if (thread == p->me->thread || is_waiting(p, thread) ||
        is_passed_on(p, r, shared) ||
        lock_sights_away(s, thread, max_i64(r->to, p->out.from),
                         sub_clamped(p->out.to, CLOSE_NS)))
        return true;
    p->out.nseen++;
    if (sub_clamped(r->to, r->at.from) > p->longest) {
        p->longest = sub_clamped(r->to, r->at.from);
        p->out.seen = r->of;
    }
    return add_candidate(p, thread);
}

/* Lists the threads that are seen in code that takes the lock. */
static bool list_seen(lock_part *p)
{
    const lock_sights *s = &p->h->sights;
    const uint32_t monitor = p->me->monitor;

    for (size_t i = lock_sights_first(s, monitor);
         i < s->place.n && s->place.v[i].monitor == monitor; i++) {
        const lock_sights_place *at = &s->place.v[i];
        size_t k = thread_spans_end(&s->by_func, at->func, p->out.to);
        if (at->shared && p->me->taker.shared)
            continue;
        for (const thread_span *r;
             (r = thread_spans_prev(&s->by_func, &k, at->func, p->out.from));)
            if (r->to > p->out.from && !add_seen(p, r, at->shared))
                return false;
    }
    return true;
}

/* Adds a part, or lengthens the last one if it has the same holder. */
static bool push_part(holders *h, const holding *part)
{
    holding *last = h->held.n ? &h->held.v[h->held.n - 1] : NULL;

    if (!last || !part->thread || last->thread != part->thread)
        return vec_push(&h->held, *part);
    last->to = part->to;
    last->nseen += part->nseen;
    return true;
}

/* Adds the part of a wait up to `to`. took: the thread whose wait ended at
 * `from`; 0: unknown. */
static bool add_part(holders *h, const lock_holders_wait *me, int64_t from,
                     int64_t to, uint32_t took)
{
    lock_part p = { .h = h,
                    .me = me,
                    .out = { .from = from,
                             .to = to,
                             .how = CORR_HELD_UNKNOWN,
                             .first = (uint32_t)h->candidate.n,
                             .seen = UINT32_MAX } };

    if (me->monitor && !list_seen(&p))
        return false;
    const uint32_t seen = p.out.n;
    if (took && !add_candidate(&p, took))
        return false;
    if (seen == 1 && p.out.n == 1) {
        p.out.how = CORR_HELD_INFERRED;
        p.out.thread = h->candidate.v[p.out.first];
        h->candidate.n = p.out.first;
        p.out.n = 0;
    }
    return push_part(h, &p.out);
}

bool lock_inferred_chain(holders *h, size_t i)
{
    if (!h->sights.known && !read_sights(h))
        return false;
    const lock_holders_wait *me = &h->wait.v[i];
    int64_t from = me->from;
    uint32_t took = 0;

    for (size_t k = lock_holders_after(h, me->monitor, me->from);
         me->monitor && k < h->wait.n && h->wait.v[k].monitor == me->monitor &&
         h->wait.v[k].to < me->to && h->held.n < MOST_PARTS;
         k++) {
        const lock_holders_wait *w = &h->wait.v[k];
        if (w->thread == me->thread || w->to == from)
            continue;
        if (!add_part(h, me, from, w->to, took))
            return false;
        from = w->to;
        took = w->again || w->taker.limited ? 0 : w->thread;
    }
    return add_part(h, me, from, me->to, took);
}
