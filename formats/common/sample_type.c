/* sample_type - the table of sample types and units. */
#include "common/sample_type.h"

#include <ctype.h>

#define SECOND INT64_C(1000000000)

/* Things that are counted, one by one. */
#define THINGS                                                                 \
    "count sample object event contention thread goroutine exception "         \
    "allocation alloc call hit lock request error operation op"

/* In small letters and the singular. */
static const sample_unit units[] = {
    { "nanosecond ns", CORR_NS, 1 },
    { "microsecond us", CORR_NS, 1000 },
    { "\xce\xbcs \xc2\xb5s", CORR_NS, 1000 }, /* Greek mu, micro sign */
    { "millisecond ms", CORR_NS, 1000000 },
    { "second sec s", CORR_NS, SECOND },
    { "minute min", CORR_NS, 60 * SECOND },
    { "hour hr h", CORR_NS, 3600 * SECOND },
    { "day d", CORR_NS, 86400 * SECOND },
    { "week wk", CORR_NS, 604800 * SECOND },
    /* each power is one of 1024, as in google/pprof */
    { "byte b by", CORR_BYTES, 1 },
    { "kilobyte kbyte kb kibibyte kib kiby", CORR_BYTES, INT64_C(1) << 10 },
    { "megabyte mbyte mb mebibyte mib miby", CORR_BYTES, INT64_C(1) << 20 },
    { "gigabyte gbyte gb gibibyte gib giby", CORR_BYTES, INT64_C(1) << 30 },
    { "terabyte tbyte tb tebibyte tib tiby", CORR_BYTES, INT64_C(1) << 40 },
    { "petabyte pbyte pb pebibyte pib piby", CORR_BYTES, INT64_C(1) << 50 },
    { "1 " THINGS, CORR_COUNT, 1 },
    { "millionth", CORR_FRACTION, 1 }, /* as corr writes counts with decimals */
};

static const sample_unit no_unit = { "", CORR_COUNT, 1 };
static const sample_unit own_unit = { "", CORR_AMOUNT, 1 };

/* clang-format off */
static const sample_type knowns[] = {
    { "cpu cpu-time ctimer itimer", CORR_NS, 0, "cpu", NULL },
    { "wall wall-time wallclock time", CORR_NS, 0, "wall", NULL },
    { "offcpu off-cpu", CORR_NS, 0, "offcpu", NULL },
    { "delay lock-time lock-duration lock-acquire-wait", CORR_NS, 0, "lock", NULL },
    { "mutex-duration", CORR_NS, 0, "mutex", NULL },
    { "block-duration", CORR_NS, 0, "block", NULL },
    { "alloc-space alloc-size alloc-bytes alloc-sample-bytes",
      CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-in-new-tlab-bytes alloc-outside-tlab-bytes",
      CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-objects alloc-samples alloc-sample-objects",
      CORR_COUNT, 0, "alloc_count", NULL },
    { "alloc-in-new-tlab-objects alloc-outside-tlab-objects",
      CORR_COUNT, 0, "alloc_count", NULL },
    { "inuse-space heap-space heap-live-size space live",
      CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "inuse-objects heap-live-samples objects live",
      CORR_COUNT, CORR_KIND_SNAPSHOT, "live_count", NULL },
    { "goroutine goroutines",
      CORR_COUNT, CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE, "goroutine", NULL },
    { "exception exceptions exception-samples", CORR_COUNT, 0, "exception", NULL },
    { "samples sample", CORR_COUNT, 0, NULL, "*" },
    { "cpu-samples cpu-sample cpu ctimer itimer", CORR_COUNT, 0, NULL, "cpu" },
    { "wall-samples wall-sample wall", CORR_COUNT, 0, NULL, "wall" },
    { "contentions lock-acquire lock-count", CORR_COUNT, 0, NULL, "lock" },
    { "lock-release", CORR_COUNT, 0, NULL, "lock-release-hold" },
    { "mutex-count", CORR_COUNT, 0, NULL, "mutex" },
    { "block-count", CORR_COUNT, 0, NULL, "block" },
    { "alloc-samples-unscaled", CORR_COUNT, 0, NULL, "alloc_bytes" },
};

