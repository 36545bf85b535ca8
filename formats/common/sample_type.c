/* sample_type - the table of sample types and units. */
#include "common/sample_type.h"

#include <ctype.h>

static const sample_unit units[] = {
    { "nanoseconds nanosecond ns", CORR_NS, 1 },
    { "microseconds microsecond us", CORR_NS, 1000 },
    { "\xce\xbcs \xc2\xb5s", CORR_NS, 1000 }, /* Greek mu, micro sign */
    { "milliseconds millisecond ms", CORR_NS, 1000000 },
    { "seconds second s", CORR_NS, 1000000000 },
    { "bytes byte b", CORR_BYTES, 1 },
    { "kilobytes kb", CORR_BYTES, 1 << 10 },
    { "megabytes mb", CORR_BYTES, 1 << 20 },
};

static const sample_unit plain_count = { "count", CORR_COUNT, 1 };

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

const sample_unit *sample_unit_of(corr_str name)
{
    for (size_t i = 0; i < COUNTOF(units); i++)
        if (has_word(units[i].names, name))
            return &units[i];
    return &plain_count;
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
