/* corr top - where the samples are: functions, lines, threads, requests. */
#include <math.h>
#include <string.h>

#include "cli/by.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/strip.h"
#include "verbs/top/top_each.h"
#include "verbs/top/top_pauses.h"

enum { USUAL_ROWS = 20 };

typedef struct top_opts {
    const char *by;
    bool cumulative, fine, deconvolve;
} top_opts;

static const opt top_options[] = {
    O_TEXT(0, "by", top_opts, by, "WHAT",
           "what a row is: function (default), file, line, module, thread, "
           "service, operation, span, trace, label:KEY; of waits for locks "
           "holder; of pauses gc"),
    O_FLAG(0, "cumulative", top_opts, cumulative,
           "order by total, what was called included"),
    O_FLAG(0, "fine", top_opts, fine,
           "when it was: a heat map of seconds and their 50 ms"),
    O_FLAG(0, "deconvolve", top_opts, deconvolve,
           "by operation, of samples that nothing ties to spans: what a "
           "request of each costs, estimated from many profiles"),
    O_END
};

/* The first `shown` rows of a top, and one more for the others. */
typedef struct page {
    const corr_top *t;
    corr_sel_facts f;
    by by;
    uint32_t shown, hidden;
    int64_t rest_self, rest_obs;
    const char *rest_words, *rest_brief;
    const corr_table *delayed; /* by row, of pauses */
} page;

static bool is_rest(const page *p, uint32_t row)
{
    return row >= p->shown;
}

static corr_cell share_of(const page *p, int64_t v)
{
    return p->f.total ? corr_cell_share((double)v / (double)p->f.total)
                      : corr_cell_null();
}

/* ---- data ------------------------------------------------------------- */

enum {
    D_RANK,
    D_SELF,
    D_TOTAL,
    D_SELF_SHARE,
    D_TOTAL_SHARE,
    D_LO,
    D_HI,
    D_OBS,
    D_KEY,
    D_FRAME,
    D_REST,
    D_COUNT,
    /* of pauses */
    D_FROM = D_COUNT,
    D_SPANS,
    D_DELAYED,
    D_PAUSE_COUNT
};

static const corr_column data_columns[] = {
    [D_RANK] = { "rank", NULL, 0 },
    [D_SELF] = { "self", NULL, 0 },
    [D_TOTAL] = { "total", NULL, 0 },
    [D_SELF_SHARE] = { "self_share", NULL, 0 },
    [D_TOTAL_SHARE] = { "total_share", NULL, 0 },
    [D_LO] = { "self_lo", NULL, 0 },
    [D_HI] = { "self_hi", NULL, 0 },
    [D_OBS] = { "observations", NULL, 0 },
    [D_KEY] = { "key", NULL, 0 },
    [D_FRAME] = { "frame", NULL, CORR_COL_FRAME },
    [D_REST] = { "rest", NULL, 0 },
    [D_FROM] = { "from_unix_ns", NULL, 0 },
    [D_SPANS] = { "spans", NULL, 0 },
    [D_DELAYED] = { "delayed", NULL, CORR_COL_NEST },
};

/* Whether rows may count the same observations, so that there is no sum. */
static bool is_shared(const page *p)
{
    return p->by.what == CORR_BY_HOLDER;
}

static corr_cell observations(const page *p, int64_t n)
{
    return p->f.observations < 0 ? corr_cell_null() : corr_cell_count(n);
}

static corr_cell rest_cell(const page *p, uint32_t column)
{
    switch (column) {
    case D_SELF:
        return corr_cell_amount(p->rest_self, p->f.unit);
    case D_SELF_SHARE:
        return share_of(p, p->rest_self);
    case D_OBS:
        return is_shared(p) ? corr_cell_null() : observations(p, p->rest_obs);
    case D_REST:
        return corr_cell_bool(true);
    default:
        return corr_cell_null();
    }
}

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;

    if (is_rest(p, row))
        return rest_cell(p, column);
    corr_top_row t = corr_top_at(p->t, row);
    const bool known = p->f.observations >= 0;

    switch (column) {
    case D_RANK:
        return corr_cell_count(t.rank);
    case D_SELF:
        return corr_cell_amount(t.self, p->f.unit);
    case D_TOTAL:
        return corr_cell_amount(t.total, p->f.unit);
    case D_SELF_SHARE:
        return share_of(p, t.self);
    case D_TOTAL_SHARE:
        return share_of(p, t.total);
    case D_LO:
        return known ? corr_cell_share(t.lo) : corr_cell_null();
    case D_HI:
        return known ? corr_cell_share(t.hi) : corr_cell_null();
    case D_OBS:
        return observations(p, t.obs);
    case D_KEY:
        return corr_cell_text(t.key);
    case D_FRAME:
        return p->by.what < CORR_BY_THREAD ? corr_cell_frame(t.frame)
                                           : corr_cell_null();
    case D_REST:
        return corr_cell_bool(false);
    default:
        return top_gc_cell(p->t, row, p->delayed, column - D_FROM);
    }
}

