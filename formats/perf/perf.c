/*
 * perf - the text of perf script: a head for each sample, then its stack, leaf
 * first, then an empty line.
 *
 * Format: perf-script(1) and the output of perf 3.2 to 6.1; fields are
 * recognised by their marks (perf_line.c).  The reader ignores corr_want; the
 * builder drops unwanted data.
 *
 * A sample is added when the line behind it is read.  The last sample is
 * dropped if the input ends inside one of its lines, because the outer part of
 * its stack is missing.
 */
#include "perf/perf.h"

#include "common/rewrite.h"
#include "common/text_piece.h"
#include "corr_builtin.h"

#include <string.h>

/* Larger times are of the wall clock; seconds since boot do not reach this. */
#define WALL_LEAST (1000000000ll * 1000000000ll)

typedef struct reader {
    corr_src *in;
    corr_build *b;
    perf_facts facts;
    perf_layout layout;
    perf_stack stack;
    perf_events events;
    perf_sched sched;
    perf_switch left;  /* switch in the open sample */
    bool is_open;      /* a sample is open */
    bool has_frames;   /* the open sample has frames */
    bool has_last;     /* the only frame so far stood behind the event's text */
    bool is_bad;       /* the open sample will be dropped */
    uint64_t start;    /* offset of the open sample */
    uint64_t line;     /* first line of the open sample */
    perf_event *event; /* of the open sample, borrowed until the next head */
    int64_t period;
    perf_moment moment; /* of the open sample; its stack is set at its end */
    char comm[64];      /* the kernel keeps 15 bytes; other systems keep more */
    size_t ncomm;
    bool is_java;
    uint32_t nrow; /* samples so far */
    int64_t pid;   /* pid of all samples; 0: unknown, -1: several */
    bool has_times, has_tod;
    uint64_t lost; /* events lost by the recorder */
} reader;

/* ---- recognising --------------------------------------------------------- */

static bool is_blank(corr_str line)
{
    return corr_str_trim(line).n == 0;
}

static bool is_indented(corr_str line)
{
    return line.n > 0 && text_is_blank(*line.p);
}

/* A frame without its file, behind a head with which nothing else can
 * follow. */
static bool is_bare_frame(const perf_head *h, corr_str line)
{
    perf_frame f;

    return h->time != CORR_NO_TIME && h->event.n > 0 && is_indented(line) &&
           perf_frame_of(line, false, &f) && f.symbol.n > 0;
}

/* Counts in the head of a file: heads of samples, heads with a time and an
 * event, heads with a frame behind or inside, records, comments of perf. */
typedef struct beginning {
    uint32_t heads, bare, samples, records, comments;
} beginning;

static void look_at_head(beginning *s, const perf_head *h)
{
    const bool is_timed = h->time != CORR_NO_TIME;
    perf_frame f;

    s->records += h->is_control;
    if (h->is_control)
        return;
    s->heads++;
    s->bare += is_timed && h->event.n > 0;
    s->samples += is_timed &&
                  (h->event.n > 0 || perf_frame_of(h->rest, true, &f)) &&
                  h->rest.n > 0;
}

/* A recording may begin with thousands of records, and events without stacks
 * have only heads. */
static int judge_beginning(const beginning *s)
{
    if (s->samples > 0 && s->samples * 4 >= s->heads)
        return 80;
    if (s->heads == 0 ? s->records > 1 : s->comments > 0 && s->bare == s->heads)
        return 80;
    return s->comments > 0 || s->heads > 0 || s->records > 0 ? 10 : 0;
}

/* How sure it is that heads have marks of their own. */
static int judge_marks(const uint8_t *head, size_t n, bool whole)
{
    corr_str rest = { (const char *)head, n }, line;
    beginning s = { 0 };
    bool after_head = false;
    perf_head h = { .time = CORR_NO_TIME };
    perf_frame f;

    while (s.samples < 16 && text_head_line(&rest, whole, &line)) {
        const bool is_frame = perf_frame_of(line, true, &f);
        if (after_head && (is_frame || is_bare_frame(&h, line)))
            s.samples++;
        after_head = false;
        if (line.n > 0 && *line.p == '#') {
            s.comments += corr_str_starts(line, "# captured on") ||
                          corr_str_starts(line, "# perf version");
            continue;
        }
        if ((is_frame && !is_indented(line)) || !perf_head_of(line, &h))
            continue;
        look_at_head(&s, &h);
        after_head = !h.is_control;
    }
    return judge_beginning(&s);
}

