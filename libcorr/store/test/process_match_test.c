/* Tests of process_match: the process of samples, and the files that are
 * used. */

#include "join/prepare.h"
#include "test/testing.h"

#define SHOP  "service.name=shop, host.name=a, process.pid=#7"
#define SHOP2 "service.name=shop, host.name=a, process.pid=#8"
#define CART  "service.name=cart, host.name=b"

static const process_match *tie_of(corr_store *st, uint32_t i)
{
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(i < st->match.n);
    return &st->match.v[i];
}

static void assert_service(corr_store *st, uint32_t i, const char *service)
{
    const process_match *t = tie_of(st, i);
    const corr_str name = st->spans.service.v[t->service];

    if (!corr_str_is(name, service))
        fail_msg("%.*s is not %s", CORR_STR_ARG(name), service);
    assert_int_equal(t->tied, *service != 0);
}

static uint32_t proc_of_span(const corr_store *st, uint64_t id)
{
    return st->spans.proc
        .v[spans_find(&st->spans, (corr_trace_id){ 0, 0 }, id, NULL)];
}

static void two_services(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 90, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 80, CART);
}

static void one_service(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
}

static void two_processes(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0, 0, 100, SHOP2);
}

/* ---- the four ways -------------------------------------------------- */

static void labelled(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "a", NAN, "");
    testing_sample(b, cpu, "a", NAN, "span_id=999");
    testing_sample(b, cpu, "a", NAN, "span_id=13");
}

static void labelled_by_root(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "local root span id=#19");
}

static void ids_on_samples_tell_the_process(void **state)
{
    corr_store *st = testing_store(two_services, labelled, labelled_by_root);

    (void)state;
    for (uint32_t i = 1; i <= 2; i++) {
        assert_service(st, i, "cart");
        assert_int_equal(st->match.v[i].proc, proc_of_span(st, 0x13));
        assert_false(st->match.v[i].assumed);
    }
    corr_store_free(st);
}

static void labelled_both(corr_build *b)
{
    labelled(b);
    testing_sample(b, (corr_kind){ 1 }, "a", NAN, "span_id=11");
}

static void ids_of_two_processes_tell_none(void **state)
{
    corr_store *st = testing_store(two_services, labelled_both);

    (void)state;
    assert_service(st, 1, "");
    assert_int_equal(st->match.v[1].proc, 0);
    corr_store_free(st);
}

static void labelled_and_owned(corr_build *b)
{
    testing_owner(b, SHOP);
    labelled(b);
}

static void ids_win_over_what_the_file_says_of_itself(void **state)
{
    corr_store *st = testing_store(two_services, labelled_and_owned);

    (void)state;
    assert_service(st, 1, "cart");
    corr_store_free(st);
}

static void owned(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void of_a_host(corr_build *b)
{
    testing_owner(b, "host.name=h, process.pid=#5");
    testing_sample(b, testing_cpu(b), "h", NAN, "");
}

static void of_the_other_shop(corr_build *b)
{
    testing_owner(b, SHOP2);
    testing_sample(b, testing_cpu(b), "h", NAN, "");
}

static void another_process_of_the_service_stays_another(void **state)
{
    corr_store *st = testing_store(one_service, of_the_other_shop);

    (void)state;
    assert_service(st, 1, "shop");
    assert_int_not_equal(st->match.v[1].proc, 0);
    assert_int_not_equal(st->match.v[1].proc, proc_of_span(st, 0x11));
    corr_store_free(st);
}

static void a_process_without_a_service_is_known_too(void **state)
{
    corr_store *st = testing_store(two_services, of_a_host);
    const process_match *t = tie_of(st, 1);

    (void)state;
    assert_int_not_equal(t->proc, 0);
    assert_int_equal(t->service, 0);
    assert_true(t->tied);
    corr_store_free(st);
}

static void heap_and_cpu(corr_build *b)
{
    testing_sample(b, testing_kind(b, "alloc", 0), "a", NAN, "");
    testing_sample(b, testing_cpu(b), "a", NAN, "span_id=13");
}

static void ids_may_be_on_any_kind(void **state)
{
    corr_store *st = testing_store(two_services, heap_and_cpu);

    (void)state;
    assert_service(st, 1, "cart");
    corr_store_free(st);
}

static void a_file_may_name_its_process(void **state)
{
    corr_store *st = testing_store(two_services, owned);

    (void)state;
    assert_service(st, 1, "shop");
    assert_int_equal(st->match.v[1].proc, proc_of_span(st, 0x11));
    assert_false(st->match.v[1].assumed);
    corr_store_free(st);
}

static void service_label(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "a", NAN, "service_name=Cart");
    testing_sample(b, cpu, "a", NAN, "");
    testing_sample(b, cpu, "b", NAN, "service_name=Cart, region=eu");
}

