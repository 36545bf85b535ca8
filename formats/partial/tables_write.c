/*
 * tables_write - selections as tables for SQL: a file of lines for each table,
 * the statements that create the tables, and the same sums as a partial.
 *
 * A function counts once a stack, whatever the depth of its recursion, so that a
 * total is a join without arrays.  All values are integers.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corr_builtin.h"
#include "partial/partial_rows.h"
#include "partial/tables.h"

#define COLUMNS(list) sizeof(list) / sizeof *(list), list

static const table_column sample_column[] = {
    { "file", TABLE_TEXT },
    { "row", TABLE_INT },
    { "time_ns", TABLE_INT },
    { "within_ns", TABLE_INT },
    { "kind", TABLE_TEXT },
    { "type", TABLE_TEXT },
    { "unit", TABLE_TEXT },
    { "value", TABLE_COUNT },
    { "n", TABLE_COUNT },
    { "period", TABLE_INT },
    { "lasts_ns", TABLE_INT },
    { "service", TABLE_TEXT },
    { "version", TABLE_TEXT },
    { "host", TABLE_TEXT },
    { "thread", TABLE_TEXT },
    { "tid", TABLE_INT },
    { "trace", TABLE_TEXT },
    { "span", TABLE_TEXT },
    { "operation", TABLE_TEXT },
    { "rung", TABLE_TEXT },
    { "confidence_ppm", TABLE_INT },
    { "share_ppm", TABLE_COUNT },
    { "stack", TABLE_TEXT },
};
static const table samples = { "samples", "service, kind, time_ns",
                               COLUMNS(sample_column) };

static const table_column stack_column[] = {
    { "stack", TABLE_TEXT },    { "depth", TABLE_COUNT },
    { "is_cut", TABLE_BOOL },   { "frames", TABLE_TEXTS },
    { "modules", TABLE_TEXTS }, { "files", TABLE_TEXTS },
    { "lines", TABLE_INTS },
};
static const table stacks = { "stacks", "stack", COLUMNS(stack_column) };

static const table_column function_column[] = {
    { "stack", TABLE_TEXT },  { "function", TABLE_TEXT },
    { "module", TABLE_TEXT }, { "file", TABLE_TEXT },
    { "place", TABLE_TEXT },  { "is_leaf", TABLE_BOOL },
};
static const table functions = { "stack_functions", "function, stack",
                                 COLUMNS(function_column) };

static const table_column input_column[] = {
    { "file", TABLE_TEXT },       { "recording", TABLE_TEXT },
    { "format", TABLE_TEXT },     { "service", TABLE_TEXT },
    { "version", TABLE_TEXT },    { "host", TABLE_TEXT },
    { "from_ns", TABLE_INT },     { "to_ns", TABLE_INT },
    { "n", TABLE_COUNT },         { "bytes", TABLE_COUNT },
    { "is_damaged", TABLE_BOOL }, { "lost_bytes", TABLE_COUNT },
    { "lost_ns", TABLE_COUNT },
};
static const table inputs = { "inputs", "recording", COLUMNS(input_column) };

static const table_column span_column[] = {
    { "trace", TABLE_TEXT },   { "span", TABLE_TEXT },
    { "parent", TABLE_TEXT },  { "service", TABLE_TEXT },
    { "name", TABLE_TEXT },    { "thread", TABLE_TEXT },
    { "status", TABLE_TEXT },  { "start_ns", TABLE_COUNT },
    { "end_ns", TABLE_COUNT },
};
static const table spans = { "spans", "service, start_ns",
                             COLUMNS(span_column) };

static const table *const all[] = { &samples, &stacks, &functions, &inputs,
                                    &spans };

/* ---- files --------------------------------------------------------------- */

typedef struct file {
    corr_out *out; /* NULL: it is not open */
    int fd;
} file;

