/* corr diff ID ID - two traces side by side. */
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "page/fall_figure.h"
#include "verbs/diff/diff_traces.h"

OWNS(corr_waterfall)
OWNS(corr_trace_diff)

static const char *const side_name[2] = { "base", "new" };

/* ---- data ------------------------------------------------------------- */

typedef struct data_row {
    corr_trace_diff_row v;
    uint32_t number;
    int64_t up; /* negative: none */
    int64_t delta;
    int64_t total[2], self[2]; /* CORR_NO_INT: unknown */
    uint64_t span[2];
    corr_str name;
    const char *change;
    bool on_path;
    bool unknown; /* the own time of a side */
} data_row;

static const corr_column data_columns[] = {
    COL("base_ns", INT, data_row, total[0]),
    COL("new_ns", INT, data_row, total[1]),
    COL("base_self_ns", INT, data_row, self[0]),
    COL("new_self_ns", INT, data_row, self[1]),
    COL("base_critical_ns", INT, data_row, v.side[0].path),
    COL("new_critical_ns", INT, data_row, v.side[1].path),
    COL("change_ns", INT, data_row, delta),
    COL("base_calls", INT, data_row, v.side[0].calls),
    COL("new_calls", INT, data_row, v.side[1].calls),
    COL("base_failed", INT, data_row, v.side[0].failed),
    COL("new_failed", INT, data_row, v.side[1].failed),
    COL("id", INT, data_row, number),
    COL("parent", COUNT, data_row, up),
    COL("owner", INT, data_row, v.owner),
    COL("depth", INT, data_row, v.depth),
    COL("class", TEXT, data_row, change),
    COL("critical", BOOL, data_row, on_path),
    COL("unordered", BOOL, data_row, v.together),
    COL("name", TEXT, data_row, name),
    COL("renamed_from", NAME, data_row, v.side[0].name),
    COL("service", NAME, data_row, v.service),
    COL("base_span_id", SPAN, data_row, span[0]),
    COL("new_span_id", SPAN, data_row, span[1]),
};

static void fill_place(const void *ctx, uint32_t i, void *row)
{
    const traces_page *p = ctx;
    data_row *w = row;

    *w = (data_row){ .v = corr_trace_diff_at(p->d, i), .number = i };
    for (unsigned s = 0; s < 2; s++) {
        const corr_trace_diff_part *part = &w->v.side[s];
        const bool known = part->spans && !part->untold && !part->unfinished;
        w->total[s] = known ? part->total : CORR_NO_INT;
        w->self[s] =
            part->spans && !part->unfinished ? part->self : CORR_NO_INT;
        if (part->unfinished && !part->path) {
            w->v.side[s].path = CORR_NO_INT;
            w->unknown = true;
        }
        if (part->spans)
            w->span[s] = corr_waterfall_at(p->w[s], part->first).id;
    }
    w->name = w->v.side[w->v.side[1].spans > 0].name;
    if (!w->v.renamed)
        w->v.side[0].name = (corr_str){ 0 };
    w->up = w->v.up == UINT32_MAX ? -1 : (int64_t)w->v.up;
    w->delta = w->unknown ? CORR_NO_INT : w->v.side[1].path - w->v.side[0].path;
    w->on_path = w->v.side[0].path > 0 || w->v.side[1].path > 0;
    w->change = corr_span_change_name(w->v.change);
}

typedef struct side_row {
    corr_span_view root;
    corr_waterfall_facts of;
    uint32_t spans;
    int64_t start, length, calls;
    bool partial;
} side_row;

static const corr_column side_columns[] = {
    COL("trace_id", TRACE, side_row, root.trace),
    COL("span_id", SPAN, side_row, root.id),
    COL("name", TEXT, side_row, root.name),
    COL("service", NAME, side_row, root.service),
    COL("start_unix_ns", TIME, side_row, start),
    COL("duration_ns", INT, side_row, length),
    COL("spans", COUNT, side_row, spans),
    COL("calls", INT, side_row, calls),
    COL("orphans", COUNT, side_row, of.orphans),
    COL("partial", BOOL, side_row, partial),
};

static bool is_partial(const corr_waterfall_facts *f)
{
    return f->partial || f->orphans > f->circles;
}

