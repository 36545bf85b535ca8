#include "store/counter_delta.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"
#include "store/edition.h"
#include "store/snapshot.h"

/* ---- equal stacks of two files -------------------------------------- */

static uint64_t hash_text(const input *in, uint32_t text)
{
    const corr_str s = input_text(in, text);

    return corr_hash(s.p, s.n);
}

static uint64_t hash_func(const input *in, uint32_t func)
{
    const func_row *f = &in->func.v[func];
    const uint64_t of[] = { hash_text(in, f->name), hash_text(in, f->file),
                            hash_text(in, f->module), hash_text(in, f->at) };

    return corr_hash(of, sizeof of);
}

/* A hash for each stack that is equal for equal stacks of all files; in the
 * arena.  NULL: out of memory. */
static const uint64_t *hash_stacks(const input *in, corr_arena *arena)
{
    uint64_t *func = corr_arena_new(arena, uint64_t, in->func.n + 1);
    uint64_t *frame = corr_arena_new(arena, uint64_t, in->frame.n + 1);
    uint64_t *stack = corr_arena_new(arena, uint64_t, in->stack.at.n + 1);

    if (!func || !frame || !stack)
        return NULL;
    for (uint32_t i = 0; i < in->func.n; i++)
        func[i] = hash_func(in, i);
    for (uint32_t i = 0; i < in->frame.n; i++) {
        const frame_row *f = &in->frame.v[i];
        const uint64_t of[] = { func[f->func], f->line, f->address,
                                hash_text(in, f->written) };
        frame[i] = corr_hash(of, sizeof of);
    }
    for (size_t i = 0; i < in->stack.at.n; i++)
        for (uint32_t j = 0; j < in->stack.n.v[i]; j++) {
            const uint32_t at = in->stack.at.v[i] + j;
            const uint64_t of[] = { stack[i],
                                    frame[narrow_at(&in->stack.frame, at)] };
            stack[i] = corr_hash(of, sizeof of);
        }
    return stack;
}

/* ---- the difference of two files ------------------------------------ */

/* A row, and the part of it that is not subtracted yet. */
typedef struct row_rest {
    uint64_t stack;
    double size; /* value of one observation */
    int64_t value, obs;
    uint32_t row;
} row_rest;

SORT_BY(by_stack, row_rest, ASC(stack), ASC(size), ASC(row))

SORT_BY(by_row, row_rest, ASC(row))

/* Lists the rows of a segment by stack, then by the size of one observation. */
static row_rest *list_rows(const input *in, const segment *g, corr_arena *arena)
{
    const uint64_t *stack = hash_stacks(in, arena);
    row_rest *l = corr_arena_new(arena, row_rest, g->n + 1);

    for (size_t i = 0; stack && l && i < g->n; i++) {
        const int64_t value = segment_value(g, i), obs = segment_obs(g, i);
        l[i] = (row_rest){ .stack = stack[segment_stack(g, i)],
                           .size = (double)value / (double)max_i64(obs, 1),
                           .value = value,
                           .obs = obs,
                           .row = (uint32_t)i };
    }
    if (stack && l)
        qsort(l, g->n, sizeof *l, by_stack);
    return stack ? l : NULL;
}

static void subtract_common(row_rest *from, row_rest *what)
{
    const int64_t value = min_i64(from->value, what->value);
    const int64_t obs = min_i64(from->obs, what->obs);

    from->value -= value;
    what->value -= value;
    from->obs -= obs;
    what->obs -= obs;
}

/* Subtracts the earlier rows of a stack from its later rows.  A stack may have
 * a row for each size that it allocates: an earlier row is subtracted from the
 * row of the most similar size, and the remainder from any row.  False: the
 * stack has less now.  A time of as many events may shrink by a little, because
 * Go measures the speed of its clock while it runs. */
