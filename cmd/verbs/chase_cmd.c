/* corr chase - from the worst measured values to their requests, and why each
 * took so long. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verbs.h"
#include "corr_sort.h"
#include "page/exemplar_page.h"
#include "page/request_story.h"
#include "page/waterfall_page.h"
#include "verbs/chase_cmd.h"

enum { USUAL_ROWS = 5 };

typedef struct chase_opts {
    select_opts times; /* only its times */
    const char *series, *quantile;
    bool fetch;
} chase_opts;

static const opt chase_options[] = {
    O_TEXT(0, "series", chase_opts, series, "SELECTOR",
           "only exemplars of these series: NAME{label=\"value\"}"),
    O_TEXT(0, "quantile", chase_opts, quantile, "Q",
           "only values from this quantile of their metric on: 0.99 or p99"),
    O_FLAG(0, "fetch", chase_opts, fetch,
           "first bring traces that are not here into the folder of -o, with "
           "their profiles"),
    O_TIMES(chase_opts, times), O_END
};

/* An exemplar that names a request, and what is known of that request. */
typedef struct chased {
    corr_exemplar e;
    uint32_t at;    /* number of the exemplar */
    bool is_time;   /* the value is a length of time */
    double worth;   /* its value, of times in ns; no number is last */
    bool is_told;   /* the story is known */
    bool is_repeat; /* a larger one names the same trace */
    request_story s;
} chased;

typedef struct chase_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_exemplars *x;
    chased *row;
    uint32_t n;
    uint32_t *first;        /* of each trace the row with the largest value */
    uint32_t traces, shown; /* length of first; how many are shown */
    uint32_t untraced;      /* exemplars without a trace */
    uint32_t away;          /* rows whose trace is not here */
} chase_page;

SORT_BY(chased_by_metric, chased, THEN(corr_str_cmp(a->e.metric, b->e.metric)),
        ASC(worth))
SORT_BY(chased_by_trace, chased, ASC(e.trace.hi), ASC(e.trace.lo),
        DESC(is_time), DESC(worth), ASC(at))
/* Seconds are what requests take.  Amounts of other metrics follow. */
SORT_BY(chased_by_value, chased, DESC(is_time),
        THEN(a->is_time ? 0 : corr_str_cmp(a->e.metric, b->e.metric)),
        DESC(worth), ASC(at))

/* ---- which exemplars --------------------------------------------------- */

static corr_code parse_quantile(const char *text, double *q, corr_err *err)
{
    const bool is_percent = text && (*text == 'p' || *text == 'P');
    char *end = NULL;

    *q = 0;
    if (!text)
        return CORR_OK;
    *q = strtod(text + is_percent, &end) / (is_percent ? 100 : 1);
    if (end != text + is_percent && *end == 0 && *q >= 0 && *q < 1)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "--quantile %s: not a quantile", text);
    return corr_hint(err, "--quantile 0.99, or --quantile p99");
}

/* Keeps the values from quantile q of each metric on (nearest rank). */
static void keep_quantile(chase_page *p, double q)
{
    uint32_t kept = 0;

    if (q <= 0 || !p->n)
        return;
    qsort(p->row, p->n, sizeof *p->row, chased_by_metric);
    for (uint32_t from = 0, to; from < p->n; from = to) {
        for (to = from + 1; to < p->n && corr_str_eq(p->row[to].e.metric,
                                                     p->row[from].e.metric);
             to++)
            continue;
        const double rank = ceil(q * (double)(to - from));
        const double least = p->row[from + (uint32_t)fmax(rank - 1, 0)].worth;
        for (uint32_t i = from; i < to; i++)
            if (p->row[i].worth >= least)
                p->row[kept++] = p->row[i];
    }
    p->n = kept;
}

