/* Tests of holders: vector 2.3, and what cannot be known. */
#include "test/test_locks.h"
#include "test/test_memory.h"

#include "stats/distributions.h"
#include "trace/lock_holders.h"

#define TENTH INT64_C(100000) /* ns of a tenth of a ms */
#define MS    (10 * TENTH)

enum { M = 1, N = 2, T = 1, W3 = 3, W8 = 8, W9 = 9 };

/* Times in ms. */
static void wait_for(holders *h, uint32_t monitor, uint32_t thread, double from,
                     double to, uint32_t owner)
{
    const size_t row = h->wait.n;

    assert_true(vec_push(
        &h->wait, (lock_holders_wait){ .monitor = monitor,
                                       .thread = thread,
                                       .owner = owner,
                                       .from = llround(from * 10) * TENTH,
                                       .to = llround(to * 10) * TENTH,
                                       .row = row }));
}

/* "thread from-to how, ..." of the wait that was added as number `row`. */
static const char *chain(holders *h, size_t row)
{
    static char out[512];
    size_t i = 0;
    size_t n = 0;

    lock_holders_sort(h);
    while (h->wait.v[i].row != row)
        i++;
    assert_true(lock_holders_chain(h, i));
    out[0] = 0;
    for (size_t k = 0; k < h->held.n; k++)
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%s%u %.1f-%.1f %s", k ? ", " : "",
            h->held.v[k].thread, (double)h->held.v[k].from / 1e6,
            (double)h->held.v[k].to / 1e6, corr_held_name(h->held.v[k].how));
    return out;
}

static void vector_2_3_reads_two_holders_off_one_other_wait(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, M, T, 100.0, 216.2, W3);
    wait_for(&h, M, W3, 90.0, 155.6, W8);
    assert_string_equal(chain(&h, 0),
                        "8 100.0-155.6 recorded, 3 155.6-216.2 recorded");
    assert_string_equal(chain(&h, 1), "8 90.0-155.6 recorded");
    lock_holders_clear(&h);
}

static void alone_the_last_holder_is_the_only_one(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, M, T, 100, 200, W3);
    /* another monitor, another time, and itself */
    wait_for(&h, N, W8, 90, 150, W9);
    wait_for(&h, M, W8, 10, 100, W9);
    wait_for(&h, M, W8, 150, 200, W9);
    wait_for(&h, M, W8, 150, 250, W9);
    wait_for(&h, M, T, 20, 150, W9);
    assert_string_equal(chain(&h, 0), "3 100.0-200.0 recorded");
    lock_holders_clear(&h);
}

static void a_hand_over_that_was_not_recorded_is_said(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, M, T, 100, 200, W9); /* not 3, who took it at 150 */
    wait_for(&h, M, W3, 90, 150, W8);
    assert_string_equal(chain(&h, 0),
                        "8 100.0-150.0 recorded, 3 150.0-200.0 unknown");
    lock_holders_clear(&h);
}

static void a_recorder_that_names_nobody_leaves_only_who_took_it(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, M, T, 100, 200, 0);
    wait_for(&h, M, W3, 90, 150, 0);
    assert_string_equal(chain(&h, 0),
                        "0 100.0-150.0 unknown, 3 150.0-200.0 inferred");
    lock_holders_clear(&h);
}

static void without_an_address_it_may_be_any_monitor(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, 0, T, 100, 200, W3);
    wait_for(&h, 0, W8, 90, 150, W9);
    assert_string_equal(chain(&h, 0), "3 100.0-200.0 recorded");
    lock_holders_clear(&h);
}

static void a_chain_without_end_is_cut(void **state)
{
    holders h = { 0 };

    (void)state;
    wait_for(&h, M, T, 0, 5000, W3);
    for (int i = 1; i < 3000; i++)
        wait_for(&h, M, W8, 0, i, W8);
    lock_holders_sort(&h); /* the one asked about ends last */
    assert_true(lock_holders_chain(&h, h.wait.n - 1));
    assert_int_equal(h.held.n, 1025);
    assert_int_equal(h.held.v[1024].how, CORR_HELD_UNKNOWN);
    assert_int_equal(h.held.v[1024].thread, 0);
    assert_int_equal(h.held.v[1024].to, 5000 * 10 * TENTH);
    lock_holders_clear(&h);
}

