/* span_ledger - the time of the focus on a screen, as rows that add up. */
#include <string.h>

#include "verbs/span/span.h"

/* MOST_ROWS: rows on a screen without the remainder and the total.
 * HEADLINE_PERCENT: the share of unobserved time that is worth a warning.
 * MOST_HELD: holdings that are searched for a note. */
enum { MOST_ROWS = 14, HEADLINE_PERCENT = 30, MOST_HELD = 1000 };
/* NOTABLE_PERCENT: the share of unobserved time from which on its causes are
 * named.  BUSY_PERCENT: the load from which on the machine is one. */
enum { NOTABLE_PERCENT = 10, BUSY_PERCENT = 90 };

/* The label of a row, and the name of one of its events. */
static const struct {
    const char *label, *one;
} words[CORR_SPENT_COUNT] = {
    [CORR_SPENT_CHILD] = { "child span", "span" },
    [CORR_SPENT_GC] = { "GC pause", "pause" },
    [CORR_SPENT_LOCK] = { "lock", "wait" },
    [CORR_SPENT_FILE] = { "file", "access" },
    [CORR_SPENT_SLEEP] = { "sleep", "wait" },
    [CORR_SPENT_ASYNC] = { "waiting for", "span" },
    [CORR_SPENT_SOCKET] = { "socket", "call" },
    [CORR_SPENT_PARK] = { "park", "wait" },
    [CORR_SPENT_CPU] = { "on CPU", NULL },
    [CORR_SPENT_NATIVE] = { "native", NULL },
    [CORR_SPENT_BLOCKED] = { "blocked", NULL },
    [CORR_SPENT_QUEUE] = { "run queue", "wait" },
    [CORR_SPENT_LOST] = { "lost", NULL },
    [CORR_SPENT_UNOBSERVED] = { "unobserved", NULL },
};

/* Rows as a screen shows them: those of the ledger, perhaps one for all that
 * have no line of their own, the remainder, the total. */
typedef struct shown {
    const span_report *s;
    corr_ledger_facts f;
    uint32_t n;       /* lines */
    uint32_t *row;    /* [n] of the ledger, or one of these: */
    bool *is_memo;    /* [n] the line tells of the pauses in that row */
    int64_t *ns;      /* [n] as shown, so that the digits add up */
    int *tenths;      /* [n] of a percent */
    int64_t length;   /* of the span */
    int64_t rest;     /* of it, unobserved */
    uint32_t nhidden; /* rows behind the line for the rest */
} shown;

#define LINE_REST  (UINT32_MAX - 1)
#define LINE_TOTAL UINT32_MAX

/* ---- screen ---------------------------------------------------------- */

typedef struct line_row {
    const char *label, *time, *share, *half;
    corr_words note;
} line_row;

static const corr_column screen_columns[] = {
    SEE("", 0, TEXT, line_row, label),
    SEE("", CORR_COL_RIGHT, TEXT, line_row, time),
    SEE("", CORR_COL_RIGHT, TEXT, line_row, share),
    SEE("", CORR_COL_SPARE, TEXT, line_row, half),
    SEE("", CORR_COL_FLEX, TEXT, line_row, note),
};

static const char *event_plural(const char *one, int64_t n)
{
    if (n == 1)
        return "";
    return strcmp(one, "access") == 0 ? "es" : "s";
}

/* "PriceCache" of "com.shop.PriceCache". */
corr_str span_short_name(const corr_ledger_row *row)
{
    corr_str name = row->name;
    corr_str before, after;

    if (row->kind != CORR_SPENT_LOCK && row->kind != CORR_SPENT_PARK)
        return name;
    if (corr_str_cut_last(name, '/', &before, &after) && after.n)
        name = after;
    if (corr_str_cut_last(name, '.', &before, &after) && after.n)
        name = after;
    return name;
}

/* "lock and jdk.ThreadPark": the waits that are not recorded, however long;
 * NULL: all are. */
