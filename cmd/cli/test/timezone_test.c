/* Tests of timezone.c: words that are zones, and times in a zone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "cli/timezone.h"

#define S      INT64_C(1000000000)
#define WINTER (INT64_C(1770300922) * S) /* 2026-02-05 14:15:22Z */
#define SPRING (INT64_C(1774746000) * S) /* 2026-03-29 01:00:00Z */
#define AUTUMN (INT64_C(1792890000) * S) /* 2026-10-25 01:00:00Z */

/* A directory of zones of our own: what a system has installed differs. */
static char dir[] = "/tmp/corr-zone-XXXXXX";

#define COUNTS(times, types, chars)                                            \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"                                           \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" times "\0\0\0" types "\0\0\0" chars

/* RFC 8536: an empty block of 32 bits, then one change to CET in 1996 and the
 * rule for what comes after it. */
static const char central_europe[] = "TZif2" COUNTS(
    "\0", "\1", "\1") "\0\0\0\0\0\0"
                      "\0"
                      "TZif2" COUNTS("\1", "\1",
                                     "\4") "\0\0\0\0\x32\x6f\x00\x00"
                                           "\0"
                                           "\0\0\x0e\x10\0\0"
                                           "CET\0"
                                           "\nCET-1CEST,M3.5.0,M10.5.0/3\n";

static void put(const char *name, const char *bytes, size_t n)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int make_zones(void **state)
{
    char path[256];

    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/Test", dir);
    assert_int_equal(mkdir(path, 0700), 0);
    put("Test/Center", central_europe, sizeof central_europe - 1);
    put("leap-seconds.list", "# no zone\n", 10);
    snprintf(path, sizeof path, "%s/Pipe", dir);
    assert_int_equal(mkfifo(path, 0600), 0);
    return setenv("TZDIR", dir, 1);
}

static int drop_zones(void **state)
{
    static const char *const name[] = { "Test/Center", "Test", "Pipe",
                                        "leap-seconds.list" };
    char path[256];

    (void)state;
    for (size_t i = 0; i < countof(name); i++) {
        snprintf(path, sizeof path, "%s/%s", dir, name[i]);
        remove(path);
    }
    return rmdir(dir);
}

static int east(const char *text, int64_t at)
{
    corr_err err = { 0 };
    corr_zone zone;

    if (zone_parse(text, &zone, &err))
        fail_msg("%s: %s", text, err.what);
    return corr_zone_east(&zone, at);
}

static void assert_no_zone(const char *text, const char *what)
{
    corr_err err = { 0 };
    corr_zone zone;

    assert_int_equal(zone_parse(text, &zone, &err), CORR_EUSAGE);
    assert_string_equal(err.what, what);
    assert_non_null(strstr(err.hint, dir));
}

static void an_offset_is_spelled_as_behind_a_time(void **state)
{
    static const struct {
        const char *text;
        int east;
    } all[] = {
        { "UTC", 0 },      { "utc", 0 },     { "Z", 0 },
        { "+02:00", 120 }, { "+0530", 330 }, { "-09:30", -570 },
        { "+14", 840 },    { "-00:00", 0 },  { "+23:59", 1439 },
    };

    (void)state;
    for (size_t i = 0; i < countof(all); i++)
        assert_int_equal(east(all[i].text, WINTER), all[i].east);
}

static void a_named_zone_keeps_summer_time_to_the_second(void **state)
{
    (void)state;
    assert_int_equal(east("Test/Center", WINTER), 60);
    assert_int_equal(east("Test/Center", SPRING - 1), 60);
    assert_int_equal(east("Test/Center", SPRING), 120);
    assert_int_equal(east("Test/Center", AUTUMN - 1), 120);
    assert_int_equal(east("Test/Center", AUTUMN), 60);
    assert_int_equal(east("Test/Center", INT64_MIN + 1), 60);
    east("Test/Center", INT64_MAX);
}

static void the_local_zone_is_that_of_tz(void **state)
{
    char path[256];

    (void)state;
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    assert_int_equal(east("local", WINTER), -300);
    assert_int_equal(east("local", SPRING), -240);
    setenv("TZ", "<+0330>-3:30", 1);
    assert_int_equal(east("local", WINTER), 210);
    setenv("TZ", ":Test/Center", 1);
    assert_int_equal(east("local", SPRING), 120);
    snprintf(path, sizeof path, "%s/Test/Center", dir);
    setenv("TZ", path, 1);
    assert_int_equal(east("local", WINTER), 60);
    setenv("TZ", "", 1);
    assert_int_equal(east("local", WINTER), 0);
    setenv("TZ", "UTC", 1);
    assert_int_equal(east("local", SPRING), 0);
}

static void what_is_no_zone_is_refused_and_not_taken_for_utc(void **state)
{
    (void)state;
    assert_no_zone("Test/Centre", "there is no time zone \"Test/Centre\"");
    assert_no_zone("", "there is no time zone \"\"");
    assert_no_zone("Test", "there is no time zone \"Test\"");
    assert_no_zone("Pipe", "there is no time zone \"Pipe\"");
    assert_no_zone("leap-seconds.list",
                   "there is no time zone \"leap-seconds.list\"");
    assert_no_zone("Test/../Test/Center",
                   "there is no time zone \"Test/../Test/Center\"");
    assert_no_zone("/etc/localtime",
                   "there is no time zone \"/etc/localtime\"");
    assert_no_zone("+25:00", "there is no time zone \"+25:00\"");
    assert_no_zone("+2", "there is no time zone \"+2\"");
    assert_no_zone("+02:00Z", "there is no time zone \"+02:00Z\"");
    assert_no_zone("CET-1CEST", "there is no time zone \"CET-1CEST\"");
    assert_no_zone("\033[2J", "there is no time zone \"\\x1b[2J\"");
}

static void a_tz_that_means_nothing_is_not_the_local_zone(void **state)
{
    static const char *const bad[] = { "Nowhere/Land", ":",    "XY5",
                                       "/dev/zero",    "Pipe", "<>5",
                                       "+02:00" };
    corr_zone zone;

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        corr_err err = { 0 };
        char want[128];

        setenv("TZ", bad[i], 1);
        assert_int_equal(zone_parse("local", &zone, &err), CORR_EUSAGE);
        snprintf(want, sizeof want,
                 "the local time zone is not known: $TZ is \"%s\"", bad[i]);
        assert_string_equal(err.what, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_offset_is_spelled_as_behind_a_time),
        cmocka_unit_test(a_named_zone_keeps_summer_time_to_the_second),
        cmocka_unit_test(the_local_zone_is_that_of_tz),
        cmocka_unit_test(what_is_no_zone_is_refused_and_not_taken_for_utc),
        cmocka_unit_test(a_tz_that_means_nothing_is_not_the_local_zone),
    };

    return cmocka_run_group_tests(tests, make_zones, drop_zones);
}
