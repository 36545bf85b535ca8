/*
 * regular_file - opens a path that is looked at before anything reads it.
 *
 * A pipe, a socket or a device is never opened: opening a pipe and closing it
 * again takes the reader away from whoever writes into it.
 */
#ifndef CORR_REGULAR_FILE_H
#define CORR_REGULAR_FILE_H

#include <stdint.h>

/* A descriptor for reading, and in *bytes (or NULL) the size of the file; -1
 * where the path is no regular file or cannot be opened. */
int regular_file_open(const char *path, uint64_t *bytes);

#endif
