/* Tests of build_seal and build_warn: sorted spans, the window, damage and its
 * warnings. */
#include "model/build_private.h"
#include "source/source.h"
#include "test/testing.h"

/* ---- spans ------------------------------------------------------------- */

static void spans_are_sorted_and_grouped_by_trace(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    testing_span(b, 2, 0x21, 0, 5, 6, NULL);
    testing_span(b, 1, 0x13, 0, 9, 10, NULL);
    testing_span(b, 1, 0x12, 0, 3, 10, NULL);
    testing_span(b, 1, 0x11, 0, 3, 11, NULL);
    input in = testing_sealed(b);
    const uint64_t want[] = { 0, 0x11, 0x12, 0x13, 0x21 };
    for (size_t i = 0; i < countof(want); i++)
        assert_int_equal(in.span.v[i].id, want[i]);
    assert_int_equal(in.trace.n, 3);
    assert_int_equal(in.trace.v[1].first, 1);
    assert_int_equal(in.trace.v[1].n, 3);
    assert_int_equal(in.trace.v[2].first, 4);
    assert_int_equal(in.trace.v[2].n, 1);
    assert_int_equal(input_trace(&in, testing_trace(1)), 1);
    assert_int_equal(input_trace(&in, testing_trace(2)), 2);
    assert_int_equal(input_trace(&in, testing_trace(3)), 0);
    assert_int_equal(input_trace(&in, (corr_trace_id){ 0, 1 }), 0);
    input_clear(&in);
}

static void many_traces_are_each_found(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    for (uint64_t i = 100; i > 0; i--)
        testing_span(b, i, i, 0, 0, 1, NULL);
    input in = testing_sealed(b);
    for (uint64_t i = 1; i <= 100; i++)
        assert_int_equal(input_trace(&in, testing_trace(i)), i);
    input_clear(&in);
}

static bool is_before(const span_row *a, const span_row *b)
{
    if (a->trace.hi != b->trace.hi)
        return a->trace.hi < b->trace.hi;
    if (a->trace.lo != b->trace.lo)
        return a->trace.lo < b->trace.lo;
    return a->start.ns != b->start.ns ? a->start.ns < b->start.ns
                                      : a->id < b->id;
}

/* Trace ids of any form; some traces have two spans. */
static void assert_in_order(const uint64_t *high, const uint64_t *low, size_t n)
{
    corr_build *b = testing_build((build_opts){ 0 });

    for (size_t i = 0; i < 2 * n; i++)
        corr_add_span(b, &(corr_span_row){ .trace = { high[i % n], low[i % n] },
                                           .id = 1 + i * 7919 % 101,
                                           .start = (int64_t)(1 + i % 3),
                                           .end = 9 });
    input in = testing_sealed(b);
    assert_int_equal(in.span.n, 2 * n + 1);
    for (size_t i = 2; i < in.span.n; i++)
        assert_true(is_before(&in.span.v[i - 1], &in.span.v[i]));
    input_clear(&in);
}

