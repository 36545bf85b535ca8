#include "base/regular_file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

int regular_file_open(const char *path, uint64_t *bytes)
{
    struct stat st;

    if (stat(path, &st) || !S_ISREG(st.st_mode))
        return -1;
    /* the path may name another file by now */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
        close(fd);
        return -1;
    }
    if (fd >= 0 && bytes)
        *bytes = (uint64_t)st.st_size;
    return fd;
}