static const char *untaken_words(const span_report *s)
{
    const uint32_t n = corr_ledger_untaken(s->ledger);
    const char *text = NULL;

    for (uint32_t i = 0; i < n; i++) {
        const corr_untaken u = corr_ledger_untaken_at(s->ledger, i);
        const corr_str what =
            u.event.n ? u.event : corr_str_of(words[u.kind].label);
        text = corr_report_text(s->r, "%s%s%.*s", text ? text : "",
                                !text       ? ""
                                : i + 1 < n ? ", "
                                            : " and ",
                                CORR_STR_ARG(what));
    }
    return text;
}

static corr_words threshold_words(const span_report *s,
                                  const corr_ledger_facts *f)
{
    corr_report *r = s->r;

    if (f->uncosted)
        return (corr_words){ "CPU samples name no period", "no CPU period" };
    if (f->elsewhen)
        return (corr_words){ "no CPU sample is of its time", "no CPU sample" };
    if (!f->has_cpu)
        return (corr_words){ "CPU is not sampled", "CPU not sampled" };
    if (!f->waits)
        return (corr_words){ "waits are not recorded", "no waits recorded" };
    if (f->untaken)
        return (corr_words){ corr_report_text(r, "%s waits are not recorded",
                                              untaken_words(s)),
                             "not all waits" };
    if (f->most_wait <= 0)
        return (corr_words){ "", "" };
    const char *most = cmd_length(r, f->most_wait);
    const char *limit =
        f->least_wait == f->most_wait || f->least_wait <= 0
            ? most
            : corr_report_text(r, "%s..%s", cmd_length(r, f->least_wait), most);
    return (corr_words){ corr_report_text(r, "waits under %s are not recorded",
                                          limit),
                         corr_report_text(r, "waits < %s", limit) };
}

bool span_is_rescaled(const span_report *s, const corr_ledger_row *row)
{
    return row->how == CORR_HOW_SAMPLED && row->kind == CORR_SPENT_CPU &&
           corr_ledger_facts_of(s->ledger).rescaled;
}

static corr_words sample_words(const shown *t, const corr_ledger_row *row)
{
    corr_report *r = t->s->r;

    const char *brief = cmd_n(r, row->obs, "sample");
    if (row->kind != CORR_SPENT_CPU || t->f.period <= 0 || row->obs <= 0 ||
        !t->f.has_cpu)
        return (corr_words){ brief, brief };
    return (corr_words){ corr_report_text(r, "%s of %s", brief,
                                          cmd_length(r, t->f.period)),
                         brief };
}

/* "exec-3" of "http-nio-8080-exec-3". */
static corr_str short_thread(corr_str name)
{
    size_t n = name.n;

    for (int dashes = 0; n > 0; n--)
        if (name.p[n - 1] == '-' && ++dashes == 2)
            break;
    return (corr_str){ name.p + n, name.n - n };
}

/* ", held by exec-3 +1": whoever held it longest, and how many others did, of
 * those that are known. */
static const char *holder_words(const shown *t, uint32_t row)
{
    const corr_ledger *l = t->s->ledger;
    const uint32_t all = corr_ledger_holdings(l);
    const uint32_t n = all < MOST_HELD ? all : MOST_HELD;
    corr_holding longest = { 0 };
    uint32_t others = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        if (h.row == row && h.thread.n &&
            h.to - h.from > longest.to - longest.from)
            longest = h;
    }
    for (uint32_t i = 0; i < n; i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        bool is_new = h.row == row && h.thread.n && h.holder != longest.holder;
        for (uint32_t k = 0; is_new && k < i; k++)
            is_new = corr_ledger_holding(l, k).row != row ||
                     corr_ledger_holding(l, k).holder != h.holder;
        others += is_new;
    }
    if (!longest.thread.n)
        return "";
    return corr_report_text(
        t->s->r, ", held by %.*s%s", CORR_STR_ARG(short_thread(longest.thread)),
        others ? corr_report_text(t->s->r, " +%u", others) : "");
}

