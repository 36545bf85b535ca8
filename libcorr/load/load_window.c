/* load_window - cuts inputs to the window behind a name (time_range.h). */
#include "load/load_private.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/calendar.h"
#include "base/time_range.h"
#include "model/input_recording.h"
#include "model/interval.h"
#include "model/sample_weight.h"
#include "model/segment.h"

static void say_timeless(input *in, const char *window)
{
    corr_fail(&in->err, CORR_EUSAGE,
              "the time of recording is unknown; @%s cannot be cut", window);
}

/* Fails, because nothing of a file or directory is in its window. */
static corr_code say_outside(const char *what, const char *window,
                             int64_t first, int64_t last, corr_err *err)
{
    char range[CALENDAR_RANGE_MAX];

    corr_fail(err, CORR_ENONE, "no data of %s is in @%s", what, window);
    corr_hint(err, "the data is of %s",
              calendar_print_range(range, first, last));
    return CORR_ENONE;
}

/* Whether nothing was read: traces that the question does not need are not
 * read, and have no times. */
static bool is_bare(const input *in)
{
    return in->segment.n <= 1 && in->span.n <= 1 && in->series.n <= 1;
}

/* Whether the input is outside its window.  Traces that were read by id do not
 * count: the unread traces of the file may be inside. */
static bool is_outside(const input *in, int64_t from, int64_t to)
{
    const bool is_chosen = in->read.by_id && in->segment.n <= 1;

    return in->window.is_set && !is_chosen && !input_in_window(in, from, to);
}

/* ---- rows ---------------------------------------------------------------- */

/* The first context row that ends after t.  A context row gives the ids that a
 * thread works for. */
static size_t first_context(const segment *g, int64_t t)
{
    size_t row = 0;

    while (row < g->n && g->time && g->dur && g->dur[row] >= 0 &&
           add_clamped(g->time[row], g->dur[row]) <= t)
        row++;
    return row;
}

/* Whether a sum is in the window, by its step, or by its recording if that is the
 * time that is known. */
static bool is_sum_inside(const input *in, const segment *g, size_t row,
                          bool *is_partly)
{
    const stretch window = { in->window.from, in->window.to };
    const stretch ran = input_row_ran(in, g, row);

    if (g->time && g->time[row] != CORR_NO_TIME)
        return stretch_holds(window, g->time[row]);
    const bool is_known = ran.from != CORR_NO_TIME;
    *is_partly |=
        is_known && stretch_touch(ran, window) && !stretch_within(ran, window);
    return is_known && stretch_within(ran, window);
}

/* Cuts the sums of recordings.  False: some of those that the window cuts were
 * left out. */
static bool cut_sums(input *in, segment *g)
{
    vec(uint32_t) rows = { 0 };
    bool ok = true, is_partly = false;
    segment kept;

    for (size_t i = 0; ok && i < g->n; i++)
        ok = !is_sum_inside(in, g, i, &is_partly) ||
             vec_push(&rows, (uint32_t)i);
    ok = ok && segment_pick(&kept, g, rows.v, rows.n);
    vec_free(&rows);
    if (!ok) {
        corr_no_memory(&in->err);
        return true;
    }
    kept.only = g->only;
    segment_clear(g);
    *g = kept;
    g->left_out = is_partly && !kept.n;
    return !is_partly;
}

/* Cuts the times of recordings. */
static void cut_recordings(input *in)
{
    for (size_t i = 0; i < in->recording.n; i++) {
        recording_row *r = &in->recording.v[i];
        if (r->from == CORR_NO_TIME)
            continue;
        r->from = max_i64(r->from, in->window.from);
        r->to = max_i64(r->from, min_i64(r->to, in->window.to));
    }
}

/* Cuts the rows of a segment.  Rows without a time may be from any time of the
 * file.  False: such rows were left out. */
static bool cut_segment(input *in, segment *g)
{
    const bool is_timeless = segment_is_timeless(g);
    const bool is_context = in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
    const bool is_inside =
        in->from >= in->window.from && in->to <= in->window.to;
    if (!is_timeless && interval_is(in, g)) {
        if (!interval_cut(in, g, in->window.from, in->window.to))
            corr_no_memory(&in->err);
        return true;
    }
    size_t from = is_context ? first_context(g, in->window.from)
                             : segment_from(g, in->window.from);
    size_t to = segment_from(g, in->window.to);

    if (is_inside && is_timeless) {
        from = 0;
        to = g->time ? to : g->n;
    }
    segment_keep(g, from, to > from ? to : from);
    g->left_out = is_timeless && !is_inside;
    return !g->left_out;
}

/* Cuts the numbers that a sampling recorder wrote beside its samples. */
static void cut_points(input *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->point.n; i++)
        if (input_in_window(in, in->point.v[i].time, in->point.v[i].time))
            in->point.v[n++] = in->point.v[i];
    in->point.n = n;
}

/* An exemplar without a time may be from any time of the file. */
static void cut_exemplars(input *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->exemplar.n; i++) {
        const int64_t at = in->exemplar.v[i].e.time;
        if (at == CORR_NO_TIME || input_in_window(in, at, at))
            in->exemplar.v[n++] = in->exemplar.v[i];
    }
    in->exemplar.n = n;
}

