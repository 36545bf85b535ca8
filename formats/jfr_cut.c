/*
 * Slices and merges of recordings: whole chunks, as they stand.
 *
 * A chunk has its own types and constants, so any chunks in a row are a
 * recording.  What its recorder did not finish, or what is cut off, is left
 * out: a reader would look for the next chunk where its header says.  Rescued
 * is what can be: all whole events up to where it breaks off, behind a header
 * that says where they end and where types and constants are (formats/jfr 2).
 */
#include "jfr.h"

#include <stdlib.h>

enum { METADATA = 0, CHECKPOINT = 1 };

/* Where in a header these are. */
enum {
    AT_SIZE = 8,
    AT_POOLS = 16,
    AT_METADATA = 24,
    AT_DURATION = 40,
    AT_STATE = 64
};

#define DAY_NS INT64_C(86400000000000)

typedef struct cutter {
    jfr *j;
    corr_slice *s;
    corr_out *out;
    corr_map starts; /* of chunks that need not be rescued: they are whole
                        somewhere, or rescued already */
    uint64_t left_out;
} cutter;

/* What a walk over the events of a chunk comes to. */
typedef struct found {
    size_t end;             /* of its last whole event */
    size_t metadata, pools; /* the last of each, 0: none */
    int64_t last;           /* ns from the chunk's start to its last event's */
} found;

/* Every event begins with its time; what is not within the chunk is none. */
static int64_t since_start(const jfr_chunk *k, corr_cur body)
{
    const int64_t most = k->h.duration_ns > 0 ? k->h.duration_ns : DAY_NS;
    const int64_t ns = jfr_span_ns(
        &k->h, (int64_t)(jfr_int(&body) - (uint64_t)k->h.start_ticks));

    return ns > 0 && ns <= most ? ns : 0;
}

static found walk(const jfr_chunk *k)
{
    jfr_event e = { .size = JFR_HEADER };
    found f = { 0 };
    int64_t since;

    while (jfr_next(k, &e)) {
        if (e.id == METADATA)
            f.metadata = e.at;
        else if (e.id == CHECKPOINT)
            f.pools = e.at;
        else if ((since = since_start(k, e.body)) > f.last)
            f.last = since;
    }
    f.end = e.at < k->n ? e.at : k->n;
    return f;
}

static bool is_whole(const jfr_chunk *k, const found *f)
{
    return k->h.state == 0 && k->h.size == (int64_t)k->n && f->end == k->n &&
           k->h.metadata > 0 && k->h.pools > 0;
}

static void put_number(uint8_t *at, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(x >> (56 - 8 * i));
}

/* All whole events, behind a header that is true of them. */
static void put_rescued(const cutter *c, const found *f)
{
    const jfr_chunk *k = &c->j->k;
    uint8_t head[JFR_HEADER];

    memcpy(head, k->p, JFR_HEADER);
    put_number(head + AT_SIZE, f->end);
    put_number(head + AT_POOLS, f->pools);
    put_number(head + AT_METADATA, f->metadata);
    put_number(head + AT_DURATION, (uint64_t)f->last);
    head[AT_STATE] = 0;
    corr_put(c->out, head, JFR_HEADER);
    corr_put(c->out, k->p + JFR_HEADER, f->end - JFR_HEADER);
}

/* Whether the chunk at hand is new among those that need not be rescued. */
static bool note_start(cutter *c)
{
    const jfr_header *h = &c->j->k.h;
    const int64_t start[] = { h->start_ns, h->start_ticks };
    bool is_new = true;

    if (!corr_map_bytes(&c->starts, start, sizeof start, &is_new))
        jfr_no_memory(c->j);
    return is_new;
}

static bool put_chunk(cutter *c)
{
    const jfr_chunk *k = &c->j->k;
    const found f = walk(k);

    if (is_whole(k, &f)) {
        if (jfr_is_copy(c->j, &k->h))
            return false;
        corr_put(c->out, k->p, k->n);
        return true;
    }
    if (!corr_slice_salvages(c->s) || f.metadata == 0 || f.pools == 0) {
        c->left_out++;
        return false;
    }
    if (!note_start(c))
        return false;
    put_rescued(c, &f);
    return true;
}

static bool is_wanted(const corr_slice *s, const jfr_header *h)
{
    return corr_slice_adds(s) ||
           corr_slice_touches(s, h->start_ns,
                              corr_sum(h->start_ns, h->duration_ns > 0
                                                        ? h->duration_ns
                                                        : INT64_MAX));
}

static bool put_wanted(cutter *c)
{
    return is_wanted(c->s, &c->j->k.h) && put_chunk(c);
}

/* What is here whole need not be rescued from another file. */
static bool note_whole(cutter *c)
{
    const found f = walk(&c->j->k);

    return is_whole(&c->j->k, &f) && note_start(c);
}

/* Each chunk of each input in turn; counted are those that do. */
static corr_code each_chunk(cutter *c, bool (*take)(cutter *), bool counts,
                            corr_err *err)
{
    corr_slice_input in;
    corr_code code = CORR_OK;
    jfr *j = c->j;

    for (size_t i = 0; !code && i < corr_slice_inputs(c->s); i++) {
        uint64_t kept = 0, of = 0;
        code = corr_slice_open(c->s, i, &in, err);
        if (code)
            break;
        j->in = in.in;
        j->b = in.b;
        j->k = (jfr_chunk){ 0 };
        do {
            while (!corr_build_failed(j->b) && !corr_out_failed(c->out) &&
                   jfr_next_chunk(j)) {
                of++;
                kept += !corr_build_failed(j->b) && take(c);
                corr_src_skip(j->in, j->k.n);
            }
        } while (!corr_build_failed(j->b) && !corr_out_failed(c->out) &&
                 corr_src_next(j->in));
        if (counts)
            corr_slice_count(c->s, kept, of);
        code = corr_slice_close(c->s, err);
    }
    return code;
}

corr_code jfr_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    cutter c = { .j = calloc(1, sizeof *c.j), .s = s, .out = out };
    corr_code code = CORR_OK;

    if (!c.j)
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    if (corr_slice_salvages(s))
        code = each_chunk(&c, note_whole, false, err);
    if (!code)
        code = each_chunk(&c, put_wanted, true, err);
    corr_slice_leave_out(s, c.left_out);
    corr_map_clear(&c.j->seen);
    corr_map_clear(&c.starts);
    free(c.j);
    return code;
}
