/* partial - the reader of sums of recordings: partial.h describes them. */
#include "partial/partial.h"

#include "common/reader.h"
#include "corr_builtin.h"

/* What a process is known by; the operation is of its requests. */
static const char *const process_key[] = { "service.name", "service.version",
                                           "host.name", "span_name" };
enum { SERVICE, PROCESS_KEYS = 3, ROW_KEYS };

typedef struct process {
    corr_str text[ROW_KEYS]; /* empty: unknown */
} process;

typedef struct kind {
    corr_kind kind;
    corr_kind_row row;
} kind;

/* What the samples of a recording tell about it. */
typedef struct recording {
    corr_str digest;
    uint32_t process;  /* 1 + one of its service; 0: unknown */
    bool has_services; /* several */
} recording;

typedef struct reader {
    corr_src *in;
    corr_build *b;
    corr_arena scratch;          /* of a line */
    uint32_t size[PARTIAL_TAGS]; /* lines so far */
    corr_vec(recording) recording;
    corr_vec(kind) kind;
    corr_vec(process) process;
    corr_map labels;  /* (recording, process) -> labels of a row */
    corr_arena names; /* of kinds and processes */
    corr_vec(corr_frame) frame;
    corr_vec(corr_stack) stack;
    int64_t from, to; /* of the recordings */
    bool is_one;      /* all processes are of one service, version and host */
} reader;

static int partial_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return corr_str_starts((corr_str){ (const char *)head, n }, "corrpart\t")
               ? 100
               : 0;
}

/* ---- tables -------------------------------------------------------------- */

/* The text of a field, in memory of the line. */
static corr_str plain_of(reader *r, corr_str field)
{
    const corr_str text = partial_text(field, &r->scratch);

    if (!text.p)
        reader_no_memory(r->b);
    return text.p ? text : (corr_str){ "", 0 };
}

/* The same, in memory of the file. */
static corr_str kept_of(reader *r, corr_str field)
{
    const corr_str text = plain_of(r, field);
    const char *copy = corr_arena_text(&r->names, text);

    if (!copy)
        reader_no_memory(r->b);
    return copy ? (corr_str){ copy, text.n } : (corr_str){ "", 0 };
}

static corr_text text_of(reader *r, corr_str field)
{
    return field.n ? corr_add_text(r->b, plain_of(r, field)) : (corr_text){ 0 };
}

static bool read_recording(reader *r, const corr_str *f)
{
    corr_recording_row row = { .digest = f[0], .language = plain_of(r, f[2]) };
    const recording kept = { .digest = kept_of(r, f[0]) };

    if (!partial_time(f[3], &row.from) || !partial_time(f[4], &row.to) ||
        !corr_str_i64(f[5], &row.length))
        return false;
    if (row.from == CORR_NO_TIME || row.to == CORR_NO_TIME || row.to < row.from)
        row.from = row.to = CORR_NO_TIME;
    if (row.from != CORR_NO_TIME) {
        r->from =
            r->from == CORR_NO_TIME || row.from < r->from ? row.from : r->from;
        r->to = r->to == CORR_NO_TIME || row.to > r->to ? row.to : r->to;
        corr_set_window(r->b, r->from, r->to);
    }
    corr_add_recording(r->b, &row);
    return corr_vec_push(r->b, &r->recording, kept);
}

/* Sums have no durations: an interval is a complete list, without a sampling
 * error. */
static bool read_kind(reader *r, const corr_str *f)
{
    corr_kind_row row = { .name = kept_of(r, f[0]),
                          .type = kept_of(r, f[1]),
                          .flags = partial_flags(f[4]) };

    if (!partial_unit(f[2], &row.unit) || !corr_str_i64(f[3], &row.period))
        return false;
    if (row.flags & CORR_KIND_INTERVAL)
        row.flags =
            (row.flags & ~(unsigned)CORR_KIND_INTERVAL) | CORR_KIND_WHOLE;
    return corr_vec_push(r->b, &r->kind, (kind){ .row = row });
}

/* Reads a process; its labels are made when all are known. */
static bool read_process(reader *r, const corr_str *f)
{
    process p = { 0 };

    for (size_t i = 0; i < ROW_KEYS; i++)
        p.text[i] = kept_of(r, f[i]);
    return corr_vec_push(r->b, &r->process, p);
}

/* ---- the ends of tables -------------------------------------------------- */

/* Whether all processes are of one service, and so the file is. */
static bool have_one_service(const reader *r)
{
    for (size_t i = 1; i < r->process.n; i++)
        for (size_t k = 0; k < PROCESS_KEYS; k++)
            if (!corr_str_eq(r->process.v[i].text[k], r->process.v[0].text[k]))
                return false;
    return r->process.n > 0;
}

