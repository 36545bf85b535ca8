/* evidence_data - the evidence of a selection as an object of corr-json(7). */
#include <string.h>

#include "cli/cmd.h"

static const char *const why_hint[CORR_WHY_COUNT] = {
    [CORR_WHY_NO_PROFILE] = "no profile covers the time of the span",
    [CORR_WHY_NO_IDENTITY] =
        "no profile is of the process of the span; compare the names of "
        "services in corr info",
    [CORR_WHY_LABELS_ABSENT] =
        "the profiler sets no span or trace ids; see corr help labels",
    [CORR_WHY_LABEL_FORMAT] =
        "there are labels, but none reads as an id; see --label-key",
    [CORR_WHY_LABEL_OTHER] = "they belong to other spans: normal",
    [CORR_WHY_UNSAMPLED] = "they name traces that were not exported",
    [CORR_WHY_THREAD_UNKNOWN] = "they are of threads that no span names",
    [CORR_WHY_CLOCK] =
        "they fit if the times of the profile are shifted: compare its clock",
    [CORR_WHY_TOO_SHORT] =
        "less than one sample was to be expected; see spans of the same name",
    [CORR_WHY_DUPLICATE] = "another file holds the same samples",
    [CORR_WHY_LOST] = "the recorder lost samples",
    [CORR_WHY_BACKGROUND] = "no span was active there and then: normal",
    [CORR_WHY_UNLABELLED] = "others of the process carry labels, these do not",
    [CORR_WHY_AFTER_END] = "the span they name had already ended",
    [CORR_WHY_BEFORE_START] = "the span they name had not begun",
    [CORR_WHY_AMBIGUOUS] =
        "they name a trace only, in which the process has several requests",
    [CORR_WHY_WINDOW] = "only the time ties them to it; see --min-join window",
};

const char *cmd_why_hint(corr_why w)
{
    return w < CORR_WHY_COUNT ? why_hint[w] : NULL;
}

const char *cmd_shift_text(corr_report *r, int64_t ns)
{
    return ns < 1000000000 && ns > -1000000000
               ? corr_report_text(r, "%+.1f ms", (double)ns / 1e6)
               : corr_report_text(r, "%+.3f s", (double)ns / 1e9);
}

typedef struct proof {
    const corr_evidence *e;
    corr_rung rung[CORR_RUNG_COUNT];
    corr_why why[CORR_WHY_COUNT];
    const char *clock; /* the hint of CORR_WHY_CLOCK */
    corr_table whole, rungs, coverage, stopped;
} proof;

static corr_cell rung_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const proof *p = ctx;
    corr_rung r = p->rung[row];

    switch (column) {
    case 0:
        return corr_cell_text(corr_rung_name(r));
    case 1:
        return corr_cell_count(p->e->rung[r].observations);
    default:
        return corr_cell_real(p->e->rung[r].attributed);
    }
}

static corr_cell coverage_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_evidence *e = ((const proof *)ctx)->e;
    const bool known = e->expected >= 0;

    (void)row;
    switch (column) {
    case 0:
        return corr_cell_real(corr_evidence_joined(e));
    case 1:
        return known ? corr_cell_real(e->expected) : corr_cell_null();
    case 2:
        return e->expected > 0
                   ? corr_cell_real(corr_evidence_joined(e) / e->expected)
                   : corr_cell_null();
    default:
        return corr_cell_count(e->profiled_ns);
    }
}

static corr_cell stopped_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const proof *p = ctx;
    corr_why w = p->why[row];

    switch (column) {
    case 0:
        return corr_cell_text(corr_why_name(w));
    case 1: /* of what is so of the span, none are known */
        return p->e->stopped[w] > 0 ? corr_cell_count(p->e->stopped[w])
                                    : corr_cell_null();
    default:
        return corr_cell_text(w == CORR_WHY_CLOCK ? p->clock : cmd_why_hint(w));
    }
}

static corr_cell evidence_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const proof *p = ctx;

    (void)row;
    switch (column) {
    case 0:
        return corr_cell_count(p->e->observations);
    case 1:
        return corr_cell_real(p->e->attributed);
    case 2:
        return corr_cell_real(p->e->confidence);
    case 3:
        return corr_cell_text(corr_class_name(p->e->word));
    case 4:
        return corr_cell_list(&p->rungs);
    case 5:
        return corr_cell_object(&p->coverage, 0);
    case 6:
        return corr_cell_list(&p->stopped);
    default:
        return corr_cell_bool(true);
    }
}

static const corr_column whole_columns[] = {
    { "observations", NULL, 0 }, { "attributed", NULL, 0 },
    { "confidence", NULL, 0 },   { "word", NULL, 0 },
    { "rungs", NULL, 0 },        { "coverage", NULL, 0 },
    { "stopped", NULL, 0 },      { "clock_told", NULL, 0 },
};
static const corr_column rung_columns[] = { { "rung", NULL, 0 },
                                            { "observations", NULL, 0 },
                                            { "attributed", NULL, 0 } };
static const corr_column coverage_columns[] = {
    { "joined", NULL, 0 },
    { "expected_at_most", NULL, 0 },
    { "ratio", NULL, 0 },
    { "profiled_ns", NULL, 0 },
};
static const corr_column stopped_columns[] = { { "reason", NULL, 0 },
                                               { "observations", NULL, 0 },
                                               { "hint", NULL, 0 } };

#define TABLE(cols, rows, fn, p)                                               \
    ((corr_table){ .columns = (cols),                                          \
                   .ncolumns = sizeof(cols) / sizeof((cols)[0]),               \
                   .nrows = (rows),                                            \
                   .cell = (fn),                                               \
                   .ctx = (p) })

const corr_table *cmd_evidence(corr_report *r, const corr_evidence *e)
{
    corr_evidence *copy = corr_report_alloc(r, sizeof *copy, 1);
    proof *p = corr_report_alloc(r, sizeof *p, 1);
    uint32_t nrung = 0, nwhy = 0;

    if (!copy || !p)
        return NULL;
    *copy = *e;
    p->e = copy;
    for (int i = CORR_RUNG_S1; i < CORR_RUNG_COUNT; i++)
        if (e->rung[i].observations > 0)
            p->rung[nrung++] = (corr_rung)i;
    for (int i = CORR_WHY_NONE + 1; i < CORR_WHY_COUNT; i++)
        if (e->stopped[i] > 0 || e->whys & 1u << i)
            p->why[nwhy++] = (corr_why)i;
    p->clock = corr_report_text(r,
                                "they fit if the times of the profile are "
                                "shifted by %s: compare its clock",
                                cmd_shift_text(r, e->fits));
    p->whole = TABLE(whole_columns, 1, evidence_cell, p);
    p->whole.ncolumns -= !e->clock_told; /* only where it is so */
    p->rungs = TABLE(rung_columns, nrung, rung_cell, p);
    p->coverage = TABLE(coverage_columns, 1, coverage_cell, p);
    p->stopped = TABLE(stopped_columns, nwhy, stopped_cell, p);
    return &p->whole;
}
