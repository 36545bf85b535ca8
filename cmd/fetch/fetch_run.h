/* fetch_run - corr fetch: from the words of the user to a case folder. */
#ifndef CORR_FETCH_RUN_H
#define CORR_FETCH_RUN_H

#include "cli/cmd.h"

corr_code fetch_run(const cmd_ctx *ctx, corr_report *r, corr_err *err);

#endif
