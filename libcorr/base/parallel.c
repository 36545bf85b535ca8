#include "base/parallel.h"

#include "base/huge_pages.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

/* Threads at a time; bytes of a stack if memory is limited, which counts it as a
 * whole. */
enum { MOST = 64, STACK = 1 << 20 };

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

static bool start_thread(pthread_t *thread, parts *p)
{
    pthread_attr_t attr;

    if (!huge_pages_limit())
        return pthread_create(thread, NULL, run_parts, p) == 0;
    if (pthread_attr_init(&attr))
        return false;
    const bool ok = pthread_attr_setstacksize(&attr, STACK) == 0 &&
                    pthread_create(thread, &attr, run_parts, p) == 0;
    pthread_attr_destroy(&attr);
    return ok;
}

void parallel_for(size_t threads, size_t n, parallel_part *part, void *ctx)
{
    parts p = { .part = part, .ctx = ctx, .n = n };
    pthread_t thread[MOST];
    size_t started = 0;

    threads = threads < n ? threads : n;
    threads = threads < MOST ? threads : MOST;
    while (started + 1 < threads && start_thread(&thread[started], &p))
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
