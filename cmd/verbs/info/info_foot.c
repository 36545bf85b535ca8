/* info_foot - what ends the screen of corr info: footnotes, what was skipped,
 * and the commands to go on with. */
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "page/notes.h"
#include "verbs/info/info.h"

/* ---- footnotes ----------------------------------------------------------- */

/* Why spans do not show the start of a clock: the words in the note, in
 * brackets; "" if none was looked for. */
static const char *refusal_words(const overview *o)
{
    for (size_t i = 0; i < corr_warnings(o->st); i++) {
        const corr_warning w = corr_warning_at(o->st, i);
        const char *from = strstr(w.text, "began: ");
        const char *to = from ? strstr(from, " (") : NULL;
        if (strcmp(w.code, "CLOCK_NOT_FOUND") == 0 && to)
            return corr_report_text(o->r, " (%.*s)", (int)(to - from - 7),
                                    from + 7);
    }
    return "";
}

static void say_placed(const overview *o)
{
    uint32_t n = 0;
    corr_str service = { "", 0 };
    int64_t u = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (!in.used || !in.clock.is_found)
            continue;
        service = in.process.service;
        u = in.clock.u > u ? in.clock.u : u;
        n++;
    }
    corr_report_line(
        o->r,
        "%s the start of %s is found by spans of %.*s%s (\xc2\xb1%.1f ms)",
        o->marks.placed, n == 1 ? "this clock" : "these clocks",
        CORR_STR_ARG(service), n == 1 ? "" : " and others", (double)u / 1e6);
}

/* Whether an earlier file has the same service by its name. */
static bool is_repeated(const overview *o, uint32_t i)
{
    const corr_str mine = corr_input_at(o->st, i).process.service;

    for (uint32_t k = 0; k < i; k++) {
        const corr_input in = corr_input_at(o->st, k);
        if (in.process.by_file && corr_str_eq(in.process.service, mine))
            return true;
    }
    return false;
}

/* "³ each by its file name: gateway, reco (--service-of FILE=NAME)" */
static void say_file_names(const overview *o)
{
    enum { MOST = 6 };
    const char *list = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (!in.used || !in.nkinds || !in.process.by_file || is_repeated(o, i))
            continue;
        if (n++ < MOST)
            list = corr_report_text(o->r, "%s%s%.*s", list, *list ? ", " : "",
                                    CORR_STR_ARG(in.process.service));
    }
    if (n > MOST)
        list = corr_report_text(o->r, "%s and %u more", list, n - MOST);
    corr_report_line(o->r, "%s %s: %s (--service-of FILE=NAME)", o->marks.file,
                     n == 1 ? "by its file name" : "each by its file name",
                     list);
}

/* Bytes up to the end of the first clause. */
static size_t words_length(const char *text)
{
    size_t n = strcspn(text, ":;");

    while (text[n] && text[n + 1] != ' ')
        n += 1 + strcspn(text + n + 1, ":;");
    return n;
}

/* "samples cover 69% of its CPU"; of several notes, the first words of one. */
static const char *first_words(const overview *o, const corr_warning *w,
                               bool is_only, uint32_t files)
{
    const char *end = w->text + words_length(w->text);

    if (strcmp(w->code, "YIELD") == 0 && w->input >= 0) {
        const corr_input in = corr_input_at(o->st, (size_t)w->input);
        return corr_report_text(o->r, "samples cover %.0f%% of %s CPU",
                                100 * in.yield,
                                files > 1 ? "the latter's" : "its");
    }
    return is_only
               ? w->text
               : corr_report_text(o->r, "%.*s", (int)(end - w->text), w->text);
}

/* Whether the table and the recordings do not say it already. */
static bool is_note(const overview *o, const corr_warning *w)
{
    static const char *const said[] = { "CLOCK_UNKNOWN",   "CLOCK_FOUND",
                                        "CLOCK_NOT_FOUND", "SERVICE_BY_FILE",
                                        "UNFINISHED",      "DUPLICATE",
                                        "FETCHED",         "FETCH_CUT" };

    for (size_t i = 0; i < COUNT(said); i++)
        if (strcmp(w->code, said[i]) == 0)
            return false;
    if (notes_weigh(o->ctx, w) == NOTES_LOSS)
        return false;
    if (w->input < 0)
        return true;
    const corr_input in = corr_input_at(o->st, (size_t)w->input);
    return !in.why_not && !(in.block.nbroken && !*w->code);
}

