/* The code of the span that is explained: how much CPU, which functions, on
 * what evidence; and one line for each other process of the request. */
#include <math.h>

#include "page/findings_page.h"
#include "page/flame_figure.h"
#include "page/strip.h"
#include "verbs/span/span.h"

/* Kinds of answers about the focus. */
typedef enum answer {
    ANSWER_TREE,     /* its own samples */
    ANSWER_SHARE,    /* only its request has samples: a number, and the tree of
                      the request (corr-methods 1.1, R3) */
    ANSWER_WINDOW,   /* the process meanwhile */
    ANSWER_CAPTURED, /* the process while the span's own profile ran */
    ANSWER_NONE
} answer;

/* An answer, and what it is made of. */
typedef struct answering {
    answer how;
    const corr_sel *own; /* of the span, or of what stands for it */
    const char *scope;   /* its name in the data */
    uint32_t at;         /* the span it is of */
    span_pool pool;
} answering;

static const span_root *root_at(const span_report *s, uint32_t at)
{
    for (uint32_t i = 0; i < s->nroot; i++)
        if (s->root[i].at == at)
            return &s->root[i];
    return NULL;
}

static uint32_t local_root_of(const span_report *s, uint32_t i)
{
    while (!corr_waterfall_at(s->w, i).local_root &&
           corr_waterfall_at(s->w, i).up != UINT32_MAX)
        i = corr_waterfall_at(s->w, i).up;
    return i;
}

static answer answer_of(const span_report *s)
{
    const corr_evidence *e = &s->facts.evidence;

    if (e->observations == 0)
        return ANSWER_NONE;
    if (s->query.weakest >= CORR_WINDOW)
        return ANSWER_WINDOW;
    if (e->rung[CORR_RUNG_F2].observations == e->observations)
        return ANSWER_CAPTURED;
    if (e->rung[CORR_RUNG_R3].observations == e->observations)
        return ANSWER_SHARE;
    return ANSWER_TREE;
}

/* ---- the numbers of the focus -------------------------------------------- */

/* CPU of a sampled span: k samples of period p are k p, give or take
 * 1.96 p sqrt(k) (corr-methods 2.3, a sampler that is not per thread). */
static void measure_cpu(const span_report *s, span_data *d)
{
    const double k = s->facts.evidence.attributed;
    const double each = s->facts.unit == CORR_NS_RESCALED && k > 0
                            ? (double)s->facts.total / k
                            : (double)s->facts.period;
    const int64_t half = (int64_t)(1.96 * each * sqrt(k));
    const int64_t cpu = s->facts.total;
    uint32_t n;

    d->length = s->span.end - s->span.start;
    d->nused = corr_is_ns(s->facts.unit) && !span_has_ledger(s);
    d->is_cpu = corr_str_is(s->facts.kind, "cpu");
    d->used = (span_used){
        .span = s->span.id,
        .cpu = d->is_cpu ? cpu : CORR_NO_INT,
        .lo = !d->is_cpu   ? CORR_NO_INT
              : cpu > half ? cpu - half
                           : 0,
        .hi = d->is_cpu ? cpu + half : CORR_NO_INT,
        .children = corr_waterfall_children(s->w, s->focus, &n),
        .self = s->span.self,
        .threads =
            d->is_cpu && d->length > 0 ? (double)cpu / (double)d->length : NAN,
    };
}

/* "18 samples", or "0.5 samples" at the edge of the span. */
static const char *samples_words(const span_report *s, double n)
{
    return n > 0 && n < 0.95 ? corr_report_text(s->r, "%.1f samples", n)
                             : cmd_n(s->r, llround(n), "sample");
}

/* The bars of a span without a ledger: what is known of its time. */
static corr_code say_used(const span_report *s, const span_data *d,
                          corr_err *err)
{
    corr_report *r = s->r;
    const corr_sel_facts *f = &s->facts;
    const char *samples = samples_words(s, f->evidence.attributed);
    const char *label =
        d->is_cpu ? span_cpu_label(s, f->runnable, f->unit == CORR_NS_RESCALED,
                                   f->remarks)
                  : corr_report_text(r, "%.*s time", CORR_STR_ARG(f->kind));

    if (corr_is_ns(f->unit))
        return span_say_known(s, &d->used, label, f->total, samples, err);
    if (f->unit == CORR_COUNT)
        return CORR_OK;
    corr_report_field(r, cmd_str(r, f->kind), "%s, %s",
                      cmd_amount(r, f->total, f->unit), samples);
    return CORR_OK;
}

/* ---- the code ------------------------------------------------------------ */

