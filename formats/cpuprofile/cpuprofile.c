/*
 * cpuprofile - CPU profiles of V8: node --cpu-prof, Chrome's developer tools.
 *
 * Format: the Profile type of the DevTools protocol, and its older form, whose
 * nodes contain their children; times are microseconds.
 *
 * Sample i was taken after the first i + 1 deltas and lasts until the next one;
 * the last sample lasts until the profile ends.  The profile observes one
 * thread, running or not: kind wall, with frames such as (idle) and (program).
 * A delta may be negative, because V8 buffers samples of two sources: samples
 * are put in order of time first, equal times in order of the file, as Chrome
 * does.
 *
 * V8 counts from the start of the machine, other writers from 1970: a start
 * beyond 10^15 is since 1970.
 */
#include "cpuprofile/cpuprofile.h"

#include "common/reader.h"
#include "corr_builtin.h"

#include <limits.h>
#include <stdlib.h>

#define WALL_LEAST 1e15        /* us */
#define MOST       (1ll << 52) /* us; larger values are invalid */

enum member {
    TOP_NODES,
    TOP_HEAD,
    TOP_SAMPLES,
    TOP_DELTAS,
    TOP_STAMPS,
    TOP_START,
    TOP_END,
    TOP_MEMBERS
};

static const json_name members[TOP_MEMBERS] = {
    [TOP_NODES] = JSON_NAME("nodes"),
    [TOP_HEAD] = JSON_NAME("head"),
    [TOP_SAMPLES] = JSON_NAME("samples"),
    [TOP_DELTAS] = JSON_NAME("timeDeltas"),
    [TOP_STAMPS] = JSON_NAME("timestamps"),
    [TOP_START] = JSON_NAME("startTime"),
    [TOP_END] = JSON_NAME("endTime"),
};

typedef corr_vec(int64_t) list;

/* A sample with a valid time. */
typedef struct moment {
    int64_t time; /* us */
    uint32_t at;  /* its place in the list */
} moment;

typedef struct reader {
    corr_src *in;
    corr_build *b;
    json j;
    v8_tree tree;
    list sample; /* ids */
    list delta;  /* us */
    list stamp;  /* us */
    corr_vec(moment) moment;
    double start; /* us */
    int64_t end;
    bool has_start, has_end;
    corr_kind wall, samples;
    uint32_t nrow;
    uint64_t unknown;                  /* samples without a node */
    uint64_t samples_only, times_only; /* without a partner */
    uint64_t odd;                      /* invalid times */
    uint64_t odd_at; /* the first is before this decoded offset */
    bool is_own;     /* the clock is CORR_CLOCK_OWN */
} reader;

/* ---- recognising --------------------------------------------------------- */

/* Whether an object is a node of either form, by its members. */
static bool is_node(json *j)
{
    corr_str key;
    unsigned old = 0;

    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        if (corr_str_is(key, "callFrame"))
            return true;
        old += corr_str_is(key, "functionName") ||
               corr_str_is(key, "hitCount") || corr_str_is(key, "scriptId");
        if (old > 1)
            return true;
        json_skip(j);
    }
    return false;
}

/* Whether a node has a size, before its children. */
static bool is_heap_node(json view)
{
    corr_str key;

    if (!json_enter(&view, JSON_OBJECT))
        return false;
    while (json_key(&view, &key) && !corr_str_is(key, "children")) {
        if (corr_str_is(key, "selfSize"))
            return true;
        json_skip(&view);
    }
    return false;
}

static int cpuprofile_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    for (size_t at = JSON_FIRST; json_member(&j, members, TOP_MEMBERS, &at);) {
        if (at == TOP_NODES && json_next(&j) == JSON_ARRAY)
            return json_enter(&j, JSON_ARRAY) && json_element(&j, NULL) &&
                           is_node(&j)
                       ? 90
                       : 0;
        if (at == TOP_HEAD && json_next(&j) == JSON_OBJECT)
            return !is_heap_node(json_view(&j)) && is_node(&j) ? 80 : 0;
        json_skip(&j);
    }
    return 0;
}

/* ---- reading ------------------------------------------------------------- */

static void read_list(reader *r, list *l)
{
    json_val v;
    int64_t n;

    for (size_t i = 0; json_each(&r->j, &i);) {
        if (!json_value(&r->j, &v))
            continue;
        if (!json_i64(&v, &n)) {
            n = 0; /* keep an entry, because the lists correspond by index */
            if (r->odd++ == 0)
                r->odd_at = json_offset(&r->j);
        }
        if (!corr_vec_push(r->b, l, n))
            return;
    }
}

