/*
 * select_duplicates - the recordings of a process that count only where no
 * other recording of it does.
 */
#include "select/select_private.h"

/* Whether an input has a requested row that another input may duplicate.
 * States are of an instant, and sums since a start are subtracted: no other
 * input shares their time. */
static bool has_requested_rows(selection *s, uint32_t i)
{
    const input *in = store_input(s->st, i);
    bool found = false;
    verdicts v = { 0 };

    if (!select_takes(s->st, s->q, i))
        return false;
    s->no_memory |= !filter_judge(&s->filter, i, &v);
    for (uint32_t k = 1; k < in->segment.n && !s->no_memory; k++) {
        const segment *g = &in->segment.v[k];
        if (!select_is_of_kind(s, in, g))
            continue;
        if (in->kind.v[g->kind].flags &
            (CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE))
            return false;
        for (size_t row = 0; row < g->n && !found; row++)
            found = select_part_asked(s, &v, in, g, row) > 0;
    }
    return found;
}

/* Whether a part of an input can be left out; samples without times cannot be
 * split. */
static bool is_divisible(const selection *s, uint32_t i)
{
    const input *in = store_input(s->st, i);

    for (uint32_t k = 1; k < in->segment.n; k++)
        if (select_is_of_kind(s, in, &in->segment.v[k]) &&
            !in->segment.v[k].time && in->segment.v[k].n)
            return false;
    return true;
}

bool select_is_duplicate_row(const selection *s, uint32_t i, const segment *g,
                             size_t row)
{
    const duplicate_times *others =
        s->sel->duplicate ? &s->sel->duplicate[i] : NULL;

    return others && others->run.n && duplicate_has(others, g, row);
}

void select_find_duplicates(selection *s)
{
    const size_t n = s->st->input.n;
    corr_sel *sel = s->sel;
    bool *asked = corr_arena_new(&sel->arena, bool, n + 1);

    sel->duplicate = corr_arena_new(&sel->arena, duplicate_times, n + 1);
    s->no_memory |= !asked || !sel->duplicate;
    for (uint32_t i = 0; i < n && !s->no_memory; i++)
        asked[i] = duplicate_rivals(s->st, i) && has_requested_rows(s, i);
    for (uint32_t i = 0; i < n && !s->no_memory; i++) {
        duplicate_times *one = &sel->duplicate[i];
        if (asked[i] && !select_part_counts(s, i, sel->facts.kind) &&
            !duplicate_of(one, s->st, i, s->sel->facts.kind, asked))
            s->no_memory = true;
        if (!one->run.n || (!one->most && !is_divisible(s, i))) {
            one->run.n = 0;
            continue;
        }
        duplicate_note(&sel->counts.duplicate, s->st, i, one,
                       s->sel->facts.kind, one->most);
    }
}
