/* envelope - what every JSON document says of its inputs. */
#ifndef CORR_CMD_ENVELOPE_H
#define CORR_CMD_ENVELOPE_H

#include "cli/cmd.h"

/* Adds inputs[] and the warnings as notes[]; after run, so that what the
 * join found out is in.  The store must live as long as the report. */
void envelope_fill(const cmd_ctx *ctx, corr_report *r);

#endif
