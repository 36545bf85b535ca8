/* Heap profiles in text:
 *
 *     heap profile: OBJECTS: BYTES [OBJECTS: BYTES] @ heap_v2/524288
 *       OBJECTS: BYTES [OBJECTS: BYTES] @ 0x4f2a10 0x40c011 ...
 *
 * The first pair is in use, the pair in brackets was allocated since the
 * start.  The word after the @ names the sampling: heap_v2/RATE and Go's
 * heap/(2 RATE) sample one object every RATE bytes, and each sample then
 * stands for several objects (corr-methods 4.7, 4.11); other words mean that
 * all objects are counted.  jemalloc writes the same in another order:
 *
 *     heap_v2/524288
 *       t*: OBJECTS: BYTES [OBJECTS: BYTES]     all threads, all stacks
 *     @ 0x4f2a10 0x40c011 ...
 *       t*: OBJECTS: BYTES [OBJECTS: BYTES]
 *       t3: ...
 *
 * Java's heap has bytes before objects, one sample every 512 KiB, and names:
 *
 *     --- heapz 1 ---
 *     format = java
 *     resolution = bytes
 *       7048 2 @ 0x00000003 0x00000004
 */
#include "common/reader.h"
#include "pprof_legacy/legacy.h"

#include <math.h>

/* A number of objects and their bytes. */
typedef struct amount {
    int64_t n, bytes;
} amount;

typedef struct amounts {
    amount live, alloc;
} amounts;

typedef struct kinds {
    corr_kind count, bytes;
} kinds;

typedef struct heap {
    legacy *f;
    amounts head; /* totals that the file gives for all rows */
    int64_t objects;
    int64_t rate; /* bytes between samples; 0: everything was counted */
    kinds live, alloc;
    bool has_alloc, has_kinds;
} heap;

typedef struct sampling {
    const char *word;
    unsigned divide; /* the rate is the number in the file divided by this;
                        0: the file has no rate */
    bool is_growth;
} sampling;

static const sampling samplings[] = {
    { "heap_v2/", 1, false }, { "heapz_v2/", 1, false },
    { "heap/", 2, false },    { "heapprofile", 0, false },
    { "growth", 0, true },
};

/* ---- kinds --------------------------------------------------------------- */

typedef struct names {
    const char *count, *count_type, *bytes, *bytes_type;
    unsigned flags;
} names;

static kinds add_kinds(heap *h, const names *n, unsigned flags)
{
    corr_build *b = h->f->b;
    kinds k;

    k.count = reader_kind(b, n->count, n->count_type, CORR_COUNT, 0, n->flags);
    k.bytes = reader_kind(b, n->bytes, n->bytes_type, CORR_BYTES, h->rate,
                          n->flags | flags);
    return k;
}

/* The types get pprof's words for the fields of the header. */
static void begin_heap(heap *h, bool is_growth)
{
    static const names growth = { "growth_count", "objects/count",
                                  "growth_bytes", "space/bytes",
                                  CORR_KIND_CUMULATIVE };
    static const names alloc = { "alloc_count", "alloc_objects/count",
                                 "alloc_bytes", "alloc_space/bytes",
                                 CORR_KIND_CUMULATIVE };
    static const names in_use = { "live_count", "inuse_objects/count",
                                  "live_bytes", "inuse_space/bytes",
                                  CORR_KIND_SNAPSHOT };
    static const names only = { "live_count", "objects/count", "live_bytes",
                                "space/bytes", CORR_KIND_SNAPSHOT };
    const amount *a = &h->head.alloc;
    const amount *l = &h->head.live;

    h->has_kinds = true;
    h->has_alloc = !is_growth && (a->n || a->bytes) &&
                   (a->n != l->n || a->bytes != l->bytes);
    if (h->has_alloc)
        h->alloc = add_kinds(h, &alloc, 0);
    h->live = add_kinds(h,
                        is_growth      ? &growth
                        : h->has_alloc ? &in_use
                                       : &only,
                        CORR_KIND_DEFAULT);
}

