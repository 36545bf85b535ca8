/* Tests of servers by name, of credentials and of questions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "fetch/fetch_question.h"
#include "fetch/target.h"
#include "fetch/target_file.h"

static char folder[] = "/tmp/corr-target-XXXXXX";

static const char *put(corr_arena *a, const char *name, const char *text)
{
    const char *path = corr_arena_print(a, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return path;
}

static const char file[] = "# servers\n"
                           "[prod]\n"
                           "tempo = https://t.example/base/\n"
                           "prometheus=https://p.example\n"
                           "prometheus = https://q.example\n"
                           "tenant = team-a\n"
                           "insecure = no\n"
                           "[prod tempo]\n"
                           "tenant = team-t\n"
                           "basic = user.txt\n"
                           "[test]\n"
                           "jaeger = http://127.0.0.1:16686\n";

static void a_section_names_servers_and_access(void **state)
{
    corr_arena a = { 0 };
    corr_err err = { 0 };
    target_list *l = calloc(1, sizeof *l);
    const fetch_opts o = { .at = "prod" };

    (void)state;
    put(&a, "user.txt", "ann:pa\"ss\n");
    setenv("CORR_TARGETS", put(&a, "targets", file), 1);
    if (target_read(&o, &a, l, &err))
        fail_msg("%s", err.what);
    assert_int_equal(l->n, 3);
    assert_int_equal(l->target[0].kind, FETCH_TEMPO);
    assert_string_equal(l->target[0].base, "https://t.example/base");
    assert_string_equal(l->target[0].access->tenant, "team-t");
    assert_string_equal(l->target[0].access->basic.value, "ann:pa\"ss");
    assert_null(strstr(l->target[0].access->basic.shown, "pa"));
    assert_string_equal(l->target[2].base, "https://q.example");
    assert_string_equal(l->target[2].access->tenant, "team-a");
    assert_null(l->target[2].access->basic.value);
    free(l);
    corr_arena_clear(&a);
}

static void the_command_line_comes_first(void **state)
{
    corr_arena a = { 0 };
    corr_err err = { 0 };
    target_list *l = calloc(1, sizeof *l);
    static const char *const url[] = { "http://127.0.0.1:1" };
    const fetch_opts o = { .at = "prod",
                           .tempo = { url, 1 },
                           .access.tenant = "x" };

    (void)state;
    if (target_read(&o, &a, l, &err))
        fail_msg("%s", err.what);
    assert_string_equal(l->target[0].base, "http://127.0.0.1:1");
    assert_string_equal(l->target[0].access->tenant, "x");
    free(l);
    corr_arena_clear(&a);
}

static void a_bad_file_is_refused_with_its_line(void **state)
{
    static const struct {
        const char *text, *what;
    } row[] = {
        { "[prod]\ntempo https://t\n", "line 2: neither" },
        { "tempo = https://t\n", "line 1: a section" },
        { "[prod\n", "line 1: the section has no end" },
        { "[prod]\nteampo = https://t\n", "line 2: the word before" },
        { "[prod]\ntempo =\n", "line 2: there is no value" },
        { "[prod]\ninsecure = maybe\n", "line 2: the value is yes or no" },
        { "[prod]\noutput = /etc\n", "line 2: the word before" },
        { "[prod]\ntempo = https://u:hunter2@t\n", "has a password" },
        { "[other]\n", "has no section [prod]" },
    };
    const fetch_opts o = { .at = "prod" };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        corr_arena a = { 0 };
        corr_err err = { 0 };
        target_list *l = calloc(1, sizeof *l);
        put(&a, "targets", row[i].text);
        assert_int_equal(target_read(&o, &a, l, &err), CORR_EUSAGE);
        if (!strstr(err.what, row[i].what))
            fail_msg("%s: %s", row[i].what, err.what);
        assert_null(strstr(err.what, "hunter2"));
        free(l);
        corr_arena_clear(&a);
    }
}

static void secrets_come_from_three_places(void **state)
{
    corr_arena a = { 0 };
    corr_err err = { 0 };
    fetch_secret s = { 0 };

    (void)state;
    setenv("CORR_TEST_TOKEN", "t1", 1);
    assert_int_equal(
        access_secret("env:CORR_TEST_TOKEN", "bearer", &a, &s, NULL), CORR_OK);
    assert_string_equal(s.value, "t1");
    assert_int_equal(access_secret("run:echo t2", "bearer", &a, &s, NULL),
                     CORR_OK);
    assert_string_equal(s.value, "t2");
    assert_int_equal(
        access_secret(put(&a, "token", " t3 \n"), "bearer", &a, &s, NULL),
        CORR_OK);
    assert_string_equal(s.value, "t3");
    assert_int_equal(access_secret("hunter2", "bearer", &a, &s, &err),
                     CORR_EUSAGE);
    assert_null(strstr(err.what, "hunter2"));
    assert_int_equal(access_secret("run:exit 1", "bearer", &a, &s, NULL),
                     CORR_EUSAGE);
    assert_int_equal(
        access_secret("run:printf 'a\\001b'", "bearer", &a, &s, NULL),
        CORR_EUSAGE);
    assert_int_equal(access_secret("run:true", "bearer", &a, &s, NULL),
                     CORR_EUSAGE);
    corr_arena_clear(&a);
}

static void headers_come_from_a_file(void **state)
{
    corr_arena a = { 0 };
    corr_err err = { 0 };
    fetch_access x = { 0 };

    (void)state;
    assert_int_equal(
        access_headers(put(&a, "h", "# note\nX-Key: abc\n\nY: z\n"), &a, &x,
                       NULL),
        CORR_OK);
    assert_int_equal(x.headers, 2);
    assert_string_equal(x.header[1], "Y: z");
    x = (fetch_access){ 0 };
    assert_int_equal(
        access_headers(put(&a, "h", "X-Key: a\nhunter2\n"), &a, &x, &err),
        CORR_EUSAGE);
    assert_non_null(strstr(err.what, "line 2"));
    assert_null(strstr(err.what, "hunter2"));
    corr_arena_clear(&a);
}

static void a_config_of_prometheus_is_read(void **state)
{
    corr_arena a = { 0 };
    corr_err err = { 0 };
    fetch_access x = { 0 };

    (void)state;
    put(&a, "pw", "secret\n");
    const char *path = put(&a, "http.yml",
                           "# http_config\n"
                           "basic_auth:\n"
                           "  username: 'ann'\n"
                           "  password_file: pw   # a comment\n"
                           "tls_config:\n"
                           "  ca_file: /etc/ca.pem\n"
                           "  insecure_skip_verify: false\n"
                           "proxy_url: \"http://proxy:3128\"\n"
                           "enable_http2: false\n");
    if (access_http_config(path, &a, &x, &err))
        fail_msg("%s", err.what);
    assert_string_equal(x.basic.value, "ann:secret");
    assert_string_equal(x.cacert, "/etc/ca.pem");
    assert_string_equal(x.proxy, "http://proxy:3128");
    assert_true(x.http1);
    assert_false(x.insecure);
    corr_arena_clear(&a);
}

static void a_config_that_is_not_understood_is_refused(void **state)
{
    static const char *const bad[] = {
        "oauth2:\n  client_id: x\n",    "bearer_token: [a, b]\n",
        "bearer_token: &a x\n",         "tls_config: {ca_file: x}\n",
        "basic_auth:\n  password: x\n", "authorization:\n  type: Digest\n",
        "bearer_token: |\n  x\n",       "no_colon\n",
        "basic_auth:\n\tusername: x\n", "headers:\n  - a\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        corr_arena a = { 0 };
        corr_err err = { 0 };
        fetch_access x = { 0 };
        if (access_http_config(put(&a, "bad.yml", bad[i]), &a, &x, &err) !=
            CORR_EUSAGE)
            fail_msg("%s", bad[i]);
        corr_arena_clear(&a);
    }
}

static void a_time_needs_a_zone(void **state)
{
    const int64_t second = 1000000000, now = 1800000000 * second;
    static const struct {
        const char *text;
        int64_t s; /* since 1970; -1: refused */
    } row[] = {
        { "-1h", 1800000000 - 3600 },
        { "now", 1800000000 },
        { "now-5m", 1800000000 - 300 },
        { "1795279000", 1795279000 },
        { "1795279000000", 1795279000 },
        { "2026-11-21T16:36:40Z", 1795279000 },
        { "2026-11-21 18:36:40+02:00", 1795279000 },
        { "2026-11-21T11:36:40-0500", 1795279000 },
        { "2026-11-21T16:36:40", -1 },
        { "2026-11-21", -1 },
        { "20261121", -1 },
        { "16:36", -1 },
        { "noon", -1 },
        { "", -1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t t = 0;
        const corr_code code =
            question_time(row[i].text, "--from", now, &t, NULL);
        if ((code == CORR_OK) != (row[i].s >= 0))
            fail_msg("%s: %d", row[i].text, (int)code);
        if (code == CORR_OK && t / second != row[i].s)
            fail_msg("%s: %lld", row[i].text, (long long)(t / second));
    }
}

