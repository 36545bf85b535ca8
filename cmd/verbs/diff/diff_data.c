/* diff_data - the functions of a comparison, as rows of the data. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

typedef struct rows_page {
    const diff_page *p;
    uint32_t shown;
    corr_diff_row rest; /* the rows not shown, and what no row answers for */
} rows_page;

typedef struct data_row {
    corr_diff_row w;
    corr_judged told; /* of what the row answers for */
    corr_frame_view f;
    const corr_frame_view *frame;
    const char *change, *mark;
    double value[2], delta, self[2], self_change;
    corr_cell pooled; /* null in the rows of no function */
    bool rest;
} data_row;

static const corr_column data_columns[] = {
    COL("base", REAL, data_row, value[0]),
    COL("new", REAL, data_row, value[1]),
    COL("change", REAL, data_row, delta),
    JUDGED_COLUMNS(data_row, told),
    COL("self_base", REAL, data_row, self[0]),
    COL("self_new", REAL, data_row, self[1]),
    COL("self_change", REAL, data_row, self_change),
    COL("base_share", SHARE, data_row, w.share[0]),
    COL("new_share", SHARE, data_row, w.share[1]),
    COL("base_observations", COUNT, data_row, w.obs[0]),
    COL("new_observations", COUNT, data_row, w.obs[1]),
    COL("ceiling", SHARE, data_row, w.ceiling),
    COL("class", TEXT, data_row, change),
    COL("mark", TEXT, data_row, mark),
    COL("frame", FRAME, data_row, frame),
    COL("renamed_from", TEXT, data_row, w.renamed_from),
    COL("caller", TEXT, data_row, w.caller),
    COL("inlined", TEXT, data_row, w.inlined),
    COL("pooled", CELL, data_row, pooled),
    COL("rest", BOOL, data_row, rest),
};

static const corr_judged unjudged = { { NAN, NAN, NAN }, NAN, NAN, NULL };

/* What a row answers for: the change of its region or, without one, of its self
 * cost for which no other row answers. */
static double change_of(const corr_diff_row *w)
{
    return w->told ? w->owned : w->region[1] - w->region[0];
}

static void fill_traffic(const rows_page *g, data_row *w)
{
    *w = (data_row){
        .w = { .share = { NAN, NAN }, .obs = { -1, -1 }, .ceiling = NAN },
        .told = unjudged,
        .change = "traffic",
        .value = { NAN, NAN },
        .delta = g->p->traffic,
        .self = { NAN, NAN },
        .self_change = NAN
    };
}

static void fill_change(const void *ctx, uint32_t i, void *row)
{
    const rows_page *g = ctx;
    data_row *w = row;

    if (i > g->shown) {
        fill_traffic(g, w);
        return;
    }
    *w = (data_row){ .rest = i == g->shown };
    w->w = w->rest ? g->rest : corr_diff_at(g->p->d, i);
    w->told = w->rest ? unjudged : w->w.told ? w->w.with : w->w.self;
    w->delta = w->rest ? w->w.owned : change_of(&w->w);
    w->self_change = w->w.delta;
    for (unsigned s = 0; s < 2; s++) {
        w->value[s] = w->w.region[s];
        w->self[s] = w->w.value[s];
    }
    w->change = w->rest ? "rest" : corr_change_name(diff_shown_change(&w->w));
    if (w->rest)
        return;
    w->f = corr_diff_frame(g->p->d, i);
    w->frame = &w->f;
    w->mark = diff_mark(w->told.mark);
    w->pooled = corr_cell_bool(w->w.pooled);
}

/* The rest makes the rows add up to the totals. */
static void sum_rest(rows_page *g)
{
    const diff_page *p = g->p;
    corr_diff_row *rest = &g->rest;

    *rest = (corr_diff_row){ .self = unjudged,
                             .region = { p->even[0], p->even[1] },
                             .with = unjudged,
                             .ceiling = NAN };
    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        const bool cut = i >= g->shown;
        rest->delta += cut ? w.delta : 0;
        for (unsigned s = 0; s < 2; s++) {
            rest->region[s] -= cut ? 0 : w.region[s];
            rest->value[s] += cut ? w.value[s] : 0;
            rest->share[s] += cut ? w.share[s] : 0;
            rest->obs[s] += cut ? w.obs[s] : 0;
        }
    }
    rest->owned = p->f.total[1] - p->f.total[0] - p->traffic;
    for (uint32_t i = 0; i < g->shown; i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        rest->owned -= change_of(&w);
    }
    /* not the residue of rounding */
    for (unsigned s = 0; s < 2; s++)
        if (fabs(rest->region[s]) < 1e-9 * fabs(p->even[s]))
            rest->region[s] = 0;
}

corr_code diff_put_rows(diff_page *p, bool on_screen, corr_err *err)
{
    const bool cut = p->ctx->output->count.given && p->ctx->output->target;
    const uint32_t n = corr_diff_size(p->d);
    const uint32_t most = cut ? cmd_rows(p->ctx, n) : n;
    rows_page *g = corr_report_alloc(p->r, sizeof *g, 1);

    if (!g)
        return corr_no_memory(err);
    *g = (rows_page){ .p = p, .shown = n < most ? n : most };
    sum_rest(g);
    corr_report_table(
        p->r, p->member,
        &CORR_FILLED(data_columns, g->shown + 1 + (p->f.mix.even ? 1 : 0),
                     fill_change, g),
        strcmp(p->member, "rows") == 0 ? CORR_PRIMARY : CORR_DATA);
    if (on_screen)
        diff_show_rows(p);
    return CORR_OK;
}