static void put_traces_data(const traces_page *p)
{
    for (unsigned s = 0; s < 2; s++) {
        side_row row = { .root = corr_waterfall_at(p->w[s], p->f.root[s]),
                         .of = p->of[s],
                         .spans = p->f.spans[s],
                         .calls = p->f.calls[s],
                         .length = p->f.length[s],
                         .partial = is_partial(&p->of[s]) };
        row.start = row.root.start ? row.root.start : CORR_NO_TIME;
        row.length = row.root.unfinished ? CORR_NO_INT : row.length;
        cmd_put_members(p->r, s ? "new_trace." : "base_trace.",
                        &CORR_ROWS(side_columns, 1, &row));
    }
    corr_report_put(p->r, "change_ns",
                    p->at_least ? corr_cell_null() : corr_cell_int(p->delta));
    cmd_primary(
        p->r, "places",
        CORR_FILLED(data_columns, corr_trace_diff_size(p->d), fill_place, p));
}

/* ---- doubts ------------------------------------------------------------- */

/* "the base", "the new trace", "both traces"; NULL: neither. */
static const char *which_words(bool base, bool fresh)
{
    return base && fresh ? "both traces"
           : base        ? "the base"
           : fresh       ? "the new trace"
                         : NULL;
}

static void say_partial(const traces_page *p)
{
    const bool is[2] = { is_partial(&p->of[0]), is_partial(&p->of[1]) };
    const char *which = which_words(is[0], is[1]);

    if (which)
        cmd_warn(p->r, "PARTIAL",
                 "spans of %s are missing: a row may be %s only for that",
                 which,
                 is[0] && is[1] ? "new or gone"
                 : is[0]        ? "new"
                                : "gone");
}

static void say_lower_bounds(const traces_page *p)
{
    uint32_t n[2] = { 0, 0 };

    for (uint32_t i = 0; i < corr_trace_diff_size(p->d); i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        for (unsigned s = 0; s < 2; s++)
            n[s] += v.side[s].unfinished;
    }
    const char *which = which_words(n[0], n[1]);
    if (which)
        cmd_warn(p->r, "UNFINISHED",
                 "no end is recorded of %s of %s: times are lower bounds",
                 cmd_n(p->r, n[0] + n[1], "row"), which);
}

static void say_clocks(const traces_page *p)
{
    const char *which = which_words(corr_waterfall_shifts(p->w[0]) > 0,
                                    corr_waterfall_shifts(p->w[1]) > 0);

    for (unsigned s = 0; s < 2; s++)
        clocks_say(p->r, p->w[s]);
    if (which)
        cmd_warn(p->r, "CLOCK",
                 "clocks of %s were aligned; self times around calls "
                 "between hosts are uncertain",
                 which);
}

static void say_order(const traces_page *p)
{
    if (p->f.together)
        cmd_warn(p->r, "UNORDERED",
                 p->f.together == 1
                     ? "equal siblings of %s run at once: it has their sum, "
                       "not pairs"
                     : "equal siblings of %s run at once: they have sums, not "
                       "pairs",
                 cmd_n(p->r, p->f.together, "row"));
    if (p->f.swapped)
        cmd_warn(p->r, "REORDERED",
                 "equal siblings stand in another order in %s; what they "
                 "call tells them apart",
                 cmd_n(p->r, p->f.swapped, "place"));
    if (p->f.renamed)
        corr_report_note_at(p->r,
                            &(corr_note_about){ .place = CORR_NOTE_FOOT,
                                                .level = CORR_INFO,
                                                .code = "RENAMED",
                                                .input = -1 },
                            "%s matched although a number in the name differs",
                            cmd_n(p->r, p->f.renamed, "row"));
}

static void say_copies(const traces_page *p)
{
    for (unsigned s = 0; s < 2; s++)
        if (p->of[s].copies)
            corr_report_note(p->r, CORR_INFO, "DUPLICATE_SPANS", -1,
                             "%s of %s came twice and %s once",
                             cmd_n(p->r, p->of[s].copies, "span"),
                             which_words(s == 0, s == 1),
                             p->of[s].copies == 1 ? "counts" : "count");
}

/* The beginning of the id of a side; all of it if both begin alike. */
static const char *id_words(const traces_page *p, unsigned s)
{
    const corr_span_view a = corr_waterfall_at(p->w[0], p->f.root[0]);
    const corr_span_view b = corr_waterfall_at(p->w[1], p->f.root[1]);
    const char *id[2] = { cmd_short(p->r, a.trace, a.start),
                          cmd_short(p->r, b.trace, b.start) };
    const bool one = a.trace.hi == b.trace.hi && a.trace.lo == b.trace.lo;

    return one || strcmp(id[0], id[1]) != 0
               ? id[s]
               : cmd_trace_id(p->r, s ? b.trace : a.trace);
}

