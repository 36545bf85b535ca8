/*
 * jaeger_tag - tags as labels, and facts about the span in tags.
 *
 * A tag has a key, a type and a value.  The value may be text for any type, and
 * always is beyond 2^53; the type may be missing.  Tags contain facts for which
 * OpenTelemetry has members: span.kind, otel.status_code (OK, ERROR), error
 * (true or "true"), w3c.tracestate.  A resource without service.name has the
 * name missing-service-name or OTLPResourceNoServiceName.
 */
#include "jaeger/jaeger.h"

enum {
    MEMO_TEXT = 16384,    /* bytes of a remembered process */
    MEMO_BYTES = 1 << 24, /* bytes of all remembered processes */
    PLAIN = 24            /* tags read without the tokenizer */
};

/* ---- one tag ------------------------------------------------------------ */

enum { TYPED = 7 };

typedef struct members {
    json_val key, type, value, v_type, typed[TYPED];
} members;

static const json_name member_name[] = {
    JSON_NAME("key"),    JSON_NAME("type"),     JSON_NAME("value"),
    JSON_NAME("vType"),  JSON_NAME("vStr"),     JSON_NAME("vBool"),
    JSON_NAME("vInt64"), JSON_NAME("vFloat64"), JSON_NAME("vBinary"),
    JSON_NAME("vLong"),  JSON_NAME("vDouble"),
};

enum { WORDS = 7 };

static const json_name type_word[WORDS] = {
    JSON_NAME("string"),  JSON_NAME("int64"),  JSON_NAME("bool"),
    JSON_NAME("float64"), JSON_NAME("binary"), JSON_NAME("long"),
    JSON_NAME("double"),
};

static const export_type type_of_word[WORDS + 1] = {
    EXPORT_TEXT, EXPORT_INT, EXPORT_BOOL, EXPORT_REAL,
    EXPORT_TEXT, EXPORT_INT, EXPORT_REAL, EXPORT_TEXT,
};

/* The value in the JSON of the protobuf model, which omits zero values. */
static const json_val *typed_value(const members *m)
{
    for (size_t i = 0; i < TYPED; i++)
        if (m->typed[i].type != JSON_NONE)
            return &m->typed[i];
    return &m->value;
}

static bool lacks_key(const jaeger *g, const members *m)
{
    const bool lacks = m->key.type == JSON_NONE;

    corr_tally(g->t.b, CORR_PASSED_OVER, g->t.at, lacks,
               "tag has no key, and was left out",
               "tags have no key, and were left out");
    return lacks;
}

bool jaeger_next_tag(jaeger *g, json *j, jaeger_tag *tag)
{
    members m;

    do
        if (!JSON_TAKE_ELEMENT(j, member_name, &m))
            return false;
    while (lacks_key(g, &m));
    const json_val *value = typed_value(&m);
    const json_val *type = m.type.type ? &m.type : &m.v_type;
    *tag =
        (jaeger_tag){ .key = json_str(&m.key, &g->t.scratch), .value = *value };
    tag->type =
        type->type == JSON_STRING
            ? type_of_word[json_find_name(type_word, WORDS, 0, type->text)]
            : export_type_of(value);
    return true;
}

/* ---- tags as they are mostly written ------------------------------------ */

/* Takes a literal from the front of *s. */
static bool take_literal(corr_str *s, corr_str literal)
{
    if (s->n < literal.n || memcmp(s->p, literal.p, literal.n) != 0)
        return false;
    s->p += literal.n;
    s->n -= literal.n;
    return true;
}

/* Takes the text before the quote.  False: no quote, or an escape. */
static bool take_text(corr_str *s, corr_str *text)
{
    const char *end = memchr(s->p, '"', s->n);

    if (!end)
        return false;
    *text = (corr_str){ s->p, (size_t)(end - s->p) };
    if (memchr(text->p, '\\', text->n))
        return false;
    s->p = end + 1;
    s->n -= text->n + 1;
    return true;
}

static bool take_tag_word(corr_str *s, corr_str word, json_type type,
                          json_val *v)
{
    *v = (json_val){ .type = type, .text = word };
    return take_literal(s, word);
}

static bool take_value(corr_str *s, json_val *v)
{
    if (take_literal(s, CORR_STR("\""))) {
        v->type = JSON_STRING;
        return take_text(s, &v->text);
    }
    if (take_tag_word(s, CORR_STR("true"), JSON_TRUE, v) ||
        take_tag_word(s, CORR_STR("false"), JSON_FALSE, v))
        return true;
    v->type = JSON_NUMBER;
    v->text = *s;
    for (v->text.n = 0; v->text.n < s->n; v->text.n++)
        if (!memchr("0123456789.+-eE", v->text.p[v->text.n], 15))
            break;
    s->p += v->text.n;
    s->n -= v->text.n;
    return v->text.n > 0;
}

