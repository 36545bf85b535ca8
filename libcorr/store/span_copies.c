#include "store/span_copies.h"

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"

typedef struct candidate {
    corr_trace_id trace;
    uint64_t id;
    int64_t start, end;
    uint32_t input, row;
    uint32_t tie;   /* orders spans that are equal in all but their names */
    uint8_t side;   /* 1: callee's half of a shared id */
    uint8_t coarse; /* resolution: 0 ns, 1 us, 2 ms; the finest copy is used */
    bool several;   /* a file of another group has the span, too */
    bool is_vague;  /* its start tells nothing */
    unsigned group;
} candidate;

/* What is being listed. */
typedef struct copy_list {
    spans *s;
    const input *const *in;
    candidate *c;
    size_t n;
} copy_list;

/* Coarser than any export: spans that were written before they ended, and spans
 * from profiles, which know less of a span. */
enum { UNFINISHED = 3, RECORDED = 4 };

enum {
    ALIKE_MOST = 64,      /* records of one id that one is compared with */
    COARSEST_NS = 1000000 /* the coarsest unit of a start */
};

SORT_BY(candidate_by_trace, candidate, ASC(trace.hi), ASC(trace.lo))
SORT_BY(candidate_by_start, candidate, ASC(start), ASC(id), ASC(side), ASC(tie),
        ASC(end))
/* Records of one id are adjacent, those that a vague one may repeat before
 * it. */
SORT_BY(candidate_by_id, candidate, ASC(id), ASC(is_vague), ASC(start),
        ASC(coarse), DESC(end), ASC(input), ASC(row))

static uint8_t coarseness(const span_row *r)
{
    if (r->flags & CORR_SPAN_RECORDED)
        return RECORDED;
    stretch ran;
    if (!span_ran(r, &ran))
        return UNFINISHED;
    if (ran.from % 1000000 == 0 && ran.to % 1000000 == 0)
        return 2;
    return ran.from % 1000 == 0 && ran.to % 1000 == 0;
}

static size_t count_recorded(const candidate *c, size_t n)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        k += c[i].coarse == RECORDED;
    return k;
}

static void sort_candidates(candidate *c, size_t n,
                            int (*cmp)(const void *, const void *))
{
    size_t i = 1;

    while (i < n && cmp(&c[i - 1], &c[i]) <= 0)
        i++;
    if (i < n)
        qsort(c, n, sizeof *c, cmp);
}

/* ---- two records ----------------------------------------------------- */

static const span_row *row_of(const copy_list *l, const candidate *c)
{
    return &l->in[c->input]->span.v[c->row];
}

static corr_str name_of(const copy_list *l, const candidate *c)
{
    return input_text(l->in[c->input], row_of(l, c)->name);
}

