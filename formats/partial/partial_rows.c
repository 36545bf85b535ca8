/* partial_rows - adds the samples of a selection to sums. */
#include "partial/partial_rows.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct recording {
    uint32_t input;
    uint32_t number;    /* in sums */
    corr_sha256 digest; /* of its rows */
    int64_t n;          /* observations */
} recording;

typedef struct writer {
    const corr_sel *sel;
    partial_sums *sums;
    partial_buffer buf;          /* one line */
    corr_vec(uint32_t) numbers;  /* frames of one stack */
    corr_map frame, stack, kind; /* (input, number) -> number in sums, plus 1 */
    corr_map service_of;         /* (input, labels) -> service, plus 1 */
    corr_map process; /* (service, operation) -> number in sums, plus 1 */
    corr_vec(corr_str) service; /* each of one input */
    corr_map op_of;             /* trace and span -> op, plus 1 */
    corr_vec(corr_str) op;
    corr_vec(recording) recording;
    corr_map recording_of; /* input -> recording, plus 1 */
    uint32_t open;         /* the recording of the last row */
    corr_input in;         /* of the same */
    partial_eye eye;
    bool no_memory;
} writer;

/* The value of a pair of numbers, which is 0 if it is new. */
static uint32_t *place_of(writer *w, corr_map *m, uint32_t input, uint32_t n)
{
    static uint32_t spare;
    uint32_t *at = corr_map_u64(m, (uint64_t)input << 32 | n, NULL);

    if (at)
        return at;
    w->no_memory = true;
    return &spare;
}

static corr_str line_of(const writer *w)
{
    return (corr_str){ w->buf.v, w->buf.n };
}

/* ---- operations ---------------------------------------------------------- */

typedef struct span_key {
    corr_trace_id trace;
    uint64_t span;
} span_key;

static void find_operations(writer *w)
{
    corr_sel_span span;
    uint32_t at = 0;

    while (corr_sel_next_span(w->sel, &at, &span)) {
        const span_key key = { span.trace, span.id };
        uint32_t *op = corr_map_bytes(&w->op_of, &key, sizeof key, NULL);
        if (!op || (*op == 0 && !corr_vec_push(NULL, &w->op, span.name))) {
            w->no_memory = true;
            return;
        }
        if (*op == 0)
            *op = (uint32_t)w->op.n;
    }
}

/* The operation of a row, counted from 1; 0: unknown. */
static uint32_t operation_of(writer *w, const corr_row *r)
{
    const span_key key = { r->trace, r->span };
    const uint32_t *op =
        r->span ? corr_map_bytes(&w->op_of, &key, sizeof key, NULL) : NULL;

    return op ? *op : 0;
}

/* ---- tables -------------------------------------------------------------- */

static uint32_t add_frame(writer *w, uint32_t input, uint32_t stack, uint32_t i)
{
    const corr_frame_view v = corr_stack_at(w->sel, input, stack, i);
    const corr_str text[] = { v.function, v.module, v.file };
    const uint64_t number[] = { v.line, (uint64_t)v.type, v.address };
    char digits[24];
    bool ok = true;

    w->buf.n = 0;
    for (size_t k = 0; k < 3; k++)
        ok = ok && partial_put_text(&w->buf, text[k]) &&
             partial_put_tab(&w->buf);
    for (size_t k = 0; k < 3; k++) {
        const int n = snprintf(digits, sizeof digits, "%llu\t",
                               (unsigned long long)number[k]);
        ok = ok && partial_put(&w->buf, (corr_str){ digits, (size_t)n });
    }
    ok = ok && partial_put_text(&w->buf, v.begins) &&
         partial_put_tab(&w->buf) && partial_put_text(&w->buf, v.written);
    w->no_memory |= !ok;
    return partial_add_line(w->sums, PARTIAL_FRAME, line_of(w));
}

static uint32_t add_stack(writer *w, const corr_row *r)
{
    uint32_t *known = place_of(w, &w->stack, r->input, r->stack);

    if (*known)
        return *known - 1;
    const uint32_t depth = corr_stack_depth(w->sel, r->input, r->stack);
    if (!corr_vec_reserve(NULL, &w->numbers, (size_t)depth + 1)) {
        w->no_memory = true;
        return 0;
    }
    w->numbers.n = 0;
    uint32_t *to = w->numbers.v;
    corr_stack_frames(w->sel, r->input, r->stack, to);
    for (uint32_t i = 0; i < depth; i++) {
        uint32_t *frame = place_of(w, &w->frame, r->input, to[i]);
        if (!*frame)
            *frame = add_frame(w, r->input, r->stack, i) + 1;
        to[i] = *frame - 1;
    }
    const uint32_t number = partial_add_stack(w->sums, to, depth);
    *known = number + 1;
    return number;
}

