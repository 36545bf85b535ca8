/*
 * notes - which notes an answer shows, and where.
 *
 * A note is shown if it makes a number of this answer wrong or shaky: at the
 * foot of the screen, at most three, the rest with --verbose.  Lost data is
 * also an error message.  Notes about inputs that the answer does not use, and
 * about how it was made, are entries of notes[] only, and shown by --verbose.
 */
#ifndef CORR_CMD_NOTES_H
#define CORR_CMD_NOTES_H

#include "cli/cmd.h"

/* How much a warning of the store matters to this answer. */
typedef enum notes_weight {
    NOTES_ASIDE,  /* it does not change what is shown */
    NOTES_NUMBER, /* it makes a number that is shown wrong or shaky */
    NOTES_LOSS    /* data is lost */
} notes_weight;

notes_weight notes_weigh(const cmd_ctx *ctx, const corr_warning *w);

/* Adds the warnings of the store to the report and decides which notes it
 * shows.  Called once, when the answer is complete. */
void notes_finish(const cmd_ctx *ctx, corr_report *r);

#endif
