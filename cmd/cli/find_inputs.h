/*
 * find_inputs - which files a command reads, and how they are loaded.
 *
 * Operands; else $CORR_INPUTS; else the nearest directory upwards that holds
 * a .corr/; else the current directory.  Standard input is read only where
 * "-" says so.
 */
#ifndef CORR_CMD_DISCOVER_H
#define CORR_CMD_DISCOVER_H

#include "cli/cmd.h"

typedef struct discovery {
    opt_list paths;
    bool unnamed; /* no operand named them */
    bool found;   /* nobody did: only what is recognised for certain */
} discovery;

/* The texts live in the arena. */
corr_code discover(const opt_list *operands, const char *files0_from,
                   corr_arena *arena, discovery *d, corr_err *err) CORR_CHECK;

/* All of a file or, for "-", of standard input; at most `most` bytes. */
corr_code read_all(const char *path, size_t most, corr_arena *arena,
                   corr_str *text, corr_err *err) CORR_CHECK;

#endif
