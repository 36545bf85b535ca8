/* info_inputs - what each file holds, a line each. */
#include <string.h>

#include "verbs/info/info.h"

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

bool info_is_labelled_kind(corr_str kind)
{
    return corr_str_is(kind, "cpu") || corr_str_is(kind, "wall") ||
           corr_str_is(kind, "samples");
}

/* Whether samples of a file belong to spans, by whatever evidence. */
static bool is_joined(const overview *o, uint32_t row, corr_str kind)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.profile == row && j.observations > 0 && !info_is_window(j.rung) &&
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
    corr_str name;
    char n[CORR_PRINT_MAX];
    uint32_t others = 0;

    for (size_t i = 0; i < in->nkinds; i++) {
        others += in->kinds[i].total != 0;
        if (in->kinds[i].is_default)
            k = &in->kinds[i];
    }
    others -= k->total != 0;
    name = k->kind;
    name.n -= k->samples == 1 && corr_str_is(name, "samples"); /* "1 sample" */
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
    if (k->samples == 0)
        return corr_report_text(o->r, "no %.*s samples%s",
                                CORR_STR_ARG(k->kind), more);
    if (k->with_trace > 0)
        return corr_report_text(o->r, "%s %.*s, %lld%% %s%s", n,
                                CORR_STR_ARG(name),
                                (long long)(k->with_trace * 100 / k->samples),
                                brief ? "ids" : "have ids", brief ? "" : more);
    const bool lacks = k->with_trace == 0 && info_is_labelled_kind(k->kind) &&
                       !(brief && others) && !is_joined(o, row, k->kind);
    return corr_report_text(o->r, "%s %.*s%s%s", n, CORR_STR_ARG(name),
                            lacks ? ", no ids" : "", more);
}

/* "40 series, every 5 s" */
static const char *metric_words(const overview *o, const corr_input *in)
{
    char series[CORR_PRINT_MAX], points[CORR_PRINT_MAX], step[CORR_PRINT_MAX];

    corr_print_count(series, in->series);
    corr_print_count(points, (int64_t)in->points);
    if (in->is_alerts)
        return corr_report_text(o->r, "%s series of alerts", series);
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
    if (in->is_metrics)
        return metric_words(o, in);
    if (!in->is_traces && in->spans == 0)
        return "no samples";
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
    { NULL, "service", CORR_COL_SPARE_NEXT },
    { NULL, "holds", CORR_COL_FLEX },
};

void info_put_files(const overview *o)
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
