/*
 * heading - the first lines of a view: what it shows, of which service, how
 * much, and how sure.
 */
#include <math.h>
#include <stdio.h>

#include "cli/cmd.h"

/* Kinds as a headline begins. */
static const struct {
    const char *kind, *words;
} kind_words[] = {
    { "cpu", "CPU" },
    { "wall", "Wall-clock time" },
    { "alloc_bytes", "Bytes allocated" },
    { "alloc_count", "Objects allocated" },
    { "live_bytes", "Bytes in use" },
    { "live_count", "Objects in use" },
    { "lock", "Waits for locks" },
    { "gc", "GC pauses" },
    { "safepoint", "Safepoint pauses" },
    { "time_to_safepoint", "Times to safepoint" },
    { "block", "Waits" },
    { "mutex", "Waits inflicted by mutexes" },
    { "offcpu", "Time off CPU" },
    { "runq", "Time on the run queue" },
    { "goroutine", "" }, /* the same */
    { "samples", "" },   /* the number says it */
};

static corr_str words_of(corr_str kind)
{
    for (size_t i = 0; i < sizeof kind_words / sizeof kind_words[0]; i++)
        if (corr_str_is(kind, kind_words[i].kind))
            return corr_str_of(kind_words[i].words);
    return kind;
}

corr_str cmd_kind_words(corr_str kind)
{
    const corr_str words = words_of(kind);

    return words.n ? words : kind;
}

/* The name of one measured value of a kind; of other kinds "event". */
static const struct {
    const char *kind, *one;
} measured_words[] = {
    { "lock", "wait" },           { "park", "wait" },
    { "sleep", "wait" },          { "io", "wait" },
    { "wait", "wait" },           { "gc", "pause" },
    { "safepoint", "pause" },     { "time_to_safepoint", "pause" },
    { "goroutine", "goroutine" }, { "thread", "thread" },
    { "offcpu", "wait" },         { "runq", "wait" },
};

const char *cmd_one(corr_str kind, bool measured)
{
    if (!measured)
        return "sample";
    for (size_t i = 0; i < COUNT(measured_words); i++)
        if (corr_str_is(kind, measured_words[i].kind))
            return measured_words[i].one;
    return "event";
}

const char *cmd_one_of(const corr_sel_facts *f)
{
    return f->unit == CORR_AMOUNT && !f->measured
               ? "observation"
               : cmd_one(f->kind, f->measured);
}

bool cmd_has_negative(const corr_sel_facts *f)
{
    return f->whole != f->total;
}

bool cmd_is_size(const corr_sel_facts *f)
{
    return f->unit == CORR_BYTES || f->unit == CORR_AMOUNT;
}

/* "2,500 cycles"; without the unit if the kind is called like it. */
static const char *total_words(corr_report *r, const corr_sel_facts *f)
{
    const char *all = cmd_amount(r, f->total, f->unit);

    return f->own_unit.n == 0 || corr_str_eq(f->own_unit, f->kind)
               ? all
               : corr_report_text(r, "%s %.*s", all, CORR_STR_ARG(f->own_unit));
}

const char *cmd_one_in(const corr_input *in, corr_str kind)
{
    for (size_t i = 0; i < in->nkinds; i++)
        if (corr_str_eq(in->kinds[i].kind, kind))
            return cmd_one(kind, in->kinds[i].measured);
    return cmd_one(kind, false);
}

bool cmd_is_restricted(const cmd_ctx *ctx)
{
    return ctx->of->span || ctx->of->trace;
}

/* ---- of what ----------------------------------------------------------- */

enum { MOST_SUBJECTS = 3 };

