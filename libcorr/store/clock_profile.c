#include "store/clock_profile.h"

#include "base/base.h"
#include "store/clock_bounds.h"

enum {
    MOST = 1 << 16,     /* observations that are looked at, at most */
    LEAST = 10,         /* observations that an offset needs */
    PERCENT = 80,       /* share of observations that must agree */
    MORE_LEAST = 3,     /* observations that fit only after the shift, at
                         * least */
    MORE_PERCENT = 5,   /* their share; labels may outlive their spans a
                         * little */
    USUAL_NS = 1000000, /* difference between two clocks of one host */
    SURE_NS = 200000,   /* delay between two readings of a clock */
};

#define MOST_NS INT64_C(600000000000) /* a larger offset is not believed */

typedef struct clock_search {
    corr_store *st;
    spans named;            /* spans that observations name */
    uint32_t input;         /* that is compared with the traces */
    corr_map ids;           /* of observations */
    vec(clock_bound) bound; /* of the input */
} clock_search;

/* ---- observations ---------------------------------------------------- */

static bool add_id(corr_map *ids, const uint64_t *id, size_t row)
{

    return !id || !id[row] || corr_map_u64(ids, id[row], NULL);
}

static bool add_ids(clock_search *c, const segment *g, size_t row)
{
    return add_id(&c->ids, g->span, row) && add_id(&c->ids, g->root, row);
}

/* Adds the bound of an observation, if another input has the span that it
 * names. */
static bool add_bound(clock_search *c, const segment *g, size_t row)
{
    const uint32_t span = spans_of_row(&c->named, g, row);
    const int64_t length = g->dur && g->dur[row] > 0 ? g->dur[row] : 0;
    const int64_t t = g->time[row];

    if (!span || c->named.at.v[span].input == c->input)
        return true;
    const span_row *r = span_at(&c->named, c->st->input.v, span);
    stretch ran;
    if (!span_ran(r, &ran))
        return true;
    return vec_push(
        &c->bound,
        (clock_bound){ sub_clamped(ran.from, t),
                       sub_clamped(ran.to, add_clamped(t, length)) });
}

static bool has_ids(const segment *g)
{
    return g->time && (g->span || g->root);
}

/* Passes rows of the input that have a time to add_row: all, or as many as MOST
 * at equal distances. */
static bool list_observations(clock_search *c,
                              bool (*add_row)(clock_search *c, const segment *g,
                                              size_t row))
{
    const input *in = store_input(c->st, c->input);
    const size_t segments = in->err.code ? 0 : in->segment.n;
    size_t n = 0;
    size_t at = 0;

    for (size_t s = 1; s < segments; s++)
        n += has_ids(&in->segment.v[s]) ? in->segment.v[s].n : 0;
    const size_t step = n / MOST + 1;
    for (size_t s = 1; s < segments; s++) {
        const segment *g = &in->segment.v[s];
        for (size_t i = 0; has_ids(g) && i < g->n; i++)
            if (at++ % step == 0 && g->time[i] != CORR_NO_TIME &&
                !add_row(c, g, i))
                return false;
    }
    return true;
}

/* Widens bounds of observations that last about as long as their span, or a
 * little longer.  Their bounds are precise to the microsecond, and no two of
 * them would overlap. */
static void widen_narrow_bounds(clock_search *c)
{
    for (size_t i = 0; i < c->bound.n; i++) {
        clock_bound *b = &c->bound.v[i];
        const int64_t width = sub_clamped(b->hi, b->lo);
        const int64_t middle = clock_middle(*b);
        if (width >= -USUAL_NS && width < SURE_NS)
            *b = (clock_bound){ sub_clamped(middle, SURE_NS / 2),
                                add_clamped(middle, SURE_NS / 2) };
    }
}

/* ---- shifting ------------------------------------------------------- */

static void shift_time(int64_t *t, int64_t shift)
{
    *t = add_clamped(*t, shift);
}

/* Shifts the times of all samples.  False: out of memory; then only some of the
 * segments are shifted. */
static bool shift_segments(edition *e, int64_t shift)
{
    for (uint32_t s = 1; s < e->in.segment.n; s++) {
        if (!edition_column(e, s, SEG_TIME))
            return false;
        segment *g = &e->in.segment.v[s];
        for (size_t i = 0; g->time && i < g->n; i++)
            if (g->time[i] != CORR_NO_TIME)
                shift_time(&g->time[i], shift);
        shift_time(&g->packed.shift, shift);
        if (g->min <= g->max) {
            shift_time(&g->min, shift);
            shift_time(&g->max, shift);
        }
    }
    return true;
}

