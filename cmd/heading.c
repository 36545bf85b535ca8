/*
 * heading - the first lines of a view: what is shown, of whom, how much, how
 * sure.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"

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
    { "block", "Waits" },
    { "mutex", "Waits inflicted by mutexes" },
    { "offcpu", "Time off CPU" },
    { "goroutine", "Goroutines" },
    { "samples", "" }, /* the number says it */
};

static corr_str words_of(corr_str kind)
{
    for (size_t i = 0; i < sizeof kind_words / sizeof kind_words[0]; i++)
        if (corr_str_is(kind, kind_words[i].kind))
            return corr_str_of(kind_words[i].words);
    return kind;
}

static bool is_restricted(const cmd_ctx *ctx)
{
    return ctx->of->span || ctx->of->trace;
}

/* Whose samples these are is often known from the traces alone; a question
 * that does not need them does not say it, whether they were read or not. */
static corr_str service_of(const cmd_ctx *ctx, const corr_sel_facts *f)
{
    return ctx->needs & CORR_NEED_SPANS ? f->service : CORR_STR("");
}

/* "85,120 samples of 10 ms = 851 s" */
static const char *amount_words(corr_report *r, const corr_sel_facts *f)
{
    char n[CORR_PRINT_MAX], each[CORR_PRINT_MAX], all[CORR_PRINT_MAX];
    const char *plural = f->observations == 1 ? "" : "s";

    corr_print_amount(all, f->total, f->unit);
    if (f->observations < 0)
        return corr_report_text(r, "%s", all);
    corr_print_count(n, f->observations);
    if (f->unit == CORR_BYTES && f->period > 0) {
        corr_print_count(each, llround(f->effective));
        return corr_report_text(r, "%s object%s = %s, from %s samples", n,
                                plural, all, each);
    }
    if (f->unit == CORR_COUNT && f->total == f->observations)
        return corr_report_text(r, "%s sample%s", n, plural);
    if (f->period <= 0)
        return corr_report_text(r, "%s sample%s = %s", n, plural, all);
    if (f->unit == CORR_NS)
        corr_print_span_of(each, f->period);
    else
        corr_print_amount(each, f->period, f->unit);
    return corr_report_text(r, "%s sample%s of %s = %s", n, plural, each, all);
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

/* Bands of methods 4.9. */
enum { FEW = 10, SOME = 30, MANY = 97, PLENTY = 385 /* within 5 points */ };

static double effective(const cmd_ctx *ctx, const corr_sel_facts *f)
{
    double n = f->effective;

    if (is_restricted(ctx) && f->evidence.attributed > 0 &&
        f->evidence.attributed < n)
        n = f->evidence.attributed;
    return n;
}

static void say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    corr_str service = service_of(ctx, f);
    corr_str what = words_of(f->kind);
    const char *of = is_restricted(ctx)
                         ? ctx->of->span ? ctx->of->span : ctx->of->trace
                         : NULL;
    char span[CORR_PRINT_MAX] = "";

    if (f->from != CORR_NO_TIME && f->to > f->from)
        corr_print_span_of(span, f->to - f->from);
    if (what.n + service.n + f->others.n == 0 && !of && !*span &&
        f->observations >= 0 && effective(ctx, f) < PLENTY)
        return; /* what follows says the number */
    const char *amount = amount_words(r, f);
    const char *first = corr_report_text(r, "%.*s", CORR_STR_ARG(what));
    corr_report_head(r, "%s%s%.*s%s%s%s%s%s%s%s", what.n ? first : amount,
                     service.n ? " of " : "", CORR_STR_ARG(service),
                     of ? " in " : "", of ? of : "", *span ? "  " : "", span,
                     what.n ? "  " : "", what.n ? amount : "",
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
    corr_report_field(r, "evidence", "%s   confidence %.2f (%s)", words,
                      e->confidence, corr_class_name(e->word));
}

void cmd_put_evidence(const cmd_ctx *ctx, corr_report *r,
                      const corr_sel_facts *f)
{
    corr_report_put(r, "evidence",
                    is_restricted(ctx)
                        ? corr_cell_object(cmd_evidence(r, &f->evidence), 0)
                        : corr_cell_null());
}



static void say_few(corr_report *r, double n, bool of_span, double expected)
{
    const char *most =
        of_span && expected >= 0
            ? corr_report_text(r, " (at most %.1f expected)", expected)
            : "";
    const char *spans =
        of_span ? corr_report_text(r, ": about %.0f spans like this one",
                                   ceil(MANY / n))
                : "";
    const char *text = corr_report_text(
        r,
        "only %.0f sample%s%s%s: these stacks were seen, this is not a "
        "breakdown. %d samples give shares within 10 points%s",
        n, n < 1.5 ? "" : "s", of_span ? " joined" : "", most, MANY, spans);

    corr_report_line(r, "%s", text);
    corr_report_note(r, CORR_WARNING, "FEW_SAMPLES", -1, "%s", text);
}

cmd_band cmd_say_sure(corr_report *r, double n, bool of_span, double expected)
{
    char count[CORR_PRINT_MAX];

    if (n < 0)
        return BAND_UNKNOWN;
    if (n < FEW) {
        say_few(r, n, of_span, expected);
        return BAND_SEEN;
    }
    int points = corr_half_width(n);
    corr_print_count(count, (int64_t)n);
    if (n < SOME) {
        corr_report_line(r,
                         "%s samples: counts only, any share could be off by "
                         "%d points",
                         count, points);
        return BAND_COUNTS;
    }
    if (n < PLENTY)
        corr_report_line(r, "%s samples: shares are within %d points", count,
                         points);
    return BAND_SHARES;
}

/* ---- nothing ---------------------------------------------------------- */

static bool has_filter(const cmd_ctx *ctx)
{
    const select_opts *s = ctx->select;

    return s->focus || s->ignore || s->thread || s->service || s->from ||
           s->to || s->around || s->labels.n > 0;
}

/* The input that has samples of any kind at all, if there is one. */
static bool any_samples(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; k < in.nkinds; k++)
            if (in.kinds[k].samples != 0 || in.kinds[k].total != 0)
                return true;
    }
    return false;
}

