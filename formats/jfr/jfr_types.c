/*
 * Metadata: the types of a chunk, written as a tree of elements with
 * attributes, all of them texts.
 */
#include "jfr/jfr_types.h"

#include "jfr/jfr_pool.h"

#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 64, MOST_FIELDS = 1000, MOST_DESCRIBED = 1 << 20 };

typedef struct reading {
    jfr_types *t;
    corr_cur c;
    corr_str *text;
    uint32_t ntext;
    bool no_memory;
} reading;

/* ---- texts of the metadata ----------------------------------------------- */

/* The names of types and fields that corr compares are ASCII. */
static corr_str take_chars(reading *r)
{
    const uint64_t n = jfr_int(&r->c);
    corr_str s = { "", 0 };

    if (n > corr_cur_left(&r->c)) {
        corr_cur_stop(&r->c);
        return s;
    }
    char *to = corr_arena_alloc(&r->t->memory, 1, (size_t)n + 1);
    r->no_memory |= to == NULL;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t unit = jfr_int(&r->c);
        if (to)
            to[i] = unit < 0x80 ? (char)unit : '?';
    }
    return to ? (corr_str){ to, (size_t)n } : s;
}

static corr_str take_bytes(reading *r)
{
    const uint64_t n = jfr_int(&r->c);
    const corr_cur s = corr_cur_slice(&r->c, n);
    char *to = corr_arena_alloc(&r->t->memory, 1, corr_cur_left(&s) + 1);

    r->no_memory |= to == NULL;
    if (!to)
        return (corr_str){ "", 0 };
    memcpy(to, s.p, corr_cur_left(&s));
    return (corr_str){ to, corr_cur_left(&s) };
}

static corr_str take_text(reading *r)
{
    corr_cur probe = r->c;
    const uint8_t how = jfr_byte(&probe);

    if (how == JFR_TEXT_UTF8 || how == JFR_TEXT_LATIN1) {
        r->c = probe;
        return take_bytes(r);
    }
    if (how == JFR_TEXT_CHARS) {
        r->c = probe;
        return take_chars(r);
    }
    jfr_skip_text(&r->c);
    return (corr_str){ "", 0 };
}

static bool take_texts(reading *r)
{
    const uint64_t n = jfr_int(&r->c);

    if (n > corr_cur_left(&r->c))
        return false;
    r->text = corr_arena_new(&r->t->memory, corr_str, (size_t)n + 1);
    r->no_memory |= !r->text;
    if (!r->text)
        return false;
    r->ntext = (uint32_t)n;
    for (uint32_t i = 0; i < r->ntext; i++)
        r->text[i] = take_text(r);
    return !r->c.bad && !r->no_memory;
}

static corr_str text_at(reading *r)
{
    const uint64_t i = jfr_int(&r->c);

    if (i < r->ntext)
        return r->text[i];
    corr_cur_stop(&r->c);
    return (corr_str){ "", 0 };
}

/* ---- elements ------------------------------------------------------------ */

typedef enum element { E_OTHER, E_ROOT, E_METADATA, E_CLASS, E_FIELD } element;

typedef struct open_element {
    element what;
    uint64_t children; /* not begun yet */
} open_element;

/* The attributes that matter, of any element. */
typedef struct attributes {
    corr_str id, name, class_id, super, value, dimension;
    bool pooled;
} attributes;

static void take_attributes(reading *r, attributes *a)
{
    memset(a, 0, sizeof *a);
    for (uint64_t n = jfr_int(&r->c); n > 0 && !r->c.bad; n--) {
        const corr_str key = text_at(r);
        const corr_str value = text_at(r);
        if (corr_str_is(key, "id"))
            a->id = value;
        else if (corr_str_is(key, "name"))
            a->name = value;
        else if (corr_str_is(key, "class"))
            a->class_id = value;
        else if (corr_str_is(key, "superType"))
            a->super = value;
        else if (corr_str_is(key, "constantPool"))
            a->pooled = corr_str_is(value, "true");
        else if (corr_str_is(key, "dimension"))
            a->dimension = value;
        else if (corr_str_is(key, "value") || corr_str_is(key, "value-0"))
            a->value = value;
    }
}