static void stretches_tile_every_wait(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int round = 0; round < 300; round++) {
        holders h = { 0 };
        for (int i = 0; i < 20; i++) {
            const double from = (double)stat_below(&seed, 100);
            wait_for(&h, (uint32_t)stat_below(&seed, 3),
                     1 + (uint32_t)stat_below(&seed, 5), from,
                     from + 1 + (double)stat_below(&seed, 40),
                     (uint32_t)stat_below(&seed, 6));
        }
        lock_holders_sort(&h);
        for (size_t i = 0; i < h.wait.n; i++) {
            int64_t t = h.wait.v[i].from;
            assert_true(lock_holders_chain(&h, i));
            for (size_t k = 0; k < h.held.n; k++) {
                assert_int_equal(h.held.v[k].from, t);
                assert_true(h.held.v[k].to > t);
                t = h.held.v[k].to;
            }
            assert_int_equal(t, h.wait.v[i].to);
        }
        lock_holders_clear(&h);
    }
}

/* Whatever order they come in, those that end together are by segment and row. */
static void waits_have_one_order(void **state)
{
    static const uint32_t place[][2] = {
        { 2, 1 }, { 1, 9 }, { 2, 0 }, { 1, 3 }
    };

    (void)state;
    for (size_t first = 0; first < 4; first++) {
        holders h = { 0 };
        for (size_t k = 0; k < 4; k++) {
            const uint32_t *at = place[(first + k) % 4];
            wait_for(&h, M, T, at[1], 50, 0);
            h.wait.v[k].segment = at[0];
            h.wait.v[k].row = at[1];
        }
        wait_for(&h, M, T, 0, 40, 0);
        lock_holders_sort(&h);
        assert_int_equal(h.wait.v[0].to, 400 * TENTH);
        assert_int_equal(h.wait.v[1].segment, 1);
        assert_int_equal(h.wait.v[1].row, 3);
        assert_int_equal(h.wait.v[2].row, 9);
        assert_int_equal(h.wait.v[3].segment, 2);
        assert_int_equal(h.wait.v[3].row, 0);
        assert_int_equal(h.wait.v[4].row, 1);
        lock_holders_clear(&h);
    }
}

static void long_ago_waits_say_nothing_of_who_has_it(void **state)
{
    (void)state;
    for (int before = 0; before < 9; before++) {
        holders h = { 0 };
        for (int i = 0; i < before; i++)
            wait_for(&h, M, W9, i, i + 1, W8);
        wait_for(&h, M, W3, 50, 150, W8);
        wait_for(&h, M, T, 100, 200, W3);
        assert_string_equal(chain(&h, (size_t)before + 1),
                            "8 100.0-150.0 recorded, 3 150.0-200.0 recorded");
        lock_holders_clear(&h);
    }
}

static void turns_of_a_thread_are_in_order(void **state)
{
    holders h = { 0 };

    (void)state;
    assert_true(lock_holders_turns(&h)); /* of no wait */
    assert_int_equal(lock_holders_first(&h, T, 0), 0);
    wait_for(&h, M, W3, 10, 20, 0);
    wait_for(&h, N, T, 30, 40, 0);
    wait_for(&h, M, T, 50, 60, 0);
    wait_for(&h, N, T, 10, 20, 0);
    lock_holders_sort(&h);
    for (int i = 0; i < 2; i++) { /* once is enough */
        assert_true(lock_holders_turns(&h));
        assert_int_equal(h.turn.n, 4);
    }
    for (size_t i = 0; i < 4; i++) {
        const lock_holders_wait *w = &h.wait.v[h.turn.v[i].number];
        assert_int_equal(w->thread, i < 3 ? T : W3);
        assert_int_equal(w->from / MS, i < 3 ? 10 + 20 * i : 10);
    }
    /* one that began before may not be over */
    assert_int_equal(lock_holders_first(&h, T, 5 * MS), 0);
    assert_int_equal(lock_holders_first(&h, T, 15 * MS), 0);
    assert_int_equal(lock_holders_first(&h, T, 35 * MS), 1);
    assert_int_equal(lock_holders_first(&h, T, 70 * MS), 2);
    assert_int_equal(lock_holders_first(&h, W3, 5 * MS), 3); /* not another's */
    assert_int_equal(lock_holders_first(&h, W8, 5 * MS), 4);
    lock_holders_clear(&h);
}