static bool take_tag(corr_str *s, jaeger_tag *tag)
{
    corr_str type;

    *tag = (jaeger_tag){ 0 };
    if (!take_literal(s, CORR_STR("{\"key\":\"")) || !take_text(s, &tag->key) ||
        !take_literal(s, CORR_STR(",\"type\":\"")) || !take_text(s, &type) ||
        !take_literal(s, CORR_STR(",\"value\":")) ||
        !take_value(s, &tag->value))
        return false;
    tag->type = type_of_word[json_find_name(type_word, WORDS, 0, type)];
    return take_literal(s, CORR_STR("}"));
}

/* Reads tags without the tokenizer.  Most spans have a few tags with exactly
 * these three members and without blanks and escapes; they are half of a file.
 * Returns the number of tags; room + 1: the list has another form. */
static size_t plain_tags(corr_str list, jaeger_tag *tag, size_t room)
{
    size_t n = 0;

    if (!take_literal(&list, CORR_STR("[")))
        return room + 1;
    if (take_literal(&list, CORR_STR("]")))
        return 0;
    do
        if (n == room || !take_tag(&list, &tag[n++]))
            return room + 1;
    while (take_literal(&list, CORR_STR(",")));
    return corr_str_eq(list, CORR_STR("]")) ? n : room + 1;
}

bool jaeger_tag_is_true(const jaeger_tag *tag)
{
    return corr_str_is(tag->value.text, "true");
}

/* ---- tags with a meaning ------------------------------------------------ */

typedef enum meaning {
    MEANS_KIND,
    MEANS_ERROR,
    MEANS_STATUS,
    MEANS_STATUS_TEXT,
    MEANS_HTTP,
    MEANS_HTTP_OLD,
    MEANS_SCOPE,
    MEANS_SCOPE_VERSION,
    MEANS_NOTHING
} meaning;

typedef struct known_key {
    corr_str key;
    bool is_label; /* the tag is also an attribute */
} known_key;

#define KEY(literal, stays)                                                    \
    {                                                                          \
        { (literal), sizeof(literal) - 1 }, stays                              \
    }

static const known_key known[MEANS_NOTHING] = {
    [MEANS_KIND] = KEY("span.kind", false),
    [MEANS_ERROR] = KEY("error", false),
    [MEANS_STATUS] = KEY("otel.status_code", false),
    [MEANS_STATUS_TEXT] = KEY("otel.status_description", false),
    [MEANS_HTTP] = KEY("http.response.status_code", true),
    [MEANS_HTTP_OLD] = KEY("http.status_code", true),
    [MEANS_SCOPE] = KEY("otel.library.name", true),
    [MEANS_SCOPE_VERSION] = KEY("otel.library.version", true),
};

static meaning meaning_of(corr_str key)
{
    for (unsigned i = 0; i < MEANS_NOTHING; i++)
        if (known[i].key.n == key.n && known[i].key.p[0] == key.p[0] &&
            memcmp(known[i].key.p, key.p, key.n) == 0)
            return (meaning)i;
    return MEANS_NOTHING;
}

/* Facts in the tags of one span. */
typedef struct facts {
    corr_span_kind kind;
    bool is_error;
    corr_status status;
    corr_str status_text;
    int64_t http; /* status code; 0: missing */
} facts;

/* Notes the fact in a tag; returns whether the tag is also an attribute. */
static bool note_tag(jaeger *g, facts *f, jaeger_tag *tag)
{
    const meaning m = meaning_of(tag->key);

    switch (m) {
    case MEANS_KIND:
        f->kind = export_kind(tag->value.text);
        break;
    case MEANS_ERROR:
        f->is_error |= jaeger_tag_is_true(tag);
        return !jaeger_tag_is_true(tag) && tag->type != EXPORT_BOOL;
    case MEANS_STATUS:
        f->status = export_status(tag->value.text);
        break;
    case MEANS_STATUS_TEXT:
        f->status_text = json_str(&tag->value, &g->t.scratch);
        break;
    case MEANS_HTTP:
    case MEANS_HTTP_OLD:
        json_i64(&tag->value, &f->http);
        break;
    case MEANS_SCOPE:
        tag->key = CORR_STR("otel.scope.name");
        break;
    case MEANS_SCOPE_VERSION:
        tag->key = CORR_STR("otel.scope.version");
        break;
    case MEANS_NOTHING:
        return true;
    }
    return known[m].is_label;
}

/* The status; HTTP codes 400 to 499 are errors of the client. */
static corr_status status_of(const facts *f)
{
    if (f->is_error)
        return CORR_STATUS_ERROR;
    if (f->status != CORR_STATUS_UNSET)
        return f->status;
    if (f->http >= (f->kind == CORR_SPAN_CLIENT ? 400 : 500))
        return CORR_STATUS_ERROR;
    return CORR_STATUS_UNSET;
}

/* facts NULL: the tag of a process, which is always wanted. */
static void push_noted(jaeger *g, facts *f, jaeger_tag *tag)
{
    if (!f ||
        (note_tag(g, f, tag) && (g->t.attrs || corr_wants_always(tag->key))))
        export_push(&g->t, tag->key, tag->type, &tag->value);
}

