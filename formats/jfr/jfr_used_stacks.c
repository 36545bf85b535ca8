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

static bool has_stack(jfr *j, uint32_t type)
{
    return (jfr_plan_of(&j->plans, &j->types, type)->all & JFR_BIT(F_STACK)) !=
           0;
}

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
    jfr_event e;
    jfr_record r;

    if (!jfr_window_noted(j, note, &e))
        return true;
    jfr_take_some(&j->plans, &j->types, note->type, JFR_BIT(F_STACK), &e.body,
                  &r);
    const int64_t key = jfr_number(&r, F_STACK, 0);
    return add_stack_key(j, (uint64_t)key);
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
        few = !has_stack(j, j->scan.note.v[i].type) ||
              add_stack_of(j, &j->scan.note.v[i]);
    j->used.all = !few;
    j->used.is_apart = few && j->window.is_spared;
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
    if (!corr_grow((void **)&to->bytes, &to->room, to->n + n + JFR_INTS_READ,
                   1))
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

/* The number of integers in a frame, if a stack is a byte and its frames, as in
 * the JDK; 0: another layout. */
static uint32_t plain_frame(const jfr_types *t, uint32_t type)
{
    const jfr_type *y = &t->type[type];
    const jfr_field *f = &t->field[y->field];

    if (y->is_broken || y->nfield != 2 || f[0].is_array || f[0].pooled ||
        f[0].type == UINT32_MAX || t->type[f[0].type].prim != JFR_BYTE ||
        !f[1].is_array || f[1].pooled || f[1].type == UINT32_MAX)
        return 0;
    return t->type[f[1].type].ints;
}

/* Skips a stack whose numbers before its frames fit in 16 bytes, with one look.
 * False: the stack is left to the slow path. */
static bool step_over_plain(corr_cur *c, uint32_t frame, uint64_t *key,
                            const uint8_t **stack)
{
    enum { LOOK = 16 };
    const uint8_t *p = c->p;
    const uint64_t more = jfr_more16(p);
    const uint64_t ends = ~more & ((UINT64_C(1) << LOOK) - 1);
    const uint64_t ends2 = ends & (ends - 1);
    const uint64_t ends3 = ends2 & (ends2 - 1);

    if (corr_cur_left(c) < LOOK || !ends3 || jfr_has_run(more) ||
        jfr_first(ends2) != jfr_first(ends) + 1)
        return false;
    const unsigned at = jfr_first(ends2) + 1; /* the number of frames */
    const unsigned size = jfr_first(ends3) + 1 - at;
    *stack = p + at - 1;
    *key = jfr_int_of(p, at - 1);
    c->p = p + at + size;
    jfr_skip_ints(c, jfr_int_of(p + at, size) * frame);
    return true;
}

/* Skips a key and its stack. JFR_INTS_READ readable bytes follow. */
static void step_over(const jfr_types *t, uint32_t type, uint32_t frame,
                      corr_cur *c, uint64_t *key, const uint8_t **stack)
{
    if (frame && c->p && step_over_plain(c, frame, key, stack))
        return;
    *key = jfr_int(c);
    *stack = c->p;
    jfr_skip_type(t, type, c);
}

/* A piece may end within a stack, which is then read again. */
bool jfr_keep_used_stacks(jfr *j, uint64_t n, size_t at, size_t end)
{
    const uint32_t type = j->constants.pool[P_STACK].type;
    const uint32_t frame = plain_frame(&j->types, type);
    corr_cur left = { 0 };

    while (n > 0) {
        corr_cur c = left;
        const uint8_t *begin = NULL;
        uint64_t key;
        step_over(&j->types, type, frame, &c, &key, &begin);
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
