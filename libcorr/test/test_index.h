/* test_index - an index in memory, for tests of what makes and reads one. */
#ifndef CORR_TEST_INDEX_H
#define CORR_TEST_INDEX_H

#include "load/index_private.h"
#include "test/testing.h"

/* The bytes of an index file. */
typedef struct index_image {
    uint8_t *p;
    size_t n;
    size_t fetched; /* bytes that were asked for */
} index_image;

static inline bool fetch_image(void *ctx, uint64_t offset, void *to, size_t n)
{
    index_image *i = ctx;

    if (offset > i->n || n > i->n - offset)
        return false;
    i->fetched += n;
    if (n)
        memcpy(to, i->p + offset, n);
    return true;
}

static inline index_image image_of(index_maker *m, const index_facts *known,
                                   uint64_t decoded)
{
    const corr_str s = index_bytes(m, known, decoded, "/some/file.gz");
    index_image i = { .p = malloc(s.n + 1), .n = s.n };

    assert_non_null(i.p);
    memcpy(i.p, s.p, s.n);
    index_maker_free(m);
    return i;
}

/* Puts right the hash of a head that a test changed. */
static inline void sign_head(index_image *i)
{
    const uint64_t h = corr_hash(i->p, INDEX_HEAD - 8);

    for (unsigned k = 0; k < 8; k++)
        i->p[INDEX_HEAD - 8 + k] = (uint8_t)(h >> (8 * k));
}

/* And that of a section. */
static inline void sign_section(index_image *i, unsigned section)
{
    uint64_t at = INDEX_HEAD, size = 0;

    for (unsigned s = 0; s <= section; s++) {
        at += size;
        corr_cur c = corr_cur_of(i->p + HEAD_SECTIONS + 16 * s, 8);
        size = corr_cur_le(&c, 8);
    }
    const uint64_t h = corr_hash(i->p + at, (size_t)size);
    for (unsigned k = 0; k < 8; k++)
        i->p[HEAD_SECTIONS + 16 * section + 8 + k] = (uint8_t)(h >> (8 * k));
    sign_head(i);
}

static inline uint64_t section_at(const index_image *i, unsigned section)
{
    uint64_t at = INDEX_HEAD;

    for (unsigned s = 0; s < section; s++) {
        corr_cur c = corr_cur_of(i->p + HEAD_SECTIONS + 16 * s, 8);
        at += corr_cur_le(&c, 8);
    }
    return at;
}

#endif
