/* corr span --holders: who held the locks that the focus waited for. */

#include "verbs/span/span.h"

/* A line of a lock: a stretch with its holder, or one of its candidates. */
typedef struct held_at {
    uint32_t holding;
    uint32_t candidate; /* its number; UINT32_MAX: the holder */
} held_at;

/* The stretches of one lock. */
typedef struct held_rows {
    const span_report *s;
    held_at *at; /* [n] */
    uint32_t n;
    int64_t whole; /* ns of all waits */
} held_rows;

typedef struct held_row {
    const char *in, *wait, *from, *thread, *length, *trace, *whom;
} held_row;

#define MONITOR_COLUMNS                                                        \
    SEE("wait", CORR_COL_RIGHT, TEXT, held_row, wait),                         \
        SEE("from", 0, TEXT, held_row, from),                                  \
        SEE("held by", CORR_COL_FLEX, TEXT, held_row, thread),                 \
        SEE("for", CORR_COL_RIGHT, TEXT, held_row, length),                    \
        SEE("", CORR_COL_ID, TEXT, held_row, trace),                           \
        SEE("", CORR_COL_FLEX, TEXT, held_row, whom)

static const corr_column columns[] = { MONITOR_COLUMNS };

static const corr_column park_columns[] = {
    SEE("wait in", 0, TEXT, held_row, in),
    MONITOR_COLUMNS,
};

static corr_holding holding_at(const held_rows *t, uint32_t i)
{
    return corr_ledger_holding(t->s->ledger, t->at[i].holding);
}

/* Whether the waits are in several functions. */
static bool has_places(const held_rows *t)
{
    const corr_str first = t->n ? holding_at(t, 0).at : (corr_str){ "", 0 };

    for (uint32_t i = 1; i < t->n; i++)
        if (!corr_str_eq(holding_at(t, i).at, first))
            return true;
    return false;
}

static const char *short_function(const span_report *s, corr_str name)
{
    return cmd_name(s->ctx, s->r, cmd_str(s->r, name));
}

static const char *whom(const span_report *s, const corr_holding *h)
{
    if (h->kind == CORR_SPENT_PARK && h->how == CORR_HELD_UNKNOWN)
        return "not seen";
    if (h->how == CORR_HELD_UNKNOWN)
        return "hand-over not recorded";
    return h->span ? cmd_str(s->r, h->name) : "no request";
}

/* Sets the thread, and the span that it worked for. */
static void fill_holder(const held_rows *t, uint32_t i, const corr_holding *h,
                        held_row *w)
{
    const span_report *s = t->s;
    const uint32_t candidate = t->at[i].candidate;

    if (candidate == UINT32_MAX) {
        w->trace = h->span ? cmd_short(s->r, h->trace, h->from) : "";
        w->whom = whom(s, h);
        w->thread = h->thread.n ? cmd_str(s->r, h->thread) : "unknown";
        return;
    }
    const corr_candidate c = corr_ledger_candidate(s->ledger, candidate);
    w->trace = c.span ? cmd_short(s->r, c.trace, h->from) : "";
    w->whom = c.span ? cmd_str(s->r, c.name) : "no request";
    w->thread = corr_report_text(s->r, "perhaps %.*s", CORR_STR_ARG(c.thread));
}

static void fill_held(const void *ctx, uint32_t i, void *row)
{
    const held_rows *t = ctx;
    const span_report *s = t->s;
    const corr_holding h = holding_at(t, i);
    held_row *w = row;

    *w = (held_row){ 0 };
    fill_holder(t, i, &h, w);
    if (i == 0 || t->at[i - 1].holding != t->at[i].holding)
        w->length = span_part_time(s->r, h.to - h.from, t->whole);
    if (i > 0 && holding_at(t, i - 1).wait == h.wait)
        return;
    w->in = h.at.n ? short_function(s, h.at) : "";
    w->wait = span_part_time(s->r, h.wait_to - h.wait_from, t->whole);
    w->from = cmd_clock(s->ctx, s->r, h.wait_from);
}

static const char *stretch_time(const held_rows *t, int64_t ns)
{
    return span_part_time(t->s->r, ns, t->whole);
}

