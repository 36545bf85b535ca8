/* codec_zstd - RFC 8878, by libzstd, if it was linked. */
#include "source/codec.h"

#include <string.h>

static bool is_magic(const uint8_t *p)
{
    return p[0] == 0x28 && p[1] == 0xb5 && p[2] == 0x2f && p[3] == 0xfd;
}

/* A skippable frame: parallel and seekable writers store tables in them. */
static bool is_skippable(const uint8_t *p)
{
    return p[0] >> 4 == 5 && p[1] == 0x2a && p[2] == 0x4d && p[3] == 0x18;
}

static bool zstd_begins(const uint8_t *head, size_t n)
{
    return n >= 4 && (is_magic(head) || is_skippable(head));
}

static bool zstd_goes_on(uint8_t byte)
{
    return byte == 0x28 || byte >> 4 == 5;
}

/* A length under 256 MiB, then a frame. */
static bool records_begin(const uint8_t *head, size_t n)
{
    return n >= 8 && head[0] < 0x10 && is_magic(head + 4);
}

static bool records_go_on(uint8_t byte)
{
    (void)byte;
    return true;
}

#ifdef CORR_WITH_ZSTD

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

static void *zstd_open(void)
{
    ZSTD_DCtx *z = ZSTD_createDCtx();

    if (z)
        ZSTD_DCtx_setParameter(z, ZSTD_d_windowLogMax, CODEC_WINDOW_LOG);
    return z;
}

static codec_step zstd_step(void *state, codec_io *io)
{
    ZSTD_inBuffer from = { io->in, io->nin, 0 };
    ZSTD_outBuffer to = { io->out, io->nout, 0 };
    const size_t rc = ZSTD_decompressStream(state, &to, &from);

    codec_advance(io, from.pos, to.pos);
    if (rc == 0)
        return CODEC_MEMBER;
    if (!ZSTD_isError(rc))
        return CODEC_GOES_ON;
    switch ((int)ZSTD_getErrorCode(rc)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        return CODEC_TOO_LARGE;
    case ZSTD_error_memory_allocation:
        return CODEC_NO_MEMORY;
    default:
        return CODEC_DAMAGED;
    }
}

static void zstd_close(void *state)
{
    ZSTD_freeDCtx(state);
}

/* ---- records ------------------------------------------------------------ */

typedef struct records {
    ZSTD_DCtx *zstd;
    uint32_t left;  /* bytes of the record not yet read */
    unsigned head;  /* bytes of the length read so far: 0 to 4 */
    bool is_inside; /* a frame has begun and not ended */
} records;

static void *records_open(void)
{
    records *r = calloc(1, sizeof *r);

    if (r && !(r->zstd = zstd_open())) {
        free(r);
        return NULL;
    }
    return r;
}

static void take_length(records *r, codec_io *io)
{
    while (r->head < 4 && io->nin) {
        r->left = r->left << 8 | *io->in++;
        io->nin--;
        r->head++;
    }
}

/* A member ends with its record. */
static codec_step records_step(void *state, codec_io *io)
{
    records *r = state;

    take_length(r, io);
    if (r->head < 4)
        return CODEC_GOES_ON;
    if (r->left || r->is_inside) {
        const bool is_last = r->left == 0;
        codec_io part = *io;

        part.nin = io->nin < r->left ? io->nin : r->left;
        const codec_step step = zstd_step(r->zstd, &part);
        const size_t taken = (size_t)(part.in - io->in);
        const bool is_idle = is_last && part.nout == io->nout;
        *io = (codec_io){ part.in, io->nin - taken, part.out, part.nout };
        r->left -= (uint32_t)taken;
        r->is_inside = step == CODEC_GOES_ON;
        if (step == CODEC_GOES_ON && is_idle)
            return CODEC_DAMAGED; /* the frame is longer than its record */
        if (step != CODEC_MEMBER)
            return step;
        if (r->left)
            return CODEC_GOES_ON;
    }
    r->head = 0;
    return CODEC_MEMBER;
}

static void records_close(void *state)
{
    records *r = state;

    zstd_close(r->zstd);
    free(r);
}

#else
#define zstd_open     NULL
#define zstd_step     NULL
#define zstd_close    NULL
#define records_open  NULL
#define records_step  NULL
#define records_close NULL
#endif

const codec codec_zstd = {
    .name = "zstd",
    .hint = "unpack it first: zstd -d",
    .begins = zstd_begins,
    .goes_on = zstd_goes_on,
    .open = zstd_open,
    .step = zstd_step,
    .close = zstd_close,
};

const codec codec_zstd_records = {
    .name = "zstd",
    .hint = "zstd -d does not help, as each message is alone; build corr with "
            "libzstd",
    .begins = records_begin,
    .goes_on = records_go_on,
    .open = records_open,
    .step = records_step,
    .close = records_close,
};
