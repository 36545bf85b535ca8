/*
 * program - commands that are programs of their own.
 *
 * corr maps no library that only one command needs: such a command is a program
 * beside it, linked with the same objects, which gets the same words.
 */
#ifndef CORR_CMD_PROGRAM_H
#define CORR_CMD_PROGRAM_H

#include "corr_base.h"
#include "corr_bytes.h"

/* Replaces this process by the program: the file of this name in the folder of
 * the running program, else in $PATH.  words: the command line from the command
 * on, and a NULL.  Returns only when it fails. */
corr_code program_start(const char *name, char *const *words, corr_arena *arena,
                        corr_err *err) CORR_CHECK;

#endif
