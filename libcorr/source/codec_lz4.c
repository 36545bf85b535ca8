/* codec_lz4 - the LZ4 frame format 1.6, by liblz4, if it was linked. */
#include "source/codec.h"

static bool lz4_begins(const uint8_t *head, size_t n)
{
    return n >= 4 && head[0] == 0x04 && head[1] == 0x22 && head[2] == 0x4d &&
           head[3] == 0x18;
}

/* Whether the byte begins a frame, or a skippable frame. */
static bool lz4_goes_on(uint8_t byte)
{
    return byte == 0x04 || byte >> 4 == 5;
}

#ifdef CORR_WITH_LZ4

#include <lz4frame.h>
#include <string.h>

static void *lz4_open(void)
{
    LZ4F_dctx *d = NULL;

    return LZ4F_isError(LZ4F_createDecompressionContext(&d, LZ4F_VERSION))
               ? NULL
               : d;
}

static codec_step lz4_step(void *state, codec_io *io)
{
    size_t nin = io->nin;
    size_t nout = io->nout;
    const size_t rc =
        LZ4F_decompress(state, io->out, &nout, io->in, &nin, NULL);

    if (LZ4F_isError(rc)) /* the library has no error numbers for these */
        return strcmp(LZ4F_getErrorName(rc), "ERROR_allocation_failed") == 0
                   ? CODEC_NO_MEMORY
                   : CODEC_DAMAGED;
    codec_advance(io, nin, nout);
    return rc == 0 ? CODEC_MEMBER : CODEC_GOES_ON;
}

static void lz4_close(void *state)
{
    LZ4F_freeDecompressionContext(state);
}

#else
#define lz4_open  NULL
#define lz4_step  NULL
#define lz4_close NULL
#endif

const codec codec_lz4 = {
    .name = "lz4",
    .hint = "unpack it first: lz4 -d",
    .begins = lz4_begins,
    .goes_on = lz4_goes_on,
    .open = lz4_open,
    .step = lz4_step,
    .close = lz4_close,
};
