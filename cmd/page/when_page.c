/* when_page - what changed, and when, on a screen. */
#include <math.h>
#include <string.h>

#include "page/exemplar_page.h"
#include "page/when_page.h"

#include "page/strip.h"

enum { MOST_SUSPECTS = 5, MOST_OTHERS = 5, MOST_EVENTS_SAID = 4 };

/* The screen: where the text beside times begins. */
typedef struct page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_when *w;
    unsigned cells;
} page;

/* ---- words ----------------------------------------------------------------- */

/* "cpu of checkout", "p95 of GET /cart of checkout". */
const char *when_series_words(corr_report *r, const corr_series_view *s)
{
    const char *brace = strchr(s->name, '{');
    const int n = (int)(brace ? (size_t)(brace - s->name) : strlen(s->name));
    const char *name =
        n ? corr_report_text(r, "%.*s", n, s->name) : "the metric";

    if (s->operation.n)
        name =
            corr_report_text(r, "%s of %.*s", name, CORR_STR_ARG(s->operation));
    return s->service.n ? corr_report_text(r, "%s of %.*s", name,
                                           CORR_STR_ARG(s->service))
                        : name;
}

/* The end of a text from a space on, if another text ends so, too; "". */
static char *shared_unit(char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);

    while (n > 0 && m > 0 && a[n - 1] == b[m - 1]) {
        n--;
        m--;
    }
    char *space = strchr(a + n, ' ');
    return space ? space : a + strlen(a);
}

/* "0.80 → 2.90 cores" */
static const char *levels_words(corr_report *r, double before, double now,
                                const char *unit)
{
    char a[STRIP_SCALE_MOST + 1], b[STRIP_SCALE_MOST + 1];

    cmd_strip_scale(a, before, before, unit);
    cmd_strip_scale(b, now, now, unit);
    *shared_unit(a, b) = 0; /* the unit stands once */
    return corr_report_text(r, "%s \xe2\x86\x92 %s", a, b);
}

static const char *amount_words(corr_report *r, double v, const char *unit)
{
    char text[STRIP_SCALE_MOST + 1];

    cmd_strip_scale(text, fabs(v), fabs(v), unit);
    return corr_report_text(r, "%s%s", v < 0 ? "-" : "+", text);
}

static const char *time_words(const cmd_ctx *ctx, corr_report *r, int64_t at,
                              int64_t plus_minus)
{
    const int64_t half = INT64_C(500000000), most = INT64_MAX / 2;
    const bool fine = plus_minus < half;
    const char *clock = cmd_clock(
        ctx, r, fine || at > most ? at : (at + half) / (2 * half) * 2 * half);
    const char *point = strchr(clock, '.');

    if (!fine && point) /* whole seconds */
        clock = corr_report_text(r, "%.*s%s", (int)(point - clock), clock,
                                 point + strspn(point, ".0123456789"));
    return plus_minus ? corr_report_text(
                            r, "%s \xc2\xb1%s", clock,
                            cmd_length(r, corr_timeline_round(plus_minus)))
                      : clock;
}

/* ---- suspects --------------------------------------------------------------- */

static const char *part_words(corr_report *r, const corr_suspect *s)
{
    if (isnan(s->part[0]) || isnan(s->part[1]))
        return "";
    return corr_report_text(r, " (%.0f \xe2\x86\x92 %.0f%%)", 100 * s->part[0],
                            100 * s->part[1]);
}

static const char *name_words(corr_report *r, const corr_suspect *s)
{
    if (s->is_operation)
        return corr_report_text(r, "%s of %.*s", s->name,
                                CORR_STR_ARG(s->service));
    const corr_str brief = corr_short_name(corr_str_of(s->name));
    return corr_report_text(r, "%.*s", CORR_STR_ARG(brief));
}

