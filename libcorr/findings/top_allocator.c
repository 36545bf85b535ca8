/* top_allocator - the function that allocates most (corr-methods 8, F06). */
#include "base/base.h"
#include "findings/finder.h"

/* Kinds that count allocated bytes, the more usual one first. */
static const char *const kinds[] = { "alloc_bytes", "alloc_space",
                                     "alloc_sampled" };

/* "; CouponParser.rule allocates 34% of the bytes" */
static const char *words_of_top(finder *f, const corr_sel *sel)
{
    static const corr_top_opts opts = { .by = CORR_BY_FUNCTION, .most = 1 };
    const corr_sel_facts facts = corr_sel_facts_of(sel);
    const char *text = "";

    if (facts.whole <= 0)
        return text;
    corr_top *t = corr_top_of(sel, &opts, f->err);
    if (!t)
        return NULL;
    if (corr_top_size(t) > 0) {
        const corr_top_row row = corr_top_at(t, 0);
        if (row.rank)
            text = finder_text(
                f, "; %.*s allocates %s of the bytes",
                CORR_STR_ARG(corr_short_name(corr_str_of(row.key))),
                finder_share(f, (double)row.self / (double)facts.whole));
    }
    corr_top_free(t);
    return text;
}

const char *finder_allocator(finder *f, const char *service)
{
    corr_query q = f->about->query;

    if (service)
        q.service = service;
    for (size_t i = 0; f->about->has_all && i < countof(kinds); i++) {
        if (!finder_has_kind(f->store, kinds[i]))
            continue;
        q.measure = kinds[i];
        q.looks = true;
        corr_sel *sel = corr_sel_of(f->store, &q, f->err);
        const char *text = sel ? words_of_top(f, sel) : NULL;
        corr_sel_free(sel);
        if (!text || *text)
            return text;
    }
    return "";
}