static corr_words event_words(const shown *t, const corr_ledger_row *row,
                              uint32_t number)
{
    corr_report *r = t->s->r;
    const corr_str name = span_short_name(row);
    const char *one = words[row->kind].one;

    if (!one)
        return (corr_words){ t->f.cut_off
                                 ? "the recording ends before the span does"
                                 : "the recording has nothing there",
                             "not recorded" };
    const char *count =
        corr_report_text(r, "%s %s%s", cmd_count(r, row->events), one,
                         event_plural(one, row->events));
    if (!name.n)
        return (corr_words){ count, count };
    const char *brief = cmd_str(r, name);
    return (corr_words){ corr_report_text(r, "%s  %s%s", count, brief,
                                          row->kind == CORR_SPENT_LOCK
                                              ? holder_words(t, number)
                                              : ""),
                         brief };
}

/* Returns why time may be unobserved; "" if no time is. */
static corr_words rest_words(const shown *t, const corr_ledger_row *row)
{
    if (row->ns == 0)
        return (corr_words){ "", "" };
    return threshold_words(t->s, &t->f);
}

static corr_words note_of(const shown *t, const corr_ledger_row *row,
                          uint32_t number)
{
    return row->how == CORR_HOW_REMAINDER ? rest_words(t, row)
           : row->how == CORR_HOW_SAMPLED ? sample_words(t, row)
                                          : event_words(t, row, number);
}

static const char *label_of(const shown *t, const corr_ledger_row *row)
{
    if (row->kind == CORR_SPENT_CPU && t->f.has_cpu && t->f.runnable)
        return "running Java";
    if (row->kind == CORR_SPENT_GC && row->name.n)
        return "JVM pause";
    return words[row->kind].label;
}

static corr_words memo_words(const shown *t, const corr_ledger_row *row)
{
    const char *pause = span_time(t->s->r, row->memo, t->length);
    const char *what = row->memo_named == 0           ? "GC pause"
                       : row->memo_named == row->memo ? "JVM pause"
                                                      : "JVM pauses";

    return (corr_words){ corr_report_text(t->s->r, "of which %s %s, not added",
                                          what, pause),
                         corr_report_text(t->s->r, "%s %s", what, pause) };
}

/* Returns the half width of the interval of a sampled time. */
static const char *half_words(const shown *t, const corr_ledger_row *row)
{
    const int64_t up = row->hi - row->ns;
    const int64_t down = row->ns - row->lo;

    return corr_report_text(
        t->s->r, "±%s", span_time(t->s->r, up > down ? up : down, t->length));
}

static void fill_ledger_line(const void *ctx, uint32_t i, void *to)
{
    const shown *t = ctx;
    corr_report *r = t->s->r;
    const bool is_total = t->row[i] == LINE_TOTAL;
    line_row *w = to;

    *w = (line_row){ .time = span_time(r, t->ns[i], t->length),
                     .share = corr_report_text(r, "%d.%d%%", t->tenths[i] / 10,
                                               t->tenths[i] % 10) };
    if (t->row[i] >= LINE_REST) {
        w->label = is_total ? "total" : "others";
        w->note.full =
            is_total ? "" : corr_report_text(r, "%u rows (--all)", t->nhidden);
        return;
    }
    const corr_ledger_row row = corr_ledger_at(t->s->ledger, t->row[i]);
    if (t->is_memo[i]) {
        *w = (line_row){ .note = memo_words(t, &row) };
        return;
    }
    w->label = label_of(t, &row);
    w->note = note_of(t, &row, t->row[i]);
    if (row.how != CORR_HOW_SAMPLED)
        return;
    w->time = corr_report_text(r, "~%s%s", w->time,
                               span_is_rescaled(t->s, &row) ? CORR_RESCALED_MARK
                                                            : "");
    w->half = half_words(t, &row);
}

/* ns in the unit that is shown, whole and adding up, as far as they can. */
static void round_times(shown *t)
{
    const int64_t unit = t->length >= 500000000 ? 1000000
                         : t->length >= 1000000 ? 10000
                                                : 100;
    const int64_t whole = (t->length + unit / 2) / unit;
    int *part = corr_report_alloc(t->s->r, sizeof *part, t->n);

    if (!part || whole > INT32_MAX)
        return;
    corr_apportion(t->ns, part, t->n - 1, (int)whole);
    for (uint32_t i = 0; i + 1 < t->n; i++)
        t->ns[i] = part[i] * unit;
}