static corr_code open_file(file *f, int dir, const char *name, corr_err *err)
{
    f->fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    f->out = f->fd >= 0 ? corr_out_fd(f->fd) : NULL;
    if (f->out)
        return CORR_OK;
    const int sys = errno;
    if (f->fd < 0) {
        corr_fail(err, CORR_EIO, "%s cannot be written: %s", name,
                  strerror(sys));
        return CORR_EIO;
    }
    close(f->fd);
    return corr_no_memory(err);
}

static corr_code close_file(file *f, corr_code code, corr_err *err)
{
    corr_err ignored = { 0 };

    if (!f->out)
        return code;
    const corr_code closed = corr_out_close(f->out, code ? &ignored : err);
    if (close(f->fd) != 0 && !code && !closed) {
        code = corr_fail(err, CORR_EIO, "a table cannot be written: %s",
                         strerror(errno));
    }
    f->out = NULL;
    return code ? code : closed;
}

static corr_code open_table(file *f, int dir, const table *t, corr_err *err)
{
    char name[40];

    snprintf(name, sizeof name, "%s.jsonl", t->name);
    return open_file(f, dir, name, err);
}

/* ---- samples ------------------------------------------------------------- */

typedef struct tables {
    const corr_sel *const *sel; /* [n] */
    size_t n;
    partial_sums *sums;
    file samples, inputs;
} tables;

/* Sixteen hexadecimal digits a number; empty: 0 is no id. */
static corr_str hex_of(char *to, const uint64_t *number, size_t n)
{
    uint64_t any = 0;

    for (size_t i = 0; i < n; i++) {
        corr_print_hex(to + 16 * i, number[i]);
        any |= number[i];
    }
    return (corr_str){ to, any ? 16 * n : 0 };
}

static void put_sample(void *ctx, const partial_row *p)
{
    const tables *t = ctx;
    const corr_row *r = p->row;
    const corr_input *in = p->in;
    const bool is_timed = r->at != CORR_NO_TIME;
    const bool is_within = !is_timed && in->from != CORR_NO_TIME;
    const int64_t time = is_timed ? r->at : in->from;
    char trace[32], span[16];
    const table_cell cell[] = {
        CELL_TEXT(corr_str_of(r->file)),
        CELL_IF(r->row != UINT32_MAX, r->row),
        CELL_IF((is_timed || is_within) && !in->clock.is_own, time),
        CELL_IF(is_within && !in->clock.is_own, in->to - in->from),
        CELL_TEXT(r->kind),
        CELL_TEXT(r->type),
        CELL_TEXT(corr_str_of(corr_unit_name(r->unit))),
        CELL_INT(r->value),
        CELL_INT(r->obs),
        CELL_IF(r->period > 0, r->period),
        CELL_IF(r->lasts >= 0, r->lasts),
        CELL_TEXT(p->service),
        CELL_TEXT(in->process.version),
        CELL_TEXT(in->process.host),
        CELL_TEXT(r->thread),
        CELL_IF(r->tid != 0, r->tid),
        CELL_TEXT(hex_of(trace, (uint64_t[]){ r->trace.hi, r->trace.lo }, 2)),
        CELL_TEXT(hex_of(span, &r->span, 1)),
        CELL_TEXT(p->operation),
        CELL_TEXT(corr_str_of(r->span ? corr_rung_name(r->rung) : "")),
        CELL_IF(r->span != 0, llround(1e6 * r->confidence)),
        CELL_INT(llround(1e6 * r->share)),
        CELL_TEXT(partial_stack_hash(t->sums, p->stack)),
    };

    table_put(t->samples.out, &samples, cell);
}

static void put_input(void *ctx, const partial_recording *p)
{
    const tables *t = ctx;
    const corr_input *in = p->in;
    const bool is_timed = in->from != CORR_NO_TIME && !in->clock.is_own;
    const table_cell cell[] = {
        CELL_TEXT(corr_str_of(in->path)),
        CELL_TEXT(p->digest),
        CELL_TEXT(corr_str_of(in->format)),
        CELL_TEXT(in->process.service),
        CELL_TEXT(in->process.version),
        CELL_TEXT(in->process.host),
        CELL_IF(is_timed, in->from),
        CELL_IF(is_timed, in->to),
        CELL_INT(p->n),
        CELL_INT((int64_t)in->bytes),
        CELL_INT(in->lost.damaged),
        CELL_INT((int64_t)in->lost.bytes),
        CELL_INT(in->lost.ns),
    };

    table_put(t->inputs.out, &inputs, cell);
}

