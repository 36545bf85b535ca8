/* The walk over the fields of a profile.  protobuf-c decodes rare messages.
 * The cursor decodes locations and functions, which are many, and samples. */
#include "pprof/pprof.h"

#include "common/wire.h"
#include "pprof.pb-c.h"

/* The bound of protobuf on any length. */
#define MESSAGE_MAX INT32_MAX

typedef struct window {
    const uint8_t *base;
    corr_cur cur;
    uint64_t offset; /* of base in the source */
} window;

static uint64_t window_offset(const window *w)
{
    return w->offset + (uint64_t)(w->cur.p - w->base);
}

/* Moves the window to the next bytes: at least need bytes, unless the source
 * ends before. */
static bool fill_window(pprof_file *f, window *w, size_t need)
{
    size_t got = 0;

    corr_src_skip(f->in, (uint64_t)(w->cur.p - w->base));
    w->base = corr_src_peek(f->in, need, &got);
    w->cur = corr_cur_of(w->base, got);
    w->offset = corr_src_offset(f->in);
    return got >= need;
}

static void lose_rest(pprof_file *f, const window *w, const wire_field *field)
{
    const unsigned long long at = window_offset(w);

    f->is_cut = true;
    if (corr_src_failed(f->in))
        return;
    const uint64_t left = corr_src_skip_rest(f->in) - at;
    if (field && field->value <= MESSAGE_MAX)
        corr_damage(f->b, at, left, 0,
                    "it ends inside the field that begins at byte %llu", at);
    else
        corr_damage(f->b, at, left, 0,
                    "byte %llu does not begin a field of a profile: nothing "
                    "after it could be read",
                    at);
}

/* Reads the next top-level field with all of its bytes. */
static bool next_field(pprof_file *f, window *w, wire_field *field)
{
    if (corr_cur_left(&w->cur) < WIRE_HEAD_MAX)
        fill_window(f, w, WIRE_HEAD_MAX);
    corr_cur c = w->cur;
    f->offset = window_offset(w);
    if (c.p == c.end)
        return false;
    if (!wire_head(&c, field)) {
        bool is_short = corr_cur_left(&w->cur) < WIRE_HEAD_MAX;
        wire_field unknown = { 0 };
        lose_rest(f, w, is_short ? &unknown : NULL);
        return false;
    }
    if (field->type != WIRE_BYTES) {
        w->cur = c;
        return true;
    }
    size_t head = (size_t)(c.p - w->cur.p);
    if (field->value > corr_cur_left(&c)) {
        if (field->value > MESSAGE_MAX ||
            !fill_window(f, w, head + (size_t)field->value)) {
            lose_rest(f, w, field);
            return false;
        }
        c = w->cur;
        c.p += head;
    }
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
        corr_refuse(f->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
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
                  "mapping %llu is defined twice: the first one counts",
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
                  "location %llu is defined twice: the first one counts",
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
        corr_warn(f->b, f->offset,
                  "a function has no id: functions are numbered in their "
                  "order");
    }
    if (c.bad)
        pprof_malformed(f, "function");
    else if (pprof_ids_add(f, &f->code.function_ids, id))
        corr_vec_push(f->b, &f->code.function, fn);
    else
        corr_warn(f->b, f->offset,
                  "function %llu is defined twice: the first one counts",
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

static void take_varint(pprof_file *f, const wire_field *field)
{
    uint64_t v = field->value;

    switch (field->number) {
    case PPROF_DROP_FRAMES:
        f->head.drop = pprof_string(f, v, "Profile.drop_frames");
        break;
    case PPROF_KEEP_FRAMES:
        f->head.keep = pprof_string(f, v, "Profile.keep_frames");
        break;
    case PPROF_TIME_NANOS:
        f->head.times += v != 0;
        f->head.time = (int64_t)v;
        break;
    case PPROF_DURATION_NANOS:
        f->head.duration = (int64_t)v;
        break;
    case PPROF_PERIOD:
        f->head.period = (int64_t)v;
        break;
    case PPROF_DEFAULT_SAMPLE_TYPE:
        f->head.default_type =
            pprof_string(f, v, "Profile.default_sample_type");
        break;
    case PPROF_DOC_URL:
        f->head.doc_url = pprof_string(f, v, "Profile.doc_url");
        break;
    default:
        break;
    }
}

typedef struct taker {
    void (*take)(pprof_file *f, const wire_field *field);
    const char *name;
    bool is_bytes, is_number;
} taker;

static const taker takers[PPROF_TOP_COUNT] = {
    [PPROF_SAMPLE_TYPE] = { take_type, "sample_type", true, false },
    [PPROF_SAMPLE] = { take_sample, "sample", true, false },
    [PPROF_MAPPING] = { take_mapping, "mapping", true, false },
    [PPROF_LOCATION] = { take_location, "location", true, false },
    [PPROF_FUNCTION] = { take_function, "function", true, false },
    [PPROF_STRING_TABLE] = { take_string, "string_table", true, false },
    [PPROF_DROP_FRAMES] = { take_varint, "drop_frames", false, true },
    [PPROF_KEEP_FRAMES] = { take_varint, "keep_frames", false, true },
    [PPROF_TIME_NANOS] = { take_varint, "time_nanos", false, true },
    [PPROF_DURATION_NANOS] = { take_varint, "duration_nanos", false, true },
    [PPROF_PERIOD_TYPE] = { take_period_type, "period_type", true, false },
    [PPROF_PERIOD] = { take_varint, "period", false, true },
    [PPROF_COMMENT] = { take_comment, "comment", true, true },
    [PPROF_DEFAULT_SAMPLE_TYPE] = { take_varint, "default_sample_type", false,
                                    true },
    [PPROF_DOC_URL] = { take_varint, "doc_url", false, true },
};

static void take_field(pprof_file *f, const wire_field *field)
{
    if (field->number < PPROF_TOP_COUNT) {
        const taker *t = &takers[field->number];
        bool fits = (field->type == WIRE_BYTES && t->is_bytes) ||
                    (field->type == WIRE_VARINT && t->is_number);
        if (fits)
            t->take(f, field);
        else
            corr_damage(f->b, f->offset, 0, 1,
                        "a field %s of wire type %u was left out", t->name,
                        field->type);
    }
}

void pprof_take(pprof_file *f)
{
    window w = { 0 };
    wire_field field;

    f->samples.first.offset = f->samples.uneven.offset = CORR_NO_OFFSET;
    pprof_memo_find(f, &f->samples.stacks, (const uint8_t *)"", 0);
    pprof_memo_find(f, &f->samples.labels, (const uint8_t *)"", 0);
    while (!corr_build_failed(f->b) && next_field(f, &w, &field))
        take_field(f, &field);
    if (corr_src_cut(f->in))
        f->is_cut = true;
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
