#include "verbs/top/top_each.h"

#include <math.h>

#include "corr_deconvolved.h"

/* The first rows, and one more for what they leave of the whole. */
typedef struct each {
    corr_report *r;
    const corr_deconvolved *d;
    corr_sel_facts f;
    uint32_t shown;
    int64_t left;
    const char *words; /* of the last row */
} each;

static corr_cell amount(const each *e, double v)
{
    if (isnan(v))
        return corr_cell_null();
    return corr_is_plain(e->f.unit)
               ? corr_cell_text(corr_report_text(
                     e->r, "%.2f", v / (double)corr_unit_parts(e->f.unit)))
               : corr_cell_amount((int64_t)llround(v), e->f.unit);
}

static const char *operation_key(const each *e, const corr_deconvolved_row *w)
{
    return corr_report_text(e->r, "%.*s: %.*s", CORR_STR_ARG(w->service),
                            CORR_STR_ARG(w->name));
}

static const char *operation_name(const each *e, const corr_deconvolved_row *w)
{
    return corr_report_text(e->r, "%s%s", operation_key(e, w),
                            w->few            ? " (in too few windows)"
                            : w->parallel_for ? " (always as often as others)"
                                              : "");
}

/* ---- rows ------------------------------------------------------------- */

typedef struct each_row {
    corr_deconvolved_row w;
    uint32_t rank;
    int64_t total, obs, windows, requests;
    double share;
    corr_cell each, lo, hi;
    const char *key, *name;
    const corr_frame_view *frame;
    bool rest;
} each_row;

static const corr_column data_columns[] = {
    COL("rank", POSITIVE, each_row, rank),
    COL("self", AMOUNT, each_row, total),
    COL("total", AMOUNT, each_row, total),
    COL("self_share", SHARE, each_row, share),
    COL("total_share", SHARE, each_row, share),
    COL("self_lo", COUNT, each_row, obs),
    COL("self_hi", COUNT, each_row, obs),
    COL("observations", COUNT, each_row, obs),
    COL("per_request", REAL, each_row, w.each),
    COL("per_request_lo", REAL, each_row, w.lo),
    COL("per_request_hi", REAL, each_row, w.hi),
    COL("requests", REAL, each_row, w.requests),
    COL("windows", COUNT, each_row, windows),
    COL("key", TEXT, each_row, key),
    COL("frame", FRAME, each_row, frame),
    COL("rest", BOOL, each_row, rest),
};

static const corr_column columns[] = {
    SEE("per request", CORR_COL_RIGHT, CELL, each_row, each),
    SEE("from", CORR_COL_RIGHT, CELL, each_row, lo),
    SEE("to", CORR_COL_RIGHT, CELL, each_row, hi),
    SEE("requests", CORR_COL_RIGHT, COUNT, each_row, requests),
    SEE("all of them", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, AMOUNT, each_row,
        total),
    SEE("operation", CORR_COL_FLEX, TEXT, each_row, name),
};

static double share_of_total(const each *e, int64_t v)
{
    return e->f.whole ? (double)v / (double)e->f.whole : NAN;
}

static void fill_each(const void *ctx, uint32_t i, void *row)
{
    const each *e = ctx;
    each_row *w = row;

    *w =
        (each_row){ .w = { .each = NAN, .lo = NAN, .hi = NAN, .requests = NAN },
                    .total = e->left,
                    .obs = -1, /* no row knows it */
                    .windows = -1,
                    .requests = -1,
                    .share = share_of_total(e, e->left),
                    .name = e->words,
                    .rest = i >= e->shown };
    if (w->rest)
        return;
    w->w = corr_deconvolved_at(e->d, i);
    w->rank = i + 1;
    w->total = isnan(w->w.each) ? CORR_NO_INT : w->w.total;
    w->windows = w->w.windows;
    w->requests = llround(w->w.requests);
    w->share = isnan(w->w.each) ? NAN : share_of_total(e, w->w.total);
    w->each = amount(e, w->w.each);
    w->lo = amount(e, w->w.lo);
    w->hi = amount(e, w->w.hi);
    w->key = operation_key(e, &w->w);
    w->name = operation_name(e, &w->w);
}

/* ---- the whole -------------------------------------------------------- */

OWNS(corr_deconvolved)

static const char *why_not(corr_report *r, const corr_deconvolved_facts *f)
{
    switch (f->why) {
    case CORR_DECONVOLVED_TIED:
        return "samples are tied to spans by what they say themselves: leave "
               "out --deconvolve";
    case CORR_DECONVOLVED_STATE:
        return "a count of what is in use, or since the start, is no cost of "
               "requests";
    case CORR_DECONVOLVED_WINDOWS:
        return corr_report_text(
            r,
            "only %u profile%s can be tied to its requests by "
            "time, of %d at least",
            f->windows, cmd_plural(f->windows), CORR_DECONVOLVED_WINDOWS_LEAST);
    case CORR_DECONVOLVED_MANY:
        return corr_report_text(
            r, "there are more names of requests than %u windows can tell",
            f->windows);
    case CORR_DECONVOLVED_KNOWN:
        break;
    }
    return NULL;
}

static each *each_of(corr_report *r, const corr_deconvolved *d,
                     const corr_sel_facts *f, uint32_t most)
{
    each *e = corr_report_alloc(r, sizeof *e, 1);
    const uint32_t n = corr_deconvolved_size(d);

    if (!e)
        return NULL;
    *e = (each){ .r = r, .d = d, .f = *f, .shown = n < most ? n : most };
    e->left = corr_deconvolved_facts_of(d).left;
    for (uint32_t i = e->shown; i < n; i++)
        e->left = corr_sum(e->left, corr_deconvolved_at(d, i).total);
    e->words = e->shown < n ? corr_report_text(r, "%u more, and what is left",
                                               n - e->shown)
                            : "what these do not explain";
    return e;
}

corr_code top_each(const cmd_ctx *ctx, corr_report *r, const corr_sel *sel,
                   corr_err *err)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);
    corr_deconvolved *d = corr_deconvolved_of(sel, err);

    if (!d)
        return err->code;
    own_corr_deconvolved(r, d);
    const corr_deconvolved_facts k = corr_deconvolved_facts_of(d);
    each *data = each_of(r, d, &f, cmd_rows(ctx, UINT32_MAX));
    each *screen = each_of(r, d, &f, cmd_rows(ctx, 20));
    if (!data || !screen)
        return corr_no_memory(err);
    cmd_primary(r, "rows",
                CORR_FILLED(data_columns, k.why ? 0 : data->shown + 1,
                            fill_each, data, .unit = f.unit));
    corr_report_blank(r);
    if (k.why) {
        cmd_warn_text(r, "CANNOT_ESTIMATE", why_not(r, &k));
        corr_report_verdict(r, CORR_CANNOT_TELL);
        return CORR_OK;
    }
    cmd_warn(r, "ESTIMATED",
             "estimated: costs are fitted to the requests of %u windows",
             k.windows);
    corr_report_blank(r);
    cmd_screen(r, CORR_FILLED(columns, screen->shown + 1, fill_each, screen,
                              .unit = f.unit));
    return CORR_OK;
}