static const struct primitive {
    const char *name;
    jfr_prim prim;
    uint8_t bits;
} primitives[] = {
    { "long", JFR_INTEGER, 64 },
    { "int", JFR_INTEGER, 32 },
    { "short", JFR_INTEGER, 16 },
    { "char", JFR_INTEGER, 16 },
    { "byte", JFR_BYTE, 8 },
    { "boolean", JFR_BYTE, 8 },
    { "float", JFR_FLOAT, 32 },
    { "double", JFR_DOUBLE, 64 },
    { "java.lang.String", JFR_TEXT, 0 },
};

/* JDK 9 and 10 had Oracle's name in the names of the JDK's types. */
static corr_str modern_name(reading *r, corr_str name)
{
    static const struct {
        const char *old, *now;
    } prefixes[] = { { "com.oracle.jdk.", "jdk." },
                     { "com.oracle.jfr.types.", "jdk.types." } };

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t cut = strlen(prefixes[i].old);
        const size_t put = strlen(prefixes[i].now);
        if (!corr_str_starts(name, prefixes[i].old))
            continue;
        char *to = corr_arena_alloc(&r->t->memory, 1, name.n);
        r->no_memory |= to == NULL;
        if (!to)
            return name;
        memcpy(to, prefixes[i].now, put);
        memcpy(to + put, name.p + cut, name.n - cut);
        return (corr_str){ to, name.n - cut + put };
    }
    return name;
}

static bool add_type(reading *r, const attributes *a)
{
    jfr_types *t = r->t;
    const corr_str name = modern_name(r, a->name);
    jfr_type type = { .name = name,
                      .field = t->nfield,
                      .pool = (uint8_t)jfr_pool_of(name),
                      .is_event = corr_str_is(a->super, "jdk.jfr.Event") };
    bool is_new;

    if (!corr_str_i64(a->id, &type.id) || name.n == 0)
        return false;
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (corr_str_is(a->name, primitives[i].name)) {
            type.prim = primitives[i].prim;
            type.bits = primitives[i].bits;
        }
    uint32_t *row = corr_map_u64(&t->by_id, (uint64_t)type.id, &is_new);
    if (!row || !corr_grow((void **)&t->type, &t->type_room, t->ntype + 1,
                           sizeof *t->type)) {
        r->no_memory = true;
        return false;
    }
    if (!is_new)
        return false;
    t->type[t->ntype] = type;
    *row = ++t->ntype;
    if (type.id >= 0 && type.id < JFR_NEAR)
        t->near[type.id] = t->ntype;
    return true;
}

static bool add_field(reading *r, const attributes *a)
{
    jfr_types *t = r->t;
    jfr_field f = { .name = a->name,
                    .type = UINT32_MAX,
                    .pooled = a->pooled,
                    .is_array = corr_str_is(a->dimension, "1") };

    if (!corr_str_i64(a->class_id, &f.class_id) || f.name.n == 0 ||
        t->ntype == 0 || t->type[t->ntype - 1].nfield >= MOST_FIELDS ||
        (a->dimension.n && !f.is_array && !corr_str_is(a->dimension, "0")))
        return false;
    if (!corr_grow((void **)&t->field, &t->field_room, t->nfield + 1,
                   sizeof *t->field)) {
        r->no_memory = true;
        return false;
    }
    t->field[t->nfield++] = f;
    t->type[t->ntype - 1].nfield++;
    return true;
}

/* An annotation is kept as class and value until all types are known. */
typedef struct annotation {
    uint32_t field;
    int64_t class_id;
    corr_str value;
} annotation;

typedef corr_vec(annotation) annotations;

static bool note_annotation(reading *r, annotations *all, const attributes *a)
{
    annotation one = { .field = r->t->nfield - 1, .value = a->value };

    if (r->t->nfield == 0 || !corr_str_i64(a->class_id, &one.class_id))
        return true; /* presentation only */
    r->no_memory |= !corr_vec_push(NULL, all, one);
    return !r->no_memory;
}

