/* Tests of sides that are chosen spans: what is a request, in which cluster it
 * is, and what a function costs one. */
#include <math.h>

#include "test/test_join.h"

#include "sides/sides.h"

#define MS INT64_C(1000000)

/* One span a second, each in its own trace: the first USUAL take 100 ms, the
 * others 500 ms with a child of their own. The first span has no profile, and
 * every tenth usual one has no sample. */
enum { USUAL = 130, SLOW = 10, ALL = USUAL + SLOW };

static int from_of(unsigned i)
{
    return 1000 * (int)i;
}

static void requests(corr_build *b)
{
    for (unsigned i = 0; i < ALL; i++) {
        const int from = from_of(i);
        testing_full_span(
            b, &(testing_span_row){ .trace = i + 1,
                                    .id = 0x1000 + i,
                                    .from = from,
                                    .to = from + (i < USUAL ? 100 : 500),
                                    .proc = SHOP,
                                    .name = "pay",
                                    .attrs = "thread.id=#7",
                                    .kind = CORR_SPAN_SERVER });
        if (i >= USUAL)
            testing_full_span(b,
                              &(testing_span_row){ .trace = i + 1,
                                                   .id = 0x2000 + i,
                                                   .up = 0x1000 + i,
                                                   .from = from + 50,
                                                   .to = from + 450,
                                                   .proc = SHOP,
                                                   .name = "scan",
                                                   .attrs = "thread.id=#7" });
    }
}

static void put_samples(corr_build *b, corr_kind cpu, corr_thread thread,
                        const char *stack, int n, int from)
{
    for (int k = 0; k < n; k++)
        corr_add_sample(b,
                        &(corr_sample_row){ .kind = cpu,
                                            .thread = thread,
                                            .stack = testing_stack(b, stack),
                                            .time = testing_ms(from + 10 * k),
                                            .value = 10 * MS });
}

static void recorded(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(500), testing_ms(from_of(ALL)));
    const corr_thread mine =
        corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7);
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });
    for (unsigned i = 1; i < ALL; i++) {
        if (i < USUAL && i % 10 == 5)
            continue;
        put_samples(b, cpu, mine, "main;work", 4, from_of(i) + 5);
        if (i >= USUAL)
            put_samples(b, cpu, mine, "main;extra", 20, from_of(i) + 105);
    }
}

/* Both sides as questions: usual spans, and slow ones. */
typedef struct both {
    corr_store *st;
    corr_slow_spans *c;
    corr_query q[2];
} both;

static both make(void)
{
    const corr_query all = { .op = "pay" };
    const corr_slow_spans_opts o = { .usual = { true, 0, 200. * MS },
                                     .slow = { true, 400. * MS, INFINITY } };
    both b = { .st = testing_store(requests, recorded) };
    corr_err err = { 0 };

    b.c = corr_slow_spans_of(b.st, &all, &o, &err);
    assert_non_null(b.c);
    for (unsigned w = 0; w < 2; w++)
        b.q[w] = corr_slow_spans_query(b.c, &all, w);
    return b;
}

static void clear(both *b)
{
    corr_slow_spans_free(b->c);
    corr_store_free(b->st);
}

static void spans_while_a_profile_ran_are_the_requests(void **state)
{
    both b = make();
    corr_err err = { 0 };
    sides s;

    (void)state;
    assert_int_equal(b.q[0].nchosen, USUAL);
    assert_int_equal(b.q[1].nchosen, SLOW);
    assert_int_equal(sides_init(&s, b.st, b.q, &(corr_diff_opts){ 0 }, &err),
                     CORR_OK);
    assert_int_equal(s.per, CORR_PER_REQUEST);
    assert_true(s.side[0].facts.requests == USUAL - 1);
    assert_true(s.side[0].facts.factor == USUAL - 1);
    assert_int_equal(s.side[0].facts.sampled, USUAL - 1 - 13);
    assert_true(s.side[1].facts.requests == SLOW);
    assert_int_equal(s.side[1].facts.sampled, SLOW);
    assert_false(s.mix.known);
    sides_clear(&s);
    clear(&b);
}

