#include "join.h"

#include "base.h"

enum {
    CLOCK_NS = 1000000, /* same host, methods 1.7 */
    SCAN_MOST = 4096,   /* spans of a trace looked through for one sample */
    DEEPEST = 256,      /* steps from a span up to another one */
};

/* One profile being joined. */
typedef struct joining {
    const corr_store *st;
    const spans *spans;
    const input *in;
    const tie *tie;
    const segment *seg;
    int64_t slack;       /* ns that a label may be early or late */
    corr_why unlabelled; /* why a row without ids has no span */
    bool bad_labels;     /* some ids are none */
} joining;

/* What is decided of one row. */
typedef struct verdict {
    uint32_t span;
    corr_rung rung;
    corr_why why;
} verdict;

static verdict no(corr_why why)
{
    return (verdict){ .why = why };
}

double join_quality(corr_rung r)
{
    return corr_rung_base(r);
}

/* Whether a span is somewhere below another of the same local tree. */
static bool is_below(const spans *s, uint32_t span, uint32_t top)
{
    uint32_t at = span;

    for (unsigned k = 0; k < DEEPEST && at && at != s->root.v[span]; k++) {
        at = s->up.v[at];
        if (at == top)
            return true;
    }
    return false;
}

/* The innermost spans of a request that may run code at t: active, with no
 * active descendant.  Returns the only one, or 0. */
static uint32_t only_able(const joining *j, uint32_t root, int64_t t)
{
    const spans *s = j->spans;
    const span_trace *trace = &s->trace.v[s->trace_of.v[root]];
    uint32_t found = 0;

    if (trace->n > SCAN_MOST)
        return 0;
    for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
        const span_row *r = store_span(j->st, i);
        if (s->root.v[i] != root || t < r->start || t >= r->end)
            continue;
        if (!found || is_below(s, i, found))
            found = i;
        else if (!is_below(s, found, i)) /* it may start with its child */
            return 0;
    }
    return found;
}

/* A sample whose label names the local root of its request. */
static verdict join_request(const joining *j, size_t row, uint32_t root)
{
    if (j->seg->time && j->seg->time[row] != CORR_NO_TIME) {
        uint32_t span = only_able(j, root, j->seg->time[row]);
        if (span)
            return (verdict){ span, CORR_RUNG_R1, CORR_WHY_NONE };
    }
    return (verdict){ root, CORR_RUNG_R2, CORR_WHY_NONE };
}

/* Whether a labelled sample was taken while its span ran (methods 1.6). */
static corr_why stale(const joining *j, size_t row, uint32_t span)
{
    if (!j->seg->time || j->seg->time[row] == CORR_NO_TIME)
        return CORR_WHY_NONE;
    const span_row *r = store_span(j->st, span);
    int64_t t = j->seg->time[row];

    if (r->start == 0) /* nobody knows when it ran */
        return CORR_WHY_NONE;
    if (t > add_clamped(r->end, j->slack))
        return r->flags & CORR_SPAN_UNFINISHED ? CORR_WHY_NONE
                                               : CORR_WHY_AFTER_END;
    if (t < sub_clamped(r->start, j->slack))
        return CORR_WHY_BEFORE_START;
    return CORR_WHY_NONE;
}

/* The local root of this process in a trace, if there is exactly one; *several:
 * there are more. */
static uint32_t root_in_trace(const joining *j, corr_trace_id id, bool *several)
{
    uint32_t t = spans_trace(j->spans, id);
    uint32_t found = 0;

    *several = false;
    if (t == UINT32_MAX)
        return 0;
    const span_trace *trace = &j->spans->trace.v[t];
    for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
        if (j->spans->root.v[i] != i)
            continue;
        if (j->tie->proc && j->spans->proc.v[i] != j->tie->proc)
            continue;
        *several = found != 0;
        if (found)
            return 0;
        found = i;
    }
    return found;
}

static verdict join_span(const joining *j, size_t row, uint32_t span)
{
    corr_why late = stale(j, row, span);
    uint32_t root = j->spans->root.v[span];

    if (late)
        return no(late);
    /* only an exact producer ever names a span that is no local root */
    if (j->tie->scope == CORR_SCOPE_EXACT || root != span)
        return (verdict){ span, CORR_RUNG_S1, CORR_WHY_NONE };
    return join_request(j, row, span);
}

