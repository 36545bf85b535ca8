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

/* Prints the warnings of the store that lose data, and, unless the answer shows
 * its notes, those that make its numbers wrong or shaky (notes.h).  Equal
 * warnings of many files are folded (message_fold.h). */
void talk_warnings(const cmd_ctx *ctx, bool shows_notes, bool ascii);

/* Inputs that could not be read where others could. */
void talk_unread(const corr_store *st, bool ascii);

/* One line for files that corr found and ignored. */
void talk_used(const cmd_ctx *ctx, bool ascii);
/* Prints how many files of the named directories were not recognised. */
void talk_ignored(const cmd_ctx *ctx, bool ascii);

/* Prints what an exported selection leaves out. */
void talk_left_out(const cmd_ctx *ctx, bool ascii);

/* Prints how much was written, of how much, and on which evidence. */
void talk_slice(const cmd_ctx *ctx, corr_report *r, uint64_t bytes, bool ascii);

/* "corr: load took 12.345 ms  bytes=2048 spans=9  peak_kb=18400", to the file
 * that CORR_TRACE names or to standard error; nothing without CORR_TRACE.
 * st: what the phase worked on, or NULL. */
typedef struct talk_clock {
    int64_t started; /* ns */
} talk_clock;
void talk_phase(talk_clock *clock, const char *phase, const corr_store *st);

/* For corr_load_opts: shows progress after a second, on a terminal. */
typedef struct talk_progress {
    int64_t started, shown; /* ns; shown 0: not shown yet */
} talk_progress;
void talk_progress_step(void *progress, uint64_t done, uint64_t total);
void talk_progress_end(talk_progress *p);

#endif
