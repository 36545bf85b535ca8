/* corr span --holders: who held the locks that the focus waited for. */

#include "page/flame_table.h"
#include "verbs/span/span.h"

/* Rows of code of a holder; of so few samples each is worth one. */
enum { MOST_CODE = 8, MOST_SEEN = 10 };

/* The stretches of one lock. */
typedef struct held_rows {
    const span_report *s;
    uint32_t *at; /* [n] numbers of holdings */
    uint32_t n;
    int64_t longest; /* wait, ns */
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
    SEE("", 0, TEXT, held_row, trace),
    SEE("", CORR_COL_FLEX, TEXT, held_row, whom),
};

static const char *whom(const span_report *s, const corr_holding *h)
{
    if (h->how == CORR_HELD_UNKNOWN)
        return "hand-over not recorded";
    return h->span ? cmd_str(s->r, h->name) : "no span";
}

static void fill_held(const void *ctx, uint32_t i, void *row)
{
    const held_rows *t = ctx;
    const span_report *s = t->s;
    const corr_holding h = corr_ledger_holding(s->ledger, t->at[i]);
    held_row *w = row;

    *w = (held_row){
        .length = span_time(s->r, h.to - h.from, t->longest),
        .trace = h.span ? cmd_short(s->r, h.trace, h.from) : "",
        .whom = whom(s, &h),
        .thread = h.thread.n ? h.thread : CORR_STR("unknown"),
    };
    if (i > 0 && corr_ledger_holding(s->ledger, t->at[i - 1]).wait == h.wait)
        return;
    w->wait = span_time(s->r, h.wait_to - h.wait_from, t->longest);
    w->from = cmd_clock(s->ctx, s->r, h.wait_from);
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
        r, "in the longest stretch, %s, %.*s itself waited %s for %s%s%s",
        span_time(r, h->to - h->from, t->longest), CORR_STR_ARG(h->thread),
        span_time(r, h->waited, t->longest),
        h->longest == h->waited
            ? "a monitor"
            : corr_report_text(r, "monitors, longest, %s, for one",
                               span_time(r, h->longest, t->longest)),
        of.n ? corr_report_text(r, " of %.*s", CORR_STR_ARG(of)) : "",
        on.n ? corr_report_text(r, ", last held by %.*s", CORR_STR_ARG(on))
             : "");
}

/* Prints how long the holder slept or was in a call while it held the lock. */
static int64_t say_did(const held_rows *t, const corr_holding *h)
{
    static const struct {
        corr_spent kind;
        const char *did;
    } what[] = {
        { CORR_SPENT_SLEEP, "slept" },
        { CORR_SPENT_SOCKET, "was in socket calls for" },
        { CORR_SPENT_FILE, "was in file accesses for" },
        { CORR_SPENT_PARK, "was parked for" },
    };
    corr_report *r = t->s->r;
    const char *text = NULL;
    int64_t all = 0;

    for (size_t k = 0; k < COUNT(what); k++) {
        const int64_t ns = h->did[what[k].kind];
        if (ns <= (h->to - h->from) / 100) /* a mere rest */
            continue;
        all += ns;
        text =
            corr_report_text(r, "%s%s%s %s", text ? text : "", text ? ", " : "",
                             what[k].did, span_time(r, ns, t->longest));
    }
    if (text)
        corr_report_line(r, "in the longest stretch, %s, %.*s %s",
                         span_time(r, h->to - h->from, t->longest),
                         CORR_STR_ARG(h->thread), text);
    return all;
}