/* The holder may be one that waits, too. */
static void say_waited(const held_rows *t, const corr_holding *h)
{
    corr_report *r = t->s->r;
    const corr_str of = h->waited_for;
    const corr_str on = h->waited_on;

    if (h->waited <= 0)
        return;
    corr_report_line(
        r, "%.*s itself waited %s for a monitor%s%s", CORR_STR_ARG(h->thread),
        stretch_time(t, h->waited),
        of.n ? corr_report_text(r, " of %.*s", CORR_STR_ARG(of)) : "",
        on.n ? corr_report_text(r, ", last held by %.*s", CORR_STR_ARG(on))
             : "");
}

/* Returns "slept 60.07 ms, parked 3 ms": what the holder did besides running;
 * NULL: nothing.  *all: ns of it. */
static const char *did_words(const held_rows *t, const corr_holding *h,
                             int64_t *all)
{
    static const struct {
        corr_spent kind;
        const char *did;
    } what[] = {
        { CORR_SPENT_SLEEP, "slept" },
        { CORR_SPENT_SOCKET, "was in socket calls for" },
        { CORR_SPENT_FILE, "was in file calls for" },
        { CORR_SPENT_PARK, "was parked for" },
    };
    const char *text = NULL;

    *all = 0;
    for (size_t k = 0; k < COUNT(what); k++) {
        const int64_t ns = h->did[what[k].kind];
        if (ns <= (h->to - h->from) / 100) /* a mere rest */
            continue;
        *all += ns;
        text = corr_report_text(t->s->r, "%s%s%s %s", text ? text : "",
                                text ? ", " : "", what[k].did,
                                stretch_time(t, ns));
    }
    return text;
}

static bool is_known(const corr_holding *h)
{
    return h->thread.n && h->how != CORR_HELD_UNKNOWN;
}

static corr_holding longest_holding(const held_rows *t)
{
    corr_holding longest = { 0 };

    for (uint32_t i = 0; i < t->n; i++) {
        const corr_holding h = holding_at(t, i);
        if (h.to - h.from > longest.to - longest.from &&
            (h.kind != CORR_SPENT_PARK || is_known(&h)))
            longest = h;
    }
    return longest;
}

/* Prints what the holder did in the longest stretch: waits, calls, code. */
static corr_code put_holder(const held_rows *t, corr_err *err)
{
    const span_report *s = t->s;
    const corr_holding h = longest_holding(t);
    const corr_query q = { .measure = "cpu",
                           .input = h.input + 1,
                           .thread_row = h.holder,
                           .from = h.from,
                           .to = h.to };
    int64_t idle;

    if (!is_known(&h))
        return CORR_OK;
    const char *did = did_words(t, &h, &idle);
    const bool explained = idle + h.waited >= (h.to - h.from) / 10 * 9;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, err);
    if (!sel)
        return err->code;
    const int64_t taken = corr_sel_facts_of(sel).observations;
    corr_report_blank(s->r);
    if (did)
        corr_report_line(s->r, "while it had the lock (%s), %.*s %s",
                         stretch_time(t, h.to - h.from), CORR_STR_ARG(h.thread),
                         did);
    say_waited(t, &h);
    if (taken <= 0 && !explained)
        corr_report_line(
            s->r, "no CPU sample of %.*s in the %s that it had the lock",
            CORR_STR_ARG(h.thread), stretch_time(t, h.to - h.from));
    if (taken <= 0)
        return CORR_OK;
    corr_report_line(s->r, "while it had the lock (%s), %.*s ran (%s)",
                     stretch_time(t, h.to - h.from), CORR_STR_ARG(h.thread),
                     cmd_n(s->r, taken, "CPU sample"));
    return span_say_paths(s->ctx, s->r, &sel, 1, "share", "n", err);
}

static const char *times_words(corr_report *r, int64_t n)
{
    return n == 1   ? "once"
           : n == 2 ? "twice"
                    : corr_report_text(r, "%s times", cmd_count(r, n));
}

/* " in Stock.reserve": the application code of the wait; "": unknown. */
static const char *where_words(const span_report *s, const corr_ledger_row *row)
{
    return row->at.n ? corr_report_text(
                           s->r, " in %s",
                           cmd_name(s->ctx, s->r, cmd_str(s->r, row->at)))
                     : "";
}

