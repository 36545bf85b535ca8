/* scrub_shape - what looks like a secret, wherever it stands. */
#include "scrub/scrub_private.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

/* What a byte may begin, or that it is part of a run. */
enum {
    MARK_NONE,
    MARK_RUN,
    MARK_AT,
    MARK_COLON,
    MARK_EQUALS,
    MARK_SLASH,
    MARK_QUERY
};

static const uint8_t mark_of[256] = {
    ['@'] = MARK_AT,    [':'] = MARK_COLON,  ['='] = MARK_EQUALS,
    ['/'] = MARK_SLASH, ['\\'] = MARK_SLASH, ['?'] = MARK_QUERY,
    ['_'] = MARK_RUN,   ['-'] = MARK_RUN,    ['0'] = MARK_RUN,
    ['1'] = MARK_RUN,   ['2'] = MARK_RUN,    ['3'] = MARK_RUN,
    ['4'] = MARK_RUN,   ['5'] = MARK_RUN,    ['6'] = MARK_RUN,
    ['7'] = MARK_RUN,   ['8'] = MARK_RUN,    ['9'] = MARK_RUN,
    ['A'] = MARK_RUN,   ['B'] = MARK_RUN,    ['C'] = MARK_RUN,
    ['D'] = MARK_RUN,   ['E'] = MARK_RUN,    ['F'] = MARK_RUN,
    ['G'] = MARK_RUN,   ['H'] = MARK_RUN,    ['I'] = MARK_RUN,
    ['J'] = MARK_RUN,   ['K'] = MARK_RUN,    ['L'] = MARK_RUN,
    ['M'] = MARK_RUN,   ['N'] = MARK_RUN,    ['O'] = MARK_RUN,
    ['P'] = MARK_RUN,   ['Q'] = MARK_RUN,    ['R'] = MARK_RUN,
    ['S'] = MARK_RUN,   ['T'] = MARK_RUN,    ['U'] = MARK_RUN,
    ['V'] = MARK_RUN,   ['W'] = MARK_RUN,    ['X'] = MARK_RUN,
    ['Y'] = MARK_RUN,   ['Z'] = MARK_RUN,    ['a'] = MARK_RUN,
    ['b'] = MARK_RUN,   ['c'] = MARK_RUN,    ['d'] = MARK_RUN,
    ['e'] = MARK_RUN,   ['f'] = MARK_RUN,    ['g'] = MARK_RUN,
    ['h'] = MARK_RUN,   ['i'] = MARK_RUN,    ['j'] = MARK_RUN,
    ['k'] = MARK_RUN,   ['l'] = MARK_RUN,    ['m'] = MARK_RUN,
    ['n'] = MARK_RUN,   ['o'] = MARK_RUN,    ['p'] = MARK_RUN,
    ['q'] = MARK_RUN,   ['r'] = MARK_RUN,    ['s'] = MARK_RUN,
    ['t'] = MARK_RUN,   ['u'] = MARK_RUN,    ['v'] = MARK_RUN,
    ['w'] = MARK_RUN,   ['x'] = MARK_RUN,    ['y'] = MARK_RUN,
    ['z'] = MARK_RUN,
};

void shape_edit(shape_scan *x, size_t from, size_t to, corr_scrub_kind kind,
                edit_with with)
{
    if (to <= from)
        return;
    scrub_add_edit(x->map,
                   &(scrub_edit){ .from = x->at ? x->at[from] : (uint32_t)from,
                                  .to = x->at ? x->at[to] : (uint32_t)to,
                                  .kind = kind,
                                  .with = with,
                                  .value = { x->s.p + from, to - from } });
    x->done = to > x->done ? to : x->done;
}

/* ---- a key and its value in a text --------------------------------------- */

static bool is_key_char(char c)
{
    return word_has(c) || c == '.' || c == '_' || c == '-';
}

/* The word with dots before a separator: "db.password". */
static corr_str key_before(corr_str s, size_t at)
{
    size_t from = at;

    while (from && at - from < 2 &&
           (s.p[from - 1] == '"' || s.p[from - 1] == '\'' ||
            s.p[from - 1] == ' ' || s.p[from - 1] == '\0'))
        from--, at--;
    while (from && at - from < 64 && is_key_char(s.p[from - 1]))
        from--;
    /* "-Dpassword=x" sets a property */
    if (at - from > 2 && s.p[from] == '-' && s.p[from + 1] == 'D')
        from += 2;
    return (corr_str){ s.p + from, at - from };
}

/* Where a value ends that begins at `from`: at the quote that it began with, or
 * at a blank or a separator. */
