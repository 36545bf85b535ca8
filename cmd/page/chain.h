/*
 * chain - the name of a line that stands for a chain of calls.
 *
 * The last call names the line.  Before it stands the application function that
 * called it: of a helper, a library or a wait it says more than the call itself.
 * Others are named if the screen has room: first application code from the last
 * call outwards, then wrappers that repeat the name of what they call, then
 * libraries and frameworks.
 */
#ifndef CORR_CMD_CHAIN_H
#define CORR_CMD_CHAIN_H

#include "cli/cmd.h"

typedef struct chain_call {
    const char *name; /* as shown */
    bool is_app;
} chain_call;

/* Whether a call and the only one below it are one line: it has nearly all of
 * its caller, and what is left is less than the least that is shown. */
bool chain_joins(double caller, double call, double least);

/* "a → … → h", with shorter and longer forms.  calls: outermost first, n at
 * least 1; callers: written the other way round, "h ← … ← a"; all: every call
 * in the longest form. */
corr_words chain_words(corr_report *r, const chain_call *calls, uint32_t n,
                       bool callers, bool all);

#endif
