/*
 * message_fold - the same said of many files, said once.
 *
 * Messages that differ in their numbers only are one: "4 files: samples account
 * for 7.86..8.85 s of ... (a.jfr, b.jfr, 2 more)".  A number behind a word as
 * "chunk" is a name, and what is said twice of one file stays two.
 *
 * The important come first, then the order in which they were said.
 */
#ifndef CORR_CMD_TALK_FOLD_H
#define CORR_CMD_TALK_FOLD_H

#include "corr_report.h"

/* What an error and a warning have in common.  Texts are borrowed. */
typedef struct talk_message {
    const char *input; /* a file, or what stands for it; NULL: none */
    const char *what, *field, *format, *hint; /* NULL as "" */
    uint64_t offset, line, count;
    unsigned rank; /* 0: the most important */
    size_t more;   /* messages like it that were folded into it */
} talk_message;

/* Folds n messages in place, and says how many there are then.  names: how
 * many files are named of many.  New texts are in the arena; where
 * memory is out nothing is folded. */
size_t talk_fold(talk_message *m, size_t n, size_t names, corr_arena *arena);

#endif
