/* read_at - reads bytes at an offset of a file. */
#ifndef CORR_READ_AT_H
#define CORR_READ_AT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Goes on after interrupts and short reads.  Returns the number of bytes, which
 * is less than n at the end of the file; -1: failed, see errno. */
ssize_t read_at(int fd, void *to, size_t n, uint64_t at);

#endif
