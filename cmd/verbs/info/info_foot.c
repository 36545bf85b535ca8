/* info_foot - what ends the screen of corr info: footnotes, what was skipped,
 * and the commands to go on with. */
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "page/notes.h"
#include "verbs/info/info.h"

/* ---- footnotes ----------------------------------------------------------- */

static bool has_unknown_clock(const overview *o)
{
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (in.used && in.nkinds && in.clock.is_own && !in.clock.is_told)
            return true;
    }
    return false;
}

/* "samples cover 69% of its CPU": the first words of a warning. */
static const char *first_words(const overview *o, const corr_warning *w)
{
    const corr_input in = corr_input_at(o->st, (size_t)w->input);
    const size_t n = strcspn(w->text, ":;(");

    if (strcmp(w->code, "YIELD") == 0 && in.has_yield)
        return corr_report_text(o->r, "samples cover %.0f%% of its CPU",
                                100 * in.yield);
    return corr_report_text(
        o->r, "%.*s", (int)(n && w->text[n - 1] == ' ' ? n - 1 : n), w->text);
}

/* Whether the table does not say it already. */
static bool is_note(const overview *o, const corr_warning *w)
{
    return w->input >= 0 && strcmp(w->code, "CLOCK_UNKNOWN") != 0 &&
           notes_weigh(o->ctx, w) != NOTES_LOSS &&
           !corr_input_at(o->st, (size_t)w->input).why_not;
}

/* "2 notes on checkout.jfr.gz: samples cover 69% of its CPU; ..." */
static void say_notes(const overview *o)
{
    uint32_t n = 0, files = 0;
    int last = -1;
    corr_warning first = { 0 };

    for (size_t i = 0; i < corr_warnings(o->st); i++) {
        const corr_warning w = corr_warning_at(o->st, i);
        if (!is_note(o, &w))
            continue;
        n++;
        files += w.input != last;
        last = w.input;
        if (!first.text ||
            (strcmp(w.code, "YIELD") == 0 && strcmp(first.code, "YIELD") != 0))
            first = w;
    }
    if (n == 0)
        return;
    const corr_str path = corr_str_base(
        corr_str_of(corr_input_at(o->st, (size_t)first.input).path));
    const char *on =
        files > 1 ? corr_report_text(o->r, "%u files, as on ", files) : "";
    corr_report_line(o->r, "%s on %s%.*s: %s%s%s (%s)", cmd_n(o->r, n, "note"),
                     on, CORR_STR_ARG(path), first_words(o, &first),
                     n > 1 ? "; " : "", n > 1 ? o->marks.more : "",
                     *cmd_files(o->ctx, o->r) ? "-v" : "corr info -v");
}

/* " repo/ prom/ sink/"; the first ones. */
static const char *list_passed(const overview *o)
{
    enum { MOST = 4 };
    const size_t n = corr_passed(o->st);
    const char *list = "";

    for (size_t i = 0; i < n && i < MOST; i++)
        if (!o->ctx->deeper ||
            strcmp(corr_passed_at(o->st, i), o->ctx->deeper) != 0)
            list = corr_report_text(o->r, "%s%s%s/", list, *list ? " " : "",
                                    corr_passed_at(o->st, i));
    return n > MOST ? corr_report_text(o->r, "%s and %zu more", list, n - MOST)
                    : list;
}

static void say_skipped(const overview *o)
{
    const size_t ignored = corr_ignored(o->st);
    const char *passed = list_passed(o);
    const char *files =
        ignored ? corr_report_text(o->r, "%s of unknown format",
                                   cmd_n(o->r, (int64_t)ignored, "file"))
                : "";

    if (o->ctx->deeper)
        corr_report_line(o->r, "also read %s/, one folder down",
                         o->ctx->deeper);
    if (ignored || *passed)
        corr_report_line(o->r, "skipped %s%s%s%s", files,
                         ignored && *passed ? ", and " : "", passed,
                         *passed ? " (corr info . reads them)" : "");
}

