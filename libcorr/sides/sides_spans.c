/*
 * sides_spans - a side of chosen spans: each of them is a request.
 *
 * Spans are more independent of each other than the samples of a file. The
 * clusters are runs of spans in the order of their start.
 */
#include <stdlib.h>

#include "corr_sort.h"
#include "sides/sides.h"
#include "store/span_weight.h"

enum { MOST_CLUSTERS = 60 };

/* ---- which of the chosen spans a span is below --------------------------- */

/* A sample may know only the root of its request. The root stands for the first
 * chosen span below it. */
static void claim_roots(const sides *s, side *d)
{
    for (uint32_t i = 0; i < d->q->nchosen; i++) {
        const uint32_t root = s->st->spans.root.v[d->q->chosen[i]];
        if (!d->top_of[root])
            d->top_of[root] = i + 1;
    }
}

/* Fills d->stand. False: out of memory. */
static bool find_stand(const sides *s, side *d, corr_arena *arena)
{
    double *stand = corr_arena_new(arena, double, d->q->nchosen + 1);
    bool any = false;

    for (uint32_t i = 0; stand && i < d->q->nchosen; i++) {
        stand[i] = span_weight(s->st, d->q->chosen[i]);
        any = any || stand[i] > 1;
    }
    d->stand = any ? stand : NULL;
    return stand != NULL;
}

/* Each walk up ends at the first span with a known result, which the spans
 * below it get. */
bool sides_choose(sides *s, side *d)
{
    const spans *sp = &s->st->spans;

    d->top_of = corr_arena_new(&s->arena, uint32_t, sp->at.n);
    d->cluster_of = corr_arena_new(&s->arena, uint32_t, d->q->nchosen + 1);
    if (!d->top_of || !d->cluster_of || !find_stand(s, d, &s->arena))
        return false;
    for (uint32_t i = 0; i < d->q->nchosen; i++)
        d->top_of[d->q->chosen[i]] = i + 1;
    for (uint32_t i = 1; i < sp->at.n; i++) {
        uint32_t top = i;
        while (!d->top_of[top] && sp->up.v[top])
            top = sp->up.v[top];
        const uint32_t of = d->top_of[top] ? d->top_of[top] : UINT32_MAX;
        for (uint32_t at = i; at && !d->top_of[at]; at = sp->up.v[at])
            d->top_of[at] = of;
    }
    for (uint32_t i = 1; i < sp->at.n; i++)
        d->top_of[i] = d->top_of[i] == UINT32_MAX ? 0 : d->top_of[i];
    claim_roots(s, d);
    return true;
}

/* ---- clusters ------------------------------------------------------------ */

/* Whether a profile of the process of a span ran during the span. */
static bool is_covered(const sides *s, const side *d, uint32_t span)
{
    const uint32_t proc = s->st->spans.proc.v[span];
    stretch seen;

    if (!span_seen(store_span(s->st, span), &seen))
        return false;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        if (f->from != CORR_NO_TIME &&
            (seen.to <= f->from || seen.from >= f->to))
            continue;
        if (!f->proc || f->proc == proc)
            return true;
    }
    return false;
}

typedef struct span_start {
    int64_t start;
    uint32_t i;
} span_start;

SORT_BY(span_start_order, span_start, ASC(start), ASC(i))

bool sides_cluster_spans(sides *s, side *d)
{
    const size_t all = d->q->nchosen;
    span_start *b = corr_arena_new(&s->arena, span_start, all + 1);
    size_t n = 0;

    if (!b)
        return false;
    for (uint32_t i = 0; i < all; i++)
        if (is_covered(s, d, d->q->chosen[i]))
            b[n++] = (span_start){
                moment_order(store_span(s->st, d->q->chosen[i])->start), i
            };
    qsort(b, n, sizeof *b, span_start_order);
    d->nspan_clusters = (uint32_t)(n > MOST_CLUSTERS ? MOST_CLUSTERS
                                   : n               ? n
                                                     : 1);
    for (size_t at = 0; at < n; at++)
        d->cluster_of[b[at].i] = (uint32_t)(at * d->nspan_clusters / n) + 1;
    return true;
}

void sides_count_spans(side *d)
{
    d->facts.requests = 0;
    d->facts.covered = 0;
    d->facts.adjusted = d->stand != NULL;
    for (size_t i = 0; i < d->q->nchosen; i++)
        if (d->cluster_of[i]) {
            const double n = d->stand ? d->stand[i] : 1;
            d->requests[d->cluster_of[i] - 1] += n;
            d->facts.requests += n;
            d->facts.covered++;
        }
}

/* ---- samples ------------------------------------------------------------- */

/* Returns 1 + the chosen span that has most of a row; 0: unknown. */
static uint32_t top_of_row(const sides *s, const side *d, const sel_part *p,
                           size_t row)
{
    const join_segment *js = join_at(s->st->join, p->input, p->segment);
    const join_part *part;
    join_part one;
    const size_t n = join_parts(js, row, &one, &part);

    for (size_t k = 0; k < n; k++)
        if (d->top_of[part[k].span])
            return d->top_of[part[k].span];
    return 0;
}

uint32_t sides_span_cluster(const sides *s, const side *d, const sel_part *p,
                            size_t row)
{
    const uint32_t top = top_of_row(s, d, p, row);
    const uint32_t cluster = top ? d->cluster_of[top - 1] : 0;

    return cluster ? cluster - 1 : 0;
}

double sides_span_stands(const sides *s, const side *d, const sel_part *p,
                         size_t row)
{
    const uint32_t top = d->stand ? top_of_row(s, d, p, row) : 0;

    return top ? d->stand[top - 1] : 1;
}

bool sides_count_sampled(sides *s, side *d)
{
    uint8_t *seen = corr_arena_new(&s->arena, uint8_t, d->q->nchosen + 1);

    if (!seen)
        return false;
    for (size_t i = 0; i < d->sel->part.n; i++) {
        const sel_part *p = &d->sel->part.v[i];
        for (size_t k = 0; k < p->n; k++) {
            const uint32_t top = top_of_row(s, d, p, sel_row(p, k));
            d->facts.sampled += top && !seen[top];
            seen[top] = 1;
        }
    }
    return true;
}
