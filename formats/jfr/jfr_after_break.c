/*
 * Readable parts of a chunk behind a break.
 *
 * The header leads to the last checkpoint, and each checkpoint to the one
 * before it, over damaged bytes as well.  From a checkpoint on, bytes are taken
 * for events if they end exactly where the next checkpoint or the chunk does.
 */
#include "jfr/jfr_chunk.h"

#include <stdlib.h>

/* Finds the chain of checkpoints, last first. */
static bool find_chain(jfr_behind *b, const jfr_chunk *k, size_t from)
{
    int64_t delta;

    b->n = 0;
    for (int64_t at = k->h.pools, upto = (int64_t)k->n;;
         upto = at, at += delta) {
        jfr_event e;
        if (at < (int64_t)from || !jfr_checkpoint_at(k, at, upto, &e, &delta))
            return true;
        if (!corr_grow((void **)&b->v, &b->room, b->n + 1, sizeof *b->v))
            return false;
        b->v[b->n++] = (jfr_part){ e.at, e.at + e.size };
        if (delta >= 0 || delta < -at)
            return true;
    }
}

static void turn_round(jfr_behind *b)
{
    for (uint32_t i = 0; i < b->n / 2; i++) {
        const jfr_part p = b->v[i];
        b->v[i] = b->v[b->n - 1 - i];
        b->v[b->n - 1 - i] = p;
    }
}

/* Whether events from one place on end exactly at the other. */
static bool go_to(const jfr_chunk *k, size_t from, size_t to)
{
    const jfr_chunk part = { .p = k->p, .n = to };
    jfr_event e = { .at = from };

    while (jfr_next(&part, &e))
        ;
    return e.at == to;
}

/* Another copy of a chunk that is not whole may have these events at other
 * places, so parts behind its break get no events. */
bool jfr_behind_find(jfr_behind *b, const jfr_chunk *k, size_t from)
{
    b->has_events = false;
    if (!find_chain(b, k, from))
        return false;
    turn_round(b);
    for (uint32_t i = 0; jfr_looks_whole(k) && i < b->n; i++) {
        const size_t to = i + 1 < b->n ? b->v[i + 1].at : k->n;
        if (b->v[i].end == to || !go_to(k, b->v[i].end, to))
            continue;
        b->v[i].end = to;
        b->has_events = true;
    }
    return true;
}

size_t jfr_behind_bytes(const jfr_behind *b)
{
    size_t n = 0;

    for (uint32_t i = 0; i < b->n; i++)
        n += b->v[i].end - b->v[i].at;
    return n;
}

/* Events are written before the checkpoint that follows them. */
int64_t jfr_behind_time(const jfr_behind *b, const jfr_chunk *k)
{
    size_t after = k->n;
    uint32_t i = b->n;

    while (i > 0 && b->v[i - 1].end == after)
        after = b->v[--i].at;
    if (after == k->n)
        return CORR_NO_TIME;
    jfr_event e = { .at = after };
    jfr_next(k, &e);
    return jfr_time(&k->h, (int64_t)jfr_int(&e.body));
}

void jfr_behind_clear(jfr_behind *b)
{
    free(b->v);
}
