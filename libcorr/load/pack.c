/* pack - writes a tar archive through a compressor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/write_all.h"
#include "corr_archive.h"
#include "source/encoder.h"
#include "source/tar.h"

enum { PIECE = 128 << 10, LEVEL = 6 };

struct corr_pack {
    int fd;
    int why; /* errno of the first failure; 0: it works */
    encoder *codec;
    uint8_t in[PIECE];
};

static int put_raw(void *to, const void *p, size_t n)
{
    const corr_pack *k = to;

    return write_all(k->fd, p, n);
}

corr_pack *corr_pack_new(int fd)
{
    const encoder_opts how = { .codec = encoder_has("zstd") ? "zstd" : "gzip",
                               .level = LEVEL,
                               .checks = true };
    corr_pack *k = calloc(1, sizeof *k);

    if (!k)
        return NULL;
    k->fd = fd;
    k->codec = encoder_new(&how, put_raw, k);
    if (k->codec)
        return k;
    free(k);
    return NULL;
}

static void put_packed(corr_pack *k, const void *p, size_t n)
{
    if (!k->why)
        k->why = encoder_add(k->codec, p, n);
}

static corr_code fail_writing(const corr_pack *k, corr_err *err)
{
    return corr_fail(err, CORR_EIO, "cannot be written: %s", strerror(k->why));
}

/* What tar.h writes goes to memory first: it is small. */
static corr_code put_block(corr_pack *k, const char *name, uint64_t size,
                           void (*put)(corr_out *, uint64_t), corr_err *err)
{
    corr_out *out = corr_out_memory();
    bool ok = out != NULL;

    if (ok && name)
        ok = tar_put_header(out, name, size);
    else if (ok)
        put(out, size);
    const bool is_long = out && !ok;
    const corr_str made = ok ? corr_out_bytes(out) : CORR_STR("");
    if (made.n > 0)
        put_packed(k, made.p, made.n);
    if (out && corr_out_close(out, NULL))
        ok = false;
    if (is_long)
        return corr_fail(err, CORR_ELIMIT,
                         "a name or file is too large for an archive: %.200s",
                         name);
    return ok ? CORR_OK : corr_no_memory(err);
}

static void put_zeros(corr_out *out, uint64_t size)
{
    tar_put_padding(out, size);
}

static void put_last(corr_out *out, uint64_t size)
{
    (void)size;
    tar_put_end(out);
}

corr_code corr_pack_bytes(corr_pack *k, const char *name, const void *p,
                          size_t n, corr_err *err)
{
    corr_code code = put_block(k, name, n, NULL, err);

    if (code)
        return code;
    put_packed(k, p, n);
    code = put_block(k, NULL, n, put_zeros, err);
    return !code && k->why ? fail_writing(k, err) : code;
}

/* Copies exactly `size` bytes: a file that shrank meanwhile is a failure. */
static bool copy_bytes(corr_pack *k, int fd, uint64_t size,
                       char digest[CORR_SHA256_TEXT])
{
    corr_sha256 sum;
    uint64_t at = 0;

    corr_sha256_start(&sum);
    while (at < size && !k->why) {
        const uint64_t left = size - at;
        const ssize_t got =
            pread(fd, k->in, left < PIECE ? (size_t)left : PIECE, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        corr_sha256_add(&sum, k->in, (size_t)got);
        put_packed(k, k->in, (size_t)got);
        at += (uint64_t)got;
    }
    corr_sha256_end(&sum, digest);
    return !k->why;
}

corr_code corr_pack_file(corr_pack *k, const char *name, int fd,
                         char digest[CORR_SHA256_TEXT], corr_err *err)
{
    struct stat st;

    if (fstat(fd, &st) != 0 || st.st_size < 0)
        return corr_fail(err, CORR_EIO, "%s: %s", name, strerror(errno));
    const uint64_t size = (uint64_t)st.st_size;
    corr_code code = put_block(k, name, size, NULL, err);
    if (code)
        return code;
    if (!copy_bytes(k, fd, size, digest))
        return k->why ? fail_writing(k, err)
                      : corr_fail(err, CORR_EIO,
                                  "%s became shorter while it was read", name);
    return put_block(k, NULL, size, put_zeros, err);
}

corr_code corr_pack_end(corr_pack *k, corr_err *err)
{
    corr_code code = put_block(k, NULL, 0, put_last, err);

    if (!k->why)
        k->why = encoder_end(k->codec);
    if (!code && k->why)
        code = fail_writing(k, err);
    encoder_free(k->codec);
    free(k);
    return code;
}
