/* scrub_view - a text with one encoding undone. */
#include "scrub/scrub_view.h"

/* Decodes the character at text.p[i]; returns how many bytes it takes, and
 * writes it to `to`, at most four bytes; 0: it is no escape. */
typedef size_t undo_fn(corr_str text, size_t i, uint8_t *to, size_t *n);

static size_t undo_percent(corr_str text, size_t i, uint8_t *to, size_t *n)
{
    if (text.p[i] != '%' || i + 2 >= text.n)
        return 0;
    const int high = corr_hex_digit(text.p[i + 1]);
    const int low = corr_hex_digit(text.p[i + 2]);

    if (high < 0 || low < 0)
        return 0;
    to[0] = (uint8_t)(high << 4 | low);
    *n = 1;
    return 3;
}

static size_t undo_json(corr_str text, size_t i, uint8_t *to, size_t *n)
{
    static const char from[] = "nrtbf", into[] = "\n\r\t\b\f";
    uint32_t c = 0;

    if (text.p[i] != '\\' || i + 1 >= text.n)
        return 0;
    *n = 1;
    if (text.p[i + 1] == 'x' && i + 3 < text.n &&
        corr_hex_digit(text.p[i + 2]) >= 0 &&
        corr_hex_digit(text.p[i + 3]) >= 0) {
        to[0] = (uint8_t)(corr_hex_digit(text.p[i + 2]) << 4 |
                          corr_hex_digit(text.p[i + 3]));
        return 4;
    }
    if (text.p[i + 1] != 'u') {
        const char *s = strchr(from, text.p[i + 1]);
        to[0] = (uint8_t)(s && *s ? into[s - from] : text.p[i + 1]);
        return 2;
    }
    if (i + 6 > text.n)
        return 0;
    for (size_t k = i + 2; k < i + 6; k++) {
        const int digit = corr_hex_digit(text.p[k]);
        if (digit < 0)
            return 0;
        c = c << 4 | (uint32_t)digit;
    }
    *n = corr_put_utf8((char *)to, corr_is_half(c) ? CORR_NO_CHAR : c);
    return 6;
}

/* The number of a reference between '#' and ';'; CORR_NO_CHAR: it is none. */
static uint32_t html_number(corr_str s)
{
    const bool is_hex = s.n > 1 && (s.p[0] | ' ') == 'x';
    uint32_t c = 0;

    for (size_t i = is_hex; i < s.n; i++) {
        const int digit = corr_hex_digit(s.p[i]);
        if (digit < 0 || (!is_hex && digit > 9))
            return CORR_NO_CHAR;
        c = c * (is_hex ? 16 : 10) + (uint32_t)digit;
    }
    return s.n > (size_t)is_hex && c <= 0x10ffff && !corr_is_half(c)
               ? c
               : CORR_NO_CHAR;
}

static size_t undo_html(corr_str text, size_t i, uint8_t *to, size_t *n)
{
    static const struct {
        const char *name;
        char c;
    } names[] = {
        { "amp", '&' },  { "lt", '<' },    { "gt", '>' },
        { "quot", '"' }, { "apos", '\'' },
    };
    enum { LONGEST = 10 };
    const size_t left = text.n - i - 1;
    const corr_str rest = { text.p + i + 1, left < LONGEST ? left : LONGEST };
    const size_t end = corr_str_find(rest, ';');

    if (text.p[i] != '&' || end == rest.n || end == 0)
        return 0;
    if (rest.p[0] == '#') {
        const uint32_t c = html_number((corr_str){ rest.p + 1, end - 1 });
        if (c == CORR_NO_CHAR)
            return 0;
        *n = corr_put_utf8((char *)to, c);
        return end + 2;
    }
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (corr_str_is((corr_str){ rest.p, end }, names[k].name)) {
            to[0] = (uint8_t)names[k].c;
            *n = 1;
            return end + 2;
        }
    return 0;
}

static size_t undo_dash(corr_str text, size_t i, uint8_t *to, size_t *n)
{
    (void)to;
    *n = 0;
    return text.p[i] == '-';
}

static bool make_view_room(view *v, size_t n)
{
    if (n >= UINT32_MAX || !corr_grow((void **)&v->p, &v->room, n + 4, 1) ||
        !corr_grow((void **)&v->at, &v->at_room, n + 5, sizeof *v->at))
        v->failed = true;
    return !v->failed;
}

bool view_of(view *v, view_kind kind, corr_str text)
{
    static const struct {
        char mark;
        undo_fn *undo;
    } kinds[VIEW_COUNT] = { [VIEW_PERCENT] = { '%', undo_percent },
                            [VIEW_JSON] = { '\\', undo_json },
                            [VIEW_HTML] = { '&', undo_html },
                            [VIEW_DASHES] = { '-', undo_dash } };
    const char *first = text.n && kinds[kind].undo
                            ? memchr(text.p, kinds[kind].mark, text.n)
                            : NULL;
    bool is_other = false;

    v->n = 0;
    if (!first || !make_view_room(v, text.n))
        return false;
    for (size_t i = 0; i < text.n;) {
        size_t n = 1;
        const size_t used = text.p[i] == kinds[kind].mark
                                ? kinds[kind].undo(text, i, v->p + v->n, &n)
                                : 0;
        is_other |= used > 0;
        if (!used)
            v->p[v->n] = (uint8_t)text.p[i];
        for (size_t k = 0; k < (used ? n : 1); k++)
            v->at[v->n++] = (uint32_t)i;
        i += used ? used : 1;
    }
    v->at[v->n] = (uint32_t)text.n;
    return is_other;
}

void view_clear(view *v)
{
    free(v->p);
    free(v->at);
    *v = (view){ 0 };
}
