#include "join/join_by_time.h"

#include "base/base.h"
#include "model/interval.h"

enum {
    MOST_U_NS = 100000000, /* a time with a larger error is useless */
    MOST_PIECES = 4096     /* pieces that one row may touch, at most */
};

bool timejoin_init(timejoin *b)
{
    b->in = store_input(b->st, b->input);
    b->u = max_i64(b->in->clock.error, b->in->clock.shift_u);
    b->u = min_i64(max_i64(STRETCH_CLOCK_NS, b->u), MOST_U_NS);
    b->needs_thread =
        b->st->match.v[b->input].by_file && !b->in->clock.is_found;
    if (!activations_of(&b->act, b->st, b->input, &b->sweep))
        return false;
    b->labelled |= b->act.lane_of != NULL;
    return true;
}

void timejoin_clear(timejoin *b)
{
    thread_lanes_clear(&b->lanes);
    activations_clear(&b->act);
    active_spans_clear(&b->sweep);
}

/* ---- times ---------------------------------------------------------- */

/* The moment of a row; a wait is judged by its start. */
static sample_time moment_of(const timejoin *b, const segment *g, size_t row,
                             int64_t u)
{
    sample_time m = interval_moment(b->in, g, row);

    m.u = m.ticks ? 0 : u;
    return m;
}

static bool has_time(const segment *g, size_t row)
{
    return g->time && g->time[row] != CORR_NO_TIME;
}

static void find_window(const timejoin *b, int64_t *from, int64_t *to)
{
    *from = INT64_MAX;
    *to = INT64_MIN;
    for (size_t s = 1; s < b->in->segment.n; s++) {
        const segment *g = &b->in->segment.v[s];
        *from = min_i64(*from, g->min);
        *to = max_i64(*to, g->max);
        for (size_t i = 0; interval_has_ticks(b->in, g) && i < g->n; i++)
            if (has_time(g, i) && g->dur[i] > 0)
                *to = max_i64(*to, add_clamped(g->time[i], g->dur[i]));
    }
    *from = sub_clamped(*from, b->u);
    *to = add_clamped(*to, b->u);
}

static bool make_lanes(timejoin *b)
{
    int64_t from, to;

    if (b->has_lanes || b->failed)
        return !b->failed;
    find_window(b, &from, &to);
    b->has_lanes = true;
    b->failed = !thread_lanes_of(&b->lanes, b->st, b->all, &b->sweep, b->input,
                                 from, to);
    return !b->failed;
}

bool timejoin_may(const timejoin *b, const segment *g)
{
    const uint32_t proc = b->st->match.v[b->input].proc;

    if (!g->time || b->in->kind.v[g->kind].flags & CORR_KIND_CONTEXT)
        return false;
    return b->act.lane_of || (proc && b->all->at[proc] < b->all->at[proc + 1]);
}

/* ---- parts ---------------------------------------------------------- */

typedef struct part_list {
    join_part part[JOIN_PARTS];
    size_t n;
    double sum;
} part_list;

static void add_span_part(part_list *g, join_part as, uint32_t span,
                          double share)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->part[i].span == span) {
            g->part[i].share += share;
            g->sum += share;
            return;
        }
    if (g->n == JOIN_PARTS)
        return;
    as.span = span;
    as.share = share;
    g->part[g->n++] = as;
    g->sum += share;
}

/* Adds the parts that the spans of one lane have in a moment. */
static void gather_parts(timejoin *b, uint32_t lane, const sample_time *m,
                         join_part as, part_list *g)
{
    size_t n;
    const active_spans_piece *p = active_spans_at(&b->sweep, lane, m, &n);

    for (size_t i = 0; i < n && i < MOST_PIECES; i++) {
        const double inside = sample_time_inside(m, p[i].from, p[i].to);
        for (uint32_t k = 0; inside > 0 && k < p[i].n; k++) {
            const uint32_t who = active_spans_who(&b->sweep, &p[i])[k];
            if (who && !(who & ACTIVATION_REQUEST))
                add_span_part(g, as, who, inside / p[i].n);
        }
    }
}

