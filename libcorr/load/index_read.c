/*
 * index_read - reads and checks the bytes of an index, and chooses blocks.
 *
 * Every number is checked against the others before it is used: offsets ascend,
 * blocks exist, windows are inside their section.  A section is read whole when
 * it is first needed.
 */
#include <stdlib.h>
#include <zlib.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "load/index_private.h"
#include "source/codec.h"

/* Largest section that is read into memory. */
#define SECTION_MOST ((uint64_t)1 << 30)

/* ---- the head ------------------------------------------------------------ */

static void get_text(corr_cur *c, char *to, size_t n)
{
    const corr_cur text = corr_cur_slice(c, n);

    memset(to, 0, n);
    if (!c->bad)
        memcpy(to, text.p, n - 1);
}

static void get_facts(corr_cur *c, index_facts *f)
{
    f->state = (index_state)corr_cur_le(c, 4);
    get_text(c, f->program, sizeof f->program);
    get_text(c, f->format, sizeof f->format);
    f->key.dev = corr_cur_le(c, 8);
    f->key.ino = corr_cur_le(c, 8);
    f->key.size = corr_cur_le(c, 8);
    f->key.mtime = (int64_t)corr_cur_le(c, 8);
    f->key.ctime = (int64_t)corr_cur_le(c, 8);
    f->key.ends = corr_cur_le(c, 8);
    f->built = (int64_t)corr_cur_le(c, 8);
    f->decoded = corr_cur_le(c, 8);
    f->spans = corr_cur_le(c, 8);
    f->blocks = (uint32_t)corr_cur_le(c, 4);
    f->traces = (uint32_t)corr_cur_le(c, 4);
    f->points = (uint32_t)corr_cur_le(c, 4);
    f->shape = (uint32_t)corr_cur_le(c, 4);
}

/* Checks that sections fill the bytes behind the head and have the sizes that
 * the counts imply. */
static bool get_sections(corr_cur *c, side_index *x)
{
    uint64_t at = INDEX_HEAD;

    for (unsigned i = 0; i < SECTIONS; i++) {
        x->at[i] = at;
        x->size[i] = corr_cur_le(c, 8);
        x->hash[i] = corr_cur_le(c, 8);
        if (x->size[i] > x->bytes || ADD_OVERFLOWS(at, x->size[i], &at) ||
            (i != WINDOWS && x->size[i] > SECTION_MOST))
            return false;
    }
    return !c->bad && at == x->bytes && x->size[PATH] < PATH_MOST &&
           x->size[BLOCKS] == (uint64_t)x->facts.blocks * BLOCK_BYTES &&
           x->size[POINTS] == (uint64_t)x->facts.points * POINT_BYTES &&
           x->size[SPANS] / SPAN_BYTES == x->facts.spans &&
           x->size[SPANS] % SPAN_BYTES == 0;
}

/* A section with its hash checked and a NUL behind it.  NULL: damaged, or out
 * of memory.  The caller frees it. */
static uint8_t *get_section(const side_index *x, unsigned i)
{
    const size_t n = (size_t)x->size[i];
    uint8_t *p = malloc(n + 1);

    if (!p)
        return NULL;
    p[n] = 0;
    if (x->fetch(x->ctx, x->at[i], p, n) && corr_hash(p, n) == x->hash[i])
        return p;
    free(p);
    return NULL;
}

bool index_open(side_index *x, index_fetch *fetch, void *ctx, uint64_t bytes)
{
    uint8_t head[INDEX_HEAD];

    *x = (side_index){ .fetch = fetch, .ctx = ctx, .bytes = bytes };
    if (bytes < INDEX_HEAD || !fetch(ctx, 0, head, sizeof head) ||
        memcmp(head, index_magic, sizeof index_magic) != 0)
        return false;
    corr_cur c = corr_cur_of(head, sizeof head);
    corr_cur_slice(&c, sizeof index_magic);
    corr_cur tail = corr_cur_of(head + INDEX_HEAD - 8, 8);
    if (corr_cur_le(&c, 4) != INDEX_VERSION ||
        corr_cur_le(&tail, 8) != corr_hash(head, INDEX_HEAD - 8))
        return false;
    get_facts(&c, &x->facts);
    if (x->facts.state >= INDEX_STATES || !get_sections(&c, x))
        return false;
    x->path = (char *)get_section(x, PATH);
    return x->path != NULL;
}

