/* corr top - where the samples are: functions, lines, threads, requests. */
#include <math.h>
#include <string.h>

#include "cli/by.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/answer.h"
#include "page/flame_figure.h"
#include "page/strip.h"
#include "verbs/top/top_answer.h"
#include "verbs/top/top_each.h"
#include "verbs/top/top_pauses.h"

enum { USUAL_ROWS = 15, LEAST_ROWS = 3, LEAST_SAMPLES = 5 };

typedef struct top_opts {
    const char *by;
    bool cumulative, fine, deconvolve;
} top_opts;

static const opt top_options[] = {
    O_TEXT(
        0, "by", top_opts, by, "WHAT",
        "what a row is: function (default), thread, operation, root.KEY, ..."),
    O_FLAG(0, "cumulative", top_opts, cumulative, "order by total"),
    O_FLAG(0, "fine", top_opts, fine,
           "when it was: a heat map, a column per second"),
    O_FLAG(0, "deconvolve", top_opts, deconvolve,
           "estimate the cost of each operation from many profiles without "
           "span ids"),
    O_END
};

/* The first `shown` rows of a top, and one more for the others. */
typedef struct page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_top *t;
    corr_sel_facts f;
    by by;
    uint32_t shown, hidden;
    int64_t rest_self, rest_obs;
    const char *rest_words, *rest_brief;
    bool cumulative;
    bool counts_only; /* no share is sure enough to be printed */
} page;

static bool is_rest(const page *p, uint32_t row)
{
    return row >= p->shown;
}

static double share_of_top(const page *p, int64_t v)
{
    return p->f.whole ? (double)v / (double)p->f.whole : NAN;
}

/* ---- data ------------------------------------------------------------- */

typedef struct data_row {
    corr_top_row t;
    double self_share, total_share;
    const corr_frame_view *frame;
    top_pause pause;
    corr_table delayed;
    bool rest;
} data_row;

/* The last columns are for rows that are functions, and for pauses. */
enum { PAUSE_COLUMNS = 3, UNDER_COLUMNS = 2 };

static const corr_column data_columns[] = {
    COL("rank", POSITIVE, data_row, t.rank),
    COL("self", AMOUNT, data_row, t.self),
    COL("total", AMOUNT, data_row, t.total),
    COL("self_share", SHARE, data_row, self_share),
    COL("total_share", SHARE, data_row, total_share),
    COL("self_lo", SHARE, data_row, t.lo),
    COL("self_hi", SHARE, data_row, t.hi),
    COL("observations", COUNT, data_row, t.obs),
    COL("key", TEXT, data_row, t.key),
    COL("frame", FRAME, data_row, frame),
    COL("rest", BOOL, data_row, rest),
    COL("mostly_under_share", SHARE, data_row, t.under_share),
    COL("mostly_under", TEXT, data_row, t.under),
    COL("from_unix_ns", TIME, data_row, t.from),
    COL("spans", COUNT, data_row, t.ndelayed),
    COL("delayed", LIST, data_row, delayed),
};

/* Whether rows may count the same observations, so that there is no sum. */
static bool is_shared(const page *p)
{
    return p->by.what == CORR_BY_HOLDER;
}

static corr_top_row rest_of(const page *p)
{
    return (corr_top_row){ .self = p->rest_self,
                           .total = CORR_NO_INT,
                           .obs = is_shared(p) ? -1 : p->rest_obs,
                           .lo = NAN,
                           .hi = NAN,
                           .under_share = NAN,
                           .from = CORR_NO_TIME,
                           .ndelayed = -1 };
}

static void fill_top(const void *ctx, uint32_t i, void *row)
{
    const page *p = ctx;
    const bool rest = is_rest(p, i);
    data_row *w = row;

    *w = (data_row){ .t = rest ? rest_of(p) : corr_top_at(p->t, i),
                     .rest = rest };
    w->self_share = share_of_top(p, w->t.self);
    w->total_share = rest ? NAN : share_of_top(p, w->t.total);
    if (p->f.observations < 0) {
        w->t.lo = w->t.hi = NAN;
        w->t.obs = -1;
    }
    if (!rest && p->by.what < CORR_BY_THREAD)
        w->frame = &w->t.frame;
    if (!rest && p->by.what == CORR_BY_GC) {
        w->pause = (top_pause){ p->t, i };
        w->delayed = top_gc_delayed(&w->pause);
    }
}

