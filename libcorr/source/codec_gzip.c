/*
 * codec_gzip - RFC 1952, by zlib.  If ISA-L was linked, it decompresses the
 * data between header and trailer, unless the caller needs places to enter.
 *
 * Decompression can start between two deflate blocks of a member: the rest of
 * the member is then read without its header, and its trailer is skipped.
 */
#include "source/codec_isal.h"

#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

typedef struct gzip {
    z_stream z;
    bool ended;       /* the next byte begins another member */
    bool stops;       /* at every end of a block */
    bool bare;        /* decompression started inside the member */
    unsigned trailer; /* bytes of the trailer left to skip */
    codec_isal *fast; /* NULL: zlib does all the work */
    bool is_fast;     /* ISA-L is at work: the header has been read */
} gzip;

enum {
    ONLY_GZIP = 16,  /* added to zlib's window size: gzip only */
    TRAILER = 8,     /* bytes behind the data of a member: checksum and
                        length */
    AT_BLOCK = 128,  /* bit of zlib's data_type: a block has just ended ... */
    LAST_BLOCK = 64, /* ... and it was the last one */
    SPARE_BITS = 7   /* mask of data_type: unused bits of the last byte */
};

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
    gzip *g = calloc(1, sizeof *g);

    if (g && inflateInit2(&g->z, MAX_WBITS + ONLY_GZIP) != Z_OK) {
        free(g);
        return NULL;
    }
    if (g)
        g->fast = codec_isal_new();
    return g;
}

static codec_step skip_trailer(gzip *g, codec_io *io)
{
    const size_t n = io->nin < g->trailer ? io->nin : g->trailer;

    codec_advance(io, n, 0);
    g->trailer -= (unsigned)n;
    g->ended = g->trailer == 0;
    return g->ended ? CODEC_MEMBER : CODEC_GOES_ON;
}

static codec_step isal_step(gzip *g, codec_io *io)
{
    const codec_step step = codec_isal_step(g->fast, io);

    g->ended = step == CODEC_MEMBER;
    g->is_fast = !g->ended;
    return step;
}

/* With Z_BLOCK zlib first stops behind the header. */
static bool is_after_header(const gzip *g)
{
    return g->fast && (g->z.data_type & AT_BLOCK);
}

static codec_step gzip_step(void *state, codec_io *io)
{
    gzip *g = state;

    if (g->trailer)
        return skip_trailer(g, io);
    if (g->is_fast)
        return isal_step(g, io);
    if (g->ended && inflateReset2(&g->z, MAX_WBITS + ONLY_GZIP) != Z_OK)
        return CODEC_DAMAGED;
    g->ended = false;
    const uInt nin = codec_at_most(io->nin);
    const uInt nout = codec_at_most(io->nout);
    g->z.next_in = io->in;
    g->z.avail_in = nin;
    g->z.next_out = io->out;
    g->z.avail_out = nout;
    const int rc = inflate(&g->z, g->stops || g->fast ? Z_BLOCK : Z_NO_FLUSH);
    codec_advance(io, nin - g->z.avail_in, nout - g->z.avail_out);
    if (rc == Z_OK && is_after_header(g)) {
        g->is_fast = true;
        codec_isal_begin(g->fast);
        return isal_step(g, io);
    }
    if (rc == Z_STREAM_END && g->bare) {
        g->bare = false;
        g->trailer = TRAILER;
        return skip_trailer(g, io);
    }
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
    codec_isal_free(g->fast);
    free(g);
}

/* ISA-L knows no places inside a member. */
static void drop_isal(gzip *g)
{
    codec_isal_free(g->fast);
    g->fast = NULL;
}

static void gzip_stops(void *state)
{
    gzip *g = state;

    g->stops = true;
    drop_isal(g);
}

static bool gzip_entry(void *state, codec_entry *e, uint8_t *back)
{
    gzip *g = state;
    uInt n = 0;

    if (g->ended || g->trailer || !(g->z.data_type & AT_BLOCK) ||
        (g->z.data_type & LAST_BLOCK) ||
        inflateGetDictionary(&g->z, back, &n) != Z_OK)
        return false;
    *e = (codec_entry){ .bits = (unsigned)g->z.data_type & SPARE_BITS,
                        .nback = n,
                        .back = back };
    return true;
}

static bool gzip_enter(void *state, const codec_entry *e)
{
    gzip *g = state;

    if (e->bits > SPARE_BITS || e->nback > CODEC_BACK ||
        inflateReset2(&g->z, -MAX_WBITS) != Z_OK)
        return false;
    g->bare = true;
    drop_isal(g);
    if (e->bits &&
        inflatePrime(&g->z, (int)e->bits, e->before >> (8 - e->bits)) != Z_OK)
        return false;
    return e->nback == 0 ||
           inflateSetDictionary(&g->z, e->back, (uInt)e->nback) == Z_OK;
}

const codec codec_gzip = {
    .name = "gzip",
    .hint = "unpack it first: gunzip",
    .begins = gzip_begins,
    .goes_on = gzip_goes_on,
    .open = gzip_open,
    .step = gzip_step,
    .close = gzip_close,
    .stops = gzip_stops,
    .entry = gzip_entry,
    .enter = gzip_enter,
};
