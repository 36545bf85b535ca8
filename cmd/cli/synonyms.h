/*
 * synonyms - words of other tools, and what they mean here.
 *
 * One table holds them: commands, options, and options with one value.  A word
 * of it is run as what it means, or answered with the command to use.
 */
#ifndef CORR_CMD_SYNONYMS_H
#define CORR_CMD_SYNONYMS_H

#include "cli/cmd.h"

/* The words of a command line, without the program. */
typedef struct synonym_words {
    int argc;
    char **argv;
} synonym_words;

/* Puts what a command's other name means in place of argv[0].  False: the word
 * has no other meaning; err is filled if only an answer is possible. */
bool synonym_command(synonym_words *words, corr_arena *arena, corr_err *err);

/* Puts the options that were meant in place of those of other tools.  Unknown
 * options that nothing explains stay. */
corr_code synonym_options(const cmd *c, const opt_set *sets, size_t nsets,
                          synonym_words *words, corr_arena *arena,
                          corr_err *err) CORR_CHECK;

/* The command with a name nearest to a word, or NULL. */
const char *synonym_nearest(const char *word);

#endif