static void first_label(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "first", NAN, "service_name=cart");
    testing_sample(b, (corr_kind){ 1 }, "second", NAN, "");
}

static void service_labels(corr_build *b)
{
    service_label(b);
    testing_sample(b, (corr_kind){ 1 }, "a", NAN, "service_name=shop");
}

static void a_service_label_tells_the_service(void **state)
{
    corr_store *st =
        testing_store(two_services, service_label, service_labels, first_label);

    (void)state;
    assert_service(st, 1, "cart");
    assert_int_equal(st->match.v[1].proc, proc_of_span(st, 0x13));
    assert_false(st->match.v[1].assumed);
    assert_service(st, 2, "");
    assert_service(st, 3, "cart");
    corr_store_free(st);
}

static void executable(corr_build *b)
{
    testing_owner(b, "process.executable.name=/opt/bin/CART");
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void other_executable(corr_build *b)
{
    testing_owner(b, "process.executable.name=/opt/bin/cart-v2");
    testing_sample(b, testing_cpu(b), "b", NAN, "");
}

static void the_name_of_the_program_tells_the_service(void **state)
{
    corr_store *st = testing_store(two_services, executable, other_executable);

    (void)state;
    assert_service(st, 1, "cart");
    assert_false(st->match.v[1].assumed);
    assert_service(st, 2, "");
    corr_store_free(st);
}

static void numbered(corr_build *b)
{
    testing_owner(b, "process.pid=#7");
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void numbered_of_a_host(corr_build *b)
{
    testing_owner(b, "host.name=a, process.pid=#7");
    testing_sample(b, testing_cpu(b), "b", NAN, "");
}

static void numbered_otherwise(corr_build *b)
{
    testing_owner(b, "process.pid=#9");
    testing_sample(b, testing_cpu(b), "d", NAN, "");
}

static void without_a_number(corr_build *b)
{
    testing_owner(b, "process.executable.name=java");
    testing_sample(b, testing_cpu(b), "f", NAN, "");
}

/* Spans with the same number and an unknown service. */
static void and_spans_of_nobody(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 2, 0x14, 0, 0, 100, "process.pid=#7");
    testing_span(b, 1, 0x12, 0x11, 10, 90, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 80, CART);
}

static void the_number_of_a_process_tells_which(void **state)
{
    corr_store *st =
        testing_store(and_spans_of_nobody, numbered, numbered_of_a_host);

    (void)state;
    for (uint32_t i = 1; i <= 2; i++) {
        assert_service(st, i, "shop");
        assert_int_equal(st->match.v[i].proc, proc_of_span(st, 0x11));
        assert_true(st->match.v[i].by_pid);
        assert_false(st->match.v[i].assumed);
        assert_true(corr_input_at(st, i).process.by_pid);
    }
    corr_store_free(st);
}

static void a_number_that_nothing_has_tells_nothing(void **state)
{
    corr_store *st =
        testing_store(two_services, numbered_otherwise, without_a_number);

    (void)state;
    for (uint32_t i = 1; i <= 2; i++) {
        assert_int_equal(tie_of(st, i)->service, 0);
        assert_false(st->match.v[i].by_pid);
    }
    corr_store_free(st);
}

static void same_number_elsewhere(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 0, 100,
                 "service.name=cart, host.name=b, process.pid=#7");
}

static void a_number_of_two_processes_tells_nothing(void **state)
{
    corr_store *st =
        testing_store(same_number_elsewhere, numbered, numbered_of_a_host);

    (void)state;
    assert_service(st, 1, "");
    assert_false(st->match.v[1].by_pid);
    assert_service(st, 2, "shop");
    corr_store_free(st);
}

static void numbered_and_labelled(corr_build *b)
{
    testing_owner(b, "process.pid=#7");
    testing_sample(b, testing_cpu(b), "a", NAN, "span_id=13");
}

static void ids_win_over_the_number(void **state)
{
    corr_store *st = testing_store(two_services, numbered_and_labelled);

    (void)state;
    assert_service(st, 1, "cart");
    assert_false(st->match.v[1].by_pid);
    corr_store_free(st);
}

