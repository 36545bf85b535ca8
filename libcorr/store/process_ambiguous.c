/*
 * process_ambiguous - recordings of several processes that seem to be of one.
 *
 * Replicas of a service have equal threads.  If the traces do not tell the
 * processes of a service apart, and recordings of two of them ran at the same
 * time, the process of a span is unknown.
 */
#include "model/same_process.h"
#include "store/process_match.h"

/* Whether two recordings are of different processes at the same time.
 * Recorders of one format name a process alike; other recorders may run outside
 * of its container. */
static bool are_apart(const corr_store *st, uint32_t i, uint32_t k)
{
    const input *a = store_input(st, i);
    const input *b = store_input(st, k);

    return a->process.owner && b->process.owner && a->format == b->format &&
           input_touches(a, b) &&
           same_process(a, a->process.owner, b, b->process.owner) == PROC_OTHER;
}

/* Whether only its threads or its service identify the process. */
static bool is_weak(const process_match *t)
{
    return t->by_threads || t->guessed;
}

/* Marks recording i and the later ones of the same matched process as
 * ambiguous, except recordings that name their process themselves.  Returns the
 * number of others that cannot be told from i, and the first of them. */
static uint32_t mark_ambiguous(corr_store *st, uint32_t i, uint32_t *first)
{
    process_match *one = &st->match.v[i];
    uint32_t found = 0;

    for (uint32_t k = i + 1; k < st->input.n; k++) {
        process_match *t = &st->match.v[k];
        if (!t->used || t->proc != one->proc || !are_apart(st, i, k))
            continue;
        t->apart |= !t->by_identity;
        one->apart |= !one->by_identity;
        if (!t->by_identity && !one->by_identity)
            *first = found++ ? *first : k;
    }
    return found;
}

static void warn_of_ambiguous(corr_store *st, uint32_t one, uint32_t other,
                              uint32_t n)
{
    remark_warn(st, .rule = REMARK_AMBIGUOUS, .n = n,
                .a = corr_str_of(store_input(st, one)->file.path),
                .b = corr_str_of(store_input(st, other)->file.path),
                .c = st->spans.service.v[st->match.v[one].service]);
}

void process_apart(corr_store *st)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const process_match *t = &st->match.v[i];
        const bool is_said = t->apart;
        uint32_t first = 0;
        const uint32_t n =
            t->used && t->proc ? mark_ambiguous(st, i, &first) : 0;
        if (n && !is_said)
            warn_of_ambiguous(st, i, first, n);
    }
    for (uint32_t i = 0; i < st->input.n; i++)
        if (st->match.v[i].apart && is_weak(&st->match.v[i]))
            st->match.v[i].proc = 0;
}
