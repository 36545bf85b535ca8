/* Tests of growth: requests with numbers, of which one drives the code. */
#include "test/test_bytime.h"
#include "test/test_memory.h"

#include "corr_findings.h"
#include "findings/growth.h"
#include "stats/distributions.h"

typedef struct cart_world {
    uint64_t seed;
    double low, high; /* of the number that counts */
    double exponent;  /* of the function "main.grow" */
    double decoy;     /* noise of a second number that follows it; 0: none */
    double per;       /* samples of a request of mean size */
    uint32_t requests;
    uint32_t bare;   /* of 10 requests that lack the number */
    bool two_sizes;  /* low and high only */
    bool two_causes; /* half of what grows is in a function of its own */
    enum { OWN, ABOVE, BELOW, CALLS, BELOW_ELSEWHERE } carried;
} world;

static world now;

static double chance(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + 0.5) / 9007199254740992.0;
}

static uint32_t draw(uint64_t *seed, double mean)
{
    uint32_t n = 0;
    double left = exp(-mean), p = chance(seed);

    while (p > left && n < 1000) {
        p *= chance(seed);
        n++;
    }
    return n;
}

typedef void visit_request(corr_build *b, uint64_t id, int64_t items,
                           int64_t bytes, uint32_t grows, uint32_t stays);

static void walk_requests(corr_build *b, visit_request *visit)
{
    uint64_t seed = now.seed;
    const double middle = sqrt(now.low * now.high);

    for (uint64_t i = 1; i <= now.requests; i++) {
        const double at = chance(&seed);
        const double x =
            now.two_sizes ? (at < 0.6 ? now.low : now.high)
                          : floor(now.low * pow(now.high / now.low, at) + 0.5);
        const double noise = exp(now.decoy * (chance(&seed) - 0.5));
        visit(b, i, (int64_t)x, now.decoy > 0 ? (int64_t)(90 * x * noise) : 0,
              draw(&seed, now.per * pow(x / middle, now.exponent)),
              draw(&seed, 0.5));
    }
}

/* The span that carries the number: of the caller, or below the request in its
 * own process or in another one. */
static void span_with_number(corr_build *b, uint64_t id, uint64_t up, double at,
                             const char *attrs, bool is_above)
{
    testing_full_span(
        b, &(testing_span_row){
               .trace = id % 100000,
               .id = id,
               .up = up,
               .from = at,
               .to = at + (is_above ? 92 : 1),
               .proc = is_above || now.carried == BELOW_ELSEWHERE ? CART : SHOP,
               .name = "SELECT item",
               .attrs = attrs,
               .kind = CORR_SPAN_CLIENT });
}

/* A request whose number other spans carry. */
static void spans_of_number(corr_build *b, uint64_t id, int64_t items)
{
    const bool is_above = now.carried == ABOVE;
    const double at = 100 * (double)id;
    char attrs[64];

    snprintf(attrs, sizeof attrs, "cart.items=#%lld, thread.id=#5",
             (long long)(is_above ? items : (items + 1) / 2));
    if (is_above)
        span_with_number(b, id + 100000, 0, at - 1, attrs, true);
    testing_full_span(b, &(testing_span_row){ .trace = id,
                                              .id = id,
                                              .up = is_above ? id + 100000 : 0,
                                              .from = at,
                                              .to = at + 90,
                                              .proc = SHOP,
                                              .name = "POST /cart",
                                              .kind = CORR_SPAN_SERVER,
                                              .attrs = "thread.id=#5" });
    const int64_t calls = now.carried == CALLS ? items : is_above ? 0 : 2;
    for (int64_t i = 0; i < calls; i++)
        span_with_number(b, id + 100000 * ((uint64_t)i + 2), id,
                         at + 1 + (double)i,
                         now.carried == CALLS ? "thread.id=#5" : attrs, false);
}

static void span_of_request(corr_build *b, uint64_t id, int64_t items,
                            int64_t bytes, uint32_t grows, uint32_t stays)
{
    char attrs[96];

    (void)grows;
    (void)stays;
    if (now.carried != OWN) {
        spans_of_number(b, id, items);
        return;
    }
    snprintf(attrs, sizeof attrs,
             bytes ? "cart.items=#%lld, body.size=#%lld, thread.id=#5"
                   : "cart.items=#%lld, thread.id=#5",
             (long long)items, (long long)bytes);
    if (id % 10 < now.bare)
        snprintf(attrs, sizeof attrs, "thread.id=#5");
    testing_full_span(b, &(testing_span_row){ .trace = id,
                                              .id = id,
                                              .from = 100 * (double)id,
                                              .to = 100 * (double)id + 90,
                                              .proc = SHOP,
                                              .name = "POST /cart",
                                              .kind = CORR_SPAN_SERVER,
                                              .attrs = attrs });
}

static void traces_of_world(corr_build *b)
{
    walk_requests(b, span_of_request);
}

