/* Kinds and their samples: kept as rows, summed per stack, or only counted. */
#include "base/base.h"
#include "model/build_private.h"

/* ---- kinds --------------------------------------------------------------- */

static kind_row kind_row_of(corr_build *b, const corr_kind_row *row)
{
    return (kind_row){ corr_add_text(b, row->name).i,
                       corr_add_text(b, row->type).i,
                       row->unit,
                       row->period,
                       row->flags,
                       row->wait,
                       row->threshold };
}

corr_kind corr_add_kind(corr_build *b, const corr_kind_row *row)
{
    uint32_t k = (uint32_t)b->in.kind.n;

    if (corr_build_failed(b))
        return (corr_kind){ 0 };
    segment s = { .kind = k, .min = INT64_MAX, .max = INT64_MIN };
    if (!vec_push(&b->in.kind, kind_row_of(b, row)) ||
        !vec_push(&b->in.segment, s) || !vec_push(&b->traces, (pool){ 0 }) ||
        !vec_push(&b->is_first, corr_first_kind(row)))
        build_no_memory(b);
    return (corr_kind){ k };
}

void corr_set_kind(corr_build *b, corr_kind k, const corr_kind_row *row)
{
    if (!corr_build_failed(b) && k.i && k.i < b->in.kind.n)
        b->in.kind.v[k.i] = kind_row_of(b, row);
}

/* ---- rows that add up ---------------------------------------------------- */

/* Whether equal stacks of a kind become one row: rows without times, labels and
 * record numbers cannot be told apart. */
static bool adds_up(const corr_build *b, corr_kind kind)
{
    const corr_want w = { .needs = b->opts.needs };
    const unsigned flags = b->in.kind.v[kind.i].flags;

    if (b->opts.weighs && flags & CORR_KIND_DEFAULT)
        return false;

    return !corr_wants(&w, CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_ROWS);
}

/* The slot with the row that a stack of this kind is summed in.  NULL: the kind
 * is beyond the kinds with a table, or out of memory. */
static uint32_t *row_slot(corr_build *b, uint32_t kind, uint32_t stack)
{
    if (kind >= countof(b->row_of))
        return NULL;
    build_rows *rows = &b->row_of[kind];
    if (stack >= rows->n) {
        const size_t more = stack + 1 - rows->n;
        if (!vec_reserve(rows, more)) {
            build_no_memory(b);
            return NULL;
        }
        memset(rows->v + rows->n, 0, more * sizeof *rows->v);
        rows->n += more;
    }
    return &rows->v[stack];
}

/* Whether all single observations of a row and of row i have the same value.
 * The confidence interval of a share depends on that. */
static bool is_alike(const segment *s, size_t i, const corr_sample_row *row)
{
    int64_t one, other;

    return row->squares <= 0 && segment_squares(s, i) <= 0 &&
           !MUL_OVERFLOWS(segment_value(s, i), row->obs, &one) &&
           !MUL_OVERFLOWS(row->value, segment_obs(s, i), &other) &&
           one == other;
}

static double squares_of(double value, double obs, double squares)
{
    return squares > 0 ? squares : value * value / obs;
}

/* False: out of memory. */
static bool add_squares(segment *s, size_t i, const corr_sample_row *row)
{
    if (!segment_need(s, SEG_SQUARES))
        return false;
    s->squares[i] =
        squares_of((double)segment_value(s, i), (double)segment_obs(s, i),
                   s->squares[i]) +
        squares_of((double)row->value, (double)row->obs, row->squares);
    return true;
}

/* Whether the sums of a row and of row i are whole numbers of 64 bits. */
static bool has_sums(const segment *s, size_t i, const corr_sample_row *row)
{
    int64_t unused;

    return !ADD_OVERFLOWS(segment_obs(s, i), row->obs, &unused) &&
           !ADD_OVERFLOWS(segment_value(s, i), row->value, &unused);
}

/* Adds a row to the row of its stack.  Rows with different single values stay
 * apart, except in recordings of all allocations (bytes), and so do rows whose
 * sum is too large.  False: the caller must add the row. */
static bool add_to_row(corr_build *b, segment *s, const corr_sample_row *row)
{
    const bool is_many =
        b->opts.weighs && b->in.kind.v[row->kind.i].unit == CORR_BYTES;
    uint32_t *slot = row_slot(b, row->kind.i, row->stack.i);

    if (!slot || corr_build_failed(b))
        return false;
    if (!*slot) {
        *slot = (uint32_t)s->n + 1;
        return false;
    }
    size_t i = *slot - 1;
    const bool alike = is_alike(s, i, row);
    if ((!alike && !is_many) || !has_sums(s, i, row))
        return false;
    if ((!alike && !add_squares(s, i, row)) || !segment_need(s, SEG_OBS) ||
        (row->value && !segment_need(s, SEG_VALUE))) {
        build_no_memory(b);
        return true;
    }
    s->obs[i] += row->obs;
    if (row->value)
        s->value[i] += row->value;
    return true;
}

