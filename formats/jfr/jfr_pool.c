/*
 * The constants of one type: key -> where the value lies.
 */
#include "jfr/jfr_pool.h"

#include <stdlib.h>

static const char *const type_names[P_POOLS] = {
    [P_THREAD] = "java.lang.Thread",
    [P_STACK] = "jdk.types.StackTrace",
    [P_METHOD] = "jdk.types.Method",
    [P_CLASS] = "java.lang.Class",
    [P_SYMBOL] = "jdk.types.Symbol",
    [P_STRING] = "java.lang.String",
    [P_FRAME_TYPE] = "jdk.types.FrameType",
    [P_STATE] = "jdk.types.ThreadState",
    [P_GC_NAME] = "jdk.types.GCName",
    [P_GC_CAUSE] = "jdk.types.GCCause",
    [P_GC_WHEN] = "jdk.types.GCWhen",
    [P_OPERATION] = "jdk.types.VMOperationType",
    [P_ATTRIBUTE] = "profiler.types.AttributeValue",
};

jfr_pool_id jfr_pool_of(corr_str type_name)
{
    for (unsigned i = 0; i < P_POOLS; i++)
        if (corr_str_is(type_name, type_names[i]))
            return (jfr_pool_id)i;
    return JFR_NO_POOL;
}

static uint32_t spread_key(uint64_t key)
{
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

jfr_constant *jfr_pool_find(const jfr_pool *p, uint64_t key)
{
    if (p->n == 0)
        return NULL;
    for (uint32_t i = spread_key(key) & p->mask; p->slot[i].at;
         i = (i + 1) & p->mask)
        if (p->slot[i].key == key)
            return &p->slot[i];
    return NULL;
}

static void put_constant(jfr_pool *p, uint64_t key, uint32_t at)
{
    uint32_t i = spread_key(key) & p->mask;

    while (p->slot[i].at && p->slot[i].key != key)
        i = (i + 1) & p->mask;
    p->n += p->slot[i].at == 0;
    p->slot[i] = (jfr_constant){ .key = key, .at = at };
}

static bool grow_pool(jfr_pool *p)
{
    const jfr_pool old = *p;
    const uint32_t mask = old.slot ? old.mask * 2 + 1 : 255;

    if (mask == UINT32_MAX)
        return false;
    p->slot = calloc((size_t)mask + 1, sizeof *p->slot);
    if (!p->slot) {
        *p = old;
        return false;
    }
    p->mask = mask;
    p->n = 0;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++)
        if (old.slot[i].at)
            put_constant(p, old.slot[i].key, old.slot[i].at);
    free(old.slot);
    return true;
}

bool jfr_pool_add(jfr_pool *p, uint64_t key, uint32_t at)
{
    if ((!p->slot || p->n >= p->mask / 4 * 3) && !grow_pool(p))
        return false;
    put_constant(p, key, at);
    return true;
}

void jfr_pool_empty(jfr_pool *p)
{
    if (p->n)
        memset(p->slot, 0, ((size_t)p->mask + 1) * sizeof *p->slot);
    p->n = 0;
}

void jfr_pool_clear(jfr_pool *p)
{
    free(p->slot);
    *p = (jfr_pool){ 0 };
}
