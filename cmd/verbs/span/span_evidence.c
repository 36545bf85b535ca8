/* span_evidence - how the samples of a span were tied to it, and how many it
 * could have: one line. */
#include <math.h>

#include "verbs/span/span.h"

/* "span activation", or of several "96% span id, 4% thread+time". */
static const char *rung_words(const span_report *s, const corr_evidence *e)
{
    const char *text = "";
    uint32_t n = 0;

    for (int i = CORR_RUNG_S1; i < CORR_RUNG_COUNT; i++)
        n += e->rung[i].attributed > 0;
    for (int i = CORR_RUNG_S1; i < CORR_RUNG_COUNT; i++) {
        const double share = 100 * e->rung[i].attributed / e->attributed;
        if (e->rung[i].attributed <= 0)
            continue;
        const char *percent = n == 1 ? ""
                              : share < 0.5
                                  ? "<1% "
                                  : corr_report_text(s->r, "%.0f%% ", share);
        text = corr_report_text(s->r, "%s%s%s%s", text, *text ? ", " : "",
                                percent, corr_rung_words((corr_rung)i));
    }
    return text;
}

/* "18 of at most 38 samples (47%)"; "" if no sample is expected. */
static const char *coverage_words(const span_report *s, const corr_evidence *e)
{
    const double joined = corr_evidence_joined(e);
    const char *most = corr_str_is(s->facts.kind, "wall") ? "" : "at most ";
    const bool is_whole = fabs(joined - round(joined)) < 0.05;

    if (e->expected < 0 || s->facts.period <= 0 || joined <= 0)
        return "";
    if (e->expected < 1)
        return corr_report_text(s->r, "; %.*f of %s%.1f samples",
                                is_whole ? 0 : 1, joined, most, e->expected);
    return corr_report_text(s->r, "; %.*f of %s%.0f sample%s (%.0f%%)",
                            is_whole ? 0 : 1, joined, most, e->expected,
                            e->expected < 1.5 ? "" : "s",
                            100 * joined / e->expected);
}

static void say_ties(const span_report *s, bool of_span)
{
    const corr_evidence *e = &s->facts.evidence;
    const int64_t length = s->span.end - s->span.start;
    const double joined = corr_evidence_joined(e);

    if (e->attributed <= 0)
        return;
    corr_report_field(
        s->r, "evidence", "%s%s, confidence %.2f%s%s", rung_words(s, e),
        e->clock_told ? " by the clock of --clock" : cmd_clock_words(s->r, e),
        e->confidence, of_span ? coverage_words(s, e) : "",
        of_span && e->profiled_ns >= 0 && e->profiled_ns < length
            ? corr_report_text(s->r, "; a profile covers %s of it",
                               span_time(s->r, e->profiled_ns, length))
            : "");
    if (of_span && s->facts.period > 0 && e->expected >= 0 &&
        joined > 1.1 * e->expected && joined - e->expected > 1)
        corr_report_field(s->r, "",
                          "more samples than s%u could have: its work outlived "
                          "it, or clocks differ",
                          s->span.handle);
}

/* Samples of its thread in native code; 0: none, or they were asked for. */
int64_t span_seen_in_native(const span_report *s)
{
    int64_t n = 0;

    if (!corr_str_is(s->facts.kind, "cpu"))
        return 0;
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        n += row.kind == CORR_SPENT_NATIVE ? row.obs : 0;
    }
    return n;
}

/* Prints a hint if native code has more samples than the answer. */
static void say_native(const span_report *s)
{
    const int64_t n = span_seen_in_native(s);

    if ((double)n > s->facts.evidence.attributed)
        corr_report_line(
            s->r, "native code has %s of its thread: --kind native shows %s",
            cmd_n(s->r, n, "sample"), n == 1 ? "it" : "them");
}

/* Warns about samples with the label of the span that are not part of its
 * latency (corr-methods 1.6). */
static void say_after_end(const span_report *s, const corr_evidence *e)
{
    const int64_t n = llround(e->after_end);
    double named = e->after_end;

    if (n == 0)
        return;
    for (int r = CORR_RUNG_S1; r <= CORR_RUNG_R2; r++)
        named += e->rung[r].attributed;
    cmd_warn(s->r, "AFTER_END",
             "%s (%.0f%%) with the label of s%u came after its end",
             cmd_n(s->r, n, "sample"), fmax(100 * e->after_end / named, 1),
             s->span.handle);
}

void span_say_evidence(const span_report *s, bool of_span)
{
    say_ties(s, of_span);
    if (of_span)
        say_after_end(s, &s->facts.evidence);
    say_native(s);
}
