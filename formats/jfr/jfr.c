#include "jfr/jfr.h"

#include <stdio.h>
#include <stdlib.h>

#include "corr_builtin.h"

static const char magic[] = "FLR";

/* ---- recognising ---------------------------------------------------------------- */

static int jfr_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n >= sizeof magic && memcmp(head, magic, sizeof magic) == 0 ? 100
                                                                       : 0;
}

/* What came before version 1 has another layout. */
static bool is_old(jfr *j, const jfr_header *h)
{
    if (h->major == 1 || h->major == 2)
        return false;
    if (j->file->nchunk > 0) {
        corr_damage(j->b, corr_src_offset(j->in), 0, 0,
                    "chunk %u is of version %u.%u: left out",
                    j->file->nchunk + 1, h->major, h->minor);
        return true;
    }
    corr_refuse(j->b, CORR_EFORMAT, corr_src_offset(j->in), "chunk header",
                "a flight recording of version %u.%u%s: only versions 1 and 2 "
                "(JDK 9 and later, JDK 8u262 and later, async-profiler) can be "
                "read",
                h->major, h->minor,
                h->major == 0 ? " (Oracle's JDK 7 and 8)" : "");
    return true;
}

/* ---- chunks ----------------------------------------------------------------------- */

/* Whether nothing is behind a chunk that ends here, or another one. */
static bool is_end(const uint8_t *p, size_t n)
{
    jfr_header h;

    if (n < JFR_HEADER)
        return n == 0 ||
               memcmp(p, magic, n < sizeof magic ? n : sizeof magic) == 0;
    return jfr_header_read(&h, p, n) && h.hz > 0;
}

/* Recorders keep a copy of a chunk's header among its constants, those of JDKs
 * at its very end. */
static bool is_last_of_another(const jfr_header *h, const uint8_t *p, size_t n)
{
    return h->size != JFR_HEADER && is_end(p + JFR_HEADER, n - JFR_HEADER);
}

/* Where in n bytes, from at on, a chunk may begin, or n. */
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

/* Steps over what is no chunk, up to the next; false: there is none. */
static bool find_chunk(jfr *j)
{
    enum { NEAR = 2 * JFR_HEADER }; /* what tells a header from a copy of one */
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
    if (j->file->nchunk == 0 && at == n) {
        corr_refuse(j->b, CORR_EFORMAT, from, "chunk header",
                    "the recording is cut off before its first event");
        return false;
    }
    if (is_cut)
        corr_damage(j->b, from, lost, 0,
                    "chunk %u is cut off: %llu of the %d bytes of its header "
                    "are there",
                    j->file->nchunk + 1, (unsigned long long)lost, JFR_HEADER);
    else if (j->file->nchunk == 0)
        corr_damage(j->b, from, lost, 0,
                    "%llu bytes before the first chunk are none: left out",
                    (unsigned long long)lost);
    else
        corr_damage(j->b, from, lost, 0,
                    "%llu bytes after chunk %u are no chunk: left out",
                    (unsigned long long)lost, j->file->nchunk);
    return at < n;
}

/* A chunk of which not all is there, or not yet. */
static bool is_part(const jfr_chunk *k)
{
    return k->h.state || k->h.size > (int64_t)k->n;
}

/* A chunk that is there already, from its first tick to its last byte, or a
 * part of one.  Two files of one recording were put together. */
bool jfr_is_copy(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const int64_t key[] = { k->h.start_ns, k->h.start_ticks, (int64_t)k->n };
    bool is_new = true, begins_anew = true;
    uint32_t *read =
        corr_map_bytes(&j->file->seen, key, 2 * sizeof *key, &begins_anew);

    j->skip = read && !begins_anew ? *read : 0;
    if (!read || !corr_map_bytes(&j->file->seen, key, sizeof key, &is_new))
        jfr_no_memory(j);
    if (is_new && (begins_anew || (j->skip ? j->skip < k->n : !is_part(k))))
        return false;
    j->file->copies++;
    return true;
}

/* More of a chunk of which this is a part may follow. */
static void note_part(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const int64_t key[] = { k->h.start_ns, k->h.start_ticks };
    bool is_new;
    uint32_t *read = corr_map_bytes(&j->file->seen, key, sizeof key, &is_new);

    if (read)
        *read = is_part(k) ? (uint32_t)j->end : 0;
    else
        jfr_no_memory(j);
}

