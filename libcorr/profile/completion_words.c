/*
 * completion_words - the names in inputs, for command-line completion.
 *
 * Names come straight from the tables, without a join or a sum.  Only the spans
 * of one trace need a prepared store, for their numbers.  A corr_words owns its
 * texts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "store/operation_names.h"

enum { LONGEST = 256 }; /* bytes; longer names are skipped */

struct corr_words {
    corr_arena arena;
    vec(corr_str) word;
};

typedef struct gathering {
    corr_words *w;
    const corr_store *st;
    corr_str begin;
    bool no_memory;
} gathering;

static bool starts_with(corr_str s, corr_str with)
{
    return s.n >= with.n && (with.n == 0 || memcmp(s.p, with.p, with.n) == 0);
}

/* Whether a terminal shows the text unchanged. */
static bool is_printable(corr_str s)
{
    escape_char c;

    if (s.n == 0 || s.n > LONGEST)
        return false;
    while (escape_next(&s, false, &c))
        if (c.escaped)
            return false;
    return true;
}

static void add_word(gathering *g, corr_str s)
{
    if (!starts_with(s, g->begin) || !is_printable(s))
        return;
    const char *p = corr_arena_text(&g->w->arena, s);
    if (!p || !vec_push(&g->w->word, (corr_str){ p, s.n }))
        g->no_memory = true;
}

/* ---- names of the tables -------------------------------------------------- */

static void add_trace(gathering *g, corr_trace_id id)
{
    char text[33];

    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)id.hi,
             (unsigned long long)id.lo);
    add_word(g, corr_str_of(text));
}

static void gather_traces(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->trace.n; i++)
        add_trace(g, in->trace.v[i].id);
}

static void gather_operations(gathering *g, const input *in)
{
    uint32_t last = 0; /* neighbours often share a name */

    for (size_t i = 1; i < in->span.n; i++) {
        if (in->span.v[i].name != last)
            add_word(g, input_text(in, in->span.v[i].name));
        last = in->span.v[i].name;
    }
}

static void gather_services(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->proc.n; i++)
        add_word(g, input_text(in, in->proc.v[i].service));
    for (size_t i = 1; i < in->label.set_ids.n; i++)
        if (in->label.set_ids.v[i].service)
            add_word(g, input_text(in, in->label.set_ids.v[i].service));
}

/* Adds the services that files are of by what was found or told about them,
 * once that is known. */
static void gather_matches(gathering *g)
{
    for (size_t i = 0; i < g->st->match.n; i++)
        add_word(g, g->st->spans.service.v[g->st->match.v[i].service]);
}

static void gather_threads(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->thread.n; i++)
        add_word(g, input_text(in, in->thread.v[i].name));
}

static void gather_functions(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->func.n; i++)
        add_word(g, input_text(in, in->func.v[i].name));
}

/* Gathers the part after each separator, so "loadAttr" finds
 * "CartSerializer.loadAttribute". */
static void gather_ends(gathering *g, const input *in)
{
    for (size_t i = 1; g->begin.n && i < in->func.n; i++) {
        const corr_str s = input_text(in, in->func.v[i].name);

        for (size_t k = 1; k < s.n && s.n <= LONGEST; k++)
            if (strchr("./:;$ ->*)#", s.p[k - 1]))
                add_word(g, (corr_str){ s.p + k, s.n - k });
    }
}

static void gather_kinds(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->kind.n; i++)
        add_word(g, input_text(in, in->kind.v[i].name));
}

static void gather_versions(gathering *g, const input *in)
{
    for (size_t i = 1; i < in->proc.n; i++)
        add_word(g, input_text(in, in->proc.v[i].version));
}

