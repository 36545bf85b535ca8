#include "store/thread_index.h"

#include "base/base.h"

enum { BY_VM, BY_OS, BY_NAME };
_Static_assert(BY_NAME + 1 == THREAD_INDEX_KEYS, "a chain for each key");

static uint32_t *bucket_of(const thread_index *x, int by, uint64_t key)
{
    return &x->first[by][corr_hash(&key, sizeof key) & x->mask];
}

/* Key 0 means the thread has no such key. */
static void chain_thread(thread_index *x, int by, uint64_t key, uint32_t thread)
{
    if (!key)
        return;
    uint32_t *at = bucket_of(x, by, key);
    x->next[by][thread] = *at;
    *at = thread;
}

bool thread_index_of(thread_index *x, const input *in, bool names_virtual,
                     corr_arena *arena)
{
    const size_t n = in->thread.n + 1;

    if (x->in)
        return true;
    *x = (thread_index){ .mask = 1 };
    while (x->mask < in->thread.n)
        x->mask = x->mask << 1 | 1;
    x->row = corr_arena_new(arena, uint32_t, n);
    for (int by = 0; by < THREAD_INDEX_KEYS; by++) {
        x->first[by] = corr_arena_new(arena, uint32_t, (size_t)x->mask + 1);
        x->next[by] = corr_arena_new(arena, uint32_t, n);
        if (!x->first[by] || !x->next[by])
            return false;
    }
    for (uint32_t i = (uint32_t)in->thread.n; i-- > 1;) {
        const thread_row *r = &in->thread.v[i];
        x->has_vm |= r->vm_id != 0;
        x->has_os |= r->os_id != 0;
        chain_thread(x, BY_VM, (uint64_t)r->vm_id, i);
        chain_thread(x, BY_OS, (uint64_t)r->os_id, i);
        if (names_virtual || !r->is_virtual)
            chain_thread(x, BY_NAME, thread_name_key(in, i), i);
    }
    x->in = x->row ? in : NULL;
    return x->row != NULL;
}

/* Finds the best fits among the threads with a key.  Threads of an equal hash
 * are compared as well, and do not fit. */
static thread_found find_by_key(thread_index *x, int by, uint64_t key,
                                const input *from, uint32_t thread)
{
    thread_found f = { .row = x->row };

    for (uint32_t i = key ? *bucket_of(x, by, key) : 0; i; i = x->next[by][i]) {
        const thread_fit fit = thread_fits(from, thread, x->in, i);
        x->pairs++;
        if (fit > f.fit) {
            f.fit = fit;
            f.n = 0;
        }
        if (fit && fit == f.fit)
            x->row[f.n++] = i;
    }
    return f;
}

thread_found thread_index_find(thread_index *x, const input *from,
                               uint32_t thread)
{
    const thread_row *r = &from->thread.v[thread];
    const struct {
        int by;
        uint64_t key;
    } ways[] = {
        { BY_VM, (uint64_t)r->vm_id },
        { BY_OS, (uint64_t)r->os_id },
        { BY_OS, x->in->process.numbered ? (uint64_t)r->vm_id : 0 },
        { BY_VM, from->process.numbered ? (uint64_t)r->os_id : 0 },
        { BY_NAME, thread_name_key(from, thread) },
    };
    thread_found f = { .row = x->row };

    for (size_t w = 0; thread && !f.n && w < countof(ways); w++)
        f = find_by_key(x, ways[w].by, ways[w].key, from, thread);
    return f;
}

bool thread_index_compares(const thread_index *x, const input *from,
                           uint32_t thread)
{
    const thread_row *t = &from->thread.v[thread];

    return (t->vm_id && x->has_vm) ||
           ((t->os_id || (x->in->process.numbered && t->vm_id)) && x->has_os);
}
