/* tie_host - a recording of several processes, and those of one of them. */
#include "base.h"
#include "tie.h"

bool tie_is_host(const input *in)
{
    return in->owner == 0 && in->proc.n > 2; /* proc 0 is nil */
}

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

/* Where one does not say when it was made, it may have been then. */
static bool overlap(const input *a, const input *b)
{
    if (a->from == CORR_NO_TIME || b->from == CORR_NO_TIME)
        return true;
    return a->from < b->to && b->from < a->to;
}

uint8_t *tie_elsewhere(const corr_store *st, uint32_t i, const segment *g)
{
    const input *in = st->input.v[i];
    const corr_str name = input_text(in, in->kind.v[g->kind].name);
    uint8_t *found = calloc(st->spans.service_of.n, 1);

    for (uint32_t k = 0; found && k < st->input.n; k++) {
        const input *other = st->input.v[k];
        const tie *t = &st->tie.v[k];

        if (k != i && t->used && t->proc && !tie_is_host(other) &&
            has_kind(other, name) && overlap(in, other))
            found[t->proc] = 1;
    }
    return found;
}
