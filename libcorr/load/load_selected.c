/* load_selected - the span that a server selected samples by, as their id
 * (corr-methods 1.3). */
#include "load/load_private.h"

#include "model/segment.h"

static bool is_of_samples(const input *in, const segment *g)
{
    return !(in->kind.v[g->kind].flags & CORR_KIND_CONTEXT);
}

static bool names_ids(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (g->span || g->root || g->trace || !is_of_samples(in, g))
            return true;
    }
    return false;
}

/* Each row gets the id as if a label of the row had it.  Ids that the rows have
 * themselves are better. */
bool load_selected(input *in)
{
    if (names_ids(in))
        in->fetched.span = 0;
    for (size_t s = 1; in->fetched.span && s < in->segment.n; s++) {
        segment *g = &in->segment.v[s];
        if (!g->n)
            continue;
        if (!segment_need(g, SEG_SPAN))
            return false;
        for (size_t row = 0; row < g->n; row++)
            g->span[row] = in->fetched.span;
    }
    return true;
}
