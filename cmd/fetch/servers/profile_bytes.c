#include "fetch/servers/profile_bytes.h"

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

static void pb_bytes(pb *b, uint32_t field, corr_str bytes)
{
    pb_varint(b, field << 3 | BYTES);
    pb_varint(b, bytes.n);
    if (b->to)
        memcpy(b->to + b->n, bytes.p, bytes.n);
    b->n += bytes.n;
}

static void pb_text(pb *b, uint32_t field, const char *text)
{
    pb_bytes(b, field, corr_str_of(text));
}

enum { ASYNC = 9 };                /* of a request */
enum { ASYNC_ID = 1, ASYNC_KIND }; /* of ASYNC */
enum { ASYNC_FORCE = 1 };          /* an ASYNC_KIND */

/* The members of ASYNC; id is "" for a new one. */
static void pb_async_members(pb *b, corr_str id)
{
    if (id.n)
        pb_bytes(b, ASYNC_ID, id);
    pb_int(b, ASYNC_KIND, ASYNC_FORCE);
}

/* The part of a request that makes it one to run. */
static void pb_async(pb *b, corr_str id)
{
    pb size = { 0 };

    pb_async_members(&size, id);
    pb_varint(b, ASYNC << 3 | BYTES);
    pb_varint(b, size.n);
    pb_async_members(b, id);
}

static void pb_select(pb *b, const fetch_select *s)
{
    enum { TYPE = 1, SELECTOR, START, END, NODES, FORMAT, TRACE = 10, SPAN };
    enum { FORMAT_PPROF = 4 };

    if (s->running.n) {
        pb_async(b, s->running);
        return;
    }
    pb_text(b, TYPE, s->type);
    pb_text(b, SELECTOR, s->selector);
    pb_int(b, START, s->from);
    pb_int(b, END, s->to);
    pb_int(b, NODES, s->nodes);
    if (s->is_pprof)
        pb_int(b, FORMAT, FORMAT_PPROF);
    if (s->is_async)
        pb_async(b, CORR_STR(""));
    if (s->trace)
        pb_text(b, TRACE, s->trace);
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

bool fetch_running_inside(corr_str body, fetch_running *run)
{
    enum { ASYNC_OF_ANSWER = 4 };
    enum { ID = 1, STATUS, ERROR };
    corr_str async;
    field f;

    *run = (fetch_running){ .id = CORR_STR(""), .error = CORR_STR("") };
    if (!message_in(body, ASYNC_OF_ANSWER, &async))
        return false;
    corr_cur c = corr_cur_of(async.p, async.n);
    while (next_field(&c, &f)) {
        const corr_str bytes = { (const char *)f.bytes.p,
                                 corr_cur_left(&f.bytes) };
        if (f.number == ID && f.type == BYTES)
            run->id = bytes;
        else if (f.number == STATUS && f.type == VARINT)
            run->status =
                f.value <= RUN_FAILED ? (unsigned)f.value : RUN_UNKNOWN;
        else if (f.number == ERROR && f.type == BYTES)
            run->error = bytes;
    }
    return !c.bad;
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

/* Counts a sample: its frames, and its first value; each is a varint, or a
 * packed list of them. */
static void count_sample(corr_cur sample, fetch_profile_size *size)
{
    enum { LOCATION = 1, VALUE = 2 };
    bool has_value = false;
    field f;

    size->stacks++;
    while (next_field(&sample, &f)) {
        if (f.number == VALUE && !has_value) {
            size->total =
                corr_sum(size->total,
                         (int64_t)(f.type == BYTES ? corr_cur_varint(&f.bytes)
                                                   : f.value));
            has_value = true;
        }
        if (f.number != LOCATION)
            continue;
        size->frames += f.type != BYTES;
        for (; f.type == BYTES && f.bytes.p < f.bytes.end; f.bytes.p++)
            size->frames += *f.bytes.p < 0x80; /* the end of a varint */
    }
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
    static const char other[] = "other";
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
        size->has_other |= f.number == STRING_TABLE && f.type == BYTES &&
                           corr_cur_left(&f.bytes) == sizeof other - 1 &&
                           memcmp(f.bytes.p, other, sizeof other - 1) == 0;
        if (f.number == SAMPLE_TYPE && !has_type) {
            type =
                (corr_str){ (const char *)f.bytes.p, corr_cur_left(&f.bytes) };
            has_type = true;
        }
        if (f.number == SAMPLE)
            count_sample(f.bytes, size);
    }
    if (has_type)
        size->type = text_at(profile, name_of_type(type));
    return !c.bad && (has_text || size->stacks == 0);
}
