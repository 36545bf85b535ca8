#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_bytes.h"

int corr_str_cmp(corr_str a, corr_str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;

    return order ? order : (a.n > b.n) - (a.n < b.n);
}

bool corr_str_starts(corr_str s, const char *prefix)
{
    size_t n = strlen(prefix);

    return s.n >= n && memcmp(s.p, prefix, n) == 0;
}

bool corr_str_ends(corr_str s, const char *suffix)
{
    size_t n = strlen(suffix);

    return s.n >= n && memcmp(s.p + s.n - n, suffix, n) == 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

corr_str corr_str_trim(corr_str s)
{
    while (s.n && is_space(s.p[s.n - 1]))
        s.n--;
    while (s.n && is_space(s.p[0])) {
        s.p++;
        s.n--;
    }
    return s;
}

size_t corr_str_find(corr_str s, char c)
{
    const char *at = s.n ? memchr(s.p, c, s.n) : NULL;

    return at ? (size_t)(at - s.p) : s.n;
}

static void cut_at(corr_str s, size_t i, corr_str *before, corr_str *after)
{
    *before = (corr_str){ s.p, i };
    *after = (corr_str){ s.p + i + 1, s.n - i - 1 };
}

bool corr_str_cut(corr_str s, char c, corr_str *before, corr_str *after)
{
    size_t i = corr_str_find(s, c);

    if (i == s.n)
        return false;
    cut_at(s, i, before, after);
    return true;
}

bool corr_str_cut_last(corr_str s, char c, corr_str *before, corr_str *after)
{
    for (size_t i = s.n; i-- > 0;)
        if (s.p[i] == c) {
            cut_at(s, i, before, after);
            return true;
        }
    return false;
}

corr_str corr_str_base(corr_str path)
{
    corr_str before, after;

    return corr_str_cut_last(path, '/', &before, &after) ? after : path;
}

bool corr_str_has(corr_str s, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= s.n; i++)
        if (memcmp(s.p + i, part, n) == 0)
            return true;
    return false;
}

bool corr_str_next(corr_str *rest, char c, corr_str *piece)
{
    if (!rest->p)
        return false;
    if (!corr_str_cut(*rest, c, piece, rest)) {
        *piece = *rest;
        *rest = (corr_str){ NULL, 0 };
    }
    return true;
}

bool corr_str_u64(corr_str s, uint64_t *value)
{
    uint64_t x = 0;

    if (s.n == 0)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        if (MUL_OVERFLOWS(x, (uint64_t)10, &x) ||
            ADD_OVERFLOWS(x, (uint64_t)(s.p[i] - '0'), &x))
            return false;
    }
    *value = x;
    return true;
}

bool corr_str_i64(corr_str s, int64_t *value)
{
    bool negative = s.n && s.p[0] == '-';
    uint64_t x;

    if (negative)
        s = (corr_str){ s.p + 1, s.n - 1 };
    if (!corr_str_u64(s, &x) || x > (uint64_t)INT64_MAX + negative)
        return false;
    *value = negative ? (int64_t)(0 - x) : (int64_t)x;
    return true;
}

bool corr_str_real(corr_str s, double *value)
{
    char buf[64];
    char *end;

    if (s.n == 0 || s.n >= sizeof buf)
        return false;
    for (size_t i = 0; i < s.n; i++) /* no "inf", "nan", hex or spaces */
        if (!memchr("0123456789+-.eE", s.p[i], 15))
            return false;
    memcpy(buf, s.p, s.n);
    buf[s.n] = 0;
    errno = 0;
    *value = strtod(buf, &end);
    return *end == 0 && errno == 0 && isfinite(*value);
}

int corr_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

char *corr_print_hex(char *to, uint64_t value)
{
    for (int i = 15; i >= 0; i--, value >>= 4)
        to[i] = "0123456789abcdef"[value & 15];
    return to + 16;
}
