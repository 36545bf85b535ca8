/*
 * index_make - collects what a reader reports, and writes the bytes of an
 * index.
 *
 * Ids are kept in order of arrival, once per block, and sorted at the end.
 * Windows are deflated at once.
 */
#include <assert.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "load/index_private.h"
#include "model/build_private.h"

/* Memory limit of a maker. */
#define MAKER_MOST ((size_t)1 << 30)

/* Slots for recent traces, by their id.  They avoid most repeated traces of a
 * block. */
#define RECENT 1024

typedef struct seen_trace {
    corr_trace_id id;
    uint32_t block;
} seen_trace;

struct index_maker {
    uint64_t least, stride;
    vec(index_block) block;
    vec(seen_trace) trace;
    size_t block_traces; /* first trace of the current block */
    seen_trace recent[RECENT];
    vec(uint8_t) span; /* 3 bytes each */
    vec(index_point) point;
    vec(uint8_t) window;
    vec(uint8_t) out; /* the whole index */
    unsigned shape;
    bool no_memory, too_large;
};

index_maker *index_maker_new(uint64_t block, uint64_t stride)
{
    index_maker *m = calloc(1, sizeof *m);

    if (m) {
        m->least = block ? block : INDEX_BLOCK;
        m->stride = stride ? stride : INDEX_STRIDE;
    }
    return m;
}

void index_maker_free(index_maker *m)
{
    if (!m)
        return;
    vec_free(&m->block);
    vec_free(&m->trace);
    vec_free(&m->span);
    vec_free(&m->point);
    vec_free(&m->window);
    vec_free(&m->out);
    free(m);
}

uint64_t index_maker_stride(const index_maker *m)
{
    return m->stride;
}

static bool is_dead(const index_maker *m)
{
    return m->no_memory || m->too_large;
}

/* Makes room for more elements of a column.  False: out of memory. */
#define MAY_ADD(m, column, more)                                               \
    (vec_reserve((column), (more)) || ((m)->no_memory = true, false))

/* ---- ids ----------------------------------------------------------------- */

SORT_BY(seen_trace_by_id, seen_trace, ASC(id.hi), ASC(id.lo), ASC(block))

/* Sorts the traces of the current block and removes repeated ones. */
static void end_block(index_maker *m)
{
    const size_t first = m->block_traces;
    size_t n = first;

    if (m->trace.n > first)
        qsort(m->trace.v + first, m->trace.n - first, sizeof *m->trace.v,
              seen_trace_by_id);
    for (size_t i = first; i < m->trace.n; i++)
        if (n == first ||
            trace_cmp(m->trace.v[i].id, m->trace.v[n - 1].id) != 0)
            m->trace.v[n++] = m->trace.v[i];
    m->trace.n = m->block_traces = n;
    m->too_large |=
        m->trace.n * sizeof *m->trace.v + m->span.n + m->window.n > MAKER_MOST;
}

void index_see_record(index_maker *m, uint64_t offset)
{
    if (is_dead(m) ||
        (m->block.n && offset < m->block.v[m->block.n - 1].at + m->least))
        return;
    end_block(m);
    if (m->block.n >= UINT32_MAX)
        m->too_large = true;
    else if (MAY_ADD(m, &m->block, 1))
        m->block.v[m->block.n++] =
            (index_block){ .at = offset, .from = INT64_MAX, .to = INT64_MIN };
}

static void widen_block(index_block *b, int64_t start, int64_t end)
{
    const bool is_open = start <= 0 || end < start;

    b->from = is_open ? INT64_MIN : min_i64(b->from, start);
    b->to = is_open ? INT64_MAX : max_i64(b->to, end);
}

void index_see_span(index_maker *m, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end)
{
    if (is_dead(m) || !m->block.n)
        return;
    const uint32_t at = (uint32_t)m->block.n - 1;
    index_block *b = &m->block.v[at];
    if (!MAY_ADD(m, &m->trace, 1) || !MAY_ADD(m, &m->span, SPAN_BYTES))
        return;
    const seen_trace t = { trace, at };
    seen_trace *recent = &m->recent[(trace.hi ^ trace.lo) % RECENT];
    if (recent->block != at || trace_cmp(trace, recent->id) != 0)
        m->trace.v[m->trace.n++] = *recent = t;
    for (unsigned i = 0; i < SPAN_BYTES; i++)
        m->span.v[m->span.n++] = (uint8_t)(id >> (56 - 8 * i));
    widen_block(b, start, end);
    b->nspan++;
    m->too_large |= b->nspan == UINT32_MAX;
}

