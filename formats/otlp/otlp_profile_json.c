/*
 * otlp_profile_json - OTLP profiles in JSON.
 *
 * Specification: as in otlp_profile.c, in the JSON form of OTLP: camelCase
 * (the Collector reads snake_case, too), 64-bit numbers as text or as numbers,
 * ids in hex. profileId differs: the Collector writes it in hex and others in
 * base64. The Collector writes the dictionary after the fields that refer to
 * it.
 *
 * A message in JSON is converted to the protobuf form and then read as any
 * other message. So samples have one reader, and a message takes the memory of
 * its short form.
 *
 * An invalid number makes its sample, or its entry of the dictionary,
 * malformed. A truncated message keeps the part that was read.
 */
#include <stdlib.h>

#include "common/json_traces.h"
#include "otlp/otlp_profile.h"

/* How the value of a member is written. */
typedef enum form {
    FORM_INT,     /* a varint, or several packed */
    FORM_FIXED64, /* ten or more digits, mostly in quotes; or several */
    FORM_BOOL,
    FORM_REAL,
    FORM_TEXT, /* or several */
    FORM_TRACE_ID,
    FORM_SPAN_ID,
    FORM_BASE64, /* as many bytes as it decodes to; no code reads them */
    FORM_PATH,   /* as FORM_INT; only in 1.7 */
    FORM_MESSAGE /* or several */
} form;

typedef enum kind {
    KIND_MESSAGE,
    KIND_RESOURCES,
    KIND_SCOPES,
    KIND_PROFILE,
    KIND_DICTIONARY,
    LAST_CONTAINER = KIND_DICTIONARY, /* the parsed part of these is kept */
    KIND_RESOURCE,
    KIND_SCOPE,
    KIND_SAMPLE,
    KIND_TYPE,
    KIND_MAPPING,
    KIND_LOCATION,
    KIND_LINE,
    KIND_FUNCTION,
    KIND_LINK,
    KIND_ATTRIBUTE,
    KIND_STACK,
    KIND_PAIR,
    KIND_ANY,
    KIND_LIST,
    KIND_MAP,
    KIND_COUNT
} kind;

/* How a member is written in protobuf. */
typedef struct member {
    uint8_t number;
    uint8_t form;
    uint8_t kind; /* of FORM_MESSAGE */
} member;

enum { MEMBERS = 13 };

typedef struct schema {
    size_t n;
    json_name name[MEMBERS];
    member member[MEMBERS];
} schema;

/* clang-format off */
/* N: a name; then its field in protobuf, which is I: a number, F: of another
 * form, M: a message. */
#define N(name)         JSON_NAME(name)
#define I(number)       { number, FORM_INT, 0 }
#define F(number, form) { number, FORM_##form, 0 }
#define M(number, kind) { number, FORM_MESSAGE, KIND_##kind }

