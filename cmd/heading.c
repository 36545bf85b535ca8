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
    { "gc", "GC pauses" },
    { "safepoint", "Safepoint pauses" },
    { "time_to_safepoint", "Times to safepoint" },
    { "block", "Waits" },
    { "mutex", "Waits inflicted by mutexes" },
    { "offcpu", "Time off CPU" },
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

/* What one is of a kind that was measured; of others an event. */
static const struct {
    const char *kind, *one;
} measured_words[] = {
    { "lock", "wait" },           { "park", "wait" },
    { "sleep", "wait" },          { "io", "wait" },
    { "wait", "wait" },           { "gc", "pause" },
    { "safepoint", "pause" },     { "time_to_safepoint", "pause" },
    { "goroutine", "goroutine" }, { "thread", "thread" },
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
    char n[CORR_PRINT_MAX], each[CORR_PRINT_MAX], all[CORR_PRINT_MAX];
    const char *plural = f->observations == 1 ? "" : "s";
    const char *one = cmd_one(f->kind, f->measured);

    corr_print_amount(all, f->total, f->unit);
    if (f->observations < 0) /* a bare number would say nothing */
        return corr_report_text(r, "%s%s", all,
                                f->unit == CORR_COUNT ? " counts" : "");
    corr_print_count(n, f->observations);
    if (f->unit == CORR_BYTES && f->period > 0) {
        const int64_t taken = llround(f->effective);
        corr_print_count(each, taken);
        return corr_report_text(r, "%s object%s = %s, from %s sample%s", n,
                                plural, all, each, taken == 1 ? "" : "s");
    }
    if (f->unit == CORR_COUNT && f->total == f->observations)
        return corr_report_text(r, "%s %s%s", n, one, plural);
    if (f->period <= 0)
        return corr_report_text(r, "%s %s%s = %s", n, one, plural, all);
    if (corr_is_ns(f->unit))
        corr_print_span_of(each, f->period);
    else
        corr_print_amount(each, f->period, f->unit);
    /* some of them are shared with other spans: they do not multiply */
    if (f->evidence.attributed > 0 &&
        f->evidence.attributed < (double)f->observations - 1e-9)
        return corr_report_text(r, "%s sample%s of %s, a share of %s", n,
                                plural, each, all);
    return corr_report_text(r, "%s sample%s of %s%s %s", n, plural, each,
                            f->rescaled     ? ", rescaled to"
                            : multiplies(f) ? " ="
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

/* ---- what to type next ------------------------------------------------ */

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "./_-+:,@%=";

    return word[0] && strspn(word, plain) == strlen(word);
}

/* In quotes where a shell would read it otherwise. */
static const char *typed(corr_report *r, const char *word)
{
    if (is_plain(word))
        return word;
    return strchr(word, '\'') ? "FILE" : corr_report_text(r, "'%s'", word);
}

const char *cmd_files(const cmd_ctx *ctx, corr_report *r)
{
    enum { SHOWN = 3 };
    const opt_list *list = &ctx->operands;
    const char *sorted[SHOWN] = { NULL };
    const char *text = "";

    if (ctx->inputs->files0_from || list->n > SHOWN)
        return " FILE...";
    for (size_t i = 0; i < list->n; i++) {
        size_t at = i;
        for (; at > 0 && strcmp(sorted[at - 1], list->item[i]) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = list->item[i];
    }
    for (size_t i = 0; i < list->n; i++)
        text = corr_report_text(r, "%s %s", text, typed(r, sorted[i]));
    return text;
}

/* Bands of methods 4.9. */
enum { FEW = 10, SOME = 30, MANY = 97, PLENTY = 601 /* within 4 points */ };

double cmd_tied(const corr_sel_facts *f)
{
    return f->observations < 0 || f->measured
               ? f->evidence.attributed
               : fmin(f->evidence.attributed, f->effective);
}

static double effective(const cmd_ctx *ctx, const corr_sel_facts *f)
{
    return is_restricted(ctx) && f->evidence.attributed > 0 ? cmd_tied(f)
                                                            : f->effective;
}

/* Counts that nothing was subtracted from have no window but this. */
static const char *since_words(const corr_sel_facts *f)
{
    return f->snapshots && !f->subtracted ? " since process start" : "";
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
        f->observations >= 0 && !f->measured && effective(ctx, f) < PLENTY)
        return; /* what follows says the number */
    const char *amount = amount_words(r, f);
    const char *first = corr_report_text(r, "%.*s", CORR_STR_ARG(what));
    corr_report_head(r, "%s%s%.*s%s%s%s%s%s%s%s%s", what.n ? first : amount,
                     service.n ? " of " : "", CORR_STR_ARG(service),
                     of ? " in " : "", of ? of : "", *span ? "  " : "", span,
                     what.n ? "  " : "", what.n ? amount : "", since_words(f),
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
                    is_restricted(ctx)
                        ? corr_cell_object(cmd_evidence(r, &f->evidence), 0)
                        : corr_cell_null());
}

/* "4 samples joined"; where a recorder gave each a weight and few of them are
 * most of it, how many there are and what they are worth. */
static const char *how_many(corr_report *r, const corr_sel_facts *f, double n,
                            const char *joined)
{
    char all[CORR_PRINT_MAX], worth[CORR_PRINT_MAX];
    const char *plural = n >= 0.95 && n < 1.5 ? "" : "s";

    if (n < 0.95)
        snprintf(worth, sizeof worth, "%.1f", n);
    else
        corr_print_count(worth, llround(n));
    if (f->unit != CORR_BYTES || f->period > 0 ||
        2 * f->effective > (double)f->observations || n > f->effective)
        return corr_report_text(r, "%s%s sample%s%s", n < FEW ? "only " : "",
                                worth, plural, joined);
    corr_print_count(all, f->observations);
    return corr_report_text(
        r,
        "%s samples%s weigh so unevenly that they tell what "
        "%s alike would",
        all, joined, worth);
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
    const char *text = corr_report_text(
        r,
        "%s%s: these stacks were seen, this is not a breakdown. %d samples "
        "give shares within 10 points%s",
        how_many(r, f, n, of_span ? " joined" : ""), most, MANY, spans);

    cmd_warn(r, "FEW_SAMPLES", text);
}

/* Which objects there are is known then, and nothing of the others. */
static cmd_band say_picked(corr_report *r)
{
    cmd_warn(r, "PICKED_OBJECTS",
             "objects that the JVM picked to follow (256, if not told "
             "otherwise) and that are still in use: they show what is kept, "
             "not how much; large ones are picked more often");
    return BAND_COUNTS;
}

cmd_band cmd_say_sure(corr_report *r, const corr_sel_facts *f, double n,
                      bool of_span)
{
    if (f->measured)
        return BAND_MEASURED;
    if (f->observations < 0)
        return BAND_UNKNOWN;
    if (f->picked)
        return say_picked(r);
    if (n < FEW) {
        say_few(r, f, n, of_span);
        return BAND_SEEN;
    }
    const int points = corr_half_width(n);
    const char *count = how_many(r, f, n, "");
    if (n < SOME) {
        cmd_warn(r, "FEW_SAMPLES",
                 corr_report_text(r,
                                  "%s: counts only, any share could be off by "
                                  "%d points",
                                  count, points));
        return BAND_COUNTS;
    }
    if (n < PLENTY)
        corr_report_line(r, "%s: shares are within %d points", count, points);
    return BAND_SHARES;
}

/* ---- nothing ---------------------------------------------------------- */

/* The filters that were given, as they were given; NULL: none. */
static const char *filters(const cmd_ctx *ctx, corr_report *r)
{
    const select_opts *s = ctx->select;
    const struct {
        const char *name, *value;
    } given[] = {
        { "focus", s->focus },   { "ignore", s->ignore },
        { "thread", s->thread }, { "service", s->service },
        { "where", s->where },   { "op", s->op },
        { "status", s->status }, { "deploy", s->deploy },
        { "from", s->from },     { "to", s->to },
        { "around", s->around },
    };
    const char *text = NULL;

    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].value)
            text = corr_report_text(r, "%s --%s %s", text ? text : "",
                                    given[i].name, typed(r, given[i].value));
    for (size_t i = 0; i < s->labels.n; i++)
        text = corr_report_text(r, "%s --label %s", text ? text : "",
                                typed(r, s->labels.item[i]));
    return text;
}

