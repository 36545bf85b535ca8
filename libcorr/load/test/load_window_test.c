/* Tests of load_window: windows of directories. */
#include "store/store.h"
#include "test/testing.h"

static char dir[] = "/tmp/corr-window-XXXXXX";

static const int64_t second = 1000000000, day = 86400 * INT64_C(1000000000);

static const char *at(const char *name)
{
    return testing_path(dir, name);
}

static int probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n && head[0] == 'W' ? 100 : 0;
}

static unsigned times_read;
static int64_t expected; /* ns */

/* A start at noon of the first day. */
static bool piece(const uint8_t *head, size_t n, corr_part *p)
{
    (void)head;
    (void)n;
    *p = (corr_part){ .from = 43200 * second, .to = 43201 * second };
    return true;
}

static void add_sample(corr_build *b, corr_kind kind, int64_t seconds)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .stack = testing_stack(b, "a"),
                                           .time = seconds * second,
                                           .value = 10 });
}

/* "W FROM TO" in seconds: a sample at each; "W" has one without a time, and "W
 * none" has no sample.  "W FROM TO STARTED" also gives the start of its
 * process. */
static corr_code read_times(corr_src *in, const corr_want *want, corr_build *b,
                            corr_err *err)
{
    corr_str line, from, to;
    int64_t a = 0, z = 0;

    times_read++;
    expected = want->samples.to - want->samples.from;
    if (!corr_src_line(in, &line) || corr_str_is(line, "W none"))
        return corr_finish(in, b, err);
    if (!corr_str_cut((corr_str){ line.p + 1, line.n - 1 }, ' ', &to, &line)) {
        testing_sample(b, testing_cpu(b), "a", NAN, "");
        return corr_finish(in, b, err);
    }
    assert_true(corr_str_cut(line, ' ', &from, &to));
    if (corr_str_cut(to, ' ', &to, &line)) {
        assert_true(corr_str_i64(line, &z));
        corr_set_started(b, z * second);
    }
    assert_true(corr_str_i64(from, &a) && corr_str_i64(to, &z));
    const corr_kind cpu = testing_cpu(b);
    add_sample(b, cpu, a);
    add_sample(b, cpu, z);
    corr_set_window(b, a * second, z * second);
    return corr_finish(in, b, err);
}

static int set_up(void **state)
{
    static const char *const files[][2] = {
        { "evening", "W 86390 86398" }, /* 23:59:50..23:59:58 */
        { "night", "W 86405 86410" },   /* 00:00:05..00:00:10 the day after */
        { "noon", "W 43200 43210" },    { "timeless", "W" },
        { "unread", "W none" },         { "other", "x" },
    };

    (void)state;
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        testing_write(at(files[i][0]), files[i][1], strlen(files[i][1]));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return testing_remove(dir);
}

static corr_store *load_at(const char *where, const char *window,
                           corr_code want, corr_err *err)
{
    static corr_format times = {
        .name = "times", .title = "times", .probe = probe, .read = read_times
    };
    static const corr_format *const formats[] = { &times, NULL };
    corr_store *st = corr_store_new(formats, NULL);
    char path[400];

    assert_non_null(st);
    snprintf(path, sizeof path, "%s@%s", where, window);
    times.pieces.begins = where == dir ? NULL : piece; /* no files are joined */
    times_read = 0;
    assert_int_equal(corr_load(st, (const char *const[]){ path }, 1,
                               &(corr_load_opts){ .jobs = 1 }, err),
                     want);
    return st;
}

static corr_store *load(const char *window, corr_code want, corr_err *err)
{
    return load_at(dir, window, want, err);
}

/* The inputs: "noon 43200..43210" in seconds of the first day, "-" for an uncut
 * one, "!" for a failed one. */
static void assert_cut(const corr_store *st, const char *want)
{
    char got[400] = "";
    size_t n = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        n += (size_t)snprintf(got + n, sizeof got - n, "%s%s", n ? ", " : "",
                              in->file.path);
        if (in->err.code)
            n += (size_t)snprintf(got + n, sizeof got - n, " !");
        else if (!in->window.is_set)
            n += (size_t)snprintf(got + n, sizeof got - n, " -");
        else
            n += (size_t)snprintf(got + n, sizeof got - n, " %lld..%lld",
                                  (long long)(in->window.from / second),
                                  (long long)(in->window.to / second));
    }
    assert_string_equal(got, want);
}

