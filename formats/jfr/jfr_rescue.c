/*
 * A chunk that is not whole, written as one that is: all events up to the
 * break, then the parts behind it that the header still leads to.
 *
 * The description of types contains no places and is copied as it stands; if it
 * is damaged or missing, the description of another chunk of the same process
 * takes its place.  A checkpoint contains the distance to the one before it;
 * it is copied with a new distance.
 */
#include "jfr/jfr_rescue.h"

#include "jfr/jfr.h"

/* Places in a header. */
enum {
    AT_SIZE = 8,
    AT_POOLS = 16,
    AT_METADATA = 24,
    AT_DURATION = 40,
    AT_STATE = 64
};

/* Numbers of a rewritten checkpoint, padded to the most bytes they may need. */
enum { SIZE_BYTES = 5, DELTA_BYTES = 9 };

/* The parts of a checkpoint: its times, and everything behind the delta. */
typedef struct parts {
    const uint8_t *times, *rest;
    size_t ntimes, nrest;
} parts;

/* ---- behind the break ---------------------------------------------------- */

static parts parts_of(const jfr_event *e)
{
    corr_cur c = e->body;
    parts p = { .times = c.p };

    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    p.ntimes = (size_t)(c.p - p.times);
    jfr_int(&c); /* delta */
    p.rest = c.p;
    p.nrest = corr_cur_left(&c);
    return p;
}

static size_t moved_size(const parts *p)
{
    return SIZE_BYTES + 1 + p->ntimes + DELTA_BYTES + p->nrest;
}

/* Names joined by dots. Bytes that are not ASCII are not checked. */
static bool is_java_name(corr_str s)
{
    bool begins = true;

    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];
        const bool is_digit = c >= '0' && c <= '9';
        if (begins && (is_digit || c == '.'))
            return false;
        if (c != '.' && c != '_' && c != '$' && c != '?' && !is_digit &&
            (uint8_t)((c | 0x20) - 'a') >= 26)
            return false;
        begins = c == '.';
    }
    return !begins;
}

/* Whether readers accept all types: the JDK's reader refuses a file for one
 * invalid type. */
static bool are_sound(const jfr_types *t)
{
    for (uint32_t i = 0; i < t->ntype; i++)
        if (!is_java_name(t->type[i].name))
            return false;
    for (uint32_t i = 0; i < t->nfield; i++)
        if (t->field[i].type == UINT32_MAX)
            return false;
    return true;
}

static bool has_sound_types(jfr_rescue *r, const jfr_chunk *k,
                            const jfr_event *e)
{
    return !jfr_types_read(&r->tried, corr_cur_of(k->p + e->at, e->size),
                           &r->no_memory) &&
           are_sound(&r->tried);
}

/* Finds the last description before the break, or the one in force. */
static bool find_own(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f)
{
    r->types = (jfr_event){ .at = f->metadata };
    if (f->metadata && jfr_next(k, &r->types) &&
        has_sound_types(r, k, &r->types))
        return true;
    return jfr_find_types(k, &r->types) && has_sound_types(r, k, &r->types);
}

/* Whether the types of another chunk fit all events before the break. */
static bool are_lent(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                     const jfr_lent *l)
{
    jfr_chunk before = *k;

    before.n = f->end;
    return l &&
           !jfr_types_read(&r->tried, corr_cur_of(l->p, l->n), &r->no_memory) &&
           are_sound(&r->tried) && jfr_types_fit(&r->tried, &before);
}

static bool find_types(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                       const jfr_lent *l)
{
    const bool has_own = find_own(r, k, f);

    r->lent = NULL;
    if (has_own &&
        !(l && l->agreed > 1 && jfr_contradicts(l, k, &r->tried, &r->types)))
        return true;
    if (are_lent(r, k, f, l))
        r->lent = l;
    return has_own || r->lent;
}

bool jfr_rescue_of(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                   const jfr_lent *lent)
{
    if (!find_types(r, k, f, lent) || r->no_memory)
        return false;
    r->no_memory = !jfr_behind_find(&r->behind, k, f->end);
    return !r->no_memory && (f->pools > 0 || r->behind.n > 0);
}

/* ---- the file ------------------------------------------------------------ */

static void put_number(uint8_t *at, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(x >> (56 - 8 * i));
}

