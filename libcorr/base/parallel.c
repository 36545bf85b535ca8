#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST = 64 };

typedef struct parts {
    parallel_part *part;
    void *ctx;
    size_t n;
    atomic_size_t next;
} parts;

static void *run_parts(void *arg)
{
    parts *p = arg;
    size_t i;

    while ((i = atomic_fetch_add(&p->next, 1)) < p->n)
        p->part(p->ctx, i);
    return NULL;
}

void parallel_for(size_t threads, size_t n, parallel_part *part, void *ctx)
{
    parts p = { .part = part, .ctx = ctx, .n = n };
    pthread_t thread[MOST];
    size_t started = 0;

    threads = threads < n ? threads : n;
    threads = threads < MOST ? threads : MOST;
    while (started + 1 < threads &&
           pthread_create(&thread[started], NULL, run_parts, &p) == 0)
        started++;
    run_parts(&p);
    while (started)
        pthread_join(thread[--started], NULL);
}

size_t parallel_threads(unsigned jobs)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return jobs ? jobs : (size_t)(cores > 0 ? cores : 1);
}
