/* find_doomed - work for callers who had gone, as findings (corr-methods 8.4). */
#include <math.h>

#include "base/base.h"
#include "findings/doomed_work.h"
#include "findings/finder.h"

/* "1.00 s", or "0.40 s to 2.1 s" if callers waited for different times. */
static const char *timeout_words(finder *f, const doomed_row *x)
{
    if (x->waited_hi - x->waited_lo <= x->waited_hi / 20)
        return finder_time(f, x->waited_hi);
    const char *text = finder_text(f, "%s to %s", finder_time(f, x->waited_lo),
                                   finder_time(f, x->waited_hi));
    return text ? text : "";
}

static const char *points_of(finder *f, double x, const doomed_row *row)
{
    const char *text =
        finder_text(f, "%.1f", 100 * x / (double)(row->n ? row->n : 1));

    return text ? text : "";
}

/* "11.0 points in GET /price after gateway gave up (1.00 s, n 214)". */
static const char *late_words(finder *f, const doomed_row *x)
{
    if (x->certain <= 0)
        return "";
    const char *text = finder_text(
        f, ": %s points after %.*s gave up on %.*s (after %s, %u calls)",
        points_of(f, x->certain, x), CORR_STR_ARG(x->caller),
        CORR_STR_ARG(x->operation), timeout_words(f, x), x->calls);
    return text ? text : "";
}

static const char *lost_words(finder *f, const doomed_row *x)
{
    if (x->lost <= 0)
        return "";
    const char *text = finder_text(
        f, "%s %s points in %u attempts that were retried",
        x->certain > 0 ? "," : ":", points_of(f, x->lost, x), x->retried);
    return text ? text : "";
}

static const char *other_words(finder *f, const doomed_row *x)
{
    const char *text = finder_text(
        f, "%s%s%s%s", x->possible > 0 ? "; the clocks leave open " : "",
        x->possible > 0 ? points_of(f, x->possible, x) : "",
        x->possible > 0 ? " more points" : "",
        x->left_out ? "; messages and links are left out" : "");

    return text ? text : "";
}

static bool say_doomed(finder *f, const finding_rule *r, const doomed_row *x)
{
    const bool has_span = x->span != 0;
    const char *text = finder_text(
        f, "%.*s used %s (%s to %s) of its CPU for callers who had gone%s%s%s",
        CORR_STR_ARG(x->service), finder_share(f, x->share),
        finder_share(f, x->lo), finder_share(f, x->hi), late_words(f, x),
        lost_words(f, x), other_words(f, x));
    corr_finding found = {
        .subject = x->service,
        .text = text,
        .cost = -1,
        .share = x->share,
        .lo = x->lo,
        .hi = x->hi,
        .n = llround(x->certain + x->lost),
        .row = UINT32_MAX,
        .frame = x->function,
        .next = { has_span ? "span" : NULL, CORR_TARGET_SPAN, "" },
    };

    if (has_span) {
        found.trace = spans_trace_of(&f->store->spans, x->span);
        found.span = store_span(f->store, x->span)->id;
        found.handle = f->store->spans.handle.v[x->span];
    }
    return finder_add(f, r, (finding_size){ x->share, INT64_MAX }, found);
}

bool find_doomed_work(finder *f, const finding_rule *r)
{
    bool ok = true;

    if (f->about->w)
        return true;
    doomed_work *all = doomed_work_of(f->store, &f->about->query, f->err);
    for (uint32_t i = 0; all && ok && i < doomed_work_size(all); i++) {
        const doomed_row x = doomed_work_at(all, i);
        ok = say_doomed(f, r, &x);
    }
    ok = ok && all;
    doomed_work_free(all);
    return ok;
}
