#include "page/fall_figure.h"

#include <stdlib.h>

#include "corr_figure.h"
#include "corr_sort.h"
#include "page/span_story.h"
#include "page/waterfall_page.h"

/* What a page has room for.  A span has up to one stretch of the critical path
 * for each of its children, so that these have a limit, too. */
enum { MOST_BARS = 150, MOST_PIECES = 2000, MOST_STRETCHES = 1000 };

OWNS(corr_fills)

/* The filling of each kind of activity. */
static const corr_time_use use_of[CORR_SPENT_COUNT] = {
    [CORR_SPENT_CHILD] = CORR_USE_CHILD,
    [CORR_SPENT_ASYNC] = CORR_USE_CHILD,
    [CORR_SPENT_GC] = CORR_USE_GC,
    [CORR_SPENT_LOCK] = CORR_USE_LOCK,
    [CORR_SPENT_SLEEP] = CORR_USE_LOCK,
    [CORR_SPENT_PARK] = CORR_USE_LOCK,
    [CORR_SPENT_BLOCKED] = CORR_USE_LOCK,
    [CORR_SPENT_QUEUE] = CORR_USE_LOCK,
    [CORR_SPENT_FILE] = CORR_USE_IO,
    [CORR_SPENT_SOCKET] = CORR_USE_IO,
    [CORR_SPENT_CPU] = CORR_USE_CPU,
    [CORR_SPENT_NATIVE] = CORR_USE_UNKNOWN,
    [CORR_SPENT_LOST] = CORR_USE_UNKNOWN,
    [CORR_SPENT_UNOBSERVED] = CORR_USE_UNKNOWN,
};

typedef struct drawing {
    corr_report *r;
    const corr_waterfall *w;
    const fall_opts *o;
    uint32_t focus, size;
    uint32_t *span; /* [n] spans with a bar */
    uint32_t *bar;  /* [size] 1 + the bar of a span; 0: none */
    uint32_t n;
    int64_t from, to;
    corr_span_bar *bars;
    uint32_t stretches;
} drawing;

/* ---- which spans ------------------------------------------------------- */

typedef struct worth {
    int64_t critical, length;
    bool focus, failed;
    uint32_t i;
} worth;

SORT_BY(worth_by_rank, worth, DESC(focus), DESC(critical), DESC(failed),
        DESC(length), ASC(i))

/* Marks a span and all above it, if there is room for them. */
static bool mark_bars(drawing *d, uint32_t i)
{
    uint32_t more = 0;

    for (uint32_t at = i; at != UINT32_MAX && !d->bar[at];
         at = corr_waterfall_at(d->w, at).up)
        more++;
    if (d->n + more > MOST_BARS && d->n > 0)
        return false;
    for (uint32_t at = i; at != UINT32_MAX && !d->bar[at];
         at = corr_waterfall_at(d->w, at).up)
        d->bar[at] = 1;
    d->n += more;
    return true;
}

/* All spans, or those with most of the critical path and all above them. */
static bool pick_bars(drawing *d)
{
    worth *rank = corr_report_alloc(d->r, sizeof *rank, (size_t)d->size + 1);

    d->bar = corr_report_alloc(d->r, sizeof *d->bar, (size_t)d->size + 1);
    if (!rank || !d->bar)
        return false;
    for (uint32_t i = 0; i < d->size; i++) {
        const corr_span_view v = corr_waterfall_at(d->w, i);
        rank[i] = (worth){ v.critical, v.end - v.start, i == d->focus,
                           v.status == CORR_STATUS_ERROR, i };
    }
    qsort(rank, d->size, sizeof *rank, worth_by_rank);
    for (uint32_t k = 0; k < d->size && mark_bars(d, rank[k].i); k++)
        ;
    d->span = corr_report_alloc(d->r, sizeof *d->span, (size_t)d->n + 1);
    d->bars = corr_report_alloc(d->r, sizeof *d->bars, (size_t)d->n + 1);
    if (!d->span || !d->bars)
        return false;
    d->n = 0;
    for (uint32_t i = 0; i < d->size; i++) {
        if (!d->bar[i])
            continue;
        d->span[d->n++] = i;
        d->bar[i] = d->n;
    }
    return true;
}