static uint32_t add_kind(writer *w, const corr_row *r)
{
    uint32_t *known = place_of(w, &w->kind, r->input, r->kind_id);
    bool ok;

    if (*known)
        return *known - 1;
    const corr_kind_row k = corr_sel_kind(w->sel, r->input, r->kind_id);
    w->buf.n = 0;
    ok = partial_put_text(&w->buf, k.name) && partial_put_tab(&w->buf) &&
         partial_put_text(&w->buf, k.type) && partial_put_tab(&w->buf) &&
         partial_put(&w->buf, corr_str_of(corr_unit_name(k.unit))) &&
         partial_put_tab(&w->buf) && partial_put_time(&w->buf, k.period) &&
         partial_put_tab(&w->buf) && partial_put_flags(&w->buf, k.flags) &&
         partial_put_tab(&w->buf) &&
         partial_put(&w->buf, partial_wait_name(k.wait)) &&
         partial_put_tab(&w->buf) && partial_put_time(&w->buf, k.threshold);
    w->no_memory |= !ok;
    *known = partial_add_line(w->sums, PARTIAL_KIND, line_of(w)) + 1;
    return *known - 1;
}

/* The service of a row: the one that its labels name, or that of its file. */
static corr_str service_of(writer *w, const corr_row *r)
{
    const uint32_t n =
        r->labels ? corr_nlabels(w->sel, r->input, r->labels) : 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_label l = corr_label_at(w->sel, r->input, r->labels, i);
        if (corr_str_is(l.key, "service.name"))
            return l.text;
    }
    return w->in.process.service;
}

/* The service of a row, counted from 1 and looked for once for each set of labels
 * of an input; 0: memory is out. */
static uint32_t known_service_of(writer *w, const corr_row *r)
{
    uint32_t *known = place_of(w, &w->service_of, r->input, r->labels);

    if (!*known) {
        if (corr_vec_push(NULL, &w->service, service_of(w, r)))
            *known = (uint32_t)w->service.n;
        else
            w->no_memory = true;
    }
    return *known;
}

/* The text of a number from 1; empty for 0. */
static corr_str text_at(const corr_str *text, uint32_t i)
{
    return i ? text[i - 1] : (corr_str){ "", 0 };
}

static uint32_t add_process(writer *w, uint32_t service, uint32_t operation)
{
    uint32_t *known = place_of(w, &w->process, service, operation);
    const corr_str text[] = { text_at(w->service.v, service),
                              w->in.process.version, w->in.process.host,
                              text_at(w->op.v, operation) };
    bool ok = true;

    if (*known)
        return *known - 1;
    w->buf.n = 0;
    for (size_t i = 0; i < 4; i++)
        ok = ok && (!i || partial_put_tab(&w->buf)) &&
             partial_put_text(&w->buf, text[i]);
    w->no_memory |= !ok;
    *known = partial_add_line(w->sums, PARTIAL_PROCESS, line_of(w)) + 1;
    return *known - 1;
}

/* ---- rows ---------------------------------------------------------------- */

static int64_t bucket_of(const corr_row *r, bool is_own)
{
    if (r->at == CORR_NO_TIME || is_own)
        return CORR_NO_TIME;
    return r->at / PARTIAL_BUCKET - (r->at % PARTIAL_BUCKET < 0);
}

static partial_wide squares_of(const corr_row *r)
{
    __extension__ typedef __int128 wide;

    if (r->squares > 0)
        return (partial_wide)r->squares;
    return (partial_wide)((wide)r->value * r->value) /
           (partial_wide)(r->obs > 0 ? r->obs : 1);
}

/* Adds what tells a recording from others: its samples, in their order. */
static void add_to_recording(writer *w, const corr_row *r, uint32_t stack)
{
    recording *to = &w->recording.v[w->open];
    const int64_t number[] = { r->time, r->value, r->obs };
    const corr_str hash = partial_stack_hash(w->sums, stack);

    corr_sha256_add(&to->digest, r->kind.p, r->kind.n);
    corr_sha256_add(&to->digest, "", 1);
    corr_sha256_add(&to->digest, r->type.p, r->type.n);
    corr_sha256_add(&to->digest, "", 1);
    corr_sha256_add(&to->digest, number, sizeof number);
    corr_sha256_add(&to->digest, hash.p, hash.n);
    to->n += r->obs;
}

static void add_row(writer *w, const corr_row *r)
{
    const uint32_t service = known_service_of(w, r);
    const uint32_t operation = operation_of(w, r);
    const partial_row p = { .row = r,
                            .in = &w->in,
                            .stack = add_stack(w, r),
                            .service = text_at(w->service.v, service),
                            .operation = text_at(w->op.v, operation) };
    const partial_sum sum = { .recording = w->recording.v[w->open].number,
                              .kind = add_kind(w, r),
                              .process = add_process(w, service, operation),
                              .stack = p.stack,
                              .bucket = bucket_of(r, w->in.clock.is_own),
                              .n = r->obs,
                              .value = r->value,
                              .squares = squares_of(r) };

    if (w->no_memory || partial_sums_failed(w->sums, NULL))
        return;
    partial_add_sum(w->sums, &sum);
    add_to_recording(w, r, sum.stack);
    if (w->eye.row)
        w->eye.row(w->eye.ctx, &p);
}

