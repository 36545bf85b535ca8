/* What is asked of Pyroscope, of which services, in which ways. */
#include "fetch/test/answers.h"

#define CPU   "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define QUERY "/querier.v1.QuerierService/"
#define FROM  INT64_C(1795278725000000000)
#define TO    INT64_C(1795279035000000000)

#define LABEL(name, value) "{\"name\":\"" name "\",\"value\":\"" value "\"}"
#define SET(name, service, type)                                               \
    "{\"labels\":[" LABEL("__profile_type__", type) "," LABEL(name,            \
                                                              service) "]}"
#define TYPES(type)                                                            \
    GIVE(QUERY "ProfileTypes", NULL, 200, "application/json",                  \
         "{\"profileTypes\":[{\"ID\":\"" type "\"}]}")
#define SERIES(sets)                                                           \
    GIVE(QUERY "Series", NULL, 200, "application/json",                        \
         "{\"labelsSet\":[" sets "]}")

#define COUNT_OF(g) (sizeof(g) / sizeof *(g))

static const fetch_target target = { FETCH_PYROSCOPE, "http://pyro", NULL,
                                     NULL };

/* Nothing but the catalog answers; returns how many requests asked for a
 * profile whose body has this part. */
static size_t selects(const ran *r, const char *part)
{
    size_t n = 0;

    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *q = fetch_plan_at(r->p, i);
        n += corr_str_starts(corr_str_of(q->path),
                             QUERY "SelectMergeStacktraces") &&
             body_has(q, part);
    }
    return n;
}

static fetch_question about(const char *service)
{
    return (fetch_question){ .about = FETCH_PROFILES,
                             .service = service,
                             .from = FROM,
                             .to = TO,
                             .limit = 20 };
}

static void a_service_is_found_by_the_label_that_has_it(void **state)
{
    static const given dotted[] = { TYPES(CPU), SERIES(SET("service.name",
                                                           "a\\\"b", CPU)) };
    static const given both[] = { TYPES(CPU),
                                  SERIES(SET("app", "x", CPU) "," SET(
                                      "service_name", "y", CPU)) };
    fetch_question q = about("a\"b");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, dotted, COUNT_OF(dotted));
    assert_int_equal(selects(r, "{\"service.name\"=\"a\\\"b\"}"), 1);
    ran_free(r);
    q = about("x");
    r = run(&fetch_pyroscope, &target, 1, &q, both, COUNT_OF(both));
    assert_int_equal(selects(r, "{app=\"x\"}"), 1);
    ran_free(r);
    q = about("z");
    r = run(&fetch_pyroscope, &target, 1, &q, both, COUNT_OF(both));
    assert_int_equal(selects(r, NULL), 0);
    assert_result(r, QUERY "Series", 0, FETCH_NOTHING, "no profiles of z");
    ran_free(r);
}

static void values_of_labels_do_without_series(void **state)
{
    static const given g[] = {
        TYPES(CPU),
        GIVE(QUERY "Series", NULL, 501, "application/json",
             "{\"code\":\"unimplemented\"}"),
        GIVE(QUERY "LabelValues", "\"service\"", 200, "application/json",
             "{\"names\":[\"x\"]}"),
        GIVE(QUERY "LabelValues", NULL, 200, "application/json", "{}"),
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, "{service=\"x\"}"), 1);
    ran_free(r);
}

/* An empty selector selects everything: a request for spans always has one. */
static void spans_are_never_an_empty_selector(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU)) };
    static const char *const bad[] = { "", "xyz", "12345678901234567" };
    static const char *const good[] = { "B1", "zz" };
    fetch_question q = about("x");

    (void)state;
    q.span = bad;
    q.spans = 3;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    for (size_t i = 0; i < fetch_plan_size(r->p); i++)
        assert_null(
            strstr(fetch_plan_at(r->p, i)->path, "SelectMergeSpanProfile"));
    ran_free(r);
    q.span = good;
    q.spans = 2;
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    assert_int_equal(selects(r, "00000000000000b1"), 1);
    const fetch_request *json =
        fetch_plan_at(r->p, request_at(r, QUERY "SelectMergeSpanProfile", 0));
    assert_true(body_has(json, "\"spanSelector\":[\"00000000000000b1\"]"));
    ran_free(r);
}

