/* scrub_match - many values at once. */
#include "scrub/scrub_match.h"

#include "base/base.h"
#include "base/hash_mix.h"
#include "scrub/scrub_words.h"

enum { SHIFTS = 65536, MOST_LOOKED_AT = 32 };

/* Sets the bit that tells lower case from upper case.  Other characters change
 * as well, and a comparison follows. */
#define FOLD_MASK UINT64_C(0x2020202020202020)

static inline uint32_t hash_three(const uint8_t *p)
{
    const uint32_t x =
        ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16) |
        0x202020;

    return (x * 2654435761u) >> 16;
}

static inline uint64_t begin8(const uint8_t *p)
{
    return hash_load64(p) | FOLD_MASK;
}

static inline uint64_t begin4(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof x);
    return x | (uint32_t)FOLD_MASK;
}

bool match_is_weak(corr_str value, bool is_secret, bool *strict)
{
    bool letters = true, hex = true;

    for (size_t i = 0; i < value.n; i++) {
        letters &= word_has(value.p[i]) && !corr_is_digit(value.p[i]);
        hex &= corr_hex_digit(value.p[i]) >= 0;
    }
    *strict = hex;
    return hex || value.n < 8 || (letters && !is_secret);
}

/* ---- patterns ------------------------------------------------------------ */

typedef struct pattern_kind {
    uint32_t value;
    bool folded, weak, strict;
} pattern_kind;

static bool add_pattern(matcher *m, const uint8_t *p, size_t n,
                        const pattern_kind *k)
{
    if (n < MATCH_LEAST || (m->only_strong && k->weak))
        return true;
    const match_pattern row = { .at = (uint32_t)m->bytes.n,
                                .n = (uint32_t)n,
                                .value = k->value,
                                .folded = k->folded,
                                .weak = k->weak,
                                .strict = k->strict };

    if (!vec_push(&m->pattern, row))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!vec_push(&m->bytes,
                      k->folded ? (uint8_t)word_lower((char)p[i]) : p[i]))
            return false;
    if (!m->least || n < m->least)
        m->least = n;
    return true;
}

/* The base64 of a value that begins `skip` bytes into a group of three: only
 * the characters that depend on the value alone. */
static bool add_base64(matcher *m, corr_str v, size_t skip, const char *digits,
                       uint32_t value)
{
    const size_t first = (skip * 8 + 5) / 6, end = (skip + v.n) * 8 / 6;
    uint8_t text[4 * 256];
    size_t n = 0;

    if (end <= first || end - first > sizeof text || end - first < 6)
        return true;
    for (size_t i = first; i < end; i++) {
        unsigned digit = 0;
        for (size_t bit = i * 6; bit < i * 6 + 6; bit++) {
            const size_t at = bit - skip * 8;
            const unsigned byte = (uint8_t)v.p[at / 8];
            digit = digit << 1 | (byte >> (7 - at % 8) & 1);
        }
        text[n++] = (uint8_t)digits[digit];
    }
    return add_pattern(m, text, n, &(pattern_kind){ .value = value });
}