static void traces_are_in_order_of_all_of_their_ids(void **state)
{
    enum { N = 40 };
    uint64_t random[N], near[N], same[N] = { 0 };

    (void)state;
    for (uint64_t i = 0; i < N; i++) {
        random[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        near[i] = UINT64_C(0x6900000000000000) + (i * 17 % N << 32);
    }
    assert_in_order(random, random, N);
    assert_in_order(same, random, N);
    assert_in_order(near, random, N);
    assert_in_order(random, same, N);
    random[7] = UINT64_MAX;
    random[8] = 0;
    assert_in_order(random, near, N);
    assert_in_order(same, random, 1);
}

static void events_and_links_follow_their_span(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_text x = corr_add_text(b, CORR_STR("x"));
    const corr_text y = corr_add_text(b, CORR_STR("y"));

    (void)state;
    const corr_span late = testing_span(b, 1, 0x12, 0, 5, 6, NULL);
    const corr_span early = testing_span(b, 1, 0x11, 0, 1, 2, NULL);
    corr_add_event(b, late, 20, y, (corr_labels){ 0 });
    corr_add_event(b, late, 10, x, (corr_labels){ 0 });
    corr_add_event(b, early, 30, x, testing_labels(b, "a=b"));
    corr_add_event(b, (corr_span){ 0 }, 1, x, (corr_labels){ 0 });
    corr_add_link(b, late, testing_trace(7), 0x77, testing_labels(b, "c=d"));
    corr_add_link(b, early, testing_trace(8), 0x88, (corr_labels){ 0 });
    corr_add_link(b, (corr_span){ 0 }, testing_trace(9), 0x99,
                  (corr_labels){ 0 });
    input in = testing_sealed(b);
    assert_int_equal(in.event.n, 3);
    assert_int_equal(in.event.v[0].span, 1);
    assert_int_equal(in.event.v[0].time, 30);
    assert_int_not_equal(in.event.v[0].labels, 0);
    assert_int_equal(in.event.v[1].span, 2);
    assert_int_equal(in.event.v[1].time, 10);
    assert_int_equal(in.event.v[1].name, x.i);
    assert_int_equal(in.event.v[2].time, 20);
    assert_int_equal(in.link.n, 2);
    assert_int_equal(in.link.v[0].span, 1);
    assert_int_equal(in.link.v[0].id, 0x88);
    assert_int_equal(in.link.v[1].span, 2);
    assert_int_equal(in.link.v[1].trace.lo, 7);
    assert_int_equal(in.link.v[0].labels, 0);
    assert_int_not_equal(in.link.v[1].labels, 0);
    input_clear(&in);
}

static void spans_without_ids_are_left_out_and_counted(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    assert_int_equal(corr_add_span(b, &(corr_span_row){ .id = 5 }).i, 0);
    assert_int_equal(
        corr_add_span(b, &(corr_span_row){ .trace = testing_trace(1) }).i, 0);
    assert_int_equal(
        corr_add_span(b, &(corr_span_row){ .trace = { 0, 1 }, .id = 1 }).i, 1);
    assert_int_equal(
        corr_add_span(b, &(corr_span_row){ .trace = { 1, 0 }, .id = 1 }).i, 2);
    input in = testing_sealed(b);
    assert_int_equal(in.span.n, 3);
    assert_true(in.lost.damaged);
    assert_int_equal(in.lost.events, 2);
    assert_int_equal(in.warning.n, 1);
    assert_int_equal(in.warning.v[0].count, 2);
    input_clear(&in);
}

static void a_span_is_not_its_own_parent(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    testing_span(b, 1, 0x11, 0x11, 0, 1, NULL);
    testing_span(b, 1, 0x12, 0x11, 0, 1, NULL);
    input in = testing_sealed(b);
    assert_int_equal(in.span.v[1].parent, 0);
    assert_int_equal(in.span.v[2].parent, 0x11);
    input_clear(&in);
}

static void a_span_does_not_end_before_it_begins(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    testing_span(b, 1, 0x11, 0, 10, 5, NULL);
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x12,
                                              .from = 20,
                                              .to = 5,
                                              .flags = CORR_SPAN_UNFINISHED });
    input in = testing_sealed(b);
    assert_int_equal(in.span.v[1].end.ns, in.span.v[1].start.ns);
    assert_false(moment_known(in.span.v[2].end));
    assert_int_equal(in.warning.n, 1);
    assert_int_equal(in.warning.v[0].count, 1);
    assert_non_null(strstr(in.warning.v[0].text, "ends before it begins"));
    input_clear(&in);
}

/* The time of writing is no length: samples widen the window.  A window with a
 * length stays, and so does a window without sample times. */
