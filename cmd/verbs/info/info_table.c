/* info_table - the table of what is here: a row for each service and each kind
 * of its files. */
#include <stdlib.h>
#include <string.h>

#include "verbs/info/info_groups.h"

/* ---- words --------------------------------------------------------------- */

/* A short word for who wrote the file. */
static const char *format_word(const info_group *g)
{
    static const struct {
        const char *format, *word;
    } words[] = { { "jfr", "JFR" },
                  { "otlp", "OTLP" },
                  { "otlp-profiles", "OTLP" },
                  { "cpuprofile", "V8" },
                  { "collapsed", "folded" } };

    if (strncmp(g->format, "pprof", 5) == 0)
        return corr_str_is(g->producer, "Go") ? "Go" : "pprof";
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(g->format, words[i].format) == 0)
            return words[i].word;
    return g->format;
}

static const char *samples_words(const info_groups *l, const info_group *g)
{
    corr_report *r = l->o->r;

    if (g->part == PART_TRACES)
        return cmd_n(r, g->samples, "span");
    if (g->part >= PART_METRICS)
        return corr_report_text(
            r, "%s series%s%s", cmd_count(r, g->samples),
            g->exemplars ? ", " : "",
            g->exemplars ? cmd_n(r, g->exemplars, "exemplar") : "");
    if (!g->kind.n)
        return "no samples";
    if (g->part == PART_OTHER && g->n > 1)
        return "";
    if (g->unit == CORR_BYTES)
        return corr_report_text(r, "%s %.*s", cmd_bytes(r, g->amount),
                                CORR_STR_ARG(info_short_kind(g->kind)));
    if (g->samples < 0)
        return corr_report_text(r, "%.*s", CORR_STR_ARG(g->kind));
    if (corr_str_is(g->kind, "samples"))
        return cmd_n(r, g->samples, "sample");
    return corr_report_text(r, "%s %.*s", cmd_count(r, g->samples),
                            CORR_STR_ARG(g->kind));
}

/* "96%"; "<1%" and ">99%" are neither 0 nor 100. */
static const char *tied_words(const info_groups *l, const info_group *g)
{
    if (g->joined <= 0 || g->of <= 0)
        return l->o->marks.dash;
    if (g->joined >= g->of)
        return "100%";
    const double share = 100.0 * (double)g->joined / (double)g->of;
    return share < 1    ? "<1%"
           : share > 99 ? ">99%"
                        : corr_report_text(l->o->r, "%.0f%%", share);
}

/* The evidence in fewer words than corr_rung_words. */
static const char *rung_words(corr_rung rung)
{
    static const struct {
        corr_rung rung;
        const char *words;
    } words[] = {
        { CORR_RUNG_S2, "activation" },  { CORR_RUNG_R1, "request id" },
        { CORR_RUNG_R3, "request id" },  { CORR_RUNG_T1, "thread and time" },
        { CORR_RUNG_T2, "thread name" }, { CORR_RUNG_P, "process and time" },
    };

    for (size_t i = 0; i < COUNT(words); i++)
        if (words[i].rung == rung)
            return words[i].words;
    return corr_rung_words(rung);
}

/* How samples are tied to requests, or why they are not. */
static corr_words how_words(const info_groups *l, const info_group *g)
{
    corr_report *r = l->o->r;
    const char *mark =
        g->is_placed ? corr_report_text(r, " %s", l->o->marks.placed) : "";

    if (g->joined > 0)
        return (corr_words){
            corr_report_text(r, "by %s%s", rung_words(g->rung), mark),
            g->rung >= CORR_RUNG_T1 ? corr_report_text(r, "by time%s", mark)
                                    : NULL
        };
    if (g->is_own_clock && !g->has_ids)
        return (corr_words){
            corr_report_text(r, "clock unknown %s", l->o->marks.clock),
            corr_report_text(r, "clock %s", l->o->marks.clock)
        };
    if (g->why == CORR_WHY_DUPLICATE)
        return (corr_words){ "recorded twice", NULL };
    if (g->why == CORR_WHY_NO_PROFILE)
        return (corr_words){ "no trace of its time", "no trace" };
    if (g->has_ids)
        return (corr_words){ "ids of other traces", "other traces" };
    if (g->part == PART_OTHER)
        return (corr_words){ g->has_times ? "no ids" : "no times", NULL };
    return (corr_words){ g->has_times ? "no ids" : "no ids or times",
                         "no ids" };
}

/* ---- rows ---------------------------------------------------------------- */