/* Writes an integer of a recording with a fixed number of bytes. */
static void pad_int(uint8_t *at, uint64_t x, unsigned bytes)
{
    for (; bytes > 1; bytes--, x >>= 7)
        *at++ = (uint8_t)(x | 0x80);
    *at = (uint8_t)x;
}

/* back: distance to the previous checkpoint, 0: there is no previous one. */
static void put_checkpoint(const jfr_event *e, size_t back, corr_out *out)
{
    uint8_t head[SIZE_BYTES + 1], delta[DELTA_BYTES];

    const parts p = parts_of(e);
    pad_int(head, moved_size(&p), SIZE_BYTES);
    head[SIZE_BYTES] = JFR_CHECKPOINT;
    pad_int(delta, 0 - (uint64_t)back, DELTA_BYTES);
    corr_put(out, head, sizeof head);
    corr_put(out, p.times, p.ntimes);
    corr_put(out, delta, sizeof delta);
    corr_put(out, p.rest, p.nrest);
}

/* The size of a checkpoint and of the events behind it. */
static size_t size_behind(const jfr_rescue *r, const jfr_chunk *k, uint32_t i)
{
    jfr_event e = { .at = r->behind.v[i].at };

    jfr_next(k, &e);
    const parts p = parts_of(&e);
    return moved_size(&p) + r->behind.v[i].end - (e.at + e.size);
}

static void put_behind(const jfr_chunk *k, const jfr_part *p, size_t back,
                       corr_out *out)
{
    jfr_event e = { .at = p->at };

    jfr_next(k, &e);
    put_checkpoint(&e, back, out);
    corr_put(out, k->p + e.at + e.size, p->end - (e.at + e.size));
}

/* The description to write behind the events; empty: it is among them. */
static corr_cur types_behind(const jfr_rescue *r, const jfr_chunk *k,
                             const jfr_found *f)
{
    if (r->lent)
        return corr_cur_of(r->lent->p, r->lent->n);
    return corr_cur_of(k->p + r->types.at, r->types.at + r->types.size > f->end
                                               ? r->types.size
                                               : 0);
}

static int64_t duration_of(const jfr_rescue *r, const jfr_chunk *k,
                           const jfr_found *f)
{
    return r->behind.has_events && k->h.duration_ns > f->last ? k->h.duration_ns
                                                              : f->last;
}

void jfr_rescue_put(const jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                    corr_out *out)
{
    const corr_cur types = types_behind(r, k, f);
    uint8_t head[JFR_HEADER];
    size_t pools = f->pools;
    size_t end = f->end;

    for (uint32_t i = 0; i < r->behind.n; i++) {
        pools = end;
        end += size_behind(r, k, i);
    }
    memcpy(head, k->p, JFR_HEADER);
    put_number(head + AT_SIZE, end + corr_cur_left(&types));
    put_number(head + AT_POOLS, pools);
    put_number(head + AT_METADATA, corr_cur_left(&types) ? end : r->types.at);
    put_number(head + AT_DURATION, (uint64_t)duration_of(r, k, f));
    head[AT_STATE] = 0;
    corr_put(out, head, JFR_HEADER);
    corr_put(out, k->p + JFR_HEADER, f->end - JFR_HEADER);
    pools = f->pools;
    end = f->end;
    for (uint32_t i = 0; i < r->behind.n; i++) {
        put_behind(k, &r->behind.v[i], pools ? end - pools : 0, out);
        pools = end;
        end += size_behind(r, k, i);
    }
    corr_put(out, types.p, corr_cur_left(&types));
}

static bool is_behind(const jfr_behind *b, size_t at)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (at >= b->v[i].at && at < b->v[i].end)
            return true;
    return false;
}

uint64_t jfr_rescue_lost(const jfr_rescue *r, const jfr_chunk *k,
                         const jfr_found *f)
{
    const size_t types_end = r->types.at + r->types.size;
    uint64_t kept = jfr_behind_bytes(&r->behind);

    if (!r->lent && types_end > f->end && !is_behind(&r->behind, r->types.at))
        kept += r->types.at > f->end ? r->types.size : types_end - f->end;
    return k->n - f->end > kept ? k->n - f->end - kept : 0;
}

void jfr_rescue_clear(jfr_rescue *r)
{
    jfr_types_clear(&r->tried);
    jfr_behind_clear(&r->behind);
}
