#include "store/fraction.h"

#include "base/base.h"
#include "store/edition.h"

/* Whether each value of a kind has its parts in 64 bits. */
static bool parts_fit(const input *in, uint32_t kind)
{
    int64_t parts;

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (g->kind != kind)
            continue;
        if (MUL_OVERFLOWS(g->only.value, CORR_FRACTIONS, &parts))
            return false;
        for (size_t i = 0; i < g->n; i++)
            if (MUL_OVERFLOWS(segment_value(g, i), CORR_FRACTIONS, &parts))
                return false;
    }
    return true;
}

/* False: out of memory. */
static bool to_parts(edition *e, uint32_t kind)
{
    const double square = (double)CORR_FRACTIONS * CORR_FRACTIONS;

    if (!edition_own(e, kind))
        return false;
    e->in.kind.v[kind].unit = CORR_FRACTION;
    e->in.kind.v[kind].period = 0;
    for (uint32_t s = 1; s < e->in.segment.n; s++) {
        if (e->in.segment.v[s].kind != kind)
            continue;
        segment *g = edition_segment(e, s);
        if (!g || !edition_column(e, s, SEG_VALUE) ||
            !edition_column(e, s, SEG_SQUARES))
            return false;
        g->only.value *= CORR_FRACTIONS;
        for (size_t i = 0; i < g->n; i++) {
            if (g->value)
                g->value[i] *= CORR_FRACTIONS;
            if (g->squares)
                g->squares[i] *= square;
        }
    }
    return true;
}

/* Whether an input has this kind with decimals; NULL: any kind. */
static bool has_fractions(const corr_store *st, const corr_str *kind)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t k = 0; k < in->kind.n; k++)
            if (in->kind.v[k].unit == CORR_FRACTION &&
                (!kind ||
                 corr_str_eq(input_text(in, in->kind.v[k].name), *kind)))
                return true;
    }
    return false;
}

static bool even_kind(corr_store *st, uint32_t i, uint32_t kind)
{
    edition *e = edition_of(st, i);

    return e && to_parts(e, kind);
}

bool fraction_even_units(corr_store *st)
{
    const bool any = has_fractions(st, NULL);

    for (uint32_t i = 0; any && i < st->input.n; i++) {
        for (uint32_t k = 0; k < store_input(st, i)->kind.n; k++) {
            const input *in = store_input(st, i);
            const corr_str name = input_text(in, in->kind.v[k].name);
            if (in->kind.v[k].unit == CORR_COUNT && has_fractions(st, &name) &&
                parts_fit(in, k) && !even_kind(st, i, k))
                return false;
        }
    }
    return true;
}
