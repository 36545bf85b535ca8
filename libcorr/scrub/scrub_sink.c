/* scrub_sink - the bytes of one output. */
#include "scrub/scrub_sink.h"

#include "base/out.h"
#include "base/parallel.h"
#include "base/write_all.h"
#include "scrub/scrub_ring.h"
#include "source/encoder.h"

enum { CARRY = RING_BEFORE, GZIP_LEVEL = 6 };

struct scrub_sink {
    const corr_scrub *map; /* its values alone are read */
    int fd;
    corr_out *out;
    scrub_ring *ring;
    /* of the thread that takes blocks */
    corr_sha256 hash;
    uint64_t bytes;
    bool is_dirty;
    encoder *codec;
    size_t ncarry;
    uint8_t carry[CARRY];
};

/* ---- the search ---------------------------------------------------------- */

/* The end of the bytes before goes into the room before the block. */
static void search_block(scrub_sink *s, uint8_t *block, size_t n)
{
    uint8_t *p = block - s->ncarry;
    const size_t all = s->ncarry + n;

    if (s->is_dirty)
        return;
    memcpy(p, s->carry, s->ncarry);
    s->is_dirty = known_in_bytes(s->map, p, all);
    s->ncarry = all < CARRY ? all : CARRY;
    memcpy(s->carry, p + all - s->ncarry, s->ncarry);
}

/* Only what stands across its first byte is not searched yet. */
static void search_seam(scrub_sink *s, corr_str part)
{
    uint8_t seam[2 * CARRY];
    const size_t head = part.n < CARRY ? part.n : CARRY;
    const size_t all = s->ncarry + head;

    memcpy(seam, s->carry, s->ncarry);
    memcpy(seam + s->ncarry, part.p, head);
    s->is_dirty |= s->ncarry && known_in_bytes(s->map, seam, all);
    if (part.n >= CARRY) {
        s->ncarry = CARRY;
        memcpy(s->carry, part.p + part.n - CARRY, CARRY);
    } else {
        s->ncarry = all < CARRY ? all : CARRY;
        memcpy(s->carry, seam + all - s->ncarry, s->ncarry);
    }
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
    if (!s->codec) {
        free_sink(s);
        return NULL;
    }
    return s;
}

corr_out *scrub_sink_out(scrub_sink *s)
{
    if (!s->ring)
        s->ring =
            ring_new(take_block, s, parallel_threads(s->map->opts->jobs) == 1);
    if (s->ring && !s->out)
        s->out = out_to(pass_block, s);
    return s->out;
}

int scrub_sink_put(scrub_sink *s, corr_str part, bool is_dirty)
{
    s->is_dirty |= is_dirty;
    search_seam(s, part);
    return s->fd < 0 ? 0 : encoder_add(s->codec, part.p, part.n);
}

corr_code scrub_sink_close(scrub_sink *s, scrub_written *to, corr_err *err)
{
    corr_code code = corr_out_close(s->out, err);
    int sys = s->ring ? ring_end(s->ring) : 0;

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
