/* corr span - where one request's time went, and in which code. */

#include "verbs/span/span.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/fall_figure.h"

/* Local roots whose samples are looked at: a screen has no room for more. */
enum { MOST_ROOTS = 48 };

OWNS(corr_waterfall)
OWNS(corr_ledger)

corr_query span_local_query(const span_report *s, uint32_t at)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    corr_query q = s->query;

    q.trace = v.trace;
    q.span = v.id;
    q.number = v.handle;
    q.reach = CORR_LOCAL;
    return q;
}

/* The local roots that matter most come first: by own critical time of their
 * process' spans, as far as one pass can tell. */
static corr_code select_roots(span_report *s, corr_err *err)
{
    uint32_t n = corr_waterfall_size(s->w);

    s->root = corr_report_alloc(s->r, sizeof *s->root, MOST_ROOTS);
    if (!s->root)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < n && s->nroot < MOST_ROOTS; i++) {
        if (!corr_waterfall_at(s->w, i).local_root)
            continue;
        corr_query q = span_local_query(s, i);
        q.looks = true;
        const corr_sel *sel = cmd_select(s->ctx, &q, s->r, err);
        if (!sel)
            return err->code;
        s->root[s->nroot++] = (span_root){ i, sel, corr_sel_facts_of(sel) };
    }
    return CORR_OK;
}

/* Maps each span to its local root: 1 + a row of s->root, or 0 for a root that
 * was not looked at.  Parents stand before their children. */
static uint32_t *roots_of(const span_report *s)
{
    uint32_t n = corr_waterfall_size(s->w);
    uint32_t *under = corr_report_alloc(s->r, sizeof *under, n);

    for (uint32_t i = 0, k = 0; under && i < n; i++) {
        const corr_span_view v = corr_waterfall_at(s->w, i);
        const bool is_root = k < s->nroot && s->root[k].at == i;
        if (is_root)
            under[i] = ++k;
        else if (!v.local_root && v.up < i)
            under[i] = under[v.up];
    }
    return under;
}

/* Chooses the span to explain if the user names none: the span with most own
 * time on the critical path whose process has samples of the request; if no
 * process has samples, of all spans. */
static void choose_best(span_report *s)
{
    uint32_t n = corr_waterfall_size(s->w);
    const uint32_t *under = roots_of(s);
    uint32_t best = UINT32_MAX;
    int64_t most = -1;

    for (uint32_t i = 0; under && i < n; i++) {
        const int64_t critical = corr_waterfall_at(s->w, i).critical;
        if (under[i] == 0 || critical <= most ||
            s->root[under[i] - 1].facts.evidence.observations == 0)
            continue;
        best = i;
        most = critical;
    }
    s->best_has_code = best != UINT32_MAX;
    s->best = s->best_has_code ? best : corr_waterfall_focus(s->w);
}

static corr_code find_focus(span_report *s, corr_err *err)
{
    choose_best(s);
    s->focus = s->best;
    if (s->query.span) {
        uint32_t at = corr_waterfall_asked(s->w, &s->query);
        s->asked = at != UINT32_MAX;
        s->focus = s->asked ? at : s->focus;
    }
    s->span = corr_waterfall_at(s->w, s->focus);
    corr_query q = span_local_query(s, s->focus);
    if (s->query.weakest >= CORR_WINDOW)
        q.reach = CORR_PROCESS;
    s->sel = cmd_select(s->ctx, &q, s->r, err);
    if (!s->sel)
        return err->code;
    s->facts = corr_sel_facts_of(s->sel);
    return CORR_OK;
}

static corr_code find_ledger(span_report *s, corr_err *err)
{
    corr_ledger *l = corr_ledger_of(s->w, s->focus, err);

    if (!l)
        return err->code;
    own_corr_ledger(s->r, l);
    s->ledger = l;
    return CORR_OK;
}

/* While a thread waited it could not be on CPU: the waits of the focus and of
 * the spans below it are no time that samples were expected of. */
static corr_code leave_waits_out(span_report *s, corr_err *err)
{
    if (!corr_str_is(s->facts.kind, "cpu") || s->query.weakest >= CORR_WINDOW)
        return CORR_OK;
    return corr_ledger_cover(s->w, s->focus, CORR_LOCAL, s->sel,
                             &s->facts.evidence, err);
}

static corr_code explain_span(span_report *s, corr_err *err)
{
    s->w = corr_waterfall_of(s->ctx->store, s->query.trace, err);
    if (!s->w)
        return err->code;
    own_corr_waterfall(s->r, s->w);
    s->trace = corr_waterfall_facts_of(s->w);
    corr_code code = select_roots(s, err);
    if (!code)
        code = find_focus(s, err);
    if (!code)
        code = find_ledger(s, err);
    if (!code)
        code = leave_waits_out(s, err);
    if (!code)
        code = span_put_waterfall(s, err);
    if (!code)
        code = span_put_head(s, err);
    if (!code)
        code = fall_put_figure(s->ctx, s->r, s->w, s->focus, err);
    if (!code)
        code = span_put_code(s, err);
    return code;
}

/* Whether any input exported a span of this trace.  False also if memory is out,
 * which err says. */
static bool is_exported(corr_store *st, corr_trace_id id, corr_err *err)
{
    corr_err found_none = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, id, &found_none);

    if (found_none.code == CORR_ENOMEM)
        corr_no_memory(err);
    bool found = w && corr_waterfall_size(w) > 0;

    corr_waterfall_free(w);
    return found;
}

static corr_code span_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    span_report *s = corr_report_alloc(r, sizeof *s, 1);

    if (!s)
        return corr_no_memory(err);
    s->ctx = ctx;
    s->r = r;
    corr_code code = cmd_query(ctx, &s->query, err);
    if (!code)
        code = cmd_seek(ctx, ctx->id, &s->query, err);
    if (code)
        return code;
    const bool exported = is_exported(ctx->store, s->query.trace, err);
    if (err->code)
        return err->code;
    if (!exported)
        return span_put_labels_only(ctx, r, &s->query, err);
    return explain_span(s, err);
}

static const opt span_options[] = {
    O_FLAG(0, "holders", span_opts, holders,
           "who held the locks it waited for, and for which request"),
    O_END
};

/* The line of a frame tells code that has a lock from code before it. */
static unsigned span_needs(const cmd_ctx *ctx)
{
    return ((const span_opts *)ctx->opts)->holders
               ? CMD_NEEDS_SIGHTS | CORR_NEED_LINES
               : 0;
}

/* What span and its page have in common. */
/* clang-format off */
#define ANSWERS_ABOUT_A_SPAN \
    .group = CMD_ASK, \
    .options = span_options, \
    .opts_size = sizeof(span_opts), \
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_VERDICT, \
    .operand = OPERAND_ID, \
    .loads = LOADS_NO_BYTES, \
    .expects_code = true, \
    .says_sampler = true, \
    .subjects = subjects_span, \
    .needs = CMD_NEEDS_REQUESTS, \
    .needs_of = span_needs, \
    .run = span_run
/* clang-format on */

const cmd span_cmd = {
    .name = "span",
    .brief = "what the code did inside one trace or span",
    .operands = "ID [FILE...]",
    .prints = PRINTS_DRAWN,
    ANSWERS_ABOUT_A_SPAN,
};

/* The page of a span in a file; another command may stand before the id, which
 * session_words.c looks for. */
const cmd open_cmd = {
    .name = "open",
    .brief = "the page of an answer in a file, whose path is printed",
    .operands = "[COMMAND] ID [FILE...]",
    .prints = PRINTS_PAGE,
    ANSWERS_ABOUT_A_SPAN,
};