/* The axis reaches from the first start to the last end. */
static void find_axis(drawing *d)
{
    d->from = INT64_MAX;
    d->to = INT64_MIN;
    for (uint32_t k = 0; k < d->n; k++) {
        const corr_span_view v = corr_waterfall_at(d->w, d->span[k]);
        d->from = v.start < d->from ? v.start : d->from;
        d->to = v.end > d->to ? v.end : d->to;
    }
}

/* ---- bars ---------------------------------------------------------------- */

/* The pieces of a span; neighbours of one filling are one. */
static bool fill_bar(drawing *d, corr_span_bar *b, const corr_fill *f)
{
    corr_use_piece *p = corr_report_alloc(d->r, sizeof *p, (size_t)f->n + 1);
    uint32_t n = 0;

    if (!p)
        return false;
    for (uint32_t k = 0; k < f->n; k++) {
        const corr_spent_piece *one = &f->piece[k];
        const corr_time_use use = use_of[one->kind];
        b->sum[use] += one->to - one->from;
        if (n > 0 && p[n - 1].use == use)
            p[n - 1].to = one->to - d->from;
        else
            p[n++] =
                (corr_use_piece){ one->from - d->from, one->to - d->from, use };
    }
    b->piece = p;
    b->npiece = n;
    b->has_ledger = f->why == CORR_LEDGER_KNOWN;
    return true;
}

/* "failed: no stock; 12 samples" */
static const char *bar_detail(const drawing *d, const corr_span_view *v,
                              uint32_t i, int64_t obs)
{
    corr_report *r = d->r;
    const char *text = "";

    if (v->status == CORR_STATUS_ERROR)
        text = corr_report_text(r, "failed%s", story_failure(r, d->w, i));
    if (v->calls > 1)
        text = corr_report_text(r, "%s%s%s", text, *text ? "; " : "",
                                cmd_n(r, v->calls, "call"));
    if (v->nonblocking)
        text = corr_report_text(r, "%s%sits parent does not wait for it", text,
                                *text ? "; " : "");
    if (obs > 0)
        text = corr_report_text(r, "%s%s%s", text, *text ? "; " : "",
                                cmd_n(r, obs, "sample"));
    return *text ? text : NULL;
}

static bool make_bar(drawing *d, uint32_t k, const corr_fill *f)
{
    const uint32_t i = d->span[k];
    const corr_span_view v = corr_waterfall_at(d->w, i);
    corr_span_bar *b = &d->bars[k];

    *b = (corr_span_bar){
        .handle = corr_report_text(d->r, "s%u", v.handle),
        .name = v.calls > 1 ? fall_call_name(d->r, v.name, v.calls)
                            : cmd_str(d->r, v.name),
        .service = cmd_str(d->r, v.service),
        .detail = bar_detail(d, &v, i, f->obs),
        .depth = v.depth,
        .from = v.start - d->from,
        .to = v.end - d->from,
        .focus = i == d->focus,
        .failed = v.status == CORR_STATUS_ERROR,
    };
    return fill_bar(d, b, f);
}

/* ---- the critical path ----------------------------------------------------- */

/* Adds a stretch behind those of its span; it joins one that it touches. */
static void add_stretch(corr_use_piece *of, uint32_t *n, int64_t from,
                        int64_t to)
{
    if (from >= to)
        return;
    if (*n > 0 && of[*n - 1].to == from)
        of[*n - 1].to = to;
    else
        of[(*n)++] = (corr_use_piece){ .from = from, .to = to };
}

/* Joins the stretches of bars with gaps below `step` until they are few. */
static uint32_t join_stretches(corr_use_piece *of, uint32_t n, int64_t step)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (kept > 0 && of[i].from - of[kept - 1].to < step)
            of[kept - 1].to = of[i].to;
        else
            of[kept++] = of[i];
    }
    return kept;
}

static void thin_stretches(drawing *d, corr_use_piece *all, const uint32_t *at,
                           uint32_t *n)
{
    const int64_t length = d->to - d->from;

    for (int64_t step = length / 2048 + 1;; step *= 2) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < d->n; k++) {
            n[k] = join_stretches(all + at[k], n[k], step);
            sum += n[k];
        }
        if (sum <= MOST_STRETCHES || step > length / 2)
            return;
    }
}