/* Lists the lines of a row of the ledger.  False: out of memory. */
static bool list_lines(held_rows *t, uint32_t row)
{
    const corr_ledger *l = t->s->ledger;
    const uint32_t all = corr_ledger_holdings(l);
    size_t n = 0;

    for (uint32_t i = 0; i < all; i++)
        n += 1 + (size_t)corr_ledger_holding(l, i).n;
    t->at = corr_report_alloc(t->s->r, sizeof *t->at, n);
    for (uint32_t i = 0; t->at && i < all; i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        if (h.row != row)
            continue;
        if (!h.n)
            t->at[t->n++] = (held_at){ i, UINT32_MAX };
        for (uint32_t k = 0; k < h.n; k++)
            t->at[t->n++] = (held_at){ i, h.first + k };
    }
    return t->at != NULL;
}

/* The kind of a record, as what a thread did. */
static const char *seen_words(corr_report *r, const corr_holding *h)
{
    static const struct {
        const char *kind, *did;
    } what[] = {
        { "sleep", "asleep" },         { "io", "in a call" },
        { "cpu", "running" },          { "native", "in native code" },
        { "lock", "at a monitor" },    { "park", "parked" },
        { "wait", "in Object.wait" },  { "activation", "within a span" },
        { "exception", "at a throw" }, { "alloc_bytes", "allocating" },
    };

    for (size_t k = 0; k < COUNT(what); k++)
        if (corr_str_is(h->seen, what[k].kind))
            return what[k].did;
    return corr_report_text(r, "by %.*s", CORR_STR_ARG(h->seen));
}

/* "no event of 20 ms or more shows a thread in CartStore.loadItems" */
static void say_none(const span_report *s, const corr_holding *h)
{
    const int64_t least = corr_ledger_facts_of(s->ledger).most_wait;

    corr_report_line(s->r, "no event%s shows a thread in %s",
                     least > 0 ? corr_report_text(s->r, " of %s or more",
                                                  cmd_length(s->r, least))
                               : "",
                     short_function(s, h->taker));
}

/* Says once for each case how the holders are known. */
static void say_inferred(const held_rows *t)
{
    corr_report *r = t->s->r;
    bool none = false, one = false, several = false;

    for (uint32_t i = 0; i < t->n; i++) {
        const corr_holding h = holding_at(t, i);
        const char *in = short_function(t->s, h.taker);
        if (h.how == CORR_HELD_UNKNOWN && !h.n && !none)
            say_none(t->s, &h);
        else if (h.n == 1 && !one)
            corr_report_line(r,
                             "perhaps: its own wait ended then, but no event "
                             "shows it in %s",
                             in);
        else if (h.n > 1 && !several)
            corr_report_line(r, "perhaps: several threads were seen in %s", in);
        none = none || (h.how == CORR_HELD_UNKNOWN && !h.n);
        one = one || h.n == 1;
        several = several || h.n > 1;
    }
    const corr_holding h = longest_holding(t);
    if (is_known(&h))
        corr_report_line(r, "inferred: %.*s was seen in %s, %s",
                         CORR_STR_ARG(h.thread), short_function(t->s, h.taker),
                         seen_words(r, &h));
}

static void head_lock(const held_rows *t, const corr_ledger_row *of)
{
    const span_report *s = t->s;
    corr_report *r = s->r;
    const char *times = times_words(r, of->events);

    corr_report_blank(r);
    if (of->kind == CORR_SPENT_PARK) {
        corr_report_head(r, "s%u waited%s %s, %s, for a %.*s", s->span.handle,
                         where_words(s, of), stretch_time(t, of->ns), times,
                         CORR_STR_ARG(span_short_name(of)));
        return;
    }
    corr_report_head(r, "s%u waited %s, %s, for a monitor%s%.*s",
                     s->span.handle, stretch_time(t, of->ns), times,
                     of->name.n ? " of " : "", CORR_STR_ARG(of->name));
    if (of->at.n)
        corr_report_line(r, "the wait is%s", where_words(s, of));
}

