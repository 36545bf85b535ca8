/*
 * process_threads - finds the process of a profile by its threads.
 *
 * A thread of a span and a thread of the profile with the same number and the
 * same name are the same thread.  Most virtual threads have no name, and their
 * numbers are used once: for them the number is enough.  If spans of several
 * processes name threads of the profile, the process is unknown.  A process
 * that is known to have another pid on the same host does not count.
 */
#include "store/process_match.h"

#include "base/base.h"
#include "model/same_process.h"

static uint64_t thread_key(int64_t vm_id, corr_str name)
{
    return corr_hash(name.p, name.n) ^
           (uint64_t)vm_id * UINT64_C(0x9e3779b97f4a7c15);
}

static bool add_thread(corr_map *m, const input *in, const thread_row *r)
{
    const corr_str name = input_text(in, r->name);

    if (!r->vm_id)
        return true;
    if (name.n && !corr_map_u64(m, thread_key(r->vm_id, name), NULL))
        return false;
    return !r->is_virtual ||
           corr_map_u64(m, thread_key(r->vm_id, CORR_STR("")), NULL);
}

static bool has_thread(const corr_map *m, const input *in, const thread_row *r)
{
    return r->vm_id &&
           corr_map_find_u64(m, thread_key(r->vm_id, input_text(in, r->name)));
}

bool process_is_another(const corr_store *st, uint32_t i, uint32_t proc)
{
    const input *in = store_input(st, i);
    bool inside = false;

    for (size_t t = 1; t < in->thread.n && !inside; t++)
        inside = in->thread.v[t].vm_id != 0;
    for (uint32_t k = 0; inside && k < st->input.n; k++) {
        const input *from = store_input(st, k);
        for (uint32_t p = 1; p < from->proc.n; p++)
            if (spans_proc(&st->spans, k, p) == proc &&
                same_process_other_pid(in, in->process.owner, from, p))
                return true;
    }
    return false;
}

bool process_by_threads(const corr_store *st, uint32_t i, uint32_t *proc)
{
    const input *in = store_input(st, i);
    corr_map threads = { 0 };
    bool ok = true;
    bool one = true;

    *proc = 0;
    for (size_t t = 1; ok && t < in->thread.n; t++)
        ok = add_thread(&threads, in, &in->thread.v[t]);
    for (uint32_t s = 1; ok && one && threads.n && s < st->spans.at.n; s++) {
        const span_row *r = store_span(st, s);
        const input *from = store_input(st, st->spans.at.v[s].input);
        const uint32_t p = st->spans.proc.v[s];
        if (!r->thread || !p || p == *proc || r->flags & CORR_SPAN_RECORDED ||
            !process_ran_meanwhile(in, r) ||
            same_process_other_pid(in, in->process.owner, from, r->proc) ||
            !has_thread(&threads, from, &from->thread.v[r->thread]))
            continue;
        one = !*proc;
        *proc = p;
    }
    if (!one)
        *proc = 0;
    corr_map_clear(&threads);
    return ok;
}
