/* Any bytes as an archive: tar, compressed or not, and zip. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "load/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    char path[64];
    archive a;

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (archive_is(path, NULL)) {
        corr_err err = { 0 };
        if (archive_read(&a, path, &err) != CORR_OK && !err.what[0])
            abort();
        archive_clear(&a);
    }
    close(fd);
    return 0;
}