static void say_suspects(const page *p)
{
    corr_report *r = p->r;
    const corr_when *w = p->w;
    const char *unit = corr_when_facts_of(w).explained.unit;
    const uint32_t n = corr_when_suspects(w);
    size_t cells = 0;

    for (uint32_t i = 0; i < n && i < MOST_SUSPECTS; i++) {
        const corr_suspect s = corr_when_suspect(w, i);
        const size_t cell = strlen(name_words(r, &s));
        cells = cell > cells ? cell : cells;
    }
    cells = cells < 30 ? cells : 30;
    for (uint32_t i = 0; i < n && i < MOST_SUSPECTS; i++) {
        const corr_suspect s = corr_when_suspect(w, i);
        corr_report_entry(r, p->cells, "", "%-*s  %s%s%s", (int)cells,
                          name_words(r, &s), amount_words(r, s.delta, unit),
                          part_words(r, &s),
                          !s.follows ? ""
                                     : corr_report_text(r, ", %s later",
                                                        cmd_length(r, s.lag)));
    }
    if (n > MOST_SUSPECTS)
        corr_report_entry(r, p->cells, "", "%s",
                          cmd_n(r, n - MOST_SUSPECTS, "more function"));
}

/* ---- explained ---------------------------------------------------------------- */

static const char *bare_metric(corr_report *r, const char *name)
{
    const char *brace = strchr(name, '{');
    const size_t n = brace ? (size_t)(brace - name) : strlen(name);

    return n ? corr_report_text(r, "%.*s", (int)n, name) : "the metric";
}

/* Prints what threads waited for longer. */
static void say_object(const page *p, const corr_when_explained *e)
{
    if (!e->object)
        return;
    const bool is_class = strcmp(e->object_key, "class") == 0;
    const corr_str whole = corr_str_of(e->object);
    const corr_str name = is_class ? corr_short_name(whole) : whole;
    corr_report_entry(p->r, p->cells, "", "%s %.*s  %s", e->object_key,
                      CORR_STR_ARG(name),
                      amount_words(p->r, e->object_delta, e->unit));
}

/* Prints how much of the change of a metric the profile has, or why it has not.
 */
static void say_explained(const page *p, const corr_when_explained *e)
{
    corr_report *r = p->r;

    if (!e->metric || isnan(e->share))
        return;
    const char *metric = bare_metric(r, e->metric);
    char part[STRIP_SCALE_MOST + 1], all[STRIP_SCALE_MOST + 1];

    /* a change the other way explains no part */
    const double same = e->share > 0 ? e->profile_delta : 0;
    cmd_strip_scale(part, same, same, e->unit);
    cmd_strip_scale(all, e->metric_delta, e->metric_delta, e->unit);
    *shared_unit(part, all) = 0;
    if (e->share > 1.1)
        corr_report_entry(
            r, p->cells, "", "%s explains all %s of %s, and shows %s",
            e->kind.n ? "the profile" : "the critical path", all, metric, part);
    else
        corr_report_entry(r, p->cells, "", "%s explains %s of the %s of %s",
                          e->kind.n ? "the profile" : "the critical path", part,
                          all, metric);
    if (e->how == CORR_EXPLAINS_ELSEWHERE && e->other)
        corr_report_entry(r, p->cells, "", "%s rises by %s: another process",
                          cmd_spaced_series(r, e->other),
                          amount_words(r, e->other_delta, e->unit) + 1);
    else if (e->how == CORR_EXPLAINS_ELSEWHERE)
        corr_report_entry(
            r, p->cells, "",
            "the rest is not CPU of %s: another process, or a "
            "thread that no sample shows",
            e->service.n ? corr_report_text(r, "%.*s", CORR_STR_ARG(e->service))
                         : "this process");
    else if (e->how == CORR_EXPLAINS_LOST)
        corr_report_entry(
            r, p->cells, "",
            "samples are missing: they cover %.0f%% of it before, %.0f%% then",
            100 * e->covered[0], 100 * e->covered[1]);
    else if (e->how == CORR_EXPLAINS_FEW)
        corr_report_entry(r, p->cells, "",
                          "too few samples: %lld before, %lld then (100 tell)",
                          (long long)e->samples[0], (long long)e->samples[1]);
}

/* ---- events -------------------------------------------------------------------- */

const char *when_event_words(corr_report *r, const corr_event *e)
{
    const char *of =
        e->service.n ? corr_report_text(r, " of %.*s", CORR_STR_ARG(e->service))
                     : "";

    if (e->what == CORR_EVENT_VERSION)
        return corr_report_text(r, "version %.*s%s is seen first",
                                CORR_STR_ARG(e->name), of);
    if (e->what == CORR_EVENT_START)
        return corr_report_text(r, "a process%s begins", of);
    if (e->what == CORR_EVENT_FLAG)
        return corr_report_text(r, "flag %.*s%s%.*s%s is seen first",
                                CORR_STR_ARG(e->name), e->value.n ? " = " : "",
                                CORR_STR_ARG(e->value), of);
    if (e->what == CORR_EVENT_RELOAD)
        return corr_report_text(r, "configuration reload%s (%.*s)", of,
                                CORR_STR_ARG(e->name));
    return corr_report_text(r, "%.*s%s, %s in all", CORR_STR_ARG(e->name), of,
                            cmd_n(r, e->n, "span"));
}

