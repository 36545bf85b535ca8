/* test_vector - the trace of vector 3.1 and random ones, for tests of what is
 * worked out from a critical path. */
#ifndef CORR_TEST_VECTOR_H
#define CORR_TEST_VECTOR_H

#include "stats/distributions.h"
#include "trace/critical_path.h"

#define MS INT64_C(1000000)

enum { ROOT, AUTH, CART, CARTDB, TAX, SHIP, SHIPRPC, RATE, PAY, AUDIT, NSPAN };

/* Vector 3.1, depth first, children by start. */
static inline void vector(critical_span *s)
{
    static const struct {
        int64_t start, end;
        uint32_t up, end_index;
    } row[NSPAN] = {
        [ROOT] = { 0, 1000, CRITICAL_NONE, NSPAN },
        [AUTH] = { 20, 120, ROOT, CART },
        [CART] = { 130, 430, ROOT, TAX },
        [CARTDB] = { 150, 400, CART, TAX },
        [TAX] = { 440, 700, ROOT, SHIP },
        [SHIP] = { 440, 820, ROOT, PAY },
        [SHIPRPC] = { 460, 810, SHIP, PAY },
        [RATE] = { 470, 760, SHIPRPC, PAY },
        [PAY] = { 815, 960, ROOT, AUDIT },
        [AUDIT] = { 900, 1400, ROOT, NSPAN },
    };

    for (uint32_t i = 0; i < NSPAN; i++)
        s[i] = (critical_span){ .start = row[i].start * MS,
                                .end = row[i].end * MS,
                                .id = i + 1,
                                .up = row[i].up,
                                .end_index = row[i].end_index,
                                .proc = 1,
                                .kind = CORR_SPAN_INTERNAL };
    s[ROOT].kind = CORR_SPAN_PRODUCER;
    s[AUDIT].kind = CORR_SPAN_CONSUMER;
}

enum { MANY = 400 };

/* Random spans in depth-first order, children by start; some begin before their
 * parent.  Returns how many. */
static inline uint32_t random_trace(critical_span *s, uint64_t *seed)
{
    uint32_t open[MANY] = { 0 };
    uint32_t depth = 0;
    const uint32_t n = 2 + (uint32_t)stat_below(seed, MANY - 2);

    for (uint32_t i = 0; i < n; i++) {
        while (depth > 1 && stat_below(seed, 3) == 0)
            s[open[--depth]].end_index = i;
        const uint32_t up = depth ? open[depth - 1] : CRITICAL_NONE;
        s[i] = (critical_span){ .up = up, .id = i + 1, .end_index = n };
        if (i == 0) {
            s[i].end = 100000;
        } else {
            const int64_t room = s[up].end - s[up].start + 1;
            int64_t last = s[up].start;
            for (uint32_t k = up + 1; k < i; k++)
                if (s[k].up == up)
                    last = s[k].start;
            s[i].start = last +
                         (int64_t)stat_below(seed, (uint64_t)room / 4 + 1) -
                         (last == s[up].start ? room / 20 : 0);
            s[i].end = s[i].start + (int64_t)stat_below(seed, (uint64_t)room);
            s[i].failed = stat_below(seed, 9) == 0;
            s[i].kind = (uint8_t)stat_below(seed, CORR_SPAN_KIND_COUNT);
        }
        open[depth++] = i;
    }
    while (depth)
        s[open[--depth]].end_index = n;
    return n;
}

#endif
