#include "store/duplicate_samples.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "corr_sort.h"
#include "store/process_match.h"
#include "store/selected_part.h"

/* ---- same process and time ------------------------------------------ */

static bool is_comparable(const corr_store *st, uint32_t i)
{
    const process_match *t = &st->match.v[i];
    const input *in = store_input(st, i);

    return t->used && process_is_own(t) && !t->assumed && !input_is_host(in) &&
           !in->fetched.is_part && in->from != CORR_NO_TIME &&
           in->to > in->from;
}

static bool is_rival(const corr_store *st, uint32_t i, uint32_t k)
{
    return k != i && st->match.v[k].proc == st->match.v[i].proc &&
           store_input(st, k)->group == store_input(st, i)->group &&
           is_comparable(st, k) &&
           input_is_meanwhile(store_input(st, i), store_input(st, k));
}

bool duplicate_rivals(const corr_store *st, uint32_t i)
{
    bool found = selected_part_any(st, i);

    for (uint32_t k = 0; !found && is_comparable(st, i) && k < st->input.n; k++)
        found = is_rival(st, i, k);
    return found;
}

/* ---- the preferred one of two --------------------------------------- */

/* Merits of a recording, the most important first. */
enum { SHARED, IDS, TIMES, CLOCKED, LENGTH, MERITS };
_Static_assert(MERITS == SPARE_MERITS, "a vote has one number for each");

/* Whether another side has a recording of the service in the same format. */
static bool is_elsewhere(const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);

    for (uint32_t k = 0; k < st->input.n; k++)
        if (store_input(st, k)->format == in->format &&
            store_input(st, k)->group != in->group &&
            st->match.v[k].service == st->match.v[i].service &&
            is_comparable(st, k))
            return true;
    return false;
}

static void find_merits(const corr_store *st, uint32_t i, int64_t has[MERITS])
{
    const input *in = store_input(st, i);

    has[SHARED] = is_elsewhere(st, i);
    has[IDS] = st->match.v[i].scope != CORR_SCOPE_NONE;
    has[TIMES] = 0;
    has[CLOCKED] = 1;
    has[LENGTH] = sub_clamped(in->to, in->from);
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const unsigned flags = in->kind.v[g->kind].flags;
        if ((g->n || g->only.rows) && flags & CORR_KIND_CONTEXT)
            has[IDS] = 1;
        if (g->time || g->packed.n)
            has[TIMES] = 1;
        if (flags & CORR_KIND_RUNNABLE)
            has[CLOCKED] = 0;
    }
}

/* Adds 1 to by[m] if input k is better than input i in merit m, and subtracts 1
 * if it is worse. */
static void compare_merits(const corr_store *st, uint32_t i, uint32_t k,
                           int64_t by[MERITS])
{
    int64_t a[MERITS], b[MERITS];

    find_merits(st, i, a);
    find_merits(st, k, b);
    for (int m = 0; m < MERITS; m++)
        by[m] += (b[m] > a[m]) - (b[m] < a[m]);
}

/* The vote on the formats of two inputs of a service; NULL: there is no
 * vote. */
static spare_vote *find_vote(const corr_store *st, uint32_t i, uint32_t k)
{
    const corr_format *a = store_input(st, i)->format;
    const corr_format *b = store_input(st, k)->format;

    for (size_t v = 0; v < st->vote.n; v++) {
        spare_vote *vote = &st->vote.v[v];
        if (vote->service == st->match.v[i].service &&
            ((vote->format[0] == a && vote->format[1] == b) ||
             (vote->format[0] == b && vote->format[1] == a)))
            return vote;
    }
    return NULL;
}

/* Whether the samples of input i give way to those of input k. */
static bool gives_way(const corr_store *st, uint32_t i, uint32_t k)
{
    const spare_vote *vote = find_vote(st, i, k);
    const bool turned = vote && vote->format[0] != store_input(st, i)->format;
    int64_t by[MERITS] = { 0 };

    if (!vote)
        compare_merits(st, i, k, by);
    for (int m = 0; m < MERITS; m++) {
        const int64_t better = vote ? vote->better[m] : by[m];
        if (better)
            return (better > 0) != turned;
    }
    return vote ? turned : k < i;
}

/* ---- the same format on all sides ----------------------------------- */

static bool has_sides(const corr_store *st)
{
    for (size_t i = 1; i < st->input.n; i++)
        if (store_input(st, 0)->group != store_input(st, (uint32_t)i)->group)
            return true;
    return false;
}

static bool add_vote(corr_store *st, uint32_t i, uint32_t k)
{
    const corr_format *a = store_input(st, i)->format;
    const corr_format *b = store_input(st, k)->format;
    spare_vote *vote = find_vote(st, i, k);

    if (a == b || strcmp(a->name, b->name) > 0)
        return true; /* the pair is counted in its other order */
    if (!vote) {
        const spare_vote fresh = { .service = st->match.v[i].service,
                                   .format = { a, b } };
        if (!vec_push(&st->vote, fresh))
            return false;
        vote = &st->vote.v[st->vote.n - 1];
    }
    compare_merits(st, i, k, vote->better);
    return true;
}