void corr_seen_record(corr_build *b, uint64_t offset)
{
    if (b->opts.index)
        index_see_record(b->opts.index, offset);
}

void corr_seen_shape(corr_build *b, unsigned shape)
{
    if (b->opts.index)
        b->opts.index->shape = shape;
}

void corr_seen_span(corr_build *b, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end)
{
    if (b->opts.index)
        index_see_span(b->opts.index, trace, id, start, end);
}

/* ---- places to enter ----------------------------------------------------- */

/* Deflates a window behind the others; returns its size.  0: out of memory. */
static uint32_t deflate_window(index_maker *m, const uint8_t *p, size_t n)
{
    const int quick = 1;
    uLongf size = compressBound((uLong)n);

    if (!MAY_ADD(m, &m->window, size))
        return 0;
    if (compress2(m->window.v + m->window.n, &size, p, (uLong)n, quick) !=
        Z_OK) {
        m->no_memory = true;
        return 0;
    }
    return (uint32_t)size;
}

void index_see_mark(void *ctx, const src_mark *mark)
{
    index_maker *m = ctx;
    index_point p = { .mark = *mark, .window = m->window.n };

    if (is_dead(m) || !MAY_ADD(m, &m->point, 1))
        return;
    p.mark.back = NULL;
    if (mark->nback) {
        p.packed = deflate_window(m, mark->back, mark->nback);
        if (!p.packed)
            return;
        p.hash = corr_hash(m->window.v + m->window.n, p.packed);
        m->window.n += p.packed;
    }
    m->point.v[m->point.n++] = p;
}

/* ---- bytes --------------------------------------------------------------- */

static void put_raw(index_maker *m, const void *p, size_t n)
{
    if (n == 0 || !MAY_ADD(m, &m->out, n))
        return;
    memcpy(m->out.v + m->out.n, p, n);
    m->out.n += n;
}

static void put_le(index_maker *m, uint64_t x, unsigned bytes)
{
    uint8_t b[8];

    for (unsigned i = 0; i < bytes; i++)
        b[i] = (uint8_t)(x >> (8 * i));
    put_raw(m, b, bytes);
}

static void put_varint(index_maker *m, uint64_t x)
{
    uint8_t b[CORR_VARINT_MAX];
    const size_t n = corr_put_varint(b, x);

    put_raw(m, b, n);
}

static void put_name(index_maker *m, const char *z, size_t room)
{
    char text[64] = "";

    memcpy(text, z, strlen(z) < room ? strlen(z) : room - 1);
    put_raw(m, text, room);
}

static void put_blocks(index_maker *m)
{
    for (size_t i = 0; i < m->block.n; i++) {
        const index_block *b = &m->block.v[i];

        put_le(m, b->at, 8);
        put_le(m, (uint64_t)b->from, 8);
        put_le(m, (uint64_t)b->to, 8);
        put_le(m, b->nspan, 4);
    }
}

/* Writes the traces and returns their number. */
static uint32_t put_traces(index_maker *m)
{
    uint32_t ntrace = 0;

    for (size_t i = 0, end; i < m->trace.n; i = end) {
        uint32_t before = 0;

        for (end = i; end < m->trace.n &&
                      trace_cmp(m->trace.v[i].id, m->trace.v[end].id) == 0;
             end++)
            ;
        put_le(m, m->trace.v[i].id.hi, 8);
        put_le(m, m->trace.v[i].id.lo, 8);
        put_varint(m, end - i);
        for (size_t k = i; k < end; k++) {
            put_varint(m, m->trace.v[k].block - before);
            before = m->trace.v[k].block;
        }
        ntrace++;
    }
    return ntrace;
}

