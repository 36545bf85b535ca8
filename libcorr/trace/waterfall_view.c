/*
 * waterfall_view - what a waterfall answers: its facts, spans, sections of the
 * critical path and attributes, and the number of a span in it.
 */
#include "trace/waterfall.h"

#include "base/base.h"
#include "model/same_process.h"

corr_waterfall_facts corr_waterfall_facts_of(const corr_waterfall *w)
{
    return w->facts;
}

uint32_t corr_waterfall_size(const corr_waterfall *w)
{
    return w->n;
}

corr_span_view corr_waterfall_at(const corr_waterfall *w, uint32_t i)
{
    const spans *all = &w->store->spans;
    const span_row *row = waterfall_row(w, i);
    const input *in = waterfall_input(w, i);
    const proc_row *proc = &in->proc.v[row->proc];
    const critical_span *s = &w->time[i];
    const uint32_t number = w->span[i];
    int64_t took = -1;

    (void)span_took(row, &took);
    return (corr_span_view){
        .trace = spans_trace_of(all, number),
        .id = row->id,
        .parent = row->parent,
        .handle = all->handle.v[number],
        .up = s->up,
        .depth = w->depth[i],
        .end_index = s->end_index,
        .name = input_text(in, row->name),
        .service = input_text(in, proc->service),
        .instance = input_text(in, proc->instance),
        .host = input_text(in, proc->host),
        .version = input_text(in, proc->version),
        .thread = input_text(in, in->thread.v[row->thread].name),
        .status_text = input_text(in, row->status_text),
        .start = s->start,
        .end = s->end,
        .took = s->many && took >= 0 ? s->many->untold ? -1 : critical_busy(s)
                                     : took,
        .calls = s->many ? s->many->calls : 1,
        .busy = critical_busy(s),
        .untold = s->many && s->many->untold,
        .least = s->many ? s->many->least : waterfall_duration(w, i),
        .most = s->many ? s->many->most : waterfall_duration(w, i),
        .self = max_i64(0, sub_clamped(critical_busy(s), s->covered)),
        .self_lo = max_i64(0, sub_clamped(critical_busy(s), s->covered_most)),
        .self_hi = max_i64(0, sub_clamped(critical_busy(s), s->covered_least)),
        .critical = s->critical,
        .clipped =
            sub_clamped(waterfall_duration(w, i), sub_clamped(s->to, s->from)),
        .kind = row->kind,
        .status = row->status,
        .orphan = waterfall_is_orphan(w, i),
        .recorded = (row->flags & CORR_SPAN_RECORDED) != 0,
        .unfinished = s->unfinished,
        .has_start = !s->no_start,
        .is_placed = s->is_placed,
        .local_root = all->root.v[number] == number,
        .nonblocking = s->nonblocking,
        .dropped = s->dropped,
        .shift = s->shift,
        .shift_u =
            add_clamped(s->whole_ms ? 1000000 : 0,
                        s->shift ? w->clocks->u[waterfall_clock(w, i)] : 0),
        .running = s->running,
        .input = all->at.v[number].input,
        .row = all->at.v[number].row,
        .attrs = row->attrs,
    };
}

uint32_t corr_waterfall_sections(const corr_waterfall *w)
{
    return (uint32_t)w->critical.section.n;
}

corr_section corr_waterfall_section(const corr_waterfall *w, uint32_t i)
{
    const int64_t start = w->time[w->facts.root].start;
    corr_section s = w->critical.section.v[i];

    s.from -= start;
    s.to -= start;
    return s;
}

uint32_t corr_waterfall_find(const corr_waterfall *w, uint64_t span)
{
    const uint32_t *at = corr_map_find_u64(&w->by_id, span);

    return at ? *at : CRITICAL_NONE;
}

uint32_t corr_waterfall_asked(const corr_waterfall *w, const corr_query *q)
{
    const uint32_t *handle = w->store->spans.handle.v;
    uint32_t i = 0;

    if (!q->number)
        return corr_waterfall_find(w, q->span);
    while (i < w->n && handle[w->span[i]] != q->number)
        i++;
    return i < w->n ? i : CRITICAL_NONE;
}

uint32_t corr_waterfall_focus(const corr_waterfall *w)
{
    return w->focus;
}

bool corr_waterfall_apart(const corr_waterfall *w, uint32_t i, size_t of)
{
    const uint32_t proc = w->store->spans.proc.v[w->span[i]];
    const uint32_t its = w->store->match.v[of].proc;

    return proc && its && proc != its;
}

bool corr_waterfall_differs(const corr_waterfall *w, uint32_t i, size_t of)
{
    const input *in = waterfall_input(w, i);
    const input *its = store_input(w->store, (uint32_t)of);

    return !its->process.owner || /* samples have ids of another process */
           same_process(in, waterfall_row(w, i)->proc, its,
                        its->process.owner) == PROC_OTHER;
}

uint32_t corr_waterfall_nattrs(const corr_waterfall *w, uint32_t i)
{
    return waterfall_input(w, i)->label.set_n.v[waterfall_row(w, i)->attrs];
}

corr_label corr_waterfall_attr(const corr_waterfall *w, uint32_t i, uint32_t k)
{
    return input_label(waterfall_input(w, i), waterfall_row(w, i)->attrs, k);
}

int64_t corr_waterfall_children(const corr_waterfall *w, uint32_t i,
                                uint32_t *n)
{
    *n = w->time[i].children;
    return w->time[i].covered;
}
