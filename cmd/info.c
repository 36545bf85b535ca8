/* corr info - what is here, what joins with what, what is missing. */
#include <stdio.h>
#include <string.h>

#include "info.h"
#include "subject.h"
#include "verbs.h"

/* What the tables of this report draw from. */
typedef struct overview {
    const cmd_ctx *ctx;
    corr_store *st;
    corr_report *r;
    uint32_t *setting_of; /* rows of settings: input, number, in pairs */
    uint32_t nsettings;
    uint32_t ninputs, nservices, first_service, njoins;
    const char *what[8], *why[8], *next[8]; /* missing */
    uint32_t nmissing;
} overview;

/* ---- inputs, on the screen --------------------------------------------- */

static const char *format_words(const overview *o, const corr_input *in)
{
    if (!in->producer.n)
        return in->format;
    return corr_report_text(o->r, "%s, %.*s", in->format,
                            CORR_STR_ARG(in->producer));
}

static const char *service_words(const overview *o, const corr_input *in)
{
    if (!in->service.n)
        return "";
    return corr_report_text(o->r, "%.*s%s%.*s%s", CORR_STR_ARG(in->service),
                            in->version.n ? " " : "", CORR_STR_ARG(in->version),
                            in->service_assumed  ? " (assumed)"
                            : in->service_by_pid ? " (by pid)"
                                                 : "");
}

static bool is_window(corr_rung r)
{
    return corr_rung_class(r) >= CORR_WINDOW;
}

/* Kinds that carry labels at all in their runtimes. */
static bool is_labelled_kind(corr_str kind)
{
    return corr_str_is(kind, "cpu") || corr_str_is(kind, "wall") ||
           corr_str_is(kind, "samples");
}

/* Whether samples of a file belong to spans, by whatever evidence. */
static bool is_joined(const overview *o, uint32_t row, corr_str kind)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.profile == row && j.observations > 0 && !is_window(j.rung) &&
            corr_str_eq(j.kind, kind))
            return true;
    }
    return false;
}

/* The file's own default kind stands for it; the others are counted. */
static const char *kind_words(const overview *o, uint32_t row,
                              const corr_input *in, bool brief)
{
    const corr_kind_facts *k = &in->kinds[0];
    char n[CORR_PRINT_MAX];
    uint32_t others = 0;

    for (size_t i = 0; i < in->nkinds; i++) {
        others += in->kinds[i].total != 0;
        if (in->kinds[i].is_default)
            k = &in->kinds[i];
    }
    others -= k->total != 0;
    if (k->unit == CORR_BYTES)
        corr_print_amount(n, k->total, k->unit);
    else
        corr_print_count(n, k->samples);
    const char *more = !others ? ""
                       : brief
                           ? corr_report_text(o->r, ", %u more", others)
                           : corr_report_text(o->r, ", %u more kind%s", others,
                                              others > 1 ? "s" : "");
    if (k->unit == CORR_BYTES) {
        corr_str kind = k->kind; /* the unit says it: "3.3 MB live" */
        if (kind.n > 6 && memcmp(kind.p + kind.n - 6, "_bytes", 6) == 0)
            kind.n -= 6;
        return corr_report_text(o->r, "%s %.*s%s", n, CORR_STR_ARG(kind), more);
    }
    if (k->samples < 0)
        return corr_report_text(o->r, "%.*s, samples not counted%s",
                                CORR_STR_ARG(k->kind), more);
    if (k->with_trace > 0)
        return corr_report_text(o->r, "%s %.*s, %lld%% %s%s", n,
                                CORR_STR_ARG(k->kind),
                                (long long)(k->with_trace * 100 / k->samples),
                                brief ? "ids" : "have ids", brief ? "" : more);
    const bool lacks = k->with_trace == 0 && is_labelled_kind(k->kind) &&
                       !(brief && others) && !is_joined(o, row, k->kind);
    return corr_report_text(o->r, "%s %.*s%s%s", n, CORR_STR_ARG(k->kind),
                            lacks ? ", no ids" : "", more);
}

