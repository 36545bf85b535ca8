/* span_findings - the findings about a span, and those below it. */
#include "page/findings_page.h"
#include "verbs/span/span.h"

corr_code span_put_findings(const span_report *s, const corr_sel *sel,
                            const char *whole, const corr_findings **found,
                            corr_err *err)
{
    const corr_findings_about about = {
        .w = s->w,
        .span = s->asked ? s->focus : UINT32_MAX,
        .ledger = s->ledger,
        .ledger_of = s->focus,
        .sel = sel,
        .whole = whole,
        .has_waits = true,
        .query = s->query,
    };

    *found = findings_put(s->ctx, s->r, about, err);
    return *found ? CORR_OK : err->code;
}
