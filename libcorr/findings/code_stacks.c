/* code_stacks - the distinct stacks of a selection with their observations. */
#include "findings/code_stacks.h"

#include <stdlib.h>

#include "base/base.h"

static double amount_real(amount a)
{
    return (double)a.whole + (double)a.part / 4294967296.0;
}

code_stacks *code_stacks_of(finder *f)
{
    static const corr_show all = { NULL, NULL, NULL };

    if (f->code)
        return f->code;
    code_stacks *c = corr_arena_new(f->arena, code_stacks, 1);
    if (!c)
        return NULL;
    f->code = c;
    if (frames_init(&c->frames, f->store, KEY_FUNCTION, &all, f->err) ||
        !sums_init(&c->sums, f->sel, &c->arena))
        return NULL;
    const double obs = amount_real(c->sums.obs);
    const double effective = c->sums.effective > 0 && c->sums.effective < obs
                                 ? c->sums.effective
                                 : obs;
    c->scale = obs > 0 ? effective / obs : 0;
    c->n = effective;
    return c;
}

void code_stacks_free(code_stacks *c)
{
    if (!c)
        return;
    frames_clear(&c->frames);
    corr_arena_clear(&c->arena);
}

bool code_stacks_each(code_stacks *c, code_stacks_fn *fn, void *ctx)
{
    const corr_store *st = c->frames.keys.store;

    for (uint32_t in = 0; in < st->input.n; in++) {
        const size_t n = store_input(st, in)->stack.at.n;
        for (uint32_t i = 0; c->sums.stack[in] && i < n; i++) {
            const stack_sum *sum = &c->sums.stack[in][i];
            if (sum->used &&
                (!frames_of(&c->frames, in, i) ||
                 !fn(ctx, c, in, i, amount_real(sum->obs) * c->scale)))
                return false;
        }
    }
    return true;
}

corr_str code_stacks_name(const code_stacks *c, uint32_t key)
{
    return c->frames.keys.row.v[key].text;
}

bool code_stacks_is_app(const code_stacks *c, uint32_t key)
{
    const corr_frame_view v = keys_frame_view(&c->frames.keys, key);

    return corr_frame_is_app(&v);
}
