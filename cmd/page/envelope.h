/* envelope - what every JSON document says of its inputs. */
#ifndef CORR_CMD_ENVELOPE_H
#define CORR_CMD_ENVELOPE_H

#include "cli/cmd.h"

/* Adds inputs[] and the warnings as notes[]; after run, so that what the
 * join found out is in.  The store must live as long as the report.  A failure to
 * read a file again for its digest leaves the others without one, too. */
corr_code envelope_fill(const cmd_ctx *ctx, corr_report *r,
                        corr_err *err) CORR_CHECK;

#endif