/* Prints the remarks that the ledger did not print. */
static void say_remarks(const span_report *s, corr_remarks list)
{
    const corr_remarks printed = span_ledger_has_cpu(s)
                                     ? corr_ledger_facts_of(s->ledger).remarks
                                     : (corr_remarks){ NULL, 0 };

    for (size_t i = 0; i < list.n; i++)
        if ((list.v[i].places & CORR_AT_HEAD) &&
            !corr_remark_is_in(printed, &list.v[i]))
            cmd_say_remark(s->r, &list.v[i]);
}

flame *span_add_tree(const cmd_ctx *ctx, corr_report *r, span_data *d,
                     const corr_sel *sel, span_tree t, corr_err *err)
{
    flame *f =
        flame_of(r, sel, &(corr_tree_opts){ .show = cmd_show(ctx) }, err);

    t.unit = corr_unit_name(t.f.unit);
    t.evidence = cmd_evidence(r, &t.f.evidence);
    t.nodes = f ? flame_nodes(f, NULL, err) : NULL;
    d->tree[d->ntree++] = t;
    return t.nodes ? f : NULL;
}

/* "code in s4", "code in s4 by wall". */
static const char *code_words(const span_report *s)
{
    const char *by =
        corr_str_is(s->facts.kind, "cpu")
            ? ""
            : corr_report_text(s->r, " by %.*s", CORR_STR_ARG(s->facts.kind));

    return corr_report_text(s->r, "code in s%u%s", s->span.handle, by);
}

/* "729 samples (±4 points)": of the shares. */
static const char *sure_words(const span_report *s, const corr_sel_facts *f)
{
    const double n = cmd_tied(f);
    const char *count = samples_words(
        s, f->observations < 0 || f->measured
               ? n
               : fmin((double)f->observations, f->evidence.attributed));

    if (f->measured || f->observations < 0 || f->picked || n < SPAN_SOME)
        return count;
    return corr_report_text(s->r, "%s (±%s)", count,
                            cmd_n(s->r, corr_half_width(n), "point"));
}

/* Few samples are no breakdown: how many would be one.  is_all: no others
 * stand next to them. */
static void say_few(const span_report *s, const corr_sel_facts *f, bool is_all)
{
    const double n = cmd_tied(f);

    if (f->measured || f->observations < 0 || n >= SPAN_SOME || n <= 0)
        return;
    const char *text = corr_report_text(
        s->r, "%s: %s, %s. ±10 points needs 97 samples, about %.0f such spans.",
        samples_words(s, n),
        n >= SPAN_FEW ? "counts"
        : n < 1.5     ? "an example"
                      : "examples",
        n >= SPAN_FEW ? "no shares" : "not a breakdown", ceil(97 / n));
    if (!is_all && n < SPAN_FEW && cmd_may_fold(s->ctx)) {
        corr_report_form(s->r, CORR_FORM_LONG, SPAN_RANK_FEW);
        cmd_warn(s->r, "FEW_SAMPLES", "%s", text);
        corr_report_form(s->r, CORR_FORM_SHORT, SPAN_RANK_FEW);
        corr_report_line(s->r, "%s: %s", samples_words(s, n),
                         n < 1.5 ? "an example" : "examples, not a breakdown");
        corr_report_form(s->r, CORR_FORM_ANY, 0);
    } else if (is_all || n < SPAN_FEW)
        cmd_warn(s->r, "FEW_SAMPLES", "%s", text);
    else
        corr_report_note(s->r, CORR_WARNING, "FEW_SAMPLES", -1, "%s", text);
}

/* The picture of one selection: "flame-s4" of the span, "flame-alike" of spans
 * like it, with the same words as the screen. */
static corr_code put_span_flame(const span_report *s, const corr_sel *sel,
                                const char *what, const char *id, corr_err *err)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);

    return flame_figure_of(
        s->ctx, s->r, sel, id,
        corr_report_text(s->r, "%s: %s", what, sure_words(s, &f)), err);
}

/* Puts the code of one selection, of the span itself or of what stands for
 * it. */
static corr_code say_code(const span_report *s, const char *what,
                          const corr_sel *sel, bool is_own, corr_err *err)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);
    const bool uneven = f.unit == CORR_BYTES || f.picked;

    corr_report_blank(s->r);
    if (uneven) {
        corr_report_head(s->r, "%s", what);
        cmd_say_sure(s->r, &f, cmd_tied(&f), is_own);
    } else {
        corr_report_head(s->r, "%s: %s", what, sure_words(s, &f));
    }
    say_remarks(s, f.remarks);
    corr_code code = put_span_flame(
        s, sel, what,
        is_own ? corr_report_text(s->r, "flame-s%u", s->span.handle)
               : "flame-alike",
        err);
    if (!code)
        code = span_say_paths(s->ctx, s->r, &sel, 1, "share",
                              cmd_count_title(&f), err);
    if (!code && !uneven)
        say_few(s, &f, true);
    return code;
}

