/*
 * Samples summed by stack.
 *
 * A builder sums rows of equal stacks as well, but a row would have to be made
 * for each sample.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

/* ---- the piles ----------------------------------------------------------- */

/* A stack has few sums: one for each kind. */
static jfr_stack_sum *find_stack_sum(const jfr_stack_sums *p, uint32_t kind,
                                     uint64_t stack)
{
    const uint32_t *first = corr_map_find_u64(&p->first, stack);

    for (uint32_t i = first ? *first : 0; i; i = p->row.v[i - 1].next)
        if (p->row.v[i - 1].kind == kind)
            return &p->row.v[i - 1];
    return NULL;
}

static jfr_stack_sum *add_stack_sum(jfr_stack_sums *p, uint32_t kind,
                                    uint64_t stack, int64_t value)
{
    bool is_new;

    if (p->row.n == JFR_STACK_SUMS || !corr_vec_reserve(NULL, &p->row, 1))
        return NULL;
    uint32_t *first = corr_map_u64(&p->first, stack, &is_new);
    if (!first)
        return NULL;
    jfr_stack_sum *fresh = &p->row.v[p->row.n];
    *fresh = (jfr_stack_sum){
        .stack = stack, .kind = kind, .first = value, .next = *first
    };
    *first = (uint32_t)++p->row.n;
    return fresh;
}

bool jfr_stack_sums_add(jfr_stack_sums *p, uint32_t kind, uint64_t stack,
                        int64_t value)
{
    jfr_stack_sum *to = find_stack_sum(p, kind, stack);
    int64_t sum = 0;

    /* a sum that needs more than 63 bits goes on in another row */
    if (!to || __builtin_add_overflow(to->value, value, &sum))
        to = add_stack_sum(p, kind, stack, value);
    if (!to)
        return false;
    to->value += value;
    to->squares += (double)value * (double)value;
    to->differs |= value != to->first;
    to->obs++;
    return true;
}

void jfr_stack_sums_empty(jfr_stack_sums *p)
{
    corr_map_clear(&p->first);
    p->row.n = 0;
}

void jfr_stack_sums_clear(jfr_stack_sums *p)
{
    jfr_stack_sums_empty(p);
    corr_vec_free(&p->row);
    *p = (jfr_stack_sums){ 0 };
}

/* ---- of events ----------------------------------------------------------- */

/* Fields that differ between samples of one stack. */
#define APART                                                                  \
    (JFR_BIT(F_ALLOCATED_AT) | JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME))

bool jfr_sums_by_stack(jfr *j, uint32_t type, const jfr_meaning *m)
{
    const unsigned one_by_one =
        CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_ROWS;

    if (!m->weight || m->flags & CORR_KIND_DEFAULT ||
        corr_wants(j->want, one_by_one) || !jfr_would_keep(j, m))
        return false;
    return !(jfr_plan_of(&j->plans, &j->types, type)->all & APART);
}

bool jfr_add_to_stack(jfr *j, jfr_act *a, uint32_t type, corr_cur body)
{
    jfr_record *r = &j->record;

    jfr_take_some(&j->plans, &j->types, type,
                  a->meaning->weight | JFR_BIT(F_START) | JFR_BIT(F_STACK),
                  &body, r);
    if (!jfr_stack_sums_add(&j->sums.by_stack, a->kind,
                            (uint64_t)jfr_number(r, F_STACK, 0), jfr_amount(r)))
        return false;
    jfr_note_thread_and_time(j, a, jfr_number(r, F_START, INT64_MIN),
                             a->thread);
    return true;
}

void jfr_pass_stack_sums(jfr *j)
{
    for (uint32_t i = 0; i < j->sums.by_stack.row.n; i++) {
        const jfr_stack_sum *p = &j->sums.by_stack.row.v[i];
        corr_arena_reset(&j->text);
        corr_add_sample(j->b, &(corr_sample_row){
                                  .kind = jfr_kind(j, jfr_meaning_at(p->kind)),
                                  .stack = jfr_stack_at(j, (int64_t)p->stack),
                                  .time = CORR_NO_TIME,
                                  .value = p->value,
                                  .obs = p->obs,
                                  .squares = p->differs ? p->squares : 0 });
    }
    jfr_stack_sums_empty(&j->sums.by_stack);
}
