/*
 * regular_file - opens a path only if it is a regular file.
 *
 * A pipe, a socket or a device is never opened: opening a pipe and closing it
 * again would take the reader away from the process that writes into it.
 */
#ifndef CORR_REGULAR_FILE_H
#define CORR_REGULAR_FILE_H

#include <stdint.h>

/* Returns a descriptor for reading, and in *bytes (or NULL) the size of the
 * file; -1 if the path is no regular file or cannot be opened. */
int regular_file_open(const char *path, uint64_t *bytes);

#endif
