/* diff_verdict - the answer of a comparison as a sentence, and what was
 * measured. */
#include <math.h>
#include <string.h>

#include "page/sides_args.h"
#include "page/traffic.h"
#include "verbs/diff/diff_cmd.h"

/* ---- words of kinds --------------------------------------------------------- */

/* A kind by itself, and in "v2 needs more CPU". */
typedef struct kind_words {
    const char *kind, *words, *verb, *noun;
    bool countable;
} kind_words;

static const kind_words kinds[] = {
    { "cpu", "CPU", "needs", "CPU", false },
    { "wall", "wall time", "takes", "wall time", false },
    { "alloc_bytes", "allocation", "allocates", "memory", false },
    { "alloc_count", "objects allocated", "allocates", "objects", true },
    { "live_bytes", "live heap", "keeps", "heap", false },
    { "live_count", "objects in use", "keeps", "objects", true },
    { "lock", "waiting for locks", "spends", "time waiting for locks", false },
    { "block", "blocking", "spends", "time blocked", false },
    { "mutex", "contention", "spends", "time in contention", false },
    { "io", "I/O", "spends", "time in I/O", false },
    { "samples", "samples", "has", "samples", true },
};

static kind_words words_of(const diff_page *p, corr_str kind)
{
    for (uint32_t i = 0; i < COUNT(kinds); i++)
        if (corr_str_is(kind, kinds[i].kind))
            return kinds[i];
    const char *name = cmd_str(p->r, kind);
    return (kind_words){ name, name, "has", name, false };
}

const char *diff_kind_words(const diff_page *p, corr_str kind)
{
    return words_of(p, kind).words;
}

const char *diff_kind_noun(const diff_page *p)
{
    return words_of(p, p->f.kind).noun;
}

/* " per request of pricing" */
static const char *per_words(const diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    const char *which = f->matching ? "matching " : "";

    switch (f->per) {
    case CORR_PER_REQUEST:
        return f->per_what.n
                   ? corr_report_text(p->r, " per %s%.*s", which,
                                      CORR_STR_ARG(f->per_what))
                   : corr_report_text(p->r, " per %srequest%s%.*s", which,
                                      f->service.n ? " of " : "",
                                      CORR_STR_ARG(f->service));
    case CORR_PER_SECOND:
        return " per second";
    case CORR_PER_CORE:
        return " per second and core";
    case CORR_PER_TOTAL:
        return f->of_each    ? " in a file of each service"
               : f->standing ? " in a file"
                             : "";
    case CORR_PER_SHARE:
    case CORR_PER_DEFAULT:
    case CORR_PER_COUNT:
        break;
    }
    return "";
}

/* ---- the sentence ----------------------------------------------------------- */

/* "29%", "0.4%" */
static const char *percent(const diff_page *p, double part)
{
    const double v = 100 * fabs(part);

    return corr_report_text(p->r, "%.*f%%", v < 9.95 ? 1 : 0, v);
}

/* " (14..46%)", " (-7..+18%)", and of multiples " (1.93..2.11)" */
static const char *range_words(const diff_page *p, const corr_estimate *e)
{
    const double lo = 100 * (e->lo - 1), hi = 100 * (e->hi - 1);
    const double most = fmax(fabs(lo), fabs(hi));
    const int digits = most < 9.95 ? 1 : 0;

    if (!isfinite(lo) || !isfinite(hi))
        return "";
    if (e->value >= 2)
        return corr_report_text(p->r, " (%s)", diff_range(p, e));
    if (lo > 0)
        return corr_report_text(p->r, " (%.*f..%.*f%%)", digits, lo, digits,
                                hi);
    if (hi < 0)
        return corr_report_text(p->r, " (%.*f..%.*f%%)", digits, -hi, digits,
                                -lo);
    return corr_report_text(p->r, " (%+.*f..%+.*f%%)", digits, lo, digits, hi);
}

/* Whether both ends are so near to 1 that the sides are about equal. */
static bool is_about_equal(const corr_estimate *e)
{
    return e->lo >= 0.9 && e->hi <= 1.1;
}

/* "v2 needs 29% more CPU † per request than v1 (14..46%) for the same
 * traffic" */