/* The layout of the file, and how sure it is that perf wrote it. */
static int judge_layout(const uint8_t *head, size_t n, bool whole,
                        perf_layout *l)
{
    const int marked = judge_marks(head, n, whole);

    *l = (perf_layout){ .has_addresses = true };
    if (marked >= 80)
        return marked;
    const int bare = perf_layout_of(head, n, whole, l);
    l->is_bare &= bare > marked;
    return bare > marked ? bare : marked;
}

static int perf_probe(const uint8_t *head, size_t n, bool whole)
{
    perf_layout l;

    return memchr(head, 0, n) ? 0 : judge_layout(head, n, whole, &l);
}

/* ---- samples ------------------------------------------------------------- */

static void note_process(reader *r, const perf_head *h)
{
    if (!h->has_pid || h->pid <= 0)
        r->pid = -1; /* an idle CPU, or an unknown process */
    else if (r->pid == 0)
        r->pid = h->pid;
    else if (r->pid != h->pid)
        r->pid = -1;
}

static int64_t head_time(reader *r, const perf_head *h)
{
    int64_t t;

    if (h->is_summed)
        return CORR_NO_TIME;
    r->has_times |= h->time != CORR_NO_TIME;
    r->has_tod |= h->tod != CORR_NO_TIME;
    if (h->time != CORR_NO_TIME && r->facts.is_wall)
        return __builtin_add_overflow(h->time, r->facts.offset, &t)
                   ? CORR_NO_TIME
                   : t;
    if (h->tod != CORR_NO_TIME)
        return h->tod;
    if (h->time >= WALL_LEAST && r->nrow == 0)
        r->facts.is_wall = true;
    return h->time;
}

/* Handles the switch in a sample or record; without a switch, its thread is
 * running. */
static void take_switch(reader *r, perf_switch left, const perf_moment *at)
{
    if (left.what != PERF_SWITCH_NONE)
        perf_sched_take(&r->sched, left, at);
    else if (at->is_event && !r->event->is_off_cpu)
        perf_sched_runs(&r->sched, at->tid);
}

static void end_sample(reader *r)
{
    if (!r->is_open)
        return;
    r->is_open = false;
    if (r->is_bad)
        return;
    const int64_t value = r->event->has_period ? r->period : 1;
    perf_moment *at = &r->moment;
    at->stack = perf_stack_end(&r->stack, (corr_str){ r->comm, r->ncomm });
    corr_add_sample(r->b, &(corr_sample_row){ .kind = r->event->kind,
                                              .stack = at->stack,
                                              .thread = at->thread,
                                              .time = at->time,
                                              .value = value,
                                              .row = at->row });
    perf_event_count(r->event, value);
    take_switch(r, r->left, at);
    r->nrow++;
}

/* The place and time of a head, without its stack. */
static perf_moment moment_of(reader *r, const perf_head *h)
{
    return (perf_moment){
        .time = head_time(r, h),
        .cpu = h->cpu,
        .tid = h->tid,
        .thread = corr_add_thread_of(r->b, corr_add_text(r->b, h->comm),
                                     h->tid > 0 ? h->tid : 0,
                                     h->has_pid && h->pid > 0 ? h->pid : 0),
        .row = r->nrow,
    };
}

