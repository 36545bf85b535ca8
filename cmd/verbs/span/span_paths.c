/*
 * span_paths - the code of a span as a short list of paths.
 *
 * A path is the end of a stack in application code: the innermost application
 * function, its nearest application caller, and the library function that it
 * called.  If both are of one class, the caller of that class is named, too.
 * Samples with one path are one row, so the rows add up.
 */
#include <string.h>

#include "corr_sort.h"
#include "verbs/span/span.h"

/* Rows of a list; of one with few samples, all.  LEAST: samples that a row
 * needs; in a short form it has at least 1 / LEAST_OF_SHORT of the whole. */
enum { MOST_PATHS = 6, LEAST = 5, LEAST_OF_SHORT = 10 };

#define ARROW " \xe2\x86\x92 "
#define DOTS  "\xe2\x80\xa6"

OWNS(corr_tree)

typedef struct path {
    const char *name, *brief;
    int64_t value[SPAN_SIDES], obs[SPAN_SIDES];
    int64_t rank;
    uint32_t paths; /* the row stands for so many */
} path;

typedef struct paths {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_tree *t;
    corr_sel_facts f[SPAN_SIDES];
    uint32_t nside, main; /* main: the side that ranks */
    path *row;
    uint32_t n;
    bool is_short;
} paths;

/* ---- names ----------------------------------------------------------- */

/* "com.shop.Fraud" of "com.shop.Fraud.scan(int)"; empty: it has none. */
static corr_str owner_of(corr_str name)
{
    corr_str owner, rest;
    size_t n = name.n;

    for (size_t i = 1; i < name.n && n == name.n; i++)
        if (name.p[i] == '(' && name.p[i - 1] != '.')
            n = i;
    if (!corr_str_cut_last((corr_str){ name.p, n }, '.', &owner, &rest) &&
        !corr_str_cut_last((corr_str){ name.p, n }, ':', &owner, &rest))
        return (corr_str){ "", 0 };
    return owner;
}

static bool is_one_owner(corr_str a, corr_str b)
{
    return corr_str_eq(owner_of(a), owner_of(b));
}

/* Whether functions belong to one class, and not just to one package, whose
 * name begins small. */
static bool is_one_class(corr_str a, corr_str b)
{
    const corr_str owner = owner_of(a);
    size_t at = owner.n;

    while (at > 0 && !strchr("./:", owner.p[at - 1]))
        at--;
    return is_one_owner(a, b) && at < owner.n &&
           !(owner.p[at] >= 'a' && owner.p[at] <= 'z');
}

/* The name of a function after that of `before`: its class is not named
 * twice. */
static const char *next_name(const paths *p, const char *before,
                             const char *name)
{
    const corr_str mine = corr_str_of(name);
    const corr_str owner = owner_of(mine);

    if (before && owner.n && !p->ctx->output->wide &&
        is_one_owner(corr_str_of(before), mine) && mine.p[owner.n] == '.')
        return name + owner.n + 1;
    return cmd_name(p->ctx, p->r, name);
}

/* ---- paths ------------------------------------------------------------- */

/* Code that a runtime made to call other code. */
static bool is_generated(const char *name)
{
    static const char *const marks[] = { "$$Lambda", "$$EnhancerBy",
                                         "$$SpringCGLIB", "$$FastClass",
                                         "$Proxy" };

    for (size_t i = 0; i < COUNT(marks); i++)
        if (strstr(name, marks[i]))
            return true;
    return false;
}

static bool is_app(const paths *p, uint32_t i)
{
    const corr_node n = corr_tree_at(p->t, i);

    return corr_frame_is_app(&n.frame) && n.name[0] != '[' &&
           !is_generated(n.name);
}

/* The nearest application function above i, or 0. */
static uint32_t app_above(const paths *p, uint32_t i)
{
    for (i = corr_tree_at(p->t, i).parent; i; i = corr_tree_at(p->t, i).parent)
        if (is_app(p, i))
            return i;
    return 0;
}

static const char *name_at(const paths *p, uint32_t i)
{
    return corr_tree_at(p->t, i).name;
}

/* A stack without application code: its innermost functions. */
static void name_library(const paths *p, uint32_t leaf, path *to)
{
    const uint32_t up = corr_tree_at(p->t, leaf).parent;
    const char *name = cmd_name(p->ctx, p->r, name_at(p, leaf));

    to->brief = name;
    to->name =
        up ? corr_report_text(p->r, "%s" ARROW "%s",
                              cmd_name(p->ctx, p->r, name_at(p, up)), name)
           : name;
}