static void a_server_that_lacks_a_way_is_asked_in_another(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(
            "/pyroscope/render", NULL, 200, "application/json",
            "{\"flamebearer\":{\"names\":[\"total\",\"a\"],\"numTicks\":5}}")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_result(r, QUERY "SelectMergeStacktraces", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, QUERY "SelectMergeProfile", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, "/pyroscope/render", 0, FETCH_GOT, NULL);
    ran_free(r);
}

static void long_windows_are_split(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU)) };
    fetch_question q = about("x");

    (void)state;
    q.from = TO - 60 * FETCH_HOUR;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 3);
    ran_free(r);
}

static void a_stripped_profile_is_told(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(QUERY "SelectMergeStacktraces", NULL, 200, "application/proto",
             "\x2a\x0e\x0a\x0c\x12\x08\x12\x06\x80\xa0\x94\xa5\x8d\x1d\x32"
             "\x00")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    const size_t i = request_at(r, QUERY "SelectMergeStacktraces", 0);
    assert_int_equal(r->at[i].outcome, FETCH_GOT);
    assert_false(r->at[i].complete);
    assert_non_null(strstr(r->at[i].why, "stripped by the server"));
    ran_free(r);
}

/* "alloc" is the name of the samples that came. */
static void another_type_than_asked_is_not_kept(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(QUERY "SelectMergeProfile", NULL, 200, "application/proto",
             "\x0a\x02\x08\x01\x12\x02\x10\x07\x32\x00\x32\x05"
             "alloc"),
        GIVE(QUERY "SelectMergeStacktraces", NULL, 200, "application/proto",
             "\x2a\x13\x0a\x11\x0a\x02\x08\x01\x12\x02\x10\x07\x32"
             "\x00\x32\x05"
             "alloc")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_result(r, QUERY "SelectMergeStacktraces", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, QUERY "SelectMergeProfile", 0, FETCH_NOTHING,
                  "a profile of alloc came, not of " CPU);
    ran_free(r);
}

static void kinds_and_repeated_types_are_left_out(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU) "," SET(
                                   "service_name", "x",
                                   "process_cpu:samples:count:cpu:"
                                   "nanoseconds") "," SET("service_name", "x",
                                                          "memory:inuse_"
                                                          "space:bytes:space:"
                                                          "bytes")) };
    fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    assert_int_equal(selects(r, "samples:count"), 0);
    ran_free(r);
    q.profile = "inuse_bytes";
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    assert_int_equal(selects(r, "inuse_space"), 1);
    ran_free(r);
}

static void a_text_names_services(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "checkout",
                               CPU) "," SET("service_name", "pricing", CPU))
    };
    fetch_question q = about(NULL);

    (void)state;
    q.mentions = "CheckoutCpuHigh CPU of 127.0.0.1";
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    assert_int_equal(selects(r, "checkout"), 1);
    ran_free(r);
    q.mentions = "HighLoad";
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    ran_free(r);
}

/* Two questions with one window share a catalog, and both are answered. */
static void questions_share_a_catalog(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU) "," SET(
                                   "service_name", "y", CPU)) };
    const fetch_question x = about("x"), y = about("y");
    ran *r = calloc(1, sizeof *r);

    (void)state;
    r->p = fetch_plan_new();
    fetch_plan_targets(r->p, &target, 1);
    assert_true(fetch_pyroscope.plan(r->p, &target, &x));
    assert_true(fetch_pyroscope.plan(r->p, &target, &y));
    assert_int_equal(fetch_plan_size(r->p), 2);
    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *at = fetch_plan_at(r->p, i);
        const fetch_answer a = answer_of(at, g, COUNT_OF(g));
        at->judge(r->p, at, &a, &r->at[i]);
    }
    assert_int_equal(selects(r, "{service_name=\"x\"}"), 1);
    assert_int_equal(selects(r, "{service_name=\"y\"}"), 1);
    ran_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_service_is_found_by_the_label_that_has_it),
        cmocka_unit_test(values_of_labels_do_without_series),
        cmocka_unit_test(spans_are_never_an_empty_selector),
        cmocka_unit_test(a_server_that_lacks_a_way_is_asked_in_another),
        cmocka_unit_test(long_windows_are_split),
        cmocka_unit_test(a_stripped_profile_is_told),
        cmocka_unit_test(another_type_than_asked_is_not_kept),
        cmocka_unit_test(kinds_and_repeated_types_are_left_out),
        cmocka_unit_test(a_text_names_services),
        cmocka_unit_test(questions_share_a_catalog),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
