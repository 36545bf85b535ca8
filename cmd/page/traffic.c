/* traffic - see traffic.h. */
#include "page/traffic.h"

#include <math.h>

static bool is_counted(const corr_diff_facts *f)
{
    return f->per == CORR_PER_REQUEST && f->nroute > 0 &&
           f->side[0].requests > 0 && f->side[1].requests > 0;
}

/* ---- as data -------------------------------------------------------------- */

static corr_cell route_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_diff_route *e = &((const corr_diff_facts *)ctx)->route[row];

    return column == 0 ? corr_cell_str(e->name)
                       : corr_cell_real(e->requests[column - 1]);
}

void traffic_put(corr_report *r, const corr_diff_facts *f)
{
    static const corr_column columns[] = { { "endpoint", NULL, 0 },
                                           { "base_requests", NULL, 0 },
                                           { "new_requests", NULL, 0 } };

    corr_report_table(r, "traffic",
                      &(corr_table){ .columns = columns,
                                     .ncolumns = 3,
                                     .nrows = is_counted(f) ? f->nroute : 0,
                                     .cell = route_cell,
                                     .ctx = f },
                      CORR_DATA);
}

/* ---- in words ------------------------------------------------------------- */

const char *traffic_leads(const corr_diff_mix *m)
{
    const bool most = m->mix * m->rate >= 0 || fabs(m->mix) > 2 * fabs(m->rate);

    return most ? "most of this difference is traffic mix, not code"
                : "traffic mix and code pull in different directions";
}
