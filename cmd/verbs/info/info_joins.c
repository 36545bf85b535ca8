/* info_joins - which samples belong to spans, and by which evidence. */
#include <math.h>

#include "verbs/info/info.h"

bool info_is_window(corr_rung r)
{
    return corr_rung_class(r) >= CORR_WINDOW;
}

typedef struct join_row {
    corr_joined j;
    const char *profile, *rung, *why;
    double share;
} join_row;

static const corr_column join_columns[] = {
    COL("profile", TEXT, join_row, profile),
    COL("rung", TEXT, join_row, rung),
    COL("observations", COUNT, join_row, j.observations),
    COL("share", SHARE, join_row, share),
    COL("kind", TEXT, join_row, j.kind),
    COL("why", TEXT, join_row, why),
};

static void fill_join(const void *ctx, uint32_t i, void *row)
{
    const overview *o = ctx;
    const corr_joined j = corr_join_at(o->st, i);

    *(join_row *)row = (join_row){
        .j = j,
        .profile = corr_input_at(o->st, j.profile).path,
        .rung = j.rung ? corr_rung_name(j.rung) : NULL,
        .why = j.why ? corr_why_name(j.why) : NULL,
        .share = j.of ? (double)j.observations / (double)j.of : NAN,
    };
}

void info_put_joins(const overview *o)
{
    cmd_data(o->r, "joins", CORR_FILLED(join_columns, o->njoins, fill_join, o));
}

/* ---- on the screen ------------------------------------------------------- */

/* Profiles that join alike are one row of the screen. */
typedef struct alike {
    corr_joined j; /* summed; of the last profile */
    uint32_t n;    /* profiles */
} alike;

static uint32_t join_alike(const overview *o, alike *list)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        uint32_t at = 0;
        while (at < n &&
               !(list[at].j.rung == j.rung && list[at].j.why == j.why &&
                 (info_is_window(j.rung) || j.rung == CORR_RUNG_NONE ||
                  corr_str_eq(list[at].j.kind, j.kind))))
            at++;
        if (at == n)
            list[n++] = (alike){ j, 1 };
        else {
            /* a profile has an entry for each of its kinds, one by one */
            list[at].n += list[at].j.profile != j.profile;
            list[at].j.profile = j.profile;
            list[at].j.observations =
                corr_sum(list[at].j.observations, j.observations);
            list[at].j.of = corr_sum(list[at].j.of, j.of);
        }
    }
    return n;
}

/* Orders joins by evidence, unjoined ones last; samples of code first among
 * equals. */
static bool goes_before(const alike *a, const alike *b)
{
    if (a->j.rung != b->j.rung)
        return a->j.rung && (!b->j.rung || b->j.rung > a->j.rung);
    return info_is_labelled_kind(a->j.kind) &&
           !info_is_labelled_kind(b->j.kind);
}

static void sort_alike(alike *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        const alike a = list[i];
        uint32_t at = i;
        for (; at > 0 && goes_before(&a, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = a;
    }
}

/* "96.4% of 3,010 cpu samples" */
static const char *share_words(const overview *o, const alike *a)
{
    const corr_input in = corr_input_at(o->st, a->j.profile);
    const char *one = cmd_one_in(&in, a->j.kind);
    const bool is_said = corr_str_is(a->j.kind, "samples");

    return corr_report_text(
        o->r, "%.1f%% of %s %.*s%s%s%s",
        100.0 * (double)a->j.observations / (double)(a->j.of ? a->j.of : 1),
        cmd_count(o->r, a->j.of), CORR_STR_ARG(a->j.kind), is_said ? "" : " ",
        is_said ? "" : one, is_said ? "" : cmd_plural(a->j.of));
}

static const char *alike_words(const overview *o, const alike *a)
{
    if (a->j.why == CORR_WHY_DUPLICATE)
        return "with nothing: another recording of its process is used";
    if (!a->j.rung)
        return "with nothing: no trace of its time is here";
    if (a->j.rung == CORR_RUNG_X)
        return "by the clock only: its process is not recorded";
    if (info_is_window(a->j.rung))
        return "by window only: shows the service, not a request";
    return corr_report_text(o->r, "by %s, %s", corr_rung_words(a->j.rung),
                            share_words(o, a));
}

/* Describes the scope of labels, if it is unusual. */
static const char *scope_words(const overview *o, const alike *a)
{
    const corr_label_scope scope = corr_input_at(o->st, a->j.profile).scope;

    return scope == CORR_SCOPE_UNKNOWN
               ? "; labels count as those of the whole request"
           : scope == CORR_SCOPE_ROOT
               ? "; labels name the request, not its inner spans"
               : "";
}

/* Other kinds of one profile, by the same evidence. */
static bool same_join(const alike *a, const alike *b)
{
    return a->n == 1 && b->n == 1 && a->j.rung == b->j.rung &&
           a->j.profile == b->j.profile;
}

void info_say_joins(const overview *o)
{
    alike *list = corr_report_alloc(o->r, sizeof *list, o->njoins);
    uint32_t n = list ? join_alike(o, list) : 0;

    sort_alike(list, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        const char *who = corr_input_at(o->st, list[i].j.profile).path;
        const char *words = alike_words(o, &list[i]);
        const bool counts = list[i].j.rung && !info_is_window(list[i].j.rung);
        if (list[i].n > 1)
            who = corr_report_text(o->r, "%u profiles", list[i].n);
        for (end = i + 1; end < n && counts && same_join(&list[i], &list[end]);
             end++)
            words = corr_report_text(o->r, "%s, %s", words,
                                     share_words(o, &list[end]));
        corr_report_field(o->r, i ? "" : "joins", "%s  %s%s", who, words,
                          counts ? scope_words(o, &list[i]) : "");
    }
}
