#include "gate/assertion_subject.h"

#include <math.h>
#include <string.h>

#include "cli/cmd.h"

/* ---- the lists ---------------------------------------------------------- */

/* clang-format off */
#define END { NULL, SUBJECT_COUNT, NULL, NULL, NULL, NULL }
#define SPENT(word) { word, SUBJECT_TIME, "ledger", word, "kind", "ns" }

const subject subjects_samples[] = {
    { "total",      SUBJECT_TOTAL, "total",               NULL, NULL, NULL },
    { "samples",    SUBJECT_COUNT, "observations",        NULL, NULL, NULL },
    { "confidence", SUBJECT_SHARE, "evidence.confidence", NULL, NULL, NULL },
    END
};

const subject subjects_span[] = {
    { "duration", SUBJECT_TIME,  "trace.duration_ns", NULL, NULL, NULL },
    { "spans",    SUBJECT_COUNT, "trace.spans",       NULL, NULL, NULL },
    { "orphans",  SUBJECT_COUNT, "trace.orphans",     NULL, NULL, NULL },
    SPENT("child"), SPENT("gc"), SPENT("lock"), SPENT("file"), SPENT("sleep"),
    SPENT("async"), SPENT("socket"), SPENT("park"), SPENT("cpu"),
    SPENT("native"), SPENT("blocked"), SPENT("runq"), SPENT("lost"),
    SPENT("unobserved"),
    END
};

const subject subjects_trace[] = {
    { "duration", SUBJECT_TIME,  "trace.duration_ns", NULL, NULL, NULL },
    { "spans",    SUBJECT_COUNT, "trace.spans",       NULL, NULL, NULL },
    { "orphans",  SUBJECT_COUNT, "trace.orphans",     NULL, NULL, NULL },
    { "gaps",     SUBJECT_COUNT, "gaps",              NULL, NULL, NULL },
    { "traces",   SUBJECT_COUNT, "traces",            NULL, NULL, NULL },
    END
};

const subject subjects_spans[] = {
    { "spans", SUBJECT_COUNT, "spans", NULL, NULL, NULL },
    END
};

const subject subjects_info[] = {
    { "span labels",    SUBJECT_SHARE, "coverage.span_labels",    NULL, NULL, NULL },
    { "traces found",   SUBJECT_SHARE, "coverage.trace_found",    NULL, NULL, NULL },
    { "samples joined", SUBJECT_SHARE, "coverage.samples_joined", NULL, NULL, NULL },
    { "services",       SUBJECT_COUNT, "services",                NULL, NULL, NULL },
    { "missing",        SUBJECT_COUNT, "missing",                 NULL, NULL, NULL },
    END
};

const subject subjects_slow[] = {
    { "normal mean",  SUBJECT_TIME,  "normal.mean_ns", NULL, NULL, NULL },
    { "slow mean",    SUBJECT_TIME,  "slow.mean_ns",   NULL, NULL, NULL },
    { "slow longest", SUBJECT_TIME,  "slow.longest_ns", NULL, NULL, NULL },
    { "normal spans", SUBJECT_COUNT, "normal.spans",   NULL, NULL, NULL },
    { "slow spans",   SUBJECT_COUNT, "slow.spans",     NULL, NULL, NULL },
    END
};
/* clang-format on */

const subject *subject_find(const subject *list, corr_str word)
{
    for (const subject *s = list; s && s->word; s++)
        if (corr_str_is(word, s->word))
            return s;
    return NULL;
}

/* ---- what they are worth ------------------------------------------------ */

static const corr_estimate unknown = { NAN, NAN, NAN };

static double number_of_cell(const corr_cell *c)
{
    if (c->type == CORR_CELL_AMOUNT)
        return (double)c->i / (double)corr_unit_parts(c->unit);
    if (c->type == CORR_CELL_COUNT)
        return (double)c->i;
    return c->type == CORR_CELL_SHARE || c->type == CORR_CELL_REAL ? c->f : NAN;
}

static uint32_t column_of(const corr_table *t, const char *key)
{
    uint32_t i = 0;

    while (i < t->ncolumns &&
           !(t->columns[i].key && strcmp(t->columns[i].key, key) == 0))
        i++;
    return i;
}

/* A row's cell; a column that is not there is null. */
static corr_cell cell_at(const corr_table *t, uint32_t row, const char *key)
{
    const uint32_t column = column_of(t, key);

    return column < t->ncolumns ? corr_table_cell(t, row, column)
                                : corr_cell_null();
}

/* Rows of what was measured have no bounds of their own. */
static void add_row_value(corr_estimate *sum, const corr_table *t, uint32_t row,
                          const subject *s)
{
    const corr_cell value = cell_at(t, row, s->column);
    const corr_cell lo_cell = cell_at(t, row, "lo_ns");
    const corr_cell hi_cell = cell_at(t, row, "hi_ns");
    const double v = number_of_cell(&value);
    const double lo = number_of_cell(&lo_cell), hi = number_of_cell(&hi_cell);

    sum->value += v;
    sum->lo += isnan(lo) ? v : lo;
    sum->hi += isnan(hi) ? v : hi;
}

static corr_estimate sum_rows(const subject *s, const corr_table *t, bool share)
{
    corr_estimate sum = { 0, 0, 0 }, all = { 0, 0, 0 };

    for (uint32_t i = 0; i < t->nrows; i++) {
        const corr_cell is = cell_at(t, i, s->in);
        add_row_value(&all, t, i, s);
        if (is.type == CORR_CELL_TEXT && corr_str_is(is.s, s->row))
            add_row_value(&sum, t, i, s);
    }
    if (!t->nrows || (share && !(all.value > 0)))
        return unknown;
    const double by = share ? all.value : 1;
    return (corr_estimate){ sum.value / by, sum.lo / by, sum.hi / by };
}

/* The spans of a trace count for the calls that they stand for; if some are
 * missing there are at least so many. */
static corr_estimate count_spans(const corr_report *r, double spans)
{
    const corr_table *t;
    const corr_cell calls = corr_report_member(r, "trace.calls", &t);
    const corr_cell partial = corr_report_member(r, "trace.partial", &t);
    const double n =
        calls.type == CORR_CELL_COUNT ? number_of_cell(&calls) : spans;

    return (corr_estimate){ n, n,
                            partial.type == CORR_CELL_BOOL ? INFINITY : n };
}

corr_estimate subject_value(const subject *s, const corr_report *r, bool share)
{
    const corr_table *t;
    const corr_cell c = corr_report_member(r, s->path, &t);

    if (t && s->column)
        return sum_rows(s, t, share);
    const double v = t ? t->nrows : number_of_cell(&c);
    if (strcmp(s->path, "trace.spans") == 0)
        return count_spans(r, v);
    return (corr_estimate){ v, v, v };
}

corr_unit subject_unit(const subject *s, const corr_report *r)
{
    const corr_table *t;
    const corr_cell unit = corr_report_member(r, "unit", &t);

    if (s->is == SUBJECT_TIME)
        return CORR_NS;
    for (corr_unit u = CORR_COUNT;
         s->is == SUBJECT_TOTAL && u <= CORR_NS_RESCALED; u++)
        if (unit.type == CORR_CELL_TEXT &&
            corr_str_is(unit.s, corr_unit_name(u)))
            return u;
    return CORR_COUNT;
}
