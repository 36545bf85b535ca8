/* scrub_sink - the bytes of one output. */
#include "scrub/scrub_sink.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>
#ifdef CORR_WITH_ZSTD
#include <zstd.h>
#endif

#include "base/out.h"

enum { SINK_BLOCK = 1 << 17, CARRY = 1024, SINK_LEVEL = 6 };

struct scrub_sink {
    const corr_scrub *map;
    int fd;
    corr_out *out;
    corr_sha256 hash;
    uint64_t bytes;
    bool is_dirty, has_z, begun;
    z_stream z;
#ifdef CORR_WITH_ZSTD
    ZSTD_CStream *zstd;
#endif
    size_t ncarry;
    uint8_t search[CARRY + SINK_BLOCK];
    uint8_t packed[SINK_BLOCK];
};

/* ---- the search ---------------------------------------------------------- */

static void search_block(scrub_sink *s, const char *p, size_t n)
{
    match_hit hit;

    while (n && !s->is_dirty) {
        const size_t take = n < SINK_BLOCK ? n : SINK_BLOCK;
        memcpy(s->search + s->ncarry, p, take);
        const size_t all = s->ncarry + take;
        /* behind a cut, no one knows what stands before the first byte */
        const size_t from = s->begun ? 1 : 0;
        s->is_dirty = all > from && known_in_bytes(s->map, s->search + from,
                                                   all - from, &hit);
        if (s->is_dirty && from && hit.from == 0)
            s->is_dirty = known_in_bytes(s->map, s->search, all, &hit);
        s->ncarry = all < CARRY ? all : CARRY;
        s->begun |= all > CARRY;
        memmove(s->search, s->search + all - s->ncarry, s->ncarry);
        p += take;
        n -= take;
    }
}

/* ---- the file ------------------------------------------------------------ */

static int write_hashed(scrub_sink *s, const void *p, size_t n)
{
    const char *at = p;

    s->bytes += n;
    if (s->fd < 0)
        return 0;
    corr_sha256_add(&s->hash, p, n);
    while (n) {
        const ssize_t done = write(s->fd, at, n);
        if (done < 0 && errno != EINTR)
            return errno;
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        }
    }
    return 0;
}

static int deflate_block(scrub_sink *s, const char *p, size_t n, int flush)
{
    int code = Z_OK;

    do {
        const size_t take = n < SINK_BLOCK ? n : SINK_BLOCK;
        s->z.next_in = (Bytef *)(uintptr_t)p; /* zlib only reads it */
        s->z.avail_in = (uInt)take;
        p += take;
        n -= take;
        do {
            s->z.next_out = s->packed;
            s->z.avail_out = sizeof s->packed;
            code = deflate(&s->z, n ? Z_NO_FLUSH : flush);
            const int sys =
                write_hashed(s, s->packed, sizeof s->packed - s->z.avail_out);
            if (sys)
                return sys;
        } while (s->z.avail_out == 0 && code != Z_STREAM_END);
    } while (n);
    return 0;
}

#ifdef CORR_WITH_ZSTD
static int zstd_block(scrub_sink *s, const char *p, size_t n, bool is_end)
{
    ZSTD_inBuffer in = { p, n, 0 };
    size_t left;

    do {
        ZSTD_outBuffer out = { s->packed, sizeof s->packed, 0 };
        left = ZSTD_compressStream2(s->zstd, &out, &in,
                                    is_end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return EIO;
        const int sys = write_hashed(s, s->packed, out.pos);
        if (sys)
            return sys;
    } while (in.pos < in.size || (is_end && left));
    return 0;
}
#endif

static int pack_block(scrub_sink *s, const char *p, size_t n, bool is_end)
{
#ifdef CORR_WITH_ZSTD
    if (s->zstd)
        return zstd_block(s, p, n, is_end);
#endif
    if (s->has_z)
        return deflate_block(s, p, n, is_end ? Z_FINISH : Z_NO_FLUSH);
    return write_hashed(s, p, n);
}

static int take_block(void *ctx, const char *p, size_t n)
{
    scrub_sink *s = ctx;

    if (s->map->anywhere.least)
        search_block(s, p, n);
    return s->fd < 0 ? 0 : pack_block(s, p, n, false);
}

/* ---- open and close ------------------------------------------------------ */

bool scrub_sink_writes(const char *codec)
{
#ifdef CORR_WITH_ZSTD
    if (codec && strcmp(codec, "zstd") == 0)
        return true;
#endif
    return !codec || strcmp(codec, "gzip") == 0;
}

/* The header of gzip is written anew: neither the name nor the comment of the
 * input gets into it. */
static bool open_codec(scrub_sink *s, const char *codec)
{
    if (!codec || s->fd < 0)
        return true;
#ifdef CORR_WITH_ZSTD
    if (strcmp(codec, "zstd") == 0)
        return (s->zstd = ZSTD_createCStream()) != NULL;
#endif
    s->has_z = deflateInit2(&s->z, SINK_LEVEL, Z_DEFLATED, MAX_WBITS + 16, 8,
                            Z_DEFAULT_STRATEGY) == Z_OK;
    return s->has_z;
}

static void free_sink(scrub_sink *s)
{
    if (s->has_z)
        deflateEnd(&s->z);
#ifdef CORR_WITH_ZSTD
    ZSTD_freeCStream(s->zstd);
#endif
    free(s);
}

scrub_sink *scrub_sink_open(const corr_scrub *map, int fd, const char *codec)
{
    scrub_sink *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->map = map;
    s->fd = fd;
    corr_sha256_start(&s->hash);
    s->out = open_codec(s, codec) ? out_to(take_block, s) : NULL;
    if (!s->out) {
        free_sink(s);
        return NULL;
    }
    return s;
}

corr_out *scrub_sink_out(scrub_sink *s)
{
    return s->out;
}

corr_code scrub_sink_close(scrub_sink *s, scrub_written *to, corr_err *err)
{
    corr_code code = corr_out_close(s->out, err);
    const int sys = code || s->fd < 0 ? 0 : pack_block(s, "", 0, true);

    if (sys)
        code = corr_fail(err, CORR_EIO, "the output cannot be written: %s",
                         strerror(sys));
    to->bytes = s->bytes;
    to->is_dirty = s->is_dirty;
    corr_sha256_end(&s->hash, to->sha);
    free_sink(s);
    return code;
}
