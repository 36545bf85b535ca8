/* The walk over the fields of a profile.  protobuf-c decodes rare messages.
 * The cursor decodes locations and functions, which are many, and samples. */
#include "pprof/pprof.h"

#include "common/reader.h"
#include "common/wire_stream.h"
#include "pprof.pb-c.h"

/* The bound of protobuf on any length. */
#define MESSAGE_MAX INT32_MAX

static void lose_rest(pprof_file *f, const wire_stream *w, bool is_field)
{
    const unsigned long long at = wire_stream_at(w);

    f->is_cut = true;
    if (corr_src_failed(f->in))
        return;
    const uint64_t left = corr_src_skip_rest(f->in) - at;
    corr_damage(f->b, at, left, 0,
                is_field ? "cut off inside the field that begins at byte %llu"
                         : "byte %llu does not begin a field of a profile; the "
                           "rest was not read",
                at);
}

/* A profile inside an answer that ends before its size says. */
static void lose_end(pprof_file *f)
{
    f->is_cut |= f->end > f->offset;
    if (f->end > f->offset && !corr_src_failed(f->in))
        corr_damage(f->b, f->offset, f->end - f->offset, 0,
                    "cut off after byte %llu", (unsigned long long)f->offset);
}

/* Reads the next top-level field with all of its bytes. */
static bool next_field(pprof_file *f, wire_stream *w, wire_field *field)
{
    const bool is_short = !wire_stream_fill(w, WIRE_HEAD_MAX);
    corr_cur c = w->cur;
    f->offset = wire_stream_at(w);
    if (f->end && f->offset >= f->end)
        return false;
    if (c.p == c.end) {
        lose_end(f);
        return false;
    }
    if (!wire_head(&c, field)) {
        lose_rest(f, w, is_short);
        return false;
    }
    if (field->type != WIRE_BYTES) {
        w->cur = c;
        return true;
    }
    size_t head = (size_t)(c.p - w->cur.p);
    if (field->value > MESSAGE_MAX ||
        !wire_stream_fill(w, head + (size_t)field->value)) {
        lose_rest(f, w, field->value <= MESSAGE_MAX);
        return false;
    }
    c = w->cur;
    c.p += head;
    field->bytes = corr_cur_slice(&c, field->value);
    w->cur = c;
    return true;
}

/* ---- messages by protobuf-c ---------------------------------------- */

static void *scratch_alloc(void *file, size_t n)
{
    pprof_file *f = file;
    void *p = corr_arena_alloc(&f->scratch, 1, n);

    if (!p)
        reader_no_memory(f->b);
    return p;
}

static void scratch_free(void *file, void *p)
{
    (void)file;
    (void)p;
}

static bool value_type(pprof_file *f, const wire_field *field, const char *what,
                       pprof_type *type)
{
    ProtobufCAllocator a = { scratch_alloc, scratch_free, f };
    Perftools__Profiles__ValueType *m = perftools__profiles__value_type__unpack(
        &a, corr_cur_left(&field->bytes), field->bytes.p);

    if (m) {
        type->type = pprof_string(f, (uint64_t)m->type, "ValueType.type");
        type->unit = pprof_string(f, (uint64_t)m->unit, "ValueType.unit");
    } else {
        pprof_malformed(f, what);
    }
    corr_arena_reset(&f->scratch);
    return m != NULL;
}

static void take_type(pprof_file *f, const wire_field *field)
{
    pprof_type type = { 0 };

    f->texts.type_since_text = true;
    if (value_type(f, field, "sample type", &type))
        corr_vec_push(f->b, &f->head.type, type);
}

static void take_period_type(pprof_file *f, const wire_field *field)
{
    value_type(f, field, "period type", &f->head.period_type);
}

static void take_mapping(pprof_file *f, const wire_field *field)
{
    ProtobufCAllocator a = { scratch_alloc, scratch_free, f };
    Perftools__Profiles__Mapping *m = perftools__profiles__mapping__unpack(
        &a, corr_cur_left(&field->bytes), field->bytes.p);

    if (!m)
        pprof_malformed(f, "mapping");
    else if (pprof_ids_add(f, &f->code.mapping_ids, m->id))
        corr_vec_push(
            f->b, &f->code.mapping,
            (pprof_mapping){
                .start = m->memory_start,
                .limit = m->memory_limit,
                .offset = m->file_offset,
                .file =
                    pprof_string(f, (uint64_t)m->filename, "Mapping.filename"),
                .build =
                    pprof_string(f, (uint64_t)m->build_id, "Mapping.build_id"),
                .has = (uint8_t)(m->has_functions | m->has_filenames << 1 |
                                 m->has_line_numbers << 2 |
                                 m->has_inline_frames << 3),
            });
    else
        corr_warn(f->b, f->offset,
                  "mapping %llu is defined twice; the first one counts",
                  (unsigned long long)m->id);
    corr_arena_reset(&f->scratch);
}