/* The same format must count on all sides.  If pairs of files disagree about
 * the better format, the majority decides. */
bool duplicate_vote_on(corr_store *st)
{
    bool ok = true;

    st->vote.n = 0;
    for (uint32_t i = 0; ok && has_sides(st) && i < st->input.n; i++)
        for (uint32_t k = 0; ok && is_comparable(st, i) && k < st->input.n; k++)
            ok = !is_rival(st, i, k) || add_vote(st, i, k);
    return ok;
}

/* ---- duplicates of an input ----------------------------------------- */

/* The first segment of a kind that has rows; NULL: there is no such segment. */
static const segment *segment_of(const input *in, corr_str kind)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const kind_row *k = &in->kind.v[g->kind];
        if ((g->n || g->only.rows) && !(k->flags & CORR_KIND_CONTEXT) &&
            corr_str_eq(input_text(in, k->name), kind))
            return g;
    }
    return NULL;
}

SORT_BY(loss_by_start, loss_row, ASC(from))

/* Merges runs that touch; returns their total length. */
static int64_t unite_runs(duplicate_times *s)
{
    int64_t length = 0;
    size_t n = 0;

    vec_sort(&s->run, loss_by_start);
    for (size_t i = 0; i < s->run.n; i++) {
        const loss_row r = s->run.v[i];
        if (n && r.from <= s->run.v[n - 1].to)
            s->run.v[n - 1].to = max_i64(s->run.v[n - 1].to, r.to);
        else
            s->run.v[n++] = r;
    }
    s->run.n = n;
    for (size_t i = 0; i < n; i++)
        length =
            add_clamped(length, sub_clamped(s->run.v[i].to, s->run.v[i].from));
    return length;
}

/* All of a part gives way to the whole. */
static bool give_way_to_whole(duplicate_times *s, const corr_store *st,
                              uint32_t i, corr_str kind, const bool *only)
{
    const input *in = store_input(st, i);
    const uint32_t whole = selected_part_whole(st, i, kind, only);

    *s = (duplicate_times){ .by = i };
    if (whole == NO_WHOLE)
        return true;
    *s = (duplicate_times){ .by = whole, .most = true };
    return vec_push(&s->run, ((loss_row){ in->from, in->to }));
}

bool duplicate_of(duplicate_times *s, const corr_store *st, uint32_t i,
                  corr_str kind, const bool *only)
{
    if (store_input(st, i)->fetched.is_part)
        return give_way_to_whole(s, st, i, kind, only);
    const input *in = store_input(st, i);
    const segment *g = is_comparable(st, i) ? segment_of(in, kind) : NULL;

    *s = (duplicate_times){ .by = i };
    for (uint32_t k = 0; g && k < st->input.n; k++) {
        const input *other = store_input(st, k);
        const bool rivals = (!only || only[k]) && is_rival(st, i, k);
        const segment *h = rivals ? segment_of(other, kind) : NULL;
        if (!h || in->kind.v[g->kind].unit != other->kind.v[h->kind].unit ||
            !gives_way(st, i, k))
            continue;
        if (!s->run.n &&
            spans_told(&st->spans, st->match.v[i].proc) != PROC_TOLD_ONE)
            return true;
        s->by = s->run.n ? s->by : k;
        const loss_row r = { max_i64(in->from, other->from),
                             min_i64(in->to, other->to) };
        if (!vec_push(&s->run, r))
            return false;
    }
    s->most =
        unite_runs(s) >= sub_clamped(in->to, in->from) / 5 * 4 && s->run.n;
    return true;
}

void duplicate_clear(duplicate_times *s)
{
    vec_free(&s->run);
}

/* A run includes the instant at which it ends. */
bool duplicate_has(const duplicate_times *s, const segment *g, size_t row)
{
    const int64_t t = g->time ? g->time[row] : CORR_NO_TIME;

    if (t == CORR_NO_TIME)
        return s->most;
    for (size_t i = 0; i < s->run.n; i++)
        if (t >= s->run.v[i].from && t <= s->run.v[i].to)
            return true;
    return false;
}

bool duplicate_left(const duplicate_times *s, int64_t from, int64_t to,
                    loss_row *left)
{
    for (size_t i = 0; i < s->run.n && s->run.v[i].from < to; i++) {
        if (from < s->run.v[i].from) {
            to = s->run.v[i].from;
            break;
        }
        from = max_i64(from, s->run.v[i].to);
    }
    *left = (loss_row){ from, to };
    return from < to;
}

/* ---- what is said about them ---------------------------------------- */