static void say_sides(const traces_page *p)
{
    corr_span_view root[2];

    for (unsigned s = 0; s < 2; s++)
        root[s] = corr_waterfall_at(p->w[s], p->f.root[s]);
    const bool same = corr_str_eq(root[0].version, root[1].version);
    for (unsigned s = 0; s < 2; s++) {
        const corr_str version = root[s].version;
        const char *handle =
            p->f.root[s] == p->of[s].root
                ? ""
                : corr_report_text(p->r, "/s%u", root[s].handle);
        corr_report_field(
            p->r, side_name[s], "%s%s  %s  %s%s", id_words(p, s), handle,
            root[s].start ? cmd_time(p->ctx, p->r, root[s].start)
                          : "start not recorded",
            *handle ? cmd_n(p->r, p->f.spans[s], "span")
                    : fall_spans_words(p->fall[s]),
            same || !version.n ? ""
                               : corr_report_text(p->r, "  version %.*s",
                                                  CORR_STR_ARG(version)));
    }
}

/* "24 of 24 spans of the base, 24 of 26 of the new trace have a counterpart" */
static void say_evidence(const traces_page *p)
{
    uint32_t n[2] = { 0, 0 };

    for (uint32_t i = 0; i < corr_trace_diff_size(p->d); i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        for (unsigned s = 0; s < 2; s++)
            n[s] += v.side[0].spans && v.side[1].spans ? v.side[s].spans : 0;
    }
    if (n[0] == p->f.spans[0] && n[1] == p->f.spans[1])
        corr_report_field(p->r, "evidence",
                          "every span has a counterpart with its service, "
                          "name and place");
    else
        corr_report_field(p->r, "evidence",
                          "%s of %s base spans have a counterpart, "
                          "%s of %s new ones",
                          cmd_count(p->r, n[0]), cmd_count(p->r, p->f.spans[0]),
                          cmd_count(p->r, n[1]),
                          cmd_count(p->r, p->f.spans[1]));
}

/* Names the spans that failed on one side only. */
static void say_failed(const traces_page *p, unsigned side)
{
    enum { MOST_NAMES = 3 };
    const char *names = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_trace_diff_size(p->d); i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        if (!v.side[side].failed || v.side[!side].failed)
            continue;
        if (n++ < MOST_NAMES)
            names = corr_report_text(p->r, "%s%s%s", names, n > 1 ? ", " : "",
                                     traces_row_name(p, i));
    }
    if (n)
        corr_report_field(
            p->r, "failed", "only in %s: %s%s", which_words(!side, side), names,
            n > MOST_NAMES ? corr_report_text(p->r, ", %u more", n - MOST_NAMES)
                           : "");
}

/* ---- what to do next ------------------------------------------------------ */

static void put_next(const traces_page *p)
{
    const char *files =
        p->file ? corr_report_text(p->r, " %s", cmd_quoted(p->r, p->file))
                : cmd_files(p->ctx, p->r);
    const char *id = id_words(p, 1);

    for (uint32_t i = 0; i < p->nmoved; i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, p->moved[i].row);
        if (!v.side[1].spans || p->moved[i].delta <= 0)
            continue;
        const uint32_t handle =
            corr_waterfall_at(p->w[1], v.side[1].first).handle;
        corr_report_next(
            p->r, corr_report_text(p->r, "where s%u spent its time", handle),
            "corr span %s/s%u%s", id, handle, files);
        break;
    }
    corr_report_next(p->r, "the waterfall", "corr trace %s%s", id, files);
}

/* ---- the page ----------------------------------------------------------- */

SORT_BY(moved_by_size, traces_moved, DESC(size), ASC(row))

static bool list_moved(traces_page *p)
{
    const uint32_t n = corr_trace_diff_size(p->d);
    traces_moved *all = corr_report_alloc(p->r, sizeof *all, (size_t)n + 1);

    if (!all)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        const int64_t delta = v.side[1].path_all - v.side[0].path_all;
        if (v.owner == i && delta)
            all[p->nmoved++] =
                (traces_moved){ i, delta, delta < 0 ? -delta : delta };
    }
    if (p->nmoved)
        qsort(all, p->nmoved, sizeof *all, moved_by_size);
    p->moved = all;
    return true;
}