static void add_ledger_line(shown *t, uint32_t row, int64_t ns)
{
    t->ns[t->n] = ns;
    t->row[t->n++] = row;
}

/* Whether a pause is above 0 in the unit of the table. */
static bool is_worth_a_memo(const shown *t, int64_t ns)
{
    return ns > 0 &&
           strpbrk(span_time(t->s->r, ns, t->length), "123456789") != NULL;
}

/* Lines in the order of the ledger; what is not shown before the remainder. */
static void list_lines(shown *t)
{
    const corr_ledger *l = t->s->ledger;
    const uint32_t n = corr_ledger_size(l);
    const bool all = t->s->ctx->output->all || n - 1 <= MOST_ROWS + 1;
    const uint32_t most = all ? n - 1 : MOST_ROWS;
    int64_t rest = 0;

    for (uint32_t i = 0; i < most; i++) {
        const corr_ledger_row row = corr_ledger_at(l, i);
        add_ledger_line(t, i, row.ns);
        t->is_memo[t->n] = is_worth_a_memo(t, row.memo);
        if (t->is_memo[t->n])
            add_ledger_line(t, i, 0);
    }
    t->nhidden = n - 1 - most;
    for (uint32_t i = most; i + 1 < n; i++)
        rest += corr_ledger_at(l, i).ns;
    if (t->nhidden)
        add_ledger_line(t, LINE_REST, rest);
    t->rest = corr_ledger_at(l, n - 1).ns;
    add_ledger_line(t, n - 1, t->rest);
    add_ledger_line(t, LINE_TOTAL, t->length);
    corr_apportion(t->ns, t->tenths, t->n - 1, 1000);
    t->tenths[t->n - 1] = 1000;
    round_times(t);
}

static shown *shown_of(const span_report *s)
{
    const size_t room = 2 * (size_t)corr_ledger_size(s->ledger) + 2;
    shown *t = corr_report_alloc(s->r, sizeof *t, 1);

    if (!t)
        return NULL;
    t->s = s;
    t->f = corr_ledger_facts_of(s->ledger);
    t->length = s->span.end - s->span.start;
    t->row = corr_report_alloc(s->r, sizeof *t->row, room);
    t->is_memo = corr_report_alloc(s->r, sizeof *t->is_memo, room);
    t->ns = corr_report_alloc(s->r, sizeof *t->ns, room);
    t->tenths = corr_report_alloc(s->r, sizeof *t->tenths, room);
    if (!t->row || !t->is_memo || !t->ns || !t->tenths)
        return NULL;
    list_lines(t);
    return t;
}

/* "waits below the threshold, ": the waits that are not recorded; "" if all
 * waits are. */
static const char *unseen_waits(const corr_ledger_facts *f)
{
    if (f->untaken || !f->waits)
        return "waits that are not recorded, ";
    return f->most_wait > 0 ? "waits below the threshold, " : "";
}

static void say_headline(const shown *t)
{
    if ((double)t->rest * 100 > (double)t->length * HEADLINE_PERCENT)
        cmd_warn(t->s->r, "UNOBSERVED",
                 "%d.%d%% is unobserved: %srun queue, %spage faults, lost "
                 "samples, or code the profiler cannot see",
                 t->tenths[t->n - 2] / 10, t->tenths[t->n - 2] % 10,
                 t->f.has_cpu ? "" : "CPU, ", unseen_waits(&t->f));
}

/* "s3 lies 76% inside the lost 14:21:33.000Z..14:21:40.000Z": how much of the
 * span the recording does not have, and of when that is. */
