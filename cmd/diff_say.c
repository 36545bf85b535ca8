/* diff_say - what stands above and below the rows of a comparison. */
#include <math.h>
#include <string.h>

#include "diff.h"
#include "doubt.h"
#include "sides.h"
#include "traffic.h"

#define FULL 0.98 /* of a second, for none to be left */

/* ---- above -------------------------------------------------------------- */

const char *diff_kind_words(const diff_page *p, corr_str kind)
{
    static const struct {
        const char *kind, *words;
    } words[] = {
        { "cpu", "CPU" },
        { "wall", "wall time" },
        { "alloc_bytes", "allocation" },
        { "alloc_count", "objects allocated" },
        { "live_bytes", "live heap" },
        { "live_count", "objects in use" },
        { "lock", "waiting for locks" },
        { "block", "blocking" },
        { "mutex", "contention" },
        { "io", "I/O" },
    };

    for (uint32_t i = 0; i < COUNT(words); i++)
        if (corr_str_is(kind, words[i].kind))
            return words[i].words;
    return corr_report_text(p->r, "%.*s", CORR_STR_ARG(kind));
}

/* "CPU ms per request", "live heap, MB of a file", "CPU, % of ..." */
static const char *headline(const diff_page *p)
{
    const char *words = diff_kind_words(p, p->f.kind);
    const bool apart = strchr(words, ' ') || p->f.per == CORR_PER_SHARE;

    return corr_report_text(p->r, "%s%s%s%s %s", words,
                            apart && *p->unit ? "," : "", *p->unit ? " " : "",
                            p->unit, diff_per_words(p));
}

/* What was typed, its end if it is long. */
static const char *short_name(diff_page *p, const char *text)
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

/* To the second; with the day, unless both sides are of one. */
static const char *begin_words(diff_page *p, int64_t from)
{
    char other[CORR_PRINT_MAX], at[CORR_PRINT_MAX];
    const int64_t second = 1000000000;
    const int64_t a = p->f.side[0].from, b = p->f.side[1].from;

    cmd_print_time(p->ctx, at, from / second * second);
    cmd_print_time(p->ctx, other, from == a ? b : a);
    char *ms = strstr(at, ".000");
    if (ms)
        memmove(ms, ms + 4, strlen(ms + 4) + 1);
    const size_t day = sizeof "2026-02-05";
    const bool same =
        a != CORR_NO_TIME && b != CORR_NO_TIME && strncmp(at, other, day) == 0;
    return corr_report_text(p->r, "%s", same ? at + day : at);
}

/* "4,812 samples", "5,687 objects from 42 samples" */
static const char *count_words(diff_page *p, const corr_diff_side *s)
{
    char n[CORR_PRINT_MAX], taken[CORR_PRINT_MAX];

    if (s->observations < 0)
        return "? samples";
    corr_print_count(n, s->observations);
    corr_print_count(taken, llround(s->effective));
    return s->objects
               ? corr_report_text(p->r, "%s objects from %s samples", n, taken)
               : corr_report_text(p->r, "%s sample%s", n,
                                  s->observations == 1 ? "" : "s");
}

static void say_side(diff_page *p, unsigned w)
{
    const corr_diff_side *s = &p->f.side[w];
    char n[CORR_PRINT_MAX], span[CORR_PRINT_MAX];
    const char *when = "", *requests = "";

    if (s->from != CORR_NO_TIME) {
        corr_print_span_of(span, s->to - s->from);
        when =
            corr_report_text(p->r, "%s +%s  ", begin_words(p, s->from), span);
    }
    if (!isnan(s->requests)) {
        corr_print_count(n, llround(s->requests));
        requests = corr_report_text(p->r, "  %s request%s%s", n,
                                    llround(s->requests) == 1 ? "" : "s",
                                    s->adjusted ? " (adjusted)" : "");
    }
    corr_report_line(p->r, "%-5s %s  %s%u file%s  %s%s", w ? "new" : "base",
                     short_name(p, p->ctx->sides->side[w].text), when, s->files,
                     s->files == 1 ? "" : "s", count_words(p, s), requests);
}

