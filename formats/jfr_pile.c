/* Samples added up by stack: a builder adds up rows of equal stacks, but would
 * have to be asked for each of them. */
#include "jfr.h"

#include <stdlib.h>

/* ---- the piles ------------------------------------------------------------ */

static uint32_t spread(uint32_t kind, uint64_t stack)
{
    return (uint32_t)(((stack ^ (uint64_t)kind << 56) *
                       UINT64_C(0x9e3779b97f4a7c15)) >>
                      32);
}

static bool is_of(const jfr_pile *p, uint32_t kind, uint64_t stack)
{
    return p->stack == stack && p->kind == kind;
}

/* Where a pile is, or would be. */
static uint32_t *find(const jfr_piles *p, uint32_t kind, uint64_t stack)
{
    uint32_t i = spread(kind, stack) & p->mask;

    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there are slots */
    while (p->slot[i] && !is_of(&p->pile[p->slot[i] - 1], kind, stack))
        i = (i + 1) & p->mask;
    return &p->slot[i];
}

static bool grow(jfr_piles *p)
{
    const uint32_t mask = p->slot ? p->mask * 2 + 1 : 1023;
    uint32_t *slot = calloc((size_t)mask + 1, sizeof *slot);

    if (!slot)
        return false;
    free(p->slot);
    p->slot = slot;
    p->mask = mask;
    for (uint32_t i = 0; i < p->n; i++)
        *find(p, p->pile[i].kind, p->pile[i].stack) = i + 1;
    return true;
}

/* Makes room for one more. */
static bool reserve(jfr_piles *p)
{
    if (p->n == JFR_PILES || (p->n >= p->mask / 2 && !grow(p)))
        return false;
    return p->n < p->room ||
           corr_grow((void **)&p->pile, &p->room, p->n + 1, sizeof *p->pile);
}

bool jfr_pile_add(jfr_piles *p, uint32_t kind, uint64_t stack, int64_t value)
{
    uint32_t *slot = p->slot ? find(p, kind, stack) : NULL;

    if (!slot || !*slot) {
        if (!reserve(p))
            return false;
        p->pile[p->n++] = (jfr_pile){ .stack = stack, .kind = kind };
        slot = find(p, kind, stack);
        *slot = p->n;
    }
    jfr_pile *to = &p->pile[*slot - 1];
    to->value = corr_sum(to->value, value);
    to->obs++;
    return true;
}

void jfr_piles_empty(jfr_piles *p)
{
    if (p->n)
        memset(p->slot, 0, ((size_t)p->mask + 1) * sizeof *p->slot);
    p->n = 0;
}

void jfr_piles_clear(jfr_piles *p)
{
    free(p->pile);
    free(p->slot);
    *p = (jfr_piles){ 0 };
}

/* ---- of events ------------------------------------------------------------ */

/* Fields by which samples of one stack are not all alike. */
#define APART                                                                  \
    (JFR_BIT(F_ALLOCATED_AT) | JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME))

bool jfr_is_piled(jfr *j, uint32_t type, const jfr_meaning *m)
{
    const unsigned one_by_one =
        CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_ROWS;

    if (!m->weight || m->flags & CORR_KIND_DEFAULT ||
        corr_wants(j->want, one_by_one) || !jfr_would_keep(j, m))
        return false;
    return !(jfr_plan_of(&j->plans, &j->types, type)->all & APART);
}

bool jfr_pile_event(jfr *j, jfr_act *a, uint32_t type, corr_cur body)
{
    jfr_record *r = &j->record;

    jfr_take_some(&j->plans, &j->types, type,
                  a->meaning->weight | JFR_BIT(F_START) | JFR_BIT(F_STACK),
                  &body, r);
    if (!jfr_pile_add(&j->piles, a->kind, (uint64_t)jfr_number(r, F_STACK, 0),
                      jfr_amount(r)))
        return false;
    jfr_leave(j, a, jfr_number(r, F_START, INT64_MIN), a->thread);
    return true;
}

void jfr_piles_end(jfr *j)
{
    for (uint32_t i = 0; i < j->piles.n; i++) {
        const jfr_pile *p = &j->piles.pile[i];
        corr_arena_reset(&j->text);
        corr_add_sample(j->b, &(corr_sample_row){
                                  .kind = jfr_kind(j, jfr_meaning_at(p->kind)),
                                  .stack = jfr_stack_at(j, (int64_t)p->stack),
                                  .time = CORR_NO_TIME,
                                  .value = p->value,
                                  .obs = p->obs });
    }
    jfr_piles_empty(&j->piles);
}
