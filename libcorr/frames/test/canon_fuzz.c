/* Names of functions: a canonical name is its own, a stem is its own, and the
 * pool has each name that it was given.  Each line is one, of either side. */
#include <assert.h>

#include "frames/canon.h"
#include "frames/canon_pool.h"
#include "fuzz.h"

static corr_str of(const canon_text *t)
{
    return (corr_str){ t->v, t->n };
}

static void try_name(corr_str name, canon_pool *p, unsigned side)
{
    canon_text once = { 0 }, stem = { 0 }, again = { 0 }, ordinal = { 0 };
    unsigned rules = 0, more = 0;
    bool pooled;

    if (!canon_name(name, 0, &once, &rules) ||
        !canon_name(of(&once), 0, &again, &more))
        goto done;
    assert(corr_str_eq(of(&once), of(&again)) && more == 0);
    assert(once.n <= name.n + CANON_GROWTH && (once.n == 0) == (name.n == 0));
    assert((rules == 0) == corr_str_eq(name, of(&once)));
    if (!canon_stem(of(&once), &stem, &ordinal))
        goto done;
    assert((ordinal.n == 0) == corr_str_eq(of(&stem), of(&once)));
    assert(stem.n <= once.n && ordinal.n <= once.n);
    const uint32_t number = canon_pool_add(p, side, of(&once));
    if (!number)
        goto done;
    const corr_str called = canon_pool_at(p, number, &pooled);
    assert(called.p != once.v);
    assert(corr_str_eq(called, pooled ? of(&stem) : of(&once)));
    assert(!pooled || ordinal.n > 0);
done:
    vec_free(&once);
    vec_free(&stem);
    vec_free(&again);
    vec_free(&ordinal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    canon_pool *p = canon_pool_new();
    corr_str rest = { (const char *)data, size }, name;

    for (unsigned i = 0; p && corr_str_next(&rest, '\n', &name); i++)
        try_name(name, p, i % 2);
    canon_pool_free(p);
    return 0;
}
