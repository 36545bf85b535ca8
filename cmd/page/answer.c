#include "page/answer.h"

#include <math.h>

const char *answer_percent(corr_report *r, double share)
{
    const double percent = 100 * share;

    if (!isfinite(percent))
        return "an unknown share";
    if (percent > 0 && percent < 0.95)
        return corr_report_text(r, "%.1f%%", fmax(percent, 0.1));
    /* almost all is not all */
    const bool almost = percent >= 99.5 && percent < 99.95;
    return corr_report_text(r, "%.*f%%", almost ? 1 : 0, percent);
}

const char *answer_part(corr_report *r, const corr_sel_facts *f, cmd_band band,
                        int64_t value, int64_t obs)
{
    if (band >= BAND_SHARES)
        return answer_percent(r, f->whole ? (double)value / (double)f->whole
                                          : NAN);
    if (cmd_is_size(f))
        return corr_report_text(
            r, "%s of %s%s%.*s", cmd_amount(r, value, f->unit),
            cmd_amount(r, f->whole, f->unit), f->own_unit.n ? " " : "",
            CORR_STR_ARG(f->own_unit));
    return corr_report_text(r, "%s of %s", cmd_count(r, obs),
                            cmd_n(r, f->observations, cmd_one_of(f)));
}

const char *answer_is(const corr_sel_facts *f, cmd_band band, int64_t obs)
{
    return band >= BAND_SHARES || cmd_is_size(f) || obs == 1 ? "is" : "are";
}

const char *answer_under(corr_report *r, const corr_sel_facts *f, cmd_band band,
                         const char *name, double share)
{
    const bool counts = band < BAND_SHARES;

    if (!name || !(share >= 0.2))
        return "";
    const char *it = counts && !cmd_is_size(f) ? "them" : "it";
    if (share >= 0.9995)
        return corr_report_text(r, ", all of %s under %s", it, name);
    if (share >= 0.95)
        return corr_report_text(r, ", nearly all of %s under %s", it, name);
    if (share >= 0.505 && counts)
        return corr_report_text(r, ", most of %s under %s", it, name);
    if (share >= 0.505)
        return corr_report_text(r, ", most of it (%s) under %s",
                                answer_percent(r, share), name);
    return counts ? ""
                  : corr_report_text(r, ", %s of it under %s",
                                     answer_percent(r, share), name);
}
