/* Tests of critical: vector 3.1, cleaning, the walk, and its speed. */
#include "trace/critical_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/base.h"
#include "test/test_memory.h"
#include "test/test_vector.h"

static void check_critical(const critical_span *s, const int *ms)
{
    for (uint32_t i = 0; i < NSPAN; i++)
        assert_int_equal(s[i].critical, ms[i] * MS);
}

static void vector_3_1_the_blame_goes_to_rate(void **state)
{
    static const int tolerant[NSPAN] = { 80, 100, 50,  250, 0,
                                         25, 60,  290, 145, 0 };
    critical_span s[NSPAN];
    critical c;

    (void)state;
    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0.01));
    check_critical(s, tolerant);
    assert_int_equal(c.nonblocking, 1);
    assert_true(s[AUDIT].nonblocking);
    assert_int_equal(c.clipped, 0);
    assert_int_equal(c.dropped, 0);
    critical_clear(&c);
}

static void vector_3_1_strict_comparison_blames_tax(void **state)
{
    static const int strict[NSPAN] = {
        195, 100, 50, 250, 260, 0, 0, 0, 145, 0
    };
    critical_span s[NSPAN];
    critical c;

    (void)state;
    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0));
    check_critical(s, strict);
    /* while the root seems to work from 700 to 815, ship is still running */
    assert_int_equal(s[ROOT].running, 1);
    for (size_t i = 0; i < c.section.n; i++)
        assert_int_equal(c.section.v[i].running,
                         c.section.v[i].from == 700 * MS);
    critical_clear(&c);
}

static void vector_3_1_plain_self_time(void **state)
{
    static const int plain[NSPAN] = { 40, 100, 50,  250, 260,
                                      30, 60,  290, 145, 500 };
    static const uint32_t children[NSPAN] = { 6, 0, 1, 0, 0, 1, 1, 0, 0, 0 };
    critical_span s[NSPAN];
    critical c;

    (void)state;
    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0.01));
    for (uint32_t i = 0; i < NSPAN; i++) {
        assert_int_equal(s[i].end - s[i].start - s[i].covered, plain[i] * MS);
        assert_int_equal(s[i].children, children[i]);
    }
    critical_clear(&c);
}

static void sections_tile_the_root_in_time_order(void **state)
{
    static const struct {
        uint32_t span;
        int from, to;
    } want[] = {
        { ROOT, 0, 20 },    { AUTH, 20, 120 },     { ROOT, 120, 130 },
        { CART, 130, 150 }, { CARTDB, 150, 400 },  { CART, 400, 430 },
        { ROOT, 430, 440 }, { SHIP, 440, 460 },    { SHIPRPC, 460, 470 },
        { RATE, 470, 760 }, { SHIPRPC, 760, 810 }, { SHIP, 810, 815 },
        { PAY, 815, 960 },  { ROOT, 960, 1000 },
    };
    critical_span s[NSPAN];
    critical c;

    (void)state;
    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0.01));
    assert_int_equal(c.section.n, countof(want));
    for (size_t i = 0; i < countof(want); i++) {
        assert_int_equal(c.section.v[i].span, want[i].span);
        assert_int_equal(c.section.v[i].from, want[i].from * MS);
        assert_int_equal(c.section.v[i].to, want[i].to * MS);
        assert_int_equal(c.section.v[i].running, 0);
    }
    critical_clear(&c);
}

/* ---- two spans: what becomes of the child ---------------------------- */

typedef struct fate {
    int64_t from, to, critical;
    bool nonblocking, dropped;
    uint32_t clipped;
    int64_t clipped_ns;
} fate;

/* A parent of 1 s from 0, and this child; times in ms. */
static fate fate_of(critical_span up, critical_span child)
{
    critical_span s[2] = { up, child };
    critical c;

    s[0].end = 1000 * MS;
    s[0].up = CRITICAL_NONE;
    s[0].end_index = 2;
    s[0].id = 1;
    s[1].start *= MS;
    s[1].end *= MS;
    s[1].up = 0;
    s[1].end_index = 2;
    s[1].id = 2;
    assert_true(critical_of(&c, s, 2, 0, 0.01));
    assert_int_equal(s[0].critical + s[1].critical, 1000 * MS);
    assert_int_equal(c.nonblocking, s[1].nonblocking);
    assert_int_equal(c.dropped, s[1].dropped);
    const fate f = { s[1].from / MS,   s[1].to / MS, s[1].critical / MS,
                     s[1].nonblocking, s[1].dropped, c.clipped,
                     c.clipped_ns / MS };
    critical_clear(&c);
    return f;
}

