/* scrub_sql - the literals of a statement become "?". */
#include "scrub/scrub_private.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

/* A verb, and a word that must follow it somewhere. */
static const struct {
    const char *verb, *with;
} statements[SHAPE_STATEMENTS] = {
    { "select", "from" }, { "insert", "into" }, { "update", "set" },
    { "delete", "from" }, { "merge", "into" },  { "replace", "into" },
    { "with", "as" },     { "call", "(" },      { "select", "where" },
};

static bool word_at(corr_str s, size_t at, const char *lower)
{
    const size_t n = strlen(lower);

    if (at + n > s.n || (at && word_has(s.p[at - 1]) && word_has(lower[0])))
        return false;
    for (size_t i = 0; i < n; i++)
        if (word_lower(s.p[at + i]) != lower[i])
            return false;
    return !word_has(lower[0]) || at + n == s.n || !word_has(s.p[at + n]);
}

/* *none_to: how far no such word was found before. */
static bool has_word_behind(corr_str s, size_t at, const char *lower,
                            size_t *none_to)
{
    const size_t most = s.n - at > 65536 ? at + 65536 : s.n;
    const char *end = memchr(s.p + at, '\0', most - at);
    const size_t to = end ? (size_t)(end - s.p) : most;

    for (at = at > *none_to ? at : *none_to; at < to; at++)
        if (word_lower(s.p[at]) == lower[0] && word_at(s, at, lower))
            return true;
    *none_to = at;
    return false;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* In the middle of a text only capitals are a statement: "select a file from
 * the list" is a sentence. */
bool shape_begins_sql(shape_scan *x, size_t from)
{
    const corr_str s = x->s;
    static const bool begins[26] = {
        ['s' - 'a'] = true, ['i' - 'a'] = true, ['u' - 'a'] = true,
        ['d' - 'a'] = true, ['m' - 'a'] = true, ['r' - 'a'] = true,
        ['w' - 'a'] = true, ['c' - 'a'] = true,
    };
    const char first = word_lower(s.p[from]);

    if (first < 'a' || first > 'z' || !begins[first - 'a'] ||
        (from > 0 && (from + 1 == s.n || !is_capital(s.p[from]) ||
                      !is_capital(s.p[from + 1]))))
        return false;
    for (size_t i = 0; i < countof(statements); i++) {
        const size_t n = strlen(statements[i].verb);
        if (statements[i].verb[0] != first ||
            !word_at(s, from, statements[i].verb) || from + n >= s.n ||
            ((unsigned char)s.p[from + n] > ' '))
            continue;
        if (has_word_behind(s, from + n, statements[i].with, &x->no_word_to[i]))
            return true;
    }
    return false;
}

static bool ends_with_blank(corr_str s, size_t at)
{
    return at < s.n && (unsigned char)s.p[at] <= ' ';
}

bool shape_has_verb(corr_str s)
{
    const bool has_blank = corr_str_find(s, ' ') < s.n;

    for (size_t at = 0; has_blank && at < s.n; at++)
        for (size_t i = 0; i < countof(statements); i++)
            if (word_at(s, at, statements[i].verb) &&
                ends_with_blank(s, at + strlen(statements[i].verb)))
                return true;
    return false;
}

static size_t quoted_end(corr_str s, size_t at)
{
    const char quote = s.p[at++];

    for (; at < s.n; at++) {
        if (s.p[at] == '\\' && at + 1 < s.n)
            at++;
        else if (s.p[at] == quote && at + 1 < s.n && s.p[at + 1] == quote)
            at++;
        else if (s.p[at] == quote)
            return at + 1;
    }
    return s.n;
}

static size_t number_end(corr_str s, size_t at)
{
    while (at < s.n && (word_has(s.p[at]) || s.p[at] == '.'))
        at++;
    return at;
}

static bool is_part_of_name(char c)
{
    return word_has(c) || strchr("_.$@:#\"`", c);
}

void shape_sql(shape_scan *x, size_t from)
{
    const corr_str s = x->s;
    const size_t done = x->done;
    size_t at = from;

    x->nsql = from < x->sql_end ? x->nsql + 1 : 1;
    while (at < s.n && s.p[at] != '\0') {
        size_t to = at + 1;
        if (s.p[at] == '\'') {
            to = quoted_end(s, at);
            shape_edit(x, at, to, CORR_SCRUB_SQL, WITH_MARK);
        } else if (corr_is_digit(s.p[at]) &&
                   (at == 0 || !is_part_of_name(s.p[at - 1]))) {
            to = number_end(s, at);
            shape_edit(x, at, to, CORR_SCRUB_SQL, WITH_MARK);
        }
        at = to;
    }
    x->sql_end = at;
    x->done = done > s.n ? done : s.n;
}