/* ---- locations and functions --------------------------------------- */

static uint32_t line_number(uint64_t value)
{
    return value <= UINT32_MAX ? (uint32_t)value : 0;
}

static bool take_line(pprof_file *f, const wire_field *field)
{
    corr_cur c = field->bytes;
    wire_field w;
    pprof_line line = { 0 };

    while (wire_next(&c, &w)) {
        if (w.number == 1)
            line.function = w.value;
        else if (w.number == 2)
            line.line = line_number(w.value);
        else if (w.number == 3)
            line.column = line_number(w.value);
    }
    return !c.bad && corr_vec_push(f->b, &f->code.line, line);
}

static void take_location(pprof_file *f, const wire_field *field)
{
    corr_cur c = field->bytes;
    wire_field w;
    uint64_t id = 0;
    bool is_whole = f->code.line.n < PPROF_NONE - MESSAGE_MAX;
    pprof_location loc = { .line = (uint32_t)f->code.line.n };

    while (is_whole && wire_next(&c, &w)) {
        if (w.number == 1)
            id = w.value;
        else if (w.number == 2)
            loc.mapping = w.value;
        else if (w.number == 3)
            loc.address = w.value;
        else if (w.number == 4)
            is_whole = w.type == WIRE_BYTES && take_line(f, &w);
        else if (w.number == 5)
            loc.is_folded = w.value != 0;
    }
    loc.nline = (uint32_t)(f->code.line.n - loc.line);
    if (c.bad || !is_whole) {
        pprof_malformed(f, "location");
    } else if (pprof_ids_add(f, &f->code.location_ids, id)) {
        corr_vec_push(f->b, &f->code.location, loc);
        return;
    } else {
        corr_warn(f->b, f->offset,
                  "location %llu is defined twice; the first one counts",
                  (unsigned long long)id);
    }
    f->code.line.n = loc.line;
}

static void take_function(pprof_file *f, const wire_field *field)
{
    corr_cur c = field->bytes;
    wire_field w;
    uint64_t id = 0;
    pprof_function fn = { 0 };

    while (wire_next(&c, &w)) {
        if (w.number == 1)
            id = w.value;
        else if (w.number == 2)
            fn.name = pprof_string(f, w.value, "Function.name");
        else if (w.number == 3)
            fn.system_name = pprof_string(f, w.value, "Function.system_name");
        else if (w.number == 4)
            fn.file = pprof_string(f, w.value, "Function.filename");
        else if (w.number == 5)
            fn.start = line_number(w.value);
    }
    /* If no function has an id, functions are numbered from 1 in their order.
     * .NET profilers that forget to write ids number the lines this way too. */
    if (id == 0 && f->code.function_ids.n == f->code.nunnumbered) {
        id = ++f->code.nunnumbered;
        corr_warn(
            f->b, f->offset,
            "a function has no id; functions are numbered in their order");
    }
    if (c.bad)
        pprof_malformed(f, "function");
    else if (pprof_ids_add(f, &f->code.function_ids, id))
        corr_vec_push(f->b, &f->code.function, fn);
    else
        corr_warn(f->b, f->offset,
                  "function %llu is defined twice; the first one counts",
                  (unsigned long long)id);
}

/* ---- the rest ------------------------------------------------------ */

static void take_sample(pprof_file *f, const wire_field *field)
{
    pprof_take_sample(f, field->bytes);
}

static void take_string(pprof_file *f, const wire_field *field)
{
    const size_t n = corr_cur_left(&field->bytes);
    const bool is_first = f->texts.end.n == 0;

    /* one more byte, so that a table of empty texts has a pointer */
    if (!corr_vec_reserve(f->b, &f->texts.bytes, n + 1) ||
        !corr_vec_append(f->b, &f->texts.bytes, field->bytes.p, n))
        return;
    /* A string table that starts again belongs to another profile that was
     * appended to this one. */
    if (is_first || (n == 0 && f->texts.type_since_text))
        f->texts.tables++;
    if (is_first && n > 0)
        corr_warn(f->b, f->offset, "entry 0 of the string table is not empty");
    f->texts.type_since_text = false;
    corr_vec_push(f->b, &f->texts.end, f->texts.bytes.n);
}

static void take_comment(pprof_file *f, const wire_field *field)
{
    corr_cur c = field->bytes;

    do {
        uint64_t raw_index =
            field->type == WIRE_BYTES ? corr_cur_varint(&c) : field->value;
        if (c.bad)
            return;
        if (!corr_vec_push(f->b, &f->head.comment,
                           pprof_string(f, raw_index, "Profile.comment")))
            return;
    } while (c.p < c.end);
}

