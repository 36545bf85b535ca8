/* scrub_ring - blocks of bytes that another thread takes. */
#include "scrub/scrub_ring.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A thread costs as much as the work on some blocks. */
enum { SLOTS = 8, SLOT_BYTES = RING_BEFORE + RING_BLOCK, TAKEN_HERE = 4 };

struct scrub_ring {
    ring_take *take;
    void *ctx;
    uint8_t *slots; /* [SLOTS * SLOT_BYTES] */
    size_t n[SLOTS];
    size_t put; /* blocks that were put */
    bool has_thread, is_alone;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t news;
    size_t taken;
    bool ended;
    int sys;
};

scrub_ring *ring_new(ring_take *take, void *ctx, bool is_alone)
{
    scrub_ring *r = calloc(1, sizeof *r);

    if (!r || !(r->slots = malloc((size_t)SLOTS * SLOT_BYTES))) {
        free(r);
        return NULL;
    }
    r->take = take;
    r->ctx = ctx;
    r->is_alone = is_alone;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->news, NULL);
    return r;
}

static uint8_t *block_of(const scrub_ring *r, size_t number)
{
    return r->slots + number % SLOTS * SLOT_BYTES + RING_BEFORE;
}

/* ---- the other thread ---------------------------------------------------- */

/* With the lock: takes the next block, without the lock. */
static void take_slot(scrub_ring *r)
{
    uint8_t *p = block_of(r, r->taken);
    const size_t n = r->n[r->taken % SLOTS];
    int sys = r->sys;

    pthread_mutex_unlock(&r->lock);
    if (!sys)
        sys = r->take(r->ctx, p, n);
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
    r->has_thread = pthread_create(&r->thread, NULL, take_slots, r) == 0;
    r->is_alone = !r->has_thread;
}

/* ---- the thread that puts ------------------------------------------------ */

/* Waits for a slot that is free. */
static int put_slot(scrub_ring *r, const uint8_t *p, size_t n)
{
    pthread_mutex_lock(&r->lock);
    while (r->put - r->taken == SLOTS)
        pthread_cond_wait(&r->news, &r->lock);
    pthread_mutex_unlock(&r->lock);
    memcpy(block_of(r, r->put), p, n);
    pthread_mutex_lock(&r->lock);
    r->n[r->put++ % SLOTS] = n;
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
    free(r->slots);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->news);
    free(r);
}
