/*
 * profiler_health - what the warnings of the inputs tell of the samples: they
 * miss CPU, or the sampler was full (corr-methods 8, F19).
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "findings/finder.h"
#include "select/select.h"

static const char *const codes[] = { "YIELD", "SATURATED", "LOST", "BEAT" };

static bool is_about_samples(const char *code)
{
    for (size_t i = 0; i < countof(codes); i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

/* Whether the samples that are looked at are of this input. */
static bool is_looked_at(const finder *f, int in)
{
    if (in < 0 || !f->about->sel)
        return true;
    for (size_t i = 0; i < f->about->sel->part.n; i++)
        if (f->about->sel->part.v[i].input == (uint32_t)in)
            return true;
    return false;
}

bool find_profiler_health(finder *f, const finding_rule *r)
{
    bool ok = true;

    for (size_t i = 0; ok && i < corr_warnings(f->store); i++) {
        const corr_warning w = corr_warning_at(f->store, i);
        if (!is_about_samples(w.code) || !is_looked_at(f, w.input))
            continue;
        const char *text = finder_text(f, "%s", w.text);
        ok = finder_add(
            f, r, (finding_size){ 1, INT64_MAX },
            (corr_finding){ .subject = corr_str_of(text),
                            .text = text,
                            .cost = -1,
                            .lo = (double)NAN,
                            .hi = (double)NAN,
                            .n = (int64_t)w.count,
                            .row = UINT32_MAX,
                            .qualifies = true,
                            .is_note = true,
                            .next = { "info", CORR_TARGET_NONE, " -v" } });
    }
    return ok;
}
