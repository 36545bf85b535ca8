/* Tests of load_window: the part of an input inside its window. */
#include "load/load_private.h"

#include "test/testing.h"

static const int64_t second = 1000000000;

static corr_kind kind(corr_build *b, const char *name, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .type = corr_str_of(name),
                                              .unit = CORR_NS,
                                              .flags = flags });
}

static void add(corr_build *b, corr_kind k, int64_t at, int64_t length)
{
    const int64_t time = at < 0 ? CORR_NO_TIME : at * second;

    corr_add_sample(b,
                    &(corr_sample_row){ .kind = k,
                                        .time = time,
                                        .duration = length * second,
                                        .value = length ? length * second : 1,
                                        .span = 7,
                                        .obs = 1 });
}

/* An input of 0..10 s, cut. */
static input cut(corr_build *b, const char *window)
{
    corr_set_window(b, 0, 10 * second);
    input in = testing_sealed(b);
    load_cut_file(&in, window);
    assert_null(input_check(&in));
    return in;
}

/* Seconds at which rows of a kind begin, "-": no time. */
static void assert_rows(const input *in, size_t k, const char *want)
{
    const segment *g = &in->segment.v[k];
    char got[100] = "";
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++) {
        const bool timed = g->time && g->time[i] != CORR_NO_TIME;
        n += (size_t)snprintf(got + n, sizeof got - n, n ? " %s" : "%s",
                              timed ? "" : "-");
        if (timed)
            n += (size_t)snprintf(got + n, sizeof got - n, "%lld",
                                  (long long)(g->time[i] / second));
    }
    assert_string_equal(got, want);
}

static void rows_count_where_they_begin_and_waits_while_they_last(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind cpu = kind(b, "cpu", CORR_KIND_DEFAULT);
    const corr_kind lock = kind(b, "lock", CORR_KIND_INTERVAL);

    (void)state;
    for (int64_t i = 1; i < 9; i++)
        add(b, cpu, i, 0);
    add(b, lock, 1, 5);
    add(b, lock, 4, 5);
    input in = cut(b, "00:00:03..00:00:06");
    assert_rows(&in, 1, "3 4 5");
    assert_rows(&in, 2, "3 4");
    for (size_t i = 0; i < 2; i++) { /* 3..6 of 1..6, 4..6 of 4..9 */
        assert_int_equal(in.segment.v[2].value[i], (3 - (int64_t)i) * second);
        assert_int_equal(in.segment.v[2].dur[i], (3 - (int64_t)i) * second);
    }
    assert_int_equal(in.from, 3 * second);
    assert_int_equal(in.to, 6 * second);
    input_clear(&in);
}

/* A thread keeps working for the ids it began with. */
static void what_reaches_into_it_still_says_for_whom(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind scope =
        kind(b, "activation", CORR_KIND_INTERVAL | CORR_KIND_CONTEXT);

    (void)state;
    add(b, scope, 0, 1);
    add(b, scope, 1, 3);
    add(b, scope, 5, 1);
    add(b, scope, 7, 1);
    input in = cut(b, "00:00:03..00:00:06");
    assert_rows(&in, 1, "1 5");
    input_clear(&in);
    b = testing_build((build_opts){ 0 });
    corr_add_sample(b, &(corr_sample_row){
                           .kind = kind(b, "activation",
                                        CORR_KIND_INTERVAL | CORR_KIND_CONTEXT),
                           .time = second,
                           .duration = CORR_UNTIL_NEXT,
                           .span = 7,
                           .obs = 1 });
    in = cut(b, "00:00:03..00:00:06");
    assert_rows(&in, 1, "1");
    input_clear(&in);
}

static void rows_without_a_time_are_of_all_of_it(void **state)
{
    static const struct {
        const char *window, *rows, *note;
    } cases[] = {
        { "00:00:00..00:00:10", "- 5", NULL },
        { "00:00:04..", "5",
          "not counted; partly in @00:00:04.., but samples have no times" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        corr_build *b = testing_build((build_opts){ 0 });
        const corr_kind cpu = kind(b, "cpu", CORR_KIND_DEFAULT);
        add(b, cpu, 5, 0);
        add(b, cpu, -1, 0);
        input in = cut(b, cases[i].window);
        assert_rows(&in, 1, cases[i].rows);
        assert_int_equal(in.warning.n, cases[i].note != NULL);
        if (cases[i].note) {
            assert_string_equal(in.warning.v[0].text, cases[i].note);
            assert_string_equal(in.warning.v[0].code, "WINDOW");
        }
        input_clear(&in);
    }
}

static void where_nothing_is_in_it_that_is_said(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    add(b, kind(b, "cpu", CORR_KIND_DEFAULT), 5, 0);
    input in = cut(b, "00:00:20..00:00:30");
    assert_int_equal(in.err.code, CORR_ENONE);
    assert_string_equal(in.err.what, "no data of it is in @00:00:20..00:00:30");
    assert_string_equal(
        in.err.hint, "the data is of 1970-01-01 00:00:00.000Z..00:00:10.000Z");
    input_clear(&in);
    b = testing_build((build_opts){ 0 });
    add(b, kind(b, "cpu", CORR_KIND_DEFAULT), -1, 0);
    in = testing_sealed(b);
    load_cut_file(&in, "2026-01-01T00:00..");
    assert_int_equal(in.err.code, CORR_EUSAGE);
    input_clear(&in);
}

static void numbers_of_its_recorder_are_cut_and_metrics_are_not(void **state)
{
    (void)state;
    for (unsigned metric = 0; metric < 2; metric++) {
        corr_build *b = testing_build((build_opts){ 0 });
        const corr_series s =
            metric ? corr_add_metric(
                         b, &(corr_metric_row){ .name = CORR_STR("load"),
                                                .type = CORR_METRIC_GAUGE })
                   : corr_add_series(b, CORR_STR("load"), CORR_STR("1"),
                                     (corr_thread){ 0 });
        add(b, kind(b, "cpu", CORR_KIND_DEFAULT), 1, 0);
        for (int64_t i = 0; i < 10; i += 2)
            corr_add_point(b, s, i * second, 1);
        input in = cut(b, "00:00:03..00:00:07");
        assert_int_equal(in.point.n, metric ? 5 : 2);
        input_clear(&in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_count_where_they_begin_and_waits_while_they_last),
        cmocka_unit_test(what_reaches_into_it_still_says_for_whom),
        cmocka_unit_test(rows_without_a_time_are_of_all_of_it),
        cmocka_unit_test(where_nothing_is_in_it_that_is_said),
        cmocka_unit_test(numbers_of_its_recorder_are_cut_and_metrics_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
