/*
 * suggest - what may complete a line of corr shell.
 *
 * Commands, options and their values come from the tables that completion for
 * other shells is made of; names come from the inputs that are loaded, else from
 * the files that the line names.
 */
#ifndef CORR_CMD_SUGGEST_H
#define CORR_CMD_SUGGEST_H

#include "corr_bytes.h"

typedef struct suggestions {
    corr_arena *arena;
    char **word; /* [n] */
    size_t n, room;
    bool files; /* names of files complete it as well */
} suggestions;

/* before: the line up to the word that is being typed; typed: that word, without
 * its quotes.  The words begin with what was typed, and live in the arena.
 * Without memory there are fewer. */
void suggest(corr_str before, const char *typed, suggestions *s);

#endif