static void a_window_without_a_length_holds_its_samples(void **state)
{
    static const double when[] = { 10, 10, NAN };
    static const int64_t ends[] = { 30, 31, 30 };
    static const double want[][2] = { { 10, 30 }, { 30, 31 }, { 30, 30 } };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        corr_build *b = testing_build((build_opts){ 0 });
        testing_sample(b, testing_cpu(b), "a", when[i], "");
        corr_set_window(b, testing_ms(30), testing_ms((double)ends[i]));
        input in = testing_sealed(b);
        assert_int_equal(in.from, testing_ms(want[i][0]));
        assert_int_equal(in.to, testing_ms(want[i][1]));
        input_clear(&in);
    }
}

/* Spans of a process, n of which begin at whole milliseconds. */
static bool are_coarse(unsigned n, unsigned others, int64_t length)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const int64_t base = INT64_C(1700000000000000000);

    for (unsigned i = 0; i < n + others; i++)
        corr_add_span(
            b, &(corr_span_row){ .trace = testing_trace(1),
                                 .id = i + 1,
                                 .start = base + i * 1000000 + (i >= n),
                                 .end = base + i * 1000000 + length,
                                 .proc = corr_add_proc(
                                     b, testing_labels(b, "service.name=a")) });
    testing_span(b, 1, 999, 0, 0, 1, "service.name=b");
    input in = testing_sealed(b);
    bool all = true;
    bool any = false;
    for (uint32_t i = 1; i < in.span.n; i++) {
        const bool marked = in.span.v[i].flags & CORR_SPAN_MS_START;
        if (in.span.v[i].id == 999)
            assert_false(marked);
        all = all && (marked || in.span.v[i].id == 999);
        any = any || marked;
    }
    input_clear(&in);
    assert_true(all == any);
    return all;
}

static void starts_of_whole_ms_are_a_coarse_clock(void **state)
{
    const int64_t whole = 5000000; /* ends are as coarse */

    (void)state;
    assert_true(are_coarse(20, 0, whole));
    assert_false(are_coarse(19, 0, whole));
    assert_false(are_coarse(30, 1, whole));
    assert_true(are_coarse(2, 0, 7));
    assert_false(are_coarse(1, 0, 7));
    assert_false(are_coarse(30, 1, 7));
}

/* ---- the window ------------------------------------------------------------ */

static void the_window_is_that_of_spans_and_samples(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    testing_span(b, 1, 0x11, 0, 10, 20, NULL);
    corr_add_span(b, &(corr_span_row){ .trace = testing_trace(1), .id = 7 });
    testing_sample(b, testing_cpu(b), "a", 30, "");
    testing_sample(b, testing_kind(b, "alloc", 0), "a", 15, "");
    input in = testing_sealed(b);
    assert_int_equal(in.from, testing_ms(10));
    assert_int_equal(in.to, testing_ms(30));
    input_clear(&in);
}

static void a_window_that_is_given_is_kept(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_set_window(b, testing_ms(1), testing_ms(2));
    testing_sample(b, testing_cpu(b), "a", 30, "");
    input in = testing_sealed(b);
    assert_int_equal(in.from, testing_ms(1));
    assert_int_equal(in.to, testing_ms(2));
    input_clear(&in);
}

static void facts_of_the_file_are_kept(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_set_producer(b, CORR_STR("Go"));
    corr_add_setting(b, CORR_STR("rate"), CORR_STR("99"));
    corr_add_setting(b, CORR_STR("rate"), CORR_STR("100"));
    input in = testing_sealed(b);
    assert_true(corr_str_is(input_text(&in, in.producer), "Go"));
    assert_int_equal(in.setting.n, 2);
    assert_true(corr_str_is(input_text(&in, in.setting.v[1].name), "rate"));
    assert_true(corr_str_is(input_text(&in, in.setting.v[1].value), "100"));
    input_clear(&in);
}