/* Whether a chunk that may begin there has its types where they should be. */
static bool tells_types(const uint8_t *p, size_t n)
{
    jfr_header h;
    jfr_event e;

    return jfr_header_read(&h, p, n) &&
           jfr_event_at(&(jfr_chunk){ .p = p, .n = n }, h.metadata,
                        JFR_METADATA, &e);
}

/* A copy of its own header is no other chunk; a chunk that is there twice has its
 * types. */
static bool is_own_header(const jfr_header *h, const uint8_t *p, size_t n)
{
    jfr_header at;

    return jfr_header_read(&at, p, n) && at.start_ns == h->start_ns &&
           at.start_ticks == h->start_ticks && !tells_types(p, n);
}

/* Where in n bytes, from at on, a chunk begins that is not this one, or n. */
static size_t find_other(const jfr_header *h, const uint8_t *p, size_t at,
                         size_t n)
{
    while ((at = find_magic(p, at, n)) < n && is_own_header(h, p + at, n - at))
        at++;
    return at;
}

/* How far the events of a chunk go in its first n bytes. */
static size_t walk_to(const jfr_header *h, const uint8_t *p, size_t n)
{
    return jfr_walk(&(jfr_chunk){ .h = *h, .p = p, .n = n }).end;
}

/* How many of the bytes at hand are the chunk's.  A size that cannot be ends
 * where the next chunk begins; so does a chunk that was being written, whose
 * size is what it was a little earlier, and one that no other follows where
 * its header says, unless its events go just so far.  Then what follows is more
 * of it if they go from there to the next. */
static size_t extent(const jfr_header *h, const uint8_t *p, size_t n)
{
    const bool fits = h->size >= JFR_HEADER && (uint64_t)h->size <= n;
    const size_t size = fits ? (size_t)h->size : JFR_HEADER;

    if (!fits || h->state)
        return find_other(h, p, size, n);
    if (is_end(p + size, n - size))
        return size;
    const size_t next = find_other(h, p, JFR_HEADER, n);
    const size_t end = walk_to(h, p, next);
    if (walk_to(h, p, size) == size && (end < next || next == n) &&
        (next > size || !tells_types(p + next, n - next)))
        return size;
    return next < size || end > size ? next : size;
}

/* Has at hand where its header says that a chunk ends; false: that cannot be
 * said, or is not so. */
static bool ends_as_told(jfr *j, const jfr_header *h, const uint8_t *p,
                         size_t n)
{
    const size_t size = (size_t)h->size;

    return h->state == 0 && h->size >= JFR_HEADER && size <= n &&
           jfr_fetch(j, size, JFR_HEADER) && is_end(p + size, n - size);
}

/* Room for a chunk of which not all is read, and for what is behind it, as far
 * as there is anything: *n bytes; NULL: there is none. */
static const uint8_t *reserve(jfr *j, size_t size, size_t *n)
{
    const size_t behind[] = { JFR_HEADER, 1, 0 };
    const uint8_t *p = NULL;

    for (unsigned i = 0; !p && i < sizeof behind / sizeof *behind; i++)
        p = corr_src_reserve(j->in, *n = size + behind[i]);
    return p;
}

/* The bytes of a chunk, and what is behind it: all of them, or room for those
 * that are looked at where it ends as its header says; some may be missing.
 * ready: how many are there. */
static const uint8_t *bytes_of(jfr *j, const jfr_header *h, size_t *n,
                               size_t *ready)
{
    const uint64_t most = corr_src_limits(j->in)->record;
    const uint64_t size = h->size < JFR_HEADER ? most : (uint64_t)h->size;
    const bool ends = h->state == 0 && h->size >= JFR_HEADER && size <= most;
    const uint8_t *p = j->is_sparing && ends ? reserve(j, size, n) : NULL;

    *ready = JFR_HEADER;
    j->is_spared = p && ends_as_told(j, h, p, *n);
    if (j->is_spared)
        return p;
    *ready = SIZE_MAX;
    const size_t with_next = size + JFR_HEADER;
    if (ends) {
        p = corr_src_peek(j->in, with_next < most ? with_next : most, n);
        if (*n < size || ends_as_told(j, h, p, *n))
            return p;
    }
    return corr_src_peek(j->in, most, n);
}

