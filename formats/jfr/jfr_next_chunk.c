/*
 * Where chunks begin and end, and which chunks were there before.
 *
 * A chunk normally ends where its header says.  If the next chunk does not
 * follow there, the events decide how far it goes.  Bytes between chunks are
 * damage, which is reported here.
 */
#include "jfr/jfr.h"

static const char magic[] = JFR_MAGIC;

/* Files before version 1 have another layout. */
static bool is_old(jfr *j, const jfr_header *h)
{
    if (h->major == 1 || h->major == 2)
        return false;
    if (j->file->chunks.n > 0) {
        corr_damage(j->b, corr_src_offset(j->in), 0, 0,
                    "chunk %u has the unknown version %u.%u; it is left out",
                    j->file->chunks.n + 1, h->major, h->minor);
        return true;
    }
    corr_refuse(j->b, CORR_EFORMAT, corr_src_offset(j->in), "chunk header",
                "JFR %u.%u%s cannot be read; record with JDK 8u262 or later",
                h->major, h->minor,
                h->major == 0 ? " (Oracle's JDK 7 and 8)" : "");
    return true;
}

/* Whether a chunk may end here: the file ends, or another chunk begins. */
static bool is_end(const uint8_t *p, size_t n)
{
    jfr_header h;

    if (n < JFR_HEADER)
        return n == 0 ||
               memcmp(p, magic, n < sizeof magic ? n : sizeof magic) == 0;
    return jfr_header_read(&h, p, n) && h.hz > 0;
}

/* Recorders keep a copy of a chunk's header among its constants; JDKs keep it
 * at the very end. */
static bool is_last_of_another(const jfr_header *h, const uint8_t *p, size_t n)
{
    return h->size != JFR_HEADER && is_end(p + JFR_HEADER, n - JFR_HEADER);
}

/* The first place in n bytes, from at on, at which a chunk may begin, or n. */
static size_t find_magic(const uint8_t *p, size_t at, size_t n)
{
    jfr_header h;

    for (; at + JFR_HEADER <= n; at++) {
        const uint8_t *f = memchr(p + at, magic[0], n - at);
        if (!f)
            return n;
        at = (size_t)(f - p);
        if (jfr_header_read(&h, f, n - at) && h.hz > 0 && h.major <= 2 &&
            !is_last_of_another(&h, f, n - at))
            return at;
    }
    return n;
}

/* Skips bytes that are not a chunk, up to the next chunk. False: no chunk
 * follows. */
static bool find_chunk(jfr *j)
{
    enum {
        NEAR = 2 * JFR_HEADER
    }; /* enough to distinguish a header from a copy of one */
    const uint64_t from = corr_src_offset(j->in);
    const uint8_t *p;
    size_t n, at;

    for (;;) {
        p = corr_src_peek(j->in, CORR_PROBE_MAX, &n);
        at = find_magic(p, 0, n);
        if (at + NEAR <= n || n < CORR_PROBE_MAX)
            break;
        corr_src_skip(j->in, n - NEAR + 1);
    }
    const bool is_cut = corr_src_offset(j->in) == from && n < JFR_HEADER &&
                        n >= sizeof magic &&
                        memcmp(p, magic, sizeof magic) == 0;
    corr_src_skip(j->in, at);
    const uint64_t lost = corr_src_offset(j->in) - from;
    if (j->file->chunks.n == 0 && at == n) {
        corr_refuse(j->b, CORR_EFORMAT, from, "chunk header",
                    "the recording is cut off before its first event");
        return false;
    }
    if (is_cut)
        corr_damage(
            j->b, from, lost, 0,
            "chunk %u is cut off; %llu of %d bytes of the header are there",
            j->file->chunks.n + 1, (unsigned long long)lost, JFR_HEADER);
    else if (j->file->chunks.n == 0)
        corr_damage(j->b, from, lost, 0,
                    "%llu byte%s before the first chunk left out",
                    (unsigned long long)lost, corr_plural(lost));
    else
        corr_damage(
            j->b, from, lost, 0,
            "%llu byte%s after chunk %u left out; no chunk begins there",
            (unsigned long long)lost, corr_plural(lost), j->file->chunks.n);
    return at < n;
}

/* Whether a chunk that may begin at p has its types at the place that its
 * header names. */
static bool has_types_at(const uint8_t *p, size_t n)
{
    jfr_header h;
    jfr_event e;

    return jfr_header_read(&h, p, n) &&
           jfr_event_at(&(jfr_chunk){ .p = p, .n = n }, h.metadata,
                        JFR_METADATA, &e);
}

