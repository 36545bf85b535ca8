/* load_again - decides what to read, and which files to read again. */
#include "load/load_private.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/same_process.h"

/* ---- the plan ------------------------------------------------------------ */

/* Not called for an id that may be decimal: not all spellings of that can be
 * searched for. */
static void plan_ids(corr_want *w, const id_query *q)
{
    w->by_id = true;
    w->ids = (corr_ids){ .hi = q->hi,
                         .lo = q->lo,
                         .mask_hi = q->mask_hi,
                         .mask_lo = q->mask_lo,
                         .span = q->span,
                         .mask_span = q->mask_span };
}

/* Sums are not enough if there are traces to join samples with.  The first
 * bytes of a file show whether it holds traces. */
void load_plan(loading *l)
{
    const corr_load_opts *opts = l->opts;
    const walk *files = l->files;
    const bool sums = opts->rows == CORR_ROWS_NONE;
    const bool is_small = files->has_traces && files->traces <= opts->small;
    const corr_rows few =
        files->has_traces ? CORR_ROWS_ALL : CORR_ROWS_ONE_KIND;
    corr_want w = { .needs = opts->needs,
                    .spans = opts->spans,
                    .rows = sums ? few : opts->rows,
                    .kind = opts->kind,
                    .no_stacks = sums && (files->traces > opts->small ||
                                          files->others > opts->small),
                    .mode = opts->slices.outline ? CORR_MODE_OUTLINE
                                                 : CORR_MODE_WHOLE,
                    .crew = l->crew };

    if (w.needs && is_small)
        w.needs |= CORR_NEED_ATTRS;
    l->st->lacks_attrs |= !corr_wants(&w, CORR_NEED_ATTRS);
    if (opts->id && !l->id.has_decimal)
        plan_ids(&w, &l->id);
    /* "DIR@-5m" counts back from the last record, so the times of spans are
     * needed for any question */
    for (size_t i = 0; i < files->cut.n; i++)
        if (w.needs && files->cut.v[i].window[0] == '-')
            w.needs |= CORR_NEED_SPANS;
    l->want = w;
}

/* ---- what the first reading found out ------------------------------------ */

/* Adds the parents of spans that are not here. */
static bool lacks_parents(const loading *l)
{
    corr_map ids = { 0 };
    bool lacks = false;

    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t s = 1; l->in[i] && s < l->in[i]->span.n; s++)
            lacks |= !corr_map_u64(&ids, l->in[i]->span.v[s].id, NULL);
    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t s = 1; l->in[i] && s < l->in[i]->span.n; s++) {
            const uint64_t up = l->in[i]->span.v[s].parent;
            lacks |= up && !corr_map_find_u64(&ids, up);
        }
    corr_map_clear(&ids);
    return lacks;
}

/* Finds the trace to read whole: that of the wanted span if only a span id
 * matched; or one that lacks parents, which may be in its other half, of 64 or
 * 128 bits. */
static void find_trace(const loading *l, load_facts *f)
{
    id_fit best = ID_FITS_NOT;

    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t s = 1; l->in[i] && s < l->in[i]->span.n; s++) {
            const span_row *r = &l->in[i]->span.v[s];
            const id_fit trace = id_query_trace(&l->id, r->trace);
            const id_fit span = id_query_span(&l->id, r->id);
            const id_fit fit = trace > span ? trace : span;
            if (fit <= best)
                continue;
            best = fit;
            f->trace = r->trace;
        }
    f->has_part = best == ID_FITS_SPAN || best == ID_FITS_SPAN_PREFIX ||
                  (best == ID_FITS_TRACE_PREFIX && lacks_parents(l));
}

static bool has_samples(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (in->segment.v[s].n || in->segment.v[s].only.rows)
            return true;
    return false;
}

