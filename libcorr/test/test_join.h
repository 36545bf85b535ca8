/* test_join - a few spans, and what the join says of samples, for tests. */
#ifndef CORR_TEST_JOIN_H
#define CORR_TEST_JOIN_H

#include "join/prepare.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

/* What the join says of the sample on this leaf, in the last input. */
typedef struct said {
    uint64_t span; /* id, 0 none */
    corr_rung rung;
    corr_why why;
} said;

static inline said of_sample(corr_store *st, const char *leaf)
{
    const uint32_t i = (uint32_t)st->input.n - 1;
    const input *in = st->input.v[i];

    assert_int_equal(store_join(st, NULL), CORR_OK);
    for (uint32_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const join_segment *js = join_at(st->join, i, s);
        for (size_t row = 0; row < g->n; row++) {
            const uint32_t stack = segment_stack(g, row);
            if (!in->stack.n.v[stack])
                continue;
            const uint32_t last =
                in->stack.at.v[stack] + in->stack.n.v[stack] - 1;
            if (!corr_str_is(
                    input_frame(in, narrow_at(&in->stack.frame, last)).function,
                    leaf))
                continue;
            if (!js->rung)
                return (said){ .why = js->all };
            const uint32_t span = js->span[row];
            return (said){ span ? store_span(st, span)->id : 0,
                           (corr_rung)js->rung[row], (corr_why)js->why[row] };
        }
    }
    fail_msg("no sample of %s", leaf);
    return (said){ 0 };
}

static inline void assert_joined(corr_store *st, const char *leaf,
                                 uint64_t span, corr_rung rung)
{
    const said s = of_sample(st, leaf);

    if (s.span != span || s.rung != rung || s.why)
        fail_msg("%s: span %llx by \"%s\" %s", leaf, (unsigned long long)s.span,
                 corr_rung_name(s.rung), corr_why_name(s.why));
}

static inline void assert_stopped(corr_store *st, const char *leaf,
                                  corr_why why)
{
    const said s = of_sample(st, leaf);

    if (s.span || s.rung || s.why != why)
        fail_msg("%s: span %llx by \"%s\" %s, not %s", leaf,
                 (unsigned long long)s.span, corr_rung_name(s.rung),
                 corr_why_name(s.why), corr_why_name(why));
}

/* root 11 [0,100)
 *   child 12 [10,60)
 *     grandchild 13 [20,30)
 *   child 14 [50,80)      overlaps 12
 * and a request of another process that it called, and a second request */
static inline void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 60, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 30, SHOP);
    testing_span(b, 1, 0x14, 0x11, 50, 80, SHOP);
    testing_span(b, 1, 0x15, 0x14, 55, 75, CART);
    testing_span(b, 2, 0x21, 0, 200, 300, SHOP);
}

/* A span of SHOP on a thread: "thread.id=#31", "thread.name=worker". */
static inline void named_on_thread(corr_build *b, uint64_t trace, uint64_t id,
                                   uint64_t up, double from, double to,
                                   const char *name, const char *thread)
{
    testing_full_span(b, &(testing_span_row){ .trace = trace,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = SHOP,
                                              .name = name,
                                              .attrs = thread });
}

static inline void on_thread(corr_build *b, uint64_t trace, uint64_t id,
                             uint64_t up, double from, double to,
                             const char *thread)
{
    named_on_thread(b, trace, id, up, from, to, NULL, thread);
}

#endif
