/*
 * process_pid - finds the process of the traces in a recording of a whole
 * machine.
 *
 * The recording is matched to one process.  Threads of other processes are
 * strangers, and their rows belong to no span.  The process is found by the
 * first of these that gives an answer: the pid that its spans name, the pids of
 * threads that its spans name by number (process_numbers), a program with the
 * name of the service, the only pid with threads of the names that its spans
 * give.
 */

#include "base/base.h"
#include "store/edition.h"
#include "store/process_match.h"

#include "store/thread_match.h"

typedef struct pid_search {
    const corr_store *st;
    const input *in;
    uint32_t proc;
    corr_map told;         /* pids that its spans name */
    corr_map number, name; /* numbers and names of threads that its spans
                            * name */
    corr_map pid;          /* pids of the process */
    bool failed;
} pid_search;

typedef bool is_mine(const pid_search *c, uint32_t thread);

static bool is_idle(const input *in, const thread_row *t)
{
    return !t->os_id && !t->vm_id &&
           corr_str_is(input_text(in, t->name), "swapper");
}

/* Whether a recording has threads of several pids, or idle CPUs, which only
 * recordings of machines have. */
static bool is_mixed(const input *in, bool *has_pids)
{
    int64_t one = 0;
    bool mixed = false;

    *has_pids = false;
    for (size_t i = 1; i < in->thread.n; i++) {
        const thread_row *t = &in->thread.v[i];
        mixed |= is_idle(in, t);
        if (!t->pid)
            continue;
        mixed |= one && one != t->pid;
        one = t->pid;
        *has_pids = true;
    }
    return mixed;
}

/* ---- evidence ------------------------------------------------------- */

static bool has_pid_of_spans(const pid_search *c, uint32_t thread)
{
    const thread_row *t = &c->in->thread.v[thread];

    return corr_map_find_u64(&c->told, (uint64_t)t->pid) != NULL;
}

static bool has_number(const pid_search *c, uint32_t thread)
{
    const thread_row *t = &c->in->thread.v[thread];

    return c->in->process.numbered && t->os_id > 0 &&
           corr_map_find_u64(&c->number, (uint64_t)t->os_id);
}

static bool has_name(const pid_search *c, uint32_t thread)
{
    const uint64_t name = thread_name_key(c->in, thread);

    return name && corr_map_find_u64(&c->name, name);
}

/* Whether a thread is the first of its process and has the name of the service:
 * the first thread carries the name of the program. */
static bool is_program(const pid_search *c, uint32_t thread)
{
    const spans *s = &c->st->spans;
    const corr_str service = s->service.v[s->service_of.v[c->proc]];
    const thread_row *t = &c->in->thread.v[thread];
    const corr_str name = input_text(c->in, t->name);

    return t->os_id == t->pid && store_same_name(name, service);
}

static const struct {
    is_mine *is;
    bool only; /* several pids are as good as no pid */
    const char *words;
} evidence[] = {
    { has_pid_of_spans, false, "the pid of its spans" },
    { has_number, false, "the numbers of its threads" },
    { is_program, true, "the name of its program" },
    { has_name, true, "the names of its threads" },
};

static void collect_names(pid_search *c)
{
    const spans *s = &c->st->spans;

    for (uint32_t i = 1; i < s->at.n && !c->failed; i++) {
        const span_row *r = store_span(c->st, i);
        const input *from = store_input(c->st, s->at.v[i].input);
        if (s->proc.v[i] != c->proc || !r->thread ||
            r->flags & CORR_SPAN_RECORDED)
            continue;
        const int64_t number = from->thread.v[r->thread].vm_id;
        const uint64_t name = thread_name_key(from, r->thread);
        if (number > 0)
            c->failed |= !corr_map_u64(&c->number, (uint64_t)number, NULL);
        if (name)
            c->failed |= !corr_map_u64(&c->name, name, NULL);
    }
}

static void collect_pids(pid_search *c)
{

    for (uint32_t i = 0; i < c->st->input.n; i++) {
        const input *from = store_input(c->st, i);
        for (uint32_t p = 1; p < from->proc.n && !c->failed; p++)
            if (from->proc.v[p].pid &&
                spans_proc(&c->st->spans, i, p) == c->proc)
                c->failed |= !corr_map_u64(&c->told,
                                           (uint64_t)from->proc.v[p].pid, NULL);
    }
}

static void choose_pids(pid_search *c, size_t by)
{

    for (uint32_t i = 1; i < c->in->thread.n; i++) {
        const thread_row *t = &c->in->thread.v[i];
        if (!t->pid || corr_map_find_u64(&c->pid, (uint64_t)t->pid) ||
            !evidence[by].is(c, i))
            continue;
        c->failed |= !corr_map_u64(&c->pid, (uint64_t)t->pid, NULL);
    }
    if (evidence[by].only && c->pid.n > 1)
        corr_map_clear(&c->pid);
}

/* ---- strangers ------------------------------------------------------ */

static void mark_strangers(const pid_search *c, input *in, bool has_pids)
{
    for (size_t i = 1; i < in->thread.n; i++) {
        thread_row *t = &in->thread.v[i];
        t->stranger =
            has_pids ? !t->pid || !corr_map_find_u64(&c->pid, (uint64_t)t->pid)
                     : is_idle(in, t);
    }
}

/* Marks the strangers in the edition of the input. */
static bool show_strangers(corr_store *st, uint32_t i, const pid_search *c,
                           bool has_pids)
{
    edition *e = edition_of(st, i);

    if (!e || !edition_own(e, thread))
        return false;
    e->in.process.mixed = true;
    mark_strangers(c, &e->in, has_pids);
    return true;
}

static bool warn_mixed(corr_store *st, uint32_t i, const char *words)
{
    const char *path = store_input(st, i)->file.path;
    const corr_str service = st->spans.service.v[st->match.v[i].service];

    return remark_warn(
        st, .rule = words ? REMARK_ONE_OF_SEVERAL : REMARK_ANY_OF_SEVERAL,
        .a = corr_str_of(path), .b = service,
        .c = corr_str_of(words ? words : ""));
}

bool process_strangers(corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    process_match *t = &st->match.v[i];
    pid_search c = { .st = st, .in = in, .proc = t->proc };
    bool has_pids;
    size_t by = 0;

    if (!is_mixed(in, &has_pids))
        return true;
    if (!t->proc)
        return show_strangers(st, i, &c, false);
    collect_pids(&c);
    collect_names(&c);
    while (has_pids && by < countof(evidence) && !c.pid.n && !c.failed)
        choose_pids(&c, by++);
    c.failed |= !show_strangers(st, i, &c, has_pids);
    if (c.pid.n && by == 1)
        t->by_pid = true;
    t->assumed = t->assumed && !c.pid.n;
    t->by_file = t->by_file && !c.pid.n;
    c.failed |= !warn_mixed(st, i, c.pid.n ? evidence[by - 1].words : NULL);
    corr_map_clear(&c.pid);
    corr_map_clear(&c.told);
    corr_map_clear(&c.number);
    corr_map_clear(&c.name);
    return !c.failed;
}
