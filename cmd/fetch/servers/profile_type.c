#include "fetch/servers/profile_type.h"

#include <ctype.h>

#include "fetch/plan/encode.h"

enum { PARTS = 5, NAME = 0, SAMPLE = 1, UNIT = 2, PERIOD = 3 };

/* Splits an id.  False: it has not five parts. */
static bool type_parts(const char *id, corr_str part[PARTS])
{
    corr_str rest = corr_str_of(id);
    size_t n = 0;

    while (n < PARTS && corr_str_next(&rest, ':', &part[n]))
        n++;
    return n == PARTS && rest.n == 0;
}

bool fetch_type_is_valid(const char *id)
{
    corr_str part[PARTS];

    for (const char *c = id; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_:.-/", *c))
            return false;
    return type_parts(id, part);
}

const char *fetch_type_name(corr_arena *a, const char *id)
{
    corr_str part[PARTS];

    if (!type_parts(id, part))
        return fetch_file_part(a, corr_str_of(id));
    const bool twice = corr_str_eq(part[SAMPLE], part[PERIOD]) ||
                       corr_str_is(part[PERIOD], "cpu");
    const char *name =
        corr_arena_print(a, "%.*s.%.*s%s%.*s", CORR_STR_ARG(part[NAME]),
                         CORR_STR_ARG(part[SAMPLE]), twice ? "" : ".",
                         twice ? 0 : (int)part[PERIOD].n, part[PERIOD].p);
    return name ? fetch_file_part(a, corr_str_of(name)) : NULL;
}

/* What types a kind has: a part of the name, and a part of the sample type. */
typedef struct kind_rule {
    const char *kind, *name, *sample;
} kind_rule;

static const kind_rule kind_rules[] = {
    { "cpu", "cpu", "" },
    { "wall", "wall", "" },
    { "alloc_bytes", "", "alloc_space" },
    { "alloc_bytes", "", "alloc_sample_bytes" },
    { "alloc_bytes", "", "tlab_bytes" },
    { "alloc_count", "", "alloc_objects" },
    { "alloc_count", "", "alloc_sample_objects" },
    { "alloc_count", "", "tlab_objects" },
    { "inuse_bytes", "", "inuse_space" },
    { "live_bytes", "", "inuse_space" },
    { "inuse_count", "", "inuse_objects" },
    { "live_count", "", "inuse_objects" },
    { "lock", "mutex", "" },
    { "lock", "block", "" },
};

bool fetch_type_is_kind(const char *id, const char *kind)
{
    corr_str part[PARTS];

    if (!kind)
        return true;
    if (!type_parts(id, part))
        return false;
    for (size_t i = 0; i < sizeof kind_rules / sizeof *kind_rules; i++)
        if (corr_same_text(kind_rules[i].kind, kind) &&
            corr_str_has(part[NAME], kind_rules[i].name) &&
            corr_str_has(part[SAMPLE], kind_rules[i].sample))
            return true;
    return corr_str_is(part[NAME], kind) || corr_str_is(part[SAMPLE], kind);
}

bool fetch_type_is_of_spans(const char *id)
{
    return fetch_type_is_kind(id, "cpu") || fetch_type_is_kind(id, "wall");
}

bool fetch_type_repeats(const char *id, const char *other)
{
    corr_str mine[PARTS], its[PARTS];

    return type_parts(id, mine) && type_parts(other, its) &&
           corr_str_eq(mine[NAME], its[NAME]) &&
           corr_str_is(mine[SAMPLE], "samples") &&
           corr_str_is(mine[UNIT], "count") && !corr_str_is(its[UNIT], "count");
}

bool fetch_type_has_sample(const char *id, corr_str name)
{
    corr_str part[PARTS];

    return type_parts(id, part) && corr_str_eq(part[SAMPLE], name);
}

bool fetch_type_is_many(const char *id, int64_t total)
{
    corr_str part[PARTS];
    int64_t one = 1;

    if (!type_parts(id, part))
        return false;
    if (corr_str_is(part[UNIT], "nanoseconds"))
        one = 10000000; /* a sample at 100 Hz */
    else if (corr_str_is(part[UNIT], "bytes"))
        one = 512 << 10; /* Go's rate of heap samples */
    return total / one >= 1000;
}
