/* sums - see sums.h. */
#include "sums.h"

#include <math.h>

#include "base.h"

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
    const int64_t whole = sub_clamped(a.whole, b.whole);

    return (amount){ sub_clamped(whole, a.part < b.part), a.part - b.part };
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

/* Kish's number of equal samples, (sum of w)^2 / (sum of w^2), over single
 * observations.  The squares are added as integers: exact, in any order. */
typedef struct kish {
    sums_wide squares;
    int64_t value, obs; /* of the first row */
    bool even, started;
} kish;

static void kish_add(kish *k, int64_t value, int64_t obs, double squares,
                     double share)
{
    const double most = 1e38; /* what 127 bits hold */
    sums_wide a;
    sums_wide b;

    if (obs <= 0 || value == 0)
        return;
    if (!k->started) {
        k->started = k->even = true;
        k->value = value;
        k->obs = obs;
    }
    a = (sums_wide)value * k->obs;
    b = (sums_wide)k->value * obs;
    k->even = k->even && a == b && squares <= 0;

    const sums_wide square = squares > 0 ? (sums_wide)fmin(squares, most)
                                         : (sums_wide)value * value / obs;
    const sums_wide part =
        share < 1 ? (sums_wide)((double)square * share) : square;
    if (ADD_OVERFLOWS(k->squares, part, &k->squares))
        k->squares = part; /* beyond any profile: an interval too wide */
}

static double kish_effective(const kish *k, amount value, amount obs)
{
    const double sum = (double)value.whole + (double)value.part / PARTS;

    if (k->even)
        return (double)obs.whole + (double)obs.part / PARTS;
    return k->squares > 0 ? sum * sum / (double)k->squares : 0;
}

void sums_row(const corr_sel *sel, const sel_part *p, size_t k, amount *value,
              amount *obs)
{
    const segment *g = sel_segment(sel, p);
    const size_t row = sel_row(p, k);
    const double share = p->share ? p->share[k] : 1;

    *value = amount_of(segment_value(g, row), share);
    *obs = amount_of(segment_obs(g, row), share);
}

static void add_part(sums *s, const corr_sel *sel, const sel_part *p,
                     kish *even)
{
    const segment *g = sel_segment(sel, p);
    stack_sum *of_stack = s->stack[p->input];

    for (size_t k = 0; k < p->n; k++) {
        const size_t row = sel_row(p, k);
        stack_sum *sum = &of_stack[segment_stack(g, row)];
        amount value;
        amount obs;
        sums_row(sel, p, k, &value, &obs);
        sum->value = amount_add(sum->value, value);
        sum->obs = amount_add(sum->obs, obs);
        sum->used = true;
        s->value = amount_add(s->value, value);
        s->obs = amount_add(s->obs, obs);
        s->divided = s->divided || value.part || obs.part;
        kish_add(even, segment_value(g, row), segment_obs(g, row),
                 segment_squares(g, row), p->share ? p->share[k] : 1);
    }
}

bool sums_init(sums *s, const corr_sel *sel, corr_arena *arena)
{
    kish even = { .even = true };

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
                corr_arena_new(arena, stack_sum, in->stack_at.n);
        if (!s->stack[p->input])
            return false;
        if (in->kind.v[g->kind].flags & CORR_KIND_NO_COUNT)
            s->counted = false;
        add_part(s, sel, p, &even);
    }
    s->even = even.even;
    s->effective = s->counted ? kish_effective(&even, s->value, s->obs) : 0;
    if (s->counted && sel->facts.unit == CORR_BYTES && sel->facts.period > 0)
        s->effective = sel->facts.effective;
    return true;
}