/* Keys, or with "=" in what was typed, values of text of one key. */
static void gather_labels(gathering *g, const input *in)
{
    const input_labels *l = &in->label;
    const size_t equals = corr_str_find(g->begin, '=');
    const corr_str key = { g->begin.p, equals };
    char word[LONGEST + 2];
    uint64_t last = 0; /* neighbours are often alike */

    for (size_t i = 0; i < l->key.n; i++) {
        const corr_str k = input_text(in, l->key.v[i]);
        const bool valued = equals < g->begin.n;
        const uint64_t one =
            (uint64_t)l->key.v[i] << 32 | (valued ? l->text.v[i] : 0);
        if (one == last || (valued && !corr_str_eq(k, key)))
            continue;
        last = one;
        const corr_str v =
            valued ? input_text(in, l->text.v[i]) : (corr_str){ "", 0 };
        if ((valued && !v.n) || k.n + v.n >= LONGEST)
            continue;
        const int n = snprintf(word, sizeof word, "%.*s=%.*s", CORR_STR_ARG(k),
                               CORR_STR_ARG(v));
        add_word(g, (corr_str){ word, (size_t)n });
    }
}

/* Keys alone. */
static void gather_fields(gathering *g, const input *in)
{
    static const char *const intrinsics[] = { "duration", "name",
                                              "status",   "kind",
                                              "rootName", "rootServiceName" };
    uint32_t last = 0;

    for (size_t i = 0; i < countof(intrinsics); i++)
        add_word(g, corr_str_of(intrinsics[i]));
    for (size_t i = 0; i < in->label.key.n; i++) {
        if (in->label.key.v[i] != last)
            add_word(g, input_text(in, in->label.key.v[i]));
        last = in->label.key.v[i];
    }
}

typedef void gather_fn(gathering *g, const input *in);

static void each_input(gathering *g, gather_fn *gather)
{
    for (size_t i = 0; !g->no_memory && i < g->st->input.n; i++)
        if (g->st->input.v[i]->err.code == CORR_OK)
            gather(g, g->st->input.v[i]);
}

/* ---- the longest requests ------------------------------------------------ */

typedef struct lasted {
    corr_trace_id trace;
    int64_t ns; /* of its longest span */
} lasted;

static int by_trace(const void *a, const void *b)
{
    const lasted *x = a, *y = b;

    if (x->trace.hi != y->trace.hi)
        return x->trace.hi < y->trace.hi ? -1 : 1;
    if (x->trace.lo != y->trace.lo)
        return x->trace.lo < y->trace.lo ? -1 : 1;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

static int by_length(const void *a, const void *b)
{
    const lasted *x = a, *y = b;

    return x->ns != y->ns ? (x->ns < y->ns) - (x->ns > y->ns) : by_trace(a, b);
}

static void gather_longest(gathering *g)
{
    enum { MOST = 10 };
    vec(lasted) all = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < g->st->input.n; i++) {
        const input *in = g->st->input.v[i];
        for (size_t k = 1; !in->err.code && k < in->span.n; k++) {
            const span_row *s = &in->span.v[k];
            const lasted one = { s->trace, span_length(s) };
            if (!vec_push(&all, one))
                g->no_memory = true;
        }
    }
    vec_sort(&all, by_trace);
    for (size_t i = 0; i < all.n; i++) /* the first of a trace is its longest */
        if (!n || all.v[i].trace.hi != all.v[n - 1].trace.hi ||
            all.v[i].trace.lo != all.v[n - 1].trace.lo)
            all.v[n++] = all.v[i];
    all.n = n;
    vec_sort(&all, by_length);
    for (size_t i = 0; i < n && i < MOST; i++)
        add_trace(g, all.v[i].trace);
    vec_free(&all);
}

/* ---- the spans of a trace ----------------------------------------------- */

/* Whether no other span of the trace has this name. */
static bool is_unique(const corr_store *st, const span_trace *t, uint32_t span)
{
    enum { MOST = 2000 }; /* the search is too slow in larger traces */

    if (t->n > MOST)
        return false;
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        if (i != span && corr_str_eq(opname_span(st, i), opname_span(st, span)))
            return false;
    return true;
}

