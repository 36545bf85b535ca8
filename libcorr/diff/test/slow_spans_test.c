/* Tests of slow spans against usual ones: who is which, where their time went,
 * and what they carry. */
#include <math.h>

#include "test/test_join.h"
#include "test/test_memory.h"

#include "diff/slow_spans.h"

#define MS INT64_C(1000000)

/* Spans 0 to 44 take 100 to 144 ms, 45 to 49 500 to 540 ms: one a second, each
 * in its own trace, with one CPU sample; the slow ones wait 300 ms for a lock. */
enum { USUAL = 45, ALL = 50 };

static double length_of(unsigned i)
{
    return i < USUAL ? 100 + i : 500 + 10 * (i - USUAL);
}

static void requests_with(corr_build *b, const char *thread)
{
    for (unsigned i = 0; i < ALL; i++) {
        char attrs[160];
        snprintf(attrs, sizeof attrs,
                 "%s, cart.items=#%u, tier=%s, region=eu, bad=%s", thread,
                 i < USUAL ? i : i + 5, i % 2 ? "gold" : "silver",
                 i < USUAL ? "no" : "yes");
        testing_full_span(b, &(testing_span_row){ .trace = i + 1,
                                                  .id = 0x100 + i,
                                                  .from = 1000 * i,
                                                  .to = 1000 * i + length_of(i),
                                                  .proc = SHOP,
                                                  .name = "checkout",
                                                  .attrs = attrs,
                                                  .kind = CORR_SPAN_SERVER });
        testing_full_span(
            b, &(testing_span_row){ .trace = i + 1,
                                    .id = 0x200 + i,
                                    .up = 0x100 + i,
                                    .from = 1000 * i + 20,
                                    .to = 1000 * i + (i < USUAL ? 30 : 60),
                                    .proc = SHOP,
                                    .name = "SELECT cart",
                                    .attrs = thread });
    }
}

static void requests(corr_build *b)
{
    requests_with(b, "thread.id=#7");
}

static void requests_of_nobody(corr_build *b)
{
    requests_with(b, "x=y");
}

static void recorded(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(60000));
    const corr_thread mine =
        corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7);
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK,
                                           .threshold = 10 * MS });
    for (unsigned i = 0; i < ALL; i++) {
        corr_add_sample(
            b, &(corr_sample_row){ .kind = cpu,
                                   .thread = mine,
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(1000 * i + 5),
                                   .value = 10 * MS });
        if (i >= USUAL)
            corr_add_sample(b,
                            &(corr_sample_row){
                                .kind = lock,
                                .thread = mine,
                                .time = testing_ms(1000 * i + 100),
                                .duration = 300 * MS,
                                .value = 300 * MS,
                                .labels = testing_labels(b, "class=Cache") });
    }
}

static const corr_query checkout = { .op = "checkout" };
static const corr_slow_spans_opts usually = { .usual = { false, .2, .8 },
                                              .slow = { false, .9, 1 } };

static corr_slow_spans *contrast_with(corr_store *st,
                                      const corr_slow_spans_opts *o)
{
    corr_err err = { 0 };
    corr_slow_spans *c = corr_slow_spans_of(st, &checkout, o, &err);

    if (!c)
        fail_msg("%s", err.what);
    return c;
}

static const corr_slow_spans_row *
row_of(const corr_slow_spans *c, corr_spent kind, corr_slow_spans_row *row)
{
    for (uint32_t i = 0; i < corr_slow_spans_size(c); i++) {
        *row = corr_slow_spans_at(c, i);
        if (row->kind == kind)
            return row;
    }
    fail_msg("no row of %s", corr_spent_name(kind));
    return NULL;
}

static const corr_slow_spans_attr *
attr_of(const corr_slow_spans *c, const char *key, corr_slow_spans_attr *attr)
{
    for (uint32_t i = 0; i < corr_slow_spans_attrs(c); i++) {
        *attr = corr_slow_spans_attr_at(c, i);
        if (corr_str_is(attr->key, key))
            return attr;
    }
    fail_msg("no attribute %s", key);
    return NULL;
}