static size_t value_end(corr_str s, size_t *from)
{
    size_t to;

    while (*from < s.n && (s.p[*from] == ' ' || s.p[*from] == '\\'))
        ++*from;
    const char quote = *from < s.n ? s.p[*from] : '\0';
    if (quote == '"' || quote == '\'') {
        to = ++*from;
        while (to < s.n && s.p[to] != quote && s.p[to] != '\n')
            to++;
        return to;
    }
    for (to = *from; to < s.n; to++)
        if ((unsigned char)s.p[to] <= ' ' || strchr(",;&\"'<>()[]{}|", s.p[to]))
            break;
    return to;
}

/* "Bearer" and "Basic" are no secrets, but what follows is. */
static size_t skip_scheme(corr_str s, size_t from, size_t *to)
{
    const corr_str rest = corr_str_from(s, from);

    if (corr_str_starts(rest, "Bearer ") || corr_str_starts(rest, "bearer "))
        from += 7;
    else if (corr_str_starts(rest, "Basic ") || corr_str_starts(rest, "basic "))
        from += 6;
    else
        return from;
    *to = value_end(s, &from);
    return from;
}

static bool is_replaced(corr_str value)
{
    return pseudonym_length(value) > 0 || corr_str_is(value, "?") ||
           corr_str_starts(value, "[dropped]");
}

static void take_shape_value(shape_scan *x, corr_spot place, size_t from)
{
    size_t to = value_end(x->s, &from);

    from = skip_scheme(x->s, from, &to);
    const corr_str value = { x->s.p + from, to - from };
    if (value.n == 0 || is_replaced(value))
        return;
    if (place == CORR_PLACE_SECRET) {
        shape_edit(x, from, to, CORR_SCRUB_SECRET, WITH_VALUE);
    } else if (place == CORR_PLACE_USER && !public_value(value)) {
        size_t n = 0;
        while (n < value.n &&
               (word_has(value.p[n]) || strchr("._@+-", value.p[n])))
            n++;
        shape_edit(x, from, from + n, CORR_SCRUB_USER, WITH_VALUE);
    }
}

/* "key=value", and "key: value" of secrets. */
static void shape_pair(shape_scan *x, size_t at)
{
    const bool is_colon = x->s.p[at] == ':';
    const corr_str key = key_before(x->s, at);

    if (key.n < 3 || at + 1 >= x->s.n || x->s.p[at + 1] == x->s.p[at])
        return;
    const corr_spot place = corr_scrub_place(x->map, key);
    if (place == CORR_PLACE_SECRET || (place == CORR_PLACE_USER && !is_colon))
        take_shape_value(x, place, at + 1);
}

/* ---- words that announce a secret ---------------------------------------- */

/* "Basic statistics" are words, credentials have digits or capitals. */
static bool is_credential(corr_str s)
{
    bool mark = false;

    for (size_t i = 1; i < s.n; i++)
        mark |= corr_is_digit(s.p[i]) || s.p[i] == '=' ||
                (s.p[i] >= 'A' && s.p[i] <= 'Z');
    return s.n >= 8 && mark && !is_replaced(s);
}

/* "--password hunter2" and "Bearer abc". */
static void shape_announced(shape_scan *x, size_t from, size_t to)
{
    const corr_str word = { x->s.p + from, to - from };

    if (to >= x->s.n || x->s.p[to] != ' ')
        return;
    if (corr_str_is(word, "Bearer") || corr_str_is(word, "Basic")) {
        size_t at = to + 1;
        const size_t end = value_end(x->s, &at);
        if (is_credential((corr_str){ x->s.p + at, end - at }))
            shape_edit(x, at, end, CORR_SCRUB_TOKEN, WITH_VALUE);
    } else if (word.n > 4 && corr_str_starts(word, "--") &&
               word_is_sensitive(word)) {
        take_shape_value(x, CORR_PLACE_SECRET, to + 1);
    }
}

/* Bytes before each line of a key: indents, quotes, and escapes of line ends. */
static size_t skip_margin(corr_str s, size_t at)
{
    while (at < s.n) {
        if ((unsigned char)s.p[at] <= ' ' || strchr(">|#*\"',", s.p[at]))
            at++;
        else if (s.p[at] == '\\' && at + 1 < s.n)
            at += strchr("nrt", s.p[at + 1]) ? 2 : 1;
        else
            break;
    }
    return at;
}