/* ---- rows that are only counted ------------------------------------------ */

/* Whether a row has only a time, a thread, a stack and a value. */
static bool is_plain_sample(const corr_build *b, const corr_sample_row *r)
{
    return r->time != CORR_NO_TIME && r->thread.i && r->obs <= 1 &&
           !r->duration && !r->labels.i && !r->other.i && !r->span &&
           !r->root && !(r->trace.hi | r->trace.lo) &&
           !(b->in.kind.v[r->kind.i].flags & CORR_KIND_CONTEXT);
}

/* Counts a row without keeping it.  False: the row must be kept. */
static bool pack_sample(corr_build *b, segment *s, const corr_sample_row *r)
{
    const size_t room = s->packed.byte.room;

    if (b->is_first.v[r->kind.i])
        b->packs = true;
    if (!b->packs || b->is_first.v[r->kind.i] || !is_plain_sample(b, r) ||
        !packed_rows_add(&s->packed, r->thread.i, r->time))
        return false;
    if (s->packed.byte.room != room)
        build_hold(b, s->packed.byte.room - room);
    corr_add_sums(b, r->kind,
                  &(corr_sums){ .rows = 1,
                                .obs = 1,
                                .value = r->value,
                                .with_time = 1,
                                .with_thread = 1 });
    return true;
}

/* ---- samples ------------------------------------------------------------- */

void corr_add_sample(corr_build *b, const corr_sample_row *row)
{
    corr_sample_row sum;

    if (corr_build_failed(b) || row->kind.i == 0 ||
        row->kind.i >= b->in.segment.n)
        return;
    segment *s = &b->in.segment.v[row->kind.i];
    if (row->time != CORR_NO_TIME) {
        s->min = min_i64(s->min, row->time);
        s->max = max_i64(s->max, row->time);
    }
    if (b->opts.packs && pack_sample(b, s, row))
        return;
    if (adds_up(b, row->kind)) {
        sum = (corr_sample_row){ .kind = row->kind,
                                 .stack = row->stack,
                                 .time = CORR_NO_TIME,
                                 .value = row->value,
                                 .obs = row->obs > 0 ? row->obs : 1,
                                 .squares = row->squares };
        row = &sum;
        if (add_to_row(b, s, row) || corr_build_failed(b))
            return;
    }
    if (s->n >= UINT32_MAX) {
        corr_fail(&b->err, CORR_ELIMIT, "more than 4 G samples of one kind");
        return;
    }
    size_t room = s->room;
    bool with_row =
        corr_wants(&(corr_want){ .needs = b->opts.needs }, CORR_NEED_ROWS);
    if (!segment_add(s, &b->traces.v[row->kind.i], row, with_row))
        build_no_memory(b);
    if (s->room != room)
        build_hold(b, (s->room - room) * segment_width(s));
}

void corr_add_sums(corr_build *b, corr_kind kind, const corr_sums *sums)
{
    if (corr_build_failed(b) || kind.i == 0 || kind.i >= b->in.segment.n)
        return;
    segment *g = &b->in.segment.v[kind.i];
    corr_sums *s = &g->only;
    if (sums->from || sums->to) {
        g->min = min_i64(g->min, sums->from);
        g->max = max_i64(g->max, sums->to);
    }
    s->rows = add_clamped(s->rows, sums->rows);
    s->obs = add_clamped(s->obs, sums->obs);
    s->value = corr_exact_sum(s->value, sums->value);
    s->with_span = add_clamped(s->with_span, sums->with_span);
    s->with_trace = add_clamped(s->with_trace, sums->with_trace);
    s->with_time = add_clamped(s->with_time, sums->with_time);
    s->with_thread = add_clamped(s->with_thread, sums->with_thread);
}

void corr_drop_samples(corr_build *b, corr_kind kind)
{
    if (corr_build_failed(b) || kind.i == 0 || kind.i >= b->in.segment.n)
        return;
    segment *s = &b->in.segment.v[kind.i];
    s->n = 0;
    s->min = INT64_MAX;
    s->max = INT64_MIN;
    s->only = (corr_sums){ 0 };
    packed_rows_clear(&s->packed);
    if (kind.i < countof(b->row_of))
        b->row_of[kind.i].n = 0;
}
