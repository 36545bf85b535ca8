/* trace_diff - what changed at each place of two traces (corr-methods 3.8). */
#include "corr_trace_diff.h"

#include "base/base.h"
#include "base/self_arena.h"
#include "trace/trace_places.h"

struct corr_trace_diff {
    corr_arena arena; /* owns this struct and the rows */
    const corr_waterfall *w[2];
    trace_places places;
    corr_trace_diff_facts facts;
    corr_trace_diff_row *row;
    int64_t *path[2]; /* [spans] own time on the path of the compared root */
};

const char *corr_span_change_name(corr_span_change c)
{
    static const char *const name[CORR_SPAN_CHANGE_COUNT] = {
        [CORR_SPAN_SAME] = "same",     [CORR_SPAN_SLOWER] = "slower",
        [CORR_SPAN_FASTER] = "faster", [CORR_SPAN_NEW] = "new",
        [CORR_SPAN_GONE] = "gone",     [CORR_SPAN_MORE] = "more",
        [CORR_SPAN_FEWER] = "fewer",   [CORR_SPAN_JOINED] = "on_path",
        [CORR_SPAN_LEFT] = "off_path", [CORR_SPAN_UNKNOWN] = "unknown",
    };

    return c < CORR_SPAN_CHANGE_COUNT ? name[c] : "same";
}

/* ---- a file of one trace --------------------------------------------------- */

static bool is_used_in(const input *in, unsigned group)
{
    return in->group == group && !in->err.code;
}

bool corr_lone_trace(const corr_store *st, unsigned group, corr_trace_id *id)
{
    bool found = false;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (is_used_in(in, group) && in->kind.n > 1)
            return false;
        for (uint32_t t = 1; is_used_in(in, group) && t < in->trace.n; t++) {
            const corr_trace_id its = in->trace.v[t].id;
            if (!in->trace.v[t].n)
                continue;
            if (found && (its.hi != id->hi || its.lo != id->lo))
                return false;
            *id = its;
            found = true;
        }
    }
    return found;
}

/* ---- the path of a root -------------------------------------------------- */

/* The own time on the path of a span that is not the root of its trace: the
 * path is walked in its subtree alone. */
static bool walk_subtree(corr_trace_diff *d, unsigned side, uint32_t root)
{
    const critical_span *from = d->w[side]->time;
    const uint32_t n = from[root].end_index - root;
    critical_span *time = corr_arena_new(&d->arena, critical_span, n);
    critical c = { 0 };

    if (!time)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        time[i] = from[root + i];
        time[i].up = i ? time[i].up - root : CRITICAL_NONE;
        time[i].end_index -= root;
    }
    const bool ok = critical_of(&c, time, n, 0, 0.01);
    for (uint32_t i = 0; ok && i < n; i++)
        d->path[side][root + i] = time[i].critical;
    critical_clear(&c);
    return ok;
}

static bool find_path(corr_trace_diff *d, unsigned side, uint32_t root)
{
    const corr_waterfall *w = d->w[side];

    d->path[side] = corr_arena_new(&d->arena, int64_t, w->n);
    if (!d->path[side])
        return false;
    if (root != w->facts.root)
        return walk_subtree(d, side, root);
    for (uint32_t i = 0; i < w->n; i++)
        d->path[side][i] = corr_waterfall_at(w, i).critical;
    return true;
}

/* ---- sums ----------------------------------------------------------------- */

/* A span without a start or an end is in no sum. The only one of a row has what
 * its children show, if its start is recorded. */
static void add_times(corr_trace_diff_part *sum, const corr_span_view *v)
{
    if (!v->unfinished) {
        sum->total = add_clamped(sum->total, v->busy);
        sum->self = add_clamped(sum->self, v->self);
    } else if (sum->spans == 1 && v->has_start) {
        sum->total = v->busy;
    }
    sum->untimed &= v->unfinished && !(sum->spans == 1 && v->has_start);
}

static void sum_part(const corr_trace_diff *d, const place *at, unsigned side,
                     corr_trace_diff_part *sum)
{
    *sum = (corr_trace_diff_part){ .first = at->first[side],
                                   .spans = at->spans[side],
                                   .untimed = at->spans[side] > 0 };
    for (uint32_t i = at->first[side]; i != CRITICAL_NONE;
         i = d->places.next[side][i]) {
        const corr_span_view v = corr_waterfall_at(d->w[side], i);
        if (i == at->first[side])
            sum->name = v.name;
        sum->calls = add_clamped(sum->calls, v.calls);
        add_times(sum, &v);
        sum->path = add_clamped(sum->path, d->path[side][i]);
        sum->failed += v.status == CORR_STATUS_ERROR;
        sum->untold |= v.untold;
        sum->unfinished |= v.unfinished;
    }
    sum->path_all = sum->path;
}

/* What the path waited for changed, but the span's own time did by less than
 * half of that: other spans ran meanwhile, on one side. */
static bool only_path_moved(int64_t path, int64_t self)
{
    return path > 0 ? self < path / 2 : self > path / 2;
}

static corr_span_change change_of(const corr_trace_diff_part side[2])
{
    const int64_t path = sub_clamped(side[1].path, side[0].path);
    const int64_t self = sub_clamped(side[1].self, side[0].self);

    if (!side[0].spans || !side[1].spans)
        return side[0].spans ? CORR_SPAN_GONE : CORR_SPAN_NEW;
    if (side[0].calls != side[1].calls)
        return side[0].calls < side[1].calls ? CORR_SPAN_MORE : CORR_SPAN_FEWER;
    if (side[0].unfinished || side[1].unfinished)
        return CORR_SPAN_UNKNOWN;
    if (path && only_path_moved(path, self))
        return path > 0 ? CORR_SPAN_JOINED : CORR_SPAN_LEFT;
    if (path || self)
        return (path ? path : self) > 0 ? CORR_SPAN_SLOWER : CORR_SPAN_FASTER;
    return CORR_SPAN_SAME;
}