/* ---- screen ----------------------------------------------------------- */

/* Rounded each for itself: equal rows look equal, and self is never more than
 * total. */
static int64_t tenths_of(const page *p, int64_t v)
{
    return p->f.whole ? llround((double)v * 1000 / (double)p->f.whole)
                      : CORR_NO_INT;
}

typedef struct shown_row {
    int64_t share, pm, total; /* tenths of a percent */
    int64_t self, obs;
    corr_words name, under;
} shown_row;

/* Two parts of a name are enough, unless two rows share them. */
static const char *row_name(const page *p, uint32_t i, const char *key)
{
    enum { FEW = 64 };
    const char *name = cmd_name(p->ctx, p->r, key);

    if (p->by.what != CORR_BY_FUNCTION)
        return key;
    for (uint32_t k = 0; k < p->shown && p->shown <= FEW; k++) {
        const char *other = corr_top_at(p->t, k).key;
        if (k != i && strcmp(cmd_name(p->ctx, p->r, other), name) == 0)
            return key;
    }
    return name;
}

/* "FraudRules.deepScan 78%"; without the share if it is nearly all. */
static corr_words under_words(const page *p, const corr_top_row *t)
{
    enum { NEARLY_ALL = 95, FEW = 10 };
    const bool few = !p->f.measured && t->obs < FEW && !p->cumulative;

    if (!t->under || t->under_share < (few ? 0.5 : 0.2))
        return (corr_words){ NULL, NULL };
    const char *name = cmd_name(p->ctx, p->r, t->under);
    if (few || p->counts_only || 100 * t->under_share >= NEARLY_ALL)
        return (corr_words){ name, NULL };
    return (corr_words){ corr_report_text(p->r, "%s %s", name,
                                          answer_percent(p->r, t->under_share)),
                         name };
}

static void fill_shown_top(const void *ctx, uint32_t i, void *row)
{
    const page *p = ctx;
    const bool rest = is_rest(p, i);
    const corr_top_row t = rest ? rest_of(p) : corr_top_at(p->t, i);

    *(shown_row *)row = (shown_row){
        .share = tenths_of(p, t.self),
        .pm = isfinite(t.hi - t.lo) ? (int64_t)((t.hi - t.lo) * 500 + 0.5)
                                    : CORR_NO_INT,
        .total = rest ? CORR_NO_INT : tenths_of(p, t.total),
        .self = t.self,
        .obs = t.obs,
        .name = { rest ? p->rest_words : row_name(p, i, t.key),
                  rest ? p->rest_brief : NULL },
        .under = under_words(p, &t),
    };
}

/* Whether rows were cut that have samples of their own. */
static bool has_rest(const page *p)
{
    return p->hidden > 0 && (p->rest_self != 0 || p->rest_obs > 0);
}

/* Puts the screen; its columns depend on how much may be shown. */
/* Whether a shown row says under what it ran. */
static bool any_under(page *p)
{
    for (uint32_t i = 0; i < p->shown; i++) {
        const corr_top_row t = corr_top_at(p->t, i);
        if (under_words(p, &t).full)
            return true;
    }
    return false;
}