/* "40 series, every 5 s" */
static const char *metric_words(const overview *o, const corr_input *in)
{
    char series[CORR_PRINT_MAX], points[CORR_PRINT_MAX], step[CORR_PRINT_MAX];

    corr_print_count(series, in->series);
    corr_print_count(points, (int64_t)in->points);
    if (in->resolution)
        return corr_report_text(o->r, "%s series, every %s", series,
                                corr_print_span_of(step, in->resolution));
    return corr_report_text(o->r, "%s series, %s point%s", series, points,
                            in->points == 1 ? "" : "s");
}

static const char *holds_words(const overview *o, uint32_t row,
                               const corr_input *in, bool brief)
{
    char spans[CORR_PRINT_MAX], traces[CORR_PRINT_MAX];

    if (in->why_not)
        return "not used, see below";
    if (in->nkinds)
        return kind_words(o, row, in, brief);
    if (in->blocks && in->spans == 0) /* a recording */
        return "no samples";
    if (in->is_metrics)
        return metric_words(o, in);
    corr_print_count(spans, (int64_t)in->spans);
    if (brief)
        return corr_report_text(o->r, "%s span%s", spans,
                                in->spans == 1 ? "" : "s");
    corr_print_count(traces, (int64_t)in->traces);
    return corr_report_text(o->r, "%s trace%s, %s span%s", traces,
                            in->traces == 1 ? "" : "s", spans,
                            in->spans == 1 ? "" : "s");
}

static corr_cell input_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const overview *o = ctx;
    const corr_input in = corr_input_at(o->st, row);
    char length[CORR_PRINT_MAX];

    switch (column) {
    case 0:
        return corr_cell_text(in.path);
    case 1:
        return corr_cell_either(format_words(o, &in), in.format);
    case 2:
        if (in.from == CORR_NO_TIME || in.to <= in.from)
            return corr_cell_null();
        corr_print_span_of(length, in.to - in.from);
        return corr_cell_text(corr_report_text(o->r, "%s", length));
    case 3:
        return corr_cell_either(
            service_words(o, &in),
            corr_report_text(o->r, "%.*s", CORR_STR_ARG(in.service)));
    default:
        return corr_cell_either(holds_words(o, row, &in, false),
                                holds_words(o, row, &in, true));
    }
}

static const corr_column input_columns[] = {
    { NULL, "file", CORR_COL_FLEX },
    { NULL, "format", CORR_COL_DIM | CORR_COL_SPARE },
    { NULL, "length", CORR_COL_RIGHT },
    { NULL, "service", 0 },
    { NULL, "holds", CORR_COL_FLEX },
};

/* ---- services, joins, settings, missing: the data ---------------------------- */

static corr_cell service_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const overview *o = ctx;
    const corr_service s = corr_service_at(o->st, row + o->first_service);

    switch (column) {
    case 0:
        return corr_cell_str(s.name);
    case 1:
        return corr_cell_count(s.instances);
    case 2:
        return corr_cell_str(s.versions);
    case 3:
        return corr_cell_count((int64_t)s.traces);
    default:
        return corr_cell_count((int64_t)s.spans);
    }
}

static const corr_column service_columns[] = {
    { "service", NULL, 0 }, { "instances", NULL, 0 }, { "versions", NULL, 0 },
    { "traces", NULL, 0 },  { "spans", NULL, 0 },
};

static corr_cell join_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const overview *o = ctx;
    const corr_joined j = corr_join_at(o->st, row);

    switch (column) {
    case 0:
        return corr_cell_text(corr_input_at(o->st, j.profile).path);
    case 1:
        return j.rung ? corr_cell_text(corr_rung_name(j.rung))
                      : corr_cell_null();
    case 2:
        return corr_cell_count(j.observations);
    case 3:
        return j.of ? corr_cell_share((double)j.observations / (double)j.of)
                    : corr_cell_null();
    case 4:
        return corr_cell_str(j.kind);
    default:
        return j.why ? corr_cell_text(corr_why_name(j.why)) : corr_cell_null();
    }
}

