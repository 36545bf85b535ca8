/*
 * gaps - stretches of a span in which no child runs: the record has no detail
 * of this time.
 *
 * A span without children has no gaps, since no finer record exists.
 */
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "trace/waterfall.h"

struct corr_gaps {
    corr_arena arena; /* owns this struct */
    vec(corr_gap) gap;
};

typedef struct gap_finder {
    corr_gaps *g;
    const corr_waterfall *w;
    int64_t least;
    uint32_t *at;   /* [spans + 1] into list */
    uint32_t *list; /* sections by span, in time order */
} gap_finder;

/* Groups the sections by span, so a lookup touches only one span's sections. */
static bool sort_sections(gap_finder *f)
{
    const critical *c = &f->w->critical;

    f->at = corr_arena_new(&f->g->arena, uint32_t, (size_t)f->w->n + 1);
    f->list = corr_arena_new(&f->g->arena, uint32_t, c->section.n);
    if (!f->at || !f->list)
        return false;
    for (size_t i = 0; i < c->section.n; i++)
        f->at[c->section.v[i].span + 1]++;
    for (uint32_t i = 0; i < f->w->n; i++)
        f->at[i + 1] += f->at[i];
    for (size_t i = c->section.n; i-- > 0;) /* turns ends into starts */
        f->list[--f->at[c->section.v[i].span + 1]] = (uint32_t)i;
    return true;
}

/* The ns of [from, to) in which the span itself is critical. */
static int64_t critical_part(const gap_finder *f, uint32_t span, int64_t from,
                             int64_t to)
{
    const corr_section *section = f->w->critical.section.v;
    /* at[k + 1] is the start of span k: see sort_sections */
    size_t lo = f->at[span + 1];
    const size_t end =
        span + 1 < f->w->n ? f->at[span + 2] : f->w->critical.section.n;
    int64_t sum = 0;

    LOWER_BOUND(lo, end, i, section[f->list[i]].to <= from);
    for (; lo < end && section[f->list[lo]].from < to; lo++)
        sum += min_i64(to, section[f->list[lo]].to) -
               max_i64(from, section[f->list[lo]].from);
    return sum;
}

static bool add_gap(gap_finder *f, const corr_gap *gap)
{
    const corr_waterfall *w = f->w;
    corr_gap found = *gap;

    if (found.to <= found.from || sub_clamped(found.to, found.from) < f->least)
        return true;
    found.critical = critical_part(f, found.span, found.from, found.to);
    found.from = sub_clamped(found.from, w->time[w->facts.root].start);
    found.to = sub_clamped(found.to, w->time[w->facts.root].start);
    return vec_push(&f->g->gap, found);
}

/* Adds the gaps of span i.  Children come by start, and one may outlast many.
 * */
static bool add_span_gaps(gap_finder *f, uint32_t i)
{
    const critical_span *time = f->w->time;
    const critical_span *me = &time[i];
    int64_t done = me->from;
    uint32_t before = CRITICAL_NONE;

    for (uint32_t k = i + 1; k < me->end_index; k = time[k].end_index) {
        const int64_t to = min_i64(time[k].start, me->to);
        if (!add_gap(f, &(corr_gap){ i, done, to, before, k, 0 }))
            return false;
        if (time[k].unfinished) /* it may have run until the end */
            return true;
        if (time[k].end > done) {
            done = time[k].end;
            before = k;
        }
    }
    return add_gap(f, &(corr_gap){ i, done, me->to, before, CRITICAL_NONE, 0 });
}

/* Whether the other side of a call is recorded: what it does not cover is the
 * way there and back, or the difference of two clocks. */
static bool knows_server(const corr_waterfall *w, uint32_t i)
{
    const critical_span *time = w->time;

    for (uint32_t k = i + 1; k < time[i].end_index; k = time[k].end_index)
        if (time[i].kind == CORR_SPAN_CLIENT &&
            time[k].kind == CORR_SPAN_SERVER)
            return true;
    return false;
}

static int64_t gap_length(const corr_gap *g)
{
    return g->to - g->from;
}

SORT_BY(gap_by_length, corr_gap, DESC_OF(gap_length), ASC(from), ASC(span))

static bool find_gaps(gap_finder *f)
{
    if (!sort_sections(f))
        return false;
    for (uint32_t i = 0; i < f->w->n; i++) {
        const critical_span *s = &f->w->time[i];
        if (s->end_index > i + 1 && !s->nonblocking && !s->dropped &&
            !s->unfinished && !knows_server(f->w, i) && !add_span_gaps(f, i))
            return false;
    }
    vec_sort(&f->g->gap, gap_by_length);
    return true;
}

corr_gaps *corr_gaps_of(const corr_waterfall *w, int64_t least, corr_err *err)
{
    corr_gaps *g = self_arena_new(corr_gaps, err);

    if (!g)
        return NULL;

    gap_finder f = { .g = g, .w = w, .least = least > 0 ? least : 1 };
    const corr_code code = find_gaps(&f) ? CORR_OK : corr_no_memory(err);
    return KEEP_IF(!code, g, corr_gaps_free);
}

uint32_t corr_gaps_size(const corr_gaps *g)
{
    return (uint32_t)g->gap.n;
}

corr_gap corr_gaps_at(const corr_gaps *g, uint32_t i)
{
    return g->gap.v[i];
}

void corr_gaps_free(corr_gaps *g)
{
    if (!g)
        return;
    vec_free(&g->gap);
    self_arena_free(g);
}