static const char *ratio_sentence(const diff_page *p)
{
    const bool clock = p->clock.matches;
    const corr_estimate *e = clock ? &p->clock.ratio : &p->f.ratio;
    const kind_words k = words_of(p, p->f.kind);
    const char *mark = clock ? "" : cmd_mark(p->f.remarks);
    const char *what = corr_report_text(p->r, "%s%s%s%s", k.noun,
                                        *mark ? " " : "", mark, per_words(p));
    const char *range = range_words(p, e);
    const char *same = clock           ? " by thread clock"
                       : p->f.mix.even ? " for the same traffic"
                                       : "";
    const bool doubt = !(e->lo > 1) && !(e->hi < 1);
    const char *amount = k.countable ? "many" : "much";

    if (doubt && is_about_equal(e))
        return corr_report_text(p->r, "%s %s about as %s %s as %s%s%s",
                                p->who[1], k.verb, amount, what, p->who[0],
                                range, same);
    if (doubt)
        return corr_report_text(p->r, "no clear change in %s%s%s", what, range,
                                same);
    if (e->value >= 2)
        return corr_report_text(p->r, "%s %s %s times as %s %s as %s%s%s",
                                p->who[1], k.verb, diff_ratio(p, e->value),
                                amount, what, p->who[0], range, same);
    return corr_report_text(p->r, "%s %s %s %s %s than %s%s%s", p->who[1],
                            k.verb, percent(p, e->value - 1),
                            e->value > 1  ? "more"
                            : k.countable ? "fewer"
                                          : "less",
                            what, p->who[0], range, same);
}

/* Returns the row of the largest change that is shown, or false. */
static bool largest_change(const diff_page *p, corr_diff_row *largest)
{
    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (w.told && w.change != CORR_MOVED && w.owned > 0 &&
            diff_shown_change(&w) != CORR_SAME) {
            *largest = w;
            return true;
        }
    }
    return false;
}

/* "v2 spends 10.8% of its CPU in containsRule, v1 spent 0.0%" */
static const char *share_sentence(const diff_page *p)
{
    const char *words = diff_kind_words(p, p->f.kind);
    corr_diff_row w;

    if (!largest_change(p, &w))
        return corr_report_text(p->r,
                                "no function has a clearly greater share of "
                                "the %s in %s",
                                words, p->who[1]);
    return corr_report_text(
        p->r, "%s has %.1f%% of its %s in %s, %s has %.1f%%", p->who[1],
        100 * w.region[1], words, diff_row_name(p, &w).brief, p->who[0],
        100 * w.region[0]);
}

static const char *plain_sentence(const diff_page *p)
{
    return corr_report_text(
        p->r, "%s%s: %s in %s, %s in %s", diff_kind_words(p, p->f.kind),
        per_words(p),
        corr_report_text(p->r, "%s %s", diff_rough(p, p->f.total[0], false),
                         p->unit),
        p->who[0],
        corr_report_text(p->r, "%s %s", diff_rough(p, p->f.total[1], false),
                         p->unit),
        p->who[1]);
}

/* ---- what was measured ------------------------------------------------------ */

#define LEAST_TRAFFIC 0.005 /* of the total: less is the same traffic */

static bool is_same_traffic(const diff_page *p)
{
    return fabs(p->traffic) < LEAST_TRAFFIC * fabs(p->f.total[0]);
}

const char *diff_traffic_words(const diff_page *p, bool brief)
{
    if (is_same_traffic(p))
        return brief ? "the same mix" : "the same mix of requests";
    return corr_report_text(p->r, "%s requests%s%s",
                            p->traffic < 0 ? "lighter" : "heavier",
                            brief ? "" : " in ", brief ? "" : p->who[1]);
}

/* ", because v2 got lighter requests (-3.0 ms)" */
static const char *because(const diff_page *p)
{
    if (!p->f.mix.even)
        return "";
    if (is_same_traffic(p))
        return "; the mix of requests is the same";
    return corr_report_text(
        p->r, "%s %s got %s requests (%s %s)",
        fabs(p->traffic) >= 0.05 * fabs(p->f.total[0]) ? ", because" : ";",
        p->who[1], p->traffic < 0 ? "lighter" : "heavier",
        diff_rough(p, p->traffic, true), p->unit);
}

/* "   measured by thread clock: 18.9 → 25.5 ms
 *     samples † show +29% (14..46%) for the same traffic: 16.1 → 16.9 ms" */
static void say_clock(const diff_page *p)
{
    const char *mark = cmd_mark(p->f.remarks);

    corr_report_line(p->r, "   measured by thread clock: %s → %s%s%s%s%s",
                     diff_rough(p, p->clock.base, false),
                     diff_rough(p, p->clock.now.value, false),
                     *p->unit ? " " : "", p->unit,
                     p->f.mix.even ? ", with " : "",
                     p->f.mix.even ? diff_traffic_words(p, false) : "");
    corr_report_line(p->r, "   samples%s%s show %+.0f%%%s%s: %s → %s%s%s%s",
                     *mark ? " " : "", mark, 100 * (p->f.ratio.value - 1),
                     range_words(p, &p->f.ratio),
                     p->f.mix.even ? " for the same traffic" : "",
                     diff_rough(p, p->f.total[0], false),
                     diff_rough(p, p->f.total[1], false), *p->unit ? " " : "",
                     p->unit, because(p));
}

