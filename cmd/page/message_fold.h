/*
 * message_fold - folds messages of many files that differ in numbers only.
 *
 * "4 files: samples cover 56..69% of the CPU the ... (a.jfr, b.jfr, 2 more)"
 * stands for four messages.  A number behind a word such as "chunk" is a name
 * and keeps messages apart.  Two equal messages of one file stay two.
 *
 * Important messages come first, then the order in which they were made.
 */
#ifndef CORR_CMD_TALK_FOLD_H
#define CORR_CMD_TALK_FOLD_H

#include "corr_report.h"

/* The common fields of errors and warnings.  Texts are borrowed. */
typedef struct talk_message {
    const char *input; /* a file, or what stands for it; NULL: none */
    const char *what, *field, *format, *hint; /* NULL as "" */
    uint64_t offset, line, count;
    unsigned rank; /* 0: the most important */
    size_t more;   /* messages like it that were folded into it */
} talk_message;

/* Folds n messages in place and returns how many remain.  names: how many files
 * a folded message names.  New texts live in the arena.  Without memory no
 * message is folded. */
size_t talk_fold(talk_message *m, size_t n, size_t names, corr_arena *arena);

#endif