/* Finds the largest exemplar of each trace. */
static corr_code find_first_of_trace(chase_page *p, corr_err *err)
{
    p->first = corr_report_alloc(p->r, sizeof *p->first, (size_t)p->n + 1);
    if (!p->first)
        return corr_no_memory(err);
    if (!p->n)
        return CORR_OK;
    qsort(p->row, p->n, sizeof *p->row, chased_by_trace);
    for (uint32_t i = 1; i < p->n; i++)
        p->row[i].is_repeat =
            p->row[i - 1].e.trace.hi == p->row[i].e.trace.hi &&
            p->row[i - 1].e.trace.lo == p->row[i].e.trace.lo;
    qsort(p->row, p->n, sizeof *p->row, chased_by_value);
    for (uint32_t i = 0; i < p->n; i++)
        if (!p->row[i].is_repeat)
            p->first[p->traces++] = i;
    return CORR_OK;
}

/* The row that stands on line i of the screen. */
static chased *row_at(const chase_page *p, uint32_t i)
{
    return &p->row[p->first[i]];
}

static corr_code take_exemplars(chase_page *p, const corr_query *q,
                                corr_err *err)
{
    const uint32_t n = corr_exemplars_size(p->x);

    p->row = corr_report_alloc(p->r, sizeof *p->row, (size_t)n + 1);
    if (!p->row)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        const corr_exemplar e = corr_exemplar_at(p->x, i);
        const bool is_traced = e.trace.hi || e.trace.lo;
        if (q->from < q->to && (e.time < q->from || e.time >= q->to))
            continue;
        p->untraced += !is_traced;
        if (is_traced)
            p->row[p->n++] = (chased){
                .e = e,
                .at = i,
                .is_time = !isnan(e.length),
                .worth = isnan(e.value)    ? -INFINITY
                         : isnan(e.length) ? e.value
                                           : e.length,
            };
    }
    return CORR_OK;
}

static corr_code tell_stories(chase_page *p, corr_err *err)
{
    for (uint32_t i = 0; i < p->traces; i++)
        p->away += !row_at(p, i)->e.is_here;
    for (uint32_t i = 0; i < p->shown; i++) {
        chased *c = row_at(p, i);
        if (c->e.is_here &&
            request_story_of(p->ctx, p->r, c->e.trace, c->e.span, &c->s,
                             &c->is_told, err))
            return err->code;
    }
    return CORR_OK;
}

/* ---- data --------------------------------------------------------------- */

typedef struct data_row {
    const chase_page *p;
    const chased *c;
    corr_table labels;
    const char *id, *name, *part, *code;
    corr_str service;
    int64_t duration, obs;
    double share, rank;
} data_row;

static const corr_column label_columns[] = CMD_ATTR_COLUMNS;

static void fill_label(const void *ctx, uint32_t i, void *row)
{
    const data_row *d = ctx;
    const corr_label l = corr_exemplar_label(d->p->x, d->c->at, i);

    *(cmd_attr_row *)row = (cmd_attr_row){ l.key, cmd_label_cell(&l) };
}

typedef struct chased_row {
    data_row d;
    corr_exemplar e;
    uint32_t input;
} chased_row;

static const corr_column chased_columns[] = {
    COL("value", REAL, chased_row, e.value),
    COL("at_unix_ns", TIME, chased_row, e.time),
    COL("metric", TEXT, chased_row, e.metric),
    COL("labels", MAP, chased_row, d.labels),
    COL("trace_id", TRACE, chased_row, e.trace),
    COL("span_id", SPAN, chased_row, e.span),
    COL("found", BOOL, chased_row, e.is_here),
    COL("input", COUNT, chased_row, input),
    COL("id", TEXT, chased_row, d.id),
    COL("name", TEXT, chased_row, d.name),
    COL("service", NAME, chased_row, d.service),
    COL("duration_ns", INT, chased_row, d.duration),
    COL("rank", SHARE, chased_row, d.rank),
    COL("mostly", TEXT, chased_row, d.part),
    COL("mostly_share", SHARE, chased_row, d.share),
    COL("code", TEXT, chased_row, d.code),
    COL("observations", INT, chased_row, d.obs),
};

