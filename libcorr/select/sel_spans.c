/* sel_spans - the spans that a selection is about, for writers. */
#include "corr_write.h"
#include "select/select.h"
#include "store/store.h"

bool corr_sel_next_span(const corr_sel *sel, uint32_t *at, corr_sel_span *span)
{
    const corr_store *st = sel->store;
    const spans *all = &st->spans;
    const bool timed = !sel->in && sel->from < sel->to;
    stretch ran;

    while (++*at < all->at.n) {
        const input *in = store_input(st, all->at.v[*at].input);
        const span_row *row = span_at(all, st->input.v, *at);

        if ((sel->in && !sel->in[*at]) || !span_ran(row, &ran))
            continue;
        if (timed && (ran.to < sel->from || ran.from >= sel->to))
            continue;
        *span = (corr_sel_span){
            .trace = spans_trace_of(all, *at),
            .id = row->id,
            .parent = row->parent,
            .handle = all->handle.v[*at],
            .name = input_text(in, row->name),
            .service = all->service.v[spans_service(all, *at)],
            .thread = input_text(in, in->thread.v[row->thread].name),
            .status_text = input_text(in, row->status_text),
            .from = ran.from,
            .to = ran.to,
            .kind = row->kind,
            .status = row->status,
        };
        return true;
    }
    return false;
}

corr_input corr_sel_input(const corr_sel *sel, uint32_t which)
{
    return corr_input_at(sel->store, which);
}
