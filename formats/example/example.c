/*
 * example - a reader to copy: "stacklog", a made-up format of samples in lines.
 *
 *     #stacklog 1 clock=wall period=10ms
 *     1764151200000000000 4711 4bf92f3577b34da6a3ce929d0e0e4736 main|serve|parse
 *     1764151200010000000 4712 - main|idle
 *
 * The first line names the format and its version, followed by settings.  Every
 * other line is a sample of CPU time: its time, ns since 1970; the thread, by
 * its number in the system; the trace the thread worked for, or "-"; the stack,
 * root first.
 *
 * Users do not get this format: it is not in formats/builtin.c, so no command
 * recognises it.  It is built, tested and fuzzed like all others.  A reader of
 * your own has one line there and one in corr_builtin.h.  Its comment begins
 * like this one: the specification, its version, and facts about its producers
 * that the specification lacks.
 *
 * The reader ignores want, because it may deliver more than the query needs.
 */
#include "corr_read.h"

#define MAGIC          "#stacklog 1"
#define DEFAULT_PERIOD 10000000 /* ns */

typedef struct stacklog {
    corr_src *in;
    corr_build *b;
    corr_kind cpu;
    int64_t period; /* ns per sample */
    uint32_t nrow;
} stacklog;

static int example_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return corr_str_starts((corr_str){ (const char *)head, n }, MAGIC) ? 100
                                                                       : 0;
}

/* ---- the first line ------------------------------------------------------ */

static void read_header(stacklog *r)
{
    corr_str line, word, key, value;

    if (!corr_src_line(r->in, &line) || !corr_str_starts(line, MAGIC)) {
        corr_refuse(r->b, CORR_EFORMAT, 0, NULL,
                    "it does not begin with \"" MAGIC "\"");
        return;
    }
    corr_recognised(r->b); /* even without samples */
    while (corr_str_next(&line, ' ', &word)) {
        if (!corr_str_cut(word, '=', &key, &value))
            continue;
        corr_add_setting(r->b, key, value);
        if (corr_str_is(key, "period") &&
            (!corr_parse_duration(value, &r->period) || r->period <= 0))
            corr_refuse(r->b, CORR_EFORMAT, 0, "period",
                        "a period of \"%.*s\" is no duration",
                        CORR_STR_ARG(value));
        if (corr_str_is(key, "clock") && corr_str_is(value, "own"))
            corr_set_clock(r->b, CORR_CLOCK_OWN);
    }
    r->cpu =
        corr_add_kind(r->b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                              .type = CORR_STR("samples"),
                                              .unit = CORR_NS,
                                              .period = r->period,
                                              .flags = CORR_KIND_DEFAULT });
}

/* ---- samples ------------------------------------------------------------- */

/* Equal texts, functions, frames and stacks get equal handles: the builder
 * stores each once, so the reader needs no cache. */
static corr_stack stack_of(corr_build *b, corr_str names)
{
    corr_str name;

    corr_begin_stack(b);
    while (corr_str_next(&names, '|', &name)) {
        const corr_func f = corr_add_func(b, corr_add_text(b, name),
                                          (corr_text){ 0 }, (corr_text){ 0 });
        corr_push_frame(b, corr_add_frame(b, &(corr_frame_row){ .func = f }));
    }
    return corr_end_stack(b);
}

/* Adds the sample of a line.  False: the line is no sample, and no row was
 * added. */
static bool read_sample(stacklog *r, corr_str line)
{
    corr_sample_row row = { .kind = r->cpu, .value = r->period };
    corr_str time, thread, trace;
    int64_t tid;

    if (!corr_str_next(&line, ' ', &time) || !corr_str_i64(time, &row.time) ||
        !corr_str_next(&line, ' ', &thread) || !corr_str_i64(thread, &tid) ||
        !corr_str_next(&line, ' ', &trace) || tid <= 0 || line.n == 0)
        return false;
    if (!corr_str_is(trace, "-") && !corr_parse_trace_id(trace, &row.trace))
        return false;
    row.thread = corr_add_thread(r->b, (corr_text){ 0 }, tid, 0);
    row.stack = stack_of(r->b, line);
    row.row = r->nrow++;
    corr_add_sample(r->b, &row);
    return true;
}

static corr_code example_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    stacklog r = { .in = in, .b = b, .period = DEFAULT_PERIOD };
    corr_str line;

    (void)want;
    read_header(&r);
    for (uint64_t at = corr_src_offset(in); corr_src_line(in, &line);
         at = corr_src_offset(in)) {
        if (line.n == 0 || line.p[0] == '#')
            continue;
        if (!read_sample(&r, line)) /* one warning, with a count */
            corr_damage(b, at, 0, 1, "line %llu is no sample",
                        (unsigned long long)corr_src_lineno(in));
    }
    return corr_finish(in, b, err);
}

const corr_format corr_format_example = {
    .name = "example",
    .title = "stacklog, the format of the example",
    .probe = example_probe,
    .read = example_read,
    .lines = true,
};