/* Names of files that say how it was measured, not of what. */
static bool is_name_of_tool(corr_str stem)
{
    static const char *const tools[] = {
        "all",     "alloc",    "allocs", "block",     "collapsed", "cpu",
        "data",    "dump",     "flight", "folded",    "heap",      "lock",
        "mutex",   "out",      "output", "perf",      "pprof",     "prof",
        "profile", "profiles", "rec",    "recording", "samples",   "stacks",
        "trace",   "wall",
    };
    bool any = false;

    for (size_t i = 0; i < COUNT(tools); i++)
        if (corr_str_is(stem, tools[i]))
            return true;
    if (stem.n && stem.p[0] >= '0' && stem.p[0] <= '9')
        return true; /* "001-ingest" */
    for (size_t i = 0; i < stem.n; i++)
        any |= !strchr("0123456789abcdefABCDEF-_", stem.p[i]);
    return !any;
}

/* "checkout" of "a/checkout.jfr.gz": how a file is usually named. */
static corr_str stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (path[0] == '-' || strchr(path, ' '))
        return CORR_STR(""); /* "standard input" */
    corr_str name = corr_str_of(slash ? slash + 1 : path), stem, rest;

    if (!corr_str_cut(name, '.', &stem, &rest))
        stem = name;
    return is_name_of_tool(stem) ? CORR_STR("") : stem;
}

/* The services of the selected samples, by what the files say, else by their
 * names.  The service of samples is often known from traces only.  A command
 * that does not need traces does not use them, whether they were read or
 * not. */
static const char *subject_words(const cmd_ctx *ctx, corr_report *r,
                                 const corr_sel_facts *f)
{
    const bool traced = (ctx->needs & CORR_NEED_SPANS) != 0;
    corr_str seen[MOST_SUBJECTS];
    size_t n = 0;
    const char *text = "";

    if (traced && f->service.n)
        return cmd_str(r, f->service);
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (!corr_input_is_selected(ctx->store, i))
            continue;
        const corr_str service = traced ? in.process.service : CORR_STR("");
        const corr_str one = service.n            ? service
                             : in.asked_service.n ? in.asked_service
                                                  : stem_of(in.path);
        size_t at = 0;
        while (at < n && !corr_str_eq(seen[at], one))
            at++;
        if (one.n == 0 || at == MOST_SUBJECTS)
            return ""; /* not known of all, or too many */
        if (at == n)
            seen[n++] = one;
    }
    for (size_t i = 0; i < n; i++)
        text = corr_report_text(r, "%s%s%.*s", text,
                                i == 0       ? ""
                                : i + 1 == n ? " and "
                                             : ", ",
                                CORR_STR_ARG(seen[i]));
    return text;
}

/* Whether samples count for what they are of, but for rounding: those of a
 * sampler that could not keep up count for more. */
static bool multiplies(const corr_sel_facts *f)
{
    const double total = (double)f->total;

    return fabs((double)f->observations * (double)f->period - total) <=
           fabs(total) / 200;
}

/* "85,120 samples of 10 ms = 851 s" */
static const char *amount_words(corr_report *r, const corr_sel_facts *f)
{
    const char *all = total_words(r, f);

    if (f->observations < 0) /* a number without a unit would not be clear */
        return corr_report_text(
            r, "%s%s", all,
            f->unit == CORR_COUNT || f->unit == CORR_FRACTION ? " counts" : "");
    if (f->unscaled) {
        const char *objects = cmd_n(r, f->observations, "object");
        return f->unit == CORR_BYTES
                   ? corr_report_text(r, "%s = %s", objects, all)
                   : objects;
    }
    if (f->unit == CORR_BYTES && f->period > 0)
        return corr_report_text(r, "%s = %s, from %s",
                                cmd_n(r, f->observations, "object"), all,
                                cmd_n(r, llround(f->effective), "sample"));
    const char *n = cmd_n(r, f->observations, cmd_one_of(f));
    if (f->unit == CORR_AMOUNT)
        return corr_report_text(r, "%s from %s", all, n);
    if (f->unit == CORR_COUNT && f->total == f->observations)
        return n;
    if (f->period <= 0)
        return corr_report_text(r, "%s = %s", n, all);
    const char *each = corr_is_ns(f->unit) ? cmd_length(r, f->period)
                                           : cmd_amount(r, f->period, f->unit);
    n = cmd_n(r, f->observations, "sample");
    /* some of them are shared with other spans: they do not multiply */
    if (f->evidence.attributed > 0 &&
        f->evidence.attributed < (double)f->observations - 1e-9)
        return corr_report_text(r, "%s of %s, a share of %s", n, each, all);
    return corr_report_text(r, "%s of %s%s %s", n, each,
                            f->unit == CORR_NS_RESCALED ? ", rescaled to"
                            : multiplies(f)             ? " ="
                                                        : ", weighed to",
                            all);
}

