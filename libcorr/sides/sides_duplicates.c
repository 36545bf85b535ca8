/* sides_duplicates - counts the files of a side that recorded what another file
 * recorded: double_counted.h. */
#include "sides/sides.h"
#include "store/double_counted.h"

bool sides_remark_twice(sides *s)
{
    for (unsigned w = 0; w < 2 && !s->standing && !s->q[0].nchosen; w++) {
        side *d = &s->side[w];
        size_t n = 0;
        double_run *r = corr_arena_new(&s->arena, double_run, d->file.n + 1);
        if (!r)
            return false;
        for (size_t i = 0; i < d->file.n; i++) {
            const side_file *f = &d->file.v[i];
            n += double_add(s->st, f->input, f->from, f->to, &r[n]);
        }
        const uint32_t twice = double_among(s->st, r, n);
        if (twice)
            remark_add(&s->remarks, .rule = REMARK_TWICE, .side = w + 1,
                       .n = twice, .of = d->facts.files);
    }
    return true;
}
