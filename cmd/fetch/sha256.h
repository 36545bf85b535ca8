/* sha256 - the digest of FIPS 180-4 over bytes that come in pieces. */
#ifndef CORR_FETCH_SHA256_H
#define CORR_FETCH_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 65 /* 64 hex digits and a NUL */ };

typedef struct sha256 {
    uint32_t h[8];
    uint64_t n; /* bytes so far */
    uint8_t block[64];
} sha256;

/* Adds whole blocks of 64 bytes by what the processor has for it. */
typedef void sha256_blocks(uint32_t h[8], const uint8_t *p, size_t blocks);
extern sha256_blocks sha256_plain;
/* NULL: the processor has nothing. */
sha256_blocks *sha256_native(void);
extern const uint32_t sha256_k[64];

void sha256_start(sha256 *s);
void sha256_add(sha256 *s, const void *p, size_t n);
void sha256_end(sha256 *s, char text[SHA256_TEXT]);
void sha256_of(const void *p, size_t n, char text[SHA256_TEXT]);

#endif
