/*
 * flamebearer - flame graphs in answers of Pyroscope's server.
 *
 * Format: /render of Pyroscope ("flamebearer"), its query API ("flamegraph"),
 * and both without their envelope.
 *
 * Values are self values of boxes.  Of a comparison the right side is read; the
 * left side is a kind of its own.  The top box, "total", is no frame.  The part
 * of the file's total that no box has becomes a row without a stack.
 */
#include "flamebearer/flamebearer.h"

#include "corr_builtin.h"

#include <stdio.h>
#include <stdlib.h>

enum member {
    M_GRAPH,
    M_GRAPH2,
    M_METADATA,
    M_TIMELINE,
    M_NAMES,
    M_LEVELS,
    M_UNITS,
    M_RATE,
    M_NAME,
    M_SPY,
    M_START,
    M_END,
    M_STEP,
    M_SAMPLES,
    M_TICKS,
    M_TICKS2,
    M_GROUPS,
    M_HEATMAP,
    M_MEMBERS
};

static const json_name members[M_MEMBERS] = {
    [M_GRAPH] = JSON_NAME("flamebearer"),  [M_GRAPH2] = JSON_NAME("flamegraph"),
    [M_METADATA] = JSON_NAME("metadata"),  [M_TIMELINE] = JSON_NAME("timeline"),
    [M_NAMES] = JSON_NAME("names"),        [M_LEVELS] = JSON_NAME("levels"),
    [M_UNITS] = JSON_NAME("units"),        [M_RATE] = JSON_NAME("sampleRate"),
    [M_NAME] = JSON_NAME("name"),          [M_SPY] = JSON_NAME("spyName"),
    [M_START] = JSON_NAME("startTime"),    [M_END] = JSON_NAME("endTime"),
    [M_STEP] = JSON_NAME("durationDelta"), [M_SAMPLES] = JSON_NAME("samples"),
    [M_TICKS] = JSON_NAME("numTicks"),     [M_TICKS2] = JSON_NAME("total"),
    [M_GROUPS] = JSON_NAME("groups"),      [M_HEATMAP] = JSON_NAME("heatmap"),
};

typedef struct reader {
    corr_src *in;
    corr_build *b;
    json j;
    flame_levels levels;
    flame_facts facts;
    corr_vec(corr_text) name;
    uint64_t names_end; /* decoded offset; of the document if it has no names */
    uint32_t *path;
    corr_arena scratch;
    corr_kind kind, base;
    uint32_t nrow;
    uint64_t nameless;
    uint64_t passed;    /* timelines of groups, heat maps: not read */
    int64_t ticks;      /* total in the file; 0: missing */
    double first, step; /* s, first sample and step of the timeline */
    size_t steps;
} reader;

/* ---- recognising --------------------------------------------------------- */

/* An object with names and levels. */
static bool is_graph(json *j)
{
    bool names = false, levels = false;
    corr_str key;

    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        names |= corr_str_is(key, "names") && json_next(j) == JSON_ARRAY;
        levels |= corr_str_is(key, "levels") && json_next(j) == JSON_ARRAY;
        if (names && levels)
            return true;
        json_skip(j);
    }
    return names || levels; /* the other is behind the head */
}

static int flamebearer_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    json bare = json_view(&j);
    for (size_t at = JSON_FIRST; json_member(&j, members, M_MEMBERS, &at);) {
        json view = json_view(&j);
        if ((at == M_GRAPH || at == M_GRAPH2) && is_graph(&view))
            return 90;
        json_skip(&j);
    }
    return is_graph(&bare) && !json_failed(&bare) ? 60 : 0;
}

/* ---- reading ------------------------------------------------------------- */

static void read_names(reader *r)
{
    json_val v;

    r->name.n = 0;
    for (size_t i = 0; !corr_build_failed(r->b) && json_each(&r->j, &i);) {
        if (!json_value(&r->j, &v))
            continue;
        const corr_text t = corr_add_text(r->b, json_str(&v, &r->scratch));
        corr_arena_reset(&r->scratch);
        (void)corr_vec_push(r->b, &r->name, t);
    }
    r->names_end = json_offset(&r->j);
}

static void read_fact(reader *r, size_t at)
{
    flame_facts *f = &r->facts;
    json_val v;
    double x = 0;

    if (!json_value(&r->j, &v))
        return;
    const corr_str text = json_str(&v, &r->scratch);
    if (at == M_UNITS)
        snprintf(f->units, sizeof f->units, "%.*s", CORR_STR_ARG(text));
    else if (at == M_NAME)
        snprintf(f->name, sizeof f->name, "%.*s", CORR_STR_ARG(text));
    else if (at == M_SPY && text.n > 0 && text.n < 64)
        corr_set_producer(r->b, text);
    else if (json_real(&v, &x) && x > 0 && x < 1e10)
        *(at == M_RATE ? &f->rate : at == M_START ? &f->start : &f->end) = x;
    corr_arena_reset(&r->scratch);
}

