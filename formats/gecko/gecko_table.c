/* gecko_table - tables as columns of numbers, and lists of texts. */
#include "gecko/gecko.h"

#include <math.h>

typedef struct column {
    json_name name;
    uint8_t at;
    bool is_parts; /* a number with a fraction, kept in millionths */
} column;

typedef struct columns {
    const column *v;
    size_t n;
} columns;

#define COLUMNS(list)                                                          \
    {                                                                          \
        (list), sizeof(list) / sizeof *(list)                                  \
    }

static const column of_stacks[] = {
    { JSON_NAME("prefix"), STACK_PREFIX, false },
    { JSON_NAME("prefixOffset"), STACK_OFFSET, false },
    { JSON_NAME("frame"), STACK_FRAME, false },
};
static const column of_frames[] = {
    { JSON_NAME("func"), FRAME_FUNC, false },
    { JSON_NAME("line"), FRAME_LINE, false },
    { JSON_NAME("address"), FRAME_ADDRESS, false },
    { JSON_NAME("inlineDepth"), FRAME_DEPTH, false },
    { JSON_NAME("lib"), FRAME_LIB, false },
    { JSON_NAME("location"), FRAME_LOCATION, false },
};
static const column of_funcs[] = {
    { JSON_NAME("name"), FUNC_NAME, false },
    { JSON_NAME("fileName"), FUNC_FILE, false },
    { JSON_NAME("source"), FUNC_SOURCE, false },
    { JSON_NAME("resource"), FUNC_RESOURCE, false },
};
static const column of_resources[] = {
    { JSON_NAME("lib"), RESOURCE_LIB, false },
};
static const column of_sources[] = {
    { JSON_NAME("filename"), SOURCE_FILE, false },
};
static const column of_samples[] = {
    { JSON_NAME("stack"), SAMPLE_STACK, false },
    { JSON_NAME("time"), SAMPLE_TIME, true },
    { JSON_NAME("timeDeltas"), SAMPLE_DELTA, true },
    { JSON_NAME("weight"), SAMPLE_WEIGHT, true },
    { JSON_NAME("threadCPUDelta"), SAMPLE_CPU, true },
};

static const columns specs[GECKO_TABLES] = {
    [GECKO_STACKS] = COLUMNS(of_stacks),
    [GECKO_FRAMES] = COLUMNS(of_frames),
    [GECKO_FUNCS] = COLUMNS(of_funcs),
    [GECKO_RESOURCES] = COLUMNS(of_resources),
    [GECKO_SOURCES] = COLUMNS(of_sources),
    [GECKO_SAMPLES] = COLUMNS(of_samples),
};

/* ---- numbers ------------------------------------------------------------- */

bool gecko_millionths(const json_val *v, int64_t *n)
{
    int64_t whole;
    double part;

    return json_parts(v, &whole, &part) &&
           !__builtin_mul_overflow(whole, 1000000, n) &&
           !__builtin_add_overflow(*n, (int64_t)round(part * 1e6), n);
}

/* Takes the current value as an entry of a column. */
static int64_t take_entry(gecko *g, const column *c)
{
    json_val v;
    int64_t n;

    if (!json_value(&g->j, &v) || v.type == JSON_NULL)
        return GECKO_NONE;
    if (v.type == JSON_TRUE || v.type == JSON_FALSE)
        return v.type == JSON_TRUE;
    if (c->is_parts ? gecko_millionths(&v, &n) : json_i64(&v, &n))
        return n;
    g->odd++;
    return GECKO_NONE;
}

/* ---- tables -------------------------------------------------------------- */

static const column *find_column(gecko_kind kind, corr_str key)
{
    for (size_t i = 0; i < specs[kind].n; i++)
        if (json_find_name(&specs[kind].v[i].name, 1, 0, key) == 0)
            return &specs[kind].v[i];
    return NULL;
}

static void read_column(gecko *g, gecko_table *t, const column *c)
{
    gecko_list *l = &t->column[c->at];

    l->n = 0;
    for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);) {
        const int64_t n = take_entry(g, c);
        if (json_failed(&g->j) || !corr_vec_push(g->b, l, n))
            return;
    }
}

/* A table of rows: which column an element of a row belongs to. */
typedef struct schema {
    const column *of[32];
} schema;

static void read_schema(gecko *g, gecko_kind kind, schema *s)
{
    corr_str key;
    json_val v;
    int64_t at;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (json_key(&g->j, &key)) {
        const column *c = find_column(kind, key);
        if (json_value(&g->j, &v) && c && json_i64(&v, &at) && at >= 0 &&
            at < 32)
            s->of[at] = c;
    }
}

