/* Tests of procs: what a profile that knows little of its process is of. */
#include "procs.h"

#include "prepare.h"
#include "testing.h"

/* What the spans with id 0x11 and 0x12 are of, and what a profile is of. */
static const char *first, *second, *owner;

static void exported(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, first);
    testing_span(b, 2, 0x12, 0, 0, 100, second);
    testing_span(b, 3, 0x13, 0, 0, 100, first);
}

static void profiled(corr_build *b)
{
    testing_owner(b, owner);
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static uint32_t proc_of(const corr_store *st, uint64_t id)
{
    return st->spans.proc
        .v[spans_find(&st->spans, (corr_trace_id){ 0, 0 }, id, NULL)];
}

/* The span whose process the profile has; 0: of neither. */
static uint64_t united(const char *a, const char *b, const char *mine)
{
    first = a;
    second = b;
    owner = mine;
    corr_store *st = testing_store(exported, profiled);
    uint64_t id = 0;

    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    const uint32_t proc = spans_proc(&st->spans, 1, st->input.v[1]->owner);
    assert_int_equal(proc, st->tie.v[1].proc);
    if (proc && proc == proc_of(st, 0x11))
        id = 0x11;
    else if (proc && proc == proc_of(st, 0x12))
        id = 0x12;
    corr_store_free(st);
    return id;
}

#define SHOP "service.name=shop, service.instance.id=s1, process.pid=#7"
#define CART "service.name=cart, service.instance.id=c1, process.pid=#8"

static void a_pid_is_enough_where_one_process_has_it(void **state)
{
    (void)state;
    assert_int_equal(united(SHOP, CART, "process.pid=#7"), 0x11);
    assert_int_equal(united(SHOP, CART, "process.pid=#8"), 0x12);
    assert_int_equal(united(SHOP, CART, "process.pid=#8, host.name=h"), 0x12);
    assert_int_equal(united(SHOP, CART, "process.pid=#9"), 0);
    assert_int_equal(united(SHOP, CART, "host.name=h"), 0);
    assert_int_equal(
        united(SHOP, "service.name=cart, process.pid=#7", "process.pid=#7"), 0);
    assert_int_equal(united(SHOP, "service.name=cart", "process.pid=#7"), 0x11);
}

static void a_service_is_enough_where_nothing_speaks_against_it(void **state)
{
    (void)state;
    assert_int_equal(united(SHOP, CART, "service.name=shop"), 0x11);
    assert_int_equal(united(SHOP, CART, "service.name=cart, process.pid=#8"),
                     0x12);
    assert_int_equal(united(SHOP, CART, "service.name=shop, process.pid=#8"),
                     0);
    assert_int_equal(united(SHOP, CART, "service.name=bill, process.pid=#8"),
                     0);
    assert_int_equal(united(SHOP, "process.pid=#8, host.name=h",
                            "service.name=cart, process.pid=#8"),
                     0);
    assert_int_equal(united(SHOP, "service.name=shop, service.instance.id=s2",
                            "service.name=shop, host.name=h"),
                     0);
    assert_int_equal(united(SHOP, "service.name=shop, process.pid=#8",
                            "service.name=shop, process.pid=#7"),
                     0x11);
}

static void any_name_that_differs_speaks_against_it(void **state)
{
    static const char *const names[] = { "service.instance.id", "host.name",
                                         "container.id", "pod" };
    char theirs[128], same[128], other[128];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(theirs, sizeof theirs,
                 "service.name=bill, color=red, process.pid=#5, %s=x",
                 names[i]);
        snprintf(same, sizeof same, "process.pid=#5, %s=x", names[i]);
        snprintf(other, sizeof other, "process.pid=#5, %s=y", names[i]);
        if (united(SHOP, theirs, same) != 0x12 ||
            united(SHOP, theirs, other) != 0)
            fail_msg("%s", names[i]);
    }
}

static void recorded(corr_build *b)
{
    testing_owner(b, "process.pid=#7, service.name=shop");
    corr_add_span(b, &(corr_span_row){ .trace = { 0, 9 },
                                       .id = 0x19,
                                       .start = testing_ms(0),
                                       .end = testing_ms(1),
                                       .proc = { 1 },
                                       .flags = CORR_SPAN_RECORDED });
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void spans_that_only_a_recording_has_are_of_the_process_too(void **state)
{
    first = SHOP;
    second = CART;
    corr_store *st = testing_store(exported, recorded);

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_not_equal(proc_of(st, 0x19), 0);
    assert_int_equal(proc_of(st, 0x19), proc_of(st, 0x11));
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pid_is_enough_where_one_process_has_it),
        cmocka_unit_test(a_service_is_enough_where_nothing_speaks_against_it),
        cmocka_unit_test(any_name_that_differs_speaks_against_it),
        cmocka_unit_test(
            spans_that_only_a_recording_has_are_of_the_process_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