/* Where bytes are missing in the middle of a chunk, all behind them stands so
 * much earlier than its header says: its last checkpoint still ends it. */
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
    if (e.at == k->n) /* it is an event, and no bytes that look like one */
        k->h.metadata -= missing;
}

/* Its first n bytes are the chunk at hand, of which these are there. */
static void have_chunk(jfr *j, const jfr_header *h, const uint8_t *p, size_t n,
                       size_t ready)
{
    j->k = (jfr_chunk){
        .h = *h, .p = p, .n = n, .offset = corr_src_offset(j->in)
    };
    j->ready = ready < n ? ready : n;
    j->is_through = false;
    find_moved(&j->k);
}

/* The next chunk, as much of it as is there; false: no more. */
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
    have_chunk(j, &h, p, extent(&h, p, n), ready);
    j->k.number = ++j->file->nchunk;
    if (h.size >= JFR_HEADER && (uint64_t)h.size > most && n >= most)
        corr_refuse(j->b, CORR_ELIMIT, j->k.offset, "chunk header",
                    "chunk %u is larger than %llu bytes", j->k.number,
                    (unsigned long long)most);
    return n > 0;
}

bool jfr_next_whole(jfr *j)
{
    jfr_header h;
    size_t n, ready;
    const uint8_t *p = corr_src_peek(j->in, JFR_HEADER, &n);

    if (n < JFR_HEADER || !jfr_header_read(&h, p, n) || h.hz <= 0 ||
        h.major < 1 || h.major > 2 || h.size <= JFR_HEADER ||
        (uint64_t)h.size > corr_src_limits(j->in)->record)
        return false;
    p = bytes_of(j, &h, &n, &ready);
    have_chunk(j, &h, p, n < (uint64_t)h.size ? n : (size_t)h.size, ready);
    return jfr_looks_whole(&j->k) && is_end(p + j->k.n, n - j->k.n) &&
           jfr_has_types(j);
}

/* What is wanted of kinds that only may be summed up is known with the first
 * chunk. */
static bool depends_on_code(const corr_want *w)
{
    return w->once && (w->rows == CORR_ROWS_NO_BYTES ||
                       (w->rows == CORR_ROWS_ONE_KIND && !w->kind));
}

static void set_want(jfr *j, const corr_want *want)
{
    j->want = want;
    j->leaves = want->rows == CORR_ROWS_NO_BYTES && j->with_time;
}

void jfr_take_chunk(jfr *j)
{
    corr_recognised(j->b);
    if (j->less && j->k.number == 1 && jfr_has_code(j))
        set_want(j, j->less);
    const bool is_copy = jfr_is_copy(j);
    if (!corr_build_failed(j->b) && !is_copy) {
        j->is_through &= j->skip == 0;
        jfr_read_chunk(j);
        note_part(j);
    }
    j->file->nchunk -= is_copy;
    j->file->continued += !is_copy && j->skip;
    j->skip = 0;
}

/* How many events of a type there were. */
static void say_count(jfr *j, const jfr_count *c)
{
    char n[24], name[256];

    snprintf(n, sizeof n, "%llu", (unsigned long long)c->n);
    snprintf(name, sizeof name, "%.*s#count",
             (int)(c->name.n < 240 ? c->name.n : 240), c->name.p);
    corr_add_setting(j->b, corr_str_of(name), corr_str_of(n));
}

static void finish(jfr *j)
{
    const jfr_file *f = j->file;

    jfr_pass_sums(j);
    jfr_settle(j);
    jfr_say_lost(j);
    jfr_labels_settle(j);
    if (f->from != CORR_NO_TIME)
        corr_set_window(j->b, f->from, f->to);
    corr_set_clock_error(j->b, f->clock_error > 1000 ? f->clock_error : 1000);
    if (f->copies)
        corr_note(j->b, "DUPLICATE",
                  f->copies == 1 ? "%u chunk is %s twice: not counted again"
                                 : "%u chunks are %s twice: not counted again",
                  f->copies, f->files > 1 ? "in its files" : "in the file");
    if (f->continued)
        corr_note(j->b, "DUPLICATE",
                  f->continued == 1
                      ? "%u chunk stands behind a part of itself: what both "
                        "have is not counted again"
                      : "%u chunks stand behind parts of themselves: what both "
                        "have is not counted again",
                  f->continued);
    for (uint32_t i = 0; i < f->ncount; i++)
        say_count(j, &f->count[i]);
}

