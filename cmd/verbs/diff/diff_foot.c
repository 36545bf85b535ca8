/* diff_foot - the lines below the rows of a comparison. */
#include <math.h>
#include <string.h>

#include "gate/check.h"
#include "page/sides_args.h"
#include "verbs/diff/diff_cmd.h"

/* ---- changes that no row shows ----------------------------------------------- */

/* Puts a fact as a field of the screen and as a note. */
static void say_fact(diff_page *p, const char *code, const char *key,
                     const char *text)
{
    corr_report_note_at(p->r,
                        &(corr_note_about){ .place = CORR_NOTE_SCREEN,
                                            .level = CORR_INFO,
                                            .code = code,
                                            .input = -1 },
                        "%s: %s", key, text);
    corr_report_field(p->r, key, "%s", text);
}

/* Puts a fact that only --verbose and the data show. */
static void note_fact(diff_page *p, const char *code, const char *text)
{
    corr_report_note(p->r, CORR_INFO, code, -1, "%s", text);
}

/* "a, b" and how many more there are than were listed: ", 2 more" */
static const char *listed(const diff_page *p, const char *list,
                          const char *entry)
{
    return corr_report_text(p->r, "%s%s%s", list, *list ? ", " : "", entry);
}

static const char *and_more(const diff_page *p, const char *list, uint32_t n,
                            uint32_t most)
{
    return n > most ? corr_report_text(p->r, "%s, %u more", list, n - most)
                    : list;
}

/* "Hash.get 0.119 → 0.222" */
static const char *spread_text(const diff_page *p, const corr_diff_row *w)
{
    return corr_report_text(p->r, "%s %s → %s", cmd_name(p->ctx, p->r, w->name),
                            diff_value(p, w->value[0], false),
                            diff_value(p, w->value[1], false));
}

/* Lists changes that no row shows.  Shares show only growth, as in rows. */
static void say_spread(diff_page *p)
{
    enum { MOST = 3 };
    const char *names = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        if (!corr_diff_is_spread(p->d, i))
            continue;
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (p->f.per == CORR_PER_SHARE && w.delta < 0)
            continue;
        if (n++ < MOST)
            names = listed(p, names, spread_text(p, &w));
    }
    if (n)
        say_fact(p, "SPREAD", "spread",
                 corr_report_text(p->r, "%s (under many callers)",
                                  and_more(p, names, n, MOST)));
}

static uint32_t functions_moved(const diff_page *p)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++)
        n += corr_diff_change(p->d, i) == CORR_MOVED &&
             !corr_diff_at(p->d, i).second;
    return n;
}

static void say_moved(diff_page *p)
{
    enum { MOST = 1 };
    const char *names = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        if (corr_diff_change(p->d, i) != CORR_MOVED)
            continue;
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (w.second)
            continue;
        if (n++ < MOST)
            names = listed(p, names, cmd_name(p->ctx, p->r, w.name));
    }
    if (!n)
        return;
    corr_report_field(p->r, "moved", "%s: same cost, other callers",
                      and_more(p, names, n, MOST));
    if (!p->f.found)
        note_fact(p, "MOVED_ONLY", "functions moved, none changed");
}

/* ---- functions with another name ---------------------------------------------- */

/* The first distinct notes: one change may appear on many paths. */
enum { MOST_NOTES = 5, MOST_RENAMED = 1, MOST_LOOKED = 2000 };
typedef struct noted {
    corr_diff_note v[MOST_NOTES];
    uint32_t n;
    uint32_t all;
} noted;

static bool is_noted(const diff_page *p, uint32_t before,
                     const corr_diff_note *n)
{
    for (uint32_t i = 0; i < before; i++) {
        const corr_diff_note o = corr_diff_note_at(p->d, i);
        if (o.what == n->what && o.was == n->was && o.is == n->is &&
            (n->what == CORR_RENAMED || o.parent == n->parent))
            return true;
    }
    return false;
}

static noted note_all(const diff_page *p, bool renamed, uint32_t most)
{
    noted t = { .n = 0 };

    for (uint32_t i = 0; i < corr_diff_notes(p->d) && i < MOST_LOOKED; i++) {
        const corr_diff_note n = corr_diff_note_at(p->d, i);
        if ((n.what == CORR_RENAMED) != renamed || is_noted(p, i, &n))
            continue;
        t.all++;
        if (t.n < most)
            t.v[t.n++] = n;
    }
    return t;
}

