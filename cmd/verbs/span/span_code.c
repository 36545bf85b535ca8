/* The code of the span that is explained: how much CPU, which functions, on
 * what evidence; and one line for each other process of the request. */
#include <math.h>

#include "page/flame_table.h"
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

/* A share of the request's CPU was not seen, but worked out. */
static bool is_estimate(const span_report *s)
{
    return s->facts.evidence.rung[CORR_RUNG_R3].observations > 0;
}

/* Time that is not of CPU: of waits, or of threads whatever they did. */
static void say_other_time(const span_report *s, const span_data *d,
                           const char *samples)
{
    corr_report *r = s->r;

    corr_report_field(r, cmd_str(r, s->facts.kind),
                      "%s over %s: %.1f threads on average    %s",
                      span_time(r, s->facts.total, d->length),
                      span_time(r, d->length, d->length),
                      (double)s->facts.total / (double)d->length, samples);
}

static void say_used(const span_report *s, const span_data *d)
{
    corr_report *r = s->r;
    const bool is_java = s->facts.runnable; /* which is not CPU time */
    uint32_t kids;

    const double of = s->facts.evidence.attributed;
    const int64_t whole = llround(of);
    const char *samples = of > 0 && of < 0.95 /* at the edge of the span */
                              ? corr_report_text(r, "%.1f samples", of)
                              : cmd_n(r, whole, "sample");
    if (d->nused && d->length > 0 && !d->is_cpu)
        say_other_time(s, d, samples);
    else if (d->nused && d->length > 0)
        corr_report_field(
            r, is_java ? "running" : "CPU used",
            "%s%s%s of %s over %s: %.1f threads on average    %s",
            is_estimate(s) || is_java ? "~" : "",
            span_time(r, s->facts.total, d->length),
            s->facts.unit == CORR_NS_RESCALED ? CORR_RESCALED_MARK : "",
            is_java ? "Java" : "CPU", span_time(r, d->length, d->length),
            (double)s->facts.total / (double)d->length, samples);
    else if (!corr_is_ns(s->facts.unit))
        corr_report_field(r, "used", "%s %.*s    %s",
                          cmd_amount(r, s->facts.total, s->facts.unit),
                          CORR_STR_ARG(s->facts.kind), samples);
    corr_waterfall_children(s->w, s->focus, &kids);
    if (kids)
        corr_report_field(r, "children", "%s  %u span%s, overlaps counted once",
                          span_time(r, d->used.children, d->length), kids,
                          cmd_plural(kids));
    corr_report_field(r, "self", "%s  wall time of s%u without its children",
                      span_time(r, d->used.self, d->length), s->span.handle);
}

static void say_coverage(const span_report *s, const corr_evidence *e)
{
    const bool is_wall = corr_str_is(s->facts.kind, "wall");
    const double joined = corr_evidence_joined(e);
    const bool is_whole = fabs(joined - round(joined)) < 0.05;
    int64_t length = s->span.end - s->span.start;
    corr_report *r = s->r;

    if (e->profiled_ns >= 0 && e->profiled_ns < length)
        corr_report_field(r, "profiled", "%s of %s",
                          span_time(r, e->profiled_ns, length),
                          span_time(r, length, length));
    if (e->expected < 0 || s->facts.period <= 0 || joined <= 0)
        return;
    const double ratio = e->expected > 0 ? joined / e->expected : 0;
    /* what its sampler was set to then, and not at another time */
    const double hz = e->expected > 0 && e->able_ns > 0
                          ? 1e9 * e->expected / (double)e->able_ns
                          : 1e9 / (double)s->facts.period;
    corr_report_field(
        r, "coverage", "%.*f of %s%.1f samples expected (%s%s%s, %.0f Hz): %s",
        is_whole ? 0 : 1, joined, is_wall ? "" : "at most ", e->expected,
        is_wall ? "" : "CPU-able ", span_time(r, e->able_ns, e->able_ns),
        is_wall ? " of its threads" : "", hz,
        e->expected < 1 ? "too few to tell"
                        : corr_report_text(r, "%.0f%%", 100 * ratio));
    if (ratio > 1.1 && joined - e->expected > 1)
        corr_report_field(
            r, "",
            "more samples than the span could have produced: its work outlived "
            "it, or the clocks or the file are not what they seem");
}

