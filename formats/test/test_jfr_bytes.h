/*
 * test_jfr_bytes - the bytes of flight recordings that tests make, and values
 * written into them from short texts.
 *
 * A value is a number, or a text: 'utf-8', l'latin-1', u'utf-16', p7 a key,
 * - null, ~ empty, or f1.5, d1.5, xff00 bytes as they are.
 */
#ifndef CORR_TEST_JFR_BYTES_H
#define CORR_TEST_JFR_BYTES_H

#include "test/format_test.h"

#include <stdlib.h>

#include "jfr/jfr.h"

typedef struct bytes {
    uint8_t p[1 << 16];
    size_t n;
} bytes;

/* ---- bytes ------------------------------------------------------------------ */

static inline void put(bytes *b, const void *p, size_t n)
{
    assert_true(n <= sizeof b->p - b->n);
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static inline void put_byte(bytes *b, unsigned x)
{
    put(b, &(uint8_t){ (uint8_t)x }, 1);
}

static inline void put_int(bytes *b, uint64_t x)
{
    for (int i = 0; i < 8 && x >= 0x80; i++, x >>= 7)
        put_byte(b, (unsigned)(x & 0x7f) | 0x80);
    put_byte(b, (unsigned)x);
}

/* The same in four bytes, as sizes are that are known late. */
static inline void put_padded(bytes *b, uint64_t x)
{
    for (unsigned i = 0; i < 4; i++, x >>= 7)
        put_byte(b, (unsigned)(x & 0x7f) | (i < 3 ? 0x80 : 0));
}

static inline void put_be(bytes *b, uint64_t x, unsigned n)
{
    while (n-- > 0)
        put_byte(b, (unsigned)(x >> 8 * n) & 0xff);
}

static inline void set_be(bytes *b, size_t at, uint64_t x, unsigned n)
{
    const size_t end = b->n;

    b->n = at;
    put_be(b, x, n);
    b->n = end;
}

static inline void put_text(bytes *b, char how, corr_str s)
{
    put_byte(b, how == 'l'   ? JFR_TEXT_LATIN1
                : how == 'u' ? JFR_TEXT_CHARS
                             : JFR_TEXT_UTF8);
    put_int(b, s.n);
    for (size_t i = 0; i < s.n; i++)
        if (how == 'u')
            put_int(b, (uint8_t)s.p[i]);
        else
            put_byte(b, (uint8_t)s.p[i]);
}

/* ---- values ------------------------------------------------------------------ */

/* The next word of a text, which ends at a space, at end, or at its quote. */
static inline bool next_word(corr_str *rest, corr_str *word)
{
    size_t n = 0;

    *rest = corr_str_trim(*rest);
    if (rest->n == 0)
        return false;
    const char *quote = memchr(rest->p, '\'', rest->n < 2 ? rest->n : 2);
    if (quote) {
        n = (size_t)(quote - rest->p) + 1;
        while (rest->p[n] != '\'')
            n++;
        n++;
    } else {
        while (n < rest->n && rest->p[n] != ' ')
            n++;
    }
    *word = (corr_str){ rest->p, n };
    *rest = (corr_str){ rest->p + n, rest->n - n };
    return true;
}

static inline void put_value(bytes *b, corr_str w)
{
    const corr_str rest = { w.p + 1, w.n - 1 };
    uint64_t bits = 0;
    int64_t n;
    double d;

    if (w.p[w.n - 1] == '\'' && w.n > 1) {
        const size_t skip = w.p[0] == '\'' ? 1 : 2;
        put_text(b, w.p[0], (corr_str){ w.p + skip, w.n - skip - 1 });
    } else if (corr_str_is(w, "-")) {
        put_byte(b, JFR_TEXT_NULL);
    } else if (corr_str_is(w, "~")) {
        put_byte(b, JFR_TEXT_EMPTY);
    } else if (w.p[0] == 'p' && corr_str_i64(rest, &n)) {
        put_byte(b, JFR_TEXT_POOLED);
        put_int(b, (uint64_t)n);
    } else if (w.p[0] == 'f' && corr_str_real(rest, &d)) {
        const float f = (float)d;
        memcpy(&bits, &f, sizeof f);
        put_be(b, bits, 4);
    } else if (w.p[0] == 'd' && corr_str_real(rest, &d)) {
        memcpy(&bits, &d, sizeof d);
        put_be(b, bits, 8);
    } else if (w.p[0] == 'x') {
        for (size_t i = 0; i + 1 < rest.n; i += 2) {
            const char hex[3] = { rest.p[i], rest.p[i + 1], 0 };
            put_byte(b, (unsigned)strtoul(hex, NULL, 16));
        }
    } else if (corr_str_i64(w, &n)) {
        put_int(b, (uint64_t)n);
    } else {
        fail_msg("no value: %.*s", CORR_STR_ARG(w));
    }
}

static inline void put_values(bytes *b, corr_str values)
{
    corr_str word;

    while (next_word(&values, &word))
        put_value(b, word);
}

#endif
