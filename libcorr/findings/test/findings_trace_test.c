/* Tests of the rules about traces, in worlds of which the truth is known. */
#include <math.h>

#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/test/findings_world.h"

/* ---- traces as text -------------------------------------------------------- */

enum { US = 1000 }; /* us of a ms */

typedef enum call_kind { INTERNAL = 1, SERVER, CLIENT } call_kind;

static int span(world_text *t, int up, int from, int to, const char *service,
                call_kind kind, bool failed, const char *name)
{
    world_put(t, "span %x %x %d %d %s - %d %d %s\n", ++t->ids, (unsigned)up,
              from, to, service, kind, failed ? 2 : 1, name);
    return t->ids;
}

/* A request of so many us. */
static int request(world_text *t, int us)
{
    world_put(t, "us\n");
    return span(t, 0, 0, us, "web", SERVER, false, "GET /");
}

/* ---- worlds ---------------------------------------------------------------- */

typedef void make_world(world_text *t, dice *d, world what);

static void repeated(world_text *t, dice *d, world what)
{
    const int n = what == ABSENT ? 3 : dice_int(d, 6, 40);
    const int near = dice_int(d, 0, 2);
    int each = dice_int(d, 12 * US, 20 * US);
    const bool at_once = what == NEAR_MISS && near == 0;
    const bool is_short = what == NEAR_MISS && near == 1;
    char name[80];

    each = is_short ? 40 * US / n : each;
    const int root = request(t, n * each + dice_int(d, 10, 300) * US);
    for (int i = 0; i < n; i++) {
        const int from = at_once ? i * 100 : i * (each + 20);
        snprintf(name, sizeof name,
                 what == NEAR_MISS && near == 2 ? "SELECT t%c%c"
                                                : "SELECT item WHERE id = %d",
                 what == NEAR_MISS && near == 2 ? 'a' + i % 26 : 7 * i,
                 'a' + i / 26);
        span(t, root, from, from + each, "web", CLIENT, false, name);
    }
}

static void retried(world_text *t, dice *d, world what)
{
    const int n = what == PRESENT ? dice_int(d, 3, 6) : dice_int(d, 1, 2);
    const bool worked = dice_int(d, 0, 1) == 1;
    const int root = request(t, 2000 * US);
    int at = US;

    /* calls of which one failed, and calls that all worked */
    for (int i = 0; i < n || (what == NEAR_MISS && i < 5); i++) {
        const int ms = dice_int(d, 10, 150);
        const bool fails = what == PRESENT ? i + 1 < n || !worked
                                           : what == NEAR_MISS && i == 1;
        span(t, root, at, at + ms * US, "web", CLIENT, fails, "POST /pay");
        at += (ms + dice_int(d, 5, 100)) * US;
    }
}

/* A call that its client sent again, as an attribute tells; once may be a
 * redirection. */
static void resent(world_text *t, dice *d, world what)
{
    const int times = what == PRESENT ? dice_int(d, 2, 6) : dice_int(d, 0, 1);
    const int ms = dice_int(d, 20, 900);
    const int root = request(t, (ms + 20) * US);

    if (what != ABSENT)
        world_put(t,
                  dice_int(d, 0, 1) ? "count http.request.resend_count %d\n"
                                    : "tag http.request.resend_count %d\n",
                  times);
    span(t, root, US, US + ms * US, "web", CLIENT, dice_int(d, 0, 1) == 1,
         "POST /pay");
    world_put(t, "tag -\n");
}

static void multiplied(world_text *t, dice *d, world what)
{
    static const int tries[WORLD_KINDS][2] = { { 3, 3 }, { 9, 1 }, { 2, 4 } };
    const int outer = tries[what][0] + (what == PRESENT) * dice_int(d, 0, 2);
    const int inner = tries[what][1];
    const int root = request(t, 20000 * US);
    int at = US;

    for (int i = 0; i < outer; i++) {
        const int from = at;
        const int call = t->ids + 1;
        const int each = dice_int(d, 5, 40) * US;
        span(t, root, from, from + inner * (each + US), "web", CLIENT, true,
             "POST /order");
        for (int k = 0; k < inner; k++, at += each + US)
            span(t, call, at, at + each, "web", CLIENT, true, "POST /pay");
        at += 2 * US;
    }
}