static void say_measured(const diff_page *p)
{
    const corr_diff_facts *f = &p->f;

    if (p->clock.matches)
        say_clock(p);
    else
        corr_report_line(p->r, "   measured: %s → %s%s%s%s",
                         diff_rough(p, f->total[0], false),
                         diff_rough(p, f->total[1], false), *p->unit ? " " : "",
                         p->unit, because(p));
    if (f->mix.known && f->mix.leads)
        corr_report_note(p->r, CORR_WARNING, "MIX", -1,
                         "%s: %s %s from a different mix, %s %s from the code",
                         traffic_leads(&f->mix),
                         diff_value(p, f->mix.mix, true), p->unit,
                         diff_value(p, f->mix.rate, true), p->unit);
}

/* Names the largest certain change of a function if the total shows none:
 * "   but main.containsRule is new: +1.80 ms" */
static void say_but(const diff_page *p)
{
    static const char *const words[CORR_CHANGE_COUNT] = {
        [CORR_GREW] = "costs more",
        [CORR_SHRANK] = "costs less",
        [CORR_NEW] = "is new",
        [CORR_GONE] = "is gone",
    };

    const corr_estimate *e = p->clock.matches ? &p->clock.ratio : &p->f.ratio;

    if (e->lo > 1 || e->hi < 1 || p->f.few)
        return;
    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        if (!w.told || !corr_change_real(w.change))
            continue;
        corr_report_line(p->r, "   but %s %s: %s%s%s",
                         diff_row_name(p, &w).brief, words[w.change],
                         diff_rough(p, w.owned, true), *p->unit ? " " : "",
                         p->unit);
        return;
    }
}

/* Explains why cost is not divided by requests, although some are known. */
static void say_per(const diff_page *p)
{
    const corr_diff_side *s = p->f.side;
    const unsigned w = s[1].requests < s[0].requests;

    if (p->opts.per != CORR_PER_DEFAULT || p->f.per == CORR_PER_REQUEST ||
        p->f.standing || !(s[0].requests + s[1].requests > 0) ||
        corr_remark_find(p->f.remarks, "UNTOLD"))
        return;
    if (s[w].requests < 100)
        corr_report_line(p->r,
                         "   not per request: %s has %s request%s, the minimum "
                         "is 100",
                         p->who[w], cmd_count(p->r, llround(s[w].requests)),
                         cmd_plural(llround(s[w].requests)));
    else
        corr_report_line(p->r, "   not per request: a service has fewer than "
                               "100 requests");
}

/* ---- the lines ---------------------------------------------------------------- */

const corr_remark *diff_remark_at(const diff_page *p, const char *code,
                                  corr_place place)
{
    for (size_t i = 0; i < p->f.remarks.n; i++) {
        const corr_remark *m = &p->f.remarks.v[i];
        if (m->code && strcmp(m->code, code) == 0 && m->places & place)
            return m;
    }
    return NULL;
}

void diff_note_said(diff_page *p, const corr_remark *m)
{
    corr_report_note_at(p->r,
                        &(corr_note_about){ .place = CORR_NOTE_SCREEN,
                                            .level = m->level,
                                            .code = m->code,
                                            .input = -1 },
                        "%s", m->text);
}

bool diff_is_same(diff_page *p)
{
    const corr_remark *same = corr_remark_find(p->f.remarks, "SAME_FILES");
    const char *const *who = p->who;

    if (!same || !same->forbids_verdict)
        return false;
    diff_note_said(p, same);
    if (!p->ctx->sides->side[0].text ||
        strcmp(p->ctx->sides->side[0].text, p->ctx->sides->side[1].text) == 0)
        corr_report_head(p->r, "both sides are the same files: there is "
                               "nothing to compare");
    else
        corr_report_head(p->r,
                         "%s and %s have the same content: there is nothing to "
                         "compare",
                         who[0], who[1]);
    if (!p->gated)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
    return true;
}

static void say_few(diff_page *p, const corr_remark *few)
{
    diff_note_said(p, few);
    corr_report_head(p->r, "%s", few->text);
}

void diff_say_verdict(diff_page *p)
{
    const corr_remark *younger = corr_remark_find(p->f.remarks, "BASE_YOUNGER");
    const corr_remark *few = diff_remark_at(p, "FEW_SAMPLES", CORR_AT_FOOT);
    const corr_remark *strange = corr_remark_find(p->f.remarks, "NO_COMMON");

    if (few)
        say_few(p, few);
    else
        corr_report_head(p->r, "%s",
                         p->f.per == CORR_PER_SHARE   ? share_sentence(p)
                         : isfinite(p->f.ratio.value) ? ratio_sentence(p)
                                                      : plain_sentence(p));
    if (p->f.per != CORR_PER_SHARE) {
        say_but(p);
        say_measured(p);
    }
    say_per(p);
    if (strange) {
        diff_note_said(p, strange);
        corr_report_line(p->r, "!  %s", strange->text);
    }
    if (younger) {
        diff_note_said(p, younger);
        corr_report_line(p->r,
                         "!  %s was recorded after %s: are the sides "
                         "swapped?",
                         p->who[0], p->who[1]);
    }
}