void index_clear(side_index *x)
{
    free(x->path);
    vec_free(&x->block);
    vec_free(&x->point);
    vec_free(&x->part);
    free(x->window);
    free(x->packed);
    *x = (side_index){ 0 };
}

/* ---- blocks -------------------------------------------------------------- */

static bool get_blocks(side_index *x)
{
    uint8_t *bytes = get_section(x, BLOCKS);
    uint64_t spans = 0, least = 0;

    x->block.n = 0;
    if (!bytes || !vec_reserve(&x->block, x->facts.blocks)) {
        free(bytes);
        return false;
    }
    corr_cur c = corr_cur_of(bytes, (size_t)x->size[BLOCKS]);
    for (uint32_t i = 0; i < x->facts.blocks; i++) {
        const index_block b = { .at = corr_cur_le(&c, 8),
                                .from = (int64_t)corr_cur_le(&c, 8),
                                .to = (int64_t)corr_cur_le(&c, 8),
                                .nspan = (uint32_t)corr_cur_le(&c, 4) };
        if (b.at < least || b.at >= x->facts.decoded)
            c.bad = true;
        least = b.at + 1;
        spans += b.nspan;
        x->block.v[x->block.n++] = b;
    }
    free(bytes);
    return !c.bad && spans == x->facts.spans;
}

/* Marks the blocks of wanted traces. */
static bool pick_traces(const side_index *x, const corr_want *w,
                        uint8_t *picked)
{
    uint8_t *bytes = get_section(x, TRACES);

    if (!bytes)
        return false;
    corr_cur c = corr_cur_of(bytes, (size_t)x->size[TRACES]);
    while (corr_cur_left(&c) && !c.bad) {
        const corr_trace_id id = { corr_cur_le(&c, 8), corr_cur_le(&c, 8) };
        const uint64_t n = corr_cur_varint(&c);
        const bool is_wanted = corr_want_id(w, id, 0);
        uint64_t block = 0;

        for (uint64_t i = 0; i < n && !c.bad; i++) {
            const uint64_t more = corr_cur_varint(&c);
            if (more >= x->block.n || (block += more) >= x->block.n)
                c.bad = true;
            else
                picked[block] |= is_wanted;
        }
    }
    free(bytes);
    return !c.bad;
}

/* Marks the blocks of spans that may be wanted, by the upper bits of their
 * ids. */
static bool pick_spans(const side_index *x, const corr_want *w, uint8_t *picked)
{
    uint8_t *bytes = get_section(x, SPANS);
    const uint8_t *p = bytes;

    if (!bytes)
        return false;
    for (size_t b = 0; b < x->block.n; b++)
        for (uint32_t i = 0; i < x->block.v[b].nspan; i++, p += SPAN_BYTES) {
            uint64_t top = 0;

            for (unsigned k = 0; k < SPAN_BYTES; k++)
                top |= (uint64_t)p[k] << (56 - 8 * k);
            picked[b] |= id_may_fit_span(top, INDEX_SPAN_BITS, w->ids.span,
                                         w->ids.mask_span);
        }
    free(bytes);
    return true;
}

static void pick_times(const side_index *x, const corr_want *w, uint8_t *picked)
{
    for (size_t i = 0; i < x->block.n; i++)
        picked[i] = x->block.v[i].from < w->spans.to &&
                    x->block.v[i].to >= w->spans.from;
}