static bool is_in_list(corr_str list, const char *kind)
{
    corr_str one;

    while (corr_str_next(&list, ',', &one))
        if (corr_str_is(corr_str_trim(one), kind))
            return true;
    return false;
}

/* "lock, gc"; of many kinds those that are asked for most. */
static const char *others_words(corr_report *r, corr_str others)
{
    enum { NAMED = 3 };
    static const char *const useful[] = {
        "lock",       "cpu",  "alloc_bytes", "gc",          "offcpu", "block",
        "live_bytes", "wall", "mutex",       "alloc_count", "io",     "park"
    };
    corr_str rest = others, one;
    const char *text = "";
    unsigned n = 0, named = 0;

    while (corr_str_next(&rest, ',', &one))
        n++;
    if (n == 0)
        return "";
    if (n <= NAMED)
        return cmd_str(r, others);
    for (size_t i = 0; i < COUNT(useful) && named < NAMED; i++)
        if (is_in_list(others, useful[i]))
            text = corr_report_text(r, "%s%s%s", text, named++ ? ", " : "",
                                    useful[i]);
    if (named == 0)
        return corr_report_text(r, "%u other kinds: -v", n);
    return corr_report_text(r, "%s; %u more: -v", text, n - named);
}

/* Bands of corr-methods 4.9. */
enum { FEW = 10, SOME = 30, MANY = 97, PLENTY = 601 /* within 4 points */ };

double cmd_tied(const corr_sel_facts *f)
{
    return f->observations < 0 || f->measured
               ? f->evidence.attributed
               : fmin(f->evidence.attributed, f->effective);
}

static double effective(const cmd_ctx *ctx, const corr_sel_facts *f)
{
    return cmd_is_restricted(ctx) && f->evidence.attributed > 0 ? cmd_tied(f)
                                                                : f->effective;
}

/* A sampler of threads that want to run does not measure CPU time. */
static corr_str kind_title(const corr_sel_facts *f)
{
    return f->only_runnable && corr_str_is(f->kind, "cpu")
               ? CORR_STR("Running Java")
               : words_of(f->kind);
}

/* The other kinds in a line of their own; with --verbose all of them. */
static void say_others(const cmd_ctx *ctx, corr_report *r,
                       const corr_sel_facts *f)
{
    corr_str rest = f->others, one;
    const char *text = "";

    if (!ctx->output->verbose)
        text = others_words(r, f->others);
    while (ctx->output->verbose && corr_str_next(&rest, ',', &one))
        text = corr_report_text(r, "%s%s%.*s", text, *text ? ", " : "",
                                CORR_STR_ARG(corr_str_trim(one)));
    if (*text)
        corr_report_field(r, "also", "--kind %s", text);
}

