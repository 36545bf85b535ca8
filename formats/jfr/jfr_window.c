/*
 * jfr_window - the bytes of a chunk that are walked.
 *
 * Of most events nobody wants more than that there are so many.  So events are
 * read into a piece of memory that stays near the processor, over and over, and
 * those that are noted are put together, where the notes of the chunk before
 * were.  Constants get to their place in the chunk: it has memory for what
 * somebody looks at there, and for nothing else.
 */
#include <stdlib.h>

#include "jfr/jfr.h"

enum {
    AHEAD = 128 * 1024, /* bytes that are read at once */
    PAGE = 4096
};

void jfr_window_begin(jfr *j)
{
    j->near.k = j->k;
    j->near.from = 0;
    j->near.is_aside = false;
    j->plans.end = j->k.p + j->k.n;
}

void jfr_window_clear(jfr_window *v)
{
    free(v->buf);
    free(v->kept);
}

/* What is beyond the end of what was asked for may be looked at as well. */
static size_t with_more(size_t n, size_t most)
{
    return most - n < JFR_INTS_READ ? most : n + JFR_INTS_READ;
}

/* As aligned as the bytes are in the file. */
static uint8_t *room_for(jfr *j, size_t at, size_t n)
{
    jfr_window *v = &j->near;

    if (!corr_grow((void **)&v->buf, &v->room, n + JFR_INTS_READ + 2 * PAGE,
                   1)) {
        jfr_no_memory(j);
        return NULL;
    }
    return v->buf + (PAGE - (uintptr_t)v->buf % PAGE) +
           (uintptr_t)(j->k.p + at) % PAGE;
}

/* Has the n bytes from there on aside, and some behind them. */
static bool read_aside(jfr *j, size_t at, size_t n)
{
    const size_t left = j->k.n - at;
    const size_t want = n > AHEAD ? n : AHEAD;
    const size_t ready = want < left ? want : left;
    const size_t bytes = with_more(ready, left);
    uint8_t *p = room_for(j, at, bytes);

    if (!p || !corr_src_copy(j->in, at, bytes, p))
        return false;
    memset(p + bytes, 0, JFR_INTS_READ);
    j->near.k = j->k;
    j->near.k.p = p;
    j->near.k.n = left;
    j->near.from = at;
    j->near.is_aside = true;
    j->plans.end = p + bytes;
    j->ready = at + ready;
    return true;
}

static bool read_in_place(jfr *j, size_t from, size_t least)
{
    const size_t left = j->k.n - from;
    const size_t n = least > AHEAD ? least : AHEAD;

    if (j->near.is_aside)
        jfr_window_begin(j);
    j->ready = from + (n < left ? n : left);
    return jfr_fetch(j, from, j->ready - from);
}

bool jfr_window_reach(jfr *j, size_t at)
{
    if (j->ready == j->k.n || at + JFR_REACH <= j->ready)
        return true;
    if (j->is_spared && !j->is_doubted && !j->rest)
        return read_aside(j, at, 0);
    return read_in_place(j, j->near.is_aside || at > j->ready ? at : j->ready,
                         0);
}

static bool decode(jfr *j, size_t at, jfr_event *e)
{
    *e = (jfr_event){ .at = at - j->near.from };
    const bool is_event = jfr_next(&j->near.k, e);
    e->at += j->near.from;
    return is_event;
}

/* Constants and types wait until somebody asks. */
static bool is_long(const jfr_event *e)
{
    return e->id == JFR_CHECKPOINT || e->id == JFR_METADATA;
}

bool jfr_window_event(jfr *j, size_t at, jfr_event *e)
{
    if (!decode(j, at, e))
        return false;
    if (e->at + e->size <= j->ready || is_long(e))
        return true;
    if (j->near.is_aside)
        return read_aside(j, e->at, e->size) && decode(j, at, e);
    return read_in_place(j, j->ready, e->at + e->size - j->ready);
}

void jfr_window_keep(jfr *j, const jfr_event *e)
{
    const size_t here = j->ready - e->at;

    if (j->near.is_aside)
        corr_src_put(j->in, e->at, e->size < here ? e->size : here,
                     j->near.k.p + (e->at - j->near.from));
}

bool jfr_window_note(jfr *j, const jfr_event *e, jfr_note *note)
{
    jfr_window *v = &j->near;

    note->is_kept = v->is_aside;
    if (!v->is_aside)
        return true;
    if (!corr_grow((void **)&v->kept, &v->kept_room, v->nkept + e->size, 1)) {
        jfr_no_memory(j);
        return false;
    }
    note->at = (uint32_t)v->nkept;
    memcpy(v->kept + v->nkept, v->k.p + (e->at - v->from), e->size);
    v->nkept += e->size;
    return true;
}

bool jfr_window_noted(const jfr *j, const jfr_note *note, jfr_event *e)
{
    const jfr_chunk kept = { .p = j->near.kept, .n = j->near.nkept };

    *e = (jfr_event){ .at = note->at };
    return jfr_next(note->is_kept ? &kept : &j->k, e);
}

bool jfr_window_keep_rest(jfr *j, size_t from)
{
    return !j->near.is_aside || from >= j->ready ||
           jfr_fetch(j, from, j->ready - from);
}
