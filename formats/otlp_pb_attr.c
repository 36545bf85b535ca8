/*
 * otlp_pb_attr - attributes (KeyValue, AnyValue) as labels: formats/traces.md
 * section 3.4.
 *
 * Lists and maps become labels of JSON text, bytes their base64.
 */
#include "otlp_pb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Nesting of lists and maps in one attribute; null beyond. */
#define ANY_DEPTH 32

typedef struct pair {
    corr_str key;
    wire_field value; /* of AnyValue; number 0: nothing */
} pair;

/* Of several members the last counts. */
static wire_field read_any(corr_cur c)
{
    wire_field any = { 0 }, f;

    while (wire_next(&c, &f)) {
        const uint32_t type = f.number == PB_ANY_BOOL || f.number == PB_ANY_INT
                                  ? WIRE_VARINT
                              : f.number == PB_ANY_DOUBLE ? WIRE_FIXED64
                                                          : WIRE_BYTES;
        if (f.number >= PB_ANY_STRING && f.number <= PB_ANY_BYTES &&
            f.type == type)
            any = f;
    }
    return any;
}

/* False: malformed. */
static bool read_pair(corr_cur c, pair *p)
{
    wire_field f;

    *p = (pair){ .key = { "", 0 } };
    while (wire_next(&c, &f)) {
        if (f.type != WIRE_BYTES)
            continue;
        if (f.number == PB_PAIR_KEY)
            p->key = wire_text(&f);
        else if (f.number == PB_PAIR_VALUE)
            p->value = read_any(f.bytes);
    }
    return !c.bad;
}

static double real_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* ---- lists and maps as JSON --------------------------------------------- */

/* Bytes of JSON that a byte of a message can become: \u001f. */
#define GROWS 6

typedef struct text {
    char *p;
    size_t n, room;
} text;

static void put(text *t, corr_str s)
{
    if (s.n == 0 || s.n > t->room - t->n)
        return;
    memcpy(t->p + t->n, s.p, s.n);
    t->n += s.n;
}

static void put_quoted(text *t, corr_str s)
{
    static const char digit[] = "0123456789abcdef";

    put(t, CORR_STR("\""));
    for (size_t i = 0; i < s.n; i++) {
        const uint8_t c = (uint8_t)s.p[i];
        const char coded[6] = { '\\', 'u',           '0',
                                '0',  digit[c >> 4], digit[c & 15] };

        if (c < ' ')
            put(t, (corr_str){ coded, sizeof coded });
        else if (c == '"' || c == '\\')
            put(t, (corr_str){ c == '"' ? "\\\"" : "\\\\", 2 });
        else
            put(t, (corr_str){ s.p + i, 1 });
    }
    put(t, CORR_STR("\""));
}

/* base64 with padding; NULL: out of memory. */
static corr_str base64_of(otlp_pb *o, corr_cur c)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                 "qrstuvwxyz0123456789+/";
    const size_t n = corr_cur_left(&c);
    char *p = corr_arena_alloc(&o->scratch, 4, n / 3 + 1);
    size_t at = 0;

    for (size_t i = 0; p && i < n; i += 3) {
        const unsigned a = c.p[i];
        const unsigned b = i + 1 < n ? c.p[i + 1] : 0;
        const unsigned d = i + 2 < n ? c.p[i + 2] : 0;

        p[at++] = letter[a >> 2];
        p[at++] = letter[(a & 3) << 4 | b >> 4];
        p[at++] = '=';
        p[at++] = '=';
        if (i + 1 < n)
            p[at - 2] = letter[(b & 15) << 2 | d >> 6];
        if (i + 2 < n)
            p[at - 1] = letter[d & 63];
    }
    return (corr_str){ p ? p : "", p ? at : 0 };
}

static const char *word_of(double x)
{
    if (isnan(x))
        return "NaN";
    return x > 0 ? "Infinity" : "-Infinity";
}

/* The shortest that reads back as the same number. */
static void put_real(text *t, double x)
{
    char buf[32];

    if (!isfinite(x)) {
        put_quoted(t, corr_str_of(word_of(x)));
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, sizeof buf, "%.*g", digits, x);
        if (bits_of(strtod(buf, NULL)) == bits_of(x))
            break;
    }
    put(t, corr_str_of(buf));
}

