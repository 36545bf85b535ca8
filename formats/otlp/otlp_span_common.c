#include "otlp/otlp_span_common.h"

void otlp_settle_times(corr_build *b, corr_span_row *row)
{
    if (row->end == 0) {
        row->flags |= CORR_SPAN_UNFINISHED;
    } else if (row->start && row->end < row->start) {
        corr_warn(b, row->at,
                  "spans that end before they start are taken to have no "
                  "length");
        row->end = row->start;
    }
}

enum {
    MEMO_BYTES = 16384,  /* longest resource that is remembered, in bytes ... */
    MEMO_COUNT = 1 << 16 /* ... and number of remembered resources */
};

corr_proc otlp_proc_of(corr_map *procs, corr_build *b, corr_str resource,
                       otlp_make_labels *make, void *ctx)
{
    uint32_t *known = NULL;
    bool is_new = true;

    if (resource.n <= MEMO_BYTES && procs->n <= MEMO_COUNT)
        known = corr_map_bytes(procs, resource.p, resource.n, &is_new);
    if (known && !is_new)
        return (corr_proc){ *known };
    const corr_proc added = corr_add_proc(b, make(ctx));
    if (known)
        *known = added.i;
    return added;
}

void otlp_set_flags(corr_span_row *row, uint64_t flags)
{
    const uint64_t known = 0x100, is_remote = 0x200;

    if (!(flags & known))
        return;
    row->flags |= CORR_SPAN_REMOTE_KNOWN;
    if (flags & is_remote)
        row->flags |= CORR_SPAN_REMOTE;
}

/* uint32 in the specification; a larger number is not believed. */
static uint64_t credible(uint64_t n)
{
    return n <= UINT32_MAX ? n : 0;
}

void otlp_count_dropped(corr_build *b, uint64_t at, const otlp_dropped *n)
{
    corr_tally(b, CORR_DROPPED, at, credible(n->attrs),
               "attribute of a span was dropped by its sender",
               "attributes of spans were dropped by their sender");
    corr_tally(b, CORR_DROPPED, at, credible(n->events),
               "event of a span was dropped by its sender",
               "events of spans were dropped by their sender");
    corr_tally(b, CORR_DROPPED, at, credible(n->links),
               "link of a span was dropped by its sender",
               "links of spans were dropped by their sender");
}
