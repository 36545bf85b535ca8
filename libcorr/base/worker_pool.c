#include "base/worker_pool.h"

void workers_add(corr_workers *c, size_t files)
{
    atomic_fetch_add(&c->left, files);
}

void workers_done(corr_workers *c)
{
    atomic_fetch_sub(&c->left, 1);
}

bool corr_workers_several(const corr_workers *c)
{
    return c && c->threads > 1;
}

bool corr_workers_join(corr_workers *c)
{
    if (!c)
        return false;
    const size_t left = atomic_load(&c->left); /* only ever decreases */
    const size_t readers = left < c->threads ? left : c->threads;
    size_t helpers = atomic_load(&c->helpers);

    do {
        if (readers + helpers >= c->threads)
            return false;
    } while (!atomic_compare_exchange_weak(&c->helpers, &helpers, helpers + 1));
    return true;
}

void corr_workers_leave(corr_workers *c)
{
    atomic_fetch_sub(&c->helpers, 1);
}

size_t workers_join_all(corr_workers *c)
{
    size_t n = 0;

    while (corr_workers_join(c))
        n++;
    return n;
}

void workers_leave_all(corr_workers *c, size_t helpers)
{
    while (helpers--)
        corr_workers_leave(c);
}