static void fill_chased(const void *ctx, uint32_t i, void *row)
{
    const chase_page *p = ctx;
    const chased *c = &p->row[i];
    const request_story *s = &c->s;
    chased_row *w = row;

    *w = (chased_row){ .e = c->e, .input = c->e.input + 1 };
    w->d = (data_row){
        .p = p,
        .c = c,
        .labels = CORR_FILLED(label_columns, corr_exemplar_nlabels(p->x, c->at),
                              fill_label, &w->d),
        .id = s->id,
        .name = s->name,
        .service = s->service,
        .part = s->part,
        .code = s->code && *s->code ? s->code : NULL,
        .duration = c->is_told ? s->duration : CORR_NO_INT,
        .share = c->is_told ? s->share : NAN,
        .rank = c->is_told && s->rank_of ? s->rank : NAN,
        .obs = c->is_told ? s->obs : CORR_NO_INT,
    };
}

/* ---- screen -------------------------------------------------------------- */

/* Times have one unit, that of the worst one. */
static const char *value_words(const chase_page *p, const chased *c)
{
    const double most = row_at(p, 0)->worth;

    return c->is_time && fabs(c->worth) < 1e18 && fabs(most) < 1e18
               ? span_time(p->r, llround(c->worth), llround(most))
               : corr_report_text(p->r, "%g", c->e.value);
}

typedef struct shown_row {
    const char *value, *at, *id;
    corr_words why;
} shown_row;

static const corr_column shown_columns[] = {
    SEE("value", CORR_COL_RIGHT, TEXT, shown_row, value),
    SEE("at", CORR_COL_DIM | CORR_COL_SPARE, TEXT, shown_row, at),
    SEE("id", CORR_COL_ID, TEXT, shown_row, id),
    SEE("most of it", CORR_COL_FLEX, TEXT, shown_row, why),
};

static void fill_shown(const void *ctx, uint32_t i, void *row)
{
    const chase_page *p = ctx;
    const chased *c = row_at(p, i);

    *(shown_row *)row = (shown_row){
        .value = value_words(p, c),
        .at = c->e.time == CORR_NO_TIME ? "?"
                                        : cmd_clock(p->ctx, p->r, c->e.time),
        .id = c->is_told ? c->s.id : cmd_short(p->r, c->e.trace, c->e.time),
        .why = c->is_told ? request_story_why(p->r, &c->s)
                          : (corr_words){ "the trace is not here", NULL },
    };
}

static void say_worst(const chase_page *p)
{
    const chased *c = row_at(p, 0);
    corr_report *r = p->r;

    corr_report_head(r, "worst exemplar  %.*s %s  trace %s",
                     CORR_STR_ARG(c->e.metric), value_words(p, c),
                     cmd_short(r, c->e.trace, c->e.time));
    corr_report_line(r, "%s",
                     c->is_told ? request_story_sentence(r, &c->s)
                                : "no span of this trace is here");
}

static void say_rest(const chase_page *p)
{
    corr_report *r = p->r;

    if (p->traces > p->shown)
        corr_report_line(r, "%s more traced exemplars (-n 0)",
                         cmd_count(r, p->traces - p->shown));
    if (p->untraced)
        corr_report_line(r, "%s %s no trace", cmd_n(r, p->untraced, "exemplar"),
                         p->untraced == 1 ? "names" : "name");
    if (p->away)
        corr_report_line(r, "%s of %s %s not here", cmd_count(r, p->away),
                         cmd_n(r, p->traces, "trace"),
                         p->away == 1 ? "is" : "are");
}

static void put_chase_next(const chase_page *p)
{
    const char *files = cmd_files(p->ctx, p->r);
    const chased *here = NULL, *away = NULL;

    for (uint32_t i = p->shown; i > 0; i--) {
        const chased *c = row_at(p, i - 1);
        *(c->is_told ? &here : &away) = c;
    }
    if (here)
        corr_report_next(p->r, "where the worst one here spent its time",
                         "corr span %s%s", here->s.id, files);
    if (away)
        corr_report_next(p->r, "bring that trace here", "corr fetch trace %s",
                         cmd_trace_id(p->r, away->e.trace));
}