/* " on checkout.jfr.gz"; "" for notes about no file. */
static const char *note_place(const overview *o, const corr_warning *first,
                              uint32_t files)
{
    if (first->input < 0)
        return "";
    const corr_str path = corr_str_base(
        corr_str_of(corr_input_at(o->st, (size_t)first->input).path));
    return files > 1 ? corr_report_text(o->r, " on %u files, as on %.*s", files,
                                        CORR_STR_ARG(path))
                     : corr_report_text(o->r, " on %.*s", CORR_STR_ARG(path));
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
        files += w.input >= 0 && w.input != last;
        last = w.input;
        if (!first.text ||
            (strcmp(w.code, "YIELD") == 0 && strcmp(first.code, "YIELD") != 0))
            first = w;
    }
    if (n)
        corr_report_line(o->r, "%s%s: %s%s%s (%s)", cmd_n(o->r, n, "note"),
                         note_place(o, &first, files),
                         first_words(o, &first, n == 1, files),
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
                         !*passed                 ? ""
                         : corr_passed(o->st) > 1 ? " (corr info . reads them)"
                                                  : " (corr info . reads it)");
}

void info_say_foot(const overview *o)
{
    const output_opts *out = o->ctx->output;

    if (o->marks.clock && !out->quiet)
        corr_report_line(o->r,
                         "%s the start of this clock is unknown%s: "
                         "corr info --clock TIME%s",
                         o->marks.clock, refusal_words(o),
                         cmd_files(o->ctx, o->r));
    if (o->marks.placed && !out->quiet)
        say_placed(o);
    if (o->marks.file && !out->quiet)
        say_file_names(o);
    if (!out->quiet && !out->verbose)
        say_notes(o);
    if (!out->quiet)
        say_skipped(o);
}

/* ---- next ---------------------------------------------------------------- */

/* A trace that can be explained, and why it is worth a look. */
typedef struct example {
    corr_trace_id id;
    int64_t samples;
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

enum { LEAST_TRACES = 20 }; /* of fewer none is called slow */

/* The length that only the slowest twentieth of the traces reach. */
static int64_t slow_length(const overview *o)
{
    const uint32_t n = corr_traces(o->st);
    int64_t *ns = corr_report_alloc(o->r, sizeof *ns, (size_t)n + 1);

    if (!ns || n < LEAST_TRACES)
        return INT64_MAX;
    for (uint32_t i = 0; i < n; i++)
        ns[i] = corr_trace_at(o->st, i).ns;
    qsort(ns, n, sizeof *ns, cmp_i64);
    return ns[n - 1 - n / 20];
}

/* The slow trace with the most samples, or the one with the most if that has
 * more than twice as many; without samples, the longest. */
static example choose_example(const overview *o)
{
    corr_err ignored = { 0 };
    example most = { .samples = 0 }, slow = { .samples = 0 };

    if (ties_samples(o)) {
        const corr_query q = { .joined = true, .tied_only = true };
        const corr_top_opts by_trace = { .by = CORR_BY_TRACE };
        const int64_t least = slow_length(o);
        const corr_sel *sel = cmd_select(o->ctx, &q, o->r, &ignored);
        corr_top *t = sel ? corr_top_of(sel, &by_trace, &ignored) : NULL;
        for (uint32_t i = 0; t && i < corr_top_size(t) && !slow.samples; i++) {
            const corr_top_row row = corr_top_at(t, i);
            const uint32_t at = corr_trace_number(o->st, row.trace);
            if (!(row.trace.hi | row.trace.lo) || at == UINT32_MAX)
                continue;
            const bool is_slow = corr_trace_at(o->st, at).ns >= least;
            if (!most.samples)
                most = (example){ row.trace, row.obs, is_slow };
            if (is_slow)
                slow = (example){ row.trace, row.obs, true };
        }
        corr_top_free(t);
    }
    if (!most.samples)
        return (example){ .id = corr_longest_trace(o->st) };
    return 2 * slow.samples >= most.samples ? slow : most;
}

static const char *example_words(const overview *o, const example *e)
{
    const int64_t many = 10;
    const char *slow = e->is_slow ? "slow " : "";

    if (e->samples <= 0)
        return "the longest request";
    return e->samples >= many
               ? corr_report_text(o->r, "a %srequest with many samples (%s)",
                                  slow, cmd_count(o->r, e->samples))
               : corr_report_text(o->r, "a %srequest with %s", slow,
                                  cmd_n(o->r, e->samples, "sample"));
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
        if (o->lost.hi | o->lost.lo)
            corr_report_next(o->r, "a request that the process took with it",
                             "corr span %s%s", cmd_short(o->r, o->lost, from),
                             files);
        else
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
