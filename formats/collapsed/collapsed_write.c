/*
 * collapsed_write - writes a selection as folded stacks, added up by text.
 *
 * Stacks of several inputs, and stacks that differ only in facts that a folded
 * line lacks (lines, modules), become one line.  A folded file has no unit: if
 * every value is samples times the period, the number of samples is written,
 * else the values in the kind's unit.  A row that is divided among spans counts
 * with its shares.  Lines are in byte order.
 *
 * Two selections become lines with two numbers, the base first, like difffolded
 * of the FlameGraph scripts.
 */
#include "corr.h"
#include "corr_builtin.h"
#include "corr_write.h"

#include <math.h>
#include <stdlib.h>

/* The counts of a line. */
typedef struct line {
    int64_t whole[2];
    double part[2]; /* sum of shares, kept apart so that their order hardly
                       matters */
} line;

/* Whether every value is samples times the period. */
static bool counts_samples(const corr_sel *sel)
{
    corr_sel_iter it = { .sel = sel };
    corr_row row;
    int64_t value;

    while (corr_sel_next(&it, &row))
        if (row.unit != CORR_NS || row.period <= 0 ||
            __builtin_mul_overflow(row.obs, row.period, &value) ||
            value != row.value)
            return false;
    return true;
}

static void sum_rows(const corr_sel *sel, bool samples, unsigned column,
                     const corr_folded *f, line *line_of)
{
    corr_sel_iter it = { .sel = sel };
    corr_row row;

    while (corr_sel_next(&it, &row)) {
        line *l = &line_of[corr_folded_find(f, row.input, row.stack)];
        int64_t value = samples ? row.obs : row.value;
        if (row.share < 1)
            l->part[column] += (double)value * row.share;
        else if (__builtin_add_overflow(l->whole[column], value,
                                        &l->whole[column]))
            l->whole[column] = INT64_MAX;
    }
}

static void put_count(corr_out *out, int64_t v, corr_unit unit)
{
    char buf[CORR_PRINT_MAX];

    corr_putc(out, ' ');
    if (unit == CORR_FRACTION)
        corr_puts(out, corr_print_fraction(buf, v));
    else
        corr_put_int(out, v);
}

static bool put_line(corr_folded *f, uint32_t i, const line *l, size_t columns,
                     corr_unit unit, corr_out *out)
{
    int64_t v[2] = { 0 };
    corr_str text;

    for (size_t k = 0; k < columns; k++)
        v[k] = l->whole[k] + llround(l->part[k]);
    if (v[0] == 0 && v[1] == 0)
        return true;
    if (!corr_folded_text(f, i, &text))
        return false;
    corr_put_str(out, text);
    for (size_t k = 0; k < columns; k++)
        put_count(out, v[k], unit);
    corr_putc(out, '\n');
    return true;
}

/* Writes one column per selection. */
static corr_code put_lines(const corr_sel *const *sel, size_t columns,
                           bool samples, corr_out *out, corr_err *err)
{
    corr_folded *f = corr_folded_of(sel, columns);
    const corr_unit unit = corr_sel_facts_of(sel[columns - 1]).unit;
    const uint32_t n = f ? corr_folded_size(f) : 0;
    line *lines = calloc((size_t)n + 1, sizeof *lines);
    bool ok = f && lines;

    for (unsigned k = 0; ok && k < columns; k++)
        sum_rows(sel[k], samples, k, f, lines);
    for (uint32_t i = 0; ok && i < n; i++)
        ok = put_line(f, i, &lines[i], columns, unit, out);
    free(lines);
    corr_folded_free(f);
    return ok ? CORR_OK : corr_no_memory(err);
}

static corr_code folded_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    return put_lines(&sel, 1, counts_samples(sel), out, err);
}

/* Writes samples only if the samples of both sides have the same value. */
static corr_code folded_write_diff(const corr_sel *base, const corr_sel *now,
                                   corr_out *out, corr_err *err)
{
    const int64_t period = corr_sel_facts_of(base).period;
    const bool samples = period == corr_sel_facts_of(now).period &&
                         counts_samples(base) && counts_samples(now);

    return put_lines((const corr_sel *[]){ base, now }, 2, samples, out, err);
}

const corr_format corr_format_folded = {
    .name = "folded",
    .title = "collapsed stacks",
    .write = folded_write,
    .write_diff = folded_write_diff,
};
