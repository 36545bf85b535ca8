/* crew - see crew.h. */
#include "base/worker_pool.h"

#include "base/base.h"

void crew_add(corr_crew *c, size_t files)
{
    atomic_fetch_add(&c->left, files);
}

void crew_done(corr_crew *c)
{
    atomic_fetch_sub(&c->left, 1);
}

bool corr_crew_several(const corr_crew *c)
{
    return c && c->threads > 1;
}

bool corr_crew_join(corr_crew *c)
{
    if (!c)
        return false;
    const size_t left = atomic_load(&c->left); /* which becomes less only */
    const size_t readers = left < c->threads ? left : c->threads;
    size_t helpers = atomic_load(&c->helpers);

    do {
        if (readers + helpers >= c->threads)
            return false;
    } while (!atomic_compare_exchange_weak(&c->helpers, &helpers, helpers + 1));
    return true;
}

void corr_crew_leave(corr_crew *c)
{
    atomic_fetch_sub(&c->helpers, 1);
}

size_t crew_join_all(corr_crew *c)
{
    size_t n = 0;

    while (corr_crew_join(c))
        n++;
    return n;
}

void crew_leave_all(corr_crew *c, size_t helpers)
{
    while (helpers--)
        corr_crew_leave(c);
}