static const corr_column join_columns[] = {
    { "profile", NULL, 0 }, { "rung", NULL, 0 }, { "observations", NULL, 0 },
    { "share", NULL, 0 },   { "kind", NULL, 0 }, { "why", NULL, 0 },
};

/* On the screen profiles that join alike are one row: nine windows of one
 * service say the same thing nine times. */
typedef struct alike {
    corr_joined j; /* summed; of the last profile */
    uint32_t n;    /* profiles */
} alike;

static uint32_t join_alike(const overview *o, alike *list)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        uint32_t at = 0;
        while (at < n && !(list[at].j.rung == j.rung &&
                           (is_window(j.rung) || j.rung == CORR_RUNG_NONE ||
                            corr_str_eq(list[at].j.kind, j.kind))))
            at++;
        if (at == n)
            list[n++] = (alike){ j, 1 };
        else {
            /* a profile has an entry for each of its kinds, one by one */
            list[at].n += list[at].j.profile != j.profile;
            list[at].j.profile = j.profile;
            list[at].j.observations =
                corr_sum(list[at].j.observations, j.observations);
            list[at].j.of = corr_sum(list[at].j.of, j.of);
        }
    }
    return n;
}

/* The best evidence first; with nothing, last. */
static void sort_alike(alike *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        const alike a = list[i];
        uint32_t at = i;
        for (; at > 0 && a.j.rung &&
               (!list[at - 1].j.rung || list[at - 1].j.rung > a.j.rung);
             at--)
            list[at] = list[at - 1];
        list[at] = a;
    }
}

/* "96.4% of 3,010 cpu samples" */
static const char *share_words(const overview *o, const alike *a)
{
    char n[CORR_PRINT_MAX];

    corr_print_count(n, a->j.of);
    return corr_report_text(
        o->r, "%.1f%% of %s %.*s%s",
        100.0 * (double)a->j.observations / (double)(a->j.of ? a->j.of : 1), n,
        CORR_STR_ARG(a->j.kind),
        corr_str_is(a->j.kind, "samples") ? "" : " samples");
}

static const char *alike_words(const overview *o, const alike *a)
{

    if (!a->j.rung)
        return "with nothing: no trace of its time is here";
    if (a->j.rung == CORR_RUNG_X)
        return "by the clock only: nothing says whose process it is";
    if (is_window(a->j.rung))
        return "by window only: shows the service, not a request";
    return corr_report_text(o->r, "by %s, %s", corr_rung_words(a->j.rung),
                            share_words(o, a));
}

/* What labels mean, where it is not the plain case. */
static const char *scope_words(const overview *o, const alike *a)
{
    switch (corr_input_at(o->st, a->j.profile).scope) {
    case CORR_SCOPE_UNKNOWN:
        return "; label scope unknown: treated as request-level";
    case CORR_SCOPE_ROOT:
        return "; labels name the request, not its inner spans";
    case CORR_SCOPE_NONE:
    case CORR_SCOPE_EXACT:
        break;
    }
    return "";
}

/* Other kinds of one profile, by the same evidence. */
static bool same_join(const alike *a, const alike *b)
{
    return a->n == 1 && b->n == 1 && a->j.rung == b->j.rung &&
           a->j.profile == b->j.profile;
}

static void say_joins(const overview *o)
{
    alike *list = corr_report_alloc(o->r, sizeof *list, o->njoins);
    uint32_t n = list ? join_alike(o, list) : 0;

    sort_alike(list, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        const char *who = corr_input_at(o->st, list[i].j.profile).path;
        const char *words = alike_words(o, &list[i]);
        const bool counts = list[i].j.rung && !is_window(list[i].j.rung);
        if (list[i].n > 1)
            who = corr_report_text(o->r, "%u profiles", list[i].n);
        for (end = i + 1; end < n && counts && same_join(&list[i], &list[end]);
             end++)
            words = corr_report_text(o->r, "%s, %s", words,
                                     share_words(o, &list[end]));
        corr_report_field(o->r, i ? "" : "joins", "%s  %s%s", who, words,
                          counts ? scope_words(o, &list[i]) : "");
    }
}

