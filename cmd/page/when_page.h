/*
 * when_page - what changed, when, and the functions that explain it, as corr when
 * and corr alert print it.
 */
#ifndef CORR_CMD_WHEN_PAGE_H
#define CORR_CMD_WHEN_PAGE_H

#include "cli/cmd.h"
#include "corr_when.h"
#include "page/strip.h"

/* "cpu of checkout", "p95 of GET /cart of checkout" */
const char *when_series_words(corr_report *r, const corr_series_view *s);
/* "version v2 of checkout is seen first" */
const char *when_event_words(corr_report *r, const corr_event *e);
/* Prints the main change, with the functions that explain it, what changed with
 * it, and what happened near it.  False: nothing changed. */
bool when_say_changes(const cmd_ctx *ctx, corr_report *r, const corr_when *w);
/* Puts a window as data: NAME.from_unix_ns and NAME.to_unix_ns, or null if it is
 * empty. */
void when_put_window(corr_report *r, const char *name, int64_t from,
                     int64_t to);
/* Suggests questions about the window of the main change. */
void when_say_next(const cmd_ctx *ctx, corr_report *r, const corr_when *w);

/* What happened in [from, to) for marks of strips: versions, starts, flags and
 * reloads, as far as they changed something.  The report owns them. */
const strip_event *when_marks(corr_report *r, const corr_when *w, int64_t from,
                              int64_t to, uint32_t *n);

#endif
