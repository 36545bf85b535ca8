/* diff_beside - what stands beside the rows of a comparison. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

/* ---- data --------------------------------------------------------------- */

enum {
    A_WHAT,
    A_KIND,
    A_UNIT,
    A_PER,
    A_OPERATION,
    A_NAME,
    A_CALLER,
    A_FRAME,
    A_CLASS,
    A_BASE,
    A_NEW,
    A_DELTA,
    A_RATIO,
    A_LO,
    A_HI,
    A_P,
    A_Q,
    A_MARK
};

static const corr_column data_columns[] = {
    [A_WHAT] = { "what", NULL, 0 },
    [A_KIND] = { "kind", NULL, 0 },
    [A_UNIT] = { "unit", NULL, 0 },
    [A_PER] = { "per", NULL, 0 },
    [A_OPERATION] = { "operation", NULL, 0 },
    [A_NAME] = { "name", NULL, 0 },
    [A_CALLER] = { "caller", NULL, 0 },
    [A_FRAME] = { "frame", NULL, CORR_COL_FRAME },
    [A_CLASS] = { "class", NULL, 0 },
    [A_BASE] = { "base", NULL, 0 },
    [A_NEW] = { "new", NULL, 0 },
    [A_DELTA] = { "delta", NULL, 0 },
    [A_RATIO] = { "ratio", NULL, 0 },
    [A_LO] = { "ratio_lo", NULL, 0 },
    [A_HI] = { "ratio_hi", NULL, 0 },
    [A_P] = { "p", NULL, 0 },
    [A_Q] = { "q", NULL, 0 },
    [A_MARK] = { "mark", NULL, 0 },
};

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const diff_page *p = ctx;
    const corr_also_row *a = &p->also[row];

    switch (column) {
    case A_WHAT:
        return corr_cell_text(corr_also_name(a->what));
    case A_KIND:
        return corr_cell_str(a->kind);
    case A_UNIT:
        return corr_cell_text(corr_unit_name(a->unit));
    case A_PER:
        return corr_cell_text(corr_per_name(a->per));
    case A_OPERATION:
        return a->operation.n ? corr_cell_str(a->operation) : corr_cell_null();
    case A_NAME:
        return corr_cell_text(a->name);
    case A_CALLER:
        return corr_cell_text(a->caller);
    case A_FRAME:
        return a->what == CORR_ALSO_THREAD ? corr_cell_null()
                                           : corr_cell_frame(a->frame);
    case A_CLASS:
        return corr_cell_text(corr_change_name(a->change));
    case A_BASE:
        return corr_cell_real(a->value[0]);
    case A_NEW:
        return corr_cell_real(a->value[1]);
    case A_DELTA:
        return corr_cell_real(a->delta);
    case A_RATIO:
        return corr_cell_real(a->ratio);
    case A_LO:
        return corr_cell_real(a->lo);
    case A_HI:
        return corr_cell_real(a->hi);
    case A_P:
        return corr_cell_real(a->p);
    case A_Q:
        return corr_cell_real(a->q);
    default:
        return corr_cell_text(diff_mark(a->mark));
    }
}

static void free_also(void *a)
{
    corr_also_free(a);
}

corr_code diff_put_also(diff_page *p, corr_err *err)
{
    corr_also *a = corr_also_of(p->ctx->store, p->side, &p->opts, p->d, err);

    if (!a)
        return err->code;
    corr_report_own(p->r, a, free_also);
    const uint32_t n = corr_also_size(a);
    corr_also_row *list = corr_report_alloc(p->r, sizeof *list, (size_t)n + 1);
    if (!list)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < n; i++)
        list[i] = corr_also_at(a, i);
    p->also = list;
    p->nalso = n;
    corr_report_table(p->r, "also",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COUNT(data_columns),
                                     .nrows = p->nalso,
                                     .cell = data_cell,
                                     .ctx = p },
                      CORR_DATA);
    return CORR_OK;
}

/* ---- screen: other kinds, and threads ----------------------------------- */

enum { S_CLASS, S_BASE, S_NEW, S_DELTA, S_RATIO, S_RANGE, S_NAME, S_COUNT };

/* What is shown of one kind. */
typedef struct kind_page {
    diff_page p; /* in the unit of the kind */
    const corr_also_row *row;
    uint32_t n;
} kind_page;

static const char *also_name(const kind_page *k, const corr_also_row *a,
                             bool brief)
{
    const bool cut = brief && a->what != CORR_ALSO_THREAD;
    const char *name = cut ? diff_brief(a->name) : a->name;

    return a->caller ? corr_report_text(k->p.r, "%s ← %s", name,
                                        cut ? diff_brief(a->caller) : a->caller)
                     : name;
}