static bool mark_critical(drawing *d)
{
    const uint32_t sections = corr_waterfall_sections(d->w);
    const int64_t start =
        corr_waterfall_at(d->w, corr_waterfall_facts_of(d->w).root).start;
    corr_use_piece *all =
        corr_report_alloc(d->r, sizeof *all, (size_t)sections + 1);
    uint32_t *at = corr_report_alloc(d->r, sizeof *at, (size_t)d->n + 1);
    uint32_t *n = corr_report_alloc(d->r, sizeof *n, (size_t)d->n + 1);

    if (!all || !at || !n)
        return false;
    for (uint32_t k = 0; k < sections; k++) {
        const uint32_t bar = d->bar[corr_waterfall_section(d->w, k).span];
        if (bar)
            at[bar]++;
    }
    for (uint32_t k = 0; k < d->n; k++)
        at[k + 1] += at[k];
    for (uint32_t k = 0; k < sections; k++) {
        const corr_section s = corr_waterfall_section(d->w, k);
        const uint32_t bar = d->bar[s.span];
        const int64_t from = start - d->from + s.from;
        if (bar)
            add_stretch(all + at[bar - 1], &n[bar - 1], from,
                        from + s.to - s.from);
    }
    thin_stretches(d, all, at, n);
    for (uint32_t k = 0; k < d->n; k++) {
        d->bars[k].blocking = all + at[k];
        d->bars[k].nblocking = n[k];
    }
    return true;
}

/* ---- the figure -------------------------------------------------------------- */

static const char *fall_caption(const drawing *d)
{
    corr_report *r = d->r;
    const corr_waterfall_facts f = corr_waterfall_facts_of(d->w);
    const corr_span_view root = corr_waterfall_at(d->w, f.root);
    const char *name = fall_request_name(r, d->w, f.root);
    const char *took =
        root.took < 0 ? ""
                      : corr_report_text(r, ", %s", cmd_duration(r, root.took));

    return corr_report_text(r, "%s%s%s%s, %s: what the time of each was",
                            d->o->who ? d->o->who : "", d->o->who ? ": " : "",
                            name, took, cmd_n(r, f.spans, "span"));
}

static void add_figure(const drawing *d)
{
    const corr_waterfall_facts facts = corr_waterfall_facts_of(d->w);
    corr_figure f = {
        .kind = CORR_FIGURE_FALL,
        .id = d->o->id,
        .caption = fall_caption(d),
        .fall = { .prefix = d->o->prefix,
                  .bar = d->bars,
                  .n = d->n,
                  .length = d->to - d->from > d->o->least ? d->to - d->from
                                                          : d->o->least,
                  .start_unix_ns =
                      facts.start == CORR_NO_TIME ? CORR_NO_TIME : d->from,
                  .hidden = d->size - d->n },
    };

    for (uint32_t i = 0; i < d->size; i++)
        if (!d->bar[i])
            f.fall.hidden_blocking += corr_waterfall_at(d->w, i).critical;
    corr_report_figure(d->r, &f);
}

corr_code fall_put_one_of(const cmd_ctx *ctx, corr_report *r,
                          const corr_waterfall *w, uint32_t focus,
                          const fall_opts *o, corr_err *err)
{
    drawing d = {
        .r = r, .w = w, .o = o, .focus = focus, .size = corr_waterfall_size(w)
    };

    if (!cmd_draws(ctx) || d.size == 0)
        return CORR_OK;
    if (!pick_bars(&d))
        return corr_no_memory(err);
    find_axis(&d);
    corr_fills *fills = corr_fills_of(w, d.span, d.n, MOST_PIECES, err);
    if (!fills)
        return err->code;
    own_corr_fills(r, fills);
    for (uint32_t k = 0; k < d.n; k++) {
        const corr_fill f = corr_fills_at(fills, k);
        if (!make_bar(&d, k, &f))
            return corr_no_memory(err);
    }
    if (!mark_critical(&d))
        return corr_no_memory(err);
    add_figure(&d);
    return CORR_OK;
}

corr_code fall_put_figure(const cmd_ctx *ctx, corr_report *r,
                          const corr_waterfall *w, uint32_t focus,
                          corr_err *err)
{
    static const fall_opts only = { .id = "spans" };

    return fall_put_one_of(ctx, r, w, focus, &only, err);
}
