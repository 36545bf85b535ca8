#include "trace/critical_path.h"

#include <assert.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"

/* Largest differences of two clocks (corr-methods 1.7, defaults). */
static const int64_t across_hosts_ns = 5000000;
static const int64_t whole_ms_ns = 1000000;

int64_t critical_uncertainty(const critical_span *a, const critical_span *b)
{
    int64_t u = 0;

    if (a->host && b->host ? a->host != b->host : a->proc != b->proc)
        u = across_hosts_ns;
    if (a->whole_ms || b->whole_ms)
        u = max_i64(u, whole_ms_ns);
    return u;
}

static int64_t part_of_length(const critical_span *s, double share)
{
    return (int64_t)((double)sub_clamped(s->end, s->start) * share);
}

/* ---- cleaning (3.1) -------------------------------------------------- */

/* Whether the parent waits for the child.  The server half of a call often ends
 * after the client has its answer.  A failed parent waited for children that
 * end after it. */
static bool is_blocking(const critical_span *up, const critical_span *c)
{
    if (c->follows ||
        (c->kind == CORR_SPAN_CONSUMER && up->kind == CORR_SPAN_PRODUCER))
        return false;
    if (c->kind == CORR_SPAN_SERVER && up->kind == CORR_SPAN_CLIENT &&
        !up->failed)
        return true;
    if (up->unfinished || c->no_start)
        return true;
    if (c->start >= up->end)
        return false;
    const int64_t slack =
        max_i64(part_of_length(up, 0.01), critical_uncertainty(up, c));
    return up->failed || sub_clamped(c->end, up->end) <= slack;
}

static bool lies_outside(const critical_span *up, const critical_span *c)
{
    if (c->start == c->end) /* a point on the edge is inside */
        return c->end < up->from || c->start > up->to;
    return c->end <= up->from || c->start >= up->to;
}

static void clean_span(critical *c, critical_span *s, uint32_t i)
{
    critical_span *me = &s[i];
    const critical_span *up = me->up == CRITICAL_NONE ? NULL : &s[me->up];

    me->from = me->start;
    me->to = me->end;
    me->nonblocking = up && up->nonblocking;
    me->dropped = up && up->dropped;
    if (!up || me->nonblocking || me->dropped)
        return;
    if (!is_blocking(up, me)) {
        me->nonblocking = true;
        c->nonblocking++;
        return;
    }
    if (up->unfinished || me->unfinished)
        return;
    if (lies_outside(up, me)) {
        me->dropped = true;
        c->dropped++;
        return;
    }
    me->from = max_i64(me->start, up->from);
    me->to = min_i64(me->end, up->to);
    const int64_t cut = sub_clamped(sub_clamped(me->end, me->start),
                                    sub_clamped(me->to, me->from));
    if (cut > 0) {
        c->clipped++;
        c->clipped_ns = add_clamped(c->clipped_ns, cut);
    }
}

/* Adds ns of its parent's time that a child covers; where the child stands for
 * many calls, between them none may have run. */
static void add_covered(critical_span *me, const critical_span *child,
                        int64_t ns)
{
    const int64_t length = sub_clamped(child->end, child->start);
    const int64_t idle = span_summary_idle(child->many, length);
    const int64_t least =
        child->many ? length - span_summary_least(child->many, length) : 0;

    me->covered = add_clamped(me->covered, ns - min_i64(idle, ns));
    me->covered_least = add_clamped(me->covered_least, ns - min_i64(least, ns));
    me->covered_most = add_clamped(me->covered_most, ns);
}

/* The calls of a span that stands for many have the calls of its children: their
 * sums are compared. */
static void cover_many(critical_span *s, critical_span *me)
{
    const int64_t busy = critical_busy(me);
    int64_t sum = 0, least = 0;

    for (uint32_t k = (uint32_t)(me - s) + 1; k < me->end_index;
         k = s[k].end_index) {
        const int64_t child = critical_busy(&s[k]);
        me->children++;
        sum = add_clamped(sum, child);
        least =
            add_clamped(least, s[k].many ? span_summary_least(s[k].many, busy)
                                         : min_i64(child, busy));
    }
    me->covered = me->covered_most = min_i64(sum, busy);
    me->covered_least = min_i64(least, busy);
}

/* Computes the time of span i that children of any kind cover; children come by
 * start. */
static void cover_span(critical_span *s, uint32_t i)
{
    critical_span *me = &s[i];
    int64_t done = me->start;

    me->covered = me->covered_least = me->covered_most = 0;
    me->children = 0;
    if (me->many) {
        cover_many(s, me);
        return;
    }
    for (uint32_t k = i + 1; k < me->end_index; k = s[k].end_index) {
        const int64_t from = max_i64(s[k].start, done);
        const int64_t to = min_i64(s[k].end, me->end);
        me->children++;
        if (to > from) {
            add_covered(me, &s[k], sub_clamped(to, from));
            done = to;
        }
    }
}

/* ---- the walk back (3.2) --------------------------------------------- */

/* A blocking child of a span on the path, cut to the piece that matters. */
typedef struct blocker {
    int64_t start, end, slack;
    uint64_t id;
    uint32_t span;
} blocker;

/* A span on the path: the rest [a, t) of its piece, and its blockers. */
typedef struct step {
    int64_t a, t;
    uint32_t span;
    size_t first, n, next; /* indices in blocker and start */
} step;

typedef struct walk {
    critical *c;
    critical_span *s;
    double tolerance;
    vec(step) step;
    vec(blocker) blocker; /* of all steps, latest end first */
    vec(int64_t) start;   /* the same children's starts, ascending */
} walk;