static const input *named(const corr_store *st, const char *path)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        if (strcmp(store_input(st, i)->file.path, path) == 0)
            return store_input(st, i);
    fail_msg("no %s", path);
    return NULL;
}

/* A time of day is on the day on which the first file begins, also for files of
 * the next day. */
static void files_of_a_directory_are_cut_by_one_window(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load("23:59..00:01", CORR_OK, &err);

    (void)state;
    assert_cut(st, "evening 86340..86460, night 86340..86460, timeless !, "
                   "unread -");
    corr_store_free(st);
}

static void the_last_seconds_are_those_of_all(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load("-8s", CORR_OK, &err);

    (void)state;
    assert_int_equal(named(st, "night")->window.from, day + 2 * second);
    assert_cut(st, "night 86402..9223372036, timeless !, unread -");
    corr_store_free(st);
}

static void a_file_without_times_is_left_out_and_named(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load("12:00..12:01", CORR_OK, &err);

    (void)state;
    assert_string_equal(
        named(st, "timeless")->err.what,
        "the time of recording is unknown; @12:00..12:01 cannot be cut");
    assert_string_equal(named(st, "timeless")->err.input, "timeless");
    assert_cut(st, "noon 43200..43260, timeless !, unread -");
    corr_store_free(st);
}

static void where_nothing_is_inside_it_is_said_what_there_is(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load("13:00..14:00", CORR_ENONE, &err);
    char want[200];

    (void)state;
    snprintf(want, sizeof want, "no data of %s is in @13:00..14:00", dir);
    assert_string_equal(err.what, want);
    assert_string_equal(
        err.hint,
        "the data is of 1970-01-01 12:00:00.000Z..1970-01-02 00:00:10.000Z");
    corr_store_free(st);
}

static void a_window_ends_after_it_begins(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load("1970-01-01T13:00..1970-01-01T12:00", CORR_OK, &err);

    (void)state;
    assert_cut(st, "evening !, night !, noon !, timeless !, unread -");
    assert_string_equal(
        named(st, "noon")->err.what,
        "@1970-01-01T13:00..1970-01-01T12:00 ends before it begins");
    corr_store_free(st);
}

/* Rows of bytes outside the window are dropped, if the window is the one
 * expected from the start of the file. */
static void a_window_is_expected_before_it_is_known(void **state)
{
    corr_err err = { 0 };
    corr_store *st = load_at(at("noon"), "12:00:05..12:00:10", CORR_OK, &err);

    (void)state;
    assert_int_equal(times_read, 1);
    assert_int_equal(expected, 5 * second);
    assert_int_equal(store_input(st, 0)->window.from, 43205 * second);
    corr_store_free(st);
    st = load_at(at("night"), "00:00:05..00:00:08", CORR_OK, &err);
    assert_int_equal(times_read, 2);
    assert_int_equal(expected, 0);
    assert_int_equal(store_input(st, 0)->window.from, day + 5 * second);
    assert_int_equal(store_input(st, 0)->to, day + 8 * second);
    corr_store_free(st);
    st = load_at(at("noon"), "-5s", CORR_OK, &err);
    assert_int_equal(times_read, 1);
    assert_int_equal(expected, 0);
    corr_store_free(st);
}

/* ---- the start of a process ------------------------------------------- */

/* The start of the cut input in seconds, and its number of samples. */
static void assert_begins(const char *text, bool skip, const char *window,
                          int64_t begins, size_t samples)
{
    static const corr_format times = {
        .name = "times", .title = "times", .probe = probe, .read = read_times
    };
    static const corr_format *const formats[] = { &times, NULL };
    corr_store *st = corr_store_new(formats, NULL);
    const corr_load_opts opts = { .jobs = 1, .times.skip_starts = skip };
    char path[400];

    testing_write(at("start"), text, strlen(text));
    snprintf(path, sizeof path, "%s%s", at("start"), window);
    assert_int_equal(
        corr_load(st, (const char *const[]){ path }, 1, &opts, NULL), CORR_OK);
    const input *in = store_input(st, 0);
    assert_int_equal(in->from, begins * second);
    assert_int_equal(in->segment.v[1].n, samples);
    assert_int_equal(in->window.lacks_start, skip && !*window && samples < 2);
    corr_store_free(st);
    assert_int_equal(remove(at("start")), 0);
}