typedef struct costs {
    double of[64];
} costs;

static void add_cost(void *ctx, const sides_row *row)
{
    costs *c = ctx;

    assert_true(row->cluster < 64);
    c->of[row->cluster] += (double)row->value;
}

static void clusters_are_runs_of_spans_by_their_start(void **state)
{
    both b = make();
    corr_err err = { 0 };
    costs cost[2] = { 0 };
    double n = 0;
    sides s;

    (void)state;
    assert_int_equal(sides_init(&s, b.st, b.q, &(corr_diff_opts){ 0 }, &err),
                     CORR_OK);
    assert_int_equal(s.side[0].k, 60); /* no more, of 129 spans */
    assert_int_equal(s.side[1].k, SLOW);
    for (uint32_t k = 0; k < 60; k++) {
        assert_true(s.side[0].exposure[k] == 2 || s.side[0].exposure[k] == 3);
        n += s.side[0].exposure[k];
    }
    assert_true(n == USUAL - 1);
    for (unsigned w = 0; w < 2; w++)
        sides_rows(&s, w, add_cost, &cost[w]);
    /* spans 1, 2 and 3; of 4, 5 and 6 one has no sample */
    assert_true(s.side[0].exposure[0] == 3);
    assert_true(cost[0].of[0] == 3 * 4 * 10 * MS);
    assert_true(cost[0].of[1] == (s.side[0].exposure[1] - 1) * 4 * 10 * MS);
    for (uint32_t k = 0; k < SLOW; k++)
        assert_true(cost[1].of[k] == 24 * 10 * MS);
    sides_clear(&s);
    clear(&b);
}

static void a_function_costs_so_much_a_span(void **state)
{
    both b = make();
    corr_err err = { 0 };
    bool told = false;

    (void)state;
    corr_diff *d = corr_diff_of(b.st, b.q, &(corr_diff_opts){ 0 }, &err);
    assert_non_null(d);
    const corr_diff_facts f = corr_diff_facts_of(d);
    assert_true(fabs(f.total[0] - 116. * 4 * 10 * MS / 129) < 1);
    assert_true(fabs(f.total[1] - 240. * MS) < 1);
    assert_false(f.one_each);
    for (uint32_t i = 0; i < corr_diff_size(d); i++) {
        const corr_diff_row row = corr_diff_at(d, i);
        if (strcmp(row.name, "extra") != 0)
            continue;
        told = true;
        assert_int_equal(row.change, CORR_NEW);
        assert_true(row.value[0] == 0);
        assert_true(fabs(row.value[1] - 200. * MS) < 1);
        assert_true(fabs(row.owned - 200. * MS) < 1);
        assert_string_equal(row.self.mark, "**");
    }
    assert_true(told);
    corr_diff_free(d);
    clear(&b);
}

/* A sample that names only the root of what it served is of the chosen span
 * below that; one of another trace is of none. */
static void a_root_stands_for_the_chosen_span_below_it(void **state)
{
    both b = make();
    const uint32_t inner[1] = { b.q[1].chosen[3] + 1 };
    corr_query q[2] = { b.q[0], b.q[1] };
    corr_err err = { 0 };
    sides s;

    (void)state;
    q[1].op = "scan";
    q[1].chosen = inner;
    q[1].nchosen = 1;
    assert_int_equal(sides_init(&s, b.st, q, &(corr_diff_opts){ 0 }, &err),
                     CORR_OK);
    assert_int_equal(s.side[1].top_of[inner[0]], 1);
    assert_int_equal(s.side[1].top_of[b.st->spans.root.v[inner[0]]], 1);
    assert_int_equal(s.side[1].top_of[b.q[1].chosen[2]], 0);
    assert_int_equal(s.side[1].facts.sampled, 1);
    assert_int_equal(s.side[1].facts.observations, 20);
    sides_clear(&s);
    clear(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_while_a_profile_ran_are_the_requests),
        cmocka_unit_test(clusters_are_runs_of_spans_by_their_start),
        cmocka_unit_test(a_function_costs_so_much_a_span),
        cmocka_unit_test(a_root_stands_for_the_chosen_span_below_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