/* Puts the code of the span and of the spans like it. */
static corr_code say_both(const span_report *s, const char *what,
                          const answering *a, corr_err *err)
{
    const corr_sel *const sel[SPAN_SIDES] = { a->own, a->pool.sel };
    const corr_sel_facts f = corr_sel_facts_of(a->own);
    const unsigned handle = corr_waterfall_at(s->w, a->at).handle;

    corr_report_blank(s->r);
    corr_report_head(s->r, "%s: %s; %s: %s", what, sure_words(s, &f),
                     a->pool.like, sure_words(s, &a->pool.facts));
    say_remarks(s, a->pool.facts.remarks);
    corr_code code = put_span_flame(
        s, a->own, what, corr_report_text(s->r, "flame-s%u", handle), err);
    if (!code)
        code = put_span_flame(s, a->pool.sel, a->pool.like, "flame-alike", err);
    if (!code)
        code =
            span_say_paths(s->ctx, s->r, sel, SPAN_SIDES,
                           corr_report_text(s->r, "s%u", handle), "alike", err);
    if (!code)
        say_few(s, &f, cmd_tied(&a->pool.facts) < SPAN_SOME);
    return code;
}

/* Samples that are tied to the span itself go under in those of its process:
 * say that there are some. */
static void say_finer(span_report *s)
{
    corr_query q = span_local_query(s, s->focus);
    corr_err ignored = { 0 };

    q.weakest = CORR_SHARED;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, &ignored);
    if (!sel)
        return;
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    if (e.observations > 0)
        corr_report_line(s->r,
                         "s%u has %s of its own (%s evidence): leave out "
                         "--min-join %s to see %s",
                         s->span.handle, cmd_n(s->r, e.observations, "sample"),
                         corr_class_name(e.word),
                         corr_class_name(s->query.weakest),
                         e.observations == 1 ? "it" : "them");
}

/* "code of pricing in 10 s" */
static const char *window_words(const span_report *s)
{
    const char *what = corr_report_text(s->r, "code of %s%.*s",
                                        s->span.service.n ? "" : "the process",
                                        CORR_STR_ARG(s->span.service));

    if (s->facts.from == CORR_NO_TIME || s->facts.to <= s->facts.from)
        return what;
    return corr_report_text(s->r, "%s in %s", what,
                            cmd_length(s->r, s->facts.to - s->facts.from));
}

static const char *active_words(const span_report *s)
{
    return s->facts.active < 0.05
               ? "fewer than 0.1"
               : corr_report_text(s->r, "%.1f", s->facts.active);
}

static corr_code say_window(span_report *s, corr_err *err)
{
    say_finer(s);
    corr_report_line(
        s->r, "This is the whole process, not s%u alone: %s spans ran at once",
        s->span.handle, active_words(s));
    return say_code(s, window_words(s), s->sel, false, err);
}

static corr_code say_captured(span_report *s, corr_err *err)
{
    corr_report_line(
        s->r, "This is the whole process, not s%u alone: %s spans ran at once",
        s->span.handle, active_words(s));
    return say_code(s, "code of the process", s->sel, false, err);
}

/* Only the request as a whole has samples. */
static void say_share(const span_report *s, const span_root *root)
{
    const corr_span_view top =
        corr_waterfall_at(s->w, local_root_of(s, s->focus));

    corr_report_line(
        s->r,
        "Labels name only requests: s%u gets its part by time of the %s%s of "
        "s%u",
        s->span.handle,
        root ? span_time(s->r, root->facts.total, root->facts.total) : "time",
        root && root->facts.unit == CORR_NS_RESCALED ? CORR_RESCALED_MARK : "",
        top.handle);
}

/* ---- the other processes ------------------------------------------------- */

enum { MOST_OTHERS = 3 };

/* The next root from i on, of another process than the focus, with samples
 * enough for a line. */
static uint32_t next_other(const span_report *s, uint32_t i)
{
    enum { LEAST = 5 };
    const int64_t least = s->ctx->output->all ? 1 : LEAST;
    const uint32_t mine = local_root_of(s, s->focus);

    while (i < s->nroot && (s->root[i].at == mine ||
                            s->root[i].facts.evidence.observations < least))
        i++;
    return i;
}

