/*
 * gen_pprof - a pprof profile as Go writes it, uncompressed.
 *
 *   gen_pprof SAMPLES STACKS FUNCTIONS MIN_DEPTH MAX_DEPTH TRACES LABELS SEED
 *
 * Fields in Go's order (samples before locations before strings), a sparse
 * call graph, stacks grown as a tree, one location in ten inlined.  With
 * LABELS 1, nine samples in ten carry trace_id and span_id.
 */
#include <string.h>

#include "gen.h"

typedef struct buf {
    uint8_t *p;
    size_t n, room;
} buf;

/* The string table: these, then functions, files, traces, spans. */
static const char *const fixed[] = { "",
                                     "samples",
                                     "count",
                                     "cpu",
                                     "nanoseconds",
                                     "trace_id",
                                     "span_id",
                                     "/usr/local/bin/server",
                                     "5f2c0de1" };
enum {
    STR_SAMPLES = 1,
    STR_COUNT,
    STR_CPU,
    STR_NS,
    STR_TRACE,
    STR_SPAN,
    STR_FILE,
    STR_BUILD,
    STR_FUNCS
};

typedef struct plan {
    long samples, stacks, funcs, locations, traces, files;
    int min, max, labels;
    uint64_t str_file, str_trace, str_span;
    uint32_t **stack; /* [stacks] location ids, root first */
    int *depth;       /* [stacks] */
} plan;

static void room(buf *b, size_t n)
{
    if (b->n + n > b->room) {
        b->room = (b->room + n) * 2 + 64;
        b->p = gen_need(realloc(b->p, b->room));
    }
}

static void varint(buf *b, uint64_t v)
{
    room(b, 10);
    for (; v >= 128; v >>= 7)
        b->p[b->n++] = (uint8_t)(v | 128);
    b->p[b->n++] = (uint8_t)v;
}

static void number(buf *b, unsigned field, uint64_t v)
{
    if (!v)
        return;
    varint(b, field << 3);
    varint(b, v);
}

