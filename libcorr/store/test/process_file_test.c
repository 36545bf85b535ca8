/* Tests of process_file: profiles that do not say whose they are. */
#include "join/prepare.h"
#include "store/process_match.h"
#include "test/testing.h"

#include <sys/stat.h>

#define GATEWAY "service.name=gateway, telemetry.sdk.language=nodejs"
#define RECO    "service.name=reco, telemetry.sdk.language=python"

static void names_are_found_as_words(void **state)
{
    static corr_str name[] = { { "", 0 },     { "gateway", 7 },
                               { "reco", 4 }, { "reco-api", 8 },
                               { "cpu", 3 },  { "x", 1 } };
    static const struct {
        const char *path;
        uint32_t service;
    } paths[] = {
        { "gateway.cpuprofile", 1 },
        { "prod/Gateway/x.cpuprofile", 1 },
        { "a/gateway-1.2026/cpu.pb", 1 },
        { "reco.cpu.folded", 2 },
        { "reco_cpu.folded", 2 },
        { "reco/reco.folded", 2 },
        { "reco-api.folded", 3 },
        { "reco-apis.folded", 2 },
        { "reco/reco-api.folded", 0 },
        { "gateway-reco.folded", 0 },
        { "gateway/reco.folded", 0 },
        { "recording.folded", 0 },
        { "gateways.folded", 0 },
        { "mygateway.folded", 0 },
        { "gateway2.folded", 0 },
        { "cpu.folded", 0 },
        { "x.folded", 0 },
        { "gate\xc3\xa4way.folded", 0 },
        { "", 0 },
    };
    const spans s = { .service = { name, countof(name), countof(name) } };

    (void)state;
    for (size_t i = 0; i < countof(paths); i++)
        if (process_named_in(&s, corr_str_of(paths[i].path)) !=
            paths[i].service)
            fail_msg("%s", paths[i].path);
}

/* ---- stores ---------------------------------------------------------- */

static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, GATEWAY);
    testing_span(b, 1, 0x12, 0x11, 20, 80, RECO);
}

static void timed(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    for (int ms = 5; ms < 100; ms += 10)
        testing_sample(b, cpu, "work", ms, "");
}

static void of_java(corr_build *b)
{
    timed(b);
    corr_set_language(b, CORR_STR("java"));
}

static void of_python_frames(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "work (app/main.py:7)", 5, "");
}

static void of_another(corr_build *b)
{
    timed(b);
    testing_owner(b, "service.name=other");
}

/* A store of the traces and a profile in a folder of this name. */
static corr_store *store_in(const char *folder, testing_fill *profile,
                            const corr_load_opts *opts, const char *told)
{
    char dir[] = "/tmp/corr-whose-XXXXXX";
    char own[64], path[2][96];
    corr_err err = { 0 };
    corr_store *st = corr_store_new(testing_formats, NULL);

    assert_non_null(st);
    assert_non_null(mkdtemp(dir));
    snprintf(own, sizeof own, "%s/%s", dir, folder);
    assert_int_equal(mkdir(own, 0700), 0);
    snprintf(path[0], sizeof path[0], "%s/a.test", dir);
    snprintf(path[1], sizeof path[1], "%s/b.test", own);
    testing_fills[0] = traces;
    testing_fills[1] = profile;
    testing_write(path[0], "0\n", 2);
    testing_write(path[1], "1\n", 2);
    if (told)
        assert_int_equal(
            corr_service_of(st, CORR_STR("b.test"), corr_str_of(told), &err),
            CORR_OK);
    const char *const paths[] = { path[0], path[1] };
    assert_int_equal(corr_load(st, paths, 2, opts, &err), CORR_OK);
    assert_int_equal(testing_remove(dir), 0);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

static void assert_whose(corr_store *st, const char *service, bool by_file)
{
    const corr_input in = corr_input_at(st, 1);

    if (!corr_str_is(in.process.service, service))
        fail_msg("of %.*s, not %s", CORR_STR_ARG(in.process.service), service);
    assert_int_equal(in.process.by_file, by_file);
    assert_int_equal(in.process.assumed, by_file);
    assert_int_equal(testing_said(st, "SERVICE_BY_FILE"), by_file);
}

static void a_name_ties_the_window_only(void **state)
{
    corr_store *st = store_in("gateway", timed, NULL, NULL);

    (void)state;
    assert_whose(st, "gateway", true);
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .span = 0x11, .reach = CORR_SELF }, NULL);
    assert_non_null(sel);
    assert_true(corr_sel_facts_of(sel).evidence.attributed < 1e-9);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void content_that_contradicts_wins(void **state)
{
    static const struct {
        const char *folder;
        testing_fill *profile;
        const char *service;
    } cases[] = {
        { "gateway", of_java, "" },
        { "gateway", of_python_frames, "" },
        { "reco", of_python_frames, "reco" },
        { "gateway", of_another, "other" },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        corr_store *st =
            store_in(cases[i].folder, cases[i].profile, NULL, NULL);
        assert_whose(st, cases[i].service,
                     strcmp(cases[i].service, "reco") == 0);
        corr_store_free(st);
    }
}

static void the_user_goes_first(void **state)
{
    const corr_load_opts off = { .no_assume = true };
    corr_store *st = store_in("gateway", timed, &off, NULL);

    (void)state;
    assert_whose(st, "", false);
    corr_store_free(st);
    st = store_in("gateway", timed, NULL, "");
    assert_whose(st, "", false);
    corr_store_free(st);
    st = store_in("gateway", timed, NULL, "reco");
    assert_whose(st, "reco", false);
    corr_store_free(st);
    st = store_in("gateway", timed, NULL, "billing");
    assert_whose(st, "billing", false);
    corr_store_free(st);
    st = store_in("gateway", of_another, NULL, "reco");
    assert_whose(st, "other", false);
    assert_true(testing_said(st, "SERVICE_OF"));
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_as_words),
        cmocka_unit_test(a_name_ties_the_window_only),
        cmocka_unit_test(content_that_contradicts_wins),
        cmocka_unit_test(the_user_goes_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
