/*
 * Reads the constants of the current chunk.
 *
 * The constants are read at the first lookup, from all checkpoints in the
 * order of the file, so that the newest of equal keys counts.  Only the place
 * of a constant is kept; jfr_name.c and jfr_stack.c make rows of it.  The
 * bytes of stacks that no event names are skipped (jfr_used_stacks.c).
 */
#include "jfr/jfr.h"

/* The pool for constants of a type. NULL: they are not kept. */
static jfr_pool *pool_of(jfr *j, const jfr_type *y)
{
    if (y->pool == JFR_NO_POOL || (y->pool == P_METHOD && j->want->no_stacks))
        return NULL;
    return &j->constants.pool[y->pool];
}

/* Reads the constants of one type. False: the rest of the checkpoint cannot be
 * located. */
static bool read_pool(jfr *j, corr_cur *c)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(c));
    uint64_t n = jfr_int(c);

    if (!y || c->bad)
        return false;
    const uint32_t type = jfr_number_of_type(&j->types, y);
    jfr_pool *pool = pool_of(j, y);
    if (pool)
        pool->type = type;
    for (; n > 0; n--) {
        const uint64_t key = jfr_int(c);
        const size_t at = (size_t)(c->p - j->k.p);
        jfr_skip_type(&j->types, type, c);
        if (c->bad)
            return false;
        const bool ok =
            !pool || (y->pool == P_STACK
                          ? jfr_keep_used_stack(j, key, j->k.p + at,
                                                (size_t)(c->p - j->k.p) - at)
                          : jfr_pool_add(pool, key, (uint32_t)at));
        if (!ok) {
            jfr_no_memory(j);
            return false;
        }
    }
    return true;
}

/* Whether the rest of a checkpoint is stacks, which are most bytes of a
 * recording. */
static bool is_stacks(const jfr *j, corr_cur rest, uint64_t npools)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(&rest));

    return npools == 1 && y && y->pool == P_STACK;
}

/* Keeps the stacks that are used, if stacks are wanted. */
static bool read_stacks(jfr *j, corr_cur c, size_t end)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(&c));
    const uint64_t n = jfr_int(&c);

    if (j->want->no_stacks)
        return true;
    j->constants.pool[P_STACK].type = jfr_number_of_type(&j->types, y);
    return !c.bad && jfr_keep_used_stacks(j, n, (size_t)(c.p - j->k.p), end);
}

static bool read_pools(jfr *j, const jfr_event *e, corr_cur c, uint64_t npools)
{
    const size_t end = e->at + e->size;
    const bool apart = j->want->no_stacks || j->used.is_apart;
    bool ok = !c.bad;

    if (ok && apart && is_stacks(j, c, npools))
        return read_stacks(j, c, end);
    ok = ok && jfr_fetch(j, e->at, e->size);
    for (; ok && npools > 0; npools--) {
        if (j->want->no_stacks && is_stacks(j, c, npools))
            break;
        ok = read_pool(j, &c);
    }
    return ok;
}

/* False: the checkpoint breaks off, or cannot be read further. */
static bool take_checkpoint(jfr *j, const jfr_event *e)
{
    corr_cur c = e->body;

    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    jfr_int(&c); /* delta */
    jfr_byte(&c);
    const uint64_t npools = jfr_int(&c);
    return read_pools(j, e, c, npools);
}

static void read_checkpoint(jfr *j, const jfr_event *e)
{
    const bool ok = take_checkpoint(j, e);

    j->scan.is_amiss |= !ok;
    if (!ok && j->b)
        corr_damage(j->b, j->k.offset + e->at, 0, 0,
                    "constants in chunk %u are damaged; some names are unknown",
                    j->k.number);
}

/* Reads the checkpoint in which a truncated chunk ends: most of its constants
 * may be there. The truncation is reported elsewhere. */
static void read_cut(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const size_t left = k->n - j->scan.broken_at;
    corr_cur c = corr_cur_of(k->p + j->scan.broken_at, left);
    const uint64_t size = jfr_int(&c);
    const uint64_t id = jfr_int(&c);

    if (!c.bad && id == JFR_CHECKPOINT && k->h.size > (int64_t)k->n &&
        size > left && size <= (uint64_t)k->h.size - j->scan.broken_at)
        take_checkpoint(j, &(jfr_event){ .at = j->scan.broken_at,
                                         .size = left,
                                         .id = JFR_CHECKPOINT,
                                         .body = c });
}

/* Reads in file order, so that the newest of equal keys counts. */
void jfr_read_constants(jfr *j)
{
    jfr_event e;

    j->constants.are_read = true;
    jfr_find_used_stacks(j);
    for (uint32_t i = 0; i < j->scan.place.n; i++)
        if (jfr_event_at(&j->k, j->scan.place.v[i], JFR_CHECKPOINT, &e))
            read_checkpoint(j, &e);
    e = (jfr_event){ .at = j->scan.rest_place };
    while (j->scan.rest_place && jfr_next(&j->k, &e))
        if (e.id == JFR_CHECKPOINT)
            read_checkpoint(j, &e);
    if (j->scan.end < j->k.n)
        read_cut(j);
}

jfr_constant *jfr_find(jfr *j, jfr_pool_id pool, int64_t key)
{
    if (!j->constants.are_read)
        jfr_read_constants(j);
    return jfr_pool_find(&j->constants.pool[pool], (uint64_t)key);
}