/* Returns the number of their lines, which it prints if it says them. */
static uint32_t put_others(const span_report *s, bool says)
{
    uint32_t n = 0;

    for (uint32_t i = next_other(s, 0); i < s->nroot && n < MOST_OTHERS;
         i = next_other(s, i + 1), n++) {
        const span_root *o = &s->root[i];
        const corr_span_view v = corr_waterfall_at(s->w, o->at);
        if (!says)
            continue;
        corr_sel_use(s->ctx->store, o->sel);
        corr_report_field(
            s->r, n ? "" : "also", "s%u %.*s  %.*s  %s, %s", v.handle,
            CORR_STR_ARG(v.service), CORR_STR_ARG(v.name),
            cmd_amount(s->r, o->facts.total, o->facts.unit),
            cmd_n(s->r, o->facts.evidence.observations, cmd_one_of(&o->facts)));
    }
    return n;
}

/* ---- the whole ----------------------------------------------------------- */

/* Spans like it, or, where labels name requests only, requests like its own. */
static corr_code find_pool(const span_report *s, answering *a, corr_err *err)
{
    const uint32_t root = local_root_of(s, s->focus);
    corr_code code = CORR_OK;

    if (a->how == ANSWER_WINDOW || a->how == ANSWER_CAPTURED)
        return CORR_OK;
    if (a->how != ANSWER_SHARE)
        code = span_find_pool(s, s->focus, &a->pool, err);
    if (!code && !a->pool.sel &&
        (a->how == ANSWER_SHARE || (a->how == ANSWER_NONE && root != s->focus)))
        code = span_find_pool(s, root, &a->pool, err);
    return code;
}

static corr_code find_answer(const span_report *s, answering *a, corr_err *err)
{
    const span_root *root = root_at(s, local_root_of(s, s->focus));

    *a = (answering){ .how = answer_of(s), .at = s->focus };
    a->scope = "local";
    if (a->how == ANSWER_WINDOW || a->how == ANSWER_CAPTURED)
        a->scope = "process";
    if (a->how == ANSWER_SHARE)
        a->scope = "request";
    if (a->how == ANSWER_SHARE && root) {
        a->own = root->sel;
        corr_sel_use(s->ctx->store, root->sel);
        a->at = root->at;
    } else if (a->how != ANSWER_NONE && a->how != ANSWER_SHARE) {
        a->own = s->sel;
    }
    return find_pool(s, a, err);
}

static bool add_span_tree(const span_report *s, span_data *d, uint32_t at,
                          const corr_sel *sel, const char *scope, corr_err *err)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    const corr_sel_facts f = sel == s->sel ? s->facts : corr_sel_facts_of(sel);

    return span_add_tree(s->ctx, s->r, d, sel,
                         (span_tree){ v.service, scope, v.id, .f = f },
                         err) != NULL;
}

static corr_code put_trees(const span_report *s, span_data *d,
                           const answering *a, corr_err *err)
{
    const uint32_t alike =
        a->how == ANSWER_SHARE ? local_root_of(s, s->focus) : s->focus;

    if (a->own && !add_span_tree(s, d, a->at, a->own, a->scope, err))
        return err->code;
    if (a->pool.sel && !add_span_tree(s, d, alike, a->pool.sel, "pool", err))
        return err->code;
    return CORR_OK;
}

/* The code of spans like one that has no sample. */
static corr_code say_pool_alone(const span_report *s, const answering *a,
                                corr_err *err)
{
    if (!a->pool.sel)
        return CORR_OK;
    return say_code(s, corr_report_text(s->r, "code in %s", a->pool.like),
                    a->pool.sel, false, err);
}

/* Ends the line about missing samples: native code, or no code. */
static const char *code_left(const span_report *s)
{
    const int64_t n = span_seen_in_native(s);

    if (n <= 0)
        return "no code to show";
    return corr_report_text(s->r, "%s in native code: --kind native shows %s",
                            cmd_count(s->r, n), n == 1 ? "it" : "them");
}

/* Puts the answer without joined samples. */
static corr_code say_nothing(span_report *s, const answering *a, corr_err *err)
{
    const corr_str kind = s->facts.kind;

    if (span_has_ledger(s) && !span_ledger_has_cpu(s)) {
        corr_report_blank(s->r);
        corr_report_line(s->r, "s%u has no %s%ssample; %s", s->span.handle,
                         corr_str_is(kind, "cpu") ? "CPU" : cmd_str(s->r, kind),
                         kind.n ? " " : "", code_left(s));
        if (s->facts.evidence.whys && corr_str_is(s->facts.kind, "cpu"))
            corr_report_line(s->r, "%s", span_too_little(s));
        span_say_waterfall(s, 0);
    } else {
        span_say_waterfall(s, 0);
        corr_report_blank(s->r);
        span_put_failure(s);
    }
    return say_pool_alone(s, a, err);
}