static corr_code open_side(traces_page *p, unsigned s, uint32_t *root,
                           corr_err *err)
{
    corr_waterfall *w = corr_waterfall_of(p->st[s], p->q[s].trace, err);

    if (!w)
        return err->code;
    own_corr_waterfall(p->r, w);
    p->w[s] = w;
    p->of[s] = corr_waterfall_facts_of(w);
    p->fall[s] = fall_of(p->r, w, UINT32_MAX);
    const uint32_t asked =
        p->q[s].span ? corr_waterfall_find(w, p->q[s].span) : UINT32_MAX;
    *root = asked == UINT32_MAX ? p->of[s].root : asked;
    p->name[s] = fall_request_name(p->r, w, *root);
    p->at_least = p->at_least || corr_waterfall_at(w, *root).unfinished;
    return p->fall[s] ? CORR_OK : corr_no_memory(err);
}

static corr_code open_page(traces_page *p, corr_err *err)
{
    uint32_t root[2];
    corr_code code = open_side(p, 0, &root[0], err);

    if (!code)
        code = open_side(p, 1, &root[1], err);
    corr_trace_diff *d = code ? NULL : corr_trace_diff_of(p->w, root, err);
    if (!d)
        return err->code;
    own_corr_trace_diff(p->r, d);
    p->d = d;
    p->f = corr_trace_diff_facts_of(d);
    p->other = p->f.other || strcmp(p->name[0], p->name[1]) != 0;
    p->delta = p->f.length[1] - p->f.length[0];
    p->scale = p->f.length[p->f.length[1] > p->f.length[0]];
    return list_moved(p) ? CORR_OK : corr_no_memory(err);
}

/* Both traces as pictures, on axes of one length. */
static corr_code put_falls(const traces_page *p, corr_err *err)
{
    static const char *const prefix[] = { "base-", "new-" };
    static const char *const id[] = { "spans-base", "spans-new" };
    corr_code code = CORR_OK;
    int64_t least = 0;

    for (unsigned s = 0; s < 2; s++)
        if (p->f.length[s] > least)
            least = p->f.length[s];
    for (unsigned s = 0; !code && s < 2; s++)
        code = fall_put_one_of(p->ctx, p->r, p->w[s], p->f.root[s],
                               &(fall_opts){ .id = id[s],
                                             .prefix = prefix[s],
                                             .who = side_name[s],
                                             .least = least },
                               err);
    return code;
}

static corr_code show_page(traces_page *p, corr_err *err)
{
    put_traces_data(p);
    traces_say_answer(p);
    if (!p->f.same)
        traces_put_rows(p);
    corr_code code = p->f.same ? CORR_OK : put_falls(p, err);
    if (!code)
        code = traces_put_code(p, err);
    if (code)
        return code;
    if (!p->f.same) {
        corr_report_blank(p->r);
        say_failed(p, 1);
        say_failed(p, 0);
        say_sides(p);
        say_evidence(p);
        say_order(p);
    }
    say_partial(p);
    say_lower_bounds(p);
    say_clocks(p);
    say_copies(p);
    if (!p->f.same && cmd_can_ask_again(p->ctx))
        put_next(p);
    return CORR_OK;
}

bool traces_are_one(const traces_ask *of)
{
    const corr_query *q = of->q;

    return of->st[0] == of->st[1] && q[0].trace.hi == q[1].trace.hi &&
           q[0].trace.lo == q[1].trace.lo && q[0].span == q[1].span;
}

corr_code traces_answer(const cmd_ctx *ctx, corr_report *r,
                        const traces_ask *of, corr_err *err)
{
    traces_page *p = corr_report_alloc(r, sizeof *p, 1);

    if (!p)
        return corr_no_memory(err);
    *p = (traces_page){ .ctx = ctx,
                        .r = r,
                        .q = { of->q[0], of->q[1] },
                        .st = { of->st[0], of->st[1] },
                        .file = of->file };
    corr_code code = open_page(p, err);
    if (code || !traces_are_one(of))
        return code ? code : show_page(p, err);
    put_traces_data(p);
    cmd_warn(r, "SAME_FILES",
             "both sides are trace %s: there is nothing to compare",
             cmd_trace_id(r, of->q[0].trace));
    corr_report_verdict(r, CORR_CANNOT_TELL);
    return traces_put_code(p, err);
}
