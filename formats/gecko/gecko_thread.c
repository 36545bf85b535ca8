/* gecko_thread - samples of a thread, with their stacks. */
#include "common/reader.h"
#include "gecko/gecko.h"

#include <string.h>

/* Tables that a thread uses: its own, or else the shared ones. */
typedef struct view {
    gecko *g;
    const gecko_profile *p;
    gecko_tables *of[GECKO_TABLES];
    const gecko_texts *texts;
} view;

static const gecko_table *table_of(const view *v, gecko_kind kind)
{
    return &v->of[kind]->table[kind];
}

static view view_of(gecko *g, gecko_profile *p, gecko_thread *t)
{
    view v = { .g = g, .p = p };

    for (size_t i = 0; i < GECKO_TABLES; i++)
        v.of[i] = gecko_rows(&t->own.table[i]) ? &t->own : &p->shared;
    v.texts = t->own.texts.end.n ? &t->own.texts : &p->shared.texts;
    return v;
}

/* ---- frames -------------------------------------------------------------- */

/* Splits "run (https://a/b.js:12:3)", as profiles write it that were not
 * processed. */
static void split_location(corr_str *name, corr_str *file, int64_t *line)
{
    corr_str before, inside, path, number;
    int64_t n;

    if (!corr_str_ends(*name, ")") ||
        !corr_str_cut_last(*name, '(', &before, &inside) ||
        !corr_str_ends(before, " "))
        return;
    inside.n--;
    *name = corr_str_trim(before);
    *file = inside;
    for (int i = 0; i < 2; i++) /* the column, then the line */
        if (corr_str_cut_last(*file, ':', &path, &number) && number.n > 0 &&
            corr_str_i64(number, &n) && n >= 0) {
            *line = n;
            *file = path;
        }
}

/* "0x1a2b": code without symbols. */
static bool is_address(corr_str name)
{
    if (name.n < 3 || !corr_str_starts(name, "0x"))
        return false;
    for (size_t i = 2; i < name.n; i++)
        if (corr_hex_digit(name.p[i]) < 0)
            return false;
    return true;
}

static corr_frame make_frame(view *v, int64_t i)
{
    const gecko_table *frames = table_of(v, GECKO_FRAMES);
    const gecko_table *funcs = table_of(v, GECKO_FUNCS);
    const int64_t func = gecko_at(frames, FRAME_FUNC, i);
    corr_build *b = v->g->b;
    int64_t line = gecko_at(frames, FRAME_LINE, i);
    int64_t lib = gecko_at(frames, FRAME_LIB, i);
    const int64_t address = gecko_at(frames, FRAME_ADDRESS, i);
    corr_str name, file;

    if (func == GECKO_NONE) {
        name = gecko_text(v->texts, gecko_at(frames, FRAME_LOCATION, i));
        file = (corr_str){ "", 0 };
        split_location(&name, &file, &line);
    } else {
        const int64_t source = gecko_at(funcs, FUNC_SOURCE, func);
        const int64_t resource = gecko_at(funcs, FUNC_RESOURCE, func);
        v->g->unknown += (uint64_t)func >= gecko_rows(funcs);
        name = gecko_text(v->texts, gecko_at(funcs, FUNC_NAME, func));
        file = gecko_text(v->texts, source >= 0
                                        ? gecko_at(table_of(v, GECKO_SOURCES),
                                                   SOURCE_FILE, source)
                                        : gecko_at(funcs, FUNC_FILE, func));
        if (lib < 0 && resource >= 0)
            lib =
                gecko_at(table_of(v, GECKO_RESOURCES), RESOURCE_LIB, resource);
    }
    const corr_str module = gecko_text(&v->p->libs, lib);
    const bool is_nameless = is_address(name) && (module.n || address >= 0);
    const corr_text none = { 0 };
    return corr_add_frame(
        b, &(corr_frame_row){
               .func = corr_add_func(
                   b, is_nameless ? none : corr_add_text(b, name),
                   corr_add_text(b, file), corr_add_text(b, module)),
               .line = line > 0 && line <= UINT32_MAX ? (uint32_t)line : 0,
               .type = gecko_at(frames, FRAME_DEPTH, i) > 0 ? CORR_FRAME_INLINED
                                                            : CORR_FRAME_PLAIN,
               .address = is_nameless && address > 0 ? (uint64_t)address : 0 });
}

