/* query - compiles and runs queries, and shows faults in their text. */
#include "query/query_private.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/escape.h"

/* ---- faults ------------------------------------------------------------- */

enum {
    SHOWN_CELLS = 60, /* cells of the text around a fault */
    SHOWN_BYTES = 120,
    SHOWN_BEFORE = 40 /* cells before the fault, if the text goes on behind
                         it */
};

/* Returns the text from at most SHOWN_BEFORE cells before the fault on. */
static corr_str shown_part(corr_str text, size_t at)
{
    corr_str before = { text.p, at };
    unsigned cells = escape_cells(before, false);
    const unsigned all =
        cells + escape_cells((corr_str){ text.p + at, text.n - at }, false);
    escape_char c;

    if (all < SHOWN_CELLS)
        return text;
    while (cells > SHOWN_BEFORE && escape_next_escape(&before, false, &c))
        cells -= c.cells;
    return (corr_str){ before.p, text.n - (size_t)(before.p - text.p) };
}

/* Puts the text around the fault into err, and a caret under it. */
static void show_fault(corr_err *err, corr_str text, size_t at)
{
    corr_str rest = shown_part(text, at);
    char line[SHOWN_BYTES + 1];
    unsigned cells = 0, caret = 0;
    size_t n = 0;

    for (escape_char c; cells < SHOWN_CELLS;) {
        const size_t here = (size_t)(rest.p - text.p);
        if (here <= at)
            caret = cells;
        if (!escape_next_escape(&rest, false, &c) || n + c.n > SHOWN_BYTES)
            break;
        memcpy(line + n, c.text, c.n);
        n += c.n;
        cells += c.cells;
    }
    corr_hint(err, "%.*s\n%*s^", (int)n, line, (int)caret, "");
}

bool query_fault(query *q, size_t at, const char *what, ...)
{
    char sentence[256];
    va_list ap;

    if (q->err->code != CORR_OK)
        return false;
    va_start(ap, what);
    vsnprintf(sentence, sizeof sentence, what, ap);
    va_end(ap);
    corr_fail(q->err, CORR_EUSAGE, "query: %s", sentence);
    if (corr_str_trim(q->text).n) /* an empty text has no place to point at */
        show_fault(q->err, q->text, at < q->text.n ? at : q->text.n);
    return false;
}

bool query_no_memory(query *q)
{
    corr_no_memory(q->err);
    return false;
}

/* ---- warnings ----------------------------------------------------------- */

bool query_warn(query *q, const char *what, ...)
{
    char sentence[256];
    va_list ap;

    va_start(ap, what);
    vsnprintf(sentence, sizeof sentence, what, ap);
    va_end(ap);
    for (size_t i = 0; i < q->warning.n; i++)
        if (strcmp(q->warning.v[i], sentence) == 0)
            return true;
    const char *copy = corr_arena_text(&q->arena, corr_str_of(sentence));
    return (copy && vec_push(&q->warning, copy)) || query_no_memory(q);
}

size_t query_warnings(const query *q)
{
    return q->warning.n;
}

const char *query_warning(const query *q, size_t i)
{
    return q->warning.v[i];
}

/* ---- life --------------------------------------------------------------- */

static bool set_text(query *q, const char *text)
{
    q->text = corr_str_of(text);
    if (q->text.n > QUERY_BYTES) {
        corr_fail(q->err, CORR_EUSAGE,
                  "%zu bytes are too long; the limit is %d", q->text.n,
                  QUERY_BYTES);
        return false;
    }
    q->text.p = corr_arena_text(&q->arena, q->text);
    return q->text.p || query_no_memory(q);
}

query *query_new(const char *text, corr_err *err)
{
    corr_err own = { 0 };
    corr_arena arena = { 0 };
    query *q = corr_arena_new(&arena, query, 1);

    if (!q) {
        corr_no_memory(err);
        return NULL;
    }
    q->arena = arena;
    q->err = &own;
    if (!set_text(q, text) || !query_parse(q) || !query_check(q)) {
        query_free(q);
        if (err && err->code == CORR_OK)
            *err = own;
        return NULL;
    }
    q->err = NULL;
    return q;
}

void query_free(query *q)
{
    if (!q)
        return;
    for (size_t i = 0; i < q->pattern.n; i++)
        match_free(q->pattern.v[i]);
    vec_free(&q->step);
    vec_free(&q->literal);
    vec_free(&q->field);
    vec_free(&q->pattern);
    vec_free(&q->warning);
    corr_map_clear(&q->fields);

    corr_arena arena = q->arena;
    corr_arena_clear(&arena);
}
