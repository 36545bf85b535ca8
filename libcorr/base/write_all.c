#include "base/write_all.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

/* Waits for a full non-blocking pipe; a signal is no failure. */
static bool try_again(int fd)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    struct pollfd p = { .fd = fd, .events = POLLOUT };
    return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

int write_all(int fd, const void *p, size_t n)
{
    const char *at = p;

    while (n > 0) {
        const ssize_t done = write(fd, at, n);
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        } else if (done == 0) {
            return EIO; /* POSIX gives a write of 0 bytes no other meaning */
        } else if (!try_again(fd)) {
            return errno;
        }
    }
    return 0;
}