static void say_no_exemplar(const chase_page *p, const chase_opts *o)
{
    corr_report *r = p->r;

    corr_report_verdict(r, CORR_NOTHING_FOUND);
    if (p->untraced)
        corr_report_head(r, "%s here, without a trace",
                         cmd_n(r, p->untraced, "exemplar"));
    else if (o->series || o->times.from || o->times.to || o->times.around)
        corr_report_head(r, "no exemplar matches the series or the time that "
                            "you asked for");
    else
        corr_report_head(r, "no exemplar is here");
    corr_report_line(r,
                     "exemplars come in OpenMetrics texts, in OTLP metrics,");
    corr_report_line(r, "and in answers of Prometheus' query_exemplars");
}

/* ---- the recipe ----------------------------------------------------------- */

OWNS(corr_exemplars)

/* Finds the exemplars that the options ask for, and how many are shown. */
static corr_code find_exemplars(const cmd_ctx *ctx, corr_report *r,
                                chase_page **to, corr_err *err)
{
    const chase_opts *o = ctx->opts;
    chase_page *p = corr_report_alloc(r, sizeof *p, 1);
    corr_query q;
    double quantile;

    if (!p)
        return corr_no_memory(err);
    if (parse_quantile(o->quantile, &quantile, err) ||
        cmd_query_times(ctx, &o->times, NULL, &q, err))
        return err->code;
    corr_exemplars *x = corr_exemplars_of(ctx->store, o->series, err);
    if (!x)
        return err->code;
    own_corr_exemplars(r, x);
    *p = (chase_page){ .ctx = ctx, .r = r, .x = x };
    if (take_exemplars(p, &q, err))
        return err->code;
    keep_quantile(p, quantile);
    if (find_first_of_trace(p, err))
        return err->code;
    const uint32_t most = cmd_rows(ctx, USUAL_ROWS);
    p->shown = p->traces < most ? p->traces : most;
    *to = p;
    return CORR_OK;
}

static corr_code chase_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    chase_page *p;

    if (find_exemplars(ctx, r, &p, err) || tell_stories(p, err))
        return err->code;
    /* data has all of them, and what is known of those on the screen */
    const uint32_t n = cmd_rows(ctx, UINT32_MAX);
    corr_report_put(r, "of", corr_cell_count(p->n));
    cmd_primary(
        r, "exemplars",
        CORR_FILLED(chased_columns, n < p->n ? n : p->n, fill_chased, p));
    if (!p->n) {
        say_no_exemplar(p, ctx->opts);
        return CORR_OK;
    }
    say_worst(p);
    corr_report_blank(r);
    cmd_screen(r, CORR_FILLED(shown_columns, p->shown, fill_shown, p));
    say_rest(p);
    put_chase_next(p);
    return CORR_OK;
}

corr_code chase_missing(const cmd_ctx *ctx, corr_report *r,
                        corr_trace_id id[CHASE_MISSING], size_t *n,
                        corr_err *err)
{
    chase_page *p;

    *n = 0;
    if (find_exemplars(ctx, r, &p, err))
        return err->code;
    for (uint32_t i = 0; i < p->shown && *n < CHASE_MISSING; i++)
        if (!row_at(p, i)->e.is_here)
            id[(*n)++] = row_at(p, i)->e.trace;
    return CORR_OK;
}

/* With --fetch the question is for the program that has libcurl. */
static const cmd chase_fetch_cmd = {
    .name = "chase",
    .options = chase_options,
    .opts_size = sizeof(chase_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT | TAKES_SERVERS,
    .prints = PRINTS_ROWS,
    .program = "corr-fetch",
};

static const cmd *chase_as(const cmd_ctx *ctx)
{
    const chase_opts *o = ctx->opts;

    return o->fetch ? &chase_fetch_cmd : ctx->cmd;
}

const cmd chase_cmd = {
    .name = "chase",
    .group = CMD_ASK,
    .brief = "the worst exemplars of metrics, and why their requests took long",
    .operands = "[FILE...]",
    .options = chase_options,
    .opts_size = sizeof(chase_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT | TAKES_SERVERS,
    .prints = PRINTS_ROWS,
    .loads = LOADS_ONE_KIND,
    .needs = CMD_NEEDS_REQUESTS,
    .run = chase_run,
    .as = chase_as,
};
