/* json_value - what a value or key says: names, texts, numbers. */
#include "common/json.h"

/* ---- names -------------------------------------------------------------- */

static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Equal but for case and underscores. */
static bool spells(const json_name *name, corr_str key)
{
    size_t at = 0;

    for (size_t i = 0; i < key.n; i++) {
        if (key.p[i] == '_')
            continue;
        if (at == name->n || folded(key.p[i]) != folded(name->text[at]))
            return false;
        at++;
    }
    return at == name->n;
}

/* For a handful of bytes, memcmp spends its time on being called. */
static inline bool same_bytes(const char *a, const char *b, size_t n)
{
    uint64_t x, y;

    for (; n >= 8; a += 8, b += 8, n -= 8) {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        if (x != y)
            return false;
    }
    for (; n > 0; a++, b++, n--)
        if (*a != *b)
            return false;
    return true;
}

size_t json_find_name(const json_name *names, size_t n, size_t hint,
                      corr_str key)
{
    for (size_t i = 0; i < n; i++) {
        const size_t at = hint + i < n ? hint + i : hint + i - n;

        if (names[at].n == key.n && same_bytes(names[at].text, key.p, key.n))
            return at;
    }
    for (size_t i = 0; i < n; i++)
        if (spells(&names[i], key))
            return i;
    return n;
}

bool json_members(json *j, const json_name *names, size_t n, json_val *val)
{
    size_t hint = 0;
    corr_str key;
    json_val v;

    memset(val, 0, n * sizeof *val);
    if (!json_enter(j, JSON_OBJECT))
        return !json_failed(j);
    while (json_key(j, &key)) {
        const size_t at = json_find_name(names, n, hint, key);

        if (json_value(j, &v) && at < n) {
            val[at] = v;
            hint = at + 1 < n ? at + 1 : 0;
        }
    }
    return !json_failed(j);
}

/* ---- texts -------------------------------------------------------------- */

/* Four hex digits at p; UINT32_MAX: they are not. */
static uint32_t four_digits(const char *p, const char *end)
{
    uint32_t v = 0;

    if (end - p < 4)
        return UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        const int digit = corr_hex_digit(p[i]);

        if (digit < 0)
            return UINT32_MAX;
        v = v << 4 | (uint32_t)digit;
    }
    return v;
}

/* The character of \uXXXX, p after the u; half a pair, or no digits, is
 * U+FFFD.  Moves p. */
static uint32_t coded(const char **p, const char *end)
{
    const uint32_t c = four_digits(*p, end);

    if (c == UINT32_MAX)
        return CORR_NO_CHAR;
    *p += 4;
    if (!corr_is_half(c))
        return c;
    if (end - *p < 6 || (*p)[0] != '\\' || (*p)[1] != 'u')
        return CORR_NO_CHAR;
    const uint32_t both = corr_of_halves(c, four_digits(*p + 2, end));
    if (both != CORR_NO_CHAR)
        *p += 6;
    return both;
}

static char plain(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c; /* quote, backslash, slash; others as they are */
    }
}

corr_str json_str(const json_val *v, corr_arena *a)
{
    if (v->type == JSON_NONE || v->type == JSON_NULL)
        return (corr_str){ "", 0 };
    if (!v->escaped)
        return v->text;
    /* No escape is shorter than what it stands for, but for a broken \u. */
    char *text = corr_arena_alloc(a, 1, v->text.n * 2 + 1);
    char *to = text;
    const char *p = v->text.p;
    const char *end = p + v->text.n;
    if (!text)
        return (corr_str){ "", 0 };
    while (p < end) {
        if (*p != '\\' || end - p < 2) {
            *to++ = *p++;
            continue;
        }
        p += 2;
        if (p[-1] == 'u')
            to += corr_put_utf8(to, coded(&p, end));
        else
            *to++ = plain(p[-1]);
    }
    return (corr_str){ text, (size_t)(to - text) };
}

/* ---- numbers ------------------------------------------------------------ */

static const double two_63 = 9223372036854775808.0;

static bool is_numeric(const json_val *v)
{
    return v->type == JSON_NUMBER || v->type == JSON_STRING;
}

bool json_real(const json_val *v, double *x)
{
    return is_numeric(v) && corr_str_real(v->text, x);
}

bool json_i64(const json_val *v, int64_t *n)
{
    double x;

    if (!is_numeric(v))
        return false;
    if (corr_str_i64(v->text, n))
        return true;
    if (!corr_str_real(v->text, &x) || !(x >= -two_63 && x < two_63))
        return false;
    *n = (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
    return true;
}

bool json_u64(const json_val *v, uint64_t *n)
{
    double x;

    if (!is_numeric(v))
        return false;
    if (corr_str_u64(v->text, n))
        return true;
    if (!corr_str_real(v->text, &x) || !(x >= 0 && x < 2 * two_63))
        return false;
    *n = (uint64_t)(x + 0.5);
    return true;
}
