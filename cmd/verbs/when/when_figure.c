/* when_figure - the picture of corr when: what ran over time, the alerts and
 * deploys, and one dot a request. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_figure.h"
#include "corr_sort.h"
#include "verbs/when/when_cmd.h"

/* DOTS_SLOWEST: of MOST_DOTS, those that are the slowest ones. */
enum {
    MOST_LAYERS = 7,
    MOST_LINES = 5,
    MOST_MARKS = 40,
    MOST_DOTS = 1500,
    DOTS_SLOWEST = 200
};

OWNS(corr_sel)
OWNS(corr_mix)
OWNS(corr_spanlist)

typedef struct plotting {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_when *w;
    const corr_timeline *t;
    corr_timeline_facts f;
    corr_plot_figure plot;
    corr_by by;       /* FUNCTION or OPERATION */
    const char *what; /* "CPU by function" */
} plotting;

static int64_t end_of(const plotting *p)
{
    return p->f.from + p->f.step * p->f.bins;
}

/* ---- layers -------------------------------------------------------------- */

/* The row of CPU in cores; false: no row is in cores. */
static bool find_cpu(const plotting *p, corr_timeline_row *row)
{
    for (uint32_t i = 0; i < corr_timeline_size(p->t); i++) {
        *row = corr_timeline_at(p->t, i);
        if (!row->every && strcmp(row->name, "cpu") == 0 &&
            strcmp(row->unit, "cores") == 0)
            return true;
    }
    return false;
}

/* The layers of functions or operations, and of all others: they sum to the
 * row. */
static bool stack_layers(plotting *p, const corr_timeline_row *cpu,
                         const corr_mix *m)
{
    const uint32_t n = corr_mix_size(m), bins = p->f.bins;
    corr_plot_layer *layer =
        corr_report_alloc(p->r, sizeof *layer, (size_t)n + 1);
    double *rest = corr_report_alloc(p->r, sizeof *rest, (size_t)bins + 1);

    if (!layer || !rest)
        return false;
    memcpy(rest, cpu->value, bins * sizeof *rest);
    for (uint32_t i = 0; i < n; i++) {
        const corr_mix_row row = corr_mix_at(m, i);
        double *value = corr_report_alloc(p->r, sizeof *value, bins);
        if (!value)
            return false;
        for (uint32_t b = 0; b < bins; b++) {
            value[b] = isnan(row.share[b]) || isnan(cpu->value[b])
                           ? (isnan(cpu->value[b]) ? NAN : 0)
                           : cpu->value[b] * row.share[b];
            rest[b] -= isnan(value[b]) ? 0 : value[b];
        }
        layer[i] = (corr_plot_layer){
            .name = p->by == CORR_BY_OPERATION
                        ? cmd_str(p->r, row.name)
                        : cmd_name(p->ctx, p->r, cmd_str(p->r, row.name)),
            .value = value,
            .group = corr_tone_group(i),
        };
    }
    for (uint32_t b = 0; b < bins; b++)
        rest[b] = rest[b] < 0 ? 0 : rest[b]; /* digits of a double */
    layer[n] = (corr_plot_layer){ .name = p->by == CORR_BY_OPERATION
                                              ? "other operations"
                                              : "other code",
                                  .value = rest,
                                  .group = CORR_TONE_FAINT };
    p->plot.layer = layer;
    p->plot.nlayer = n + 1;
    p->plot.stacks = true;
    p->plot.unit = cpu->unit;
    p->what =
        p->by == CORR_BY_OPERATION ? "CPU by operation" : "CPU by function";
    return true;
}

static corr_code put_plot_layers(plotting *p, const corr_timeline_row *cpu,
                                 const corr_query *q, corr_err *err)
{
    const uint32_t suspects = corr_when_suspects(p->w);
    corr_query of = *q;
    const char *first[MOST_LAYERS];
    uint32_t nfirst = 0;

    for (uint32_t i = 0; i < suspects && nfirst < MOST_LAYERS / 2; i++) {
        const corr_suspect s = corr_when_suspect(p->w, i);
        if (!s.is_operation)
            first[nfirst++] = s.name;
    }
    of.trace = (corr_trace_id){ 0 };
    of.span = 0;
    of.measure = "cpu";
    of.looks = true;
    corr_sel *sel = corr_sel_of(p->ctx->store, &of, err);
    if (!sel)
        return err->code;
    own_corr_sel(p->r, sel);
    corr_mix *m = corr_mix_of(sel,
                              &(corr_mix_opts){ .from = p->f.from,
                                                .step = p->f.step,
                                                .bins = p->f.bins,
                                                .by = p->by,
                                                .most = MOST_LAYERS,
                                                .first = first,
                                                .nfirst = nfirst },
                              err);
    if (!m)
        return err->code;
    own_corr_mix(p->r, m);
    return stack_layers(p, cpu, m) ? CORR_OK : corr_no_memory(err);
}

