/*
 * zipkin_merge - finds the pieces of one span.
 *
 * With B3 propagation a client and its server report under one id; the server's
 * copy has shared: true, except from old servers.  A hop that knows only 64
 * bits cuts the trace id to its lower half, so traces are grouped by that half,
 * and the longest id is that of the trace.  A span may come in several pieces,
 * and twice: Zipkin's server does not merge them.
 */
#include <stdlib.h>

#include "corr_sort.h"
#include "zipkin/zipkin.h"

enum {
    GROUPS = 8 /* spans with one id; pieces beyond are spans of their own */
};

/* ---- keeping ------------------------------------------------------------ */

static void move_value(json_val *v, const char *from, const char *to)
{
    if (v->type != JSON_NONE)
        v->text.p = to + (v->text.p - from);
}

/* Copies a piece; its record is now at text. */
static void copy_piece(zipkin *z, corr_arena *mem, const zipkin_piece *p,
                       const char *text)
{
    const char *from = p->text.p;
    zipkin_piece *kept = corr_arena_new(mem, zipkin_piece, 1);

    if (!kept || !corr_vec_push(z->t.b, &z->piece, kept))
        return;
    *kept = *p;
    kept->text.p = text;
    move_value(&kept->name, from, text);
    move_value(&kept->tags, from, text);
    move_value(&kept->annotations, from, text);
    move_value(&kept->binary, from, text);
    move_value(&kept->local, from, text);
    move_value(&kept->remote, from, text);
    move_value(&kept->other, from, text);
}

static const char *keep_text(zipkin *z, corr_arena *mem, corr_str text)
{
    char *p = corr_arena_alloc(mem, 1, text.n);

    if (p)
        memcpy(p, text.p, text.n);
    else
        corr_refuse(z->t.b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
    return p;
}

void zipkin_hold(zipkin *z, zipkin_piece *piece, size_t n)
{
    if (z->mem[0].held > ZIPKIN_HOLD_BYTES)
        zipkin_release(z, false);
    const char *text = keep_text(z, &z->mem[0], piece->text);
    for (size_t i = 0; text && i < n; i++) {
        piece[i].order = z->order++;
        copy_piece(z, &z->mem[0], &piece[i], text);
    }
}

/* ---- by trace and id ---------------------------------------------------- */

SORT_POINTERS_BY(piece_by_id, zipkin_piece, ASC(trace.lo), ASC(id), ASC(order))

/* Completes halved trace ids with the full id of their trace. */
static void complete_ids(zipkin_piece **piece, size_t n)
{
    uint64_t hi = 0;

    for (size_t i = 0; i < n; i++) {
        const uint64_t other = piece[i]->trace.hi;

        if (hi && other && other != hi)
            return; /* two traces share the lower half */
        hi = hi ? hi : other;
    }
    for (size_t i = 0; i < n; i++)
        piece[i]->trace.hi = hi;
}

/* ---- pieces of one id --------------------------------------------------- */

/* Marks the server's pieces as shared if no piece is marked and client and
 * server have one id. */
static void settle_shared(zipkin_piece **piece, size_t n)
{
    bool is_shared = false, has_client = false;

    for (size_t i = 0; i < n; i++) {
        const bool is_client = piece[i]->kind == CORR_SPAN_CLIENT;

        piece[i]->is_shared &= !is_client;
        is_shared |= piece[i]->is_shared;
        has_client |= is_client;
    }
    for (size_t i = 0; i < n; i++)
        if (has_client && !is_shared && piece[i]->kind == CORR_SPAN_SERVER)
            piece[i]->is_shared = true;
}

/* Whether two pieces can belong to one span.  Services that receive several
 * messages of one send report each under its id, with different start times. */
static bool goes_with(zipkin *z, const zipkin_piece *a, const zipkin_piece *b)
{
    if (a->trace.hi != b->trace.hi || a->is_shared != b->is_shared)
        return false;
    if ((a->kind != b->kind && a->kind && b->kind) ||
        (a->start != b->start && a->start && b->start))
        return false;
    const corr_str mine = zipkin_service(z, &a->local);
    const corr_str its = zipkin_service(z, &b->local);
    return !mine.n || !its.n || corr_str_eq(mine, its);
}

/* Moves the pieces of the first piece's span next to it; returns their
 * number. */
static size_t gather_span(zipkin *z, zipkin_piece **piece, size_t n)
{
    size_t k = 1;

    for (size_t i = 1; i < n; i++) {
        zipkin_piece *p = piece[i];

        if (!goes_with(z, piece[0], p))
            continue;
        piece[i] = piece[k];
        piece[k++] = p;
    }
    corr_arena_reset(&z->t.scratch);
    return k;
}

/* Removes repeated pieces; returns the number left. */
static size_t drop_repeats(zipkin_piece **piece, size_t n)
{
    size_t kept = 1;

    for (size_t i = 1; i < n; i++)
        if (!corr_str_eq(piece[i]->text, piece[0]->text))
            piece[kept++] = piece[i];
    return kept;
}

static void add_spans(zipkin *z, zipkin_piece **piece, size_t n)
{
    settle_shared(piece, n);
    for (int group = 0; n > 0; group++) {
        const size_t k = group < GROUPS && n > 1 ? gather_span(z, piece, n) : 1;

        zipkin_add_span(z, piece, drop_repeats(piece, k));
        piece += k;
        n -= k;
    }
}

/* ---- releasing ---------------------------------------------------------- */

/* The number of pieces of the first piece's trace, or span. */
static size_t same_run(zipkin_piece *const *piece, size_t n, bool of_span)
{
    size_t k = 1;

    while (k < n && piece[k]->trace.lo == piece[0]->trace.lo &&
           (!of_span || piece[k]->id == piece[0]->id))
        k++;
    return k;
}

static void add_trace_spans(zipkin *z, zipkin_piece **piece, size_t n)
{
    complete_ids(piece, n);
    for (size_t i = 0; i < n;) {
        const size_t k = same_run(piece + i, n - i, true);

        add_spans(z, piece + i, k);
        i += k;
    }
}

void zipkin_release(zipkin *z, bool is_over)
{
    zipkin_piece **piece = z->piece.v;
    const size_t n = z->piece.n;
    size_t stay = n, nstay = 0;

    if (n == 0)
        return;
    const uint64_t last = piece[n - 1]->trace.lo;
    qsort(piece, n, sizeof *piece, piece_by_id);
    for (size_t i = 0; i < n;) {
        const size_t k = same_run(piece + i, n - i, false);

        if (!is_over && piece[i]->trace.lo == last && k <= n / 2) {
            stay = i;
            nstay = k;
        } else {
            add_trace_spans(z, piece + i, k);
        }
        i += k;
    }
    z->piece.n = 0;
    for (size_t i = 0; i < nstay; i++) {
        const zipkin_piece *p = z->piece.v[stay + i];
        const char *text = keep_text(z, &z->mem[1], p->text);

        if (text)
            copy_piece(z, &z->mem[1], p, text);
    }
    corr_arena_reset(&z->mem[0]);
    const corr_arena old = z->mem[0];
    z->mem[0] = z->mem[1];
    z->mem[1] = old;
}