static void a_child_that_sticks_out_a_little_is_cut(void **state)
{
    const critical_span up = { 0 };
    fate f = fate_of(up, (critical_span){ .start = 500, .end = 1010 });

    (void)state;
    assert_false(f.nonblocking);
    assert_int_equal(f.to, 1000);
    assert_int_equal(f.critical, 500);
    assert_int_equal(f.clipped, 1);
    assert_int_equal(f.clipped_ns, 10);
    f = fate_of(up, (critical_span){ .start = -100, .end = 600 });
    assert_int_equal(f.from, 0);
    assert_int_equal(f.critical, 600);
    assert_int_equal(f.clipped_ns, 100);
    f = fate_of(up, (critical_span){ .start = 0, .end = 1000 });
    assert_int_equal(f.clipped, 0);
    assert_int_equal(f.critical, 1000);
}

static void a_child_that_clearly_runs_on_does_not_block(void **state)
{
    const critical_span up = { 0 };
    fate f = fate_of(up, (critical_span){ .start = 500, .end = 1011 });

    (void)state;
    assert_true(f.nonblocking);
    assert_int_equal(f.critical, 0);
    assert_int_equal(f.clipped, 0);
    assert_int_equal(f.to, 1011);
    assert_true(
        fate_of(up, (critical_span){ .start = 1000, .end = 1005 }).nonblocking);
}

static void a_parent_that_failed_was_waiting(void **state)
{
    const critical_span up = { .failed = true };
    fate f = fate_of(up, (critical_span){ .start = 500, .end = 9000 });

    (void)state;
    assert_false(f.nonblocking);
    assert_int_equal(f.critical, 500);
    assert_int_equal(f.clipped_ns, 8000);
    assert_true(
        fate_of(up, (critical_span){ .start = 1000, .end = 2000 }).nonblocking);
}

static void a_server_below_its_client_always_blocks(void **state)
{
    critical_span client = { .kind = CORR_SPAN_CLIENT };
    const critical_span late = { .start = 500,
                                 .end = 9000,
                                 .kind = CORR_SPAN_SERVER };
    const critical_span after = { .start = 1000,
                                  .end = 2000,
                                  .kind = CORR_SPAN_SERVER };

    (void)state;
    assert_int_equal(fate_of(client, late).critical, 500);
    assert_true(fate_of(client, after).dropped);
    client.failed = true;
    assert_int_equal(fate_of(client, late).critical, 500);
    assert_true(fate_of(client, after).nonblocking);
    client.failed = false;
    client.kind = CORR_SPAN_INTERNAL;
    assert_true(fate_of(client, late).nonblocking);
    client.kind = CORR_SPAN_CLIENT;
    critical_span inner = late;
    inner.kind = CORR_SPAN_INTERNAL;
    assert_true(fate_of(client, inner).nonblocking);
}

static void a_consumer_below_its_producer_never_blocks(void **state)
{
    const critical_span up = { .kind = CORR_SPAN_PRODUCER };
    critical_span child = { .start = 100,
                            .end = 200,
                            .kind = CORR_SPAN_CONSUMER };

    (void)state;
    assert_true(fate_of(up, child).nonblocking);
    child.kind = CORR_SPAN_INTERNAL;
    assert_false(fate_of(up, child).nonblocking);
    child.kind = CORR_SPAN_CONSUMER;
    assert_false(fate_of((critical_span){ 0 }, child).nonblocking);
}

static void what_follows_from_its_parent_never_blocks(void **state)
{
    const critical_span client = { .kind = CORR_SPAN_CLIENT };
    critical_span child = {
        .start = 100, .end = 200, .kind = CORR_SPAN_SERVER, .follows = true
    };

    (void)state;
    assert_true(fate_of(client, child).nonblocking);
    assert_true(fate_of((critical_span){ 0 }, child).nonblocking);
    child.follows = false;
    assert_false(fate_of(client, child).nonblocking);
}

static void what_runs_below_an_unfinished_span_blocks_it(void **state)
{
    const critical_span up = { .unfinished = true };

    (void)state;
    assert_false(
        fate_of(up, (critical_span){ .start = 1000, .end = 1000 }).nonblocking);
    assert_true(
        fate_of(up,
                (critical_span){ .start = 500, .end = 600, .follows = true })
            .nonblocking);
}

