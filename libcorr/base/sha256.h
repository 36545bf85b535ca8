/*
 * sha256 - the inside of the digest of FIPS 180-4: whole blocks, by what the
 * processor has for them.  corr_bytes.h has what others call.
 */
#ifndef CORR_SHA256_H
#define CORR_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* Adds whole blocks of 64 bytes. */
typedef void sha256_blocks(uint32_t h[8], const uint8_t *p, size_t blocks);
extern sha256_blocks sha256_plain;
/* NULL: the processor has nothing. */
sha256_blocks *sha256_native(void);
extern const uint32_t sha256_k[64];

#endif