static const char *request_words(const diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    const char *which = f->matching ? "matching " : "";

    if (f->per_what.n)
        return corr_report_text(p->r, "per %s%.*s", which,
                                CORR_STR_ARG(f->per_what));
    return corr_report_text(p->r, "per %srequest%s%.*s", which,
                            f->service.n ? " of " : "",
                            CORR_STR_ARG(f->service));
}

const char *diff_per_words(const diff_page *p)
{
    switch (p->f.per) {
    case CORR_PER_REQUEST:
        return request_words(p);
    case CORR_PER_SECOND:
        return "per second of profile";
    case CORR_PER_CORE:
        return "per second and core";
    case CORR_PER_SHARE:
        return "of the total of each side";
    case CORR_PER_TOTAL:
    case CORR_PER_DEFAULT:
    case CORR_PER_COUNT:
        break;
    }
    return p->f.standing ? "of a file, in the mean" : "in all";
}

static void say_younger(diff_page *p)
{
    if (p->f.side[0].from == CORR_NO_TIME ||
        p->f.side[1].from == CORR_NO_TIME ||
        p->f.side[0].from <= p->f.side[1].from)
        return;
    corr_report_note(p->r, CORR_WARNING, "BASE_YOUNGER", -1,
                     "the base is younger than the new side");
    corr_report_line(p->r, "the base is younger than the new side: are they "
                           "the right way round?");
}

/* A file against itself says nothing of what changed. */
static void say_shared(diff_page *p)
{
    bool all;
    const char *text = doubt_shared(&p->f, p->r, &all);

    if (!text)
        return;
    cmd_warn(p->r, "SAME_FILES", text);
    if (all && !p->gated)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
}

static void say_damaged(diff_page *p)
{
    for (unsigned w = 0; w < 2; w++) {
        const corr_diff_side *s = &p->f.side[w];
        if (!s->damaged)
            continue;
        const char *text = corr_report_text(
            p->r,
            "%s: %u of %u files %s not whole, what is lost is not compared",
            w ? "new" : "base", s->damaged, s->files,
            s->damaged == 1 ? "is" : "are");
        cmd_warn(p->r, "DAMAGED_SIDE", text);
    }
}

/* A regression that somebody recorded twice is none. */
static void say_twice(diff_page *p)
{
    for (unsigned w = 0; w < 2; w++)
        cmd_say_twice(p->r, w ? "new: " : "base: ", p->f.side[w].twice,
                      p->f.side[w].files);
}

static void say_samplers(diff_page *p)
{
    const char *text = doubt_samplers(&p->f, p->r);

    if (!text)
        return;
    corr_report_note(p->r, CORR_WARNING, "SAMPLERS_DIFFER", -1, "%s", text);
    corr_report_line(p->r, "%s: what differs may be no more than that", text);
}

static void say_starts(diff_page *p)
{
    const char *text = doubt_starts(&p->f, p->r);

    if (text)
        cmd_warn(p->r, "STARTS_DIFFER", text);
}

static void say_several(diff_page *p)
{
    const char *text = doubt_several(&p->f, p->r);

    if (text)
        cmd_warn(p->r, "SEVERAL_PROCESSES", text);
}

void diff_say_left_out(diff_page *p)
{
    for (unsigned w = 0; w < 2; w++) {
        const corr_diff_side *s = &p->f.side[w];
        cmd_say_left_out(p->r, w ? "new: " : "base: ", s->timeless);
        cmd_say_subtracted(p->r, w ? "new: " : "base: ", s->firsts, s->anew);
        cmd_say_since(p->r, w ? "new: " : "base: ", s->since, true);
    }
    const char *text = doubt_counts(&p->f, p->r);
    if (text)
        cmd_warn(p->r, "COUNTS_DIFFER", text);
}

/* What the other side does not have looks gone, or new. */
static void say_lone(diff_page *p)
{
    for (unsigned w = 0; w < 2; w++) {
        const corr_str service = p->f.side[w].lone;
        if (!service.n)
            continue;
        const char *text = corr_report_text(
            p->r, "only the %s has profiles of %.*s: --service compares one",
            w ? "new side" : "base", CORR_STR_ARG(service));
        cmd_warn(p->r, "LONE_SERVICE", text);
    }
}

static void say_no_common(diff_page *p)
{
    static const char text[] = "no function is on both sides: are they of the "
                               "same program?";

    if (!p->f.no_common)
        return;
    cmd_warn(p->r, "NO_COMMON", text);
}

