/* scrub_sink - the bytes of one output. */
#include "scrub/scrub_sink.h"

#include "base/out.h"
#include "base/write_all.h"
#include "scrub/scrub_ring.h"
#include "source/encoder.h"

enum { CARRY = RING_BEFORE, GZIP_LEVEL = 6 };

struct scrub_sink {
    const corr_scrub *map; /* its matcher `strong` alone is read */
    int fd;
    corr_out *out;
    scrub_ring *ring;
    /* of the thread that takes blocks */
    corr_sha256 hash;
    uint64_t bytes;
    bool is_dirty, begun;
    encoder *codec;
    size_t ncarry;
    uint8_t carry[CARRY];
};

/* ---- the search ---------------------------------------------------------- */

/* The end of the bytes before goes into the room before the block. */
static void search_block(scrub_sink *s, uint8_t *block, size_t n)
{
    match_hit hit;
    uint8_t *p = block - s->ncarry;
    const size_t all = s->ncarry + n;
    /* behind a cut, no one knows what stands before the first byte */
    const size_t from = s->begun ? 1 : 0;

    if (s->is_dirty)
        return;
    memcpy(p, s->carry, s->ncarry);
    s->is_dirty =
        all > from && known_in_bytes(s->map, p + from, all - from, &hit);
    if (s->is_dirty && from && hit.from == 0)
        s->is_dirty = known_in_bytes(s->map, p, all, &hit);
    s->ncarry = all < CARRY ? all : CARRY;
    s->begun |= all > CARRY;
    memcpy(s->carry, p + all - s->ncarry, s->ncarry);
}

/* ---- the file ------------------------------------------------------------ */

static int write_hashed(void *to, const void *p, size_t n)
{
    scrub_sink *s = to;

    s->bytes += n;
    if (s->fd < 0)
        return 0;
    corr_sha256_add(&s->hash, p, n);
    return write_all(s->fd, p, n);
}

static int take_block(void *ctx, uint8_t *p, size_t n)
{
    scrub_sink *s = ctx;

    if (s->map->strong.least)
        search_block(s, p, n);
    return s->fd < 0 ? 0 : encoder_add(s->codec, p, n);
}

static int pass_block(void *ctx, const char *p, size_t n)
{
    scrub_sink *s = ctx;

    return ring_put(s->ring, p, n);
}

/* ---- open and close ------------------------------------------------------ */

static void free_sink(scrub_sink *s)
{
    ring_free(s->ring);
    encoder_free(s->codec);
    free(s);
}

scrub_sink *scrub_sink_open(const corr_scrub *map, int fd, const char *codec,
                            bool is_quick)
{
    const encoder_opts how = {
        .codec = fd < 0 ? NULL : codec,
        .is_quick = is_quick,
        .level = codec && strcmp(codec, "gzip") == 0 ? GZIP_LEVEL : 0,
    };
    scrub_sink *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->map = map;
    s->fd = fd;
    corr_sha256_start(&s->hash);
    s->codec = encoder_new(&how, write_hashed, s);
    s->ring = s->codec ? ring_new(take_block, s) : NULL;
    s->out = s->ring ? out_to(pass_block, s) : NULL;
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
    int sys = ring_end(s->ring);

    if (!sys && !code && s->fd >= 0)
        sys = encoder_end(s->codec);
    if (sys && !code)
        code = corr_fail(err, CORR_EIO, "the output cannot be written: %s",
                         strerror(sys));
    to->bytes = s->bytes;
    to->is_dirty = s->is_dirty;
    corr_sha256_end(&s->hash, to->sha);
    free_sink(s);
    return code;
}
