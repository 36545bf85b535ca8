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

void sha256_start(sha256 *s);
void sha256_add(sha256 *s, const void *p, size_t n);
void sha256_end(sha256 *s, char text[SHA256_TEXT]);
void sha256_of(const void *p, size_t n, char text[SHA256_TEXT]);

#endif