static void put_top_screen(corr_report *r, page *p, cmd_band band)
{
    /* a sample that is its own unit says the same in both columns */
    const bool twice =
        p->f.unit == CORR_COUNT && p->f.total == p->f.observations;
    /* samples that weigh differently are in the order of their weight */
    const bool alike = corr_is_ns(p->f.unit) && p->f.period > 0;
    const bool by_size = !alike && !twice && band == BAND_SEEN;
    const bool shares = band >= BAND_SHARES;
    const bool under = any_under(p);
    const bool self = by_size || (!twice && band >= BAND_COUNTS);
    /* beside a share it is for those who have the room */
    const unsigned spare = by_size || cmd_has_negative(&p->f) ? 0
                           : shares && under && band == BAND_SHARES
                               ? CORR_COL_WIDE
                               : CORR_COL_SPARE_LAST;
    const char *count = is_shared(p) ? "waits" : cmd_count_title(&p->f);
    /* what is missed least; where there is but one column it is all there is */
    const corr_column c[] = {
        SEE(shares ? cmd_share_title(r, &p->f, "self%") : NULL, CORR_COL_RIGHT,
            TENTHS, shown_row, share),
        SEE(band == BAND_SHARES ? "\xc2\xb1" : NULL,
            CORR_COL_RIGHT | CORR_COL_SPARE, TENTHS, shown_row, pm),
        SEE(shares ? cmd_share_title(r, &p->f, "total%") : NULL, CORR_COL_RIGHT,
            TENTHS, shown_row, total),
        SEE(self ? cmd_share_title(r, &p->f, "self") : NULL,
            CORR_COL_RIGHT | spare, AMOUNT, shown_row, self),
        SEE(band == BAND_UNKNOWN ? NULL : count,
            CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, COUNT, shown_row, obs),
        SEE(p->by.title, CORR_COL_FLEX, TEXT, shown_row, name),
        SEE(under ? "mostly under" : NULL, CORR_COL_FLEX, TEXT, shown_row,
            under),
    };

    p->counts_only = !shares;
    cmd_screen(r, CORR_FILLED(c, p->shown + has_rest(p), fill_shown_top, p,
                              .unit = p->f.unit));
}

/* ---- pages ------------------------------------------------------------ */

/* The first `most` rows; NULL: out of memory. */
static page *page_of(const cmd_ctx *ctx, corr_report *r, const corr_top *t,
                     const by *b, const corr_sel_facts *f, uint32_t most)
{
    page *p = corr_report_alloc(r, sizeof *p, 1);
    const uint32_t n = corr_top_size(t);

    if (!p)
        return NULL;
    *p = (page){ .ctx = ctx,
                 .r = r,
                 .t = t,
                 .f = *f,
                 .by = *b,
                 .shown = n < most ? n : most };
    p->hidden = n - p->shown;
    for (uint32_t i = p->shown; i < n; i++) {
        corr_top_row row = corr_top_at(t, i);
        p->rest_self = corr_sum(p->rest_self, row.self);
        p->rest_obs = corr_sum(p->rest_obs, row.obs);
    }
    p->rest_brief = corr_report_text(r, "%s more %s", cmd_count(r, p->hidden),
                                     p->hidden == 1 ? b->title : b->plural);
    p->rest_words = corr_report_text(r, "%s (-n 0)", p->rest_brief);
    return p;
}

OWNS(corr_top)

/* Whether a row is too small to be worth a line. */
static bool is_small(const top_answer *a, const corr_top_row *row)
{
    const int64_t value = a->cumulative ? row->total : row->self;

    if (!a->cumulative && row->self == 0)
        return true;
    if (a->band < BAND_SHARES || a->by->what == CORR_BY_GC)
        return false;
    if (a->band == BAND_SHARES &&
        (a->cumulative ? row->total_obs : row->obs) < LEAST_SAMPLES)
        return true;
    return fabs((double)value) < 0.005 * (double)a->f.whole;
}

/* Rows of a screen where no number of them is asked for: those that are worth a
 * line, but a few in any case, as long as they have a value. */
static uint32_t usual_rows(const top_answer *a)
{
    uint32_t n = corr_top_size(a->t);
    corr_top_row row;

    n = n < USUAL_ROWS ? n : USUAL_ROWS;
    for (; n > 1; n--) {
        row = corr_top_at(a->t, n - 1);
        if (!is_small(a, &row) ||
            (n <= LEAST_ROWS && (a->cumulative || row.self != 0)))
            break;
    }
    /* a row for one more is no longer than that one */
    if (n + 1 == corr_top_size(a->t) && n < USUAL_ROWS) {
        row = corr_top_at(a->t, n);
        n += a->cumulative || row.self != 0;
    }
    return n;
}

