/*
 * collapsed_write - a selection as folded stacks, added up by text.
 *
 * Stacks of several inputs, and stacks that differ only in what a folded line
 * cannot say (lines, modules), become one line.  A folded file does not say
 * its unit: where every row is worth its samples times the period, the samples
 * are written; else the values, in the kind's unit.  A row that is divided
 * among spans counts with its shares.  Lines come in byte order of their text.
 * What is held is one number a stack and one text a line.
 *
 * Two selections become lines with two numbers, the base first, as difffolded
 * of the FlameGraph scripts writes them.
 */
#include "corr_builtin.h"

#include <math.h>
#include <stdlib.h>

typedef struct line {
    corr_str text; /* in writer.texts */
    int64_t whole[2];
    double part[2]; /* sum of shares, so that their order cannot matter much */
} line;

typedef struct writer {
    const corr_sel *sel;
    unsigned column; /* that is added to */
    corr_map stacks; /* input, stack -> number of the line + 1 */
    corr_map lines;  /* text -> number of the line + 1 */
    corr_arena texts;
    line *line;
    size_t nline, room;
    char *buf; /* a text while it is put together */
    size_t n, buf_room;
    bool is_failed;
} writer;

static bool grow(writer *w, void **column, size_t *room, size_t need,
                 size_t size)
{
    w->is_failed |= need > *room && !corr_grow(column, room, need, size);
    return !w->is_failed;
}

/* A semicolon would split the name, a line break the line. */
static void put_name(writer *w, corr_str name)
{
    if (!grow(w, (void **)&w->buf, &w->buf_room, w->n + name.n + 1, 1))
        return;
    if (w->n > 0)
        w->buf[w->n++] = ';';
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool is_break = c == '\n' || c == '\r' || c == '\0';

        w->buf[w->n++] = c == ';' ? ':' : is_break ? ' ' : c;
    }
}

static void put_stack(writer *w, const corr_row *row)
{
    uint32_t depth = corr_stack_depth(w->sel, row->input, row->stack);
    char name[CORR_FRAME_NAME_MAX];

    w->n = 0;
    for (uint32_t i = 0; i < depth && !w->is_failed; i++) {
        corr_frame_view v = corr_stack_at(w->sel, row->input, row->stack, i);

        put_name(w, corr_frame_name(&v, name));
    }
    if (depth == 0)
        put_name(w, CORR_STR("[unknown]"));
}

/* Number of the line that holds the text in buf, plus 1; 0: no memory. */
static uint32_t line_of_text(writer *w)
{
    bool is_new;
    uint32_t *at = corr_map_bytes(&w->lines, w->buf, w->n, &is_new);
    char *copy = NULL;

    if (at && !is_new)
        return *at;
    if (at &&
        grow(w, (void **)&w->line, &w->room, w->nline + 1, sizeof *w->line))
        copy = corr_arena_alloc(&w->texts, 1, w->n);
    if (!copy) {
        w->is_failed = true;
        return 0;
    }
    memcpy(copy, w->buf, w->n);
    w->line[w->nline++] = (line){ .text = { copy, w->n } };
    *at = (uint32_t)w->nline;
    return *at;
}

static line *line_of(writer *w, const corr_row *row)
{
    bool is_new;
    uint32_t *at = corr_map_u64(
        &w->stacks, (uint64_t)row->input << 32 | row->stack, &is_new);

    if (!at) {
        w->is_failed = true;
        return NULL;
    }
    if (is_new) {
        put_stack(w, row);
        *at = w->is_failed ? 0 : line_of_text(w);
    }
    return *at ? &w->line[*at - 1] : NULL;
}

/* Whether time is nothing but samples times the period. */
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

static void add_up(writer *w, bool samples)
{
    corr_sel_iter it = { .sel = w->sel };
    corr_row row;

    while (!w->is_failed && corr_sel_next(&it, &row)) {
        line *l = line_of(w, &row);

        if (!l)
            return;
        int64_t value = samples ? row.obs : row.value;
        if (row.share < 1)
            l->part[w->column] += (double)value * row.share;
        else if (__builtin_add_overflow(l->whole[w->column], value,
                                        &l->whole[w->column]))
            l->whole[w->column] = INT64_MAX;
    }
}

static int by_text(const void *va, const void *vb)
{
    const line *a = va, *b = vb;

    return corr_str_cmp(a->text, b->text);
}

static void put_number(corr_out *out, int64_t v)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t n = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    if (v < 0)
        digits[--at] = '-';
    corr_put(out, digits + at, sizeof digits - at);
}

static void put_lines(writer *w, corr_out *out)
{
    for (size_t i = 0; i < w->nline && !w->is_failed; i++) {
        const line *l = &w->line[i];
        int64_t v[2];

        for (unsigned k = 0; k <= w->column; k++)
            v[k] = l->whole[k] + llround(l->part[k]);
        if (v[0] == 0 && (w->column == 0 || v[1] == 0))
            continue;
        corr_put_str(out, l->text);
        for (unsigned k = 0; k <= w->column; k++) {
            corr_putc(out, ' ');
            put_number(out, v[k]);
        }
        corr_putc(out, '\n');
    }
}

static corr_code finish(writer *w, corr_out *out, corr_err *err)
{
    if (!w->is_failed && w->nline > 0)
        qsort(w->line, w->nline, sizeof *w->line, by_text);
    put_lines(w, out);
    corr_map_clear(&w->stacks);
    corr_map_clear(&w->lines);
    corr_arena_clear(&w->texts);
    free(w->line);
    free(w->buf);
    return w->is_failed ? corr_fail(err, CORR_ENOMEM, "out of memory")
                        : CORR_OK;
}

static corr_code folded_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    writer w = { .sel = sel, .texts = { .limit = SIZE_MAX } };

    add_up(&w, counts_samples(sel));
    return finish(&w, out, err);
}

/* Samples only where one of either side is worth the same. */
static corr_code folded_write_diff(const corr_sel *base, const corr_sel *now,
                                   corr_out *out, corr_err *err)
{
    const int64_t period = corr_sel_facts_of(base).period;
    const bool samples = period == corr_sel_facts_of(now).period &&
                         counts_samples(base) && counts_samples(now);
    writer w = { .sel = base, .texts = { .limit = SIZE_MAX } };

    add_up(&w, samples);
    w.sel = now;
    w.column = 1;
    add_up(&w, samples);
    return finish(&w, out, err);
}

const corr_format corr_format_folded = {
    .name = "folded",
    .title = "collapsed stacks",
    .write = folded_write,
    .write_diff = folded_write_diff,
};