/* Names the path that ends in node `leaf`. */
static void name_path(const paths *p, uint32_t leaf, path *to)
{
    corr_report *r = p->r;
    uint32_t called = 0, app = leaf;

    for (; app && !is_app(p, app); app = corr_tree_at(p->t, app).parent)
        called = app;
    if (!app) {
        name_library(p, leaf, to);
        return;
    }
    const uint32_t up = app_above(p, app);
    const char *first = up ? name_at(p, up) : NULL;
    const char *name =
        first ? corr_report_text(r, "%s" ARROW "%s", next_name(p, NULL, first),
                                 next_name(p, first, name_at(p, app)))
              : next_name(p, NULL, name_at(p, app));
    to->name = to->brief = name;
    if (called) {
        to->name =
            corr_report_text(r, "%s" ARROW "%s", name,
                             next_name(p, name_at(p, app), name_at(p, called)));
        to->brief = to->name;
        return;
    }
    uint32_t over = up;
    while (over && is_one_class(corr_str_of(name_at(p, over)),
                                corr_str_of(name_at(p, app))))
        over = app_above(p, over);
    if (!up || !over || over == up)
        return;
    const bool is_near = app_above(p, up) == over;
    const char *caller = next_name(p, NULL, name_at(p, over));
    to->name = corr_report_text(r, "%s" ARROW "%s%s", caller,
                                is_near ? "" : DOTS ARROW, name);
    to->brief = corr_report_text(r, "%s" ARROW DOTS ARROW "%s", caller,
                                 next_name(p, first, name_at(p, app)));
}

/* Adds the samples that end in node i. */
static void add_node(paths *p, uint32_t i)
{
    const corr_node node = corr_tree_at(p->t, i);
    path *row = &p->row[p->n];
    bool any = false;

    *row = (path){ .paths = 1 };
    for (uint32_t side = 0; side < p->nside; side++) {
        row->value[side] = node.self[side];
        row->obs[side] = node.self_obs[side];
        any = any || row->value[side] || row->obs[side];
    }
    if (!any)
        return;
    name_path(p, i, row);
    p->n++;
}

static int cmp_names(const path *a, const path *b)
{
    return strcmp(a->name, b->name);
}

SORT_BY(path_by_name, path, THEN(cmp_names(a, b)))
SORT_BY(path_by_size, path, DESC(rank), THEN(cmp_names(a, b)))

static void add_path(const paths *p, path *to, const path *from)
{
    for (uint32_t side = 0; side < p->nside; side++) {
        to->value[side] += from->value[side];
        to->obs[side] += from->obs[side];
    }
}

/* Joins equal paths and orders them, largest first. */
static void sort_paths(paths *p)
{
    uint32_t n = 0;

    qsort(p->row, p->n, sizeof *p->row, path_by_name);
    for (uint32_t i = 0; i < p->n; i++) {
        if (n && cmp_names(&p->row[n - 1], &p->row[i]) == 0)
            add_path(p, &p->row[n - 1], &p->row[i]);
        else
            p->row[n++] = p->row[i];
    }
    p->n = n;
    for (uint32_t i = 0; i < n; i++)
        p->row[i].rank = p->row[i].value[p->main];
    qsort(p->row, n, sizeof *p->row, path_by_size);
}

/* Whether a row may stand alone: of many samples, it needs some. */
static bool is_worth_a_row(const paths *p, const path *row)
{
    const corr_sel_facts *f = &p->f[p->main];

    if (p->is_short && row->value[p->main] < f->whole / LEAST_OF_SHORT)
        return row == p->row;
    if (f->measured || f->observations < 30)
        return true;
    return row->obs[p->main] >= LEAST && row->value[p->main] >= f->whole / 200;
}

/* Folds the rows from `kept` on into one. */
static void fold_paths(paths *p)
{
    const bool all = p->ctx->output->all;
    const uint32_t most = cmd_rows(p->ctx, MOST_PATHS);
    uint32_t kept = 0;

    while (kept < p->n && (all || ((!most || kept < most) &&
                                   is_worth_a_row(p, &p->row[kept]))))
        kept++;
    if (kept + 1 >= p->n && kept > 0 && p->n <= MOST_PATHS + 1)
        return;
    for (uint32_t i = kept + 1; i < p->n; i++) {
        add_path(p, &p->row[kept], &p->row[i]);
        p->row[kept].paths++;
    }
    p->n = kept < p->n ? kept + 1 : kept;
}