static bool read_real(reader *r, double *x)
{
    json_val v;

    return json_value(&r->j, &v) && json_real(&v, x);
}

static void read_top_member(reader *r, size_t member)
{
    double x;

    if (member == TOP_NODES || member == TOP_HEAD) {
        v8_read_nodes(&r->tree);
    } else if (member == TOP_SAMPLES) {
        read_list(r, &r->sample);
    } else if (member == TOP_DELTAS) {
        read_list(r, &r->delta);
    } else if (member == TOP_STAMPS) {
        read_list(r, &r->stamp);
    } else if (member == TOP_START) {
        r->has_start = read_real(r, &r->start);
    } else if (member == TOP_END) {
        r->has_end = read_real(r, &x) && x >= 0 && x < (double)MOST;
        r->end = r->has_end ? (int64_t)x : 0;
    } else {
        json_skip(&r->j);
    }
}

/* ---- samples ------------------------------------------------------------- */

/* Adds n samples of a node without times. */
static void add_count(reader *r, uint32_t node, int64_t n)
{
    if (!r->samples.i)
        r->samples = reader_kind(r->b, "samples", "samples", CORR_COUNT, 0, 0);
    corr_add_sample(r->b, &(corr_sample_row){ .kind = r->samples,
                                              .stack = v8_stack(&r->tree, node),
                                              .time = CORR_NO_TIME,
                                              .value = n,
                                              .obs = n,
                                              .row = r->nrow });
}

/* Converts deltas to times of samples. */
static void times_from_deltas(reader *r)
{
    int64_t t = r->has_start ? (int64_t)r->start : 0;

    for (size_t i = 0; i < r->delta.n; i++) {
        const int64_t d = r->delta.v[i];
        if (d > -MOST && d < MOST && t + d > -MOST && t + d < MOST)
            t += d;
        else if (r->odd++ == 0)
            r->odd_at = json_offset(&r->j);
        r->delta.v[i] = t;
    }
}

static int compare_moments(const void *x, const void *y)
{
    const moment *a = x, *b = y;

    return a->time != b->time ? (a->time > b->time) - (a->time < b->time)
                              : (a->at > b->at) - (a->at < b->at);
}

static void add_sample_at(reader *r, uint32_t at, int64_t time, int64_t value)
{
    const uint32_t node = v8_find_node(&r->tree, r->sample.v[at]);

    r->unknown += !node;
    if (node)
        corr_add_sample(r->b,
                        &(corr_sample_row){ .kind = r->wall,
                                            .stack = v8_stack(&r->tree, node),
                                            .time = time,
                                            .value = value,
                                            .row = r->nrow + at });
}

/* Collects the samples with valid times in order of time; adds the others,
 * which have no duration. */
static void order_samples(reader *r, const int64_t *time, size_t n)
{
    bool is_ordered = true;

    r->moment.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (time[i] <= -MOST || time[i] >= MOST) {
            add_sample_at(r, i, CORR_NO_TIME, 0);
            continue;
        }
        is_ordered &=
            !r->moment.n || r->moment.v[r->moment.n - 1].time <= time[i];
        if (!corr_vec_push(r->b, &r->moment, (moment){ time[i], i }))
            return;
    }
    if (!is_ordered)
        qsort(r->moment.v, r->moment.n, sizeof *r->moment.v, compare_moments);
}

static void add_timed(reader *r, const int64_t *time, size_t n)
{
    n = n < r->sample.n ? n : r->sample.n;
    n = n < UINT32_MAX ? n : UINT32_MAX;
    if (!r->wall.i)
        r->wall =
            reader_kind(r->b, "wall", "samples", CORR_NS, 0, CORR_KIND_DEFAULT);
    order_samples(r, time, n);
    for (size_t i = 0; i < r->moment.n; i++) {
        const moment *m = &r->moment.v[i];
        const int64_t next = i + 1 < r->moment.n ? m[1].time : r->end;
        const bool is_known = next > m->time && next < MOST;
        add_sample_at(r, m->at, m->time * 1000,
                      is_known ? (next - m->time) * 1000 : 0);
    }
    r->nrow += (uint32_t)n;
}

static void add_counted(reader *r)
{
    for (size_t i = 0; i < r->sample.n; i++, r->nrow++) {
        const uint32_t node = v8_find_node(&r->tree, r->sample.v[i]);
        if (node)
            add_count(r, node, 1);
        r->unknown += !node;
    }
}

/* Adds the hit counts of nodes. */
static void add_hits(reader *r)
{
    for (uint32_t i = 1; i < r->tree.node.n; i++)
        if (r->tree.node.v[i].hits > 0) {
            add_count(r, i, r->tree.node.v[i].hits);
            r->nrow++;
        }
}