/* Without CPU in cores: the rows of the strips that have the unit of the first
 * one, as lines. */
static bool put_plot_lines(plotting *p)
{
    corr_plot_layer *layer = corr_report_alloc(p->r, sizeof *layer, MOST_LINES);

    if (!layer)
        return false;
    p->plot.layer = layer;
    for (uint32_t i = 0;
         i < corr_timeline_size(p->t) && p->plot.nlayer < MOST_LINES; i++) {
        const corr_timeline_row row = corr_timeline_at(p->t, i);
        if (!row.is_usual || (p->plot.nlayer && p->plot.unit &&
                              strcmp(row.unit, p->plot.unit) != 0))
            continue;
        p->plot.unit = row.unit;
        p->what = p->plot.nlayer ? "the series of the screen" : row.name;
        layer[p->plot.nlayer] =
            (corr_plot_layer){ .name = row.name,
                               .value = row.value,
                               .group = corr_tone_group(p->plot.nlayer) };
        p->plot.nlayer++;
    }
    return true;
}

/* ---- marks ------------------------------------------------------------------ */

/* "corr top --around 17:22:30Z --window 20s traces.json" */
static const char *top_words(const plotting *p, int64_t from, int64_t to)
{
    const int64_t second = INT64_C(1000000000);
    const int64_t window = (to - from + second - 1) / second;

    return corr_report_text(p->r, "corr top --around %s --window %llds%s",
                            cmd_clock(p->ctx, p->r, from + (to - from) / 2),
                            (long long)(window > 0 ? window : 1),
                            cmd_files(p->ctx, p->r));
}

/* Adds a band, cut to the time of the picture. */
static void add_band(const plotting *p, corr_plot_mark *band, uint32_t *n,
                     const char *name, int64_t from, int64_t to, corr_tone tone)
{
    from = from < p->f.from ? p->f.from : from;
    to = to > end_of(p) ? end_of(p) : to;
    if (from < to)
        band[(*n)++] =
            (corr_plot_mark){ name, from, to, tone, top_words(p, from, to) };
}

static bool put_bands(plotting *p)
{
    const corr_when_facts w = corr_when_facts_of(p->w);
    const uint32_t alerts = corr_timeline_alerts(p->t);
    corr_plot_mark *band =
        corr_report_alloc(p->r, sizeof *band, MOST_MARKS + 1);
    uint32_t n = 0;

    if (!band)
        return false;
    if (w.from < w.to)
        add_band(p, band, &n, "what changed", w.from, w.to, CORR_TONE_DOUBT);
    for (uint32_t i = 0; i < alerts && n < MOST_MARKS; i++) {
        const corr_timeline_alert a = corr_timeline_alert_at(p->t, i);
        const char *name =
            corr_report_text(p->r, "%.*s%s", CORR_STR_ARG(a.name),
                             a.is_pending ? " (pending)" : "");
        add_band(p, band, &n, name, a.from, a.is_open ? end_of(p) : a.to,
                 CORR_TONE_WORSE);
    }
    p->plot.band = band;
    p->plot.nband = n;
    return true;
}

static bool put_events(plotting *p)
{
    corr_plot_mark *line = corr_report_alloc(p->r, sizeof *line, MOST_MARKS);
    uint32_t n = 0;

    if (!line)
        return false;
    for (uint32_t i = 0; i < corr_when_events(p->w) && n < MOST_MARKS; i++) {
        const corr_event e = corr_when_event(p->w, i);
        if (e.at < p->f.from || e.at > end_of(p) ||
            e.what == CORR_EVENT_OPERATION)
            continue;
        line[n++] = (corr_plot_mark){ .name = when_event_words(p->r, &e),
                                      .from = e.at,
                                      .to = e.at };
    }
    p->plot.line = line;
    p->plot.nline = n;
    return true;
}

/* ---- requests ------------------------------------------------------------------ */

static int64_t dot_time(const corr_plot_dot *d)
{
    return d->at;
}

static double dot_value(const corr_plot_dot *d)
{
    return d->value;
}

SORT_BY(dot_by_time, corr_plot_dot, ASC_OF(dot_time), ASC_OF(dot_value))

/* The list is by duration: the slowest ones have a dot each, and of the others
 * every step-th has, so that all durations are there as often as they were. */