/* Rows that may be shown: data has all of them where no number is given. */
static uint32_t most_rows(const cmd_ctx *ctx)
{
    return cmd_rows(ctx, cmd_is_data(ctx) ? UINT32_MAX : USUAL_ROWS);
}

static void put_top_rows(corr_report *r, const top_answer *a)
{
    const cmd_ctx *ctx = a->ctx;
    const by *b = a->by;
    page *data = page_of(ctx, r, a->t, b, &a->f, cmd_rows(ctx, UINT32_MAX));
    page *screen =
        page_of(ctx, r, a->t, b, &a->f, cmd_rows(ctx, usual_rows(a)));

    if (!data || !screen)
        return;
    screen->cumulative = a->cumulative;
    corr_table rows =
        CORR_FILLED(data_columns, data->shown + (data->hidden > 0), fill_top,
                    data, .unit = a->f.unit);
    if (b->what != CORR_BY_GC)
        rows.ncolumns -= PAUSE_COLUMNS;
    if (b->what != CORR_BY_GC && b->what != CORR_BY_FUNCTION)
        rows.ncolumns -= UNDER_COLUMNS;
    cmd_primary(r, "rows", rows);
    if (a->band == BAND_NONE)
        return;
    corr_report_blank(r);
    if (b->what == CORR_BY_GC)
        top_gc_screen(ctx, r, a->t, screen->shown,
                      has_rest(screen) ? screen->rest_self : 0,
                      has_rest(screen) ? screen->rest_words : NULL,
                      screen->rest_brief);
    else
        put_top_screen(r, screen, a->band);
}

/* Code without a name is one row a file; whoever has the symbols needs to know
 * where it lies. */
static void say_nameless(corr_report *r, const corr_top *t,
                         const corr_sel_facts *f)
{
    int64_t nameless = 0;

    for (uint32_t i = 0; i < corr_top_size(t); i++) {
        const corr_top_row row = corr_top_at(t, i);
        if (row.key[0] == '[' && row.frame.module.n)
            nameless = corr_sum(nameless, row.self);
    }
    if (f->whole <= 0 || (double)nameless < 0.2 * (double)f->whole)
        return;
    const char *text =
        corr_report_text(r,
                         "%.0f%% of this has no names in the file: --by line "
                         "shows where it lies",
                         100 * (double)nameless / (double)f->whole);
    corr_report_blank(r);
    corr_report_line(r, "%s", text);
    corr_report_note(r, CORR_INFO, "NO_SYMBOLS", -1, "%s", text);
}

/* Checks that the kind fits the rows; by gc without a kind is by pauses. */
static corr_code check_kind(corr_by rows, const char *kind, corr_err *err)
{
    if (rows == CORR_BY_HOLDER &&
        (!kind || (strcmp(kind, "lock") != 0 && strcmp(kind, "park") != 0))) {
        corr_fail(err, CORR_EUSAGE, "--by holder is about waits for locks%s%s",
                  kind ? ", not about " : "", kind ? kind : "");
        return corr_hint(err, kind
                                  ? "leave out what is measured, and add --lock"
                                  : "add --lock");
    }
    if (rows == CORR_BY_GC && strcmp(kind, "gc") != 0 &&
        strcmp(kind, "safepoint") != 0 &&
        strcmp(kind, "time_to_safepoint") != 0) {
        corr_fail(err, CORR_EUSAGE, "--by gc is about pauses, not about %s",
                  kind);
        return corr_hint(
            err, "leave out what is measured, or take --kind safepoint");
    }
    return CORR_OK;
}

static corr_code put_each(const cmd_ctx *ctx, corr_report *r,
                          const corr_sel *sel, corr_err *err)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);

    corr_report_put(r, "by", corr_cell_text("operation"));
    cmd_put_evidence(ctx, r, &f);
    return cmd_head(ctx, r, &f) == BAND_NONE ? CORR_OK
                                             : top_each(ctx, r, sel, err);
}

