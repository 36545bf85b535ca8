/* check_data - verdicts as members of the document. */
#include "gate/check.h"

static const char *const verdict_name[] = {
    [CORR_GATE_PASS] = "pass",
    [CORR_GATE_FAIL] = "fail",
    [CORR_GATE_CANNOT_TELL] = "cannot-tell",
};

static const corr_column function_columns[] = {
    COL("base", REAL, check_judged, base),
    COL("new", REAL, check_judged, now),
    COL("ratio", REAL, check_judged, ratio.value),
    COL("ratio_lo", REAL, check_judged, ratio.lo),
    COL("ratio_hi", REAL, check_judged, ratio.hi),
    COL("base_observations", REAL, check_judged, n[0]),
    COL("new_observations", REAL, check_judged, n[1]),
    COL("function", TEXT, check_judged, name),
    COL("renamed_from", TEXT, check_judged, was),
};

typedef struct data_row {
    check_row r;
    corr_table functions;
    double threshold;
    const char *verdict, *text, *unit;
} data_row;

static const corr_column data_columns[] = {
    COL("value", REAL, data_row, r.value.value),
    COL("lo", REAL, data_row, r.value.lo),
    COL("hi", REAL, data_row, r.value.hi),
    COL("threshold", REAL, data_row, threshold),
    COL("samples_factor_needed", REAL, data_row, r.factor),
    COL("base_observations", REAL, data_row, r.n[0]),
    COL("new_observations", REAL, data_row, r.n[1]),
    COL("dispersion", REAL, data_row, r.phi),
    COL("verdict", TEXT, data_row, verdict),
    COL("text", TEXT, data_row, text),
    COL("unit", TEXT, data_row, unit),
    COL("why", TEXT, data_row, r.why),
    COL("functions", LIST, data_row, functions),
    COL("function", TEXT, data_row, r.function),
    COL("renamed_from", TEXT, data_row, r.was),
    COL("owner", TEXT, data_row, r.owner),
};

static const char *unit_of_value(const check_row *row)
{
    static const char *const names[] = {
        [EXPECT_RATIO] = "ratio",
        [EXPECT_SHARE] = "share",
    };

    if (row->e->value != EXPECT_AMOUNT)
        return names[row->e->value];
    return corr_unit_name(row->rescaled ? CORR_NS_RESCALED : row->e->unit);
}

static void fill_verdict(const void *ctx, uint32_t i, void *row)
{
    const check_row *r = &((const check_page *)ctx)->row[i];

    *(data_row *)row =
        (data_row){ .r = *r,
                    .functions = CORR_ROWS(function_columns, r->nfunctions,
                                           r->functions),
                    .threshold = r->e->threshold,
                    .verdict = verdict_name[r->verdict],
                    .text = r->e->text,
                    .unit = unit_of_value(r) };
}

void check_put_data(const check_page *p)
{
    corr_report_table(p->r, "assertions",
                      &CORR_FILLED(data_columns, p->n, fill_verdict, p),
                      p->whole ? CORR_PRIMARY : CORR_DATA);
}