/* ---- which spans ------------------------------------------------------ */

static void quantiles_are_of_all_spans_by_length(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);

    (void)state;
    assert_int_equal(f.spans, ALL);
    assert_int_equal(f.side[0].spans, 30);
    assert_int_equal(f.side[0].shortest, 110 * MS);
    assert_int_equal(f.side[0].longest, 139 * MS);
    assert_true(fabs(f.side[0].mean - 124.5 * MS) < 1);
    assert_int_equal(f.side[1].spans, 5);
    assert_int_equal(f.side[1].shortest, 500 * MS);
    assert_int_equal(f.side[1].longest, 540 * MS);
    assert_int_equal(f.services, 1);
    assert_true(corr_str_is(f.service, "shop"));
    assert_int_equal(f.seed, 0);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void requests_and_unended(corr_build *b)
{
    requests(b);
    for (unsigned i = 0; i < 20; i++)
        testing_full_span(b,
                          &(testing_span_row){ .trace = 0x700 + i,
                                               .id = 0x7000 + i,
                                               .from = 1000 * i,
                                               .to = 0,
                                               .proc = SHOP,
                                               .name = "checkout",
                                               .flags = CORR_SPAN_UNFINISHED });
}

static void spans_without_an_end_are_neither_slow_nor_usual(void **state)
{
    corr_store *st = testing_store(requests_and_unended, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);

    (void)state;
    assert_int_equal(f.spans, ALL + 20);
    assert_int_equal(f.unended, 20);
    assert_int_equal(f.side[0].spans, 30);
    assert_int_equal(f.side[0].shortest, 110 * MS);
    assert_int_equal(f.side[1].spans, 5);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void durations_hold_both_their_ends(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    const corr_slow_spans_opts o = { .usual = { true, 100. * MS, 109. * MS },
                                     .slow = { true, 510. * MS, INFINITY } };
    corr_slow_spans *c = contrast_with(st, &o);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);

    (void)state;
    assert_int_equal(f.side[0].spans, 10);
    assert_int_equal(f.side[1].spans, 4);
    assert_true(f.few);
    assert_string_equal(corr_slow_spans_at(c, 0).mark, ".");
    assert_true(isnan(corr_slow_spans_at(c, 0).q));
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void a_span_is_not_slow_and_usual_at_once(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    const corr_slow_spans_opts o = { .usual = { false, .2, .95 },
                                     .slow = { false, .9, 1 } };
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_slow_spans_of(st, &checkout, &o, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, "some spans would be slow and usual at once");
    corr_store_free(st);
}

/* 30 spans of 100 ms and 10 of 200 ms, by a clock of whole ms. */
static void equal_requests(corr_build *b)
{
    for (unsigned i = 0; i < 40; i++)
        testing_full_span(
            b, &(testing_span_row){ .trace = i + 1,
                                    .id = 0x100 + i,
                                    .from = 1000 * i,
                                    .to = 1000 * i + (i % 4 ? 100 : 200),
                                    .proc = SHOP,
                                    .name = "checkout" });
}

static void spans_that_took_equally_long_are_of_one_side(void **state)
{
    static const struct {
        corr_slow_spans_opts o;
        uint32_t spans[2];
    } each[] = {
        { { { false, .25, .75 }, { false, .9, 1 }, .seed = 0 }, { 30, 10 } },
        /* those of the quantile itself are slow */
        { { { false, .25, .5 }, { false, .5, 1 }, .seed = 0 }, { 0, 40 } },
        { { { false, .8, 1 }, { false, 0, .5 }, .seed = 0 }, { 10, 30 } },
        { { { false, .25, .75 }, { true, 200. * MS, INFINITY }, .seed = 0 },
          { 30, 10 } },
    };
    corr_store *st = testing_store(equal_requests, recorded);

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_slow_spans *c = contrast_with(st, &each[i].o);
        const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
        assert_int_equal(f.side[0].spans, each[i].spans[0]);
        assert_int_equal(f.side[1].spans, each[i].spans[1]);
        corr_slow_spans_free(c);
    }
    corr_store_free(st);
}