static void say_lost(const shown *t)
{
    const char *where = "in time that the recording does not have";
    int64_t ns = 0;

    for (uint32_t i = 0; i < corr_ledger_size(t->s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(t->s->ledger, i);
        ns += row.kind == CORR_SPENT_LOST ? row.ns : 0;
    }
    if (ns == 0)
        return;
    if (t->f.lost_to != CORR_NO_TIME)
        where = corr_report_text(
            t->s->r, "inside the lost %s",
            cmd_window(t->s->ctx, t->s->r, t->f.lost_from, t->f.lost_to));
    else if (t->f.lost_from != CORR_NO_TIME)
        where = corr_report_text(t->s->r, "behind the end of the recording, %s",
                                 cmd_time(t->s->ctx, t->s->r, t->f.lost_from));
    cmd_warn(t->s->r, "LOST", "s%u lies %.0f%% %s", t->s->span.handle,
             100 * (double)ns / (double)t->length, where);
}

static bool is_notable(const shown *t, int64_t ns)
{
    return (double)ns * 100 >= (double)t->length * NOTABLE_PERCENT;
}

/* Warns of what may be behind time that is in no row, if it is much. */
static void say_causes(const shown *t)
{
    corr_report *r = t->s->r;
    const bool much = is_notable(t, t->rest);
    const char *limit = "";

    if (much && t->f.machine * 100 >= BUSY_PERCENT)
        cmd_warn(r, "MACHINE_BUSY",
                 "unobserved: the machine was %.0f%% busy meanwhile, so much "
                 "of it may be waiting for a CPU",
                 100 * t->f.machine);
    if (t->f.waits && t->f.most_wait > 0)
        limit = corr_report_text(r, ", and of others only those of %s and more",
                                 cmd_length(r, t->f.most_wait));
    if (much && t->f.untaken)
        cmd_warn(r, "WAITS_UNTAKEN",
                 "unobserved: the recorder did not take %s waits%s%s",
                 untaken_words(t->s),
                 t->f.untaken_in_part ? " all of its time" : "", limit);
    if (is_notable(t, t->f.unsampled))
        cmd_warn(r, "CPU_UNSAMPLED",
                 "for %s of its time the sampler was switched off "
                 "(jdk.ExecutionSample): what ran then is unobserved",
                 span_time(r, t->f.unsampled, t->length));
    /* stopped threads are not sampled until the last one has stopped */
    if (is_notable(t, t->f.stopping))
        cmd_warn(r, "TIME_TO_SAFEPOINT",
                 "for %s of its time the JVM waited for threads to stop (time "
                 "to safepoint): those that had could not go on, and that is "
                 "in no row of its own",
                 span_time(r, t->f.stopping, t->length));
}

/* Prints the next command: who held the lock of the longest wait. */
void span_say_next(const span_report *s)
{

    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        if (row.kind != CORR_SPENT_LOCK)
            continue;
        const corr_str name = span_short_name(&row);
        corr_report_next(
            s->r,
            corr_report_text(
                s->r, "who held %.*s",
                CORR_STR_ARG(name.n ? name : CORR_STR("the lock"))),
            "corr span %s/s%u --holders%s",
            cmd_short(s->r, s->span.trace, s->span.start), s->span.handle,
            cmd_files(s->ctx, s->r));
        return;
    }
}

/* Prints why the span has no ledger, if that is worth a line. */
static void say_why(const span_report *s, corr_ledger_why why)
{
    const unsigned handle = s->span.handle;

    if (why == CORR_LEDGER_VIRTUAL)
        corr_report_line(s->r,
                         "s%u ran on a virtual thread, of which not all waits "
                         "are recorded: its time is not divided",
                         handle);
    else if (why == CORR_LEDGER_MANY)
        corr_report_line(
            s->r,
            "s%u was active on several threads: its time cannot be divided",
            handle);
}

bool span_has_ledger(const span_report *s)
{
    return corr_ledger_size(s->ledger) > 0;
}

bool span_ledger_has_cpu(const span_report *s)
{
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++)
        if (corr_ledger_at(s->ledger, i).kind == CORR_SPENT_CPU)
            return true;
    return false;
}

corr_code span_say_ledger(const span_report *s, corr_err *err)
{
    if (!span_has_ledger(s)) {
        say_why(s, corr_ledger_facts_of(s->ledger).why);
        return CORR_OK;
    }
    const shown *t = shown_of(s);
    if (!t)
        return corr_no_memory(err);
    say_lost(t);
    say_headline(t);
    cmd_screen(s->r, CORR_FILLED(screen_columns, t->n, fill_ledger_line, t,
                                 .no_header = true));
    if (span_ledger_has_cpu(s))
        cmd_say_remarks(s->r, t->f.remarks, CORR_AT_HEAD);
    say_causes(t);
    return CORR_OK;
}
