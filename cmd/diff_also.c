/* diff_also - what stands beside the rows of a comparison. */
#include <math.h>
#include <string.h>

#include "diff.h"

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

/* ---- data --------------------------------------------------------------- */

enum {
    A_WHAT,
    A_KIND,
    A_UNIT,
    A_PER,
    A_OPERATION,
    A_NAME,
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

static corr_cell real(double v)
{
    return isfinite(v) ? corr_cell_real(v) : corr_cell_null();
}

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
        return real(a->ratio);
    case A_LO:
        return real(a->lo);
    case A_HI:
        return real(a->hi);
    case A_P:
        return real(a->p);
    case A_Q:
        return real(a->q);
    default:
        return corr_cell_text(diff_mark(a->mark));
    }
}

corr_code diff_put_also(diff_page *p, corr_err *err)
{
    const uint32_t n = corr_diff_operations(p->d);
    corr_also_row *list = corr_report_alloc(p->r, sizeof *list, (size_t)n + 1);

    if (!list)
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    for (uint32_t i = 0; i < n; i++)
        list[i] = corr_diff_operation_at(p->d, i);
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
    say_operations(p);
}
