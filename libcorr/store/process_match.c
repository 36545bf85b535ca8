#include "store/process_match.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"

/* Thresholds of corr-methods 1.3. */
enum { EXACT_LEAST = 3, EXACT_PERCENT = 1, ROOT_EXPECTED = 15 };

static bool has_samples(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (in->segment.v[s].n || in->segment.v[s].only.rows)
            return true;
    return false;
}

/* ---- identical files ------------------------------------------------ */

/* A hash of sizes and times, computed without reading the content. */
static uint64_t outline_of(const input *in)
{
    const uint64_t facts[] = { in->text.n,        in->label.num.n,
                               in->stack.frame.n, (uint64_t)in->from,
                               (uint64_t)in->to,  in->segment.n };
    uint64_t h = corr_hash(facts, sizeof facts);

    for (size_t s = 1; s < in->segment.n; s++)
        h = h * 5 ^ in->segment.v[s].n;
    return h;
}

/* A hash of the content.  Equal content gives equal tables, so equal
 * digests. */
static uint64_t digest_of(const input *in)
{
    uint64_t h = corr_hash(in->text.v, in->text.n);

    h ^= 17 *
         corr_hash(in->label.num.v, in->label.num.n * sizeof *in->label.num.v);
    h ^= 3 * corr_hash(in->stack.frame.v, narrow_bytes(&in->stack.frame));
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (g->value)
            h = h * 5 ^ corr_hash(g->value, g->n * sizeof *g->value);
        if (g->stack)
            h = h * 7 ^ corr_hash(g->stack, g->n * sizeof *g->stack);
        h = h * 23 ^ corr_hash(g->packed.byte.v, g->packed.byte.n);
        if (g->time)
            h = h * 11 ^ corr_hash(g->time, g->n * sizeof *g->time);
        if (g->own)
            h = h * 19 ^ corr_hash(g->own, g->n * sizeof *g->own);
        if (g->labels)
            h = h * 13 ^ corr_hash(g->labels, g->n * sizeof *g->labels);
        if (g->span)
            h = h * 17 ^ corr_hash(g->span, g->n * sizeof *g->span);
    }
    h ^= in->window.is_set ? (uint64_t)in->window.from * 17 : 0;
    return h ^ (uint64_t)in->from ^ (uint64_t)in->to * 13;
}

/* Sets match.content to the first input with the same content.  Content is read
 * only if the outline of another input is equal. */
static bool number_content(corr_store *st)
{
    corr_map outlines = { 0 };
    corr_map seen = { 0 };
    bool ok = true, is_new;

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        uint32_t *n =
            corr_map_u64(&outlines, outline_of(st->input.v[i]), &is_new);
        ok = n != NULL;
        if (ok)
            ++*n;
        st->match.v[i].content = i;
    }
    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        const input *in = st->input.v[i];
        if (*corr_map_find_u64(&outlines, outline_of(in)) < 2)
            continue;
        uint32_t *first = corr_map_u64(&seen, digest_of(in), &is_new);
        ok = first != NULL;
        if (ok && is_new)
            *first = i;
        if (ok)
            st->match.v[i].content = *first;
    }
    corr_map_clear(&outlines);
    corr_map_clear(&seen);
    return ok;
}

static bool set_copies_aside(corr_store *st)
{
    corr_map seen = { 0 };
    bool ok = number_content(st);

    for (size_t i = 0; ok && i < st->input.n; i++) {
        const input *in = st->input.v[i];
        if (in->err.code || !has_samples(in))
            continue;
        bool is_new;
        const uint64_t what =
            (uint64_t)in->group << 32 | st->match.v[i].content;
        uint32_t *slot = corr_map_u64(&seen, what, &is_new);
        ok = slot != NULL;
        if (ok && is_new) {
            *slot = (uint32_t)i;
        } else if (ok) {
            const char *first = st->input.v[*slot]->file.path;
            st->match.v[i].used = false;
            st->match.v[i].why_not =
                store_text(st, "the same content as %s", first);
            ok = remark_warn(st, .rule = REMARK_SAME_CONTENT,
                             .a = corr_str_of(in->file.path),
                             .b = corr_str_of(first));
        }
    }
    corr_map_clear(&seen);
    return ok;
}