/* Samples of its thread in native code; 0: none, or they were asked for. */
static int64_t seen_in_native(const span_report *s)
{
    int64_t n = 0;

    if (!corr_str_is(s->facts.kind, "cpu"))
        return 0;
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        n += row.kind == CORR_SPENT_NATIVE ? row.obs : 0;
    }
    return n;
}

/* Prints a hint if native code has more samples than the answer. */
static void say_native(const span_report *s)
{
    const int64_t n = seen_in_native(s);

    if ((double)n > s->facts.evidence.attributed)
        corr_report_line(
            s->r, "%s found its thread in native code: --kind native shows %s",
            cmd_n(s->r, n, "sample"), n == 1 ? "it" : "them");
}

/* Warns about samples with the label of the span that are not part of its
 * latency (corr-methods 1.6). */
static void say_after_end(const span_report *s, const corr_evidence *e)
{
    const int64_t n = llround(e->after_end);
    double named = e->after_end;

    if (n == 0)
        return;
    for (int r = CORR_RUNG_S1; r <= CORR_RUNG_R2; r++)
        named += e->rung[r].attributed;
    cmd_warn(s->r, "AFTER_END",
             "%s (%.0f%%) carr%s this span's label but %s taken after it "
             "ended: work started by the request that outlived it, or a label "
             "that was not cleared",
             cmd_n(s->r, n, "sample"), fmax(100 * e->after_end / named, 1),
             n == 1 ? "ies" : "y", n == 1 ? "was" : "were");
}

/* ---- the tree ------------------------------------------------------------ */

/* Puts the tree: all lines of few samples, of many only the large ones. */
static corr_code put_flame(const cmd_ctx *ctx, flame *f, cmd_band band,
                           corr_err *err)
{
    const corr_prune prune = { .all = ctx->output->all || band == BAND_SEEN,
                               .least_obs = band == BAND_MEASURED ? 1 : 0,
                               .max_rows = cmd_rows(ctx, 24) };

    return flame_put_screen(f, &prune, "function", band, err);
}

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

/* Adds a tree to the data.  NULL: err says why. */
static flame *add_tree(const cmd_ctx *ctx, corr_report *r, span_data *d,
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

corr_code span_put_tree(const span_report *s, span_data *d, uint32_t at,
                        const corr_sel *sel, const char *scope,
                        const char *what, bool of_span, corr_err *err)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    const corr_sel_facts f = sel == s->sel ? s->facts : corr_sel_facts_of(sel);
    flame *fl = add_tree(s->ctx, s->r, d, sel,
                         (span_tree){ v.service, scope, v.id, .f = f }, err);

    if (!fl)
        return err->code;
    corr_report_blank(s->r);
    corr_report_head(s->r, "%s", what);
    say_remarks(s, f.remarks);
    cmd_band band = cmd_say_sure(s->r, &f, cmd_tied(&f), of_span);
    return put_flame(s->ctx, fl, band, err);
}

static const char *code_words(const span_report *s, uint32_t at, bool request)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    const char *kind = corr_str_is(s->facts.kind, "cpu")
                           ? "code on CPU"
                           : corr_report_text(s->r, "code by %.*s",
                                              CORR_STR_ARG(s->facts.kind));

    return corr_report_text(s->r, "%s in s%u%s", kind, v.handle,
                            request ? " and what it called, request-level"
                                    : "");
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
                         "%lld sample%s tied to s%u by %s evidence: without "
                         "--min-join %s that is the answer.",
                         (long long)e.observations,
                         e.observations == 1 ? " is" : "s are", s->span.handle,
                         corr_class_name(e.word),
                         corr_class_name(s->query.weakest));
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

