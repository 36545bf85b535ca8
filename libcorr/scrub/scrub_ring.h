/*
 * scrub_ring - blocks of bytes that another thread takes, in their order.
 *
 * The first blocks are taken by the thread that puts them, so that a small file
 * starts no thread.  Where no thread can be started, all of them are.  The first
 * failure ends the taking, and is the result of each later call.
 */
#ifndef CORR_SCRUB_RING_H
#define CORR_SCRUB_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A block has RING_BEFORE bytes of room before it, which its taker may use. */
enum { RING_BLOCK = 1 << 16, RING_BEFORE = 1024 };

/* Takes a block of at most RING_BLOCK bytes.  Returns 0, or errno. */
typedef int ring_take(void *ctx, uint8_t *p, size_t n);

typedef struct scrub_ring scrub_ring;

/* is_alone: it starts no thread.  NULL: out of memory. */
scrub_ring *ring_new(ring_take *take, void *ctx, bool is_alone);
/* Copies the bytes.  Returns 0, or errno of an earlier block. */
int ring_put(scrub_ring *r, const void *p, size_t n);
/* Waits until every block is taken, and ends the thread. */
int ring_end(scrub_ring *r);
void ring_free(scrub_ring *r);

#endif
