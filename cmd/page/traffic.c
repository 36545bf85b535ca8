#include "page/traffic.h"

#include "cli/cmd.h"

#include <math.h>

static bool is_counted(const corr_diff_facts *f)
{
    return f->per == CORR_PER_REQUEST && f->nroute > 0 &&
           f->side[0].requests > 0 && f->side[1].requests > 0;
}

/* ---- as data -------------------------------------------------------------- */

void traffic_put(corr_report *r, const corr_diff_facts *f)
{
    static const corr_column columns[] = {
        COL("endpoint", TEXT, corr_diff_route, name),
        COL("base_requests", REAL, corr_diff_route, requests[0]),
        COL("new_requests", REAL, corr_diff_route, requests[1]),
    };

    cmd_data(r, "traffic",
             CORR_ROWS(columns, is_counted(f) ? f->nroute : 0, f->route));
}

/* ---- in words ------------------------------------------------------------- */

const char *traffic_leads(const corr_diff_mix *m)
{
    const bool most = m->mix * m->rate >= 0 || fabs(m->mix) > 2 * fabs(m->rate);

    return most ? "most of this difference is traffic mix, not code"
                : "traffic mix and code pull in different directions";
}
