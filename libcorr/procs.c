/* procs - see procs.h. */
#include "procs.h"

#include <stdlib.h>

/* One way in which a process that has spans is described. */
typedef struct face {
    const input *in;
    const proc_row *row;
    uint32_t proc;
} face;

typedef struct faces {
    vec(face) at;
} faces;

/* What a profile recorded of spans says nothing about other processes. */
static bool add_faces(faces *f, const spans *s, const input *in, uint32_t i)
{
    bool *has_spans = calloc(in->proc.n ? in->proc.n : 1, sizeof *has_spans);
    bool ok = has_spans != NULL;

    for (size_t k = 1; ok && k < in->span.n; k++)
        if (!(in->span.v[k].flags & CORR_SPAN_RECORDED))
            has_spans[in->span.v[k].proc] = true;
    for (uint32_t p = 1; ok && p < in->proc.n; p++)
        if (has_spans[p] && spans_proc(s, i, p))
            ok = vec_push(&f->at,
                          (face){ in, &in->proc.v[p], spans_proc(s, i, p) });
    free(has_spans);
    return ok;
}

/* Names that both have and that differ. */
static bool differ(const input *a, uint32_t x, const input *b, uint32_t y)
{
    return x && y && !corr_str_eq(input_text(a, x), input_text(b, y));
}

static bool may_be(const input *in, const proc_row *p, const face *f)
{
    const proc_row *q = f->row;

    if (p->service ? !q->service : p->pid == 0 || p->pid != q->pid)
        return false;
    return (!p->pid || !q->pid || p->pid == q->pid) &&
           !differ(in, p->service, f->in, q->service) &&
           !differ(in, p->instance, f->in, q->instance) &&
           !differ(in, p->host, f->in, q->host) &&
           !differ(in, p->container, f->in, q->container) &&
           !differ(in, p->pod, f->in, q->pod);
}

/* The process of an owner: its own if that has spans, else the only one that
 * it may be, else its own. */
static uint32_t choose(const faces *f, const input *in, const proc_row *p,
                       uint32_t own)
{
    uint32_t found = 0;

    for (size_t i = 0; i < f->at.n; i++)
        if (f->at.v[i].proc == own)
            return own;
    for (size_t i = 0; i < f->at.n; i++) {
        if (f->at.v[i].proc == found || !may_be(in, p, &f->at.v[i]))
            continue;
        if (found)
            return own;
        found = f->at.v[i].proc;
    }
    return found ? found : own;
}

bool procs_unite(spans *s, input *const *in, size_t n)
{
    faces f = { 0 };
    bool ok = true;

    for (uint32_t i = 0; ok && i < n; i++)
        ok = add_faces(&f, s, in[i], i);
    for (uint32_t i = 0; ok && i < n; i++) {
        const uint32_t owner = in[i]->owner;
        uint32_t *proc = &s->proc_of.v[s->proc_at.v[i] + owner];
        if (owner)
            *proc = choose(&f, in[i], &in[i]->proc.v[owner], *proc);
    }
    vec_free(&f.at);
    return ok;
}
