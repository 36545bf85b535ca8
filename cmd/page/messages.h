/*
 * messages - all that goes to standard error: errors, warnings, the files that
 * were used.
 *
 * Every message has one shape: "corr: FILE: sentence", then the place in the
 * file, then a hint.  Text from files is made safe.  A failure to print is
 * ignored.
 */
#ifndef CORR_CMD_TALK_H
#define CORR_CMD_TALK_H

#include "cli/cmd.h"

void talk_error(const corr_err *err, bool ascii);

/* Warnings of the store, those that change the meaning even when quiet; what
 * the answer itself says is not said again.  What many files have in common is
 * one line (message_fold.h), and of many lines the first are shown, but for the
 * command that lists inputs. */
void talk_warnings(const cmd_ctx *ctx, bool ascii);

/* Inputs that could not be read where others could. */
void talk_unread(const corr_store *st, bool ascii);

/* One line for files that corr found and ignored. */
void talk_used(const cmd_ctx *ctx, bool ascii);
/* Files of directories that were named, in which nothing was known. */
void talk_ignored(const cmd_ctx *ctx, bool ascii);

/* What of the files is not in a selection that was written. */
void talk_left_out(const cmd_ctx *ctx, bool ascii);

/* What of how much was written, and on what evidence. */
void talk_slice(const cmd_ctx *ctx, corr_report *r, uint64_t bytes, bool ascii);

/* "corr: load took 12.345 ms  bytes=2048 spans=9  peak_kb=18400", to the file
 * that CORR_TRACE names or to standard error; nothing without CORR_TRACE.
 * st: what the phase worked on, or NULL. */
typedef struct talk_clock {
    int64_t started; /* ns */
} talk_clock;
void talk_phase(talk_clock *clock, const char *phase, const corr_store *st);

/* For corr_load_opts: what is done, after a second, where somebody watches. */
typedef struct talk_progress {
    int64_t started, shown; /* ns; shown 0: nothing yet */
} talk_progress;
void talk_progress_step(void *progress, uint64_t done, uint64_t total);
void talk_progress_end(talk_progress *p);

#endif