/* ---- rows ---------------------------------------------------------------- */

static bool take_amount(corr_str *s, amount *a)
{
    return legacy_take_int(s, &a->n) && legacy_take(s, ":") &&
           legacy_take_int(s, &a->bytes);
}

static bool take_amounts(corr_str *s, amounts *a)
{
    return take_amount(s, &a->live) && legacy_take(s, "[") &&
           take_amount(s, &a->alloc) && legacy_take(s, "]");
}

static int64_t scale_amount(int64_t n, double scale)
{
    const double x = trunc((double)n * scale);

    return fabs(x) < 9e18 ? (int64_t)x : x < 0 ? -INT64_MAX : INT64_MAX;
}

static int64_t magnitude(int64_t n)
{
    return n >= 0 ? n : n == INT64_MIN ? INT64_MAX : -n;
}

static double scale_of(const heap *h, const amount *a)
{
    if (h->rate <= 1 || a->n == 0 || a->bytes == 0)
        return 1;
    return legacy_scale(fabs((double)a->bytes / (double)a->n), (double)h->rate);
}

/* A kind of bytes counts its objects. The number of objects that were really
 * sampled is computed from their size and the rate, when it matters. */
static void add_heap_sample(heap *h, const kinds *k, const amount *a,
                            corr_sample_row s)
{
    const double scale = scale_of(h, a);
    const int64_t n = scale_amount(a->n, scale);

    s.kind = k->count;
    s.value = n;
    s.obs = magnitude(a->n);
    if (s.value)
        corr_add_sample(h->f->b, &s);
    s.kind = k->bytes;
    s.value = scale_amount(a->bytes, scale);
    s.obs = magnitude(n);
    if (s.value)
        corr_add_sample(h->f->b, &s);
}

static corr_labels size_label(heap *h, const amount *a)
{
    if (a->n == 0 || a->bytes == INT64_MIN)
        return (corr_labels){ 0 };
    corr_begin_labels(h->f->b);
    corr_push_int(h->f->b, CORR_STR("bytes"), a->bytes / a->n,
                  CORR_STR("bytes"));
    return corr_end_labels(h->f->b);
}

static void add_heap_row(heap *h, const amounts *a, corr_stack stack)
{
    corr_sample_row s = { .stack = stack,
                          .time = CORR_NO_TIME,
                          .row = h->f->nrow++ };

    if (a->live.n > 0)
        h->objects = corr_sum(h->objects, a->live.n);
    if (!a->live.n && !a->live.bytes && !a->alloc.n && !a->alloc.bytes)
        return;
    s.labels = size_label(h, a->live.n ? &a->live : &a->alloc);
    add_heap_sample(h, &h->live, &a->live, s);
    if (h->has_alloc)
        add_heap_sample(h, &h->alloc, &a->alloc, s);
}

static void read_row(heap *h)
{
    corr_str s = h->f->line;
    corr_stack stack;
    amounts a;

    if (take_amounts(&s, &a) && legacy_take(&s, "@") &&
        legacy_stack_of(h->f, s, &stack))
        add_heap_row(h, &a, stack);
    else
        legacy_lose_line(h->f, "a row of a heap profile");
}

static void end_heap(heap *h)
{
    legacy *f = h->f;

    if (h->objects < h->head.live.n)
        corr_damage(f->b, f->offset, 0, 0,
                    "up to line %llu there are %lld of the %lld objects in use "
                    "that were announced",
                    f->number, (long long)h->objects,
                    (long long)h->head.live.n);
    legacy_bind(f, 0);
}

/* ---- gperftools, tcmalloc, Go -------------------------------------------- */

