/*
 * collapsed - folded stacks: "caller;callee;leaf COUNT", one stack per line.
 *
 * Format: Gregg's FlameGraph scripts and profilers that write the same; the
 * reader accepts dialects of async-profiler, py-spy, austin, perf and
 * difffolded.
 *
 * A line has only its stack, so the reader ignores corr_want; the builder drops
 * unwanted line numbers and record numbers.
 */
#include "collapsed/collapsed.h"

#include "common/file_name_time.h"
#include "common/reader.h"
#include "common/rewrite.h"
#include "common/text_piece.h"
#include "corr_builtin.h"

/* The counts of the line whose stack is open. */
typedef struct counted {
    int64_t now, base;
    uint32_t row;
} counted;

typedef struct reader {
    corr_build *b;
    collapsed_lines lines;
    collapsed_frames frames;
    const char *separator; /* of frames, in place of the semicolon, or NULL */
    corr_vec(char) text;   /* a stack with semicolons */
    counted open;
    corr_sample_row row; /* members that all rows share */
    corr_kind now, base;
    bool doubled;
    bool unseparated; /* each stack is one function, which may be wrong */
    int decimals;
    uint64_t comments;
    bool rounded;
} reader;

/* ---- recognising --------------------------------------------------------- */

static bool is_perf_script(const collapsed_look *look)
{
    return look->indented * 4 >= look->lines && look->indented > 0 &&
           look->folded * 4 < look->lines;
}

static int collapsed_probe(const uint8_t *head, size_t n, bool whole)
{
    collapsed_look look = collapsed_look_at(head, n, whole);
    const uint64_t numbered = (uint64_t)look.numbered + look.negative;
    const bool is_metric =
        look.metrics > 0 || (look.labelled && look.labelled * 2 >= look.lines);

    if (look.is_binary || is_metric || is_perf_script(&look))
        return 0;
    if (look.lines == 0) /* one line longer than the head */
        return !whole && n > 0 && !strchr("{[<", head[0]) &&
                       memchr(head, ';', n)
                   ? 20
                   : 0;
    if (!look.folded && !memchr(head, '\n', n)) /* the rest may be anything */
        return 0;
    if (numbered * 20 >= look.lines * 19ull && look.folded * 2ull >= look.lines)
        return 60;
    return numbered * 2 > look.lines ||
                   (look.stacks && look.stacks * 2ull >= look.lines)
               ? 20
               : 0;
}

/* Whether a line is a stack whose number is written or placed in another way:
 * "a;b 1,234", "a;b 5ms", "10 a;b". */
static bool is_like_stack(corr_str line)
{
    const size_t semicolon = corr_str_find(line, ';');

    if (semicolon == line.n)
        return false;
    for (size_t i = line.n; i-- > semicolon && !text_is_blank(line.p[i]);)
        if (corr_is_digit(line.p[i]))
            return true;
    return corr_is_digit(line.p[0]);
}

static corr_against collapsed_against(const uint8_t *head, size_t n, bool whole)
{
    corr_against a = { .why = "does not end in a count" };
    corr_str rest = { (const char *)head, n }, line, stack;
    collapsed_number number;

    for (uint64_t i = 1; text_head_line(&rest, whole, &line); i++) {
        if (line.n == 0 || collapsed_is_comment(line))
            continue;
        a.lines++;
        if (collapsed_cut_number(line, &stack, &number) && stack.n) {
            a.good++;
            continue;
        }
        a.like += is_like_stack(line);
        if (!a.line) {
            a.line = i;
            a.offset = (uint64_t)(line.p - (const char *)head);
        }
    }
    return a;
}

/* ---- reading ------------------------------------------------------------- */

/* "# austin: 3.3.0", "# mode: wall" become settings; other comments are
 * counted. */
static void read_comment(reader *r, corr_str line)
{
    corr_str name, value;

    r->comments++;
    if (!r->frames.austin ||
        !corr_str_cut(corr_str_from(line, 1), ':', &name, &value))
        return;
    name = corr_str_trim(name);
    value = corr_str_trim(value);
    if (name.n == 0 || value.n == 0)
        return;
    corr_add_setting(r->b, name, value);
    if (corr_str_is(name, "austin"))
        corr_set_producer(r->b, CORR_STR("austin"));
}

static void add_count(reader *r, corr_kind kind, corr_stack stack,
                      corr_thread thread, int64_t value)
{
    if (value == 0) /* no samples: a row would count as one */
        return;
    r->row.kind = kind;
    r->row.stack = stack;
    r->row.thread = thread;
    r->row.value = value;
    r->row.obs = r->decimals ? 1 : value;
    r->row.row = r->open.row;
    corr_add_sample(r->b, &r->row);
}

static void add_folded_line(void *ctx, corr_stack stack, corr_thread thread)
{
    reader *r = ctx;

    add_count(r, r->now, stack, thread, r->open.now);
    if (r->doubled)
        add_count(r, r->base, stack, thread, r->open.base);
}

/* The stack with semicolons in place of the separator of the file. */
static corr_str with_semicolons(reader *r, corr_str stack)
{
    const size_t n = strlen(r->separator);
    size_t to = 0;

    if (!corr_vec_reserve(r->b, &r->text, stack.n))
        return stack;
    for (size_t at = 0; at < stack.n; to++) {
        const bool is_one =
            at + n <= stack.n && memcmp(stack.p + at, r->separator, n) == 0;
        r->text.v[to] = is_one ? ';' : stack.p[at];
        at += is_one ? n : 1;
    }
    return (corr_str){ r->text.v, to };
}

