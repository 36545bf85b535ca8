/* Fuzzes the reader of an index: any bytes, with correct hashes, so that the
 * checks after the hashes are reached. */
#include <stdlib.h>

#include "base/base.h"
#include "fuzz.h"
#include "load/index_private.h"

typedef struct image {
    uint8_t *p;
    size_t n;
} image;

static bool fetch(void *ctx, uint64_t offset, void *to, size_t n)
{
    const image *i = ctx;

    if (offset > i->n || n > i->n - offset)
        return false;
    if (n)
        memcpy(to, i->p + offset, n);
    return true;
}

static void put_hash(uint8_t *to, const uint8_t *p, size_t n)
{
    const uint64_t h = corr_hash(p, n);

    for (unsigned k = 0; k < 8; k++)
        to[k] = (uint8_t)(h >> (8 * k));
}

static void put_hashes(image *i)
{
    uint64_t at = INDEX_HEAD;

    for (unsigned s = 0; s < SECTIONS && at <= i->n; s++) {
        uint8_t *says = i->p + HEAD_SECTIONS + 16 * s;
        corr_cur c = corr_cur_of(says, 8);
        const uint64_t size = corr_cur_le(&c, 8);

        if (size <= i->n - at)
            put_hash(says + 8, i->p + at, (size_t)size);
        if (ADD_OVERFLOWS(at, size, &at))
            break;
    }
    put_hash(i->p + INDEX_HEAD - 8, i->p, INDEX_HEAD - 8);
}

static void use(image *i)
{
    const corr_want wants[] = {
        { .by_id = true, .ids.mask_hi = UINT64_MAX << 60 },
        { .by_id = true, .ids.span = 1, .ids.mask_span = UINT64_MAX },
        { .spans = { 1, 1000 } },
    };
    side_index x;
    src_mark m;

    bool ok = index_open(&x, fetch, i, i->n);
    for (size_t k = 0; ok && k < countof(wants); k++) {
        if (!index_choose(&x, &wants[k]))
            continue;
        for (size_t p = 1; p < x.part.n; p++)
            if (x.part.v[p].from <= x.part.v[p - 1].to)
                abort();
        for (size_t p = 0; p < x.part.n; p++)
            if (index_enter(&x, x.part.v[p].from, &m) &&
                m.out > x.part.v[p].from)
                abort();
    }
    index_clear(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    image i = { malloc(size + 1), size };

    if (!i.p)
        return 0;
    if (size)
        memcpy(i.p, data, size);
    use(&i);
    if (size >= INDEX_HEAD) {
        put_hashes(&i);
        use(&i);
    }
    free(i.p);
    return 0;
}