static void the_first_minutes_of_a_process_are_left_out(void **state)
{
    (void)state;
    assert_begins("W 1010 2000 1000", true, "", 1300, 1);
    assert_begins("W 1299 1900 1000", true, "", 1300, 1);
    assert_begins("W 1010 2000 1000", false, "", 1010, 2);
    assert_begins("W 1010 2000", true, "", 1010, 2);
}

static void where_ten_more_minutes_are_not_there_they_stay(void **state)
{
    (void)state;
    assert_begins("W 1010 1899 1000", true, "", 1010, 2);
}

static void what_begins_later_and_what_was_asked_for_stays(void **state)
{
    (void)state;
    assert_begins("W 1300 3000 1000", true, "", 1300, 2);
    assert_begins("W 1010 2000 1000", true, "@1970-01-01T00:00:00..", 1010, 2);
}

/* Two seconds of full ticks, with a load after each: 12.8 of 32 threads ran,
 * and one sample stands for 51.2 ms. */
static corr_code read_full(corr_src *in, const corr_want *want, corr_build *b,
                           corr_err *err)
{
    const corr_series load = corr_add_series(b, CORR_STR("jvm_user"),
                                             CORR_STR("1"), (corr_thread){ 0 });
    const int64_t tick = 20000000;
    const corr_kind cpu = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                             .type = CORR_STR("jdk.ExecutionSample"),
                             .unit = CORR_NS,
                             .period = tick,
                             .flags = CORR_KIND_FEW | CORR_KIND_RUNNABLE });

    (void)want;
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("32"));
    for (int64_t i = 0; i < 500; i++)
        corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                               .stack = testing_stack(b, "a"),
                                               .time = i / 5 * tick + i % 5,
                                               .value = tick });
    corr_add_point(b, load, second, 0.4);
    corr_add_point(b, load, 2 * second, 0.4);
    corr_set_window(b, 0, 2 * second);
    return corr_finish(in, b, err);
}

/* The load of a window of 0.2 s is measured after it. */
static void a_sample_weighs_as_much_in_a_window_as_without(void **state)
{
    static const corr_format full = {
        .name = "full", .title = "full", .probe = probe, .read = read_full
    };
    static const corr_format *const formats[] = { &full, NULL };
    static const char *const windows[] = { "", "@00:00:00.4..00:00:00.6" };
    static const size_t rows[] = { 500, 50 };
    char path[400];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        corr_store *st = corr_store_new(formats, NULL);
        snprintf(path, sizeof path, "%s%s", at("noon"), windows[i]);
        assert_int_equal(corr_load(st, (const char *const[]){ path }, 1,
                                   &(corr_load_opts){ .jobs = 1 }, NULL),
                         CORR_OK);
        const segment *g = &store_input(st, 0)->segment.v[1];
        assert_int_equal(g->n, rows[i]);
        for (size_t k = 0; k < g->n; k++)
            assert_int_equal(segment_value(g, k), 51200000);
        corr_store_free(st);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_a_directory_are_cut_by_one_window),
        cmocka_unit_test(the_last_seconds_are_those_of_all),
        cmocka_unit_test(a_file_without_times_is_left_out_and_named),
        cmocka_unit_test(where_nothing_is_inside_it_is_said_what_there_is),
        cmocka_unit_test(a_window_ends_after_it_begins),
        cmocka_unit_test(a_window_is_expected_before_it_is_known),
        cmocka_unit_test(the_first_minutes_of_a_process_are_left_out),
        cmocka_unit_test(where_ten_more_minutes_are_not_there_they_stay),
        cmocka_unit_test(what_begins_later_and_what_was_asked_for_stays),
        cmocka_unit_test(a_sample_weighs_as_much_in_a_window_as_without),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
