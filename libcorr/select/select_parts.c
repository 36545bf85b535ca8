/*
 * select_parts - files that a server selected by a span, in questions that give
 * every sample to its span: they count, and their wholes count for the rest
 * (corr-methods 0).
 *
 * Each stack of a part is taken out of the rows of its wholes that have no
 * span, first from rows that another span would have (withdraw.h).  A stack
 * with more in the part than in these rows is left out of the part.  So the
 * values and the observations of the selection are those of the wholes.
 */
#include "base/base.h"
#include "corr_sort.h"
#include "select/select_private.h"
#include "store/selected_part.h"

/* A row of a whole that parts may take from. */
typedef struct free_row {
    uint64_t stack; /* hash of its names */
    uint32_t withdrawn, row;
} free_row;

SORT_BY(free_row_by_stack, free_row, ASC(stack), DESC(withdrawn), ASC(row))

/* The rows of a segment that parts may take from, and what is left. */
typedef struct free_rows {
    free_row *v;
    size_t n;
    segment *left;
} free_rows;

typedef struct taking {
    selection *s;
    uint64_t **stack;  /* [inputs] hashes of the names of stacks, or NULL */
    free_rows **whole; /* [inputs][segments], or NULL */
    bool *counts;      /* [inputs] that the query takes */
} taking;

/* ---- stacks by their names ------------------------------------------ */

/* Addresses and lines differ between two answers of a server, names do not. */
static uint64_t hash_names(const input *in, uint32_t frame)
{
    const frame_row *f = &in->frame.v[frame];
    const func_row *func = &in->func.v[f->func];
    const corr_str name =
        input_text(in, func->name ? func->name : func->module);

    return corr_hash(name.p, name.n) ^ (func->name ? 0 : f->address);
}

static const uint64_t *names_of_stacks(taking *t, uint32_t i)
{
    const input *in = store_input(t->s->st, i);

    if (t->stack[i])
        return t->stack[i];
    t->stack[i] =
        corr_arena_new(&t->s->sel->arena, uint64_t, in->stack.at.n + 1);
    for (size_t k = 0; t->stack[i] && k < in->stack.at.n; k++)
        for (uint32_t j = 0; j < in->stack.n.v[k]; j++) {
            const uint32_t at = in->stack.at.v[k] + j;
            const uint64_t of[] = {
                t->stack[i][k],
                hash_names(in, narrow_at(&in->stack.frame, at)),
            };
            t->stack[i][k] = corr_hash(of, sizeof of);
        }
    return t->stack[i];
}

/* ---- what is left of a segment -------------------------------------- */

/* A copy of a segment whose values and observations can change. */
static segment *copy_of_segment(selection *s, uint32_t i, uint32_t seg)
{
    const input *in = store_input(s->st, i);
    const segment *g = &in->segment.v[seg];
    corr_arena *a = &s->sel->arena;
    segment *copy = corr_arena_new(a, segment, 1);

    if (!s->sel->left[i])
        s->sel->left[i] = corr_arena_new(a, const segment *, in->segment.n);
    if (!copy || !s->sel->left[i])
        return NULL;
    *copy = *g;
    copy->value = corr_arena_new(a, int64_t, g->n + 1);
    copy->obs = corr_arena_new(a, int64_t, g->n + 1);
    copy->squares = corr_arena_new(a, double, g->n + 1);
    if (!copy->value || !copy->obs || !copy->squares)
        return NULL;
    for (size_t row = 0; row < g->n; row++) {
        copy->value[row] = segment_value(g, row);
        copy->obs[row] = segment_obs(g, row);
        copy->squares[row] = segment_squares(g, row);
    }
    s->sel->left[i][seg] = copy;
    return copy;
}

/* Takes part of a row; `least` observations go with it, if it has them.  A rest
 * without observations keeps its weight in the squares. */
static int64_t take_of_row(segment *g, size_t row, int64_t value, int64_t least)
{
    const int64_t had = g->value[row], n = g->obs[row];
    const double share = (double)value / (double)had;
    const int64_t even = (int64_t)((double)n * share);
    const int64_t obs =
        value == had ? n : min_i64(n, max_i64(even, max_i64(least, 0)));

    g->value[row] -= value;
    g->obs[row] -= obs;
    g->squares[row] *= 1 - share;
    if (!g->obs[row])
        g->squares[row] = (double)g->value[row] * (double)g->value[row];
    return obs;
}

/* ---- rows without a span -------------------------------------------- */

static bool has_no_span(const selection *s, const join_segment *js, size_t row)
{
    const join_part *part;
    join_part one;
    size_t n = join_parts(js, row, &one, &part);

    if (js->own && js->own[row].span && !sel_is_weak(s->sel, js->own[row].rung))
        return false;
    while (n > 0 && sel_is_weak(s->sel, part[n - 1].rung))
        n--;
    return n == 0;
}