static corr_code top_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const top_opts *o = ctx->opts;
    corr_query q;
    by b;
    corr_code code = by_parse(o->by, &b, err);

    if (!code)
        code = cmd_query(ctx, &q, err);
    if (!code)
        code = check_kind(b.what, q.measure, err);
    if (!code && o->deconvolve && b.what != CORR_BY_OPERATION) {
        code = corr_fail(err, CORR_EUSAGE, "--deconvolve is about operations");
        corr_hint(err, "add --by operation");
    }
    if (code)
        return code;
    q.joined = b.what >= CORR_BY_SERVICE && b.what <= CORR_BY_ROOT;
    const corr_sel *sel = cmd_select(ctx, &q, r, err);
    if (!sel)
        return err->code;
    if (o->deconvolve)
        return put_each(ctx, r, sel, err);
    corr_top *t = corr_top_of(sel,
                              &(corr_top_opts){ .by = b.what,
                                                .label = b.label,
                                                .cumulative = o->cumulative,
                                                .show = cmd_show(ctx),
                                                .most = most_rows(ctx) },
                              err);
    if (!t)
        return err->code;
    own_corr_top(r, t);

    top_answer a = { .ctx = ctx,
                     .t = t,
                     .by = &b,
                     .f = corr_sel_facts_of(sel),
                     .cumulative = o->cumulative };
    bool said_others;
    a.band = cmd_title(ctx, r, &a.f, &said_others);
    corr_report_put(r, "by", corr_cell_text(o->by ? o->by : "function"));
    cmd_put_evidence(ctx, r, &a.f);
    if (a.band != BAND_NONE) {
        top_say_answer(r, &a);
        if (b.what != CORR_BY_GC)
            cmd_say_doubt(ctx, r, &a.f);
    }
    put_top_rows(r, &a);
    if (a.band == BAND_NONE)
        return CORR_OK;
    if (b.what != CORR_BY_GC &&
        flame_figure_of(ctx, r, sel, "flame", NULL, err))
        return err->code;
    if (b.what == CORR_BY_FUNCTION)
        say_nameless(r, t, &a.f);
    if (cmd_asks_when(ctx, o->fine))
        code = cmd_strip_of(ctx, r, sel, &q, o->fine, err);
    if (code)
        return code;
    if (b.what != CORR_BY_GC)
        cmd_foot(ctx, r, &a.f, said_others);
    top_say_next(r, &a);
    return CORR_OK;
}

static unsigned top_needs(const cmd_ctx *ctx)
{
    const top_opts *o = ctx->opts;
    corr_err ignored = { 0 };
    by b;

    if (by_parse(o->by, &b, &ignored))
        return 0; /* run says what is wrong with it */
    return b.needs | (o->fine ? CMD_NEEDS_CLOCK : 0) |
           (o->deconvolve ? CORR_NEED_ATTRS : 0) |
           (b.what == CORR_BY_HOLDER ? CMD_NEEDS_SIGHTS | CORR_NEED_LINES : 0);
}

/* Pauses are not what a question without a kind is about. */
static const char *top_kind(const cmd_ctx *ctx)
{
    const top_opts *o = ctx->opts;
    corr_err ignored = { 0 };
    by b;

    return !by_parse(o->by, &b, &ignored) && b.what == CORR_BY_GC ? "gc" : NULL;
}

const cmd top_cmd = {
    .name = "top",
    .group = CMD_ASK,
    .brief = "hotspots: the functions, lines or requests that cost most",
    .operands = "[FILE...]",
    .options = top_options,
    .opts_size = sizeof(top_opts),
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_OF |
             TAKES_VERDICT,
    .prints = PRINTS_ROWS,
    .loads = LOADS_ONE_KIND,
    .expects_code = true,
    .says_sampler = true,
    .subjects = subjects_samples,
    .needs = CORR_NEED_SAMPLES,
    .needs_of = top_needs,
    .kind_of = top_kind,
    .run = top_run,
};