/* Whether both rows changed in number by the same factor. */
static bool same_factor(const corr_trace_diff_row *a,
                        const corr_trace_diff_row *b)
{
    return (double)a->side[0].calls * (double)b->side[1].calls ==
           (double)a->side[1].calls * (double)b->side[0].calls;
}

static bool answers_for(const corr_trace_diff_row *up,
                        const corr_trace_diff_row *row)
{
    if (up->change != row->change)
        return false;
    switch (row->change) {
    case CORR_SPAN_NEW:
    case CORR_SPAN_GONE:
        return true;
    case CORR_SPAN_MORE:
    case CORR_SPAN_FEWER:
        return same_factor(up, row);
    case CORR_SPAN_SAME:
    case CORR_SPAN_SLOWER:
    case CORR_SPAN_FASTER:
    case CORR_SPAN_JOINED:
    case CORR_SPAN_LEFT:
    case CORR_SPAN_UNKNOWN:
    case CORR_SPAN_CHANGE_COUNT:
        break;
    }
    return false;
}

static void find_owner(corr_trace_diff *d, uint32_t i)
{
    corr_trace_diff_row *row = &d->row[i];

    row->owner = i;
    if (row->up == CRITICAL_NONE || !answers_for(&d->row[row->up], row))
        return;
    row->owner = d->row[row->up].owner;
    corr_trace_diff_row *owner = &d->row[row->owner];
    owner->owned++;
    for (unsigned s = 0; s < 2; s++) {
        owner->side[s].path_all =
            add_clamped(owner->side[s].path_all, row->side[s].path);
        row->side[s].path_all = 0;
    }
}

static bool is_row_same(const corr_trace_diff_row *row)
{
    return row->change == CORR_SPAN_SAME &&
           row->side[0].total == row->side[1].total &&
           row->side[0].failed == row->side[1].failed;
}

static void fill_row(corr_trace_diff *d, uint32_t i)
{
    const place *at = &d->places.place.v[i];
    corr_trace_diff_row *row = &d->row[i];
    corr_trace_diff_facts *f = &d->facts;
    const unsigned side = at->spans[1] > 0;

    *row = (corr_trace_diff_row){ .up = at->up,
                                  .depth = at->depth,
                                  .renamed = at->renamed,
                                  .together = at->together,
                                  .apart = at->apart };
    row->service = corr_waterfall_at(d->w[side], at->first[side]).service;
    for (unsigned s = 0; s < 2; s++) {
        sum_part(d, at, s, &row->side[s]);
        f->spans[s] += row->side[s].spans;
        f->calls[s] = add_clamped(f->calls[s], row->side[s].calls);
    }
    row->change = change_of(row->side);
    f->together += row->together;
    f->renamed += row->renamed;
    f->same = f->same && is_row_same(row) && !row->renamed;
    find_owner(d, i);
}

static void state_roots(corr_trace_diff *d, const uint32_t root[2])
{
    corr_trace_diff_facts *f = &d->facts;
    corr_span_view v[2];

    for (unsigned s = 0; s < 2; s++) {
        v[s] = corr_waterfall_at(d->w[s], root[s]);
        f->root[s] = root[s];
        f->length[s] = sub_clamped(v[s].end, v[s].start);
    }
    f->other = !corr_str_eq(v[0].name, v[1].name) ||
               !corr_str_eq(v[0].service, v[1].service);
    f->same = !f->other;
    f->swapped = d->places.swapped;
}

static bool make_trace_diff(corr_trace_diff *d, const uint32_t root[2])
{
    const bool whole =
        root[0] == d->w[0]->facts.root && root[1] == d->w[1]->facts.root;

    if (!trace_places_of(&d->places, d->w, root, whole))
        return false;
    d->row = corr_arena_new(&d->arena, corr_trace_diff_row, d->places.place.n);
    if (!d->row || !find_path(d, 0, root[0]) || !find_path(d, 1, root[1]))
        return false;
    state_roots(d, root);
    for (uint32_t i = 0; i < d->places.place.n; i++)
        fill_row(d, i);
    d->row[0].renamed = d->facts.other;
    return true;
}

corr_trace_diff *corr_trace_diff_of(const corr_waterfall *const w[2],
                                    const uint32_t root[2], corr_err *err)
{
    corr_trace_diff *d = self_arena_new(corr_trace_diff, err);

    if (!d)
        return NULL;
    d->w[0] = w[0];
    d->w[1] = w[1];
    const corr_code code =
        make_trace_diff(d, root) ? CORR_OK : corr_no_memory(err);
    return KEEP_IF(!code, d, corr_trace_diff_free);
}

corr_trace_diff_facts corr_trace_diff_facts_of(const corr_trace_diff *d)
{
    return d->facts;
}

uint32_t corr_trace_diff_size(const corr_trace_diff *d)
{
    return (uint32_t)d->places.place.n;
}

corr_trace_diff_row corr_trace_diff_at(const corr_trace_diff *d, uint32_t i)
{
    return d->row[i];
}

uint32_t corr_trace_diff_next(const corr_trace_diff *d, unsigned side,
                              uint32_t span)
{
    return d->places.next[side][span];
}

void corr_trace_diff_free(corr_trace_diff *d)
{
    if (!d)
        return;
    trace_places_clear(&d->places);
    self_arena_free(d);
}
