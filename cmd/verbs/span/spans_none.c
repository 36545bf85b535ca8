/* spans_none - why no span matches, and the names that are there. */
#include <stdlib.h>

#include "corr_sort.h"
#include "page/nearest.h"
#include "verbs/span/spans_page.h"

enum { MOST_OPERATIONS = 8 };

typedef struct operation {
    corr_str name;
    uint32_t n, entries;
} operation;

SORT_BY(operation_by_name, operation, ASC_STR(name))
SORT_BY(operation_by_count, operation, DESC(entries), DESC(n), ASC_STR(name))

static void free_list(void *p)
{
    corr_spanlist_free(p);
}

/* The names of all spans of the service and time asked for, most frequent
 * first, requests before others; *n of them. */
static operation *list_operations(const spans_page *p, uint32_t *n)
{
    const corr_query q = { .service = p->q->service,
                           .from = p->q->from,
                           .to = p->q->to,
                           .joined = true };
    corr_err ignored = { 0 };
    corr_spanlist *l =
        corr_spanlist_of(p->ctx->store, &q, &(corr_show){ 0 }, 1, &ignored);
    const uint32_t spans = l ? corr_spanlist_size(l) : 0;
    operation *all = corr_report_alloc(p->r, sizeof *all, (size_t)spans + 1);

    *n = 0;
    if (l)
        corr_report_own(p->r, l, free_list);
    for (uint32_t i = 0; all && i < spans; i++) {
        const corr_listed v = corr_spanlist_at(l, i);
        all[i] = (operation){ v.name, 1, v.is_entry };
    }
    if (all && spans)
        qsort(all, spans, sizeof *all, operation_by_name);
    for (uint32_t i = 0; all && i < spans; i++) {
        if (*n && corr_str_eq(all[*n - 1].name, all[i].name)) {
            all[*n - 1].n++;
            all[*n - 1].entries += all[i].entries;
            continue;
        }
        all[(*n)++] = all[i];
    }
    if (*n)
        qsort(all, *n, sizeof *all, operation_by_count);
    return all;
}

static void say_operations(const spans_page *p, const near_list *near)
{
    uint32_t n;
    const operation *all = list_operations(p, &n);
    const char *text = "";

    for (uint32_t i = 0; i < n && i < MOST_OPERATIONS; i++)
        text = corr_report_text(p->r, "%s%s%.*s (%s)", text, i ? ", " : "",
                                CORR_STR_ARG(all[i].name),
                                cmd_count(p->r, all[i].n));
    if (n > MOST_OPERATIONS)
        text = corr_report_text(p->r, "%s, and %u more", text,
                                n - MOST_OPERATIONS);
    if (n)
        corr_report_line(p->r, "most frequent: %s", text);
    if (near_is_close(near))
        corr_report_next(p->r, "the spans with the nearest name",
                         "corr spans --op %s%s",
                         cmd_quoted(p->r, cmd_str(p->r, near->at[0].name)),
                         cmd_files(p->ctx, p->r));
    else
        corr_report_next(p->r, "the slowest requests", "corr spans%s",
                         cmd_files(p->ctx, p->r));
}

/* The asked name is one of spans of another service; false: of no service. */
static bool say_elsewhere(const spans_page *p)
{
    const corr_query q = { .op = p->q->op, .joined = true };
    corr_err ignored = { 0 };
    corr_spanlist *l =
        corr_spanlist_of(p->ctx->store, &q, &(corr_show){ 0 }, 1, &ignored);

    if (!l)
        return false;
    corr_report_own(p->r, l, free_list);
    const uint32_t n = corr_spanlist_size(l);
    const corr_str other = n ? corr_spanlist_at(l, 0).service : CORR_STR("");
    if (!n || corr_str_is(other, p->q->service))
        return false;
    corr_report_line(p->r, "no span of %s is called \"%s\"; spans of %.*s are",
                     p->q->service, p->q->op, CORR_STR_ARG(other));
    corr_report_next(p->r, "these spans", "corr spans --op %s%s",
                     cmd_quoted(p->r, p->q->op), cmd_files(p->ctx, p->r));
    return true;
}

void spans_none(const spans_page *p)
{
    const corr_query *q = p->q;
    near_list op = { .want = q->op }, service = { .want = q->service };

    if (q->service &&
        !near_of_inputs(&service, p->ctx, p->r, CORR_WORD_SERVICE)) {
        near_say_unknown(&service, p->r, "service");
        cmd_say_services(p->ctx, p->r);
        if (service.n)
            corr_report_next(
                p->r, "the slowest requests of it", "corr spans --service %s%s",
                cmd_quoted(p->r, cmd_str(p->r, service.at[0].name)),
                cmd_files(p->ctx, p->r));
        return;
    }
    if (q->op && !near_of_inputs(&op, p->ctx, p->r, CORR_WORD_OPERATION)) {
        near_say_unknown(&op, p->r, "span");
        say_operations(p, &op);
        return;
    }
    if (q->op && q->service && say_elsewhere(p))
        return;
    corr_report_line(p->r, "no span is here%s", cmd_matching(p->ctx, p->r));
    cmd_say_times(p->ctx, p->r);
    if (*cmd_matching(p->ctx, p->r))
        corr_report_next(p->r, "the slowest requests",
                         "corr spans --slowest 5%s", cmd_files(p->ctx, p->r));
}