/* ---- spans --------------------------------------------------------------- */

static void put_spans(const tables *t, corr_out *out)
{
    corr_sel_span s;
    uint32_t at = 0;

    while (corr_sel_next_span(t->sel[0], &at, &s)) {
        char trace[32], span[16], parent[16];
        const table_cell cell[] = {
            CELL_TEXT(hex_of(trace, (uint64_t[]){ s.trace.hi, s.trace.lo }, 2)),
            CELL_TEXT(hex_of(span, &s.id, 1)),
            CELL_TEXT(hex_of(parent, &s.parent, 1)),
            CELL_TEXT(s.service),
            CELL_TEXT(s.name),
            CELL_TEXT(s.thread),
            CELL_TEXT(corr_str_of(corr_status_name((corr_status)s.status))),
            CELL_INT(s.from),
            CELL_INT(s.to),
        };
        table_put(out, &spans, cell);
    }
}

/* ---- stacks -------------------------------------------------------------- */

typedef struct frame {
    corr_str name, module, file;
    corr_str place; /* "LINE:COLUMN" of a function without a name */
    int64_t line;
    uint32_t function; /* number of its name and place */
    bool is_thread;    /* it names a thread or process, and is no code */
} frame;

typedef struct frames {
    corr_arena arena; /* texts */
    frame *frame;     /* by number */
    uint32_t *last;   /* by function: the last stack it was put for, plus 1 */
    corr_vec(corr_str) name, module, file; /* of one stack */
    corr_vec(int64_t) line;
} frames;

static bool parse_frame(frames *f, frame *to, corr_str fields)
{
    corr_str field[PARTIAL_FIELDS] = { { "", 0 } };
    uint64_t line = 0, type = 0, address = 0;
    char name[CORR_FRAME_NAME_MAX];

    for (size_t k = 0; k < PARTIAL_FIELDS; k++)
        if (corr_str_next(&fields, '\t', &field[k])) {
            field[k] = partial_text(field[k], &f->arena);
            if (!field[k].p)
                return false;
        }
    corr_str_u64(field[3], &line);
    corr_str_u64(field[4], &type);
    corr_str_u64(field[5], &address);
    const corr_frame_view v = { .function = field[0],
                                .module = field[1],
                                .file = field[2],
                                .begins = field[6],
                                .line = (uint32_t)line,
                                .type = (corr_frame_type)type,
                                .address = address };
    const corr_str shown = corr_frame_name(&v, name);
    *to = (frame){ { corr_arena_text(&f->arena, shown), shown.n },
                   field[1],
                   field[2],
                   field[6],
                   (int64_t)line,
                   0,
                   v.type == CORR_FRAME_THREAD };
    return to->name.p != NULL;
}

/* The file of a function, or else the module of native code. */
static corr_str home_of(const frame *f)
{
    return f->file.n ? f->file : f->module;
}

/* A function whose place is unknown is the only one of its name, if there is
 * only one (corr-methods 4.1). */
