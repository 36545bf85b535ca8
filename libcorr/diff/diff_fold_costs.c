/* diff_fold_costs - the cost of each path of a fold, and of its rows. */
#include "base/base.h"
#include "diff/diff_fold.h"

enum { COSTS_LATE = 16 /* costs that are being fetched */ };

typedef struct late_cost {
    uint32_t path;
    int64_t value;
    sides_wide info;
} late_cost;

/* Adds costs with a delay: paths are in another order than rows, so the target
 * is prefetched while other costs are added. */
typedef struct cost_adder {
    diff_fold *f;
    unsigned which;
    uint64_t n;
    late_cost late[COSTS_LATE]; /* a ring: the last of n costs */
} cost_adder;

static void add_late(const cost_adder *a, const late_cost *l)
{
    int64_t *cost = &a->f->cost[a->which][l->path];

    *cost = add_clamped(*cost, l->value);
    if (a->f->info[a->which])
        a->f->info[a->which][l->path] += l->info;
}

static void add_row_later(void *ctx, const sides_row *row)
{
    cost_adder *a = ctx;
    const uint32_t path = a->f->path_of[row->input][row->stack];
    late_cost *l = &a->late[a->n % countof(a->late)];

    if (a->n >= countof(a->late))
        add_late(a, l);
    *l = (late_cost){ path, row->value, row->info };
    PREFETCH(&a->f->cost[a->which][path]);
    if (a->f->info[a->which])
        PREFETCH(&a->f->info[a->which][path]);
    a->n++;
}

bool diff_fold_add_costs(diff_fold *f)
{
    for (unsigned w = 0; w < 2; w++) {
        const bool even = f->s->side[w].weight == SIDE_EVEN;
        cost_adder a = { .f = f, .which = w };
        f->cost[w] = corr_arena_new(&f->arena, int64_t, f->paths.n);
        if (!even)
            f->info[w] = corr_arena_new(&f->arena, sides_wide, f->paths.n);
        if (!f->cost[w] || (!even && !f->info[w]))
            return false;
        sides_rows(f->s, w, add_row_later, &a);
        for (uint32_t i = 0; i < a.n && i < countof(a.late); i++)
            add_late(&a, &a.late[i]);
    }
    return true;
}

typedef struct each_row {
    const diff_fold *f;
    diff_each_cost *each;
    void *ctx;
} each_row;

static void cost_of_row(void *ctx, const sides_row *row)
{
    const each_row *e = ctx;

    e->each(e->ctx, e->f->path_of[row->input][row->stack], row);
}

void diff_fold_costs(const diff_fold *f, unsigned which, diff_each_cost *each,
                     void *ctx)
{
    if (f->s->side[which].k != 1) {
        sides_rows(f->s, which, cost_of_row, &(each_row){ f, each, ctx });
        return;
    }
    for (uint32_t i = 0; i < f->paths.n; i++) {
        const sides_row cost = { .value = f->cost[which][i],
                                 .info = diff_fold_info(f, which, i) };
        if (cost.value || cost.info)
            each(ctx, i, &cost);
    }
}
