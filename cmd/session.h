/*
 * session - one run of the program: what was typed, what was loaded, what is
 * answered.
 *
 * main.c walks through it.  session_words.c reads the command line,
 * session_names.c explains words that are no file, session_load.c reads the
 * inputs.  It owns the arena, the store and the report.  One thread uses it.
 */
#ifndef CORR_CMD_SESSION_H
#define CORR_CMD_SESSION_H

#include "cli/cmd.h"
#include "cli/find_inputs.h"
#include "gate/verdict.h"
#include "page/messages.h"
#include "page/sides_args.h"

typedef struct session {
    corr_arena arena;
    inputs_opts inputs;
    select_opts select;
    of_opts of;
    sides_opts compare;
    rescale_opts rescale;
    verdict_opts verdict;
    output_opts output;
    common_opts common;
    discovery found;
    cmd_sides sides;
    corr_began began;
    cmd_export export;
    expect_list expects;
    cmd_ctx ctx;
    corr_report *report;
    uint64_t written; /* bytes of a slice */
    talk_clock clock;
    bool whole; /* traces are read whole, although one id is asked for */
    bool ascii; /* on standard error */
    corr_err err;
} session;

/* The form of the answer: "text" where no option names one. */
const char *session_target(const session *s);

/* From the words of the command line to a command with its options: fills
 * s->ctx.  session_operands then takes the id or the name off the operands. */
corr_code session_words(session *s, int argc, char **argv) CORR_CHECK;
corr_code session_operands(session *s) CORR_CHECK;

/* Whether a word that is no file names something in the inputs: a request, a
 * service, an operation, a function.  Then s->err has a hint of the command
 * that was meant.  c: the command that was typed, or NULL. */
bool session_names(session *s, const cmd *c, const char *word);

/* Finds and reads the inputs that the command takes, into ctx.store; a command
 * without inputs gets an empty store. */
corr_code session_load(session *s);

#endif