static void push_labels(reader *r, const process *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (p->text[i].n)
            corr_push_label(r->b, corr_str_of(process_key[i]), p->text[i]);
}

/* Names what all rows have in common on the file. */
static void end_processes(reader *r)
{
    r->is_one = have_one_service(r);
    for (size_t i = 0; i < r->process.n && (i == 0 || !r->is_one); i++) {
        corr_begin_labels(r->b);
        push_labels(r, &r->process.v[i], 0, PROCESS_KEYS);
        const corr_proc owner = corr_add_proc(r->b, corr_end_labels(r->b));
        if (r->is_one)
            corr_set_owner(r->b, owner);
    }
}

/* Whether a kind is of code by CPU or by clock, whatever its recording showed
 * first. */
static bool is_of_code(const corr_kind_row *row)
{
    corr_kind_row plain = *row;

    plain.flags &= ~(unsigned)CORR_KIND_DEFAULT;
    return corr_first_kind(&plain);
}

/* Each recording had a default kind.  A file has one: code that runs, if it is
 * there. */
static void end_kinds(reader *r)
{
    bool has_code = false;

    for (size_t i = 0; i < r->kind.n; i++)
        has_code |= (r->kind.v[i].row.flags & CORR_KIND_DEFAULT) &&
                    is_of_code(&r->kind.v[i].row);
    for (size_t i = 0; i < r->kind.n; i++) {
        kind *k = &r->kind.v[i];
        if (has_code && !is_of_code(&k->row))
            k->row.flags &= ~(unsigned)CORR_KIND_DEFAULT;
        k->kind = corr_add_kind(r->b, &k->row);
    }
}

static bool read_frame(reader *r, const corr_str *f)
{
    corr_str line = f[6], column = { "", 0 };
    uint64_t number[3], begins[2] = { 0, 0 };

    for (size_t i = 0; i < 3; i++)
        if (!corr_str_u64(f[3 + i], &number[i]))
            return false;
    if (number[0] > UINT32_MAX || number[1] >= CORR_FRAME_TYPE_COUNT)
        return false;
    corr_str_cut(f[6], ':', &line, &column);
    if ((line.n &&
         (!corr_str_u64(line, &begins[0]) || begins[0] > UINT32_MAX)) ||
        (column.n &&
         (!corr_str_u64(column, &begins[1]) || begins[1] > UINT32_MAX)))
        return false;
    corr_frame_row row = { .line = (uint32_t)number[0],
                           .type = (corr_frame_type)number[1],
                           .address = number[2] };
    const corr_text name = text_of(r, f[0]);
    const corr_text module = text_of(r, f[1]);
    const corr_text file = text_of(r, f[2]);
    row.func = corr_add_func_at(r->b, name, file, module, (uint32_t)begins[0],
                                (uint32_t)begins[1]);
    row.written = text_of(r, f[7]);
    return corr_vec_push(r->b, &r->frame, corr_add_frame(r->b, &row));
}

static bool read_stack(reader *r, const corr_str *f)
{
    corr_str frames = f[1];
    bool bad = false;
    uint32_t frame;

    corr_begin_stack(r->b);
    while (partial_next_frame(&frames, r->size[PARTIAL_FRAME], &frame, &bad))
        corr_push_frame(r->b, r->frame.v[frame]);
    const corr_stack stack = corr_end_stack(r->b);
    return !bad && corr_vec_push(r->b, &r->stack, stack);
}

/* Whether the observations of a sum are equal, as far as the squares show. */
static bool are_equal(const partial_sum *m)
{
    __extension__ typedef __int128 wide;
    const wide whole = (wide)m->value * m->value;

    return m->n == 0 || (partial_wide)whole / (partial_wide)m->n == m->squares;
}

/* Notes the service of a recording, if it has one. */
static void note_service(recording *of, const process *v, uint32_t i)
{
    if (!of->process)
        of->process = i + 1;
    of->has_services |=
        !corr_str_eq(v[of->process - 1].text[SERVICE], v[i].text[SERVICE]);
}

/* The labels of a row: its recording, and what of its process is not of the whole
 * file.  Each set is made once. */