static corr_code put_window(span_report *s, span_data *d, corr_err *err)
{
    say_finer(s);
    corr_report_line(
        s->r,
        "This is the process during the span's window, not the span: %s spans "
        "were active on average and no label, thread or file ties these "
        "samples to this one. Shares below are the process's, not the span's.",
        s->facts.active < 0.05
            ? "fewer than 0.1"
            : corr_report_text(s->r, "%.1f", s->facts.active));
    return span_put_tree(s, d, s->focus, s->sel, "process", window_words(s),
                         true, err);
}

static corr_code put_captured(span_report *s, span_data *d, corr_err *err)
{
    corr_report_line(s->r,
                     "This is everything the process did while the profile of "
                     "this span ran: %.1f spans were active on average. Shares "
                     "below are the process's, not the span's.",
                     s->facts.active);
    return span_put_tree(s, d, s->focus, s->sel, "process",
                         "code while the profile of the span ran", true, err);
}

/* Only the request as a whole has samples. */
static corr_code put_share(span_report *s, span_data *d, corr_err *err)
{
    uint32_t at = local_root_of(s, s->focus);
    const span_root *root = root_at(s, at);
    const corr_span_view top = corr_waterfall_at(s->w, at);

    corr_report_line(
        s->r,
        "Labels name the request, not its inner spans: the CPU of s%u is its "
        "part of the %s%s that s%u used, by time.",
        s->span.handle,
        root ? span_time(s->r, root->facts.total, root->facts.total) : "time",
        root && root->facts.unit == CORR_NS_RESCALED ? CORR_RESCALED_MARK : "",
        top.handle);
    if (!root)
        return CORR_OK;
    return span_put_tree(s, d, at, root->sel, "request",
                         code_words(s, at, true), true, err);
}

/* ---- the other processes ------------------------------------------------- */

static void say_others(const span_report *s)
{
    uint32_t mine = local_root_of(s, s->focus);
    bool first = true;

    for (uint32_t i = 0; i < s->nroot; i++) {
        const span_root *o = &s->root[i];
        const corr_span_view v = corr_waterfall_at(s->w, o->at);
        if (o->at == mine || !o->facts.evidence.observations)
            continue;
        const int64_t n = o->facts.evidence.observations;
        if (first)
            corr_report_blank(s->r);
        corr_report_field(
            s->r, first ? "also" : "", "s%u %.*s  %.*s  %s, %s", v.handle,
            CORR_STR_ARG(v.service), CORR_STR_ARG(v.name),
            cmd_amount(s->r, o->facts.total, o->facts.unit),
            cmd_n(s->r, n, cmd_one(o->facts.kind, o->facts.measured)));
        first = false;
    }
}

static void say_focus(const span_report *s)
{
    int64_t length = s->span.end - s->span.start;

    corr_report_head(
        s->r, "s%u %.*s  %s%s%.*s", s->span.handle, CORR_STR_ARG(s->span.name),
        span_time(s->r, length, length), s->span.thread.n ? "  thread " : "",
        CORR_STR_ARG(s->span.thread));
}

/* Puts the answer for the samples that are joined to the focus. */
static corr_code put_answer(span_report *s, span_data *d, answer how,
                            corr_err *err)
{
    if (how == ANSWER_WINDOW)
        return put_window(s, d, err);
    if (how == ANSWER_CAPTURED)
        return put_captured(s, d, err);
    measure_cpu(s, d);
    if (!span_has_ledger(s))
        say_used(s, d);
    return how == ANSWER_SHARE
               ? put_share(s, d, err)
               : span_put_tree(s, d, s->focus, s->sel, "local",
                               code_words(s, s->focus, false), true, err);
}

/* Spans like it, or, where labels name requests only, requests like its own. */
static corr_code put_pool(const span_report *s, span_data *d, corr_err *err)
{
    bool put;
    corr_code code = span_put_pool(s, d, s->focus, &put, err);

    if (!code && !put && local_root_of(s, s->focus) != s->focus)
        code = span_put_pool(s, d, local_root_of(s, s->focus), &put, err);
    return code;
}

/* Ends the line about missing samples: native code, or no code. */
static const char *code_left(const span_report *s)
{
    const int64_t n = seen_in_native(s);

    if (n <= 0)
        return ": there is no code to show";
    return corr_report_text(s->r,
                            ", but %s in native code: --kind native shows %s",
                            cmd_count(s->r, n), n == 1 ? "it" : "them");
}