static void say_mix(diff_page *p)
{
    const corr_diff_mix *m = &p->f.mix;

    if (!m->known || !m->leads)
        return;
    const char *text = corr_report_text(
        p->r, "%s: %s %s from a different mix, %s %s from the code",
        traffic_leads(m), diff_value(p, m->mix, true), p->unit,
        diff_value(p, m->rate, true), p->unit);
    corr_report_note(p->r, CORR_WARNING, "MIX", -1, "%s", text);
    corr_report_head(p->r, "%s", text);
    const char *range = diff_range(p, p->f.lo, p->f.hi);
    corr_report_line(
        p->r,
        "below, the code is compared at the mix of the new side%s%s"
        "%s%s%s",
        isfinite(p->f.ratio) ? ": ×" : "",
        isfinite(p->f.ratio) ? diff_ratio(p, p->f.ratio) : "",
        range ? ", " : "", range ? range : "", range ? " at 95%" : "");
}

/* Who counted the requests, and what spans say of it. */
static void say_counter(diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    char step[CORR_PRINT_MAX], a[CORR_PRINT_MAX], b[CORR_PRINT_MAX];
    const char *spans = "", *of = "", *costs = "";

    if (!f->counter) {
        if (f->no_counter)
            cmd_warn(p->r, "NO_COUNTER",
                     corr_report_text(p->r,
                                      "requests are not counted by a metric: "
                                      "%s",
                                      f->no_counter));
        return;
    }
    if (f->side[0].by_spans > 0 && f->side[1].by_spans > 0)
        spans =
            corr_report_text(p->r, "; by spans %s and %s",
                             corr_print_count(a, llround(f->side[0].by_spans)),
                             corr_print_count(b, llround(f->side[1].by_spans)));
    if (f->counter_of > 1)
        of = corr_report_text(p->r, " of %u instances", f->counter_of);
    if (f->mix.known && f->mix.label)
        costs = corr_report_text(
            p->r, "; what each costs by the label \"%s\" of samples",
            f->mix.label);
    corr_report_line(p->r, "requests%s by %s%s, every %s%s%s",
                     f->mix.known && f->mix.by_counter ? " and their mix" : "",
                     f->counter, of, corr_print_span_of(step, f->counter_step),
                     spans, costs);
}

static void say_traffic(diff_page *p)
{
    const char *moved = traffic_moved(p->r, &p->f);

    if (moved) {
        corr_report_note(p->r, CORR_WARNING, "TRAFFIC", -1, "%s", moved);
        corr_report_line(p->r, "%s", moved);
    }
    for (unsigned w = 0; w < 2; w++) {
        const char *lone = traffic_lone(p->r, &p->f, w);
        if (!lone)
            continue;
        corr_report_note(p->r, CORR_WARNING, "TRAFFIC", -1, "%s", lone);
        corr_report_line(p->r, "%s", lone);
    }
}

static void say_share(diff_page *p)
{
    if (p->f.per != CORR_PER_SHARE)
        return;
    corr_report_note(p->r, CORR_WARNING, "SHARE_MODE", -1,
                     "shares always sum to 100%%: a drop may only be the "
                     "other rows growing");
    corr_report_line(p->r, "shares always sum to 100%%: a drop may only be "
                           "the other rows growing");
}

void diff_say_head(diff_page *p)
{
    say_mix(p);
    for (unsigned w = 0; w < 2; w++)
        say_side(p, w);
    corr_report_line(p->r, "%s; %u function%s tested, 5%% false discoveries",
                     headline(p), p->f.tested, p->f.tested == 1 ? "" : "s");
    cmd_say_rescaled(p->ctx, p->r,
                     p->f.side[0].rescaled + p->f.side[1].rescaled,
                     p->f.side[0].files + p->f.side[1].files);
    cmd_say_sampler(p->r, p->f.side[0].runnable && p->f.side[1].runnable);
    cmd_say_skipped(p->r, p->f.side[0].skipped + p->f.side[1].skipped,
                    p->f.side[0].files + p->f.side[1].files);
    say_counter(p);
    say_traffic(p);
    say_share(p);
    say_younger(p);
    say_shared(p);
    say_damaged(p);
    say_twice(p);
    say_samplers(p);
    say_starts(p);
    say_several(p);
    diff_say_left_out(p);
    cmd_say_other_kind(p->ctx, p->r, p->f.kind);
    say_lone(p);
    say_no_common(p);
}

