/* scrub_id - ids of traces and spans, which join files: they change together, or
 * not at all. */
#include "scrub/scrub_private.h"

#include <stdio.h>

#include "base/hash_mix.h"

/* More ids are not remembered; from then on 32 hex digits of any text stay. */
enum { IDS_MOST = 8 << 20 };

/* Whether eight bytes are hex digits.  The sums set the high bit of each byte
 * that is above a bound, and no sum of two ASCII characters carries. */
static inline bool are_eight_hex(const char *p)
{
    const uint64_t each = UINT64_C(0x0101010101010101), high = each << 7;
    const uint64_t x = hash_load64(p), letter = x | each << 5;
    const uint64_t digits =
        (x + each * (0x80 - '0')) & ~(x + each * (0x7f - '9'));
    const uint64_t letters =
        (letter + each * (0x80 - 'a')) & ~(letter + each * (0x7f - 'f'));

    return !(x & high) && ((digits | letters) & high) == high;
}

static bool is_all_hex(corr_str s)
{
    size_t i = 0;

    for (; i + 8 <= s.n; i += 8)
        if (!are_eight_hex(s.p + i))
            return false;
    for (; i < s.n; i++)
        if (corr_hex_digit(s.p[i]) < 0)
            return false;
    return s.n > 0;
}

/* The letters of base64, ended by the padding of 8 or of 16 bytes. */
static bool is_base64_id(corr_str s)
{
    const size_t pad = s.n == 12 ? 1 : s.n == 24 ? 2 : 0;

    if (!pad)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];
        const bool is_digit = (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z') || corr_is_digit(c) ||
                              c == '+' || c == '/';
        if (i < s.n - pad ? !is_digit : c != '=')
            return false;
    }
    return true;
}

/* "1-5759e988-bd862e3fe1be46a994272793", a UUID, or with 0x. */
static bool is_dashed_hex(corr_str s)
{
    size_t digits = 0;

    if (corr_str_starts(s, "0x"))
        s = corr_str_from(s, 2);
    for (size_t i = 0; i < s.n; i++) {
        if (corr_hex_digit(s.p[i]) >= 0)
            digits++;
        else if (s.p[i] != '-')
            return false;
    }
    return digits >= 8 && digits <= 64;
}

bool id_is_text(corr_str text)
{
    return text.n == 0 || (is_all_hex(text) && text.n <= 32) ||
           is_base64_id(text) || is_dashed_hex(text);
}

bool id_is_plain(corr_str text)
{
    return (text.n == 16 || text.n == 32) && is_all_hex(text);
}

static bool is_trace_hex(corr_str text)
{
    return text.n == 32 && is_all_hex(text);
}

static bool is_span_hex(corr_str text)
{
    return text.n == 16 && is_all_hex(text);
}

static uint64_t id_hash(corr_str text)
{
    corr_trace_id id;

    if (!corr_parse_trace_id(text, &id))
        return 0;
    return (id.hi * 0x9e3779b97f4a7c15u) ^ id.lo;
}

void id_learn(corr_scrub *map, corr_str text)
{
    if (!(is_trace_hex(text) || (map->opts->redact_ids && is_span_hex(text))) ||
        map->own.trace_ids.n >= IDS_MOST)
        return;
    if (!corr_map_u64(&map->own.trace_ids, id_hash(text), NULL))
        map->failed = true;
}

bool id_is_known(const corr_scrub *map, corr_str text)
{
    if (!is_trace_hex(text) && !is_span_hex(text))
        return false;
    return map->values->trace_ids.n >= IDS_MOST ||
           corr_map_find_u64(&map->values->trace_ids, id_hash(text)) != NULL;
}

/* ---- other ids ----------------------------------------------------------- */

uint64_t corr_scrub_span_id(corr_scrub *map, uint64_t id)
{
    char hex[16];

    if (!id || map->learning || !map->opts->redact_ids)
        return id;
    corr_print_hex(hex, id);
    const uint64_t other =
        pseudonym_bits(&map->keys, DOMAIN_ID, (corr_str){ hex, sizeof hex });
    map->tally[CORR_SCRUB_ID].texts++;
    return other ? other : 1;
}