static bool list_free_rows(taking *t, uint32_t i, uint32_t seg, free_rows *l)
{
    selection *s = t->s;
    const input *in = store_input(s->st, i);
    const segment *g = &in->segment.v[seg];
    const join_segment *js = join_at(s->st->join, i, seg);
    const uint64_t *stack = names_of_stacks(t, i);
    verdicts v = { 0 };

    l->v = corr_arena_new(&s->sel->arena, free_row, g->n + 1);
    l->left = copy_of_segment(s, i, seg);
    if (!l->v || !l->left || !stack || !filter_judge(&s->filter, i, &v))
        return false;
    for (size_t row = 0; row < g->n; row++) {
        if (select_part_asked(s, &v, in, g, row) < 1 ||
            select_is_duplicate_row(s, i, g, row) || !has_no_span(s, js, row))
            continue;
        const corr_why why = js->rung ? (corr_why)js->why[row] : js->all;
        l->v[l->n++] = (free_row){ stack[segment_stack(g, row)],
                                   why == CORR_WHY_DUPLICATE, (uint32_t)row };
    }
    qsort(l->v, l->n, sizeof *l->v, free_row_by_stack);
    return true;
}

/* The rows of a segment of a whole; NULL: out of memory. */
static const free_rows *rows_of_whole(taking *t, uint32_t i, uint32_t seg)
{
    const input *in = store_input(t->s->st, i);

    if (!t->whole[i])
        t->whole[i] =
            corr_arena_new(&t->s->sel->arena, free_rows, in->segment.n);
    if (!t->whole[i])
        return NULL;
    free_rows *l = &t->whole[i][seg];
    return l->left || list_free_rows(t, i, seg, l) ? l : NULL;
}

/* The first row of a stack. */
static size_t first_of_stack(const free_rows *l, uint64_t stack)
{
    size_t from = 0, to = l->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (l->v[middle].stack < stack)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* ---- parts ---------------------------------------------------------- */

/* One segment of a part, and the segments of its wholes. */
typedef struct part_segment {
    uint32_t input;
    corr_str kind;
    segment *left;
    const free_rows **whole;
    size_t n;
} part_segment;

static bool find_wholes(taking *t, part_segment *p)
{
    const corr_store *st = t->s->st;
    size_t most = 0;

    for (uint32_t i = 0; i < st->input.n; i++)
        most += store_input(st, i)->segment.n;
    p->whole = corr_arena_new(&t->s->sel->arena, const free_rows *, most + 1);
    for (uint32_t i = 0; p->whole && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!t->counts[i] || !selected_part_is_of(st, p->input, i, p->kind))
            continue;
        for (uint32_t seg = 1; seg < in->segment.n; seg++) {
            const kind_row *k = &in->kind.v[in->segment.v[seg].kind];
            if (corr_str_eq(input_text(in, k->name), p->kind) &&
                !(p->whole[p->n++] = rows_of_whole(t, i, seg)))
                return false;
        }
    }
    return p->whole != NULL;
}

/* What a row of a whole has for a part: nothing outside its window. */
static int64_t free_value(const taking *t, const part_segment *p,
                          const segment *g, size_t row)
{
    const input *in = store_input(t->s->st, p->input);
    const int64_t at = g->time ? g->time[row] : CORR_NO_TIME;

    return at == CORR_NO_TIME || (at >= in->fetched.from && at < in->fetched.to)
               ? max_i64(g->value[row], 0)
               : 0;
}

/* Whether the wholes have that much of a stack. */
static bool has_stack(const taking *t, const part_segment *p, uint64_t stack,
                      int64_t value)
{
    for (size_t w = 0; w < p->n && value > 0; w++) {
        const free_rows *l = p->whole[w];
        size_t k = first_of_stack(l, stack);
        for (; k < l->n && l->v[k].stack == stack && value > 0; k++)
            value -= min_i64(value, free_value(t, p, l->left, l->v[k].row));
    }
    return value == 0;
}

/* Takes that much of a stack out of the wholes; returns the observations that go
 * with it. */
static int64_t take_stack(const taking *t, const part_segment *p,
                          uint64_t stack, int64_t value, int64_t least)
{
    int64_t obs = 0;

    for (size_t w = 0; w < p->n && value > 0; w++) {
        const free_rows *l = p->whole[w];
        size_t k = first_of_stack(l, stack);
        for (; k < l->n && l->v[k].stack == stack && value > 0; k++) {
            const uint32_t row = l->v[k].row;
            const int64_t v = min_i64(value, free_value(t, p, l->left, row));
            if (v > 0)
                obs += take_of_row(l->left, row, v, least - obs);
            value -= v;
        }
    }
    return obs;
}