static size_t margin_before(corr_str s, size_t at)
{
    while (at > 0) {
        if ((unsigned char)s.p[at - 1] <= ' ' ||
            strchr(">|#*\"',\\", s.p[at - 1]))
            at--;
        else if (at > 1 && s.p[at - 2] == '\\' && strchr("nrt", s.p[at - 1]))
            at -= 2;
        else
            break;
    }
    return at;
}

/* "-----BEGIN PRIVATE KEY-----": all up to the end of the block. */
static bool shape_pem(shape_scan *x, size_t from)
{
    static const char begin[] = "-----BEGIN ", end[] = "-----END ";
    const corr_str rest = corr_str_from(x->s, from);

    if (!corr_str_starts(rest, begin))
        return false;
    size_t at = sizeof begin - 1;
    while (at < rest.n && rest.p[at] != '-')
        at++;
    while (at < rest.n && rest.p[at] == '-')
        at++;
    at = skip_margin(rest, at);
    size_t to = x->pem_end > from + at ? x->pem_end - from : at;
    while (to < rest.n && !corr_str_starts(corr_str_from(rest, to), end))
        to++;
    x->pem_end = from + to;
    to = margin_before((corr_str){ rest.p + at, to - at }, to - at) + at;
    if (!is_replaced((corr_str){ rest.p + at, to - at }))
        shape_edit(x, from + at, from + to, CORR_SCRUB_TOKEN, WITH_VALUE);
    return true;
}

/* ---- the scan ------------------------------------------------------------ */

static size_t shape_run(shape_scan *x, size_t from)
{
    enum { PEM_BEGIN = sizeof "-----BEGIN" - 1 };
    const corr_str s = x->s;
    size_t to = from + 1;
    bool digits = corr_is_digit(s.p[from]);

    while (to < s.n && mark_of[(uint8_t)s.p[to]] == MARK_RUN)
        digits |= corr_is_digit(s.p[to++]);
    if (from < x->done)
        return to;
    if (to - from >= PEM_BEGIN && shape_pem(x, to - PEM_BEGIN))
        return x->done > to ? x->done : to;
    const size_t n = to - from;
    if (n >= 13)
        shape_token(x, from, to);
    if ((n == 5 || n == 6 || s.p[from] == '-') && x->done <= from)
        shape_announced(x, from, to);
    if (digits && to < s.n && s.p[to] == '.' && n <= 3 &&
        x->place != CORR_PLACE_BUILD) {
        size_t end;
        if ((from == 0 || s.p[from - 1] != '.') && shape_is_ipv4(s, from, &end))
            shape_edit(x, from, end, CORR_SCRUB_ADDRESS, WITH_HOST);
    }
    if (to < s.n && s.p[to] == ':' && n <= 4 && x->done <= from) {
        size_t end;
        if ((from == 0 || s.p[from - 1] != ':') && shape_is_ipv6(s, from, &end))
            shape_edit(x, from, end, CORR_SCRUB_ADDRESS, WITH_HOST);
    }
    return x->done > to ? x->done : to;
}

static void shape_mark(shape_scan *x, size_t at)
{
    switch (mark_of[(uint8_t)x->s.p[at]]) {
    case MARK_AT:
        shape_email(x, at);
        break;
    case MARK_COLON:
        if (corr_str_starts(corr_str_from(x->s, at), "://"))
            shape_url(x, at);
        else
            shape_pair(x, at);
        break;
    case MARK_EQUALS:
        shape_pair(x, at);
        break;
    case MARK_SLASH:
        shape_home(x, at);
        break;
    case MARK_QUERY:
        shape_query(x, at);
        break;
    default:
        break;
    }
}

void shape_scan_view(shape_scan *x)
{
    for (size_t i = 0; i < x->s.n && !x->map->failed;) {
        const uint8_t mark = mark_of[(uint8_t)x->s.p[i]];
        if (mark == MARK_RUN) {
            const size_t next = shape_run(x, i);
            if ((x->nsql < SHAPE_SQL_MOST || i >= x->sql_end) &&
                shape_begins_sql(x, i))
                shape_sql(x, i);
            i = next;
            continue;
        }
        if (mark && i >= x->done)
            shape_mark(x, i);
        i++;
    }
}

void shape_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    shape_scan x = { .map = map, .s = text, .place = place };

    shape_scan_view(&x);
    for (unsigned kind = VIEW_PERCENT; kind < VIEW_DASHES; kind++) {
        view *v = &map->views[kind];
        const bool is_other = view_of(v, kind, text);
        map->failed |= v->failed;
        if (!is_other)
            continue;
        shape_scan y = { .map = map,
                         .s = { (const char *)v->p, v->n },
                         .at = v->at,
                         .place = place };
        shape_scan_view(&y);
    }
}