/* ---- of an input ------------------------------------------------------- */

static void a_wait(corr_build *b, const char *labels, double from, double to)
{
    waits_for(b, labels, thread_of(b, 1), thread_of(b, 2), from, to);
}

static void waits(corr_build *b)
{
    a_wait(b, "class=Cache, address=#16", 0, 10);
    a_wait(b, "class=Cache, address=#17", 0, 20);
    a_wait(b, "class=Store, address=#16", 0, 30);
    a_wait(b, "class=Cache, address=#16", 0, 40);
    a_wait(b, "class=Cache", 0, 50);
    a_wait(b, "class=Cache, address=#16", 5, 5);
}

static void class_and_address_make_a_monitor(void **state)
{
    input in = testing_input(waits);
    holders h;

    (void)state;
    assert_true(lock_holders_of(&h, &in));
    assert_int_equal(h.wait.n, 5); /* one had no length */
    assert_int_equal(h.wait.v[0].monitor, 0);
    assert_int_equal(h.wait.v[1].monitor, h.wait.v[2].monitor);
    assert_int_equal(h.wait.v[2].to, testing_ms(40));
    assert_true(h.wait.v[2].monitor != h.wait.v[3].monitor);
    assert_true(h.wait.v[3].monitor != h.wait.v[4].monitor);
    assert_true(h.wait.v[0].thread != h.wait.v[0].owner);
    lock_holders_clear(&h);
    input_clear(&in);
}

static void waits_of_a_kind(corr_build *b)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });

    for (int i = 0; i < 3; i++)
        corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                               .thread = thread_of(b, 1),
                                               .time = testing_ms(10 * i),
                                               .duration = MS,
                                               .value = MS });
}

static void every_row_of_a_kind_is_a_wait(void **state)
{
    input in = testing_input(waits_of_a_kind);
    holders h;

    (void)state;
    assert_true(lock_holders_of(&h, &in));
    assert_int_equal(h.wait.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(h.wait.v[i].row, i);
        assert_int_equal(h.wait.v[i].from, testing_ms(10 * (double)i));
        assert_int_equal(h.wait.v[i].to, h.wait.v[i].from + MS);
        assert_int_equal(h.wait.v[i].owner, 0);
    }
    lock_holders_clear(&h);
    input_clear(&in);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    input in = testing_input(waits);
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        holders h;
        test_memory_arm(n);
        bool ok = lock_holders_of(&h, &in) && lock_holders_turns(&h);
        for (size_t i = 0; ok && i < h.wait.n; i++)
            ok = lock_holders_chain(&h, i);
        more = test_memory_failed();
        assert_true(ok != more);
        lock_holders_clear(&h);
        assert_int_equal(test_memory_disarm(), 0);
    }
    input_clear(&in);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_have_one_order),
        cmocka_unit_test(vector_2_3_reads_two_holders_off_one_other_wait),
        cmocka_unit_test(alone_the_last_holder_is_the_only_one),
        cmocka_unit_test(a_hand_over_that_was_not_recorded_is_said),
        cmocka_unit_test(a_recorder_that_names_nobody_leaves_only_who_took_it),
        cmocka_unit_test(without_an_address_it_may_be_any_monitor),
        cmocka_unit_test(a_chain_without_end_is_cut),
        cmocka_unit_test(stretches_tile_every_wait),
        cmocka_unit_test(long_ago_waits_say_nothing_of_who_has_it),
        cmocka_unit_test(turns_of_a_thread_are_in_order),
        cmocka_unit_test(class_and_address_make_a_monitor),
        cmocka_unit_test(every_row_of_a_kind_is_a_wait),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
