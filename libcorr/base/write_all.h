/* write_all - writes all bytes to a descriptor. */
#ifndef CORR_WRITE_ALL_H
#define CORR_WRITE_ALL_H

#include <stddef.h>

/* Goes on after interrupts and short writes, and waits where a descriptor does not
 * block.  Returns 0, or errno; a write of 0 bytes is EIO. */
int write_all(int fd, const void *p, size_t n);

#endif