/* ---- below -------------------------------------------------------------- */

/* "64"; "152 (worth 43)" where some samples weigh more than others.  Too few
 * is never rounded to enough. */
static const char *worth_words(diff_page *p, const corr_diff_side *s)
{
    char n[CORR_PRINT_MAX], worth[CORR_PRINT_MAX];

    corr_print_count(n, s->observations);
    corr_print_count(worth, s->effective < 100 ? llround(fmin(s->effective, 99))
                                               : llround(s->effective));
    return s->observations < 0 || s->objects
               ? corr_report_text(p->r, "%s", worth)
           : strcmp(n, worth) == 0
               ? corr_report_text(p->r, "%s", n)
               : corr_report_text(p->r, "%s (worth %s)", n, worth);
}

static void say_few(diff_page *p)
{
    const bool slow = !p->ctx->sides->side[0].text; /* sides have no names */
    const char *a = worth_words(p, &p->f.side[0]);
    const char *b = worth_words(p, &p->f.side[1]);
    char enough[CORR_PRINT_MAX];
    corr_print_count(enough, llround(p->f.enough / 100) * 100);
    const char *text = corr_report_text(
        p->r,
        "not enough samples to compare: %s has %s, %s has %s, 100 on each side "
        "is the least and about %s would show a 20%% change in a 10%% function",
        slow ? p->title[0] : "A", a, slow ? p->title[1] : "B", b, enough);
    cmd_warn(p->r, "FEW_SAMPLES", text);
}

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
                         "a function holding %.0f%% of %s shows here only "
                         "if it changes by ×%.2f or more",
                         100 * f->at_share, p->title[0], f->least_ratio);
}

/* Of a service whose files are fewer than those of others. */
static void say_unseen(diff_page *p)
{
    const uint32_t more = p->f.unseen > 1 ? p->f.unseen - 1 : 0;
    const char *and =
        more ? corr_report_text(p->r, " and of %u more", more) : "";

    if (!p->f.unseen_of.n)
        return;
    corr_report_note(p->r, CORR_WARNING, "ONE_FILE", -1,
                     "weak: one profile per side of %.*s%s",
                     CORR_STR_ARG(p->f.unseen_of), and);
    corr_report_line(p->r,
                     "w: weak, one profile per side of %.*s%s; more profile "
                     "files would help more than longer ones",
                     CORR_STR_ARG(p->f.unseen_of), and);
}

static void say_one_each(diff_page *p)
{
    if (!p->f.one_each) {
        say_unseen(p);
        return;
    }
    corr_report_note(p->r, CORR_WARNING, "ONE_FILE", -1,
                     "weak: one profile per side");
    corr_report_line(p->r, "weak: one profile per side; more profile files "
                           "per side would help more than longer files");
}

/* "app.Hash.get 0.119 to 0.222 (×1.86)" */
static const char *spread_text(const diff_page *p, const corr_diff_row *w)
{
    const char *ratio = diff_ratio(p, w->ratio);

    return corr_report_text(
        p->r, "%s %s to %s%s%s%s", w->name, diff_value(p, w->value[0], false),
        diff_value(p, w->value[1], false), ratio ? " (×" : "",
        ratio ? ratio : "", ratio ? ")" : "");
}

/* What rows do not tell, as those of functions that only call do not, is a note,
 * too. */
static void say_name(diff_page *p, const char *code, const char *text)
{
    corr_report_note(p->r, CORR_INFO, code, -1, "%s", text);
    corr_report_line(p->r, "%s", text);
}

/* What no row tells.  Of shares only what grew, as in rows. */
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
            names = corr_report_text(p->r, "%s%s%s", names, *names ? ", " : "",
                                     spread_text(p, &w));
    }
    if (!n)
        return;
    const char *text = corr_report_text(
        p->r, "changed, but in no one place clearly enough for a row: %s%s",
        names,
        n > MOST ? corr_report_text(p->r, " and %u more", n - MOST) : "");
    say_name(p, "SPREAD", text);
}

