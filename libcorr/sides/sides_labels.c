/*
 * sides_labels - strata of requests, by the labels of samples.
 *
 * A label gives the share of an endpoint in the cost, but not the number of its
 * requests. So labels are strata only if a metric counts the requests of each
 * endpoint (corr-methods 4.6) and there are no spans, which would give both.
 */
#include "base/base.h"
#include "sides/sides.h"

/* Keys that profilers and applications use. */
static const char *const endpoint_keys[] = { "endpoint",   "trace endpoint",
                                             "http.route", "route",
                                             "handler",    "operation",
                                             "span_name" };

static bool read_strata_of_sets(sides *s, uint32_t i, corr_str key)
{
    const input *in = store_input(s->st, i);
    uint32_t *of = s->stratum_of_set[i];
    corr_label label;

    if (!of)
        of = corr_arena_new(&s->arena, uint32_t, in->label.set_at.n + 1);
    s->stratum_of_set[i] = of;
    for (uint32_t set = 0; of && set < in->label.set_at.n; set++) {
        of[set] = 0;
        if (!input_find_label(in, set, key, &label) || !label.text.n)
            continue;
        const uint32_t op = opnames_add(&s->strata, CORR_STR(""), label.text);
        if (op == OPNAMES_FAILED)
            return false;
        of[set] = op + 1;
    }
    return of != NULL;
}

/* Removes the strata that the metric does not count: their cost is shared by
 * all requests. */
static void drop_uncounted(const sides *s, const bool *counted)
{
    for (uint32_t i = 0; i < s->st->input.n; i++) {
        uint32_t *of = s->stratum_of_set[i];
        for (size_t set = 0; of && set < store_input(s->st, i)->label.set_at.n;
             set++)
            of[set] = counted[of[set]] ? of[set] : 0;
    }
}

/* Reads the strata of one key. *any: the metric counts some of them. */
static bool use_label_key(sides *s, corr_str key, bool *any)
{
    opnames_clear(&s->strata);
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            if (!read_strata_of_sets(s, s->side[w].file.v[i].input, key))
                return false;
    bool *counted = corr_arena_new(&s->arena, bool, s->strata.row.n + 1);
    if (!counted)
        return false;
    *any = sides_match_routes(s, counted);
    if (*any)
        drop_uncounted(s, counted);
    return true;
}

bool sides_use_labels(sides *s)
{
    bool any = false;

    s->stratum_of_set = corr_arena_new(&s->arena, uint32_t *, s->st->input.n);
    if (!s->stratum_of_set)
        return false;
    for (size_t k = 0; k < countof(endpoint_keys) && !any; k++) {
        if (!use_label_key(s, corr_str_of(endpoint_keys[k]), &any))
            return false;
        s->mix.label = endpoint_keys[k];
    }
    s->mix.by_counter = any;
    if (!any)
        sides_forget_labels(s);
    return true;
}

void sides_forget_labels(sides *s)
{
    opnames_clear(&s->strata);
    s->stratum_of_set = NULL;
    s->mix.label = NULL;
}
