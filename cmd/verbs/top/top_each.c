/* top_each - see top_each.h. */
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
    return e->f.unit == CORR_COUNT
               ? corr_cell_text(corr_report_text(e->r, "%.2f", v))
               : corr_cell_amount((int64_t)llround(v), e->f.unit);
}

static corr_cell share(const each *e, int64_t v)
{
    return e->f.total ? corr_cell_share((double)v / (double)e->f.total)
                      : corr_cell_null();
}

static const char *key_of(const each *e, const corr_deconvolved_row *w)
{
    return corr_report_text(e->r, "%.*s: %.*s", CORR_STR_ARG(w->service),
                            CORR_STR_ARG(w->name));
}

/* ---- data ------------------------------------------------------------- */

enum {
    D_RANK,
    D_SELF,
    D_TOTAL,
    D_SELF_SHARE,
    D_TOTAL_SHARE,
    D_SELF_LO,
    D_SELF_HI,
    D_OBS,
    D_EACH,
    D_LO,
    D_HI,
    D_REQUESTS,
    D_WINDOWS,
    D_KEY,
    D_FRAME,
    D_REST,
    D_COUNT
};

static const corr_column data_columns[D_COUNT] = {
    [D_RANK] = { "rank", NULL, 0 },
    [D_SELF] = { "self", NULL, 0 },
    [D_TOTAL] = { "total", NULL, 0 },
    [D_SELF_SHARE] = { "self_share", NULL, 0 },
    [D_TOTAL_SHARE] = { "total_share", NULL, 0 },
    [D_SELF_LO] = { "self_lo", NULL, 0 },
    [D_SELF_HI] = { "self_hi", NULL, 0 },
    [D_OBS] = { "observations", NULL, 0 },
    [D_EACH] = { "per_request", NULL, 0 },
    [D_LO] = { "per_request_lo", NULL, 0 },
    [D_HI] = { "per_request_hi", NULL, 0 },
    [D_REQUESTS] = { "requests", NULL, 0 },
    [D_WINDOWS] = { "windows", NULL, 0 },
    [D_KEY] = { "key", NULL, 0 },
    [D_FRAME] = { "frame", NULL, CORR_COL_FRAME },
    [D_REST] = { "rest", NULL, 0 },
};

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const each *e = ctx;
    const bool rest = row >= e->shown;
    corr_deconvolved_row w = { .total = e->left };

    if (!rest)
        w = corr_deconvolved_at(e->d, row);
    const bool known = rest || !isnan(w.each);
    switch (column) {
    case D_SELF:
    case D_TOTAL:
        return known ? corr_cell_amount(w.total, e->f.unit) : corr_cell_null();
    case D_SELF_SHARE:
    case D_TOTAL_SHARE:
        return known ? share(e, w.total) : corr_cell_null();
    case D_REST:
        return corr_cell_bool(rest);
    default:
        break;
    }
    if (rest)
        return corr_cell_null();
    switch (column) {
    case D_RANK:
        return corr_cell_count((int64_t)row + 1);
    case D_EACH:
        return isnan(w.each) ? corr_cell_null() : corr_cell_real(w.each);
    case D_LO:
        return isnan(w.lo) ? corr_cell_null() : corr_cell_real(w.lo);
    case D_HI:
        return isnan(w.hi) ? corr_cell_null() : corr_cell_real(w.hi);
    case D_REQUESTS:
        return corr_cell_real(w.requests);
    case D_WINDOWS:
        return corr_cell_count(w.windows);
    case D_KEY:
        return corr_cell_text(key_of(e, &w));
    default:
        return corr_cell_null();
    }
}

/* ---- screen ----------------------------------------------------------- */

static const corr_column columns[] = {
    { NULL, "per request", CORR_COL_RIGHT },
    { NULL, "from", CORR_COL_RIGHT },
    { NULL, "to", CORR_COL_RIGHT },
    { NULL, "requests", CORR_COL_RIGHT },
    { NULL, "all of them", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "operation", CORR_COL_FLEX },
};

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const each *e = ctx;

    if (row >= e->shown)
        return column == 4   ? corr_cell_amount(e->left, e->f.unit)
               : column == 5 ? corr_cell_text(e->words)
                             : corr_cell_null();
    const corr_deconvolved_row w = corr_deconvolved_at(e->d, row);
    switch (column) {
    case 0:
        return amount(e, w.each);
    case 1:
        return amount(e, w.lo);
    case 2:
        return amount(e, w.hi);
    case 3:
        return corr_cell_count((int64_t)llround(w.requests));
    case 4:
        return isnan(w.each) ? corr_cell_null()
                             : corr_cell_amount(w.total, e->f.unit);
    default:
        return corr_cell_text(
            w.few ? corr_report_text(e->r, "%s (in too few windows)",
                                     key_of(e, &w))
            : w.parallel_for
                ? corr_report_text(e->r, "%s (always as often as others)",
                                   key_of(e, &w))
                : key_of(e, &w));
    }
}

/* ---- the whole -------------------------------------------------------- */

static void free_deconvolved(void *p)
{
    corr_deconvolved_free(p);
}

static const char *why_not(corr_report *r, const corr_deconvolved_facts *f)
{
    switch (f->why) {
    case CORR_DECONVOLVED_TIED:
        return "samples are tied to spans by what they say themselves: leave "
               "out --deconvolve";
    case CORR_DECONVOLVED_STATE:
        return "what is live at a moment, or counted since the program began, "
               "is not what requests of a time cost";
    case CORR_DECONVOLVED_WINDOWS:
        return corr_report_text(
            r,
            "%u profile%s of a known time and process in which it had "
            "requests: at least %d are needed to estimate what each costs",
            f->windows, f->windows == 1 ? "" : "s",
            CORR_DECONVOLVED_WINDOWS_LEAST);
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
    corr_report_own(r, d, free_deconvolved);
    const corr_deconvolved_facts k = corr_deconvolved_facts_of(d);
    each *data = each_of(r, d, &f, cmd_rows(ctx, UINT32_MAX));
    each *screen = each_of(r, d, &f, cmd_rows(ctx, 20));
    if (!data || !screen)
        return corr_no_memory(err);
    corr_report_table(r, "rows",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = D_COUNT,
                                     .nrows = k.why ? 0 : data->shown + 1,
                                     .cell = data_cell,
                                     .ctx = data },
                      CORR_PRIMARY);
    corr_report_blank(r);
    if (k.why) {
        cmd_warn(r, "CANNOT_ESTIMATE", why_not(r, &k));
        corr_report_verdict(r, CORR_CANNOT_TELL);
        return CORR_OK;
    }
    cmd_warn(r, "ESTIMATED",
             corr_report_text(
                 r,
                 "estimated: no sample says whose it is; what %u windows hold "
                 "is fitted to how many requests of each name they had, and "
                 "the range is that if any one of them is left out",
                 k.windows));
    corr_report_blank(r);
    corr_report_table(r, NULL,
                      &(corr_table){ .columns = columns,
                                     .ncolumns = 6,
                                     .nrows = screen->shown + 1,
                                     .cell = screen_cell,
                                     .ctx = screen },
                      CORR_SCREEN);
    return CORR_OK;
}