/* "Discounts.applyAll → PromotionEngine.evaluate, 2 more" */
static void say_renamed(diff_page *p)
{
    const noted t = note_all(p, true, MOST_NOTES);
    const char *names = "", *all = "";

    for (uint32_t i = 0; i < t.n; i++) {
        const char *pair = corr_report_text(
            p->r, "%s → %s", diff_brief_beside(p, t.v[i].was, t.v[i].is),
            diff_brief_beside(p, t.v[i].is, t.v[i].was));
        all = listed(p, all, pair);
        if (i < MOST_RENAMED)
            names = listed(p, names, pair);
    }
    if (!t.n)
        return;
    corr_report_field(p->r, "renamed", "%s",
                      and_more(p, names, t.all, MOST_RENAMED));
    note_fact(p, "RENAMED",
              corr_report_text(p->r, "renamed: %s",
                               and_more(p, all, t.all, MOST_NOTES)));
}

/* Ranks of the parts that give way where a screen has no room. */
enum { RANK_NAMES = 1, RANK_EVIDENCE };

/* Functions with other callers or another name: changes of no cost. */
static void say_names(diff_page *p, bool moves)
{
    const uint32_t moved = moves ? functions_moved(p) : 0;
    const uint32_t renamed = note_all(p, true, 0).all;
    const bool folds = moved && renamed && cmd_may_fold(p->ctx);

    if (folds)
        corr_report_form(p->r, CORR_FORM_LONG, RANK_NAMES);
    if (moved)
        say_moved(p);
    say_renamed(p);
    if (folds) {
        corr_report_form(p->r, CORR_FORM_SHORT, RANK_NAMES);
        corr_report_field(p->r, "names",
                          "%u moved to other callers, %u renamed (--all)",
                          moved, renamed);
    }
    corr_report_form(p->r, CORR_FORM_ANY, 0);
}

static void say_notes(diff_page *p)
{
    const noted t = note_all(p, false, MOST_NOTES);

    for (uint32_t i = 0; i < t.n; i++) {
        const corr_diff_note n = t.v[i];
        const char *above = n.parent ? n.parent : "the root";
        if (n.what == CORR_INLINED)
            note_fact(p, "INLINED",
                      corr_report_text(
                          p->r,
                          "%s no longer appears below %s (inlined or removed)",
                          n.was, above));
        else if (n.what == CORR_WRAPPED)
            note_fact(
                p, "WRAPPED",
                corr_report_text(p->r, "%s came in below %s", n.is, above));
        else
            say_fact(p, "MAYBE_RENAMED", "renamed?",
                     corr_report_text(p->r, "%s is possibly renamed to %s",
                                      cmd_name(p->ctx, p->r, n.was),
                                      cmd_name(p->ctx, p->r, n.is)));
    }
}

static void note_names(diff_page *p)
{
    const char *list = "";

    for (uint32_t i = 0; i < p->f.nrules; i++) {
        const char *key, *words;
        const uint32_t n = corr_diff_rule(p->d, i, &key, &words);
        list = corr_report_text(p->r, "%s%s%u %s", list, *list ? ", " : "", n,
                                words);
    }
    if (*list)
        note_fact(
            p, "NAMES",
            corr_report_text(p->r, "names normalised: %s (--raw-names)", list));
}

/* ---- what the sides are ------------------------------------------------------- */

/* Prints a time to the second; with the day unless both sides share it. */
static const char *begin_words(diff_page *p, int64_t from)
{
    const int64_t second = 1000000000;
    const int64_t a = p->f.side[0].from, b = p->f.side[1].from;
    const char *at = cmd_time(p->ctx, p->r, from / second * second);
    const char *ms = strstr(at, ".000");
    if (ms)
        at = corr_report_text(p->r, "%.*s%s", (int)(ms - at), at, ms + 4);
    const size_t day = sizeof "2026-02-05";
    const bool same =
        a != CORR_NO_TIME && b != CORR_NO_TIME &&
        strncmp(at, cmd_time(p->ctx, p->r, from == a ? b : a), day) == 0;
    return same ? at + day : at;
}