jfr *jfr_new(const corr_want *want, corr_err *err)
{
    jfr *j = calloc(1, sizeof *j);

    if (!j) {
        corr_no_memory(err);
        return NULL;
    }
    j->want = want;
    j->file = &j->own;
    j->own.from = j->own.to = CORR_NO_TIME;
    j->is_sparing = true;
    return j;
}

jfr *jfr_new_for(jfr *of)
{
    jfr *j = jfr_new(of->want, NULL);

    if (!j)
        return NULL;
    j->file = of->file;
    j->with_labels = of->with_labels;
    j->with_time = of->with_time;
    j->leaves = of->leaves;
    return j;
}

static void file_clear(jfr_file *f)
{
    corr_map_clear(&f->count_of);
    corr_map_clear(&f->said);
    corr_map_clear(&f->seen);
    corr_arena_clear(&f->kept);
    jfr_labels_clear(&f->labels);
    jfr_lent_clear(&f->lent[0]);
    jfr_lent_clear(&f->lent[1]);
    free(f->count);
    free(f->setting);
    free(f->asked);
}

void jfr_free(jfr *j)
{
    if (!j)
        return;
    file_clear(&j->own);
    jfr_types_clear(&j->types);
    jfr_plans_clear(&j->plans);
    for (unsigned i = 0; i < P_POOLS; i++)
        jfr_pool_clear(&j->pool[i]);
    corr_arena_clear(&j->text);
    corr_map_clear(&j->gc_of);
    corr_map_clear(&j->class_of);
    corr_map_clear(&j->asked);
    jfr_summed_threads_clear(&j->left);
    jfr_piles_clear(&j->piles);
    jfr_kept_clear(&j->stacks);
    jfr_behind_clear(&j->behind);
    jfr_window_clear(&j->near);
    free(j->act);
    free(j->note);
    free(j->place);
    free(j->name);
    free(j);
}

corr_code jfr_read_with(corr_src *in, corr_src *labels, const corr_want *want,
                        corr_build *b, corr_err *err)
{
    jfr *j = jfr_new(want, err);

    if (!j)
        return CORR_ENOMEM;
    j->in = in;
    j->b = b;
    j->with_labels = corr_wants(want, CORR_NEED_LABELS);
    j->with_time = corr_wants(want, CORR_NEED_TIME);
    set_want(j, want);
    if (depends_on_code(want)) {
        j->all = *want;
        j->all.rows = CORR_ROWS_ALL;
        j->less = want;
        set_want(j, &j->all);
    }
    if (want->mode != CORR_MODE_OUTLINE)
        jfr_labels_read(j, labels);
    do {
        j->file->files++;
        jfr_take_all(j, want->mode == CORR_MODE_OUTLINE ? NULL : want->crew);
    } while (!corr_build_failed(b) && corr_src_next(in));
    finish(j);
    jfr_free(j);
    return corr_finish(in, b, err);
}

static corr_code jfr_format_read(corr_src *in, const corr_want *want,
                                 corr_build *b, corr_err *err)
{
    corr_src *labels = corr_src_beside(in, ".labels");
    const corr_code code = jfr_read_with(in, labels, want, b, err);

    corr_src_close(labels);
    return code;
}

const corr_format corr_format_jfr = {
    .name = "jfr",
    .title = "JFR",
    .probe = jfr_probe,
    .read = jfr_format_read,
    .cut = jfr_cut,
    .block = "chunk",
    .is_binary = true,
    .weighs = true,
    .piece = jfr_piece,
    .part_whose = jfr_piece_whose,
    .part_kin = jfr_piece_kin,
    .part_apart = jfr_piece_apart,
    .part_same = jfr_piece_same,
};
