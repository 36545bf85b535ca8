#include "fetch/profile_bytes.h"

enum wire { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

/* ---- writing -------------------------------------------------------------- */

typedef struct pb {
    uint8_t *to; /* NULL: only count */
    size_t n;
} pb;

static void pb_varint(pb *b, uint64_t v)
{
    uint8_t text[CORR_VARINT_MAX];
    const size_t n = corr_put_varint(text, v);

    if (b->to)
        memcpy(b->to + b->n, text, n);
    b->n += n;
}

static void pb_int(pb *b, uint32_t field, int64_t v)
{
    if (v == 0)
        return;
    pb_varint(b, field << 3 | VARINT);
    pb_varint(b, (uint64_t)v);
}

static void pb_text(pb *b, uint32_t field, const char *text)
{
    const size_t n = strlen(text);

    pb_varint(b, field << 3 | BYTES);
    pb_varint(b, n);
    if (b->to)
        memcpy(b->to + b->n, text, n);
    b->n += n;
}

static void pb_select(pb *b, const fetch_select *s)
{
    enum { TYPE = 1, SELECTOR, START, END, NODES, FORMAT, SPAN = 11 };
    enum { FORMAT_PPROF = 4 };

    pb_text(b, TYPE, s->type);
    pb_text(b, SELECTOR, s->selector);
    pb_int(b, START, s->from);
    pb_int(b, END, s->to);
    pb_int(b, NODES, s->nodes);
    if (s->is_pprof)
        pb_int(b, FORMAT, FORMAT_PPROF);
    for (uint32_t i = 0; i < s->spans; i++)
        pb_text(b, SPAN, s->span[i]);
}

const char *fetch_select_bytes(corr_arena *a, const fetch_select *s,
                               size_t *size)
{
    pb b = { 0 };

    pb_select(&b, s);
    *size = b.n;
    b = (pb){ .to = corr_arena_new(a, uint8_t, b.n + 1) };
    if (!b.to)
        return NULL;
    pb_select(&b, s);
    return (const char *)b.to;
}

/* ---- reading --------------------------------------------------------------- */

typedef struct field {
    uint64_t number, value;
    enum wire type;
    corr_cur bytes;
} field;

/* Reads the next field.  False: the end, or the bytes are bad. */
static bool next_field(corr_cur *c, field *f)
{
    if (c->p == c->end)
        return false;
    const uint64_t key = corr_cur_varint(c);
    *f = (field){ .number = key >> 3, .type = key & 7 };
    if (f->number == 0)
        corr_cur_stop(c);
    else if (f->type == VARINT)
        f->value = corr_cur_varint(c);
    else if (f->type == BYTES)
        f->bytes = corr_cur_slice(c, corr_cur_varint(c));
    else if (f->type == FIXED64)
        f->value = corr_cur_le(c, 8);
    else if (f->type == FIXED32)
        f->value = corr_cur_le(c, 4);
    else
        corr_cur_stop(c);
    return !c->bad;
}

/* The first message in a field of a message. */
static bool message_in(corr_str in, uint64_t number, corr_str *out)
{
    corr_cur c = corr_cur_of(in.p, in.n);
    field f;

    while (next_field(&c, &f))
        if (f.number == number && f.type == BYTES) {
            *out =
                (corr_str){ (const char *)f.bytes.p, corr_cur_left(&f.bytes) };
            return true;
        }
    return false;
}

bool fetch_profile_inside(corr_str body, corr_str *profile)
{
    enum { PPROF = 5, PROFILE = 1 };
    corr_str pprof;

    return message_in(body, PPROF, &pprof) &&
           message_in(pprof, PROFILE, profile);
}

/* The text of a profile with this number, or "". */
static corr_str text_at(corr_str profile, uint64_t number)
{
    enum { STRING_TABLE = 6 };
    corr_cur c = corr_cur_of(profile.p, profile.n);
    field f;

    while (next_field(&c, &f))
        if (f.number == STRING_TABLE && f.type == BYTES && number-- == 0)
            return (corr_str){ (const char *)f.bytes.p,
                               corr_cur_left(&f.bytes) };
    return CORR_STR("");
}

/* The first value of a sample: a varint, or the first of a packed list. */
static int64_t first_value(corr_cur sample)
{
    enum { VALUE = 2 };
    field f;

    while (next_field(&sample, &f))
        if (f.number == VALUE)
            return (int64_t)(f.type == BYTES ? corr_cur_varint(&f.bytes)
                                             : f.value);
    return 0;
}

/* The number of the text that names a sample type. */
static uint64_t name_of_type(corr_str value_type)
{
    enum { TYPE = 1 };
    corr_cur c = corr_cur_of(value_type.p, value_type.n);
    field f;

    while (next_field(&c, &f))
        if (f.number == TYPE && f.type == VARINT)
            return f.value;
    return 0;
}

bool fetch_profile_count(corr_str profile, fetch_profile_size *size)
{
    enum { SAMPLE_TYPE = 1, SAMPLE = 2, STRING_TABLE = 6, LAST_FIELD = 15 };
    corr_cur c = corr_cur_of(profile.p, profile.n);
    bool has_text = false, has_type = false;
    corr_str type = CORR_STR("");
    field f;

    *size = (fetch_profile_size){ 0 };
    while (next_field(&c, &f)) {
        const bool is_message = f.number == SAMPLE_TYPE || f.number == SAMPLE;
        if (f.number > LAST_FIELD || (is_message && f.type != BYTES))
            return false;
        has_text |= f.number == STRING_TABLE;
        if (f.number == SAMPLE_TYPE && !has_type) {
            type =
                (corr_str){ (const char *)f.bytes.p, corr_cur_left(&f.bytes) };
            has_type = true;
        }
        if (f.number != SAMPLE)
            continue;
        size->stacks++;
        size->total = corr_sum(size->total, first_value(f.bytes));
    }
    if (has_type)
        size->type = text_at(profile, name_of_type(type));
    return !c.bad && (has_text || size->stacks == 0);
}
