/*
 * output_guard - refuses an output file (-o, or > of corr shell) that would cost
 * the user data.
 *
 * Three rules hold for every verb: a word that names a form of output is no
 * file name, a file that this run reads is not replaced, and an existing
 * recording or export is not replaced, whoever made it.  A refusal is a usage
 * error that says what to type instead.
 */
#ifndef CORR_CMD_OUTPUT_GUARD_H
#define CORR_CMD_OUTPUT_GUARD_H

#include "cli/cmd.h"

/* Checks ctx->output->file.  Asked before the inputs are read, so that a long
 * run does not fail at its end, and again when they are known. */
corr_code output_guard(const cmd_ctx *ctx, corr_err *err) CORR_CHECK;

/* Checks it against the files that options name (--label-map FILE). */
corr_code output_guard_options(const output_opts *output, const opt_set *sets,
                               size_t n, corr_err *err) CORR_CHECK;

#endif