/* "4,812 samples", "5,687 objects from 42 samples" */
static const char *sample_words(diff_page *p, const corr_diff_side *s)
{
    if (s->observations < 0)
        return "? samples";
    const char *n = cmd_count(p->r, s->observations);
    return s->objects ? corr_report_text(p->r, "%s objects from %s samples", n,
                                         cmd_count(p->r, llround(s->effective)))
                      : corr_report_text(p->r, "%s sample%s", n,
                                         cmd_plural(s->observations));
}

/* Returns a side as typed; only the end of a long text. */
static const char *short_side(diff_page *p, const char *text)
{
    enum { MOST = 26 };
    size_t n = strlen(text);

    while (n > 1 && text[n - 1] == '/')
        n--;
    if (n <= MOST)
        return corr_report_text(p->r, "%.*s", (int)n, text);
    const char *tail = text + n - MOST + 1;
    const char *slash = memchr(tail, '/', MOST - 1);
    if (slash && slash + 1 < text + n)
        tail = slash;
    while (((unsigned char)*tail & 0xc0) == 0x80) /* not within a character */
        tail++;
    return corr_report_text(p->r, "…%.*s", (int)(text + n - tail), tail);
}

static void say_side(diff_page *p, unsigned w)
{
    const corr_diff_side *s = &p->f.side[w];
    const char *typed = p->ctx->sides->side[w].text;
    const bool is_short = strncmp(p->who[w], "the ", 4) != 0;
    const char *when = "", *requests = "";

    if (s->from != CORR_NO_TIME)
        when = corr_report_text(p->r, "%s +%s  ", begin_words(p, s->from),
                                cmd_length(p->r, s->to - s->from));
    if (!isnan(s->requests))
        requests = corr_report_text(
            p->r, "  %s request%s%s", cmd_count(p->r, llround(s->requests)),
            cmd_plural(llround(s->requests)), s->adjusted ? " (adjusted)" : "");
    corr_report_field(p->r, w ? "new" : "base", "%s  %s%u %s%s  %s%s",
                      is_short ? p->who[w] : short_side(p, typed), when,
                      s->files, sides_file_word(s), cmd_plural(s->files),
                      sample_words(p, s), requests);
}

/* Who counted the requests, and what spans say of it. */
static void say_counter(diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    const char *spans = "", *of = "", *costs = "";

    if (!f->counter)
        return;
    if (f->side[0].by_spans > 0 && f->side[1].by_spans > 0)
        spans = corr_report_text(p->r, "; by spans %s and %s",
                                 cmd_count(p->r, llround(f->side[0].by_spans)),
                                 cmd_count(p->r, llround(f->side[1].by_spans)));
    if (f->counter_of > 1)
        of = corr_report_text(p->r, " of %u instances", f->counter_of);
    if (f->mix.known && f->mix.label)
        costs = corr_report_text(
            p->r, "; what each costs by the label \"%s\" of samples",
            f->mix.label);
    corr_report_field(p->r, "requests", "%sby %s%s, every %s%s%s",
                      f->mix.known && f->mix.by_counter ? "and their mix " : "",
                      f->counter, of, cmd_length(p->r, f->counter_step), spans,
                      costs);
}

/* ---- how sure it is ------------------------------------------------------------ */

/* "** under 1% false discoveries": of the marks that rows have. */
static const char *mark_words(const diff_page *p)
{
    bool one = false, two = false;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (!w.told || !corr_change_real(w.change))
            continue;
        one = one || strcmp(w.with.mark, "*") == 0;
        two = two || strcmp(w.with.mark, "**") == 0;
    }
    return one && two ? "** under 1% false discoveries, * under 5%"
           : two      ? "** under 1% false discoveries"
           : one      ? "* under 5% false discoveries"
                      : "";
}

/* "smallest visible change of a 5% function: ×1.64" */
static const char *least_words(const diff_page *p)
{
    const corr_diff_facts *f = &p->f;

    return isnan(f->least_ratio)
               ? ""
               : corr_report_text(
                     p->r, "smallest visible change of a %.0f%% function: ×%s",
                     100 * f->at_share, diff_ratio(p, f->least_ratio));
}

/* Codes of remarks that the evidence says. */
static const char *const evident[] = { "WITHIN_RUN", "ONE_FILE" };

