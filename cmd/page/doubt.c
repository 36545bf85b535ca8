/* doubt - see doubt.h. */
#include "page/doubt.h"

#include <math.h>

#define LEAST_COVERAGE 0.5

static const char *name_of_side(unsigned w)
{
    return w ? "the new side" : "the base";
}

const char *doubt_samplers(const corr_diff_facts *f, corr_report *r)
{
    const corr_diff_side *s = f->side;

    if (s[0].runnable == s[1].runnable || !s[0].total || !s[1].total ||
        s[0].lone.n || s[1].lone.n)
        return NULL;
    return corr_report_text(r,
                            "a sampler of %s takes threads that would run, one "
                            "of %s those that do",
                            name_of_side(s[1].runnable),
                            name_of_side(s[0].runnable));
}

const char *doubt_periods(const corr_diff_facts *f)
{
    return f->periods_differ ? "sampling periods differ by more than two: "
                               "short calls are seen differently"
                             : NULL;
}

const char *doubt_starts(const corr_diff_facts *f, corr_report *r)
{
    const corr_diff_side *s = f->side;
    const unsigned w = s[1].unsettled > 0;

    if (!s[w].unsettled || s[!w].unsettled || !s[!w].settled)
        return NULL;
    return corr_report_text(r,
                            "the first 5 minutes of a JVM count on %s, and not "
                            "on %s: its code was still being compiled",
                            name_of_side(w), name_of_side(!w));
}

const char *doubt_counts(const corr_diff_facts *f, corr_report *r)
{
    const corr_diff_side *s = f->side;
    const unsigned w = s[1].since > 0;

    if (!s[w].since || s[w].firsts || s[!w].since || !s[!w].firsts)
        return NULL;
    return corr_report_text(r,
                            "%s counts since the start of its process, and %s "
                            "from one file to the next",
                            name_of_side(w), name_of_side(!w));
}

const char *doubt_several(const corr_diff_facts *f, corr_report *r)
{
    const unsigned w = !f->side[0].several;

    if (!f->side[w].several ||
        (f->per != CORR_PER_SECOND && f->per != CORR_PER_CORE))
        return NULL;
    return corr_report_text(r,
                            "a file of %s is of several processes, and for how "
                            "long each of them ran is not known",
                            name_of_side(w));
}

const char *doubt_untold(const corr_diff_facts *f, corr_report *r, unsigned w)
{
    const corr_diff_side *s = &f->side[w];
    char length[CORR_PRINT_MAX];

    if (!(s->untold > 0))
        return NULL;
    return corr_report_text(
        r, "no request is known of %s of %s, with %.0f%% of its cost",
        corr_print_duration(length, llround(s->untold_seconds * 1e9)),
        name_of_side(w), 100 * s->untold);
}

void doubt_say_spare(const corr_diff_facts *f, corr_report *r)
{
    cmd_say_spare(r, "base: ", &f->side[0].spare);
    cmd_say_spare(r, "new: ", &f->side[1].spare);
}

void doubt_say_untold(const corr_diff_facts *f, corr_report *r)
{
    for (unsigned w = 0; w < 2; w++) {
        const char *text = doubt_untold(f, r, w);
        if (text)
            cmd_warn(r, "UNTOLD", text);
    }
    if (f->uneven && f->per != CORR_PER_REQUEST)
        corr_report_line(r, "as the sides differ in that, cost is not divided "
                            "by requests (--per request does)");
}

const char *doubt_depths(const corr_diff_facts *f, corr_report *r)
{
    const unsigned w = f->shallow == 2;

    if (!f->shallow)
        return NULL;
    return corr_report_text(r,
                            "stacks of %s are cut off after %u frames, those "
                            "of %s go to %u",
                            name_of_side(w), f->side[w].deepest,
                            name_of_side(!w), f->side[!w].deepest);
}