static void read_ticks(reader *r)
{
    json_val v;
    int64_t n;

    if (json_value(&r->j, &v) && json_i64(&v, &n) && n > 0)
        r->ticks = n;
}

/* Reads only the length of the timeline, because its sums are not per
 * function. */
static void read_timeline(reader *r)
{
    json_val v;

    for (size_t at = JSON_FIRST; json_member(&r->j, members, M_MEMBERS, &at);) {
        if (at == M_SAMPLES)
            for (r->steps = 0; json_each(&r->j, &r->steps);)
                json_skip(&r->j);
        else if (!json_value(&r->j, &v))
            continue;
        else if (at == M_START)
            (void)json_real(&v, &r->first);
        else if (at == M_STEP)
            (void)json_real(&v, &r->step);
    }
}

/* Reads an object, which may be a graph, its envelope, or both in one. */
static void read_object(reader *r, unsigned level)
{
    size_t at = JSON_FIRST;

    while (!corr_build_failed(r->b) &&
           json_member(&r->j, members, M_MEMBERS, &at)) {
        if (at == M_TIMELINE && level == 0)
            read_timeline(r);
        else if (at < M_TIMELINE && level == 0)
            read_object(r, 1);
        else if (at == M_NAMES)
            read_names(r);
        else if (at == M_LEVELS)
            flame_read_levels(&r->levels, &r->j);
        else if (at >= M_UNITS && at < M_STEP)
            read_fact(r, at);
        else if (at == M_TICKS || at == M_TICKS2)
            read_ticks(r);
        else {
            r->passed += at >= M_GROUPS && at < M_MEMBERS &&
                         json_next(&r->j) == JSON_OBJECT;
            json_skip(&r->j);
        }
    }
}

/* ---- rows ---------------------------------------------------------------- */

static corr_frame name_frame(reader *r, uint64_t number)
{
    corr_text name = { 0 };

    if (number < r->name.n)
        name = r->name.v[number];
    else
        r->nameless++;
    const corr_text none = { 0 };
    return corr_add_frame(
        r->b,
        &(corr_frame_row){ .func = corr_add_func(r->b, name, none, none) });
}

/* Writes n nodes to the end of the first `end` of the path: the node and its
 * ancestors. */
static void write_boxes(reader *r, uint32_t node, size_t n, size_t end)
{
    for (; n > 0; n--, node = r->levels.node.v[node].parent)
        r->path[--end] = node;
}

static corr_stack stack_of(reader *r, uint32_t node)
{
    const flame_node *all = r->levels.node.v;
    const corr_text total = corr_add_text(r->b, CORR_STR("total"));
    const corr_stack_cut cut = corr_cut_stack(r->b, all[node].depth, 0);
    uint32_t root = cut.gap ? all[node].anchor : node;

    while (cut.gap && all[root].depth > cut.root)
        root = all[root].parent;
    write_boxes(r, root, cut.root, cut.root);
    write_boxes(r, node, cut.leaf, cut.root + cut.leaf);
    corr_begin_stack(r->b);
    for (size_t i = 0; i < cut.root + cut.leaf; i++) {
        const uint64_t name = all[r->path[i]].name;
        if (cut.gap && i == cut.root)
            corr_push_gap(r->b, cut.gap);
        if (i > 0 || cut.root == 0 || name >= r->name.n ||
            r->name.v[name].i != total.i)
            corr_push_frame(r->b, name_frame(r, name));
    }
    return corr_end_stack(r->b);
}

static int64_t scale_value(int64_t v, int64_t num, int64_t den)
{
    int64_t product;

    if (!__builtin_mul_overflow(v, num, &product))
        return (product + den / 2) / den;
    const double x = (double)v * (double)num / (double)den;
    return x < 9.2e18 ? (int64_t)x : INT64_MAX;
}

static void add_kinds(reader *r, const corr_kind_row *now)
{
    char name[48];
    corr_kind_row base = *now;
    corr_kind_row first = *now;

    first.flags |= CORR_KIND_DEFAULT;
    if (!r->kind.i)
        r->kind = corr_add_kind(r->b, &first);
    if (r->levels.width != 7 || r->base.i)
        return;
    snprintf(name, sizeof name, "%.*s_base", CORR_STR_ARG(now->name));
    base.name = corr_str_of(name);
    r->base = corr_add_kind(r->b, &base);
    corr_note(r->b, "COMPARISON",
              "a comparison of two profiles; the right one is read, the left "
              "is kind %s",
              name);
}

