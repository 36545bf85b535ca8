/* query_literal - parses strings, numbers and durations. */
#include "query/query_lex.h"

/* ---- strings ------------------------------------------------------------ */

static const struct {
    char name, byte;
} escapes[] = { { 'a', '\a' }, { 'b', '\b' },  { 'f', '\f' },
                { 'n', '\n' }, { 'r', '\r' },  { 't', '\t' },
                { 'v', '\v' }, { '\\', '\\' }, { '"', '"' } };

/* Numeric escapes: the letter (octal has none), digits, base. */
static const struct numbered {
    char name;
    uint8_t digits, base;
    bool is_byte;
} numbered[] = { { 'x', 2, 16, true },
                 { 'u', 4, 16, false },
                 { 'U', 8, 16, false },
                 { '\0', 3, 8, true } };

/* Reads an escape with *at behind the backslash, and writes one character;
 * moves both. */
static bool unescape_number(const query *q, size_t *at, char **to)
{
    const struct numbered *e = numbered;
    uint64_t code = 0;

    while (e->name && e->name != lex_byte(q, *at))
        e++;
    *at += e->name != '\0';
    for (unsigned i = 0; i < e->digits; i++) {
        const int digit = corr_hex_digit(lex_byte(q, *at));
        if (digit < 0 || digit >= e->base)
            return false;
        code = code * e->base + (unsigned)digit;
        ++*at;
    }
    if (e->is_byte && code <= 0xff)
        *(*to)++ = (char)code;
    else if (!e->is_byte && code <= 0x10ffff && !corr_is_half((uint32_t)code))
        *to += corr_put_utf8(*to, (uint32_t)code);
    else
        return false;
    return true;
}

static bool unescape_char(const query *q, size_t *at, char **to)
{
    for (size_t i = 0; i < countof(escapes); i++)
        if (escapes[i].name == lex_byte(q, *at)) {
            *(*to)++ = escapes[i].byte;
            ++*at;
            return true;
        }
    return unescape_number(q, at, to);
}

bool lex_string(query *q, size_t *at, token *t)
{
    const size_t end = lex_quote(q, *at);
    const bool is_raw = lex_byte(q, *at) == '`';

    if (!end)
        return query_fault(q, *at, "the string has no end");
    char *const text = corr_arena_new(&q->arena, char, end - *at + 1);
    char *to = text;
    if (!text)
        return query_no_memory(q);
    for (++*at; *at < end;) {
        const size_t here = *at;
        const char c = q->text.p[(*at)++];
        if (is_raw || (c != '\\' && c != '\n'))
            *to++ = c;
        else if (c == '\n')
            return query_fault(q, here,
                               "a line ends within a string; write \\n");
        else if (!unescape_char(q, at, &to))
            return query_fault(q, here, "unknown escape sequence in a string");
    }
    *at = end + 1;
    t->type = TOKEN_LITERAL;
    t->literal = value_text((corr_str){ text, (size_t)(to - text) });
    return true;
}

/* ---- numbers ------------------------------------------------------------ */

#define SECOND INT64_C(1000000000)
#define DAY    (86400 * SECOND)

/* The units of a duration.  Ordered units may be combined with integers in this
 * order, each once; the others also take decimals, in any order. */
static const struct unit {
    const char *name;
    int64_t ns;
    bool is_ordered, is_free;
} units[] = {
    { "y", 365 * DAY, true, false },
    { "w", 7 * DAY, true, false },
    { "d", DAY, true, false },
    { "h", 3600 * SECOND, true, true },
    { "m", 60 * SECOND, true, true },
    { "s", SECOND, true, true },
    { "ms", SECOND / 1000, true, true },
    { "us", 1000, false, true },
    { "\xc2\xb5s", 1000, false, true },
    { "\xce\xbcs", 1000, false, true },
    { "ns", 1, false, true },
};

typedef enum reading { READ_OK, READ_BAD, READ_BIG } reading;

static corr_str take_bytes(corr_str *s, size_t n)
{
    const corr_str piece = { s->p, n };

    *s = corr_str_from(*s, n);
    return piece;
}