/* The halves change apart: some tools keep the lower half alone. */
corr_trace_id corr_scrub_trace_id(corr_scrub *map, corr_trace_id id)
{
    return (corr_trace_id){ corr_scrub_span_id(map, id.hi),
                            corr_scrub_span_id(map, id.lo) };
}

void corr_scrub_id_bytes(corr_scrub *map, uint8_t *id, size_t n)
{
    for (size_t half = 0; half + 8 <= n && n <= 16; half += 8) {
        uint64_t x = 0;
        for (size_t i = 0; i < 8; i++)
            x = x << 8 | id[half + i];
        x = corr_scrub_span_id(map, x);
        for (size_t i = 0; i < 8; i++)
            id[half + i] = (uint8_t)(x >> (56 - 8 * i));
    }
}

static void put_base64(char *to, const uint8_t *p, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        const uint32_t x = (uint32_t)p[i] << 16 |
                           (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) |
                           (i + 2 < n ? p[i + 2] : 0);
        *to++ = digits[x >> 18];
        *to++ = digits[x >> 12 & 63];
        *to++ = i + 1 < n ? digits[x >> 6 & 63] : '=';
        *to++ = i + 2 < n ? digits[x & 63] : '=';
    }
}

/* Writes the digits of an id over those of another: dashes and case stay. */
static void put_hex_over(char *to, corr_str was, corr_trace_id id)
{
    char hex[32];
    size_t at = sizeof hex;

    corr_print_hex(hex, id.hi);
    corr_print_hex(hex + 16, id.lo);
    memcpy(to, was.p, was.n);
    for (size_t i = was.n; i-- > 0 && at > 0;)
        if (corr_hex_digit(was.p[i]) >= 0) {
            const char c = hex[--at];
            to[i] = was.p[i] >= 'A' && was.p[i] <= 'F' && c >= 'a'
                        ? (char)(c - 32)
                        : c;
        }
}

/* Hex without its leading zeros is written with them, and decimals as such.
 * Returns the length; 0: it is neither. */
static size_t put_other_length(char to[64], corr_str was, corr_trace_id id)
{
    bool decimal = true;

    if (!is_all_hex(was) || was.n == 16 || was.n == 32)
        return 0;
    for (size_t i = 0; i < was.n; i++)
        decimal &= corr_is_digit(was.p[i]);
    if (decimal && was.n > 16 && was.n <= 20 && !id.hi)
        return (size_t)snprintf(to, 64, "%llu", (unsigned long long)id.lo);
    if (was.n < 16) {
        corr_print_hex(to, id.lo);
        return 16;
    }
    corr_print_hex(to, id.hi);
    corr_print_hex(to + 16, id.lo);
    return 32;
}

corr_str id_text(corr_scrub *map, corr_str text)
{
    corr_trace_id id;
    uint8_t bytes[16];

    if (!map->opts->redact_ids || map->learning || !text.n || text.n > 64 ||
        !corr_parse_trace_id(text, &id) || (!id.hi && !id.lo))
        return text;
    if (!vec_resize(&map->out, 64)) {
        map->failed = true;
        return text;
    }
    id = corr_scrub_trace_id(map, id);
    map->changed++;
    const size_t other = put_other_length(map->out.v, text, id);
    if (other)
        return (corr_str){ map->out.v, other };
    if (is_base64_id(text)) {
        for (size_t i = 0; i < 8; i++) {
            bytes[i] = (uint8_t)(id.hi >> (56 - 8 * i));
            bytes[8 + i] = (uint8_t)(id.lo >> (56 - 8 * i));
        }
        put_base64(map->out.v, text.n == 12 ? bytes + 8 : bytes,
                   text.n == 12 ? 8 : 16);
    } else {
        put_hex_over(map->out.v, text, id);
    }
    return (corr_str){ map->out.v, text.n };
}
