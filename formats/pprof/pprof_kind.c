/* Sample types: see common/sample_type.h.  A kind has one value;
 * a column that counts the samples behind another one becomes that kind's
 * observations. */
#include "pprof/pprof.h"

#include <stdio.h>
#include <string.h>

#include "common/sample_type.h"

/* Leaves of a Go profile whose samples are taken when a lock is released. */
static const char *const go_unlocks[] = {
    "sync.(*Mutex).Unlock",
    "sync.(*RWMutex).Unlock",
    "sync.(*RWMutex).RUnlock",
    "internal/sync.(*Mutex).Unlock",
    "runtime.unlock",
    "runtime.unlock2",
    "runtime._LostContendedRuntimeLock",
};

#define COUNTOF(a) (sizeof(a) / sizeof *(a))

/* ---- kinds --------------------------------------------------------- */

typedef struct plan {
    pprof_file *f;
    pprof_kind *kind;
    size_t n;
} plan;

static pprof_kind *find_kind(const plan *p, const char *name)
{
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->kind[i].name, name) == 0)
            return &p->kind[i];
    return NULL;
}

static const sample_type *known_of(const pprof_file *f, pprof_type t)
{
    const corr_str type = pprof_text(f, t.type);

    return sample_type_of(
        type, sample_unit_of_type(type, pprof_text(f, t.unit))->unit);
}

/* name NULL: use the producer's name. Each name is used once, and a name of
 * corr only for a type with that meaning. */
static pprof_kind *add_kind(plan *p, size_t column, const char *name)
{
    const pprof_type t = p->f->head.type.v[column];
    corr_str type = pprof_text(p->f, t.type);
    corr_str unit_name = pprof_text(p->f, t.unit);
    const sample_unit *u = sample_unit_of_type(type, unit_name);

    if (p->n == PPROF_KINDS) {
        corr_warn(p->f->b, CORR_NO_OFFSET,
                  "sample types after the first %d were left out", PPROF_KINDS);
        return NULL;
    }
    pprof_kind *k = &p->kind[p->n];
    *k = (pprof_kind){ .column = column, .scale = u->scale, .unit = u->unit };
    snprintf(k->type, sizeof k->type, "%.*s/%.*s", CORR_STR_ARG(type),
             CORR_STR_ARG(unit_name));
    if (name && !find_kind(p, name))
        snprintf(k->name, sizeof k->name, "%s", name);
    else
        snprintf(k->name, sizeof k->name, "%.*s", CORR_STR_ARG(type));
    if (!k->name[0])
        snprintf(k->name, sizeof k->name, "samples");
    if (!name && sample_kind_is_ours(k->name))
        snprintf(k->name, sizeof k->name, "%.63s", k->type);
    if (find_kind(p, k->name))
        snprintf(k->name, sizeof k->name, "%.40s %zu", k->type, column + 1);
    p->n++;
    return k;
}

/* Go writes the same sample types for waiting for a lock and for releasing
 * it. */
static const char *go_lock(const pprof_file *f)
{
    for (size_t i = 1; i < f->samples.stacks.end.n; i++) {
        corr_str leaf = pprof_leaf(f, i);
        for (size_t k = 0; k < COUNTOF(go_unlocks); k++)
            if (corr_str_is(leaf, go_unlocks[k]))
                return "mutex";
    }
    return "block";
}

static void add_values(plan *p)
{
    const pprof_file *f = p->f;

    for (size_t i = 0; i < f->head.type.n; i++) {
        const sample_type *t = known_of(f, f->head.type.v[i]);
        if (t && !t->kind)
            continue;
        const char *name = t ? t->kind : NULL;
        if (f->made.is_go && t &&
            corr_str_is(pprof_text(f, f->head.type.v[i].type), "delay"))
            name = go_lock(f);
        pprof_kind *k = add_kind(p, i, name);
        if (k && t)
            k->flags = t->flags;
    }
}

/* Counts of something other than samples: events between two samples, or
 * objects. */
static bool counts_more_than_samples(const pprof_kind *k)
{
    const char *unused;

    return !sample_kind_is_ours(k->name) ||
           sample_type_written(corr_str_of(k->name), &unused);
}