const char *doubt_shared(const corr_diff_facts *f, corr_report *r, bool *all)
{
    const corr_diff_side *s = f->side;

    *all = s[0].shared == s[0].files && s[1].shared == s[1].files;
    if (!s[0].shared)
        return NULL;
    return *all ? "both sides have the same content: there is nothing to "
                  "compare"
                : corr_report_text(r,
                                   "%u of %u files of the base %s on the new "
                                   "side, too",
                                   s[0].shared, s[0].files,
                                   s[0].shared == 1 ? "is" : "are");
}

/* Where there are no operands for sides, spans are: slow and usual ones. */
static const char *name_in(const cmd_ctx *ctx, unsigned w)
{
    return ctx->cmd->uses & USES_SIDES ? name_of_side(w)
           : w                         ? "the slow side"
                                       : "the normal side";
}

const char *doubt_samples(const cmd_ctx *ctx, const corr_diff_facts *f,
                          corr_report *r)
{
    const corr_diff_side *s = f->side;
    bool same;

    for (unsigned w = 0; w < 2; w++)
        if (s[w].files == 0 || s[w].total == 0)
            return corr_report_text(r, "%s has no sample of this kind%s",
                                    name_in(ctx, w), cmd_matching(ctx, r));
    for (unsigned w = 0; w < 2; w++) {
        if (s[w].observations < 0)
            return corr_report_text(r, "number of samples unknown of %s",
                                    name_in(ctx, w));
        if (s[w].coverage < LEAST_COVERAGE)
            return corr_report_text(
                r, "%s has %.0f%% of the samples it could have",
                name_in(ctx, w), 100 * s[w].coverage);
    }
    if (doubt_shared(f, r, &same) && same)
        return "both sides have the same content";
    for (unsigned w = 0; w < 2; w++)
        if (s[w].shared == s[w].files)
            return corr_report_text(r, "the other side has all files of %s",
                                    name_in(ctx, w));
    for (unsigned w = 0; w < 2; w++)
        if (s[w].twice)
            return corr_report_text(r,
                                    "%s has several recordings of one process "
                                    "at one time",
                                    name_in(ctx, w));
    const char *samplers = doubt_samplers(f, r);
    if (samplers)
        return samplers;
    const char *starts = doubt_starts(f, r);
    if (starts)
        return starts;
    const char *counts = doubt_counts(f, r);
    if (counts)
        return counts;
    const char *several = doubt_several(f, r);
    if (several)
        return several;
    if (f->uneven && f->per == CORR_PER_REQUEST)
        return doubt_untold(f, r, s[1].untold > s[0].untold);
    for (unsigned w = 0; w < 2; w++)
        if (s[w].lone.n)
            return corr_report_text(r, "only %s has profiles of %.*s",
                                    name_in(ctx, w), CORR_STR_ARG(s[w].lone));
    if (f->few)
        return "fewer than 100 samples on a side";
    if (f->one_run && f->one_run_of.n)
        return corr_report_text(r, "one profile of %.*s on a side",
                                CORR_STR_ARG(f->one_run_of));
    if (f->one_each || f->one_run)
        return s[0].files >= 2   ? "one profile on the new side"
               : s[1].files >= 2 ? "one profile on the base"
                                 : "one profile a side";
    return NULL;
}

const char *doubt_selection(const corr_diff_facts *f, corr_report *r)
{
    enum { LEAST_SAMPLES = 30 }; /* for a share (corr-methods 4.9) */
    const corr_diff_side *s = &f->side[1];

    if (s->files == 0 || s->total == 0)
        return "there is no sample of this kind";
    if (s->observations < 0)
        return "the number of samples is not known";
    if (s->observations < LEAST_SAMPLES)
        return "fewer than 30 samples";
    if (s->coverage < LEAST_COVERAGE)
        return corr_report_text(
            r, "there are %.0f%% of the samples there could be",
            100 * s->coverage);
    return NULL;
}

const char *doubt_inputs(const corr_store *st)
{
    for (size_t i = 0; i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        if (in.err.code)
            return "an input could not be read";
        if (in.damaged)
            return "an input is damaged";
    }
    return NULL;
}
