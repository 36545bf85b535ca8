/*
 * defaults - options that every question of corr shell gets.
 *
 *     set kind cpu            top means top --kind=cpu
 *     set wide                an option without a value
 *     set files a.jfr traces/ the files of questions that name no file
 *     set                     lists them
 *     unset kind
 *
 * A question gets those that its command has.  What a line says goes before a
 * default.  The list lives in the shell's process.
 */
#ifndef CORR_CMD_DEFAULTS_H
#define CORR_CMD_DEFAULTS_H

#include "cli/cmd.h"
#include "shell/shell_line.h"

/* Answers a line that begins with set or unset. */
corr_code defaults_set(const shell_line *line, corr_out *out,
                       corr_err *err) CORR_CHECK;
corr_code defaults_unset(const shell_line *line, corr_err *err) CORR_CHECK;

/* Sets the files of questions that name no file. */
corr_code defaults_files(const opt_list *files, corr_err *err) CORR_CHECK;

/* Puts the defaults of its command into a line. */
corr_code defaults_apply(shell_line *line, corr_arena *arena,
                         corr_err *err) CORR_CHECK;

/* A command that has the option as a default, or NULL; *o is the option. */
const cmd *defaults_find(const char *name, const opt **o);

void defaults_clear(void);

#endif