static verdict judge(const joining *j, size_t row)
{
    const segment *g = j->seg;
    uint64_t id = g->span ? g->span[row] : 0;
    uint64_t root_id = g->root ? g->root[row] : 0;
    corr_trace_id trace = { 0, 0 };

    if (g->trace)
        trace = (corr_trace_id){ g->trace[2 * row], g->trace[2 * row + 1] };
    bool bad = g->labels && j->in->set_ids.v[g->labels[row]].bad;
    if (!id && !root_id && !(trace.hi | trace.lo))
        return no(bad ? CORR_WHY_LABEL_FORMAT : j->unlabelled);
    uint32_t span = spans_find(j->spans, trace, id, NULL);
    if (span)
        return join_span(j, row, span);
    bool several = false;
    span = spans_find(j->spans, trace, root_id, NULL);
    if (!span && (trace.hi | trace.lo))
        span = root_in_trace(j, trace, &several);
    if (span) {
        corr_why late = stale(j, row, span);
        return late ? no(late) : join_request(j, row, span);
    }
    if (bad)
        return no(CORR_WHY_LABEL_FORMAT);
    return no(several && !id && !root_id ? CORR_WHY_AMBIGUOUS
                                         : CORR_WHY_UNSAMPLED);
}

static bool join_rows(const joining *j, join_segment *out)
{
    const segment *g = j->seg;
    size_t n = g->n ? g->n : 1;

    if (!g->span && !g->root && !g->trace && !j->bad_labels) {
        out->all = j->unlabelled;
        return true;
    }
    out->span = malloc(n * sizeof *out->span);
    out->rung = malloc(n);
    out->why = malloc(n);
    if (!out->span || !out->rung || !out->why)
        return false;
    for (size_t i = 0; i < g->n; i++) {
        verdict v = judge(j, i);
        out->span[i] = v.span;
        out->rung[i] = (uint8_t)v.rung;
        out->why[i] = (uint8_t)v.why;
    }
    return true;
}

static bool has_bad_labels(const input *in)
{
    for (size_t set = 0; set < in->set_ids.n; set++)
        if (in->set_ids.v[set].bad)
            return true;
    return false;
}

/* Rows without a span, of a profile that spans name. */
static bool join_named(const joining *j, const named *n, join_segment *out)
{
    if (!n->span.n || !j->seg->n)
        return true;
    out->own = calloc(j->seg->n, sizeof *out->own);
    for (size_t i = 0; out->own && i < j->seg->n; i++)
        if (!out->span || !out->span[i])
            out->own[i] = named_row(n, j->st, j->seg, i);
    return out->own != NULL;
}

static void clear_rows(join_segment *rows)
{
    free(rows->span);
    free(rows->rung);
    free(rows->why);
    free(rows->own);
}

static bool join_input(join *out, const corr_store *st, uint32_t i,
                       const named *n)
{
    const input *in = st->input.v[i];
    const tie *t = &st->tie.v[i];
    joining j = { .st = st, .spans = &st->spans, .in = in, .tie = t };

    j.unlabelled = t->scope == CORR_SCOPE_NONE ? CORR_WHY_LABELS_ABSENT
                                               : CORR_WHY_UNLABELLED;
    j.bad_labels = has_bad_labels(in);
    for (size_t s = 0; s < in->segment.n; s++) {
        join_segment rows = { .all = CORR_WHY_DUPLICATE };
        j.seg = &in->segment.v[s];
        const kind_row *k = &in->kind.v[j.seg->kind];
        j.slack = CLOCK_NS + (k->unit == CORR_NS ? k->period : 0);
        bool ok = s == 0 || !j.tie->used ||
                  (join_rows(&j, &rows) && join_named(&j, n, &rows));
        if (!vec_push(&out->segment, rows)) {
            clear_rows(&rows);
            return false;
        }
        if (!ok)
            return false;
    }
    return true;
}

join *join_of(const corr_store *st)
{
    join *j = calloc(1, sizeof *j);
    named_spans all = { 0 };
    bool ok = j != NULL && named_spans_of(&all, st);

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        named n = { 0 };
        ok = vec_push(&j->at, (uint32_t)j->segment.n) &&
             (!st->tie.v[i].used || named_of(&n, &all, st, i)) &&
             join_input(j, st, i, &n);
        named_clear(&n);
    }
    named_spans_clear(&all);
    if (!ok) {
        join_free(j);
        return NULL;
    }
    return j;
}

void join_free(join *j)
{
    if (!j)
        return;
    for (size_t i = 0; i < j->segment.n; i++)
        clear_rows(&j->segment.v[i]);
    vec_free(&j->segment);
    vec_free(&j->at);
    free(j);
}