/* Why files that are here are not counted. */
static void say_unused(const overview *o)
{
    enum { SHOWN = 5 };
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (in.why_not && n++ < SHOWN)
            corr_report_field(o->r, n > 1 ? "" : "not used", "%s: %s", in.path,
                              in.why_not);
    }
    if (n > SHOWN)
        corr_report_field(o->r, "", "%u more (--json tells why)", n - SHOWN);
}

static corr_cell setting_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const overview *o = ctx;
    corr_str value;
    corr_str name = corr_input_setting(o->st, o->setting_of[2 * row],
                                       o->setting_of[2 * row + 1], &value);

    switch (column) {
    case 0:
        return corr_cell_count(o->setting_of[2 * row] + 1);
    case 1:
        return corr_cell_str(name);
    default:
        return corr_cell_str(value);
    }
}

static const corr_column setting_columns[] = { { "input", NULL, 0 },
                                               { "name", NULL, 0 },
                                               { "value", NULL, 0 } };

static corr_cell missing_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const overview *o = ctx;

    switch (column) {
    case 0:
        return corr_cell_text(o->what[row]);
    case 1:
        return corr_cell_text(o->why[row]);
    default:
        return corr_cell_text(o->next[row]);
    }
}

static const corr_column missing_columns[] = { { "what", NULL, 0 },
                                               { "why", NULL, 0 },
                                               { "next", NULL, 0 } };

#define TABLE(cols, rows, fn, o)                                               \
    (&(corr_table){ .columns = (cols),                                         \
                    .ncolumns = sizeof(cols) / sizeof((cols)[0]),              \
                    .nrows = (rows),                                           \
                    .cell = (fn),                                              \
                    .ctx = (o) })

/* ---- what is missing ----------------------------------------------------------- */

static void miss(overview *o, const char *what, const char *why,
                 const char *next)
{
    if (o->nmissing == 8)
        return;
    o->what[o->nmissing] = what;
    o->why[o->nmissing] = why;
    o->next[o->nmissing++] = next;
}

/* A profile of several processes may be of any service, as its ids say. */
static bool has_profile_of_several(const overview *o)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.rung == CORR_RUNG_S1 &&
            corr_input_at(o->st, j.profile).service.n == 0)
            return true;
    }
    return false;
}

static bool has_profile_of(const overview *o, corr_str service)
{
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (in.used && in.nkinds && corr_str_eq(in.service, service))
            return true;
    }
    return false;
}

static void find_missing(overview *o, uint64_t spans, uint32_t profiles)
{
    const bool several = has_profile_of_several(o);
    char list[160] = "";
    uint32_t n = 0;

    if (profiles && !spans)
        miss(o, "no trace is here", "samples cannot be tied to requests",
             "add an exported trace");
    if (spans && !profiles)
        miss(o, "no profile is here", "the traces cannot say which code ran",
             "add a profile of the same time");
    for (uint32_t i = 1; profiles && i < o->nservices; i++) {
        const corr_service s = corr_service_at(o->st, i);
        size_t used = strlen(list);
        if (!s.spans || has_profile_of(o, s.name) || several)
            continue;
        snprintf(list + used, sizeof list - used, "%s%.*s", n ? ", " : "",
                 CORR_STR_ARG(s.name));
        n++;
    }
    if (n)
        miss(o, corr_report_text(o->r, "no profile of %s", list),
             "which code ran there cannot be said",
             "add a profile of the same time");
    for (uint32_t i = 0; i < o->njoins && spans; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        const corr_input in = corr_input_at(o->st, j.profile);
        if (corr_str_is(j.kind, "cpu") && in.scope == CORR_SCOPE_NONE &&
            (!j.rung || is_window(j.rung))) {
            miss(o,
                 corr_report_text(o->r, "no ids on the samples of %s", in.path),
                 "they cannot be tied to single requests", "corr help labels");
            break;
        }
    }
}