/* A memo of n zeroed handles, made on first use. */
#define MEMO(g, list, count)                                                   \
    ((list)->n == (count) ||                                                   \
     (corr_vec_reserve((g)->b, (list), (count) - (list)->n) &&                 \
      (memset((list)->v, 0, (count) * sizeof *(list)->v), (list)->n = (count), \
       true)))

static corr_frame frame_at(view *v, int64_t i)
{
    gecko_tables *of = v->of[GECKO_FRAMES];
    const size_t n = gecko_rows(table_of(v, GECKO_FRAMES));

    if (i < 0 || (uint64_t)i >= n) {
        v->g->unknown++;
        return (corr_frame){ 0 };
    }
    if (!MEMO(v->g, &of->frame, n))
        return (corr_frame){ 0 };
    if (!of->frame.v[i].i)
        of->frame.v[i] = make_frame(v, i);
    return of->frame.v[i];
}

/* ---- stacks -------------------------------------------------------------- */

/* The parent of a stack, which comes before it; GECKO_NONE: it is a root. */
static int64_t parent_of(view *v, int64_t i)
{
    const gecko_table *t = table_of(v, GECKO_STACKS);
    const int64_t offset = gecko_at(t, STACK_OFFSET, i);
    const int64_t parent =
        offset > 0 && offset <= i ? i - offset : gecko_at(t, STACK_PREFIX, i);

    if (parent == GECKO_NONE || (parent >= 0 && parent < i))
        return parent;
    v->g->unknown++;
    return GECKO_NONE;
}

/* Pushes a stack.  Its frames near the leaf are kept if it is too deep. */
static corr_stack make_stack(view *v, int64_t i)
{
    gecko *g = v->g;
    const size_t most = corr_src_limits(g->in)->frames;

    g->path.n = 0;
    for (; i != GECKO_NONE && g->path.n < most; i = parent_of(v, i))
        if (!corr_vec_push(g->b, &g->path,
                           gecko_at(table_of(v, GECKO_STACKS), STACK_FRAME, i)))
            return (corr_stack){ 0 };
    g->deep += i != GECKO_NONE;
    for (size_t k = 0; k < g->path.n; k++) /* before the stack is open */
        g->path.v[k] = frame_at(v, g->path.v[k]).i;
    corr_begin_stack(g->b);
    for (size_t k = g->path.n; k-- > 0;)
        if (g->path.v[k])
            corr_push_frame(g->b, (corr_frame){ (uint32_t)g->path.v[k] });
    return corr_end_stack(g->b);
}

static corr_stack stack_at(view *v, int64_t i)
{
    gecko_tables *of = v->of[GECKO_STACKS];
    const size_t n = gecko_rows(table_of(v, GECKO_STACKS));

    if (i == GECKO_NONE)
        return (corr_stack){ 0 };
    if (i < 0 || (uint64_t)i >= n) {
        v->g->unknown++;
        return (corr_stack){ 0 };
    }
    if (!MEMO(v->g, &of->stack, n))
        return (corr_stack){ 0 };
    if (!of->stack.v[i].i)
        of->stack.v[i] = make_stack(v, i);
    return of->stack.v[i];
}

/* ---- samples ------------------------------------------------------------- */