/* Says what is wrong with a line without a count. */
static void damage_line(reader *r, corr_str line)
{
    if (collapsed_is_negative(line))
        corr_damage(r->b, r->lines.offset, line.n, 1,
                    "the count in line %llu is negative", r->lines.number);
    else
        corr_damage(r->b, r->lines.offset, line.n, 1,
                    "line %llu does not end in a count", r->lines.number);
}

static void read_folded_line(reader *r, corr_str line)
{
    corr_str stack_text, rest;
    collapsed_number n, n0 = { 0, 0 };
    int64_t value, base;
    bool exact = true;

    if (line.n == 0)
        return;
    if (collapsed_is_comment(line)) {
        read_comment(r, line);
        return;
    }
    if (!collapsed_cut_number(line, &stack_text, &n)) {
        damage_line(r, line);
        return;
    }
    if (r->doubled && collapsed_cut_number(stack_text, &rest, &n0))
        stack_text = rest;
    if (!collapsed_value(n, r->decimals, &value, &exact) ||
        !collapsed_value(n0, r->decimals, &base, &exact)) {
        corr_damage(r->b, r->lines.offset, line.n, 1,
                    "the count in line %llu is over 2^63%s", r->lines.number,
                    r->decimals ? " millionths" : "");
        return;
    }
    r->rounded |= !exact;
    if (r->separator)
        stack_text = with_semicolons(r, stack_text);
    collapsed_stack(&r->frames, stack_text);
    r->open = (counted){ value, base, (uint32_t)(r->lines.number - 1) };
}

/* Judges the head, so that lines are read only once. */
static bool judge_head(reader *r, corr_src *in, corr_build *b)
{
    size_t n;
    const uint8_t *head = corr_src_peek(in, CORR_PROBE_MAX, &n);
    collapsed_look look = collapsed_look_at(head, n, n < CORR_PROBE_MAX);

    *r = (reader){ .b = b, .row = { .time = CORR_NO_TIME } };
    collapsed_lines_init(&r->lines, in);
    collapsed_frames_init(&r->frames, b, &look, add_folded_line, r);
    if (is_perf_script(&look)) {
        corr_refuse(
            b, CORR_EFORMAT, 0, NULL,
            "perf script text that is not collapsed yet (try --as perf)");
        return false;
    }
    if (look.is_binary) {
        corr_refuse(b, CORR_EFORMAT, 0, NULL,
                    "not a text file; the data has NUL bytes");
        return false;
    }
    r->separator = collapsed_separator(&look);
    r->unseparated = collapsed_is_unseparated(&look);
    r->doubled = collapsed_is_doubled(&look);
    r->decimals = look.decimals ? CORR_FRACTION_DECIMALS : 0;
    const unsigned unknown = r->decimals ? CORR_KIND_NO_COUNT : 0;
    const corr_unit unit = r->decimals ? CORR_FRACTION : CORR_COUNT;
    r->now = reader_kind(b, "samples", "samples", unit, 0,
                         CORR_KIND_DEFAULT | unknown);
    if (r->doubled)
        r->base =
            reader_kind(b, "samples_base", "samples_base", unit, 0, unknown);
    return true;
}

static void say_what_was_done(reader *r)
{
    if (r->doubled)
        corr_note(
            r->b, "TWO_COUNTS",
            "two counts a line; samples_base is the first, samples the second");
    if (r->separator)
        corr_note(r->b, "SEPARATOR",
                  "no stack has a \";\"; corr takes \"%s\" to separate frames",
                  *r->separator == '\t' ? "tab" : r->separator);
    else if (r->unseparated)
        corr_note(r->b, "SEPARATOR",
                  "no stack has a \";\" between frames; each is one function");
    if (r->rounded)
        corr_note(
            r->b, "ROUNDED",
            "some counts have too many decimals; the last ones are rounded");
    if (r->comments > 0)
        corr_note(r->b, "COMMENTS", "%llu comment line%s left out",
                  (unsigned long long)r->comments, corr_plural(r->comments));
    if (r->lines.too_long)
        corr_refuse(r->b, CORR_ELIMIT, r->lines.offset, NULL,
                    "line %llu is longer than the limit of a record",
                    r->lines.number);
}

static corr_code collapsed_read(corr_src *in, const corr_want *want,
                                corr_build *b, corr_err *err)
{
    reader r;
    corr_str line;

    (void)want;
    if (judge_head(&r, in, b)) {
        while (!corr_build_failed(b) && collapsed_lines_next(&r.lines, &line))
            read_folded_line(&r, line);
        collapsed_end(&r.frames);
        say_what_was_done(&r);
        window_from_name(in, b);
    }
    collapsed_frames_clear(&r.frames);
    corr_vec_free(&r.text);
    return corr_finish(in, b, err);
}

const corr_format corr_format_collapsed = {
    .name = "collapsed",
    .title = "collapsed stacks",
    .probe = collapsed_probe,
    .against = collapsed_against,
    .read = collapsed_read,
    .rewrite = &(const corr_rewriter){ rewrite_names, rewrite_text_part },
    .cut = collapsed_cut,
    .lines = true,
};