/* Counts the spans in the window.  All spans stay; the store leaves out those
 * outside. */
static void count_spans(input *in)
{
    for (size_t t = 1; t < in->trace.n; t++) {
        const trace_row *trace = &in->trace.v[t];
        const size_t before = in->window.spans;
        for (uint32_t i = trace->first; i < trace->first + trace->n; i++)
            in->window.spans += input_span_in_window(in, &in->span.v[i]);
        in->window.traces += in->window.spans > before;
    }
}

/* Drops the rows outside of the window.  False: samples without a time were
 * dropped, too. */
static bool cut_rows(input *in)
{
    const int64_t from = max_i64(in->from, in->window.from);
    const int64_t to = min_i64(in->to, in->window.to);
    bool all = true;

    for (size_t s = 1; s < in->segment.n; s++)
        all &= in->recording.n ? cut_sums(in, &in->segment.v[s])
                               : cut_segment(in, &in->segment.v[s]);
    cut_recordings(in);
    if (!in->metric.n)
        cut_points(in);
    cut_exemplars(in);
    count_spans(in);
    in->from = from;
    in->to = to;
    return all;
}

void load_cut(input *in, const char *window, int64_t first, int64_t last)
{
    if (in->from == CORR_NO_TIME) {
        if (!is_bare(in))
            say_timeless(in, window);
        return;
    }
    in->window.is_set = time_range_resolve(corr_str_of(window), first, last,
                                           &in->window.from, &in->window.to);
    if (!in->window.is_set)
        say_timeless(in, window);
    else if (in->window.from >= in->window.to)
        corr_fail(&in->err, CORR_EUSAGE, "@%s ends before it begins", window);
    else if (input_in_window(in, in->from, in->to) && !cut_rows(in) &&
             !remark_warn(in, .rule = REMARK_TIMELESS_PART,
                          .a = corr_str_of(window)))
        corr_no_memory(&in->err);
}

void load_cut_file(input *in, const char *window)
{
    const int64_t from = in->from, to = in->to;

    load_cut(in, window, from, to);
    if (!in->err.code && is_outside(in, from, to))
        say_outside("it", window, from, to, &in->err);
}

static bool has_timeless(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (segment_is_timeless(&in->segment.v[s]))
            return true;
    return false;
}

void load_skip_start(input *in)
{
    const int64_t settled = add_clamped(in->process.started, CORR_SETTLES);

    if (!in->process.started || in->from == CORR_NO_TIME ||
        in->from >= settled || in->to < add_clamped(settled, CORR_SETTLED) ||
        has_timeless(in))
        return;
    in->window.lacks_start = in->window.is_set = true;
    in->window.from = settled;
    in->window.to = INT64_MAX;
    cut_rows(in);
}

/* ---- directories --------------------------------------------------------- */

/* The files of a directory with a window. */
typedef struct folder {
    size_t number; /* as walk_file.within */
    const walk_cut *cut;
    int64_t first, last;    /* of all files; first > last: no file has times */
    size_t inside, outside; /* number of files */
} folder;

static input *readable_input(const loading *l, const folder *f, size_t i)
{
    input *in = l->in[i];

    return in && in->err.code == CORR_OK &&
                   l->files->file.v[i].within == f->number
               ? in
               : NULL;
}

/* Finds the time of the directory, from files with a single point of metrics
 * (of_points: what an endpoint shows now) or from all others. */
static void find_reach(const loading *l, folder *f, bool of_points)
{
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = readable_input(l, f, i);
        if (!in || in->from == CORR_NO_TIME ||
            (in->metric.n && !in->metric.step) != of_points)
            continue;
        f->first = min_i64(f->first, in->from);
        f->last = max_i64(f->last, in->to);
    }
}

/* Cuts one file of a directory.  A file without times stays, with an error. */
static void cut_file(loading *l, folder *f, size_t i)
{
    input *in = readable_input(l, f, i);

    if (!in)
        return;
    load_cut(in, f->cut->window, f->first, f->last);
    if (in->err.code) {
        load_say_where(&in->err, in);
    } else if (!is_outside(in, in->from, in->to)) {
        f->inside += in->window.is_set;
        if (!sample_weight_settle(in, l->opts->values.rescale))
            atomic_store(&l->no_memory, true);
    } else {
        f->outside++;
        input_clear(in);
        free(in);
        l->in[i] = NULL;
    }
}

corr_code load_cut_folders(loading *l, corr_err *err)
{
    for (size_t k = 0; k < l->files->cut.n; k++) {
        folder f = { .number = k + 1,
                     .cut = &l->files->cut.v[k],
                     .first = INT64_MAX,
                     .last = INT64_MIN };
        find_reach(l, &f, false);
        if (f.first > f.last) /* a single point may be days later than the
                                 rest */
            find_reach(l, &f, true);
        for (size_t i = 0; i < l->files->file.n; i++)
            cut_file(l, &f, i);
        if (f.outside && !f.inside)
            return say_outside(f.cut->dir, f.cut->window, f.first, f.last, err);
    }
    return CORR_OK;
}
