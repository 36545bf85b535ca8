/* process_identity - a process that profiles and traces name differently. */
#include "base/base.h"
#include "store/process_match.h"

static bool is_same(const input *a, uint32_t x, const input *b, uint32_t y)
{
    return corr_str_eq(input_text(a, x), input_text(b, y));
}

/* Whether the first identity that both have is equal (corr-methods 0); of rows that
 * have none in common the pid is one, as far as it goes. */
static bool is_one(const input *a, const proc_row *p, const input *b,
                   const proc_row *q)
{
    if (p->service && q->service && !is_same(a, p->service, b, q->service))
        return false;
    if (p->instance && q->instance)
        return is_same(a, p->instance, b, q->instance);
    const bool has_hosts = p->host && q->host;
    if (has_hosts && p->pid && q->pid)
        return p->pid == q->pid && is_same(a, p->host, b, q->host);
    if (p->container && q->container)
        return is_same(a, p->container, b, q->container);
    if (p->pod && q->pod)
        return is_same(a, p->pod, b, q->pod);
    if (has_hosts)
        return p->service && q->service && is_same(a, p->host, b, q->host);
    return p->pid && p->pid == q->pid;
}

uint8_t *process_spanned(const corr_store *st)
{
    const spans *s = &st->spans;
    uint8_t *spanned = calloc(s->service_of.n, 1);

    for (uint32_t i = 1; spanned && i < s->at.n; i++)
        if (!(store_span(st, i)->flags & CORR_SPAN_RECORDED))
            spanned[s->proc.v[i]] = 1;
    if (spanned)
        spanned[0] = 0; /* nobody's */
    return spanned;
}

uint32_t process_proc_like(const corr_store *st, const uint8_t *spanned,
                           const input *in, const proc_row *p)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *other = st->input.v[i];
        for (uint32_t k = 1; k < other->proc.n; k++) {
            const uint32_t proc = spans_proc(&st->spans, i, k);
            if (!spanned[proc] || proc == found ||
                !is_one(in, p, other, &other->proc.v[k]))
                continue;
            if (found)
                return 0;
            found = proc;
        }
    }
    return found;
}