/* Whether it names the other kinds: they may not fit. */
static bool say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    enum { WIDTH = 80 };
    const char *subject =
        cmd_is_restricted(ctx)
            ? cmd_str(r,
                      ctx->needs & CORR_NEED_SPANS ? f->service : CORR_STR(""))
            : subject_words(ctx, r, f);
    corr_str what = kind_title(f);
    const char *of = cmd_is_restricted(ctx)
                         ? ctx->of->span ? ctx->of->span : ctx->of->trace
                         : NULL;
    const char *span = f->from != CORR_NO_TIME && f->to > f->from
                           ? cmd_length(r, f->to - f->from)
                           : "";

    if (what.n + f->others.n == 0 && !*subject && !of && !*span &&
        f->observations >= 0 && !f->measured && effective(ctx, f) < PLENTY)
        return true; /* what follows says the number */
    const char *amount = amount_words(r, f);
    const char *mark = cmd_mark(f->remarks);
    const char *first = corr_report_text(r, "%.*s%s%s", CORR_STR_ARG(what),
                                         *mark ? " " : "", mark);
    const char *head = corr_report_text(
        r, "%s%s%s%s%s%s%s%s%s%s", what.n ? first : amount,
        *subject ? " of " : "", subject, of ? " in " : "", of ? of : "",
        *span ? "  " : "", span, what.n ? "  " : "", what.n ? amount : "",
        cmd_counts_read(f));
    const char *others = ctx->output->verbose ? "" : others_words(r, f->others);
    const bool fits =
        *others && cmd_cells(head) + cmd_cells(others) + 10 <= WIDTH;
    corr_report_head(r, fits ? "%s  (also: %s)" : "%s", head, others);
    return fits;
}

/* ---- evidence --------------------------------------------------------- */

const char *cmd_clock_words(corr_report *r, const corr_evidence *e)
{
    return e->clock_found
               ? corr_report_text(r, ", clock: inferred \xc2\xb1%.1f ms",
                                  (double)e->clock_u / 1e6)
               : "";
}

/* "96% span id, 4% thread+time   confidence 0.98 (exact)" */
void cmd_say_evidence(corr_report *r, const corr_evidence *e)
{
    const char *words = "";

    if (e->attributed <= 0)
        return;
    for (int i = CORR_RUNG_S1; i < CORR_RUNG_COUNT; i++) {
        double share = 100 * e->rung[i].attributed / e->attributed;
        if (e->rung[i].attributed <= 0)
            continue;
        char percent[16] = "<1%";
        if (share >= 0.5)
            snprintf(percent, sizeof percent, "%.0f%%", share);
        words = corr_report_text(r, "%s%s%s %s", words, *words ? ", " : "",
                                 percent, corr_rung_words((corr_rung)i));
    }
    corr_report_field(r, "evidence", "%s%s   confidence %.2f (%s)", words,
                      e->clock_told ? ", by a clock that --clock tells"
                                    : cmd_clock_words(r, e),
                      e->confidence, corr_class_name(e->word));
}

void cmd_put_evidence(const cmd_ctx *ctx, corr_report *r,
                      const corr_sel_facts *f)
{
    corr_report_put(r, "evidence",
                    cmd_is_restricted(ctx)
                        ? corr_cell_object(cmd_evidence(r, &f->evidence), 0)
                        : corr_cell_null());
}

/* "4 samples joined"; where a recorder gave each a weight and few of them are
 * most of it, how many there are and what they are worth. */
static const char *how_many(corr_report *r, const corr_sel_facts *f, double n,
                            const char *joined)
{
    const char *worth =
        n < 0.95 ? corr_report_text(r, "%.1f", n) : cmd_count(r, llround(n));
    const char *plural = n >= 0.95 && n < 1.5 ? "" : "s";

    if (f->unit != CORR_BYTES || f->period > 0 ||
        llround(f->effective) == f->observations || n > f->effective)
        return corr_report_text(
            r, "%s %s%s%s", worth,
            f->unit == CORR_AMOUNT ? cmd_one_of(f) : "sample", plural, joined);
    return corr_report_text(
        r, "%s samples%s weigh so unevenly that they tell what %s alike would",
        cmd_count(r, f->observations), joined, worth);
}

static void say_few(corr_report *r, const corr_sel_facts *f, double n,
                    bool of_span)
{
    const double expected = f->evidence.expected;
    const char *most =
        of_span && expected >= 0
            ? corr_report_text(r, " (at most %.1f expected)", expected)
            : "";
    const char *spans =
        of_span ? corr_report_text(r, ", about %.0f such spans", ceil(MANY / n))
                : "";
    cmd_warn(r, "FEW_SAMPLES",
             "%s%s: examples, not a breakdown. \xc2\xb1"
             "10 points needs %d "
             "samples%s",
             how_many(r, f, n, ""), most, MANY, spans);
}