/* How a field of the profile is read. */
typedef struct taker {
    const char *name;
    unsigned types; /* wire types it may have, as bits */
    void (*take)(pprof_file *f, const wire_field *field);
    /* of a member of pprof_head, where take is NULL: */
    size_t at; /* offset */
    bool is_text;
} taker;

enum { BYTES = 1 << WIRE_BYTES, NUMBER = 1 << WIRE_VARINT };

/* clang-format off */
#define AT(member) offsetof(pprof_head, member)
static const taker takers[PPROF_TOP_COUNT] = {
    [PPROF_SAMPLE_TYPE] = { "Profile.sample_type", BYTES, take_type, 0, false },
    [PPROF_SAMPLE] = { "Profile.sample", BYTES, take_sample, 0, false },
    [PPROF_MAPPING] = { "Profile.mapping", BYTES, take_mapping, 0, false },
    [PPROF_LOCATION] = { "Profile.location", BYTES, take_location, 0, false },
    [PPROF_FUNCTION] = { "Profile.function", BYTES, take_function, 0, false },
    [PPROF_STRING_TABLE] = { "Profile.string_table", BYTES, take_string, 0, false },
    [PPROF_DROP_FRAMES] = { "Profile.drop_frames", NUMBER, NULL, AT(drop), true },
    [PPROF_KEEP_FRAMES] = { "Profile.keep_frames", NUMBER, NULL, AT(keep), true },
    [PPROF_TIME_NANOS] = { "Profile.time_nanos", NUMBER, NULL, AT(time), false },
    [PPROF_DURATION_NANOS] = { "Profile.duration_nanos", NUMBER, NULL, AT(duration), false },
    [PPROF_PERIOD_TYPE] = { "Profile.period_type", BYTES, take_period_type, 0, false },
    [PPROF_PERIOD] = { "Profile.period", NUMBER, NULL, AT(period), false },
    [PPROF_COMMENT] = { "Profile.comment", BYTES | NUMBER, take_comment, 0, false },
    [PPROF_DEFAULT_SAMPLE_TYPE] = { "Profile.default_sample_type", NUMBER, NULL, AT(default_type), true },
    [PPROF_DOC_URL] = { "Profile.doc_url", NUMBER, NULL, AT(doc_url), true },
};
/* clang-format on */

static void take_field(pprof_file *f, const wire_field *field)
{
    if (field->number >= PPROF_TOP_COUNT)
        return;
    const taker *t = &takers[field->number];
    void *member = (char *)&f->head + t->at;
    if (!(t->types >> field->type & 1)) {
        corr_damage(f->b, f->offset, 0, 1,
                    "a field %s of wire type %u was left out",
                    t->name + strlen("Profile."), field->type);
    } else if (t->take) {
        t->take(f, field);
    } else if (t->is_text) {
        *(uint32_t *)member = pprof_string(f, field->value, t->name);
    } else {
        *(int64_t *)member = (int64_t)field->value;
        f->head.times += field->number == PPROF_TIME_NANOS && field->value != 0;
    }
}

/* Skips what is around the profile in an answer of a server. */
static void skip_heads(pprof_file *f)
{
    size_t n = 0;
    uint64_t size = 0;
    const uint8_t *head = corr_src_peek(f->in, 2 * WIRE_HEAD_MAX, &n);
    const size_t before = pprof_heads(head, n, &size);

    corr_src_skip(f->in, before);
    f->end = before ? corr_src_offset(f->in) + size : 0;
}

void pprof_take(pprof_file *f)
{
    wire_stream w;
    wire_field field;

    skip_heads(f);
    wire_stream_init(&w, f->in, f->b);
    corr_set_reading(f->b, &f->offset);
    f->samples.first.offset = f->samples.uneven.offset = CORR_NO_OFFSET;
    pprof_memo_find(f, &f->samples.stacks, (const uint8_t *)"", 0);
    pprof_memo_find(f, &f->samples.labels, (const uint8_t *)"", 0);
    while (!corr_build_failed(f->b) && next_field(f, &w, &field))
        take_field(f, &field);
    f->is_cut |= corr_src_cut(f->in);
}

corr_code pprof_read(corr_src *in, const corr_want *want, corr_build *b,
                     corr_err *err)
{
    pprof_file f = { .in = in, .want = want, .b = b };

    pprof_take(&f);
    if (!corr_build_failed(b) && !corr_src_failed(in))
        pprof_bind(&f);
    pprof_clear(&f);
    return corr_finish(in, b, err);
}