/* 16 short spans stand for 256, 16 long ones for themselves. */
static void kept_requests(corr_build *b)
{
    for (unsigned i = 0; i < 32; i++)
        testing_full_span(
            b, &(testing_span_row){
                   .trace = i + 1,
                   .id = 0x100 + i,
                   .from = 1000 * i,
                   .to = 1000 * i + (i < 16 ? 100 : 484) + i,
                   .proc = SHOP,
                   .name = "checkout",
                   .attrs = i < 16 ? "w3c.tracestate=ot=th:f, a=x" : "a=y" });
}

static void a_span_that_was_kept_counts_as_all_for_which_it_stands(void **state)
{
    const corr_slow_spans_opts o = { .usual = { false, .25, .75 },
                                     .slow = { false, .95, 1 } };
    corr_store *st = testing_store(kept_requests);
    corr_slow_spans *c = contrast_with(st, &o);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
    corr_slow_spans_attr a = { 0 };

    (void)state;
    assert_int_equal(f.side[0].spans, 8);
    assert_true(fabs(f.side[0].stand - 128) < 1e-9);
    assert_int_equal(f.side[0].shortest, 104 * MS);
    assert_int_equal(f.side[0].longest, 111 * MS);
    assert_true(fabs(f.side[0].effective - 8) < 1e-9);
    assert_int_equal(f.side[1].spans, 14);
    assert_int_equal(f.side[1].shortest, 502 * MS);
    assert_int_equal(attr_of(c, "a", &a)->of[0], 128);
    assert_int_equal(a.of[1], 14);
    /* of 8 and 14 */
    assert_true(fabs(a.p - 2 * 2 / 319770.) < 1e-12);
    for (uint32_t i = 0; i < corr_slow_spans_attrs(c); i++)
        assert_false(
            corr_str_is(corr_slow_spans_attr_at(c, i).key, "w3c.tracestate"));
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void means_are_of_all_for_which_spans_stand(void **state)
{
    const corr_slow_spans_opts o = { .usual = { true, 0, 105. * MS },
                                     .slow = { true, 111. * MS, 500. * MS } };
    corr_store *st = testing_store(kept_requests);
    corr_slow_spans *c = contrast_with(st, &o);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
    const double mean = (16. * (111 + 112 + 113 + 114 + 115) + 500) / 81;

    (void)state;
    assert_int_equal(f.side[1].spans, 6);
    assert_true(fabs(f.side[1].mean - mean * MS) < 1);
    assert_true(fabs(f.side[1].looked_mean - mean * MS) < 1);
    assert_int_equal(f.side[1].sum, (16 * 565 + 500) * MS);
    assert_true(fabs(f.side[1].effective - 81. * 81 / (5 * 256 + 1)) < 1e-9);
    assert_true(fabs(corr_slow_spans_at(c, 0).mean[1] - mean * MS) < 1);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

/* ---- where the time went ---------------------------------------------- */

static void rows_sum_to_the_durations_to_the_ns(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
    int64_t sum[2] = { 0, 0 };

    (void)state;
    for (uint32_t i = 0; i < corr_slow_spans_size(c); i++)
        for (unsigned w = 0; w < 2; w++)
            sum[w] += corr_slow_spans_at(c, i).sum[w];
    assert_int_equal(sum[0], 3735 * MS);
    assert_int_equal(sum[1], 2600 * MS);
    assert_int_equal(f.side[0].sum, sum[0]);
    assert_int_equal(f.side[1].sum, sum[1]);
    assert_true(fabs(f.side[1].looked_mean - 520. * MS) < 1);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void a_row_is_the_mean_of_its_kind_over_all_spans(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    corr_slow_spans_row r = { 0 };

    (void)state;
    assert_int_equal(corr_slow_spans_size(c), 4);
    assert_int_equal(corr_slow_spans_at(c, 0).kind, CORR_SPENT_LOCK);
    row_of(c, CORR_SPENT_LOCK, &r);
    assert_int_equal(r.sum[0], 0);
    assert_int_equal(r.sum[1], 1500 * MS);
    assert_int_equal(r.spans[0], 0);
    assert_int_equal(r.spans[1], 5);
    assert_true(fabs(r.delta - 300. * MS) < 1);
    assert_string_equal(r.mark, "**");
    row_of(c, CORR_SPENT_CHILD, &r);
    assert_true(corr_str_is(r.name, "SELECT cart"));
    assert_int_equal(r.sum[0], 300 * MS);
    assert_int_equal(r.sum[1], 200 * MS);
    row_of(c, CORR_SPENT_CPU, &r);
    assert_int_equal(r.sum[0], 300 * MS);
    assert_int_equal(r.sum[1], 50 * MS);
    assert_string_equal(r.mark, "~");
    row_of(c, CORR_SPENT_UNOBSERVED, &r);
    assert_int_equal(r.sum[0], (3735 - 600) * MS);
    assert_int_equal(r.sum[1], (2600 - 1750) * MS);
    assert_true(r.lo < r.delta && r.delta < r.hi);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void recorded_rarely(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(60000));
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });
    for (unsigned i = 0; i < USUAL; i += 5)
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = cpu,
                   .thread = corr_add_thread(
                       b, corr_add_text(b, CORR_STR("http-1")), 107, 7),
                   .stack = testing_stack(b, "main;work"),
                   .time = testing_ms(1000 * i + 5),
                   .value = 10 * MS });
}

