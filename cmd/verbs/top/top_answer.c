#include "verbs/top/top_answer.h"

#include <math.h>
#include <string.h>

#include "page/answer.h"

enum { ROOM = 78 };

static int64_t value_of(const top_answer *a, const corr_top_row *row)
{
    return a->cumulative ? row->total : row->self;
}

static double share_of(const top_answer *a, const corr_top_row *row)
{
    return a->f.whole > 0 ? (double)value_of(a, row) / (double)a->f.whole : NAN;
}

static const char *name_of(corr_report *r, const top_answer *a,
                           const corr_top_row *row)
{
    return a->by->what == CORR_BY_FUNCTION ? cmd_name(a->ctx, r, row->key)
                                           : row->key;
}

/* "is Work.mix", "is of thread main", "has no thread", "is in f and what it
 * calls". */
static const char *claim_of(corr_report *r, const top_answer *a,
                            const corr_top_row *row)
{
    const char *name = name_of(r, a, row);
    const size_t n = strlen(name);

    if (n > 5 && strncmp(name, "[no ", 4) == 0)
        return corr_report_text(r, "has %.*s", (int)(n - 2), name + 1);
    if (a->cumulative && a->by->what <= CORR_BY_MODULE)
        return corr_report_text(r, "is in %s and what it calls", name);
    if (a->by->what <= CORR_BY_MODULE)
        return corr_report_text(
            r, "%s%s %s", answer_is(&a->f, a->band, row->obs),
            a->band < BAND_SHARES && !cmd_is_size(&a->f) ? " in" : "", name);
    if (a->by->what == CORR_BY_HOLDER)
        return corr_report_text(r, "is charged to %s", name);
    return corr_report_text(r, "is of %s %s", a->by->title, name);
}

/* What V8 calls the time in which no code ran. */
static bool is_idle(const corr_top_row *row)
{
    return strstr(row->key, "(idle)") != NULL;
}

/* The row to speak of.  By total, main and its like come first: the first of
 * the application says more. */
static corr_top_row row_that_tells(const top_answer *a)
{
    enum { LOOKED_AT = 15 }; /* rows that are sorted in any case */
    const uint32_t n = corr_top_size(a->t);

    for (uint32_t i = 0; a->cumulative && a->by->what == CORR_BY_FUNCTION &&
                         i < n && i < LOOKED_AT;
         i++) {
        const corr_top_row row = corr_top_at(a->t, i);
        if (corr_frame_is_app(&row.frame))
            return row;
    }
    const corr_top_row first = corr_top_at(a->t, 0);
    if (n > 1 && is_idle(&first))
        return corr_top_at(a->t, 1);
    return n > 1 && a->by->what >= CORR_BY_SERVICE &&
                   share_of(a, &first) < 0.5 &&
                   strncmp(first.key, "[no ", 4) == 0
               ? corr_top_at(a->t, 1)
               : first;
}

static bool is_spread(const top_answer *a, const corr_top_row *first)
{
    return a->band >= BAND_SHARES && share_of(a, first) < 0.05 &&
           corr_top_size(a->t) > 2;
}

/* "; 16% is main.mix": if it is not much less than the first. */
static const char *second_of(corr_report *r, const top_answer *a,
                             const corr_top_row *first)
{
    if (corr_top_size(a->t) < 2 || a->band < BAND_SHARES || a->cumulative)
        return "";
    const corr_top_row row = corr_top_at(a->t, 1);
    if (is_idle(&row) || row.key == first->key ||
        !(share_of(a, &row) >= 0.5 * share_of(a, first)))
        return "";
    return corr_report_text(
        r, "; %s %s",
        answer_part(r, &a->f, a->band, value_of(a, &row), row.obs),
        claim_of(r, a, &row));
}

static void say_pauses(corr_report *r, const top_answer *a)
{
    const corr_top_row row = corr_top_at(a->t, 0);
    const char *under_way =
        row.ndelayed <= 0 ? ""
                          : corr_report_text(r, ", with %s under way",
                                             cmd_n(r, row.ndelayed, "request"));

    corr_report_line(r, "the longest took %s%s", cmd_duration(r, row.self),
                     under_way);
}

void top_say_answer(corr_report *r, const top_answer *a)
{
    if (corr_top_size(a->t) == 0)
        return;
    if (a->by->what == CORR_BY_GC) {
        say_pauses(r, a);
        return;
    }
    const corr_top_row row = row_that_tells(a);
    const char *part = answer_part(r, &a->f, a->band, value_of(a, &row),
                                   a->cumulative ? row.total_obs : row.obs);
    if (a->band < BAND_SHARES && !cmd_is_size(&a->f) && row.obs < 2 &&
        !a->cumulative)
        return; /* each was seen once */
    if (value_of(a, &row) > 0 && is_spread(a, &row)) {
        corr_report_line(r, "no %s has more than %s: the first of %s is %s",
                         a->by->title, part, cmd_count(r, corr_top_size(a->t)),
                         name_of(r, a, &row));
        return;
    }
    const char *says = corr_report_text(
        r, "%s %s%s", part, claim_of(r, a, &row),
        a->cumulative
            ? ""
            : answer_under(r, &a->f, a->band,
                           row.under ? cmd_name(a->ctx, r, row.under) : NULL,
                           row.under_share));
    const char *second = second_of(r, a, &row);
    corr_report_line(r, "%s%s", says,
                     cmd_cells(says) + cmd_cells(second) <= ROOM ? second : "");
}

void top_say_next(corr_report *r, const top_answer *a)
{
    const char *same = cmd_same_samples(a->ctx, r);

    if (corr_top_size(a->t) == 0 || !cmd_can_ask_again(a->ctx))
        return;
    if (a->by->what == CORR_BY_FUNCTION) {
        const corr_top_row row = row_that_tells(a);
        const corr_str brief = corr_short_name(corr_str_of(row.key));
        if (row.key[0] != '[' && !strchr(row.key, '\''))
            corr_report_next(r, "who calls it", "corr peek %s%s",
                             cmd_quoted(r, cmd_str(r, brief)), same);
    }
    if (a->by->what == CORR_BY_HOLDER || a->by->what == CORR_BY_GC)
        return;
    corr_report_next(r, "the call tree", "corr tree%s", same);
}
