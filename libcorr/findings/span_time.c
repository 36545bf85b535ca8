/*
 * span_time - what the ledger of one span shows: it waits, it computes, it was
 * stopped by the collector, it waited for a lock (corr-methods 8, F06, F07, F14
 * and F15).
 */
#include <inttypes.h>
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"

typedef struct times {
    const corr_ledger *l;
    uint32_t at;
    int64_t whole;
    int64_t of[CORR_SPENT_COUNT];
    int64_t cpu_hi;       /* upper end of the interval of CPU */
    int64_t obs;          /* samples on CPU */
    corr_ledger_row wait; /* the largest measured wait */
    corr_ledger_row lock; /* the largest wait for a lock */
    int64_t child;        /* the largest child */
} times;

static bool is_wait(corr_spent s)
{
    return s == CORR_SPENT_LOCK || s == CORR_SPENT_FILE ||
           s == CORR_SPENT_SLEEP || s == CORR_SPENT_ASYNC ||
           s == CORR_SPENT_SOCKET || s == CORR_SPENT_PARK ||
           s == CORR_SPENT_GC || s == CORR_SPENT_BLOCKED;
}

/* False: the ledger has no rows. */
static bool times_of(const finder *f, times *t)
{
    *t = (times){ .l = f->about->ledger, .at = f->about->ledger_of };
    t->whole = critical_busy(&f->w->time[t->at]);
    for (uint32_t i = 0; i < corr_ledger_size(t->l); i++) {
        const corr_ledger_row row = corr_ledger_at(t->l, i);
        t->of[row.kind] = add_clamped(t->of[row.kind], row.ns);
        if (row.kind == CORR_SPENT_CPU) {
            t->cpu_hi = add_clamped(t->cpu_hi, row.hi);
            t->obs = add_clamped(t->obs, row.obs);
        }
        if (is_wait(row.kind) && row.ns > t->wait.ns)
            t->wait = row;
        if (row.kind == CORR_SPENT_LOCK && row.ns > t->lock.ns)
            t->lock = row;
        if (row.kind == CORR_SPENT_CHILD)
            t->child = max_i64(t->child, row.ns);
    }
    return corr_ledger_facts_of(t->l).why == CORR_LEDGER_KNOWN &&
           t->whole > 0 && corr_ledger_size(t->l) > 0;
}

/* A part of the own time of the span, as a part of the critical path. */
static int64_t on_path(const finder *f, const times *t, int64_t ns)
{
    return min_i64(ns, f->w->time[t->at].critical);
}

/* "s4: waited 40 ms", where the screen is about more than one span. */
static const char *named(finder *f, const times *t, const char *text)
{
    return text && f->about->names_span
               ? finder_text(f, "s%" PRIu32 ": %s",
                             corr_waterfall_at(f->w, t->at).handle, text)
               : text;
}

/* size: what the thresholds are of; ns: what it costs. */
static bool add_time(finder *f, const finding_rule *r, const times *t,
                     finding_size size, int64_t ns, int64_t n,
                     const char *brief, const char *text)
{
    return finder_add(
        f, r, size,
        (corr_finding){ .subject = waterfall_name(f->w, t->at),
                        .is_in_ledger = strcmp(r->id, "SPAN_GC") == 0 ||
                                        strcmp(r->id, "SPAN_LOCK") == 0,
                        .text = named(f, t, text),
                        .brief = named(f, t, brief),
                        .cost = on_path(f, t, ns),
                        .n = n,
                        .row = t->at,
                        .next = { "span", CORR_TARGET_SPAN, "" } });
}

static const char *wait_words(finder *f, const corr_ledger_row *row)
{
    static const char *const word[CORR_SPENT_COUNT] = {
        [CORR_SPENT_LOCK] = "a lock",     [CORR_SPENT_FILE] = "a file",
        [CORR_SPENT_SLEEP] = "sleep",     [CORR_SPENT_ASYNC] = "another thread",
        [CORR_SPENT_SOCKET] = "a socket", [CORR_SPENT_PARK] = "park",
        [CORR_SPENT_GC] = "a GC pause",   [CORR_SPENT_BLOCKED] = "a wait",
    };
    const char *what = word[row->kind] ? word[row->kind] : "a wait";

    return row->at.n ? finder_text(f, "%s in %.*s", what,
                                   CORR_STR_ARG(corr_short_name(row->at)))
                     : what;
}