static const schema schemas[KIND_COUNT] = {
    [KIND_MESSAGE] = { 2,
        { N("resourceProfiles"), N("dictionary") },
        { M(1, RESOURCES), M(2, DICTIONARY) } },
    [KIND_RESOURCES] = { 2,
        { N("resource"), N("scopeProfiles") },
        { M(1, RESOURCE), M(2, SCOPES) } },
    [KIND_SCOPES] = { 2,
        { N("scope"), N("profiles") },
        { M(1, SCOPE), M(2, PROFILE) } },
    [KIND_PROFILE] = { 13,
        { N("sampleType"), N("samples"), N("sample"), N("timeUnixNano"),
          N("timeNanos"), N("durationNano"), N("durationNanos"),
          N("periodType"), N("period"), N("originalPayload"),
          N("originalPayloadFormat"), N("locationIndices"),
          N("attributeIndices") },
        { M(1, TYPE), M(2, SAMPLE), M(2, SAMPLE), F(3, FIXED64), F(3, FIXED64),
          I(4), I(4), M(5, TYPE), I(6), F(10, BASE64), F(9, TEXT), F(12, PATH),
          I(11) } },
    [KIND_DICTIONARY] = { 7,
        { N("mappingTable"), N("locationTable"), N("functionTable"),
          N("linkTable"), N("stringTable"), N("attributeTable"),
          N("stackTable") },
        { M(1, MAPPING), M(2, LOCATION), M(3, FUNCTION), M(4, LINK), F(5, TEXT),
          M(6, ATTRIBUTE), M(7, STACK) } },
    [KIND_RESOURCE] = { 1, { N("attributes") }, { M(1, PAIR) } },
    [KIND_SCOPE] = { 1, { N("name") }, { F(1, TEXT) } },
    [KIND_SAMPLE] = { 8,
        { N("stackIndex"), N("attributeIndices"), N("linkIndex"), N("values"),
          N("value"), N("timestampsUnixNano"), N("locationsStartIndex"),
          N("locationsLength") },
        { I(1), I(2), I(3), I(4), I(4), F(5, FIXED64), F(6, PATH),
          F(7, PATH) } },
    [KIND_TYPE] = { 2,
        { N("typeStrindex"), N("unitStrindex") },
        { I(1), I(2) } },
    [KIND_MAPPING] = { 4,
        { N("memoryStart"), N("memoryLimit"), N("fileOffset"),
          N("filenameStrindex") },
        { I(1), I(2), I(3), I(4) } },
    [KIND_LOCATION] = { 5,
        { N("mappingIndex"), N("address"), N("lines"), N("line"),
          N("attributeIndices") },
        { I(1), I(2), M(3, LINE), M(3, LINE), I(4) } },
    [KIND_LINE] = { 2, { N("functionIndex"), N("line") }, { I(1), I(2) } },
    [KIND_FUNCTION] = { 3,
        { N("nameStrindex"), N("systemNameStrindex"), N("filenameStrindex") },
        { I(1), I(2), I(3) } },
    [KIND_LINK] = { 2,
        { N("traceId"), N("spanId") },
        { F(1, TRACE_ID), F(2, SPAN_ID) } },
    [KIND_ATTRIBUTE] = { 3,
        { N("keyStrindex"), N("key"), N("value") },
        { I(1), F(1, TEXT), M(2, ANY) } },
    [KIND_STACK] = { 1, { N("locationIndices") }, { I(1) } },
    [KIND_PAIR] = { 3,
        { N("key"), N("value"), N("keyStrindex") },
        { F(1, TEXT), M(2, ANY), I(3) } },
    [KIND_ANY] = { 8,
        { N("stringValue"), N("boolValue"), N("intValue"), N("doubleValue"),
          N("arrayValue"), N("kvlistValue"), N("bytesValue"),
          N("stringValueStrindex") },
        { F(1, TEXT), F(2, BOOL), I(3), F(4, REAL), M(5, LIST), M(6, MAP),
          F(1, TEXT), I(8) } },
    [KIND_LIST] = { 1, { N("values") }, { M(1, ANY) } },
    [KIND_MAP] = { 1, { N("values") }, { M(1, PAIR) } },
};
/* clang-format on */

/* The current message, as far as it is written. */
typedef struct writer {
    otlp_profile *o;
    json j;
    corr_vec(uint8_t) bytes;
    corr_arena scratch;
    bool is_1_7, is_spoilt;
} writer;

/* ---- protobuf ------------------------------------------------------------ */

/* The length is written at the end of the message, with the bytes that the
 * longest length needs. */
enum { LENGTH_BYTES = 5 };

static bool put_written(writer *w, const void *p, size_t n)
{
    return corr_vec_append(w->o->b, &w->bytes, p, n);
}

static void put_varint(writer *w, uint64_t x)
{
    uint8_t b[WIRE_VARINT_MAX];

    put_written(w, b, corr_put_varint(b, x));
}

static void put_fixed64(writer *w, uint64_t x)
{
    uint8_t b[8];

    for (unsigned i = 0; i < 8; i++)
        b[i] = (uint8_t)(x >> (8 * i));
    put_written(w, b, sizeof b);
}

static void put_head(writer *w, unsigned number, enum wire_type type)
{
    put_varint(w, number << 3 | (unsigned)type);
}

static void put_bytes(writer *w, unsigned number, corr_str s)
{
    put_head(w, number, WIRE_BYTES);
    put_varint(w, s.n);
    put_written(w, s.p, s.n);
}

