/* evidence_data - the evidence of a selection as an object of corr-json(7). */
#include <math.h>

#include "cli/cmd.h"

static const char *const why_hint[CORR_WHY_COUNT] = {
    [CORR_WHY_NO_PROFILE] = "no profile covers the time of the span",
    [CORR_WHY_NO_IDENTITY] = "no profile is of the process of the span; "
                             "compare services in corr info",
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
    [CORR_WHY_ID_NOT_UNIQUE] =
        "several spans have the id they name; their time decides or is shared",
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

typedef struct rung_row {
    const char *rung;
    int64_t observations;
    double attributed;
} rung_row;

static const corr_column rung_columns[] = {
    COL("rung", TEXT, rung_row, rung),
    COL("observations", COUNT, rung_row, observations),
    COL("attributed", REAL, rung_row, attributed),
};

typedef struct stopped_row {
    const char *reason, *hint;
    int64_t observations; /* 0: the reason is one of the span, not of samples */
} stopped_row;

static const corr_column stopped_columns[] = {
    COL("reason", TEXT, stopped_row, reason),
    COL("observations", POSITIVE, stopped_row, observations),
    COL("hint", TEXT, stopped_row, hint),
};

typedef struct proof {
    corr_evidence e;
    const char *word;
    double joined, expected, ratio;
    rung_row rung[CORR_RUNG_COUNT];
    stopped_row why[CORR_WHY_COUNT];
    corr_table whole, rungs, coverage, stopped;
} proof;

static const corr_column coverage_columns[] = {
    COL("joined", REAL, proof, joined),
    COL("expected_at_most", REAL, proof, expected),
    COL("ratio", REAL, proof, ratio),
    COL("profiled_ns", COUNT, proof, e.profiled_ns),
};

static const corr_column whole_columns[] = {
    COL("observations", COUNT, proof, e.observations),
    COL("attributed", REAL, proof, e.attributed),
    COL("confidence", REAL, proof, e.confidence),
    COL("word", TEXT, proof, word),
    COL("rungs", LIST, proof, rungs),
    COL("coverage", OBJECT, proof, coverage),
    COL("stopped", LIST, proof, stopped),
    COL("clock_told", BOOL, proof, e.clock_told),
    COL("clock_error_ns", COUNT, proof, e.clock_u), /* of an inferred clock */
};

static uint32_t list_rungs(proof *p)
{
    uint32_t n = 0;

    for (int i = CORR_RUNG_S1; i < CORR_RUNG_COUNT; i++)
        if (p->e.rung[i].observations > 0)
            p->rung[n++] = (rung_row){ corr_rung_name((corr_rung)i),
                                       p->e.rung[i].observations,
                                       p->e.rung[i].attributed };
    return n;
}

static uint32_t list_stopped(proof *p, const char *clock)
{
    uint32_t n = 0;

    for (int i = CORR_WHY_NONE + 1; i < CORR_WHY_COUNT; i++)
        if (p->e.stopped[i] > 0 || p->e.whys & 1u << i)
            p->why[n++] =
                (stopped_row){ corr_why_name((corr_why)i),
                               i == CORR_WHY_CLOCK ? clock
                                                   : cmd_why_hint((corr_why)i),
                               p->e.stopped[i] };
    return n;
}

const corr_table *cmd_evidence(corr_report *r, const corr_evidence *e)
{
    proof *p = corr_report_alloc(r, sizeof *p, 1);

    if (!p)
        return NULL;
    p->e = *e;
    p->word = corr_class_name(e->word);
    p->joined = corr_evidence_joined(e);
    p->expected = e->expected >= 0 ? e->expected : NAN;
    p->ratio = e->expected > 0 ? p->joined / e->expected : NAN;
    p->rungs = CORR_ROWS(rung_columns, list_rungs(p), p->rung);
    const char *clock = corr_report_text(r,
                                         "they fit if the times of the profile "
                                         "are shifted by %s: compare its clock",
                                         cmd_shift_text(r, e->fits));
    p->stopped = CORR_ROWS(stopped_columns, list_stopped(p, clock), p->why);
    p->coverage = CORR_ROWS(coverage_columns, 1, p);
    p->whole = CORR_ROWS(whole_columns, 1, p);
    if (!e->clock_found) /* left out when no clock is of that kind */
        p->whole.ncolumns -= e->clock_told ? 1 : 2;
    return &p->whole;
}