SORT_BY(later_end, blocker, DESC(end), DESC(start), ASC(id))

static bool enter_span(walk *w, uint32_t span, int64_t a, int64_t b)
{
    const critical_span *me = &w->s[span];
    const int64_t slack = part_of_length(me, w->tolerance);
    step now = { .a = a, .t = b, .span = span, .first = w->blocker.n };

    for (uint32_t k = span + 1; k < me->end_index; k = w->s[k].end_index) {
        const critical_span *child = &w->s[k];
        const blocker cut = { max_i64(child->from, a), min_i64(child->to, b),
                              max_i64(slack, critical_uncertainty(me, child)),
                              child->id, k };
        if (child->nonblocking || child->dropped || cut.start >= cut.end)
            continue;
        if (!vec_push(&w->blocker, cut) || !vec_push(&w->start, cut.start))
            return false;
    }
    now.next = now.first;
    now.n = w->blocker.n - now.first;
    if (now.n) {
        qsort(w->blocker.v + now.first, now.n, sizeof *w->blocker.v, later_end);
    }
    return vec_push(&w->step, now);
}

/* The number of children of a step that run at some time in [from, to):
 * children that begin before its end minus children that end before its
 * start. */
static uint32_t count_running(const walk *w, const step *at, int64_t from,
                              int64_t to)
{
    const int64_t *start = w->start.v + at->first;
    const blocker *end = w->blocker.v + at->first;
    size_t begun = 0, alive = 0;

    LOWER_BOUND(begun, at->n, i, start[i] < to);
    LOWER_BOUND(alive, at->n, i, end[i].end > from);
    return (uint32_t)(begun - (at->n - alive));
}

/* Between the calls of a span that stands for many its parent worked: the last
 * part of [from, to) is the parent's. */
static bool split_section(walk *w, const critical_span *s, int64_t from,
                          int64_t *to)
{
    const int64_t length = sub_clamped(s->end, s->start);
    const int64_t idle = span_summary_idle(s->many, length);
    const int64_t cut =
        length > 0
            ? (int64_t)((double)(*to - from) * ((double)idle / (double)length))
            : 0;
    const corr_section rest = { s->up, *to - cut, *to, 0 };

    if (cut <= 0 || s->up == CRITICAL_NONE)
        return true;
    *to = rest.from;
    w->s[s->up].critical = add_clamped(w->s[s->up].critical, cut);
    return vec_push(&w->c->section, rest);
}

/* Adds [from, to) as the span's own time.  Sections come last to first. */
static bool add_own_section(walk *w, const step *at, int64_t from, int64_t to)
{
    critical_span *s = &w->s[at->span];

    if (from >= to || (s->unfinished && s->no_start))
        return true;
    if (s->many && !split_section(w, s, from, &to))
        return false;
    if (from >= to)
        return true;
    const uint32_t running = at->n ? count_running(w, at, from, to) : 0;
    s->critical = add_clamped(s->critical, sub_clamped(to, from));
    s->running = running > s->running ? running : s->running;
    return vec_push(&w->c->section,
                    ((corr_section){ at->span, from, to, running }));
}

/* Moves to the child that the top step waited for, or finishes the step. */
static bool advance_step(walk *w)
{
    step *at = &w->step.v[w->step.n - 1];

    /* Time only decreases, so a child that does not fit now never will. */
    while (at->next < at->first + at->n) {
        const blocker b = w->blocker.v[at->next++];
        if (b.start >= at->t || b.end > add_clamped(at->t, b.slack))
            continue;
        const int64_t end = min_i64(b.end, at->t);
        if (!add_own_section(w, at, end, at->t))
            return false;
        at->t = b.start;
        return enter_span(w, b.span, b.start, end);
    }
    const step done = *at;
    if (!add_own_section(w, &done, done.a, done.t))
        return false;
    w->blocker.n = w->start.n = done.first;
    w->step.n--;
    return true;
}

static void reverse_sections(corr_section *s, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const corr_section other = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = other;
    }
}

/* Whether the sections tile [a, b) without a gap, or with gaps where spans of
 * unknown times are on the path. */
static bool sections_tile(const critical *c, int64_t a, int64_t b)
{
    for (size_t i = 0; i < c->section.n; i++) {
        const corr_section s = c->section.v[i];
        if (s.from < a || (s.from > a && !c->is_partial) || s.to <= s.from)
            return false;
        a = s.to;
    }
    return a == b || (a < b && c->is_partial);
}

static bool walk_back(critical *c, critical_span *s, uint32_t root,
                      double tolerance)
{
    walk w = { .c = c, .s = s, .tolerance = tolerance };
    bool ok = enter_span(&w, root, s[root].from, s[root].to);

    while (ok && w.step.n)
        ok = advance_step(&w);
    vec_free(&w.step);
    vec_free(&w.blocker);
    vec_free(&w.start);
    if (!ok)
        return false;
    reverse_sections(c->section.v, c->section.n);
    assert(sections_tile(c, s[root].from, s[root].to));
    return true;
}

bool critical_of(critical *c, critical_span *s, uint32_t n, uint32_t root,
                 double tolerance)
{
    *c = (critical){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        s[i].critical = 0;
        s[i].running = 0;
        c->is_partial |= s[i].unfinished && s[i].no_start;
        clean_span(c, s, i);
        cover_span(s, i);
    }
    return root == CRITICAL_NONE || walk_back(c, s, root, tolerance);
}

void critical_clear(critical *c)
{
    vec_free(&c->section);
}