static void begin_sample(reader *r, const perf_head *h)
{
    perf_frame f;

    r->is_open = true;
    r->has_frames = r->has_last = false;
    r->start = corr_src_offset(r->in);
    r->line = corr_src_lineno(r->in);
    r->ncomm = h->comm.n < sizeof r->comm ? h->comm.n : sizeof r->comm;
    if (r->ncomm)
        memcpy(r->comm, h->comm.p, r->ncomm);
    r->is_java = r->ncomm >= 4 && memcmp(r->comm, "java", 4) == 0;
    r->moment = moment_of(r, h);
    r->moment.is_event = true;
    r->period = h->period;
    r->left = perf_switch_of(h);
    r->event = perf_event_find(&r->events, h->event, h->period >= 0);
    if (r->event)
        r->event->is_summed |= h->is_summed;
    note_process(r, h);
    perf_stack_begin(&r->stack);
    r->is_bad = !r->event || (r->event->has_period && h->period < 0);
    if (r->is_bad)
        corr_damage(
            r->b, r->start, 0, 1,
            r->event
                ? "line %llu has no period, unlike other lines of this event"
                : "line %llu names an event beyond the limit",
            (unsigned long long)r->line);
    const bool is_whole = perf_frame_of(h->rest, true, &f);
    r->has_last = !is_whole && perf_last_frame_of(h->rest, &f);
    if (is_whole || r->has_last)
        perf_stack_push(&r->stack, &f, r->is_java);
    if (is_whole)
        end_sample(r); /* without a call chain, the sample is one line */
}

/* ---- lines --------------------------------------------------------------- */

/* A record of a switch has no stack. */
static void take_record(reader *r, const perf_head *h)
{
    const perf_switch left = perf_switch_of(h);

    if (h->lost)
        perf_sched_lost(&r->sched);
    if (left.what == PERF_SWITCH_NONE)
        return;
    perf_moment at = moment_of(r, h);
    perf_stack_begin(&r->stack);
    at.stack = perf_stack_end(&r->stack, h->comm);
    take_switch(r, left, &at);
}

static bool take_head(reader *r, corr_str line)
{
    perf_head h;

    if (r->layout.is_bare ? r->layout.fields == 0 ||
                                !perf_bare_head_of(line, r->layout.fields, &h)
                          : !perf_head_of(line, &h))
        return false;
    end_sample(r);
    if (h.is_control)
        take_record(r, &h);
    else
        begin_sample(r, &h);
    if (__builtin_add_overflow(r->lost, (uint64_t)h.lost, &r->lost))
        r->lost = UINT64_MAX;
    return true;
}

static bool take_frame(reader *r, corr_str line, bool has_dso)
{
    perf_frame f;

    if (!r->is_open ||
        !(r->layout.has_addresses ? perf_frame_of(line, has_dso, &f)
                                  : perf_named_frame_of(line, &f)))
        return false;
    if (r->has_last) /* a call chain follows, so that it was only text */
        perf_stack_begin(&r->stack);
    perf_stack_push(&r->stack, &f, r->is_java);
    r->has_frames = true;
    r->has_last = false;
    return true;
}

/* " main.c:30", by -F +srcline, or without a source "
 * [kernel.kallsyms][ffffffff81442904]".  Source lines are ignored. */
static bool is_source_line(corr_str line)
{
    corr_str file, number = { line.p, 0 };
    uint64_t n;

    if (!is_indented(line))
        return false;
    if (corr_str_ends(line, "]")) /* no number ends in a bracket */
        return corr_str_cut_last(line, '[', &file, &number) && file.n > 0 &&
               number.n > 1 &&
               strspn(number.p, "0123456789abcdef") == number.n - 1;
    return corr_str_cut_last(line, ':', &file, &number) &&
           corr_str_u64(number, &n);
}

/* A line in a stack, of a file whose heads have no marks. */
static bool take_bare_line(reader *r, corr_str line)
{
    static const perf_head no_head = {
        .cpu = -1, .time = CORR_NO_TIME, .tod = CORR_NO_TIME, .period = -1
    };

    if (!is_indented(line))
        return false;
    if (*line.p == '\t' && r->layout.fields == 0 && !r->is_open)
        begin_sample(r, &no_head);
    return take_frame(r, line, *line.p != '\t') ||
           (r->has_frames && is_source_line(line));
}

