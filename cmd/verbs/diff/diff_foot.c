/* diff_foot - the lines below the rows of a comparison. */
#include <math.h>

#include "page/sides_args.h"
#include "verbs/diff/diff_cmd.h"

/* Whether a table of another kind names a function. */
static bool says_also(const diff_page *p)
{
    for (uint32_t i = 0; i < p->nalso; i++)
        if (p->also[i].what == CORR_ALSO_FUNCTION)
            return true;
    return false;
}

static void say_least(diff_page *p)
{
    const corr_diff_facts *f = &p->f;

    if (isnan(f->least_ratio))
        return;
    if (!f->found)
        corr_report_line(
            p->r,
            "no function changed significantly%s. A change smaller than %.0f%% "
            "in a function with %.0f%% of the cost would not have been seen.",
            says_also(p)
                ? corr_report_text(p->r, " in %s", diff_kind_words(p, f->kind))
                : "",
            100 * (f->least_ratio - 1), 100 * f->at_share);
    else
        corr_report_line(p->r,
                         "a function holding %.0f%% of %s shows here only if "
                         "it changes by ×%.2f or more",
                         100 * f->at_share, p->title[0], f->least_ratio);
}

/* "app.Hash.get 0.119 to 0.222 (×1.86)" */
static const char *spread_text(const diff_page *p, const corr_diff_row *w)
{
    const char *ratio = diff_ratio(p, w->self.ratio.value);

    return corr_report_text(
        p->r, "%s %s to %s%s%s%s", w->name, diff_value(p, w->value[0], false),
        diff_value(p, w->value[1], false), ratio ? " (×" : "",
        ratio ? ratio : "", ratio ? ")" : "");
}

/* Prints a fact that no row shows, and notes it. */
static void say_name(diff_page *p, const char *code, const char *text)
{
    corr_report_note(p->r, CORR_INFO, code, -1, "%s", text);
    corr_report_line(p->r, "%s", text);
}

/* Lists changes that no row shows.  Shares show only growth, as in rows. */
static void say_spread(diff_page *p)
{
    enum { MOST = 5 };
    const char *names = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        if (!corr_diff_is_spread(p->d, i))
            continue;
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (p->f.per == CORR_PER_SHARE && w.delta < 0)
            continue;
        if (n++ < MOST)
            names = diff_listed(p, names, spread_text(p, &w));
    }
    if (n)
        say_name(p, "SPREAD",
                 corr_report_text(p->r,
                                  "changed, but in no one place clearly enough "
                                  "for a row: %s",
                                  diff_and_more(p, names, n, MOST)));
}

/* "0.5%", which is never too little. */
static const char *ceiling_text(const diff_page *p, double share)
{
    const int decimals = share >= 0.001 ? 1 : share >= 0.0001 ? 2 : 3;
    const double scale = pow(10, decimals + 2);

    return corr_report_text(p->r, "%.*f%%", decimals,
                            100 * (ceil(share * scale) / scale));
}

/* Prints the share that unseen functions may still have, one bound for each
 * side. */
static void say_ceilings(diff_page *p)
{
    const bool slow = !p->ctx->sides->side[0].text; /* none is before */
    const char *text = "";

    for (unsigned w = 0; w < 2; w++)
        if (!isnan(p->ceiling[w]))
            text = corr_report_text(
                p->r, "%s%s%s: under %s %s", text, *text ? "; " : "",
                w ? "gone" : "new", ceiling_text(p, p->ceiling[w]),
                slow ? corr_report_text(p->r, "of %s", p->title[w])
                : w  ? "after"
                     : "before");
    if (*text)
        corr_report_line(p->r, "%s", text);
    if (p->pooled)
        corr_report_line(
            p->r,
            "pooled: numbering changed, so that nobody knows which is which");
}

static void say_moved(diff_page *p)
{
    enum { MOST = 3 };
    const char *names = "";
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        if (corr_diff_change(p->d, i) != CORR_MOVED ||
            corr_diff_at(p->d, i).second)
            continue;
        if (n++ < MOST)
            names = diff_listed(p, names, corr_diff_at(p->d, i).name);
    }
    if (n)
        corr_report_line(p->r, "moved, not changed: %s",
                         diff_and_more(p, names, n, MOST));
    if (n && !p->f.found)
        corr_report_note(p->r, CORR_INFO, "MOVED_ONLY", -1,
                         "functions moved, none changed");
}

