/* wire_stream - reads protobuf from a source, message by message. */
#include "common/wire_stream.h"

#include "common/reader.h"

enum { RECORD_HEAD = 4 }; /* bytes of a record's length */
/* protobuf's limit on the length of a message */
#define MESSAGE_MAX INT32_MAX

void wire_stream_init(wire_stream *s, corr_src *in, corr_build *b)
{
    *s = (wire_stream){ .in = in, .b = b, .base = (const uint8_t *)"" };
    s->cur = corr_cur_of(s->base, 0);
    s->offset = s->good = corr_src_offset(in);
}

bool wire_stream_fill(wire_stream *s, size_t n)
{
    size_t got = 0;

    if (corr_cur_left(&s->cur) >= n)
        return true;
    corr_src_skip(s->in, (uint64_t)(s->cur.p - s->base));
    s->base = corr_src_peek(s->in, n, &got);
    s->cur = corr_cur_of(s->base, got);
    s->offset = corr_src_offset(s->in);
    return got >= n;
}

/* Skips to this offset, or to the end of the source. */
static void go_to(wire_stream *s, uint64_t end)
{
    const uint64_t n = end - wire_stream_at(s);

    if (end <= wire_stream_at(s))
        return;
    if (n <= corr_cur_left(&s->cur)) {
        s->cur.p += n;
        return;
    }
    corr_src_skip(s->in, (uint64_t)(s->cur.p - s->base));
    corr_src_skip(s->in, n);
    s->offset = corr_src_offset(s->in);
    s->base = s->cur.p = s->cur.end;
    s->ended |= end != WIRE_NO_END && s->offset < end;
}

/* Skips the rest of a malformed message and reports it. */
static void give_up(wire_stream *s, uint64_t end, const char *message)
{
    const uint64_t at = wire_stream_at(s);

    go_to(s, end);
    if (s->ended || corr_src_failed(s->in))
        return;
    s->good = wire_stream_at(s);
    corr_damage(s->b, at, s->good - at, 0,
                "the data is not a field of %s; %llu byte%s cannot be used",
                message, (unsigned long long)(s->good - at),
                corr_plural(s->good - at));
}

bool wire_stream_next(wire_stream *s, uint64_t end, const char *message,
                      wire_field *f)
{
    if (s->ended || wire_stream_at(s) >= end || corr_build_failed(s->b))
        return false;
    const uint64_t left = end - wire_stream_at(s);
    const size_t most = left < WIRE_HEAD_MAX ? (size_t)left : WIRE_HEAD_MAX;
    const bool is_short = !wire_stream_fill(s, most);
    corr_cur c = s->cur;

    if (corr_cur_left(&c) > left)
        c.end = c.p + left;
    if (c.p == c.end) {
        s->ended = end != WIRE_NO_END || corr_src_failed(s->in);
        return false;
    }
    if (!wire_head(&c, f)) {
        if (is_short)
            s->ended = true;
        else
            give_up(s, end, message);
        return false;
    }
    const uint64_t head = (uint64_t)(c.p - s->cur.p);
    if (f->type == WIRE_BYTES &&
        (f->value > left - head || f->value > MESSAGE_MAX)) {
        give_up(s, end, message);
        return false;
    }
    s->cur.p = c.p;
    return true;
}

void wire_stream_skip(wire_stream *s, const wire_field *f)
{
    if (f->type == WIRE_BYTES)
        go_to(s, wire_stream_at(s) + f->value);
}

bool wire_stream_take(wire_stream *s, const wire_field *f, corr_cur *bytes)
{
    const uint64_t most = corr_src_limits(s->in)->record;

    if (f->type != WIRE_BYTES)
        return false;
    if (f->value > most) {
        corr_damage(s->b, wire_stream_at(s), f->value, 1,
                    "left out a record of more than %llu bytes",
                    (unsigned long long)most);
        wire_stream_skip(s, f);
        s->good = wire_stream_at(s);
        return false;
    }
    if (!wire_stream_fill(s, (size_t)f->value)) {
        s->ended = true;
        return false;
    }
    *bytes = corr_cur_slice(&s->cur, f->value);
    return true;
}

bool wire_stream_ahead(wire_stream *s, uint64_t end, uint32_t number,
                       corr_cur *bytes)
{
    const uint64_t left = end - wire_stream_at(s);
    const uint64_t most = corr_src_limits(s->in)->record;
    wire_field f;

    if (left == 0 || left > WIRE_AHEAD || left > most)
        return false;
    wire_stream_fill(s, 1);
    if (corr_cur_left(&s->cur) &&
        *s->cur.p == (number << 3 | (uint32_t)WIRE_BYTES))
        return false;
    wire_stream_fill(s, (size_t)left);
    corr_cur c = s->cur;
    if (corr_cur_left(&c) > left)
        c.end = c.p + left;
    while (wire_next(&c, &f))
        if (f.number == number && f.type == WIRE_BYTES) {
            *bytes = f.bytes;
            return true;
        }
    return false;
}

bool wire_stream_record(wire_stream *s, uint64_t *length)
{
    *length = 0;
    if (s->ended || corr_build_failed(s->b))
        return false;
    if (!wire_stream_fill(s, RECORD_HEAD)) {
        s->ended = corr_cur_left(&s->cur) > 0;
        return false;
    }
    for (unsigned i = 0; i < RECORD_HEAD; i++)
        *length = *length << 8 | *s->cur.p++;
    return true;
}

bool wire_stream_part(wire_stream *s)
{
    if (s->ended || corr_build_failed(s->b))
        return false;
    corr_src_skip(s->in, (uint64_t)(s->cur.p - s->base));
    s->base = s->cur.p = s->cur.end;
    if (!corr_src_next(s->in))
        return false;
    s->offset = s->good = corr_src_offset(s->in);
    return true;
}

void wire_stream_end(wire_stream *s, const char *message)
{
    const uint64_t good = s->good;

    if (!s->ended || corr_src_failed(s->in) || corr_build_failed(s->b))
        return;
    go_to(s, WIRE_NO_END);
    const uint64_t lost = wire_stream_at(s) - good;
    if (wire_stream_at(s) > good)
        corr_damage(s->b, good, lost, 0,
                    "the input ends inside %s; its last %llu bytes cannot be "
                    "used",
                    message, (unsigned long long)lost);
    else
        corr_damage(s->b, good, 0, 0, "the input ends before %s does", message);
}

corr_cur wire_stream_keep(wire_stream *s, corr_arena *a, corr_cur bytes)
{
    const corr_str text = { (const char *)bytes.p, corr_cur_left(&bytes) };
    const corr_str kept = reader_keep(s->b, a, text);

    return corr_cur_of(kept.p, kept.n);
}