static bool put_dots(plotting *p, const corr_spanlist *l)
{
    const uint32_t size = corr_spanlist_size(l);
    const uint32_t others = size > DOTS_SLOWEST ? size - DOTS_SLOWEST : 0;
    const uint32_t step = others / (MOST_DOTS - DOTS_SLOWEST) + 1;
    corr_plot_dot *dot = corr_report_alloc(p->r, sizeof *dot, MOST_DOTS + 1);
    uint32_t n = 0;

    if (!dot)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        const corr_listed v = corr_spanlist_at(l, i);
        if (v.start == 0 || v.unfinished || v.end <= v.start ||
            v.start < p->f.from || v.start >= end_of(p))
            continue;
        if (n == MOST_DOTS ||
            (i >= DOTS_SLOWEST && (i - DOTS_SLOWEST) % step != 0)) {
            p->plot.hidden++;
            continue;
        }
        dot[n++] = (corr_plot_dot){
            .at = v.start,
            .value = (double)(v.end - v.start),
            .handle = corr_report_text(
                p->r, "%s/s%u", cmd_short(p->r, v.trace, v.start), v.handle),
            .failed = v.status == CORR_STATUS_ERROR,
        };
    }
    qsort(dot, n, sizeof *dot, dot_by_time);
    p->plot.dot = dot;
    p->plot.ndot = n;
    return true;
}

static bool has_spans(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).spans)
            return true;
    return false;
}

static corr_code put_requests(plotting *p, corr_err *err)
{
    const corr_query q = { .from = p->f.from, .to = end_of(p), .looks = true };
    const corr_show show = { .hide = NULL };

    if (!has_spans(p->ctx))
        return CORR_OK;
    corr_spanlist *l = corr_requests_of(p->ctx->store, &q, &show, 0, true, err);
    if (!l)
        return err->code;
    own_corr_spanlist(p->r, l);
    return put_dots(p, l) ? CORR_OK : corr_no_memory(err);
}

/* ---- the figure ------------------------------------------------------------------ */

/* "CPU by function; 1,197 requests, one dot each" */
static const char *plot_caption(const plotting *p)
{
    corr_report *r = p->r;
    const int64_t requests = (int64_t)p->plot.hidden + (int64_t)p->plot.ndot;
    const char *text = p->what;

    if (requests > 0)
        text = corr_report_text(
            r, "%s; %s%s", text, cmd_n(r, requests, "request"),
            p->plot.hidden ? corr_report_text(r, ", %s of them as dots",
                                              cmd_count(r, p->plot.ndot))
                           : ", one dot each");
    return text;
}

static void put_plot(plotting *p, bool is_further)
{
    corr_report_figure(
        p->r, &(corr_figure){ .kind = CORR_FIGURE_PLOT,
                              .id = is_further ? "load-operations" : "load",
                              .caption = plot_caption(p),
                              .closed = is_further,
                              .plot = p->plot });
}

/* The picture by operation, with the same marks and without the dots. */
static corr_code put_further(const plotting *p, const corr_timeline_row *cpu,
                             const corr_query *q, corr_err *err)
{
    plotting of = *p;

    of.by = CORR_BY_OPERATION;
    of.plot.ndot = 0;
    of.plot.hidden = 0;
    const corr_code code = put_plot_layers(&of, cpu, q, err);
    if (!code)
        put_plot(&of, true);
    return code;
}

corr_code when_put_figures(const cmd_ctx *ctx, corr_report *r,
                           const corr_when *w, const corr_timeline *t,
                           const corr_query *q, corr_err *err)
{
    const char *by = ((const when_opts *)ctx->opts)->by;
    plotting p = { .ctx = ctx,
                   .r = r,
                   .w = w,
                   .t = t,
                   .f = corr_timeline_facts_of(t),
                   .what = "" };
    corr_timeline_row cpu;
    corr_code code = CORR_OK;

    if (!cmd_draws(ctx) || p.f.bins == 0)
        return CORR_OK;
    p.plot = (corr_plot_figure){ .from = p.f.from,
                                 .step = p.f.step,
                                 .bins = p.f.bins,
                                 .own_clock = p.f.is_own };
    p.by = by && strcmp(by, "operation") == 0 ? CORR_BY_OPERATION
                                              : CORR_BY_FUNCTION;
    const bool has_cpu = find_cpu(&p, &cpu) && !p.f.is_own;
    if (has_cpu)
        code = put_plot_layers(&p, &cpu, q, err);
    else if (!put_plot_lines(&p))
        code = corr_no_memory(err);
    if (!code && !p.f.is_own && (!put_bands(&p) || !put_events(&p)))
        code = corr_no_memory(err);
    if (!code && !p.f.is_own)
        code = put_requests(&p, err);
    if (code)
        return code;
    put_plot(&p, false);
    return has_cpu && !by && has_spans(ctx) ? put_further(&p, &cpu, q, err)
                                            : CORR_OK;
}
