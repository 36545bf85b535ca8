/*
 * otlp_attr - attributes (KeyValue, AnyValue) as labels.
 *
 * Specification: common.proto in its JSON form. intValue is text by the
 * specification, and a number from many writers; doubleValue may be "NaN" or
 * "Infinity"; {} or a missing value is no value; "" is an empty text. The last
 * of equal keys counts.
 *
 * Attributes may also be one plain object: {"http.route":"/x"}.
 *
 * Lists and maps become labels of JSON text. The reader also accepts values
 * without AnyValue around them, and values that a dump of Go structs wraps
 * once more: {"Value":{"StringValue":"x"}}.
 */
#include "common/json_traces.h"
#include "otlp/otlp.h"
#include "otlp/otlp_pb_value.h"

/* The first ones are in the order of export_type. */
typedef enum any_kind {
    ANY_STRING,
    ANY_BOOL,
    ANY_INT,
    ANY_DOUBLE,
    ANY_ARRAY,
    ANY_MAP,
    ANY_BYTES,
    ANY_WRAPPED,
    ANY_NOTHING
} any_kind;

static const json_name any_name[ANY_NOTHING] = {
    [ANY_STRING] = JSON_NAME("stringValue"),
    [ANY_BOOL] = JSON_NAME("boolValue"),
    [ANY_INT] = JSON_NAME("intValue"),
    [ANY_DOUBLE] = JSON_NAME("doubleValue"),
    [ANY_ARRAY] = JSON_NAME("arrayValue"),
    [ANY_MAP] = JSON_NAME("kvlistValue"),
    [ANY_BYTES] = JSON_NAME("bytesValue"),
    [ANY_WRAPPED] = JSON_NAME("value"),
};

typedef struct any {
    any_kind kind;
    json_val val;
} any;

typedef struct pair {
    json_val key;
    any value;
} pair;

enum pair_member { PAIR_KEY, PAIR_VALUE, PAIR_MEMBERS };

static const json_name pair_name[PAIR_MEMBERS] = {
    [PAIR_KEY] = JSON_NAME("key"),
    [PAIR_VALUE] = JSON_NAME("value"),
};

static any direct_value(json *j)
{
    any a = { .kind = ANY_NOTHING };

    json_value(j, &a.val);
    if (a.val.type == JSON_ARRAY)
        a.kind = ANY_ARRAY;
    if (a.val.type >= JSON_STRING && a.val.type != JSON_NULL)
        a.kind = (any_kind)export_type_of(&a.val);
    return a;
}

/* Recursion is as deep as the tokenizer allows. */
static any read_any(json *j)
{
    any a = { .kind = ANY_NOTHING };
    corr_str key;

    if (json_next(j) != JSON_OBJECT)
        return direct_value(j);
    if (!json_enter(j, JSON_OBJECT))
        return a;
    while (json_key(j, &key)) {
        const size_t kind = json_find_name(any_name, ANY_NOTHING, 0, key);

        if (kind == ANY_WRAPPED)
            a = read_any(j);
        else if (kind == ANY_NOTHING)
            json_skip(j);
        else if (json_value(j, &a.val))
            a.kind = a.val.type == JSON_NULL ? ANY_NOTHING : (any_kind)kind;
    }
    return a;
}

/* Without all, the values of keys that are not always wanted may be skipped. */
static pair read_pair(json *j, bool all)
{
    pair p = { .value.kind = ANY_NOTHING };
    corr_str name;

    if (!json_enter(j, JSON_OBJECT))
        return p;
    while (json_key(j, &name)) {
        const size_t at = json_find_name(pair_name, PAIR_MEMBERS, 0, name);

        if (at == PAIR_KEY)
            json_value(j, &p.key);
        else if (at == PAIR_VALUE &&
                 (all || !p.key.type || corr_wants_always(p.key.text)))
            p.value = read_any(j);
        else
            json_skip(j);
    }
    return p;
}

/* ---- lists and maps as JSON --------------------------------------------- */

static void put_quoted(otlp_text *t, corr_str s)
{
    otlp_put(t, CORR_STR("\""));
    otlp_put(t, s); /* with its escapes, as in the input */
    otlp_put(t, CORR_STR("\""));
}

static void put_json_any(otlp_text *t, const json *outer, const any *a,
                         unsigned depth);

/* Enters the list in {"values":[...]}, or a list without the object. */
static bool enter_values(json *j)
{
    corr_str key;

    if (json_next(j) == JSON_ARRAY)
        return json_enter(j, JSON_ARRAY);
    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        if (corr_str_is(key, "values") || corr_str_is(key, "Values"))
            return json_enter(j, JSON_ARRAY);
        json_skip(j);
    }
    return false;
}

static void put_values(otlp_text *t, const json *outer, const any *a,
                       unsigned depth)
{
    const bool is_map = a->kind == ANY_MAP;
    json j = json_of(outer, &a->val);
    bool some = false;

    otlp_put(t, is_map ? CORR_STR("{") : CORR_STR("["));
    if (enter_values(&j))
        while (json_element(&j, NULL)) {
            pair p = { 0 };

            if (is_map)
                p = read_pair(&j, true);
            else
                p.value = read_any(&j);
            if (some)
                otlp_put(t, CORR_STR(","));
            some = true;
            if (is_map) {
                put_quoted(t, p.key.text);
                otlp_put(t, CORR_STR(":"));
            }
            put_json_any(t, &j, &p.value, depth + 1);
        }
    otlp_put(t, is_map ? CORR_STR("}") : CORR_STR("]"));
}