static void read_perf_line(reader *r, corr_str line)
{
    const bool in_stack = r->is_open && is_indented(line);

    if (is_blank(line)) {
        if (r->has_frames || r->layout.is_bare)
            end_sample(r);
        return;
    }
    if (r->layout.is_bare && take_bare_line(r, line))
        return;
    if (*line.p == '#' && !r->is_open) {
        if (r->nrow == 0)
            perf_comment(&r->facts, r->b, line);
        return;
    }
    if ((in_stack && take_frame(r, line, true)) || take_head(r, line) ||
        take_frame(r, line, !in_stack))
        return;
    if (r->nrow == 0 && !r->is_open) /* continuation of a command line */
        return;
    if (r->is_open && (is_source_line(line) || r->is_bad))
        return;
    corr_damage(r->b, corr_src_offset(r->in) - line.n, line.n, 0,
                "line %llu is neither the head of a sample nor a frame",
                (unsigned long long)corr_src_lineno(r->in));
}

/* Whether the file ends inside its last sample: the last line has no end, or a
 * frame is missing. */
static bool ends_inside(const reader *r, corr_str last)
{
    return r->is_open && !corr_str_ends(last, ")");
}

/* ---- the whole file ------------------------------------------------------ */

static void say_owner(reader *r)
{
    if (r->pid <= 0)
        return;
    corr_begin_labels(r->b);
    corr_push_int(r->b, CORR_STR("process.pid"), r->pid, CORR_STR(""));
    if (r->facts.host[0])
        corr_push_label(r->b, CORR_STR("host.name"),
                        corr_str_of(r->facts.host));
    corr_set_owner(r->b, corr_add_proc(r->b, corr_end_labels(r->b)));
}

static void warn_lost_events(reader *r)
{
    if (!r->lost)
        return;
    corr_recorder_lost(r->b);
    corr_damage(
        r->b, 0, 0, r->lost,
        "the recorder lost %llu event%s; buffers were full (PERF_RECORD_LOST)",
        (unsigned long long)r->lost, corr_plural(r->lost));
}

static void say_clock(reader *r)
{
    if (r->facts.is_wall)
        return;
    if (r->has_tod) {
        corr_note(r->b, "TIMES_LOCAL",
                  "times are local to the machine that printed them; corr "
                  "takes them as UTC");
        return;
    }
    corr_set_clock(r->b, CORR_CLOCK_OWN);
    if (r->has_times)
        corr_note(r->b, "CLOCK_UNKNOWN",
                  "times count from boot and cannot be matched to spans; use "
                  "--clock");
}

static void learn_layout(reader *r)
{
    size_t n;
    const uint8_t *head = corr_src_peek(r->in, CORR_PROBE_MAX, &n);

    judge_layout(head, n, n < CORR_PROBE_MAX, &r->layout);
}

static corr_code perf_read(corr_src *in, const corr_want *want, corr_build *b,
                           corr_err *err)
{
    reader r = { .in = in,
                 .b = b,
                 .events = { .b = b },
                 .sched = { .b = b, .last = INT64_MIN, .era = 1 } };
    corr_str line;
    bool is_cut = false;

    (void)want;
    perf_stack_init(&r.stack, b);
    learn_layout(&r);
    for (uint64_t at = 0; !corr_build_failed(b) && corr_src_line(in, &line);
         at = corr_src_offset(in)) {
        const bool has_end = corr_src_offset(in) > at + line.n;
        if (has_end || !is_blank(line)) /* else a frame would follow */
            read_perf_line(&r, line);
        is_cut = !has_end && ends_inside(&r, line);
    }
    if (is_cut || corr_src_cut(in))
        corr_damage(b, r.start, corr_src_offset(in) - r.start, 1,
                    "the sample that begins in line %llu is cut off",
                    (unsigned long long)r.line);
    else
        end_sample(&r);
    if (r.nrow > 0)
        corr_recognised(b);
    perf_sched_end(&r.sched,
                   !perf_events_end(&r.events, perf_sched_has(&r.sched)));
    say_owner(&r);
    warn_lost_events(&r);
    say_clock(&r);
    perf_stack_clear(&r.stack);
    perf_events_clear(&r.events);
    perf_sched_clear(&r.sched);
    return corr_finish(in, b, err);
}

const corr_format corr_format_perf = {
    .name = "perf-script",
    .title = "perf script text",
    .probe = perf_probe,
    .read = perf_read,
    .rewrite = &(const corr_rewriter){ rewrite_names, rewrite_text_part },
    .lines = true,
};
