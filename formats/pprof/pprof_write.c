/* Writes a selection as a gzip-compressed profile.  Samples are added up by
 * stack and labels first.  A text, function or location is written at its
 * first use, so memory has only maps of them. */
#include "pprof/pprof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/sample_type.h"
#include "corr.h"
#include "corr_write.h"
#include "pprof.pb-c.h"
#include "pprof/pprof_out.h"

/* The key that makes a written sample distinct. */
typedef struct sample_key {
    uint64_t span;
    corr_trace_id trace;
    int64_t tid;
    const char *thread;
    uint32_t input, stack, labels;
    uint32_t is_base; /* 1: of the selection that is subtracted */
} sample_key;

typedef struct sample {
    sample_key key;
    corr_str thread;
    int64_t value, obs;
    double value_part, obs_part; /* of rows that several samples share */
} sample;

/* The location of a frame of an input. */
typedef struct known_frame {
    uint32_t input, location; /* input: number + 1 */
} known_frame;

typedef struct writer {
    const corr_sel *sel;
    bool is_base;
    corr_sel_facts facts;
    pprof_out o;
    corr_map mappings, functions, locations; /* -> number + 1 */
    corr_map samples;                        /* sample_key -> number + 1 */
    corr_vec(sample) sample;
    corr_vec(known_frame) known; /* by number of the frame */
    corr_vec(uint32_t) frame;    /* scratch: of one stack, root first */
    corr_map stacks;             /* input, stack -> number + 1 */
    corr_vec(uint64_t) path;     /* location ids of all stacks, leaf first */
    corr_vec(size_t) end;        /* of a stack in path */
    const char *counts; /* type of the column of observations; NULL: no such
                           column */
    const char *type;
    bool is_node;
} writer;

/* ---- tables -------------------------------------------------------- */

static uint64_t put_mapping(writer *w, corr_str file)
{
    Perftools__Profiles__Mapping m = PERFTOOLS__PROFILES__MAPPING__INIT;
    bool is_new;

    if (file.n == 0)
        return 0;
    m.id = pprof_number_of(&w->o, &w->mappings, file.p, file.n, &is_new);
    if (is_new) {
        m.filename = pprof_put_text(&w->o, file);
        m.has_functions = m.has_filenames = true;
        m.has_line_numbers = m.has_inline_frames = true;
        pprof_put_message(&w->o, PPROF_MAPPING, &m.base);
    }
    return m.id;
}

/* The name in the system is the one with a place in it that another format had.
 * A function without a name of its own has its place there: Node.js writes
 * "(anonymous:L#4:C#9)". */
static int64_t put_system_name(writer *w, corr_str written, corr_str begins,
                               uint32_t *start)
{
    corr_str line = begins, column;
    uint64_t n;
    char text[64];

    if (!corr_str_cut(begins, ':', &line, &column))
        column = CORR_STR("0");
    if (corr_str_u64(line, &n) && n <= UINT32_MAX)
        *start = (uint32_t)n;
    if (written.n)
        return pprof_put_text(&w->o, written);
    snprintf(text, sizeof text, "(anonymous:L#%.*s:C#%.*s)", CORR_STR_ARG(line),
             CORR_STR_ARG(column));
    return pprof_put_text(&w->o, corr_str_of(text));
}

static uint64_t put_function(writer *w, const corr_frame_view *v)
{
    uint32_t start = 0;
    Perftools__Profiles__Function f = PERFTOOLS__PROFILES__FUNCTION__INIT;
    const int64_t text = pprof_put_text(&w->o, v->function);
    const int64_t path = pprof_put_text(&w->o, v->file);
    const int64_t system =
        v->begins.n || v->written.n
            ? put_system_name(w, v->written, v->begins, &start)
            : text;
    bool is_new = false;
    uint32_t *at = corr_map_u64(
        &w->functions, (uint64_t)system << 32 | (uint64_t)path, &is_new);

    if (!pprof_out_check(&w->o, at != NULL))
        return 0;
    *at = is_new ? w->functions.n : *at;
    f.id = *at;
    if (is_new) {
        f.name = text;
        f.system_name = system;
        f.filename = path;
        f.start_line = start;
        pprof_put_message(&w->o, PPROF_FUNCTION, &f.base);
    }
    return f.id;
}

