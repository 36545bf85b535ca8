/* timezone - the time zone of --tz. */
#include "cli/timezone.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const int64_t second_ns = 1000000000;

/* ---- the C library's zone ----------------------------------------------- */

/* Rounded toward the past: before 1970 a second begins below its number. */
static time_t seconds_of(int64_t unix_ns)
{
    return (time_t)(unix_ns / second_ns - (unix_ns % second_ns < 0));
}

static int east_now(int64_t unix_ns)
{
    const time_t t = seconds_of(unix_ns);
    struct tm tm;

    return localtime_r(&t, &tm) ? (int)(tm.tm_gmtoff / 60) : 0;
}

static corr_code use(const char *rules, corr_zone *zone, corr_err *err)
{
    if (rules && setenv("TZ", rules, 1) != 0)
        return corr_no_memory(err);
    tzset();
    *zone = (corr_zone){ .east_at = east_now };
    return CORR_OK;
}

/* ---- what names a zone -------------------------------------------------- */

static bool is_utc(const char *text)
{
    return strcasecmp(text, "UTC") == 0 || strcasecmp(text, "Z") == 0;
}

/* "+02:00", "-0930", "+01": what may stand behind a time. */
static bool is_offset(const char *text, int *east_min)
{
    const int64_t minute = 60 * second_ns;
    char midnight[40];
    int64_t t;

    if (text[0] != '+' && text[0] != '-')
        return false;
    int n = snprintf(midnight, sizeof midnight, "1970-01-01T00:00%s", text);
    if (n < 0 || (size_t)n >= sizeof midnight ||
        !corr_parse_time(corr_str_of(midnight), 0, 0, &t))
        return false;
    *east_min = (int)(-t / minute);
    return true;
}

static bool holds_zone(const char *path)
{
    struct stat st;
    char magic[4];

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool is = read(fd, magic, 4) == 4 && memcmp(magic, "TZif", 4) == 0;
    close(fd);
    return is;
}

static const char *zone_dir(void)
{
    const char *dir = getenv("TZDIR");

    return dir && *dir ? dir : "/usr/share/zoneinfo";
}

/* A name does not leave the directory of zones. */
static bool is_name(const char *text)
{
    static const char may[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";

    return isalpha((unsigned char)text[0]) && text[strspn(text, may)] == '\0';
}

/* ":/usr/share/zoneinfo/Europe/Berlin", as TZ wants it, if that is a zone. */
static bool find_rules(const char *name, char *rules, size_t size)
{
    int n = name[0] == '/' ? snprintf(rules, size, ":%s", name)
                           : snprintf(rules, size, ":%s/%s", zone_dir(), name);

    return n > 0 && (size_t)n < size && holds_zone(rules + 1);
}

/* "CET-1CEST,M3.5.0,M10.5.0/3": a name and how far it is from UTC. */
static bool is_posix(const char *text)
{
    const char *p = text;

    if (*p == '<') {
        p += strcspn(p, ">");
        p += *p == '>';
    } else {
        while (isalpha((unsigned char)*p))
            p++;
    }
    if (p - text < 3)
        return false;
    p += *p == '+' || *p == '-';
    return isdigit((unsigned char)*p) != 0;
}

/* ---- local and others --------------------------------------------------- */

static corr_code no_zone(const char *what, const char *text, corr_err *err)
{
    char shown[80];

    corr_safe(shown, sizeof shown, corr_str_of(text), false);
    corr_fail(err, CORR_EUSAGE, "%s \"%s\"", what, shown);
    return corr_hint(
        err,
        "local, UTC, an offset like +02:00, or a name in %s like Europe/Berlin",
        zone_dir());
}

static corr_code use_local(corr_zone *zone, corr_err *err)
{
    const char *set = getenv("TZ");
    char rules[PATH_MAX];

    if (!set)
        return use(NULL, zone, err);
    if (!*set || is_utc(set)) {
        *zone = (corr_zone){ 0 };
        return CORR_OK;
    }
    if (find_rules(set + (*set == ':'), rules, sizeof rules))
        return use(rules, zone, err);
    if (is_posix(set))
        return use(NULL, zone, err);
    return no_zone("the local time zone is not known: $TZ is", set, err);
}

corr_code zone_parse(const char *text, corr_zone *zone, corr_err *err)
{
    char rules[PATH_MAX];
    int east = 0;

    if (strcmp(text, "local") == 0)
        return use_local(zone, err);
    if (is_utc(text) || is_offset(text, &east)) {
        *zone = (corr_zone){ .east_min = east };
        return CORR_OK;
    }
    if (is_name(text) && find_rules(text, rules, sizeof rules))
        return use(rules, zone, err);
    return no_zone("there is no time zone", text, err);
}
