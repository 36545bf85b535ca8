/* find_limits - pools, semaphores, timeouts and waits, as findings (corr-methods
 * 8.3). */
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "findings/hidden_limits.h"

static const char *subject_words(finder *f, const hidden_limit *x)
{
    const char *text =
        x->target.n
            ? finder_text(f, "calls of %.*s to %.*s", CORR_STR_ARG(x->service),
                          CORR_STR_ARG(x->target))
            : finder_text(f, "calls %.*s of %.*s", CORR_STR_ARG(x->name),
                          CORR_STR_ARG(x->service));

    return text ? text : "";
}

static const char *limit_text(finder *f, const hidden_limit *x)
{
    const ceiling *c = &x->is;
    const char *each =
        x->processes > 1
            ? finder_text(f, " in each of %u processes", x->processes)
            : "";
    const char *sampled =
        x->sampled > 1
            ? finder_text(f, "; traces were sampled, so the limit is higher")
            : "";

    return finder_text(
        f, "%s run at most %u at once%s and then wait ~%s (%s to %s)%s",
        subject_words(f, x), c->most, each, finder_time(f, llround(c->wait)),
        finder_time(f, llround(c->lo)), finder_time(f, llround(c->hi)),
        sampled);
}

/* "calls of cart to postgres: at most 10 at once, the next wait ~120 ms" */
static const char *limit_brief(finder *f, const hidden_limit *x)
{
    return finder_text(f, "%s: at most %u at once, the next wait ~%s",
                       subject_words(f, x), x->is.most,
                       finder_time(f, llround(x->is.wait)));
}

static const char *timeout_text(finder *f, const hidden_limit *x)
{
    return finder_text(
        f, "%.*s of %.*s: %lld of %lld failed calls end after %s, as a timeout",
        CORR_STR_ARG(x->name), CORR_STR_ARG(x->service), (long long)x->n,
        (long long)x->of, finder_time(f, x->lo));
}

static const char *wait_text(finder *f, const hidden_limit *x)
{
    return finder_text(
        f, "%.*s of %.*s: %lld of %lld attempts start %s after a failed one",
        CORR_STR_ARG(x->name), CORR_STR_ARG(x->service), (long long)x->n,
        (long long)x->of, finder_time(f, x->lo));
}

/* A timeout and a wait of one operation are two findings. */
static corr_str subject_of(finder *f, const hidden_limit *x)
{
    if (x->sort == LIMIT_WAIT)
        return corr_str_of(finder_text(f, "%.*s again", CORR_STR_ARG(x->name)));
    return x->target.n ? x->target : x->name;
}

static bool say_limit(finder *f, const finding_rule *r, const hidden_limit *x)
{
    const bool is_length = x->sort == LIMIT_TIMEOUT || x->sort == LIMIT_WAIT;
    const double share = x->length > 0 ? x->waited / x->length : 0;
    corr_finding found = {
        .subject = subject_of(f, x),
        .text = x->sort == LIMIT_TIMEOUT ? timeout_text(f, x)
                : x->sort == LIMIT_WAIT  ? wait_text(f, x)
                                         : limit_text(f, x),
        .brief = is_length ? NULL : limit_brief(f, x),
        .cost = is_length ? -1 : llround(x->waited),
        .share = is_length ? 0 : fmin(1, fmax(0, share)),
        .lo = (double)NAN,
        .hi = (double)NAN,
        .n = is_length ? x->n : x->is.met,
        .row = UINT32_MAX,
        .trace = spans_trace_of(&f->store->spans, x->span),
        .span = store_span(f->store, x->span)->id,
        .handle = f->store->spans.handle.v[x->span],
        .next = { "span", CORR_TARGET_SPAN, "" },
    };

    if (!is_length && x->is.wait > 0) {
        found.lo = found.share * fmax(0, x->is.lo / x->is.wait);
        found.hi = fmin(1, found.share * x->is.hi / x->is.wait);
    }
    return finder_add(f, r, (finding_size){ found.share, INT64_MAX }, found);
}

bool find_hidden_limits(finder *f, const finding_rule *r)
{
    bool ok = true;

    /* one request shows no limit */
    if (f->about->w)
        return true;
    hidden_limits *all = hidden_limits_of(f->store, f->err);
    for (uint32_t i = 0; all && ok && i < hidden_limits_size(all); i++) {
        const hidden_limit x = hidden_limits_at(all, i);
        ok = say_limit(f, r, &x);
    }
    ok = ok && all;
    hidden_limits_free(all);
    return ok;
}