/* ---- sums of the same recordings ------------------------------------ */

typedef struct summed {
    uint32_t input;
    size_t recordings;
} summed;

SORT_BY(summed_most_first, summed, DESC(recordings), ASC(input))

/* Sets an input aside that sums up a recording of another one, and else keeps
 * its recordings in seen: digest and group -> input + 1. */
static bool set_sums_aside(corr_store *st, uint32_t i, corr_map *seen)
{
    const input *in = st->input.v[i];
    uint32_t first = 0;

    for (size_t pass = 0; pass < 2 && !first; pass++)
        for (size_t k = 0; k < in->recording.n && !first; k++) {
            const corr_str digest = input_text(in, in->recording.v[k].digest);
            const uint64_t key =
                corr_hash(digest.p, digest.n) ^ (uint64_t)in->group << 56;
            uint32_t *slot = corr_map_u64(seen, key, NULL);
            if (!slot)
                return false;
            if (pass > 0)
                *slot = i + 1;
            else
                first = *slot;
        }
    if (!first)
        return true;
    const char *path = st->input.v[first - 1]->file.path;
    st->match.v[i].used = false;
    st->match.v[i].why_not = store_text(
        st, "a recording of it is in %s, too; corr merge adds each once", path);
    return remark_warn(st, .rule = REMARK_SAME_RECORDING,
                       .a = corr_str_of(in->file.path), .b = corr_str_of(path));
}

/* Of inputs that sum up the same recordings, the one with the most counts. */
static bool set_overlaps_aside(corr_store *st)
{
    vec(summed) sums = { 0 };
    corr_map seen = { 0 };
    bool ok = true;

    for (uint32_t i = 0; ok && i < st->input.n; i++)
        if (st->input.v[i]->recording.n && st->match.v[i].used)
            ok = vec_push(&sums, (summed){ i, st->input.v[i]->recording.n });
    if (sums.n > 1)
        qsort(sums.v, sums.n, sizeof *sums.v, summed_most_first);
    for (size_t k = 0; ok && sums.n > 1 && k < sums.n; k++)
        ok = set_sums_aside(st, sums.v[k].input, &seen);
    corr_map_clear(&seen);
    vec_free(&sums);
    return ok;
}

/* ---- processes ------------------------------------------------------ */

/* (a) The process that all ids on the samples resolve to; 0: there is not
 * exactly one.  If only one process exists, the first id that resolves decides.
 * A nameless process does not count. */
static uint32_t proc_by_labels(const corr_store *st, const input *in)
{
    const spans *all = &st->spans;
    const size_t procs = all->service_of.n; /* [0] is nil */
    const bool is_only = procs <= 2;
    uint32_t proc = 0;

    if (procs <= 1 + all->nameless.n)
        return 0;
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        for (size_t i = 0; (g->span || g->root) && i < g->n; i++) {
            const uint32_t p = all->proc.v[spans_of_row(all, g, i)];
            if (!p || p == proc || spans_is_nameless(all, p))
                continue;
            if (proc)
                return 0;
            proc = p;
            if (is_only)
                return proc;
        }
    }
    return proc;
}

/* The only process of a service that has spans, or (service 0) the only service
 * that has spans; 0: there is not exactly one.  A process known only from
 * profiles is no second service to choose from. */
static uint32_t only_one(const spans *s, uint32_t service)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t its = spans_service(s, i);
        const uint32_t one = service ? s->proc.v[i] : its;
        if ((service && its != service) || !one || one == found)
            continue;
        if (found)
            return 0;
        found = one;
    }
    return found;
}

/* (b) */
uint32_t process_service_named(const spans *s, corr_str name)
{
    for (uint32_t i = 1; i < s->service.n; i++)
        if (store_same_name(s->service.v[i], name))
            return i;
    return 0;
}

/* The service that the labels of samples name; empty: no label names one, or
 * they name several. */
static corr_str label_service(const input *in)
{
    uint32_t name = 0;

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        for (size_t i = 0; g->labels && i < g->n; i++) {
            uint32_t mine = in->label.set_ids.v[g->labels[i]].service;
            if (mine && name && mine != name)
                return (corr_str){ "", 0 };
            name = mine ? mine : name;
        }
    }
    return input_text(in, name);
}

