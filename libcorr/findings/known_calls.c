#include "findings/known_calls.h"

#include <string.h>

#include "base/base.h"
#include "findings/statement.h"
#include "store/operation_names.h"

typedef struct known_calls {
    opnames texts;       /* operation of the parent; and again with a text */
    vec(uint32_t) trace; /* [texts] 1 + trace; SEVERAL */
    vec(char) scratch;
} known_calls;

static const uint32_t SEVERAL = UINT32_MAX;

/* ---- what a call asks ----------------------------------------------------- */

static corr_str query_of_call(const corr_store *st, uint32_t span)
{
    static const char *const key[] = { "db.query.text", "db.statement",
                                       "sql.query" };

    return statement_first_attr(st, span, key, countof(key));
}

/* The word that says whether a call reads: SELECT, GET. */
static corr_str verb_of_call(const corr_store *st, uint32_t span)
{
    static const char *const key[] = { "http.request.method", "http.method",
                                       "db.operation.name", "db.operation" };
    corr_str text = query_of_call(st, span), word;

    if (!text.n)
        text = statement_first_attr(st, span, key, countof(key));
    if (!text.n)
        text = opname_span(st, span);
    if (corr_str_starts(text, "HTTP "))
        text = (corr_str){ text.p + 5, text.n - 5 };
    return corr_str_next(&text, ' ', &word) ? word : CORR_STR("");
}

static bool is_reading(corr_str verb)
{
    static const char *const verbs[] = { "GET",     "HEAD",   "OPTIONS",
                                         "SELECT",  "SHOW",   "FIND",
                                         "COUNT",   "MGET",   "HGET",
                                         "HGETALL", "EXISTS", "AGGREGATE" };

    for (size_t i = 0; i < countof(verbs); i++)
        if (store_same_name(verb, corr_str_of(verbs[i])))
            return true;
    return false;
}

/* The path and query of an address. */
static corr_str path_of(corr_str address)
{
    corr_str rest = address, part;

    if (!corr_str_cut(address, ':', &part, &rest) ||
        !corr_str_starts(rest, "//"))
        return address;
    rest = (corr_str){ rest.p + 2, rest.n - 2 };
    while (rest.n && rest.p[0] != '/')
        rest = (corr_str){ rest.p + 1, rest.n - 1 };
    return rest;
}

/* Whether a text has a place where a value was taken out. */
static bool has_gap(corr_str text, bool is_query)
{
    const char *const marks = is_query ? "?$:@%" : "{}<>*";

    for (size_t i = 0; i < text.n; i++)
        if (strchr(marks, text.p[i]) ||
            (!is_query && i > 0 && text.p[i] == ':' && text.p[i - 1] == '/'))
            return true;
    return false;
}

/* What the call asks, with its values; "": it is not recorded. */
static corr_str asked_by_call(const corr_store *st, uint32_t span)
{
    static const char *const key[] = { "url.full",     "http.url",
                                       "http.target",  "url.path",
                                       "url.template", "http.route" };
    corr_str text = query_of_call(st, span), verb;

    if (text.n)
        return has_gap(text, true) ? CORR_STR("") : text;
    text = path_of(statement_first_attr(st, span, key, countof(key)));
    if (!text.n) {
        text = opname_span(st, span);
        if (!corr_str_cut(text, ' ', &verb, &text) || !text.n ||
            text.p[0] != '/')
            return CORR_STR("");
    }
    return has_gap(text, false) ? CORR_STR("") : text;
}

/* ---- the texts of all calls ------------------------------------------------ */

/* The number of a text below an operation, "": of the operation.
 * OPNAMES_FAILED: out of memory. */
static uint32_t number_of_text(known_calls *k, const corr_store *st,
                               uint32_t up, corr_str text)
{
    const opname op = opname_of(st, up);
    const corr_str parts[] = { op.service, CORR_STR("\x1f"), op.name };

    k->scratch.n = 0;
    for (size_t i = 0; i < countof(parts); i++)
        for (size_t c = 0; c < parts[i].n; c++)
            if (!vec_push(&k->scratch, parts[i].p[c]))
                return OPNAMES_FAILED;
    const uint32_t n =
        opnames_add(&k->texts, (corr_str){ k->scratch.v, k->scratch.n }, text);
    while (n != OPNAMES_FAILED && k->trace.n <= n)
        if (!vec_push(&k->trace, 0))
            return OPNAMES_FAILED;
    return n;
}

