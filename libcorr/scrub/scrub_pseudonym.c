/* scrub_pseudonym - HMAC-SHA-256 (RFC 2104) in an alphabet of 32. */
#include "scrub/scrub_pseudonym.h"

#include "scrub/scrub_words.h"

static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";

void hmac_start(hmac_key *k, corr_str key)
{
    uint8_t block[64] = { 0 };

    if (key.n > sizeof block) {
        corr_sha256_start(&k->inner);
        corr_sha256_add(&k->inner, key.p, key.n);
        corr_sha256_bytes(&k->inner, block);
    } else {
        memcpy(block, key.p, key.n);
    }
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= 0x36;
    corr_sha256_start(&k->inner);
    corr_sha256_add(&k->inner, block, sizeof block);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= 0x36 ^ 0x5c;
    corr_sha256_start(&k->outer);
    corr_sha256_add(&k->outer, block, sizeof block);
}

void hmac_of(const hmac_key *k, corr_str text, uint8_t out[CORR_SHA256_BYTES])
{
    corr_sha256 s = k->inner;

    corr_sha256_add(&s, text.p, text.n);
    corr_sha256_bytes(&s, out);
    s = k->outer;
    corr_sha256_add(&s, out, CORR_SHA256_BYTES);
    corr_sha256_bytes(&s, out);
}

void pseudonym_derive(pseudonym_keys *keys, corr_str key)
{
    static const char *const label[DOMAIN_COUNT] = {
        [DOMAIN_TOK] = "corr/v1/tok",   [DOMAIN_VAL] = "corr/v1/val",
        [DOMAIN_HOST] = "corr/v1/host", [DOMAIN_PATH] = "corr/v1/path",
        [DOMAIN_ID] = "corr/v1/id",
    };
    uint8_t derived[CORR_SHA256_BYTES];
    hmac_key whole;

    hmac_start(&whole, key);
    for (unsigned d = 0; d < DOMAIN_COUNT; d++) {
        hmac_of(&whole, corr_str_of(label[d]), derived);
        hmac_start(&keys->of[d],
                   (corr_str){ (const char *)derived, sizeof derived });
    }
}

uint64_t pseudonym_bits(const pseudonym_keys *keys, pseudonym_domain domain,
                        corr_str value)
{
    uint8_t out[CORR_SHA256_BYTES];
    uint64_t bits = 0;

    hmac_of(&keys->of[domain], value, out);
    for (unsigned i = 0; i < 8; i++)
        bits = bits << 8 | out[i];
    return bits;
}

uint64_t pseudonym_of(const pseudonym_keys *keys, pseudonym_domain domain,
                      corr_str value, char *to, unsigned n)
{
    const uint64_t bits = pseudonym_bits(keys, domain, value);

    for (unsigned i = 0; i < n; i++)
        to[i] = alphabet[bits >> (59 - 5 * i) & 31];
    return bits;
}

static bool is_of_alphabet(char c)
{
    return (c >= 'a' && c <= 'z' && c != 'l' && c != 'o') ||
           (c >= '2' && c <= '9');
}

size_t pseudonym_length(corr_str text)
{
    size_t n = 2;

    if (text.n < 2 + PSEUDONYM_SHORT || text.p[1] != '_' ||
        !strchr("ksvh", text.p[0]))
        return 0;
    while (n < text.n && n < 2 + PSEUDONYM_LONG && is_of_alphabet(text.p[n]))
        n++;
    if (n < text.n && word_has(text.p[n]))
        return 0;
    return n == 2 + PSEUDONYM_SHORT || n == 2 + PSEUDONYM_LONG ? n : 0;
}
