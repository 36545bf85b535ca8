/* exemplar_page - a row for each, and the largest ones on a screen. */
#include "page/exemplar_page.h"

#include <string.h>

const char *cmd_spaced_series(corr_report *r, const char *name)
{
    const char *text = "";
    const char *end;

    while ((end = strstr(name, "\",")) != NULL) {
        text =
            corr_report_text(r, "%s%.*s ", text, (int)(end + 2 - name), name);
        name = end + 2;
    }
    return corr_report_text(r, "%s%s", text, name);
}

typedef struct exemplar_row {
    uint32_t n; /* number of the input, from 1 */
    corr_exemplar e;
} exemplar_row;

static const corr_column exemplar_columns[] = {
    COL("input", COUNT, exemplar_row, n),
    COL("series", TEXT, exemplar_row, e.series),
    COL("value", REAL, exemplar_row, e.value),
    COL("at_unix_ns", TIME, exemplar_row, e.time),
    COL("trace_id", TRACE, exemplar_row, e.trace),
    COL("span_id", SPAN, exemplar_row, e.span),
    COL("here", BOOL, exemplar_row, e.is_here),
};

OWNS(corr_exemplars)

static bool is_asked_exemplar(const corr_exemplar *e, int64_t from, int64_t to)
{
    return from == to || (e->time >= from && e->time < to);
}

const corr_exemplars *cmd_put_exemplars(const cmd_ctx *ctx, corr_report *r,
                                        int64_t from, int64_t to, corr_err *err)
{
    corr_exemplars *x = corr_exemplars_of(ctx->store, NULL, err);
    uint32_t n = 0;

    if (!x)
        return NULL;
    own_corr_exemplars(r, x);
    exemplar_row *row =
        corr_report_alloc(r, sizeof *row, (size_t)corr_exemplars_size(x) + 1);
    for (uint32_t i = 0; row && i < corr_exemplars_size(x); i++) {
        const corr_exemplar e = corr_exemplar_at(x, i);
        if (is_asked_exemplar(&e, from, to))
            row[n++] = (exemplar_row){ e.input + 1, e };
    }
    cmd_data(r, "exemplars", CORR_ROWS(exemplar_columns, n, row));
    return x;
}

bool cmd_say_exemplars(const cmd_ctx *ctx, corr_report *r,
                       const corr_exemplars *x, int64_t from, int64_t to)
{
    enum { MOST = 8 };
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_exemplars_size(x); i++) {
        const corr_exemplar e = corr_exemplar_at(x, i);
        const bool is_traced = e.trace.hi || e.trace.lo;
        if (!is_asked_exemplar(&e, from, to) || n++ >= MOST)
            continue;
        corr_report_field(
            r, n == 1 ? "exemplars" : "", "%g  %s  %s%s%s  %s", e.value,
            e.time == CORR_NO_TIME ? "?" : cmd_clock(ctx, r, e.time),
            is_traced ? "trace " : "no trace",
            !is_traced  ? ""
            : e.is_here ? cmd_short(r, e.trace, e.time)
                        : cmd_trace_id(r, e.trace),
            !is_traced || e.is_here ? "" : " (not here)",
            cmd_spaced_series(r, e.series));
    }
    if (n > MOST)
        corr_report_field(r, "", "%s (--json)",
                          cmd_n(r, n - MOST, "more exemplar"));
    return n > 0;
}