static void ids_are_sent_as_hex(void **state)
{
    static const char *const words[] = { "trace",
                                         "0x4BF92F3577B34DA6A3CE929D0E0E4736" };
    static const char *const bad[] = { "trace", "../../etc/passwd" };
    static const char *const many[] = { "trace", "4bf9", "12" };
    static const char *const span[] = { "00F067AA0BA902B7" };
    const fetch_opts o = { .span = { span, 1 } };
    corr_arena a = { 0 };
    question q;

    (void)state;
    assert_int_equal(
        question_read(&(opt_list){ words, 2 }, &o, 1000000000, &a, &q, NULL),
        CORR_OK);
    assert_string_equal(q.q.trace, "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_string_equal(q.q.span[0], "00f067aa0ba902b7");
    assert_int_equal(q.q.limit, 100);
    assert_int_equal(question_read(&(opt_list){ bad, 2 }, &o, 1, &a, &q, NULL),
                     CORR_EUSAGE);
    assert_int_equal(question_read(&(opt_list){ many, 3 }, &o, 1, &a, &q, NULL),
                     CORR_EUSAGE);
    corr_arena_clear(&a);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    static const char *const names[] = { "targets", "user.txt", "token",  "h",
                                         "pw",      "http.yml", "bad.yml" };
    char path[80];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_section_names_servers_and_access),
        cmocka_unit_test(the_command_line_comes_first),
        cmocka_unit_test(a_bad_file_is_refused_with_its_line),
        cmocka_unit_test(secrets_come_from_three_places),
        cmocka_unit_test(headers_come_from_a_file),
        cmocka_unit_test(a_config_of_prometheus_is_read),
        cmocka_unit_test(a_config_that_is_not_understood_is_refused),
        cmocka_unit_test(a_time_needs_a_zone),
        cmocka_unit_test(ids_are_sent_as_hex),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
