/* top_pauses - see top_pauses.h. */
#include "verbs/top/top_pauses.h"

#include <string.h>

/* ---- data ------------------------------------------------------------- */

typedef struct list {
    const corr_top *t;
    uint32_t row;
} list;

static const corr_column list_columns[] = {
    { "trace_id", NULL, 0 }, { "span_id", NULL, 0 }, { "service", NULL, 0 },
    { "name", NULL, 0 },     { "ns", NULL, 0 },
};

static corr_cell list_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const list *l = ctx;
    const corr_delayed d = corr_top_delayed(l->t, l->row, row);

    switch (column) {
    case 0:
        return corr_cell_trace(d.trace);
    case 1:
        return corr_cell_span(d.span);
    case 2:
        return d.service.n ? corr_cell_str(d.service) : corr_cell_null();
    case 3:
        return corr_cell_str(d.name);
    default:
        return corr_cell_int(d.ns);
    }
}

const corr_table *top_gc_lists(corr_report *r, const corr_top *t, uint32_t rows)
{
    corr_table *tables = corr_report_alloc(r, sizeof *tables, (size_t)rows + 1);
    list *lists = corr_report_alloc(r, sizeof *lists, (size_t)rows + 1);

    for (uint32_t i = 0; tables && lists && i < rows; i++) {
        const int64_t n = corr_top_at(t, i).ndelayed;
        lists[i] = (list){ t, i };
        tables[i] =
            (corr_table){ .columns = list_columns,
                          .ncolumns = 5,
                          .nrows = n > CORR_MOST_DELAYED ? CORR_MOST_DELAYED
                                   : n > 0               ? (uint32_t)n
                                                         : 0,
                          .cell = list_cell,
                          .ctx = &lists[i] };
    }
    return lists ? tables : NULL;
}

corr_cell top_gc_cell(const corr_top *t, uint32_t row, const corr_table *lists,
                      uint32_t column)
{
    const corr_top_row p = corr_top_at(t, row);

    switch (column) {
    case 0:
        return corr_cell_time(p.from);
    case 1:
        return p.ndelayed < 0 ? corr_cell_null() : corr_cell_int(p.ndelayed);
    default:
        return lists ? corr_cell_list(&lists[row]) : corr_cell_null();
    }
}

/* ---- screen ----------------------------------------------------------- */

typedef struct screen {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_top *t;
    uint32_t rows;
    int64_t rest_ns;
    const char *rest, *rest_brief;
} screen;

/* "GET /checkout 8b6f5928 +4": the one that was under way longest in it, and
 * how many more. */
static const char *delayed_words(const screen *s, uint32_t row, int64_t n)
{
    char id[CORR_PRINT_MAX], more[CORR_PRINT_MAX];

    if (n <= 0)
        return "";
    const corr_delayed d = corr_top_delayed(s->t, row, 0);
    cmd_print_short(id, d.trace, corr_top_at(s->t, row).from);
    const char *others =
        n > 1 ? corr_report_text(s->r, " +%s", corr_print_count(more, n - 1))
              : "";
    return corr_report_text(s->r, "%.*s %s%s", CORR_STR_ARG(d.name), id,
                            others);
}

/* Behind the time that makes it its own. */
static const char *pause_name(const char *key)
{
    const char *space = strchr(key, ' ');

    return space ? space + 1 : key;
}

static corr_cell rest_cell(const screen *s, uint32_t column)
{
    switch (column) {
    case 0:
        return corr_cell_amount(s->rest_ns, CORR_NS);
    case 3:
        return corr_cell_either(s->rest, s->rest_brief);
    default:
        return corr_cell_null();
    }
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const screen *s = ctx;
    char when[CORR_PRINT_MAX];

    if (row >= s->rows)
        return rest_cell(s, column);
    const corr_top_row p = corr_top_at(s->t, row);
    switch (column) {
    case 0:
        return corr_cell_amount(p.self, CORR_NS);
    case 1:
        return p.ndelayed < 0 ? corr_cell_null() : corr_cell_count(p.ndelayed);
    case 2:
        if (p.from == CORR_NO_TIME)
            return corr_cell_null();
        cmd_print_time(s->ctx, when, p.from);
        const char *clock = strchr(when, ' '); /* the day is in the head */
        return corr_cell_text(
            corr_report_text(s->r, "%s", clock ? clock + 1 : when));
    case 3:
        return corr_cell_text(pause_name(p.key));
    default:
        return corr_cell_text(delayed_words(s, row, p.ndelayed));
    }
}

static const corr_column columns[] = {
    { NULL, "paused", CORR_COL_RIGHT },
    { NULL, "spans", CORR_COL_RIGHT },
    { NULL, "from", 0 },
    { NULL, "pause", CORR_COL_FLEX },
    { NULL, "under way", CORR_COL_FLEX },
};

void top_gc_screen(const cmd_ctx *ctx, corr_report *r, const corr_top *t,
                   uint32_t rows, int64_t rest_ns, const char *rest,
                   const char *rest_brief)
{
    screen *s = corr_report_alloc(r, sizeof *s, 1);

    if (!s)
        return;
    *s = (screen){ ctx, r, t, rows, rest_ns, rest, rest_brief };
    corr_report_table(r, NULL,
                      &(corr_table){ .columns = columns,
                                     .ncolumns = 5,
                                     .nrows = rows + (rest != NULL),
                                     .cell = screen_cell,
                                     .ctx = s },
                      CORR_SCREEN);
    for (uint32_t i = 0; i < rows; i++)
        if (corr_top_at(t, i).ndelayed >= 0)
            return;
    corr_report_line(r, "no span is known of the process: what was under "
                        "way cannot be said");
}
