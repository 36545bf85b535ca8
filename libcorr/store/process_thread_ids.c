/*
 * process_thread_ids - whether spans name their threads by the system's
 * numbers.
 *
 * By convention thread.id is a number of the runtime, and it is not compared
 * with numbers of the system (corr-methods 1.4).  A program without a runtime
 * that numbers threads writes the system's.  For a recording that has only
 * system numbers, the names of threads with equal numbers decide.  They must
 * fit, if both sides have names, for at least half of the threads that spans of
 * the process name while the recording runs, and no name may contradict.
 *
 * A runtime counts from 1, and so does a container: numbers below the first one
 * that the system reuses prove nothing.  Numbers also prove nothing for
 * runtimes known to have their own, or for a process whose pid differs between
 * spans and recording.
 */
#include "base/base.h"
#include "store/edition.h"
#include "store/process_match.h"

#include "store/thread_match.h"

enum { LEAST_NUMBER = 300 }; /* RESERVED_PIDS of Linux */

typedef struct name_count {
    const corr_store *st;
    const input *in;
    corr_map at;    /* number -> a thread of the recording */
    uint32_t *next; /* [threads] the next thread of the same number; 0: end */
    corr_map seen;  /* threads of spans that were counted */
    uint32_t named, same, other;
} name_count;

static bool has_own_numbers(const input *from, uint32_t proc)
{
    static const char *const runtimes[] = { "java", "dotnet", "nodejs" };
    corr_label l;

    if (!input_find_label(from, from->proc.v[proc].labels,
                          CORR_STR("telemetry.sdk.language"), &l))
        return false;
    for (size_t i = 0; i < countof(runtimes); i++)
        if (corr_str_is(l.text, runtimes[i]))
            return true;
    return false;
}

/* Indexes the threads of the recording by the system's numbers.  False: a
 * thread has a runtime's number, or there is no number to index, or (*ok is
 * false) memory ran out. */
static bool index_numbers(name_count *c, bool *ok)
{
    c->next = calloc(c->in->thread.n + 1, sizeof *c->next);
    *ok = c->next != NULL;
    for (uint32_t i = 1; *ok && i < c->in->thread.n; i++) {
        const thread_row *t = &c->in->thread.v[i];
        if (t->vm_id)
            return false;
        if (t->os_id < LEAST_NUMBER)
            continue;
        uint32_t *at = corr_map_u64(&c->at, (uint64_t)t->os_id, NULL);
        if (!at) {
            *ok = false;
            return false;
        }
        c->next[i] = *at;
        *at = i;
    }
    return c->at.n > 0;
}

/* Whether the name of a thread fits one of the recording's threads with its
 * number; a thread may change its name, so there may be several. */
static bool fits_one(const name_count *c, const input *from, uint32_t thread,
                     uint32_t first)
{
    const thread_row *x = &from->thread.v[thread];

    for (uint32_t i = first; i; i = c->next[i])
        if (!x->name || !c->in->thread.v[i].name ||
            thread_named_alike(from, thread, c->in, i))
            return true;
    return false;
}

static bool count_thread(name_count *c, uint32_t i, uint32_t thread)
{
    const input *from = store_input(c->st, i);
    const thread_row *x = &from->thread.v[thread];
    bool is_new;

    if (!corr_map_u64(&c->seen, (uint64_t)i << 32 | thread, &is_new))
        return false;
    if (!is_new || !x->vm_id)
        return true;
    const uint32_t *at = x->vm_id >= LEAST_NUMBER
                             ? corr_map_find_u64(&c->at, (uint64_t)x->vm_id)
                             : NULL;
    c->named++;
    if (at && fits_one(c, from, thread, *at))
        c->same++;
    else if (at || x->vm_id < LEAST_NUMBER)
        c->other++;
    return true;
}

/* Whether both state a pid of the process, and the pids are equal; sets *other
 * if they differ. */
static bool same_pid(const name_count *c, const input *from, uint32_t proc,
                     bool *other)
{
    const int64_t mine =
        c->in->process.owner ? c->in->proc.v[c->in->process.owner].pid : 0;
    const int64_t its = from->proc.v[proc].pid;

    *other |= mine && its && mine != its;
    return mine && mine == its;
}

/* Counts the threads that spans name.  A thread without a name counts only if
 * both sides state the same pid. */
static bool count_spans(name_count *c, uint32_t proc, bool *ok)
{
    const spans *s = &c->st->spans;
    bool other = false;

    for (uint32_t i = 1; *ok && i < s->at.n; i++) {
        const span_row *r = store_span(c->st, i);
        const input *from = store_input(c->st, s->at.v[i].input);
        if (s->proc.v[i] != proc || !r->thread ||
            r->flags & CORR_SPAN_RECORDED || !process_ran_meanwhile(c->in, r))
            continue;
        if (has_own_numbers(from, r->proc))
            return false;
        if (same_pid(c, from, r->proc, &other) ||
            from->thread.v[r->thread].name)
            *ok = count_thread(c, s->at.v[i].input, r->thread);
        if (other || c->other)
            return false;
    }
    return *ok && c->same > 0 && c->same >= c->named - c->same;
}

bool process_numbers(corr_store *st, uint32_t i)
{
    name_count c = { .st = st, .in = store_input(st, i) };
    const uint32_t proc = st->match.v[i].proc;
    bool ok = true;

    const bool numbered =
        proc && index_numbers(&c, &ok) && count_spans(&c, proc, &ok);
    edition *e = ok && numbered ? edition_of(st, i) : NULL;
    if (e)
        e->in.process.numbered = true;
    ok = ok && (e || !numbered);
    free(c.next);
    corr_map_clear(&c.at);
    corr_map_clear(&c.seen);
    return ok;
}
