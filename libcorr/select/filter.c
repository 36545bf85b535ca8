#include "select/filter.h"

#include "base/base.h"
#include "store/process_match.h"

static uint8_t *judge_functions(const filter *f, const input *in, match *m)
{
    uint8_t *v = corr_arena_new(f->arena, uint8_t, in->func.n + 1);
    char buf[CORR_FRAME_NAME_MAX];

    for (uint32_t i = 0; v && i < in->func.n; i++)
        v[i] = match_text(m, input_func_name(in, i, buf));
    return v;
}

static bool judge_stacks(const filter *f, const input *in, verdicts *to)
{
    if (!f->focus && !f->ignore)
        return true;
    const uint8_t *focus = f->focus ? judge_functions(f, in, f->focus) : NULL;
    const uint8_t *ignore =
        f->ignore ? judge_functions(f, in, f->ignore) : NULL;
    uint8_t *v = corr_arena_new(f->arena, uint8_t, in->stack.at.n + 1);
    if (!v || (f->focus && !focus) || (f->ignore && !ignore))
        return false;
    for (size_t i = 0; i < in->stack.at.n; i++) {
        bool seen = !focus;
        bool bad = false;
        for (uint32_t k = 0; k < in->stack.n.v[i]; k++) {
            uint32_t frame = narrow_at(&in->stack.frame, in->stack.at.v[i] + k);
            uint32_t func = in->frame.v[frame].func;
            seen |= focus && focus[func];
            bad |= ignore && ignore[func];
        }
        v[i] = seen && !bad;
    }
    to->stack = v;
    return true;
}

static bool judge_labels(const filter *f, uint32_t at, verdicts *to)
{
    const input *in = store_input(f->st, at);
    const size_t n = f->q->nlabels;
    label_match_by *v = n ? corr_arena_new(f->arena, label_match_by, n) : NULL;

    if (n && !v)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!label_match_by_init(&v[i], in, f->q->labels[i],
                                 process_label(f->st, at, f->q->labels[i]),
                                 f->arena))
            return false;
    to->labels = v;
    to->nlabels = n;
    return true;
}

static bool judge_threads(const filter *f, const input *in, verdicts *to)
{
    const uint32_t only = f->q->thread_row;

    if (!f->thread && !only)
        return true;
    uint8_t *v = corr_arena_new(f->arena, uint8_t, in->thread.n + 1);
    for (size_t i = 0; v && i < in->thread.n; i++)
        v[i] = (!only || i == only) &&
               (!f->thread ||
                match_text(f->thread, input_text(in, in->thread.v[i].name)));
    to->thread = v;
    return v != NULL;
}

/* Whether a row has all labels.  A thread without a process belongs to the
 * process that the input is about. */
static bool has_labels(const verdicts *v, const input *in, const segment *g,
                       size_t row)
{
    const uint32_t proc = in->thread.v[g->thread ? g->thread[row] : 0].proc;

    for (size_t i = 0; i < v->nlabels; i++)
        if (!label_match_row(&v->labels[i], g->labels ? g->labels[row] : 0,
                             proc ? proc : in->process.owner))
            return false;
    return true;
}

bool filter_init(filter *f, corr_store *st, const corr_query *q,
                 corr_arena *arena, corr_err *err)
{
    *f = (filter){ .st = st, .q = q, .arena = arena };
    return match_option(&f->focus, q->focus, err) &&
           match_option(&f->ignore, q->ignore, err) &&
           match_option(&f->thread, q->thread, err);
}

void filter_clear(filter *f)
{
    match_free(f->focus);
    match_free(f->ignore);
    match_free(f->thread);
}

bool filter_asks(const filter *f)
{
    return f->focus || f->ignore || f->thread || f->q->thread_row ||
           f->q->nlabels;
}

bool filter_judge(const filter *f, uint32_t i, verdicts *v)
{
    const input *in = store_input(f->st, i);

    v->no_strangers = f->q->service && in->process.mixed;
    return judge_stacks(f, in, v) && judge_labels(f, i, v) &&
           judge_threads(f, in, v);
}

bool filter_judge_service(const filter *f, uint32_t i, const segment *g,
                          verdicts *to)
{
    const input *in = store_input(f->st, i);
    uint8_t *v = corr_arena_new(f->arena, uint8_t, in->label.set_at.n + 1);

    for (uint32_t k = 1; v && k < in->label.set_at.n; k++)
        v[k] = corr_str_is(process_host_service(f->st, i, g, k), f->q->service);
    to->service = v;
    return v != NULL;
}

bool filter_passes(const verdicts *v, const input *in, const segment *g,
                   size_t row)
{
    if (v->no_strangers && input_is_strange(in, g, row))
        return false;
    if (v->stack && !v->stack[segment_stack(g, row)])
        return false;
    if (v->labels && !has_labels(v, in, g, row))
        return false;
    if (v->thread && !v->thread[g->thread ? g->thread[row] : 0])
        return false;
    return !v->service || v->service[g->labels ? g->labels[row] : 0];
}

bool filter_limited(const filter *f)
{
    return match_limited(f->focus) || match_limited(f->ignore) ||
           match_limited(f->thread);
}
