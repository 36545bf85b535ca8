#include "source/encoder.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef CORR_WITH_ZSTD
#include <zstd.h>
#endif
#ifdef CORR_WITH_ISAL
#include <isa-l/igzip_lib.h>
#endif

enum { PIECE = 1 << 17 };

struct encoder {
    encoder_put *put;
    void *to;
    bool has_z;
    z_stream z;
#ifdef CORR_WITH_ZSTD
    ZSTD_CCtx *zstd;
#endif
#ifdef CORR_WITH_ISAL
    struct isal_zstream *quick;
    uint8_t *quick_room; /* its own */
#endif
    uint8_t out[PIECE];
};

bool encoder_has(const char *codec)
{
#ifdef CORR_WITH_ZSTD
    if (codec && strcmp(codec, "zstd") == 0)
        return true;
#endif
    return !codec || strcmp(codec, "gzip") == 0;
}

#ifdef CORR_WITH_ISAL
static bool open_quick(encoder *e)
{
    e->quick = calloc(1, sizeof *e->quick);
    e->quick_room = malloc(ISAL_DEF_LVL3_DEFAULT);
    if (!e->quick || !e->quick_room)
        return false;
    isal_deflate_init(e->quick);
    e->quick->gzip_flag = IGZIP_GZIP;
    e->quick->level = 3;
    e->quick->level_buf = e->quick_room;
    e->quick->level_buf_size = ISAL_DEF_LVL3_DEFAULT;
    return true;
}

static int quick_bytes(encoder *e, const char *p, size_t n, bool ends)
{
    struct isal_zstream *z = e->quick;

    do { /* it counts in 32 bits */
        const size_t take = n < PIECE ? n : PIECE;
        z->next_in = (uint8_t *)(uintptr_t)p; /* it only reads it */
        z->avail_in = (uint32_t)take;
        p += take;
        n -= take;
        z->end_of_stream = ends && n == 0;
        do {
            z->next_out = e->out;
            z->avail_out = sizeof e->out;
            if (isal_deflate(z) != COMP_OK)
                return EIO;
            const int sys = e->put(e->to, e->out, sizeof e->out - z->avail_out);
            if (sys)
                return sys;
        } while (z->avail_out == 0);
    } while (n > 0);
    return 0;
}
#endif

static bool open_encoder(encoder *e, const encoder_opts *opts)
{
    if (!opts->codec)
        return true;
#ifdef CORR_WITH_ZSTD
    if (strcmp(opts->codec, "zstd") == 0) {
        e->zstd = ZSTD_createCCtx();
        if (!e->zstd)
            return false;
        ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_compressionLevel, opts->level);
        ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_checksumFlag, opts->checks);
        return true;
    }
#endif
#ifdef CORR_WITH_ISAL
    if (opts->is_quick)
        return open_quick(e);
#endif
    e->has_z = deflateInit2(&e->z, opts->level, Z_DEFLATED, MAX_WBITS + 16, 8,
                            Z_DEFAULT_STRATEGY) == Z_OK;
    return e->has_z;
}

encoder *encoder_new(const encoder_opts *opts, encoder_put *put, void *to)
{
    encoder *e = encoder_has(opts->codec) ? calloc(1, sizeof *e) : NULL;

    if (!e)
        return NULL;
    e->put = put;
    e->to = to;
    if (open_encoder(e, opts))
        return e;
    encoder_free(e);
    return NULL;
}

static int deflate_bytes(encoder *e, const char *p, size_t n, bool ends)
{
    do { /* zlib counts in 32 bits */
        const size_t take = n < PIECE ? n : PIECE;
        e->z.next_in = (Bytef *)(uintptr_t)p; /* zlib only reads it */
        e->z.avail_in = (uInt)take;
        p += take;
        n -= take;
        int code;
        do {
            e->z.next_out = e->out;
            e->z.avail_out = sizeof e->out;
            code = deflate(&e->z, ends && n == 0 ? Z_FINISH : Z_NO_FLUSH);
            const int sys =
                e->put(e->to, e->out, sizeof e->out - e->z.avail_out);
            if (sys)
                return sys;
        } while (e->z.avail_out == 0 && code != Z_STREAM_END);
    } while (n > 0);
    return 0;
}

#ifdef CORR_WITH_ZSTD
static int zstd_bytes(encoder *e, const char *p, size_t n, bool ends)
{
    ZSTD_inBuffer in = { p, n, 0 };
    size_t left;

    do {
        ZSTD_outBuffer out = { e->out, sizeof e->out, 0 };
        left = ZSTD_compressStream2(e->zstd, &out, &in,
                                    ends ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return ENOMEM;
        const int sys = e->put(e->to, e->out, out.pos);
        if (sys)
            return sys;
    } while (in.pos < in.size || (ends && left > 0));
    return 0;
}
#endif

static int encode(encoder *e, const char *p, size_t n, bool ends)
{
#ifdef CORR_WITH_ZSTD
    if (e->zstd)
        return zstd_bytes(e, p, n, ends);
#endif
#ifdef CORR_WITH_ISAL
    if (e->quick)
        return quick_bytes(e, p, n, ends);
#endif
    return e->has_z ? deflate_bytes(e, p, n, ends) : e->put(e->to, p, n);
}

int encoder_add(encoder *e, const void *p, size_t n)
{
    return n > 0 ? encode(e, p, n, false) : 0;
}

int encoder_end(encoder *e)
{
    return encode(e, "", 0, true);
}

void encoder_free(encoder *e)
{
    if (!e)
        return;
    if (e->has_z)
        deflateEnd(&e->z);
#ifdef CORR_WITH_ZSTD
    ZSTD_freeCCtx(e->zstd);
#endif
#ifdef CORR_WITH_ISAL
    free(e->quick);
    free(e->quick_room);
#endif
    free(e);
}