/* Orders parts by share, the largest first, then by span id, then by number. */
static bool comes_before(const timejoin *b, const join_part *x,
                         const join_part *y)
{
    if (x->share > y->share || x->share < y->share)
        return x->share > y->share;
    const uint64_t ix = store_span(b->st, x->span)->id;
    const uint64_t iy = store_span(b->st, y->span)->id;
    return ix != iy ? ix < iy : x->span < y->span;
}

static void sort_parts(const timejoin *b, part_list *g)
{
    for (size_t i = 1; i < g->n; i++) {
        const join_part x = g->part[i];
        size_t at = i;
        for (; at > 0 && comes_before(b, &x, &g->part[at - 1]); at--)
            g->part[at] = g->part[at - 1];
        g->part[at] = x;
    }
}

static uint32_t add_split(timejoin *b, const part_list *g)
{
    join_divided *d = b->divided;
    bool ok =
        d->part.n < UINT32_MAX - JOIN_PARTS && (d->at.n || vec_push(&d->at, 0));
    for (size_t i = 0; ok && i < g->n; i++)
        ok = vec_push(&d->part, g->part[i]);
    ok = ok && vec_push(&d->at, (uint32_t)d->part.n);
    b->failed |= !ok;
    return ok ? (uint32_t)d->at.n - 1 : 0;
}

static const double whole = 1 - JOIN_NOTHING;

/* Makes a verdict of the parts.  keeps: other rows may reuse the division. */
static verdict verdict_of_parts(timejoin *b, part_list *g, bool keeps)
{
    if (!g->n)
        return verdict_none(CORR_WHY_NONE);
    verdict v = { .rung = (corr_rung)g->part[0].rung,
                  .why = g->sum < whole ? CORR_WHY_BACKGROUND : CORR_WHY_NONE };

    if (g->n > 1)
        sort_parts(b, g);
    if (g->n > 1 || g->part[0].share < whole || g->part[0].fit != THREAD_SURE)
        v.split = keeps || !b->only_counts ? add_split(b, g) : 0;
    v.span = g->part[0].span;
    return v;
}

/* Reuses the division of an earlier row in the same piece, if it has the same
 * rung and fit. */
static bool reuse_division(const timejoin *b, const active_spans_piece *p,
                           join_part as, verdict *v)
{
    if (!p->split)
        return false;
    const join_part *first =
        &b->divided->part.v[b->divided->at.v[p->split - 1]];
    if (first->fit != as.fit || first->fitting != as.fitting ||
        first->rung != as.rung)
        return false;
    *v = (verdict){ .span = first->span, .split = p->split, .rung = as.rung };
    return true;
}

/* Joins a moment on one lane; why NONE without a span: no span was active. */
static verdict join_on_lane(timejoin *b, uint32_t lane, const sample_time *m,
                            join_part as)
{
    size_t n;
    part_list g = { .n = 0 };
    verdict v;
    active_spans_piece *p = active_spans_at(&b->sweep, lane, m, &n);

    if (!n)
        return verdict_none(CORR_WHY_NONE);
    const bool within = moment_within(m, p);
    if (within && p->n == 1 && as.fit == THREAD_SURE)
        return (verdict){ .span = p->who, .rung = as.rung };
    if (within && reuse_division(b, p, as, &v))
        return v;
    gather_parts(b, lane, m, as, &g);
    v = verdict_of_parts(b, &g, within);
    if (within && v.split < ACTIVE_SPANS_SPLITS)
        p->split = v.split & (ACTIVE_SPANS_SPLITS - 1);
    return v;
}