/* ---- coverage -------------------------------------------------------------------- */

typedef struct labelled {
    int64_t samples, with_id, joined, by_id;
} labelled;

/* Whether the id on a sample is what joined it. */
static bool names_request(corr_rung r)
{
    return r >= CORR_RUNG_S1 && r <= CORR_RUNG_R3;
}

static void put_coverage(overview *o)
{
    labelled c = { 0 };

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (size_t k = 0; in.used && k < in.nkinds; k++)
            if (is_labelled_kind(in.kinds[k].kind) && in.kinds[k].samples > 0 &&
                in.kinds[k].with_trace >= 0) {
                c.samples = corr_sum(c.samples, in.kinds[k].samples);
                c.with_id = corr_sum(c.with_id, in.kinds[k].with_trace);
            }
    }
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (!is_labelled_kind(j.kind) || !j.rung || is_window(j.rung))
            continue;
        c.joined = corr_sum(c.joined, j.observations);
        if (names_request(j.rung))
            c.by_id = corr_sum(c.by_id, j.observations);
    }
    double labels = c.samples ? (double)c.with_id / (double)c.samples : 0;
    double found = c.with_id ? (double)c.by_id / (double)c.with_id : 0;
    corr_report_put(o->r, "coverage.span_labels", corr_cell_share(labels));
    corr_report_put(o->r, "coverage.trace_found",
                    corr_cell_share(found < 1 ? found : 1));
    corr_report_put(o->r, "coverage.samples_joined",
                    c.samples
                        ? corr_cell_share((double)c.joined / (double)c.samples)
                        : corr_cell_share(0));
}

/* ---- the screen --------------------------------------------------------------------- */

static void head_line(overview *o)
{
    int64_t from = INT64_MAX;
    int64_t to = INT64_MIN;
    uint32_t services = 0;
    size_t files = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        files += in.files;
        if (in.from == CORR_NO_TIME || in.from == 0)
            continue;
        from = in.from < from ? in.from : from;
        to = in.to > to ? in.to : to;
    }
    for (uint32_t i = 1; i < o->nservices; i++)
        services += corr_service_at(o->st, i).name.n > 0;
    const char *when = "";
    if (from <= to)
        when = corr_report_text(o->r, ", %s",
                                cmd_print_window(o->ctx, o->r, from, to));
    const char *known = services
                            ? corr_report_text(o->r, ", %u service%s", services,
                                               services > 1 ? "s" : "")
                            : "";
    corr_report_head(o->r, "%zu file%s%s%s", files, files == 1 ? "" : "s",
                     known, when);
}

static bool ties_samples(const overview *o)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.rung && !is_window(j.rung) && j.observations > 0)
            return true;
    }
    return false;
}

/* The trace with the most samples: one that can be explained.  Without any,
 * the longest. */
static corr_trace_id trace_to_show(const overview *o)
{
    corr_err ignored = { 0 };
    corr_trace_id best = { 0, 0 };

    if (ties_samples(o)) {
        const corr_query q = { .joined = true };
        const corr_top_opts by_trace = { .by = CORR_BY_TRACE };
        const corr_sel *sel = cmd_select(o->ctx, &q, o->r, &ignored);
        corr_top *t = sel ? corr_top_of(sel, &by_trace, &ignored) : NULL;
        for (uint32_t i = 0; t && i < corr_top_size(t); i++) {
            best = corr_top_at(t, i).trace;
            if (best.hi | best.lo)
                break;
        }
        corr_top_free(t);
    }
    return best.hi | best.lo ? best : corr_longest_trace(o->st);
}

/* What to type now, on the same files. */
static void next_line(overview *o)
{
    char id[CORR_PRINT_MAX];
    const corr_trace_id trace = trace_to_show(o);
    const bool has_trace = trace.hi | trace.lo;
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
        cmd_print_short(id, trace);
        corr_report_field(o->r, "next", "corr span %s%s", id, files);
    }
    if (has_profile)
        corr_report_field(o->r, has_trace ? "" : "next", "corr top%s", files);
    if (has_ids && !has_trace)
        corr_report_field(o->r, "", "corr top --by span%s", files);
}

