#include "otlp/otlp_span_common.h"

void otlp_settle_times(corr_build *b, corr_span_row *row)
{
    if (row->end == 0) {
        row->flags |= CORR_SPAN_UNFINISHED;
        row->end = row->start;
    } else if (row->start == 0) {
        corr_warn(b, row->at,
                  "spans without a start time are shown where they ended, and "
                  "have no length");
        row->start = row->end;
    } else if (row->end < row->start) {
        corr_warn(b, row->at,
                  "spans that end before they start are taken to have no "
                  "length");
        row->end = row->start;
    }
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