static void what_the_loader_knows_survives_the_seal(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SPANS });
    input in = {
        .file.bytes = 7, .group = 3, .file.is_pipe = true, .read.by_id = true
    };
    const int spool = dup(0) + 1;

    (void)state;
    in.file.path = strdup("shown");
    in.file.opened = strdup("opened");
    in.format = &testing_format;
    in.file.spool = spool;
    assert_int_equal(build_seal(b, &in, NULL), CORR_OK);
    build_free(b);
    assert_string_equal(in.file.path, "shown");
    assert_string_equal(in.file.opened, "opened");
    assert_ptr_equal(in.format, &testing_format);
    assert_int_equal(in.file.bytes, 7);
    assert_int_equal(in.group, 3);
    assert_true(in.file.is_pipe);
    assert_true(in.read.by_id);
    assert_int_equal(in.file.spool, spool);
    assert_int_equal(in.read.needs, CORR_NEED_SPANS);
    input_clear(&in);
}

/* ---- warnings --------------------------------------------------------------- */

static void odd_line(corr_build *b, uint64_t offset, int number)
{
    corr_warn(b, offset, "line %d is odd", number);
}

static void equal_warnings_are_merged_with_the_first_offset(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    odd_line(b, 100, 1);
    odd_line(b, 50, 2);
    corr_warn(b, 70, "something else");
    corr_note(b, "SOME_CODE", "a note");
    odd_line(b, 200, 3);
    input in = testing_sealed(b);
    assert_int_equal(in.warning.n, 3);
    assert_string_equal(in.warning.v[0].text, "line 1 is odd");
    assert_int_equal(in.warning.v[0].offset, 100);
    assert_int_equal(in.warning.v[0].count, 3);
    assert_string_equal(in.warning.v[0].code, "");
    assert_false(in.warning.v[0].damage);
    assert_int_equal(in.warning.v[1].offset, 70);
    assert_int_equal(in.warning.v[1].count, 1);
    assert_string_equal(in.warning.v[2].code, "SOME_CODE");
    assert_int_equal(in.warning.v[2].offset, CORR_NO_OFFSET);
    assert_false(in.lost.damaged);
    input_clear(&in);
}

static void broken(corr_build *b, uint64_t offset)
{
    corr_damage(b, offset, 10, 2, "a broken record at %d", (int)offset);
}

static void what_was_lost_is_said_first(void **state)
{
    static const char *const want[] = { "a broken record", "another", "one",
                                        "two" };
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_warn(b, 1, "one");
    broken(b, 7);
    corr_warn(b, 9, "two");
    corr_damage(b, 9, 0, 1, "another");
    input in = testing_sealed(b);
    assert_int_equal(in.warning.n, 4);
    for (size_t i = 0; i < 4; i++)
        assert_ptr_equal(strstr(in.warning.v[i].text, want[i]),
                         in.warning.v[i].text);
    input_clear(&in);
}

static void damage_is_summed(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    broken(b, 5);
    broken(b, 6);
    corr_damage(b, 9, 0, 1, "another");
    assert_false(corr_build_failed(b));
    input in = testing_sealed(b);
    assert_true(in.lost.damaged);
    assert_int_equal(in.lost.bytes, 20);
    assert_int_equal(in.lost.events, 5);
    assert_int_equal(in.warning.n, 2);
    assert_true(in.warning.v[0].damage);
    assert_string_equal(in.warning.v[0].code, "DAMAGED");
    assert_int_equal(in.warning.v[0].offset, 5);
    assert_int_equal(in.warning.v[0].count, 2);
    input_clear(&in);
}

static void strictly_damage_refuses_the_file(void **state)
{
    corr_build *b = testing_build((build_opts){ .strict = true });
    corr_err err = { 0 };
    input in = { 0 };

    (void)state;
    corr_warn(b, 1, "only a warning");
    assert_false(corr_build_failed(b));
    broken(b, 5);
    broken(b, 6);
    assert_true(corr_build_failed(b));
    assert_int_equal(build_seal(b, &in, &err), CORR_EFORMAT);
    assert_string_equal(err.what, "a broken record at 5");
    assert_int_equal(err.offset, 5);
    build_free(b);
}

