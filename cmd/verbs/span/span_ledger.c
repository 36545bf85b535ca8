/* span_ledger - the words for the time of the focus: the label and the detail
 * of each kind of activity, and why time is missing. */
#include <string.h>

#include "verbs/span/span.h"

/* MOST_HELD: holdings that are searched for a note.  NOTABLE_PERCENT: the share
 * of time without a record from which on its causes are named.  BUSY_PERCENT:
 * the load from which on the machine is one. */
enum { MOST_HELD = 1000, NOTABLE_PERCENT = 10, BUSY_PERCENT = 90 };

/* The label of a row, and the name of one of its events. */
static const struct {
    const char *label, *one;
} words[CORR_SPENT_COUNT] = {
    [CORR_SPENT_CHILD] = { "child spans", "span" },
    [CORR_SPENT_GC] = { "GC pause", "pause" },
    [CORR_SPENT_LOCK] = { "lock", "wait" },
    [CORR_SPENT_FILE] = { "file", "access" },
    [CORR_SPENT_SLEEP] = { "sleep", "wait" },
    [CORR_SPENT_ASYNC] = { "child spans", "span" },
    [CORR_SPENT_SOCKET] = { "socket", "call" },
    [CORR_SPENT_PARK] = { "park", "wait" },
    [CORR_SPENT_CPU] = { "on CPU", NULL },
    [CORR_SPENT_NATIVE] = { "native code", NULL },
    [CORR_SPENT_BLOCKED] = { "blocked", NULL },
    [CORR_SPENT_QUEUE] = { "run queue", "wait" },
    [CORR_SPENT_LOST] = { "lost", NULL },
    [CORR_SPENT_UNOBSERVED] = { "not recorded", NULL },
};

/* ---- labels ------------------------------------------------------------ */

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

