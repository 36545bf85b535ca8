/*
 * output - where the answer goes: standard output, a pager, or a file.
 *
 * A file that is replaced is written beside it and renamed when it is whole, so
 * that a failure leaves the old file.  Which files may be replaced is the
 * business of output_guard.h.
 */
#ifndef CORR_CMD_SINK_H
#define CORR_CMD_SINK_H

#include <limits.h>
#include <sys/types.h>

#include "cli/opt.h"

typedef struct sink {
    corr_out *out;
    const char *file;         /* NULL: standard output */
    char path[PATH_MAX];      /* of the file that is replaced */
    char temp[PATH_MAX + 32]; /* "": file is written directly */
    int fd;
    pid_t pager;            /* 0: none */
    void (*interrupt)(int); /* the handler before the pager was started */
} sink;

/* adds: to the end of the file.  pager: a shell command, or NULL.  While a pager
 * runs, the interrupt key is for the pager. */
corr_code sink_open(sink *s, const char *file, bool adds, const char *pager,
                    corr_err *err) CORR_CHECK;

/* Flushes and closes, waits for the pager, renames.  keep: false throws away
 * what was written to a file.  A reader that left early is no failure. */
corr_code sink_close(sink *s, bool keep, corr_err *err) CORR_CHECK;

/* A folder of files, which gets its name when all are written.  An empty folder
 * of that name is replaced. */
typedef struct folder {
    const char *path;
    int dir; /* an open folder with another name */
    char temp[PATH_MAX + 32];
} folder;

corr_code folder_open(folder *f, const char *path, corr_err *err);
/* Without keep, nothing is left. */
corr_code folder_close(folder *f, bool keep, corr_err *err);

#endif
