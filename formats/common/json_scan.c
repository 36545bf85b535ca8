/* json_scan - finds the end of a JSON value. */
#include "common/json_scan.h"

#include <string.h>

#include "common/byte_block.h"
#include "corr_builtin.h"

/* One bit a byte of a block, the first byte lowest. */
typedef struct marks {
    uint64_t quote, back, open, close;
} marks;

/* Counts bits.  Not every x86-64 has a popcount instruction, and without it the
 * compiler calls a function. */
static inline uint64_t count_ones(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (x * 0x0101010101010101u) >> 56;
}

/* Bit i of the result is the sum of bits 0 to i, modulo 2. */
static inline uint64_t parity_so_far(uint64_t x)
{
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    return x ^ x << 32;
}

#if defined(__SSE2__)

static inline bool has_byte(const __m128i v[4], char c)
{
    const __m128i all = _mm_set1_epi8(c);
    const __m128i low =
        _mm_or_si128(_mm_cmpeq_epi8(v[0], all), _mm_cmpeq_epi8(v[1], all));
    const __m128i high =
        _mm_or_si128(_mm_cmpeq_epi8(v[2], all), _mm_cmpeq_epi8(v[3], all));

    return _mm_movemask_epi8(_mm_or_si128(low, high)) != 0;
}

static inline marks marks_of(const uint8_t *p)
{
    const __m128i *in = (const __m128i *)(const void *)p;
    const __m128i v[4] = { _mm_loadu_si128(in), _mm_loadu_si128(in + 1),
                           _mm_loadu_si128(in + 2), _mm_loadu_si128(in + 3) };
    /* [ and {, and ] and }, differ only in this bit. */
    const __m128i bit = _mm_set1_epi8(0x20);
    const __m128i folded[4] = { _mm_or_si128(v[0], bit),
                                _mm_or_si128(v[1], bit),
                                _mm_or_si128(v[2], bit),
                                _mm_or_si128(v[3], bit) };

    return (marks){ .quote = block_equal4(v, '"'),
                    .back = has_byte(v, '\\') ? block_equal4(v, '\\') : 0,
                    .open = block_equal4(folded, '{'),
                    .close = block_equal4(folded, '}') };
}

#else

static inline marks marks_of(const uint8_t *p)
{
    marks m = { 0 };

    for (unsigned i = 0; i < BLOCK; i++) {
        const unsigned folded = p[i] | 0x20u;

        m.quote |= (uint64_t)(p[i] == '"') << i;
        m.back |= (uint64_t)(p[i] == '\\') << i;
        m.open |= (uint64_t)(folded == '{') << i;
        m.close |= (uint64_t)(folded == '}') << i;
    }
    return m;
}

#endif

/* The bytes of a block of n bytes that follow an escaping backslash. */
static inline uint64_t escaped_of(uint64_t back, uint64_t *carry, unsigned n)
{
    uint64_t escaped = *carry;

    *carry = 0;
    back &= ~escaped;
    while (back) {
        const uint64_t one = back & (0 - back);

        escaped |= one << 1;
        back &= ~(one | one << 1);
        *carry = (one >> (n - 1)) & 1;
    }
    return escaped;
}

/* Scans a block of n bytes, followed by blanks up to 64.  Returns the number of
 * bytes up to the end of the value; 0: the value goes on. */
static inline unsigned scan_block(json_scan *s, const uint8_t *p, unsigned n)
{
    marks m = marks_of(p);

    if (m.back | s->escaped)
        m.quote &= ~escaped_of(m.back, &s->escaped, n);
    const uint64_t inside = parity_so_far(m.quote) ^ s->in_string;
    s->in_string = 0 - (inside >> 63);
    m.open &= ~inside;
    m.close &= ~inside;

    const uint64_t closes = count_ones(m.close);
    if (s->depth > closes) {
        s->depth += count_ones(m.open) - closes;
        return 0;
    }
    for (uint64_t left = m.open | m.close; left; left &= left - 1) {
        if (m.open & left & (0 - left))
            s->depth++;
        else if (s->depth <= 1)
            return block_low(left) + 1;
        else
            s->depth--;
    }
    return 0;
}

const uint8_t *json_scan_on(json_scan *s, const uint8_t *p, const uint8_t *end)
{
    json_scan now = *s;
    unsigned used = 0;

    while (end - p >= BLOCK) {
        used = scan_block(&now, p, BLOCK);
        if (used)
            return p + used;
        p += BLOCK;
    }
    if (p < end) {
        const size_t left = (size_t)(end - p);
        uint8_t tail[BLOCK];

        memset(tail, ' ', sizeof tail);
        memcpy(tail, p, left);
        used = scan_block(&now, tail, (unsigned)left);
    }
    *s = now;
    return used ? p + used : NULL;
}

const uint8_t *json_scan_string(const uint8_t *p, const uint8_t *end,
                                bool *escaped)
{
    while (p < end) {
#if defined(__SSE2__)
        if (end - p >= 16) {
            const __m128i v = _mm_loadu_si128((const __m128i *)p);
            const uint64_t found =
                block_equal16(v, '"') | block_equal16(v, '\\');

            if (!found) {
                p += 16;
                continue;
            }
            p += block_low(found);
        }
#endif
        if (*p == '"')
            return p;
        if (*p == '\\') {
            *escaped = true;
            if (end - p < 2)
                return NULL;
            p++;
        }
        p++;
    }
    return NULL;
}

bool corr_json_is_cut(corr_str text)
{
    const uint8_t *p = (const uint8_t *)text.p, *const end = p + text.n;
    bool escaped = false;

    while (p && p < end) {
        json_scan scan = { 0 };
        if (*p == '{' || *p == '[') {
            p = json_scan_on(&scan, p, end);
            continue;
        }
        if (*p == '"')
            p = json_scan_string(p + 1, end, &escaped);
        p += p != NULL;
    }
    return !p && text.n;
}

/* If a document ends before the line end `at` and another begins after it,
 * returns the beginning of the other. */
static const uint8_t *line_at(const uint8_t *p, const uint8_t *at,
                              const uint8_t *end)
{
    const uint8_t *before = at, *after = at;

    while (after < end && json_is_blank(*after))
        after++;
    if (after == end || *after != '{')
        return NULL;
    while (before > p && json_is_blank(*before))
        before--;
    return *before == '}' ? after : NULL;
}

static const uint8_t *last_newline(const uint8_t *p, const uint8_t *end)
{
#if defined(__SSE2__)
    while (end - p >= 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(end - 16));

        if (block_equal16(v, '\n'))
            break;
        end -= 16;
    }
#endif
    while (end > p)
        if (*--end == '\n')
            return end;
    return NULL;
}

const uint8_t *json_scan_last_line(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *stop = end;

    while ((stop = last_newline(p, stop))) {
        const uint8_t *line = line_at(p, stop, end);

        if (line)
            return line;
        /* Check a run of blanks once, however many lines it has. */
        while (stop > p && json_is_blank(stop[-1]))
            stop--;
    }
    return NULL;
}

const uint8_t *json_scan_first_line(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *at = p;

    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        const uint8_t *line = line_at(p, at, end);

        if (line)
            return line;
        while (at < end && json_is_blank(*at))
            at++;
    }
    return NULL;
}

bool json_scan_bare(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *const from = p;

    for (; p < end; p++) {
        const uint8_t *quote =
            *p == '"' ? memchr(p + 1, '"', (size_t)(end - p) - 1) : NULL;

        if (quote && quote + 1 < end && quote[1] == ':')
            p = quote + 1;
        else if (!memchr("[]{}, \t\r\n", *p, 9))
            return false;
    }
    return from < end;
}