static void a_child_before_its_parent_is_dropped(void **state)
{
    const critical_span up = { 0 };

    (void)state;
    assert_true(fate_of(up, (critical_span){ .start = -50, .end = 0 }).dropped);
    assert_false(
        fate_of(up, (critical_span){ .start = -50, .end = 1 }).dropped);
    assert_false(fate_of(up, (critical_span){ .start = 0, .end = 0 }).dropped);
    assert_true(fate_of(up, (critical_span){ .start = -1, .end = -1 }).dropped);
    assert_int_equal(
        fate_of(up, (critical_span){ .start = -50, .end = 0 }).clipped, 0);
}

static void clocks_of_two_hosts_may_differ_by_5_ms(void **state)
{
    static const struct {
        uint32_t proc, host, child_proc, child_host;
        bool whole_ms;
        int64_t slack; /* beyond 1 % of 100 ms */
    } row[] = {
        { 1, 1, 1, 1, false, 1 }, { 1, 1, 2, 1, false, 1 },
        { 1, 1, 2, 2, false, 5 }, { 1, 0, 2, 0, false, 5 },
        { 1, 0, 1, 0, false, 1 }, { 1, 1, 1, 0, false, 1 },
        { 1, 1, 2, 0, false, 5 }, { 0, 0, 0, 0, false, 1 },
        { 1, 1, 2, 2, true, 5 },
    };

    (void)state;
    for (size_t i = 0; i < countof(row); i++)
        for (int64_t over = row[i].slack; over <= row[i].slack + 1; over++) {
            critical_span s[2] = {
                { .end = 100 * MS,
                  .up = CRITICAL_NONE,
                  .end_index = 2,
                  .proc = row[i].proc,
                  .host = row[i].host },
                { .end = (100 + over) * MS,
                  .up = 0,
                  .end_index = 2,
                  .proc = row[i].child_proc,
                  .host = row[i].child_host,
                  .whole_ms = row[i].whole_ms },
            };
            critical c;
            assert_true(critical_of(&c, s, 2, 0, 0.01));
            assert_int_equal(s[1].nonblocking, over > row[i].slack);
            critical_clear(&c);
        }
}

static void whole_milliseconds_are_uncertain_by_one(void **state)
{
    (void)state;
    for (int who = 0; who < 3; who++) {
        critical_span s[2] = {
            { .end = 10 * MS,
              .up = CRITICAL_NONE,
              .end_index = 2,
              .whole_ms = who == 1 },
            { .end = 11 * MS, .up = 0, .end_index = 2, .whole_ms = who == 2 },
        };
        critical c;
        assert_true(critical_of(&c, s, 2, 0, 0.01));
        assert_int_equal(s[1].nonblocking, who == 0);
        critical_clear(&c);
    }
}

static void what_hangs_below_an_async_span_is_async(void **state)
{
    critical_span s[3] = {
        { .end = 100, .up = CRITICAL_NONE, .end_index = 3 },
        { .start = 50, .end = 500, .up = 0, .end_index = 3 },
        { .start = 60, .end = 90, .up = 1, .end_index = 3 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 3, 0, 0.01));
    assert_true(s[1].nonblocking && s[2].nonblocking);
    assert_int_equal(c.nonblocking, 1);
    assert_int_equal(s[0].critical, 100);
    assert_int_equal(s[1].covered, 30);
    critical_clear(&c);
}

static void what_hangs_below_a_dropped_span_is_dropped(void **state)
{
    critical_span s[3] = {
        { .start = 100, .end = 200, .up = CRITICAL_NONE, .end_index = 3 },
        { .start = 10, .end = 90, .up = 0, .end_index = 3 },
        { .start = 20, .end = 80, .up = 1, .end_index = 3 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 3, 0, 0.01));
    assert_true(s[1].dropped && s[2].dropped);
    assert_int_equal(c.dropped, 1);
    assert_int_equal(s[0].critical, 100);
    critical_clear(&c);
}

static void a_grandchild_is_cut_to_what_is_left_of_its_parent(void **state)
{
    critical_span s[3] = {
        { .end = 1000,
          .up = CRITICAL_NONE,
          .end_index = 3,
          .kind = CORR_SPAN_CLIENT },
        { .start = 100,
          .end = 1500,
          .up = 0,
          .end_index = 3,
          .kind = CORR_SPAN_SERVER },
        { .start = 900, .end = 1400, .up = 1, .end_index = 3 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 3, 0, 0.01));
    assert_int_equal(s[2].to, 1000);
    assert_int_equal(c.clipped, 2);
    assert_int_equal(c.clipped_ns, 500 + 400);
    assert_int_equal(s[0].critical, 100);
    assert_int_equal(s[1].critical, 800);
    assert_int_equal(s[2].critical, 100);
    critical_clear(&c);
}