static void samples_of_request(corr_build *b, uint64_t id, int64_t items,
                               int64_t bytes, uint32_t grows, uint32_t stays)
{
    (void)items;
    (void)bytes;
    for (uint32_t i = 0; i < grows + stays; i++)
        sample_on(b, testing_cpu(b),
                  i >= grows                ? "main.cart;main.read"
                  : now.two_causes && i % 2 ? "main.cart;main.other;main.mix"
                                            : "main.cart;main.grow;main.same",
                  100 * (double)id + 5 + 80.0 * i / (grows + stays), 5);
}

static void recording_of_world(corr_build *b)
{
    testing_owner(b, SHOP);
    walk_requests(b, samples_of_request);
}

/* The row of the function "main.grow", or that of the whole operation. */
static growth_row row_in(const world *w, bool whole, char *number, size_t size)
{
    corr_err err = { 0 };
    growth_row found = { .why = GROWTH_NO_LAW };

    now = *w;
    corr_store *st = testing_store(traces_of_world, recording_of_world);
    growth *g = growth_of(st, &(corr_query){ 0 }, &err);
    if (!g)
        fail_msg("%s", err.what);
    for (uint32_t i = 0; i < growth_size(g); i++) {
        const growth_row r = growth_at_row(g, i);
        if (whole ? !r.function.n
                  : corr_str_is(r.function, "main.grow") ||
                        corr_str_is(r.function, "main.same"))
            found = r;
    }
    if (number)
        snprintf(number, size, "%.*s", CORR_STR_ARG(found.number));
    found.number = found.function = found.operation = CORR_STR("");
    growth_free(g);
    corr_store_free(st);
    return found;
}

/* Requests with a number from 2 to 60, two samples each on average. */
static world usual(uint64_t seed, double exponent)
{
    return (world){ .seed = seed,
                    .low = 2,
                    .high = 60,
                    .exponent = exponent,
                    .per = 2,
                    .requests = 600 };
}

/* ---- tests ---------------------------------------------------------------- */

static void exponents_are_found_with_their_intervals(void **state)
{
    static const double exponents[] = { 0, 1, 2 };

    (void)state;
    for (int i = 0; i < 3; i++) {
        int covered = 0;
        enum { WORLDS = 60 };
        for (uint64_t seed = 1; seed <= WORLDS; seed++) {
            const world w = usual(seed, exponents[i]);
            const growth_row r = row_in(&w, false, NULL, 0);
            if (exponents[i] > 0)
                assert_int_equal(r.why, GROWTH_KNOWN);
            covered += exponents[i] > 0 ? r.fit.lo <= exponents[i] &&
                                              exponents[i] <= r.fit.hi
                                        : r.why == GROWTH_NO_LAW;
        }
        if (covered < WORLDS * 93 / 100)
            fail_msg("x^%.0f: %d of %d", exponents[i], covered, WORLDS);
    }
}

static void a_number_without_spread_is_refused(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world w = usual(seed, 2);
        w.low = 20;
        w.high = 40;
        const growth_row r = row_in(&w, false, NULL, 0);
        assert_true(r.why == GROWTH_NARROW || r.why == GROWTH_NO_LAW);
    }
}

/* Two sizes allow no law; only a cost above proportion is a step. */
static void two_sizes_have_a_ratio(void **state)
{
    int steps = 0, wrong = 0;
    enum { WORLDS = 40 };

    (void)state;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = usual(seed, 2.5);
        w.low = 20;
        w.high = 40;
        w.two_sizes = true;
        growth_row r = row_in(&w, false, NULL, 0);
        assert_true(r.why == GROWTH_NARROW || r.why == GROWTH_NO_LAW);
        steps += r.is_step;
        w.exponent = 1;
        r = row_in(&w, false, NULL, 0);
        wrong += r.is_step;
    }
    assert_true(steps >= WORLDS * 9 / 10);
    assert_true(wrong <= WORLDS / 20);
}

static void requests_without_the_number_are_left_out(void **state)
{
    char number[32];
    world w = usual(7, 2);

    (void)state;
    w.bare = 5;
    growth_row r = row_in(&w, true, number, sizeof number);
    assert_string_equal(number, "cart.items");
    assert_int_equal(r.cases, 300);
    assert_int_equal(r.requests, 600);
    r = row_in(&w, false, NULL, 0);
    assert_int_equal(r.why, GROWTH_KNOWN);
    assert_true(r.fit.lo <= 2 && 2 <= r.fit.hi);
    /* too few carry it */
    w.bare = 9;
    r = row_in(&w, true, number, sizeof number);
    assert_int_equal(r.why, GROWTH_NO_LAW);
    assert_string_equal(number, "");
}

