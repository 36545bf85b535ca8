/*
 * sides_twice - recordings of one process at the same time, whose cost counts
 * twice (methods 0).
 *
 * Only those are told of which it is known: replicas of a service are not
 * copies of one, and may look alike in all but their instance, or host and
 * process number.
 */
#include <stdlib.h>

#include "base.h"
#include "sides.h"

typedef struct ran {
    uint32_t proc;
    int64_t from, to;
    int64_t shared; /* ns of it that others of the process ran, too */
} ran;

static int by_process(const void *va, const void *vb)
{
    const ran *a = va, *b = vb;

    if (a->proc != b->proc)
        return a->proc > b->proc ? 1 : -1;
    if (a->from != b->from)
        return a->from > b->from ? 1 : -1;
    return (a->to > b->to) - (a->to < b->to);
}

/* Whether something here says which process it is. */
static bool is_identified(const corr_store *st, uint32_t proc)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        for (uint32_t p = 1; p < in->proc.n; p++) {
            const proc_row *row = &in->proc.v[p];
            if (spans_proc(&st->spans, i, p) == proc &&
                (row->instance || (row->host && row->pid)))
                return true;
        }
    }
    return false;
}

static size_t list_runs(const sides *s, const side *d, ran *r)
{
    size_t n = 0;

    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        if (f->proc && !s->st->tie.v[f->input].guessed &&
            f->from != CORR_NO_TIME && f->to > f->from)
            r[n++] = (ran){ f->proc, f->from, f->to, 0 };
    }
    qsort(r, n, sizeof *r, by_process);
    return n;
}

/* Those of which others ran half of the time. */
static uint32_t count_shared(const corr_store *st, ran *r, size_t n)
{
    uint32_t found = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1;
             k < n && r[k].proc == r[i].proc && r[k].from < r[i].to; k++) {
            const int64_t both = min_i64(r[i].to, r[k].to) - r[k].from;
            r[i].shared += both;
            r[k].shared += both;
        }
    for (size_t i = 0; i < n; i++)
        found += r[i].shared >= (r[i].to - r[i].from) / 2 && r[i].shared > 0 &&
                 is_identified(st, r[i].proc);
    return found;
}

bool sides_count_twice(sides *s)
{
    for (unsigned w = 0; w < 2 && !s->standing && !s->q[0].nchosen; w++) {
        side *d = &s->side[w];
        ran *r = corr_arena_new(&s->arena, ran, d->file.n + 1);
        if (!r)
            return false;
        d->facts.twice = count_shared(s->st, r, list_runs(s, d, r));
    }
    return true;
}