static void
of_equal_ends_the_later_start_then_the_smaller_id_is_taken(void **state)
{
    critical_span s[4] = {
        { .end = 1000, .up = CRITICAL_NONE, .end_index = 4, .id = 1 },
        { .start = 100, .end = 900, .up = 0, .end_index = 2, .id = 2 },
        { .start = 500, .end = 900, .up = 0, .end_index = 3, .id = 9 },
        { .start = 500, .end = 900, .up = 0, .end_index = 4, .id = 5 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 4, 0, 0.01));
    assert_int_equal(s[3].critical, 400);
    assert_int_equal(s[2].critical, 0);
    assert_int_equal(s[1].critical, 0);
    assert_int_equal(s[0].critical, 600);
    /* The first child runs during the root's only wait. The section after 900
     * has no child running, the section before 500 has one. */
    assert_int_equal(c.section.n, 3);
    assert_int_equal(c.section.v[0].running, 1);
    assert_int_equal(c.section.v[2].running, 0);
    assert_int_equal(s[0].running, 1);
    critical_clear(&c);
}

static void running_children_are_counted_while_their_parent_works(void **state)
{
    /* b ends last; a, c and d overlap the root's own time in front of it */
    critical_span s[5] = {
        { .end = 1000, .up = CRITICAL_NONE, .end_index = 5, .id = 1 },
        { .start = 0, .end = 700, .up = 0, .end_index = 2, .id = 2 },
        { .start = 200, .end = 800, .up = 0, .end_index = 3, .id = 3 },
        { .start = 300, .end = 640, .up = 0, .end_index = 4, .id = 4 },
        { .start = 600, .end = 1000, .up = 0, .end_index = 5, .id = 5 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 5, 0, 0.01));
    assert_int_equal(c.section.n, 2);
    assert_int_equal(c.section.v[0].span, 0);
    assert_int_equal(c.section.v[0].to, 600);
    assert_int_equal(c.section.v[0].running, 3);
    assert_int_equal(s[0].running, 3);
    assert_int_equal(s[4].critical, 400);
    critical_clear(&c);
}

static void asking_again_gives_the_same_answer(void **state)
{
    critical_span s[NSPAN];
    critical c;

    (void)state;
    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0));
    assert_int_equal(s[ROOT].running, 1);
    critical_clear(&c);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0.01));
    assert_int_equal(s[ROOT].running, 0);
    assert_int_equal(s[ROOT].critical, 80 * MS);
    assert_int_equal(s[RATE].critical, 290 * MS);
    assert_int_equal(s[ROOT].children, 6);
    critical_clear(&c);
}

static void a_child_without_duration_does_not_cut_a_section_in_two(void **state)
{
    critical_span s[2] = {
        { .end = 1000, .up = CRITICAL_NONE, .end_index = 2 },
        { .start = 500, .end = 500, .up = 0, .end_index = 2 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 2, 0, 0.01));
    assert_int_equal(c.section.n, 1);
    assert_int_equal(c.section.v[0].running, 0);
    critical_clear(&c);
}

static void a_root_without_duration_has_no_path(void **state)
{
    critical_span s[1] = {
        { .start = 5, .end = 5, .up = CRITICAL_NONE, .end_index = 1 }
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 1, 0, 0.01));
    assert_int_equal(c.section.n, 0);
    critical_clear(&c);
    assert_true(critical_of(&c, s, 1, CRITICAL_NONE, 0.01));
    assert_int_equal(c.section.n, 0);
    critical_clear(&c);
    assert_true(critical_of(&c, NULL, 0, CRITICAL_NONE, 0.01));
    critical_clear(&c);
}

static void overlapping_children_are_covered_once(void **state)
{
    critical_span s[5] = {
        { .start = 100, .end = 200, .up = CRITICAL_NONE, .end_index = 5 },
        { .start = 50, .end = 120, .up = 0, .end_index = 2 },
        { .start = 110, .end = 150, .up = 0, .end_index = 3 },
        { .start = 115, .end = 130, .up = 0, .end_index = 4 },
        { .start = 190, .end = 300, .up = 0, .end_index = 5 },
    };
    critical c;

    (void)state;
    assert_true(critical_of(&c, s, 5, 0, 0.01));
    assert_int_equal(s[0].covered, 50 + 10);
    assert_int_equal(s[0].children, 4);
    critical_clear(&c);
}

/* ---- properties ------------------------------------------------------ */

