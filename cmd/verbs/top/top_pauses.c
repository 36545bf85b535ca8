#include "verbs/top/top_pauses.h"

#include <string.h>

/* ---- data ------------------------------------------------------------- */

static const corr_column delayed_columns[] = {
    COL("trace_id", TRACE, corr_delayed, trace),
    COL("span_id", SPAN, corr_delayed, span),
    COL("service", NAME, corr_delayed, service),
    COL("name", TEXT, corr_delayed, name),
    COL("ns", INT, corr_delayed, ns),
};

static void fill_delayed(const void *ctx, uint32_t i, void *row)
{
    const top_pause *p = ctx;

    *(corr_delayed *)row = corr_top_delayed(p->t, p->row, i);
}

corr_table top_gc_delayed(const top_pause *p)
{
    const int64_t all = corr_top_at(p->t, p->row).ndelayed;
    const uint32_t n = all > CORR_MOST_DELAYED ? CORR_MOST_DELAYED
                       : all > 0               ? (uint32_t)all
                                               : 0;

    return CORR_FILLED(delayed_columns, n, fill_delayed, p);
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
    if (n <= 0)
        return "";
    const corr_delayed d = corr_top_delayed(s->t, row, 0);
    const char *others =
        n > 1 ? corr_report_text(s->r, " +%s", cmd_count(s->r, n - 1)) : "";
    return corr_report_text(
        s->r, "%.*s %s%s", CORR_STR_ARG(d.name),
        cmd_short(s->r, d.trace, corr_top_at(s->t, row).from), others);
}

/* Behind the time that makes it its own. */
static const char *pause_name(const char *key)
{
    const char *space = strchr(key, ' ');

    return space ? space + 1 : key;
}

typedef struct pause_row {
    int64_t ns, delayed; /* delayed -1: no span is known of the process */
    const char *from, *under_way;
    corr_words pause;
} pause_row;

static const corr_column columns[] = {
    SEE("paused", CORR_COL_RIGHT, AMOUNT, pause_row, ns),
    SEE("spans", CORR_COL_RIGHT, COUNT, pause_row, delayed),
    SEE("from", 0, TEXT, pause_row, from),
    SEE("pause", CORR_COL_FLEX, TEXT, pause_row, pause),
    SEE("under way", CORR_COL_FLEX, TEXT, pause_row, under_way),
};

static void fill_pause(const void *ctx, uint32_t i, void *row)
{
    const screen *s = ctx;
    pause_row *w = row;

    if (i >= s->rows) {
        *w = (pause_row){ .ns = s->rest_ns,
                          .delayed = -1,
                          .pause = { s->rest, s->rest_brief } };
        return;
    }
    const corr_top_row p = corr_top_at(s->t, i);
    *w = (pause_row){ .ns = p.self,
                      .delayed = p.ndelayed,
                      .from = p.from == CORR_NO_TIME
                                  ? NULL
                                  : cmd_clock(s->ctx, s->r, p.from),
                      .pause = { pause_name(p.key), NULL },
                      .under_way = delayed_words(s, i, p.ndelayed) };
}

void top_gc_screen(const cmd_ctx *ctx, corr_report *r, const corr_top *t,
                   uint32_t rows, int64_t rest_ns, const char *rest,
                   const char *rest_brief)
{
    screen *s = corr_report_alloc(r, sizeof *s, 1);

    if (!s)
        return;
    *s = (screen){ ctx, r, t, rows, rest_ns, rest, rest_brief };
    cmd_screen(r, CORR_FILLED(columns, rows + (rest != NULL), fill_pause, s,
                              .unit = CORR_NS));
    for (uint32_t i = 0; i < rows; i++)
        if (corr_top_at(t, i).ndelayed >= 0)
            return;
    corr_report_line(
        r,
        "no span is known of the process: what was under way cannot be said");
}
