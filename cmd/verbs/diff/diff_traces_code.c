/* diff_traces_code - the functions on the critical paths of two traces. */
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "verbs/diff/diff_traces.h"

/* With fewer samples on both sides together a note calls them few. */
enum { MOST_FUNCTIONS = 5, FEW = 30 };

OWNS(corr_path_code)

typedef struct function_row {
    corr_str function;
    corr_frame_view frame;
    int64_t ns[2], obs[2], delta, size;
} function_row;

typedef struct code_page {
    const traces_page *p;
    const function_row *row;
    uint32_t n;
    corr_sel_facts f[2];
    int64_t obs[2];
    bool scaled;
} code_page;

SORT_BY(function_by_name, function_row, ASC_STR(function))

SORT_BY(function_by_change, function_row, DESC(size), ASC_STR(function))

/* ---- both sides ------------------------------------------------------------ */

static corr_code path_code(const traces_page *p, unsigned s,
                           const corr_path_code **c, corr_sel_facts *f,
                           corr_err *err)
{
    corr_query q = p->q[s];

    q.span = 0;
    q.reach = CORR_REQUEST;
    const corr_show show = cmd_show(p->ctx);
    cmd_ctx its = *p->ctx;
    its.store = p->st[s];
    const corr_sel *sel = cmd_select(&its, &q, p->r, err);
    corr_path_code *made =
        sel ? corr_path_code_of(p->w[s], sel, &show, err) : NULL;
    if (!made)
        return err->code;
    own_corr_path_code(p->r, made);
    *c = made;
    *f = corr_sel_facts_of(sel);
    return CORR_OK;
}

/* Whether a span is below the root that is compared. */
static bool is_compared(const traces_page *p, unsigned s, uint32_t span)
{
    const uint32_t root = p->f.root[s];

    return span >= root && span < corr_waterfall_at(p->w[s], root).end_index;
}

/* Adds the functions of a side, a row a span and function. */
static uint32_t list_code(code_page *c, unsigned s, const corr_path_code *of,
                          function_row *row)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_path_code_size(of); i++) {
        const corr_path_row v = corr_path_code_at(of, i);
        if (!is_compared(c->p, s, v.span))
            continue;
        row[n] =
            (function_row){ .function = v.frame.function, .frame = v.frame };
        row[n].ns[s] = v.ns;
        row[n].obs[s] = v.obs < 0 ? 0 : v.obs;
        c->obs[s] += row[n].obs[s];
        c->scaled = c->scaled || v.scaled;
        n++;
    }
    return n;
}

/* Sums the rows of each function. */
static uint32_t sum_functions(function_row *row, uint32_t n)
{
    uint32_t kept = 0;

    if (n)
        qsort(row, n, sizeof *row, function_by_name);
    for (uint32_t i = 0; i < n; i++) {
        function_row *sum = kept ? &row[kept - 1] : NULL;
        if (!sum || !corr_str_eq(sum->function, row[i].function)) {
            row[kept++] = row[i];
            continue;
        }
        for (unsigned s = 0; s < 2; s++) {
            sum->ns[s] += row[i].ns[s];
            sum->obs[s] += row[i].obs[s];
        }
    }
    for (uint32_t i = 0; i < kept; i++) {
        row[i].delta = row[i].ns[1] - row[i].ns[0];
        row[i].size = row[i].delta < 0 ? -row[i].delta : row[i].delta;
    }
    if (kept)
        qsort(row, kept, sizeof *row, function_by_change);
    return kept;
}

/* ---- data and screen ------------------------------------------------------- */

static const corr_column data_columns[] = {
    COL("base_ns", INT, function_row, ns[0]),
    COL("new_ns", INT, function_row, ns[1]),
    COL("change_ns", INT, function_row, delta),
    COL("base_observations", COUNT, function_row, obs[0]),
    COL("new_observations", COUNT, function_row, obs[1]),
    COL("function", TEXT, function_row, function),
};

typedef struct shown_row {
    const char *ns[2], *change;
    int64_t obs[2];
    corr_words name;
} shown_row;

static void fill_shown_function(const void *ctx, uint32_t i, void *row)
{
    const code_page *c = ctx;
    const traces_page *p = c->p;
    const function_row *v = &c->row[i];
    shown_row *w = row;

    *w = (shown_row){
        .change = traces_time(p, v->delta, true),
        .obs = { v->obs[0], v->obs[1] },
        .name = { cmd_name(p->ctx, p->r, cmd_str(p->r, v->function)), NULL },
    };
    for (unsigned s = 0; s < 2; s++)
        w->ns[s] =
            v->obs[s] || v->ns[s] ? traces_time(p, v->ns[s], false) : "-";
}

static void put_functions(const code_page *c)
{
    static const corr_column columns[] = {
        SEE("base", CORR_COL_RIGHT, TEXT, shown_row, ns[0]),
        SEE("new", CORR_COL_RIGHT, TEXT, shown_row, ns[1]),
        SEE("change", CORR_COL_RIGHT, TEXT, shown_row, change),
        SEE("n", CORR_COL_RIGHT, COUNT, shown_row, obs[0]),
        SEE("new", CORR_COL_RIGHT, COUNT, shown_row, obs[1]),
        SEE("function", CORR_COL_FLEX, TEXT, shown_row, name),
    };
    const traces_page *p = c->p;
    const uint32_t n =
        c->n < MOST_FUNCTIONS || p->ctx->output->all ? c->n : MOST_FUNCTIONS;

    corr_report_blank(p->r);
    corr_report_head(p->r,
                     "code on the critical path (%.*s): %s of the base, %s of "
                     "the new trace",
                     CORR_STR_ARG(c->f[c->obs[1] > 0].kind),
                     cmd_n(p->r, c->obs[0], "sample"),
                     cmd_n(p->r, c->obs[1], "sample"));
    if (c->obs[0] + c->obs[1] < FEW)
        cmd_say_sure(p->r, &c->f[c->obs[1] > 0],
                     (double)(c->obs[0] + c->obs[1]), false);
    cmd_screen(p->r, CORR_FILLED(columns, n, fill_shown_function, c));
    if (n < c->n)
        corr_report_line(p->r, "%u more (--all)", c->n - n);
}

corr_code traces_put_code(const traces_page *p, corr_err *err)
{
    const corr_path_code *of[2] = { NULL, NULL };
    code_page *c = corr_report_alloc(p->r, sizeof *c, 1);
    corr_code code = c ? CORR_OK : corr_no_memory(err);

    if (!code)
        *c = (code_page){ .p = p };
    for (unsigned s = 0; !code && s < 2; s++)
        code = path_code(p, s, &of[s], &c->f[s], err);
    if (code)
        return code;
    function_row *row = corr_report_alloc(p->r, sizeof *row,
                                          (size_t)corr_path_code_size(of[0]) +
                                              corr_path_code_size(of[1]) + 1);
    if (!row)
        return corr_no_memory(err);
    for (unsigned s = 0; s < 2; s++)
        c->n += list_code(c, s, of[s], row + c->n);
    c->n = sum_functions(row, c->n);
    c->row = row;
    cmd_data(p->r, "path_code", CORR_ROWS(data_columns, c->n, row));
    if (c->n && !p->f.same && p->scale > 0)
        put_functions(c);
    return CORR_OK;
}
