/*
 * The bytes of a chunk that are walked.
 *
 * Most events are only counted.  So events are read into one piece of memory
 * that stays near the processor, over and over, and the noted ones are copied
 * one behind the other.  Constants are read to their place in the chunk: it has
 * memory for the bytes that are looked at there, and for no others.
 */
#include <stdlib.h>

#include "jfr/jfr.h"

enum {
    AHEAD = 128 * 1024, /* bytes read at once */
    PAGE = 4096
};

bool jfr_fetch(jfr *j, size_t at, size_t n)
{
    return corr_src_fetch(j->in, at, n);
}

void jfr_window_begin(jfr *j)
{
    j->window.k = j->k;
    j->window.from = 0;
    j->window.is_aside = false;
}

void jfr_window_clear(jfr_window *v)
{
    free(v->buf);
    free(v->kept);
}

/* Memory with the same alignment as the bytes in the file. */
static uint8_t *room_for(jfr *j, size_t at, size_t n)
{
    jfr_window *v = &j->window;

    if (!corr_grow((void **)&v->buf, &v->room, n + 2 * PAGE, 1)) {
        jfr_no_memory(j);
        return NULL;
    }
    return v->buf + (PAGE - (uintptr_t)v->buf % PAGE) +
           (uintptr_t)(j->k.p + at) % PAGE;
}

/* Reads n bytes from at on, or more, into the buffer. */
static bool read_aside(jfr *j, size_t at, size_t n)
{
    const size_t left = j->k.n - at;
    const size_t want = n > AHEAD ? n : AHEAD;
    const size_t ready = want < left ? want : left;
    uint8_t *p = room_for(j, at, ready);

    if (!p || !corr_src_copy(j->in, at, ready, p))
        return false;
    j->window.k = j->k;
    j->window.k.p = p;
    j->window.k.n = left;
    j->window.from = at;
    j->window.is_aside = true;
    j->window.ready = at + ready;
    return true;
}

static bool read_in_place(jfr *j, size_t from, size_t least)
{
    const size_t left = j->k.n - from;
    const size_t n = least > AHEAD ? least : AHEAD;

    if (j->window.is_aside)
        jfr_window_begin(j);
    j->window.ready = from + (n < left ? n : left);
    return jfr_fetch(j, from, j->window.ready - from);
}

bool jfr_window_reach(jfr *j, size_t at)
{
    if (j->window.ready == j->k.n || at + JFR_REACH <= j->window.ready)
        return true;
    if (j->window.is_on_demand && !j->typed.is_doubted && !j->scan.rest)
        return read_aside(j, at, 0);
    return read_in_place(
        j, j->window.is_aside || at > j->window.ready ? at : j->window.ready,
        0);
}

static bool decode(jfr *j, size_t at, jfr_event *e)
{
    *e = (jfr_event){ .at = at - j->window.from };
    const bool is_event = jfr_next(&j->window.k, e);
    e->at += j->window.from;
    return is_event;
}

/* Constants and types are read on demand. */
static bool is_long(const jfr_event *e)
{
    return e->id == JFR_CHECKPOINT || e->id == JFR_METADATA;
}

bool jfr_window_event(jfr *j, size_t at, jfr_event *e)
{
    if (!decode(j, at, e))
        return false;
    if (e->at + e->size <= j->window.ready || is_long(e))
        return true;
    if (j->window.is_aside)
        return read_aside(j, e->at, e->size) && decode(j, at, e);
    return read_in_place(j, j->window.ready, e->at + e->size - j->window.ready);
}

void jfr_window_keep(jfr *j, const jfr_event *e)
{
    const size_t here = j->window.ready - e->at;

    if (j->window.is_aside)
        corr_src_put(j->in, e->at, e->size < here ? e->size : here,
                     j->window.k.p + (e->at - j->window.from));
}

bool jfr_window_note(jfr *j, const jfr_event *e, jfr_note *note)
{
    jfr_window *v = &j->window;

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
    const jfr_chunk kept = { .p = j->window.kept, .n = j->window.nkept };

    *e = (jfr_event){ .at = note->at };
    return jfr_next(note->is_kept ? &kept : &j->k, e);
}

bool jfr_window_keep_rest(jfr *j, size_t from)
{
    return !j->window.is_aside || from >= j->window.ready ||
           jfr_fetch(j, from, j->window.ready - from);
}