static void anonymous(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void the_only_service_is_assumed(void **state)
{
    corr_store *st = testing_store(one_service, anonymous);

    (void)state;
    assert_service(st, 1, "shop");
    assert_true(st->match.v[1].assumed);
    assert_int_equal(st->match.v[1].proc, proc_of_span(st, 0x11));
    assert_true(corr_input_at(st, 1).process.assumed);
    assert_false(tie_of(st, 0)->tied); /* traces are of many processes */
    corr_store_free(st);
}

static void anonymous_go(corr_build *b)
{
    anonymous(b);
    corr_set_language(b, CORR_STR("go"));
}

static void a_service_in_java(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP ", telemetry.sdk.language=java");
}

static void a_service_in_go(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP ", telemetry.sdk.language=go");
}

static void a_recording_in_java(corr_build *b)
{
    one_service(b);
    corr_set_language(b, CORR_STR("java"));
}

/* By its traces or else by the recording that has them. */
static void a_service_in_another_language_is_not_assumed(void **state)
{
    static const struct {
        void (*traces)(corr_build *b);
        const char *service;
    } each[] = { { a_service_in_java, "" },
                 { a_recording_in_java, "" },
                 { a_service_in_go, "shop" },
                 { one_service, "shop" } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_store *st = testing_store(each[i].traces, anonymous_go, anonymous);
        assert_service(st, 1, each[i].service);
        assert_service(st, 2, "shop");
        corr_store_free(st);
    }
}

static void a_service_of_two_processes_is_assumed_without_one(void **state)
{
    corr_store *st = testing_store(two_processes, anonymous);

    (void)state;
    assert_service(st, 1, "shop");
    assert_int_equal(st->match.v[1].proc, 0);
    corr_store_free(st);
}

static void among_two_services_nothing_is_assumed(void **state)
{
    corr_store *st = testing_store(two_services, anonymous);

    (void)state;
    assert_service(st, 1, "");
    assert_false(st->match.v[1].assumed);
    assert_int_equal(tie_of(st, 0)->service, 0);
    corr_store_free(st);
}

static void without_traces_nothing_is_assumed(void **state)
{
    corr_store *st = testing_store(owned, anonymous);

    (void)state;
    assert_service(st, 0, "shop");
    assert_service(st, 1, "");
    corr_store_free(st);
}

static void of_another_service(corr_build *b)
{
    testing_owner(b, "service.name=billing");
    testing_sample(b, testing_cpu(b), "b", NAN, "");
}

static void services_without_spans_do_not_hinder(void **state)
{
    corr_store *st = testing_store(one_service, anonymous, of_another_service);

    (void)state;
    assert_service(st, 1, "shop");
    assert_service(st, 2, "billing");
    corr_store_free(st);
}

/* ---- the same program ----------------------------------------------- */

static void cpu_of_program(corr_build *b)
{
    testing_owner(b, "process.executable.name=server");
    testing_sample(b, testing_cpu(b), "a", NAN, "span_id=13");
}

static void heap_of_program(corr_build *b)
{
    testing_owner(b, "process.executable.name=server");
    testing_sample(b, testing_kind(b, "alloc", 0), "a", NAN, "");
}

static void heap_of_other(corr_build *b)
{
    testing_owner(b, "process.executable.name=client");
    testing_sample(b, testing_kind(b, "alloc", 0), "b", NAN, "");
}

static void a_profile_is_of_the_process_of_its_program(void **state)
{
    corr_store *st = testing_store(two_services, heap_of_program,
                                   cpu_of_program, heap_of_other);

    (void)state;
    assert_service(st, 1, "cart");
    assert_int_equal(st->match.v[1].proc, proc_of_span(st, 0x13));
    assert_service(st, 3, "");
    corr_store_free(st);
}

static void only_cart_and_shop(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x13, 0x11, 20, 80, SHOP);
}

static void the_program_replaces_an_assumption(void **state)
{
    corr_store *st =
        testing_store(only_cart_and_shop, heap_of_program, cpu_of_program);

    (void)state;
    assert_service(st, 1, "shop");
    assert_false(st->match.v[1].assumed);
    corr_store_free(st);
}

/* ---- duplicates ----------------------------------------------------- */

static void other_value(corr_build *b)
{
    anonymous(b);
    testing_sample(b, (corr_kind){ 1 }, "a", NAN, "");
}

static void labels_apart(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "shard=#1");
}

static void labels_apart_too(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "shard=#2");
}

static void equal_content_is_used_once(void **state)
{
    corr_store *st = testing_store(anonymous, other_value, anonymous);

    (void)state;
    assert_true(tie_of(st, 0)->used);
    assert_true(tie_of(st, 1)->used);
    assert_false(tie_of(st, 2)->used);
    assert_non_null(strstr(st->match.v[2].why_not, "same content"));
    assert_non_null(strstr(st->match.v[2].why_not, corr_input_at(st, 0).path));
    assert_false(corr_input_at(st, 2).used);
    assert_true(testing_said(st, "DUPLICATE"));
    corr_store_free(st);
}

