/* scrub_ring - blocks of bytes that another thread takes. */
#include "scrub/scrub_ring.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

/* A thread costs as much as the work on some blocks. */
enum { SLOTS = 8, TAKEN_HERE = 4 };

typedef struct ring_slot {
    uint8_t *p; /* [RING_BEFORE + RING_BLOCK]; NULL: not used so far */
    size_t n;
} ring_slot;

struct scrub_ring {
    ring_take *take;
    void *ctx;
    ring_slot slot[SLOTS];
    size_t put; /* blocks that were put */
    bool has_thread, is_alone;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t news;
    size_t taken;
    bool ended;
    int sys;
};

scrub_ring *ring_new(ring_take *take, void *ctx)
{
    scrub_ring *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->take = take;
    r->ctx = ctx;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->news, NULL);
    return r;
}

/* ---- the other thread ---------------------------------------------------- */

/* With the lock: takes the next block, without the lock. */
static void take_slot(scrub_ring *r)
{
    const ring_slot slot = r->slot[r->taken % SLOTS];
    int sys = r->sys;

    pthread_mutex_unlock(&r->lock);
    if (!sys)
        sys = r->take(r->ctx, slot.p + RING_BEFORE, slot.n);
    pthread_mutex_lock(&r->lock);
    r->sys = sys;
    r->taken++;
    pthread_cond_signal(&r->news);
}

static void *take_slots(void *arg)
{
    scrub_ring *r = arg;

    pthread_mutex_lock(&r->lock);
    while (r->taken < r->put || !r->ended) {
        if (r->taken < r->put)
            take_slot(r);
        else
            pthread_cond_wait(&r->news, &r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* With the lock. */
static void start_taker(scrub_ring *r)
{
    if (r->has_thread || r->is_alone || r->put < TAKEN_HERE)
        return;
    r->has_thread = parallel_threads(0) > 1 &&
                    pthread_create(&r->thread, NULL, take_slots, r) == 0;
    r->is_alone = !r->has_thread;
}

/* ---- the thread that puts ------------------------------------------------ */

/* Waits for a slot that is free, and returns its memory; NULL: out of memory. */
static uint8_t *free_slot(scrub_ring *r)
{
    ring_slot *slot = &r->slot[r->put % SLOTS];

    pthread_mutex_lock(&r->lock);
    while (r->put - r->taken == SLOTS)
        pthread_cond_wait(&r->news, &r->lock);
    pthread_mutex_unlock(&r->lock);
    if (!slot->p)
        slot->p = malloc(RING_BEFORE + RING_BLOCK);
    return slot->p;
}

static int put_slot(scrub_ring *r, const uint8_t *p, size_t n)
{
    uint8_t *to = free_slot(r);

    if (!to)
        return ENOMEM;
    memcpy(to + RING_BEFORE, p, n);
    pthread_mutex_lock(&r->lock);
    r->slot[r->put++ % SLOTS].n = n;
    start_taker(r);
    if (r->has_thread)
        pthread_cond_signal(&r->news);
    else
        take_slot(r);
    const int sys = r->sys;
    pthread_mutex_unlock(&r->lock);
    return sys;
}

int ring_put(scrub_ring *r, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    int sys = 0;

    while (n && !sys) {
        const size_t take = n < RING_BLOCK ? n : RING_BLOCK;
        sys = put_slot(r, p, take);
        p += take;
        n -= take;
    }
    return sys;
}

int ring_end(scrub_ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->ended = true;
    pthread_cond_signal(&r->news);
    pthread_mutex_unlock(&r->lock);
    if (r->has_thread)
        pthread_join(r->thread, NULL);
    r->has_thread = false;
    return r->sys;
}

void ring_free(scrub_ring *r)
{
    if (!r)
        return;
    ring_end(r);
    for (size_t i = 0; i < SLOTS; i++)
        free(r->slot[i].p);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->news);
    free(r);
}