verdict timejoin_share(timejoin *b, const spans_meant *m)
{
    const join_part as = { .rung = CORR_RUNG_P, .fit = THREAD_SURE };
    part_list g = { .n = 0 };

    for (uint32_t i = 0; i < m->n; i++)
        add_span_part(&g, as, m->span[i], m->share[i]);
    verdict v = verdict_of_parts(b, &g, false);
    v.why = CORR_WHY_ID_NOT_UNIQUE;
    return v;
}

/* ---- by activation -------------------------------------------------- */

verdict timejoin_activation(timejoin *b, const segment *g, size_t row)
{
    const uint32_t thread = g->thread ? g->thread[row] : 0;
    const uint32_t lane = b->act.lane_of ? b->act.lane_of[thread] : 0;
    const join_part as = { .rung = CORR_RUNG_S2, .fit = THREAD_SURE };
    size_t n;

    if (!lane || !has_time(g, row))
        return verdict_none(CORR_WHY_NONE);
    const sample_time m = moment_of(b, g, row, 0);
    const active_spans_piece *p = active_spans_at(&b->sweep, lane - 1, &m, &n);
    if (n && moment_within(&m, p)) {
        const uint32_t who = *active_spans_who(&b->sweep, p);
        if (!who)
            return verdict_none(CORR_WHY_UNSAMPLED);
        if (who & ACTIVATION_REQUEST)
            return (verdict){ .span = who & ~ACTIVATION_REQUEST };
    }
    return join_on_lane(b, lane - 1, &m, as);
}

/* ---- by thread ------------------------------------------------------ */

/* The lanes that a row's thread uses; *n is their number. */
static const lane_use *uses_of(const timejoin *b, const segment *g, size_t row,
                               size_t *n)
{
    const uint32_t thread = g->thread ? g->thread[row] : 0;
    const uint32_t first = b->lanes.use_at[thread];

    *n = thread ? b->lanes.use_at[thread + 1] - first : 0;
    return b->lanes.use.v + first;
}

/* By a clock that spans placed, no evidence is stronger than a thread's name.
 */
static join_part part_of_use(const timejoin *b, const lane_use *use)
{
    const bool is_sure = use->fit == THREAD_SURE && !b->in->clock.is_found;

    return (join_part){
        .rung = is_sure ? CORR_RUNG_T1 : CORR_RUNG_T2,
        .fit = (uint8_t)use->fit,
        .fitting =
            use->fitting < UINT16_MAX ? (uint16_t)use->fitting : UINT16_MAX,
    };
}

bool timejoin_knows(timejoin *b, const segment *g, size_t row)
{
    size_t n;

    if (!make_lanes(b))
        return false;
    const lane_use *use = uses_of(b, g, row, &n);
    return n > 0 && use->fit == THREAD_SURE;
}

verdict timejoin_clip(timejoin *b, const segment *g, size_t row, verdict v,
                      int64_t from, int64_t to)
{
    const join_part as = { .rung = (uint8_t)v.rung, .fit = THREAD_SURE };
    part_list one = { .n = 0 };

    if (!has_time(g, row))
        return v;
    const sample_time m = moment_of(b, g, row, 0);
    const double inside = sample_time_inside(&m, from, to);
    if (m.ticks <= 1 || inside >= whole || inside <= 0)
        return v;
    add_span_part(&one, as, v.span, inside);
    v = verdict_of_parts(b, &one, false);
    v.why = CORR_WHY_AFTER_END;
    v.late = v.span;
    return v;
}

/* Joins a moment on several lanes, because the thread may be one of several.
 * Among the best fits, each lane with a span at the time gets an equal part. */
static verdict join_on_lanes(timejoin *b, const lane_use *use, size_t n,
                             const sample_time *m)
{
    part_list all = { .n = 0 };
    thread_fit fit = THREAD_OTHER;
    size_t busy = 0;

    for (size_t i = 0; i < n && (!busy || use[i].fit == fit); i++) {
        part_list one = { .n = 0 };
        fit = use[i].fit;
        gather_parts(b, use[i].lane, m, part_of_use(b, &use[i]), &one);
        for (size_t k = 0; k < one.n; k++)
            add_span_part(&all, one.part[k], one.part[k].span,
                          one.part[k].share);
        busy += one.n > 0;
    }
    for (size_t k = 0; k < all.n; k++)
        all.part[k].share /= (double)busy;
    all.sum /= (double)(busy ? busy : 1);
    return verdict_of_parts(b, &all, false);
}

