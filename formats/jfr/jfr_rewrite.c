/*
 * A recording once more, chunk after chunk.
 *
 * A chunk is copied only if every byte of it is an event of a known size, so a
 * copy never lacks what the chunk says it has.  A chunk that a recorder was
 * still writing has a size of a moment earlier; its events go on up to the next
 * chunk, and the copy has them, too.
 */
#include "jfr/jfr_rewrite.h"

#include "jfr/jfr_rewriting.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_AT = 8, POOLS_AT = 16, METADATA_AT = 24 };

static const char salvage_hint[] =
    "\"corr merge --salvage\" makes whole chunks of what is there";

/* ---- one chunk ----------------------------------------------------------- */

static void note_moved(jfr_rewriting *w)
{
    const jfr_moved here = { w->e.at, jfr_at_in_copy(w, w->e.at), w->e.id };

    w->no_memory |= !corr_vec_push(NULL, &w->moved, here);
}

/* Copies the current event.  False: it is left out. */
static bool rewrite_event(jfr_rewriting *w)
{
    if (w->e.id != JFR_METADATA && w->e.id != JFR_CHECKPOINT)
        return jfr_values_rewrite(w);
    const size_t before = w->moved.n;
    note_moved(w);
    const bool ok = w->e.id == JFR_METADATA ? jfr_types_rewrite(w)
                                            : jfr_constants_rewrite(w);
    if (!ok)
        w->moved.n = before;
    return ok;
}

static void rewrite_events(jfr_rewriting *w, size_t *size)
{
    jfr_event e = { .size = JFR_HEADER };

    *size = 0;
    while (!w->no_memory && !w->fault && jfr_next(&w->k, &e)) {
        w->e = e;
        if ((int64_t)e.at <= w->k.h.size)
            *size = jfr_at_in_copy(w, e.at);
        if (rewrite_event(w)) {
            jfr_event_end(w);
        } else {
            w->done.events++;
            jfr_event_drop(w);
        }
    }
    w->e = e;
    if (w->k.h.size >= (int64_t)w->k.n)
        *size = jfr_at_in_copy(w, w->k.n);
    if (e.at < w->k.n)
        jfr_rewrite_fault(w, "the events break off");
}

static void set_number(jfr_rewriting *w, unsigned at, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        w->out[at + i] = (uint8_t)(x >> (56 - 8 * i));
}

/* Where a place that the header names is in the copy; 0: it names none. */
static size_t named_place(jfr_rewriting *w, int64_t at, int64_t id,
                          const char *fault)
{
    const size_t to = at ? jfr_moved_to(w, at, id) : 0;

    if (at && !to) {
        w->e.at = 0;
        jfr_rewrite_fault(w, fault);
    }
    return to;
}

static void write_header(jfr_rewriting *w, size_t size)
{
    const jfr_header *h = &w->k.h;
    const size_t pools =
        named_place(w, h->pools, JFR_CHECKPOINT,
                    "the header names constants that are missing");
    const size_t types = named_place(w, h->metadata, JFR_METADATA,
                                     "the header names types that are missing");

    if (w->fault || w->copied == 0)
        return;
    jfr_copy_to(w, w->k.n);
    if (w->no_memory)
        return;
    set_number(w, SIZE_AT, size);
    set_number(w, POOLS_AT, pools);
    set_number(w, METADATA_AT, types);
}

/* Reads the types in force. */
static void read_types(jfr_rewriting *w)
{
    jfr_event e;

    w->e = (jfr_event){ 0 };
    if (!jfr_find_types(&w->k, &e)) {
        jfr_rewrite_fault(w, "the types are missing");
        return;
    }
    const corr_cur all = corr_cur_of(w->k.p + e.at, e.size);
    const char *what = jfr_types_read(&w->types, all, &w->no_memory);
    w->e.at = e.at;
    if (what && !w->no_memory)
        jfr_rewrite_fault(w, what);
    else
        jfr_find_texts(w);
}

static void rewrite_chunk(jfr_rewriting *w)
{
    size_t size = 0;

    w->n = w->copied = w->moved.n = 0;
    w->is_open = w->has_texts = false;
    memset(w->refers, 0, sizeof w->refers);
    memset(w->stays, 0, sizeof w->stays);
    w->done.chunks++;
    if (w->k.n == JFR_HEADER) /* only begun */
        return;
    read_types(w);
    if (w->fault || w->no_memory)
        return;
    rewrite_events(w, &size);
    if (!w->fault && !w->no_memory)
        write_header(w, size);
}

static void put_chunk(const jfr_rewriting *w, corr_out *out)
{
    if (w->copied)
        corr_put(out, w->out, w->n);
    else
        corr_put(out, w->k.p, w->k.n);
}

/* ---- where chunks end ---------------------------------------------------- */

static bool is_chunk(const uint8_t *p, size_t n, jfr_header *h)
{
    return jfr_header_read(h, p, n) && (h->major == 1 || h->major == 2);
}

/* The size of a chunk that was being written: its events, up to the next
 * chunk. */
static size_t size_unfinished(const uint8_t *p, size_t n)
{
    const jfr_chunk k = { .p = p, .n = n };
    jfr_event e = { .size = JFR_HEADER };
    jfr_header h;

    for (;;) {
        const size_t at = e.at + e.size;
        if (at >= n || is_chunk(p + at, n - at, &h) || !jfr_next(&k, &e))
            return at < n ? at : n;
    }
}

static corr_code fail_chunk(corr_err *err, uint64_t at, uint32_t number,
                            const char *why)
{
    corr_code code = corr_fail_at(err, CORR_EFORMAT, at, "chunk",
                                  "chunk %u cannot be copied: %s", number, why);

    corr_hint(err, salvage_hint);
    return code;
}

