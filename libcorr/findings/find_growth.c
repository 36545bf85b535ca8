/* find_growth - code that grows faster than the requests, as findings
 * (corr-methods 8.6). */
#include <inttypes.h>
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "findings/growth.h"

/* An exponent below it is growth with the request; the share of the request
 * that the function would have at ten times the highest number. */
#define LEAST_EXPONENT 1.2
#define LEAST_BEYOND   0.2

/* "x", or "(calls of SELECT)" where an exponent follows. */
static const char *number_words(finder *f, const growth_row *x)
{
    const bool is_long = memchr(x->number.p, ' ', x->number.n) != NULL;
    const char *text =
        finder_text(f, is_long ? "(%.*s)" : "%.*s", CORR_STR_ARG(x->number));

    return text ? text : "";
}

/* "; 410 of 900 requests carry it" */
static const char *coverage_words(finder *f, const growth_row *x)
{
    const char *text =
        x->cases * 5 < x->requests * 4
            ? finder_text(f, "; %" PRIu32 " of %" PRIu32 " requests carry it",
                          x->cases, x->requests)
            : "";

    return text ? text : "";
}

static bool add_growth(finder *f, const finding_rule *r, const growth_row *x,
                       const char *brief, const char *text)
{
    return finder_add(f, r, (finding_size){ x->share_high, INT64_MAX },
                      (corr_finding){
                          .subject = x->function,
                          .brief = brief,
                          .text = text,
                          .cost = -1,
                          .share = x->share_high,
                          .rank = x->of_all * f->weight,
                          .lo = (double)NAN,
                          .hi = (double)NAN,
                          .n = llround(x->fit.n),
                          .row = UINT32_MAX,
                          .frame = x->function,
                          .trace = spans_trace_of(&f->store->spans, x->span),
                          .span = store_span(f->store, x->span)->id,
                          .handle = f->store->spans.handle.v[x->span],
                          .next = { "peek", CORR_TARGET_FRAME, "" },
                      });
}

/* A law, from many sizes. */
static bool say_law(finder *f, const finding_rule *r, const growth_row *x)
{
    const corr_str name = corr_short_name(x->function);
    const char *also =
        x->also.n ? finder_text(f, " (or %.*s)", CORR_STR_ARG(x->also)) : "";
    const char *shares = finder_text(f, "%s of CPU at %.0f, %s at %.0f",
                                     finder_share(f, x->share_low), x->low,
                                     finder_share(f, x->share_high), x->high);
    const char *number = number_words(f, x);

    return also && shares &&
           add_growth(f, r, x,
                      finder_text(f, "%.*s grows as %s^%.2f: %s",
                                  CORR_STR_ARG(name), number, x->fit.b, shares),
                      finder_text(f,
                                  "%.*s grows as %s^%.2f%s (%.2f to %.2f): "
                                  "%s%s",
                                  CORR_STR_ARG(name), number, x->fit.b, also,
                                  x->fit.lo, x->fit.hi, shares,
                                  coverage_words(f, x)));
}

/* A ratio between two sizes, from which no law follows. */
static bool say_step(finder *f, const finding_rule *r, const growth_row *x)
{
    const corr_str name = corr_short_name(x->function);
    const double factor = x->high / x->low;
    const char *brief =
        finder_text(f, "%.*s costs %.1f times as much at %.*s %.0f as at %.0f",
                    CORR_STR_ARG(name), pow(factor, x->fit.b),
                    CORR_STR_ARG(x->number), x->high, x->low);

    return brief && add_growth(f, r, x, brief,
                               finder_text(f,
                                           "%s (%.1f to %.1f), more than in "
                                           "proportion: %s of CPU there%s",
                                           brief, pow(factor, x->fit.lo),
                                           pow(factor, x->fit.hi),
                                           finder_share(f, x->share_high),
                                           coverage_words(f, x)));
}

/* Why nothing is known of an operation, or of a function of it. */
static bool refuse_growth(finder *f, const finding_rule *r, const growth_row *x)
{
    const corr_str of = x->function.n ? x->function : x->operation;
    const corr_str name = x->function.n ? corr_short_name(of) : of;
    const char *why = NULL;

    if (x->why == GROWTH_NO_LAW && x->tried == 0)
        why = finder_text(f, "%.*s: no number differs among 100 requests",
                          CORR_STR_ARG(name));
    else if (x->why == GROWTH_NO_LAW)
        why = finder_text(
            f,
            "%.*s: CPU depends on no number of its requests (%" PRIu32
            " tried)",
            CORR_STR_ARG(name), x->tried);
    else if (x->why == GROWTH_UNSURE)
        why = finder_text(f,
                          "%.*s: exponent %.2f of %.*s is uncertain (%.2f to "
                          "%.2f)",
                          CORR_STR_ARG(name), x->fit.b, CORR_STR_ARG(x->number),
                          x->fit.lo, x->fit.hi);
    else if (x->values < GROWTH_VALUES)
        why = finder_text(f, "%.*s: no law, %.*s has only %" PRIu32 " value%s",
                          CORR_STR_ARG(name), CORR_STR_ARG(x->number),
                          x->values, corr_plural(x->values));
    else
        why = finder_text(f, "%.*s: no law, %.*s spans only %.3g to %.3g",
                          CORR_STR_ARG(name), CORR_STR_ARG(x->number), x->low,
                          x->high);
    return finder_refuse(f, r, of, why);
}

/* Whether a row shows growth that is faster than the number. */
static bool is_fast(const growth_row *x)
{
    return x->is_step ||
           (x->why == GROWTH_KNOWN && x->fit.lo >= LEAST_EXPONENT &&
            x->share_beyond >= LEAST_BEYOND);
}

/* Whether the growth of a function is that of a caller or of a helper of it that
 * was said. */
static bool is_told(const growth *all, const uint32_t *said, uint32_t n,
                    const growth_row *x)
{
    for (uint32_t i = 0; i < n; i++) {
        const growth_row other = growth_at_row(all, said[i]);
        if (growth_is_kin(&other, x))
            return true;
    }
    return false;
}

bool find_growth(finder *f, const finding_rule *r)
{
    enum { MOST = 4 };
    uint32_t said[MOST], nsaid = 0; /* rows of the operation */
    bool ok = true;

    if (f->about->w)
        return true;
    if (f->store->lacks_attrs)
        return f->store->spans.at.n <= 1 ||
               finder_refuse(
                   f, r, CORR_STR("spans"),
                   "the traces are large: their attributes are not read here");
    growth *all = growth_of(f->store, &f->about->query, f->err);
    for (uint32_t i = 0; all && ok && i < growth_size(all); i++) {
        const growth_row x = growth_at_row(all, i);
        if (!x.function.n)
            nsaid = 0; /* the next operation */
        if (x.function.n && nsaid < MOST && is_fast(&x)) {
            if (is_told(all, said, nsaid, &x))
                continue;
            ok = x.is_step ? say_step(f, r, &x) : say_law(f, r, &x);
            said[nsaid++] = i;
        } else if (x.why != GROWTH_KNOWN && !x.is_step &&
                   (!x.function.n || x.why == GROWTH_UNSURE)) {
            ok = refuse_growth(f, r, &x);
        }
    }
    ok = ok && all;
    growth_free(all);
    return ok;
}