/* brief: without the limits of what was recorded. */
static void put_evidence(diff_page *p, const char *text, const char *brief,
                         uint32_t limits)
{
    const bool folds = limits && cmd_may_fold(p->ctx);

    if (folds)
        corr_report_form(p->r, CORR_FORM_LONG, RANK_EVIDENCE);
    corr_report_field(p->r, "evidence", "%s", text);
    if (folds) {
        corr_report_form(p->r, CORR_FORM_SHORT, RANK_EVIDENCE);
        corr_report_field(p->r, "evidence", "%s%s%u more limit%s: -v", brief,
                          *brief ? "; " : "", limits, cmd_plural(limits));
    }
    corr_report_form(p->r, CORR_FORM_ANY, 0);
}

static void say_evidence(diff_page *p)
{
    const char *text = mark_words(p), *least = least_words(p);
    uint32_t limits = 0;

    if (*least)
        text = *text ? corr_report_text(p->r, "%s; %s", text, least) : least;
    const char *brief = text;
    for (size_t i = 0; i < COUNT(evident); i++) {
        const corr_remark *m = diff_remark_at(p, evident[i], CORR_AT_FOOT);
        if (!m)
            continue;
        diff_note_said(p, m);
        text =
            *text ? corr_report_text(p->r, "%s; %s", text, m->text) : m->text;
        limits++;
    }
    if (*text)
        put_evidence(p, text, brief, limits);
}

/* The share that unseen functions may still have, one bound for each side. */
static void note_ceilings(diff_page *p)
{
    double most[2] = { 0, 0 };

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (w.told && isfinite(w.ceiling))
            most[w.change == CORR_GONE] = w.ceiling;
    }
    for (unsigned w = 0; w < 2; w++)
        if (most[w] > 0)
            note_fact(p, "UNSEEN",
                      corr_report_text(p->r,
                                       "%s: at most %.2g%% could have been "
                                       "missed in %s",
                                       w ? "gone" : "new", 100 * most[w],
                                       p->who[w]));
}

/* ---- the foot -------------------------------------------------------------------- */

/* Puts the remarks that no line has said. */
static void put_remarks(diff_page *p)
{
    static const char *const said[] = { "BASE_YOUNGER", "NO_COMMON",
                                        "FEW_SAMPLES",  "SAME_FILES",
                                        "WITHIN_RUN",   "ONE_FILE" };

    for (size_t i = 0; i < p->f.remarks.n; i++) {
        const corr_remark *m = &p->f.remarks.v[i];
        bool is_said = !(m->places & (CORR_AT_HEAD | CORR_AT_FOOT));
        for (size_t k = 0; m->code && k < COUNT(said); k++)
            is_said = is_said || (strcmp(m->code, said[k]) == 0 &&
                                  corr_report_has_note(p->r, said[k]));
        if (!is_said)
            cmd_say_remark(p->r, m);
    }
}

static void say_next(diff_page *p)
{
    const bool typed = p->ctx->sides && p->ctx->sides->side[0].text;
    const char *kind = p->ctx->select->kind;

    if (!typed || p->gated || p->ctx->expects->n)
        return;
    if (kind)
        kind = corr_report_text(p->r, " --kind %s", kind);
    if (!p->opts.tree)
        corr_report_next(p->r, "where in the call tree", "corr diff -t%s%s%s",
                         diff_sides_typed(p), cmd_filters(p->ctx, p->r),
                         kind ? kind : "");
    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        const unsigned at = w.region[1] > 0;
        if (!w.told || diff_shown_change(&w) == CORR_SAME ||
            w.change == CORR_MOVED || *w.name == '[' ||
            p->ctx->sides->side[at].label)
            continue;
        corr_report_next(p->r, "who calls it", "corr peek %s %s",
                         cmd_quoted(p->r, cmd_name(p->ctx, p->r, w.name)),
                         cmd_quoted(p->r, p->ctx->sides->side[at].text));
        return;
    }
}

void diff_say_foot(diff_page *p)
{
    corr_report_blank(p->r);
    if (!p->f.few && !p->opts.tree) {
        say_spread(p);
        diff_say_also(p);
    }
    say_names(p, !p->f.few && !p->opts.tree);
    say_notes(p);
    if (p->ctx->sides && p->ctx->sides->side[0].text)
        for (unsigned w = 0; w < 2; w++)
            say_side(p, w);
    say_counter(p);
    if (!p->f.few) {
        say_evidence(p);
        note_ceilings(p);
    }
    note_names(p);
    put_remarks(p);
    say_next(p);
}