/* Whether the header is a copy of the chunk's own header. A second copy of the
 * whole chunk has its types, a copy of the header does not. */
static bool is_own_header(const jfr_header *h, const uint8_t *p, size_t n)
{
    jfr_header at;

    return jfr_header_read(&at, p, n) && at.start_ns == h->start_ns &&
           at.start_ticks == h->start_ticks && !has_types_at(p, n);
}

/* The first place in n bytes, from at on, at which another chunk begins, or
 * n. */
static size_t find_other(const jfr_header *h, const uint8_t *p, size_t at,
                         size_t n)
{
    while ((at = find_magic(p, at, n)) < n && is_own_header(h, p + at, n - at))
        at++;
    return at;
}

/* The size of a chunk by the events in its first n bytes. */
static size_t walk_size(const jfr_header *h, const uint8_t *p, size_t n)
{
    return jfr_walk(&(jfr_chunk){ .h = *h, .p = p, .n = n }).end;
}

/* The number of available bytes that belong to the chunk. A chunk with an
 * impossible size ends where the next chunk begins. So does a chunk that was
 * being written, whose header has an earlier size, and a chunk that no other
 * chunk follows at the place its header names, unless its events end exactly
 * there. Bytes after that place belong to the chunk if events lead from it to
 * the next chunk. */
static size_t chunk_size(const jfr_header *h, const uint8_t *p, size_t n)
{
    const bool fits = h->size >= JFR_HEADER && (uint64_t)h->size <= n;
    const size_t size = fits ? (size_t)h->size : JFR_HEADER;

    if (!fits || h->state)
        return find_other(h, p, size, n);
    if (is_end(p + size, n - size))
        return size;
    const size_t next = find_other(h, p, JFR_HEADER, n);
    const size_t end = walk_size(h, p, next);
    if (walk_size(h, p, size) == size && (end < next || next == n) &&
        (next > size || !has_types_at(p + next, n - next)))
        return size;
    return next < size || end > size ? next : size;
}

/* Makes the bytes available at the place where the header ends the chunk.
 * False: the place is unknown, or the chunk does not end there. */
static bool ends_where_named(jfr *j, const jfr_header *h, const uint8_t *p,
                             size_t n)
{
    const size_t size = (size_t)h->size;

    return h->state == 0 && h->size >= JFR_HEADER && size <= n &&
           jfr_fetch(j, size, JFR_HEADER) && is_end(p + size, n - size);
}

/* Memory for a chunk that is read in parts, and for the bytes behind it as far
 * as the file has them: *n bytes. NULL: no such memory. */
static const uint8_t *reserve_chunk(jfr *j, size_t size, size_t *n)
{
    const size_t behind[] = { JFR_HEADER, 1, 0 };
    const uint8_t *p = NULL;

    for (unsigned i = 0; !p && i < sizeof behind / sizeof *behind; i++)
        p = corr_src_reserve(j->in, *n = size + behind[i]);
    return p;
}

/* The bytes of a chunk and those behind it. Either all bytes, or memory for
 * those read later if the chunk ends where its header says; some may be
 * missing. ready: the bytes that were read. */
static const uint8_t *bytes_of(jfr *j, const jfr_header *h, size_t *n,
                               size_t *ready)
{
    const uint64_t most = corr_src_limits(j->in)->record;
    const uint64_t size = h->size < JFR_HEADER ? most : (uint64_t)h->size;
    const bool ends = h->state == 0 && h->size >= JFR_HEADER && size <= most;
    const uint8_t *p = ends ? reserve_chunk(j, size, n) : NULL;

    *ready = JFR_HEADER;
    j->window.is_on_demand = p && ends_where_named(j, h, p, *n);
    if (j->window.is_on_demand)
        return p;
    *ready = SIZE_MAX;
    const size_t with_next = size + JFR_HEADER;
    if (ends) {
        p = corr_src_peek(j->in, with_next < most ? with_next : most, n);
        if (*n < size || ends_where_named(j, h, p, *n))
            return p;
    }
    return corr_src_peek(j->in, most, n);
}

/* If bytes are missing in the middle of a chunk, everything behind them moved
 * forward against the header: the last checkpoint still ends the chunk. */