static corr_code put_lock(const span_report *s, uint32_t row, corr_err *err)
{
    const corr_ledger_row of = corr_ledger_at(s->ledger, row);
    const int64_t length = s->span.end - s->span.start;
    held_rows *t = corr_report_alloc(s->r, sizeof *t, 1);

    if (!t)
        return corr_no_memory(err);
    *t = (held_rows){ .s = s, .whole = of.ns * 100 < length ? of.ns : length };
    if (!list_lines(t, row))
        return corr_no_memory(err);
    head_lock(t, &of);
    if (of.kind == CORR_SPENT_PARK && has_places(t))
        cmd_screen(s->r, CORR_FILLED(park_columns, t->n, fill_held, t));
    else
        cmd_screen(s->r, CORR_FILLED(columns, t->n, fill_held, t));
    if (of.kind == CORR_SPENT_PARK)
        say_inferred(t);
    return put_holder(t, err);
}

/* Without rows the waits of the span are unknown. */
static bool say_unknown(const span_report *s)
{
    static const char *const why[] = {
        [CORR_LEDGER_KNOWN] = "",
        [CORR_LEDGER_NO_THREAD] = "the thread of the span is unknown",
        [CORR_LEDGER_MANY] = "the span was active on several threads",
        [CORR_LEDGER_VIRTUAL] = "the span ran on a virtual thread",
        [CORR_LEDGER_UNSEEN] = "no recording shows its thread",
        [CORR_LEDGER_NO_TIME] = "the span has no length",
    };

    if (span_has_ledger(s))
        return false;
    corr_report_line(s->r, "s%u: unknown locks, because %s", s->span.handle,
                     why[corr_ledger_facts_of(s->ledger).why]);
    corr_report_verdict(s->r, CORR_CANNOT_TELL);
    return true;
}

static bool has_holdings(const span_report *s, uint32_t row)
{
    for (uint32_t i = 0; i < corr_ledger_holdings(s->ledger); i++)
        if (corr_ledger_holding(s->ledger, i).row == row)
            return true;
    return false;
}

/* Says what a parked thread waited for, if that has no holder that a recording
 * shows. */
static void say_parked(const span_report *s, uint32_t i)
{
    const corr_ledger_row row = corr_ledger_at(s->ledger, i);
    const bool is_signal = corr_str_ends(row.name, "ConditionObject");

    if (row.kind != CORR_SPENT_PARK || has_holdings(s, i) ||
        (!is_signal && !corr_str_has(row.name, "Lock")))
        return;
    corr_report_blank(s->r);
    corr_report_line(s->r, "s%u was parked%s %s for a %.*s; %s", s->span.handle,
                     where_words(s, &row), span_time(s->r, row.ns, row.ns),
                     CORR_STR_ARG(span_short_name(&row)),
                     is_signal
                         ? "a signal ends the wait, and there is no holder"
                         : "the recording does not name its holder");
}

static bool is_lock(const span_report *s, uint32_t i)
{
    const corr_spent kind = corr_ledger_at(s->ledger, i).kind;

    return kind == CORR_SPENT_LOCK ||
           (kind == CORR_SPENT_PARK && has_holdings(s, i));
}

corr_code span_say_holders(const span_report *s, corr_err *err)
{
    const uint32_t n = say_unknown(s) ? 0 : corr_ledger_size(s->ledger);
    bool any[CORR_SPENT_COUNT] = { false };

    if (!span_has_ledger(s))
        return CORR_OK;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_lock(s, i))
            continue;
        any[corr_ledger_at(s->ledger, i).kind] = true;
        const corr_code code = put_lock(s, i, err);
        if (code)
            return code;
    }
    if (!any[CORR_SPENT_LOCK] && !any[CORR_SPENT_PARK]) {
        corr_report_blank(s->r);
        corr_report_line(s->r, "s%u waited for no lock that was recorded",
                         s->span.handle);
    }
    for (uint32_t i = 0; i < n; i++)
        say_parked(s, i);
    if (any[CORR_SPENT_LOCK])
        corr_report_next(s->r, "all holders, by the waits they caused",
                         "corr top --lock --by holder%s",
                         cmd_files(s->ctx, s->r));
    if (any[CORR_SPENT_PARK])
        corr_report_next(s->r, "all holders of such locks",
                         "corr top --kind park --by holder%s",
                         cmd_files(s->ctx, s->r));
    return CORR_OK;
}