static corr_labels labels_of(reader *r, const partial_sum *m)
{
    uint32_t *known = corr_map_u64(
        &r->labels, (uint64_t)m->recording << 32 | m->process, NULL);

    if (!known) {
        reader_no_memory(r->b);
        return (corr_labels){ 0 };
    }
    if (!*known) {
        recording *of = &r->recording.v[m->recording];
        note_service(of, r->process.v, m->process);
        corr_begin_labels(r->b);
        corr_push_label(r->b, CORR_STR(CORR_LABEL_RECORDING), of->digest);
        push_labels(r, &r->process.v[m->process], r->is_one ? PROCESS_KEYS : 0,
                    ROW_KEYS);
        *known = corr_end_labels(r->b).i;
    }
    return (corr_labels){ *known };
}

static bool read_sum(reader *r, const partial_line *line)
{
    partial_sum m;

    if (!partial_read_sum(line, r->size, &m))
        return false;
    if (m.n == 0 && m.value == 0)
        return true;
    corr_add_sample(r->b, &(corr_sample_row){
                              .kind = r->kind.v[m.kind].kind,
                              .labels = labels_of(r, &m),
                              .stack = r->stack.v[m.stack],
                              .time = m.bucket == CORR_NO_TIME
                                          ? CORR_NO_TIME
                                          : m.bucket * PARTIAL_BUCKET,
                              .value = m.value,
                              .obs = m.n,
                              .squares = are_equal(&m) ? 0 : (double)m.squares,
                              .row = r->size[PARTIAL_SUM] });
    return true;
}

/* ---- lines --------------------------------------------------------------- */

static bool read_line(reader *r, corr_str text)
{
    const partial_line line = partial_split(text);
    bool ok;

    switch (line.tag) {
    case PARTIAL_RECORDING:
        ok = read_recording(r, line.field);
        break;
    case PARTIAL_KIND:
        ok = read_kind(r, line.field);
        break;
    case PARTIAL_PROCESS:
        ok = read_process(r, line.field);
        break;
    case PARTIAL_FRAME:
        ok = read_frame(r, line.field);
        break;
    case PARTIAL_STACK:
        ok = read_stack(r, line.field);
        break;
    case PARTIAL_SUM:
        ok = read_sum(r, &line);
        break;
    case PARTIAL_HEAD:
    case PARTIAL_TAGS:
    default:
        ok = false;
    }
    if (ok)
        r->size[line.tag]++;
    corr_arena_reset(&r->scratch);
    return ok;
}

/* Later lines refer to the lines of a table by number, so a table with a bad
 * line ends the read: what follows could be of something else. */
static void read_lines(reader *r)
{
    bool is_owned = false;
    corr_str line;

    for (uint64_t at = corr_src_offset(r->in);
         !corr_build_failed(r->b) && corr_src_line(r->in, &line);
         at = corr_src_offset(r->in)) {
        const bool is_sum = corr_str_starts(line, "sum\t");
        if (is_sum && !is_owned) {
            is_owned = true;
            end_processes(r);
            end_kinds(r);
        }
        if (read_line(r, line))
            continue;
        corr_damage(r->b, at, 0, 1, "line %llu is no line of a partial",
                    (unsigned long long)corr_src_lineno(r->in));
        if (!is_sum) {
            corr_damage(r->b, at, corr_src_skip_rest(r->in) - at, 0,
                        "the sums after a bad table were not read");
            return;
        }
    }
}

static void end_recordings(reader *r)
{
    for (uint32_t i = 0; i < r->recording.n; i++) {
        const recording *of = &r->recording.v[i];
        if (of->process && !of->has_services)
            corr_set_recording_service(
                r->b, i, r->process.v[of->process - 1].text[SERVICE]);
    }
}

static corr_code partial_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    reader r = { .in = in,
                 .b = b,
                 .scratch = { .limit = SIZE_MAX },
                 .names = { .limit = SIZE_MAX },
                 .from = CORR_NO_TIME,
                 .to = CORR_NO_TIME };
    corr_str line;

    (void)want;
    if (!corr_src_line(in, &line) || !corr_str_starts(line, PARTIAL_MAGIC))
        corr_refuse(b, CORR_EFORMAT, 0, NULL,
                    "a partial of another version of corr");
    corr_recognised(b);
    corr_set_producer(b, CORR_STR("corr partial"));
    read_lines(&r);
    end_recordings(&r);
    corr_map_clear(&r.labels);
    corr_vec_free(&r.recording);
    corr_vec_free(&r.kind);
    corr_vec_free(&r.process);
    corr_vec_free(&r.frame);
    corr_vec_free(&r.stack);
    corr_arena_clear(&r.scratch);
    corr_arena_clear(&r.names);
    return corr_finish(in, b, err);
}

const corr_format corr_format_partial = {
    .name = "partial",
    .title = "sums of recordings",
    .probe = partial_probe,
    .read = partial_read,
    .write_kinds = partial_write,
    .cut = partial_cut,
};
