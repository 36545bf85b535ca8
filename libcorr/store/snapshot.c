#include "store/snapshot.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "store/process_match.h"

static bool is_state(const input *in, const segment *g)
{
    return g->n && in->kind.v[g->kind].flags & CORR_KIND_SNAPSHOT;
}

/* A container may hold several processes, but an instance is one process. */
bool snapshot_of(const corr_store *st, uint32_t i, snapshot *s)
{
    const input *in = store_input(st, i);
    const process_match *t = &st->match.v[i];
    const proc_row *p = &in->proc.v[in->process.owner];
    const bool is_known =
        process_is_own(t) && spans_told(&st->spans, t->proc) != PROC_TOLD_NOT;

    *s = (snapshot){ .input = i, .at = in->to, .by = in->from };
    if (!in->process.owner || input_is_host(in) || in->from == CORR_NO_TIME)
        return false;
    s->pid = is_known && p->instance ? 0 : p->pid;
    if (is_known)
        s->proc = t->proc;
    else if (in->process.started && p->pid)
        s->start = sub_clamped(in->process.started, in->clock.shift);
    else
        s->place = in->process.place;
    return s->proc || s->start || s->place;
}

static bool is_same_process(const snapshot *a, const snapshot *b)
{
    return a->proc == b->proc && a->pid == b->pid && a->start == b->start &&
           a->place == b->place;
}

SORT_BY(snapshot_by_process, snapshot, ASC(proc), ASC(pid), ASC(start),
        ASC(place), DESC(at), DESC(by), DESC(input))

void snapshot_order(snapshot *s, size_t n)
{
    if (n)
        qsort(s, n, sizeof *s, snapshot_by_process);
}

size_t snapshot_end(const snapshot *s, size_t from, size_t n)
{
    size_t end = from;

    while (end < n && is_same_process(&s[from], &s[end]))
        end++;
    return end;
}

/* ---- the ones that count -------------------------------------------- */

/* Whether other segments of the process may count instead of a segment. */
static bool is_snapshot(const input *in, const segment *g)
{
    const unsigned either = CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE;

    return g->counted_from || (g->n && in->kind.v[g->kind].flags & either);
}

static bool has_kind(const snapshot_ask *ask, uint32_t i)
{
    const input *in = store_input(ask->st, i);

    for (uint32_t seg = 1; seg < in->segment.n; seg++)
        if (is_snapshot(in, &in->segment.v[seg]) &&
            ask->is_of(ask->ctx, i, &in->segment.v[seg]))
            return true;
    return false;
}

/* The kind of content that an input has of what is wanted. */
typedef enum telling { NOTHING, COUNTS, STATE, FIRST } telling;

static telling content_of(const snapshot_ask *ask, uint32_t i)
{
    const input *in = store_input(ask->st, i);

    for (uint32_t seg = 1; seg < in->segment.n; seg++) {
        const segment *g = &in->segment.v[seg];
        if (!is_snapshot(in, g) || !ask->is_of(ask->ctx, i, g) ||
            !ask->tells(ask->ctx, i, seg))
            continue;
        return g->is_first ? FIRST : is_state(in, g) ? STATE : COUNTS;
    }
    return NOTHING;
}

/* Judges files [from,end) of one process, the last one first.  Only the last of
 * its states counts. */
static void judge_process(snapshot_verdict *v, const snapshot_ask *ask,
                          const snapshot *all, size_t from, size_t end)
{
    bool found = false, counted = false;

    for (size_t k = from; k < end; k++) {
        const uint32_t i = all[k].input;
        const telling has = content_of(ask, i);
        v->outlived[i] = has == FIRST || (has == STATE && found && !ask->all);
        v->noutlived += has == STATE && v->outlived[i];
        v->nfirst += has == FIRST;
        found |= has == STATE;
        counted |= has == COUNTS;
    }
    for (size_t k = from; k < end && !counted; k++) {
        const uint32_t i = all[k].input;
        const bool is_first = v->outlived[i] && content_of(ask, i) == FIRST;
        v->nfirst -= is_first;
        v->outlived[i] &= !is_first;
    }
}

static void judge_processes(snapshot_verdict *v, const snapshot_ask *ask,
                            const snapshot *all, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        end = snapshot_end(all, i, n);
        if (end > i + 1)
            judge_process(v, ask, all, i, end);
    }
}

bool snapshot_judge(snapshot_verdict *v, const snapshot_ask *ask)
{
    const uint32_t inputs = (uint32_t)ask->st->input.n;
    snapshot *all = NULL;
    size_t n = 0;

    *v = (snapshot_verdict){ 0 };
    for (uint32_t i = 0; i < inputs; i++) {
        if (!has_kind(ask, i))
            continue;
        if (!all) {
            all = corr_arena_new(ask->arena, snapshot, inputs);
            v->outlived = corr_arena_new(ask->arena, uint8_t, inputs);
            if (!all || !v->outlived)
                return false;
        }
        n += snapshot_of(ask->st, i, &all[n]);
    }
    snapshot_order(all, n);
    judge_processes(v, ask, all, n);
    return true;
}

bool snapshot_is_outlived(const snapshot_verdict *v, const corr_store *st,
                          uint32_t i, const segment *g)
{
    return v->outlived && v->outlived[i] &&
           (g->is_first || is_state(store_input(st, i), g));
}

bool snapshot_is_nameless(const snapshot_verdict *v, const corr_store *st,
                          uint32_t i, const segment *g)
{
    snapshot unused;

    return v->outlived && is_snapshot(store_input(st, i), g) &&
           !snapshot_of(st, i, &unused);
}

/* ---- repeats -------------------------------------------------------- */

bool snapshot_has(const input *in)
{
    for (uint32_t i = 1; i < in->segment.n; i++)
        if (is_snapshot(in, &in->segment.v[i]))
            return true;
    return false;
}

/* Whether two inputs share a kind that must not be summed. */
static bool share_kind(const input *a, const input *b)
{
    for (uint32_t i = 1; i < a->segment.n; i++)
        for (uint32_t k = 1; k < b->segment.n; k++) {
            const segment *g = &a->segment.v[i], *h = &b->segment.v[k];
            if (is_snapshot(a, g) && is_snapshot(b, h) &&
                corr_str_eq(input_text(a, a->kind.v[g->kind].name),
                            input_text(b, b->kind.v[h->kind].name)))
                return true;
        }
    return false;
}

/* Counts the inputs of [from,end), all of one process, that share a kind with
 * an input of another time. */
static uint32_t count_repeats(const corr_store *st, const snapshot *all,
                              size_t from, size_t end)
{
    uint32_t n = 0;

    for (size_t i = from; i < end; i++)
        for (size_t k = from; k < end; k++)
            if (all[i].at != all[k].at &&
                share_kind(store_input(st, all[i].input),
                           store_input(st, all[k].input))) {
                n++;
                break;
            }
    return n;
}

bool snapshot_repeats(const corr_store *st, const uint8_t *some, uint32_t *n)
{
    corr_arena of = { .limit = SIZE_MAX };
    snapshot *all = corr_arena_new(&of, snapshot, st->input.n + 1);
    size_t nall = 0;

    *n = 0;
    for (uint32_t i = 0; all && i < st->input.n; i++)
        if (some[i])
            nall += snapshot_of(st, i, &all[nall]);
    if (all)
        snapshot_order(all, nall);
    for (size_t i = 0, end; i < nall; i = end) {
        end = snapshot_end(all, i, nall);
        *n += count_repeats(st, all, i, end);
    }
    const bool ok = all != NULL;
    corr_arena_clear(&of);
    return ok;
}