typedef struct shown_row {
    const char *service, *requests, *name, *format, *samples, *share;
    corr_words profile, how; /* profile: name and format */
} shown_row;

typedef struct rows {
    const info_groups *l;
    uint32_t *order; /* groups as they are shown */
    shown_row *v;
    uint32_t n;
} rows;

static void add_group(rows *to, uint32_t g, const char *service,
                      const char *requests)
{
    const info_groups *l = to->l;
    const info_group *v = &l->v[g];
    const bool by_kind = v->part == PART_OTHER && v->n > 1 && v->service.n;
    const bool is_tied = v->part < PART_TRACES && l->o->has_spans && v->kind.n;

    to->v[to->n++] = (shown_row){
        .service = service,
        .requests = requests,
        .name = by_kind ? info_group_kinds(l, g) : info_group_files(l, g),
        .format = format_word(v),
        .samples = samples_words(l, v),
        .share = is_tied ? tied_words(l, v) : NULL,
        .how = is_tied ? how_words(l, v) : (corr_words){ NULL, NULL },
    };
}

/* Code goes first, then most samples. */
static bool goes_before(const info_group *a, const info_group *b)
{
    if (a->part != b->part)
        return a->part < b->part;
    return a->samples > b->samples;
}

static void order_groups(rows *to)
{
    for (uint32_t g = 0; g < to->l->n; g++) {
        uint32_t at = g;
        for (;
             at > 0 && goes_before(&to->l->v[g], &to->l->v[to->order[at - 1]]);
             at--)
            to->order[at] = to->order[at - 1];
        to->order[at] = g;
    }
}

/* Adds the groups of a service, or of files that name none; the first ones of
 * very many. */
static void add_groups(rows *to, corr_str service, const char *name,
                       const char *requests)
{
    enum { MOST = 8 };
    const info_groups *l = to->l;
    const output_opts *o = l->o->ctx->output;
    const uint32_t before = to->n;
    uint32_t more = 0;

    for (uint32_t i = 0; i < l->n; i++) {
        const info_group *v = &l->v[to->order[i]];
        const bool is_first = to->n == before;
        if (v->part >= PART_TRACES || !corr_str_eq(v->service, service))
            continue;
        if (to->n - before < MOST || o->all || o->verbose)
            add_group(to, to->order[i], is_first ? name : NULL,
                      is_first ? requests : NULL);
        else
            more += v->n;
    }
    if (more)
        to->v[to->n++] = (shown_row){
            .name = corr_report_text(l->o->r, "+%u file%s (-v)", more,
                                     cmd_plural(more)),
        };
    if (to->n == before && service.n)
        to->v[to->n++] = (shown_row){ .service = name,
                                      .requests = requests,
                                      .name = l->o->marks.dash };
}

/* A service, and what decides on its place. */
typedef struct named {
    corr_str name;
    int64_t requests;
    bool has_code, is_assumed, by_pid;
    bool by_file, by_more; /* evidence of its profiles: file names, and more */
} named;

static int by_importance(const void *va, const void *vb)
{
    const named *a = va, *b = vb;

    if (a->has_code != b->has_code)
        return b->has_code - a->has_code;
    if (a->requests != b->requests)
        return (a->requests < b->requests) - (a->requests > b->requests);
    return corr_str_cmp(a->name, b->name);
}

static named *find_named(named *list, uint32_t *n, corr_str name)
{
    for (uint32_t i = 0; i < *n; i++)
        if (corr_str_eq(list[i].name, name))
            return &list[i];
    list[*n] = (named){ .name = name };
    return &list[(*n)++];
}

/* Lists the services that spans or profiles name, the most important first. */
static uint32_t list_named(const info_groups *l, named *list)
{
    uint32_t n = 0;

    for (uint32_t i = 1; i < l->o->nservices; i++) {
        const corr_service s = corr_service_at(l->o->st, i);
        if (s.name.n && s.spans)
            find_named(list, &n, s.name)->requests = (int64_t)s.requests;
    }
    for (uint32_t g = 0; g < l->n; g++) {
        const info_group *v = &l->v[g];
        if (v->part >= PART_TRACES || !v->service.n)
            continue;
        named *s = find_named(list, &n, v->service);
        s->has_code |= v->part == PART_CODE;
        s->is_assumed |= v->is_assumed;
        s->by_pid |= v->by_pid;
        s->by_file |= v->by_file;
        s->by_more |= !v->by_file;
    }
    qsort(list, n, sizeof *list, by_importance);
    return n;
}

