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
    if (!in->process.service.n)
        return "";
    return corr_report_text(
        o->r, "%.*s%s%.*s%s", CORR_STR_ARG(in->process.service),
        in->process.version.n ? " " : "", CORR_STR_ARG(in->process.version),
        in->process.by_file   ? " (by its file name)"
        : in->process.assumed ? " (assumed)"
        : in->process.by_pid  ? " (by pid)"
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
    uint32_t others = 0;

    for (size_t i = 0; i < in->nkinds; i++) {
        others += in->kinds[i].total != 0;
        if (in->kinds[i].is_default)
            k = &in->kinds[i];
    }
    others -= k->total != 0;
    name = k->kind;
    name.n -= k->samples == 1 && corr_str_is(name, "samples"); /* "1 sample" */
    const char *n = k->unit == CORR_BYTES ? cmd_bytes(o->r, k->total)
                                          : cmd_count(o->r, k->samples);
    const char *more = !others ? ""
                       : brief ? corr_report_text(o->r, ", %u more", others)
                               : corr_report_text(o->r, ", %u more kind%s",
                                                  others, cmd_plural(others));
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

/* "40 series, 80 points, every 5 s, 3 exemplars" */
static const char *metric_words(const overview *o, const corr_input *in)
{
    const char *series = cmd_count(o->r, in->series);
    const char *examples =
        in->exemplars
            ? corr_report_text(o->r, ", %s",
                               cmd_n(o->r, (int64_t)in->exemplars, "exemplar"))
            : "";
    if (in->is_alerts)
        return corr_report_text(o->r, "%s series of alerts", series);
    if (in->points == 0 && *examples)
        return corr_report_text(o->r, "%s series%s", series, examples);
    const char *points = cmd_n(o->r, (int64_t)in->points, "point");
    return corr_report_text(
        o->r, "%s series, %s%s%s%s", series, points,
        in->resolution ? ", every " : "",
        in->resolution ? cmd_length(o->r, in->resolution) : "", examples);
}

static const char *holds_words(const overview *o, uint32_t row,
                               const corr_input *in, bool brief)
{
    if (in->why_not)
        return "not used, see below";
    if (in->nkinds)
        return kind_words(o, row, in, brief);
    if (in->is_metrics)
        return metric_words(o, in);
    if (!in->is_traces && in->spans == 0)
        return "no samples";
    const char *spans = cmd_n(o->r, (int64_t)in->spans, "span");
    return brief ? spans
                 : corr_report_text(o->r, "%s, %s",
                                    cmd_n(o->r, (int64_t)in->traces, "trace"),
                                    spans);
}

typedef struct file_row {
    const char *path, *length;
    corr_words format, service, holds;
} file_row;

static bool has_length(const corr_input *in)
{
    return in->from != CORR_NO_TIME && in->to > in->from;
}

static void fill_file(const void *ctx, uint32_t i, void *row)
{
    const overview *o = ctx;
    const corr_input in = corr_input_at(o->st, i);

    *(file_row *)row = (file_row){
        .path = in.path,
        .length = has_length(&in) ? cmd_length(o->r, in.to - in.from) : NULL,
        .format = { format_words(o, &in), in.format },
        .service = { service_words(o, &in), cmd_str(o->r, in.process.service) },
        .holds = { holds_words(o, i, &in, false),
                   holds_words(o, i, &in, true) },
    };
}

void info_put_files(const overview *o)
{
    bool any_length = false, any_service = false;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        any_length |= has_length(&in);
        any_service |= in.process.service.n > 0;
    }
    const corr_column c[] = {
        SEE("file", CORR_COL_FLEX, TEXT, file_row, path),
        SEE("format", CORR_COL_DIM | CORR_COL_SPARE, TEXT, file_row, format),
        SEE(any_length ? "length" : NULL, CORR_COL_RIGHT, TEXT, file_row,
            length),
        SEE(any_service ? "service" : NULL, CORR_COL_SPARE_NEXT, TEXT, file_row,
            service),
        SEE("holds", CORR_COL_FLEX, TEXT, file_row, holds),
    };
    cmd_screen(o->r, CORR_FILLED(c, o->ninputs, fill_file, o));
}
