#include "store/thread_match.h"

enum { COMM = 15 }; /* characters of a thread name that Linux keeps */

/* Cuts " tid=4711" off "worker-1 tid=4711". */
static corr_str bare_name(corr_str s)
{
    const corr_str mark = CORR_STR(" tid=");
    size_t n = s.n;

    while (n > 0 && s.p[n - 1] >= '0' && s.p[n - 1] <= '9')
        n--;
    if (n == s.n || n < mark.n || memcmp(s.p + n - mark.n, mark.p, mark.n) != 0)
        return s;
    return (corr_str){ s.p, n - mark.n };
}

static thread_fit names_fit(corr_str a, corr_str b)
{
    a = bare_name(a);
    b = bare_name(b);
    if (a.n == 0 || b.n == 0)
        return THREAD_OTHER;
    if (corr_str_eq(a, b))
        return THREAD_NAMED;
    const corr_str cut = a.n < b.n ? a : b;
    const corr_str whole = a.n < b.n ? b : a;
    return cut.n == COMM && memcmp(cut.p, whole.p, COMM) == 0 ? THREAD_CUT
                                                              : THREAD_OTHER;
}

thread_fit thread_fits(const input *a, uint32_t thread, const input *b,
                       uint32_t other)
{
    const thread_row *x = &a->thread.v[thread];
    const thread_row *y = &b->thread.v[other];

    if (!thread || !other || x->stranger || y->stranger)
        return THREAD_OTHER;
    if (x->vm_id && y->vm_id)
        return x->vm_id == y->vm_id ? THREAD_SURE : THREAD_OTHER;
    if (x->os_id && y->os_id)
        return x->os_id == y->os_id ? THREAD_SURE : THREAD_OTHER;
    if (b->process.numbered && x->vm_id && y->os_id)
        return x->vm_id == y->os_id ? THREAD_SURE : THREAD_OTHER;
    if (a->process.numbered && x->os_id && y->vm_id)
        return x->os_id == y->vm_id ? THREAD_SURE : THREAD_OTHER;
    return names_fit(input_text(a, x->name), input_text(b, y->name));
}

bool thread_named_alike(const input *a, uint32_t thread, const input *b,
                        uint32_t other)
{
    return names_fit(input_text(a, a->thread.v[thread].name),
                     input_text(b, b->thread.v[other].name)) != THREAD_OTHER;
}

uint64_t thread_name_key(const input *in, uint32_t thread)
{
    const corr_str name = bare_name(input_text(in, in->thread.v[thread].name));

    return name.n ? corr_hash(name.p, name.n < COMM ? name.n : COMM) | 1 : 0;
}

double thread_certainty(thread_fit fit, uint32_t k)
{
    static const double certainty[] = {
        [THREAD_OTHER] = 0,
        [THREAD_CUT] = 0.8,
        [THREAD_NAMED] = 0.9,
        [THREAD_SURE] = 1,
    };

    return k > 1 && fit != THREAD_SURE && fit != THREAD_OTHER ? 1.0 / k
                                                              : certainty[fit];
}
