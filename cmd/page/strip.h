/*
 * strip - timelines as lines of blocks, one below the other.
 *
 * The strips of a timeline share the width that the screen leaves, so several
 * bins may form one column.  Each strip ends with the range of its values.
 * Bins without a value are blank.
 */
#ifndef CORR_CMD_STRIP_H
#define CORR_CMD_STRIP_H

#include "cli/cmd.h"
#include "corr.h"
#include "corr_view.h"

/* What happened at one time. */
typedef struct strip_event {
    const char *kind; /* "version" */
    const char *text; /* "v2 of checkout" */
    int64_t at;
} strip_event;

typedef struct strip_opts {
    bool all;                   /* also what is not looked at first */
    bool fill;                  /* as wide as the screen, with the sentence on
                                   what stands out and the alerts */
    bool has_answer;            /* no sentence: the screen has a better one */
    const char *name;           /* of the only row, instead of its own */
    int64_t mark_from, mark_to; /* a stretch to mark under it, or equal */
    const strip_event *event;   /* [nevent] those of one kind together, by time:
                                   marks, a line a kind; as long as the report */
    uint32_t nevent;
} strip_opts;

/* Draws the strips of t, which lives as long as the report.  Without bins it
 * draws nothing. */
void cmd_strips(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t,
                const strip_opts *o);

/* The strip of a selection, on a screen; of a request, that of its processes,
 * with the time of the request marked under it.  fine: the heat map of it.
 * Nothing where samples have no times, or one only. */
corr_code cmd_strip_of(const cmd_ctx *ctx, corr_report *r, const corr_sel *sel,
                       const corr_query *q, bool fine,
                       corr_err *err) CORR_CHECK;

/* Finds the time of the trace or span of a query, as samples have it; false: it
 * has no time. */
bool cmd_asked_time(const cmd_ctx *ctx, const corr_query *q, int64_t *from,
                    int64_t *to);

/* Whether a question about samples is one about time or of a request, so that
 * its samples are there with their times. */
bool cmd_asks_when(const cmd_ctx *ctx, bool fine);

/* Draws a heat map (heatmap.c): a column for each second, a row for each
 * HEAT_STEP_MS of it, the start of the second at the bottom.  t has one row and
 * that step, and begins at a whole second. */
enum { HEAT_STEP_MS = 50 };
void cmd_heat(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t,
              const strip_opts *o);

/* "0.00..0.84 cores"; one value if both print alike, which is no rise and no
 * fall: cmd_strip_is_flat. */
enum { STRIP_SCALE_MOST = 119 };
void cmd_strip_scale(char buf[STRIP_SCALE_MOST + 1], double least, double most,
                     const char *unit);
bool cmd_strip_is_flat(double least, double most, const char *unit);

/* "17:26:24Z", for columns of length `each`; the time since the start if the
 * clock of t is unknown. */
void cmd_strip_clock(const corr_timeline *t, const corr_zone *zone,
                     int64_t time, int64_t each, char buf[CORR_PRINT_MAX]);

/* Prints the name of a row into buf[CORR_PRINT_MAX].  Metrics get numbers, as
 * their names are long: among those that are shown. */
const char *cmd_strip_name(const corr_timeline *t, uint32_t i, bool all,
                           char *buf);

#endif