static void numbers_in_labels_make_content_differ(void **state)
{
    corr_store *st = testing_store(labels_apart, labels_apart_too);

    (void)state;
    assert_true(tie_of(st, 0)->used);
    assert_true(tie_of(st, 1)->used);
    assert_false(testing_said(st, "DUPLICATE"));
    corr_store_free(st);
}

/* A profile that differs from the plain one in one thing. */
typedef enum change {
    PLAIN,
    VALUE,
    STACK,
    TIME,
    SPAN,
    WINDOW,
    FRAMES,
    CHANGES
} change;

static void changed(corr_build *b, change c)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_stack a = testing_stack(b, "a;b");
    const corr_stack other = testing_stack(b, c == FRAMES ? "b" : "a");

    corr_add_sample(b,
                    &(corr_sample_row){ .kind = cpu,
                                        .stack = c == STACK ? other : a,
                                        .time = testing_ms(c == TIME ? 2 : 1),
                                        .span = c == SPAN ? 8 : 7,
                                        .value = c == VALUE ? 2 : 1 });
    corr_set_window(b, testing_ms(0), testing_ms(c == WINDOW ? 99 : 98));
}

#define CHANGED(name, what)                                                    \
    static void name(corr_build *b)                                            \
    {                                                                          \
        changed(b, what);                                                      \
    }
CHANGED(plain, PLAIN)
CHANGED(changed_value, VALUE)
CHANGED(changed_stack, STACK)
CHANGED(changed_time, TIME)
CHANGED(changed_span, SPAN)
CHANGED(changed_window, WINDOW)
CHANGED(changed_frames, FRAMES)

static void any_difference_makes_content_differ(void **state)
{
    corr_store *st =
        testing_store(plain, changed_value, changed_stack, changed_time,
                      changed_span, changed_window, changed_frames);

    (void)state;
    for (uint32_t i = 0; i < CHANGES; i++)
        if (!tie_of(st, i)->used)
            fail_msg("change %u is not seen", i);
    corr_store_free(st);
}

static void equal_content_may_be_compared_in_two_groups(void **state)
{
    testing_fill *const fill[] = { anonymous };
    corr_store *st = corr_store_new(testing_formats, NULL);

    (void)state;
    testing_add(st, NULL, 0, fill, 1);
    testing_add(st, &(corr_load_opts){ .group = 2 }, 1, fill, 1);
    assert_true(tie_of(st, 0)->used);
    assert_true(tie_of(st, 1)->used);
    corr_store_free(st);
}

static void traces_are_never_duplicates(void **state)
{
    corr_store *st = testing_store(one_service, one_service);

    (void)state;
    assert_true(tie_of(st, 0)->used);
    assert_true(tie_of(st, 1)->used);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_on_samples_tell_the_process),
        cmocka_unit_test(ids_of_two_processes_tell_none),
        cmocka_unit_test(ids_win_over_what_the_file_says_of_itself),
        cmocka_unit_test(another_process_of_the_service_stays_another),
        cmocka_unit_test(a_process_without_a_service_is_known_too),
        cmocka_unit_test(ids_may_be_on_any_kind),
        cmocka_unit_test(a_file_may_name_its_process),
        cmocka_unit_test(a_service_label_tells_the_service),
        cmocka_unit_test(the_name_of_the_program_tells_the_service),
        cmocka_unit_test(the_number_of_a_process_tells_which),
        cmocka_unit_test(a_number_that_nothing_has_tells_nothing),
        cmocka_unit_test(a_number_of_two_processes_tells_nothing),
        cmocka_unit_test(ids_win_over_the_number),
        cmocka_unit_test(the_only_service_is_assumed),
        cmocka_unit_test(a_service_in_another_language_is_not_assumed),
        cmocka_unit_test(a_service_of_two_processes_is_assumed_without_one),
        cmocka_unit_test(among_two_services_nothing_is_assumed),
        cmocka_unit_test(without_traces_nothing_is_assumed),
        cmocka_unit_test(services_without_spans_do_not_hinder),
        cmocka_unit_test(a_profile_is_of_the_process_of_its_program),
        cmocka_unit_test(the_program_replaces_an_assumption),
        cmocka_unit_test(equal_content_is_used_once),
        cmocka_unit_test(numbers_in_labels_make_content_differ),
        cmocka_unit_test(any_difference_makes_content_differ),
        cmocka_unit_test(equal_content_may_be_compared_in_two_groups),
        cmocka_unit_test(traces_are_never_duplicates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