/* Begins a field of bytes; it includes everything that is written until it is
 * closed. */
static size_t open_bytes(writer *w, unsigned number)
{
    static const uint8_t room[LENGTH_BYTES] = { 0 };

    put_head(w, number, WIRE_BYTES);
    put_written(w, room, sizeof room);
    return w->bytes.n;
}

static void close_bytes(writer *w, size_t from)
{
    uint64_t n = w->bytes.n - from;

    if (corr_build_failed(w->o->b))
        return;
    for (unsigned i = 0; i < LENGTH_BYTES; i++, n >>= 7)
        w->bytes.v[from - LENGTH_BYTES + i] =
            (uint8_t)((n & 0x7f) | (i + 1 < LENGTH_BYTES ? 0x80 : 0));
}

/* ---- values -------------------------------------------------------------- */

static bool take_int(const json_val *v, uint64_t *x)
{
    int64_t n;

    if (json_i64(v, &n))
        *x = (uint64_t)n;
    else if (!json_u64(v, x))
        return false;
    return true;
}

/* An id with another length or spelling is as invalid as a bad number. */
static bool put_id(writer *w, const member *m, corr_str text)
{
    corr_trace_id id = { 0 };
    uint8_t b[16];
    size_t n = 0;

    if (m->form == FORM_TRACE_ID ? !corr_parse_trace_id(text, &id)
                                 : !corr_parse_span_id(text, &id.lo))
        return false;
    for (unsigned i = 0; m->form == FORM_TRACE_ID && i < 8; i++)
        b[n++] = (uint8_t)(id.hi >> (56 - 8 * i));
    for (unsigned i = 0; i < 8; i++)
        b[n++] = (uint8_t)(id.lo >> (56 - 8 * i));
    put_bytes(w, m->number, (corr_str){ (const char *)b, n });
    return true;
}

static bool put_real(writer *w, const member *m, const json_val *v)
{
    uint64_t bits;
    double x;

    if (!json_real(v, &x)) {
        /* NaN and infinities are shown as in the input */
        put_bytes(w, 1, json_str(v, &w->scratch));
        return true;
    }
    memcpy(&bits, &x, sizeof bits);
    put_head(w, m->number, WIRE_FIXED64);
    put_fixed64(w, bits);
    return true;
}

/* Writes a single value. False: the value is not valid for the member. */
static bool put_value(writer *w, const member *m, const json_val *v)
{
    uint64_t x = 0;

    switch ((form)m->form) {
    case FORM_INT:
    case FORM_PATH:
        if (!take_int(v, &x))
            return false;
        put_head(w, m->number, WIRE_VARINT);
        put_varint(w, x);
        return true;
    case FORM_FIXED64:
        if (!take_int(v, &x))
            return false;
        put_head(w, m->number, WIRE_FIXED64);
        put_fixed64(w, x);
        return true;
    case FORM_BOOL:
        put_head(w, m->number, WIRE_VARINT);
        put_varint(w, v->type == JSON_TRUE);
        return true;
    case FORM_REAL:
        return put_real(w, m, v);
    case FORM_TEXT:
        put_bytes(w, m->number, json_str(v, &w->scratch));
        return true;
    case FORM_TRACE_ID:
    case FORM_SPAN_ID:
        return put_id(w, m, json_str(v, &w->scratch));
    case FORM_BASE64:
        put_bytes(w, m->number, (corr_str){ v->text.p, v->text.n / 4 * 3 });
        return true;
    case FORM_MESSAGE:
        break;
    }
    return false;
}

/* A list of numbers is packed; each text is a field. */
static void put_list(writer *w, const member *m)
{
    const bool packs =
        m->form == FORM_INT || m->form == FORM_PATH || m->form == FORM_FIXED64;
    const size_t from = packs ? open_bytes(w, m->number) : 0;
    json_val v;
    uint64_t x = 0;

    while (!corr_build_failed(w->o->b) && json_element(&w->j, NULL)) {
        if (!json_value(&w->j, &v)) {
            w->is_spoilt = true;
        } else if (!packs) {
            w->is_spoilt |= !put_value(w, m, &v);
            corr_arena_reset(&w->scratch);
        } else if (!take_int(&v, &x)) {
            w->is_spoilt = true;
        } else if (m->form == FORM_FIXED64) {
            put_fixed64(w, x);
        } else {
            put_varint(w, x);
        }
    }
    if (packs)
        close_bytes(w, from);
}

