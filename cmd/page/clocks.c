/* clocks[] of corr-json(7), and what a screen says of clocks. */
#include "page/waterfall_page.h"

/* Lines about clocks on a screen. */
enum { FEW = 3 };

/* ---- data ----------------------------------------------------------- */

typedef struct clock_row {
    corr_clock_pair p;
    int64_t shift, lo, hi; /* CORR_NO_INT: not known */
} clock_row;

static const corr_column columns[] = {
    COL("a", TEXT, clock_row, p.a),
    COL("b", TEXT, clock_row, p.b),
    COL("shift_ns", INT, clock_row, shift),
    COL("lo_ns", INT, clock_row, lo),
    COL("hi_ns", INT, clock_row, hi),
    COL("pairs", INT, clock_row, p.calls),
    COL("applied", BOOL, clock_row, p.applied),
};

static void fill_clock(const void *ctx, uint32_t i, void *row)
{
    const corr_clock_pair p = corr_waterfall_clock(ctx, i);

    *(clock_row *)row = (clock_row){
        .p = p,
        .shift = p.has_lo && p.has_hi ? p.shift : CORR_NO_INT,
        .lo = p.has_lo ? p.lo : CORR_NO_INT,
        .hi = p.has_hi ? p.hi : CORR_NO_INT,
    };
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

/* "the clocks of h1 and h2 may be 2h apart (by 1 call)" */
static const char *guess_in_words(corr_report *r, const corr_clock_pair *p)
{
    const int64_t apart = p->guess < 0 ? -p->guess : p->guess;
    const bool is_long = apart >= INT64_C(60000000000);

    return corr_report_text(
        r, "the clocks of %.*s and %.*s may be %s apart (by %s)",
        CORR_STR_ARG(p->a), CORR_STR_ARG(p->b),
        is_long ? cmd_length(r, apart) : in_words(r, apart),
        cmd_n(r, p->of, "call"));
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
        if (p.may_be_apart)
            corr_report_note(r, CORR_WARNING, "CLOCK_MAYBE", -1, "%s",
                             guess_in_words(r, &p));
    }
}

void clocks_put(corr_report *r, const corr_waterfall *w)
{
    cmd_data(r, "clocks",
             CORR_FILLED(columns, corr_waterfall_clocks(w), fill_clock, w));
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
        if ((p.far || p.may_be_apart) && far++ < FEW)
            corr_report_line(
                r, "%s", p.far ? far_in_words(r, &p) : guess_in_words(r, &p));
    }
}
