/*
 * The copy of a chunk, and events whose size changes.
 *
 * Recorders write the size of an event before they know it, in as many bytes as
 * the largest would take.  The copy keeps the width, and widens it only if the
 * new size does not fit.
 */
#include "jfr/jfr_rewriting.h"

#include <stdlib.h>
#include <string.h>

void jfr_copy_put(jfr_rewriting *w, const void *p, size_t n)
{
    if (n == 0 || w->no_memory)
        return;
    if (n > w->room - w->n &&
        !corr_grow((void **)&w->out, &w->room, w->n + n, 1)) {
        w->no_memory = true;
        return;
    }
    memcpy(w->out + w->n, p, n);
    w->n += n;
}

void jfr_copy_to(jfr_rewriting *w, size_t at)
{
    if (at <= w->copied)
        return;
    jfr_copy_put(w, w->k.p + w->copied, at - w->copied);
    w->copied = at;
}

void jfr_leave_out_to(jfr_rewriting *w, size_t at)
{
    w->done.bytes += at - w->copied;
    w->copied = at;
}

static unsigned put_padded(uint8_t *to, uint64_t x, unsigned width)
{
    unsigned n = 0;

    for (; n < JFR_INT_MAX - 1 && (x >= 0x80 || n + 1 < width); x >>= 7)
        to[n++] = (uint8_t)(x | 0x80);
    to[n++] = (uint8_t)x;
    return n;
}

void jfr_copy_put_int(jfr_rewriting *w, uint64_t x, unsigned width)
{
    uint8_t bytes[JFR_INT_MAX];

    jfr_copy_put(w, bytes, put_padded(bytes, x, width));
}

size_t jfr_at_in_copy(const jfr_rewriting *w, size_t at)
{
    return w->n + (at - w->copied);
}

void jfr_change_at(jfr_rewriting *w, size_t at)
{
    if (!w->is_open) {
        corr_cur c = corr_cur_of(w->k.p + w->e.at, w->e.size);
        jfr_int(&c);
        jfr_copy_to(w, w->e.at);
        w->width = (unsigned)(w->e.size - corr_cur_left(&c));
        w->begins = w->n;
        w->is_open = true;
    }
    jfr_copy_to(w, at);
}

/* Writes the size of the current event to bytes.  Returns its width: the size
 * counts its own bytes. */
static unsigned size_of_event(const jfr_rewriting *w, uint8_t *bytes)
{
    const size_t body = w->n - w->begins - w->width;
    unsigned width = w->width, fits;

    while ((fits = put_padded(bytes, body + width, width)) > width)
        width = fits;
    return width;
}

void jfr_event_end(jfr_rewriting *w)
{
    static const uint8_t room[JFR_INT_MAX];
    uint8_t bytes[JFR_INT_MAX];

    if (!w->is_open)
        return;
    w->is_open = false;
    jfr_copy_to(w, w->e.at + w->e.size);
    if (w->no_memory)
        return;
    const unsigned width = size_of_event(w, bytes), more = width - w->width;
    const size_t body = w->begins + w->width, n = w->n - body;
    jfr_copy_put(w, room, more);
    if (w->no_memory)
        return;
    memmove(w->out + body + more, w->out + body, n);
    memcpy(w->out + w->begins, bytes, width);
}

void jfr_event_again(jfr_rewriting *w)
{
    if (!w->is_open)
        return;
    w->is_open = false;
    w->n = w->no_memory ? 0 : w->begins;
    w->copied = w->e.at;
}

void jfr_event_drop(jfr_rewriting *w)
{
    jfr_event_again(w);
    jfr_copy_to(w, w->e.at);
    jfr_leave_out_to(w, w->e.at + w->e.size);
}

size_t jfr_moved_to(const jfr_rewriting *w, int64_t from, int64_t id)
{
    size_t lo = 0, hi = w->moved.n;

    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if ((int64_t)w->moved.v[mid].from < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < w->moved.n && (int64_t)w->moved.v[lo].from == from &&
                   w->moved.v[lo].id == id
               ? w->moved.v[lo].to
               : 0;
}

void jfr_rewriting_free(jfr_rewriting *w)
{
    jfr_types_clear(&w->types);
    jfr_pool_clear(&w->texts);
    corr_vec_free(&w->moved);
    free(w->type_fact);
    free(w->field_fact);
    free(w->field_note);
    free(w->out);
    free(w->value.v);
    free(w->key.v);
    free(w->answer.v);
    free(w->types_before.v);
    free(w->types_after.v);
    free(w);
}
