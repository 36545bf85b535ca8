/* Tests of tables of several threads, which join in the order of the parts. */
#include "scrub/scrub_private.h"
#include "test/testing.h"

static const corr_scrub_opts by_rules = { .key = { "corr-test-key", 13 } };

enum { THREADS = 2 };

static void fork_all(const corr_scrub *map, corr_scrub *fork[THREADS])
{
    for (unsigned i = 0; i < THREADS; i++) {
        fork[i] = scrub_fork(map, THREADS);
        assert_non_null(fork[i]);
    }
}

static void join_all(corr_scrub *map, corr_scrub *fork[THREADS])
{
    assert_true(scrub_join(map, fork, THREADS));
    for (unsigned i = 0; i < THREADS; i++)
        scrub_free(fork[i]);
}

static corr_str text_of(corr_scrub *map, uint64_t part, corr_spot place,
                        const char *text)
{
    map->part = part;
    return corr_scrub_text(map, place, corr_str_of(text));
}

/* Values are those of one table, in the order of the parts; an id of a trace
 * that another thread reads is no token, and a value that is weak counts once. */
static void values_join_in_the_order_of_the_parts(void **state)
{
    static const char id[] = "4bf92f3577b34da6a3ce929d0e0e4736";
    static const char other[] = "0bf92f3577b34da6a3ce929d0e0e4736";
    corr_scrub *map = scrub_new(&by_rules), *fork[THREADS];

    (void)state;
    assert_non_null(map);
    fork_all(map, fork);
    text_of(fork[1], 1, CORR_PLACE_USER, "first-user");
    text_of(fork[0], 2, CORR_PLACE_USER, "second-user");
    text_of(fork[0], 2, CORR_PLACE_USER, "x1");
    text_of(fork[0], 2, CORR_PLACE_TEXT, id);
    text_of(fork[0], 2, CORR_PLACE_TEXT, other);
    text_of(fork[1], 3, CORR_PLACE_USER, "second-user");
    text_of(fork[1], 3, CORR_PLACE_USER, "x1");
    text_of(fork[1], 3, CORR_PLACE_ID, id);
    join_all(map, fork);
    assert_true(scrub_learned(map));
    assert_int_equal(map->own.known.n, 3);
    assert_true(corr_str_is(map->own.known.v[0].text, "first-user"));
    assert_true(corr_str_is(map->own.known.v[1].text, "second-user"));
    assert_true(corr_str_is(map->own.known.v[2].text, other));
    assert_int_equal(known_nweak(&map->own), 1);
    scrub_free(map);
}

/* Each edit of a text is a place, the first time and later; the examples are
 * those of the first parts. */
static void counts_join(void **state)
{
    static const char *const text[] = { "d@x.org e@x.org", "a@x.org b@x.org",
                                        "a@x.org b@x.org", "c@x.org" };
    corr_scrub *map = scrub_new(&by_rules), *fork[THREADS];

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    fork_all(map, fork);
    text_of(fork[1], 2, CORR_PLACE_TEXT, text[1]);
    text_of(fork[0], 1, CORR_PLACE_TEXT, text[2]);
    text_of(fork[0], 3, CORR_PLACE_TEXT, text[2]);
    text_of(fork[0], 5, CORR_PLACE_TEXT, text[0]);
    text_of(fork[1], 4, CORR_PLACE_TEXT, text[3]);
    join_all(map, fork);
    const scrub_tally *t = &map->tally[CORR_SCRUB_EMAIL];
    assert_int_equal(t->texts, 9);
    assert_int_equal(t->values.n, 5);
    assert_int_equal(map->changed, 5);
    assert_int_equal(t->nexample, 3);
    assert_string_equal(t->example[0].before, "a@x.org");
    assert_string_equal(t->example[1].before, "b@x.org");
    assert_string_equal(t->example[2].before, "c@x.org");
    scrub_free(map);
}

/* Frames that the stack before has are passed over; others are not. */
static void a_stack_is_plain_behind_a_plain_one(void **state)
{
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    assert_true(plain_stack(map, CORR_STR("main;com.acme.Order.load;x 3")));
    assert_true(plain_stack(map, CORR_STR("main;com.acme.Order.load;x;y 4")));
    assert_false(
        plain_stack(map, CORR_STR("main;com.acme.Order.loadPassword;x;y 4")));
    assert_false(
        plain_stack(map, CORR_STR("main;com.acme.Order.load;getApiKey 4")));
    assert_true(plain_stack(map, CORR_STR("main;com 1")));
    scrub_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_join_in_the_order_of_the_parts),
        cmocka_unit_test(counts_join),
        cmocka_unit_test(a_stack_is_plain_behind_a_plain_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
