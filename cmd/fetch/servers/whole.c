/* whole - whether bytes end where their own form says that they end. */
#include "fetch/servers/whole.h"

#include <string.h>
#include <zlib.h>

#include "corr_builtin.h"

enum { PIECE = 64 << 10 };

static const uint64_t most_inflated = (uint64_t)4 << 30;

/* ---- gzip ---------------------------------------------------------------- */

/* Inflates members one after the other, up to a limit. */
static int inflate_all(z_stream *z)
{
    static const int gzip_only = 15 + 16;
    Bytef out[PIECE];
    uint64_t sum = 0;
    int code = inflateInit2(z, gzip_only);

    while (code == Z_OK && sum < most_inflated) {
        z->next_out = out;
        z->avail_out = sizeof out;
        code = inflate(z, Z_NO_FLUSH);
        sum += sizeof out - z->avail_out;
        const bool more =
            code == Z_STREAM_END && z->avail_in > 1 && *z->next_in == 0x1f;
        if (more)
            code = inflateReset(z);
    }
    inflateEnd(z);
    return code;
}

static const char *check_gzip(corr_str body)
{
    union {
        const char *text;
        Bytef *in;
    } p = { body.p };
    z_stream z = { .next_in = p.in, .avail_in = (uInt)body.n };

    if (body.n > UINT32_MAX)
        return NULL;
    const int code = inflate_all(&z);
    return code == Z_BUF_ERROR    ? "the gzip stream has no end"
           : code == Z_DATA_ERROR ? "the gzip stream is damaged"
                                  : NULL;
}

/* ---- JFR ----------------------------------------------------------------- */

static uint64_t big_endian_64(const char *p)
{
    uint64_t n = 0;

    for (size_t i = 0; i < 8; i++)
        n = n << 8 | (unsigned char)p[i];
    return n;
}

/* A chunk gives its size, 8 bytes behind "FLR" and its version. */
static const char *check_jfr(corr_str body)
{
    enum { HEAD = 68, SIZE_AT = 8 };

    for (size_t at = 0; at < body.n;) {
        const uint64_t left = body.n - at;
        const uint64_t size =
            left < HEAD ? 0 : big_endian_64(body.p + at + SIZE_AT);
        if (left < HEAD || size > left)
            return "the last chunk has no end";
        if (size < HEAD) /* the JVM still writes it */
            return NULL;
        at += (size_t)size;
    }
    return NULL;
}

/* -------------------------------------------------------------------------- */

const char *fetch_is_cut(corr_str body)
{
    const corr_str text = corr_str_trim(body);

    if (corr_str_starts(body, "\x1f\x8b"))
        return check_gzip(body);
    if (body.n >= 4 && memcmp(body.p, "FLR", 4) == 0)
        return check_jfr(body);
    if (text.n && (*text.p == '{' || *text.p == '['))
        return corr_json_is_cut(text) ? "the JSON has no end" : NULL;
    return NULL;
}
