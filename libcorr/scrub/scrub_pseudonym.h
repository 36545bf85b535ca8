/*
 * scrub_pseudonym - names for what must not be named (corr-methods 9): the first
 * characters of an HMAC-SHA-256 in an alphabet of 32.
 *
 * The same key gives the same pseudonym to the same value, in every file and
 * every run.  Without the key no table of common words reverses it.  A value is
 * constant after pseudonym_keys; any thread may read it.
 */
#ifndef CORR_SCRUB_PSEUDONYM_H
#define CORR_SCRUB_PSEUDONYM_H

#include "corr_bytes.h"

typedef enum pseudonym_domain {
    DOMAIN_TOK, /* segments of names */
    DOMAIN_VAL, /* values */
    DOMAIN_HOST,
    DOMAIN_PATH,
    DOMAIN_ID,
    DOMAIN_COUNT
} pseudonym_domain;

/* The state of a hash behind each half of a key. */
typedef struct hmac_key {
    corr_sha256 inner, outer;
} hmac_key;

typedef struct pseudonym_keys {
    hmac_key of[DOMAIN_COUNT];
} pseudonym_keys;

/* The lengths of a pseudonym: the usual one, and the one of a run in which two
 * values would have the same. */
enum { PSEUDONYM_SHORT = 8, PSEUDONYM_LONG = 12 };

void hmac_start(hmac_key *k, corr_str key);
void hmac_of(const hmac_key *k, corr_str text, uint8_t out[CORR_SHA256_BYTES]);

/* Derives the keys of all domains. */
void pseudonym_derive(pseudonym_keys *keys, corr_str key);

/* Writes n characters, at most PSEUDONYM_LONG, and returns the first 64 bits of
 * the HMAC. */
uint64_t pseudonym_of(const pseudonym_keys *keys, pseudonym_domain domain,
                      corr_str value, char *to, unsigned n);
/* The same bits alone. */
uint64_t pseudonym_bits(const pseudonym_keys *keys, pseudonym_domain domain,
                        corr_str value);

/* The length of the pseudonym with its prefix, "h_nddnnike", that text begins
 * with; 0: it begins with none, or the word goes on behind it. */
size_t pseudonym_length(corr_str text);

#endif
