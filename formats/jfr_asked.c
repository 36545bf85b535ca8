/* Which stacks of a chunk its events name: a chunk has the stacks of all that
 * was recorded, and where few of them are asked for it is not worth while to
 * find the others again. */
#include "jfr.h"

/* So many are asked for one by one. */
enum { MOST = 1 << 14 };

static bool has_stack(jfr *j, uint32_t type)
{
    return (jfr_plan_of(&j->plans, &j->types, type)->all & JFR_BIT(F_STACK)) !=
           0;
}

/* False: too many, or no memory. */
static bool add_key(jfr *j, uint64_t key)
{
    bool is_new;

    if (!corr_map_u64(&j->asked, key, &is_new)) {
        jfr_no_memory(j);
        return false;
    }
    return j->asked.n <= MOST;
}

static bool add_stack(jfr *j, const jfr_note *note)
{
    jfr_event e = { .at = note->at };
    jfr_record r;

    if (!jfr_next(&j->k, &e))
        return true;
    jfr_take_some(&j->plans, &j->types, note->type, JFR_BIT(F_STACK), &e.body,
                  &r);
    const int64_t key = jfr_number(&r, F_STACK, 0);
    return add_key(j, (uint64_t)key);
}

void jfr_ask(jfr *j)
{
    corr_map_clear(&j->asked);
    j->asks_all = false;
    if (j->want->no_stacks)
        return;
    bool few = !j->rest;
    for (uint32_t i = 0; few && i < j->piles.n; i++)
        few = add_key(j, j->piles.pile[i].stack);
    for (uint32_t i = 0; few && i < j->nnote; i++)
        few = !has_stack(j, j->note[i].type) || add_stack(j, &j->note[i]);
    j->asks_all = !few;
}

bool jfr_is_asked(const jfr *j, jfr_pool_id pool, uint64_t key)
{
    return pool != P_STACK || j->asks_all ||
           corr_map_find_u64(&j->asked, key) != NULL;
}
