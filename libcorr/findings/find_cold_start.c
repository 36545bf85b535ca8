/*
 * find_cold_start - compilation, class loading and interpreted code in the first
 * minutes of a process (corr-methods 8, F18).
 */
#include <math.h>

#include "base/base.h"
#include "findings/code_stacks.h"
#include "select/select.h"

typedef struct warming {
    finder *f;
    uint32_t category;  /* UINT32_MAX: no such list */
    uint8_t **of_stack; /* [inputs][stacks] 1: it warms up; NULL: unseen */
} warming;

/* Whether the innermost frame of a stack is interpreted. */
static bool is_interpreted(const input *in, uint32_t stack)
{
    const uint32_t depth = in->stack.n.v[stack];

    return depth > 0 && in->frame
                                .v[narrow_at(&in->stack.frame,
                                             in->stack.at.v[stack] + depth - 1)]
                                .type == CORR_FRAME_INTERPRETED;
}

static bool mark_stack(void *ctx, code_stacks *c, uint32_t in, uint32_t stack,
                       double n)
{
    warming *w = ctx;
    const input *rows = store_input(w->f->store, in);
    bool is = is_interpreted(rows, stack);

    (void)n;
    if (!w->of_stack[in])
        w->of_stack[in] =
            corr_arena_new(w->f->arena, uint8_t, rows->stack.at.n);
    if (!w->of_stack[in])
        return false;
    for (size_t i = 0; !is && w->category != UINT32_MAX && i < c->frames.key.n;
         i++)
        is = frame_lists_has(w->f->lists, w->category,
                             code_stacks_name(c, c->frames.key.v[i]));
    w->of_stack[in][stack] = is;
    return true;
}

/* Samples in the first minutes of their process: all, and those that warm up. */
static void count_start(const warming *w, double *warm, double *all)
{
    const corr_sel *sel = w->f->sel;

    *warm = *all = 0;
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const input *in = store_input(w->f->store, p->input);
        const segment *s = &in->segment.v[p->segment];
        const int64_t started = in->process.started;
        if (started == CORR_NO_TIME || started == 0 || !s->time)
            continue;
        const int64_t settled = add_clamped(started, CORR_SETTLES);
        for (size_t k = 0; k < p->n; k++) {
            const size_t row = sel_row(p, k);
            if (s->time[row] == CORR_NO_TIME || s->time[row] > settled)
                continue;
            const double n = (double)segment_obs(s, row) * sel_share(p, k);
            *all += n;
            if (w->of_stack[p->input] &&
                w->of_stack[p->input][segment_stack(s, row)])
                *warm += n;
        }
    }
}

/* Whether any recording begins in the first minutes of its process. */
static bool has_start(const finder *f)
{
    for (size_t i = 0; i < f->sel->part.n; i++) {
        const input *in = store_input(f->store, f->sel->part.v[i].input);
        const int64_t started = in->process.started;
        if (started != CORR_NO_TIME && started != 0 &&
            in->from < add_clamped(started, CORR_SETTLES))
            return true;
    }
    return false;
}

bool find_cold_start(finder *f, const finding_rule *r)
{
    double warm, all;

    if (!has_start(f))
        return true;
    code_stacks *c = code_stacks_of(f);
    warming w = { .f = f,
                  .category = frame_lists_find(f->lists, "warm-up"),
                  .of_stack =
                      corr_arena_new(f->arena, uint8_t *, f->store->input.n) };
    if (!c || !w.of_stack || !code_stacks_each(c, mark_stack, &w))
        return false;
    count_start(&w, &warm, &all);
    if (all <= 0)
        return true;
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .subject = CORR_STR("warm-up"),
                       .next = { "tree", CORR_TARGET_NONE, "" } };
    finder_wilson(&x, warm * c->scale, all * c->scale);
    x.text = finder_text(f, "warm-up takes %s of the CPU of the first minutes",
                         finder_range(f, &x));
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}
