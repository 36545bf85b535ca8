/* rewrite_proto - copies protobuf, its texts mapped. */
#include "common/rewrite.h"

enum { PROTO_DEPTH = 64 };

/* What stays the same in all messages of a file. */
typedef struct rewrite_proto_in {
    corr_scrub *map;
    const rewrite_strings *strings;
} rewrite_proto_in;

/* Text of UTF-8 without control characters. */
static bool is_proto_text(corr_cur c)
{
    for (; c.p < c.end; c.p++)
        if (*c.p < ' ' && *c.p != '\n' && *c.p != '\t' && *c.p != '\r')
            return false;
    return true;
}

static bool is_proto_message(corr_cur c)
{
    wire_field f;

    if (c.p == c.end)
        return false;
    while (wire_next(&c, &f))
        ;
    return !c.bad;
}

static const rewrite_field *field_of(const rewrite_message *m, uint32_t number)
{
    for (const rewrite_field *f = m ? m->field : NULL; f && f->number; f++)
        if (f->number == number)
            return f;
    return NULL;
}

/* The place of the values of a message, by its key: the key may stand behind
 * its value. */
static corr_spot place_beside(const rewrite_proto_in *w, corr_cur c,
                              const rewrite_message *m, corr_spot around)
{
    wire_field f;

    while (m && wire_next(&c, &f)) {
        const rewrite_field *as = field_of(m, f.number);
        if (!as)
            continue;
        if (as->as == REWRITE_KEY && f.type == WIRE_BYTES)
            around = corr_scrub_place(w->map, wire_text(&f));
        else if (as->as == REWRITE_KEY_INDEX && w->strings &&
                 f.type == WIRE_VARINT && f.value < w->strings->n)
            around = corr_scrub_place(w->map, w->strings->v[f.value]);
    }
    return around;
}

void rewrite_put_field(corr_out *to, uint32_t number, corr_str bytes)
{
    uint8_t head[WIRE_HEAD_MAX];

    corr_put(to, head, wire_put_head(head, number, WIRE_BYTES, bytes.n));
    corr_put_str(to, bytes);
}

static void put_plain(corr_out *to, const wire_field *f)
{
    uint8_t head[WIRE_HEAD_MAX];
    const size_t n =
        wire_put_head(head, f->number, (enum wire_type)f->type, f->value);

    if (f->type == WIRE_VARINT) {
        corr_put(to, head, n);
        return;
    }
    const size_t key = corr_put_varint(head, f->number << 3 | f->type);
    const size_t bytes = f->type == WIRE_FIXED64 ? 8 : 4;
    for (size_t i = 0; i < bytes; i++)
        head[key + i] = (uint8_t)(f->value >> (8 * i));
    corr_put(to, head, key + bytes);
}

static void put_proto_text(const rewrite_proto_in *w, const wire_field *f,
                           corr_spot place, corr_out *to)
{
    const corr_str now = corr_scrub_text(w->map, place, wire_text(f));

    rewrite_put_field(to, f->number, now);
}

static void put_id(const rewrite_proto_in *w, const wire_field *f, corr_out *to)
{
    const size_t n = corr_cur_left(&f->bytes);
    uint8_t id[16];

    if (n != 8 && n != 16) {
        put_proto_text(w, f, CORR_PLACE_TEXT, to);
        return;
    }
    memcpy(id, f->bytes.p, n);
    corr_scrub_id_bytes(w->map, id, n);
    rewrite_put_field(to, f->number, (corr_str){ (const char *)id, n });
}

static bool copy_message(const rewrite_proto_in *w, corr_cur c,
                         const rewrite_message *m, corr_spot around,
                         unsigned depth, corr_out *to);

static bool put_message(const rewrite_proto_in *w, const wire_field *f,
                        const rewrite_message *m, corr_spot around,
                        unsigned depth, corr_out *to)
{
    corr_out *inner = rewrite_part(w->map);
    bool good = inner && copy_message(w, f->bytes, m, around, depth + 1, inner);

    if (good)
        rewrite_put_field(to, f->number, corr_out_bytes(inner));
    return rewrite_part_end(w->map, inner) && good;
}

/* Numbers in a row, or messages of numbers: they stay, unless they spell a value
 * that is removed everywhere. */
static void put_numbers(const rewrite_proto_in *w, const wire_field *f,
                        corr_out *to)
{
    const corr_str bytes = wire_text(f);

    rewrite_put_field(to, f->number,
                      corr_scrub_knows(w->map, bytes) ? CORR_STR("") : bytes);
}

/* Bytes that are a message as well as a text of 16-bit characters: what is left
 * of a known value decides. */