static void find_moved(jfr_chunk *k)
{
    jfr_event e;

    if (k->h.state || k->h.size <= (int64_t)k->n)
        return;
    const int64_t missing = k->h.size - (int64_t)k->n;
    if (k->h.pools < missing ||
        !jfr_event_at(k, k->h.pools - missing, JFR_CHECKPOINT, &e) ||
        e.at + e.size != k->n)
        return;
    k->h.pools -= missing;
    if (k->h.metadata < missing ||
        !jfr_event_at(k, k->h.metadata - missing, JFR_METADATA, &e))
        return;
    while (jfr_next(k, &e))
        ;
    if (e.at == k->n) /* an event, not bytes that look like one */
        k->h.metadata -= missing;
}

/* Makes the first n bytes the current chunk; ready bytes were read. */
static void have_chunk(jfr *j, const jfr_header *h, const uint8_t *p, size_t n,
                       size_t ready)
{
    j->k = (jfr_chunk){
        .h = *h, .p = p, .n = n, .offset = corr_src_offset(j->in)
    };
    j->window.ready = ready < n ? ready : n;
    j->scan.is_through = false;
    find_moved(&j->k);
}

/* Moves to the next chunk, as much of it as the file has. False: no more
 * chunks. */
bool jfr_next_chunk(jfr *j)
{
    const uint64_t most = corr_src_limits(j->in)->record;
    jfr_header h;
    size_t n, ready;
    const uint8_t *p = corr_src_peek(j->in, JFR_HEADER, &n);

    if (n == 0)
        return false;
    if (!jfr_header_read(&h, p, n)) {
        if (!find_chunk(j))
            return false;
        p = corr_src_peek(j->in, JFR_HEADER, &n);
        jfr_header_read(&h, p, n);
    }
    if (is_old(j, &h))
        return false;
    p = bytes_of(j, &h, &n, &ready);
    have_chunk(j, &h, p, chunk_size(&h, p, n), ready);
    j->k.number = ++j->file->chunks.n;
    if (h.size >= JFR_HEADER && (uint64_t)h.size > most && n >= most)
        corr_refuse(j->b, CORR_ELIMIT, j->k.offset, "chunk header",
                    "chunk %u is larger than %llu bytes", j->k.number,
                    (unsigned long long)most);
    return n > 0;
}

bool jfr_next_whole(jfr *j)
{
    jfr_header h;
    jfr_event e;
    size_t n, ready;
    const uint8_t *p = corr_src_peek(j->in, JFR_HEADER, &n);

    if (n < JFR_HEADER || !jfr_header_read(&h, p, n) || h.hz <= 0 ||
        h.major < 1 || h.major > 2 || h.size <= JFR_HEADER ||
        (uint64_t)h.size > corr_src_limits(j->in)->record)
        return false;
    p = bytes_of(j, &h, &n, &ready);
    have_chunk(j, &h, p, n < (uint64_t)h.size ? n : (size_t)h.size, ready);
    return jfr_looks_whole(&j->k) && is_end(p + j->k.n, n - j->k.n) &&
           jfr_find_named_types(j, &e);
}

/* ---- chunks that were there before --------------------------------------- */

/* Whether some of the chunk is missing, or not written yet. */
static bool is_part(const jfr_chunk *k)
{
    return k->h.state || k->h.size > (int64_t)k->n;
}

/* Whether the file has the chunk already, from its first tick to its last byte,
 * or a part of it: two files of one recording were joined. */
bool jfr_is_copy(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const int64_t key[] = { k->h.start_ns, k->h.start_ticks, (int64_t)k->n };
    bool is_new = true, begins_anew = true;
    uint32_t *read = corr_map_bytes(&j->file->chunks.seen, key, 2 * sizeof *key,
                                    &begins_anew);

    j->scan.skip = read && !begins_anew ? *read : 0;
    if (!read ||
        !corr_map_bytes(&j->file->chunks.seen, key, sizeof key, &is_new))
        jfr_no_memory(j);
    if (is_new &&
        (begins_anew || (j->scan.skip ? j->scan.skip < k->n : !is_part(k))))
        return false;
    j->file->chunks.copies++;
    return true;
}

/* Notes that more of a partial chunk may follow. */
void jfr_note_part(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const int64_t key[] = { k->h.start_ns, k->h.start_ticks };
    bool is_new;
    uint32_t *read =
        corr_map_bytes(&j->file->chunks.seen, key, sizeof key, &is_new);

    if (read)
        *read = is_part(k) ? (uint32_t)j->scan.end : 0;
    else
        jfr_no_memory(j);
}
