/* how_usual - how the length of a request stands among those of its kind
 * (corr-methods 3.6). */
#include "base/base.h"
#include "trace/requests.h"
#include "trace/waterfall.h"

/* The index of the entry span of span i. */
static uint32_t entry_of(const corr_waterfall *w, uint32_t i)
{
    const spans *s = &w->store->spans;
    const uint32_t root = s->root.v[w->span[i]];

    while (w->span[i] != root && w->time[i].up != UINT32_MAX)
        i = w->time[i].up;
    return i;
}

corr_code corr_usual_of(const corr_waterfall *w, uint32_t i, int64_t from,
                        int64_t to, corr_usual *usual, corr_err *err)
{
    const uint32_t at = entry_of(w, i);
    const uint32_t span = w->span[at];
    corr_arena arena = { 0 };
    request_place p;
    requests all;

    *usual = (corr_usual){
        .span = at,
        .failed = store_span(w->store, span)->status == CORR_STATUS_ERROR,
    };
    const bool ok = requests_of(&all, w->store, from, to, &arena);
    if (ok && requests_place(&all, span, &p)) {
        usual->n = p.n;
        usual->shorter = p.shorter;
        usual->equal = p.equal;
        usual->rank = p.rank;
        usual->median = p.median;
        usual->same_status = p.same_status;
    }
    requests_clear(&all);
    corr_arena_clear(&arena);
    return ok ? CORR_OK : corr_no_memory(err);
}