static void whatever_the_trace_the_sections_tile_its_root(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int turn = 0; turn < 300; turn++) {
        critical_span s[MANY];
        critical c;
        int64_t sum = 0;
        const uint32_t n = random_trace(s, &seed);
        assert_true(critical_of(&c, s, n, 0, turn % 2 ? 0.01 : 0));
        int64_t at = s[0].start;
        for (size_t i = 0; i < c.section.n; i++) {
            const corr_section *k = &c.section.v[i];
            assert_int_equal(k->from, at);
            assert_true(k->to > k->from);
            assert_true(k->from >= s[k->span].from);
            assert_true(k->to <= s[k->span].to);
            assert_false(s[k->span].nonblocking || s[k->span].dropped);
            at = k->to;
        }
        assert_int_equal(at, s[0].end);
        for (uint32_t i = 0; i < n; i++) {
            sum += s[i].critical;
            assert_true(s[i].covered >= 0);
            assert_true(s[i].covered <= s[i].end - s[i].start);
        }
        assert_int_equal(sum, s[0].end - s[0].start);
        critical_clear(&c);
    }
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    critical_span s[NSPAN];
    bool more = true;

    (void)state;
    vector(s);
    for (long n = 1; more; n++) {
        critical c;
        test_memory_arm(n);
        const bool made = critical_of(&c, s, NSPAN, ROOT, 0.01);
        more = test_memory_failed();
        critical_clear(&c);
        assert_int_equal(test_memory_disarm(), 0);
        assert_true(made || more);
    }
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Generous: a quadratic step would take minutes. */
static void a_hundred_thousand_spans_take_no_time(void **state)
{
    enum { BIG = 100000 };
    critical_span *s = calloc(BIG, sizeof *s);
    critical c;

    (void)state;
    assert_non_null(s);
    for (int shape = 0; shape < 3; shape++) {
        const double begun = seconds();
        for (uint32_t i = 0; i < BIG; i++) {
            s[i] = (critical_span){ .up = i - 1,
                                    .end_index = BIG,
                                    .start = i,
                                    .end = 4 * BIG - i,
                                    .id = i };
            if (i == 0)
                s[i].up = CRITICAL_NONE;
            else if (shape > 0) {
                s[i].up = 0;
                s[i].end_index = i + 1;
                s[i].end = shape == 1 ? i + 1 : 3 * BIG + i;
            }
        }
        assert_true(critical_of(&c, s, BIG, 0, 0.01));
        assert_true(c.section.n > 0);
        critical_clear(&c);
        assert_true(seconds() - begun < 5);
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_3_1_the_blame_goes_to_rate),
        cmocka_unit_test(vector_3_1_strict_comparison_blames_tax),
        cmocka_unit_test(vector_3_1_plain_self_time),
        cmocka_unit_test(sections_tile_the_root_in_time_order),
        cmocka_unit_test(a_child_that_sticks_out_a_little_is_cut),
        cmocka_unit_test(a_child_that_clearly_runs_on_does_not_block),
        cmocka_unit_test(a_parent_that_failed_was_waiting),
        cmocka_unit_test(a_server_below_its_client_always_blocks),
        cmocka_unit_test(a_consumer_below_its_producer_never_blocks),
        cmocka_unit_test(what_follows_from_its_parent_never_blocks),
        cmocka_unit_test(what_runs_below_an_unfinished_span_blocks_it),
        cmocka_unit_test(a_child_before_its_parent_is_dropped),
        cmocka_unit_test(clocks_of_two_hosts_may_differ_by_5_ms),
        cmocka_unit_test(whole_milliseconds_are_uncertain_by_one),
        cmocka_unit_test(what_hangs_below_an_async_span_is_async),
        cmocka_unit_test(what_hangs_below_a_dropped_span_is_dropped),
        cmocka_unit_test(a_grandchild_is_cut_to_what_is_left_of_its_parent),
        cmocka_unit_test(
            of_equal_ends_the_later_start_then_the_smaller_id_is_taken),
        cmocka_unit_test(running_children_are_counted_while_their_parent_works),
        cmocka_unit_test(asking_again_gives_the_same_answer),
        cmocka_unit_test(
            a_child_without_duration_does_not_cut_a_section_in_two),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
        cmocka_unit_test(a_root_without_duration_has_no_path),
        cmocka_unit_test(overlapping_children_are_covered_once),
        cmocka_unit_test(whatever_the_trace_the_sections_tile_its_root),
        cmocka_unit_test(a_hundred_thousand_spans_take_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