static corr_code fail_version(corr_err *err, uint64_t at, const jfr_header *h)
{
    corr_fail_at(err, CORR_EFORMAT, at, "chunk header",
                 "a recording of version %u.%u cannot be copied", h->major,
                 h->minor);
    return corr_hint(err, "JDK 8u262 and later write version 2");
}

static corr_code fail_cut(corr_err *err, const jfr_chunk *k, size_t n)
{
    const corr_code code =
        corr_fail_at(err, CORR_EFORMAT, k->offset, "chunk header",
                     "chunk %u is cut off; %llu of %lld bytes are there",
                     k->number, (unsigned long long)n, (long long)k->h.size);

    corr_hint(err, salvage_hint);
    return code;
}

/* The chunk that begins at the current place, w->k. */
static corr_code read_chunk(jfr_rewriting *w, corr_src *in, corr_err *err)
{
    const uint64_t most = corr_src_limits(in)->record;
    jfr_chunk *k = &w->k;
    const bool ends = k->h.state == 0;

    if (!(k->h.flags & JFR_COMPRESSED) || k->h.flags & ~(unsigned)JFR_KNOWN)
        return fail_chunk(err, k->offset, k->number, "the encoding is unknown");
    if (ends && k->h.size < JFR_HEADER)
        return fail_chunk(err, k->offset, k->number, "the size is impossible");
    const bool is_large = ends && (uint64_t)k->h.size > most;
    const uint64_t wanted = ends && !is_large ? (uint64_t)k->h.size : most;
    k->p = corr_src_peek(in, (size_t)wanted, &k->n);
    if (is_large && k->n >= most)
        return corr_fail_at(err, CORR_ELIMIT, k->offset, "chunk header",
                            "chunk %u is larger than %llu bytes", k->number,
                            (unsigned long long)most);
    if (ends && (uint64_t)k->h.size > k->n)
        return fail_cut(err, k, k->n);
    if (ends)
        k->n = (size_t)k->h.size;
    else
        k->n = size_unfinished(k->p, k->n);
    if (k->h.size > (int64_t)k->n)
        return fail_cut(err, k, k->n);
    return CORR_OK;
}

/* Bytes behind the last chunk: zeros that fill a block are left out. */
static corr_code end_of_file(jfr_rewriting *w, corr_src *in, corr_err *err)
{
    const uint64_t from = corr_src_offset(in);
    const uint8_t *p;
    size_t n;

    while ((p = corr_src_peek(in, CORR_PROBE_MAX, &n), n > 0)) {
        for (size_t i = 0; i < n; i++)
            if (p[i] != 0)
                return fail_chunk(err, from, (uint32_t)w->done.chunks + 1,
                                  w->done.chunks
                                      ? "no chunk begins after the last one"
                                      : "no chunk begins here");
        w->done.bytes += n;
        corr_src_skip(in, n);
    }
    return CORR_OK;
}

/* Copies the next chunk.  *more false: there was none. */
static corr_code next_chunk(jfr_rewriting *w, corr_src *in, corr_out *out,
                            bool *more, corr_err *err)
{
    size_t n;
    const uint8_t *p = corr_src_peek(in, JFR_HEADER, &n);
    jfr_header h;

    *more = n > 0 && is_chunk(p, n, &h);
    if (!*more && jfr_header_read(&h, p, n))
        return fail_version(err, corr_src_offset(in), &h);
    if (!*more)
        return end_of_file(w, in, err);
    w->k = (jfr_chunk){ .h = h,
                        .offset = corr_src_offset(in),
                        .number = (uint32_t)w->done.chunks + 1 };
    corr_code code = read_chunk(w, in, err);
    if (code)
        return code;
    rewrite_chunk(w);
    if (w->no_memory)
        return corr_no_memory(err);
    if (w->fault)
        return fail_chunk(err, w->k.offset + w->fault_at, w->k.number,
                          w->fault);
    if (out)
        put_chunk(w, out);
    corr_src_skip(in, w->k.n);
    return CORR_OK;
}

corr_code jfr_rewrite(corr_src *in, const jfr_rewriter *by, corr_out *out,
                      jfr_rewritten *done, corr_err *err)
{
    jfr_rewriting *w = calloc(1, sizeof *w);
    corr_code code = CORR_OK;
    bool more = true;

    if (!w)
        return corr_no_memory(err);
    w->by = by;
    w->only_maps = !out;
    while (more && !code && !(out && corr_out_failed(out)))
        code = next_chunk(w, in, out, &more, err);
    if (!code && corr_src_failed(in))
        code = corr_fail(err, CORR_EIO, "the recording cannot be read further");
    if (!code && corr_src_cut(in))
        code = corr_fail_at(err, CORR_EFORMAT, corr_src_offset(in), NULL,
                            "the compressed recording breaks off");
    if (done)
        *done = w->done;
    jfr_rewriting_free(w);
    return code;
}

size_t jfr_rewrite_part(const uint8_t *p, size_t n, bool is_last)
{
    enum { CHUNK_MOST = 1 << 26 };
    size_t at = 0;
    jfr_header h;

    if (n < JFR_HEADER && !is_last)
        return JFR_HEADER;
    while (is_chunk(p + at, n - at, &h) && h.state == 0 &&
           h.size >= JFR_HEADER && h.size <= CHUNK_MOST) {
        if ((uint64_t)h.size > n - at)
            return at ? at : (size_t)h.size;
        at += (size_t)h.size;
    }
    return at;
}
