/*
 * doubt - why no verdict can be had from a comparison, whatever its numbers
 * are (corr-methods 5).
 */
#ifndef CORR_CMD_DOUBT_H
#define CORR_CMD_DOUBT_H

#include "cli/cmd.h"
#include "corr_diff.h"
#include "corr_report.h"

/* A few words, or NULL where there is none; texts are the report's. */
const char *doubt_samples(const cmd_ctx *ctx, const corr_diff_facts *f,
                          corr_report *r);
/* The same of one selection, f being it beside itself. */
const char *doubt_selection(const corr_diff_facts *f, corr_report *r);
/* That samplers of the sides take other things; or NULL. */
const char *doubt_samplers(const corr_diff_facts *f, corr_report *r);
/* That they took samples at other rates by far; or NULL. */
const char *doubt_periods(const corr_diff_facts *f);
/* That one of them is of the first minutes of a process, while its code was
 * compiled, and the other is not; or NULL. */
const char *doubt_starts(const corr_diff_facts *f, corr_report *r);
/* That one of them is what processes counted since they were started, and the
 * other what they did between two files; or NULL. */
const char *doubt_counts(const corr_diff_facts *f, corr_report *r);
/* That costs are divided by time and a file is of several processes, of which
 * nobody knows how long each ran; or NULL. */
const char *doubt_several(const corr_diff_facts *f, corr_report *r);
/* That of a part of what a side cost no request is known, from then; or NULL. */
const char *doubt_untold(const corr_diff_facts *f, corr_report *r, unsigned w);
/* The same of both sides, as a line each, and what follows. */
void doubt_say_untold(const corr_diff_facts *f, corr_report *r);
/* Says which files are not used, for others recorded the same (corr-methods 0). */
void doubt_say_spare(const corr_diff_facts *f, corr_report *r);
/* That one of them cuts stacks off where the other goes on; or NULL. */
const char *doubt_depths(const corr_diff_facts *f, corr_report *r);
/* That both sides have some files, which says less than it seems to; or NULL.
 * *all: they have no others. */
const char *doubt_shared(const corr_diff_facts *f, corr_report *r, bool *all);
/* Of the inputs: a part that is missing may be what got dearer. */
const char *doubt_inputs(const corr_store *st);

#endif