static corr_cell kind_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const kind_page *k = ctx;
    const corr_also_row *a = &k->row[row];

    switch (column) {
    case S_CLASS:
        return corr_cell_text(corr_report_text(
            k->p.r, "%s %s", corr_change_name(a->change), diff_mark(a->mark)));
    case S_BASE:
        return corr_cell_text(diff_value(&k->p, a->value[0], false));
    case S_NEW:
        return corr_cell_text(diff_value(&k->p, a->value[1], false));
    case S_DELTA:
        return corr_cell_text(diff_value(&k->p, a->delta, true));
    case S_RATIO:
        return corr_cell_text(diff_ratio(&k->p, a->ratio));
    case S_RANGE:
        return corr_cell_text(diff_range(&k->p, a->lo, a->hi));
    default:
        return corr_cell_either(also_name(k, a, false), also_name(k, a, true));
    }
}

static bool same_table(const corr_also_row *a, const corr_also_row *b)
{
    return a->what == b->what && corr_str_eq(a->kind, b->kind);
}

static void put_kind(diff_page *p, const corr_also_row *row, uint32_t n)
{
    static const corr_column columns[S_COUNT] = {
        [S_CLASS] = { NULL, "", 0 },
        [S_BASE] = { NULL, "base", CORR_COL_RIGHT },
        [S_NEW] = { NULL, "new", CORR_COL_RIGHT },
        [S_DELTA] = { NULL, "delta", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
        [S_RATIO] = { NULL, "ratio", CORR_COL_RIGHT | CORR_COL_SPARE_LAST },
        [S_RANGE] = { NULL, "95%", CORR_COL_SPARE },
        [S_NAME] = { NULL, "", CORR_COL_FLEX },
    };
    enum { MOST = 3 };
    kind_page *k = corr_report_alloc(p->r, sizeof *k, 1);

    if (!k)
        return;
    *k = (kind_page){ .p = *p, .row = row, .n = n < MOST ? n : MOST };
    k->p.f.unit = row->unit;
    k->p.f.per = row->per;
    k->p.f.standing = row->standing;
    k->p.f.of_each = row->of_each;
    k->p.f.total[0] = k->p.f.total[1] = 0;
    for (uint32_t i = 0; i < k->n; i++)
        for (unsigned w = 0; w < 2; w++)
            k->p.f.total[w] = fmax(k->p.f.total[w], row[i].value[w]);
    diff_page_init(&k->p);
    corr_report_blank(p->r);
    corr_report_line(
        p->r, "also %s%s%s %s%s",
        row->what == CORR_ALSO_THREAD ? "CPU by the clock of threads"
                                      : diff_kind_words(p, row->kind),
        *k->p.unit ? ", " : "", k->p.unit, diff_per_words(&k->p),
        n > k->n ? corr_report_text(p->r, "; the first %u of %u", k->n, n)
                 : "");
    corr_report_table(p->r, NULL,
                      &(corr_table){ .columns = columns,
                                     .ncolumns = S_COUNT,
                                     .nrows = k->n,
                                     .cell = kind_cell,
                                     .ctx = k },
                      CORR_SCREEN);
}

static void put_kinds(diff_page *p)
{
    const uint32_t last = p->nalso;

    for (uint32_t i = 0, n; i < last; i += n) {
        for (n = 1; i + n < last && same_table(&p->also[i], &p->also[i + n]);)
            n++;
        if (p->also[i].what != CORR_ALSO_OPERATION)
            put_kind(p, &p->also[i], n);
    }
}

/* ---- screen: operations ------------------------------------------------- */

/* "mergeRules: ×1.90 under /quote, ×1.02 under /checkout" */
static void say_operations(diff_page *p)
{
    enum { MOST_FUNCTIONS = 3, MOST_OPERATIONS = 4 };
    uint32_t said = 0;

    for (uint32_t i = 0; i < p->nalso && said < MOST_FUNCTIONS;) {
        const char *name = p->also[i].name, *text = "";
        uint32_t n = 0;
        if (p->also[i].what != CORR_ALSO_OPERATION) {
            i++;
            continue;
        }
        for (; i < p->nalso && p->also[i].what == CORR_ALSO_OPERATION &&
               strcmp(p->also[i].name, name) == 0;
             i++)
            if (n++ < MOST_OPERATIONS)
                text = corr_report_text(p->r, "%s%s×%s under %.*s", text,
                                        *text ? ", " : "",
                                        diff_ratio(p, p->also[i].ratio),
                                        CORR_STR_ARG(p->also[i].operation));
        if (n > MOST_OPERATIONS)
            text = corr_report_text(p->r, "%s and %u more", text,
                                    n - MOST_OPERATIONS);
        corr_report_line(p->r, "%s: %s", diff_brief(name), text);
        said++;
    }
}

void diff_say_also(diff_page *p)
{
    put_kinds(p);
    say_operations(p);
}
