/* slow_spans - the public interface of the comparison of slow spans with usual
 * ones. */
#include "diff/slow_spans.h"

#include "base/self_arena.h"

enum { USUALLY_MOST = 500, SLOW_MOST = 2000 };

static const char *const apart_name[CORR_APART_COUNT] = {
    [CORR_APART_SAME] = "same",
    [CORR_APART_UNCLEAR] = "unclear",
    [CORR_APART_DIFFERS] = "differs",
    [CORR_APART_SEPARATES] = "separates",
};

const char *corr_apart_name(corr_apart a)
{
    return apart_name[a < CORR_APART_COUNT ? a : CORR_APART_UNCLEAR];
}

static corr_code make_slow_spans(corr_slow_spans *c, const corr_query *q,
                                 const corr_slow_spans_opts *o, corr_err *err)
{
    const uint32_t most[2] = { o->most[0] ? o->most[0] : USUALLY_MOST,
                               o->most[1] ? o->most[1] : SLOW_MOST };
    uint8_t *in;
    corr_code code = span_set_of(c->st, q, &c->arena, &in, err);

    if (!code)
        code = slow_spans_pick(c, in, o, err);
    if (!code && !slow_spans_choose(c))
        code = corr_no_memory(err);
    const uint64_t seed = o->seed || code ? o->seed : slow_spans_seed(c);
    if (!code)
        code = slow_spans_ledgers(c, most, seed, err);
    if (!code && !slow_spans_attrs(c, seed))
        code = corr_no_memory(err);
    return code;
}

corr_slow_spans *corr_slow_spans_of(corr_store *st, const corr_query *q,
                                    const corr_slow_spans_opts *opts,
                                    corr_err *err)
{
    if (store_prepare(st, err) != CORR_OK)
        return NULL;
    corr_slow_spans *c = self_arena_new(corr_slow_spans, err);
    if (!c)
        return NULL;
    c->st = st;
    if (make_slow_spans(c, q, opts, err) == CORR_OK)
        return c;
    corr_slow_spans_free(c);
    return NULL;
}

corr_slow_spans_facts corr_slow_spans_facts_of(const corr_slow_spans *c)
{
    return c->facts;
}

corr_query corr_slow_spans_query(const corr_slow_spans *c, const corr_query *q,
                                 unsigned side)
{
    corr_query one = *q;

    one.chosen = c->chosen[side];
    one.nchosen = (uint32_t)c->side[side].n;
    return one;
}

uint32_t corr_slow_spans_size(const corr_slow_spans *c)
{
    return (uint32_t)c->row.n;
}

corr_slow_spans_row corr_slow_spans_at(const corr_slow_spans *c, uint32_t i)
{
    return c->row.v[i].facts;
}

uint32_t corr_slow_spans_attrs(const corr_slow_spans *c)
{
    return (uint32_t)c->attr.n;
}

corr_slow_spans_attr corr_slow_spans_attr_at(const corr_slow_spans *c,
                                             uint32_t i)
{
    return c->attr.v[i];
}

void corr_slow_spans_free(corr_slow_spans *c)
{
    if (!c)
        return;
    for (unsigned w = 0; w < 2; w++)
        vec_free(&c->side[w]);
    vec_free(&c->row);
    vec_free(&c->attr);
    opnames_clear(&c->names);
    self_arena_free(c);
}