static void add_service(rows *to, const named *s)
{
    corr_report *r = to->l->o->r;
    const char *name = corr_report_text(r, "%.*s%s", CORR_STR_ARG(s->name),
                                        s->is_assumed ? " (assumed)"
                                        : s->by_pid   ? " (by pid)"
                                                      : "");

    if (s->by_file && !s->by_more)
        name = corr_report_text(r, "%s %s", name, to->l->o->marks.file);
    add_groups(to, s->name, name,
               s->requests ? cmd_count(r, s->requests) : NULL);
}

/* Services without a profile, if they are many, are one row. */
static void add_services(rows *to, const named *list, uint32_t n)
{
    enum { MOST_WITHOUT = 6 };
    uint32_t without = 0;
    int64_t requests = 0;
    bool has_any[2] = { false, false };

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t before = to->n;
        add_service(to, &list[i]);
        if (to->v[before].name != to->l->o->marks.dash)
            continue;
        if (++without <= MOST_WITHOUT || to->l->o->ctx->output->all)
            continue;
        to->n = before;
        has_any[0] = true;
        requests = corr_sum(requests, list[i].requests);
    }
    if (has_any[0])
        to->v[to->n++] =
            (shown_row){ .service = corr_report_text(to->l->o->r, "%u more",
                                                     without - MOST_WITHOUT),
                         .requests = cmd_count(to->l->o->r, requests),
                         .name = to->l->o->marks.dash };
}

/* Puts the formats after the names, one below the other; a screen without room
 * for them shows the names only. */
static void join_formats(const rows *t)
{
    int most = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        const int cells = cmd_cells(t->v[i].name);
        most = cells > most ? cells : most;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        shown_row *row = &t->v[i];
        row->profile = (corr_words){ row->name, row->name };
        if (row->format)
            row->profile.full =
                corr_report_text(t->l->o->r, "%s%*s  %s", row->name,
                                 most - cmd_cells(row->name), "", row->format);
    }
}

static void put_rows(const rows *t)
{
    join_formats(t);
    bool has_tied = false, has_requests = false, has_service = false;

    for (uint32_t i = 0; i < t->n; i++) {
        has_tied |= t->v[i].how.full != NULL;
        has_requests |= t->v[i].requests != NULL;
        has_service |= t->v[i].service && *t->v[i].service;
    }
    const corr_column c[] = {
        SEE(has_service ? "service" : NULL, 0, TEXT, shown_row, service),
        SEE(has_requests ? "requests" : NULL,
            CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row, requests),
        SEE("profile", CORR_COL_FLEX, TEXT, shown_row, profile),
        SEE("samples", CORR_COL_RIGHT, TEXT, shown_row, samples),
        SEE(has_tied ? "tied" : NULL, CORR_COL_RIGHT, TEXT, shown_row, share),
        SEE(has_tied ? "to requests" : NULL, CORR_COL_TIGHT | CORR_COL_SPARE,
            TEXT, shown_row, how),
    };
    cmd_screen(t->l->o->r, CORR_ROWS(c, t->n, t->v));
}

void info_put_table(const overview *o)
{
    static const char *const title[] = { [PART_TRACES] = "traces",
                                         [PART_METRICS] = "metrics",
                                         [PART_ALERTS] = "alerts" };
    const size_t most = (size_t)o->ninputs + o->nservices + 2;
    info_groups l = { .o = o };
    rows t = { .l = &l };

    l.v = corr_report_alloc(o->r, sizeof *l.v, most);
    l.of = corr_report_alloc(o->r, sizeof *l.of, most);
    t.order = corr_report_alloc(o->r, sizeof *t.order, most);
    t.v = corr_report_alloc(o->r, sizeof *t.v, 2 * most);
    named *list = corr_report_alloc(o->r, sizeof *list, 2 * most);
    if (!l.v || !l.of || !t.order || !t.v || !list)
        return;
    info_groups_fill(&l);
    order_groups(&t);
    add_services(&t, list, list_named(&l, list));
    add_groups(&t, CORR_STR(""), o->has_spans || t.n ? "?" : NULL, NULL);
    for (info_part p = PART_TRACES; p < PART_NONE; p++)
        for (uint32_t g = 0, first = 1; g < l.n; g++)
            if (l.v[g].part == p) {
                add_group(&t, g, first ? title[p] : NULL, NULL);
                first = 0;
            }
    if (t.n)
        put_rows(&t);
}
