/* traffic - see traffic.h. */
#include "page/traffic.h"

#include "cli/cmd.h"

#include <math.h>

enum { NAMED = 3 /* endpoints in a sentence */ };

static const double worth_saying = 0.05; /* of all requests are others */
static const double least_share = 0.01;  /* of an endpoint that is named */

static bool is_counted(const corr_diff_facts *f)
{
    return f->per == CORR_PER_REQUEST && f->nroute > 0 &&
           f->side[0].requests > 0 && f->side[1].requests > 0;
}

static double share(const corr_diff_facts *f, const corr_diff_route *e,
                    unsigned which)
{
    return e->requests[which] / f->side[which].requests;
}

static double shift(const corr_diff_facts *f, const corr_diff_route *e)
{
    return share(f, e, 1) - share(f, e, 0);
}

/* ---- as data -------------------------------------------------------------- */

void traffic_put(corr_report *r, const corr_diff_facts *f)
{
    static const corr_column columns[] = {
        COL("endpoint", TEXT, corr_diff_route, name),
        COL("base_requests", REAL, corr_diff_route, requests[0]),
        COL("new_requests", REAL, corr_diff_route, requests[1]),
    };

    corr_report_table(
        r, "traffic",
        &CORR_ROWS(columns, is_counted(f) ? f->nroute : 0, f->route),
        CORR_DATA);
}

/* ---- in words ------------------------------------------------------------- */

const char *traffic_leads(const corr_diff_mix *m)
{
    const bool most = m->mix * m->rate >= 0 || fabs(m->mix) > 2 * fabs(m->rate);

    return most ? "most of this difference is traffic mix, not code"
                : "traffic mix and code pull in different directions";
}

/* What moved furthest, but what was named; NULL: no more by a point. */
static const corr_diff_route *furthest(const corr_diff_facts *f,
                                       const corr_diff_route *const *named,
                                       unsigned n)
{
    const corr_diff_route *best = NULL;

    for (uint32_t i = 0; i < f->nroute; i++) {
        const corr_diff_route *e = &f->route[i];
        bool is_named = fabs(shift(f, e)) < least_share;
        for (unsigned k = 0; k < n; k++)
            is_named = is_named || named[k] == e;
        if (!is_named && (!best || fabs(shift(f, e)) > fabs(shift(f, best))))
            best = e;
    }
    return best;
}

const char *traffic_moved(corr_report *r, const corr_diff_facts *f)
{
    const corr_diff_route *named[NAMED];
    const char *list = "";
    double moved = 0;

    if (!is_counted(f) || f->mix.known)
        return NULL;
    for (uint32_t i = 0; i < f->nroute; i++)
        moved += fabs(shift(f, &f->route[i])) / 2;
    if (moved < worth_saying)
        return NULL;
    for (unsigned n = 0; n < NAMED; n++) {
        const corr_diff_route *e = named[n] = furthest(f, named, n);
        if (!e)
            break;
        list = corr_report_text(r, "%s%s%.*s %.1f%% to %.1f%%", list,
                                n ? ", " : "", CORR_STR_ARG(e->name),
                                100 * share(f, e, 0), 100 * share(f, e, 1));
    }
    if (!*list) /* little of each of many */
        return NULL;
    return corr_report_text(
        r,
        "traffic is another: %s of requests; nothing here says what each "
        "costs, so how much of the difference is traffic is not known",
        list);
}

const char *traffic_lone(corr_report *r, const corr_diff_facts *f,
                         unsigned which)
{
    static const double none = 0.5; /* requests */
    const char *list = "", *more = "";
    unsigned n = 0;

    if (!is_counted(f))
        return NULL;
    for (uint32_t i = 0; i < f->nroute; i++) {
        const corr_diff_route *e = &f->route[i];
        if (e->requests[!which] >= none || share(f, e, which) < least_share ||
            n++ >= NAMED)
            continue;
        list =
            corr_report_text(r, "%s%s%.*s (%.1f%%%s)", list, n > 1 ? ", " : "",
                             CORR_STR_ARG(e->name), 100 * share(f, e, which),
                             n > 1 ? "" : " of its requests");
    }
    if (n == 0)
        return NULL;
    if (n > NAMED)
        more = corr_report_text(r, " and %u more", n - NAMED);
    return corr_report_text(r, "only the %s was asked for %s%s",
                            which ? "new side" : "base", list, more);
}
