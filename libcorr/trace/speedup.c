#include "trace/speedup.h"

#include "base/base.h"

bool speedup_init(retime *t, const critical_span *s, uint32_t n, uint32_t root,
                  double tolerance)
{
    *t = (retime){ .s = s, .root = root, .tolerance = tolerance };
    t->length = corr_arena_new(&t->arena, int64_t, n);
    t->end = corr_arena_new(&t->arena, int64_t, n);
    t->changed = corr_arena_new(&t->arena, bool, n);
    t->heap = corr_arena_new(&t->arena, uint32_t, n);
    return t->length && t->end && t->changed && t->heap;
}

void speedup_clear(retime *t)
{
    corr_arena_clear(&t->arena);
}

/* ---- children that have ended, earliest first ------------------------- */

static bool is_before(const retime *t, uint32_t a, uint32_t b)
{
    const int64_t one = t->s[a].to;
    const int64_t other = t->s[b].to;

    return one < other || (one == other && a < b);
}

static void heap_push(const retime *t, uint32_t *n, uint32_t child)
{
    uint32_t *heap = t->heap;
    uint32_t at = (*n)++;

    while (at && is_before(t, child, heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = child;
}

static uint32_t heap_pop(const retime *t, uint32_t *n)
{
    uint32_t *heap = t->heap;
    const uint32_t first = heap[0];
    const uint32_t moved = heap[--*n];
    uint32_t at = 0;

    for (uint32_t next = 1; next < *n; next = 2 * at + 1) {
        if (next + 1 < *n && is_before(t, heap[next + 1], heap[next]))
            next++;
        if (!is_before(t, heap[next], moved))
            break;
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = moved;
    return first;
}

/* ---- one span ---------------------------------------------------------- */

static bool may_block(const critical_span *c)
{
    return !c->nonblocking && !c->dropped;
}

/* A parent and its children that have ended so far. */
typedef struct so_far {
    double fraction; /* of own time; negative: unchanged */
    int64_t slack;
    uint32_t waiting, pending; /* number in the heap; next child to push */
    bool any;
    int64_t last; /* old end of the last child */
    int64_t end;  /* new end that the next child waits for */
} so_far;

static int64_t own_time(const so_far *f, int64_t ns)
{
    return f->fraction < 0 || ns <= 0
               ? ns
               : (int64_t)((double)ns * f->fraction + 0.5);
}

/* Processes the children that had ended at `start`. */
static void pop_ended(retime *t, so_far *f, uint32_t until, int64_t start,
                      bool barrier)
{
    const critical_span *s = t->s;

    for (; f->pending < until && s[f->pending].from < start;
         f->pending = s[f->pending].end_index)
        if (may_block(&s[f->pending]))
            heap_push(t, &f->waiting, f->pending);
    while (f->waiting && s[t->heap[0]].to <= add_clamped(start, f->slack)) {
        const uint32_t c = heap_pop(t, &f->waiting);
        const bool later = !f->any || s[c].to > f->last;
        if (!f->any || (later && !barrier))
            f->end = t->end[c];
        else if (barrier || s[c].to == f->last)
            f->end = max_i64(f->end, t->end[c]);
        if (later)
            f->last = s[c].to;
        f->any = true;
    }
}

/* The new length of span i; its children have their new lengths. */
static int64_t new_length(retime *t, uint32_t i, double fraction, bool barrier)
{
    const critical_span *s = t->s;
    const uint32_t stop = s[i].end_index;
    so_far f = { .fraction = fraction, .pending = i + 1 };
    int64_t last = s[i].from;
    int64_t end = 0;

    f.slack = (int64_t)((double)(s[i].end - s[i].start) * t->tolerance);
    for (uint32_t c = i + 1; c < stop; c = s[c].end_index)
        if (may_block(&s[c]))
            f.slack = max_i64(f.slack, critical_uncertainty(&s[i], &s[c]));
    for (uint32_t c = i + 1; c < stop; c = s[c].end_index) {
        if (!may_block(&s[c]))
            continue;
        pop_ended(t, &f, c, s[c].from, barrier);
        const int64_t start =
            f.any ? add_clamped(f.end, own_time(&f, s[c].from - f.last))
                  : own_time(&f, s[c].from - s[i].from);
        t->end[c] = add_clamped(start, t->length[c]);
        end = max_i64(end, t->end[c]);
        last = max_i64(last, s[c].to);
    }
    return add_clamped(end, own_time(&f, s[i].to - last));
}

/* The factor of the own time of span i.  Between the calls of a span that stands
 * for many its parent worked. */
static double own_factor(const critical_span *s, uint32_t i, const uint32_t *of,
                         uint32_t which, double fraction)
{
    const int64_t length = sub_clamped(s[i].end, s[i].start);
    const double mine = of[i] == which ? fraction : 1;

    if (!s[i].many || length <= 0)
        return mine;
    const double idle =
        (double)span_summary_idle(s[i].many, length) / (double)length;
    const bool up = s[i].up != CRITICAL_NONE && of[s[i].up] == which;
    return (1 - idle) * mine + idle * (up ? fraction : 1);
}

int64_t speedup_length(retime *t, const uint32_t *of, uint32_t which,
                       double fraction, bool barrier)
{
    const critical_span *s = t->s;

    for (uint32_t i = t->root; i < s[t->root].end_index; i++)
        t->changed[i] = false;
    for (uint32_t i = s[t->root].end_index; i-- > t->root;) {
        const double factor = own_factor(s, i, of, which, fraction);
        const bool mine = factor < 1 || of[i] == which;
        t->length[i] = sub_clamped(s[i].to, s[i].from);
        if (!may_block(&s[i]) || (!mine && !t->changed[i]))
            continue;
        t->length[i] = new_length(t, i, mine ? factor : -1, barrier);
        if (i != t->root)
            t->changed[s[i].up] = true;
    }
    return t->length[t->root];
}
