/*
 * yard_inflate - the least a gzip file costs: zlib, one thread, a window of
 * 256 KiB, the result thrown away.
 *
 *   yard_inflate FILE.gz
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <fcntl.h>
#include <zlib.h>

#define WINDOW (256 * 1024)

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    unsigned char *in = aligned_alloc(4096, WINDOW);
    unsigned char *out = aligned_alloc(4096, WINDOW);
    z_stream z = { 0 };
    int status = Z_OK;

    if (fd < 0 || !in || !out || inflateInit2(&z, 31) != Z_OK) {
        fputs("usage: yard_inflate FILE.gz\n", stderr);
        return 2;
    }
    while (status == Z_OK) {
        if (z.avail_in == 0) {
            ssize_t n = read(fd, in, WINDOW);
            if (n <= 0)
                break;
            z.next_in = in;
            z.avail_in = (unsigned)n;
        }
        z.next_out = out;
        z.avail_out = WINDOW;
        status = inflate(&z, Z_NO_FLUSH);
    }
    inflateEnd(&z);
    return status == Z_STREAM_END ? 0 : 1;
}
