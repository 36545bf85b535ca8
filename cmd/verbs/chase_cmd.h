/* chase_cmd - what corr chase --fetch asks for. */
#ifndef CORR_CHASE_CMD_H
#define CORR_CHASE_CMD_H

#include "cli/cmd.h"

enum { CHASE_MISSING = 20 };

/* Fills id[0..*n) with the traces of the exemplars that corr chase would show
 * and that are not here, the worst one first.  The report owns what it made. */
corr_code chase_missing(const cmd_ctx *ctx, corr_report *r,
                        corr_trace_id id[CHASE_MISSING], size_t *n,
                        corr_err *err) CORR_CHECK;

#endif