static void add_span_word(gathering *g, corr_str trace, const char *what)
{
    char word[LONGEST + 1];
    int n = snprintf(word, sizeof word, "%.*s/%s", CORR_STR_ARG(trace), what);

    if (n > 0 && (size_t)n < sizeof word)
        add_word(g, (corr_str){ word, (size_t)n });
}

static void gather_spans(gathering *g, const span_trace *t, corr_str trace)
{
    char text[17];

    for (uint32_t i = 0; !g->no_memory && i < t->n; i++) {
        const uint32_t span = t->first + i;
        const corr_str name = opname_span(g->st, span);

        snprintf(text, sizeof text, "s%u", g->st->spans.handle.v[span]);
        add_span_word(g, trace, text);
        if (name.n && is_unique(g->st, t, span))
            add_span_word(g, trace, name.p);
    }
}

/* begin is "TRACE/" or longer; an unknown trace has no spans. */
static corr_code gather_trace(gathering *g, corr_store *st, corr_err *err)
{
    corr_str trace, rest;
    corr_err ignored = { 0 };
    corr_hit hit;

    corr_code code = corr_prepare(st, err);
    if (code)
        return code;
    corr_str_cut(g->begin, '/', &trace, &rest);
    const char *text = corr_arena_text(&g->w->arena, trace);
    if (!text)
        return corr_no_memory(err);
    if (corr_find(st, text, &hit, &ignored))
        return CORR_OK;
    const uint32_t at = spans_trace(&st->spans, hit.trace);
    if (at != UINT32_MAX)
        gather_spans(g, &st->spans.trace.v[at], trace);
    return CORR_OK;
}

/* ----------------------------------------------------------------------- */

/* Sorts the words and removes duplicates. */
static void sort_words(corr_words *w, size_t most)
{
    size_t n = 0;

    vec_sort(&w->word, cmp_str);
    for (size_t i = 0; i < w->word.n && n < most; i++)
        if (n == 0 || !corr_str_eq(w->word.v[i], w->word.v[n - 1]))
            w->word.v[n++] = w->word.v[i];
    w->word.n = n;
}

static gather_fn *const gather_of[CORR_WORD_COUNT] = {
    [CORR_WORD_TRACE] = gather_traces,
    [CORR_WORD_SPAN] = gather_traces,
    [CORR_WORD_OPERATION] = gather_operations,
    [CORR_WORD_SERVICE] = gather_services,
    [CORR_WORD_THREAD] = gather_threads,
    [CORR_WORD_FUNCTION] = gather_functions,
    [CORR_WORD_KIND] = gather_kinds,
    [CORR_WORD_VERSION] = gather_versions,
    [CORR_WORD_LABEL] = gather_labels,
    [CORR_WORD_FIELD] = gather_fields,
};

corr_words *corr_words_of(corr_store *st, corr_word what, corr_str begin,
                          size_t most, corr_err *err)
{
    corr_words *w = self_arena_new(corr_words, err);
    gathering g = { .w = w, .st = st, .begin = begin };
    corr_code code = CORR_OK;

    if (!w)
        return NULL;
    if (what == CORR_WORD_SPAN && corr_str_find(begin, '/') < begin.n)
        code = gather_trace(&g, st, err);
    else if (what == CORR_WORD_SPAN && !begin.n)
        gather_longest(&g);
    else
        each_input(&g, gather_of[what]);
    if (what == CORR_WORD_SERVICE)
        gather_matches(&g);
    if (what == CORR_WORD_FUNCTION && w->word.n == 0)
        each_input(&g, gather_ends);
    if (!code && g.no_memory)
        code = corr_no_memory(err);
    if (code) {
        corr_words_free(w);
        return NULL;
    }
    sort_words(w, most);
    return w;
}

size_t corr_words_size(const corr_words *w)
{
    return w->word.n;
}

corr_str corr_words_at(const corr_words *w, size_t i)
{
    return w->word.v[i];
}

void corr_words_free(corr_words *w)
{
    if (!w)
        return;
    vec_free(&w->word);
    self_arena_free(w);
}
