/* fetch_page - what came, as a report. */
#include "fetch/fetch_page.h"

#include <stdio.h>

#include "cli/fetch_opts.h"

OWNS(transfer)

typedef struct file_row {
    const transfer_item *item;
    const char *what, *server, *url, *path, *outcome, *format, *read_as, *why;
    int64_t bytes, status, hits, from, to, has_from, has_to;
    bool cached, truncated;
    corr_tone tone;
} file_row;

static const corr_column file_data[] = {
    COL("outcome", TEXT, file_row, outcome),
    COL("bytes", COUNT, file_row, bytes),
    COL("status", POSITIVE, file_row, status),
    COL("cached", BOOL, file_row, cached),
    COL("truncated", BOOL, file_row, truncated),
    COL("hits", POSITIVE, file_row, hits),
    COL("from_unix_ns", TIME, file_row, from),
    COL("to_unix_ns", TIME, file_row, to),
    COL("has_from_unix_ns", TIME, file_row, has_from),
    COL("has_to_unix_ns", TIME, file_row, has_to),
    COL("server", TEXT, file_row, server),
    COL("what", TEXT, file_row, what),
    COL("url", TEXT, file_row, url),
    COL("path", TEXT, file_row, path),
    COL("format", TEXT, file_row, format),
    COL("why", TEXT, file_row, why),
};

static const corr_column file_screen[] = {
    SEE("", CORR_COL_TONED, TEXT, file_row, outcome),
    SEE("size", CORR_COL_RIGHT, AMOUNT, file_row, bytes),
    SEE("file", CORR_COL_FLEX, TEXT, file_row, path),
    SEE("format", 0, TEXT, file_row, read_as),
    SHOWN(TONE, file_row, tone),
};

static int64_t time_or_none(int64_t ns)
{
    return ns ? ns : CORR_NO_TIME;
}

static const char *outcome_of(const transfer_item *i)
{
    const fetch_outcome o = i->result.outcome;

    return o == FETCH_NOTHING    ? "nothing"
           : o != FETCH_GOT      ? "failed"
           : i->cached           ? "cached"
           : !i->result.complete ? "cut"
                                 : "got";
}

static void fill_file(const void *ctx, uint32_t n, void *row)
{
    const transfer *t = ctx;
    const transfer_item *i = transfer_at(t, n);
    const fetch_request *q = i->q;
    const fetch_result *f = &i->result;

    *(file_row *)row = (file_row){
        .item = i,
        .what = q->what,
        .server = fetch_back_ends[q->target->kind]->name,
        .url = i->url,
        .path = i->path,
        .outcome = outcome_of(i),
        .format = i->format,
        .read_as = i->format ? i->format : "not recognised",
        .why = f->why[0] ? f->why : NULL,
        .bytes = (int64_t)i->bytes,
        .status = i->status,
        .hits = (int64_t)f->hits,
        .from = time_or_none(q->from),
        .to = time_or_none(q->to),
        .has_from = time_or_none(f->has_from),
        .has_to = time_or_none(f->has_to),
        .cached = i->cached,
        .truncated = f->outcome == FETCH_GOT && !f->complete,
        .tone = f->outcome == FETCH_FAILED                ? CORR_TONE_WORSE
                : f->outcome == FETCH_GOT && !f->complete ? CORR_TONE_DOUBT
                                                          : CORR_TONE_PLAIN,
    };
}

/* ---- sums ---------------------------------------------------------------- */

typedef struct fetch_sums {
    uint32_t files, cached, cut, nothing, failed, unknown;
    uint32_t rows;
    int64_t bytes, from, to;
    corr_table window;
    uint32_t *row;  /* items with a file, or that should have one */
    uint32_t *kept; /* items with a file */
    const transfer *t;
} fetch_sums;

/* The whole of all windows that were asked for, without what a request adds to
 * that of its question: whole steps, or room around a trace. */
static void add_window(fetch_sums *s, const fetch_request *q)
{
    corr_window w = { q->from, q->to };

    if (q->question && q->question->from < w.to && q->question->to > w.from) {
        w.from = w.from > q->question->from ? w.from : q->question->from;
        w.to = w.to < q->question->to ? w.to : q->question->to;
    }
    if (!w.from && !w.to)
        return;
    s->from = s->from && s->from < w.from ? s->from : w.from;
    s->to = s->to > w.to ? s->to : w.to;
}

static void sum_up(fetch_sums *s)
{
    for (uint32_t k = 0; k < transfer_size(s->t); k++) {
        const transfer_item *i = transfer_at(s->t, k);
        const fetch_outcome o = i->result.outcome;
        if (i->replaced)
            continue;
        s->failed += o == FETCH_FAILED;
        s->nothing += o == FETCH_NOTHING;
        s->cut += o == FETCH_GOT && !i->result.complete;
        add_window(s, i->q);
        if (i->path || o != FETCH_GOT || i->result.why[0])
            s->row[s->rows++] = k;
        if (!i->path)
            continue;
        s->kept[s->files++] = k;
        s->cached += i->cached;
        s->unknown += !i->format;
        s->bytes += (int64_t)i->bytes;
    }
}

static corr_verdict verdict_of(const fetch_sums *s)
{
    if (s->files)
        return s->failed || s->cut || s->unknown ? CORR_CANNOT_TELL
                                                 : CORR_ANSWERED;
    return s->failed ? CORR_UNREADABLE : CORR_NOTHING_FOUND;
}

static void fill_row(const void *ctx, uint32_t n, void *row)
{
    const fetch_sums *s = ctx;

    fill_file(s->t, s->row[n], row);
}