bool find_waiting_spans(finder *f, const finding_rule *r)
{
    times t;

    if (!times_of(f, &t) || !corr_ledger_facts_of(t.l).has_cpu)
        return true;
    const int64_t cpu = t.of[CORR_SPENT_CPU];
    const double share = (double)cpu / (double)t.whole;
    if (share >= 0.1 || (double)t.cpu_hi >= 0.2 * (double)t.whole ||
        t.child * 2 >= t.whole || t.wait.ns * 10 < t.whole)
        return true;
    return add_time(
        f, r, &t, (finding_size){ 1, t.whole },
        t.whole - t.of[CORR_SPENT_CHILD] - cpu, 1, NULL,
        finder_text(f,
                    "this span computes for %s of its time; its largest wait "
                    "is %s, %s",
                    finder_share(f, share), wait_words(f, &t.wait),
                    finder_time(f, t.wait.ns)));
}

bool find_computing_spans(finder *f, const finding_rule *r)
{
    times t;
    int64_t able;

    if (!times_of(f, &t))
        return true;
    able = t.whole - t.of[CORR_SPENT_CHILD];
    for (int k = 0; k < CORR_SPENT_COUNT; k++)
        if (is_wait((corr_spent)k))
            able -= t.of[k];
    if (able <= 0)
        return true;
    const int64_t cpu = t.of[CORR_SPENT_CPU];
    return add_time(
        f, r, &t, (finding_size){ (double)cpu / (double)able, cpu }, cpu, t.obs,
        NULL,
        finder_text(f,
                    "this span is computing, %s on a CPU: its code is the "
                    "answer",
                    finder_time(f, cpu)));
}

bool find_collector_pauses(finder *f, const finding_rule *r)
{
    times t;

    if (!times_of(f, &t))
        return true;
    const int64_t gc = t.of[CORR_SPENT_GC];
    const double share = (double)gc / (double)t.whole;
    return add_time(f, r, &t, (finding_size){ share, gc }, gc, 1, NULL,
                    finder_text(f, "GC paused this span for %s (%s)",
                                finder_time(f, gc), finder_share(f, share)));
}

/* The thread that held the lock of a row for longest; false: it is unknown. */
static bool find_holder(const times *t, corr_str lock, corr_holding *longest)
{
    int64_t ns = 0;

    for (uint32_t i = 0; i < corr_ledger_holdings(t->l); i++) {
        const corr_holding h = corr_ledger_holding(t->l, i);
        if (corr_str_eq(h.lock, lock) && h.thread.n && h.to - h.from > ns &&
            (h.how == CORR_HELD_RECORDED || h.how == CORR_HELD_INFERRED)) {
            ns = h.to - h.from;
            *longest = h;
        }
    }
    return ns > 0;
}

/* Waits for locks of java.util.concurrent are parts of park. */
static int64_t parked_for_locks(const times *t)
{
    int64_t ns = 0;

    for (uint32_t i = 0; i < corr_ledger_holdings(t->l); i++) {
        const corr_holding h = corr_ledger_holding(t->l, i);
        if (h.kind == CORR_SPENT_PARK)
            ns = add_clamped(ns, sub_clamped(h.to, h.from));
    }
    return ns;
}

bool find_lock_waits(finder *f, const finding_rule *r)
{
    times t;
    corr_holding h;

    if (!times_of(f, &t))
        return true;
    const int64_t ns = add_clamped(t.of[CORR_SPENT_LOCK], parked_for_locks(&t));
    const corr_str lock = corr_short_name(t.lock.name);
    const char *at = t.lock.at.n > 0
                         ? finder_text(f, " in %.*s",
                                       CORR_STR_ARG(corr_short_name(t.lock.at)))
                         : "";
    const char *held =
        t.lock.ns > 0 && find_holder(&t, t.lock.name, &h)
            ? finder_text(f, ", last held by %.*s", CORR_STR_ARG(h.thread))
            : "";
    const double share = (double)ns / (double)t.whole;
    return add_time(
        f, r, &t, (finding_size){ share, ns }, ns, 1,
        finder_text(f, "waited %s%s%s", finder_time(f, ns), at,
                    *held ? held : " for locks"),
        lock.n ? finder_text(
                     f, "waited %s%s for a %.*s monitor%s (%s of the span)",
                     finder_time(f, ns), at, CORR_STR_ARG(lock), held,
                     finder_share(f, share))
               : finder_text(f, "waited %s for locks (%s of the span)",
                             finder_time(f, ns), finder_share(f, share)));
}
