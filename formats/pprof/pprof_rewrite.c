/* pprof_rewrite - copies a profile with other texts.  All are in its table of
 * strings, used or not; where each is used says how it is read.  Samples,
 * locations, mappings and ids of builds stay. */
#include "common/rewrite.h"
#include "pprof/pprof.h"

typedef struct pprof_copy {
    corr_scrub *map;
    rewrite_strings text;
    corr_vec(uint8_t) place; /* of each text: corr_spot + 1; 0: unused */
    bool has_numbers;        /* labels with numbers that change */
} pprof_copy;

/* The order in which the uses of one text decide on it. */
static unsigned rank_of(corr_spot place)
{
    static const uint8_t rank[CORR_PLACE_COUNT] = {
        [CORR_PLACE_PUBLIC] = 1,  [CORR_PLACE_BUILD] = 2,
        [CORR_PLACE_NUMBER] = 3,  [CORR_PLACE_KEY] = 4,
        [CORR_PLACE_NAME] = 5,    [CORR_PLACE_ID] = 6,
        [CORR_PLACE_SERVICE] = 7, [CORR_PLACE_TEXT] = 8,
        [CORR_PLACE_SQL] = 9,     [CORR_PLACE_ARGS] = 10,
        [CORR_PLACE_ENV] = 11,    [CORR_PLACE_PROPERTY] = 12,
        [CORR_PLACE_HOST] = 13,   [CORR_PLACE_USER] = 14,
        [CORR_PLACE_SECRET] = 15,
    };

    return rank[place];
}

static void use_text(pprof_copy *p, uint64_t raw_text, corr_spot place)
{
    if (raw_text == 0 || raw_text >= p->place.n)
        return;
    uint8_t *now = &p->place.v[raw_text];
    if (!*now || rank_of(place) > rank_of((corr_spot)(*now - 1)))
        *now = (uint8_t)(place + 1);
}

/* Numbers of fields of a message that are texts. */
typedef struct text_field {
    uint32_t message, field;
    corr_spot place;
} text_field;

static const text_field text_fields[] = {
    { 1, 1, CORR_PLACE_PUBLIC },  { 1, 2, CORR_PLACE_PUBLIC },
    { 11, 1, CORR_PLACE_PUBLIC }, { 11, 2, CORR_PLACE_PUBLIC },
    { 3, 5, CORR_PLACE_NAME },    { 3, 6, CORR_PLACE_BUILD },
    { 5, 2, CORR_PLACE_NAME },    { 5, 3, CORR_PLACE_NAME },
    { 5, 4, CORR_PLACE_NAME },
};

static void use_message(pprof_copy *p, const wire_field *m)
{
    corr_cur c = m->bytes;
    wire_field f;

    while (wire_next(&c, &f))
        for (size_t i = 0; i < sizeof text_fields / sizeof *text_fields; i++)
            if (text_fields[i].message == m->number &&
                text_fields[i].field == f.number && f.type == WIRE_VARINT)
                use_text(p, f.value, text_fields[i].place);
}

/* A label's text is read at the place of its key. */
static void use_label(pprof_copy *p, corr_cur c)
{
    uint64_t at[5] = { 0 };
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number < 5 && f.type == WIRE_VARINT)
            at[f.number] = f.value;
    use_text(p, at[1], CORR_PLACE_KEY);
    use_text(p, at[4], CORR_PLACE_PUBLIC);
    if (at[1] >= p->text.n)
        return;
    const corr_spot place = corr_scrub_place(p->map, p->text.v[at[1]]);
    use_text(p, at[2], place);
    p->has_numbers |=
        at[3] != 0 && (place == CORR_PLACE_USER || place == CORR_PLACE_SECRET ||
                       place == CORR_PLACE_ID);
}

static void use_sample(pprof_copy *p, corr_cur c)
{
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number == 3 && f.type == WIRE_BYTES)
            use_label(p, f.bytes);
}

static void use_list(pprof_copy *p, const wire_field *f)
{
    corr_cur c = f->bytes;

    if (f->type == WIRE_VARINT)
        use_text(p, f->value, CORR_PLACE_TEXT);
    while (f->type == WIRE_BYTES && c.p < c.end)
        use_text(p, corr_cur_varint(&c), CORR_PLACE_TEXT);
}

static bool collect_uses(pprof_copy *p, corr_cur c)
{
    corr_cur again = c;
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number == 6 && f.type == WIRE_BYTES &&
            !(corr_vec_push(NULL, &p->text, wire_text(&f)) &&
              corr_vec_push(NULL, &p->place, (uint8_t)0))) {
            corr_scrub_fail(p->map);
            return false;
        }
    while (wire_next(&again, &f)) {
        if (f.number == 2 && f.type == WIRE_BYTES)
            use_sample(p, f.bytes);
        else if (f.number == 13)
            use_list(p, &f);
        else if ((f.number == 7 || f.number == 8) && f.type == WIRE_VARINT)
            use_text(p, f.value, CORR_PLACE_NAME);
        else if (f.type == WIRE_BYTES)
            use_message(p, &f);
    }
    return !c.bad;
}

/* ---- fields that the format has ------------------------------------------ */

enum { V = 1 << WIRE_VARINT, B = 1 << WIRE_BYTES, FIELDS = 15 };

/* The wire types of each field, and the message in one of them. */
typedef struct known_fields {
    uint8_t types[FIELDS];
    uint8_t inner_at;
    const struct known_fields *inner;
} known_fields;

static const known_fields label_fields = { .types = { V, V, V, V } };
static const known_fields line_fields = { .types = { V, V, V } };
static const known_fields top_fields = { .types = { B, B, B, B, B, B, V, V, V,
                                                    V, B, V, V | B, V, V } };