void info_say_foot(const overview *o)
{
    const output_opts *out = o->ctx->output;

    if (has_unknown_clock(o) && o->has_spans && !out->quiet)
        corr_report_line(
            o->r,
            "%s times count from an unknown start; if you know it: "
            "corr info --clock TIME%s",
            o->marks.clock, cmd_files(o->ctx, o->r));
    if (!out->quiet && !out->verbose)
        say_notes(o);
    if (!out->quiet)
        say_skipped(o);
}

/* ---- next ---------------------------------------------------------------- */

/* A trace that can be explained, and why it is worth a look. */
typedef struct example {
    corr_trace_id id;
    int64_t samples, ns;
    bool is_slow;
} example;

static bool ties_samples(const overview *o)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.rung && !info_is_window(j.rung) && j.observations > 0)
            return true;
    }
    return false;
}

/* The length that only the slowest twentieth of the traces reach. */
static int64_t slow_length(const overview *o)
{
    const uint32_t n = corr_traces(o->st);
    int64_t *ns = corr_report_alloc(o->r, sizeof *ns, (size_t)n + 1);

    if (!ns || n == 0)
        return INT64_MAX;
    for (uint32_t i = 0; i < n; i++)
        ns[i] = corr_trace_at(o->st, i).ns;
    qsort(ns, n, sizeof *ns, cmp_i64);
    return ns[n - 1 - n / 20];
}

/* The slow trace with the most samples; if there is no slow one with samples,
 * the one with the most; without samples, the longest. */
static example choose_example(const overview *o)
{
    corr_err ignored = { 0 };
    example best = { .samples = 0 };

    if (ties_samples(o)) {
        const corr_query q = { .joined = true };
        const corr_top_opts by_trace = { .by = CORR_BY_TRACE };
        const int64_t slow = slow_length(o);
        const corr_sel *sel = cmd_select(o->ctx, &q, o->r, &ignored);
        corr_top *t = sel ? corr_top_of(sel, &by_trace, &ignored) : NULL;
        for (uint32_t i = 0; t && i < corr_top_size(t) && !best.is_slow; i++) {
            const corr_top_row row = corr_top_at(t, i);
            const uint32_t at = corr_trace_number(o->st, row.trace);
            if (!(row.trace.hi | row.trace.lo) || at == UINT32_MAX)
                continue;
            const int64_t ns = corr_trace_at(o->st, at).ns;
            if (ns >= slow || !(best.id.hi | best.id.lo))
                best = (example){ row.trace, row.obs, ns, ns >= slow };
        }
        corr_top_free(t);
    }
    if (!(best.id.hi | best.id.lo))
        best = (example){ .id = corr_longest_trace(o->st) };
    return best;
}

static const char *example_words(const overview *o, const example *e)
{
    if (e->samples <= 0)
        return "the longest request";
    return corr_report_text(o->r, "a %srequest with %s (%s)",
                            e->is_slow ? "slow " : "",
                            e->samples > 1 ? "many samples" : "a sample",
                            cmd_count(o->r, e->samples));
}

void info_say_next(const overview *o, int64_t from)
{
    const example e = choose_example(o);
    const bool has_trace = e.id.hi | e.id.lo;
    const char *files = cmd_files(o->ctx, o->r);
    bool has_profile = false, has_ids = false;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (size_t k = 0; in.used && k < in.nkinds; k++) {
            has_profile |= in.kinds[k].total != 0 || in.kinds[k].samples != 0;
            has_ids |= in.kinds[k].with_span > 0;
        }
    }
    if (has_trace) {
        if (corr_traces(o->st) > 1)
            corr_report_next(o->r, "the slowest requests",
                             "corr spans --slowest 5%s", files);
        corr_report_next(o->r, example_words(o, &e), "corr span %s%s",
                         cmd_short(o->r, e.id, from), files);
    }
    if (has_profile)
        corr_report_next(o->r, "the most expensive functions", "corr top%s",
                         files);
    if (has_ids && !has_trace)
        corr_report_next(o->r, "the most expensive spans",
                         "corr top --by span%s", files);
}
