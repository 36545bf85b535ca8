/*
 * shell_line - a line of corr shell: words, a redirection, a pipe.
 *
 *     top --focus 'parse (json)' | head -3
 *     spans --tsv > rows.tsv
 *
 * Quotes and backslashes are those of a POSIX shell.  Unquoted patterns name
 * files, and a "~" the home directory; a pattern without a file is a word.  A
 * "#" at the beginning of a word starts a comment.  Everything after "|" is for
 * /bin/sh.  A "$" has no meaning.
 */
#ifndef CORR_CMD_SHELL_LINE_H
#define CORR_CMD_SHELL_LINE_H

#include "corr_base.h"
#include "corr_bytes.h"

typedef struct shell_line {
    char **word; /* [n], and a NULL */
    size_t n;
    const char *file;  /* of > and >>; or NULL */
    bool adds;         /* >> */
    const char *piped; /* a command for /bin/sh, or NULL */
} shell_line;

/* Takes a line apart.  The texts live in the arena.  An empty line has no
 * words.  CORR_EUSAGE: the line is wrong. */
corr_code shell_line_parse(corr_str text, corr_arena *arena, shell_line *line,
                           corr_err *err) CORR_CHECK;

/* Where a line ends that is not yet finished, for completion. */
typedef struct shell_line_end {
    shell_line line; /* the words before the one that is being typed */
    bool is_file;    /* that word is the file of a redirection */
    bool is_piped;   /* it belongs to /bin/sh */
} shell_line_end;
corr_code shell_line_before(corr_str text, corr_arena *arena,
                            shell_line_end *end, corr_err *err) CORR_CHECK;

/* The meaning of a word without its quotes, into the arena; NULL: out of
 * memory. */
char *shell_line_unquoted(const char *word, corr_arena *arena);

#endif