static void open_recording(writer *w, uint32_t input)
{
    uint32_t *known = corr_map_u64(&w->recording_of, input, NULL);
    recording r = { .input = input };

    if (known && !*known) {
        r.number = partial_open_recording(w->sums);
        corr_sha256_start(&r.digest);
        if (corr_vec_push(NULL, &w->recording, r))
            *known = (uint32_t)w->recording.n;
    }
    if (!known || !*known) {
        w->no_memory = true;
        return;
    }
    w->open = *known - 1;
    w->in = corr_sel_input(w->sel, input);
}

/* Adds the time of a recording, on its own clock: equal samples of other times
 * are of another one. */
static void end_digest(recording *r, const corr_input *in, int64_t from,
                       int64_t to, char sha[CORR_SHA256_TEXT])
{
    const int64_t time[] = { from, to }, shift = in->clock.shift;

    for (size_t i = 0; i < 2; i++) {
        const int64_t own =
            time[i] == CORR_NO_TIME
                ? time[i]
                : (int64_t)((uint64_t)time[i] - (uint64_t)shift);
        corr_sha256_add(&r->digest, &own, sizeof own);
    }
    corr_sha256_end(&r->digest, sha);
}

static void end_recording(writer *w, recording *r)
{
    const corr_input in = corr_sel_input(w->sel, r->input);
    const bool is_own = in.clock.is_own;
    const int64_t number[] = { is_own ? CORR_NO_TIME : in.from,
                               is_own ? CORR_NO_TIME : in.to, in.process.length,
                               r->n };
    char sha[CORR_SHA256_TEXT];
    bool ok;

    end_digest(r, &in, number[0], number[1], sha);
    w->buf.n = 0;
    ok = partial_put(&w->buf, corr_str_of(sha)) && partial_put_tab(&w->buf) &&
         partial_put(&w->buf, corr_str_of(in.format)) &&
         partial_put_tab(&w->buf) &&
         partial_put_text(&w->buf, in.process.language);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        ok = ok && partial_put_tab(&w->buf) &&
             partial_put_time(&w->buf, number[i]);
    w->no_memory |= !ok;
    partial_close_recording(w->sums, r->number, line_of(w));
    if (ok && w->eye.recording)
        w->eye.recording(
            w->eye.ctx, &(partial_recording){
                            .in = &in, .digest = corr_str_of(sha), .n = r->n });
}

static bool is_same_row(const corr_row *a, const corr_row *b)
{
    return a->input == b->input && a->row == b->row &&
           a->kind_id == b->kind_id && a->stack == b->stack &&
           a->time == b->time && a->value == b->value;
}

/* Adds a row that is complete. */
static void take_row(writer *w, const corr_row *r)
{
    if (!w->recording.n || w->recording.v[w->open].input != r->input)
        open_recording(w, r->input);
    if (!w->no_memory)
        add_row(w, r);
}

static void add_rows(writer *w)
{
    corr_sel_iter it = { .sel = w->sel };
    corr_row r, best = { 0 };
    double sum = 0; /* of the shares of best's row so far */

    while (!w->no_memory && corr_sel_next(&it, &r)) {
        if (r.is_context)
            continue;
        if (sum > 0 && sum < 1 - 1e-9 && is_same_row(&r, &best)) {
            sum += r.share;
            best = r.share > best.share ? r : best;
            continue;
        }
        if (sum > 0)
            take_row(w, &best);
        best = r;
        sum = r.share > 0 ? r.share : 1;
    }
    if (sum > 0)
        take_row(w, &best);
}

corr_code partial_add_rows(partial_sums *sums, const corr_sel *const *sel,
                           size_t n, partial_eye eye, corr_err *err)
{
    writer w = { .sums = sums, .eye = eye };
    corr_map *const map[] = { &w.frame,       &w.stack, &w.kind,
                              &w.process,     &w.op_of, &w.service_of,
                              &w.recording_of };

    for (size_t i = 0; i < n && !w.no_memory; i++) {
        w.sel = sel[i];
        if (i == 0)
            find_operations(&w);
        add_rows(&w);
    }
    for (size_t i = 0; i < w.recording.n && !w.no_memory; i++)
        end_recording(&w, &w.recording.v[i]);
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        corr_map_clear(map[i]);
    corr_vec_free(&w.buf);
    corr_vec_free(&w.numbers);
    corr_vec_free(&w.service);
    corr_vec_free(&w.op);
    corr_vec_free(&w.recording);
    return w.no_memory ? corr_no_memory(err) : partial_sums_failed(sums, err);
}
