/*
 * Values that are stepped over: texts, integers, any type.
 *
 * Most bytes of a recording are skipped, so integers are skipped 64 bytes at a
 * time.
 */
#include "jfr/jfr_types.h"

/* Nearly all texts are ASCII, with one byte per character. */
static void skip_chars(corr_cur *c)
{
    const uint64_t n = jfr_int(c);

    if (n <= corr_cur_left(c) && jfr_short_ints(c->p, (size_t)n) == n)
        c->p += n;
    else
        jfr_skip_ints(c, n);
}

void jfr_skip_text(corr_cur *c)
{
    const uint8_t how = jfr_byte(c);
    uint64_t n;

    switch (how) {
    case JFR_TEXT_NULL:
    case JFR_TEXT_EMPTY:
        return;
    case JFR_TEXT_POOLED:
        jfr_int(c);
        return;
    case JFR_TEXT_UTF8:
    case JFR_TEXT_LATIN1:
        n = jfr_int(c);
        corr_cur_slice(c, n);
        return;
    case JFR_TEXT_CHARS:
        skip_chars(c);
        return;
    default:
        corr_cur_stop(c);
    }
}

/* Skips integers in 64 bytes, where the first integer has t bytes before them.
 * False: an integer may have nine bytes. If the last integer ends in the 64
 * bytes, n becomes 0; else all 64 are skipped. */
static bool skip_block(corr_cur *c, uint64_t *n, unsigned *t)
{
    const uint64_t more = jfr_more32(c->p) | jfr_more32(c->p + 32) << 32;
    uint64_t ends = ~more;

    if (jfr_has_run(more) || *t + jfr_first(ends) >= 8)
        return false;
    const unsigned count = jfr_bits(ends);
    if (count < *n) {
        c->p += 64;
        *n -= count;
        *t = (unsigned)__builtin_clzll(ends);
        return true;
    }
    c->p += jfr_first(jfr_without_first(ends, *n - 1)) + 1;
    *n = 0;
    return true;
}

void jfr_skip_ints(corr_cur *c, uint64_t n)
{
    enum { FEW = 8 };
    unsigned t = 0; /* bytes of the current integer before c->p */

    while (n > 0 && !c->bad) {
        if ((n > FEW || t > 0) && corr_cur_left(c) >= 64 &&
            skip_block(c, &n, &t))
            continue;
        c->p -= t;
        t = 0;
        jfr_int(c);
        n--;
    }
}

static void skip_type(const jfr_types *t, uint32_t type, corr_cur *c,
                      unsigned depth);

static void skip_field(const jfr_types *t, const jfr_field *f, corr_cur *c,
                       unsigned depth)
{
    uint64_t n = f->is_array ? jfr_int(c) : 1;

    if ((f->is_array && n > corr_cur_left(c)) ||
        (!f->pooled && f->type == UINT32_MAX)) {
        corr_cur_stop(c);
    } else if (f->pooled || t->type[f->type].ints) {
        jfr_skip_ints(c, f->pooled ? n : n * t->type[f->type].ints);
    } else {
        for (const uint8_t *before = NULL; n > 0 && c->p != before; n--) {
            before = c->p; /* values without bytes need no walk */
            skip_type(t, f->type, c, depth + 1);
        }
    }
}

/* No type in use contains itself, and types nest at most JFR_DEPTH deep. */
static void skip_type(const jfr_types *t, uint32_t type, corr_cur *c,
                      unsigned depth)
{
    static const uint8_t width[] = {
        [JFR_BYTE] = 1, [JFR_FLOAT] = 4, [JFR_DOUBLE] = 8
    };
    const jfr_type *y = &t->type[type];

    if (y->is_broken || depth > JFR_DEPTH)
        corr_cur_stop(c);
    else if (y->prim == JFR_INTEGER || y->ints)
        jfr_skip_ints(c, y->ints ? y->ints : 1);
    else if (y->prim == JFR_TEXT)
        jfr_skip_text(c);
    else if (y->prim != JFR_COMPOSITE)
        corr_cur_slice(c, width[y->prim]);
    else
        for (uint32_t i = 0; i < y->nfield && !c->bad; i++)
            skip_field(t, &t->field[y->field + i], c, depth);
}

void jfr_skip_type(const jfr_types *t, uint32_t type, corr_cur *c)
{
    skip_type(t, type, c, 0);
}

void jfr_skip_field(const jfr_types *t, const jfr_field *f, corr_cur *c)
{
    skip_field(t, f, c, 0);
}