/* One usual span in five has a sample: none of five slow ones is no evidence. */
static void what_is_rare_may_be_missing_in_a_few_spans(void **state)
{
    corr_store *st = testing_store(requests, recorded_rarely);
    corr_slow_spans *c = contrast_with(st, &usually);
    corr_slow_spans_row r = { 0 };

    (void)state;
    row_of(c, CORR_SPENT_CPU, &r);
    assert_true(r.spans[0] > 5);
    assert_int_equal(r.spans[1], 0);
    assert_true(r.delta < 0 && r.hi > 0);
    assert_string_equal(r.mark, "~");
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void facts_tell_the_sampler_and_the_threshold(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);

    (void)state;
    assert_true(f.has_cpu);
    assert_false(f.runnable);
    assert_int_equal(f.least_wait, 10 * MS);
    assert_int_equal(f.side[0].cpu_obs, 30);
    assert_int_equal(f.side[1].cpu_obs, 5);
    assert_int_equal(f.side[0].divided, 30);
    assert_int_equal(f.tested, 4);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void without_a_thread_only_children_are_told_apart(void **state)
{
    corr_store *st = testing_store(requests_of_nobody);
    corr_slow_spans *c = contrast_with(st, &usually);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
    corr_slow_spans_row r = { 0 };

    (void)state;
    assert_int_equal(f.side[0].divided, 0);
    assert_int_equal(f.side[0].sum, 3735 * MS);
    assert_int_equal(corr_slow_spans_size(c), 2);
    row_of(c, CORR_SPENT_ASYNC, &r);
    assert_true(corr_str_is(r.name, "SELECT cart"));
    assert_int_equal(r.sum[1], 200 * MS);
    row_of(c, CORR_SPENT_UNOBSERVED, &r);
    assert_true(r.undivided);
    assert_int_equal(r.sum[1], 2400 * MS);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void of_many_spans_some_are_drawn_the_same_each_time(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    const corr_slow_spans_opts o = { .usual = { false, .2, .8 },
                                     .slow = { false, .9, 1 },
                                     .most = { 7, 100 },
                                     .seed = 3 };
    corr_slow_spans *a = contrast_with(st, &o);
    corr_slow_spans *b = contrast_with(st, &o);
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(a);
    int64_t sum = 0;

    (void)state;
    assert_int_equal(f.side[0].spans, 30);
    assert_int_equal(f.side[0].looked, 7);
    assert_int_equal(f.side[1].looked, 5);
    assert_int_equal(f.seed, 3);
    for (uint32_t i = 0; i < corr_slow_spans_size(a); i++)
        sum += corr_slow_spans_at(a, i).sum[0];
    assert_int_equal(sum, f.side[0].sum);
    assert_int_equal(corr_slow_spans_facts_of(b).side[0].sum, sum);
    corr_slow_spans_free(a);
    corr_slow_spans_free(b);
    corr_store_free(st);
}

static void moments_count_the_spans_without_the_row(void **state)
{
    slow_spans_moments m = { 0 };
    double mean, variance;

    (void)state;
    slow_spans_add(&m, 2, 1);
    slow_spans_add(&m, 4, 1);
    slow_spans_moments_of(&m, 4, 4, &mean, &variance); /* 2 4 0 0 */
    assert_true(fabs(mean - 1.5) < 1e-12);
    assert_true(fabs(variance - 11 / 3.) < 1e-12);

    /* each of them for ten */
    m = (slow_spans_moments){ 0 };
    slow_spans_add(&m, 2, 10);
    slow_spans_add(&m, 4, 10);
    slow_spans_moments_of(&m, 40, 4, &mean, &variance);
    assert_true(fabs(mean - 1.5) < 1e-12);
    assert_true(fabs(variance - 11 / 3.) < 1e-12);
}

/* ---- what they carry -------------------------------------------------- */

static void the_best_bound_of_a_number_is_told(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    corr_slow_spans_attr a = { 0 };

    (void)state;
    attr_of(c, "cart.items", &a);
    assert_true(a.is_number);
    assert_false(a.below);
    assert_true(fabs(a.bound - 39) < 1e-9);
    assert_int_equal(a.has[0], 0);
    assert_int_equal(a.of[0], 30);
    assert_int_equal(a.has[1], 5);
    assert_int_equal(a.of[1], 5);
    assert_int_equal(a.tries, 34);
    assert_int_equal(a.apart, CORR_APART_SEPARATES);
    /* 2 / (35 choose 5), 34 times */
    assert_true(fabs(a.p - 2 * 34 / 324632.) < 1e-9);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void a_value_that_tells_nothing_is_unclear_or_the_same(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_slow_spans *c = contrast_with(st, &usually);
    corr_slow_spans_attr a = { 0 };

    (void)state;
    assert_int_equal(attr_of(c, "tier", &a)->apart, CORR_APART_UNCLEAR);
    assert_int_equal(a.has[0], 15);
    assert_int_equal(attr_of(c, "region", &a)->apart, CORR_APART_SAME);
    assert_true(isnan(a.q));
    assert_int_equal(attr_of(c, "host", &a)->apart, CORR_APART_SAME);
    assert_int_equal(attr_of(c, "bad", &a)->apart, CORR_APART_SEPARATES);
    assert_int_equal(a.has[0] + a.has[1], a.value.n == 3 ? 5 : 30);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void twice(corr_build *b)
{
    for (unsigned i = 0; i < ALL; i++)
        testing_full_span(
            b, &(testing_span_row){ .trace = i + 1,
                                    .id = 0x100 + i,
                                    .from = 1000 * i,
                                    .to = 1000 * i + length_of(i),
                                    .proc = SHOP,
                                    .name = "checkout",
                                    .attrs = "host=x, host=y, a=1, a=1" });
}

static void a_key_of_a_span_counts_once(void **state)
{
    corr_store *st = testing_store(twice);
    corr_slow_spans *c = contrast_with(st, &usually);

    (void)state;
    for (uint32_t i = 0; i < corr_slow_spans_attrs(c); i++) {
        const corr_slow_spans_attr a = corr_slow_spans_attr_at(c, i);
        assert_true(a.has[0] <= a.of[0] && a.has[1] <= a.of[1]);
        assert_int_equal(a.apart, CORR_APART_SAME);
    }
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void ids(corr_build *b)
{
    for (unsigned i = 0; i < 200; i++) {
        char attrs[64];
        snprintf(attrs, sizeof attrs, "order=o%u", i);
        testing_full_span(b, &(testing_span_row){ .trace = i + 1,
                                                  .id = 0x100 + i,
                                                  .from = 0,
                                                  .to = 10 + i,
                                                  .name = "checkout",
                                                  .attrs = attrs });
    }
}

static void a_key_with_very_many_values_is_only_counted(void **state)
{
    corr_store *st = testing_store(ids);
    corr_slow_spans *c = contrast_with(st, &usually);

    (void)state;
    assert_int_equal(corr_slow_spans_facts_of(c).attrs_many, 1);
    assert_int_equal(corr_slow_spans_attrs(c), 1); /* status */
    corr_slow_spans_free(c);
    corr_store_free(st);
}

static void nothing_that_matches_is_no_failure(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_err err = { 0 };
    const corr_query q = { .op = "nothing" };
    corr_slow_spans *c = corr_slow_spans_of(st, &q, &usually, &err);

    (void)state;
    assert_non_null(c);
    assert_int_equal(corr_slow_spans_facts_of(c).spans, 0);
    assert_int_equal(corr_slow_spans_size(c), 0);
    assert_int_equal(corr_slow_spans_attrs(c), 0);
    corr_slow_spans_free(c);
    corr_store_free(st);
}

/* Few spans, so that sorting needs no memory. */
static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    const corr_query some = { .op = "checkout",
                              .from = testing_ms(10000),
                              .to = testing_ms(60000) };
    const corr_slow_spans_opts o = { .usual = { false, .2, .8 },
                                     .slow = { false, .85, 1 },
                                     .most = { 20, 4 } };

    (void)state;
    corr_slow_spans_free(contrast_with(st, &usually));
    ASSERT_MEMORY_IS_TOLD(corr_slow_spans,
                          corr_slow_spans_of(st, &some, &o, &err),
                          corr_slow_spans_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_of_all_spans_by_length),
        cmocka_unit_test(spans_without_an_end_are_neither_slow_nor_usual),
        cmocka_unit_test(durations_hold_both_their_ends),
        cmocka_unit_test(a_span_is_not_slow_and_usual_at_once),
        cmocka_unit_test(spans_that_took_equally_long_are_of_one_side),
        cmocka_unit_test(
            a_span_that_was_kept_counts_as_all_for_which_it_stands),
        cmocka_unit_test(means_are_of_all_for_which_spans_stand),
        cmocka_unit_test(rows_sum_to_the_durations_to_the_ns),
        cmocka_unit_test(a_row_is_the_mean_of_its_kind_over_all_spans),
        cmocka_unit_test(what_is_rare_may_be_missing_in_a_few_spans),
        cmocka_unit_test(facts_tell_the_sampler_and_the_threshold),
        cmocka_unit_test(without_a_thread_only_children_are_told_apart),
        cmocka_unit_test(of_many_spans_some_are_drawn_the_same_each_time),
        cmocka_unit_test(moments_count_the_spans_without_the_row),
        cmocka_unit_test(the_best_bound_of_a_number_is_told),
        cmocka_unit_test(a_value_that_tells_nothing_is_unclear_or_the_same),
        cmocka_unit_test(a_key_of_a_span_counts_once),
        cmocka_unit_test(a_key_with_very_many_values_is_only_counted),
        cmocka_unit_test(nothing_that_matches_is_no_failure),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