static void put_any(otlp_pb *o, text *t, const wire_field *any, unsigned depth);

static void put_values(otlp_pb *o, text *t, const wire_field *any,
                       unsigned depth)
{
    const bool is_map = any->number == PB_ANY_MAP;
    corr_cur c = any->bytes;
    bool some = false;
    wire_field f;

    put(t, is_map ? CORR_STR("{") : CORR_STR("["));
    while (wire_next(&c, &f)) {
        pair p = { .key = { "", 0 } };

        if (f.number != PB_LIST_VALUE || f.type != WIRE_BYTES)
            continue;
        if (is_map)
            read_pair(f.bytes, &p);
        else
            p.value = read_any(f.bytes);
        if (some)
            put(t, CORR_STR(","));
        some = true;
        if (is_map) {
            put_quoted(t, p.key);
            put(t, CORR_STR(":"));
        }
        put_any(o, t, &p.value, depth + 1);
    }
    put(t, is_map ? CORR_STR("}") : CORR_STR("]"));
}

static void put_any(otlp_pb *o, text *t, const wire_field *any, unsigned depth)
{
    char buf[24];

    switch (depth > ANY_DEPTH ? 0 : any->number) {
    case PB_ANY_STRING:
        put_quoted(t, wire_text(any));
        break;
    case PB_ANY_BOOL:
        put(t, any->value ? CORR_STR("true") : CORR_STR("false"));
        break;
    case PB_ANY_INT:
        snprintf(buf, sizeof buf, "%lld", (long long)any->value);
        put(t, corr_str_of(buf));
        break;
    case PB_ANY_DOUBLE:
        put_real(t, real_of(any->value));
        break;
    case PB_ANY_ARRAY:
    case PB_ANY_MAP:
        put_values(o, t, any, depth);
        break;
    case PB_ANY_BYTES:
        put_quoted(t, base64_of(o, any->bytes));
        break;
    default:
        put(t, CORR_STR("null"));
        break;
    }
}

static corr_str json_of_any(otlp_pb *o, const wire_field *any)
{
    const size_t room = GROWS * corr_cur_left(&any->bytes) + 16;
    text t = { corr_arena_alloc(&o->scratch, 1, room), 0, room };

    if (!t.p)
        return CORR_STR("null");
    put_any(o, &t, any, 0);
    return (corr_str){ t.p, t.n };
}

/* ---- labels ------------------------------------------------------------- */

static void push_any(otlp_pb *o, corr_str key, const wire_field *any)
{
    const corr_str nothing = { "", 0 };

    switch (any->number) {
    case PB_ANY_STRING:
        corr_push_label(o->b, key, wire_text(any));
        break;
    case PB_ANY_BOOL:
        corr_push_bool(o->b, key, any->value != 0);
        break;
    case PB_ANY_INT:
        corr_push_int(o->b, key, (int64_t)any->value, nothing);
        break;
    case PB_ANY_DOUBLE:
        if (isfinite(real_of(any->value)))
            corr_push_real(o->b, key, real_of(any->value));
        else
            corr_push_label(o->b, key,
                            corr_str_of(word_of(real_of(any->value))));
        break;
    case PB_ANY_ARRAY:
    case PB_ANY_MAP:
        corr_push_json(o->b, key, json_of_any(o, any));
        break;
    case PB_ANY_BYTES:
        corr_push_label(o->b, key, base64_of(o, any->bytes));
        break;
    default:
        corr_push_label(o->b, key, nothing);
        break;
    }
}

void otlp_pb_push_attrs(otlp_pb *o, corr_cur message, uint32_t number, bool all)
{
    wire_field f;
    pair p;

    while (wire_next(&message, &f)) {
        if (f.number != number || f.type != WIRE_BYTES)
            continue;
        if (!read_pair(f.bytes, &p))
            corr_damage(o->b, o->at, 0, 0,
                        "attributes that are malformed: some were left out");
        else if (all || corr_wants_always(p.key))
            push_any(o, p.key, &p.value);
    }
}

corr_labels otlp_pb_labels(otlp_pb *o, corr_cur message, uint32_t number)
{
    corr_begin_labels(o->b);
    otlp_pb_push_attrs(o, message, number, true);
    return corr_end_labels(o->b);
}
