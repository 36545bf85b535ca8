/*
 * collapsed_cut - copies some lines of a file, or adds up the lines of several
 * files.
 *
 * A slice keeps whole lines in their order, and comments.  A folded line does
 * not show which of its samples belong to a part of a request, so lines are not
 * divided.  A merge adds the counts of equal stacks and writes them in byte
 * order, without comments, because each comment is about one of the files.
 * Both write UTF-8.
 */
#include "collapsed/collapsed.h"
#include "corr_sort.h"
#include "corr_write.h"

#include <stdlib.h>

#define MILLION 1000000

/* Counts may have fractions. */
typedef struct count {
    int64_t whole, millionths;
} count;

typedef struct line {
    corr_str text;
    count count[2]; /* last count of the line first */
} line;

typedef struct cutter {
    corr_out *out;
    corr_map lines; /* text -> number + 1 */
    corr_arena texts;
    corr_vec(line) line;
    bool is_doubled;
    const char *first; /* path of the first file */
    bool no_memory;
} cutter;

/* Receives a line that is kept. */
typedef void line_taker(void *ctx, corr_str text);

/* ---- the lines of one file ----------------------------------------------- */

static corr_code walk_kept_lines(corr_slice *s, corr_slice_input *in,
                                 line_taker *take, line_taker *comment,
                                 void *ctx, corr_err *err)
{
    collapsed_lines lines;
    uint64_t kept = 0, of = 0;
    corr_str text;

    collapsed_lines_init(&lines, in->in);
    while (collapsed_lines_next(&lines, &text)) {
        if (collapsed_is_comment(text) && comment)
            comment(ctx, text);
        if (text.n == 0 || collapsed_is_comment(text))
            continue;
        of++;
        if (corr_slice_row(s, (uint32_t)(lines.number - 1)) <= 0)
            continue;
        kept++;
        take(ctx, text);
    }
    corr_slice_count(s, kept, of);
    return corr_slice_close(s, err);
}

static void put_line(void *ctx, corr_str text)
{
    const cutter *m = ctx;

    corr_put_str(m->out, text);
    corr_putc(m->out, '\n');
}

/* ---- adding up ----------------------------------------------------------- */

static void add_count(count *to, collapsed_number n)
{
    int64_t whole = 0, part = 0;
    bool is_exact = true;

    if (!collapsed_value(n, 0, &whole, &is_exact))
        whole = INT64_MAX - 1;
    else if (!is_exact && collapsed_value(n, 6, &part, &is_exact))
        whole = 0;
    to->millionths += part % MILLION;
    whole += part / MILLION + to->millionths / MILLION;
    to->millionths %= MILLION;
    if (__builtin_add_overflow(to->whole, whole, &to->whole))
        to->whole = INT64_MAX;
}

/* The line of a stack, added if new.  NULL: memory is out. */
static line *line_of(cutter *m, corr_str stack)
{
    bool is_new = false;
    uint32_t *at =
        corr_map_bytes(&m->lines, stack.n ? stack.p : "", stack.n, &is_new);

    if (at && *at)
        return &m->line.v[*at - 1];
    char *copy = at ? corr_arena_alloc(&m->texts, 1, stack.n + 1) : NULL;
    if (!copy || !corr_vec_reserve(NULL, &m->line, 1)) {
        m->no_memory = true;
        return NULL;
    }
    if (stack.n)
        memcpy(copy, stack.p, stack.n);
    m->line.v[m->line.n] = (line){ .text = { copy, stack.n } };
    *at = (uint32_t)++m->line.n;
    return &m->line.v[m->line.n - 1];
}

static void sum_line(void *ctx, corr_str text)
{
    cutter *m = ctx;
    collapsed_number last, base = { 0, 0 };
    corr_str stack, rest;

    if (!collapsed_cut_number(text, &stack, &last))
        return;
    if (m->is_doubled && collapsed_cut_number(stack, &rest, &base))
        stack = rest;
    line *l = line_of(m, stack);
    if (!l)
        return;
    add_count(&l->count[0], last);
    add_count(&l->count[1], base);
}

SORT_BY(line_by_text, line, ASC_STR(text))

static void put_count(corr_out *out, const count *c)
{
    char digits[8] = "";
    int64_t part = c->millionths;

    corr_printf(out, " %lld", (long long)c->whole);
    if (part == 0)
        return;
    for (int i = 5; i >= 0; i--, part /= 10)
        digits[i] = (char)('0' + part % 10);
    for (size_t n = 6; digits[n - 1] == '0'; n--)
        digits[n - 1] = '\0';
    corr_printf(out, ".%s", digits);
}

static void put_lines(cutter *m, corr_out *out)
{
    if (m->line.n)
        qsort(m->line.v, m->line.n, sizeof *m->line.v, line_by_text);
    for (size_t i = 0; i < m->line.n; i++) {
        corr_put_str(out, m->line.v[i].text);
        if (m->is_doubled)
            put_count(out, &m->line.v[i].count[1]);
        put_count(out, &m->line.v[i].count[0]);
        corr_putc(out, '\n');
    }
}

/* Files with one count cannot be merged with files with two. */
static corr_code same_counts(cutter *m, const corr_slice_input *in,
                             corr_err *err)
{
    size_t n;
    const uint8_t *head = corr_src_peek(in->in, CORR_PROBE_MAX, &n);
    const collapsed_look look = collapsed_look_at(head, n, n < CORR_PROBE_MAX);
    const bool is_doubled = collapsed_is_doubled(&look);

    if (!m->first) {
        m->first = in->path;
        m->is_doubled = is_doubled;
    }
    if (m->is_doubled == is_doubled)
        return CORR_OK;
    return corr_fail(
        err, CORR_EUSAGE,
        "%s has %s a line and %s has %s; they cannot become one file", m->first,
        is_doubled ? "one count" : "two counts", in->path,
        is_doubled ? "two counts" : "one count");
}

corr_code collapsed_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    cutter m = { .texts = { .limit = SIZE_MAX }, .out = out };
    const bool adds = corr_slice_adds(s);
    corr_slice_input in;
    corr_code code = CORR_OK;

    for (size_t i = 0; !code && i < corr_slice_inputs(s); i++) {
        code = corr_slice_open(s, i, &in, err);
        if (!code)
            code = same_counts(&m, &in, err);
        if (!code)
            code = walk_kept_lines(s, &in, adds ? sum_line : put_line,
                                   adds ? NULL : put_line, &m, err);
    }
    if (!code && m.no_memory)
        code = corr_no_memory(err);
    if (!code)
        put_lines(&m, out);
    corr_map_clear(&m.lines);
    corr_arena_clear(&m.texts);
    corr_vec_free(&m.line);
    return code;
}