/* Matches a recording without a service by its threads.  Replicas of a service
 * have equal threads, so threads prove nothing if the service is named.  False:
 * out of memory. */
static bool match_by_threads(corr_store *st, uint32_t i)
{
    process_match *t = &st->match.v[i];
    uint32_t proc;

    if (t->service)
        return true;
    if (!process_by_threads(st, i, &proc))
        return false;
    if (proc) {
        t->proc = proc;
        t->service = st->spans.service_of.v[proc];
        t->by_threads = t->tied = true;
    }
    return true;
}

static bool match_process(corr_store *st, uint32_t i, uint32_t the_only,
                          const uint8_t *spanned)
{
    const input *in = st->input.v[i];
    const spans *s = &st->spans;
    process_match *t = &st->match.v[i];
    const proc_row *p =
        in->process.owner ? &in->proc.v[in->process.owner] : NULL;

    if (input_is_host(in))
        return true;
    const uint32_t own = p ? spans_proc(s, i, in->process.owner) : 0;
    const bool is_nameless = spans_is_nameless(s, own);
    t->proc = is_nameless ? 0 : own;
    if (p && !spanned[t->proc]) {
        const uint32_t like = process_proc_like(st, spanned, in);
        t->proc = like ? like : t->proc;
    }
    if (t->proc) {
        t->service = s->service_of.v[t->proc];
        t->by_pid = t->service && !p->service && !p->instance && p->pid;
        t->tied = true;
    }
    t->by_identity = spanned[t->proc];
    const uint32_t told = proc_by_labels(st, in);
    if (told) {
        t->by_identity = told == t->proc && t->by_identity;
        t->proc = told;
        t->service = s->service_of.v[told];
        t->by_pid = false;
        t->tied = true;
    }
    if (!t->service)
        t->service = process_service_named(s, label_service(in));
    if (!t->service && p)
        t->service = process_service_named(
            s, corr_str_base(input_text(in, p->executable)));
    t->tied |= t->service != 0;
    if (!match_by_threads(st, i) || !process_by_file(st, i, the_only))
        return false;
    if (!t->service && the_only && !st->no_assume &&
        process_speaks(st, i, the_only)) {
        t->service = the_only;
        t->assumed = t->tied = true;
    }
    if (!t->proc && t->service) {
        const uint32_t the_only_one = only_one(s, t->service);
        t->proc = process_is_another(st, i, the_only_one) ? 0 : the_only_one;
        t->guessed = true;
    }
    if (!t->proc && is_nameless) {
        t->proc = own;
        t->tied = true;
    }
    return true;
}

/* Matches a recording to the process of another recording of the same program.
 * Heap, block and mutex profiles carry no ids, but they come from the process
 * that the CPU profile is of. */
static void match_by_program(corr_store *st, uint32_t i)
{
    process_match *t = &st->match.v[i];
    const input *in = st->input.v[i];

    if (!in->process.owner || (t->tied && !t->assumed))
        return;
    corr_str mine = input_text(in, in->proc.v[in->process.owner].executable);
    for (uint32_t k = 0; mine.n && k < st->input.n; k++) {
        const input *other = st->input.v[k];
        const process_match *known = &st->match.v[k];
        if (!known->proc || known->assumed || !other->process.owner || k == i ||
            !corr_str_eq(
                mine,
                input_text(other,
                           other->proc.v[other->process.owner].executable)))
            continue;
        t->proc = known->proc;
        t->service = known->service;
        t->tied = true;
        t->assumed = t->by_file = false;
        t->guessed = true;
        return;
    }
}

/* ---- label scope ---------------------------------------------------- */

typedef struct scope_count {
    int64_t named;    /* observations that name an exported span */
    int64_t inner;    /* observations that name a span that is not a local
                       * root */
    int64_t labelled; /* observations with an id of any kind */
    int64_t exact;    /* observations whose label names exactly the running
                       * span */
} scope_count;

/* Whether no span with this id is a local root; span: the first of them. */
static bool is_inner(const spans *s, uint32_t span)
{
    const bool any = span != 0;

    while (span && s->root.v[span] != span)
        span = s->next_id.v[span];
    return any && !span;
}