static cmd_band band_of(const corr_sel_facts *f, double n)
{
    return f->measured                          ? BAND_MEASURED
           : f->observations < 0 || f->unscaled ? BAND_UNKNOWN
           : f->picked                          ? BAND_COUNTS
           : n < FEW                            ? BAND_SEEN
           : n < SOME                           ? BAND_COUNTS
                                                : BAND_SHARES;
}

cmd_band cmd_say_sure(corr_report *r, const corr_sel_facts *f, double n,
                      bool of_span)
{
    const cmd_band band = band_of(f, n);

    if (band == BAND_SEEN)
        say_few(r, f, n, of_span);
    if (band == BAND_COUNTS && !f->picked)
        cmd_warn(r, "FEW_SAMPLES",
                 "%s: counts only, any share could be off by %s",
                 how_many(r, f, n, ""), cmd_n(r, corr_half_width(n), "point"));
    if (band == BAND_SHARES && n < PLENTY)
        corr_report_line(r, "%s: shares are within %s", how_many(r, f, n, ""),
                         cmd_n(r, corr_half_width(n), "point"));
    return band;
}

/* Puts the members of a view, and says why there are no samples. */
static cmd_band put_members(const cmd_ctx *ctx, corr_report *r,
                            const corr_sel_facts *f)
{
    corr_report_put(r, "kind",
                    f->kind.n ? corr_cell_str(f->kind) : corr_cell_null());
    corr_report_put(r, "unit",
                    f->own_unit.n ? corr_cell_str(f->own_unit)
                                  : corr_cell_text(corr_unit_name(f->unit)));
    corr_report_put(r, "total", corr_cell_amount(f->total, f->unit));
    /* those that are known: a sum of rows, some of which may not say */
    corr_report_put(r, "observations",
                    corr_cell_int(f->observations > 0 ? f->observations : 0));
    if (f->kind.n == 0 || (f->total == 0 && f->observations <= 0)) {
        cmd_say_nothing(ctx, r);
        cmd_say_remarks(r, f->remarks, CORR_AT_HEAD);
        return BAND_NONE;
    }
    return band_of(f, effective(ctx, f));
}

cmd_band cmd_title(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f,
                   bool *said_others)
{
    const cmd_band band = put_members(ctx, r, f);

    *said_others = true;
    if (band == BAND_NONE)
        return band;
    *said_others = say_head(ctx, r, f);
    cmd_say_remarks(r, f->remarks, CORR_AT_HEAD);
    return band;
}

void cmd_say_doubt(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f)
{
    if (band_of(f, effective(ctx, f)) < BAND_SHARES)
        cmd_say_sure(r, f, effective(ctx, f), cmd_is_restricted(ctx));
}

void cmd_foot(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f,
              bool said_others)
{
    if (cmd_is_restricted(ctx))
        cmd_say_evidence(r, &f->evidence);
    if (!said_others)
        say_others(ctx, r, f);
    if (band_of(f, effective(ctx, f)) == BAND_SHARES)
        cmd_say_sure(r, f, effective(ctx, f), cmd_is_restricted(ctx));
}

cmd_band cmd_head(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f)
{
    bool said_others;

    if (cmd_title(ctx, r, f, &said_others) == BAND_NONE)
        return BAND_NONE;
    if (!said_others)
        say_others(ctx, r, f);
    if (cmd_is_restricted(ctx))
        cmd_say_evidence(r, &f->evidence);
    return BAND_SHARES;
}

cmd_band cmd_heading(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    if (cmd_head(ctx, r, f) == BAND_NONE)
        return BAND_NONE;
    return cmd_say_sure(r, f, effective(ctx, f), cmd_is_restricted(ctx));
}

const char *cmd_count_title(const corr_sel_facts *f)
{
    return f->unit == CORR_BYTES && f->period > 0 ? "objects" : "n";
}
