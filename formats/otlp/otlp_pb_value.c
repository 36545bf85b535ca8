#include "otlp/otlp_pb_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Fields of AnyValue, KeyValue and the lists of both. */
enum {
    ANY_NOTHING,
    ANY_STRING,
    ANY_BOOL,
    ANY_INT,
    ANY_DOUBLE,
    ANY_ARRAY,
    ANY_MAP,
    ANY_BYTES,
    ANY_STRINDEX, /* index of a text in the dictionary */
    ANY_COUNT
};
enum { PAIR_KEY = 1, PAIR_VALUE = 2, PAIR_STRINDEX = 3 };
enum { LIST_VALUE = 1 };

/* A text of the dictionary; empty: no such text. */
static corr_str text_at(const otlp_any *o, uint64_t index)
{
    return o->text ? o->text(o->ctx, index) : (corr_str){ "", 0 };
}

/* If a member occurs several times, the last one counts. */
static wire_field read_any(const otlp_any *o, corr_cur c)
{
    static const uint8_t type_of[ANY_COUNT] = {
        [ANY_NOTHING] = UINT8_MAX,    [ANY_STRING] = WIRE_BYTES,
        [ANY_BOOL] = WIRE_VARINT,     [ANY_INT] = WIRE_VARINT,
        [ANY_DOUBLE] = WIRE_FIXED64,  [ANY_ARRAY] = WIRE_BYTES,
        [ANY_MAP] = WIRE_BYTES,       [ANY_BYTES] = WIRE_BYTES,
        [ANY_STRINDEX] = WIRE_VARINT,
    };
    wire_field any = { 0 }, f;

    while (wire_next(&c, &f))
        if (f.number < ANY_COUNT && f.type == type_of[f.number])
            any = f;
    if (any.number == ANY_STRINDEX) {
        const corr_str s = text_at(o, any.value);
        any.number = ANY_STRING;
        any.bytes = corr_cur_of(s.p, s.n);
    }
    return any;
}

bool otlp_any_pair(const otlp_any *o, corr_cur c, otlp_pair *p)
{
    wire_field f;

    *p = (otlp_pair){ .key = { "", 0 } };
    while (wire_next(&c, &f))
        if (f.number == PAIR_KEY && f.type == WIRE_BYTES)
            p->key = wire_text(&f);
        else if (f.number == PAIR_VALUE && f.type == WIRE_BYTES)
            p->value = read_any(o, f.bytes);
        else if (f.number == PAIR_STRINDEX && f.type == WIRE_VARINT)
            p->key = text_at(o, f.value);
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

/* JSON bytes per byte of a message, at most: \u001f. */
#define GROWS 6

/* At least the bytes of the longest number. */
#define NUMBER_ROOM 32

/* Bytes that texts of the dictionary may add to a list or map. */
#define DICTIONARY_ROOM 65536

void otlp_put(otlp_text *t, corr_str s)
{
    t->over |= s.n > t->room - t->n;
    if (s.n == 0 || t->over)
        return;
    memcpy(t->p + t->n, s.p, s.n);
    t->n += s.n;
}

static void put_quoted(otlp_text *t, corr_str s)
{
    static const char digit[] = "0123456789abcdef";

    otlp_put(t, CORR_STR("\""));
    for (size_t i = 0; i < s.n; i++) {
        const uint8_t c = (uint8_t)s.p[i];
        const char coded[6] = { '\\', 'u',           '0',
                                '0',  digit[c >> 4], digit[c & 15] };

        if (c < ' ')
            otlp_put(t, (corr_str){ coded, sizeof coded });
        else if (c == '"' || c == '\\')
            otlp_put(t, (corr_str){ c == '"' ? "\\\"" : "\\\\", 2 });
        else
            otlp_put(t, (corr_str){ s.p + i, 1 });
    }
    otlp_put(t, CORR_STR("\""));
}

/* base64 with padding. NULL: out of memory. */
static corr_str base64_of(const otlp_any *o, corr_cur c)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                 "qrstuvwxyz0123456789+/";
    const size_t n = corr_cur_left(&c);
    char *p = corr_arena_alloc(o->scratch, 4, n / 3 + 1);
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

/* Writes the shortest text that reads back as the same number. */
static void put_real(otlp_text *t, double x)
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
    otlp_put(t, corr_str_of(buf));
}

static void put_pb_any(const otlp_any *o, otlp_text *t, const wire_field *any,
                       unsigned depth);

