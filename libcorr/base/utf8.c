#include "base/utf8.h"

/* Maps a lead byte to the length and the range of the second byte: the table of
 * well-formed sequences of the Unicode standard (section 3.9). */
typedef struct lead {
    uint8_t from, to, length, low, high;
} lead;

static const lead leads[] = {
    { 0xc2, 0xdf, 2, 0x80, 0xbf }, { 0xe0, 0xe0, 3, 0xa0, 0xbf },
    { 0xe1, 0xec, 3, 0x80, 0xbf }, { 0xed, 0xed, 3, 0x80, 0x9f },
    { 0xee, 0xef, 3, 0x80, 0xbf }, { 0xf0, 0xf0, 4, 0x90, 0xbf },
    { 0xf1, 0xf3, 4, 0x80, 0xbf }, { 0xf4, 0xf4, 4, 0x80, 0x8f },
};

unsigned utf8_next(corr_str s, uint32_t *point)
{
    const uint8_t *p = (const uint8_t *)s.p;

    *point = 0xfffd;
    if (p[0] == 0) /* would end a C string early */
        return 0;
    if (p[0] < 0x80) {
        *point = p[0];
        return 1;
    }
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        const lead *l = &leads[i];
        if (p[0] < l->from || p[0] > l->to)
            continue;
        if (s.n < l->length || p[1] < l->low || p[1] > l->high)
            return 0;
        uint32_t x = p[0] & (0x7fu >> l->length);
        for (unsigned k = 1; k < l->length; k++) {
            if ((p[k] & 0xc0) != 0x80)
                return 0;
            x = x << 6 | (p[k] & 0x3f);
        }
        *point = x;
        return l->length;
    }
    return 0;
}

/* Whether eight bytes are all 1 to 127: no byte has its high bit set, and
 * subtracting 1 from each borrows from no neighbour. */
static bool eight_plain(const char *p)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t x;

    memcpy(&x, p, sizeof x);
    return (x & high) == 0 && ((x - 0x0101010101010101u) & high) == 0;
}

size_t utf8_repaired_size(corr_str s, uint64_t *bad)
{
    size_t bytes = 0;

    *bad = 0;
    while (s.n) {
        /* skips eight plain characters at a time, as most text is plain */
        if (s.n >= 8 && eight_plain(s.p)) {
            s = corr_str_from(s, 8);
            bytes += 8;
            continue;
        }
        uint32_t point;
        unsigned n = utf8_next(s, &point);
        *bad += n == 0;
        bytes += n ? n : 3;
        s = corr_str_from(s, n ? n : 1);
    }
    return bytes;
}

corr_str utf8_repair(char *to, corr_str s)
{
    char *p = to;

    while (s.n) {
        uint32_t point;
        unsigned n = utf8_next(s, &point);
        p += corr_put_utf8(p, point);
        s = corr_str_from(s, n ? n : 1);
    }
    return (corr_str){ to, (size_t)(p - to) };
}

unsigned corr_put_utf8(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    unsigned n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (unsigned i = n - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    to[0] = (char)((0xf00u >> n & 0xffu) | point);
    return n;
}