bool span_is_rescaled(const span_report *s, const corr_ledger_row *row)
{
    return row->how == CORR_HOW_SAMPLED && row->kind == CORR_SPENT_CPU &&
           corr_ledger_facts_of(s->ledger).rescaled;
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

const char *span_cpu_label(const span_report *s, bool runnable, bool rescaled,
                           corr_remarks list)
{
    const char *mark = cmd_mark(list);

    return corr_report_text(
        s->r, "%s%s%s%s", runnable ? "running Java" : "on CPU",
        rescaled ? CORR_RESCALED_MARK : "", *mark ? " " : "", mark);
}

const char *span_kind_label(const span_report *s, corr_spent kind)
{
    const corr_ledger_facts f = corr_ledger_facts_of(s->ledger);

    return kind == CORR_SPENT_CPU
               ? span_cpu_label(s, f.has_cpu && f.runnable, false, f.remarks)
               : words[kind].label;
}

const char *span_spent_label(const span_report *s, const span_spent *a)
{
    const corr_ledger_facts f = corr_ledger_facts_of(s->ledger);
    const corr_ledger_row row = corr_ledger_at(s->ledger, a->first);

    if (a->how == CORR_HOW_REMAINDER)
        return words[CORR_SPENT_UNOBSERVED].label;
    if (a->kind == CORR_SPENT_CPU)
        return span_cpu_label(s, f.has_cpu && f.runnable,
                              span_is_rescaled(s, &row), f.remarks);
    if (a->kind == CORR_SPENT_GC && a->is_named)
        return "JVM pause";
    if (a->kind == CORR_SPENT_PARK && corr_str_is(row.name, "off CPU"))
        return "off CPU";
    if (a->kind == CORR_SPENT_CHILD && a->events == 1)
        return "child span";
    return words[a->kind].label;
}

/* ---- time without a record ---------------------------------------------- */

static bool is_notable(const span_report *s, int64_t ns)
{
    return (double)ns * 100 >=
           (double)(s->span.end - s->span.start) * NOTABLE_PERCENT;
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

/* Which waits or samples have no record; "": all have. */
static corr_words threshold_words(const span_report *s,
                                  const corr_ledger_facts *f)
{
    corr_report *r = s->r;

    if (f->uncosted)
        return (corr_words){ "CPU samples name no period", "no CPU period" };
    if (f->elsewhen)
        return (corr_words){ "no CPU sample of this time", "no CPU sample" };
    if (!f->has_cpu)
        return (corr_words){ "CPU was not sampled", "no CPU samples" };
    if (f->untaken)
        return (corr_words){ corr_report_text(r, "no record of %s waits",
                                              untaken_words(s)),
                             "not all waits" };
    if (!f->waits)
        return (corr_words){ "the profile has no waits", "no waits" };
    if (f->most_wait <= 0)
        return (corr_words){ "", "" };
    const char *limit =
        corr_report_text(r, "waits <%s", cmd_length(r, f->most_wait));
    return (corr_words){ limit, limit };
}

static corr_words rest_words(const span_report *s, int64_t ns)
{
    const corr_ledger_facts f = corr_ledger_facts_of(s->ledger);
    const corr_words why = threshold_words(s, &f);

    if (ns == 0)
        return (corr_words){ "", "" };
    if (!is_notable(s, ns) || f.machine * 100 < BUSY_PERCENT)
        return why;
    const char *busy =
        corr_report_text(s->r, "machine %.0f%% busy", 100 * f.machine);
    return (corr_words){ corr_report_text(s->r, "%s%s%s", busy,
                                          *why.full ? "; " : "", why.full),
                         busy };
}

/* ---- details -------------------------------------------------------------- */

static const char *event_plural(const char *one, int64_t n)
{
    if (n == 1)
        return "";
    return strcmp(one, "access") == 0 ? "es" : "s";
}

static const char *event_count(const span_report *s, const span_spent *a)
{
    const char *one = words[a->kind].one;

    return corr_report_text(s->r, "%s %s%s", cmd_count(s->r, a->events), one,
                            event_plural(one, a->events));
}

static corr_words sample_words(const span_report *s, const span_spent *a)
{
    corr_report *r = s->r;
    const char *n = cmd_n(r, a->obs, "sample");

    return (corr_words){ corr_report_text(
                             r, "%s, ±%s", n,
                             span_part_time(r, a->off,
                                            s->span.end - s->span.start)),
                         n };
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

static bool is_holding_of(const span_spent *a, const corr_holding *h)
{
    return h->thread.n && h->kind == a->kind &&
           (a->rows > 1 || h->row == a->first);
}

/* "held by exec-3", "2 holders"; "": unknown. */
static const char *holder_words(const span_report *s, const span_spent *a)
{
    const corr_ledger *l = s->ledger;
    const uint32_t all = corr_ledger_holdings(l);
    const uint32_t n = all < MOST_HELD ? all : MOST_HELD;
    corr_holding first = { 0 };
    uint32_t holders = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        bool is_new = is_holding_of(a, &h);
        for (uint32_t k = 0; is_new && k < i; k++) {
            const corr_holding other = corr_ledger_holding(l, k);
            is_new = !is_holding_of(a, &other) || other.holder != h.holder;
        }
        if (is_new && holders++ == 0)
            first = h;
    }
    if (holders > 1)
        return corr_report_text(s->r, "%u holders", holders);
    return holders ? corr_report_text(s->r, "held by %.*s",
                                      CORR_STR_ARG(short_thread(first.thread)))
                   : "";
}

/* "in Stock.reserve", or what was waited for, or how many waits. */
static corr_words wait_words(const span_report *s, const span_spent *a)
{
    corr_report *r = s->r;
    const corr_ledger_row row = corr_ledger_at(s->ledger, a->first);
    const bool is_label = corr_str_is(row.name, "off CPU");
    const corr_str name =
        is_label ? (corr_str){ "", 0 } : span_short_name(&row);
    const char *held = a->kind == CORR_SPENT_LOCK || a->kind == CORR_SPENT_PARK
                           ? holder_words(s, a)
                           : "";
    const char *count = event_count(s, a);
    const char *brief = count;

    if (row.at.n)
        brief = corr_report_text(r, "in %s",
                                 cmd_name(s->ctx, r, cmd_str(r, row.at)));
    else if (name.n)
        brief = cmd_str(r, name);
    if (*held)
        return (corr_words){ corr_report_text(r, "%s, %s", brief, held),
                             brief };
    if (brief == count)
        return (corr_words){ count, count };
    const bool has_peer = row.at.n && name.n && a->kind != CORR_SPENT_LOCK &&
                          a->kind != CORR_SPENT_PARK;
    return (corr_words){ corr_report_text(r, "%s, %s%s%s", brief, count,
                                          has_peer ? ", " : "",
                                          has_peer ? cmd_str(r, name) : ""),
                         brief };
}

/* The name of a row of child spans: of one span with a mere method, what it
 * called. */
static const char *child_name(const span_report *s, const corr_ledger_row *row)
{
    if (row->events == 1)
        for (uint32_t i = s->focus + 1; i < s->span.end_index; i++)
            if (corr_str_eq(corr_waterfall_at(s->w, i).name, row->name))
                return span_call_name(s, i);
    return row->events > 1
               ? corr_report_text(s->r, "%s %.*s", cmd_count(s->r, row->events),
                                  CORR_STR_ARG(row->name))
               : cmd_str(s->r, row->name);
}

/* "46 ms": two digits are enough. */
static const char *brief_time(corr_report *r, int64_t ns)
{
    const double ms = (double)ns / 1e6;

    if (ms >= 1000)
        return corr_report_text(r, "%.1f s", ms / 1000);
    return corr_report_text(r, ms >= 10 ? "%.0f ms" : "%.1f ms", ms);
}

static const char *child_words(const span_report *s, uint32_t i)
{
    const corr_ledger_row row = corr_ledger_at(s->ledger, i);

    return corr_report_text(s->r, "%s %s", child_name(s, &row),
                            brief_time(s->r, row.ns));
}

/* "GET /price 46 ms, INSERT lab.orders 4 ms, 2 more" */
static corr_words children_words(const span_report *s, const span_spent *a)
{
    corr_report *r = s->r;
    const corr_ledger_row row = corr_ledger_at(s->ledger, a->first);

    if (a->rows == 1)
        return (corr_words){ child_name(s, &row), child_name(s, &row) };
    const char *first = child_words(s, a->first);
    const char *second = child_words(s, a->second);
    const char *more =
        a->rows > 2 ? corr_report_text(r, ", %u more", a->rows - 2) : "";
    return (
        corr_words){ corr_report_text(r, "%s, %s%s", first, second, more),
                     corr_report_text(r, "%s, %u more", first, a->rows - 1) };
}

static corr_words pause_words(const span_report *s, const span_spent *a)
{
    const corr_ledger_row row = corr_ledger_at(s->ledger, a->first);
    const char *count = event_count(s, a);

    if (!a->is_named)
        return (corr_words){ count, count };
    return (corr_words){
        corr_report_text(s->r, "%s, %.*s", count, CORR_STR_ARG(row.name)), count
    };
}

/* Pauses inside a wait belong to the wait. */
static corr_words with_memo(const span_report *s, const span_spent *a,
                            corr_words w)
{
    const char *what = a->memo_named == 0         ? "GC pause"
                       : a->memo_named == a->memo ? "JVM pause"
                                                  : "pauses";
    if (!is_notable(s, a->memo))
        return w;
    w.full = corr_report_text(s->r, "%s, %s %s in it", w.full, what,
                              cmd_duration(s->r, a->memo));
    return w;
}

corr_words span_spent_words(const span_report *s, const span_spent *a)
{
    const corr_ledger_facts f = corr_ledger_facts_of(s->ledger);

    if (a->how == CORR_HOW_REMAINDER)
        return rest_words(s, a->ns);
    if (a->kind == CORR_SPENT_LOST)
        return (corr_words){ f.cut_off
                                 ? "the recording ends before the span does"
                                 : "the recording has nothing there",
                             "no recording" };
    if (a->kind == CORR_SPENT_CHILD)
        return with_memo(s, a, children_words(s, a));
    if (a->kind == CORR_SPENT_GC)
        return pause_words(s, a);
    if (a->how == CORR_HOW_SAMPLED || !words[a->kind].one)
        return sample_words(s, a);
    return with_memo(s, a, wait_words(s, a));
}

/* ---- notes ------------------------------------------------------------------ */

static void note_screen(const span_report *s, const char *code,
                        const char *text)
{
    const corr_note_about about = { .place = CORR_NOTE_SCREEN,
                                    .level = CORR_WARNING,
                                    .code = code,
                                    .input = -1 };

    corr_report_note_at(s->r, &about, "%s", text);
}

static void note_foot(const span_report *s, const char *code, const char *text)
{
    const corr_note_about about = { .place = CORR_NOTE_FOOT,
                                    .level = CORR_WARNING,
                                    .code = code,
                                    .input = -1 };

    corr_report_note_at(s->r, &about, "%s", text);
}

/* "s3 lies 76% inside the lost 14:21:33.000Z..14:21:40.000Z": how much of the
 * span the recording does not have, and of when that is. */
static void say_lost(const span_report *s, const corr_ledger_facts *f)
{
    const char *where = "in time that the recording does not have";
    int64_t ns = 0;

    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        ns += row.kind == CORR_SPENT_LOST ? row.ns : 0;
    }
    if (ns == 0)
        return;
    if (f->lost_to != CORR_NO_TIME)
        where = corr_report_text(
            s->r, "inside the lost %s",
            cmd_window(s->ctx, s->r, f->lost_from, f->lost_to));
    else if (f->lost_from != CORR_NO_TIME)
        where = corr_report_text(s->r, "after the end of the recording, %s",
                                 cmd_time(s->ctx, s->r, f->lost_from));
    cmd_warn(s->r, "LOST", "s%u lies %.0f%% %s", s->span.handle,
             100 * (double)ns / (double)(s->span.end - s->span.start), where);
}

/* The causes of time that is in no row: the row says them in short. */
static void note_causes(const span_report *s, const corr_ledger_facts *f)
{
    corr_report *r = s->r;
    const int64_t length = s->span.end - s->span.start;
    const int64_t rest =
        corr_ledger_at(s->ledger, corr_ledger_size(s->ledger) - 1).ns;
    const double percent = 100 * (double)rest / (double)length;

    if (percent > 30)
        note_screen(s, "UNOBSERVED",
                    corr_report_text(r, "%.1f%% of s%u is not recorded",
                                     percent, s->span.handle));
    if (is_notable(s, rest) && f->machine * 100 >= BUSY_PERCENT)
        note_screen(
            s, "MACHINE_BUSY",
            corr_report_text(r,
                             "the machine was %.0f%% busy meanwhile, so "
                             "the thread may have waited for a CPU",
                             100 * f->machine));
    if (is_notable(s, rest) && f->untaken)
        note_screen(
            s, "WAITS_UNTAKEN",
            corr_report_text(r, "the recorder did not take %s waits%s",
                             untaken_words(s),
                             f->untaken_in_part ? " all of the time" : ""));
    if (is_notable(s, f->unsampled))
        note_foot(s, "CPU_UNSAMPLED",
                  corr_report_text(r, "the sampler was off for %s of s%u",
                                   span_time(r, f->unsampled, length),
                                   s->span.handle));
    /* stopped threads are not sampled until the last one has stopped */
    if (is_notable(s, f->stopping))
        note_foot(s, "TIME_TO_SAFEPOINT",
                  corr_report_text(r,
                                   "for %s the JVM waited for threads to stop "
                                   "(time to safepoint)",
                                   span_time(r, f->stopping, length)));
}

/* ---- the whole -------------------------------------------------------------- */

corr_code span_say_ledger(const span_report *s, corr_err *err)
{
    const corr_ledger_facts f = corr_ledger_facts_of(s->ledger);

    if (!span_has_ledger(s))
        return CORR_OK;
    say_lost(s, &f);
    const corr_code code = span_say_bars(s, err);
    if (code)
        return code;
    if (span_ledger_has_cpu(s))
        cmd_say_remarks(s->r, f.remarks, CORR_AT_HEAD);
    note_causes(s, &f);
    return CORR_OK;
}

void span_next_holders(const span_report *s)
{
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        if (row.kind != CORR_SPENT_LOCK && corr_ledger_holdings(s->ledger) == 0)
            continue;
        corr_report_next(s->r, "who held the lock",
                         "corr span %s/s%u --holders%s",
                         cmd_short(s->r, s->span.trace, s->span.start),
                         s->span.handle, cmd_files(s->ctx, s->r));
        return;
    }
}