/* The first distinct notes: one change may appear on many paths. */
enum { MOST_NOTES = 5, MOST_RENAMED = 3 };
typedef struct noted {
    corr_diff_note v[MOST_NOTES];
    uint32_t n;
    bool more;
} noted;

static bool is_noted(const noted *t, const corr_diff_note *n)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->v[i].what == n->what && t->v[i].was == n->was &&
            t->v[i].is == n->is &&
            (n->what == CORR_RENAMED || t->v[i].parent == n->parent))
            return true;
    return false;
}

static noted note_all(const diff_page *p, bool renamed, uint32_t most)
{
    noted t = { .n = 0 };

    for (uint32_t i = 0; i < corr_diff_notes(p->d) && !t.more; i++) {
        const corr_diff_note n = corr_diff_note_at(p->d, i);
        if ((n.what == CORR_RENAMED) != renamed || is_noted(&t, &n))
            continue;
        if (t.n < most)
            t.v[t.n++] = n;
        else
            t.more = true;
    }
    return t;
}

/* "renamed: tax to levy, applyAll to evaluate and others" */
static void say_renamed(diff_page *p)
{
    const noted t = note_all(p, true, MOST_RENAMED);
    const char *names = "";

    for (uint32_t i = 0; i < t.n; i++)
        names = corr_report_text(p->r, "%s%s%s to %s", names, i ? ", " : "",
                                 diff_brief_beside(t.v[i].was, t.v[i].is),
                                 diff_brief_beside(t.v[i].is, t.v[i].was));
    if (t.n)
        say_name(p, "RENAMED",
                 corr_report_text(p->r, "renamed: %s%s", names,
                                  t.more ? " and others" : ""));
}

static void say_notes(diff_page *p)
{
    const noted t = note_all(p, false, MOST_NOTES);

    for (uint32_t i = 0; i < t.n; i++) {
        const corr_diff_note n = t.v[i];
        const char *above = n.parent ? n.parent : "the root";
        if (n.what == CORR_INLINED)
            say_name(p, "INLINED",
                     corr_report_text(
                         p->r,
                         "%s no longer appears below %s (inlined or removed)",
                         n.was, above));
        else if (n.what == CORR_WRAPPED)
            say_name(
                p, "WRAPPED",
                corr_report_text(p->r, "%s came in below %s", n.is, above));
        else
            say_name(p, "MAYBE_RENAMED",
                     corr_report_text(p->r, "%s is possibly renamed to %s",
                                      n.was, n.is));
    }
}

static void say_names(diff_page *p)
{
    const char *list = "";

    for (uint32_t i = 0; i < p->f.nrules; i++) {
        const char *key, *words;
        const uint32_t n = corr_diff_rule(p->d, i, &key, &words);
        list = corr_report_text(p->r, "%s%s%u %s", list, *list ? ", " : "", n,
                                words);
    }
    if (*list)
        corr_report_line(p->r, "names normalised: %s (--raw-names)", list);
}

/* Prints functions that have other names on the two sides. */
static void say_called(diff_page *p)
{
    say_renamed(p);
    say_notes(p);
}

/* The first remark below rows is that samples are few; others matter less. */
static void say_few(diff_page *p)
{
    for (size_t i = 0; i < p->f.remarks.n; i++)
        if (p->f.remarks.v[i].places & CORR_AT_FOOT) {
            cmd_say_remark(p->r, &p->f.remarks.v[i]);
            return;
        }
}

void diff_say_foot(diff_page *p)
{
    if (p->f.few) {
        say_few(p);
        say_called(p); /* a tree, or a row of the document, is of both names */
        return;
    }
    say_ceilings(p);
    cmd_say_remarks(p->r, p->f.remarks, CORR_AT_FOOT);
    say_spread(p);
    diff_say_also(p);
    say_moved(p);
    say_called(p);
    say_least(p);
    say_names(p);
}