static void put_values(const otlp_any *o, otlp_text *t, const wire_field *any,
                       unsigned depth)
{
    const bool is_map = any->number == ANY_MAP;
    corr_cur c = any->bytes;
    bool some = false;
    wire_field f;

    otlp_put(t, is_map ? CORR_STR("{") : CORR_STR("["));
    while (wire_next(&c, &f)) {
        otlp_pair p = { .key = { "", 0 } };

        if (f.number != LIST_VALUE || f.type != WIRE_BYTES)
            continue;
        if (is_map)
            otlp_any_pair(o, f.bytes, &p);
        else
            p.value = read_any(o, f.bytes);
        if (some)
            otlp_put(t, CORR_STR(","));
        some = true;
        if (is_map) {
            put_quoted(t, p.key);
            otlp_put(t, CORR_STR(":"));
        }
        put_pb_any(o, t, &p.value, depth + 1);
    }
    otlp_put(t, is_map ? CORR_STR("}") : CORR_STR("]"));
}

static void put_pb_any(const otlp_any *o, otlp_text *t, const wire_field *any,
                       unsigned depth)
{
    char buf[24];

    switch (depth > OTLP_DEPTH ? 0 : any->number) {
    case ANY_STRING:
        put_quoted(t, wire_text(any));
        break;
    case ANY_BOOL:
        otlp_put(t, any->value ? CORR_STR("true") : CORR_STR("false"));
        break;
    case ANY_INT:
        snprintf(buf, sizeof buf, "%lld", (long long)any->value);
        otlp_put(t, corr_str_of(buf));
        break;
    case ANY_DOUBLE:
        put_real(t, real_of(any->value));
        break;
    case ANY_ARRAY:
    case ANY_MAP:
        put_values(o, t, any, depth);
        break;
    case ANY_BYTES:
        put_quoted(t, base64_of(o, any->bytes));
        break;
    default:
        otlp_put(t, CORR_STR("null"));
        break;
    }
}

static corr_str json_of_any(const otlp_any *o, const wire_field *any)
{
    const size_t room = GROWS * corr_cur_left(&any->bytes) + NUMBER_ROOM +
                        (o->text ? DICTIONARY_ROOM : 0);
    otlp_text t = { .p = corr_arena_alloc(o->scratch, 1, room), .room = room };

    if (!t.p)
        return CORR_STR("null");
    put_pb_any(o, &t, any, 0);
    return t.over ? CORR_STR("null") : (corr_str){ t.p, t.n };
}

/* ---- labels ------------------------------------------------------------- */

/* The value as text, without the quotes of JSON. */
static corr_str text_of_any(const otlp_any *o, const wire_field *any)
{
    if (any->number == ANY_STRING)
        return wire_text(any);
    if (any->number == ANY_BYTES)
        return base64_of(o, any->bytes);
    if (any->number == ANY_DOUBLE && !isfinite(real_of(any->value)))
        return corr_str_of(word_of(real_of(any->value)));
    return any->number ? json_of_any(o, any) : (corr_str){ "", 0 };
}

void otlp_any_push(const otlp_any *o, corr_str key, const wire_field *any)
{
    const bool is_finite =
        any->number == ANY_DOUBLE && isfinite(real_of(any->value));

    if (o->as_text && !key.n)
        return;
    if (o->as_text || (any->number == ANY_DOUBLE && !is_finite))
        corr_push_label(o->b, key, text_of_any(o, any));
    else if (any->number == ANY_BOOL)
        corr_push_bool(o->b, key, any->value != 0);
    else if (any->number == ANY_INT)
        corr_push_int(o->b, key, (int64_t)any->value, (corr_str){ "", 0 });
    else if (is_finite)
        corr_push_real(o->b, key, real_of(any->value));
    else if (any->number == ANY_ARRAY || any->number == ANY_MAP)
        corr_push_json(o->b, key, json_of_any(o, any));
    else
        corr_push_label(o->b, key, text_of_any(o, any));
}

corr_str otlp_any_text(const otlp_any *o, corr_cur value)
{
    const wire_field any = read_any(o, value);

    return any.number == ANY_STRING ? wire_text(&any) : (corr_str){ "", 0 };
}

void otlp_any_push_value(const otlp_any *o, corr_str key, corr_cur value)
{
    const wire_field any = read_any(o, value);

    otlp_any_push(o, key, &any);
}
