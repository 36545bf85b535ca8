#include "model/rescale.h"

#include <math.h>
#include <stdio.h>

#include "model/segment.h"

/* ns; a smaller amount is not mentioned */
static const double notable = 5e6;

/* The effect on an input: ns of all samples, and the range of the factors. */
typedef struct change {
    double before, after;
    double left; /* in samples that stay unchanged */
    double least, most;
} change;

static void scale_row(segment *g, size_t row, double by, change *c)
{
    const double value = (double)segment_value(g, row);

    c->before += value;
    if (by > 0) {
        segment_scale(g, row, by);
        c->least = c->most > 0 ? fmin(c->least, by) : by;
        c->most = fmax(c->most, by);
    } else {
        c->left += value;
    }
    c->after += (double)segment_value(g, row);
}

/* by: factor of each thread; NULL: all threads have the factor `all`. */
static change scale_samples(input *in, const double *by, double all)
{
    change c = { .before = 0 };

    for (size_t s = 1; s < in->segment.n; s++) {
        segment *g = &in->segment.v[s];
        for (size_t i = 0; segment_is_cpu(in, g) && i < g->n; i++)
            scale_row(g, i, by ? by[g->thread ? g->thread[i] : 0] : all, &c);
    }
    return c;
}

/* "; 1.20 s WORDS", or "" for a small amount. */
static const char *seconds_clause(char buf[120], double ns, const char *words)
{
    buf[0] = 0;
    if (ns >= notable)
        snprintf(buf, 120, "; %.2f s %s", ns / 1e9, words);
    return buf;
}

bool rescale_threads(input *in, const double *by, double unseen)
{
    char left[120], more[120];
    const change c = scale_samples(in, by, 0);

    if (!(c.most > 0))
        return true;
    in->cpu.rescaled = CORR_RESCALE_CLOCK;
    return input_note(
        in, "RESCALED",
        "CPU rescaled to clocks, \xc3\x97%.2f to \xc3\x97%.2f; %.2f s count as "
        "%.2f s%s%s",
        c.least, c.most, c.before / 1e9, c.after / 1e9,
        seconds_clause(left, c.left,
                       "of threads without a clock stay as they are"),
        seconds_clause(
            more, unseen,
            "of clocks of threads without samples are not included"));
}

bool rescale_yield(input *in, double yield, const char *used_by)
{
    const double by = 1 / yield;

    if (!(yield > 0) || !isfinite(by))
        return true;
    const change c = scale_samples(in, NULL, by);
    in->cpu.rescaled = CORR_RESCALE_METRIC;
    return input_note(
        in, "RESCALED",
        "CPU rescaled to what %s, \xc3\x97%.2f; %.2f s count as %.2f s",
        used_by, by, c.before / 1e9, c.after / 1e9);
}