/* Puts strips of what the process did over time. */
static corr_code say_strip(const span_report *s, corr_err *err)
{
    corr_query q = s->query;

    if (!s->ctx->output->all)
        return CORR_OK;
    q.trace = s->span.trace;
    q.span = s->span.id;
    return cmd_strip_of(s->ctx, s->r, s->sel, &q, false, err);
}

/* Puts the code of the samples that are joined to the focus. */
static corr_code say_joined(span_report *s, const answering *a, corr_err *err)
{
    if (a->how == ANSWER_WINDOW)
        return say_window(s, err);
    if (a->how == ANSWER_CAPTURED)
        return say_captured(s, err);
    const char *what = code_words(s);
    if (a->how == ANSWER_SHARE) {
        say_share(s, root_at(s, a->at));
        what = corr_report_text(s->r, "code in s%u",
                                corr_waterfall_at(s->w, a->at).handle);
    }
    if (!a->own)
        return say_pool_alone(s, a, err);
    return a->pool.sel ? say_both(s, what, a, err)
                       : say_code(s, what, a->own, true, err);
}

static void say_next(const span_report *s, const answering *a)
{
    span_next_holders(s);
    if (a->own && a->how != ANSWER_WINDOW && a->how != ANSWER_CAPTURED)
        corr_report_next(
            s->r, "the whole call tree", "corr tree --span %s/s%u%s",
            cmd_short(s->r, s->span.trace, s->span.start),
            corr_waterfall_at(s->w, a->at).handle, cmd_files(s->ctx, s->r));
}

/* What the shares of its findings are of. */
static corr_code put_findings(const span_report *s, const answering *a,
                              const corr_findings **found, corr_err *err)
{
    if (a->own && (!a->pool.sel || cmd_tied(&s->facts) >= SPAN_SOME))
        return span_put_findings(
            s, a->own,
            corr_report_text(s->r, "the CPU of s%u",
                             corr_waterfall_at(s->w, a->at).handle),
            found, err);
    return span_put_findings(
        s, a->pool.sel, corr_report_text(s->r, "the CPU of %s", a->pool.like),
        found, err);
}

static corr_code say_answer(span_report *s, const span_data *d,
                            const answering *a, corr_err *err)
{
    const corr_findings *found;

    corr_report_blank(s->r);
    corr_code code = span_say_ledger(s, err);
    if (!code)
        code = put_findings(s, a, &found, err);
    if (code)
        return code;
    findings_say(s->ctx, s->r, found,
                 FINDINGS_CODE | (span_has_ledger(s) ? FINDINGS_LEDGER : 0));
    if (a->how == ANSWER_NONE) {
        code = say_nothing(s, a, err);
        say_next(s, a);
        return code;
    }
    const bool of_span = a->how != ANSWER_WINDOW && a->how != ANSWER_CAPTURED;
    if (of_span && !span_has_ledger(s))
        code = say_used(s, d, err);
    if (!code)
        code = say_joined(s, a, err);
    if (code)
        return code;
    const uint32_t others =
        a->how == ANSWER_CAPTURED ? 0 : put_others(s, false);
    const bool folds = span_say_waterfall(s, others);
    corr_report_blank(s->r);
    span_say_evidence(s, a->how != ANSWER_WINDOW);
    if (folds)
        corr_report_form(s->r, CORR_FORM_LONG, SPAN_RANK_FALL);
    if (others)
        put_others(s, true);
    corr_report_form(s->r, CORR_FORM_ANY, 0);
    code = say_strip(s, err);
    say_next(s, a);
    return code;
}

corr_code span_put_code(span_report *s, corr_err *err)
{
    const span_opts *o = s->ctx->opts;
    span_data *d = corr_report_alloc(s->r, sizeof *d, 1);
    answering a;

    if (!d)
        return corr_no_memory(err);
    corr_code code = find_answer(s, &a, err);
    if (!code)
        code = put_trees(s, d, &a, err);
    if (code)
        return code;
    if (a.how == ANSWER_TREE || a.how == ANSWER_SHARE)
        measure_cpu(s, d);
    code = o->holders ? span_say_holders(s, err) : say_answer(s, d, &a, err);
    span_put_data(s->r, s, d);
    return code;
}
