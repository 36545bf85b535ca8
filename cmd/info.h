/* info - what the files of the command share. */
#ifndef CORR_CMD_INFO_H
#define CORR_CMD_INFO_H

#include "cmd.h"

/* A paragraph of each input that stands in several files, or of which a block
 * is not whole: what there is of it, and what is lost. */
void info_say_blocks(const cmd_ctx *ctx, corr_report *r);

#endif