static bool place_homeless(frame *v, uint32_t n)
{
    static const uint32_t several = UINT32_MAX;
    corr_map only = { 0 }; /* name -> a frame with a place, plus 1 */
    bool ok = true;

    for (uint32_t i = 0; ok && i < n; i++) {
        uint32_t *at = home_of(&v[i]).n ? corr_map_bytes(&only, v[i].name.p,
                                                         v[i].name.n, NULL)
                                        : NULL;
        ok = at || !home_of(&v[i]).n;
        if (at && *at == 0)
            *at = i + 1;
        else if (at && *at != several &&
                 !corr_str_eq(home_of(&v[i]), home_of(&v[*at - 1])))
            *at = several;
    }
    for (uint32_t i = 0; ok && i < n; i++) {
        if (home_of(&v[i]).n)
            continue;
        const uint32_t *at =
            corr_map_bytes(&only, v[i].name.p, v[i].name.n, NULL);
        ok = at != NULL;
        if (at && *at && *at != several) {
            v[i].file = v[*at - 1].file;
            v[i].module = v[*at - 1].module;
        }
    }
    corr_map_clear(&only);
    return ok;
}

/* Numbers functions by name and place. */
static bool number_function(corr_map *seen, partial_buffer *key, frame *to)
{
    key->n = 0;
    if (!partial_put(key, to->name) || !partial_put_tab(key) ||
        !partial_put(key, home_of(to)) || !partial_put_tab(key) ||
        !partial_put(key, to->place))
        return false;
    uint32_t *number = corr_map_bytes(seen, key->v, key->n, NULL);
    if (!number)
        return false;
    if (*number == 0)
        *number = seen->n;
    to->function = *number - 1;
    return true;
}

static bool parse_frames(frames *f, const partial_sums *sums)
{
    const uint32_t n = partial_lines(sums, PARTIAL_FRAME);
    partial_buffer key = { 0 };
    corr_map seen = { 0 };

    f->arena.limit = SIZE_MAX;
    f->frame = corr_arena_new(&f->arena, frame, (size_t)n + 1);
    f->last = corr_arena_new(&f->arena, uint32_t, (size_t)n + 1);
    bool ok = f->frame && f->last;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = parse_frame(f, &f->frame[i],
                         partial_fields(sums, PARTIAL_FRAME, i));
    ok = ok && place_homeless(f->frame, n);
    for (uint32_t i = 0; ok && i < n; i++)
        ok = number_function(&seen, &key, &f->frame[i]);
    corr_map_clear(&seen);
    corr_vec_free(&key);
    return ok;
}

static void put_function(corr_str hash, const frame *f, bool is_leaf,
                         corr_out *out)
{
    const table_cell cell[] = { CELL_TEXT(hash),      CELL_TEXT(f->name),
                                CELL_TEXT(f->module), CELL_TEXT(f->file),
                                CELL_TEXT(f->place),  CELL_INT(is_leaf) };

    table_put(out, &functions, cell);
}

/* Puts the functions of a stack, each once. */
static void put_functions(frames *f, uint32_t stack, const uint32_t *number,
                          uint32_t n, corr_str hash, corr_out *out)
{
    static const frame no_stack = { .name = { "[no stack]", 10 },
                                    .module = { "", 0 },
                                    .file = { "", 0 },
                                    .place = { "", 0 } };
    uint32_t leaf = n;

    while (leaf > 0 && f->frame[number[leaf - 1]].is_thread)
        leaf--;
    if (leaf == 0)
        put_function(hash, &no_stack, true, out);
    for (uint32_t i = 0; i < leaf; i++) {
        const frame *r = &f->frame[number[i]];
        if (r->is_thread || f->last[r->function] == stack + 1)
            continue;
        f->last[r->function] = stack + 1;
        put_function(hash, r,
                     r->function == f->frame[number[leaf - 1]].function, out);
    }
}

