/* json_value - reads names, texts and numbers. */
#include "common/json.h"

/* ---- names -------------------------------------------------------------- */

static char fold_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Whether a key equals a name apart from case and underscores. */
static bool name_matches(const json_name *name, corr_str key)
{
    size_t at = 0;

    if (key.n < name->n)
        return false;
    for (size_t i = 0; i < key.n; i++) {
        if (key.p[i] == '_')
            continue;
        if (at == name->n || fold_char(key.p[i]) != fold_char(name->text[at]))
            return false;
        at++;
    }
    return at == name->n;
}

/* Compares a few bytes; a call of memcmp would take longer than the
 * comparison. */
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
        if (name_matches(&names[i], key))
            return i;
    return n;
}

bool json_member(json *j, const json_name *names, size_t n, size_t *at)
{
    corr_str key;

    if ((*at == JSON_FIRST && !json_enter(j, JSON_OBJECT)) ||
        !json_key(j, &key))
        return false;
    *at = json_find_name(names, n, 0, key);
    return true;
}

bool json_each(json *j, size_t *n)
{
    if ((*n == 0 && !json_enter(j, JSON_ARRAY)) || !json_element(j, NULL))
        return false;
    ++*n;
    return true;
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

unsigned json_signs(json *j, const json_name *names, size_t n)
{
    unsigned signs = 0;

    for (size_t at = JSON_FIRST; json_member(j, names, n, &at); json_skip(j))
        signs |= at < n ? 1u << at : 0;
    return signs;
}

/* ---- texts -------------------------------------------------------------- */

corr_str json_str(const json_val *v, corr_arena *a)
{
    if (v->type == JSON_NONE || v->type == JSON_NULL)
        return (corr_str){ "", 0 };
    if (!v->escaped)
        return v->text;
    char *text = corr_arena_alloc(a, 1, v->text.n * 2 + 1);
    return (corr_str){ text ? text : "",
                       text ? corr_json_unescape(text, v->text) : 0 };
}

corr_text json_take_text(json *j, corr_build *b, corr_arena *scratch)
{
    corr_text text = { 0 };
    json_val v;

    if (json_value(j, &v) && v.type == JSON_STRING)
        text = corr_add_text(b, json_str(&v, scratch));
    corr_arena_reset(scratch);
    return text;
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

/* The digits in front of the point of "12.5", and whether the rest rounds up.
 * False: the number has no such form. */
static bool cut_fraction(corr_str text, corr_str *whole, bool *is_up)
{
    corr_str part;

    if (!corr_str_cut(text, '.', whole, &part) || part.n == 0)
        return false;
    for (size_t i = 0; i < part.n; i++)
        if (!corr_is_digit(part.p[i]))
            return false;
    *is_up = *part.p >= '5';
    return true;
}

bool json_i64(const json_val *v, int64_t *n)
{
    corr_str whole;
    bool is_up;
    double x;

    if (!is_numeric(v))
        return false;
    if (corr_str_i64(v->text, n))
        return true;
    if (cut_fraction(v->text, &whole, &is_up) && corr_str_i64(whole, n))
        return !__builtin_add_overflow(*n,
                                       !is_up            ? 0
                                       : *whole.p == '-' ? -1
                                                         : 1,
                                       n);
    if (!corr_str_real(v->text, &x) || !(x >= -two_63 && x < two_63))
        return false;
    *n = (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
    return true;
}

bool json_u64(const json_val *v, uint64_t *n)
{
    corr_str whole;
    bool is_up;
    double x;

    if (!is_numeric(v))
        return false;
    if (corr_str_u64(v->text, n))
        return true;
    if (cut_fraction(v->text, &whole, &is_up) && corr_str_u64(whole, n))
        return !__builtin_add_overflow(*n, is_up, n);
    if (!corr_str_real(v->text, &x) || !(x >= 0 && x < 2 * two_63))
        return false;
    *n = (uint64_t)(x + 0.5);
    return true;
}

bool json_parts(const json_val *v, int64_t *whole, double *part)
{
    corr_str digits;
    bool is_up;
    double x;

    *part = 0;
    if (!is_numeric(v))
        return false;
    if (corr_str_i64(v->text, whole))
        return true;
    if (cut_fraction(v->text, &digits, &is_up) && corr_str_i64(digits, whole)) {
        const bool is_real =
            corr_str_real(corr_str_from(v->text, digits.n), part);
        *part = *digits.p == '-' ? -*part : *part;
        return is_real;
    }
    if (!corr_str_real(v->text, &x) || !(x >= -two_63 && x < two_63))
        return false;
    *whole = (int64_t)x;
    *part = x - (double)*whole;
    return true;
}