static void warn_tags(jaeger *g, const json *j)
{
    if (json_failed(j))
        corr_damage(g->t.b, g->t.at, 0, 0,
                    "some tags are not JSON; they are left out");
}

/* Elasticsearch may store tags as members of an object, with @ for points. */
static corr_str with_points(jaeger *g, corr_str key)
{
    char *p = key.n ? corr_arena_alloc(&g->t.scratch, 1, key.n) : NULL;

    if (!p)
        return (corr_str){ "", 0 };
    for (size_t i = 0; i < key.n; i++)
        p[i] = key.p[i] == '@' ? '.' : key.p[i];
    return (corr_str){ p, key.n };
}

static void push_map(jaeger *g, facts *f, const json_val *map)
{
    json j = json_of(&g->t.j, map);
    corr_str key;

    if (map->type != JSON_OBJECT || !json_enter(&j, JSON_OBJECT))
        return;
    while (json_key(&j, &key)) {
        jaeger_tag tag = { .key = with_points(g, key) };

        if (!json_value(&j, &tag.value))
            break;
        tag.type = export_type_of(&tag.value);
        push_noted(g, f, &tag);
    }
    warn_tags(g, &j);
}

/* Tags are a list, or a plain object. */
static void push_list(jaeger *g, facts *f, const json_val *list)
{
    json j = json_of(&g->t.j, list);
    jaeger_tag tag[PLAIN];

    if (list->type == JSON_OBJECT) {
        push_map(g, f, list);
        return;
    }
    if (list->type != JSON_ARRAY)
        return;
    const size_t n = plain_tags(list->text, tag, PLAIN);
    for (size_t i = 0; n <= PLAIN && i < n; i++)
        push_noted(g, f, &tag[i]);
    if (n <= PLAIN || !json_enter(&j, JSON_ARRAY))
        return;
    while (jaeger_next_tag(g, &j, tag))
        push_noted(g, f, tag);
    warn_tags(g, &j);
}

void jaeger_set_tags(jaeger *g, corr_span_row *row, const json_val *tags,
                     const json_val *map, const json_val *warnings)
{
    corr_build *b = g->t.b;
    facts f = { 0 };

    corr_begin_labels(b);
    push_list(g, &f, tags);
    push_map(g, &f, map);
    if (warnings->type == JSON_ARRAY && warnings->text.n > 2) {
        corr_tally(b, CORR_DROPPED, g->t.at, 1,
                   "span has a warning of Jaeger, in the attribute "
                   "jaeger.warnings",
                   "spans have warnings of Jaeger, in the attribute "
                   "jaeger.warnings");
        if (g->t.attrs)
            corr_push_json(b, CORR_STR("jaeger.warnings"), warnings->text);
    }
    row->attrs = corr_end_labels(b);
    row->kind = (uint8_t)f.kind;
    row->status = (uint8_t)status_of(&f);
    row->status_text = corr_add_text(b, f.status_text);
}

/* ---- processes ---------------------------------------------------------- */

typedef struct process {
    json_val service, tags, map;
} process;

static const json_name process_name[] = {
    JSON_NAME("serviceName"),
    JSON_NAME("tags"),
    JSON_NAME("tag"),
};

/* Whether a name is a real service name. */
static bool is_service(corr_str name)
{
    return name.n && !corr_str_is(name, "missing-service-name") &&
           !corr_str_is(name, "OTLPResourceNoServiceName");
}

static corr_labels labels_of_process(jaeger *g, const json_val *object)
{
    json j = json_of(&g->t.j, object);
    process p;

    if (!JSON_TAKE(&j, process_name, &p)) {
        corr_damage(
            g->t.b, g->t.at, 0, 0,
            "some processes are not JSON; their spans are shown without them");
        return (corr_labels){ 0 };
    }
    const corr_str service = json_str(&p.service, &g->t.scratch);
    corr_begin_labels(g->t.b);
    if (is_service(service))
        corr_push_label(g->t.b, CORR_STR("service.name"), service);
    push_list(g, NULL, &p.tags);
    push_map(g, NULL, &p.map);
    return corr_end_labels(g->t.b);
}

/* Every trace or span may repeat a process, so its labels are remembered. */
corr_labels jaeger_resource(jaeger *g, const json_val *object)
{
    const corr_str text = object->text;
    bool is_new = true;

    if (object->type != JSON_OBJECT)
        return (corr_labels){ 0 };
    if (text.n > MEMO_TEXT || g->resource.keys.held > MEMO_BYTES)
        return labels_of_process(g, object);
    uint32_t *labels = corr_map_bytes(&g->resource, text.p, text.n, &is_new);
    if (labels && !is_new)
        return (corr_labels){ *labels };
    const corr_labels made = labels_of_process(g, object);
    if (labels)
        *labels = made.i;
    return made;
}
