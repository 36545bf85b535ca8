/*
 * render_fit - which spare lines of a report a screen has room for.
 *
 * A spare line is one of a list that may be cut (corr_report_spare).  If all
 * lines are more than a screen, the last spare ones give way to their number;
 * the first two stay.  Then notes at the foot do, if that is enough, and then
 * long forms of parts (corr_report_form), one rank after the other.  The sink
 * `to` of the report fails if there is no memory to count lines.
 */
#ifndef CORR_RENDER_FIT_H
#define CORR_RENDER_FIT_H

#include "report/render_line.h"

enum { RENDER_SCREEN = 30 }; /* lines */

/* Prints a report, or an item of it. */
typedef void render_fit_print(const void *what, line *l);

/* The number of spare lines to print, in order: at least the first `least`.
 * all(what) prints the report with each of them. */
unsigned render_fit(const corr_report *r, const corr_style *style, corr_out *to,
                    render_fit_print *all, const void *what,
                    render_fit_print *item, unsigned least);
/* Lines of a report or of an item, as they are printed. */
unsigned render_fit_lines(const corr_style *style, corr_out *to,
                          render_fit_print *print, const void *what);
/* Whether a note at the foot is one of the first `fold` to give way: notes
 * before warnings, the last one first.  Notes with a mark stay. */
bool render_fit_folds(const corr_report *r, const report_note *n,
                      unsigned fold);
/* "3 more findings: --all"; empty: no line is left out. */
corr_str render_fit_rest(const corr_report *r, unsigned keep, char buf[64]);

#endif
