/* process_host - recordings of several processes, against recordings of one of
 * them. */
#include "store/process_match.h"

static bool has_kind(const input *in, corr_str name)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const bool has_rows = g->n || g->only.rows;

        if (has_rows &&
            corr_str_eq(input_text(in, in->kind.v[g->kind].name), name))
            return true;
    }
    return false;
}

/* Whether two inputs overlap; an input without a time may overlap any. */
static bool may_touch(const input *a, const input *b)
{
    return !input_is_timed(a) || !input_is_timed(b) || input_touches(a, b);
}

/* Whether input k is of one process, and has the kind of g at the time of input
 * i. */
static bool tells_too(const corr_store *st, uint32_t k, uint32_t i,
                      const segment *g)
{
    const input *in = st->input.v[i];
    const input *other = st->input.v[k];

    return k != i && st->match.v[k].used && !input_is_host(other) &&
           has_kind(other, input_text(in, in->kind.v[g->kind].name)) &&
           may_touch(in, other);
}

uint8_t *process_elsewhere(const corr_store *st, uint32_t i, const segment *g)
{
    uint8_t *found = calloc(st->spans.service_of.n, 1);

    for (uint32_t k = 0; found && k < st->input.n; k++)
        if (st->match.v[k].proc && tells_too(st, k, i, g))
            found[st->match.v[k].proc] = 1;
    return found;
}

corr_str process_host_service(const corr_store *st, uint32_t i,
                              const segment *g, uint32_t set)
{
    const input *in = st->input.v[i];
    corr_label l = { .text = CORR_STR("") };

    if (!set || !input_find_label(in, set, CORR_STR("service.name"), &l))
        return CORR_STR("");
    for (uint32_t k = 0; k < st->input.n; k++)
        if (corr_str_eq(st->spans.service.v[st->match.v[k].service], l.text) &&
            tells_too(st, k, i, g))
            return CORR_STR("");
    return l.text;
}
