/* sha256 - the digest of FIPS 180-4 (sections 4.1.2, 5.3.3, 6.2). */
#include "base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "corr_bytes.h"

const uint32_t sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t turn_right(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* Round n of eight, with the words of the state where they are: none moves. */
static inline void sha_round(uint32_t v[8], unsigned n, uint32_t more)
{
    const uint32_t a = v[(8 - n) % 8], b = v[(9 - n) % 8], c = v[(10 - n) % 8];
    const uint32_t e = v[(12 - n) % 8], f = v[(13 - n) % 8];
    uint32_t *h = v + (15 - n) % 8;
    const uint32_t t =
        *h + (turn_right(e, 6) ^ turn_right(e, 11) ^ turn_right(e, 25)) +
        (((f ^ v[(14 - n) % 8]) & e) ^ v[(14 - n) % 8]) + more;

    v[(11 - n) % 8] += t;
    *h = t + (turn_right(a, 2) ^ turn_right(a, 13) ^ turn_right(a, 22)) +
         ((a & b) | (c & (a | b)));
}

static void add_block(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], v[8];

    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn_right(a, 7) ^ turn_right(a, 18) ^ a >> 3) +
               w[i - 7] + (turn_right(b, 17) ^ turn_right(b, 19) ^ b >> 10);
    }
    memcpy(v, h, sizeof v);
    for (unsigned i = 0; i < 64; i += 8) {
        sha_round(v, 0, sha256_k[i] + w[i]);
        sha_round(v, 1, sha256_k[i + 1] + w[i + 1]);
        sha_round(v, 2, sha256_k[i + 2] + w[i + 2]);
        sha_round(v, 3, sha256_k[i + 3] + w[i + 3]);
        sha_round(v, 4, sha256_k[i + 4] + w[i + 4]);
        sha_round(v, 5, sha256_k[i + 5] + w[i + 5]);
        sha_round(v, 6, sha256_k[i + 6] + w[i + 6]);
        sha_round(v, 7, sha256_k[i + 7] + w[i + 7]);
    }
    for (unsigned i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256_plain(uint32_t h[8], const uint8_t *p, size_t blocks)
{
    for (; blocks > 0; blocks--, p += 64)
        add_block(h, p);
}

static void add_blocks(corr_sha256 *s, const uint8_t *p, size_t blocks)
{
    /* every thread that finds nothing here puts the same there */
    static sha256_blocks *_Atomic best;
    sha256_blocks *blocks_of =
        atomic_load_explicit(&best, memory_order_relaxed);

    if (!blocks_of) {
        blocks_of = sha256_native();
        blocks_of = blocks_of ? blocks_of : sha256_plain;
        atomic_store_explicit(&best, blocks_of, memory_order_relaxed);
    }
    blocks_of(s->h, p, blocks);
}

void corr_sha256_start(corr_sha256 *s)
{
    *s = (corr_sha256){ .h = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab,
                               0x5be0cd19 } };
}

void corr_sha256_add(corr_sha256 *s, const void *p, size_t n)
{
    const uint8_t *from = p;
    size_t at = s->n % 64;

    s->n += n;
    if (at && at + n >= 64) {
        memcpy(s->block + at, from, 64 - at);
        add_blocks(s, s->block, 1);
        from += 64 - at;
        n -= 64 - at;
        at = 0;
    }
    if (at == 0 && n >= 64) {
        add_blocks(s, from, n / 64);
        from += n / 64 * 64;
        n %= 64;
    }
    if (n)
        memcpy(s->block + at, from, n);
}

void corr_sha256_bytes(corr_sha256 *s, uint8_t bytes[CORR_SHA256_BYTES])
{
    const uint64_t bits = s->n * 8;
    uint8_t length[8];

    for (unsigned i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    static const uint8_t fill[64] = { 0x80 };

    corr_sha256_add(s, fill, 1 + (119 - s->n % 64) % 64);
    corr_sha256_add(s, length, sizeof length);
    for (unsigned i = 0; i < CORR_SHA256_BYTES; i++)
        bytes[i] = (uint8_t)(s->h[i / 4] >> (24 - i % 4 * 8));
}

void corr_sha256_end(corr_sha256 *s, char text[CORR_SHA256_TEXT])
{
    static const char digit[] = "0123456789abcdef";
    uint8_t bytes[CORR_SHA256_BYTES];

    corr_sha256_bytes(s, bytes);
    for (size_t i = 0; i < CORR_SHA256_BYTES; i++) {
        text[2 * i] = digit[bytes[i] >> 4];
        text[2 * i + 1] = digit[bytes[i] & 15];
    }
    text[CORR_SHA256_TEXT - 1] = '\0';
}

void corr_sha256_of(const void *p, size_t n, char text[CORR_SHA256_TEXT])
{
    corr_sha256 s;

    corr_sha256_start(&s);
    corr_sha256_add(&s, p, n);
    corr_sha256_end(&s, text);
}

int corr_sha256_read(corr_sha256 *s, int fd)
{
    enum { PIECE = 1 << 16 };
    const uint64_t before = s->n;
    uint8_t piece[PIECE];
    ssize_t n;

    while ((n = pread(fd, piece, PIECE, (off_t)(s->n - before))) != 0) {
        if (n > 0)
            corr_sha256_add(s, piece, (size_t)n);
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int corr_sha256_file(int fd, char text[CORR_SHA256_TEXT])
{
    corr_sha256 s;

    corr_sha256_start(&s);
    const int sys = corr_sha256_read(&s, fd);
    if (!sys)
        corr_sha256_end(&s, text);
    return sys;
}

int corr_sha256_path(const char *path, char text[CORR_SHA256_TEXT])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const int sys = fd < 0 ? errno : corr_sha256_file(fd, text);

    if (fd >= 0)
        close(fd);
    return sys;
}
