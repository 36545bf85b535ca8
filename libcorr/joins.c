/* joins - what joins with what, for an overview: per profile and kind the rung
 * that holds most of its observations. */
#include "base.h"
#include "join.h"
#include "prepare.h"

static corr_rung rung_of(const join_segment *js, size_t row)
{
    if (js->rung && js->span[row])
        return (corr_rung)js->rung[row];
    return js->own ? js->own[row].rung : CORR_RUNG_NONE;
}

static corr_joined best_of(const corr_store *st, uint32_t i, uint32_t s)
{
    const input *in = st->input.v[i];
    const segment *g = &in->segment.v[s];
    const join_segment *js = join_at(st->join, i, s);
    int64_t by[CORR_RUNG_COUNT] = { 0 };
    corr_joined j = { .profile = i,
                      .kind = input_text(in, in->kind.v[g->kind].name) };

    for (size_t row = 0; row < g->n; row++) {
        int64_t obs = g->obs ? g->obs[row] : 1;
        j.of = add_clamped(j.of, obs);
        const corr_rung rung = rung_of(js, row);
        by[rung] = add_clamped(by[rung], obs);
    }
    by[CORR_RUNG_NONE] = 0;
    for (corr_rung r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++)
        if (by[r] > by[j.rung])
            j.rung = r;
    for (corr_rung r = CORR_RUNG_S1; r <= j.rung; r++)
        j.observations = add_clamped(j.observations, by[r]);
    if (!j.rung && st->spans.at.n > 1) {
        j.rung = st->tie.v[i].tied ? CORR_RUNG_W : CORR_RUNG_X;
        j.observations = j.of;
    }
    return j;
}

size_t corr_joins(corr_store *st)
{
    if (store_join(st, NULL) != CORR_OK)
        return 0;
    if (st->joined.n)
        return st->joined.n;
    for (uint32_t i = 0; i < st->input.n; i++)
        for (uint32_t s = 1; s < st->input.v[i]->segment.n; s++)
            if (st->tie.v[i].used && st->input.v[i]->segment.v[s].n &&
                !vec_push(&st->joined, best_of(st, i, s)))
                return 0;
    return st->joined.n;
}

corr_joined corr_join_at(corr_store *st, size_t i)
{
    return st->joined.v[i];
}