/* "0.5%", which is never too little. */
static const char *ceiling_text(const diff_page *p, double share)
{
    const int decimals = share >= 0.001 ? 1 : share >= 0.0001 ? 2 : 3;
    const double scale = pow(10, decimals + 2);

    return corr_report_text(p->r, "%.*f%%", decimals,
                            100 * (ceil(share * scale) / scale));
}

/* What nothing was seen of is not nothing: the same for all rows of a side. */
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
        corr_report_line(p->r,
                         "pooled: numbering changed, so that nobody knows "
                         "which is which");
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
            names = corr_report_text(p->r, "%s%s%s", names, *names ? ", " : "",
                                     corr_diff_at(p->d, i).name);
    }
    if (n)
        corr_report_line(
            p->r, "moved, not changed: %s%s", names,
            n > MOST ? corr_report_text(p->r, " and %u more", n - MOST) : "");
    if (n && !p->f.found)
        corr_report_note(p->r, CORR_INFO, "MOVED_ONLY", -1,
                         "functions moved, none changed");
}

/* The first notes that say one thing or another, each thing once: it may have
 * come about on many paths. */
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
                     corr_report_text(p->r,
                                      "%s no longer appears below %s (inlined "
                                      "or removed)",
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

/* A thread that is never idle, or sampled by the wall clock, has a second in
 * each second, whatever a piece of its work costs. */
static bool is_full(const diff_page *p)
{
    for (unsigned w = 0; w < 2; w++) {
        const double threads = p->f.total[w] / 1e9;
        if (threads < FULL || fabs(threads - round(threads)) > 1 - FULL)
            return false;
    }
    return p->f.per == CORR_PER_SECOND && corr_is_ns(p->f.unit) &&
           round(p->f.total[0] / 1e9) == round(p->f.total[1] / 1e9);
}

static void say_full(diff_page *p)
{
    static const char text[] =
        "each second is full on both sides: what got dearer shows only as far "
        "as the rest gave way; --requests METRIC tells the cost of a request, "
        "--per total that of equal work";

    if (!is_full(p))
        return;
    cmd_warn(p->r, "FULL", text);
}

static void say_widened(diff_page *p)
{
    const corr_diff_facts *f = &p->f;

    if (!(f->widen > 1.1))
        return;
    cmd_warn(p->r, "WIDENED",
             corr_report_text(
                 p->r,
                 "baseline files disagree more than the model expects: "
                 "intervals widened ×%.1f%s",
                 f->widen,
                 f->splits
                     ? corr_report_text(p->r, " (%u splits, seed %llu)",
                                        f->splits, (unsigned long long)f->seed)
                     : ""));
}

static void say_drawn(diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    char times[CORR_PRINT_MAX];

    if (f->resamples)
        corr_report_line(p->r,
                         "95%% is of %s drawn again %s times with replacement, "
                         "seed %llu",
                         f->within_run ? "windows" : "files",
                         corr_print_count(times, f->resamples),
                         (unsigned long long)f->seed);
    if (f->few_to_draw)
        cmd_warn(p->r, "FEW_TO_DRAW",
                 "--bootstrap wants 12 files or windows a side: the intervals "
                 "are those of the model");
}

void diff_say_foot(diff_page *p)
{
    if (p->f.few) {
        say_few(p);
        return;
    }
    const char *periods = doubt_periods(&p->f);
    const char *depths = doubt_depths(&p->f, p->r);
    say_widened(p);
    if (p->f.within_run)
        cmd_warn(p->r, "WITHIN_RUN",
                 "noise is judged by windows within one run: how runs differ "
                 "is not in it");
    say_drawn(p);
    if (periods)
        cmd_warn(p->r, "PERIODS_DIFFER", periods);
    if (depths)
        cmd_warn(p->r, "DEPTHS_DIFFER",
                 corr_report_text(p->r,
                                  "%s: rows tell what functions cost by "
                                  "themselves",
                                  depths));
    say_full(p);
    say_ceilings(p);
    say_one_each(p);
    say_spread(p);
    diff_say_also(p);
    say_moved(p);
    say_renamed(p);
    say_notes(p);
    say_least(p);
    say_names(p);
}
