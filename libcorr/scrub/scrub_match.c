/* scrub_match - many values at once: patterns, and how they are found. */
#include "scrub/scrub_match.h"

#include "base/base.h"
#include "scrub/scrub_match_hash.h"
#include "scrub/scrub_words.h"

enum { SHIFTS = 65536, MOST_LOOKED_AT = 32 };

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

/* A weak pattern stands alone in an id if it is all of it. */
static bool fits_ids(const uint8_t *p, size_t n, bool is_weak)
{
    if (n > 32 || (is_weak && n != 16 && n != 32))
        return false;
    for (size_t i = 0; i < n; i++)
        if (corr_hex_digit((char)p[i]) < 0)
            return false;
    return true;
}

static bool is_taken(const matcher *m, const uint8_t *p, size_t n, bool is_weak)
{
    return n >= MATCH_LEAST &&
           (m->takes == MATCH_ALL || (m->takes == MATCH_STRONG && !is_weak) ||
            (m->takes == MATCH_IDS && fits_ids(p, n, is_weak)));
}

static bool add_pattern(matcher *m, const uint8_t *p, size_t n,
                        const pattern_kind *k)
{
    if (!is_taken(m, p, n, k->weak))
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
static bool add_base64(matcher *m, corr_str v, size_t skip, bool is_url,
                       uint32_t value)
{
    static const char std[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char url[] = "-_";
    const size_t first = (skip * 8 + 5) / 6, end = (skip + v.n) * 8 / 6;
    uint8_t text[4 * 256];
    size_t n = 0;
    bool is_other = !is_url;

    if (end <= first || end - first > sizeof text || end - first < 6)
        return true;
    for (size_t i = first; i < end; i++) {
        unsigned digit = 0;
        for (size_t bit = i * 6; bit < i * 6 + 6; bit++) {
            const size_t at = bit - skip * 8;
            const unsigned byte = (uint8_t)v.p[at / 8];
            digit = digit << 1 | (byte >> (7 - at % 8) & 1);
        }
        const bool differs = is_url && digit >= 62;
        text[n++] = (uint8_t)(differs ? url[digit - 62] : std[digit]);
        is_other |= differs;
    }
    return !is_other ||
           add_pattern(m, text, n, &(pattern_kind){ .value = value });
}

static bool add_base64_all(matcher *m, corr_str v, uint32_t value)
{
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
            if (!add_base64(m, (corr_str){ cased, v.n }, skip, false, value) ||
                !add_base64(m, (corr_str){ cased, v.n }, skip, true, value))
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

/* ---- groups -------------------------------------------------------------- */

/* A chain of more patterns is sorted. */
enum { CHAIN_MOST = 8 };

static bool join_group(matcher *m, uint32_t number)
{
    match_pattern *row = &m->pattern.v[number];
    const uint8_t *p = m->bytes.v + row->at;
    const bool is_long = row->n >= 8;
    bool is_new;
    uint32_t *slot = is_long
                         ? corr_map_u64(&m->first8, match_begin8(p), &is_new)
                         : corr_map_u64(&m->first4, match_begin4(p), &is_new);

    if (!slot)
        return false;
    if (is_new) {
        *slot = (uint32_t)m->group.n;
        if (!vec_push(&m->group, (match_group){ 0 }))
            return false;
    }
    match_group *g = &m->group.v[*slot];
    row->next = g->first;
    g->first = number + 1;
    g->n++;
    m->has_short |= !is_long;
    return true;
}

typedef struct sort_row {
    const uint8_t *p;
    uint32_t n, pattern;
    uint8_t kind; /* exact, weak, strict */
} sort_row;

static int compare_patterns(const sort_row *x, const sort_row *y)
{
    const int exact = (x->kind & 4) - (y->kind & 4);
    const int d = exact ? exact : memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

    return d ? d : (x->n > y->n) - (x->n < y->n);
}

static int pattern_order(const void *a, const void *b)
{
    const sort_row *x = a, *y = b;
    const int d = compare_patterns(x, y);

    return d                         ? d
           : x->kind != y->kind      ? (int)x->kind - (int)y->kind
           : x->pattern < y->pattern ? -1
                                     : 1;
}

/* The rows of a group without those that others stand for. */
static size_t sort_group(const matcher *m, const match_group *g, sort_row *row)
{
    size_t n = 0, kept = 0;

    for (uint32_t i = g->first; i; i = m->pattern.v[i - 1].next) {
        const match_pattern *x = &m->pattern.v[i - 1];
        row[n++] =
            (sort_row){ m->bytes.v + x->at, x->n, i - 1,
                        (uint8_t)(!x->folded << 2 | x->weak << 1 | x->strict) };
    }
    qsort(row, n, sizeof *row, pattern_order);
    for (size_t i = 0; i < n; i++) {
        if (kept && row[kept - 1].kind == row[i].kind &&
            compare_patterns(&row[kept - 1], &row[i]) == 0)
            kept--; /* the last one of the same bytes stays */
        row[kept++] = row[i];
    }
    return kept;
}

static bool begins_with(const sort_row *x, const sort_row *above)
{
    return x->n >= above->n && memcmp(x->p, above->p, above->n) == 0;
}

/* Adds the rows of one encoding, with their links. */
static bool link_rows(matcher *m, const sort_row *row, size_t n)
{
    const uint32_t base = (uint32_t)m->sorted.n;

    for (size_t i = 0; i < n; i++) {
        match_sorted x = { .pattern = row[i].pattern,
                           .up = i ? base + (uint32_t)i : 0 };
        while (x.up && !begins_with(&row[i], &row[x.up - 1 - base]))
            x.up = m->sorted.v[x.up - 1].up;
        x.strong = !m->pattern.v[x.pattern].weak ? base + (uint32_t)i + 1
                   : x.up                        ? m->sorted.v[x.up - 1].strong
                                                 : 0;
        if (!vec_push(&m->sorted, x))
            return false;
    }
    return true;
}

static bool sort_groups(matcher *m)
{
    vec(sort_row) row = { 0 };
    bool good = true;

    for (size_t i = 0; i < m->group.n && good; i++) {
        match_group *g = &m->group.v[i];
        if (g->n <= CHAIN_MOST)
            continue;
        good = vec_resize(&row, g->n);
        if (!good)
            break;
        const size_t n = sort_group(m, g, row.v);
        while (g->nfolded < n && !(row.v[g->nfolded].kind & 4))
            g->nfolded++;
        g->nexact = (uint32_t)n - g->nfolded;
        g->sorted = (uint32_t)m->sorted.n + 1;
        good = link_rows(m, row.v, g->nfolded) &&
               link_rows(m, row.v + g->nfolded, g->nexact);
    }
    vec_free(&row);
    return good;
}

/* Bits that say which beginnings there are: a few megabytes for the most. */
static bool mark_beginnings(matcher *m)
{
    enum { LEAST_BITS = 14, MOST_BITS = 26, BITS_EACH = 32 };
    unsigned bits = LEAST_BITS;

    while (bits < MOST_BITS &&
           (size_t)1 << bits < m->group.n * (size_t)BITS_EACH)
        bits++;
    m->seen_shift = 64 - bits;
    m->seen = calloc((size_t)1 << (bits - 6), sizeof *m->seen);
    for (size_t i = 0; m->seen && i < m->pattern.n; i++) {
        const match_pattern *row = &m->pattern.v[i];
        const uint8_t *p = m->bytes.v + row->at;
        const uint64_t bit =
            match_bit_of(row->n >= 8 ? match_begin8(p) : match_begin4(p)) >>
            m->seen_shift;
        m->seen[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return m->seen != NULL;
}

static void lower_shifts(matcher *m, const match_pattern *row)
{
    const uint8_t *p = m->bytes.v + row->at;

    for (size_t j = 0; j + 3 <= m->least; j++) {
        uint8_t *shift = &m->shift[match_hash(p + j)];
        const size_t left = m->least - 3 - j;
        *shift = *shift < left ? *shift : (uint8_t)left;
    }
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
        lower_shifts(m, &m->pattern.v[i]);
        if (!join_group(m, i))
            return false;
    }
    return sort_groups(m) && mark_beginnings(m);
}

void match_clear(matcher *m)
{
    vec_free(&m->pattern);
    vec_free(&m->bytes);
    vec_free(&m->group);
    vec_free(&m->sorted);
    corr_map_clear(&m->first8);
    corr_map_clear(&m->first4);
    free(m->shift);
    free(m->seen);
    *m = (matcher){ 0 };
}