static bool counts(const sample_type *t, const pprof_kind *k)
{
    bool is_lock =
        strcmp(k->name, "block") == 0 || strcmp(k->name, "mutex") == 0;

    if (k->obs == PPROF_OBS_COUNT)
        return false;
    if (strcmp(t->counts, "*") == 0)
        return !corr_is_plain(k->unit) || counts_more_than_samples(k);
    if (strcmp(t->counts, "lock") == 0 && is_lock)
        return true;
    if (strcmp(t->counts, "alloc_bytes") == 0 &&
        strcmp(k->name, "alloc_count") == 0)
        return true;
    return strcmp(t->counts, k->name) == 0;
}

/* Makes a kind of time from a column that only counts samples: the file names
 * the sampling period, and a sample stands for one period. */
static bool add_time_kind(plan *p, size_t column, const sample_type *t)
{
    const pprof_file *f = p->f;
    const sample_type *period = known_of(f, f->head.period_type);
    const sample_unit *u =
        sample_unit_of(pprof_text(f, f->head.period_type.unit));
    bool is_sample = strcmp(t->counts, "*") == 0;

    if (!period || !period->kind || u->unit != CORR_NS || f->head.period <= 0 ||
        f->head.period > INT64_MAX / u->scale || find_kind(p, period->kind) ||
        (!is_sample && strcmp(t->counts, period->kind) != 0))
        return false;
    pprof_kind *k = add_kind(p, column, period->kind);
    if (k) {
        k->unit = CORR_NS;
        k->scale = f->head.period * u->scale;
        k->obs = PPROF_OBS_COUNT;
        k->counts = column;
    }
    return true;
}

static void add_counts(plan *p, bool generic)
{
    const pprof_file *f = p->f;

    for (size_t i = 0; i < f->head.type.n; i++) {
        const sample_type *t = known_of(f, f->head.type.v[i]);
        bool is_used = false; /* of counts both stay */
        if (!t || t->kind || (strcmp(t->counts, "*") == 0) != generic)
            continue;
        for (size_t k = 0; k < p->n; k++)
            if (counts(t, &p->kind[k])) {
                p->kind[k].obs = PPROF_OBS_COUNT;
                p->kind[k].counts = i;
                is_used |= !generic || !corr_is_plain(p->kind[k].unit);
            }
        if (is_used || add_time_kind(p, i, t))
            continue;
        bool is_samples = generic || strcmp(t->counts, "cpu") == 0 ||
                          strcmp(t->counts, "wall") == 0;
        pprof_kind *k = add_kind(p, i, is_samples ? "samples" : NULL);
        if (k)
            k->obs = PPROF_OBS_VALUE;
    }
}

/* perf_data_converter writes pairs of columns: X_sample counts the samples of
 * X_event. */
static bool is_pair(corr_str sample, corr_str event)
{
    return corr_str_ends(sample, "_sample") && corr_str_ends(event, "_event") &&
           corr_str_eq((corr_str){ sample.p, sample.n - strlen("_sample") },
                       (corr_str){ event.p, event.n - strlen("_event") });
}

static void pair_events(plan *p)
{
    const pprof_file *f = p->f;

    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < f->head.type.n; i++)
            if (is_pair(
                    pprof_text(f, f->head.type.v[i].type),
                    pprof_text(f, f->head.type.v[p->kind[k].column].type))) {
                p->kind[k].obs = PPROF_OBS_COUNT;
                p->kind[k].counts = i;
            }
}

/* ---- periods and flags of kinds ------------------------------------ */

/* Some servers write a period of 1 ns or 1 us when they know no better one; it
 * is ignored. The period of a memory profile is a setting, and counts come from
 * another column. */
static void set_period(const pprof_file *f, pprof_kind *k)
{
    const sample_type *t = known_of(f, f->head.period_type);
    const sample_unit *u =
        sample_unit_of(pprof_text(f, f->head.period_type.unit));
    bool is_heap = k->unit == CORR_BYTES && u->unit == CORR_BYTES;
    bool is_same = t && t->kind && strcmp(t->kind, k->name) == 0;

    if (f->head.period > 0 && f->head.period <= INT64_MAX / u->scale &&
        u->unit == k->unit &&
        (is_heap || (is_same && (f->head.period > 1 || k->unit == CORR_COUNT))))
        k->period = f->head.period * u->scale;
}