static bool put_stack(frames *f, const uint32_t *number, uint32_t n,
                      corr_str hash, corr_out *out)
{
    bool is_cut = false;

    f->name.n = f->module.n = f->file.n = f->line.n = 0;
    if (!corr_vec_reserve(NULL, &f->name, n) ||
        !corr_vec_reserve(NULL, &f->module, n) ||
        !corr_vec_reserve(NULL, &f->file, n) ||
        !corr_vec_reserve(NULL, &f->line, n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const frame *r = &f->frame[number[i]];
        f->name.v[i] = r->name;
        f->module.v[i] = r->module;
        f->file.v[i] = r->file;
        f->line.v[i] = r->line;
        is_cut |= corr_str_is(r->name, CORR_FRAMES_LEFT_OUT);
    }
    const table_cell cell[] = {
        CELL_TEXT(hash),
        CELL_INT(n),
        CELL_INT(is_cut),
        { .n = n, .texts = f->name.v },
        { .n = n, .texts = f->module.v },
        { .n = n, .texts = f->file.v },
        { .n = n, .numbers = f->line.v },
    };
    table_put(out, &stacks, cell);
    return true;
}

static corr_code put_stacks(const tables *t, corr_out *out,
                            corr_out *by_function, corr_err *err)
{
    frames f = { 0 };
    bool ok = parse_frames(&f, t->sums);

    for (uint32_t k = 0; ok && k < partial_stacks(t->sums); k++) {
        uint32_t n;
        const uint32_t *number = partial_stack_frames(t->sums, k, &n);
        const corr_str hash = partial_stack_hash(t->sums, k);
        ok = put_stack(&f, number, n, hash, out);
        put_functions(&f, k, number, n, hash, by_function);
    }
    corr_vec_free(&f.name);
    corr_vec_free(&f.module);
    corr_vec_free(&f.file);
    corr_vec_free(&f.line);
    corr_arena_clear(&f.arena);
    return ok ? CORR_OK : corr_no_memory(err);
}

/* ---- the whole ----------------------------------------------------------- */

static corr_code write_rows(tables *t, int dir, corr_err *err)
{
    const partial_eye eye = { put_sample, put_input, t };
    corr_code code = open_table(&t->samples, dir, &samples, err);

    if (!code)
        code = open_table(&t->inputs, dir, &inputs, err);
    if (!code)
        code = partial_add_rows(t->sums, t->sel, t->n, eye, err);
    code = close_file(&t->samples, code, err);
    return close_file(&t->inputs, code, err);
}

static corr_code write_stacks(const tables *t, int dir, corr_err *err)
{
    file of_stacks = { 0 }, of_functions = { 0 };
    corr_code code = open_table(&of_stacks, dir, &stacks, err);

    if (!code)
        code = open_table(&of_functions, dir, &functions, err);
    if (!code)
        code = put_stacks(t, of_stacks.out, of_functions.out, err);
    code = close_file(&of_stacks, code, err);
    return close_file(&of_functions, code, err);
}

/* The files that are written in one go. */
static corr_code write_others(const tables *t, int dir, corr_err *err)
{
    enum { SPANS, DUCKDB, CLICKHOUSE, SUMS, FILES };
    static const char *const name[FILES] = { "spans.jsonl", "duckdb.sql",
                                             "clickhouse.sql", "sums.partial" };
    corr_code code = CORR_OK;

    for (unsigned i = 0; !code && i < FILES; i++) {
        file f = { 0 };
        code = open_file(&f, dir, name[i], err);
        if (code)
            break;
        if (i == SPANS)
            put_spans(t, f.out);
        else if (i == DUCKDB)
            table_put_duckdb(f.out, all, sizeof all / sizeof *all);
        else if (i == CLICKHOUSE)
            table_put_clickhouse(f.out, all, sizeof all / sizeof *all);
        else
            code = partial_sums_write(t->sums, f.out, err);
        code = close_file(&f, code, err);
    }
    return code;
}

static corr_code tables_write(const corr_sel *const *sel, size_t n, int dir,
                              corr_err *err)
{
    tables t = { .sel = sel, .n = n, .sums = partial_sums_new() };
    corr_code code = t.sums ? write_rows(&t, dir, err) : corr_no_memory(err);

    if (!code)
        code = write_stacks(&t, dir, err);
    if (!code)
        code = write_others(&t, dir, err);
    partial_sums_free(t.sums);
    return code;
}

const corr_format corr_format_tables = {
    .name = "tables",
    .title = "tables for SQL",
    .write_folder = tables_write,
};
