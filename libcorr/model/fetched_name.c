#include "model/fetched_name.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/id.h"

enum { SPAN_DIGITS = 16, TRACE_DIGITS = 32 };

/* Whether a text has the form of a pattern: 0 is a digit, all else is itself. */
static bool has_form(const char *p, const char *pattern)
{
    for (; *pattern; p++, pattern++)
        if (*pattern == '0' ? *p < '0' || *p > '9' : *p != *pattern)
            return false;
    return true;
}

/* Reads "20261121T163200Z" at p.  False: there is no such time. */
static bool read_stamp(const char *p, int64_t *t)
{
    char text[32];
    const int n = snprintf(text, sizeof text, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ",
                           p, p + 4, p + 6, p + 9, p + 11, p + 13);

    return corr_parse_time((corr_str){ text, (size_t)n }, 0, 0, t);
}

/* Cuts "-FROM-TO" and all that follows off a name.  False: it has no such
 * part. */
static bool cut_window(corr_str *name, fetched_name *of)
{
    static const char form[] = "-00000000T000000Z-00000000T000000Z";
    const size_t n = sizeof form - 1;

    for (size_t i = 0; i + n <= name->n; i++) {
        const char *p = name->p + i;
        if (!has_form(p, form) ||
            (i + n < name->n && p[n] != '.' && p[n] != '-') ||
            !read_stamp(p + 1, &of->from) || !read_stamp(p + 18, &of->to) ||
            of->from >= of->to)
            continue;
        name->n = i;
        return true;
    }
    return false;
}

/* Cuts "-AT" and all that follows off a name without another time.  False: it
 * has no such part. */
static bool cut_instant(corr_str *name, fetched_name *of)
{
    static const char form[] = "-00000000T000000Z";
    const size_t n = sizeof form - 1;
    size_t at = 0, times = 0;

    for (size_t i = 0; i + n <= name->n; i++)
        if (has_form(name->p + i, form)) {
            at = i;
            times++;
        }
    const char after = at + n < name->n ? name->p[at + n] : '.';
    if (times != 1 || (after != '.' && after != '-') ||
        !read_stamp(name->p + at + 1, &of->from))
        return false;
    of->to = of->from;
    name->n = at;
    return true;
}

/* Cuts the last word off, with its dash.  False: no dash is left. */
static bool cut_word(corr_str *name, corr_str *word)
{
    corr_str rest = *name;

    return corr_str_cut_last(rest, '-', name, word);
}

/* Whether a word has so many digits of a number that is not 0. */
static bool is_id(corr_str word, size_t digits, corr_trace_id *id)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] >= 'A' && word.p[i] <= 'F')
            return false;
    if (word.n != digits || !id_is_hex(word))
        return false;
    *id = id_hex(word);
    return id->hi || id->lo;
}

static bool has_only_digits(corr_str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] < '0' || word.p[i] > '9')
            return false;
    return word.n > 0;
}

/* Cuts "-of-span-ID", "-of-N-spans" or "-of-trace-ID" off a name, if it ends
 * so. */
static void cut_part(corr_str *name, fetched_name *of)
{
    corr_str rest = *name, last, middle, first;
    corr_trace_id span = { 0 }, trace;

    if (!cut_word(&rest, &last) || !cut_word(&rest, &middle) ||
        !cut_word(&rest, &first) || !corr_str_is(first, "of"))
        return;
    const bool is_one =
        corr_str_is(middle, "span") && is_id(last, SPAN_DIGITS, &span);
    if (!is_one && !(corr_str_is(last, "spans") && has_only_digits(middle)) &&
        !(corr_str_is(middle, "trace") && is_id(last, TRACE_DIGITS, &trace)))
        return;
    *name = rest;
    of->is_part = true;
    of->span = span.lo;
}

fetched_name fetched_name_of(corr_str path)
{
    fetched_name of = { 0 };
    corr_str name = corr_str_base(path), type;

    if (cut_window(&name, &of))
        cut_part(&name, &of);
    else if (!cut_instant(&name, &of))
        return (fetched_name){ 0 };
    if (!cut_word(&name, &type) || !name.n || !type.n ||
        !memchr(type.p, '.', type.n))
        return (fetched_name){ 0 };
    of.is_fetched = true;
    of.service = corr_str_is(name, "all") ? CORR_STR("") : name;
    return of;
}