/* The time of profiles and wanted spans, with a margin.  0,0: unknown. */
static corr_window find_window(const loading *l)
{
    enum { AROUND = 60 }; /* seconds, corr-methods 3.7 */
    const int64_t around = AROUND * (int64_t)1000000000;
    corr_window w = { INT64_MAX, INT64_MIN };

    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        if (in && l->state[i].is_amiss)
            return (corr_window){ 0 };
        if (!in || (in->segment.n <= 1 && in->span.n <= 1))
            continue;
        w.from = min_i64(w.from, in->from); /* CORR_NO_TIME is the least */
        w.to = max_i64(w.to, in->to);
    }
    if (w.from == CORR_NO_TIME || w.from > w.to)
        return (corr_window){ 0 };
    return (corr_window){ sub_clamped(w.from, around),
                          add_clamped(w.to, around) };
}

static void find_facts(loading *l)
{
    load_facts *f = &l->facts;

    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        f->has_samples |= in && (has_samples(in) || l->state[i].is_amiss);
        f->has_spans |= in && in->span.n > 1;
    }
    if (!l->want.by_id)
        return;
    f->around = find_window(l);
    find_trace(l, f);
}

/* ---- traces that were read by id ----------------------------------------- */

static bool is_trace_input(const loading *l, size_t file)
{
    const input *in = l->in[file];

    return l->want.by_id && (!in->err.code || l->state[file].is_doubted) &&
           in->format && in->segment.n <= 1;
}

/* The other spans of the time are needed to find the process of the samples,
 * and the span that an id on a sample means (corr-methods 0, 1.3). */
static bool lacks_neighbours(const loading *l, size_t file)
{
    return l->facts.has_samples && is_trace_input(l, file);
}

static void want_neighbours(const loading *l, corr_want *w)
{
    w->by_id = false;
    w->spans = l->facts.around;
}

static bool lacks_trace(const loading *l, size_t file)
{
    return !l->facts.has_samples && l->facts.has_part &&
           is_trace_input(l, file);
}

static void want_trace(const loading *l, corr_want *w)
{
    w->ids = (corr_ids){ .hi = l->facts.trace.hi,
                         .lo = l->facts.trace.lo,
                         .mask_hi = UINT64_MAX,
                         .mask_lo = UINT64_MAX };
}

/* ---- sums that will not do ----------------------------------------------- */

/* Whether a question without a kind may be about this kind although there are
 * others. */
static bool is_first(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const corr_kind_row row = { .name = input_text(in, k->name),
                                .flags = k->flags };

    return corr_first_kind(&row);
}

static bool has_sums(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (in->segment.v[s].only.rows > 0)
            return true;
    return false;
}

/* Whether rows were left out and no other rows are here that the question may
 * be about.  Then the question is about the rows left out. */
static bool lacks_kind(const loading *l, size_t file)
{
    const input *in = l->in[file];
    const bool no_bytes = l->opts->rows == CORR_ROWS_NO_BYTES;

    if (!no_bytes &&
        (l->opts->rows != CORR_ROWS_ONE_KIND || l->want.kind || l->want.by_id))
        return false;
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (g->n && (!no_bytes || is_first(in, g)))
            return false;
    }
    return has_sums(in);
}

/* If there are spans, samples are needed to join with them. */
static bool lacks_rows(const loading *l, size_t file)
{
    return l->opts->rows == CORR_ROWS_NONE && l->want.rows != CORR_ROWS_ALL &&
           l->facts.has_spans && has_sums(l->in[file]);
}

static void want_all_kinds(const loading *l, corr_want *w)
{
    (void)l;
    w->rows = CORR_ROWS_ALL;
}

/* ---- which of two recordings --------------------------------------------- */

static bool are_rivals(const input *a, const input *b)
{
    return a->process.owner && b->process.owner && b->segment.n > 1 &&
           input_is_meanwhile(a, b) &&
           same_process(a, a->process.owner, b, b->process.owner) == PROC_SAME;
}