/* Reads the head of one element, which is a child of parent. */
static bool begin_element(reading *r, element parent, annotations *notes,
                          open_element *e)
{
    const corr_str name = text_at(r);
    attributes a;

    take_attributes(r, &a);
    *e = (open_element){ E_OTHER, jfr_int(&r->c) };
    if (e->children > corr_cur_left(&r->c))
        corr_cur_stop(&r->c);
    if (r->c.bad || name.n == 0)
        return false;
    if (parent == E_ROOT && corr_str_is(name, "metadata"))
        e->what = E_METADATA;
    if (parent == E_METADATA && corr_str_is(name, "class")) {
        e->what = E_CLASS;
        return add_type(r, &a);
    }
    if (parent == E_CLASS && corr_str_is(name, "field")) {
        e->what = E_FIELD;
        return add_field(r, &a);
    }
    if (parent == E_FIELD && corr_str_is(name, "annotation"))
        return note_annotation(r, notes, &a);
    return true;
}

static bool take_elements(reading *r, annotations *notes)
{
    open_element open[ELEMENTS];
    unsigned depth = 1;

    open[0] = (open_element){ E_OTHER, 1 };
    while (depth > 0) {
        open_element *top = &open[depth - 1];
        if (top->children == 0) {
            depth--;
            continue;
        }
        top->children--;
        if (depth == ELEMENTS ||
            !begin_element(r, top->what, notes, &open[depth]))
            return false;
        if (depth == 1)
            open[depth].what = E_ROOT;
        depth++;
    }
    return true;
}

/* ---- properties of types ------------------------------------------------ */

static const struct unit_name {
    const char *annotation, *value;
    jfr_unit unit;
} units[] = {
    { "jdk.jfr.Timestamp", "TICKS", JFR_TIMESTAMP },
    { "jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH", JFR_EPOCH_MS },
    { "jdk.jfr.Timestamp", "NANOSECONDS_SINCE_EPOCH", JFR_EPOCH_NS },
    { "jdk.jfr.Timestamp", "SECONDS_SINCE_EPOCH", JFR_EPOCH_S },
    { "jdk.jfr.Timespan", "TICKS", JFR_TICKS },
    { "jdk.jfr.Timespan", "NANOSECONDS", JFR_NS },
    { "jdk.jfr.Timespan", "MICROSECONDS", JFR_US },
    { "jdk.jfr.Timespan", "MILLISECONDS", JFR_MS },
    { "jdk.jfr.Timespan", "SECONDS", JFR_S },
};

static void apply_annotation(jfr_types *t, const annotation *a)
{
    const jfr_type *type = jfr_type_of(t, a->class_id);
    jfr_field *f = &t->field[a->field];

    if (!type)
        return;
    f->is_context |= corr_str_is(type->name, "jdk.jfr.Contextual");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (corr_str_is(type->name, units[i].annotation) &&
            corr_str_is(a->value, units[i].value))
            f->unit = units[i].unit;
}

static void link_fields(jfr_types *t)
{
    for (uint32_t i = 0; i < t->nfield; i++) {
        jfr_field *f = &t->field[i];
        const jfr_type *type = jfr_type_of(t, f->class_id);
        if (!type)
            continue;
        f->type = (uint32_t)(type - t->type);
        f->bits = type->bits;
    }
}

/* Old producers do not mark their times as ticks. */
static jfr_unit default_unit(corr_str name)
{
    if (corr_str_is(name, "startTime"))
        return JFR_TIMESTAMP;
    return corr_str_is(name, "duration") ? JFR_TICKS : JFR_PLAIN;
}

static void finish_events(jfr_types *t)
{
    for (uint32_t i = 0; i < t->ntype; i++) {
        jfr_type *type = &t->type[i];
        for (uint32_t k = 0; type->is_event && k < type->nfield; k++) {
            jfr_field *f = &t->field[type->field + k];
            type->is_context |= f->is_context;
            if (f->unit == JFR_PLAIN)
                f->unit = default_unit(f->name);
        }
    }
}

/* Whether the value of a field gives its size and contains no other type. */
static bool is_leaf(const jfr_types *t, const jfr_field *f)
{
    return f->pooled ||
           (f->type != UINT32_MAX && t->type[f->type].prim != JFR_COMPOSITE);
}

