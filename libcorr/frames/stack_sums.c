#include "frames/stack_sums.h"

#include <math.h>

#include "base/base.h"

#define PARTS (UINT64_C(1) << 32) /* in one */

amount amount_add(amount a, amount b)
{
    const uint64_t part = (uint64_t)a.part + b.part;
    amount sum = { add_clamped(a.whole, b.whole), (uint32_t)part };

    if (part >= PARTS)
        sum.whole = add_clamped(sum.whole, 1);
    return sum;
}

amount amount_sub(amount a, amount b)
{
    const int64_t amount_real = sub_clamped(a.whole, b.whole);

    return (amount){ sub_clamped(amount_real, a.part < b.part),
                     a.part - b.part };
}

amount amount_of(int64_t value, double share)
{
    if (!(share < 1))
        return (amount){ value, 0 };
    if (!(share > 0))
        return (amount){ 0, 0 };

    /* Down to the next part, so that negative values have parts as well. */
    const sums_wide product =
        (sums_wide)value * (int64_t)llround(share * (double)PARTS);
    const uint32_t part = (uint32_t)product;
    return (amount){ (int64_t)((product - part) / (int64_t)PARTS), part };
}

int64_t amount_round(amount a)
{
    return add_clamped(a.whole, a.part >= PARTS / 2);
}

void sums_row(const corr_sel *sel, const sel_part *p, size_t k, amount *value,
              amount *obs)
{
    const segment *g = sel_segment(sel, p);
    const size_t row = sel_row(p, k);
    const double share = sel_share(p, k);
    const int64_t n = segment_obs(g, row);
    /* one observation, partly inside the window, counts as one */
    const bool is_one = n == 1 && sel->from < sel->to && !sel->asked;

    *value = amount_of(segment_value(g, row), share);
    *obs = amount_of(n, is_one ? 1 : share);
}

static void add_part_sums(sums *s, const corr_sel *sel, const sel_part *p,
                          neff *even)
{
    const segment *g = sel_segment(sel, p);
    stack_sum *of_stack = s->stack[p->input];

    for (size_t k = 0; k < p->n; k++) {
        const size_t row = sel_row(p, k);
        stack_sum *sum = &of_stack[segment_stack(g, row)];
        amount value, obs;
        sums_row(sel, p, k, &value, &obs);
        sum->value = amount_add(sum->value, value);
        sum->obs = amount_add(sum->obs, obs);
        sum->used = true;
        s->value = amount_add(s->value, value);
        s->obs = amount_add(s->obs, obs);
        s->divided = s->divided || value.part || obs.part;
        neff_add(even, segment_value(g, row), segment_obs(g, row),
                 segment_squares(g, row), sel_share(p, k));
    }
}

static double amount_real(amount a)
{
    return (double)a.whole + (double)a.part / PARTS;
}

bool sums_init(sums *s, const corr_sel *sel, corr_arena *arena)
{
    neff even = { 0 };

    *s = (sums){ .counted = true };
    s->stack = corr_arena_new(arena, stack_sum *, sel->store->input.n);
    if (!s->stack)
        return false;
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const input *in = store_input(sel->store, p->input);
        const segment *g = sel_segment(sel, p);
        if (!s->stack[p->input])
            s->stack[p->input] =
                corr_arena_new(arena, stack_sum, in->stack.at.n);
        if (!s->stack[p->input])
            return false;
        if (in->kind.v[g->kind].flags & CORR_KIND_NO_COUNT)
            s->counted = false;
        add_part_sums(s, sel, p, &even);
    }
    s->even = !even.uneven;
    s->effective = s->counted ? neff_effective(&even, amount_real(s->value),
                                               amount_real(s->obs))
                              : 0;
    if (s->counted && sel->facts.unit == CORR_BYTES && sel->facts.period > 0)
        s->effective = sel->facts.effective;
    return true;
}
