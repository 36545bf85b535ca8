/*
 * case_commands - the questions of a case: commands of corr in a text, and the
 * answers that they print.
 *
 * A command stands in a text as people paste it: in a block of code, with or
 * without "$ ".  Only questions are run: verbs that read files and print, on
 * paths below the folder of the case.  The same rule holds when a case is packed
 * and when a stranger replays it.
 */
#ifndef CORR_CASE_COMMANDS_H
#define CORR_CASE_COMMANDS_H

#include "cli/cmd.h"

typedef struct case_command {
    const char *text; /* "corr span 4bf9" */
    char **words;     /* NULL-terminated, the verb first; NULL: it is not run */
    const char *why;  /* why it is not run; else NULL */
    char *answer;     /* what it printed; freed by case_commands_clear */
    size_t n;
    int status; /* its exit status */
} case_command;

typedef struct case_commands {
    corr_arena *arena; /* of texts and words; borrowed */
    corr_vec(case_command) list;
} case_commands;

/* Splits a command line like a shell does: blanks, quotes, backslashes.  A
 * command line that corr must not run gets why.  False: memory is out. */
bool case_command_add(case_commands *c, corr_str line) CORR_CHECK;
/* Adds the commands of a Markdown text, each once, 500 at most. */
bool case_commands_find(case_commands *c, corr_str text) CORR_CHECK;
void case_commands_clear(case_commands *c);

/* Runs a command in a folder, as on a pipe of 80 columns without colour, and
 * keeps what it prints to standard output.  False: it could not be run; err says
 * why. */
bool case_command_run(case_command *c, const char *folder,
                      corr_err *err) CORR_CHECK;

#endif
