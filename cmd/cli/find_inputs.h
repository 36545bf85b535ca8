/*
 * find_inputs - finds and loads the files that a command reads.
 *
 * The files are the operands; else $CORR_INPUTS; else the nearest directory
 * upwards that holds a .corr/; else the current directory.  Only the operand
 * "-" reads standard input.  All texts live in the arena of the caller.
 */
#ifndef CORR_CMD_DISCOVER_H
#define CORR_CMD_DISCOVER_H

#include "cli/cmd.h"

typedef struct discovery {
    opt_list paths;
    bool unnamed; /* no operand named them */
    bool found;   /* no user named them: only files recognised for certain */
    const char *deeper; /* the folder that was read as well, or NULL */
} discovery;

/* The texts live in the arena. */
corr_code discover(const opt_list *operands, const char *files0_from,
                   corr_arena *arena, discovery *d, corr_err *err) CORR_CHECK;

/* Lists in *deeper the folders to read as well: if profiles or traces are
 * missing in the folder where corr looked by itself, the only folder in it that
 * holds any.  If several do, *several names them and *deeper is empty.  The
 * store has been loaded; the texts live in the arena. */
corr_code discover_deeper(const discovery *d, const corr_store *st,
                          corr_arena *arena, opt_list *deeper,
                          opt_list *several, corr_err *err) CORR_CHECK;

/* Whether a file or a pipe waits on standard input, which only the operand "-"
 * reads. */
bool discover_has_stdin(void);

/* Reads a whole file or, for "-", standard input; at most `most` bytes. */
corr_code read_all(const char *path, size_t most, corr_arena *arena,
                   corr_str *text, corr_err *err) CORR_CHECK;

#endif
