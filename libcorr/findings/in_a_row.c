/*
 * in_a_row - a parent with calls of different targets one after another, and a
 * parent with very many calls (corr-methods 8, F12 and F13).
 */
#include <inttypes.h>
#include <string.h>

#include "base/base.h"
#include "findings/known_calls.h"
#include "findings/statement.h"

/* Calls below one parent. */
typedef struct calls_below {
    uint32_t calls; /* client spans */
    int64_t total;  /* ns */
    int64_t path;   /* on the critical path */
    bool overlaps;
} calls_below;

/* Calls between two that may change something, each of which is known before
 * the others; those of one target in a row are one. */
enum { TARGETS = 3 };

typedef struct known_row {
    uint32_t last; /* the call before, or CRITICAL_NONE */
    uint32_t seen[TARGETS], targets;
    uint32_t runs;
    int64_t path;    /* ns on the critical path */
    int64_t longest; /* of one run */
    int64_t run;     /* of the present one */
} known_row;

static bool is_call(const finder *f, uint32_t i)
{
    const critical_span *t = &f->w->time[i];

    return t->kind == CORR_SPAN_CLIENT ||
           (t->kind != CORR_SPAN_SERVER && t->kind != CORR_SPAN_CONSUMER &&
            statement_peer(f->w, i).n > 0);
}

static bool is_same_target(const finder *f, uint32_t a, uint32_t b)
{
    const critical_span *s = &f->w->time[a], *t = &f->w->time[b];
    const uint32_t below_s = a + 1, below_t = b + 1;

    if (!corr_str_eq(statement_peer(f->w, a), statement_peer(f->w, b)))
        return false;
    if (below_s < s->end_index && below_t < t->end_index)
        return f->w->time[below_s].proc == f->w->time[below_t].proc;
    return corr_str_eq(waterfall_name(f->w, a), waterfall_name(f->w, b));
}

static int64_t slack_of(int64_t ns)
{
    return ns / 100;
}

static calls_below row_below(const finder *f, uint32_t parent)
{
    const critical_span *time = f->w->time;
    calls_below row = { 0 };
    uint32_t last = CRITICAL_NONE;

    for (uint32_t k = parent + 1; k < time[parent].end_index;
         k = time[k].end_index) {
        const critical_span *t = &time[k];
        if (t->unfinished || !is_call(f, k))
            continue;
        row.calls++;
        row.total = add_clamped(row.total, critical_busy(t));
        row.path = add_clamped(row.path, finder_critical(f, k));
        if (t->nonblocking || t->dropped)
            continue;
        if (last != CRITICAL_NONE &&
            t->start < time[last].end - slack_of(sub_clamped(time[last].end,
                                                             time[last].start)))
            row.overlaps = true;
        last = k;
    }
    return row;
}

static void add_known(const finder *f, known_row *row, uint32_t k)
{
    bool is_new = row->targets < TARGETS;

    if (row->last == CRITICAL_NONE || !is_same_target(f, row->last, k)) {
        row->runs++;
        row->run = 0;
    }
    for (uint32_t i = 0; i < row->targets && is_new; i++)
        is_new = !is_same_target(f, row->seen[i], k);
    if (is_new)
        row->seen[row->targets++] = k;
    row->run = add_clamped(row->run, finder_critical(f, k));
    row->longest = max_i64(row->longest, row->run);
    row->path = add_clamped(row->path, finder_critical(f, k));
    row->last = k;
}

/* The row with the largest saving below a parent.  False: out of memory. */
static bool find_known_row(finder *f, uint32_t parent, known_row *best)
{
    const critical_span *time = f->w->time;
    known_row row = { .last = CRITICAL_NONE };

    *best = row;
    for (uint32_t k = parent + 1; k < time[parent].end_index;
         k = time[k].end_index) {
        const critical_span *t = &time[k];
        if (t->unfinished || t->nonblocking || t->dropped)
            continue;
        if (!is_call(f, k) && t->kind != CORR_SPAN_PRODUCER)
            continue;
        const call_need need = known_call(f, k);
        if (need == CALL_FAILED)
            return false;
        if (need == CALL_CHANGES)
            row = (known_row){ .last = CRITICAL_NONE };
        if (need == CALL_IS_KNOWN)
            add_known(f, &row, k);
        if (row.targets == TARGETS &&
            row.path - row.longest > best->path - best->longest)
            *best = row;
    }
    return true;
}

bool find_calls_in_a_row(finder *f, const finding_rule *r)
{
    known_row row;

    /* what is missing may stand between */
    if (finder_lacks_spans(f))
        return true;
    for (uint32_t i = f->top; i < f->end; i++) {
        const int64_t whole = critical_busy(&f->w->time[i]);
        if (f->w->time[i].unfinished || f->w->time[i].children < TARGETS ||
            whole <= 0 || row_below(f, i).overlaps)
            continue;
        if (!find_known_row(f, i, &row))
            return false;
        const int64_t saved = sub_clamped(row.path, row.longest);
        const corr_str name = waterfall_name(f->w, i);
        if (row.targets == TARGETS &&
            !finder_add(
                f, r, (finding_size){ (double)row.path / (double)whole, saved },
                (corr_finding){
                    .subject = name,
                    .text = finder_text(
                        f,
                        "%" PRIu32 " reads below %.*s run one after "
                        "another; if unrelated, up to %s shorter",
                        row.runs, CORR_STR_ARG(name), finder_time(f, saved)),
                    .brief = finder_text(
                        f,
                        "%.*s: %" PRIu32
                        " reads in turn, up to %s if unrelated",
                        CORR_STR_ARG(name), row.runs, finder_time(f, saved)),
                    .cost = saved,
                    .n = row.runs,
                    .row = i,
                    .next = { "trace", CORR_TARGET_TRACE, "" } }))
            return false;
    }
    return true;
}

/* Whether most calls of a parent are one operation's, which is a finding of its
 * own. */
static bool is_repetition(const finder *f, uint32_t parent, uint32_t calls)
{
    for (size_t i = 0; i < f->found.n; i++)
        if (strcmp(f->found.v[i].id, "N_PLUS_ONE") == 0 &&
            f->found.v[i].row == parent && f->found.v[i].n * 2 > calls)
            return true;
    return false;
}

bool find_fan_out(finder *f, const finding_rule *r)
{
    bool ok = true;

    for (uint32_t i = f->top; ok && i < f->end; i++) {
        if (f->w->time[i].unfinished || f->w->time[i].children < r->n)
            continue;
        const calls_below row = row_below(f, i);
        const corr_str name = waterfall_name(f->w, i);
        if (is_repetition(f, i, row.calls))
            continue;
        ok = finder_add(
            f, r, (finding_size){ 1, row.total },
            (corr_finding){ .subject = name,
                            .text = finder_text(
                                f, "%.*s makes %s%" PRIu32 " calls, %s in all",
                                CORR_STR_ARG(name), finder_at_least(f),
                                row.calls, finder_time(f, row.total)),
                            .cost = row.path,
                            .n = row.calls,
                            .row = i,
                            .next = { "trace", CORR_TARGET_TRACE, "" } });
    }
    return ok;
}
