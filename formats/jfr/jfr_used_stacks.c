/*
 * Which stacks the events of a chunk name.
 *
 * A chunk has the stacks of all recorded events.  If few of them are used, the
 * others are skipped, and the used ones are copied, so that the chunk's
 * constants need no memory.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

/* Stacks that are looked up one by one, at most. */
enum { MOST = 1 << 14 };

/* False: too many keys, or out of memory. */
static bool add_stack_key(jfr *j, uint64_t key)
{
    bool is_new;

    if (!corr_map_u64(&j->used.keys, key, &is_new)) {
        jfr_no_memory(j);
        return false;
    }
    return j->used.keys.n <= MOST;
}

static bool add_stack_of(jfr *j, const jfr_note *note)
{
    const jfr_plan *p = jfr_plan_of(&j->plans, &j->types, note->type);
    jfr_event e;
    jfr_record r;

    if (!(p->all & JFR_BIT(F_STACK)) || !jfr_window_noted(j, note, &e))
        return true;
    jfr_take_some(&j->plans, &j->types, note->type, JFR_BIT(F_STACK), &e.body,
                  &r);
    return add_stack_key(j, (uint64_t)jfr_number(&r, F_STACK, 0));
}

void jfr_find_used_stacks(jfr *j)
{
    corr_map_clear(&j->used.keys);
    j->used.all = false;
    if (j->want->no_stacks)
        return;
    bool few = !j->scan.rest;
    for (uint32_t i = 0; few && i < j->sums.by_stack.row.n; i++)
        few = add_stack_key(j, j->sums.by_stack.row.v[i].stack);
    for (uint32_t i = 0; few && i < j->scan.note.n; i++)
        few = add_stack_of(j, &j->scan.note.v[i]);
    j->used.all = !few;
    j->used.is_apart = few && j->window.is_on_demand;
    j->used.n = 1; /* a constant is never at 0 */
}

bool jfr_is_used_stack(const jfr_used_stacks *u, uint64_t key)
{
    return u->all || corr_map_find_u64(&u->keys, key) != NULL;
}

/* ---- apart from the chunk ------------------------------------------------ */

/* Bytes of a checkpoint read at once. */
enum { PIECE = 128 * 1024 };

bool jfr_keep_used_stack(jfr *j, uint64_t key, const uint8_t *p, size_t n)
{
    jfr_used_stacks *to = &j->used;
    jfr_pool *pool = &j->constants.pool[P_STACK];

    if (!jfr_is_used_stack(&j->used, key))
        return true;
    if (!to->is_apart)
        return jfr_pool_add(pool, key, (uint32_t)(p - j->k.p));
    if (!corr_grow((void **)&to->bytes, &to->room, to->n + n, 1))
        return false;
    memcpy(to->bytes + to->n, p, n);
    to->n += n;
    return jfr_pool_add(pool, key, (uint32_t)(to->n - n));
}

/* Reads bytes of the chunk from *at on and appends them to the unread rest of
 * the piece. False: the end, or a read error. */
static bool read_on(jfr *j, corr_cur *left, size_t *at, size_t end)
{
    jfr_used_stacks *k = &j->used;
    const size_t n = corr_cur_left(left);
    const size_t most = n > PIECE ? n : PIECE;
    const size_t more = end - *at < most ? end - *at : most;
    const size_t from = n ? (size_t)(left->p - k->piece) : 0;

    if (!more)
        return false;
    if (!corr_grow((void **)&k->piece, &k->piece_room, n + more, 1)) {
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

/* A piece may end within a stack, which is then read again. */
bool jfr_keep_used_stacks(jfr *j, uint64_t n, size_t at, size_t end)
{
    const uint32_t type = j->constants.pool[P_STACK].type;
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
        if (!jfr_keep_used_stack(j, key, begin, (size_t)(c.p - begin))) {
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
    const jfr_used_stacks *s = &j->used;

    return s->is_apart ? corr_cur_of(s->bytes + k->at, s->n - k->at)
                       : corr_cur_of(j->k.p + k->at, j->k.n - k->at);
}

void jfr_used_stacks_clear(jfr_used_stacks *k)
{
    corr_map_clear(&k->keys);
    free(k->bytes);
    free(k->piece);
    *k = (jfr_used_stacks){ 0 };
}