uint32_t timejoin_within(timejoin *b, const segment *g, size_t row,
                         uint32_t root)
{
    uint32_t found = 0;
    size_t n, pieces;

    if (!timejoin_may(b, g) || !has_time(g, row) || !make_lanes(b))
        return 0;
    const sample_time m = { .t = g->time[row] };
    const lane_use *use = uses_of(b, g, row, &n);
    for (size_t i = 0; i < n; i++) {
        const active_spans_piece *p =
            active_spans_at(&b->sweep, use[i].lane, &m, &pieces);
        for (uint32_t k = 0; pieces && k < p->n; k++) {
            const uint32_t who = active_spans_who(&b->sweep, p)[k];
            if (b->st->spans.root.v[who] != root)
                continue;
            if (found)
                return 0;
            found = who;
        }
    }
    return found;
}

/* ---- by process ----------------------------------------------------- */

/* Whether spans of the process were active at a time: 0, or 1 + the number that
 * could have used a CPU. */
static uint32_t active_at(timejoin *b, int64_t t)
{
    const sample_time m = { .t = t };
    uint32_t lane = 0;
    size_t n;

    if (!thread_lanes_process(&b->lanes, &lane)) {
        b->failed = true;
        return 0;
    }
    const active_spans_piece *p = active_spans_at(&b->sweep, lane, &m, &n);
    return n ? 1 + p->n : 0;
}

static verdict join_in_process(timejoin *b, const segment *g, size_t row)
{
    const join_part as = { .rung = CORR_RUNG_P, .fit = THREAD_SURE };
    const uint32_t active = active_at(b, g->time[row]);

    if (b->failed)
        return verdict_none(CORR_WHY_NONE);
    if (b->labelled)
        return verdict_none(active ? CORR_WHY_UNLABELLED : CORR_WHY_BACKGROUND);
    const sample_time m = moment_of(b, g, row, b->u);
    const verdict v = join_on_lane(b, b->lanes.process, &m, as);
    return v.span ? v : verdict_none(CORR_WHY_BACKGROUND);
}

/* Whether a row of a recording of several processes is not known to be of the
 * process of the spans. */
static bool is_other_process(const timejoin *b, const segment *g, size_t row,
                             bool by_thread)
{
    const thread_row *t = &b->in->thread.v[g->thread ? g->thread[row] : 0];

    return b->in->process.mixed && (t->stranger || (!t->pid && !by_thread));
}

verdict timejoin_place(timejoin *b, const segment *g, size_t row,
                       corr_why otherwise)
{
    size_t n;

    if (!has_time(g, row) || !make_lanes(b) || !b->lanes.span.n)
        return verdict_none(otherwise);
    const lane_use *use = uses_of(b, g, row, &n);
    const bool by_thread = b->lanes.known && g->thread && g->thread[row];
    if (is_other_process(b, g, row, by_thread))
        return verdict_none(CORR_WHY_BACKGROUND);
    if (!by_thread)
        return b->needs_thread ? verdict_none(otherwise)
                               : join_in_process(b, g, row);
    const sample_time m = moment_of(b, g, row, b->u);
    const verdict v = n == 1
                          ? join_on_lane(b, use->lane, &m, part_of_use(b, use))
                          : join_on_lanes(b, use, n, &m);
    if (v.span)
        return v;
    return verdict_none(!n && b->lanes.strange && active_at(b, g->time[row])
                            ? CORR_WHY_THREAD_UNKNOWN
                            : CORR_WHY_BACKGROUND);
}