/* Takes a row of a part out of its wholes, or leaves it out. */
static void take_row(taking *t, const part_segment *p, uint64_t stack,
                     size_t row)
{
    const int64_t value = p->left->value[row], obs = p->left->obs[row];
    const bool fits = value > 0 && has_stack(t, p, stack, value);

    p->left->obs[row] = fits ? take_stack(t, p, stack, value, obs) : 0;
    if (fits || !value)
        return;
    p->left->value[row] = 0;
    t->s->sel->counts.beyond.stacks++;
}

static bool take_segment(taking *t, uint32_t i, uint32_t seg, corr_str kind)
{
    selection *s = t->s;
    const input *in = store_input(s->st, i);
    part_segment p = { .input = i, .kind = kind };
    const uint64_t *stack = names_of_stacks(t, i);
    verdicts v = { 0 };

    p.left = copy_of_segment(s, i, seg);
    if (!stack || !p.left || !find_wholes(t, &p) ||
        !filter_judge(&s->filter, i, &v))
        return false;
    for (size_t row = 0; row < p.left->n; row++)
        if (select_part_asked(s, &v, in, p.left, row) > 0)
            take_row(t, &p, stack[segment_stack(p.left, row)], row);
    return true;
}

/* Leaves all rows of a segment out. */
static bool leave_segment(selection *s, uint32_t i, uint32_t seg)
{
    segment *copy = copy_of_segment(s, i, seg);

    if (copy)
        copy->n = 0;
    return copy != NULL;
}

/* Counts a part with stacks that its whole lacks. */
static void note_beyond(selection *s, uint32_t i, uint32_t whole)
{
    part_beyond *b = &s->sel->counts.beyond;

    if (b->files++ == 0) {
        b->part = corr_str_of(store_input(s->st, i)->file.path);
        b->whole = corr_str_of(store_input(s->st, whole)->file.path);
    }
}

bool select_part_counts(const selection *s, uint32_t i, corr_str kind)
{
    const uint32_t whole = selected_part_whole(s->st, i, kind, NULL);
    const bool by_span =
        s->q->joined && !s->sel->asked && store_input(s->st, i)->fetched.span;

    return (s->q->tied_only || by_span) && whole != NO_WHOLE &&
           !selected_part_is_needless(s->st, whole);
}

/* Settles one segment of a part; *whole is what its rows are in, if the query
 * takes such an input. */
static bool settle_segment(taking *t, uint32_t i, uint32_t seg, uint32_t *whole,
                           bool *is_left)
{
    selection *s = t->s;
    const input *in = store_input(s->st, i);
    const segment *g = &in->segment.v[seg];
    const kind_row *k = &in->kind.v[g->kind];
    const corr_str kind = input_text(in, k->name);

    if (!g->n || k->flags & CORR_KIND_CONTEXT || !select_is_of_kind(s, in, g))
        return true;
    const uint32_t of = selected_part_whole(s->st, i, kind, t->counts);
    if (of == NO_WHOLE)
        return true;
    *whole = of;
    if (select_part_counts(s, i, kind))
        return take_segment(t, i, seg, kind);
    *is_left |= !select_takes_once(s);
    return select_takes_once(s) || leave_segment(s, i, seg);
}

static bool settle_part(taking *t, uint32_t i)
{
    sel_counts *n = &t->s->sel->counts;
    const uint32_t before = n->beyond.stacks;
    uint32_t whole = NO_WHOLE;
    bool is_left = false, ok = true;

    for (uint32_t seg = 1; ok && seg < store_input(t->s->st, i)->segment.n;
         seg++)
        ok = settle_segment(t, i, seg, &whole, &is_left);
    if (n->beyond.stacks > before)
        note_beyond(t->s, i, whole);
    if (is_left)
        duplicate_note(&n->duplicate, t->s->st, i,
                       &(duplicate_times){ .by = whole }, CORR_STR(""), true);
    return ok;
}

void select_settle_parts(selection *s)
{
    const size_t n = s->st->input.n;
    corr_arena *a = &s->sel->arena;
    taking t = { .s = s };
    bool any = false;

    for (uint32_t i = 0; i < n; i++)
        any |= store_input(s->st, i)->fetched.is_part;
    if (!any || s->q->tied_only ||
        (s->sel->asked && s->q->reach != CORR_PROCESS))
        return;
    t.stack = corr_arena_new(a, uint64_t *, n);
    t.whole = corr_arena_new(a, free_rows *, n);
    t.counts = corr_arena_new(a, bool, n);
    s->sel->left = corr_arena_new(a, const segment **, n);
    s->no_memory |= !t.stack || !t.whole || !t.counts || !s->sel->left;
    for (uint32_t i = 0; i < n && !s->no_memory; i++)
        t.counts[i] = select_takes(s->st, s->q, i);
    for (uint32_t i = 0; i < n && !s->no_memory; i++)
        if (t.counts[i] && store_input(s->st, i)->fetched.is_part)
            s->no_memory |= !settle_part(&t, i);
}
