#include "join/scope_join.h"

#include "store/selected_part.h"

/* Joins a row to the whole process by its time; a row without a time belongs if
 * its profile overlaps the requested time. */
static corr_rung window_row(const scope_join *j, uint32_t i, const segment *g,
                            size_t row)
{
    const span_scope *r = j->reach;
    const input *in = store_input(j->st, i);
    const int64_t time = g->time ? g->time[row] : CORR_NO_TIME;
    bool overlap = in->from == CORR_NO_TIME ||
                   (input_from(in, g) < r->to && in->to >= r->from);

    if (time != CORR_NO_TIME)
        overlap = time >= r->from && time < r->to;
    return overlap && r->in ? join_window(&j->st->match.v[i], r->service)
                            : CORR_RUNG_NONE;
}

/* Whether the samples of a part are in a whole that names spans itself. */
static bool is_in_labelled(const corr_store *st, uint32_t i, const segment *g)
{
    const input *in = store_input(st, i);
    const corr_str kind = input_text(in, in->kind.v[g->kind].name);
    const uint32_t whole = selected_part_whole(st, i, kind, NULL);

    return whole != NO_WHOLE && selected_part_is_needless(st, whole);
}

/* Joins a row by an id that only samples name: its span was not exported. */
static corr_rung raw_id_row(const scope_join *j, uint32_t i, const segment *g,
                            size_t row)
{
    const corr_query *q = j->q;
    const input *in = store_input(j->st, i);
    const bool by_server = in->fetched.span != 0;
    const bool exact = g->labels && in->label.set_ids.v[g->labels[row]].exact;

    if (in->fetched.is_part && is_in_labelled(j->st, i, g))
        return CORR_RUNG_NONE;
    if (q->span) {
        if (g->span && g->span[row] == q->span)
            return by_server ? CORR_RUNG_S3
                   : exact   ? CORR_RUNG_S1
                             : CORR_RUNG_R2;
        if (g->root && g->root[row] == q->span)
            return CORR_RUNG_R2;
        return CORR_RUNG_NONE;
    }
    const corr_trace_id trace = segment_trace(g, row);
    return g->trace && trace.hi == q->trace.hi && trace.lo == q->trace.lo
               ? CORR_RUNG_R2
               : CORR_RUNG_NONE;
}

/* Joins a row by the join of the store: returns the rung of the largest part
 * that is in the scope. */
static corr_rung joined_row(const span_scope *r, const join_segment *js,
                            size_t row, span_profile_bond *b)
{
    const join_part *part;
    join_part one;
    const size_t n = join_parts(js, row, &one, &part);
    corr_rung rung = CORR_RUNG_NONE;

    *b = (span_profile_bond){ 0, 0 };
    for (size_t k = 0; k < n; k++) {
        const uint32_t span = part[k].span;
        if (join_is_request(part[k].rung) &&
            (r->part[span] < 1 || !r->in[span])) {
            *b = (span_profile_bond){ r->part[span], 1 };
            return b->share > 0 ? CORR_RUNG_R3 : CORR_RUNG_NONE;
        }
        if (!r->in[span])
            continue;
        rung = rung ? rung : (corr_rung)part[k].rung;
        b->certainty += part[k].share * join_certainty(&part[k]);
        b->share += part[k].share;
    }
    if (rung)
        b->certainty /= b->share;
    return rung;
}

corr_rung scope_join_row(const scope_join *j, uint32_t in, uint32_t seg,
                         size_t row, span_profile_bond *b)
{
    const segment *g = &store_input(j->st, in)->segment.v[seg];

    *b = (span_profile_bond){ 1, 1 };
    if (j->q->reach == CORR_PROCESS)
        return window_row(j, in, g, row);
    if (!j->reach->in)
        return raw_id_row(j, in, g, row);
    const join_segment *js = join_at(j->st->join, in, seg);
    if (!js->span || !js->span[row])
        return span_profile_row(&j->own, g, row, b);
    return joined_row(j->reach, js, row, b);
}