static bool mark_text(known_calls *k, const corr_store *st, uint32_t span,
                      corr_str text)
{
    const uint32_t n = number_of_text(k, st, st->spans.up.v[span], text);
    const uint32_t trace = st->spans.trace_of.v[span] + 1;

    if (n == OPNAMES_FAILED)
        return false;
    uint32_t *of = &k->trace.v[n];
    *of = *of == 0 || *of == trace ? trace : SEVERAL;
    return true;
}

static known_calls *texts_of(finder *f)
{
    const corr_store *st = f->store;
    uint32_t calls = 0;

    if (f->known)
        return f->known;
    known_calls *k = calloc(1, sizeof *k);
    bool ok = k != NULL;
    for (uint32_t i = 1; ok && i < st->spans.at.n && calls < KNOWN_CALLS_MOST;
         i++) {
        if (!st->spans.up.v[i] || !is_reading(verb_of_call(st, i)))
            continue;
        calls++;
        const corr_str text = asked_by_call(st, i);
        ok = mark_text(k, st, i, CORR_STR("")) &&
             (!text.n || mark_text(k, st, i, text));
    }
    if (!ok) {
        known_calls_free(k);
        return NULL;
    }
    return f->known = k;
}

void known_calls_free(struct known_calls *k)
{
    if (!k)
        return;
    opnames_clear(&k->texts);
    vec_free(&k->trace);
    vec_free(&k->scratch);
    free(k);
}

/* ---- one call ---------------------------------------------------------------- */

/* Whether a text has a value as a word of its own. */
static bool has_word(corr_str text, corr_str word)
{
    for (size_t i = 0; i + word.n <= text.n; i++)
        if (memcmp(text.p + i, word.p, word.n) == 0 &&
            (i == 0 || !statement_is_word(text.p[i - 1])) &&
            (i + word.n == text.n || !statement_is_word(text.p[i + word.n])))
            return true;
    return false;
}

/* Whether a span or one above it carries a value. */
static bool is_told_above(const finder *f, uint32_t i, corr_str value)
{
    for (; i != CRITICAL_NONE; i = f->w->time[i].up) {
        const uint32_t n = corr_waterfall_nattrs(f->w, i);
        if (has_word(waterfall_name(f->w, i), value))
            return true;
        for (uint32_t k = 0; k < n; k++)
            if (has_word(corr_waterfall_attr(f->w, i, k).text, value))
                return true;
    }
    return false;
}

call_need known_call(finder *f, uint32_t i)
{
    const corr_store *st = f->store;
    const uint32_t span = f->w->span[i];
    const corr_str text = asked_by_call(st, span);
    size_t at = 0, values = 0;
    corr_str value;

    if (!is_reading(verb_of_call(st, span)))
        return CALL_CHANGES;
    if (!text.n || st->lacks_attrs)
        return CALL_READS;
    while (statement_next_value(text, &at, &value)) {
        if (!is_told_above(f, f->w->time[i].up, value))
            return CALL_READS;
        values++;
    }
    if (values)
        return CALL_IS_KNOWN;
    known_calls *k = texts_of(f);
    if (!k)
        return CALL_FAILED;
    const uint32_t up = st->spans.up.v[span];
    const uint32_t op = number_of_text(k, st, up, CORR_STR(""));
    const uint32_t asked = number_of_text(k, st, up, text);
    if (op == OPNAMES_FAILED || asked == OPNAMES_FAILED)
        return CALL_FAILED;
    const bool is_alone = k->trace.v[op] != 0 && k->trace.v[op] != SEVERAL;
    return is_alone || k->trace.v[asked] == SEVERAL ? CALL_IS_KNOWN
                                                    : CALL_READS;
}
