/* check_text - values and intervals as texts. */
#include "gate/check.h"

#include <math.h>

typedef struct step {
    double from;
    const char *unit;
} step;

/* The largest step that is not above a value. */
static step step_of(double v, corr_unit unit)
{
    static const step ns[] = {
        { 1e9, " s" }, { 1e6, " ms" }, { 1e3, " us" }, { 1, " ns" }
    };
    static const step bytes[] = {
        { 1e9, " GB" }, { 1e6, " MB" }, { 1e3, " kB" }, { 1, " B" }
    };
    static const step count = { 1, "" };
    const step *s = corr_is_ns(unit) ? ns : bytes;

    if (corr_is_plain(unit))
        return count;
    for (size_t i = 0; i < COUNT(ns); i++)
        if (v >= s[i].from)
            return s[i];
    return s[COUNT(ns) - 1];
}

static const char *digits_text(const check_page *p, double v)
{
    const int decimals = fabs(v) < 10 ? 2 : fabs(v) < 100 ? 1 : 0;

    return isfinite(v) ? corr_report_text(p->r, "%.*f", decimals, v) : "";
}

const char *check_value_text(const check_page *p, const check_row *row)
{
    const double v = row->value.value;

    if (!isfinite(v))
        return isnan(v) ? NULL : "new";
    switch (row->e->value) {
    case EXPECT_RATIO:
        return corr_report_text(p->r, "×%s", digits_text(p, v));
    case EXPECT_SHARE:
        return corr_report_text(p->r, "%.1f%%", 100 * v);
    case EXPECT_AMOUNT:
        break;
    }
    if (v == 0 ||
        (row->e->subject == EXPECT_MEMBER && row->e->unit == CORR_COUNT))
        return corr_report_text(p->r, "%.0f", v);
    const step s = step_of(v, row->e->unit);
    return corr_report_text(p->r, "%s%s", digits_text(p, v / s.from), s.unit);
}

const char *check_range_text(const check_page *p, const check_row *row)
{
    const corr_estimate *e = &row->value;
    step s = { 1, "" };

    if (isnan(e->lo) || isnan(e->hi) || check_is_open(e) ||
        (row->e->subject == EXPECT_MEMBER && !(e->lo < e->hi)))
        return NULL;
    if (row->e->value == EXPECT_SHARE)
        return corr_report_text(p->r, "%.1f..%.1f", 100 * e->lo, 100 * e->hi);
    if (row->e->value == EXPECT_AMOUNT)
        s = step_of(e->value > 0 ? e->value : e->hi, row->e->unit);
    /* in the unit of the value, and 0 has none */
    return corr_report_text(p->r, "%s..%s%s", digits_text(p, e->lo / s.from),
                            digits_text(p, e->hi / s.from),
                            e->value > 0 ? "" : s.unit);
}

const char *check_amount_text(const check_page *p, const check_measure *m,
                              double v)
{
    const double size = fabs(v);
    const char *sign = v < 0 ? "-" : "";

    if (!isfinite(v))
        return NULL;
    if (m->f.per == CORR_PER_SHARE)
        return corr_report_text(p->r, "%s%.1f%%", sign, 100 * size);
    if (v == 0)
        return "0";
    const step s = step_of(size, m->f.unit);
    return corr_report_text(p->r, "%s%s%s", sign, digits_text(p, size / s.from),
                            s.unit);
}
