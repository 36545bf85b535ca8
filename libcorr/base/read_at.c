#include "base/read_at.h"

#include <errno.h>
#include <unistd.h>

ssize_t read_at(int fd, void *to, size_t n, uint64_t at)
{
    char *p = to;
    size_t done = 0;

    while (done < n && at + done <= INT64_MAX) {
        const ssize_t got = pread(fd, p + done, n - done, (off_t)(at + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}