/* "5 s before" the change. */
static const char *apart_words(corr_report *r, int64_t at, int64_t change,
                               int64_t plus_minus)
{
    return llabs(at - change) <= plus_minus / 2 ? ", at that time"
           : at == change
               ? ""
               : corr_report_text(
                     r, ", %s %s",
                     cmd_length(r, at < change ? change - at : at - change),
                     at < change ? "before" : "after");
}

static int64_t nearest_change(const corr_when *w, int64_t at)
{
    const corr_when_facts f = corr_when_facts_of(w);
    const int64_t begin = corr_when_change(w, 0).at;
    const bool ends = f.until != CORR_NO_TIME;

    return ends && llabs(f.until - at) < llabs(begin - at) ? f.until : begin;
}

static void say_events(const page *p)
{
    const cmd_ctx *ctx = p->ctx;
    corr_report *r = p->r;
    const corr_when *w = p->w;
    uint32_t said = 0, more = 0;

    for (uint32_t i = 0; i < corr_when_events(w); i++) {
        const corr_event e = corr_when_event(w, i);
        if (!e.is_near)
            continue;
        if (said >= MOST_EVENTS_SAID && !ctx->output->all) {
            more++;
            continue;
        }
        said++;
        corr_report_entry(r, p->cells, cmd_clock(ctx, r, e.at), "%s%s",
                          when_event_words(r, &e),
                          apart_words(r, e.at, nearest_change(w, e.at),
                                      corr_when_change(w, 0).plus_minus));
    }
    if (more)
        corr_report_entry(r, p->cells, "", "%s (--all)",
                          cmd_n(r, more, "more event"));
}

/* ---- marks -------------------------------------------------------------------- */

/* Whether an event is a change of what was before, and no first sight of it:
 * files begin with some version, and with some value of each flag. */
static bool is_change(const corr_when *w, uint32_t i, int64_t early)
{
    const corr_event e = corr_when_event(w, i);

    if (e.what == CORR_EVENT_RELOAD || e.at >= early)
        return true;
    for (uint32_t k = 0; k < i; k++) {
        const corr_event was = corr_when_event(w, k);
        if (was.what == e.what && corr_str_eq(was.service, e.service) &&
            (e.what == CORR_EVENT_VERSION || corr_str_eq(was.name, e.name)))
            return true;
    }
    return false;
}

static const char *mark_text(corr_report *r, const corr_event *e)
{
    const corr_str name = e->name.n ? e->name : e->service;

    return corr_report_text(r, "%.*s%s%.*s%s%.*s", CORR_STR_ARG(name),
                            e->value.n ? " = " : "", CORR_STR_ARG(e->value),
                            e->name.n && e->service.n ? " of " : "",
                            e->name.n ? (int)e->service.n : 0, e->service.p);
}

const strip_event *when_marks(corr_report *r, const corr_when *w, int64_t from,
                              int64_t to, uint32_t *n)
{
    const uint32_t all = corr_when_events(w);
    strip_event *mark = corr_report_alloc(r, sizeof *mark, all + 1);

    *n = 0;
    for (int what = 0; mark && what < CORR_EVENT_OPERATION; what++)
        for (uint32_t i = 0; i < all; i++) {
            const corr_event e = corr_when_event(w, i);
            if ((int)e.what == what && e.at >= from && e.at < to &&
                is_change(w, i, from + (to - from) / 10))
                mark[(*n)++] = (strip_event){ corr_event_name(e.what),
                                              mark_text(r, &e), e.at };
        }
    return mark;
}

/* ---- changes -------------------------------------------------------------------- */