static void put_json_any(otlp_text *t, const json *outer, const any *a,
                         unsigned depth)
{
    const json_val *v = &a->val;
    double x;

    if (a->kind == ANY_NOTHING || depth > OTLP_DEPTH)
        otlp_put(t, CORR_STR("null"));
    else if (a->kind == ANY_ARRAY || a->kind == ANY_MAP)
        put_values(t, outer, a, depth);
    else if (a->kind != ANY_STRING && a->kind != ANY_BYTES &&
             (v->type == JSON_TRUE || v->type == JSON_FALSE ||
              json_real(v, &x)))
        otlp_put(t, v->text);
    else
        put_quoted(t, v->text);
}

static corr_str json_of_any(otlp *o, const json *outer, const any *a)
{
    /* only {} grows, to "null" */
    const size_t room = 2 * a->val.text.n + 16;
    otlp_text t = { .p = corr_arena_alloc(&o->scratch, 1, room), .room = room };

    if (!t.p)
        return CORR_STR("null");
    put_json_any(&t, outer, a, 0);
    return (corr_str){ t.p, t.n };
}

/* ---- labels ------------------------------------------------------------- */

static void push_any(otlp *o, const json *j, corr_str key, const any *a)
{
    const bool is_list = a->kind == ANY_ARRAY || a->kind == ANY_MAP;
    corr_str value = { "", 0 };

    if (is_list)
        value = json_of_any(o, j, a);
    else if (a->kind != ANY_NOTHING)
        value = json_str(&a->val, &o->scratch);
    if (is_list && !o->as_text)
        corr_push_json(o->b, key, value);
    else if (o->as_text ||
             !export_push_typed(o->b, key, (export_type)a->kind, &a->val))
        corr_push_label(o->b, key, value);
}

static void pass_attrs(otlp *o, uint64_t n)
{
    corr_tally(o->b, CORR_PASSED_OVER, o->at, n,
               "attribute is neither a key and a value nor a member, and was "
               "left out",
               "attributes are neither a key and a value nor a member, and "
               "were left out");
}

/* Whether the current value is an AnyValue: {"stringValue":"x"}. */
static bool is_any_value(json *j)
{
    corr_str key;

    return json_first_key(j, &key) &&
           json_find_name(any_name, ANY_NOTHING, 0, key) < ANY_WRAPPED;
}

/* A list or object on one line. */
static corr_str without_blanks(otlp *o, corr_str s)
{
    char *p = corr_arena_alloc(&o->scratch, 1, s.n + 1);
    bool is_text = false;
    size_t n = 0;

    for (size_t i = 0; p && i < s.n; i++) {
        if (!is_text && memchr(" \t\r\n", s.p[i], 4))
            continue;
        if (s.p[i] == '\\' && i + 1 < s.n)
            p[n++] = s.p[i++];
        else
            is_text ^= s.p[i] == '"';
        p[n++] = s.p[i];
    }
    return p ? (corr_str){ p, n } : CORR_STR("null");
}

/* Attributes as a plain object, as programs write them by hand. */
static void push_members(otlp *o, json *j, bool all)
{
    corr_str key;

    while (json_key(j, &key)) {
        const json_val name = json_key_value(key);
        const bool is_any = is_any_value(j);
        any value = { .kind = ANY_NOTHING };

        if (is_any)
            value = read_any(j);
        else
            json_value(j, &value.val);
        if (json_failed(j) || !key.n || !(all || corr_wants_always(key)))
            continue;
        const corr_str text = json_str(&name, &o->scratch);
        if (is_any)
            push_any(o, j, text, &value);
        else if (o->as_text)
            corr_push_label(o->b, text, json_str(&value.val, &o->scratch));
        else if (value.val.type == JSON_OBJECT || value.val.type == JSON_ARRAY)
            corr_push_json(o->b, text, without_blanks(o, value.val.text));
        else if (!export_push_typed(o->b, text, export_type_of(&value.val),
                                    &value.val))
            corr_push_label(o->b, text, json_str(&value.val, &o->scratch));
    }
}

void otlp_push_attrs(otlp *o, const json_val *list, bool all)
{
    const needles *only = all ? NULL : &o->kept;
    json j = json_of(&o->j, list);

    if (list->type != JSON_ARRAY && list->type != JSON_OBJECT) {
        pass_attrs(o, list->type > JSON_NONE && list->type != JSON_NULL);
        return;
    }
    if (!json_holds(&j, only) || !json_enter(&j, list->type))
        return;
    if (list->type == JSON_OBJECT)
        push_members(o, &j, all);
    while (list->type == JSON_ARRAY && json_holds(&j, only) &&
           json_element(&j, only)) {
        if (json_next(&j) != JSON_OBJECT) {
            pass_attrs(o, json_next(&j) > JSON_NONE);
            json_skip(&j);
            continue;
        }
        const pair p = read_pair(&j, all);

        if (o->as_text && !p.key.text.n)
            continue;
        if (!json_failed(&j) && (all || corr_wants_always(p.key.text)))
            push_any(o, &j, json_str(&p.key, &o->scratch), &p.value);
    }
    if (json_failed(&j))
        corr_damage(o->b, o->at, 0, 0,
                    "some attributes are not JSON; they are left out");
}

corr_labels otlp_labels(otlp *o, const json_val *attrs)
{
    corr_begin_labels(o->b);
    otlp_push_attrs(o, attrs, true);
    return corr_end_labels(o->b);
}
