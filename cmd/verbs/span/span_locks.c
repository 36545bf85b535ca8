/* corr span --holders: who held the locks that the focus waited for. */

#include "verbs/span/span.h"

/* The stretches of one lock. */
typedef struct held_rows {
    const span_report *s;
    uint32_t *at; /* [n] numbers of holdings */
    uint32_t n;
    int64_t whole; /* ns of all waits */
} held_rows;

typedef struct held_row {
    const char *wait, *from, *length, *trace, *whom;
    corr_str thread;
} held_row;

static const corr_column columns[] = {
    SEE("wait", CORR_COL_RIGHT, TEXT, held_row, wait),
    SEE("from", 0, TEXT, held_row, from),
    SEE("held by", CORR_COL_FLEX, TEXT, held_row, thread),
    SEE("for", CORR_COL_RIGHT, TEXT, held_row, length),
    SEE("", CORR_COL_ID, TEXT, held_row, trace),
    SEE("", CORR_COL_FLEX, TEXT, held_row, whom),
};

static const char *whom(const span_report *s, const corr_holding *h)
{
    if (h->how == CORR_HELD_UNKNOWN)
        return "hand-over not recorded";
    return h->span ? cmd_str(s->r, h->name) : "no request";
}

static void fill_held(const void *ctx, uint32_t i, void *row)
{
    const held_rows *t = ctx;
    const span_report *s = t->s;
    const corr_holding h = corr_ledger_holding(s->ledger, t->at[i]);
    held_row *w = row;

    *w = (held_row){
        .length = span_part_time(s->r, h.to - h.from, t->whole),
        .trace = h.span ? cmd_short(s->r, h.trace, h.from) : "",
        .whom = whom(s, &h),
        .thread = h.thread.n ? h.thread : CORR_STR("unknown"),
    };
    if (i > 0 && corr_ledger_holding(s->ledger, t->at[i - 1]).wait == h.wait)
        return;
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

static corr_holding longest_holding(const held_rows *t)
{
    corr_holding longest = { 0 };

    for (uint32_t i = 0; i < t->n; i++) {
        const corr_holding h = corr_ledger_holding(t->s->ledger, t->at[i]);
        if (h.to - h.from > longest.to - longest.from)
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

    if (!h.thread.n || h.how == CORR_HELD_UNKNOWN)
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

static corr_code put_lock(const span_report *s, uint32_t row, corr_err *err)
{
    const corr_ledger_row of = corr_ledger_at(s->ledger, row);
    const uint32_t n = corr_ledger_holdings(s->ledger);
    const int64_t length = s->span.end - s->span.start;
    held_rows *t = corr_report_alloc(s->r, sizeof *t, 1);
    uint32_t *at = corr_report_alloc(s->r, sizeof *at, n);

    if (!t || !at)
        return corr_no_memory(err);
    *t = (held_rows){ .s = s,
                      .at = at,
                      .whole = of.ns * 100 < length ? of.ns : length };
    for (uint32_t i = 0; i < n; i++)
        if (corr_ledger_holding(s->ledger, i).row == row)
            at[t->n++] = i;
    corr_report_blank(s->r);
    corr_report_head(s->r, "s%u waited %s, %s, for a monitor%s%.*s",
                     s->span.handle, stretch_time(t, of.ns),
                     times_words(s->r, of.events), of.name.n ? " of " : "",
                     CORR_STR_ARG(of.name));
    if (of.at.n)
        corr_report_line(s->r, "the wait is%s", where_words(s, &of));
    cmd_screen(s->r, CORR_FILLED(columns, t->n, fill_held, t));
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

/* A lock of the class library parks who waits for it, and a recording names
 * the lock, not who has it. */
static bool is_parked(const corr_ledger_row *row)
{
    return row->kind == CORR_SPENT_PARK && corr_str_has(row->name, "Lock");
}

corr_code span_say_holders(const span_report *s, corr_err *err)
{
    bool any = false, parked = false;

    if (say_unknown(s))
        return CORR_OK;
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        parked = parked || is_parked(&row);
        if (row.kind != CORR_SPENT_LOCK)
            continue;
        any = true;
        const corr_code code = put_lock(s, i, err);
        if (code)
            return code;
    }
    if (!any || parked)
        corr_report_blank(s->r);
    if (!any)
        corr_report_line(s->r, "s%u waited for no %s that was recorded",
                         s->span.handle, parked ? "monitor" : "lock");
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        if (is_parked(&row))
            corr_report_line(
                s->r,
                "s%u was parked %s for a %.*s%s; the recording does not name "
                "its holder",
                s->span.handle, span_time(s->r, row.ns, row.ns),
                CORR_STR_ARG(span_short_name(&row)), where_words(s, &row));
    }
    if (any)
        corr_report_next(s->r, "all holders, by the waits they caused",
                         "corr top --lock --by holder%s",
                         cmd_files(s->ctx, s->r));
    return CORR_OK;
}
