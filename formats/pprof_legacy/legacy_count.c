/* Profiles of Go that count something, in text:
 *
 *     goroutine profile: total 5
 *     3 @ 0x47dbee 0x4158ee ...
 *     # labels: {"span_id":"00f067aa0ba902b7"}
 *     #<tab>0x4dcd19<tab>main.inner+0x19<tab>/src/main.go:12
 */
#include "pprof_legacy/legacy.h"

#include <stdio.h>

typedef struct counts {
    legacy *f;
    corr_kind kind;
    int64_t total; /* from the first line */
    int64_t sum;
    corr_sample_row row; /* the last row, until its labels are read */
    bool has_row;
} counts;

bool legacy_is_count(corr_str line, corr_str *name, int64_t *total)
{
    corr_str s = legacy_find(line, " profile: total ");

    *name = (corr_str){ line.p, line.n - s.n };
    return name->n && legacy_take(&s, "profile: total ") &&
           legacy_take_int(&s, total) && *total >= 0;
}

/* Only names with a known meaning become a kind's name. Other names may mean
 * something else and keep "/count" behind them. */
static corr_kind add_count_kind(legacy *f, corr_str name)
{
    static const char *const plain[] = { "goroutine", "threadcreate" };
    char type[128];
    corr_kind_row row = { .unit = CORR_COUNT,
                          .flags = CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT };

    name.n = name.n < 100 ? name.n : 100;
    snprintf(type, sizeof type, "%.*s/count", CORR_STR_ARG(name));
    row.type = row.name = corr_str_of(type);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (corr_str_is(name, plain[i]))
            row.name = name;
    if (corr_str_is(name, "goroutine"))
        row.flags |= CORR_KIND_WHOLE;
    return corr_add_kind(f->b, &row);
}

static void flush_row(counts *c)
{
    if (c->has_row)
        corr_add_sample(c->f->b, &c->row);
    c->has_row = false;
}

static void read_row(counts *c)
{
    corr_str s = c->f->line;
    corr_stack stack;
    int64_t n;

    flush_row(c);
    if (!legacy_take_int(&s, &n) || n < 0 || !legacy_take(&s, "@") ||
        !legacy_stack_of(c->f, s, &stack)) {
        legacy_lose_line(c->f, "a row of this profile");
        return;
    }
    c->sum = corr_sum(c->sum, n);
    c->has_row = n > 0;
    c->row = (corr_sample_row){ .kind = c->kind,
                                .stack = stack,
                                .time = CORR_NO_TIME,
                                .value = n,
                                .obs = n,
                                .row = c->f->nrow++ };
}

static void read_count_line(counts *c)
{
    corr_str s = c->f->line;

    if (s.n == 0)
        return;
    if (s.p[0] != '#')
        read_row(c);
    else if (legacy_take(&s, "#") && legacy_take(&s, "labels:"))
        c->row.labels = legacy_labels(c->f, s);
    else
        legacy_comment(c->f);
}

void legacy_count(legacy *f)
{
    counts c = { .f = f };
    corr_str name;

    if (!legacy_is_count(f->line, &name, &c.total))
        return;
    c.kind = add_count_kind(f, name);
    corr_set_producer(f->b, CORR_STR("Go"));
    corr_set_language(f->b, CORR_STR("go"));
    f->hides_runtime = true;
    while (!corr_build_failed(f->b) && legacy_next(f) && !legacy_map(f))
        read_count_line(&c);
    flush_row(&c);
    if (c.sum < c.total)
        corr_damage(
            f->b, f->offset, 0, 0,
            "up to line %llu there are %lld of the %lld that line 1 announces",
            f->number, (long long)c.sum, (long long)c.total);
    legacy_bind(f, 0);
}