/* Drops all boxes if their sum exceeds the total in the file. */
static void check_whole(reader *r)
{
    flame_levels *l = &r->levels;

    if (r->ticks == 0 || l->whole <= r->ticks)
        return;
    corr_damage(r->b, json_offset(&r->j), 0, 0,
                "the boxes add up to %lld, more than the total of %lld; all "
                "are left out",
                (long long)l->whole, (long long)r->ticks);
    l->node.n = 1;
}

/* Adds the part of the total without a box.  Not for a comparison, because its
 * side is unknown. */
static void add_rest(reader *r, int64_t num, int64_t den, bool counts)
{
    int64_t rest = r->ticks;

    for (uint32_t i = 1; i < r->levels.node.n; i++)
        rest -= r->levels.node.v[i].self;
    if (rest <= 0 || r->levels.width == 7)
        return;
    corr_damage(r->b, json_offset(&r->j), 0, 0,
                "%lld of the total of %lld are in no box and have no stack",
                (long long)rest, (long long)r->ticks);
    corr_add_sample(r->b,
                    &(corr_sample_row){ .kind = r->kind,
                                        .time = CORR_NO_TIME,
                                        .value = scale_value(rest, num, den),
                                        .obs = counts ? rest : 1,
                                        .row = r->nrow++ });
}

static void add_boxes(reader *r)
{
    int64_t num, den;
    bool counts;
    const corr_kind_row now = flame_kind(&r->facts, &num, &den, &counts);

    add_kinds(r, &now);
    check_whole(r);
    for (uint32_t i = 1; i < r->levels.node.n; i++) {
        const flame_node *n = &r->levels.node.v[i];
        if (n->self == 0 && n->base == 0)
            continue;
        corr_sample_row row = { .kind = r->kind,
                                .stack = stack_of(r, i),
                                .time = CORR_NO_TIME,
                                .value = scale_value(n->self, num, den),
                                .obs = counts ? n->self : 1,
                                .row = r->nrow++ };
        if (n->self > 0)
            corr_add_sample(r->b, &row);
        row.kind = r->base;
        row.value = scale_value(n->base, num, den);
        row.obs = counts ? n->base : 1;
        if (n->base > 0 && r->base.i)
            corr_add_sample(r->b, &row);
    }
    add_rest(r, num, den, counts);
}

static int64_t seconds_to_ns(double s)
{
    return (int64_t)(s * 1000) * 1000000;
}

static void say_window(reader *r)
{
    double start = r->facts.start, end = r->facts.end;

    if (!(start > 0 && end > start)) {
        start = r->first;
        end = r->first + r->step * (double)r->steps;
    }
    if (start > 0 && end > start && end < 9e9)
        corr_set_window(r->b, seconds_to_ns(start), seconds_to_ns(end));
}

static void read_document(reader *r)
{
    flame_levels_reset(&r->levels);
    r->name.n = 0;
    r->ticks = 0;
    read_object(r, 0);
    if (r->levels.node.n == 0)
        return;
    if (r->name.n == 0)
        r->names_end = json_offset(&r->j);
    corr_recognised(r->b);
    add_boxes(r);
    say_window(r);
}

static corr_code flamebearer_read(corr_src *in, const corr_want *want,
                                  corr_build *b, corr_err *err)
{
    reader r = { .in = in, .b = b, .levels = { .in = in, .b = b } };
    const size_t most = (size_t)corr_src_limits(in)->frames + 2;

    (void)want;
    r.path = calloc(most, sizeof *r.path);
    if (!r.path)
        corr_refuse(b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
    json_open(&r.j, in, "a flame graph");
    while (json_document(&r.j, NULL, b))
        read_document(&r);
    json_finish(&r.j, b);
    if (r.levels.misfits)
        corr_damage(
            b, r.levels.where, 0, 0,
            "%llu %s of the flame graph without a parent of that size left out",
            (unsigned long long)r.levels.misfits,
            r.levels.misfits == 1 ? "box" : "boxes");
    if (r.nameless)
        corr_damage(b, r.names_end, 0, 0,
                    "%llu %s a name that is not in the list",
                    (unsigned long long)r.nameless,
                    r.nameless == 1 ? "box has" : "boxes have");
    if (r.passed)
        corr_note(b, CORR_PASSED_OVER,
                  "timelines of groups and heat maps were not read (%llu)",
                  (unsigned long long)r.passed);
    flame_levels_clear(&r.levels);
    corr_arena_clear(&r.scratch);
    corr_vec_free(&r.name);
    free(r.path);
    return corr_finish(in, b, err);
}

const corr_format corr_format_flamebearer = {
    .name = "flamebearer",
    .title = "flame graph of Pyroscope",
    .probe = flamebearer_probe,
    .members = "names levels",
    .read = flamebearer_read,
};