const char *cmd_matching(const cmd_ctx *ctx, corr_report *r)
{
    const char *given = filters(ctx, r);

    return given ? corr_report_text(r, " that matches%s", given) : "";
}

/* The kinds of which something is in the inputs, each once. */
static const char *kinds_here(const cmd_ctx *ctx, corr_report *r)
{
    enum { MOST = 16 };
    corr_str seen[MOST];
    size_t n = 0;
    const char *text = "";

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; in.used && k < in.nkinds && n < MOST; k++) {
            size_t at = 0;
            while (at < n && !corr_str_eq(seen[at], in.kinds[k].kind))
                at++;
            if (at < n || !in.kinds[k].total)
                continue;
            seen[n++] = in.kinds[k].kind;
            text = corr_report_text(r, "%s%s%.*s", text, *text ? " " : "",
                                    CORR_STR_ARG(in.kinds[k].kind));
        }
    }
    return text;
}

/* The input that has samples of any kind at all, if there is one. */
static bool any_samples(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; k < in.nkinds; k++)
            if (!in.kinds[k].context &&
                (in.kinds[k].samples != 0 || in.kinds[k].total != 0))
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

bool cmd_input_has(const corr_input *in, const char *kind)
{
    for (size_t k = 0; k < in->nkinds; k++)
        if (in->kinds[k].total && corr_str_is(in->kinds[k].kind, kind))
            return true;
    return false;
}

