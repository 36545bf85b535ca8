#include "model/build.h"

#include <stdio.h>

#include "base/base.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/build_private.h"
#include "model/name_place.h"
#include "source/source.h"

enum {
    MANY_FRAMES = 1 << 16,
    MOST_AHEAD = 64, /* times the frames that are there */
};

bool build_no_memory(corr_build *b)
{
    corr_no_memory(&b->err);
    return false;
}

void corr_set_reading(corr_build *b, const uint64_t *offset)
{
    b->at = offset;
}

uint64_t build_position(const corr_build *b)
{
    if (b->at)
        return *b->at;
    return b->opts.src ? corr_src_offset(b->opts.src) : CORR_NO_OFFSET;
}

bool build_hold(corr_build *b, size_t bytes)
{
    b->held += bytes;
    if (b->held <= b->limits.memory)
        return true;
    corr_fail(&b->err, CORR_ELIMIT,
              "the tables need more than %llu MB of memory",
              (unsigned long long)(b->limits.memory / 1000000));
    corr_hint(&b->err, "raise --max-mem, or cut the input");
    return false;
}

bool corr_build_grow(corr_build *b, void **column, size_t *room, size_t need,
                     size_t size)
{
    const size_t had = *room;

    if (need <= had && *column)
        return true;
    if (!b)
        return corr_grow(column, room, need, size);
    if (b->err.code)
        return false;
    if (!corr_grow(column, room, need, size)) {
        corr_refuse(b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return false;
    }
    b->reader_held += (*room - had) * size;
    if (b->reader_held <= b->limits.memory)
        return true;
    corr_refuse(b, CORR_ELIMIT, build_position(b), NULL,
                "the tables need more than %llu MB of memory",
                (unsigned long long)(b->limits.memory / 1000000));
    return false;
}

/* ---- text ------------------------------------------------------------- */

typedef struct text_key {
    const input *in;
    corr_str s;
} text_key;

static bool same_text(const void *ctx, uint32_t row)
{
    const text_key *k = ctx;

    return corr_str_eq(input_text(k->in, row), k->s);
}

static bool append_text(corr_build *b, corr_str s)
{
    input *in = &b->in;

    if (in->text.n + s.n >= UINT32_MAX) {
        corr_fail(&b->err, CORR_ELIMIT, "more than 4 GiB of distinct text");
        return false;
    }
    if (!vec_reserve(&in->text, s.n + 1) || !vec_reserve(&in->text_at, 1))
        return build_no_memory(b);
    memcpy(in->text.v + in->text.n, s.p, s.n);
    in->text.n += s.n;
    in->text.v[in->text.n++] = 0;
    in->text_at.v[in->text_at.n++] = (uint32_t)in->text.n;
    return build_hold(b, s.n + 1 + sizeof(uint32_t));
}

/* Bad UTF-8 is replaced before texts are compared, so texts that differ only in
 * bad bytes are equal. */
static corr_str clean_text(corr_build *b, corr_str s, corr_arena *scratch)
{
    uint64_t bad;
    size_t bytes = utf8_repaired_size(s, &bad);

    if (!bad)
        return s;
    char *p = corr_arena_alloc(scratch, 1, bytes);
    if (!p) {
        build_no_memory(b);
        return (corr_str){ "", 0 };
    }
    b->in.lost.bad_text += bad;
    return utf8_repair(p, s);
}

corr_text corr_add_text(corr_build *b, corr_str s)
{
    if (b->err.code || s.n == 0)
        return (corr_text){ 0 };
    corr_arena scratch = { 0 };
    s = clean_text(b, s, &scratch);
    uint64_t hash = corr_hash(s.p, s.n);
    uint32_t row =
        pool_find(&b->texts, hash, same_text, &(text_key){ &b->in, s });
    if (!row && append_text(b, s)) {
        row = (uint32_t)b->in.text_at.n - 2;
        if (!pool_add(&b->texts, hash, row))
            build_no_memory(b);
    }
    corr_arena_clear(&scratch);
    return (corr_text){ row };
}

/* ---- rows that are kept once ------------------------------------------- */

typedef struct row_key {
    const char *rows;
    const void *row;
    size_t size;
} row_key;

static bool same_row(const void *ctx, uint32_t number)
{
    const row_key *k = ctx;

    return memcmp(k->rows + number * k->size, k->row, k->size) == 0;
}

uint32_t build_intern_row(corr_build *b, pool *known, void **rows, size_t *n,
                          size_t *room, const void *row, size_t size)
{
    const row_key key = { *rows, row, size };
    const uint64_t hash = corr_hash(row, size);
    uint32_t at = b->err.code ? 0 : pool_find(known, hash, same_row, &key);

    if (at || b->err.code)
        return at;
    at = (uint32_t)*n;
    if (!corr_grow(rows, room, *n + 1, size) || !pool_add(known, hash, at)) {
        build_no_memory(b);
        return 0;
    }
    memcpy((char *)*rows + size * (*n)++, row, size);
    build_hold(b, size);
    return at;
}

/* ---- functions and frames ----------------------------------------------- */

corr_func corr_add_func(corr_build *b, corr_text name, corr_text file,
                        corr_text module)
{
    const func_row row = { name.i, file.i, module.i, 0 };

    return (corr_func){ build_intern(b, &b->funcs, &b->in.func, &row) };
}

uint32_t build_place_text(corr_build *b, uint32_t line, uint32_t column)
{
    char text[32];

    snprintf(text, sizeof text, column ? "%u:%u" : "%u", line, column);
    return corr_add_text(b, corr_str_of(text)).i;
}

corr_func corr_add_func_at(corr_build *b, corr_text name, corr_text file,
                           corr_text module, uint32_t line, uint32_t column)
{
    func_row row = { name.i, file.i, module.i, 0 };

    if (corr_build_failed(b))
        return (corr_func){ 0 };
    if (file.i && line && name_is_anonymous(input_text(&b->in, name.i)))
        row.at = build_place_text(b, line, column);
    return (corr_func){ build_intern(b, &b->funcs, &b->in.func, &row) };
}

/* Whether a name is that of a function with a file or a line in it. */
static bool is_written(const corr_build *b, uint32_t func, uint32_t written)
{
    const uint32_t name = b->in.func.v[func].name;
    name_place p;

    if (!written || written == name)
        return false;
    p = name_place_of(input_text(&b->in, written));
    return p.form != FORM_NONE &&
           corr_str_eq(p.function, input_text(&b->in, name));
}

corr_frame corr_add_frame(corr_build *b, const corr_frame_row *from)
{
    frame_row row = { .func = from->func.i, .type = from->type };

    if (corr_wants(&(corr_want){ .needs = b->opts.needs }, CORR_NEED_LINES)) {
        row.line = from->line;
        row.address = b->in.func.v[row.func].name ? 0 : from->address;
        if (is_written(b, from->func.i, from->written.i))
            row.written = from->written.i;
    }
    return (corr_frame){ build_intern(b, &b->frames, &b->in.frame, &row) };
}

/* ---- stacks -------------------------------------------------------------- */

void corr_begin_stack(corr_build *b)
{
    corr_resume_stack(b, 0);
}

void corr_resume_stack(corr_build *b, size_t n)
{
    b->deep.is_open = b->is_hashed = false;
    if (n < b->open_stack.n)
        b->open_stack.n = n;
}

void corr_push_frames(corr_build *b, const uint32_t *frame, size_t n)
{
    const size_t room = b->open_stack.room;

    b->is_hashed = false;
    if (b->err.code || n == 0)
        return;
    if (!vec_reserve(&b->open_stack, n)) {
        build_no_memory(b);
        return;
    }
    if (!build_hold(b, (b->open_stack.room - room) * sizeof *frame))
        return;
    memcpy(b->open_stack.v + b->open_stack.n, frame, n * sizeof *frame);
    b->open_stack.n += n;
}

void corr_push_frame(corr_build *b, corr_frame f)
{
    b->is_hashed = false;
    if (b->open_stack.n < b->open_stack.room)
        b->open_stack.v[b->open_stack.n++] = f.i;
    else
        corr_push_frames(b, &f.i, 1);
}

typedef struct stack_key {
    const input *in;
    const uint32_t *frame;
    size_t n;
} stack_key;

static bool same_stack(const void *ctx, uint32_t row)
{
    const stack_key *k = ctx;
    const input *in = k->in;

    return in->stack.n.v[row] == k->n &&
           narrow_is(&in->stack.frame, in->stack.at.v[row], k->frame, k->n);
}

/* Estimates the frames in the rest of the file, if it continues like its
 * beginning.  0: no estimate. */
static size_t frames_ahead(const corr_build *b)
{
    const size_t n = b->in.stack.frame.n;
    const uint64_t left = b->opts.src ? src_left(b->opts.src) : 0;

    if (n < MANY_FRAMES || left == 0)
        return 0;
    const double done = (double)corr_src_offset(b->opts.src) + 1;
    const double ahead = (double)n * (double)left / done;
    const double most = (double)n * MOST_AHEAD;
    return (size_t)(ahead < most ? ahead : most);
}

/* Makes room for n frames.  A column that grows is copied, so it grows at once
 * to the estimate for the whole file; pages that are never written take no
 * memory. */
static bool reserve_frames(corr_build *b, size_t n)
{
    input *in = &b->in;

    if (in->stack.frame.room - in->stack.frame.n >= n)
        return true;
    const size_t ahead = frames_ahead(b);
    return (ahead && narrow_reserve(&in->stack.frame, n + ahead)) ||
           narrow_reserve(&in->stack.frame, n);
}

/* Appends the kept frames of the open stack; *first is the first of them. */
static bool append_frames(corr_build *b, uint32_t *first)
{
    input *in = &b->in;
    size_t n = b->nkept;

    *first = (uint32_t)in->stack.frame.n;
    if (in->stack.frame.n + n > UINT32_MAX) {
        corr_fail(&b->err, CORR_ELIMIT, "more than 4 G frames in its stacks");
        return false;
    }
    const size_t held = narrow_bytes(&in->stack.frame);
    b->deep.held += b->deep.is_open ? n : 0;
    if (!reserve_frames(b, n) || !narrow_add(&in->stack.frame, b->kept, n))
        return build_no_memory(b);
    return build_hold(b, narrow_bytes(&in->stack.frame) - held);
}

static uint32_t new_stack(corr_build *b, uint32_t first, uint32_t n, bool later)
{
    input *in = &b->in;

    if (!vec_push(&in->stack.at, first) || !vec_push(&in->stack.n, n) ||
        !vec_push(&b->is_later_stack, later)) {
        build_no_memory(b);
        return 0;
    }
    build_hold(b, 9);
    return (uint32_t)in->stack.at.n - 1;
}

/* Decides which frames of the open stack are kept, and hashes them. */
static void hash_stack(corr_build *b)
{
    if (b->is_hashed || !build_keep_frames(b))
        return;
    b->open_hash = corr_hash(b->kept, b->nkept * sizeof *b->kept);
    b->is_hashed = true;
}

void corr_expect_stack(corr_build *b)
{
    if (b->err.code)
        return;
    hash_stack(b);
    pool_fetch(&b->stacks, b->open_hash);
}

corr_stack corr_end_stack(corr_build *b)
{
    uint32_t first;

    if (b->err.code || b->open_stack.n == 0)
        return (corr_stack){ 0 };
    hash_stack(b);
    if (b->err.code)
        return (corr_stack){ 0 };
    stack_key k = { &b->in, b->kept, b->nkept };
    const uint64_t hash = b->open_hash;
    uint32_t row = pool_find(&b->stacks, hash, same_stack, &k);
    if (!row && append_frames(b, &first)) {
        row = new_stack(b, first, (uint32_t)k.n, false);
        if (row && !pool_add(&b->stacks, hash, row))
            build_no_memory(b);
    }
    return (corr_stack){ row };
}

corr_stack corr_later_stack(corr_build *b)
{
    if (b->err.code)
        return (corr_stack){ 0 };
    return (corr_stack){ new_stack(b, 0, 0, true) };
}

void corr_set_stack(corr_build *b, corr_stack later)
{
    uint32_t first;

    if (b->err.code || later.i == 0 || later.i >= b->in.stack.at.n ||
        !build_keep_frames(b) || !append_frames(b, &first))
        return;
    b->in.stack.at.v[later.i] = first;
    b->in.stack.n.v[later.i] = (uint32_t)b->nkept;
    b->is_later_stack.v[later.i] = 0;
}

/* ---- processes, threads, spans ------------------------------------------- */

corr_proc corr_add_proc(corr_build *b, corr_labels resource)
{
    if (b->err.code)
        return (corr_proc){ 0 };
    for (uint32_t i = 1; i < b->in.proc.n && i < 64; i++)
        if (b->in.proc.v[i].labels == resource.i && resource.i)
            return (corr_proc){ i };
    if (!vec_push(&b->in.proc, (proc_row){ .labels = resource.i }))
        build_no_memory(b);
    return (corr_proc){ (uint32_t)b->in.proc.n - 1 };
}

corr_proc corr_later_proc(corr_build *b)
{
    return corr_add_proc(b, (corr_labels){ 0 });
}

void corr_set_proc(corr_build *b, corr_proc later, corr_labels resource)
{
    if (!b->err.code && later.i && later.i < b->in.proc.n)
        b->in.proc.v[later.i].labels = resource.i;
}

void corr_set_owner(corr_build *b, corr_proc proc)
{
    b->in.process.owner = proc.i < b->in.proc.n ? proc.i : 0;
}

static corr_thread add_thread_row(corr_build *b, corr_text name, int64_t os_id,
                                  int64_t vm_id, int64_t pid, bool is_virtual)
{
    thread_row row;

    memset(&row, 0, sizeof row); /* rows are compared as bytes */
    row.name = name.i;
    row.os_id = os_id;
    row.vm_id = vm_id;
    row.pid = pid;
    row.is_virtual = is_virtual;
    return (corr_thread){ build_intern(b, &b->threads, &b->in.thread, &row) };
}

corr_thread corr_add_thread(corr_build *b, corr_text name, int64_t os_id,
                            int64_t vm_id)
{
    return add_thread_row(b, name, os_id, vm_id, 0, false);
}

corr_thread corr_add_thread_of(corr_build *b, corr_text name, int64_t os_id,
                               int64_t pid)
{
    return add_thread_row(b, name, os_id, 0, pid, false);
}

corr_thread corr_add_virtual_thread(corr_build *b, corr_text name,
                                    int64_t vm_id)
{
    return add_thread_row(b, name, 0, vm_id, 0, true);
}

corr_span corr_add_span(corr_build *b, const corr_span_row *row)
{
    if (b->err.code)
        return (corr_span){ 0 };
    if (!(row->trace.hi | row->trace.lo) || !row->id) {
        b->in.lost.idless_spans++;
        corr_damage(b, row->at ? row->at : build_position(b), 0, 1,
                    "a span without a trace id or span id cannot be shown");
        return (corr_span){ 0 };
    }
    if (row->parent == row->id) {
        const corr_str name = input_text(&b->in, row->name.i);
        corr_note(b, "SELF_PARENT",
                  "a span (%.*s) names itself as its parent, and counts as one "
                  "without a parent",
                  (int)(name.n < 80 ? name.n : 80), name.p);
    }
    const uint8_t no_end = CORR_SPAN_UNFINISHED | CORR_SPAN_UNPLACED;
    const span_row s = {
        .trace = row->trace,
        .id = row->id,
        .parent = row->parent == row->id ? 0 : row->parent,
        .start = row->start ? moment_at(row->start) : MOMENT_UNKNOWN,
        .end = row->end == 0 || row->flags & no_end ? MOMENT_UNKNOWN
                                                    : moment_at(row->end),
        .length = row->flags & CORR_SPAN_UNPLACED ? row->end : -1,
        .name = row->name.i,
        .status_text = row->status_text.i,
        .proc = row->proc.i,
        .attrs = row->attrs.i,
        .kind = row->kind,
        .status = row->status,
        .flags = row->flags,
    };
    if (!vec_push(&b->in.span, s))
        build_no_memory(b);
    build_hold(b, sizeof s);
    return (corr_span){ (uint32_t)b->in.span.n - 1 };
}

void corr_add_event(corr_build *b, corr_span s, int64_t time, corr_text name,
                    corr_labels attrs)
{
    if (!b->err.code && s.i &&
        !vec_push(&b->in.event, (event_row){ s.i, name.i, attrs.i, time }))
        build_no_memory(b);
}

void corr_add_link(corr_build *b, corr_span s, corr_trace_id trace,
                   uint64_t span, corr_labels attrs)
{
    if (!b->err.code && s.i &&
        !vec_push(&b->in.link, (link_row){ s.i, attrs.i, trace, span }))
        build_no_memory(b);
}

/* ---- life ---------------------------------------------------------------- */

/* Adds row 0 of every table. */
static bool add_nil(corr_build *b)
{
    input *in = &b->in;

    return vec_push(&in->text_at, 0) && append_text(b, CORR_STR("")) &&
           vec_push(&in->func, (func_row){ 0 }) &&
           vec_push(&in->frame, (frame_row){ 0 }) &&
           vec_push(&in->stack.at, 0) && vec_push(&in->stack.n, 0) &&
           vec_push(&b->is_later_stack, 0) && vec_push(&in->label.set_at, 0) &&
           vec_push(&in->label.set_n, 0) &&
           vec_push(&in->proc, (proc_row){ 0 }) &&
           vec_push(&in->thread, (thread_row){ 0 }) &&
           vec_push(&in->kind, (kind_row){ 0 }) &&
           vec_push(&in->span, (span_row){ 0 }) &&
           vec_push(&in->trace, (trace_row){ 0 }) &&
           vec_push(&in->segment, (segment){ 0 }) &&
           vec_push(&b->is_first, false) && vec_push(&b->traces, (pool){ 0 }) &&
           vec_push(&in->series, (series_row){ 0 }) &&
           vec_push(&in->histogram.bounds, (bounds_row){ 0 });
}

corr_build *build_new(const build_opts *opts, corr_err *err)
{
    corr_build *b = calloc(1, sizeof *b);

    if (b) {
        b->opts = *opts;
        b->limits = limits_of(&opts->limits);
        b->in.from = b->in.to = CORR_NO_TIME;
    }
    if (!b || !add_nil(b)) {
        build_free(b);
        corr_no_memory(err);
        return NULL;
    }
    return b;
}

void build_free(corr_build *b)
{
    if (!b)
        return;
    pool_clear(&b->texts);
    pool_clear(&b->funcs);
    pool_clear(&b->frames);
    pool_clear(&b->stacks);
    pool_clear(&b->sets);
    pool_clear(&b->threads);
    pool_clear(&b->series);
    pool_clear(&b->bounds);
    for (size_t i = 0; i < b->traces.n; i++)
        pool_clear(&b->traces.v[i]);
    vec_free(&b->traces);
    vec_free(&b->open_stack);
    vec_free(&b->deep.stack);
    vec_free(&b->is_later_stack);
    vec_free(&b->is_first);
    for (size_t i = 0; i < countof(b->row_of); i++)
        vec_free(&b->row_of[i]);
    input_clear(&b->in);
    free(b);
}

bool corr_build_failed(const corr_build *b)
{
    return b->err.code != CORR_OK;
}