/* The kind of a weight; the first one is what the file shows first. */
static corr_kind kind_of(gecko *g, gecko_weight weight)
{
    static const struct {
        const char *name, *type;
        corr_unit unit;
        unsigned flags;
    } rows[GECKO_WEIGHTS] = {
        [GECKO_WEIGHT_SAMPLES] = { "samples", "samples", CORR_COUNT, 0 },
        [GECKO_WEIGHT_MS] = { "wall", "tracing-ms", CORR_NS,
                              CORR_KIND_NO_COUNT },
        [GECKO_WEIGHT_BYTES] = { "bytes", "bytes", CORR_BYTES,
                                 CORR_KIND_NO_COUNT },
    };
    corr_kind *k = &g->kind[weight];

    if (!k->i)
        *k = reader_kind(
            g->b, rows[weight].name, rows[weight].type, rows[weight].unit, 0,
            rows[weight].flags | (g->has_kinds ? 0u : CORR_KIND_DEFAULT));
    g->has_kinds = true;
    return *k;
}

/* The time of sample i; *sum: of the deltas so far. */
static int64_t time_of(gecko *g, const gecko_profile *p, const gecko_table *t,
                       size_t i, int64_t *sum)
{
    const int64_t delta = gecko_at(t, SAMPLE_DELTA, (int64_t)i);
    int64_t time = gecko_at(t, SAMPLE_TIME, (int64_t)i);

    if (delta != GECKO_NONE && __builtin_add_overflow(*sum, delta, sum))
        return CORR_NO_TIME;
    time = time != GECKO_NONE ? time : delta != GECKO_NONE ? *sum : GECKO_NONE;
    if (time == GECKO_NONE)
        return CORR_NO_TIME;
    g->has_times = true;
    return p->start != GECKO_NONE &&
                   __builtin_add_overflow(time, p->start, &time)
               ? CORR_NO_TIME
               : time;
}

static void add_gecko_sample(gecko *g, const gecko_profile *p, gecko_weight how,
                             corr_sample_row row, int64_t weight, int64_t cpu)
{
    const int64_t unit = how == GECKO_WEIGHT_MS ? 1 : 1000000;

    row.kind = kind_of(g, how);
    row.value = weight / unit;
    row.obs = how == GECKO_WEIGHT_SAMPLES && row.value > 0 ? row.value : 1;
    if (row.value)
        corr_add_sample(g->b, &row);
    if (cpu <= 0 || !p->cpu_scale ||
        __builtin_mul_overflow(cpu, p->cpu_scale, &cpu))
        return;
    if (!g->cpu.i)
        g->cpu = reader_kind(g->b, "cpu", "threadCPUDelta", CORR_NS, 0, 0);
    row.kind = g->cpu;
    row.value = cpu / 1000000;
    row.obs = 1;
    if (row.value)
        corr_add_sample(g->b, &row);
}

static void note_process(gecko *g, const gecko_thread *t)
{
    g->pid = t->pid <= 0 || (g->pid && g->pid != t->pid) ? -1 : t->pid;
}

void gecko_add_samples(gecko *g, gecko_profile *p, gecko_thread *t)
{
    view v = view_of(g, p, t);
    const gecko_table *s = &t->own.table[GECKO_SAMPLES];
    const size_t n = s->column[SAMPLE_STACK].n;
    const gecko_list *weights = &s->column[SAMPLE_WEIGHT];
    const bool has_times =
        s->column[SAMPLE_TIME].n || s->column[SAMPLE_DELTA].n;
    int64_t sum = 0;

    if (n == 0)
        return;
    note_process(g, t);
    corr_sample_row row = { .thread =
                                corr_add_thread_of(g->b, t->name, t->tid,
                                                   t->pid > 0 ? t->pid : 0) };
    for (size_t i = 0; i < n && !corr_build_failed(g->b); i++, g->nrow++) {
        row.time = time_of(g, p, s, i, &sum);
        g->untimed += has_times && row.time == CORR_NO_TIME;
        if (weights->n && i >= weights->n) {
            g->weightless++;
            continue;
        }
        int64_t weight = gecko_at(s, SAMPLE_WEIGHT, (int64_t)i);
        weight = weight == GECKO_NONE ? 1000000 : weight;
        row.row = g->nrow;
        row.stack = stack_at(&v, s->column[SAMPLE_STACK].v[i]);
        add_gecko_sample(g, p, t->weight, row, weight,
                         gecko_at(s, SAMPLE_CPU, (int64_t)i));
    }
}