/* Puts the answer without joined samples. */
static corr_code put_nothing(span_report *s, span_data *d, corr_err *err)
{
    const corr_str kind = s->facts.kind;

    if (span_has_ledger(s) && !span_ledger_has_cpu(s)) {
        corr_report_blank(s->r);
        corr_report_line(s->r,
                         "no %.*s%ssample was taken of its thread meanwhile%s",
                         CORR_STR_ARG(kind), kind.n ? " " : "", code_left(s));
        if (s->facts.evidence.whys && corr_str_is(s->facts.kind, "cpu"))
            corr_report_line(s->r, "%s", span_too_little(s));
    } else {
        if (span_has_ledger(s))
            corr_report_blank(s->r);
        span_put_failure(s);
    }
    return put_pool(s, d, err);
}

/* Puts strips of what the process did over time. */
static corr_code put_strip(const span_report *s, corr_err *err)
{
    corr_query q = s->query;

    q.trace = s->span.trace;
    q.span = s->span.id;
    return cmd_strip_of(s->ctx, s->r, s->sel, &q, false, err);
}

corr_code span_put_code(span_report *s, corr_err *err)
{
    span_data *d = corr_report_alloc(s->r, sizeof *d, 1);
    const answer how = answer_of(s);
    bool put;

    if (!d)
        return corr_no_memory(err);
    if (how != ANSWER_NONE || span_has_ledger(s))
        say_focus(s);
    const span_opts *o = s->ctx->opts;
    corr_code code = span_say_ledger(s, err);
    if (!code && o->holders)
        code = span_say_holders(s, err);
    if (code)
        return code;
    if (how == ANSWER_NONE) {
        code = put_nothing(s, d, err);
        if (!o->holders)
            span_say_next(s);
        span_put_data(s->r, s, d);
        return code;
    }
    code = put_answer(s, d, how, err);
    if (code)
        return code;
    cmd_say_evidence(s->r, &s->facts.evidence);
    if (how !=
        ANSWER_WINDOW) { /* of the span, these are not (corr-methods 1.8) */
        say_coverage(s, &s->facts.evidence);
        say_after_end(s, &s->facts.evidence);
    }
    say_native(s);
    code = put_strip(s, err);
    if (code)
        return code;
    if (how != ANSWER_WINDOW && how != ANSWER_CAPTURED)
        code = span_put_pool(
            s, d, how == ANSWER_SHARE ? local_root_of(s, s->focus) : s->focus,
            &put, err);
    if (how != ANSWER_CAPTURED)
        say_others(s);
    if (!o->holders)
        span_say_next(s);
    span_put_data(s->r, s, d);
    return code;
}

/* ---- ids that only labels know ------------------------------------------- */

corr_code span_put_labels_only(const cmd_ctx *ctx, corr_report *r,
                               const corr_query *q, corr_err *err)
{
    const corr_sel *sel = cmd_select(ctx, q, r, err);
    span_data *d = corr_report_alloc(r, sizeof *d, 1);

    if (!sel || !d)
        return sel ? corr_no_memory(err) : err->code;
    const corr_sel_facts f = corr_sel_facts_of(sel);
    flame *fl = add_tree(ctx, r, d, sel,
                         (span_tree){ f.service, q->span ? "local" : "request",
                                      q->span, .f = f },
                         err);
    if (!fl)
        return err->code;
    corr_report_put(r, "trace.trace_id", corr_cell_trace(q->trace));
    corr_report_head(r, "%s %s  known from labels on samples only",
                     q->span ? "span" : "trace",
                     q->span ? cmd_span_id(r, q->span)
                             : cmd_trace_id(r, q->trace));
    corr_report_line(r, "no trace here holds it: how long it took and where "
                        "its time went cannot be said");
    corr_report_blank(r);
    cmd_band band = cmd_say_sure(r, &f, cmd_tied(&f), true);
    corr_code code = put_flame(ctx, fl, band, err);
    cmd_say_evidence(r, &f.evidence);
    span_put_data(r, NULL, d);
    return code;
}