bool cmd_say_no_kind(const cmd_ctx *ctx, corr_report *r)
{
    const char *kind = ctx->select->kind;

    if (!kind)
        return false;
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.used && cmd_input_has(&in, kind))
            return false;
    }
    const char *here = kinds_here(ctx, r);
    corr_report_line(r, "no samples of kind \"%s\"%s%s", kind,
                     *here ? ", there are: " : "", here);
    return true;
}

bool cmd_say_unmatched(const cmd_ctx *ctx, corr_report *r, const char *id)
{
    const char *given = filters(ctx, r);

    if (given)
        corr_report_line(r, "no sample of %s matches%s", id, given);
    return given != NULL;
}

/* No sample is tied to the span or trace: weaker evidence is offered only
 * where there is some. */
static void say_untied(const cmd_ctx *ctx, corr_report *r)
{
    const char *id = ctx->of->span ? ctx->of->span : ctx->of->trace;
    const char *kind =
        ctx->select->kind
            ? corr_report_text(r, " --kind %s", typed(r, ctx->select->kind))
            : "";
    corr_err ignored = { 0 };
    corr_query q;

    if (cmd_say_unmatched(ctx, r, id))
        return;
    corr_report_line(r, "no sample can be tied to %s", id);
    corr_report_field(r, "why", "corr span %s%s%s   says what was looked at",
                      typed(r, id), kind, cmd_files(ctx, r));
    if (ctx->select->min_join || cmd_query(ctx, &q, &ignored) ||
        cmd_seek(ctx, id, &q, &ignored))
        return;
    q.weakest = CORR_WINDOW;
    q.reach = CORR_PROCESS;
    const corr_sel *sel = cmd_select(ctx, &q, r, &ignored);
    if (sel && corr_sel_facts_of(sel).observations > 0)
        corr_report_field(r, "try",
                          "--min-join window   everything that ran at the same "
                          "time");
}

static bool any_cut(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).is_cut)
            return true;
    return false;
}