static const known_fields members[FIELDS] = {
    [1] = { .types = { V, V } },
    [2] = { { V | B, V | B, B }, 3, &label_fields },
    [3] = { .types = { V, V, V, V, V, V, V, V, V, V } },
    [4] = { { V, V, V, B, V }, 4, &line_fields },
    [5] = { .types = { V, V, V, V, V } },
    [11] = { .types = { V, V } },
};

static bool is_known_field(const known_fields *k, const wire_field *f)
{
    return f->number <= FIELDS && k->types[f->number - 1] >> f->type & 1;
}

static bool is_known_message(corr_cur c, const known_fields *k)
{
    wire_field f;

    while (wire_next(&c, &f))
        if (!is_known_field(k, &f) || (k->inner && f.number == k->inner_at &&
                                       !is_known_message(f.bytes, k->inner)))
            return false;
    return !c.bad;
}

static bool put_known_message(corr_scrub *map, const wire_field *m,
                              const known_fields *k, corr_out *out);

/* Copies a message without the fields that the format does not have: they could
 * hold anything. */
static bool copy_known(corr_scrub *map, corr_cur c, const known_fields *k,
                       corr_out *out)
{
    wire_field f;

    for (const uint8_t *from = c.p; wire_next(&c, &f); from = c.p) {
        if (!is_known_field(k, &f))
            continue;
        if (!k->inner || f.number != k->inner_at)
            corr_put(out, from, (size_t)(c.p - from));
        else if (!put_known_message(map, &f, k->inner, out))
            return false;
    }
    return !c.bad;
}

static bool put_known_message(corr_scrub *map, const wire_field *m,
                              const known_fields *k, corr_out *out)
{
    if (is_known_message(m->bytes, k)) {
        rewrite_put_field(out, m->number, wire_text(m));
        return true;
    }
    corr_out *inner = rewrite_part(map);
    bool good = inner && copy_known(map, m->bytes, k, inner);
    if (good)
        rewrite_put_field(out, m->number, corr_out_bytes(inner));
    return rewrite_part_end(map, inner) && good;
}

static void put_string(pprof_copy *p, size_t i, corr_out *out)
{
    const uint8_t use = p->place.v[i];

    rewrite_put_field(
        out, 6,
        corr_scrub_text(p->map, use ? (corr_spot)(use - 1) : CORR_PLACE_TEXT,
                        p->text.v[i]));
}

/* The number of a label at the place of its key. */
static void put_label(pprof_copy *p, corr_cur c, corr_out *out)
{
    corr_cur again = c;
    corr_spot place = CORR_PLACE_TEXT;
    wire_field f;
    uint8_t head[WIRE_HEAD_MAX];

    while (wire_next(&again, &f))
        if (f.number == 1 && f.type == WIRE_VARINT && f.value < p->text.n)
            place = corr_scrub_place(p->map, p->text.v[f.value]);
    while (wire_next(&c, &f)) {
        if (!is_known_field(&label_fields, &f))
            continue;
        if (f.number == 3)
            f.value =
                (uint64_t)corr_scrub_number(p->map, place, (int64_t)f.value);
        corr_put(out, head,
                 wire_put_head(head, f.number, WIRE_VARINT, f.value));
    }
}

static bool copy_numbered_sample(pprof_copy *p, corr_cur c, corr_out *out)
{
    wire_field f;

    for (const uint8_t *from = c.p; wire_next(&c, &f); from = c.p) {
        if (!is_known_field(&members[2], &f))
            continue;
        if (f.number != 3) {
            corr_put(out, from, (size_t)(c.p - from));
            continue;
        }
        corr_out *label = rewrite_part(p->map);
        if (!label)
            return false;
        put_label(p, f.bytes, label);
        rewrite_put_field(out, f.number, corr_out_bytes(label));
        if (!rewrite_part_end(p->map, label))
            return false;
    }
    return !c.bad;
}

static bool put_numbered_sample(pprof_copy *p, const wire_field *m,
                                corr_out *out)
{
    corr_out *sample = rewrite_part(p->map);
    const bool good = sample && copy_numbered_sample(p, m->bytes, sample);

    if (good)
        rewrite_put_field(out, m->number, corr_out_bytes(sample));
    return rewrite_part_end(p->map, sample) && good;
}

static bool put_member(pprof_copy *p, const wire_field *m, corr_out *out)
{
    return m->number == 2 && p->has_numbers
               ? put_numbered_sample(p, m, out)
               : put_known_message(p->map, m, &members[m->number], out);
}

static bool copy_profile_fields(pprof_copy *p, corr_cur c, corr_out *out)
{
    size_t text = 0;
    wire_field f;

    for (const uint8_t *from = c.p; wire_next(&c, &f); from = c.p) {
        if (!is_known_field(&top_fields, &f))
            continue;
        if (f.number == 6)
            put_string(p, text++, out);
        else if (members[f.number % FIELDS].types[0]) {
            if (!put_member(p, &f, out))
                return false;
        } else
            corr_put(out, from, (size_t)(c.p - from));
    }
    return true;
}

corr_code pprof_rewrite(corr_src *in, corr_scrub *map, corr_out *out,
                        corr_err *err)
{
    pprof_copy p = { .map = map };
    size_t n;
    const uint8_t *bytes = rewrite_whole(in, &n, err);

    if (!bytes)
        return err ? err->code : CORR_EFORMAT;
    const corr_cur c = { bytes, bytes + n, false };
    const bool good = collect_uses(&p, c) && copy_profile_fields(&p, c, out);
    corr_vec_free(&p.text);
    corr_vec_free(&p.place);
    corr_src_skip(in, n);
    if (!good && !corr_scrub_failed(map))
        return corr_fail(err, CORR_EFORMAT,
                         "a field of the profile is cut off or malformed");
    return rewrite_end(in, map, err);
}