/* Reads "heap_v2/524288". False: the word is unknown. */
static bool read_sampling(heap *h, corr_str s, bool *is_growth)
{
    for (size_t i = 0; i < sizeof samplings / sizeof *samplings; i++) {
        const sampling *p = &samplings[i];
        if (!legacy_take(&s, p->word))
            continue;
        *is_growth = p->is_growth;
        if (!p->divide)
            return true;
        if (!legacy_take_int(&s, &h->rate) || h->rate < 0 || s.n)
            return false;
        h->rate /= p->divide;
        return true;
    }
    return false;
}

static bool read_head(heap *h)
{
    corr_str s = h->f->line;
    bool is_growth = false;

    if (!legacy_take(&s, "heap profile:") || !take_amounts(&s, &h->head) ||
        !legacy_take(&s, "@"))
        return false;
    if (!read_sampling(h, s, &is_growth))
        corr_warn(h->f->b, h->f->offset,
                  "line 1 does not say how objects were sampled; they count as "
                  "all there were");
    begin_heap(h, is_growth);
    return true;
}

void legacy_heap(legacy *f)
{
    heap h = { .f = f };

    if (!read_head(&h)) {
        corr_refuse(f->b, CORR_EFORMAT, 0, NULL,
                    "line 1 ends before the meaning of the numbers");
        return;
    }
    f->hides_runtime = true; /* only Go lists functions */
    while (legacy_next_row(f))
        read_row(&h);
    end_heap(&h);
}

/* ---- jemalloc ------------------------------------------------------------ */

/* Reads "t*: 13: 6688 [0: 0]" for the open stack, or for the totals. Rows of
 * single threads are skipped: t* includes them. */
static void read_threads(heap *h, bool has_stack, corr_stack stack)
{
    corr_str s = h->f->line;
    amounts a;

    if (!legacy_take(&s, "t*:"))
        return;
    if (!take_amounts(&s, &a))
        legacy_lose_line(h->f, "a row of a heap profile");
    else if (has_stack)
        add_heap_row(h, &a, stack);
    else
        h->head = a;
}

void legacy_jemalloc(legacy *f)
{
    heap h = { .f = f };
    corr_stack stack = { 0 };
    bool has_stack = false, is_growth;

    if (!read_sampling(&h, f->line, &is_growth)) {
        corr_refuse(f->b, CORR_EFORMAT, 0, NULL,
                    "line 1 ends before the number of bytes between samples");
        return;
    }
    corr_set_producer(f->b, CORR_STR("jemalloc"));
    while (!corr_build_failed(f->b) && legacy_next(f) && !legacy_map(f)) {
        if (corr_str_starts(f->line, "@")) {
            if (!h.has_kinds)
                begin_heap(&h, false);
            has_stack = legacy_stack_of(f, corr_str_from(f->line, 1), &stack);
            if (!has_stack)
                legacy_lose_line(f, "a stack");
        } else if (corr_str_starts(f->line, "t")) {
            read_threads(&h, has_stack, stack);
        } else if (f->line.n) {
            legacy_lose_line(f, "a row of a heap profile");
        }
    }
    end_heap(&h);
}

/* ---- Java ---------------------------------------------------------------- */

static bool read_java_row(heap *h)
{
    corr_str s = h->f->line;
    amounts a = { .live.n = 0 };
    corr_stack stack;

    if (!legacy_take_int(&s, &a.live.bytes) ||
        !legacy_take_int(&s, &a.live.n) || a.live.n <= 0 || a.live.bytes < 0 ||
        !legacy_take(&s, "@") || !legacy_stack_of(h->f, s, &stack))
        return false;
    add_heap_row(h, &a, stack);
    return true;
}

void legacy_java_heap(legacy *f)
{
    heap h = { .f = f, .rate = 524288 };
    corr_str name, value;

    f->is_java = true;
    begin_heap(&h, false);
    while (legacy_next_row(f)) {
        if (read_java_row(&h) || legacy_java_name(f) ||
            (f->nrow == 0 && legacy_setting(f, &name, &value)))
            continue;
        legacy_lose_line(f, "a row of a heap profile");
    }
    end_heap(&h);
}