/* ---- messages ------------------------------------------------------------ */

static void put_member(writer *w, const member *m);

/* Writes the members of the current object. A malformed or truncated member
 * becomes an invalid field, which the protobuf reader reports. */
static void put_members(writer *w, kind k)
{
    static const uint8_t no_field[1] = { 0x07 };
    const schema *s = &schemas[k];
    const bool was_spoilt = w->is_spoilt;
    size_t hint = 0;
    corr_str key;

    w->is_spoilt = false;
    if (!json_enter(&w->j, JSON_OBJECT))
        w->is_spoilt = true;
    else
        while (!corr_build_failed(w->o->b) && json_key(&w->j, &key)) {
            const size_t i = json_find_name(s->name, s->n, hint, key);

            hint = i < s->n ? i + 1 : hint;
            if (i < s->n)
                put_member(w, &s->member[i]);
            else
                json_skip(&w->j);
        }
    w->is_spoilt |= json_failed(&w->j);
    if (k > LAST_CONTAINER ? w->is_spoilt
                           : k == KIND_PROFILE && json_failed(&w->j))
        put_written(w, no_field, 1);
    w->is_spoilt = was_spoilt;
}

/* Recursion is as deep as the tokenizer allows. */
static void put_message(writer *w, const member *m)
{
    const size_t start = w->bytes.n;
    const size_t from = open_bytes(w, m->number);

    put_members(w, (kind)m->kind);
    if (json_failed(&w->j) && m->kind > LAST_CONTAINER)
        w->bytes.n = start; /* the message ends before this member */
    else
        close_bytes(w, from);
}

/* The value of an attribute, written without its type. */
static void put_plain_any(writer *w)
{
    static const member forms[JSON_TYPE_COUNT] = {
        [JSON_STRING] = F(1, TEXT), [JSON_TRUE] = F(2, BOOL),
        [JSON_FALSE] = F(2, BOOL),  [JSON_NUMBER] = I(3),
        [JSON_OBJECT] = M(2, ANY),
    };
    static const member real = F(4, REAL);
    const member *m = &forms[json_next(&w->j)];
    json_val v;

    if (m->form == FORM_MESSAGE) {
        put_message(w, m);
    } else if (!m->number) {
        otlp_pass_odd(w->o->b, &w->j);
    } else if (json_value(&w->j, &v)) {
        const size_t from = open_bytes(w, 2);
        if (v.type == JSON_NUMBER && export_type_of(&v) == EXPORT_REAL)
            m = &real;
        w->is_spoilt |= !put_value(w, m, &v);
        close_bytes(w, from);
    }
}