/* For writing: a kind, its type and the type of its count. */
static const char *const written[][3] = {
    { "cpu", "cpu", "samples" },
    { "wall", "wall", "samples" },
    { "offcpu", "offcpu", "samples" },
    { "alloc_bytes", "alloc_space", "samples" },
    { "alloc_count", "alloc_objects", "samples" },
    { "live_bytes", "inuse_space", "samples" },
    { "live_count", "inuse_objects", "samples" },
    { "lock", "delay", "contentions" },
    { "block", "block_duration", "block_count" },
    { "mutex", "mutex_duration", "mutex_count" },
};
/* clang-format on */

#define COUNTOF(a) (sizeof(a) / sizeof *(a))

/* ---- names --------------------------------------------------------- */

/* Whether a list of words has this one. */
static bool has_word(const char *list, corr_str word)
{
    corr_str rest = corr_str_of(list), one;

    while (corr_str_next(&rest, ' ', &one))
        if (corr_str_eq(one, word))
            return true;
    return false;
}

/* A name in small letters, in the singular and without braces ("{samples}" of
 * OpenTelemetry); empty: it is too long for any of ours. */
static corr_str plain_unit(corr_str name, char *buf, size_t size)
{
    if (name.n > 2 && name.p[0] == '{' && name.p[name.n - 1] == '}')
        name = (corr_str){ name.p + 1, name.n - 2 };
    if (name.n > size)
        return (corr_str){ buf, 0 };
    for (size_t i = 0; i < name.n; i++)
        buf[i] = (char)tolower((unsigned char)name.p[i]);
    name.n -= name.n > 2 && buf[name.n - 1] == 's' && (buf[0] & 0x80) == 0;
    return (corr_str){ buf, name.n };
}

const sample_unit *sample_unit_of(corr_str name)
{
    char buf[32];
    const corr_str plain = plain_unit(name, buf, sizeof buf);

    if (name.n == 0)
        return &no_unit;
    for (size_t i = 0; plain.n && i < COUNTOF(units); i++)
        if (has_word(units[i].names, plain))
            return &units[i];
    return &own_unit;
}

/* Whether the last word of a type is a thing that is counted: "alloc_samples". */
static bool counts_things(corr_str type)
{
    char buf[64];
    size_t from = type.n;

    while (from > 0 && isalpha((unsigned char)type.p[from - 1]))
        from--;
    const corr_str last =
        plain_unit((corr_str){ type.p + from, type.n - from }, buf, sizeof buf);
    return last.n && has_word(THINGS, last);
}

const sample_unit *sample_unit_of_type(corr_str type, corr_str unit)
{
    const sample_unit *u = sample_unit_of(unit);

    if (u->unit == CORR_AMOUNT || u->unit == CORR_COUNT) {
        if (sample_type_of(type, CORR_COUNT))
            return &no_unit;
        if (u == &no_unit || corr_str_is(unit, "count"))
            return type.n == 0 || counts_things(type) ? &no_unit : &own_unit;
    }
    return u;
}

const sample_type *sample_type_of(corr_str type, corr_unit unit)
{
    char plain[48];

    if (type.n >= sizeof plain)
        return NULL;
    for (size_t i = 0; i < type.n; i++) {
        unsigned char c = (unsigned char)type.p[i];
        plain[i] = c == '_' || c == ' ' ? '-' : (char)tolower(c);
    }
    for (size_t i = 0; i < COUNTOF(knowns); i++)
        if (knowns[i].unit == unit &&
            has_word(knowns[i].types, (corr_str){ plain, type.n }))
            return &knowns[i];
    return NULL;
}

bool sample_kind_is_ours(const char *name)
{
    for (size_t i = 0; i < COUNTOF(knowns); i++)
        if (knowns[i].kind && strcmp(knowns[i].kind, name) == 0)
            return true;
    return false;
}

const char *sample_type_written(corr_str kind, const char **counts_name)
{
    for (size_t i = 0; i < COUNTOF(written); i++)
        if (corr_str_is(kind, written[i][0])) {
            *counts_name = written[i][2];
            return written[i][1];
        }
    *counts_name = "samples";
    return NULL;
}
