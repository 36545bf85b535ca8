/* sample_type - the table of sample types and units. */
#include "common/sample_type.h"

#include <ctype.h>

static const sample_unit units[] = {
    { "nanoseconds", CORR_NS, 1 },
    { "nanosecond", CORR_NS, 1 },
    { "ns", CORR_NS, 1 },
    { "microseconds", CORR_NS, 1000 },
    { "microsecond", CORR_NS, 1000 },
    { "us", CORR_NS, 1000 },
    { "\xce\xbcs", CORR_NS, 1000 }, /* Greek mu */
    { "\xc2\xb5s", CORR_NS, 1000 }, /* micro sign */
    { "milliseconds", CORR_NS, 1000000 },
    { "millisecond", CORR_NS, 1000000 },
    { "ms", CORR_NS, 1000000 },
    { "seconds", CORR_NS, 1000000000 },
    { "second", CORR_NS, 1000000000 },
    { "s", CORR_NS, 1000000000 },
    { "bytes", CORR_BYTES, 1 },
    { "byte", CORR_BYTES, 1 },
    { "b", CORR_BYTES, 1 },
    { "kilobytes", CORR_BYTES, 1 << 10 },
    { "kb", CORR_BYTES, 1 << 10 },
    { "megabytes", CORR_BYTES, 1 << 20 },
    { "mb", CORR_BYTES, 1 << 20 },
};

static const sample_unit plain_count = { "count", CORR_COUNT, 1 };

/* clang-format off */
static const sample_type knowns[] = {
    { "cpu", CORR_NS, 0, "cpu", NULL },
    { "cpu-time", CORR_NS, 0, "cpu", NULL },
    { "ctimer", CORR_NS, 0, "cpu", NULL },
    { "itimer", CORR_NS, 0, "cpu", NULL },
    { "wall", CORR_NS, 0, "wall", NULL },
    { "wall-time", CORR_NS, 0, "wall", NULL },
    { "wallclock", CORR_NS, 0, "wall", NULL },
    { "time", CORR_NS, 0, "wall", NULL },
    { "offcpu", CORR_NS, 0, "offcpu", NULL },
    { "off-cpu", CORR_NS, 0, "offcpu", NULL },
    { "delay", CORR_NS, 0, "lock", NULL },
    { "lock-time", CORR_NS, 0, "lock", NULL },
    { "lock-duration", CORR_NS, 0, "lock", NULL },
    { "lock-acquire-wait", CORR_NS, 0, "lock", NULL },
    { "mutex-duration", CORR_NS, 0, "mutex", NULL },
    { "block-duration", CORR_NS, 0, "block", NULL },

    { "alloc-space", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-size", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-bytes", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-in-new-tlab-bytes", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-sample-bytes", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-outside-tlab-bytes", CORR_BYTES, 0, "alloc_bytes", NULL },
    { "alloc-objects", CORR_COUNT, 0, "alloc_count", NULL },
    { "alloc-samples", CORR_COUNT, 0, "alloc_count", NULL },
    { "alloc-in-new-tlab-objects", CORR_COUNT, 0, "alloc_count", NULL },
    { "alloc-sample-objects", CORR_COUNT, 0, "alloc_count", NULL },
    { "alloc-outside-tlab-objects", CORR_COUNT, 0, "alloc_count", NULL },

    { "inuse-space", CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "heap-space", CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "heap-live-size", CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "space", CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "live", CORR_BYTES, CORR_KIND_SNAPSHOT, "live_bytes", NULL },
    { "inuse-objects", CORR_COUNT, CORR_KIND_SNAPSHOT, "live_count", NULL },
    { "heap-live-samples", CORR_COUNT, CORR_KIND_SNAPSHOT,
      "live_count", NULL },
    { "objects", CORR_COUNT, CORR_KIND_SNAPSHOT, "live_count", NULL },
    { "live", CORR_COUNT, CORR_KIND_SNAPSHOT, "live_count", NULL },
    { "goroutine", CORR_COUNT, CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE, "goroutine", NULL },
    { "goroutines", CORR_COUNT, CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE, "goroutine", NULL },
    { "exception", CORR_COUNT, 0, "exception", NULL },
    { "exceptions", CORR_COUNT, 0, "exception", NULL },
    { "exception-samples", CORR_COUNT, 0, "exception", NULL },

    { "samples", CORR_COUNT, 0, NULL, "*" },
    { "sample", CORR_COUNT, 0, NULL, "*" },
    { "cpu-samples", CORR_COUNT, 0, NULL, "cpu" },
    { "cpu-sample", CORR_COUNT, 0, NULL, "cpu" },
    { "cpu", CORR_COUNT, 0, NULL, "cpu" },
    { "ctimer", CORR_COUNT, 0, NULL, "cpu" },
    { "itimer", CORR_COUNT, 0, NULL, "cpu" },
    { "wall-samples", CORR_COUNT, 0, NULL, "wall" },
    { "wall-sample", CORR_COUNT, 0, NULL, "wall" },
    { "wall", CORR_COUNT, 0, NULL, "wall" },
    { "contentions", CORR_COUNT, 0, NULL, "lock" },
    { "lock-acquire", CORR_COUNT, 0, NULL, "lock" },
    { "lock-count", CORR_COUNT, 0, NULL, "lock" },
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

const sample_unit *sample_unit_of(corr_str name)
{
    for (size_t i = 0; i < COUNTOF(units); i++)
        if (corr_str_is(name, units[i].name))
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
    plain[type.n] = 0;
    for (size_t i = 0; i < COUNTOF(knowns); i++)
        if (knowns[i].unit == unit && strcmp(knowns[i].type, plain) == 0)
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
