#include "model/same_process.h"

#include "base/base.h"

/* The rules: what two rows may agree or disagree on. */
enum {
    INSTANCE,
    CONTAINER,
    POD,
    HOST_PID,     /* same if both agree, other if one of them differs */
    HOST_SERVICE, /* same if both agree */
    PID,
    OTHER_PID,
    OTHER_HOST,
    OTHER_SERVICE,
    RULES
};

/* The order of rules for each comparison; the first with an answer decides. */
static const uint8_t recordings[] = { INSTANCE,  OTHER_HOST, CONTAINER,   POD,
                                      OTHER_PID, HOST_PID,   HOST_SERVICE };
static const uint8_t numbers[] = {
    OTHER_SERVICE, INSTANCE, HOST_PID, CONTAINER, POD, HOST_SERVICE, PID
};

static proc_likeness compare_texts(const input *a, uint32_t x, const input *b,
                                   uint32_t y)
{
    if (!x || !y)
        return PROC_UNKNOWN;
    return corr_str_eq(input_text(a, x), input_text(b, y)) ? PROC_SAME
                                                           : PROC_OTHER;
}

static proc_likeness compare_pids(const proc_row *p, const proc_row *q)
{
    if (!p->pid || !q->pid)
        return PROC_UNKNOWN;
    return p->pid == q->pid ? PROC_SAME : PROC_OTHER;
}

static proc_likeness only_other(proc_likeness is)
{
    return is == PROC_OTHER ? is : PROC_UNKNOWN;
}

static proc_likeness both_same(proc_likeness a, proc_likeness b)
{
    return a == PROC_SAME && b == PROC_SAME ? PROC_SAME : PROC_UNKNOWN;
}

static proc_likeness apply_rules(const input *a, uint32_t p, const input *b,
                                 uint32_t q, const uint8_t *rule, size_t n)
{
    const proc_row *x = &a->proc.v[p];
    const proc_row *y = &b->proc.v[q];
    const proc_likeness host = compare_texts(a, x->host, b, y->host);
    const proc_likeness pid = compare_pids(x, y);
    const proc_likeness service = compare_texts(a, x->service, b, y->service);
    const proc_likeness says[RULES] = {
        [INSTANCE] = compare_texts(a, x->instance, b, y->instance),
        [CONTAINER] = compare_texts(a, x->container, b, y->container),
        [POD] = compare_texts(a, x->pod, b, y->pod),
        [HOST_PID] = host && pid && !both_same(host, pid)
                         ? PROC_OTHER
                         : both_same(host, pid),
        [HOST_SERVICE] = both_same(host, service),
        [PID] = host ? PROC_UNKNOWN : pid,
        [OTHER_PID] = only_other(pid),
        [OTHER_HOST] = only_other(host),
        [OTHER_SERVICE] = only_other(service),
    };
    proc_likeness is = PROC_UNKNOWN;

    for (size_t i = 0; !is && i < n; i++)
        is = says[rule[i]];
    return is;
}

proc_likeness same_process(const input *a, uint32_t p, const input *b,
                           uint32_t q)
{
    return apply_rules(a, p, b, q, recordings, countof(recordings));
}

proc_likeness same_process_numbered(const input *a, uint32_t p, const input *b,
                                    uint32_t q)
{
    return apply_rules(a, p, b, q, numbers, countof(numbers));
}

bool same_process_other_pid(const input *a, uint32_t p, const input *b,
                            uint32_t q)
{
    const proc_row *x = &a->proc.v[p];
    const proc_row *y = &b->proc.v[q];

    return compare_pids(x, y) == PROC_OTHER &&
           compare_texts(a, x->host, b, y->host) != PROC_OTHER;
}

proc_told same_process_told(const proc_row *p)
{
    if (p->instance || (p->host && p->pid))
        return PROC_TOLD_ONE;
    return p->container || p->pod ? PROC_TOLD_PLACE : PROC_TOLD_NOT;
}
