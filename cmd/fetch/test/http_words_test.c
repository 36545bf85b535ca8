/* Tests of addresses, headers and times of HTTP, and of lines for curl. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "fetch/dry_run.h"
#include "fetch/plan/http_words.h"
#include "fetch/target.h"

static void an_address_joins_with_one_slash(void **state)
{
    static const char *const row[][3] = {
        { "http://h", "/x", "http://h/x" },
        { "http://h/", "/x", "http://h/x" },
        { "http://h/base//", "/x", "http://h/base/x" },
        { "http://h/base", "x", "http://h/base/x" },
        { "http://h/base", "", "http://h/base" },
    };
    corr_arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_string_equal(http_join(&a, row[i][0], row[i][1]), row[i][2]);
    assert_string_equal(http_base(&a, "https://h/p/?x=1"), "https://h/p");
    corr_arena_clear(&a);
}

static void what_is_shown_has_no_secret(void **state)
{
    static const char *const row[][2] = {
        { "http://u:pw@h:1/x?q=1#f", "http://h:1/x?q=1" },
        { "http://pw@h", "http://h" },
        { "http://h/x?token=abc&q=2", "http://h/x?token=***&q=2" },
        { "http://h/?X-Amz-Signature=9&sig=1&key=2&monkey=3",
          "http://h/?X-Amz-Signature=***&sig=***&key=***&monkey=3" },
        { "http://h/?api_key=a=b", "http://h/?api_key=***" },
        { "http://h/a@b?x=c@d", "http://h/a@b?x=c@d" },
        { "no address", "no address" },
    };
    corr_arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_string_equal(http_shown(&a, row[i][0]), row[i][1]);
    corr_arena_clear(&a);
}

static void addresses_with_passwords_are_refused(void **state)
{
    static const char *const bad[] = {
        "ftp://h",          "file:///etc/passwd",  "http://",
        "h:80/x",           "http://u:hunter2@h/", "http://h/a b",
        "http://h/\r\nX: y"
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        corr_err err = { 0 };
        assert_int_equal(http_check_address(bad[i], "--tempo", &err),
                         CORR_EUSAGE);
        assert_null(strstr(err.what, "hunter2"));
        assert_null(strstr(err.hint, "hunter2"));
    }
    assert_int_equal(http_check_address("https://[::1]:3200/x", "URL", NULL),
                     CORR_OK);
}

static void a_redirect_stays_with_its_scheme_and_host(void **state)
{
    static const struct {
        const char *from, *to;
        bool open, secret;
    } row[] = {
        { "http://h/a", "http://h/b", true, true },
        { "http://h/a", "http://h:80/b", true, true },
        { "https://h/a", "https://h:443/b", true, true },
        { "http://h/a", "https://h/b", false, false },
        { "https://h/a", "http://h/b", false, false },
        { "http://h/a", "http://other/b", true, false },
        { "http://h/a", "http://h:81/b", true, false },
        { "http://h/a", "http://h@evil/b", false, false },
        { "http://h/a", "file:///etc/passwd", false, false },
        { "http://[::1]:1/a", "http://[::1]:1/b", true, true },
        { "http://[::1]:1/a", "http://[::1]:2/b", true, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_int_equal(http_may_follow(row[i].from, row[i].to, false),
                         row[i].open);
        assert_int_equal(http_may_follow(row[i].from, row[i].to, true),
                         row[i].secret);
    }
}

static void retry_after_is_seconds_or_a_date(void **state)
{
    const int64_t now = 784111777; /* Sun, 06 Nov 1994 08:49:37 GMT */

    (void)state;
    assert_int_equal(http_retry_after("", now), -1);
    assert_int_equal(http_retry_after("120", now), 120);
    assert_int_equal(http_retry_after(" 0 ", now), 0);
    assert_int_equal(http_retry_after("-5", now), -1);
    assert_int_equal(http_retry_after("soon", now), -1);
    assert_int_equal(http_retry_after("99999999999999999999", now), -1);
    assert_int_equal(http_retry_after("Sun, 06 Nov 1994 08:50:37 GMT", now),
                     60);
    assert_int_equal(http_retry_after("Sunday, 06-Nov-94 08:50:37 GMT", now),
                     60);
    assert_int_equal(http_retry_after("Sun, 06 Nov 1994 08:00:00 GMT", now), 0);
}

static void headers_cannot_be_injected(void **state)
{
    static const char *const bad[] = { "",           "NoColon", ": v",
                                       "A B: v",     "A: ",     "A: v\r\nB: w",
                                       "A: v\nB: w", "A\r: v",  "A: \x7f" };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(http_is_header(corr_str_of(bad[i])));
    assert_false(http_is_header((corr_str){ "A: v\0w", 6 }));
    assert_true(http_is_header(corr_str_of("X-Scope-OrgID: a|b")));
    assert_true(http_is_header(corr_str_of("X-Tab: a\tb")));
}

/* What a shell prints of a word. */
static void check_shell(const char *command, const char *want)
{
    char got[256] = "";
    FILE *f = popen(command, "r");

    assert_non_null(f);
    got[fread(got, 1, sizeof got - 1, f)] = '\0';
    assert_int_equal(pclose(f), 0);
    assert_string_equal(got, want);
}

static void a_shell_reads_words_as_they_are(void **state)
{
    static const char *const word[] = {
        "plain", "", "a b", "it's", "$(touch x)`y`\\", "{a=\"b\"}\n*?"
    };
    corr_arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        check_shell(
            corr_arena_print(&a, "printf %%s %s", http_sh_word(&a, word[i])),
            word[i]);
    check_shell(corr_arena_print(&a, "printf %s",
                                 http_sh_format(&a, "a%'\\\x01\n\xff", 7)),
                "a%'\\\x01\n\xff");
    corr_arena_clear(&a);
}

static void a_line_for_curl_names_secrets_only(void **state)
{
    const fetch_access access = { .bearer = { "hunter2", "\"$(cat f)\"" },
                                  .tenant = "team a" };
    const fetch_target t = { FETCH_TEMPO, "http://h/base", &access, NULL };
    fetch_request q = { .target = &t, .path = "/x?q=%7B%7D", .file = "a/b.pb" };
    corr_arena a = { 0 };

    (void)state;
    assert_string_equal(
        dry_run_line(&a, &q),
        "printf 'header = \"Authorization: Bearer %s\"\\n' \"$(cat f)\" | curl "
        "-sS --compressed -H 'Accept: */*' -H 'X-Scope-OrgID: team a' -o b.pb "
        "-K - --url 'http://h/base/x?q=%7B%7D'");
    q.body = "{}";
    q.body_size = 2;
    q.type = "application/json";
    const char *line = dry_run_line(&a, &q);
    assert_null(strstr(line, "hunter2"));
    assert_non_null(strstr(line, "| { printf '{}' | curl"));
    assert_non_null(strstr(line, "-K /dev/fd/3"));
    corr_arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_joins_with_one_slash),
        cmocka_unit_test(what_is_shown_has_no_secret),
        cmocka_unit_test(addresses_with_passwords_are_refused),
        cmocka_unit_test(a_redirect_stays_with_its_scheme_and_host),
        cmocka_unit_test(retry_after_is_seconds_or_a_date),
        cmocka_unit_test(headers_cannot_be_injected),
        cmocka_unit_test(a_shell_reads_words_as_they_are),
        cmocka_unit_test(a_line_for_curl_names_secrets_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