static bool subtract_stack(row_rest *now, size_t n, row_rest *was, size_t nwas)
{
    enum { CLOCK_PERCENT = 1 };
    row_rest rest = { 0 };
    int64_t all = 0;
    size_t at = 0;

    for (size_t i = 0; i < nwas; i++) {
        const double size = was[i].size;
        all = add_clamped(all, was[i].value);
        while (at + 1 < n &&
               fabs(now[at + 1].size - size) <= fabs(now[at].size - size))
            at++;
        subtract_common(&now[at], &was[i]);
        rest.value = add_clamped(rest.value, was[i].value);
        rest.obs = add_clamped(rest.obs, was[i].obs);
    }
    for (size_t i = 0; i < n; i++)
        subtract_common(&now[i], &rest);
    return rest.value == 0 ||
           (rest.obs == 0 && rest.value <= all / 100 * CLOCK_PERCENT);
}

static size_t end_of_stack(const row_rest *l, size_t from, size_t n)
{
    size_t end = from;

    while (end < n && l[end].stack == l[from].stack)
        end++;
    return end;
}

/* Subtracts all earlier rows.  False: some stack has less now. */
static bool subtract_stacks(row_rest *now, size_t n, row_rest *was, size_t nwas)
{
    size_t k = 0, end;

    for (size_t i = 0; i < nwas; i = end) {
        end = end_of_stack(was, i, nwas);
        while (k < n && now[k].stack < was[i].stack)
            k++;
        const size_t to =
            k < n && now[k].stack == was[i].stack ? end_of_stack(now, k, n) : k;
        if (to > k ? !subtract_stack(now + k, to - k, was + i, end - i)
                   : was[i].value > 0)
            return false;
        k = to;
    }
    return true;
}

/* Makes a segment of the rows that are not zero.  A row with a value has at
 * least one observation, because observations may be an estimate. */
static bool make_difference(const segment *g, row_rest *l, corr_arena *arena,
                            segment *to)
{
    uint32_t *row = corr_arena_new(arena, uint32_t, g->n + 1);
    size_t n = 0;

    if (!row)
        return false;
    for (size_t i = 0; i < g->n; i++)
        if (l[i].value || l[i].obs) {
            l[n] = l[i];
            l[n].obs = max_i64(l[n].obs, l[n].value > 0);
            n++;
        }
    qsort(l, n, sizeof *l, by_row);
    for (size_t i = 0; i < n; i++)
        row[i] = l[i].row;
    if (!segment_pick(to, g, row, n) || !segment_need(to, SEG_VALUE) ||
        !segment_need(to, SEG_OBS))
        return false;
    for (size_t i = 0; i < n; i++) {
        to->value[i] = l[i].value;
        to->obs[i] = l[i].obs;
    }
    return true;
}

static bool is_negative(const segment *g)
{
    for (size_t row = 0; row < g->n; row++)
        if (segment_value(g, row) < 0)
            return true;
    return false;
}

/* ---- files ---------------------------------------------------------- */

typedef struct delta_files {
    corr_store *st;
    snapshot *all; /* files of a process are adjacent, the last one first */
    size_t n;
    corr_arena arena;
} delta_files;

static bool is_count(const input *in, const segment *g)
{
    return g->n && !g->only.rows && !g->squares &&
           (in->kind.v[g->kind].flags & CORR_KIND_CUMULATIVE ||
            g->counted_from);
}

static bool is_same_count(const input *a, const segment *g, const input *b,
                          const segment *h)
{
    const kind_row *k = &a->kind.v[g->kind];
    const kind_row *l = &b->kind.v[h->kind];

    return a->group == b->group && k->unit == l->unit &&
           corr_str_eq(input_text(a, k->name), input_text(b, l->name)) &&
           corr_str_eq(input_text(a, k->type), input_text(b, l->type));
}

static uint32_t find_same_count(const input *in, const segment *g,
                                const input *of)
{
    for (uint32_t s = 1; s < of->segment.n; s++)
        if (is_count(of, &of->segment.v[s]) &&
            is_same_count(in, g, of, &of->segment.v[s]))
            return s;
    return 0;
}

/* Whether a file is primarily about what is in use, and counts allocations
 * besides. */
static bool is_about_states(const input *in)
{
    const unsigned both = CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT;

    for (size_t k = 1; k < in->kind.n; k++)
        if ((in->kind.v[k].flags & both) == both)
            return true;
    return false;
}