/* ---- screen ----------------------------------------------------------- */

/* Rounded each for itself: equal rows look equal, and self is never more than
 * total. */
static corr_cell tenths_of(const page *p, int64_t v)
{
    if (p->f.total == 0)
        return corr_cell_null();
    return corr_cell_tenths(llround((double)v * 1000 / (double)p->f.total));
}

enum { S_SHARE, S_PM, S_TOTAL, S_SELF, S_N, S_NAME, S_COUNT };

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;
    const bool rest = is_rest(p, row);
    corr_top_row t = { 0 };

    if (!rest)
        t = corr_top_at(p->t, row);
    switch (column) {
    case S_SHARE:
        return tenths_of(p, rest ? p->rest_self : t.self);
    case S_PM:
        return rest || !isfinite(t.hi - t.lo)
                   ? corr_cell_null()
                   : corr_cell_tenths((int64_t)((t.hi - t.lo) * 500 + 0.5));
    case S_TOTAL:
        return rest ? corr_cell_null() : tenths_of(p, t.total);
    case S_SELF:
        return corr_cell_amount(rest ? p->rest_self : t.self, p->f.unit);
    case S_N:
        return rest && is_shared(p)
                   ? corr_cell_null()
                   : corr_cell_count(rest ? p->rest_obs : t.obs);
    default:
        return rest ? corr_cell_either(p->rest_words, p->rest_brief)
                    : corr_cell_text(t.key);
    }
}

/* Functions that only call others are nothing that was left out of a top. */
static bool has_rest(const page *p)
{
    return p->hidden > 0 && (p->rest_self != 0 || p->rest_obs > 0);
}

/* Which columns there are depends on how much may be said. */
static void add_screen(corr_report *r, const page *p, cmd_band band)
{
    static const unsigned shown[] = {
        [BAND_NONE] = 0,
        [BAND_SEEN] = 1u << S_N,
        [BAND_COUNTS] = 1u << S_SELF | 1u << S_N,
        [BAND_SHARES] = 1u << S_SHARE | 1u << S_PM | 1u << S_TOTAL |
                        1u << S_SELF | 1u << S_N,
        [BAND_MEASURED] =
            1u << S_SHARE | 1u << S_TOTAL | 1u << S_SELF | 1u << S_N,
        [BAND_UNKNOWN] = 1u << S_SHARE | 1u << S_TOTAL | 1u << S_SELF,
    };
    static const char *const title[] = { "self%", "\xc2\xb1", "total%", "self",
                                         "n" };
    corr_column *c = corr_report_alloc(r, sizeof *c, S_COUNT);
    /* a sample that is its own unit says the same in both columns */
    const bool twice =
        p->f.unit == CORR_COUNT && p->f.total == p->f.observations;
    /* samples that weigh differently are in the order of their weight */
    const bool alike = corr_is_ns(p->f.unit) && p->f.period > 0;
    const bool by_size = !alike && !twice && band == BAND_SEEN;
    const char *count = is_shared(p) ? "waits" : cmd_count_title(&p->f);
    /* what is missed least; where there is but one column it is all there is */
    const unsigned spare[S_NAME] = { [S_PM] = CORR_COL_SPARE,
                                     [S_N] = CORR_COL_SPARE_NEXT,
                                     [S_SELF] =
                                         by_size ? 0 : CORR_COL_SPARE_LAST };

    if (!c)
        return;
    for (unsigned i = 0; i < S_NAME; i++)
        if ((shown[band] >> i & 1 && !(i == S_SELF && twice)) ||
            (i == S_SELF && by_size))
            c[i] = (corr_column){ NULL,
                                  i == S_N ? count
                                  : i == S_PM
                                      ? title[i]
                                      : cmd_share_title(r, &p->f, title[i]),
                                  CORR_COL_RIGHT | spare[i] };
    c[S_NAME] = (corr_column){ NULL, p->by.title, CORR_COL_FLEX };
    corr_report_table(r, NULL,
                      &(corr_table){ .columns = c,
                                     .ncolumns = S_COUNT,
                                     .nrows = p->shown + has_rest(p),
                                     .cell = screen_cell,
                                     .ctx = p },
                      CORR_SCREEN);
}

/* ---- pages ------------------------------------------------------------ */

/* The first `most` rows; NULL: out of memory. */
static page *page_of(corr_report *r, const corr_top *t, const by *b,
                     const corr_sel_facts *f, uint32_t most)
{
    page *p = corr_report_alloc(r, sizeof *p, 1);
    const uint32_t n = corr_top_size(t);
    char count[CORR_PRINT_MAX];

    if (!p)
        return NULL;
    *p = (page){ .t = t, .f = *f, .by = *b, .shown = n < most ? n : most };
    p->hidden = n - p->shown;
    for (uint32_t i = p->shown; i < n; i++) {
        corr_top_row row = corr_top_at(t, i);
        p->rest_self = corr_sum(p->rest_self, row.self);
        p->rest_obs = corr_sum(p->rest_obs, row.obs);
    }
    corr_print_count(count, p->hidden);
    p->rest_brief = corr_report_text(r, "%s more %s", count,
                                     p->hidden == 1 ? b->title : b->plural);
    p->rest_words = corr_report_text(r, "%s (-n 0 shows all)", p->rest_brief);
    return p;
}