static bool any_profile(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).nkinds > 0)
            return true;
    return false;
}

static void say_nothing(const cmd_ctx *ctx, corr_report *r)
{
    corr_report_verdict(r, is_restricted(ctx) && any_samples(ctx)
                               ? CORR_CANNOT_TELL
                               : CORR_NOTHING_FOUND);
    if (!any_profile(ctx)) {
        corr_report_line(r, "no profile is here: there are only traces");
    } else if (!any_samples(ctx)) {
        corr_report_line(r, "the profile holds no samples");
    } else if (is_restricted(ctx)) {
        corr_report_line(r, "no sample can be tied to %s",
                         ctx->of->span ? ctx->of->span : ctx->of->trace);
        corr_report_field(r, "why", "corr span %s   says what was looked at",
                          ctx->of->span ? ctx->of->span : ctx->of->trace);
        if (!ctx->select->min_join)
            corr_report_field(r, "try",
                              "--min-join window   everything that "
                              "ran at the same time");
    } else if (has_filter(ctx)) {
        corr_report_line(r, "no sample matches");
    } else {
        corr_report_line(r, "no samples of kind \"%s\"",
                         ctx->select->kind ? ctx->select->kind : "");
    }
}

cmd_band cmd_heading(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    corr_report_put(r, "kind",
                    f->kind.n ? corr_cell_str(f->kind) : corr_cell_null());
    corr_report_put(r, "unit", corr_cell_text(corr_unit_name(f->unit)));
    corr_report_put(r, "total", corr_cell_amount(f->total, f->unit));
    corr_report_put(r, "observations", corr_cell_count(f->observations));
    if (f->kind.n == 0 || (f->total == 0 && f->observations <= 0)) {
        say_nothing(ctx, r);
        return BAND_NONE;
    }
    say_head(ctx, r, f);
    if (is_restricted(ctx))
        cmd_say_evidence(r, &f->evidence);
    return cmd_say_sure(r, f->observations < 0 ? -1 : effective(ctx, f),
                        is_restricted(ctx), f->evidence.expected);
}