static void refusing_names_the_field_and_the_place(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_err err = { 0 };
    input in = { 0 };

    (void)state;
    corr_refuse(b, CORR_EFORMAT, 42, "Sample.value", "%d values for %d types",
                3, 2);
    corr_refuse(b, CORR_ELIMIT, 50, NULL, "later ones are dropped");
    assert_int_equal(build_seal(b, &in, &err), CORR_EFORMAT);
    assert_int_equal(err.code, CORR_EFORMAT);
    assert_int_equal(err.offset, 42);
    assert_string_equal(err.field, "Sample.value");
    assert_string_equal(err.what, "3 values for 2 types");
    build_free(b);
}

/* ---- the end of a read --------------------------------------------------------- */

static const uint8_t half_a_gzip[] = { 0x1f, 0x8b, 8, 0, 0 };

static corr_code finish(const void *p, size_t n, corr_build *b, corr_err *err)
{
    const src_opts opts = { .limits.record = 10 };
    corr_src *src = src_open_memory(p, n, &opts, err);
    size_t got;

    assert_non_null(src);
    corr_src_peek(src, 5, &got);
    const corr_code code = corr_finish(src, b, err);
    src_close(src);
    return code;
}

static void a_stream_that_broke_off_is_damage(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(finish(half_a_gzip, sizeof half_a_gzip, b, &err), CORR_OK);
    input in = testing_sealed(b);
    assert_true(in.lost.damaged);
    assert_non_null(strstr(in.warning.v[0].text, "cut off"));
    assert_int_equal(in.warning.v[0].offset, 0);
    input_clear(&in);

    b = testing_build((build_opts){ .strict = true });
    assert_int_equal(finish(half_a_gzip, sizeof half_a_gzip, b, &err),
                     CORR_EFORMAT);
    assert_int_equal(err.code, CORR_EFORMAT);
    build_free(b);
}

static void a_whole_stream_ends_well(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    assert_int_equal(finish("text", 4, b, NULL), CORR_OK);
    input in = testing_sealed(b);
    assert_false(in.lost.damaged);
    input_clear(&in);
}

static void the_end_tells_what_failed_first(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    corr_refuse(b, CORR_EFORMAT, 1, NULL, "refused");
    assert_int_equal(finish("text", 4, b, &err), CORR_EFORMAT);
    assert_string_equal(err.what, "refused");
    build_free(b);

    b = testing_build((build_opts){ 0 });
    err = (corr_err){ 0 };
    corr_src *src = src_open_fd(-1, &(src_opts){ .limits.record = 10 }, NULL);
    assert_non_null(src);
    size_t got;
    corr_src_peek(src, 11, &got);
    assert_int_equal(corr_finish(src, b, &err), CORR_ELIMIT);
    assert_int_equal(err.code, CORR_ELIMIT);
    src_close(src);
    build_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_are_sorted_and_grouped_by_trace),
        cmocka_unit_test(many_traces_are_each_found),
        cmocka_unit_test(traces_are_in_order_of_all_of_their_ids),
        cmocka_unit_test(events_and_links_follow_their_span),
        cmocka_unit_test(spans_without_ids_are_left_out_and_counted),
        cmocka_unit_test(a_span_is_not_its_own_parent),
        cmocka_unit_test(a_span_does_not_end_before_it_begins),
        cmocka_unit_test(a_window_without_a_length_holds_its_samples),
        cmocka_unit_test(starts_of_whole_ms_are_a_coarse_clock),
        cmocka_unit_test(the_window_is_that_of_spans_and_samples),
        cmocka_unit_test(a_window_that_is_given_is_kept),
        cmocka_unit_test(facts_of_the_file_are_kept),
        cmocka_unit_test(what_the_loader_knows_survives_the_seal),
        cmocka_unit_test(equal_warnings_are_merged_with_the_first_offset),
        cmocka_unit_test(what_was_lost_is_said_first),
        cmocka_unit_test(damage_is_summed),
        cmocka_unit_test(strictly_damage_refuses_the_file),
        cmocka_unit_test(refusing_names_the_field_and_the_place),
        cmocka_unit_test(a_stream_that_broke_off_is_damage),
        cmocka_unit_test(a_whole_stream_ends_well),
        cmocka_unit_test(the_end_tells_what_failed_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