static bool shift_rows(edition *e, int64_t shift)
{
    input *in = &e->in;

    if (!edition_own(e, span) || !edition_own(e, event) ||
        !edition_own(e, point) || !edition_own(e, block.broken) ||
        !edition_own(e, loss) || !edition_own(e, asked))
        return false;
    for (size_t i = 1; i < in->span.n; i++) {
        span_row *r = &in->span.v[i];
        r->start = moment_plus(r->start, shift);
        r->end = moment_plus(r->end, shift);
    }
    for (size_t i = 0; i < in->event.n; i++)
        shift_time(&in->event.v[i].time, shift);
    for (size_t i = 0; i < in->point.n; i++)
        shift_time(&in->point.v[i].time, shift);
    for (size_t i = 0; i < in->block.broken.n; i++)
        shift_time(&in->block.broken.v[i].block.to, shift);
    for (size_t i = 0; i < in->loss.n; i++) {
        shift_time(&in->loss.v[i].from, shift);
        shift_time(&in->loss.v[i].to, shift);
    }
    for (size_t i = 0; i < in->asked.n; i++) {
        shift_time(&in->asked.v[i].from, shift);
        shift_time(&in->asked.v[i].to, shift);
    }
    return true;
}

bool clock_shift_input(edition *e, int64_t shift)
{
    input *in = &e->in;

    if (!shift_segments(e, shift) || !shift_rows(e, shift))
        return false;
    if (in->block.whole_to) {
        shift_time(&in->block.whole_from, shift);
        shift_time(&in->block.whole_to, shift);
    }
    if (in->from != CORR_NO_TIME) {
        shift_time(&in->from, shift);
        shift_time(&in->to, shift);
    }
    if (in->process.started)
        shift_time(&in->process.started, shift);
    in->clock.shift = shift;
    return true;
}

/* Formats a duration as "-137.0 ms" or "-3600.012 s". */
static const char *offset_text(corr_store *st, int64_t ns)
{
    if (ns < USUAL_NS * 1000 && ns > -USUAL_NS * 1000)
        return store_text(st, "%.1f ms", (double)ns / 1e6);
    return store_text(st, "%.3f s", (double)ns / 1e9);
}

static bool apply_offset(corr_store *st, uint32_t i, clock_bound b)
{
    const int64_t shift = clock_middle(b);
    const bool zone = clock_is_zone(shift);
    const char *words = offset_text(st, shift);
    const char *sure = offset_text(st, (b.hi - b.lo) / 2);
    edition *e = edition_of(st, i);

    if (!words || !sure || !e)
        return false;
    const bool far = !zone && (shift > MOST_NS || shift < -MOST_NS);
    e->in.clock.fits = far || st->keep_clocks ? shift : 0;
    if (st->keep_clocks)
        return true;
    if (far)
        return remark_warn(st, .rule = REMARK_CLOCK_FAR,
                           .a = corr_str_of(e->in.file.path),
                           .b = corr_str_of(words));
    e->in.clock.shift_u = (b.hi - b.lo) / 2;
    return clock_shift_input(e, shift) &&
           remark_warn(st,
                       .rule = zone ? REMARK_TIME_ZONE : REMARK_CLOCK_SHIFTED,
                       .a = corr_str_of(e->in.file.path),
                       .b = corr_str_of(words), .c = corr_str_of(sure));
}

/* The number of observations that agree without a shift. */
static size_t count_unshifted(const clock_search *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->bound.n; i++)
        n += c->bound.v[i].lo <= USUAL_NS && c->bound.v[i].hi >= -USUAL_NS;
    return n;
}

/* Whether enough observations agree on a shift, and clearly more than without
 * it. */
static bool is_offset_known(const clock_range *r, size_t now)
{
    return r->best >= LEAST && r->best * 100 >= r->all * PERCENT &&
           (r->in.lo > USUAL_NS || r->in.hi < -USUAL_NS) &&
           r->best >= now + MORE_LEAST &&
           (r->best - now) * 100 >= r->all * MORE_PERCENT;
}

static bool compare_input(clock_search *c)
{
    clock_range r = { .best = 0 };

    c->bound.n = 0;
    if (!list_observations(c, add_bound) ||
        !clock_agree(c->bound.v, c->bound.n, &r))
        return false;
    if (!is_offset_known(&r, count_unshifted(c))) {
        widen_narrow_bounds(c);
        if (!clock_agree(c->bound.v, c->bound.n, &r))
            return false;
    }
    return !is_offset_known(&r, count_unshifted(c)) ||
           apply_offset(c->st, c->input, r.in);
}

static bool has_spans(const corr_store *st)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        if (store_input(st, i)->span.n > 1)
            return true;
    return false;
}

bool clock_profiles(corr_store *st)
{
    clock_search c = { .st = st };
    const uint32_t n = has_spans(st) ? (uint32_t)st->input.n : 0;
    bool ok = true;

    for (c.input = 0; ok && c.input < n; c.input++)
        ok = list_observations(&c, add_ids);
    if (ok && c.ids.n) {
        ok = spans_list(&c.named, st->input.v, n, &c.ids);
        for (c.input = 0; ok && c.input < n; c.input++)
            ok = compare_input(&c);
    }
    vec_free(&c.bound);
    spans_clear(&c.named);
    corr_map_clear(&c.ids);
    return ok;
}
