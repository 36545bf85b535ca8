/* process_identity - a process that profiles and traces name differently. */
#include "model/same_process.h"
#include "store/process_match.h"

uint8_t *process_spanned(const corr_store *st)
{
    const spans *s = &st->spans;
    uint8_t *spanned = calloc(s->service_of.n, 1);

    for (uint32_t i = 1; spanned && i < s->at.n; i++)
        if (!(store_span(st, i)->flags & CORR_SPAN_RECORDED))
            spanned[s->proc.v[i]] = 1;
    if (spanned)
        spanned[0] = 0; /* the unknown process */
    return spanned;
}

uint32_t process_proc_like(const corr_store *st, const uint8_t *spanned,
                           const input *in)
{
    uint32_t found = 0;

    for (uint32_t i = 0; st->spans.at.n > 1 && i < st->input.n; i++) {
        const input *other = st->input.v[i];
        for (uint32_t k = 1; k < other->proc.n; k++) {
            const uint32_t proc = spans_proc(&st->spans, i, k);
            if (!spanned[proc] || proc == found ||
                same_process_numbered(in, in->process.owner, other, k) !=
                    PROC_SAME)
                continue;
            if (found)
                return 0;
            found = proc;
        }
    }
    return found;
}
