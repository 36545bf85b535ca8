/* test_vector - the trace of vector 3.1, for tests of what is worked out from
 * a critical path. */
#ifndef CORR_TEST_VECTOR_H
#define CORR_TEST_VECTOR_H

#include "critical.h"

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

#endif
