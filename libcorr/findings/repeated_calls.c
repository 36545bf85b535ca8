/*
 * repeated_calls - many calls of one kind by one parent, one after another
 * (corr-methods 8, F09).
 */
#include <inttypes.h>

#include "base/base.h"
#include "findings/finder.h"
#include "findings/statement.h"
#include "store/operation_names.h"

typedef struct group {
    uint32_t first;
    int64_t calls, total, overlap, critical, end, gaps;
    uint32_t failed, spans;
    uint32_t last;        /* the call before */
    uint32_t same, pages; /* calls that ask the same, the next page */
} group;

typedef struct grouper {
    finder *f;
    opnames kinds;
    vec(group) group;    /* [kinds] of the present parent */
    vec(uint32_t) asked; /* kinds with a child of the present parent */
    statement text;
} grouper;

static uint32_t kind_of_call(grouper *g, uint32_t i)
{
    const corr_waterfall *w = g->f->w;
    const opname op = opname_of(w->store, w->span[i]);

    g->text.n = 0;
    if (!statement_of(&g->text, op.name) || !vec_push(&g->text, '\x1f') ||
        !statement_of(&g->text, statement_attr(w, i)) ||
        !vec_push(&g->text, (char)('0' + w->time[i].kind)))
        return OPNAMES_FAILED;
    return opnames_add(&g->kinds, op.service,
                       (corr_str){ g->text.v, g->text.n });
}

/* What a call asks that the one before it did not. */
static void compare_calls(group *a, const corr_waterfall *w, uint32_t i)
{
    const corr_str before = statement_asked(w, a->last);
    const corr_str asked = statement_asked(w, i);
    size_t at = 0;
    corr_str value;

    if (a->end < w->time[i].start)
        a->gaps = add_clamped(a->gaps, sub_clamped(w->time[i].start, a->end));
    if (!corr_str_eq(before, asked))
        a->pages += statement_is_page(before, asked);
    else
        a->same += statement_next_value(asked, &at, &value);
}

static bool add_call(grouper *g, uint32_t i)
{
    const critical_span *t = &g->f->w->time[i];
    const uint32_t kind = kind_of_call(g, i);

    if (kind == OPNAMES_FAILED)
        return false;
    while (g->group.n <= kind)
        if (!vec_push(&g->group, (group){ 0 }))
            return false;
    group *a = &g->group.v[kind];
    if (a->spans == 0) {
        if (!vec_push(&g->asked, kind))
            return false;
        a->first = i;
        a->end = INT64_MIN;
    }
    if (a->spans > 0)
        compare_calls(a, g->f->w, i);
    a->last = i;
    const int64_t busy = critical_busy(t);
    const int64_t wide = sub_clamped(t->end, t->start);
    a->spans++;
    a->calls = add_clamped(a->calls, t->many ? t->many->calls : 1);
    a->total = add_clamped(a->total, busy);
    a->failed += t->failed;
    if (a->end > t->start)
        a->overlap = add_clamped(
            a->overlap, sub_clamped(min_i64(a->end, t->end), t->start));
    if (busy > wide)
        a->overlap = add_clamped(a->overlap, sub_clamped(busy, wide));
    a->end = max_i64(a->end, t->end);
    a->critical = add_clamped(a->critical, finder_critical(g->f, i));
    return true;
}

static bool judge_group(finder *f, const finding_rule *r, uint32_t parent,
                        const group *a)
{
    const int64_t whole = critical_busy(&f->w->time[parent]);
    const double share = whole > 0 ? (double)a->total / (double)whole : 0;

    /* tries after failures are another rule's; the next page is in the one
     * before, and who asks the same after a while waits for something */
    const bool is_same = a->spans > 1 && a->same == a->spans - 1;
    if (a->overlap > a->total / 10 || a->failed * 2 > a->spans ||
        (a->pages > 0 && a->pages * 2 >= a->spans - 1) ||
        (is_same && a->gaps >= a->total / 2))
        return true;
    const corr_str name = waterfall_name(f->w, a->first);
    const char *unit = statement_is_query(f->w, a->first) ? "query" : "call";
    const char *least = finder_at_least(f);
    const char *like = is_same
                           ? "the same each time"
                           : finder_text(f, "looks like one %s per item", unit);
    return finder_add(
        f, r, (finding_size){ share, a->total },
        (corr_finding){
            .subject = name,
            .text = finder_text(
                f, "%s%" PRId64 "%s %.*s calls, %s (%s of %.*s): %s", least,
                a->calls, *least ? "" : " sequential", CORR_STR_ARG(name),
                finder_time(f, a->total),
                finder_share(f, share < 1 ? share : 1),
                CORR_STR_ARG(waterfall_name(f->w, parent)), like),
            .brief = finder_text(
                f, "%.*s runs %s%" PRId64 " times, %s: %s", CORR_STR_ARG(name),
                least, a->calls, finder_time(f, a->total),
                is_same ? like
                        : finder_text(f, "looks like one %s per item", unit)),
            .cost = a->critical,
            .n = a->calls,
            .row = parent,
            .next = { "span", CORR_TARGET_SPAN, "" } });
}

static bool judge_parent(grouper *g, const finding_rule *r, uint32_t parent)
{
    const critical_span *time = g->f->w->time;
    bool ok = true;

    for (uint32_t k = parent + 1; ok && k < time[parent].end_index;
         k = time[k].end_index)
        if (!time[k].unfinished && time[k].kind != CORR_SPAN_PRODUCER &&
            time[k].kind != CORR_SPAN_CONSUMER)
            ok = add_call(g, k);
    for (size_t k = 0; k < g->asked.n; k++) {
        group *a = &g->group.v[g->asked.v[k]];
        ok = ok && judge_group(g->f, r, parent, a);
        *a = (group){ 0 };
    }
    g->asked.n = 0;
    return ok;
}

bool find_repeated_calls(finder *f, const finding_rule *r)
{
    const critical_span *time = f->w->time;
    grouper g = { .f = f };
    bool ok = true;

    for (uint32_t i = f->top; ok && i < f->end; i++)
        if (!time[i].unfinished && time[i].children > 0)
            ok = judge_parent(&g, r, i);
    opnames_clear(&g.kinds);
    vec_free(&g.group);
    vec_free(&g.asked);
    vec_free(&g.text);
    return ok;
}