/* Adds the samples of a kind that an input has in these times. */
static void add_meanwhile(duplicates *sum, unsigned which, const corr_store *st,
                          uint32_t i, const duplicate_times *s, corr_str kind)
{
    const input *in = store_input(st, i);

    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *g = &in->segment.v[k];
        if (!corr_str_eq(input_text(in, in->kind.v[g->kind].name), kind))
            continue;
        for (size_t row = 0; row < g->n; row++) {
            if (!duplicate_has(s, g, row))
                continue;
            sum->cost[which] += (double)segment_value(g, row);
            sum->n[which] = add_clamped(sum->n[which], segment_obs(g, row));
        }
    }
}

/* Adds what both recordings have of the time that they share. */
static void add_both(duplicates *sum, const corr_store *st, uint32_t i,
                     uint32_t by, corr_str kind)
{
    const input *in = store_input(st, i), *other = store_input(st, by);
    loss_row shared = { max_i64(in->from, other->from),
                        min_i64(in->to, other->to) };
    const int64_t length = sub_clamped(shared.to, shared.from);
    const duplicate_times times = {
        .run = { .v = &shared, .n = 1 },
        .most = length >= sub_clamped(in->to, in->from) / 5 * 4 &&
                length >= sub_clamped(other->to, other->from) / 5 * 4,
    };

    add_meanwhile(sum, 0, st, i, &times, kind);
    add_meanwhile(sum, 1, st, by, &times, kind);
}

void duplicate_note(duplicates *sum, const corr_store *st, uint32_t in,
                    const duplicate_times *s, corr_str kind, bool whole)
{
    if (store_input(st, in)->fetched.is_part) {
        if (sum->parts++ == 0) {
            sum->part = corr_str_of(store_input(st, in)->file.path);
            sum->of_whole = corr_str_of(store_input(st, s->by)->file.path);
        }
        return;
    }
    if (sum->whole + sum->partly == 0) {
        sum->of = corr_str_of(store_input(st, in)->file.path);
        sum->by = corr_str_of(store_input(st, s->by)->file.path);
    }
    sum->whole += whole;
    sum->partly += !whole;
    add_both(sum, st, in, s->by, kind);
}

void duplicate_note_alone(duplicates *sum, const corr_store *st, uint32_t in)
{
    if (sum->alone++ == 0)
        sum->only = corr_str_of(store_input(st, in)->file.path);
}

/* Returns the relative difference of the cost, or 0 if it is small, or may be
 * chance. */
static double difference_of(const duplicates *sum)
{
    static const double least = 0.05;

    if (!(sum->cost[0] > 0 && sum->cost[1] > 0 && sum->n[0] > 0 &&
          sum->n[1] > 0))
        return 0;
    const double apart = sum->cost[0] / sum->cost[1] - 1;
    const double chance =
        2 * sqrt(1 / (double)sum->n[0] + 1 / (double)sum->n[1]);
    return fabs(apart) >= fmax(least, chance) ? apart : 0;
}

void duplicate_remark(const duplicates *sum, remarks *r, unsigned side)
{
    const uint32_t n = sum->whole + sum->partly;
    const double apart = difference_of(sum);

    if (sum->parts)
        remark_add(r, .rule = REMARK_PART, .side = side, .n = sum->parts,
                   .a = sum->part, .b = sum->of_whole);
    if (sum->alone)
        remark_add(r, .rule = REMARK_PART_ALONE, .side = side, .n = sum->alone,
                   .a = sum->only);
    if (n)
        remark_add(
            r, .rule = sum->whole ? REMARK_DUPLICATE : REMARK_DUPLICATE_PARTLY,
            .side = side, .n = n, .a = sum->of, .b = sum->by);
    if (n && apart != 0)
        remark_add(r, .rule = REMARK_DUPLICATE_DIFFERS, .side = side, .n = n,
                   .a = sum->of, .b = sum->by,
                   .c = remark_words(r, "%.0f%% %s", 100 * fabs(apart),
                                     apart > 0 ? "more" : "less"));
}

static bool warn_duplicate(corr_store *st, uint32_t i, uint32_t by)
{
    return remark_warn(st, .rule = REMARK_SAMPLED_TWICE,
                       .a = corr_str_of(store_input(st, i)->file.path),
                       .b = corr_str_of(store_input(st, by)->file.path));
}

bool duplicate_say(corr_store *st)
{
    const bool has_spans = st->spans.at.n > 1; /* [0] is nil */
    bool ok = true;

    for (uint32_t i = 0; ok && has_spans && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        bool said = false;
        if (in->fetched.is_part || !duplicate_rivals(st, i))
            continue;
        for (size_t g = 1; ok && !said && g < in->segment.n; g++) {
            const kind_row *k = &in->kind.v[in->segment.v[g].kind];
            duplicate_times s;
            ok = duplicate_of(&s, st, i, input_text(in, k->name), NULL);
            said = ok && s.run.n > 0;
            ok = ok && (!said || warn_duplicate(st, i, s.by));
            duplicate_clear(&s);
        }
    }
    return ok;
}
