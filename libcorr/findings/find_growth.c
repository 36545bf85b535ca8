/* find_growth - code that grows faster than the requests, as findings
 * (corr-methods 8.6). */
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "findings/growth.h"

/* An exponent below it is growth with the request; the share of the request
 * that the function would have at ten times the highest number. */
#define LEAST_EXPONENT 1.2
#define LEAST_BEYOND   0.2

static bool say_growth(finder *f, const finding_rule *r, const growth_row *x)
{
    const char *also =
        x->also.n ? finder_text(f, " (or %.*s)", CORR_STR_ARG(x->also)) : "";
    const char *text =
        finder_text(f,
                    "%.*s grows as %.*s^%.2f%s (%.2f to %.2f): %s of CPU at "
                    "%.0f, %s at %.0f",
                    CORR_STR_ARG(corr_short_name(x->function)),
                    CORR_STR_ARG(x->number), x->fit.b, also ? also : "",
                    x->fit.lo, x->fit.hi, finder_share(f, x->share_low), x->low,
                    finder_share(f, x->share_high), x->high);
    const corr_finding found = {
        .subject = x->function,
        .text = text,
        .cost = -1,
        .share = x->share_high,
        .lo = (double)NAN,
        .hi = (double)NAN,
        .n = llround(x->fit.n),
        .row = UINT32_MAX,
        .frame = x->function,
        .trace = spans_trace_of(&f->store->spans, x->span),
        .span = store_span(f->store, x->span)->id,
        .handle = f->store->spans.handle.v[x->span],
        .next = { "peek", CORR_TARGET_FRAME, "" },
    };

    return finder_add(f, r, (finding_size){ x->share_high, INT64_MAX }, found);
}

bool find_growth(finder *f, const finding_rule *r)
{
    bool ok = true, said = false;

    if (f->about->w)
        return true;
    growth *all = growth_of(f->store, &f->about->query, f->err);
    for (uint32_t i = 0; all && ok && i < growth_size(all); i++) {
        const growth_row x = growth_at_row(all, i);
        if (!x.function.n) {
            said = false; /* the next operation */
            continue;
        }
        /* its callers and helpers grow because of it */
        if (said || x.why != GROWTH_KNOWN || x.fit.lo < LEAST_EXPONENT ||
            x.share_beyond < LEAST_BEYOND)
            continue;
        ok = say_growth(f, r, &x);
        said = true;
    }
    ok = ok && all;
    growth_free(all);
    return ok;
}