static void put_points(index_maker *m)
{
    for (size_t i = 0; i < m->point.n; i++) {
        const index_point *p = &m->point.v[i];

        put_le(m, p->mark.out, 8);
        put_le(m, p->mark.in, 8);
        put_le(m, p->mark.inside, 1);
        put_le(m, p->mark.bits, 1);
        put_le(m, p->mark.nback, 4);
        put_le(m, p->window, 8);
        put_le(m, p->packed, 4);
        put_le(m, p->hash, 8);
    }
}

static void put_head(index_maker *m, const index_facts *f,
                     const size_t end[SECTIONS])
{
    const size_t from = m->out.n;
    size_t begin = INDEX_HEAD;

    put_raw(m, index_magic, sizeof index_magic);
    put_le(m, INDEX_VERSION, 4);
    put_le(m, (uint64_t)f->state, 4);
    put_name(m, f->program, sizeof f->program);
    put_name(m, f->format, sizeof f->format);
    put_le(m, f->key.dev, 8);
    put_le(m, f->key.ino, 8);
    put_le(m, f->key.size, 8);
    put_le(m, (uint64_t)f->key.mtime, 8);
    put_le(m, (uint64_t)f->key.ctime, 8);
    put_le(m, f->key.ends, 8);
    put_le(m, (uint64_t)f->built, 8);
    put_le(m, f->decoded, 8);
    put_le(m, f->spans, 8);
    put_le(m, f->blocks, 4);
    put_le(m, f->traces, 4);
    put_le(m, f->points, 4);
    put_le(m, f->shape, 4);
    assert(m->no_memory || m->out.n - from == HEAD_SECTIONS);
    for (unsigned i = 0; i < SECTIONS; i++) {
        put_le(m, end[i] - begin, 8);
        /* each window has its own hash */
        put_le(m,
               i == WINDOWS || m->no_memory
                   ? 0
                   : corr_hash(m->out.v + begin, end[i] - begin),
               8);
        begin = end[i];
    }
    static const uint8_t zero[INDEX_HEAD];
    put_raw(m, zero, INDEX_HEAD - 8 - (m->out.n - from));
    if (!m->no_memory)
        put_le(m, corr_hash(m->out.v + from, INDEX_HEAD - 8), 8);
}

/* The state of the index: the caller's, unless the maker found a limit. */
static index_state state_to_write(const index_maker *m, index_state known)
{
    if (known != INDEX_SERVES)
        return known;
    if (m->too_large)
        return INDEX_LARGE;
    return m->block.n < 2 ? INDEX_WHOLE : INDEX_SERVES;
}

static void drop_tables(index_maker *m)
{
    m->block.n = m->trace.n = m->span.n = m->point.n = m->window.n = 0;
}

corr_str index_bytes(index_maker *m, const index_facts *known, uint64_t decoded,
                     const char *path)
{
    index_facts f = *known;
    size_t end[SECTIONS];

    end_block(m);
    f.state = state_to_write(m, known->state);
    f.decoded = decoded;
    if (f.state != INDEX_SERVES)
        drop_tables(m);
    vec_sort(&m->trace, seen_trace_by_id);
    m->out.n = 0;
    if (!MAY_ADD(m, &m->out, INDEX_HEAD))
        return CORR_STR("");
    m->out.n = INDEX_HEAD; /* room for the head: it is written at the end, then
                              moved here */
    put_raw(m, path, strlen(path));
    end[PATH] = m->out.n;
    put_blocks(m);
    end[BLOCKS] = m->out.n;
    f.traces = put_traces(m);
    end[TRACES] = m->out.n;
    put_raw(m, m->span.v, m->span.n);
    end[SPANS] = m->out.n;
    put_points(m);
    end[POINTS] = m->out.n;
    put_raw(m, m->window.v, m->window.n);
    end[WINDOWS] = m->out.n;
    f.shape = m->shape;
    f.blocks = (uint32_t)m->block.n;
    f.points = (uint32_t)m->point.n;
    f.spans = m->span.n / SPAN_BYTES;
    put_head(m, &f, end);
    if (m->no_memory)
        return CORR_STR("");
    memcpy(m->out.v, m->out.v + end[WINDOWS], INDEX_HEAD);
    m->out.n = end[WINDOWS];
    return (corr_str){ (const char *)m->out.v, m->out.n };
}
