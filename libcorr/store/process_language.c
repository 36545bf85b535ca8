/* process_language - a program in one language does not belong to a service
 * that is written in another. */
#include "store/process_match.h"

static corr_str language_of(const input *in, uint32_t proc)
{
    corr_label said;

    if (proc && input_find_label(in, in->proc.v[proc].labels,
                                 CORR_STR("telemetry.sdk.language"), &said))
        return said.text;
    return input_text(in, in->process.language);
}

bool process_speaks(const corr_store *st, uint32_t in, uint32_t service)
{
    const spans *s = &st->spans;
    const input *profile = st->input.v[in];
    const corr_str mine = language_of(profile, profile->process.owner);

    for (uint32_t i = 1; mine.n && i < s->at.n; i++) {
        if (spans_service(s, i) != service)
            continue;
        const corr_str its = language_of(store_input(st, s->at.v[i].input),
                                         store_span(st, i)->proc);
        if (its.n)
            return corr_str_eq(mine, its);
    }
    return true;
}