static void read_rows(gecko *g, gecko_table *t, const schema *s)
{
    int64_t row[GECKO_COLUMNS];

    for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);) {
        for (size_t k = 0; k < GECKO_COLUMNS; k++)
            row[k] = GECKO_NONE;
        for (size_t k = 0; json_each(&g->j, &k);)
            if (k <= 32 && s->of[k - 1])
                row[s->of[k - 1]->at] = take_entry(g, s->of[k - 1]);
            else
                json_skip(&g->j);
        if (json_failed(&g->j))
            return;
        for (size_t k = 0; k < 32; k++)
            if (s->of[k] && !corr_vec_push(g->b, &t->column[s->of[k]->at],
                                           row[s->of[k]->at]))
                return;
    }
}

static gecko_weight take_weight(gecko *g)
{
    json_val v;

    if (!json_value(&g->j, &v) || v.type != JSON_STRING)
        return GECKO_WEIGHT_SAMPLES;
    return corr_str_is(v.text, "tracing-ms") ? GECKO_WEIGHT_MS
           : corr_str_is(v.text, "bytes")    ? GECKO_WEIGHT_BYTES
                                             : GECKO_WEIGHT_SAMPLES;
}

void gecko_read_table(gecko *g, gecko_table *t, gecko_kind kind,
                      gecko_weight *weight)
{
    schema s = { .of = { NULL } };
    corr_str key;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(g->b) && json_key(&g->j, &key)) {
        const column *c = find_column(kind, key);
        if (c)
            read_column(g, t, c);
        else if (corr_str_is(key, "schema"))
            read_schema(g, kind, &s);
        else if (corr_str_is(key, "data"))
            read_rows(g, t, &s);
        else if (weight && corr_str_is(key, "weightType"))
            *weight = take_weight(g);
        else
            json_skip(&g->j);
    }
}

size_t gecko_rows(const gecko_table *t)
{
    size_t n = 0;

    for (size_t i = 0; i < GECKO_COLUMNS; i++)
        n = t->column[i].n > n ? t->column[i].n : n;
    return n;
}

/* ---- texts --------------------------------------------------------------- */

void gecko_add_text(gecko *g, gecko_texts *t, corr_str text)
{
    if (corr_vec_append(g->b, &t->bytes, text.p, text.n))
        (void)corr_vec_push(g->b, &t->end, t->bytes.n);
}

void gecko_read_texts(gecko *g, gecko_texts *t)
{
    json_val v;

    for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);) {
        if (!json_value(&g->j, &v) && json_failed(&g->j))
            return;
        gecko_add_text(g, t,
                       v.type == JSON_STRING ? json_str(&v, &g->scratch)
                                             : CORR_STR(""));
        corr_arena_reset(&g->scratch);
    }
}

corr_str gecko_text(const gecko_texts *t, int64_t i)
{
    if (i < 0 || (uint64_t)i >= t->end.n)
        return (corr_str){ "", 0 };
    const size_t from = i ? t->end.v[i - 1] : 0;
    const corr_str s = { corr_vec_from(&t->bytes, from), t->end.v[i] - from };
    return s.n ? s : (corr_str){ "", 0 };
}

/* ---- all tables of a thread ---------------------------------------------- */

bool gecko_read_tables(gecko *g, gecko_tables *t, corr_str key,
                       gecko_weight *weight)
{
    static const char *const names[GECKO_TABLES] = {
        [GECKO_STACKS] = "stackTable",       [GECKO_FRAMES] = "frameTable",
        [GECKO_FUNCS] = "funcTable",         [GECKO_SAMPLES] = "samples",
        [GECKO_RESOURCES] = "resourceTable", [GECKO_SOURCES] = "sources",
    };

    for (unsigned i = 0; i < GECKO_TABLES; i++)
        if (corr_str_is(key, names[i])) {
            gecko_read_table(g, &t->table[i], (gecko_kind)i,
                             i == GECKO_SAMPLES ? weight : NULL);
            return true;
        }
    if (!corr_str_is(key, "stringArray") && !corr_str_is(key, "stringTable"))
        return false;
    gecko_read_texts(g, &t->texts);
    return true;
}

void gecko_clear_texts(gecko_texts *t)
{
    corr_vec_free(&t->bytes);
    corr_vec_free(&t->end);
}

void gecko_clear_tables(gecko_tables *t)
{
    for (size_t i = 0; i < GECKO_TABLES; i++)
        for (size_t k = 0; k < GECKO_COLUMNS; k++)
            corr_vec_free(&t->table[i].column[k]);
    gecko_clear_texts(&t->texts);
    corr_vec_free(&t->stack);
    corr_vec_free(&t->frame);
}