static uint64_t put_location(writer *w, const corr_frame_view *v)
{
    Perftools__Profiles__Location loc = PERFTOOLS__PROFILES__LOCATION__INIT;
    Perftools__Profiles__Line line = PERFTOOLS__PROFILES__LINE__INIT;
    Perftools__Profiles__Line *lines[] = { &line };
    bool is_new;

    if (v->function.n)
        line.function_id = put_function(w, v);
    w->is_node = w->is_node || pprof_is_of_node(v->file);
    line.line = v->line;
    loc.mapping_id = put_mapping(w, v->module);
    loc.address = v->address;
    const uint64_t key[] = { line.function_id, v->line, v->address,
                             loc.mapping_id };
    loc.id = pprof_number_of(&w->o, &w->locations, key, sizeof key, &is_new);
    if (is_new) {
        loc.line = lines;
        loc.n_line = v->function.n ? 1 : 0;
        pprof_put_message(&w->o, PPROF_LOCATION, &loc.base);
    }
    return loc.id;
}

/* Number of root frames that name the thread, which pprof gets as a label. */
static uint32_t threads_in_front(const writer *w, uint32_t input,
                                 uint32_t stack, uint32_t depth)
{
    uint32_t n = 0;

    while (n + 1 < depth &&
           corr_stack_at(w->sel, input, stack, n).type == CORR_FRAME_THREAD)
        n++;
    return n;
}

/* The location of frame i of a stack, by its number.  Stacks share frames, so
 * the texts of a frame are looked up once. */
static uint64_t location_of(writer *w, uint32_t frame, uint32_t input,
                            uint32_t stack, uint32_t i)
{
    while (w->known.n <= frame)
        if (!pprof_out_check(
                &w->o, corr_vec_push(NULL, &w->known, (known_frame){ 0 })))
            return 0;
    known_frame *known = &w->known.v[frame];
    if (known->input != input + 1) {
        const corr_frame_view v = corr_stack_at(w->sel, input, stack, i);
        *known = (known_frame){ input + 1, (uint32_t)put_location(w, &v) };
    }
    return known->location;
}

/* Numbers the locations of a stack, leaf first, once per stack. */
static size_t put_stack(writer *w, uint32_t input, uint32_t stack)
{
    bool is_new;
    uint32_t *at =
        corr_map_u64(&w->stacks, (uint64_t)input << 32 | stack, &is_new);

    if (!at) {
        pprof_out_no_memory(&w->o);
        return SIZE_MAX;
    }
    if (!is_new)
        return *at - 1;
    uint32_t depth = corr_stack_depth(w->sel, input, stack);
    uint32_t root = threads_in_front(w, input, stack, depth);
    w->frame.n = 0;
    if (!pprof_out_check(&w->o, corr_vec_reserve(NULL, &w->path, depth + 1)) ||
        !pprof_out_check(&w->o, corr_vec_reserve(NULL, &w->frame, depth + 1)))
        return SIZE_MAX;
    corr_stack_frames(w->sel, input, stack, w->frame.v);
    for (uint32_t i = depth; i-- > root;)
        w->path.v[w->path.n++] = location_of(w, w->frame.v[i], input, stack, i);
    if (!pprof_out_check(&w->o, corr_vec_push(NULL, &w->end, w->path.n)))
        return SIZE_MAX;
    *at = (uint32_t)w->end.n;
    return w->end.n - 1;
}

/* ---- labels -------------------------------------------------------- */

#define LABELS 1040 /* labels written per sample, at most */

typedef struct labels {
    Perftools__Profiles__Label label[LABELS], *at[LABELS];
    size_t n;
} labels;

static Perftools__Profiles__Label *add_label(writer *w, labels *l, corr_str key)
{
    if (l->n == LABELS)
        return NULL;
    Perftools__Profiles__Label *one = &l->label[l->n];
    perftools__profiles__label__init(one);
    one->key = pprof_put_text(&w->o, key);
    l->at[l->n++] = one;
    return one;
}

static void add_text(writer *w, labels *l, const char *key, corr_str value)
{
    Perftools__Profiles__Label *one = add_label(w, l, corr_str_of(key));

    if (one)
        one->str = pprof_put_text(&w->o, value);
}

static void add_known(writer *w, labels *l, const corr_label *from)
{
    Perftools__Profiles__Label *one = add_label(w, l, from->key);
    corr_str text = from->text;
    char number[40];

    if (!one)
        return;
    if (from->type == CORR_VALUE_INT) {
        one->num = from->num;
        one->num_unit = pprof_put_text(&w->o, text);
        return;
    }
    if (from->type == CORR_VALUE_REAL) {
        snprintf(number, sizeof number, "%.17g", from->real);
        text = corr_str_of(number);
    } else if (from->type == CORR_VALUE_BOOL) {
        text = corr_str_of(from->num ? "true" : "false");
    }
    one->str = pprof_put_text(&w->o, text);
}

