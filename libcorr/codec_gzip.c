/* codec_gzip - RFC 1952, by zlib. */
#include "codec.h"

#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

typedef struct gzip {
    z_stream z;
    bool ended; /* the next byte begins another member */
} gzip;

static bool gzip_begins(const uint8_t *head, size_t n)
{
    return n >= 2 && head[0] == 0x1f && head[1] == 0x8b;
}

static bool gzip_goes_on(uint8_t byte)
{
    return byte == 0x1f;
}

static void *gzip_open(void)
{
    const int only_gzip = 16; /* what zlib adds to the window size for it */
    gzip *g = calloc(1, sizeof *g);

    if (g && inflateInit2(&g->z, MAX_WBITS + only_gzip) != Z_OK) {
        free(g);
        return NULL;
    }
    return g;
}

static uInt at_most(size_t n)
{
    return n < UINT32_MAX ? (uInt)n : UINT32_MAX;
}

static codec_step gzip_step(void *state, codec_io *io)
{
    gzip *g = state;

    if (g->ended && inflateReset(&g->z) != Z_OK)
        return CODEC_DAMAGED;
    g->ended = false;
    const uInt nin = at_most(io->nin);
    const uInt nout = at_most(io->nout);
    g->z.next_in = io->in;
    g->z.avail_in = nin;
    g->z.next_out = io->out;
    g->z.avail_out = nout;
    const int rc = inflate(&g->z, Z_NO_FLUSH);
    io->in += nin - g->z.avail_in;
    io->nin -= nin - g->z.avail_in;
    io->out += nout - g->z.avail_out;
    io->nout -= nout - g->z.avail_out;
    if (rc == Z_STREAM_END) {
        g->ended = true;
        return CODEC_MEMBER;
    }
    if (rc == Z_MEM_ERROR)
        return CODEC_NO_MEMORY;
    return rc == Z_OK || rc == Z_BUF_ERROR ? CODEC_GOES_ON : CODEC_DAMAGED;
}

static void gzip_close(void *state)
{
    gzip *g = state;

    inflateEnd(&g->z);
    free(g);
}

const codec codec_gzip = {
    .name = "gzip",
    .hint = "unpack it first: gunzip",
    .begins = gzip_begins,
    .goes_on = gzip_goes_on,
    .open = gzip_open,
    .step = gzip_step,
    .close = gzip_close,
};