static void in_a_row(world_text *t, dice *d, world what)
{
    static const char *const name[] = { "GET /a", "GET /b", "GET /c",
                                        "GET /d" };
    const int n = dice_int(d, 3, 4);
    const int near = dice_int(d, 0, 2);
    const int each = dice_int(d, 20, 80) * US;
    const bool is_small = what == NEAR_MISS && near == 0;
    const bool one_target = what == NEAR_MISS && near == 1;
    const bool overlaps = what == ABSENT || (what == NEAR_MISS && near == 2);
    const int root = request(t, is_small ? n * each * 5
                                         : n * each + dice_int(d, 5, 50) * US);

    for (int i = 0; i < n; i++) {
        const int from = overlaps ? i * each / 3 : i * (each + 100);
        span(t, root, from, from + each, "web", CLIENT, false,
             name[one_target ? 0 : i]);
    }
}

static void fan_out(world_text *t, dice *d, world what)
{
    const int n = what == PRESENT  ? dice_int(d, 51, 200)
                  : what == ABSENT ? dice_int(d, 0, 10)
                                   : dice_int(d, 40, 50);
    const int root = request(t, 1000 * US);

    for (int i = 0; i < n; i++)
        span(t, root, i * 10, 500 * US + i, "web", CLIENT, false, "GET /a");
}

static void timeout(world_text *t, dice *d, world what)
{
    static const int ms[] = { 100, 250, 500, 1000, 2000, 5000, 10000 };
    const int round = ms[dice_int(d, 0, 6)] * US;
    /* by chance, but for those that happen to be round themselves */
    const int by_chance = (int)exp(log(20e3) + dice_real(d) * log(1000));
    const int us = what == PRESENT ? round + (int)(dice_real(d) * 0.009 * round)
                   : what == ABSENT ? by_chance
                                    : round + round * dice_int(d, 2, 6) / 100;
    const int root = request(t, us + 10 * US);
    const int call =
        span(t, root, US, US + us, "web", CLIENT, true, "GET /price");

    span(t, call, 2 * US, 2 * US + us / 2, "price", SERVER, false,
         "GET /price");
}

static void queued(world_text *t, dice *d, world what)
{
    const int whole = dice_int(d, 50, 800) * US;
    const int percent = what == PRESENT  ? dice_int(d, 22, 80)
                        : what == ABSENT ? dice_int(d, 0, 3)
                                         : dice_int(d, 10, 19);
    const int root = request(t, whole + 20 * US);
    const int call =
        span(t, root, US, US + whole, "web", CLIENT, false, "GET /price");

    world_put(t, "tag host.name h\n");
    span(t, call, US + whole / 100 * percent, whole, "price", SERVER, false,
         "GET /price");
}

static void judge(const char *id, make_world *make)
{
    int found[WORLD_KINDS] = { 0 };

    for (int what = 0; what < WORLD_KINDS; what++)
        for (int seed = 0; seed < WORLDS; seed++) {
            static world_text t;
            dice d = { (uint64_t)seed * 31 + (uint64_t)what };
            const char *const all[] = { t.v };
            world_begin(&t);
            make(&t, &d, (world)what);
            corr_store *st = test_store(all, 1);
            corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);
            assert_non_null(w);
            found[what] += world_shows(
                st, &(corr_findings_about){ .w = w, .span = UINT32_MAX }, id);
            corr_waterfall_free(w);
            corr_store_free(st);
        }
    truth_print(id, found);
}

static void one_query_per_item_is_found(void **state)
{
    (void)state;
    judge("N_PLUS_ONE", repeated);
}

static void calls_that_are_tried_again_are_found(void **state)
{
    (void)state;
    judge("RETRIES", retried);
}

static void calls_that_were_sent_again_are_found(void **state)
{
    (void)state;
    judge("RETRIES", resent);
}