static bool pair_heap(const plan *p, pprof_kind *k, const char *count_name,
                      const char *bytes_name)
{
    const pprof_kind *count = find_kind(p, count_name);
    const pprof_kind *bytes = find_kind(p, bytes_name);

    if ((k != count && k != bytes) || !count || !bytes || !bytes->period)
        return false;
    /* A column of bytes counts its objects. The number of objects that were
     * really sampled is computed from both columns and the rate, when it
     * matters (corr-methods 4.7). */
    k->obs = k == bytes ? PPROF_OBS_COUNT : PPROF_OBS_HEAP;
    k->counts = count->column;
    k->bytes = bytes->column;
    k->rate = (double)bytes->period / (double)bytes->scale;
    return true;
}

static void set_obs(const plan *p, pprof_kind *k)
{
    bool is_objects = strcmp(k->name, "alloc_count") == 0 ||
                      strcmp(k->name, "live_count") == 0;

    if (k->obs != PPROF_OBS_ONE ||
        pair_heap(p, k, "alloc_count", "alloc_bytes") ||
        pair_heap(p, k, "live_count", "live_bytes"))
        return;
    if (k->unit == CORR_COUNT)
        k->obs = is_objects ? PPROF_OBS_ONE : PPROF_OBS_VALUE;
    else if (k->period > 1)
        k->obs = PPROF_OBS_PERIOD;
}

static void set_flags(const pprof_file *f, pprof_kind *k)
{
    static const char *const since_start[] = { "alloc_bytes", "alloc_count",
                                               "block", "mutex" };

    for (size_t i = 0; i < COUNTOF(since_start); i++)
        if (f->made.is_go && f->head.duration <= 0 &&
            strcmp(k->name, since_start[i]) == 0)
            k->flags |= CORR_KIND_CUMULATIVE;
}

/* The default is the type that the file names, else the last type, as in
 * pprof. */
static void set_default(plan *p)
{
    const pprof_file *f = p->f;
    corr_str wanted = pprof_text(f, f->head.default_type);
    size_t column = f->head.type.n - 1;

    for (size_t i = 0; wanted.n && i < f->head.type.n; i++)
        if (corr_str_eq(pprof_text(f, f->head.type.v[i].type), wanted)) {
            column = i;
            break;
        }
    for (size_t i = 0; i < p->n; i++)
        if (p->kind[i].column == column) {
            p->kind[i].flags |= CORR_KIND_DEFAULT;
            return;
        }
    for (size_t i = 0; i < p->n; i++)
        if (p->kind[i].obs == PPROF_OBS_COUNT && p->kind[i].counts == column) {
            p->kind[i].flags |= CORR_KIND_DEFAULT;
            return;
        }
}

size_t pprof_kinds(pprof_file *f, pprof_kind *kind)
{
    plan p = { f, kind, 0 };

    if (f->head.type.n == 0)
        return 0;
    add_values(&p);
    add_counts(&p, false);
    add_counts(&p, true);
    pair_events(&p);
    for (size_t i = 0; i < p.n; i++)
        set_period(f, &kind[i]);
    for (size_t i = 0; i < p.n; i++) {
        set_obs(&p, &kind[i]);
        set_flags(f, &kind[i]);
    }
    set_default(&p);
    return p.n;
}

const char *pprof_kind_lacks(const pprof_file *f)
{
    bool has_value = false, has_generic = false;

    for (size_t i = 0; i < f->head.type.n; i++) {
        const sample_type *t = known_of(f, f->head.type.v[i]);
        has_generic |= t && !t->kind && strcmp(t->counts, "*") == 0;
        has_value |= !t || t->kind;
        if (f->texts.reach.string >= f->texts.end.n && t && t->kind &&
            strcmp(t->kind, "lock") == 0)
            return "the names that tell locks waited for from locks held";
    }
    return has_generic && !has_value && f->head.period_type.type == 0
               ? "the period its samples were taken with"
               : NULL;
}
