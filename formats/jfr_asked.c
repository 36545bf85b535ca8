/* Which stacks of a chunk its events name: a chunk has the stacks of all that
 * was recorded, and where few of them are asked for it is not worth while to
 * find the others again, nor to have room for them. */
#include "jfr.h"

#include <stdlib.h>

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
    j->stacks.is_on = few && j->is_spared;
    j->stacks.n = 1; /* 0 is no place of a constant */
}

bool jfr_is_asked(const jfr *j, jfr_pool_id pool, uint64_t key)
{
    return pool != P_STACK || j->asks_all ||
           corr_map_find_u64(&j->asked, key) != NULL;
}

/* ---- apart from the chunk ------------------------------------------------- */

/* Bytes of a checkpoint that are read at once. */
enum { PIECE = 128 * 1024 };

bool jfr_keep_stack(jfr *j, uint64_t key, const uint8_t *p, size_t n)
{
    jfr_kept *to = &j->stacks;
    jfr_pool *pool = &j->pool[P_STACK];

    if (!jfr_is_asked(j, P_STACK, key))
        return true;
    if (!to->is_on)
        return jfr_pool_add(pool, key, (uint32_t)(p - j->k.p));
    if (!corr_grow((void **)&to->bytes, &to->room, to->n + n + JFR_INTS_READ,
                   1))
        return false;
    memcpy(to->bytes + to->n, p, n);
    to->n += n;
    return jfr_pool_add(pool, key, (uint32_t)(to->n - n));
}

/* What is left of the piece, and more behind it, which begins at a place of the
 * chunk; false: there is none up to the end, or it cannot be read. */
static bool read_on(jfr *j, corr_cur *left, size_t *at, size_t end)
{
    jfr_kept *k = &j->stacks;
    const size_t n = corr_cur_left(left);
    const size_t most = n > PIECE ? n : PIECE;
    const size_t more = end - *at < most ? end - *at : most;
    const size_t from = n ? (size_t)(left->p - k->piece) : 0;

    if (!more)
        return false;
    if (!corr_grow((void **)&k->piece, &k->piece_room, n + more + JFR_INTS_READ,
                   1)) {
        jfr_no_memory(j);
        return false;
    }
    memmove(k->piece, k->piece + from, n);
    if (!corr_src_copy(j->in, *at, more, k->piece + n))
        return false;
    *at += more;
    *left = corr_cur_of(k->piece, n + more);
    return true;
}

/* A piece may end within a stack, which is looked at again then. */
bool jfr_keep_stacks(jfr *j, uint64_t n, size_t at, size_t end)
{
    const uint32_t type = j->pool[P_STACK].type;
    corr_cur left = { 0 };

    while (n > 0) {
        corr_cur c = left;
        const uint64_t key = jfr_int(&c);
        const uint8_t *begin = c.p;
        jfr_skip_type(&j->types, type, &c);
        if (c.bad || !begin) {
            if (!read_on(j, &left, &at, end))
                return false;
            continue;
        }
        if (!jfr_keep_stack(j, key, begin, (size_t)(c.p - begin))) {
            jfr_no_memory(j);
            return false;
        }
        left = c;
        n--;
    }
    return true;
}

corr_cur jfr_stack_bytes(const jfr *j, const jfr_constant *k)
{
    const jfr_kept *s = &j->stacks;

    return s->is_on ? corr_cur_of(s->bytes + k->at, s->n - k->at)
                    : corr_cur_of(j->k.p + k->at, j->k.n - k->at);
}

void jfr_kept_clear(jfr_kept *k)
{
    free(k->bytes);
    free(k->piece);
    *k = (jfr_kept){ 0 };
}