/* The same in few rows; NULL: out of memory. */
static paths *short_paths(const paths *from)
{
    paths *p = corr_report_alloc(from->r, sizeof *p, 1);
    path *row = corr_report_alloc(from->r, sizeof *row, (size_t)from->n + 1);

    if (!p || !row)
        return NULL;
    memcpy(row, from->row, from->n * sizeof *row);
    *p = *from;
    p->row = row;
    p->is_short = true;
    fold_paths(p);
    return p;
}

/* ---- screen ------------------------------------------------------------ */

typedef struct path_row {
    const char *own, *alike;
    corr_words name;
} path_row;

static const char *count_text(const paths *p, const path *row, uint32_t side)
{
    return row->obs[side] == 0 && row->value[side] > 0
               ? "<1"
               : cmd_count(p->r, row->obs[side]);
}

/* "87%", or of few samples "17". */
static const char *amount_text(const paths *p, const path *row, uint32_t side)
{
    const corr_sel_facts *f = &p->f[side];
    const bool few =
        !f->measured && f->observations >= 0 && cmd_tied(f) < SPAN_SOME;

    if (row->obs[side] == 0 && row->value[side] == 0)
        return "";
    if (few || f->whole <= 0)
        return count_text(p, row, side);
    const double percent = 100 * (double)row->value[side] / (double)f->whole;
    return percent < 0.5 ? "<1%" : corr_report_text(p->r, "%.0f%%", percent);
}

static void fill_path(const void *ctx, uint32_t i, void *to)
{
    const paths *p = ctx;
    const path *row = &p->row[i];
    path_row *w = to;
    const bool is_count = p->nside == 1; /* its own count beside its share */

    *w = (path_row){
        .own = amount_text(p, row, 0),
        .alike = is_count ? count_text(p, row, 0) : amount_text(p, row, 1),
        .name = { row->name, row->brief },
    };
    if (row->paths > 1)
        w->name.full = w->name.brief = corr_report_text(
            p->r, "%u more path%s", row->paths, cmd_plural(row->paths));
}

static void put_paths(const paths *p, const char *own, const char *alike)
{
    const corr_column c[] = {
        SEE(own, CORR_COL_RIGHT, TEXT, path_row, own),
        SEE(alike, CORR_COL_RIGHT, TEXT, path_row, alike),
        SEE("function", CORR_COL_FLEX, TEXT, path_row, name),
    };

    cmd_screen(p->r, CORR_FILLED(c, p->n, fill_path, p));
}

corr_code span_say_paths(const cmd_ctx *ctx, corr_report *r,
                         const corr_sel *const *sel, uint32_t nside,
                         const char *own, const char *alike, corr_err *err)
{
    paths *p = corr_report_alloc(r, sizeof *p, 1);
    const corr_tree_opts how = { .show = cmd_show(ctx) };
    corr_tree *t = corr_tree_of(sel, nside, &how, err);

    if (!t)
        return err->code;
    own_corr_tree(r, t);
    if (p)
        *p = (paths){ .ctx = ctx,
                      .r = r,
                      .t = t,
                      .nside = nside,
                      .main = nside - 1,
                      .row = corr_report_alloc(r, sizeof *p->row,
                                               corr_tree_size(t)) };
    if (!p || !p->row)
        return corr_no_memory(err);
    for (uint32_t side = 0; side < nside; side++)
        p->f[side] = corr_sel_facts_of(sel[side]);
    for (uint32_t i = 1; i < corr_tree_size(t); i++)
        add_node(p, i);
    sort_paths(p);
    paths *brief = cmd_may_fold(ctx) ? short_paths(p) : NULL;
    fold_paths(p);
    if (p->n == 0)
        return CORR_OK;
    if (nside == 1 && amount_text(p, &p->row[0], 0)[0] != '\0' &&
        (p->f[0].total <= 0 || cmd_tied(&p->f[0]) < SPAN_SOME))
        own = NULL; /* counts say it once */
    if (brief && brief->n < p->n)
        corr_report_form(r, CORR_FORM_LONG, SPAN_RANK_CODE);
    put_paths(p, own, alike);
    if (brief && brief->n < p->n) {
        corr_report_form(r, CORR_FORM_SHORT, SPAN_RANK_CODE);
        put_paths(brief, own, alike);
    }
    corr_report_form(r, CORR_FORM_ANY, 0);
    return CORR_OK;
}
