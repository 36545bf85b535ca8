/* Tests of process_identity: a process that profiles and traces name
 * differently. */
#include "join/prepare.h"
#include "test/test_join.h"

/* The members of the process that the traces, then the profile, state in these
 * tests. */
static const char *of_spans[2];
static const char *of_profile;

static void spans_of_one_or_two(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, of_spans[0]);
    if (of_spans[1])
        testing_span(b, 2, 0x21, 0, 0, 100, of_spans[1]);
}

static void profile(corr_build *b)
{
    testing_owner(b, of_profile);
    testing_sample(b, testing_cpu(b), "a", NAN,
                   "trace_id=a0a0a0a0000000010000000000000001");
}

/* The span whose process is the profile's; 0: no such span. */
static uint64_t tied_to(const char *one, const char *two, const char *mine)
{
    of_spans[0] = one;
    of_spans[1] = two;
    of_profile = mine;
    corr_store *st = testing_store(spans_of_one_or_two, profile);
    uint64_t id = 0;

    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    for (uint32_t i = 1; i < st->spans.at.n; i++)
        if (st->match.v[1].proc && st->spans.proc.v[i] == st->match.v[1].proc)
            id = store_span(st, i)->id;
    corr_store_free(st);
    return id;
}

#define A "service.name=a, "

static void the_first_identity_that_both_have_decides(void **state)
{
    static const struct {
        const char *spans, *profile;
        bool is_one;
    } way[] = {
        { A "host.name=h, service.instance.id=x",
          A "host.name=h, process.pid=#7", true },
        { A "host.name=h, service.instance.id=x, process.pid=#7",
          "host.name=h, process.pid=#7", true },
        { A "host.name=h, service.instance.id=x, process.pid=#8",
          A "host.name=h, process.pid=#7", false },
        { A "host.name=h, process.pid=#7, container.id=c",
          A "container.id=c, service.instance.id=x", true },
        { A "host.name=h, process.pid=#7, container.id=c",
          A "container.id=d, host.name=h", false },
        { A "host.name=h, process.pid=#7, pod=p",
          A "pod=p, service.instance.id=x", true },
        { A "host.name=h, process.pid=#7, pod=p", A "pod=q, host.name=h",
          false },
        { A "host.name=h, service.instance.id=x",
          A "host.name=g, process.pid=#7", false },
        { A "host.name=h, service.instance.id=x",
          A "host.name=h, service.instance.id=y", false },
        { A "host.name=h, service.instance.id=x",
          "service.name=b, host.name=h, process.pid=#7", false },
        { A "service.instance.id=x", A "process.pid=#7", false },
        { A "service.instance.id=x, process.pid=#7", A "process.pid=#7", true },
        { A "service.instance.id=x, process.pid=#7", "process.pid=#7", true },
        { A "host.name=h, process.pid=#7", "process.pid=#7", true },
        { A "process.pid=#7", "host.name=h, process.pid=#7", true },
        { A "service.instance.id=x, process.pid=#8", "process.pid=#7", false },
        { A "process.pid=#7, container.id=c", "process.pid=#7, container.id=d",
          false },
        { A "process.pid=#7, pod=p", "process.pid=#7, pod=q", false },
        { A "host.name=h", "process.pid=#7", false },
        { A "process.pid=#7", "service.name=b, process.pid=#7", false },
        { "host.name=h, service.instance.id=x", A "host.name=h, process.pid=#7",
          false },
    };

    (void)state;
    for (size_t i = 0; i < countof(way); i++) {
        const char *other = "service.name=z, host.name=z";
        if ((tied_to(way[i].spans, other, way[i].profile) == 0x11) !=
            way[i].is_one)
            fail_msg("%s is%s %s", way[i].profile, way[i].is_one ? " not" : "",
                     way[i].spans);
    }
}

static void of_several_that_may_be_it_none_is(void **state)
{
    (void)state;
    assert_int_equal(tied_to(A "host.name=h, service.instance.id=x",
                             A "host.name=h, service.instance.id=y",
                             A "host.name=h, process.pid=#7"),
                     0);
    assert_int_equal(tied_to(A "host.name=h, service.instance.id=x",
                             A "host.name=g, service.instance.id=y",
                             A "host.name=g, process.pid=#7"),
                     0x21);
}

static void a_pid_of_two_processes_tells_none(void **state)
{
    (void)state;
    assert_int_equal(tied_to(A "host.name=h, process.pid=#7",
                             A "host.name=g, process.pid=#7", "process.pid=#7"),
                     0);
    assert_int_equal(tied_to(A "host.name=h, process.pid=#7",
                             A "host.name=g, process.pid=#8", "process.pid=#8"),
                     0x21);
}

static void recorded(corr_build *b)
{
    testing_owner(b, of_profile);
    corr_add_span(b, &(corr_span_row){ .trace = { 0, 9 },
                                       .id = 0x19,
                                       .start = testing_ms(0),
                                       .end = testing_ms(1),
                                       .proc = { 1 },
                                       .flags = CORR_SPAN_RECORDED });
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void
what_a_profile_recorded_of_spans_is_no_process_of_its_own(void **state)
{
    of_spans[0] = A "service.instance.id=x, process.pid=#7";
    of_spans[1] = NULL;
    of_profile = A "process.pid=#7";
    corr_store *st = testing_store(spans_of_one_or_two, recorded);

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    const uint32_t span =
        spans_find(&st->spans, (corr_trace_id){ 0, 0 }, 0x11, NULL);
    assert_int_equal(st->match.v[1].proc, st->spans.proc.v[span]);
    corr_store_free(st);
}

static void what_is_known_by_the_same_identity_stays(void **state)
{
    (void)state;
    assert_int_equal(tied_to(A "host.name=h, process.pid=#7",
                             A "host.name=h, service.instance.id=y",
                             A "host.name=h, process.pid=#7"),
                     0x11);
}

static void samples_with_a_trace_id_find_their_request(void **state)
{
    of_spans[0] = A "host.name=h, service.instance.id=x";
    of_spans[1] = NULL;
    of_profile = A "host.name=h, process.pid=#7";
    corr_store *st = testing_store(spans_of_one_or_two, profile);

    (void)state;
    assert_joined(st, "a", 0x11, CORR_RUNG_R2);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_identity_that_both_have_decides),
        cmocka_unit_test(of_several_that_may_be_it_none_is),
        cmocka_unit_test(a_pid_of_two_processes_tells_none),
        cmocka_unit_test(
            what_a_profile_recorded_of_spans_is_no_process_of_its_own),
        cmocka_unit_test(what_is_known_by_the_same_identity_stays),
        cmocka_unit_test(samples_with_a_trace_id_find_their_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