static void too_few_samples_are_unsure(void **state)
{
    int known = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world w = usual(seed, 1.5);
        w.low = 10;
        w.high = 44;
        w.per = 0.1;
        const growth_row r = row_in(&w, false, NULL, 0);
        if (r.why == GROWTH_KNOWN) {
            known++;
            assert_false(r.fit.lo <= 1 && r.fit.hi >= 2);
        }
    }
    assert_true(known <= 10);
}

static void a_number_that_only_follows_is_not_chosen(void **state)
{
    int wrong = 0;
    char number[32];
    enum { WORLDS = 60 };

    (void)state;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = usual(seed, 2);
        w.decoy = 1;
        row_in(&w, true, number, sizeof number);
        wrong += strcmp(number, "cart.items") != 0;
    }
    if (wrong > WORLDS / 20)
        fail_msg("%d of %d", wrong, WORLDS);
}

static void numbers_that_say_the_same_are_both_named(void **state)
{
    world w = usual(3, 2);

    (void)state;
    w.decoy = 0.001;
    const growth_row r = row_in(&w, true, NULL, 0);
    assert_true(r.also.n > 0);
}

static void shares_follow_the_fit(void **state)
{
    const world w = usual(5, 2);
    const growth_row r = row_in(&w, false, NULL, 0);

    (void)state;
    assert_true(r.share_low < r.share_high && r.share_high < r.share_beyond);
    assert_true(r.share_high > 0.9 && r.share_low < 0.5);
    assert_true(r.low < 4 && r.high > 50);
}

/* Callers and spans of the same process carry it; those of other services do not
 * tell of the request. */
static void numbers_of_other_spans_are_taken(void **state)
{
    static const struct {
        int carried;
        const char *number;
    } want[] = { { ABOVE, "cart.items" },
                 { BELOW, "sum of cart.items" },
                 { CALLS, "calls of SELECT item" },
                 { BELOW_ELSEWHERE, "" } };

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        int found = 0, known = 0;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            char number[32];
            world w = usual(seed, 2);
            w.requests = 300;
            w.carried = want[i].carried;
            const growth_row whole = row_in(&w, true, number, sizeof number);
            found += strcmp(number, want[i].number) == 0;
            known += whole.why != GROWTH_NO_LAW;
        }
        if (found < 19 || known != (*want[i].number ? found : 0))
            fail_msg("%s: %d found, %d known", want[i].number, found, known);
    }
}

/* What findings say of growth: "main.grow main.other ". */
static const char *functions_said(const world *w)
{
    static char text[256];
    size_t n = 0;

    now = *w;
    corr_store *st = testing_store(traces_of_world, recording_of_world);
    corr_findings *f = corr_findings_of(
        st, &(corr_findings_about){ .many_traces = true }, NULL);
    assert_non_null(f);
    text[0] = 0;
    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        if (strcmp(x.id, "GROWTH") == 0)
            n += (size_t)snprintf(text + n, sizeof text - n, "%.*s ",
                                  CORR_STR_ARG(x.frame));
    }
    corr_findings_free(f);
    corr_store_free(st);
    return text;
}

/* Callers and callees of a function grow because of it; others do so on their
 * own. */
static void each_cause_is_said_once(void **state)
{
    int one = 0, two = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world w = usual(seed, 2);
        const char *text = functions_said(&w);
        one +=
            strcmp(text, "main.grow ") == 0 || strcmp(text, "main.same ") == 0;
        w.two_causes = true;
        w.per = 4;
        text = functions_said(&w);
        two += (strstr(text, "main.grow ") || strstr(text, "main.same ")) &&
               (strstr(text, "main.other ") || strstr(text, "main.mix ")) &&
               !strstr(text, "main.cart ");
    }
    if (one < 19 || two < 19)
        fail_msg("one cause: %d, two: %d of 20; %s", one, two,
                 functions_said(&now));
}

static void running_out_of_memory_is_told(void **state)
{
    now = usual(1, 2);
    now.requests = 120;
    corr_store *st = testing_store(traces_of_world, recording_of_world);

    (void)state;
    growth_free(growth_of(st, &(corr_query){ 0 }, NULL));
    ASSERT_MEMORY_IS_SPARED_OR_TOLD(
        growth, growth_of(st, &(corr_query){ 0 }, &err), growth_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponents_are_found_with_their_intervals),
        cmocka_unit_test(a_number_without_spread_is_refused),
        cmocka_unit_test(two_sizes_have_a_ratio),
        cmocka_unit_test(requests_without_the_number_are_left_out),
        cmocka_unit_test(too_few_samples_are_unsure),
        cmocka_unit_test(a_number_that_only_follows_is_not_chosen),
        cmocka_unit_test(numbers_that_say_the_same_are_both_named),
        cmocka_unit_test(shares_follow_the_fit),
        cmocka_unit_test(numbers_of_other_spans_are_taken),
        cmocka_unit_test(each_cause_is_said_once),
        cmocka_unit_test(running_out_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
