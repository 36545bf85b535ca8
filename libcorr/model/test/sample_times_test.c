/* Tests of sample_times. */
#include "model/sample_times.h"
#include "test/testing.h"

/* Samples of threads 1 and 2; thread 3 counts as 1. */
static const uint32_t same[] = { 0, 1, 2, 1 };

static corr_thread thread(corr_build *b, int64_t number)
{
    return corr_add_thread(b, (corr_text){ 0 }, 0, number);
}

static void sample(corr_build *b, corr_kind kind, int64_t number, int64_t from,
                   int64_t length)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .thread = thread(b, number),
                                           .time = from,
                                           .duration = length,
                                           .value = 1 });
}

static void fill(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind wall = testing_kind(b, "wall", 0);
    const corr_kind scope = testing_kind(b, "scope", CORR_KIND_CONTEXT);

    sample(b, cpu, 7, 100, 0);
    sample(b, cpu, 8, 500, 0);
    sample(b, wall, 7, 200, 50);
    sample(b, wall, 7, 210, 5);
    sample(b, cpu, 9, 300, 0);
    sample(b, scope, 8, 0, 1000);
}

static void each_thread_has_its_own_times(void **state)
{
    input in = testing_input(fill);
    sampled s;

    (void)state;
    assert_true(sample_times_of(&s, &in, same, 5));
    assert_false(sample_times_within(&s, 1, 0, 100));
    assert_true(sample_times_within(&s, 1, 0, 101));
    assert_true(sample_times_within(&s, 1, 100, 101));
    assert_false(sample_times_within(&s, 1, 101, 200));
    assert_true(
        sample_times_within(&s, 1, 230, 240)); /* covered by the longer one */
    assert_false(sample_times_within(&s, 1, 251, 300));
    assert_true(sample_times_within(&s, 1, 251, 301)); /* of thread 3 */
    assert_false(sample_times_within(&s, 1, 301, 900));
    assert_false(
        sample_times_within(&s, 2, 0, 500)); /* no sample is in a scope */
    assert_true(sample_times_within(&s, 2, 0, 501));
    assert_true(
        sample_times_within(&s, 1, 0, 1000)); /* again from the beginning */
    assert_true(sample_times_within(&s, 1, 90, 101));
    sample_times_clear(&s);
    input_clear(&in);
}

static void of_more_than_are_looked_at_there_may_be_any(void **state)
{
    input in = testing_input(fill);
    sampled s;

    (void)state;
    assert_true(sample_times_of(&s, &in, same, 4));
    assert_true(sample_times_within(&s, 1, 0, 1));
    assert_true(sample_times_within(&s, 2, 900, 901));
    sample_times_clear(&s);
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_its_own_times),
        cmocka_unit_test(of_more_than_are_looked_at_there_may_be_any),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