/* Puts the code of the holder in the longest stretch. */
static corr_code put_code(const held_rows *t, corr_err *err)
{
    const span_report *s = t->s;
    corr_holding longest = { 0 };

    for (uint32_t i = 0; i < t->n; i++) {
        const corr_holding h = corr_ledger_holding(s->ledger, t->at[i]);
        if (h.to - h.from > longest.to - longest.from)
            longest = h;
    }
    const corr_query q = { .measure = "cpu",
                           .input = longest.input + 1,
                           .thread_row = longest.holder,
                           .from = longest.from,
                           .to = longest.to };
    if (!longest.thread.n || longest.how == CORR_HELD_UNKNOWN)
        return CORR_OK;
    say_waited(t, &longest);
    const int64_t length_ns = longest.to - longest.from;
    const bool explained = say_did(t, &longest) >= length_ns / 10 * 9;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, err);
    if (!sel)
        return err->code;
    const int64_t taken = corr_sel_facts_of(sel).observations;
    const char *length = span_time(s->r, length_ns, t->longest);
    if (taken <= 0) {
        if (!explained)
            corr_report_line(
                s->r, "in the longest stretch, %s, %.*s was not seen to run",
                length, CORR_STR_ARG(longest.thread));
        return CORR_OK;
    }
    corr_report_line(s->r, "in the longest stretch, %s, %.*s ran (%s)", length,
                     CORR_STR_ARG(longest.thread),
                     cmd_n(s->r, taken, "CPU sample"));
    flame *f =
        flame_of(s->r, sel, &(corr_tree_opts){ .show = cmd_show(s->ctx) }, err);
    if (!f)
        return err->code;
    return flame_put_screen(
        f, &(corr_prune){ .max_rows = MOST_CODE, .all = taken < MOST_SEEN },
        "function", BAND_SEEN, err);
}

static corr_code put_lock(const span_report *s, uint32_t row, corr_err *err)
{
    const corr_ledger_row of = corr_ledger_at(s->ledger, row);
    const uint32_t n = corr_ledger_holdings(s->ledger);
    held_rows *t = corr_report_alloc(s->r, sizeof *t, 1);
    uint32_t *at = corr_report_alloc(s->r, sizeof *at, n);

    if (!t || !at)
        return corr_no_memory(err);
    *t = (held_rows){ .s = s, .at = at };
    for (uint32_t i = 0; i < n; i++) {
        const corr_holding h = corr_ledger_holding(s->ledger, i);
        if (h.row != row)
            continue;
        at[t->n++] = i;
        if (h.wait_to - h.wait_from > t->longest)
            t->longest = h.wait_to - h.wait_from;
    }
    corr_report_blank(s->r);
    corr_report_head(s->r, "s%u waited %s, %s, for a monitor%s%.*s",
                     s->span.handle, span_time(s->r, of.ns, of.ns),
                     cmd_n(s->r, of.events, "time"), of.name.n ? " of " : "",
                     CORR_STR_ARG(of.name));
    cmd_screen(s->r, CORR_FILLED(columns, t->n, fill_held, t));
    return put_code(t, err);
}

/* Without rows the waits of the span are unknown. */
static bool say_unknown(const span_report *s)
{
    static const char *const why[] = {
        [CORR_LEDGER_NO_THREAD] = "nothing tells on which thread it ran",
        [CORR_LEDGER_MANY] = "it was active on several threads",
        [CORR_LEDGER_VIRTUAL] = "it ran on a virtual thread",
        [CORR_LEDGER_UNSEEN] = "which thread it is in a recording is not told",
        [CORR_LEDGER_NO_TIME] = "it has no length",
    };

    if (span_has_ledger(s))
        return false;
    corr_report_blank(s->r);
    corr_report_line(s->r, "which locks s%u waited for cannot be said: %s",
                     s->span.handle, why[corr_ledger_facts_of(s->ledger).why]);
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
        corr_report_line(s->r, "s%u waited for no %s, as far as is recorded",
                         s->span.handle, parked ? "monitor" : "lock");
    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        if (is_parked(&row))
            corr_report_line(
                s->r, "s%u was parked for a %.*s: who had it is not recorded",
                s->span.handle, CORR_STR_ARG(span_short_name(&row)));
    }
    return CORR_OK;
}