/* Whether the files about states (heap profiles) supply the counts of g, out of
 * files [from,end) of one process. */
static bool states_supply(const delta_files *c, size_t from, size_t end,
                          const input *in, const segment *g)
{
    size_t n[2] = { 0, 0 };

    for (size_t i = from; i < end; i++) {
        const input *of = store_input(c->st, c->all[i].input);
        n[is_about_states(of)] += find_same_count(in, g, of) != 0;
    }
    return n[1] > n[0];
}

/* The next earlier file of the process with the same count; end: there is no
 * such file. */
static size_t find_before(const delta_files *c, size_t at, size_t end,
                          const segment *g)
{
    const input *in = store_input(c->st, c->all[at].input);
    size_t i = at + 1;

    for (; i < end; i++) {
        const input *of = store_input(c->st, c->all[i].input);
        if (c->all[i].at < c->all[at].at && find_same_count(in, g, of) &&
            is_about_states(of) == is_about_states(in))
            break;
    }
    return i;
}

/* ---- counts since the file before ----------------------------------- */

/* Whether two files are of one run of a program.  A restarted process has other
 * addresses, or another start. */
static bool is_same_run(const input *a, const input *b)
{
    if (a->process.place && b->process.place)
        return a->process.place == b->process.place;
    return a->process.started && a->process.started == b->process.started;
}

/* Whether a stack has less than in the file before.  Sets *failed if memory is
 * out. */
static bool has_fallen(delta_files *c, const input *in, const segment *g,
                       const input *of, bool *failed)
{
    const segment *h = &of->segment.v[find_same_count(in, g, of)];
    bool fell = false;

    if (!is_same_run(in, of) || is_negative(g) || is_negative(h))
        return false;
    row_rest *now = list_rows(in, g, &c->arena);
    row_rest *was = list_rows(of, h, &c->arena);
    *failed = !now || !was;
    if (!*failed)
        fell = !subtract_stacks(now, g->n, was, h->n);
    corr_arena_clear(&c->arena);
    c->arena.limit = SIZE_MAX;
    return fell;
}

/* Whether [from,end), the files of one process, hold deltas: a count that falls
 * while the process runs is not since its start. */
static bool are_deltas(delta_files *c, size_t from, size_t end, bool *failed)
{
    for (size_t i = from; i < end; i++) {
        const input *in = store_input(c->st, c->all[i].input);
        for (uint32_t s = 1; s < in->segment.n && !*failed; s++) {
            const segment *g = &in->segment.v[s];
            const size_t k = is_count(in, g) ? find_before(c, i, end, g) : end;
            if (k < end &&
                has_fallen(c, in, g, store_input(c->st, c->all[k].input),
                           failed))
                return true;
        }
    }
    return false;
}

/* Makes the counts of an input those of a time, which are added up. */
static bool mark_deltas(corr_store *st, uint32_t i)
{
    for (uint32_t s = 1; s < store_input(st, i)->segment.n; s++) {
        const input *in = store_input(st, i);
        if (!is_count(in, &in->segment.v[s]))
            continue;
        edition *e = edition_of(st, i);
        segment *g = e && edition_own(e, kind) ? edition_segment(e, s) : NULL;
        if (!g)
            return false;
        g->is_delta = true;
        e->in.kind.v[g->kind].flags &= ~(unsigned)CORR_KIND_CUMULATIVE;
    }
    return true;
}

static bool mark_all_deltas(corr_store *st)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        if (st->match.v[i].used && !mark_deltas(st, i))
            return false;
    return true;
}

/* ---- counts since the start ----------------------------------------- */

static bool show_difference(delta_files *c, uint32_t i, uint32_t s,
                            segment *more, int64_t since)
{
    edition *e = edition_of(c->st, i);

    if (!e || !edition_own(e, kind)) {
        segment_clear(more);
        return false;
    }
    more->counted_from = since;
    e->in.kind.v[more->kind].flags &= ~(unsigned)CORR_KIND_CUMULATIVE;
    return edition_replace(e, s, more);
}