static void free_top(void *p)
{
    corr_top_free(p);
}

/* Rows of a screen where no number of them is asked for: a top by self ends
 * before those that have only what they called. */
static uint32_t usual_rows(const corr_top *t, bool cumulative)
{
    uint32_t n = corr_top_size(t);

    n = n < USUAL_ROWS ? n : USUAL_ROWS;
    while (!cumulative && n > 1 && corr_top_at(t, n - 1).self == 0)
        n--;
    return n;
}

/* Rows that may be shown: data has all of them where no number is given. */
static uint32_t most_rows(const cmd_ctx *ctx)
{
    return cmd_rows(ctx, ctx->output->target ? UINT32_MAX : USUAL_ROWS);
}

static void add_rows(const cmd_ctx *ctx, corr_report *r, const corr_top *t,
                     const by *b, const corr_sel_facts *f, cmd_band band)
{
    const top_opts *o = ctx->opts;
    page *data = page_of(r, t, b, f, cmd_rows(ctx, UINT32_MAX));
    page *screen =
        page_of(r, t, b, f, cmd_rows(ctx, usual_rows(t, o->cumulative)));

    if (!data || !screen)
        return;
    if (b->what == CORR_BY_GC)
        data->delayed = top_gc_lists(r, t, data->shown);
    corr_report_table(r, "rows",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = b->what == CORR_BY_GC
                                                     ? D_PAUSE_COUNT
                                                     : D_COUNT,
                                     .nrows = data->shown + (data->hidden > 0),
                                     .cell = data_cell,
                                     .ctx = data },
                      CORR_PRIMARY);
    if (band == BAND_NONE)
        return;
    corr_report_blank(r);
    if (b->what == CORR_BY_GC)
        top_gc_screen(
            ctx, r, t, screen->shown, has_rest(screen) ? screen->rest_self : 0,
            has_rest(screen) ? screen->rest_words : NULL, screen->rest_brief);
    else
        add_screen(r, screen, band);
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
    if (f->total <= 0 || (double)nameless < 0.2 * (double)f->total)
        return;
    const char *text =
        corr_report_text(r,
                         "%.0f%% of this has no names in the file: --by line "
                         "shows where it lies",
                         100 * (double)nameless / (double)f->total);
    corr_report_blank(r);
    corr_report_line(r, "%s", text);
    corr_report_note(r, CORR_INFO, "NO_SYMBOLS", -1, "%s", text);
}

/* What rows by some things are about; gc is of pauses where none is named. */
static corr_code check_kind(corr_by rows, const char *kind, corr_err *err)
{
    if (rows == CORR_BY_HOLDER && (!kind || strcmp(kind, "lock") != 0)) {
        corr_fail(err, CORR_EUSAGE, "--by holder is about waits for locks%s%s",
                  kind ? ", not about " : "", kind ? kind : "");
        corr_hint(err, kind ? "leave out what is measured, and add --lock"
                            : "add --lock");
        return CORR_EUSAGE;
    }
    if (rows == CORR_BY_GC && strcmp(kind, "gc") != 0 &&
        strcmp(kind, "safepoint") != 0 &&
        strcmp(kind, "time_to_safepoint") != 0) {
        corr_fail(err, CORR_EUSAGE, "--by gc is about pauses, not about %s",
                  kind);
        corr_hint(err, "leave out what is measured, or take --kind safepoint");
        return CORR_EUSAGE;
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
    q.joined = b.what >= CORR_BY_SERVICE && b.what <= CORR_BY_TRACE;
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
    corr_report_own(r, t, free_top);

    corr_sel_facts f = corr_sel_facts_of(sel);
    cmd_band band =
        b.what == CORR_BY_GC ? cmd_head(ctx, r, &f) : cmd_heading(ctx, r, &f);
    corr_report_put(r, "by", corr_cell_text(o->by ? o->by : "function"));
    cmd_put_evidence(ctx, r, &f);
    if (band != BAND_NONE && cmd_asks_when(ctx, o->fine))
        code = cmd_strip_of(ctx, r, sel, &q, o->fine, err);
    if (code)
        return code;
    add_rows(ctx, r, t, &b, &f, band);
    if (b.what == CORR_BY_FUNCTION && band != BAND_NONE)
        say_nameless(r, t, &f);
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
           (o->deconvolve ? CORR_NEED_ATTRS : 0);
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
    .uses = USES_RESCALE | USES_INPUTS | USES_SELECTION | USES_OF |
            USES_OUTPUT | USES_ONE_KIND | USES_VERDICT | EXPECTS_CODE |
            SAYS_SAMPLER,
    .subjects = subjects_samples,
    .needs = CORR_NEED_SAMPLES,
    .needs_of = top_needs,
    .kind_of = top_kind,
    .run = top_run,
};