static bool add_base64_all(matcher *m, corr_str v, uint32_t value)
{
    static const char std[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char url[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char cased[256];

    for (unsigned form = 0; form < 3; form++) {
        for (size_t i = 0; i < v.n; i++) {
            const char c = v.p[i], lower = word_lower(c);
            cased[i] = form == 1 ? lower
                       : form == 2 && lower >= 'a' && lower <= 'z'
                           ? (char)(lower - 32)
                           : c;
        }
        if (form && memcmp(cased, v.p, v.n) == 0)
            continue;
        for (size_t skip = 0; skip < 3; skip++)
            if (!add_base64(m, (corr_str){ cased, v.n }, skip, std, value) ||
                !add_base64(m, (corr_str){ cased, v.n }, skip, url, value))
                return false;
    }
    return true;
}

static bool add_wide(matcher *m, corr_str v, bool is_big, const pattern_kind *k)
{
    uint8_t wide[512];

    for (size_t i = 0; i < v.n; i++) {
        wide[2 * i + is_big] = (uint8_t)v.p[i];
        wide[2 * i + !is_big] = 0;
    }
    return add_pattern(m, wide, 2 * v.n, k);
}

static bool add_hex(matcher *m, corr_str v, const pattern_kind *k)
{
    static const char digit[] = "0123456789abcdef";
    uint8_t hex[512];

    for (size_t i = 0; i < v.n; i++) {
        hex[2 * i] = (uint8_t)digit[(uint8_t)v.p[i] >> 4];
        hex[2 * i + 1] = (uint8_t)digit[(uint8_t)v.p[i] & 15];
    }
    return add_pattern(m, hex, 2 * v.n, k);
}

bool match_add(matcher *m, corr_str value, uint32_t number, bool is_secret,
               bool only_plain)
{
    pattern_kind k = { .value = number, .folded = true };

    k.weak = match_is_weak(value, is_secret, &k.strict);
    if (!add_pattern(m, (const uint8_t *)value.p, value.n, &k))
        return false;
    if (only_plain || value.n > 256 || value.n < MATCH_LEAST)
        return true;
    const pattern_kind anywhere = { .value = number, .folded = true };
    return add_wide(m, value, false, &anywhere) &&
           add_wide(m, value, true, &anywhere) &&
           (value.n < 6 ||
            (add_base64_all(m, value, number) && add_hex(m, value, &anywhere)));
}

bool match_build(matcher *m)
{
    const size_t least = m->least;

    if (!least)
        return true;
    m->shift = malloc(SHIFTS);
    if (!m->shift)
        return false;
    m->least = least < MOST_LOOKED_AT ? least : MOST_LOOKED_AT;
    memset(m->shift, (int)(m->least - 2), SHIFTS);
    for (uint32_t i = 0; i < m->pattern.n; i++) {
        match_pattern *row = &m->pattern.v[i];
        const uint8_t *p = m->bytes.v + row->at;
        for (size_t j = 0; j + 3 <= m->least; j++) {
            uint8_t *shift = &m->shift[hash_three(p + j)];
            const size_t left = m->least - 3 - j;
            *shift = *shift < left ? *shift : (uint8_t)left;
        }
        uint32_t *first = row->n >= 8
                              ? corr_map_u64(&m->first8, begin8(p), NULL)
                              : corr_map_u64(&m->first4, begin4(p), NULL);
        if (!first)
            return false;
        row->next = *first;
        *first = i + 1;
    }
    return true;
}

void match_clear(matcher *m)
{
    vec_free(&m->pattern);
    vec_free(&m->bytes);
    corr_map_clear(&m->first8);
    corr_map_clear(&m->first4);
    free(m->shift);
    *m = (matcher){ 0 };
}

/* ---- the scan ------------------------------------------------------------ */

static bool is_lower(uint8_t c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(uint8_t c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether [from,to) is a word of its own. */
static bool stands_alone(const uint8_t *p, size_t n, size_t from, size_t to,
                         bool strict)
{
    const bool left = from == 0 || !word_has((char)p[from - 1]) ||
                      (!strict && is_lower(p[from - 1]) && is_upper(p[from]));
    const bool right = to == n || !word_has((char)p[to]) ||
                       (!strict && is_lower(p[to - 1]) && is_upper(p[to]));

    return left && right;
}

static bool pattern_fits(const matcher *m, const match_pattern *row,
                         const uint8_t *p, size_t n, size_t at)
{
    const uint8_t *q = m->bytes.v + row->at;

    if (n - at < row->n)
        return false;
    for (size_t i = 0; i < row->n; i++)
        if (q[i] !=
            (row->folded ? (uint8_t)word_lower((char)p[at + i]) : p[at + i]))
            return false;
    return !row->weak || stands_alone(p, n, at, at + row->n, row->strict);
}

static void try_chain(const matcher *m, const uint32_t *first, const uint8_t *p,
                      size_t n, size_t at, match_hit *hit)
{
    for (uint32_t i = first ? *first : 0; i; i = m->pattern.v[i - 1].next) {
        const match_pattern *row = &m->pattern.v[i - 1];
        const size_t to = at + row->n;
        if (to <= (row->weak ? hit->to : hit->strong_to) ||
            !pattern_fits(m, row, p, n, at))
            continue;
        if (to > hit->to || (to == hit->to && hit->weak)) {
            hit->to = to;
            hit->value = row->value;
            hit->weak = row->weak;
        }
        if (!row->weak) {
            hit->strong_to = to;
            hit->strong_value = row->value;
        }
    }
}

bool match_next(const matcher *m, const uint8_t *p, size_t n, size_t at,
                match_hit *hit)
{
    const size_t least = m->least;

    if (!least)
        return false;
    while (at + least <= n) {
        const uint8_t shift = m->shift[hash_three(p + at + least - 3)];
        if (LIKELY(shift)) {
            at += shift;
            continue;
        }
        *hit = (match_hit){ .from = at, .to = at, .strong_to = at };
        if (at + 8 <= n)
            try_chain(m, corr_map_find_u64(&m->first8, begin8(p + at)), p, n,
                      at, hit);
        try_chain(m, corr_map_find_u64(&m->first4, begin4(p + at)), p, n, at,
                  hit);
        if (hit->to > at)
            return true;
        at++;
    }
    return false;
}
