/* test_bytime - samples on threads, and who has which part of a
 * sample, for tests. */
#ifndef CORR_TEST_BYTIME_H
#define CORR_TEST_BYTIME_H

#include "corr_write.h"
#include "test/test_join.h"

/* A sample on a thread of the runtime (0: of none). */
static inline void sample_on(corr_build *b, corr_kind kind, const char *leaf,
                             double ms, int64_t vm_id)
{
    const corr_text none = { 0 };

    corr_add_sample(b, &(corr_sample_row){
                           .kind = kind,
                           .stack = testing_stack(b, leaf),
                           .thread = vm_id ? corr_add_thread(b, none, 0, vm_id)
                                           : (corr_thread){ 0 },
                           .time = testing_ms(ms),
                           .value = 10 });
}

/* The same on a thread of the system, which has a name. */
static inline void sample_named(corr_build *b, corr_kind kind, const char *leaf,
                                double ms, const char *name, int64_t os_id)
{
    corr_add_sample(
        b, &(corr_sample_row){
               .kind = kind,
               .stack = testing_stack(b, leaf),
               .thread = corr_add_thread(b, corr_add_text(b, corr_str_of(name)),
                                         os_id, 0),
               .time = testing_ms(ms),
               .value = 10 });
}

static inline bool has_leaf(const corr_sel *sel, const corr_row *r,
                            const char *leaf)
{
    const uint32_t depth = corr_stack_depth(sel, r->input, r->stack);

    return depth &&
           corr_str_is(
               corr_stack_at(sel, r->input, r->stack, depth - 1).function,
               leaf);
}

/* A line of the table of rows. */
typedef struct line_of {
    double share, confidence;
    corr_rung rung;
    corr_why why;
} line_of;

/* That of the sample on this leaf, and of a span (0: what no span has); share
 * 0: there is none.  Shares of the sample must add up to 1. */
static inline line_of line_with(corr_store *st, const char *leaf, uint64_t span)
{
    const corr_query all = { .joined = true, .every_kind = true };
    corr_sel *sel = corr_sel_of(st, &all, NULL);
    corr_sel_iter it = { .sel = sel };
    line_of found = { 0 };
    double sum = 0;
    corr_row r;

    assert_non_null(sel);
    while (corr_sel_next(&it, &r)) {
        if (!has_leaf(sel, &r, leaf))
            continue;
        sum += r.share;
        if (r.span == span)
            found = (line_of){ r.share, r.confidence, r.rung, r.why };
    }
    corr_sel_free(sel);
    if (fabs(sum - 1) > 1e-9)
        fail_msg("%s: shares add up to %.12g", leaf, sum);
    return found;
}

static inline void assert_share(corr_store *st, const char *leaf, uint64_t span,
                                double share)
{
    const line_of l = line_with(st, leaf, span);

    if (fabs(l.share - share) > 1e-6)
        fail_msg("%s: %llx has %.9g of it, not %g", leaf,
                 (unsigned long long)span, l.share, share);
}

static inline void assert_quality(corr_store *st, const char *leaf,
                                  uint64_t span, corr_rung rung, double quality)
{
    const line_of l = line_with(st, leaf, span);

    if (l.rung != rung || fabs(l.confidence - quality) > 1e-9)
        fail_msg("%s: %s %.9g, not %s %g", leaf, corr_rung_name(l.rung),
                 l.confidence, corr_rung_name(rung), quality);
}

#endif
