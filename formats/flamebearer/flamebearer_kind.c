/*
 * flamebearer_kind - the kind of the values of a flame graph.
 *
 * There are few units, and several kinds share a unit.  The name of the
 * profile, if present, decides between them.
 */
#include "flamebearer/flamebearer.h"

#include "common/sample_type.h"

typedef struct flame_unit {
    const char *units;
    const char *word; /* word in the name; NULL: any name */
    const char *kind;
    corr_unit unit;
    unsigned flags;
    bool is_time;   /* samples at a rate per second */
    bool is_counts; /* counts of samples */
} flame_unit;

static const flame_unit table[] = {
    { "samples", "wall", "wall", CORR_NS, 0, true, true },
    { "samples", "cpu", "cpu", CORR_NS, 0, true, true },
    { "samples", NULL, "samples", CORR_COUNT, 0, false, true },
    { "objects", "alloc", "alloc_count", CORR_COUNT, 0, false, false },
    { "objects", "inuse", "live_count", CORR_COUNT, CORR_KIND_SNAPSHOT, false,
      false },
    { "bytes", "alloc", "alloc_bytes", CORR_BYTES, 0, false, false },
    { "bytes", "inuse", "live_bytes", CORR_BYTES, CORR_KIND_SNAPSHOT, false,
      false },
    { "bytes", NULL, "bytes", CORR_BYTES, 0, false, false },
    { "goroutines", NULL, "goroutine", CORR_COUNT,
      CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE, false, true },
    { "lock_nanoseconds", "mutex", "mutex", CORR_NS, 0, false, false },
    { "lock_nanoseconds", "block", "block", CORR_NS, 0, false, false },
    { "lock_nanoseconds", NULL, "lock", CORR_NS, 0, false, false },
    { "exceptions", NULL, "exception", CORR_COUNT, 0, false, true },
};

static const flame_unit *find_unit(const flame_facts *f)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].units, f->units) == 0 &&
            (!table[i].word || strstr(f->name, table[i].word)))
            return &table[i];
    return NULL;
}

corr_kind_row flame_kind(const flame_facts *f, int64_t *num, int64_t *den,
                         bool *counts)
{
    const flame_unit *u = find_unit(f);
    const sample_unit *other = sample_unit_of(corr_str_of(f->units));
    const bool has_rate = f->rate >= 1 && f->rate <= 1e9;
    corr_kind_row row = { .type = corr_str_of(f->units) };

    *num = *den = 1;
    *counts = false;
    if (u && u->is_time && !has_rate)
        u = NULL; /* the length of a sample is unknown */
    row.name = u             ? corr_str_of(u->kind)
               : f->units[0] ? corr_str_of(f->units)
                             : CORR_STR("samples");
    row.unit = u ? u->unit : other->unit;
    if (!u)
        *num = other->scale;
    row.flags = u ? u->flags : 0;
    if (u && u->is_time) {
        *num = 1000000000;
        *den = (int64_t)f->rate;
        row.period = *den > 1 ? *num / *den : *num;
    }
    /* values at a very high rate are times, not samples */
    *counts = u && u->is_counts && (!u->is_time || f->rate <= 100000);
    if (!*counts) {
        row.flags |= CORR_KIND_NO_COUNT;
        row.period = 0;
    }
    return row;
}