/* A segment of the edition, whose marks may be changed; NULL: out of memory. */
static segment *marked_segment(delta_files *c, uint32_t i, uint32_t s)
{
    edition *e = edition_of(c->st, i);

    return e ? edition_segment(e, s) : NULL;
}

static bool mark_first(delta_files *c, uint32_t i, uint32_t s)
{
    segment *g = marked_segment(c, i, s);

    if (g)
        g->is_first = true;
    return g != NULL;
}

static bool subtract_file(delta_files *c, uint32_t i, uint32_t s,
                          const snapshot *from)
{
    segment *g = marked_segment(c, i, s);
    const input *in = store_input(c->st, i);
    const input *of = store_input(c->st, from->input);
    segment more = { 0 };

    if (!g)
        return false;
    const segment *h = &of->segment.v[find_same_count(in, g, of)];
    g->is_first = false;
    g->is_anew = is_negative(g) || is_negative(h);
    if (g->is_anew)
        return true;
    row_rest *now = list_rows(in, g, &c->arena);
    row_rest *was = list_rows(of, h, &c->arena);
    bool ok = now && was;
    g->is_anew = ok && !subtract_stacks(now, g->n, was, h->n);
    if (ok && !g->is_anew)
        ok = make_difference(g, now, &c->arena, &more) &&
             show_difference(c, i, s, &more, from->at);
    corr_arena_clear(&c->arena);
    c->arena.limit = SIZE_MAX;
    return ok;
}

/* Subtracts the segments of file i from [from,end), the files of one
 * process. */
static bool subtract_segments(delta_files *c, size_t from, size_t i, size_t end)
{
    const uint32_t number = c->all[i].input;

    for (uint32_t s = 1; s < store_input(c->st, number)->segment.n; s++) {
        const input *in = store_input(c->st, number);
        const segment *g = &in->segment.v[s];
        if (!is_count(in, g))
            continue;
        if (is_about_states(in) != states_supply(c, from, end, in, g)) {
            if (!mark_first(c, number, s))
                return false;
            continue;
        }
        const size_t k = find_before(c, i, end, g);
        if (k == end)
            continue; /* the first file; a later one marks it */
        const uint32_t before = c->all[k].input;
        if (!mark_first(c, before,
                        find_same_count(in, g, store_input(c->st, before))) ||
            !subtract_file(c, number, s, &c->all[k]))
            return false;
    }
    return true;
}

/* Subtracts files of one process, or marks them as deltas.  Subtracts the last
 * file first, so the file before it still has the values that were read. */
static bool subtract_files(delta_files *c, size_t from, size_t end)
{
    bool failed = false;

    if (c->st->counts == CORR_COUNTS_SEEN &&
        are_deltas(c, from, end, &failed)) {
        for (size_t i = from; i < end && !failed; i++)
            failed = !mark_deltas(c->st, c->all[i].input);
        return !failed;
    }
    if (failed || c->st->keep_counts)
        return !failed;
    for (size_t i = from; i < end; i++)
        if (!subtract_segments(c, from, i, end))
            return false;
    return true;
}

static bool list_files(delta_files *c)
{
    const corr_store *st = c->st;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        bool any = false;
        for (size_t s = 1; st->match.v[i].used && s < in->segment.n; s++)
            any |= is_count(in, &in->segment.v[s]);
        c->n += any && snapshot_of(st, i, &c->all[c->n]);
    }
    snapshot_order(c->all, c->n);
    return c->n > 1;
}

bool delta_subtract(corr_store *st)
{
    delta_files c = { .st = st, .arena.limit = SIZE_MAX };
    corr_arena of = { .limit = SIZE_MAX };
    bool ok = true;

    if (st->counts == CORR_COUNTS_DELTAS)
        return mark_all_deltas(st);
    c.all = corr_arena_new(&of, snapshot, st->input.n + 1);
    ok = c.all != NULL;
    if (ok && list_files(&c))
        for (size_t i = 0, end; ok && i < c.n; i = end) {
            end = snapshot_end(c.all, i, c.n);
            ok = subtract_files(&c, i, end);
        }
    corr_arena_clear(&of);
    return ok;
}