/* What there is in place of a profile; NULL: there is one, without samples. */
static const char *only_others(const cmd_ctx *ctx)
{
    const char *others = "metrics";

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.is_traces)
            others = "traces";
        else if (!in.is_metrics)
            return NULL;
    }
    return others;
}

static void say_nothing(const cmd_ctx *ctx, corr_report *r)
{
    const char *given = filters(ctx, r);
    const char *others = only_others(ctx);
    const bool alone = !any_profile(ctx) && others;

    /* a trace that is here is found, whether or not anything tells of it */
    corr_report_verdict(r, is_restricted(ctx) && (alone || any_samples(ctx))
                               ? CORR_CANNOT_TELL
                               : CORR_NOTHING_FOUND);
    if (alone) {
        corr_report_line(r, "no profile is here: there are only %s", others);
    } else if (!any_samples(ctx)) {
        corr_report_line(r, any_cut(ctx) ? "no sample is in the time asked for"
                                         : "the profile holds no samples");
    } else if (cmd_say_no_kind(ctx, r)) {
        return;
    } else if (is_restricted(ctx)) {
        say_untied(ctx, r);
    } else if (given) {
        corr_report_line(r, "no sample matches%s", given);
        if (ctx->select->from || ctx->select->to || ctx->select->around)
            corr_report_line(r, "(a profile that keeps no time per sample "
                                "counts if all of it is in that time)");
    } else {
        corr_report_line(r, "no sample is in the time asked for");
    }
}