static bool put_unknown_message(const rewrite_proto_in *w, const wire_field *f,
                                unsigned depth, corr_out *to)
{
    corr_out *field = rewrite_part(w->map);
    bool good = field && put_message(w, f, NULL, CORR_PLACE_TEXT, depth, field);

    if (good && corr_scrub_knows(w->map, corr_out_bytes(field)))
        put_proto_text(w, f, CORR_PLACE_TEXT, to);
    else if (good)
        corr_put_str(to, corr_out_bytes(field));
    return rewrite_part_end(w->map, field) && good;
}

/* A field that no table has: a text, a message, or bytes. */
static bool put_unknown(const rewrite_proto_in *w, const wire_field *f,
                        unsigned depth, corr_out *to)
{
    if (is_proto_text(f->bytes) || depth >= PROTO_DEPTH)
        put_proto_text(w, f, CORR_PLACE_TEXT, to);
    else if (is_proto_message(f->bytes))
        return put_unknown_message(w, f, depth, to);
    else
        put_proto_text(w, f, CORR_PLACE_TEXT, to);
    return true;
}

/* Short lists of numbers stay. */
static void put_payload(const rewrite_proto_in *w, const wire_field *f,
                        corr_out *to)
{
    enum { LIST_MOST = 64 };

    if (is_proto_text(f->bytes))
        put_proto_text(w, f, CORR_PLACE_NAME, to);
    else if (corr_cur_left(&f->bytes) < LIST_MOST)
        put_numbers(w, f, to);
}

static bool copy_field(const rewrite_proto_in *w, wire_field *f,
                       const rewrite_field *as, corr_spot beside,
                       unsigned depth, corr_out *to)
{
    if (f->type == WIRE_VARINT && as && as->as == REWRITE_NUMBER)
        f->value =
            (uint64_t)corr_scrub_number(w->map, beside, (int64_t)f->value);
    else if (f->type == WIRE_VARINT && as && as->as == REWRITE_VALUE_INDEX &&
             w->strings && f->value < w->strings->n)
        corr_scrub_share(w->map, beside, w->strings->v[f->value]);
    if (f->type != WIRE_BYTES) {
        put_plain(to, f);
        return true;
    }
    if (!as)
        return put_unknown(w, f, depth, to);
    switch (as->as) {
    case REWRITE_MESSAGE:
        if (depth >= PROTO_DEPTH)
            return false;
        return put_message(w, f, as->message, beside, depth, to);
    case REWRITE_TEXT:
        put_proto_text(w, f, as->place, to);
        break;
    case REWRITE_SHARED:
        put_proto_text(w, f, corr_scrub_shared(w->map, wire_text(f), as->place),
                       to);
        break;
    case REWRITE_VALUE:
        put_proto_text(w, f, beside, to);
        break;
    case REWRITE_KEY:
        put_proto_text(w, f, CORR_PLACE_KEY, to);
        break;
    case REWRITE_ID:
        put_id(w, f, to);
        break;
    case REWRITE_COPY:
    case REWRITE_NUMBER:
    case REWRITE_KEY_INDEX:
    case REWRITE_VALUE_INDEX:
        put_numbers(w, f, to);
        break;
    case REWRITE_PAYLOAD:
        put_payload(w, f, to);
        break;
    case REWRITE_REFUSE:
        break;
    }
    return true;
}

static bool copy_message(const rewrite_proto_in *w, corr_cur c,
                         const rewrite_message *m, corr_spot around,
                         unsigned depth, corr_out *to)
{
    const corr_spot beside = place_beside(w, c, m, around);
    wire_field f;

    while (wire_next(&c, &f))
        if (!copy_field(w, &f, field_of(m, f.number), beside, depth, to))
            return false;
    return !c.bad && !corr_out_failed(to);
}

bool rewrite_proto(corr_scrub *map, corr_cur c, const rewrite_message *m,
                   const rewrite_strings *strings, corr_out *to)
{
    const rewrite_proto_in w = { map, strings };

    return copy_message(&w, c, m, CORR_PLACE_TEXT, 0, to);
}

/* ---- whole files --------------------------------------------------------- */

const uint8_t *rewrite_whole(corr_src *in, size_t *n, corr_err *err)
{
    size_t want = 1 << 16, got;
    const uint8_t *p = corr_src_peek(in, want, &got);

    while (got >= want) {
        want = got * 2;
        p = corr_src_peek(in, want, &got);
    }
    *n = got;
    if (corr_src_failed(in) || corr_src_cut(in)) {
        corr_fail(err, CORR_EFORMAT,
                  corr_src_cut(in) ? "the file breaks off"
                                   : "the file is too large for this format");
        return NULL;
    }
    return p;
}