/* A file and when it was recorded. */
typedef struct run {
    size_t file;
    int64_t from, to;
} run;

SORT_BY(run_by_from, run, ASC(from), ASC(file))

/* Marks the files during which another one was recorded.  With many files the
 * pairs are too many to look at.  Without memory, all files are marked. */
static void mark_overlaps(loading *l)
{
    const size_t n = l->files->file.n;
    run *r = calloc(n + 1, sizeof *r);
    int64_t last = INT64_MIN;
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        l->state[i].overlaps = !r;
        if (r && l->in[i] && input_is_timed(l->in[i]))
            r[k++] = (run){ i, l->in[i]->from, l->in[i]->to };
    }
    if (k > 1)
        qsort(r, k, sizeof *r, run_by_from);
    for (size_t i = 0; i < k; i++) {
        l->state[r[i].file].overlaps =
            last >= r[i].from || (i + 1 < k && r[i + 1].from <= r[i].to);
        last = max_i64(last, r[i].to);
    }
    free(r);
}

/* Whether another recording of the process overlaps.  Ids and times of samples
 * decide which of the two counts (duplicate_samples.h), and were not read. */
static bool has_rival(const loading *l, size_t file)
{
    const input *in = l->in[file];
    const corr_want *w = &l->want;
    bool found = false;

    if (!l->state[file].overlaps ||
        (corr_wants(w, CORR_NEED_TIME) && corr_wants(w, CORR_NEED_LABELS)) ||
        !corr_wants(w, CORR_NEED_SAMPLES) || in->segment.n <= 1)
        return false;
    for (size_t i = 0; !found && i < l->files->file.n; i++)
        found = i != file && l->in[i] && are_rivals(in, l->in[i]);
    return found;
}

static void want_ids_and_times(const loading *l, corr_want *w)
{
    (void)l;
    w->rows = CORR_ROWS_ALL;
    w->needs |= CORR_NEED_TIME | CORR_NEED_LABELS;
}

/* ---- what turned out to be otherwise ------------------------------------- */

static bool is_amiss(const loading *l, size_t file)
{
    return l->state[file].is_amiss;
}

static bool is_doubted(const loading *l, size_t file)
{
    return l->state[file].is_doubted;
}

/* ---- the reasons --------------------------------------------------------- */

/* Reasons to read a file again, and what each adds to the wanted rows.  All
 * reasons of a file apply together. */
static const struct {
    const char *name;
    bool (*test)(const loading *l, size_t file);
    void (*change)(const loading *l, corr_want *w); /* NULL: read the same
                                                       rows */
} reasons[] = {
    { "other spans of its time", lacks_neighbours, want_neighbours },
    { "the rest of its trace", lacks_trace, want_trace },
    { "the kind in question", lacks_kind, want_all_kinds },
    { "samples for spans", lacks_rows, want_all_kinds },
    { "another of its process", has_rival, want_ids_and_times },
    { "another window", is_amiss, want_ids_and_times },
    { "faults in a census", is_doubted, NULL },
};

void load_judge(loading *l)
{
    find_facts(l);
    mark_overlaps(l);
    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t r = 0;
             l->in[i] && !l->in[i]->file.is_pipe && r < countof(reasons); r++)
            if (reasons[r].test(l, i))
                l->state[i].reasons |= 1u << r;
}

corr_want load_want(const loading *l, const load_state *state, bool is_pipe)
{
    corr_want w = l->want;

    for (size_t r = 0; r < countof(reasons); r++)
        if (state->reasons & 1u << r && reasons[r].change)
            reasons[r].change(l, &w);
    if (!is_pipe)
        return w;
    /* a pipe cannot be read again, so everything is read at once */
    w.once = true;
    w.by_id = false;
    w.spans = (corr_window){ 0 };
    if (l->opts->rows == CORR_ROWS_NONE)
        w.rows = CORR_ROWS_ALL;
    return w;
}