/* Adds the samples.  Of a truncated document, only samples with times. */
static void add_samples(reader *r, bool is_whole)
{
    const list *time = r->stamp.n ? &r->stamp : &r->delta;

    v8_link_nodes(&r->tree);
    if (r->delta.n && !r->stamp.n)
        times_from_deltas(r);
    if (is_whole && time->n && r->sample.n) {
        const size_t n = r->sample.n;
        r->samples_only += n > time->n ? n - time->n : 0;
        r->times_only += time->n > n ? time->n - n : 0;
    }
    if (r->sample.n && time->n) {
        const double first = r->stamp.n     ? (double)r->stamp.v[0]
                             : r->has_start ? r->start
                                            : 0;
        const bool is_own = first < WALL_LEAST;
        r->is_own |= is_own;
        add_timed(r, time->v, time->n);
        if (is_own && r->has_end && r->has_start && r->start >= 0 &&
            r->start < (double)MOST)
            corr_add_length(r->b, (r->end - (int64_t)r->start) * 1000);
    } else if (is_whole && r->sample.n) {
        add_counted(r);
    } else if (is_whole) {
        add_hits(r);
    }
}

/* ---- the whole file ------------------------------------------------------ */

static void read_document(reader *r)
{
    size_t at = JSON_FIRST;

    v8_reset(&r->tree);
    r->sample.n = r->delta.n = r->stamp.n = 0;
    r->has_start = r->has_end = false;
    r->end = 0;
    while (!corr_build_failed(r->b) &&
           json_member(&r->j, members, TOP_MEMBERS, &at))
        read_top_member(r, at);
    if (r->tree.node.n > 0)
        corr_recognised(r->b);
    add_samples(r, !json_failed(&r->j));
}

static void say_what_was_done(reader *r)
{
    corr_build *b = r->b;

    if (r->unknown)
        corr_damage(b, CORR_NO_OFFSET, 0, r->unknown, "%llu %s missing",
                    (unsigned long long)r->unknown,
                    r->unknown == 1 ? "sample names a node that is"
                                    : "samples name nodes that are");
    if (r->samples_only)
        corr_damage(b, CORR_NO_OFFSET, 0, r->samples_only,
                    "%llu sample%s no time; not counted",
                    (unsigned long long)r->samples_only,
                    r->samples_only == 1 ? " has" : "s have");
    if (r->times_only)
        corr_damage(b, CORR_NO_OFFSET, 0, 0,
                    "%llu time%s to no sample; not used",
                    (unsigned long long)r->times_only,
                    r->times_only == 1 ? " belongs" : "s belong");
    if (r->tree.circles)
        corr_damage(
            b, CORR_NO_OFFSET, 0, 0,
            "%llu node%s in a loop of parents; samples there have no stacks",
            (unsigned long long)r->tree.circles, corr_plural(r->tree.circles));
    if (r->odd)
        corr_damage(b, r->odd_at, 0, 0,
                    "ids or times that are invalid or out of range: %llu",
                    (unsigned long long)r->odd);
    if (!r->is_own)
        return;
    corr_set_clock(b, CORR_CLOCK_OWN);
    corr_set_language(b, CORR_STR("nodejs"));
    corr_note(
        b, "CLOCK_UNKNOWN",
        "times count from boot and cannot be matched to spans; use --clock");
}

static corr_code cpuprofile_read(corr_src *in, const corr_want *want,
                                 corr_build *b, corr_err *err)
{
    reader r = { .in = in, .b = b, .tree = { .in = in, .b = b } };

    (void)want;
    r.tree.j = &r.j;
    json_open(&r.j, in, "a CPU profile");
    json_deepen(&r.j, UINT_MAX);
    while (json_document(&r.j, NULL, b))
        read_document(&r);
    json_finish(&r.j, b);
    say_what_was_done(&r);
    if (r.tree.ticks)
        corr_note(
            b, CORR_PASSED_OVER, "samples by line of %llu node%s were not read",
            (unsigned long long)r.tree.ticks, r.tree.ticks == 1 ? "" : "s");
    v8_clear(&r.tree);
    corr_vec_free(&r.sample);
    corr_vec_free(&r.delta);
    corr_vec_free(&r.stamp);
    corr_vec_free(&r.moment);
    return corr_finish(in, b, err);
}

const corr_format corr_format_cpuprofile = {
    .name = "cpuprofile",
    .title = "CPU profile of V8",
    .probe = cpuprofile_probe,
    .members = "nodes head",
    .read = cpuprofile_read,
};