/* Finds the types whose values can be walked: leaves first, then types of
 * leaves, and so on. The remaining types contain themselves or an unknown
 * type. */
static void find_broken(jfr_types *t)
{
    bool more = true;

    for (uint32_t i = 0; i < t->ntype; i++)
        t->type[i].is_broken = t->type[i].prim == JFR_COMPOSITE;
    for (unsigned round = 0; more && round <= JFR_DEPTH; round++) {
        more = false;
        for (uint32_t i = 0; i < t->ntype; i++) {
            jfr_type *type = &t->type[i];
            bool good = type->is_broken;
            for (uint32_t k = 0; good && k < type->nfield; k++) {
                const jfr_field *f = &t->field[type->field + k];
                good = is_leaf(t, f) ||
                       (f->type != UINT32_MAX && !t->type[f->type].is_broken);
            }
            if (good)
                type->is_broken = false;
            more |= good;
        }
    }
}

static void count_ints(jfr_types *t)
{
    for (uint32_t i = 0; i < t->ntype; i++) {
        jfr_type *type = &t->type[i];
        bool all = type->prim == JFR_COMPOSITE && type->nfield > 0;
        for (uint32_t k = 0; all && k < type->nfield; k++) {
            const jfr_field *f = &t->field[type->field + k];
            all = !f->is_array &&
                  (f->pooled || (f->type != UINT32_MAX &&
                                 t->type[f->type].prim == JFR_INTEGER));
        }
        type->ints = all ? type->nfield : 0;
    }
}

/* Chunks of one process mostly describe the same types, so the description is
 * kept and compared with the next. */
static bool keep_description(jfr_types *t, corr_cur c)
{
    const size_t n = corr_cur_left(&c);

    if (n > MOST_DESCRIBED)
        return true;
    if (!corr_grow((void **)&t->description, &t->description_room, n, 1))
        return false;
    memcpy(t->description, c.p, n);
    t->ndescription = n;
    return true;
}

static bool is_same_description(const jfr_types *t, corr_cur c)
{
    return t->ntype > 0 && t->ndescription > 0 &&
           t->ndescription == corr_cur_left(&c) &&
           memcmp(t->description, c.p, t->ndescription) == 0;
}

static void forget_types(jfr_types *t)
{
    t->ntype = t->nfield = 0;
    t->ndescription = 0;
    memset(t->near, 0, sizeof t->near);
    corr_map_clear(&t->by_id);
    corr_arena_reset(&t->memory);
}

const char *jfr_types_read(jfr_types *t, corr_cur event, bool *no_memory)
{
    reading r = { .t = t, .c = event };
    annotations notes = { 0 };

    for (unsigned i = 0; i < 5; i++) /* size, type, start, duration, number */
        jfr_int(&r.c);
    *no_memory = false;
    if (is_same_description(t, r.c))
        return NULL;
    const corr_cur body = r.c;
    forget_types(t);
    const bool ok =
        take_texts(&r) && take_elements(&r, &notes) && corr_cur_left(&r.c) == 0;
    if (ok) {
        for (size_t i = 0; i < notes.n; i++)
            apply_annotation(t, &notes.v[i]);
        link_fields(t);
        finish_events(t);
        find_broken(t);
        count_ints(t);
    }
    free(notes.v);
    if (ok)
        r.no_memory |= !keep_description(t, body);
    *no_memory = r.no_memory;
    if (r.no_memory)
        return "out of memory";
    if (!ok)
        return "the types are damaged";
    return t->ntype ? NULL : "there are no types";
}

void jfr_types_clear(jfr_types *t)
{
    free(t->type);
    free(t->field);
    free(t->description);
    corr_map_clear(&t->by_id);
    corr_arena_clear(&t->memory);
    *t = (jfr_types){ 0 };
}

uint32_t jfr_type_far(const jfr_types *t, int64_t id)
{
    const uint32_t *row = corr_map_find_u64(&t->by_id, (uint64_t)id);

    return row ? *row : 0;
}

const jfr_type *jfr_type_of(const jfr_types *t, int64_t id)
{
    const uint32_t at = jfr_type_at(t, id);

    return at ? &t->type[at - 1] : NULL;
}
