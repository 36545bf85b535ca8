/* test_kinds - a profile by its sample types, and what they become. */
#ifndef CORR_TEST_KINDS_H
#define CORR_TEST_KINDS_H

#include "test/test_pprof.h"

/* A profile of one sample with these values.  Types are "type/unit" apart by
 * commas, the period's first; every unit and type is a string of its own. */
static inline void put_typed(blob *b, const char *types, uint64_t period,
                             const int64_t *value)
{
    corr_str rest = corr_str_of(types);
    corr_str one;
    blob table = { .n = 0 };
    uint64_t string = 1;
    size_t n = 0;

    put_mem(&table, 6, "", 0);
    for (; corr_str_next(&rest, ',', &one); n++) {
        corr_str type;
        corr_str unit;
        assert_true(corr_str_cut(one, '/', &type, &unit));
        put_mem(&table, 6, type.p, type.n);
        put_mem(&table, 6, unit.p, unit.n);
        put_nums(b, n ? 1 : 11, NUMS(1, string, 2, string + 1));
        string += 2;
    }
    if (n < 2)
        return;
    put_num(b, 12, period);
    put_sample(b, 1, value, n - 1);
    put_function(b, 1, string, 0);
    put_mem(&table, 6, "f", 1);
    put_raw(b, table.p, table.n);
}

/* The kinds that a list of types becomes: "kind=value*obs" each, apart by spaces. */
static inline const char *kinds_of(const char *types, uint64_t period,
                                   const int64_t *value)
{
    static char text[512];
    blob b = { .n = 0 };
    loaded l;
    size_t n = 0;

    put_typed(&b, types, period, value);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    text[0] = 0;
    for (size_t i = 1; i < l.in.segment.n; i++) {
        const segment *s = &l.in.segment.v[i];
        const kind_row *k = &l.in.kind.v[s->kind];
        corr_str name = input_text(&l.in, k->name);
        int64_t obs = s->obs && s->obs[0] ? s->obs[0] : 1;
        assert_int_equal(s->n, 1);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s=%lld*%lld",
                              n ? " " : "", CORR_STR_ARG(name),
                              (long long)segment_value(s, 0), (long long)obs);
        if (k->flags & CORR_KIND_DEFAULT)
            n += (size_t)snprintf(text + n, sizeof text - n, "!");
    }
    input_clear(&l.in);
    return text;
}

#define VALUES(...) ((const int64_t[]){ __VA_ARGS__ })

static inline void assert_kinds(const char *types, uint64_t period,
                                const int64_t *value, const char *want)
{
    assert_string_equal(kinds_of(types, period, value), want);
}

#endif