static void fill_kept(const void *ctx, uint32_t n, void *row)
{
    const fetch_sums *s = ctx;

    fill_file(s->t, s->kept[n], row);
}

/* ---- the screen ---------------------------------------------------------- */

/* Whether two requests ended the same way, in words. */
static bool is_alike(const transfer_item *a, const transfer_item *b)
{
    return strcmp(a->q->what, b->q->what) == 0 &&
           strcmp(a->result.why, b->result.why) == 0;
}

/* Counts the requests from k on that end one after the other as k does. */
static uint32_t alike_from(const transfer *t, size_t k)
{
    const transfer_item *first = transfer_at(t, k);
    uint32_t n = 1;

    for (size_t i = k + 1; i < transfer_size(t); i++) {
        const transfer_item *next = transfer_at(t, i);
        if (next->replaced || strcmp(outcome_of(next), outcome_of(first)) != 0)
            continue;
        if (!is_alike(first, next))
            break;
        n++;
    }
    return n;
}

/* Lists the requests with an outcome, and why. */
static void say_outcome(const cmd_ctx *ctx, corr_report *r, const transfer *t,
                        const char *word, uint32_t n)
{
    enum { SHOWN = 10 };
    const uint32_t most = ctx->output->verbose ? n : SHOWN;
    uint32_t lines = 0, shown = 0;
    const transfer_item *last = NULL;

    if (n)
        corr_report_blank(r);
    for (size_t k = 0; k < transfer_size(t) && lines < most && shown < n; k++) {
        const transfer_item *i = transfer_at(t, k);
        const fetch_result *f = &i->result;
        if (i->replaced || strcmp(outcome_of(i), word) != 0 ||
            (last && is_alike(last, i)))
            continue;
        const uint32_t alike = alike_from(t, k);
        last = i;
        lines++;
        shown += alike;
        corr_report_field(
            r, word, "%s%s%s%s", i->q->what, f->why[0] ? ": " : "", f->why,
            alike > 1 ? corr_report_text(r, " (%s times)", cmd_count(r, alike))
                      : "");
        if (f->has_from && f->has_to)
            corr_report_field(r, "", "the server has data of %s",
                              cmd_range(ctx, r, f->has_from, f->has_to));
    }
    if (shown < n)
        corr_report_line(r, "and %s more (--verbose)", cmd_count(r, n - shown));
}

/* What answers that came say of what is not there. */
static void say_remarks(corr_report *r, const transfer *t)
{
    bool any = false;

    for (size_t k = 0; k < transfer_size(t); k++) {
        const transfer_item *i = transfer_at(t, k);
        const fetch_result *f = &i->result;
        if (f->outcome != FETCH_GOT || !f->complete || !f->why[0])
            continue;
        if (!any)
            corr_report_blank(r);
        any = true;
        corr_report_field(r, "note", "%s: %s", i->q->what, f->why);
    }
}

static void say_fetched(const cmd_ctx *ctx, corr_report *r, const fetch_sums *s,
                        const char *dir)
{
    const char *cached = s->cached
                             ? corr_report_text(r, "; %s %s already there",
                                                cmd_count(r, s->cached),
                                                s->cached == 1 ? "was" : "were")
                             : "";

    corr_report_head(r, "%s, %s, in %s%s", cmd_n(r, s->files, "file"),
                     cmd_bytes(r, s->bytes), dir, cached);
    if (s->from || s->to)
        corr_report_field(r, "window", "%s", cmd_range(ctx, r, s->from, s->to));
}

static const corr_column window_columns[] = {
    COL("from_unix_ns", TIME, fetch_sums, from),
    COL("to_unix_ns", TIME, fetch_sums, to),
};

static void put_data(corr_report *r, fetch_sums *s, const char *dir)
{
    s->window = CORR_ROWS(window_columns, 1, s);
    s->from = time_or_none(s->from);
    s->to = time_or_none(s->to);

    corr_report_put(r, "folder", corr_cell_text(dir));
    corr_report_put(r, "window", corr_cell_object(&s->window, 0));
    cmd_primary(r, "files", CORR_FILLED(file_data, s->rows, fill_row, s));
}

void fetch_page(const cmd_ctx *ctx, corr_report *r, transfer *t,
                const char *dir)
{
    const bool brief = ((const fetch_opts *)ctx->opts)->brief;
    const size_t n = transfer_size(t) + 1;
    fetch_sums *s = corr_report_alloc(r, sizeof *s, 1);
    uint32_t *row = corr_report_alloc(r, sizeof *row, n);
    uint32_t *kept = corr_report_alloc(r, sizeof *kept, n);

    own_transfer(r, t);
    if (!s || !row || !kept)
        return;
    *s = (fetch_sums){ .t = t, .row = row, .kept = kept };
    sum_up(s);
    say_fetched(ctx, r, s, dir);
    put_data(r, s, dir);
    if (s->files && !brief)
        cmd_screen(r, CORR_FILLED(file_screen, s->files, fill_kept, s,
                                  .unit = CORR_BYTES));
    if (s->unknown)
        cmd_warn(r, "NOT_RECOGNISED", "%s in no form that corr reads (other/)",
                 s->unknown == 1 ? "1 answer is"
                                 : corr_report_text(r, "%s answers are",
                                                    cmd_count(r, s->unknown)));
    say_remarks(r, t);
    say_outcome(ctx, r, t, "cut", s->cut);
    say_outcome(ctx, r, t, "nothing", s->nothing);
    say_outcome(ctx, r, t, "failed", s->failed);
    corr_report_verdict(r, verdict_of(s));
    if (s->files && !brief)
        corr_report_next(r, "what came, and what joins", "corr info %s",
                         cmd_quoted(r, dir));
}