void cmd_warn(corr_report *r, const char *code, const char *text)
{
    corr_report_note(r, CORR_WARNING, code, -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_say_sampler(corr_report *r, bool runnable)
{
    if (runnable)
        corr_report_line(r, "not CPU time: the sampler takes threads that "
                            "would run Java code, with a CPU or waiting for "
                            "one, and misses native code, stubs and "
                            "allocation");
}

const char *cmd_left_out(corr_report *r, const char *of, uint32_t files)
{
    const bool several = files > 1;

    return corr_report_text(
        r,
        "%s%u file%s only partly of the time asked for, and %s samples do not "
        "say when they were taken: left out",
        of, files, several ? "s are" : " is", several ? "their" : "its");
}

/* Kinds that a profile of work has, of which it mostly has one. */
static const char *const work[] = { "cpu", "wall", "samples" };

/* Which of them there is in place of a kind; COUNT(work): none, or it is there
 * itself. */
static uint32_t instead_of(const corr_input *in, corr_str kind)
{
    uint32_t found = COUNT(work);

    for (size_t i = 0; in->used && i < in->nkinds; i++) {
        if (corr_str_eq(in->kinds[i].kind, kind))
            return COUNT(work);
        for (uint32_t k = 0; k < found; k++)
            if (in->kinds[i].total && corr_str_is(in->kinds[i].kind, work[k]))
                found = k;
    }
    return found;
}

void cmd_say_other_kind(const cmd_ctx *ctx, corr_report *r, corr_str kind)
{
    uint32_t n[COUNT(work) + 1] = { 0 };
    const char *list = "";

    for (size_t i = 0; i < corr_inputs(ctx->store) && kind.n; i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        const char *of = ctx->select->service;
        if (!of || corr_str_is(in.service, of))
            n[instead_of(&in, kind)]++;
    }
    for (uint32_t k = 0; k < COUNT(work); k++)
        if (n[k])
            list = corr_report_text(r, "%s%s%u%s of %s", list,
                                    *list ? ", " : "", n[k],
                                    *list      ? ""
                                    : n[k] > 1 ? " profiles"
                                               : " profile",
                                    work[k]);
    if (!*list || ctx->select->kind)
        return;
    const char *text = corr_report_text(
        r, "without %.*s, and not in these numbers: %s (--kind)",
        CORR_STR_ARG(kind), list);
    cmd_warn(r, "OTHER_KIND", text);
}

void cmd_say_left_out(corr_report *r, const char *of, uint32_t files)
{
    if (!files)
        return;
    const char *text = cmd_left_out(r, of, files);
    cmd_warn(r, "WINDOW", text);
}

void cmd_say_skipped(corr_report *r, uint32_t skipped, uint32_t files)
{
    if (!skipped)
        return;
    const char *text = corr_report_text(
        r,
        "of %u of %u files the first 5 minutes of a JVM are left out, in which "
        "code is compiled (--keep-starts)",
        skipped, files);
    corr_report_note(r, CORR_INFO, "STARTS", -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_say_twice(corr_report *r, const char *of, uint32_t twice,
                   uint32_t files)
{
    if (!twice)
        return;
    const char *text = corr_report_text(
        r,
        "%s%u of %u files are of one process at one time: its cost counts more "
        "than once",
        of, twice, files);
    cmd_warn(r, "TWICE", text);
}

const char *cmd_earlier(corr_report *r, uint32_t outlived)
{
    return corr_report_text(
        r, "the last snapshot of a process counts: %u earlier one%s left out",
        outlived, outlived == 1 ? " is" : "s are");
}

const char *cmd_subtracted(corr_report *r, const char *of, uint32_t firsts,
                           uint32_t anew)
{
    const char *all =
        anew ? corr_report_text(r, ", of %u that %s started again all", anew,
                                anew == 1 ? "was" : "were")
             : "";

    return corr_report_text(
        r,
        "%sof a process what came after its first file counts%s: %u %s added",
        of, all, firsts, firsts == 1 ? "file is not" : "files are not");
}

void cmd_say_subtracted(corr_report *r, const char *of, uint32_t firsts,
                        uint32_t anew)
{
    if (!firsts)
        return;
    const char *text = cmd_subtracted(r, of, firsts, anew);
    cmd_warn(r, "COUNTS_SUBTRACTED", text);
}

void cmd_say_since(corr_report *r, const char *of, uint32_t since, bool line)
{
    if (!since)
        return;
    const char *text = corr_report_text(
        r, "%s%u file%s since the start of %s process", of, since,
        since == 1 ? " counts" : "s count", since == 1 ? "its" : "their");
    corr_report_note(r, CORR_INFO, "SINCE_START", -1, "%s", text);
    if (line)
        corr_report_line(r, "%s", text);
}

/* One that stands alone says so in what it is called. */
static void say_counted(corr_report *r, const corr_sel_facts *f)
{
    cmd_say_subtracted(r, "", f->firsts, f->anew);
    cmd_say_since(r, "", f->snapshots, f->subtracted > 0);
}

void cmd_say_states(corr_report *r, const corr_sel_facts *f)
{
    say_counted(r, f);
    if (f->outlived) {
        const char *text = cmd_earlier(r, f->outlived);
        cmd_warn(r, "EARLIER_SNAPSHOTS", text);
    }
    if (f->nameless > 1) {
        const char *text = corr_report_text(
            r, "%u snapshots added: nothing says of which process they are",
            f->nameless);
        cmd_warn(r, "SNAPSHOTS_ADDED", text);
    }
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
        say_nothing(ctx, r);
        cmd_say_states(r, f);
        return BAND_NONE;
    }
    say_head(ctx, r, f);
    cmd_say_states(r, f);
    cmd_say_rescaled(ctx, r, f->rescaled, f->inputs);
    cmd_say_left_out(r, "", f->timeless);
    cmd_say_twice(r, "", f->twice, f->inputs);
    cmd_say_sampler(r, f->runnable);
    if (is_restricted(ctx))
        cmd_say_evidence(r, &f->evidence);
    return BAND_SHARES;
}

cmd_band cmd_heading(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f)
{
    if (cmd_head(ctx, r, f) == BAND_NONE)
        return BAND_NONE;
    return cmd_say_sure(r, f, effective(ctx, f), is_restricted(ctx));
}

const char *cmd_count_title(const corr_sel_facts *f)
{
    return f->unit == CORR_BYTES && f->period > 0 ? "objects" : "n";
}