/* The files; columns in which nothing would stand are left out. */
static void put_files(overview *o)
{
    corr_column *c = corr_report_alloc(o->r, sizeof *c, 5);
    bool has_length = false, has_service = false;

    if (!c)
        return;
    memcpy(c, input_columns, sizeof input_columns);
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        has_length |= in.from != CORR_NO_TIME && in.to > in.from;
        has_service |= in.service.n > 0;
    }
    if (!has_length)
        c[2].title = NULL;
    if (!has_service)
        c[3].title = NULL;
    corr_report_table(o->r, NULL,
                      &(corr_table){ .columns = c,
                                     .ncolumns = 5,
                                     .nrows = o->ninputs,
                                     .cell = input_cell,
                                     .ctx = o },
                      CORR_SCREEN);
}

static void fill_screen(overview *o, uint64_t spans)
{
    head_line(o);
    put_files(o);
    corr_report_blank(o->r);
    say_unused(o);
    info_say_blocks(o->ctx, o->r);
    if (spans)
        say_joins(o);
    for (uint32_t i = 0; i < o->nmissing; i++)
        corr_report_field(o->r, i ? "" : "missing", "%s: %s", o->what[i],
                          o->why[i]);
    next_line(o);
}

static bool list_settings(overview *o)
{
    for (uint32_t i = 0; i < o->ninputs; i++)
        o->nsettings += (uint32_t)corr_input_at(o->st, i).nsettings;
    o->setting_of = corr_report_alloc(o->r, sizeof *o->setting_of,
                                      2 * (size_t)o->nsettings + 1);
    uint32_t at = 0;
    for (uint32_t i = 0; o->setting_of && i < o->ninputs; i++)
        for (uint32_t k = 0; k < corr_input_at(o->st, i).nsettings; k++) {
            o->setting_of[at++] = i;
            o->setting_of[at++] = k;
        }
    return o->setting_of != NULL;
}

static corr_code info_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    overview *o = corr_report_alloc(r, sizeof *o, 1);
    uint64_t spans = 0;
    uint32_t profiles = 0;
    corr_code code = corr_prepare(ctx->store, err);

    if (code || !o)
        return code ? code : corr_fail(err, CORR_ENOMEM, "out of memory");
    o->ctx = ctx;
    o->st = ctx->store;
    o->r = r;
    o->ninputs = (uint32_t)corr_inputs(o->st);
    o->nservices = (uint32_t)corr_services(o->st);
    o->njoins = (uint32_t)corr_joins(o->st);
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        spans += in.spans;
        profiles += in.used && in.nkinds;
    }
    if (!list_settings(o))
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    find_missing(o, spans, profiles);

    /* service 0 is what has no name: listed only if it has spans */
    o->first_service = o->nservices && !corr_service_at(o->st, 0).spans;
    corr_report_table(r, "services",
                      TABLE(service_columns, o->nservices - o->first_service,
                            service_cell, o),
                      CORR_DATA);
    fill_screen(o, spans);
    corr_report_table(r, "joins", TABLE(join_columns, o->njoins, join_cell, o),
                      CORR_DATA);
    put_coverage(o);
    corr_report_table(r, "missing",
                      TABLE(missing_columns, o->nmissing, missing_cell, o),
                      CORR_DATA);
    corr_report_table(r, "settings",
                      TABLE(setting_columns, o->nsettings, setting_cell, o),
                      CORR_DATA);
    return CORR_OK;
}

const cmd info_cmd = {
    .name = "info",
    .group = CMD_LOOK,
    .brief = "what is here, what joins with what, what is missing",
    .operands = "[FILE...]",
    .uses = USES_INPUTS | USES_OUTPUT | USES_INPUTS_AS_ROWS | USES_SUMS |
            USES_VERDICT,
    .subjects = subjects_info,
    .needs =
        CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS,
    .run = info_run,
};