static void tries_within_tries_are_found(void **state)
{
    (void)state;
    judge("RETRIES_MULTIPLY", multiplied);
}

static void calls_in_a_row_are_found(void **state)
{
    (void)state;
    judge("IN_A_ROW", in_a_row);
}

/* Whether calls with the value 42 could have run at once, below a request of
 * this name: its caller knew the value if it is a word of the name. */
static bool is_value_known(const char *request_name)
{
    static const char *const calls[] = { "GET /a/42", "GET /b/42",
                                         "GET /c/42" };
    static world_text t;
    const char *const all[] = { t.v };

    world_begin(&t);
    world_put(&t, "us\nspan 1 0 0 %d web - 2 1 %s\n", 130 * US, request_name);
    t.ids = 1;
    for (int i = 0; i < 3; i++)
        span(&t, 1, i * 41 * US, i * 41 * US + 40 * US, "web", CLIENT, false,
             calls[i]);
    corr_store *st = test_store(all, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);
    const bool known = world_shows(
        st, &(corr_findings_about){ .w = w, .span = UINT32_MAX }, "IN_A_ROW");
    corr_waterfall_free(w);
    corr_store_free(st);
    return known;
}

static void a_value_is_known_if_it_is_a_word_above(void **state)
{
    (void)state;
    assert_true(is_value_known("GET /cart/42"));
    assert_true(is_value_known("GET /cart?id=42"));
    assert_false(is_value_known("GET /cart/142"));
    assert_false(is_value_known("GET /cart/caf\xc3\xa9"
                                "42"));
    assert_false(is_value_known("GET /cart/42\xc3\xa9"));
}

static void many_calls_are_found(void **state)
{
    (void)state;
    judge("FAN_OUT", fan_out);
}

static void round_timeouts_are_found(void **state)
{
    (void)state;
    judge("ROUND_TIMEOUT", timeout);
}

static void queues_of_servers_are_found(void **state)
{
    (void)state;
    judge("SERVER_QUEUE", queued);
}

/* One finding for the same pattern in several requests, with their number. */
static void requests_with_one_pattern_are_one_finding(void **state)
{
    static world_text t;
    const char *const all[] = { t.v };

    (void)state;
    world_put(&t, "us\n");
    for (int k = 1; k <= 4; k++) {
        world_put(&t, "trace %d\n", k);
        const int root =
            span(&t, 0, 0, 400 * US, "web", SERVER, false, "GET /");
        for (int i = 0; i < (k < 4 ? 20 : 2); i++)
            span(&t, root, i * 11 * US, i * 11 * US + 10 * US, "web", CLIENT,
                 false, "SELECT item");
    }
    corr_store *st = test_store(all, 1);
    corr_findings *f = corr_findings_of(
        st, &(corr_findings_about){ .many_traces = true }, NULL);
    assert_int_equal(corr_findings_size(f), 1);
    const corr_finding x = corr_findings_at(f, 0);
    assert_string_equal(x.id, "N_PLUS_ONE");
    assert_int_equal(x.requests, 3);
    assert_int_equal(x.of, 4);
    assert_int_equal(x.n, 60);
    assert_int_equal(x.cost, INT64_C(600000000));
    corr_findings *but = corr_findings_of(
        st, &(corr_findings_about){ .many_traces = true, .but = f }, NULL);
    assert_int_equal(corr_findings_size(but), 0);
    corr_findings_free(but);
    corr_findings_free(f);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_query_per_item_is_found),
        cmocka_unit_test(calls_that_are_tried_again_are_found),
        cmocka_unit_test(calls_that_were_sent_again_are_found),
        cmocka_unit_test(tries_within_tries_are_found),
        cmocka_unit_test(calls_in_a_row_are_found),
        cmocka_unit_test(a_value_is_known_if_it_is_a_word_above),
        cmocka_unit_test(many_calls_are_found),
        cmocka_unit_test(round_timeouts_are_found),
        cmocka_unit_test(queues_of_servers_are_found),
        cmocka_unit_test(requests_with_one_pattern_are_one_finding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
