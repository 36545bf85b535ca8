/*
 * Slices and merges of recordings: whole chunks, as they stand.
 *
 * A chunk has its own types and constants, so any chunks in a row are a
 * recording.  Chunks that are not whole are left out, because a reader looks
 * for the next chunk where the header says it is; with --salvage the readable
 * part of such a chunk is written as a whole one (jfr_rescue.c).
 */
#include "corr_write.h"
#include "jfr/jfr.h"
#include "jfr/jfr_rescue.h"

typedef struct cutter {
    jfr *j;
    jfr_found f; /* of the current chunk */
    jfr_rescue rescue;
    corr_slice *s;
    corr_out *out;
    corr_map starts; /* of chunks that need no rescue: a file has them whole,
                        or they are rescued already */
    uint64_t left_out;
} cutter;

/* Whether the current chunk is new among those that need no rescue. */
static bool note_start(cutter *c)
{
    const jfr_header *h = &c->j->k.h;
    const int64_t start[] = { h->start_ns, h->start_ticks };
    bool is_new = true;

    if (!corr_map_bytes(&c->starts, start, sizeof start, &is_new))
        jfr_no_memory(c->j);
    return is_new;
}

static bool is_rescued(cutter *c)
{
    const bool is =
        jfr_rescue_of(&c->rescue, &c->j->k, &c->f, jfr_lender(c->j));

    if (c->rescue.no_memory)
        jfr_no_memory(c->j);
    return is;
}

static bool leads_to(const jfr_chunk *k, int64_t at, int64_t id)
{
    jfr_event e = { .at = at < JFR_HEADER ? k->n : (size_t)at };

    return jfr_next(k, &e) && e.id == id;
}

/* Whether a chunk may be kept as it is. If readers must accept it, it describes
 * its types at the place that the header names: the JDK's reader looks only
 * there. */
static bool is_good(cutter *c)
{
    const jfr_chunk *k = &c->j->k;

    return jfr_is_whole(k, &c->f) &&
           (!corr_slice_salvages(c->s) ||
            (is_rescued(c) && !c->rescue.lent &&
             leads_to(k, k->h.metadata, JFR_METADATA) &&
             leads_to(k, k->h.pools, JFR_CHECKPOINT)));
}

static bool put_chunk(cutter *c)
{
    const jfr_chunk *k = &c->j->k;

    if (is_good(c)) {
        if (jfr_is_copy(c->j))
            return false;
        corr_put(c->out, k->p, k->n);
        return true;
    }
    if (!corr_slice_salvages(c->s) || !is_rescued(c)) {
        c->left_out++;
        return false;
    }
    if (!note_start(c))
        return false;
    jfr_rescue_put(&c->rescue, k, &c->f, c->out);
    const uint64_t lost = jfr_rescue_lost(&c->rescue, k, &c->f);
    if (lost)
        corr_slice_lose(c->s, lost);
    return true;
}

/* Walks the current chunk. False: it cannot be read. */
static bool walk_chunk(cutter *c)
{
    if (!jfr_fetch(c->j, 0, c->j->k.n))
        return false;
    c->f = jfr_walk(&c->j->k);
    return true;
}

/* The end of the current chunk: from its header, or its last event. */
static int64_t end_of_chunk(const cutter *c)
{
    const jfr_header *h = &c->j->k.h;
    const int64_t last = c->f.last;

    return corr_sum(h->start_ns, h->duration_ns > last ? h->duration_ns : last);
}

static bool is_wanted(const cutter *c)
{
    return corr_slice_touches(c->s, c->j->k.h.start_ns, end_of_chunk(c));
}

/* Writes a wanted chunk. A chunk whose header gives its end is walked only if
 * it is kept. */
static bool put_wanted(cutter *c)
{
    const jfr_header *h = &c->j->k.h;

    c->f = (jfr_found){ 0 };
    if (h->duration_ns > 0 && !is_wanted(c))
        return false;
    if (!walk_chunk(c) || !is_wanted(c) || !put_chunk(c))
        return false;
    corr_slice_kept(c->s, h->start_ns, end_of_chunk(c));
    return true;
}

/* Lends the types of a chunk to the other chunks. */
static bool lend_types(cutter *c)
{
    if (!walk_chunk(c) || !is_rescued(c) || c->rescue.lent)
        return false;
    jfr_lend(c->j, &c->rescue.tried, &c->rescue.types);
    return true;
}

/* Notes a chunk that is whole here: it need not be rescued from another
 * file. */
static bool note_whole(cutter *c)
{
    return walk_chunk(c) && is_good(c) && note_start(c);
}

static bool goes_on(const cutter *c)
{
    return !corr_build_failed(c->j->b) && !corr_out_failed(c->out);
}

/* Calls take for each chunk of the current input. Returns how many calls
 * returned true. */
static uint64_t each_here(cutter *c, const corr_slice_input *in,
                          bool (*take)(cutter *), uint64_t *of)
{
    jfr *j = c->j;
    uint64_t kept = 0;

    j->in = in->in;
    j->b = in->b;
    j->k = (jfr_chunk){ 0 };
    j->file->chunks.n = 0;
    j->file->from = j->file->to = CORR_NO_TIME;
    do {
        while (goes_on(c) && jfr_next_chunk(j)) {
            ++*of;
            if (in->is_new && goes_on(c))
                jfr_read_chunk(j);
            kept += goes_on(c) && take(c);
            corr_src_skip(j->in, j->k.n);
        }
    } while (goes_on(c) && corr_src_next(j->in));
    if (j->file->from != CORR_NO_TIME)
        corr_set_window(j->b, j->file->from, j->file->to);
    return kept;
}

/* The same for each input in turn; counts the calls that returned true. */
static corr_code each_chunk(cutter *c, bool (*take)(cutter *), bool counts,
                            corr_err *err)
{
    corr_slice_input in;
    corr_code code = CORR_OK;

    for (size_t i = 0; !code && i < corr_slice_inputs(c->s); i++) {
        uint64_t of = 0;
        code = corr_slice_open(c->s, i, &in, err);
        if (code)
            break;
        const uint64_t kept = each_here(c, &in, take, &of);
        if (counts)
            corr_slice_count(c->s, kept, of);
        code = corr_slice_close(c->s, err);
    }
    return code;
}

corr_code jfr_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    const corr_want want = { .mode = CORR_MODE_OUTLINE };
    cutter c = { .j = jfr_new(&want, err), .s = s, .out = out };
    corr_code code = CORR_OK;

    if (!c.j)
        return CORR_ENOMEM;
    if (corr_slice_salvages(s))
        code = each_chunk(&c, lend_types, false, err);
    if (!code && corr_slice_salvages(s))
        code = each_chunk(&c, note_whole, false, err);
    if (!code)
        code = each_chunk(&c, put_wanted, true, err);
    corr_slice_leave_out(s, c.left_out);
    corr_map_clear(&c.starts);
    jfr_rescue_clear(&c.rescue);
    jfr_free(c.j);
    return code;
}
