/* Makes samples of the kept rows, and facts of the fields of the file. */
#include "pprof/pprof.h"

#include "common/file_name_time.h"

#include <math.h>

#include "common/module_name.h"
#include "common/reader.h"
#include "common/wire.h"

#define COUNTOF(a) (sizeof(a) / sizeof *(a))

corr_cur pprof_rows(const pprof_file *f)
{
    return f->samples.rows.v ? corr_cur_of(f->samples.rows.v, f->samples.rows.n)
                             : corr_cur_of("", 0);
}

bool pprof_next_row(const pprof_file *f, corr_cur *c, pprof_row *r)
{
    if (c->p == c->end)
        return false;
    r->stack = (uint32_t)corr_cur_varint(c);
    r->labels = (uint32_t)corr_cur_varint(c);
    corr_cur v = corr_cur_slice(c, corr_cur_varint(c));
    r->is_usable = false;
    if (v.p == v.end)
        return true;
    for (size_t i = 0; i < f->head.type.n; i++) {
        r->value[i] = (int64_t)corr_cur_varint(&v);
        r->is_usable |= r->value[i] != 0;
    }
    r->is_usable &= !v.bad;
    return true;
}

static uint64_t magnitude(int64_t v)
{
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* ---- observations -------------------------------------------------- */

static int64_t at_least_one(double n)
{
    if (!(n > 1))
        return 1;
    return n < 9e18 ? (int64_t)llround(n) : INT64_MAX;
}

/* The number of objects that were sampled, computed from the number of objects
 * that the profiler estimates (corr-methods 4.7); at least 1. */
static int64_t heap_observations(const pprof_kind *k, const int64_t *value)
{
    double count = (double)magnitude(value[k->counts]);
    double bytes = (double)magnitude(value[k->bytes]);

    return at_least_one(count * (1 - exp(-bytes / count / k->rate)));
}

int64_t pprof_observations(const pprof_kind *k, const int64_t *value)
{
    switch (k->obs) {
    case PPROF_OBS_COUNT:
        return at_least_one((double)magnitude(value[k->counts]));
    case PPROF_OBS_VALUE:
        return at_least_one((double)magnitude(value[k->column]));
    case PPROF_OBS_PERIOD:
        return at_least_one((double)magnitude(value[k->column]) *
                            (double)k->scale / (double)k->period);
    case PPROF_OBS_HEAP:
        return heap_observations(k, value);
    case PPROF_OBS_ONE:
        break;
    }
    return 1;
}

/* Some servers write a period of their own when they export a profile. A value
 * below the period proves that the period is not the time between samples. */
static void doubt_period(const pprof_file *f, pprof_kind *k, pprof_row *r)
{
    const uint64_t period = (uint64_t)(k->period / k->scale);
    corr_cur c = pprof_rows(f);

    while (pprof_next_row(f, &c, r)) {
        uint64_t v = r->is_usable ? magnitude(r->value[k->column]) : 0;
        if (v && v < period) {
            k->obs = PPROF_OBS_ONE;
            k->period = 0;
            return;
        }
    }
}

/* A profiler that takes one allocation every `rate` bytes scales the values up,
 * so that each row stands for a sample at least.  Less than that proves that the
 * values are as they were sampled: the number of samples is then unknown. */
static void doubt_scale(const pprof_file *f, pprof_kind *kind, size_t n,
                        const pprof_kind *heap, pprof_row *r)
{
    const double least = 0.5; /* scaled counts are cut to whole numbers */
    const size_t counts = heap->counts, bytes = heap->bytes;
    const double rate = heap->rate;
    corr_cur c = pprof_rows(f);
    bool scaled = true;

    while (scaled && pprof_next_row(f, &c, r)) {
        const double objects = (double)magnitude(r->value[counts]);
        const double size = (double)magnitude(r->value[bytes]);
        scaled = !r->is_usable || objects <= 0 || size <= 0 ||
                 objects * (1 - exp(-size / objects / rate)) >= least;
    }
    for (size_t i = 0; i < n && !scaled; i++)
        if (kind[i].rate > 0 && kind[i].counts == counts) {
            kind[i].obs = PPROF_OBS_COUNT;
            kind[i].flags |= CORR_KIND_UNSCALED;
        }
}

/* ---- samples ------------------------------------------------------- */

static void lose_row(pprof_file *f, const pprof_row *r)
{
    corr_cur c = pprof_memo_at(&f->samples.stacks, r->stack);

    while (c.p < c.end) {
        uint64_t id = corr_cur_varint(&c);
        if (pprof_ids_find(&f->code.location_ids, id) != PPROF_NONE)
            continue;
        corr_damage(
            f->b, f->samples.stacks.offset.v[r->stack], 0, 1,
            "sample %llu names the undefined location %llu; it is left out",
            (unsigned long long)r->number, (unsigned long long)id);
        return;
    }
}

static void add_kind_row(pprof_file *f, const pprof_kind *kind, size_t n,
                         const pprof_row *r)
{
    corr_sample_row s = { .time = CORR_NO_TIME,
                          .stack = { f->made.stack.v[r->stack] },
                          .labels = { f->made.label_set.v[r->labels] },
                          .row = (uint32_t)r->number };

    for (size_t i = 0; i < n; i++) {
        const pprof_kind *k = &kind[i];
        int64_t v = r->value[k->column];
        if (v == 0)
            continue;
        if (magnitude(v) > (uint64_t)(INT64_MAX / k->scale)) {
            corr_damage(f->b, CORR_NO_OFFSET, 0, 1,
                        "sample %llu has %lld %s, which is too large to count; "
                        "left out",
                        (unsigned long long)r->number, (long long)v, k->type);
            continue;
        }
        s.kind = k->handle;
        s.value = v * k->scale;
        s.obs = pprof_observations(k, r->value);
        corr_add_sample(f->b, &s);
    }
}

static bool is_below_0(const pprof_kind *kind, size_t n, const pprof_row *r)
{
    for (size_t i = 0; i < n; i++)
        if (r->value[kind[i].column] < 0)
            return true;
    return false;
}

void pprof_add_rows(pprof_file *f)
{
    pprof_kind kind[PPROF_KINDS];
    size_t n = pprof_kinds(f, kind);
    corr_cur c = pprof_rows(f);
    pprof_row r = { .value =
                        corr_arena_new(&f->scratch, int64_t, f->head.type.n) };
    uint64_t below = 0;

    if (!r.value) {
        corr_refuse(f->b, CORR_ELIMIT, CORR_NO_OFFSET, "Profile.sample_type",
                    "%zu sample types do not fit into memory", f->head.type.n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (kind[i].obs == PPROF_OBS_PERIOD)
            doubt_period(f, &kind[i], &r);
        else if (kind[i].obs == PPROF_OBS_HEAP)
            doubt_scale(f, kind, n, &kind[i], &r);
    pprof_say_missing(f, kind, n, &r);
    pprof_drop_frames(f); /* frees memory before rows grow */
    for (size_t i = 0; i < n; i++)
        kind[i].handle = corr_add_kind(
            f->b, &(corr_kind_row){ .name = corr_str_of(kind[i].name),
                                    .type = corr_str_of(kind[i].type),
                                    .unit = kind[i].unit,
                                    .period = kind[i].period,
                                    .flags = kind[i].flags });
    for (; pprof_next_row(f, &c, &r) && !corr_build_failed(f->b); r.number++) {
        if (!r.is_usable)
            continue;
        if (f->made.stack.v[r.stack] == PPROF_NONE) {
            lose_row(f, &r);
        } else {
            add_kind_row(f, kind, n, &r);
            below += is_below_0(kind, n, &r);
        }
    }
    if (below)
        corr_note(f->b, "BELOW_0",
                  "%llu negative sample%s, as in a difference; shares are of "
                  "all without signs",
                  (unsigned long long)below, corr_plural(below));
}

/* ---- facts --------------------------------------------------------- */

/* Sets of sample types that only Go's own profiler writes. */
static const char *const go_types[][4] = {
    { "samples", "cpu" },
    { "alloc_objects", "alloc_space", "inuse_objects", "inuse_space" },
    { "contentions", "delay" },
    { "goroutine" },
    { "threadcreate" },
};

static bool has_types(const pprof_file *f, const char *const name[4])
{
    for (size_t i = 0; i < 4; i++) {
        if (!name[i])
            return i == f->head.type.n;
        if (i >= f->head.type.n ||
            !corr_str_is(pprof_text(f, f->head.type.v[i].type), name[i]))
            return false;
    }
    return f->head.type.n == 4;
}

bool pprof_is_node(const pprof_file *f)
{
    for (size_t i = 0; i < f->code.function.n; i++)
        if (pprof_is_of_node(pprof_text(f, f->code.function.v[i].file)))
            return true;
    return false;
}

typedef struct writer_of {
    const char *name, *language;
} writer_of;

static const writer_of go = { "Go", "go" }, fgprof = { "fgprof", "go" },
                       node = { "Node.js", "nodejs" },
                       async_profiler = { "async-profiler", "java" },
                       unknown = { "", "" };

static const writer_of *producer(const pprof_file *f)
{
    static const char *const fgprof_types[4] = { "samples", "time" };

    for (size_t i = 0; i < f->head.comment.n; i++)
        if (corr_str_is(pprof_text(f, f->head.comment.v[i]), "async-profiler"))
            return &async_profiler;
    for (size_t i = 0; f->made.is_go && i < COUNTOF(go_types); i++)
        if (has_types(f, go_types[i]))
            return &go;
    if (f->made.is_go && has_types(f, fgprof_types) &&
        corr_str_is(pprof_text(f, f->head.period_type.type), "wallclock"))
        return &fgprof;
    return pprof_is_node(f) ? &node : &unknown;
}

static void add_setting(pprof_file *f, const char *name, uint32_t string)
{
    corr_str value = pprof_text(f, string);

    if (value.n)
        corr_add_setting(f->b, corr_str_of(name), value);
}

/* Whether the address was chosen at random. Without randomization, 64-bit
 * machines place the mapping at the end of the address space, and 32 bits are
 * too few to be random. */
static bool is_random(uint64_t address)
{
    enum { ENDS = 28 }; /* 256 MiB */

    return address >> 32 && address >> ENDS != (1u << (47 - ENDS)) - 1 &&
           address >> ENDS != (1u << (48 - ENDS)) - 1;
}

/* The kernel maps the same few pages of code into each process at a random
 * address. A Go program does not inherit the address from its parent, because
 * Go starts each process with a new program. */
static void add_place(pprof_file *f)
{
    const pprof_mapping *m = f->code.mapping.v;

    for (size_t i = 1; f->made.is_go && i < f->code.mapping.n; i++) {
        if (!corr_str_is(pprof_text(f, m[i].file), "[vdso]") ||
            !is_random(m[i].start))
            continue;
        const corr_str program = pprof_text(f, m[0].file);
        const corr_str build = pprof_text(f, m[0].build);
        const uint64_t places[] = { m[i].start, m[i].limit, m[0].start,
                                    corr_hash(program.p, program.n),
                                    corr_hash(build.p, build.n) };
        corr_set_place(f->b, corr_hash(places, sizeof places));
        return;
    }
}

/* Names of files have whole seconds. */
#define NAME_SLACK INT64_C(1000000000)

/* Most profilers write the start of the profile, those of Node.js write its
 * end. */
static void add_window(pprof_file *f, bool ended)
{
    int64_t length = f->head.duration > 0 ? f->head.duration : 0;
    int64_t from, to;

    if (f->head.time <= 0)
        return;
    /* Pyroscope merges profiles of a window, and writes only its end. */
    if (length == 0 &&
        window_in_name(corr_str_of(corr_src_path(f->in)), &from, &to) &&
        f->head.time > from && f->head.time - NAME_SLACK <= to) {
        window_from_name(f->in, f->b);
        return;
    }
    if (length > (ended ? f->head.time : INT64_MAX - f->head.time))
        length = 0;
    corr_set_window(f->b, f->head.time - (ended ? length : 0),
                    f->head.time + (ended ? 0 : length));
}

void pprof_add_facts(pprof_file *f)
{
    const writer_of *by = producer(f);

    add_window(f, by == &node);
    corr_set_producer(f->b, corr_str_of(by->name));
    corr_set_language(f->b, corr_str_of(by->language));
    if (f->code.mapping.n &&
        reader_program(f->b,
                       module_name(pprof_text(f, f->code.mapping.v[0].file))))
        add_setting(f, "build_id", f->code.mapping.v[0].build);
    add_place(f);
    for (size_t i = 0; i < f->head.comment.n; i++)
        add_setting(f, "comment", f->head.comment.v[i]);
    add_setting(f, "doc_url", f->head.doc_url);
    add_setting(f, "drop_frames", f->head.drop);
    add_setting(f, "keep_frames", f->head.keep);
}