/* Adjacent blocks become one part. */
static bool make_parts(side_index *x, const uint8_t *picked)
{
    const size_t n = x->block.n;

    x->part.n = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && picked[end] == picked[i]; end++)
            ;
        const src_part part = { x->block.v[i].at,
                                end < n ? x->block.v[end].at : UINT64_MAX };
        if (picked[i] && !vec_push(&x->part, part))
            return false;
    }
    return true;
}

/* ---- places to enter ----------------------------------------------------- */

static bool is_sound(const side_index *x, const index_point *p)
{
    return p->mark.nback <= CODEC_BACK && p->mark.bits < 8 &&
           p->packed <= 2 * CODEC_BACK && (p->mark.nback == 0) == !p->packed &&
           p->window <= x->size[WINDOWS] &&
           p->packed <= x->size[WINDOWS] - p->window && p->mark.in > 0 &&
           p->mark.in <= x->facts.key.size && p->mark.out <= x->facts.decoded;
}

static bool get_points(side_index *x)
{
    uint8_t *bytes = get_section(x, POINTS);
    uint64_t least = 0;

    x->point.n = 0;
    if (!bytes || !vec_reserve(&x->point, x->facts.points)) {
        free(bytes);
        return false;
    }
    corr_cur c = corr_cur_of(bytes, (size_t)x->size[POINTS]);
    for (uint32_t i = 0; i < x->facts.points; i++) {
        index_point p = { 0 };

        p.mark.out = corr_cur_le(&c, 8);
        p.mark.in = corr_cur_le(&c, 8);
        p.mark.inside = corr_cur_le(&c, 1) != 0;
        p.mark.bits = (unsigned)corr_cur_le(&c, 1);
        p.mark.nback = (size_t)corr_cur_le(&c, 4);
        p.window = corr_cur_le(&c, 8);
        p.packed = (uint32_t)corr_cur_le(&c, 4);
        p.hash = corr_cur_le(&c, 8);
        c.bad |= p.mark.out < least || !is_sound(x, &p);
        least = p.mark.out;
        x->point.v[x->point.n++] = p;
    }
    free(bytes);
    return !c.bad;
}

/* Inflates the window of an entry point into x->window. */
static bool get_window(side_index *x, const index_point *p)
{
    uLongf n = CODEC_BACK;

    if (!x->window)
        x->window = malloc(CODEC_BACK);
    if (!x->packed)
        x->packed = malloc((size_t)2 * CODEC_BACK);
    return x->window && x->packed &&
           x->fetch(x->ctx, x->at[WINDOWS] + p->window, x->packed, p->packed) &&
           corr_hash(x->packed, p->packed) == p->hash &&
           uncompress(x->window, &n, x->packed, p->packed) == Z_OK &&
           n == p->mark.nback;
}

bool index_enter(void *ctx, uint64_t offset, src_mark *m)
{
    side_index *x = ctx;
    size_t behind = 0;

    LOWER_BOUND(behind, x->point.n, i, x->point.v[i].mark.out <= offset);
    if (behind == 0)
        return false;
    const index_point *p = &x->point.v[behind - 1];
    if (p->packed && !get_window(x, p))
        return false;
    *m = p->mark;
    m->back = p->packed ? x->window : NULL;
    return true;
}

/* ---- the choice ---------------------------------------------------------- */

static bool pick_blocks(const side_index *x, const corr_want *w,
                        uint8_t *picked)
{
    if (!w->by_id) {
        pick_times(x, w, picked);
        return true;
    }
    return pick_traces(x, w, picked) &&
           (w->ids.mask_span == 0 || pick_spans(x, w, picked));
}

bool index_choose(side_index *x, const corr_want *want)
{
    if (x->facts.state != INDEX_SERVES ||
        (!want->by_id && want->spans.from == 0 && want->spans.to == 0) ||
        !get_blocks(x) || !get_points(x))
        return false;
    uint8_t *picked = calloc(x->block.n + 1, 1);
    const bool ok =
        picked && pick_blocks(x, want, picked) && make_parts(x, picked);
    free(picked);
    return ok;
}