static scope_count count_labels(const corr_store *st, const input *in)
{
    scope_count c = { 0 };

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const unsigned flags = in->kind.v[g->kind].flags;
        const bool is_exact = flags & CORR_KIND_EXACT;
        if (flags & CORR_KIND_CONTEXT)
            continue;
        for (size_t i = 0; i < g->n; i++) {
            int64_t obs = segment_obs(g, i);
            uint64_t id = g->span ? g->span[i] : 0;
            bool any =
                id || (g->root && g->root[i]) || (g->trace && g->trace[i]);
            c.labelled = add_clamped(c.labelled, any ? obs : 0);
            if (!id)
                continue;
            if (is_exact ||
                (g->labels && in->label.set_ids.v[g->labels[i]].exact))
                c.exact = add_clamped(c.exact, obs);
            uint32_t span =
                spans_find(&st->spans, (corr_trace_id){ 0, 0 }, id, NULL);
            c.named = add_clamped(c.named, span ? obs : 0);
            c.inner =
                add_clamped(c.inner, is_inner(&st->spans, span) ? obs : 0);
        }
    }
    return c;
}

/* Sampling period in ns of the first kind that measures time; 0: unknown. */
static int64_t time_period(const input *in)
{
    for (size_t k = 1; k < in->kind.n; k++)
        if (in->kind.v[k].unit == CORR_NS && in->kind.v[k].period > 0)
            return in->kind.v[k].period;
    return 0;
}

/* The number of samples that inner spans of the process should have: their self
 * time inside the profile's window, divided by the sampling period. */
static double expected_inner(const corr_store *st, const input *in,
                             uint32_t proc)
{
    int64_t period = time_period(in);
    const spans *s = &st->spans;
    double own = 0;

    if (!period || in->from == CORR_NO_TIME)
        return 0;
    for (uint32_t i = 1; i < s->at.n; i++) {
        if (s->root.v[i] == i || s->proc.v[i] != proc)
            continue;
        const span_row *r = store_span(st, i);
        stretch run;
        if (!span_ran(r, &run))
            continue;
        int64_t inside = stretch_common(run, input_ran(in));
        int64_t whole = stretch_length(run);
        if (inside > 0 && whole > 0)
            own += (double)s->self.v[i] * ((double)inside / (double)whole);
    }
    return own / (double)period;
}

static corr_label_scope label_scope_of(const corr_store *st, uint32_t i)
{
    const input *in = st->input.v[i];
    scope_count c = count_labels(st, in);

    if (!c.labelled)
        return CORR_SCOPE_NONE;
    if (c.exact)
        return CORR_SCOPE_EXACT;
    if (c.inner >= EXACT_LEAST && c.inner * 100 >= c.named * EXACT_PERCENT)
        return CORR_SCOPE_EXACT;
    if (c.inner == 0 && c.named &&
        expected_inner(st, in, st->match.v[i].proc) >= ROOT_EXPECTED)
        return CORR_SCOPE_ROOT;
    return CORR_SCOPE_UNKNOWN;
}

static bool match_processes(corr_store *st)
{
    const uint32_t the_only = only_one(&st->spans, 0);
    uint8_t *spanned = process_spanned(st);
    bool ok = spanned != NULL;

    st->parts = 0;
    for (size_t i = 0; i < st->input.n; i++)
        st->parts += st->input.v[i]->fetched.is_part;
    for (uint32_t i = 0; ok && i < st->input.n; i++)
        if (st->match.v[i].used && has_samples(st->input.v[i]))
            ok = match_process(st, i, the_only, spanned);
    free(spanned);
    return ok;
}

bool process_inputs(corr_store *st)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        if (!vec_push(&st->match,
                      (process_match){ .used = st->input.v[i]->err.code == 0 }))
            return false;
    if (!match_processes(st))
        return false;
    process_apart(st);
    for (uint32_t i = 0; i < st->input.n; i++) {
        if (!st->match.v[i].used || !has_samples(st->input.v[i]))
            continue;
        match_by_program(st, i);
        if (!process_numbers(st, i) || !process_strangers(st, i) ||
            !process_say_file(st, i))
            return false;
        st->match.v[i].scope = label_scope_of(st, i);
    }
    return set_copies_aside(st) && set_overlaps_aside(st);
}
