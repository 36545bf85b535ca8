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

/* The service of samples is often known from traces only.  A command that does
 * not need traces leaves the service out, whether traces were read or not. */
static corr_str service_of(const cmd_ctx *ctx, const corr_sel_facts *f)
{
    return ctx->needs & CORR_NEED_SPANS ? f->service : CORR_STR("");
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
    const char *all = cmd_amount(r, f->total, f->unit);

    if (f->observations < 0) /* a number without a unit would not be clear */
        return corr_report_text(r, "%s%s", all,
                                f->unit == CORR_COUNT ? " counts" : "");
    if (f->unit == CORR_BYTES && f->period > 0)
        return corr_report_text(r, "%s = %s, from %s",
                                cmd_n(r, f->observations, "object"), all,
                                cmd_n(r, llround(f->effective), "sample"));
    const char *n = cmd_n(r, f->observations, cmd_one(f->kind, f->measured));
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

/* "  (also: lock, gc)"; of many kinds only how many. */
static const char *others_words(corr_report *r, corr_str others)
{
    enum { NAMED = 3 };
    corr_str rest = others, one;
    unsigned n = 0;

    while (corr_str_next(&rest, ',', &one))
        n++;
    if (others.n == 0)
        return "";
    if (n > NAMED)
        return corr_report_text(r, "  (%u other kinds)", n);
    return corr_report_text(r, "  (also: %.*s)", CORR_STR_ARG(others));
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

static void say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    corr_str service = service_of(ctx, f);
    corr_str what = words_of(f->kind);
    const char *of = cmd_is_restricted(ctx)
                         ? ctx->of->span ? ctx->of->span : ctx->of->trace
                         : NULL;
    const char *span = f->from != CORR_NO_TIME && f->to > f->from
                           ? cmd_length(r, f->to - f->from)
                           : "";

    if (what.n + service.n + f->others.n == 0 && !of && !*span &&
        f->observations >= 0 && !f->measured && effective(ctx, f) < PLENTY)
        return; /* what follows says the number */
    const char *amount = amount_words(r, f);
    const char *mark = cmd_mark(f->remarks);
    const char *first = corr_report_text(r, "%.*s%s%s", CORR_STR_ARG(what),
                                         *mark ? " " : "", mark);
    corr_report_head(r, "%s%s%.*s%s%s%s%s%s%s%s%s", what.n ? first : amount,
                     service.n ? " of " : "", CORR_STR_ARG(service),
                     of ? " in " : "", of ? of : "", *span ? "  " : "", span,
                     what.n ? "  " : "", what.n ? amount : "",
                     cmd_is_since_start(f) ? " since process start" : "",
                     others_words(r, f->others));
}

/* ---- evidence --------------------------------------------------------- */

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
                      e->clock_told ? ", by a clock that --clock tells" : "",
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
    const char *plural = n >= 0.95 && n < 1.5 ? "" : "s";
    const char *worth =
        n < 0.95 ? corr_report_text(r, "%.1f", n) : cmd_count(r, llround(n));

    if (f->unit != CORR_BYTES || f->period > 0 ||
        2 * f->effective > (double)f->observations || n > f->effective)
        return corr_report_text(r, "%s%s sample%s%s", n < FEW ? "only " : "",
                                worth, plural, joined);
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
        of_span ? corr_report_text(r, ": about %.0f spans like this one",
                                   ceil(MANY / n))
                : "";
    cmd_warn(r, "FEW_SAMPLES",
             "%s%s: these stacks were seen, this is not a breakdown. %d "
             "samples give shares within 10 points%s",
             how_many(r, f, n, of_span ? " joined" : ""), most, MANY, spans);
}

cmd_band cmd_say_sure(corr_report *r, const corr_sel_facts *f, double n,
                      bool of_span)
{
    if (f->measured)
        return BAND_MEASURED;
    if (f->observations < 0)
        return BAND_UNKNOWN;
    if (f->picked)
        return BAND_COUNTS;
    if (n < FEW) {
        say_few(r, f, n, of_span);
        return BAND_SEEN;
    }
    const int points = corr_half_width(n);
    const char *count = how_many(r, f, n, "");
    if (n < SOME) {
        cmd_warn(r, "FEW_SAMPLES",
                 "%s: counts only, any share could be off by %d points", count,
                 points);
        return BAND_COUNTS;
    }
    if (n < PLENTY)
        corr_report_line(r, "%s: shares are within %d points", count, points);
    return BAND_SHARES;
}

cmd_band cmd_head(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f)
{
    corr_report_put(r, "kind",
                    f->kind.n ? corr_cell_str(f->kind) : corr_cell_null());
    corr_report_put(r, "unit", corr_cell_text(corr_unit_name(f->unit)));
    corr_report_put(r, "total", corr_cell_amount(f->total, f->unit));
    /* those that are known: a sum of rows, some of which may not say */
    corr_report_put(r, "observations",
                    corr_cell_int(f->observations > 0 ? f->observations : 0));
    if (f->kind.n == 0 || (f->total == 0 && f->observations <= 0)) {
        cmd_say_nothing(ctx, r);
        cmd_say_remarks(r, f->remarks, CORR_AT_HEAD);
        return BAND_NONE;
    }
    say_head(ctx, r, f);
    cmd_say_remarks(r, f->remarks, CORR_AT_HEAD);
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
