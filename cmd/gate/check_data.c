/* check_data - verdicts as members of the document. */
#include "gate/check.h"

static const char *const verdict_name[] = {
    [CORR_GATE_PASS] = "pass",
    [CORR_GATE_FAIL] = "fail",
    [CORR_GATE_CANNOT_TELL] = "cannot-tell",
};

enum {
    D_VALUE,
    D_LO,
    D_HI,
    D_THRESHOLD,
    D_FACTOR,
    D_BASE_N,
    D_NEW_N,
    D_PHI,
    D_VERDICT,
    D_TEXT,
    D_UNIT,
    D_WHY,
    D_FUNCTIONS,
    D_FUNCTION,
    D_RENAMED,
    D_COUNT
};

static const corr_column data_columns[D_COUNT] = {
    [D_VALUE] = { "value", NULL, 0 },
    [D_LO] = { "lo", NULL, 0 },
    [D_HI] = { "hi", NULL, 0 },
    [D_THRESHOLD] = { "threshold", NULL, 0 },
    [D_FACTOR] = { "samples_factor_needed", NULL, 0 },
    [D_BASE_N] = { "base_observations", NULL, 0 },
    [D_NEW_N] = { "new_observations", NULL, 0 },
    [D_PHI] = { "dispersion", NULL, 0 },
    [D_VERDICT] = { "verdict", NULL, 0 },
    [D_TEXT] = { "text", NULL, 0 },
    [D_UNIT] = { "unit", NULL, 0 },
    [D_WHY] = { "why", NULL, 0 },
    [D_FUNCTIONS] = { "functions", NULL, 0 },
    [D_FUNCTION] = { "function", NULL, 0 },
    [D_RENAMED] = { "renamed_from", NULL, 0 },
};

static const char *unit_of(const check_row *row)
{
    static const char *const names[] = {
        [EXPECT_RATIO] = "ratio",
        [EXPECT_SHARE] = "share",
    };

    if (row->e->value != EXPECT_AMOUNT)
        return names[row->e->value];
    return corr_unit_name(row->rescaled ? CORR_NS_RESCALED : row->e->unit);
}

static corr_cell data_cell(const void *ctx, uint32_t i, uint32_t column)
{
    const check_page *p = ctx;
    const check_row *row = &p->row[i];

    switch (column) {
    case D_TEXT:
        return corr_cell_text(row->e->text);
    case D_VERDICT:
        return corr_cell_text(verdict_name[row->verdict]);
    case D_VALUE:
        return corr_cell_real(row->value.value);
    case D_LO:
        return corr_cell_real(row->value.lo);
    case D_HI:
        return corr_cell_real(row->value.hi);
    case D_THRESHOLD:
        return corr_cell_real(row->e->threshold);
    case D_UNIT:
        return corr_cell_text(unit_of(row));
    case D_FACTOR:
        return corr_cell_real(row->factor);
    case D_WHY:
        return corr_cell_text(row->why);
    case D_FUNCTIONS:
        return corr_cell_text(row->culprits);
    case D_BASE_N:
        return corr_cell_real(row->n[0]);
    case D_NEW_N:
        return corr_cell_real(row->n[1]);
    case D_PHI:
        return corr_cell_real(row->phi);
    case D_FUNCTION:
        return corr_cell_text(row->function);
    default:
        return corr_cell_text(row->was);
    }
}

void check_put_data(const check_page *p)
{
    corr_report_table(p->r, "assertions",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = D_COUNT,
                                     .nrows = p->n,
                                     .cell = data_cell,
                                     .ctx = p },
                      p->whole ? CORR_PRIMARY : CORR_DATA);
}