static size_t count_digits(corr_str s)
{
    size_t n = 0;

    while (n < s.n && corr_is_digit(s.p[n]))
        n++;
    return n;
}

static size_t find_unit(corr_str *s)
{
    size_t n = 0, i = 0;

    while (n < s->n && !corr_is_digit(s->p[n]) && s->p[n] != '.')
        n++;
    const corr_str name = take_bytes(s, n);
    while (i < countof(units) && !corr_str_is(name, units[i].name))
        i++;
    return i;
}

/* Adds the whole and fractional part of a unit to *ns. */
static bool add_duration_part(int64_t *ns, corr_str whole, corr_str fraction,
                              int64_t unit)
{
    int64_t n = 0;

    if (whole.n && !corr_str_i64(whole, &n))
        return false;
    if (MUL_OVERFLOWS(n, unit, &n) || ADD_OVERFLOWS(*ns, n, ns))
        return false;
    for (size_t i = 0; i < fraction.n; i++) {
        unit /= 10;
        if (ADD_OVERFLOWS(*ns, (fraction.p[i] - '0') * unit, ns))
            return false;
    }
    return true;
}

static reading parse_duration(corr_str s, bool is_free, int64_t *ns)
{
    size_t least = 0;

    for (*ns = 0; s.n > 0;) {
        const corr_str whole = take_bytes(&s, count_digits(s));
        corr_str fraction = { 0 };
        if (is_free && s.n && s.p[0] == '.') {
            take_bytes(&s, 1);
            fraction = take_bytes(&s, count_digits(s));
        }
        const size_t unit = find_unit(&s);
        if (unit == countof(units) || whole.n + fraction.n == 0 ||
            !(is_free ? units[unit].is_free : units[unit].is_ordered) ||
            (!is_free && unit < least))
            return READ_BAD;
        least = unit + 1;
        if (!add_duration_part(ns, whole, fraction, units[unit].ns))
            return READ_BIG;
    }
    return READ_OK;
}

static bool set_duration(query *q, size_t from, size_t to, token *t)
{
    const corr_str text = lex_slice(q, from, to);
    int64_t ns = 0;
    reading result = parse_duration(text, false, &ns);

    if (result == READ_BAD)
        result = parse_duration(text, true, &ns);
    if (result == READ_BIG)
        return query_fault(q, from, "a duration of more than 292 years");
    if (result == READ_BAD)
        return query_fault(q, from,
                           "\"%.*s\" is not a number or a duration; units are "
                           "y w d h m s ms us ns",
                           text.n < 40 ? (int)text.n : 40, text.p);
    t->literal = value_num(VALUE_DURATION, ns);
    return true;
}

static bool set_number(query *q, size_t from, size_t to, bool is_real, token *t)
{
    const corr_str text = lex_slice(q, from, to);

    t->literal.type = is_real ? VALUE_REAL : VALUE_INT;
    if (is_real ? corr_str_real(text, &t->literal.real)
                : corr_str_i64(text, &t->literal.num))
        return true;
    return query_fault(q, from, "a number that does not fit into 64 bits");
}

bool lex_number(query *q, size_t *at, token *t)
{
    const size_t from = *at;
    size_t to = from + count_digits(lex_rest(q, from));
    bool is_real = lex_byte(q, to) == '.';

    if (is_real)
        to += 1 + count_digits(lex_rest(q, to + 1));
    if ((lex_byte(q, to) | 0x20) == 'e') {
        const size_t sign = strchr("+-", lex_byte(q, to + 1)) ? 1 : 0;
        const size_t n =
            to + 1 < q->text.n ? count_digits(lex_rest(q, to + 1 + sign)) : 0;
        is_real = is_real || n > 0;
        to += n > 0 ? 1 + sign + n : 0;
    }
    t->type = TOKEN_LITERAL;
    const char next = lex_byte(q, to);
    if (!lex_letter(next) && !(next & 0x80)) {
        *at = to;
        return set_number(q, from, to, is_real, t);
    }
    while (lex_letter(lex_byte(q, to)) || corr_is_digit(lex_byte(q, to)) ||
           lex_byte(q, to) == '.' || (lex_byte(q, to) & 0x80))
        to++;
    *at = to;
    return set_duration(q, from, to, t);
}
