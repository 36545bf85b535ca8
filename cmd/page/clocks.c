/* clocks[] of corr-json(7), and what a screen says of clocks. */
#include "page/waterfall_page.h"

/* Lines about clocks on a screen. */
enum { FEW = 3 };

/* ---- data ----------------------------------------------------------- */

enum clock_column {
    COL_A,
    COL_B,
    COL_SHIFT,
    COL_LO,
    COL_HI,
    COL_PAIRS,
    COL_APPLIED,
    COL_COUNT
};

static const corr_column columns[COL_COUNT] = {
    [COL_A] = { "a", NULL, 0 },
    [COL_B] = { "b", NULL, 0 },
    [COL_SHIFT] = { "shift_ns", NULL, 0 },
    [COL_LO] = { "lo_ns", NULL, 0 },
    [COL_HI] = { "hi_ns", NULL, 0 },
    [COL_PAIRS] = { "pairs", NULL, 0 },
    [COL_APPLIED] = { "applied", NULL, 0 },
};

static corr_cell known(bool is, int64_t ns)
{
    return is ? corr_cell_int(ns) : corr_cell_null();
}

static corr_cell clock_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_clock_pair p = corr_waterfall_clock(ctx, row);

    switch ((enum clock_column)column) {
    case COL_A:
        return corr_cell_str(p.a);
    case COL_B:
        return corr_cell_str(p.b);
    case COL_SHIFT:
        return known(p.has_lo && p.has_hi, p.shift);
    case COL_LO:
        return known(p.has_lo, p.lo);
    case COL_HI:
        return known(p.has_hi, p.hi);
    case COL_PAIRS:
        return corr_cell_int(p.calls);
    case COL_APPLIED:
        return corr_cell_bool(p.applied);
    case COL_COUNT:
        break;
    }
    return corr_cell_null();
}

/* ---- words ---------------------------------------------------------- */

/* "-20.3 ms", "3600.012 s". */
static const char *in_words(corr_report *r, int64_t ns)
{
    if (ns < 1000000000 && ns > -1000000000)
        return corr_report_text(r, "%.1f ms", (double)ns / 1e6);
    return corr_report_text(r, "%.3f s", (double)ns / 1e9);
}

/* "times of node-b shifted by -20.3 ms (±0.4 ms): 84 of 85 calls agree" */
static const char *shift_in_words(corr_report *r, const corr_clock_shift *s)
{
    return corr_report_text(
        r, "times of %.*s shifted by %s (\xc2\xb1%s): %u of %u calls agree",
        CORR_STR_ARG(s->clock), in_words(r, s->shift), in_words(r, s->u),
        s->calls, s->of);
}

static const char *far_in_words(corr_report *r, const corr_clock_pair *p)
{
    return corr_report_text(r,
                            "clocks of %.*s and %.*s are %s apart by %u calls: "
                            "too far to be believed",
                            CORR_STR_ARG(p->a), CORR_STR_ARG(p->b),
                            in_words(r, p->shift < 0 ? -p->shift : p->shift),
                            p->calls);
}

static void put_notes(corr_report *r, const corr_waterfall *w)
{
    for (uint32_t i = 0; i < corr_waterfall_shifts(w); i++) {
        const corr_clock_shift s = corr_waterfall_shift(w, i);
        corr_report_note(r, CORR_WARNING, s.is_zone ? "TIME_ZONE" : "CLOCK", -1,
                         "%s", shift_in_words(r, &s));
    }
    for (uint32_t i = 0; i < corr_waterfall_clocks(w); i++) {
        const corr_clock_pair p = corr_waterfall_clock(w, i);
        if (p.far)
            corr_report_note(r, CORR_WARNING, "CLOCK", -1, "%s",
                             far_in_words(r, &p));
    }
}

void clocks_put(corr_report *r, const corr_waterfall *w)
{
    corr_report_table(r, "clocks",
                      &(corr_table){ .columns = columns,
                                     .ncolumns = COL_COUNT,
                                     .nrows = corr_waterfall_clocks(w),
                                     .cell = clock_cell,
                                     .ctx = w },
                      CORR_DATA);
    put_notes(r, w);
}

void clocks_say(corr_report *r, const corr_waterfall *w)
{
    const uint32_t shifts = corr_waterfall_shifts(w);
    uint32_t far = 0;

    for (uint32_t i = 0; i < shifts && i < FEW; i++) {
        const corr_clock_shift s = corr_waterfall_shift(w, i);
        corr_report_line(r, "%s", shift_in_words(r, &s));
    }
    if (shifts > FEW)
        corr_report_line(r, "times of %u more hosts shifted", shifts - FEW);
    for (uint32_t i = 0; i < corr_waterfall_clocks(w) && far < FEW; i++) {
        const corr_clock_pair p = corr_waterfall_clock(w, i);
        if (p.far && far++ < FEW)
            corr_report_line(r, "%s", far_in_words(r, &p));
    }
}
