/* find_forgotten - calls that no span shows, as findings (corr-methods 8.3). */
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "findings/forgotten_spans.h"

enum { MOST_SAID = 8 };

static const char *wait_word(const forgotten_span *x)
{
    static const char *const words[] = {
        [LEAF_RUNS] = "runs",
        [LEAF_SOCKET] = "waits for a socket",
        [LEAF_PARKED] = "waits for another thread",
        [LEAF_FILE] = "waits for a file",
        [LEAF_SLEEPS] = "sleeps",
    };

    return x->how == FORGOTTEN_CPU ? "runs" : words[x->wait];
}

/* "Redis (io.lettuce)", or "turtledb". */
static const char *library_words(finder *f, const forgotten_span *x)
{
    const char *text =
        x->title.n ? finder_text(f, "%.*s (%.*s)", CORR_STR_ARG(x->title),
                                 CORR_STR_ARG(x->package))
                   : finder_text(f, "%.*s", CORR_STR_ARG(x->package));

    return text ? text : "";
}

static bool is_in_package(corr_str function, corr_str package)
{
    return function.n > package.n &&
           memcmp(function.p, package.p, package.n) == 0;
}

/* "Redis (io.lettuce) waits for a socket under Cart.load"; a sleep of the
 * application is its own. */
static const char *call_words(finder *f, const forgotten_span *x)
{
    const corr_str caller = corr_short_name(x->caller);

    return x->wait == LEAF_SLEEPS && x->how != FORGOTTEN_CPU &&
                   is_in_package(x->caller, x->package)
               ? finder_text(f, "%.*s sleeps", CORR_STR_ARG(caller))
               : finder_text(f, "%s %s under %.*s", library_words(f, x),
                             wait_word(x), CORR_STR_ARG(caller));
}

static bool say_forgotten(finder *f, const finding_rule *r,
                          const forgotten_span *x)
{
    const bool is_cpu = x->how == FORGOTTEN_CPU;
    const char *call = call_words(f, x);
    const char *text =
        finder_text(f, "%s without a span: ~%s (%s to %s) a request of %.*s",
                    call ? call : "", finder_time(f, llround(x->ns)),
                    finder_time(f, llround(x->lo)),
                    finder_time(f, llround(x->hi)), CORR_STR_ARG(x->operation));
    const double length = x->length > 0 ? x->length : x->ns;
    const corr_str name = x->caller;
    const span_row *span = store_span(f->store, x->span);
    corr_finding found = {
        .subject = x->package,
        .brief = finder_text(f, "%s without a span, ~%s a %.*s",
                             call ? call : "", finder_time(f, llround(x->ns)),
                             CORR_STR_ARG(x->operation)),
        .text = text,
        .cost = is_cpu ? -1 : llround(x->ns * x->of),
        .share = fmin(1, x->ns / length),
        .lo = fmin(1, x->lo / length),
        .hi = fmin(1, x->hi / length),
        .n = x->n,
        .requests = x->requests,
        .of = x->of,
        .row = UINT32_MAX,
        .frame = name,
        .trace = spans_trace_of(&f->store->spans, x->span),
        .span = span->id,
        .handle = f->store->spans.handle.v[x->span],
        .next = { "span", CORR_TARGET_SPAN, "" },
    };

    return finder_add(f, r, (finding_size){ found.share, INT64_MAX }, found);
}

static corr_code list_libraries_of(finder *f, library_list *list)
{
    bool ok = library_list_builtin(list);

    for (size_t i = 0; ok && i < f->about->nlist; i++)
        ok = library_list_add(list, f->about->list[i].text, NULL);
    library_list_close(list);
    return ok ? CORR_OK : corr_no_memory(f->err);
}

bool find_forgotten_spans(finder *f, const finding_rule *r)
{
    library_list list = { 0 };
    bool ok = true;

    /* a request has too few samples for it */
    if (f->about->w)
        return true;
    forgotten_spans *all =
        list_libraries_of(f, &list)
            ? NULL
            : forgotten_spans_of(f->store, &f->about->query, &list, f->err);
    for (uint32_t i = 0;
         all && ok && i < forgotten_spans_size(all) && i < MOST_SAID; i++) {
        const forgotten_span x = forgotten_spans_at(all, i);
        ok = say_forgotten(f, r, &x);
    }
    ok = ok && all;
    forgotten_spans_free(all);
    library_list_clear(&list);
    return ok;
}