static void bytes(buf *b, unsigned field, const void *p, size_t n)
{
    varint(b, field << 3 | 2);
    varint(b, n);
    room(b, n);
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

/* Puts the message m into b and empties it. */
static void message(buf *b, unsigned field, buf *m)
{
    bytes(b, field, m->p, m->n);
    m->n = 0;
}

static void flush(buf *b, size_t above)
{
    if (b->n <= above)
        return;
    fwrite(b->p, 1, b->n, stdout);
    b->n = 0;
}

static void grow_stacks(plan *p, gen_random *r)
{
    for (long i = 0; i < p->stacks; i++) {
        int depth = p->min + (int)gen_below(r, (uint64_t)(p->max - p->min + 1));
        uint32_t *f = gen_array((size_t)depth, sizeof *f);
        int k = 0;

        if (i > 0) {
            uint64_t from = gen_below(r, (uint64_t)i);
            int most = p->depth[from] < depth ? p->depth[from] : depth;
            k = 1 + (int)gen_below(r, (uint64_t)most);
            if (k < most / 2)
                k = most / 2;
            memcpy(f, p->stack[from], (size_t)k * sizeof *f);
        }
        for (; k < depth; k++)
            f[k] = k < 3 ? 1 + (uint32_t)k
                         : 1 + gen_callee(r, f[k - 1], p->locations);
        p->stack[i] = f;
        p->depth[i] = depth;
    }
}

static void write_samples(const plan *p, buf *out, gen_random *r)
{
    buf m = { 0 };
    buf x = { 0 };

    for (long i = 0; i < p->samples; i++) {
        uint64_t s = gen_skew(r, (uint64_t)p->stacks);
        for (int k = p->depth[s] - 1; k >= 0; k--)
            varint(&x, p->stack[s][k]);
        message(&m, 1, &x);

        uint64_t n = 1 + (gen_below(r, 8) == 0 ? gen_below(r, 4) : 0);
        varint(&x, n);
        varint(&x, n * 10000000);
        message(&m, 2, &x);

        if (p->labels && gen_below(r, 100) < 90) {
            uint64_t trace = gen_skew(r, (uint64_t)p->traces);
            uint64_t span = trace * 4 + gen_below(r, 4);
            number(&x, 1, STR_TRACE);
            number(&x, 2, p->str_trace + trace);
            message(&m, 3, &x);
            number(&x, 1, STR_SPAN);
            number(&x, 2, p->str_span + span);
            message(&m, 3, &x);
        }
        message(out, 2, &m);
        flush(out, 1 << 20);
    }
    free(m.p);
    free(x.p);
}

static void write_locations(const plan *p, buf *out, gen_random *r)
{
    buf m = { 0 };
    buf x = { 0 };

    number(&m, 1, 1);
    number(&m, 2, 0x400000);
    number(&m, 3, 0x2000000);
    number(&m, 5, STR_FILE);
    number(&m, 6, STR_BUILD);
    number(&m, 7, 1);
    message(out, 3, &m);
    for (long i = 0; i < p->locations; i++) {
        number(&m, 1, (uint64_t)i + 1);
        number(&m, 2, 1);
        number(&m, 3, 0x401000 + (uint64_t)i * 37);
        int lines = gen_below(r, 10) == 0 ? 2 + (int)gen_below(r, 2) : 1;
        for (int k = 0; k < lines; k++) {
            uint64_t func = i < p->funcs && k == lines - 1
                                ? (uint64_t)i
                                : gen_below(r, (uint64_t)p->funcs);
            number(&x, 1, 1 + func);
            number(&x, 2, 1 + gen_below(r, 900));
            message(&m, 4, &x);
        }
        message(out, 4, &m);
        flush(out, 1 << 20);
    }
    for (long i = 0; i < p->funcs; i++) {
        number(&m, 1, (uint64_t)i + 1);
        number(&m, 2, STR_FUNCS + (uint64_t)i);
        number(&m, 3, STR_FUNCS + (uint64_t)i);
        number(&m, 4, p->str_file + (uint64_t)i / 10);
        number(&m, 5, 1 + gen_below(r, 500));
        message(out, 5, &m);
    }
    free(m.p);
    free(x.p);
}

static void write_strings(const plan *p, buf *out, gen_random *r)
{
    char t[160];

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        bytes(out, 6, fixed[i], strlen(fixed[i]));
    for (long i = 0; i < p->funcs; i++) {
        int n = snprintf(t, sizeof t,
                         "github.com/acme/platform/svc%ld/internal/pkg%ld."
                         "(*Handler%ld).process%ld",
                         i % 37, i % 211, i % 977, i);
        bytes(out, 6, t, (size_t)n);
    }
    for (long i = 0; i < p->files; i++) {
        int n =
            snprintf(t, sizeof t,
                     "/src/github.com/acme/platform/svc%ld/internal/file%ld.go",
                     i % 37, i);
        bytes(out, 6, t, (size_t)n);
    }
    for (long i = 0; i < p->traces; i++) {
        unsigned long long lo = gen_next(r);
        int n = snprintf(t, sizeof t, "%016llx%016llx",
                         (unsigned long long)gen_next(r), lo);
        bytes(out, 6, t, (size_t)n);
        flush(out, 1 << 20);
    }
    for (long i = 0; i < p->traces * 4; i++) {
        int n =
            snprintf(t, sizeof t, "%016llx", (unsigned long long)gen_next(r));
        bytes(out, 6, t, (size_t)n);
        flush(out, 1 << 20);
    }
}

static void type(buf *out, unsigned field, uint64_t name, uint64_t unit)
{
    buf m = { 0 };

    number(&m, 1, name);
    number(&m, 2, unit);
    message(out, field, &m);
    free(m.p);
}

int main(int argc, char **argv)
{
    if (argc < 9) {
        fputs("usage: gen_pprof SAMPLES STACKS FUNCTIONS MIN MAX TRACES "
              "LABELS SEED\n",
              stderr);
        return 2;
    }
    plan p = { .samples = atol(argv[1]),
               .stacks = atol(argv[2]),
               .funcs = atol(argv[3]),
               .min = atoi(argv[4]),
               .max = atoi(argv[5]),
               .traces = atol(argv[6]),
               .labels = atoi(argv[7]) };
    gen_random r = gen_seed(atol(argv[8]));
    buf out = { 0 };

    p.files = p.funcs / 10 + 1;
    p.locations = p.funcs + p.funcs / 2;
    p.str_file = STR_FUNCS + (uint64_t)p.funcs;
    p.str_trace = p.str_file + (uint64_t)p.files;
    p.str_span = p.str_trace + (uint64_t)p.traces;
    p.stack = gen_array((size_t)p.stacks, sizeof *p.stack);
    p.depth = gen_array((size_t)p.stacks, sizeof *p.depth);
    grow_stacks(&p, &r);

    type(&out, 1, STR_SAMPLES, STR_COUNT);
    type(&out, 1, STR_CPU, STR_NS);
    write_samples(&p, &out, &r);
    write_locations(&p, &out, &r);
    write_strings(&p, &out, &r);
    number(&out, 9, 1700000000000000000u);
    number(&out, 10, 60000000000u);
    type(&out, 11, STR_CPU, STR_NS);
    number(&out, 12, 10000000);
    flush(&out, 0);
    return 0;
}