/* Attributes as a plain object. */
static void put_pairs(writer *w, const member *m)
{
    corr_str key;

    if (!json_enter(&w->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(w->o->b) && json_key(&w->j, &key)) {
        const json_val name = json_key_value(key);
        const size_t from = open_bytes(w, m->number);
        put_bytes(w, 1, json_str(&name, &w->scratch));
        put_plain_any(w);
        close_bytes(w, from);
        corr_arena_reset(&w->scratch);
    }
}

static void put_member(writer *w, const member *m)
{
    const json_type type = json_next(&w->j);
    json_val v;

    w->is_1_7 |= m->form == FORM_PATH;
    if (type == JSON_NULL) {
        json_skip(&w->j);
    } else if (type == JSON_ARRAY && json_enter(&w->j, type)) {
        if (m->form != FORM_MESSAGE)
            put_list(w, m);
        else
            while (!corr_build_failed(w->o->b) && json_element(&w->j, NULL))
                put_message(w, m);
    } else if (m->form == FORM_MESSAGE && m->kind == KIND_PAIR &&
               type == JSON_OBJECT) {
        put_pairs(w, m);
    } else if (m->form == FORM_MESSAGE) {
        put_message(w, m);
    } else if (!json_value(&w->j, &v)) {
        w->is_spoilt = true;
    } else {
        w->is_spoilt |= !put_value(w, m, &v);
        corr_arena_reset(&w->scratch);
    }
}

static void read_written(writer *w, uint64_t offset)
{
    otlp_profile *o = w->o;

    if (corr_build_failed(o->b))
        return;
    if (w->bytes.n > UINT32_MAX) {
        corr_refuse(o->b, CORR_ELIMIT, offset, NULL,
                    "the message has %zu bytes, which is too large",
                    w->bytes.n);
        return;
    }
    o->message.base = w->bytes.v ? w->bytes.v : (const uint8_t *)"";
    o->message.size = w->bytes.n;
    o->message.offset = offset;
    o->message.is_apart = o->message.is_json = true;
    o->message.is_cut = json_failed(&w->j);
    o->layout =
        w->is_1_7 ? &otlp_profile_layout_json_1_7 : &otlp_profile_layout_json;
    otlp_profile_read_message(o);
    o->message.is_json = false;
}

/* Writes a member of a message; the others may be of other signals. */
static void put_message_member(writer *w, corr_str key)
{
    const schema *s = &schemas[KIND_MESSAGE];
    const size_t i = json_find_name(s->name, s->n, 0, key);
    const otlp_signal other = otlp_signal_of(key);

    if (i < s->n)
        put_member(w, &s->member[i]);
    else if (corr_str_is(key, "partialSuccess"))
        otlp_read_rejected(w->o->b, &w->j, &w->scratch);
    else if (other < OTLP_SIGNALS)
        otlp_pass_over(&w->o->met, other, &w->j);
    else
        json_skip(&w->j);
}

/* Reads a message, or a list of messages. */
static void read_json_value(writer *w, unsigned level)
{
    enum { LISTS = 2 };
    const uint64_t offset = json_offset(&w->j);
    corr_str key;

    if (json_next(&w->j) == JSON_ARRAY && level < LISTS) {
        if (json_enter(&w->j, JSON_ARRAY))
            while (!corr_build_failed(w->o->b) && json_element(&w->j, NULL))
                read_json_value(w, level + 1);
        return;
    }
    w->bytes.n = 0;
    w->is_1_7 = w->is_spoilt = false;
    if (!otlp_enter(w->o->b, &w->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(w->o->b) && json_key(&w->j, &key))
        put_message_member(w, key);
    if (w->bytes.n)
        read_written(w, offset);
}

void otlp_profile_read_json(otlp_profile *o, corr_src *in)
{
    writer w = { .o = o };

    json_open(&w.j, in, "a message of profiles");
    while (json_document(&w.j, NULL, o->b))
        read_json_value(&w, 0);
    json_finish(&w.j, o->b);
    corr_arena_clear(&w.scratch);
    corr_vec_free(&w.bytes);
}

/* ---- detection ----------------------------------------------------------- */

static const json_name proof[] = {
    JSON_NAME("mappingTable"),   JSON_NAME("locationTable"),
    JSON_NAME("functionTable"),  JSON_NAME("linkTable"),
    JSON_NAME("attributeTable"), JSON_NAME("stackTable"),
    JSON_NAME("stringTable"),
};

/* Whether the current object has a table of a dictionary. */
static bool is_dictionary(json *j)
{
    corr_str key;

    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        if (json_find_name(proof, sizeof proof / sizeof *proof, 0, key) <
            sizeof proof / sizeof *proof)
            return true;
        json_skip(j);
    }
    return false;
}

int otlp_profile_json_probe(const uint8_t *head, size_t n, bool whole)
{
    const schema *s = &schemas[KIND_MESSAGE];
    const unsigned signals = otlp_json_signals(head, n);
    corr_str key;
    json j;

    (void)whole;
    if (signals)
        return otlp_is_first(signals, OTLP_SIGNAL_PROFILES) ? 60 : 0;
    /* the dictionary may come first, and be longer than the head */
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return 0;
    while (json_key(&j, &key)) {
        if (json_find_name(s->name, s->n, 0, key) == 1) {
            json view = json_view(&j);
            if (is_dictionary(&view))
                return 60;
        }
        json_skip(&j);
    }
    return 0;
}