static corr_str service_of(const copy_list *l, const candidate *c)
{
    const input *in = l->in[c->input];

    return input_text(in, in->proc.v[row_of(l, c)->proc].service);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Zipkin writes names in lower case.  An unknown name contradicts no other. */
static bool names_agree(corr_str a, corr_str b)
{
    size_t i = 0;

    if (!a.n || !b.n)
        return true;
    while (a.n == b.n && i < a.n && lower(a.p[i]) == lower(b.p[i]))
        i++;
    return a.n == b.n && i == a.n;
}

/* The side of a call that a kind of span is: 1 caller, 2 callee, 0 neither. */
static unsigned role_of(const copy_list *l, const candidate *c)
{
    const unsigned kind = row_of(l, c)->kind;

    if (kind == CORR_SPAN_CLIENT || kind == CORR_SPAN_PRODUCER)
        return 1;
    return kind == CORR_SPAN_SERVER || kind == CORR_SPAN_CONSUMER ? 2 : 0;
}

/* Most producers leave out the kind of an internal span. */
static bool kinds_agree(unsigned a, unsigned b)
{
    return a == b || a <= CORR_SPAN_INTERNAL || b <= CORR_SPAN_INTERNAL;
}

/* The unit of a time, ns. */
static int64_t unit_of(int64_t time)
{
    return time % COARSEST_NS == 0 ? COARSEST_NS : time % 1000 == 0 ? 1000 : 1;
}

/* Whether two starts are equal in the coarser of their units. */
static bool starts_agree(const candidate *a, const candidate *b)
{
    const int64_t unit = max_i64(unit_of(a->start), unit_of(b->start));
    const int64_t apart = sub_clamped(a->start, b->start);

    return apart < unit && apart > -unit;
}

/* Whether b repeats a.  A span may get its name while it runs. */
static bool is_copy(const copy_list *l, const candidate *a, const candidate *b)
{
    if (b->coarse == RECORDED)
        return a->side == b->side || a->coarse != RECORDED;
    if (a->side != b->side || (!b->is_vague && !starts_agree(a, b)) ||
        !kinds_agree(row_of(l, a)->kind, row_of(l, b)->kind) ||
        !names_agree(service_of(l, a), service_of(l, b)))
        return false;
    return a->coarse == UNFINISHED || b->coarse == UNFINISHED ||
           names_agree(name_of(l, a), name_of(l, b));
}

/* ---- records of one id ------------------------------------------------ */

/* Whether a copy is of another group.  A profile's copy counts for less than an
 * export, but not for less than another profile's. */
static bool is_of_another(const candidate *c, const candidate *used)
{
    return c->group != used->group &&
           (c->coarse != RECORDED || used->coarse == RECORDED);
}

/* A span that is written repeatedly while it runs ends later each time. */
static bool is_better(const candidate *a, const candidate *b)
{
    if (a->coarse != b->coarse)
        return a->coarse < b->coarse;
    if (a->end != b->end)
        return a->end > b->end;
    return a->input != b->input ? a->input < b->input : a->row < b->row;
}

static void merge_copy(candidate *used, const candidate *copy)
{
    const candidate old = *used;
    const bool swaps = is_better(copy, used);

    if (swaps)
        *used = *copy;
    used->side = old.side;
    used->several =
        old.several | is_of_another(swaps ? &old : copy, swaps ? copy : &old);
}

/* The record of c[0..n) that `copy` repeats, or NULL.  A record of a profile
 * repeats the span that ran when it began, else the last one. */
static candidate *find_original(const copy_list *l, candidate *c, size_t n,
                                const candidate *copy)
{
    candidate *found = NULL;

    for (size_t k = 0; k < n && k < ALIKE_MOST; k++) {
        candidate *x = &c[n - 1 - k];
        if (!copy->is_vague &&
            sub_clamped(copy->start, x->start) >= COARSEST_NS)
            break;
        if (!is_copy(l, x, copy))
            continue;
        if (!copy->is_vague ||
            (copy->start >= x->start && copy->start <= x->end))
            return x;
        found = found ? found : x;
    }
    return found;
}

/* Marks the callees of a call whose sides share the id: in Zipkin's habit both
 * report under one id. */
static void mark_halves(const copy_list *l, candidate *c, size_t n)
{
    const candidate *first[3] = { NULL };

    for (size_t i = n; i-- > 0;)
        if (c[i].coarse != RECORDED)
            first[role_of(l, &c[i])] = &c[i];
    const candidate *caller = first[1] ? first[1] : first[0];
    const unsigned callee = first[2] ? 2 : 0;
    if (!caller || (!first[2] && !first[1]))
        return;
    for (size_t i = 0; i < n; i++)
        if (c[i].coarse != RECORDED && role_of(l, &c[i]) == callee &&
            ((callee && first[1]) ||
             !names_agree(service_of(l, &c[i]), service_of(l, caller))))
            c[i].side = 1;
}

static void set_tie(const copy_list *l, candidate *c)
{
    const corr_str name = name_of(l, c), service = service_of(l, c);

    c->tie = (uint32_t)(corr_hash(name.p, name.n) +
                        3 * corr_hash(service.p, service.n));
}

/* Keeps the spans among records of one id; returns their number. */
static size_t keep_spans(copy_list *l, candidate *c, size_t n)
{
    size_t kept = 0, callees = 0;

    if (n > 1)
        mark_halves(l, c, n);
    for (size_t i = 0; i < n; i++) {
        candidate *original = find_original(l, c, kept, &c[i]);
        if (original)
            merge_copy(original, &c[i]);
        else
            c[kept++] = c[i];
    }
    for (size_t i = 0; kept > 1 && i < kept; i++) {
        callees += c[i].side;
        set_tie(l, &c[i]);
    }
    l->s->reused += callees > 1 || kept - callees > 1;
    return kept;
}

/* ---- traces ------------------------------------------------------------ */

/* Whether a few spans have different ids, found without sorting. */
static bool are_different(const candidate *c, size_t n)
{
    enum { FEW = 32 };

    for (size_t i = 1; n <= FEW && i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (c[i].id == c[k].id)
                return false;
    return n <= FEW;
}

static size_t drop_copies(copy_list *l, candidate *c, size_t n)
{
    size_t kept = 0, end;

    sort_candidates(c, n, candidate_by_id);
    for (size_t at = 0; at < n; at = end) {
        for (end = at + 1; end < n && c[end].id == c[at].id;)
            end++;
        const size_t left = keep_spans(l, c + at, end - at);
        if (kept < at)
            memmove(c + kept, c + at, left * sizeof *c);
        kept += left;
    }
    return kept;
}

/* Where the records of the trace of record `at` end. */
static size_t trace_end(const candidate *c, size_t n, size_t at)
{
    size_t end = at + 1;

    while (end < n && candidate_by_trace(&c[at], &c[end]) == 0)
        end++;
    return end;
}

/* Merges the copies of each trace.  Inputs list spans trace by trace, so most
 * sorts find the spans in order. */
static void fold_traces(copy_list *l)
{
    size_t kept = 0, end;

    for (size_t at = 0; at < l->n; at = end) {
        candidate *c = l->c + at;
        end = trace_end(l->c, l->n, at);
        size_t left = end - at;
        if (!are_different(c, left))
            left = drop_copies(l, c, left);
        sort_candidates(c, left, candidate_by_start);
        if (kept < at)
            memmove(l->c + kept, c, left * sizeof *c);
        kept += left;
    }
    l->n = kept;
}

/* ---- halves of trace ids ------------------------------------------------ */

typedef struct half_key {
    uint64_t lo, id; /* of a trace id; of a span */
} half_key;

/* Ties between traces of 64 bits and those of 128 with the same low half. */
typedef struct half_ties {
    const copy_list *l;
    corr_map low;    /* low half of a 64-bit id -> its first record */
    corr_map ids;    /* half_key of a 64-bit trace -> one of its records */
    corr_map wide;   /* half_key of a 128-bit trace -> one of its records */
    uint32_t *whole; /* [records] first record of a 64-bit trace -> 1 + a record
                        of the trace that it belongs to; UINT32_MAX: several */
} half_ties;

static uint32_t *key_slot(corr_map *m, const candidate *c, uint64_t id,
                          bool *is_new)
{
    const half_key key = { c->trace.lo, id };

    return corr_map_bytes(m, &key, sizeof key, is_new);
}

/* Adds record `at` to a map of spans.  An id of several traces leads nowhere. */
static bool add_key(const copy_list *l, corr_map *m, uint32_t at)
{
    bool is_new;
    uint32_t *slot = key_slot(m, &l->c[at], l->c[at].id, &is_new);

    if (slot && is_new)
        *slot = at;
    else if (slot && *slot != UINT32_MAX &&
             candidate_by_trace(&l->c[*slot], &l->c[at]) != 0)
        *slot = UINT32_MAX;
    return slot != NULL;
}

static void tie_half(half_ties *t, uint32_t half, uint32_t whole)
{
    const candidate *c = t->l->c;
    uint32_t *to = &t->whole[half];

    if (!*to)
        *to = whole + 1;
    else if (*to != UINT32_MAX &&
             candidate_by_trace(&c[*to - 1], &c[whole]) != 0)
        *to = UINT32_MAX;
}

/* Ties the trace of record i to the other half that has this id. */
static bool tie_id(half_ties *t, size_t i, uint64_t id)
{
    const candidate *c = &t->l->c[i];
    const uint32_t *half = corr_map_find_u64(&t->low, c->trace.lo);
    bool is_new = false;

    if (!id)
        return true;
    /* A key that was not there stays, and leads nowhere. */
    uint32_t *slot = key_slot(c->trace.hi ? &t->ids : &t->wide, c, id, &is_new);
    if (!slot)
        return false;
    if (is_new)
        *slot = UINT32_MAX;
    if (half && *slot != UINT32_MAX && c->group == t->l->c[*slot].group)
        tie_half(t, *half, c->trace.hi ? (uint32_t)i : *slot);
    return true;
}

static bool find_ties(half_ties *t)
{
    const copy_list *l = t->l;
    bool ok = true, is_new;
    size_t i = 0;

    for (; ok && i < l->n && !l->c[i].trace.hi; i++) {
        uint32_t *slot = corr_map_u64(&t->low, l->c[i].trace.lo, &is_new);
        ok = slot && add_key(l, &t->ids, (uint32_t)i);
        if (ok && is_new)
            *slot = (uint32_t)i;
    }
    for (size_t k = i; ok && k < l->n; k++)
        if (corr_map_find_u64(&t->low, l->c[k].trace.lo))
            ok = add_key(l, &t->wide, (uint32_t)k);
    for (size_t k = 0; ok && k < l->n; k++) {
        const candidate *c = &l->c[k];
        if (corr_map_find_u64(&t->low, c->trace.lo))
            ok = tie_id(t, k, c->id) && tie_id(t, k, row_of(l, c)->parent);
    }
    return ok;
}

/* Gives the spans of a 64-bit trace the whole id, if exactly one trace of that
 * id has a parent, a child or a copy of theirs on the same side.  Needs records sorted by
 * trace. */
static bool join_halves(copy_list *l)
{
    half_ties t = { .l = l };
    bool changed = false; /* a record got the whole id */

    if (!l->n || l->c[0].trace.hi || !l->c[l->n - 1].trace.hi)
        return true;
    t.whole = calloc(l->n, sizeof *t.whole);
    const bool ok = t.whole && find_ties(&t);
    for (size_t at = 0, end; ok && at < l->n && !l->c[at].trace.hi; at = end) {
        end = trace_end(l->c, l->n, at);
        for (size_t i = at; i < end; i++)
            t.whole[i] = t.whole[at];
    }
    for (size_t i = 0; ok && i < l->n && !l->c[i].trace.hi; i++)
        if (t.whole[i] && t.whole[i] != UINT32_MAX) {
            changed = true;
            l->c[i].trace.hi = l->c[t.whole[i] - 1].trace.hi;
        }
    free(t.whole);
    corr_map_clear(&t.low);
    corr_map_clear(&t.ids);
    corr_map_clear(&t.wide);
    if (changed)
        sort_candidates(l->c, l->n, candidate_by_trace);
    return ok;
}

/* ---- the table ---------------------------------------------------------- */

static bool list_spans(spans *s, const candidate *c, size_t n)
{
    if (!vec_reserve(&s->at, n + 1) || !vec_reserve(&s->trace_of, n + 1))
        return false;
    s->at.v[s->at.n++] = (span_ref){ 0 };
    s->trace_of.v[s->trace_of.n++] = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        if (s->trace.n > 0 &&
            trace_cmp(s->trace.v[s->trace.n - 1].id, c[i].trace) == 0)
            s->trace.v[s->trace.n - 1].n++;
        else if (!vec_push(&s->trace,
                           (span_trace){ c[i].trace, (uint32_t)i + 1, 1 }))
            return false;
        s->at.v[s->at.n++] = (span_ref){ c[i].input, c[i].row };
        s->trace_of.v[s->trace_of.n++] = (uint32_t)s->trace.n - 1;
    }
    return true;
}

/* Marks are kept only if a span has one. */
static bool list_marks(spans *s, const candidate *c, size_t n)
{
    bool several = false, half = false;

    for (size_t i = 0; i < n; i++) {
        several |= c[i].several;
        half |= c[i].side;
    }
    if ((several && !vec_resize(&s->several, n + 1)) ||
        (half && !vec_resize(&s->half, n + 1)))
        return false;
    if (several)
        s->several.v[0] = 0;
    if (half)
        s->half.v[0] = 0;
    for (size_t i = 0; i < n; i++) {
        if (several)
            s->several.v[i + 1] = c[i].several;
        if (half)
            s->half.v[i + 1] = c[i].side;
    }
    return true;
}

/* Whether a span is listed; ids: those that are asked for, or NULL. */
static bool is_listed(const input *in, const span_row *row, const corr_map *ids)
{
    return input_span_in_window(in, row) &&
           (!ids || corr_map_find_u64(ids, row->id));
}

static void list_candidates(copy_list *l, size_t n, const corr_map *ids)
{
    for (size_t i = 0; i < n; i++)
        for (size_t r = 1; r < l->in[i]->span.n; r++) {
            const span_row *row = &l->in[i]->span.v[r];
            if (!is_listed(l->in[i], row, ids))
                continue;
            const uint8_t coarse = coarseness(row);
            l->c[l->n++] = (candidate){
                .trace = row->trace,
                .id = row->id,
                .start = moment_order(row->start),
                .end = moment_order(row->end),
                .input = (uint32_t)i,
                .row = (uint32_t)r,
                .side = (row->flags & CORR_SPAN_SHARED) != 0,
                .coarse = coarse,
                .is_vague = coarse == RECORDED || !moment_known(row->start),
                .group = l->in[i]->group,
            };
        }
}

bool span_copies_fold(spans *s, const input *const *in, size_t n,
                      const corr_map *ids)
{
    copy_list l = { .s = s, .in = in };
    size_t all = 0;

    for (size_t i = 0; i < n; i++)
        all += in[i]->span.n ? in[i]->span.n - 1 : 0;
    l.c = malloc((all ? all : 1) * sizeof *l.c);
    if (!l.c)
        return false;
    list_candidates(&l, n, ids);
    const size_t records = l.n, told = count_recorded(l.c, l.n);
    sort_candidates(l.c, l.n, candidate_by_trace);
    bool ok = join_halves(&l);
    if (ok)
        fold_traces(&l);
    s->copies = records - l.n - (told - count_recorded(l.c, l.n));
    ok = ok && list_spans(s, l.c, l.n) && list_marks(s, l.c, l.n);
    free(l.c);
    return ok;
}