/* Adds labels for span and thread ids. Some formats keep them in columns, and
 * pprof has only labels. The keys are those of Pyroscope's and OpenTelemetry's
 * profilers. */
static void add_ids(writer *w, labels *l, const sample_key *k)
{
    char hex[40];

    if (k->trace.hi || k->trace.lo) {
        snprintf(hex, sizeof hex, "%016llx%016llx",
                 (unsigned long long)k->trace.hi,
                 (unsigned long long)k->trace.lo);
        add_text(w, l, "trace_id", corr_str_of(hex));
    }
    if (k->span) {
        snprintf(hex, sizeof hex, "%016llx", (unsigned long long)k->span);
        add_text(w, l, "span_id", corr_str_of(hex));
    }
}

static bool names_id(corr_str key)
{
    return corr_str_starts(key, "span") || corr_str_starts(key, "trace") ||
           corr_str_ends(key, "span id") || corr_str_is(key, "profile_id");
}

static void fill_labels(writer *w, labels *l, const sample *s)
{
    uint32_t n = corr_nlabels(w->sel, s->key.input, s->key.labels);
    bool has_id = false;
    bool has_thread = false;

    l->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        corr_label one = corr_label_at(w->sel, s->key.input, s->key.labels, i);
        has_id |= names_id(one.key);
        has_thread |= corr_str_starts(one.key, "thread");
        add_known(w, l, &one);
    }
    if (!has_id)
        add_ids(w, l, &s->key);
    if (!has_thread && s->thread.n)
        add_text(w, l, "thread name", s->thread);
    if (s->key.is_base)
        add_text(w, l, "pprof::base", CORR_STR("true"));
}

/* ---- samples ------------------------------------------------------- */

static sample *find_sample(writer *w, const corr_row *row)
{
    sample_key key = { .span = row->label_span,
                       .trace = row->label_trace,
                       .tid = row->tid,
                       .thread = row->thread.p,
                       .input = row->input,
                       .stack = row->stack,
                       .labels = row->labels,
                       .is_base = w->is_base };
    bool is_new;
    uint32_t i = pprof_number_of(&w->o, &w->samples, &key, sizeof key, &is_new);

    if (is_new)
        pprof_out_check(
            &w->o,
            corr_vec_push(NULL, &w->sample,
                          (sample){ .key = key, .thread = row->thread }));
    return i && i <= w->sample.n ? &w->sample.v[i - 1] : NULL;
}

static void sum_samples(writer *w)
{
    corr_sel_iter it = { .sel = w->sel };
    corr_row row;

    while (!w->o.is_failed && corr_sel_next(&it, &row)) {
        sample *s = find_sample(w, &row);
        if (!s)
            continue;
        if (row.share >= 1) {
            s->value += row.value;
            s->obs += row.obs;
        } else {
            s->value_part += (double)row.value * row.share;
            s->obs_part += (double)row.obs * row.share;
        }
    }
}

static void put_sample(writer *w, const sample *s)
{
    labels l;
    Perftools__Profiles__Sample m = PERFTOOLS__PROFILES__SAMPLE__INIT;
    int64_t value[2];
    size_t at = put_stack(w, s->key.input, s->key.stack);

    if (at == SIZE_MAX)
        return;
    fill_labels(w, &l, s);
    if (w->counts)
        value[m.n_value++] = s->obs + llround(s->obs_part);
    value[m.n_value++] = s->value + llround(s->value_part);
    if (value[m.n_value - 1] == 0)
        return;
    for (size_t i = 0; i < m.n_value && s->key.is_base; i++)
        value[i] = value[i] == INT64_MIN ? INT64_MAX : -value[i];
    m.value = value;
    const size_t from = at ? w->end.v[at - 1] : 0;
    m.location_id = corr_vec_from(&w->path, from);
    m.n_location_id = w->end.v[at] - from;
    m.label = l.at;
    m.n_label = l.n;
    pprof_put_message(&w->o, PPROF_SAMPLE, &m.base);
}

/* ---- the file ------------------------------------------------------ */

/* An amount of what the type names is a count, as the profiler wrote it. */
static corr_str unit_written(const writer *w, corr_unit unit)
{
    static const char *const name[] = {
        [CORR_COUNT] = "count",  [CORR_NS] = "nanoseconds",
        [CORR_BYTES] = "bytes",  [CORR_NS_RESCALED] = "nanoseconds",
        [CORR_AMOUNT] = "count", [CORR_FRACTION] = "millionths"
    };

    return unit != CORR_AMOUNT || corr_str_eq(w->facts.own_unit, w->facts.kind)
               ? corr_str_of(name[unit])
               : w->facts.own_unit;
}

