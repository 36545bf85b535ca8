/*
 * diff_services - functions that were renamed in one of several services.
 *
 * A service is a part of the whole, with its own cost of an observation and its
 * own traffic. Its functions are compared as if it were asked for alone; a
 * rename that is found there is one in the whole tree.
 *
 * Most paths are in one service. Each path has an owner, which has all of its
 * cost but that of other services, which is listed.
 */
#include <math.h>

#include "base/base.h"
#include "diff/diff.h"

enum { MOST_SERVICES = 32 };

/* The cost of a path in a service that does not own it. */
typedef struct foreign_cost {
    uint32_t path, block;
    int64_t cost[2];
    sides_wide info[2];
} foreign_cost;

typedef struct service_costs {
    diff_maker *m;
    unsigned which;
    uint32_t *owner; /* [paths] 1 + block; 0: no cost */
    vec(foreign_cost) foreign;
    corr_map at; /* path and block -> number of a foreign cost */
    bool failed;
} service_costs;

static void add_service_row(void *ctx, const sides_row *row)
{
    service_costs *c = ctx;
    const corr_diff *d = c->m->d;
    const uint32_t path = d->fold.path_of[row->input][row->stack];
    const uint32_t block = 1 + d->s.side[c->which].block[row->cluster];
    bool is_new;

    if (!c->owner[path])
        c->owner[path] = block;
    if (c->owner[path] == block || c->failed)
        return;
    uint32_t *at = corr_map_u64(&c->at, (uint64_t)path << 32 | block, &is_new);
    c->failed = !at || (is_new &&
                        !vec_push(&c->foreign,
                                  (foreign_cost){ path, block, { 0 }, { 0 } }));
    if (c->failed)
        return;
    if (is_new)
        *at = (uint32_t)c->foreign.n - 1;
    foreign_cost *f = &c->foreign.v[*at];
    f->cost[c->which] = add_clamped(f->cost[c->which], row->value);
    f->info[c->which] += row->info;
}

static bool find_owners(service_costs *c)
{
    c->owner = corr_arena_new(&c->m->scratch, uint32_t, c->m->path.n);
    for (c->which = 0; c->owner && c->which < 2; c->which++)
        sides_rows(&c->m->d->s, c->which, add_service_row, c);
    return c->owner && !c->failed;
}

/* Fills one side of m->path with the cost in a service. */
static bool fill_service(const service_costs *c, unsigned w, uint32_t block)
{
    diff_maker *m = c->m;
    const corr_diff *d = m->d;
    const uint32_t n = m->path.n;
    int64_t *cost = corr_arena_new(&m->scratch, int64_t, n);
    sides_wide *info = corr_arena_new(&m->scratch, sides_wide, n);

    m->path.cost[w] = corr_arena_new(&m->scratch, double, n);
    m->path.x[w] = corr_arena_new(&m->scratch, double, n);
    if (!cost || !info || !m->path.cost[w] || !m->path.x[w])
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (c->owner[i] == block) {
            cost[i] = d->fold.cost[w][i];
            info[i] = diff_fold_info(&d->fold, w, i);
        }
    for (size_t i = 0; i < c->foreign.n; i++) {
        const foreign_cost *f = &c->foreign.v[i];
        const bool is_its = f->block == block;
        if (!is_its && c->owner[f->path] != block)
            continue;
        cost[f->path] += is_its ? f->cost[w] : -f->cost[w];
        info[f->path] += is_its ? f->info[w] : -f->info[w];
    }
    for (uint32_t i = 0; i < n; i++) {
        m->path.cost[w][i] = diff_normalised(d, w, cost[i]);
        m->path.x[w][i] = sides_effective(&d->s.side[w], cost[i], info[i]);
    }
    return true;
}

static double sum_of(const diff_tree *t, unsigned w)
{
    double sum = 0;

    for (uint32_t i = 0; i < t->n; i++)
        sum += t->cost[w][i];
    return sum;
}

/* Notes which names a service has on each side. */
static bool note_names(diff_maker *m)
{
    const paths *p = &m->d->fold.paths;

    m->on = corr_arena_new(&m->scratch, uint8_t, m->d->fold.name.n);
    for (uint32_t i = 0; m->on && i < m->path.n; i++) {
        const uint8_t bits = (uint8_t)((m->path.cost[0][i] != 0) |
                                       (m->path.cost[1][i] != 0) << 1);
        const path_row *row = &p->row[i];
        for (uint32_t k = 0; bits && k < row->n; k++)
            m->on[paths_key(p, row->at + k)] |= bits;
    }
    return m->on != NULL;
}

/* The working state of m is that of one service. */
static bool rename_in_service(const service_costs *c, uint32_t block,
                              align_notes *known)
{
    diff_maker *m = c->m;
    const double least = m->min_abs;

    for (unsigned w = 0; w < 2; w++)
        if (!fill_service(c, w, block))
            return false;
    const double base = fabs(sum_of(&m->path, 0));
    if (base < least || !(sum_of(&m->path, 1) != 0))
        return true;
    m->min_abs *= base / m->d->facts.whole[0];
    return note_names(m) && diff_add_renamed(m, known);
}

static bool rename_in_each(const service_costs *c, align_notes *known)
{
    diff_maker *m = c->m;
    const uint32_t blocks = m->d->s.blocks;
    const diff_maker whole = *m;
    bool ok = true;

    for (uint32_t b = 1; ok && b <= blocks && b <= MOST_SERVICES; b++) {
        m->scratch = (corr_arena){ .limit = whole.scratch.limit };
        ok = rename_in_service(c, b, known);
        corr_arena_clear(&m->scratch);
        m->path = whole.path;
        m->min_abs = whole.min_abs;
        m->on = whole.on;
        m->scratch = whole.scratch;
    }
    return ok;
}

bool diff_rename_in_services(diff_maker *m, align_notes *known)
{
    service_costs c = { .m = m };

    if (m->d->s.blocks < 2 || m->d->facts.shallow)
        return true;
    const bool ok = find_owners(&c) && rename_in_each(&c, known);
    corr_map_clear(&c.at);
    vec_free(&c.foreign);
    return ok;
}