static void say_change(const page *p, const corr_change_at *c)
{
    corr_report *r = p->r;
    const corr_series_view s = corr_when_series(p->w, c->series);

    corr_report_entry(
        r, p->cells, time_words(p->ctx, r, c->at, c->plus_minus), "%s %s  %s%s",
        when_series_words(r, &s), c->up ? "up" : "down",
        levels_words(r, c->before, c->now, s.unit),
        c->until == CORR_NO_TIME || c->ends
            ? ""
            : corr_report_text(r, ", for %s", cmd_length(r, c->until - c->at)));
}

/* Whether another change that says much the same stands before change i: of the
 * series, or of the same role and service. */
static bool was_said(const corr_when *w, uint32_t i)
{
    const uint32_t mine = corr_when_change(w, i).series;
    const corr_series_view a = corr_when_series(w, mine);

    for (uint32_t k = 0; k < i; k++) {
        const uint32_t other = corr_when_change(w, k).series;
        const corr_series_view b = corr_when_series(w, other);
        if (other == mine ||
            (!a.is_metric && !b.is_metric && a.role == b.role &&
             corr_str_eq(a.service, b.service)))
            return true;
    }
    return false;
}

/* The least weight of a change that is worth a line. */
#define LEAST_SAID 0.03

/* Prints what changed at the time of the main change. */
static void say_near(const page *p)
{
    const cmd_ctx *ctx = p->ctx;
    corr_report *r = p->r;
    const corr_when *w = p->w;
    uint32_t said = 0, more = 0;

    for (uint32_t i = 1; i < corr_when_changes(w); i++) {
        const corr_change_at c = corr_when_change(w, i);
        if (!c.is_near || c.is_main || c.ends || c.weight < LEAST_SAID ||
            was_said(w, i))
            continue;
        if (said < MOST_OTHERS || ctx->output->all)
            say_change(p, &c);
        else
            more++;
        said++;
    }
    const corr_when_facts f = corr_when_facts_of(w);
    const uint32_t others =
        f.changed > said + 1 ? f.changed - said - 1 + more : more;
    if (others)
        corr_report_entry(
            r, p->cells, "", "%s of %s changed, too%s", cmd_count(r, others),
            corr_report_text(r, "%s series", cmd_count(r, f.looked)),
            ctx->output->all ? "" : " (--tsv)");
}

/* The cells that the longest time takes, and two. */
static unsigned find_cells(const page *p)
{
    size_t most = 15;

    for (uint32_t i = 0; i < corr_when_changes(p->w); i++) {
        const corr_change_at c = corr_when_change(p->w, i);
        if (i && !c.is_near)
            continue;
        const size_t n =
            strlen(time_words(p->ctx, p->r, c.at, c.plus_minus)) - 1;
        most = n > most ? n : most; /* the sign has two bytes */
    }
    return (unsigned)most + 2;
}

bool when_say_changes(const cmd_ctx *ctx, corr_report *r, const corr_when *w)
{
    const corr_when_facts f = corr_when_facts_of(w);
    page p = { .ctx = ctx, .r = r, .w = w };

    if (!f.main)
        return false;
    const corr_change_at c = corr_when_change(w, 0);
    p.cells = find_cells(&p);
    say_change(&p, &c);
    say_suspects(&p);
    say_object(&p, &f.explained);
    say_explained(&p, &f.explained);
    say_near(&p);
    say_events(&p);
    return true;
}

/* ---- next ----------------------------------------------------------------------- */

void when_say_next(const cmd_ctx *ctx, corr_report *r, const corr_when *w)
{
    const corr_when_facts f = corr_when_facts_of(w);
    const char *files = cmd_files(ctx, r);

    if (f.from >= f.to || isnan(f.explained.profile_delta))
        return;
    const char *from = cmd_clock(ctx, r, f.from);
    const char *to = cmd_clock(ctx, r, f.to);
    if (f.explained.kind.n)
        corr_report_next(r, "the code that ran then",
                         "corr top --from %s --to %s%s", from, to, files);
    else
        corr_report_next(r, "the slowest requests",
                         "corr spans --slowest 5 --from %s --to %s%s", from, to,
                         files);
}

void when_put_window(corr_report *r, const char *name, int64_t from, int64_t to)
{
    if (from >= to) {
        corr_report_put(r, name, corr_cell_null());
        return;
    }
    corr_report_put(r, corr_report_text(r, "%s.from_unix_ns", name),
                    corr_cell_time(from));
    corr_report_put(r, corr_report_text(r, "%s.to_unix_ns", name),
                    corr_cell_time(to));
}