static void put_type(writer *w, unsigned field, corr_str type, corr_unit unit)
{
    Perftools__Profiles__ValueType t = PERFTOOLS__PROFILES__VALUE_TYPE__INIT;

    t.type = pprof_put_text(&w->o, type);
    t.unit = pprof_put_text(&w->o, unit_written(w, unit));
    pprof_put_message(&w->o, field, &t.base);
}

/* Whether the kind counts samples. A kind that counts events between samples,
 * or objects, does not show the number of samples. */
static bool says_how_many(const corr_sel_facts *facts, bool is_known)
{
    return facts->unit == CORR_COUNT && !is_known &&
           (facts->observations == facts->total || facts->kind.n == 0 ||
            corr_str_is(facts->kind, "samples"));
}

static void put_header(writer *w)
{
    const corr_sel_facts *facts = &w->facts;
    const char *counts;
    const char *known = sample_type_written(facts->kind, &counts);
    corr_str type = known ? corr_str_of(known) : facts->kind;

    if (type.n == 0)
        type = CORR_STR("samples");
    if (facts->observations >= 0 && !says_how_many(facts, known)) {
        w->counts = counts;
        put_type(w, PPROF_SAMPLE_TYPE, corr_str_of(counts), CORR_COUNT);
    }
    put_type(w, PPROF_SAMPLE_TYPE, type, facts->unit);
    if (facts->period > 0) {
        bool is_heap = facts->unit == CORR_BYTES;
        put_type(w, PPROF_PERIOD_TYPE, is_heap ? CORR_STR("space") : type,
                 facts->unit);
        pprof_put_number(&w->o, PPROF_PERIOD, facts->period);
    }
}

/* Writes the time that readers expect: the start of the profile, or its end if
 * Node.js wrote it. */
static void put_window(writer *w)
{
    const corr_sel_facts *facts = &w->facts;
    const int64_t from = facts->from;

    if (from == CORR_NO_TIME || from <= 0)
        return;
    const int64_t to =
        facts->to != CORR_NO_TIME && facts->to > from ? facts->to : from;
    pprof_put_number(&w->o, PPROF_TIME_NANOS, w->is_node ? to : from);
    if (to > from)
        pprof_put_number(&w->o, PPROF_DURATION_NANOS, to - from);
}

static void clear_writer(writer *w)
{
    corr_map_clear(&w->mappings);
    corr_map_clear(&w->functions);
    corr_map_clear(&w->locations);
    corr_map_clear(&w->samples);
    corr_map_clear(&w->stacks);
    corr_vec_free(&w->sample);
    corr_vec_free(&w->known);
    corr_vec_free(&w->frame);
    corr_vec_free(&w->end);
    corr_vec_free(&w->path);
}

static corr_code put_samples(writer *w)
{
    for (size_t i = 0; i < w->sample.n; i++)
        if (!w->o.is_failed && !corr_out_failed(w->o.out))
            put_sample(w, &w->sample.v[i]);
    put_window(w);
    clear_writer(w);
    return pprof_out_close(&w->o);
}

/* A conversion is fast rather than small, as in the profilers of Go; what is cut
 * or merged is kept for long. */
corr_code pprof_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    writer w = { .sel = sel, .facts = corr_sel_facts_of(sel) };

    if (!pprof_out_open(&w.o, out, Z_BEST_SPEED, err))
        return CORR_ENOMEM;
    put_header(&w);
    sum_samples(&w);
    return put_samples(&w);
}

/* Writes a difference as go tool pprof -diff_base does: samples of the base are
 * negative and have a label that marks the base. */
corr_code pprof_write_diff(const corr_sel *base, const corr_sel *now,
                           corr_out *out, corr_err *err)
{
    const corr_sel_facts was = corr_sel_facts_of(base);
    writer w = { .sel = now, .facts = corr_sel_facts_of(now) };

    if (was.observations < 0)
        w.facts.observations = -1;
    if (w.facts.kind.n == 0 || w.facts.inputs == 0)
        w.facts = was;
    if (!pprof_out_open(&w.o, out, Z_BEST_SPEED, err))
        return CORR_ENOMEM;
    put_header(&w);
    sum_samples(&w);
    w.sel = base;
    w.is_base = true;
    sum_samples(&w);
    return put_samples(&w);
}
