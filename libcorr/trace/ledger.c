#include "trace/ledger.h"

#include <math.h>

#include "base/base.h"
#include "base/limits.h"
#include "corr_sort.h"
#include "stats/distributions.h"

/* A wait that ends at most RELEASE_NS after a pause was released by it.  Times
 * in ticks are rounded, so it may end ROUNDED_NS earlier, too. */
enum { RELEASE_NS = 1000000, ROUNDED_NS = 1000 };

__extension__ typedef __int128 wide;

/* Waits, by precedence. */
static const corr_spent waits[] = {
    CORR_SPENT_LOCK,  CORR_SPENT_FILE,   CORR_SPENT_SLEEP,
    CORR_SPENT_ASYNC, CORR_SPENT_SOCKET, CORR_SPENT_PARK,
};

/* The samples of an open stretch, by source and state. */
typedef struct tally {
    int64_t cpu, cpu_obs;
    int64_t native[CORR_SPENT_COUNT], native_obs[CORR_SPENT_COUNT];
    int64_t wall[CORR_SPENT_COUNT];
    int64_t nwall;
} tally;

/* A stretch of time that belongs to one row. */
typedef struct open_stretch {
    int64_t from, to;
    uint32_t row;
} open_stretch;

typedef struct divider {
    const ledger_ask *ask;
    ledger *l;
    ledger_claim *claim; /* by start */
    size_t nclaim;
    bool *met;    /* [claims] owns some time */
    int64_t *cut; /* starts and ends of claims, in order */
    size_t ncut;
    corr_map row_of;
    /* of the begun claims of a kind, the one that ends last */
    const ledger_claim *last[CORR_SPENT_COUNT];
    size_t begun, sampled; /* numbers of processed claims and samples */
    open_stretch open;
    double squares; /* sum over the weights of CPU samples */
    int64_t over;   /* ns of CPU samples beyond their stretches */
    int64_t walled; /* ns divided by wall samples; their number */
    int64_t nwall;
    ledger_parts part; /* of the stretch that is being divided */
    vec(ledger_excess) excess;
    corr_arena scratch;
} divider;

/* ---- proportions ----------------------------------------------------- */

void ledger_split(int64_t whole, const int64_t *weight, size_t n, int64_t *out)
{
    wide sum = 0;
    int64_t given = 0;

    for (size_t i = 0; i < n; i++)
        sum += weight[i];
    for (size_t i = 0; i < n; i++) {
        out[i] = (int64_t)((wide)whole * weight[i] / sum);
        given += out[i];
    }
    /* Fewer than n units are missing: each goes to the largest remainder
     * without a unit. */
    wide below = sum;
    size_t last = n;
    for (int64_t missing = whole - given; missing > 0; missing--) {
        wide most = -1;
        size_t best = 0;
        for (size_t i = 0; i < n; i++) {
            const wide r = (wide)whole * weight[i] % sum;
            const bool is_next = r < below || (r == below && i > last);
            if (is_next && r > most) {
                most = r;
                best = i;
            }
        }
        out[best]++;
        below = most;
        last = best;
    }
}

/* ---- rows ------------------------------------------------------------ */

/* Finds or adds a row.  Returns its number; UINT32_MAX: out of memory. */
static uint32_t ledger_row_at(divider *d, corr_spent kind, corr_how how,
                              uint32_t name)
{
    const uint64_t key = (uint64_t)kind << 40 | (uint64_t)how << 32 | name;
    bool is_new;
    uint32_t *at = corr_map_u64(&d->row_of, key, &is_new);

    if (!at)
        return UINT32_MAX;
    if (is_new) {
        *at = (uint32_t)d->l->row.n;
        if (!vec_push(&d->l->row,
                      (ledger_row){ .kind = kind, .how = how, .name = name }))
            return UINT32_MAX;
    }
    return *at;
}

static bool add_sampled(divider *d, ledger_source source, corr_spent kind,
                        int64_t ns, int64_t obs)
{
    if (ns == 0 && obs == 0)
        return true;
    const uint32_t at = ledger_row_at(d, kind, CORR_HOW_SAMPLED, 0);
    if (at == UINT32_MAX)
        return false;
    d->part.ns[source][kind] = ns;
    d->l->row.v[at].ns += ns;
    d->l->row.v[at].obs = add_clamped(d->l->row.v[at].obs, obs);
    return true;
}

/* ---- samples --------------------------------------------------------- */

/* Counts the samples of [from, to); calls come in time order. */
static void count_samples(divider *d, int64_t from, int64_t to, tally *t)
{
    const ledger_ask *ask = d->ask;

    for (; d->sampled < ask->nsample; d->sampled++) {
        const ledger_sample *s = &ask->sample[d->sampled];
        if (s->time >= to)
            return;
        if (s->time < from || s->weight <= 0)
            continue;
        if (s->source == LEDGER_BY_CPU) {
            t->cpu = add_clamped(t->cpu, s->weight);
            t->cpu_obs = add_clamped(t->cpu_obs, s->obs);
            /* n observations count as n samples */
            d->squares += (double)s->weight * (double)s->weight /
                          (double)max_i64(s->obs, 1);
        } else if (s->source == LEDGER_BY_NATIVE) {
            t->native[s->state] = add_clamped(t->native[s->state], s->weight);
            t->native_obs[s->state] =
                add_clamped(t->native_obs[s->state], s->obs);
        } else {
            t->wall[s->state] = add_clamped(t->wall[s->state], s->weight);
            t->nwall = add_clamped(t->nwall, s->weight);
        }
    }
}

/* Divides what CPU samples have left of a gap by wall samples.  With a CPU
 * sampler, wall samples do not count as running: CPU time that the sampler
 * missed stays unobserved. */
static bool split_by_wall(divider *d, const tally *t, int64_t length,
                          int64_t *left)
{
    int64_t weight[CORR_SPENT_COUNT], part[CORR_SPENT_COUNT];
    int64_t given = 0;

    if (!t->nwall)
        return true;
    memcpy(weight, t->wall, sizeof weight);
    ledger_split(length, weight, CORR_SPENT_COUNT, part);
    if (d->ask->has_cpu) {
        const int64_t waited = length - part[CORR_SPENT_CPU];
        part[CORR_SPENT_CPU] = weight[CORR_SPENT_CPU] = 0;
        if (waited > *left)
            ledger_split(*left, weight, CORR_SPENT_COUNT, part);
    }
    for (corr_spent k = 0; k < CORR_SPENT_COUNT; k++) {
        const int64_t obs =
            k == CORR_SPENT_CPU && d->ask->has_cpu ? 0 : t->wall[k];
        if (!add_sampled(d, LEDGER_BY_WALL, k, part[k], obs))
            return false;
        given += part[k];
    }
    d->walled += length;
    d->nwall = add_clamped(d->nwall, t->nwall);
    *left -= given;
    return true;
}

static bool split_by_native(divider *d, const tally *t, int64_t *left)
{
    int64_t part[CORR_SPENT_COUNT];
    int64_t sum = 0;

    memcpy(part, t->native, sizeof part);
    for (corr_spent k = 0; k < CORR_SPENT_COUNT; k++)
        sum = add_clamped(sum, part[k]);
    if (sum > *left)
        ledger_split(*left, t->native, CORR_SPENT_COUNT, part);
    for (corr_spent k = 0; k < CORR_SPENT_COUNT; k++) {
        if (!add_sampled(d, LEDGER_BY_NATIVE, k, part[k], t->native_obs[k]))
            return false;
        *left -= part[k];
    }
    return true;
}

/* ---- stretches ------------------------------------------------------- */

static bool note_excess(divider *d, int64_t ns)
{
    d->over = add_clamped(d->over, ns);
    return ns == 0 || !d->ask->pieces ||
           vec_push(&d->excess, (ledger_excess){ d->open.to, ns });
}

/* Divides the open stretch by its samples; *left: what they leave. */
static bool divide_by_samples(divider *d, corr_spent kind, int64_t *left)
{
    const int64_t length = *left;
    const size_t first = d->sampled;
    tally t = { 0 };

    if (d->ask->pieces)
        d->part = (ledger_parts){ .ns = { { 0 } } };
    count_samples(d, d->open.from, d->open.to, &t);
    const int64_t cpu = min_i64(t.cpu, length);
    *left -= cpu;
    if (!note_excess(d, t.cpu - cpu) ||
        !add_sampled(d, LEDGER_BY_CPU, CORR_SPENT_CPU, cpu, t.cpu_obs))
        return false;
    if (kind == CORR_SPENT_UNOBSERVED &&
        (!split_by_wall(d, &t, length, left) || !split_by_native(d, &t, left)))
        return false;
    return !d->ask->pieces ||
           ledger_piece_samples(
               &d->l->piece, (ledger_piece){ d->open.from, d->open.to, kind },
               &d->part, d->ask->sample + first, d->sampled - first);
}

/* Completes the open stretch. */
static bool close_stretch(divider *d)
{
    int64_t left = d->open.to - d->open.from;

    if (left <= 0)
        return true;
    const corr_spent kind = d->l->row.v[d->open.row].kind;
    if (kind == CORR_SPENT_ASYNC || kind == CORR_SPENT_LOST ||
        kind == CORR_SPENT_UNOBSERVED) {
        if (!divide_by_samples(d, kind, &left))
            return false;
    } else if (d->ask->pieces && !ledger_piece_add(&d->l->piece, d->open.from,
                                                   d->open.to, kind)) {
        return false;
    }
    d->l->row.v[d->open.row].ns += left;
    return true;
}

/* A sample's time may exceed a stretch that a wait cuts short.  The excess lies
 * in other stretches, so the unobserved time covers it. */
static bool place_excess(divider *d)
{
    const int64_t cpu = min_i64(d->over, d->l->row.v[0].ns);

    d->l->row.v[0].ns -= cpu;
    return add_sampled(d, LEDGER_BY_CPU, CORR_SPENT_CPU, cpu, 0) &&
           ledger_piece_excess(&d->l->piece, d->excess.v, d->excess.n, cpu);
}

static bool extend_stretch(divider *d, int64_t from, int64_t to, uint32_t row)
{
    if (d->open.row != row || d->open.to != from) {
        if (!close_stretch(d))
            return false;
        d->open = (open_stretch){ from, from, row };
    }
    d->open.to = to;
    return true;
}

/* ---- claims ---------------------------------------------------------- */

static const ledger_claim *active_claim(const divider *d, corr_spent kind,
                                        int64_t t)
{
    const ledger_claim *c = d->last[kind];

    return c && c->to > t ? c : NULL;
}

/* Whether the pause owns the time: a thread that already waits loses nothing to
 * a pause, unless the end of the pause released it. */
static bool pause_wins(const ledger_claim *pause, const ledger_claim *wait)
{
    if (wait->from >= pause->from)
        return true;
    return pause->to <= add_clamped(wait->to, ROUNDED_NS) &&
           wait->to <= add_clamped(pause->to, RELEASE_NS);
}

/* The claim that owns the time from t; NULL: no claim.  *inside: a pause that
 * also runs and is not added. */
static const ledger_claim *claim_at(const divider *d, int64_t t,
                                    const ledger_claim **inside)
{
    const ledger_claim *pause = active_claim(d, CORR_SPENT_GC, t);
    const ledger_claim *wait = NULL;

    *inside = NULL;
    if (active_claim(d, CORR_SPENT_CHILD, t))
        return active_claim(d, CORR_SPENT_CHILD, t);
    for (size_t i = 0; !wait && i < countof(waits); i++)
        wait = active_claim(d, waits[i], t);
    if (pause && (!wait || pause_wins(pause, wait)))
        return pause;
    *inside = pause;
    wait = wait ? wait : active_claim(d, CORR_SPENT_QUEUE, t);
    return wait ? wait : active_claim(d, CORR_SPENT_LOST, t);
}

/* Processes the claims that begin up to t. */
static void begin_claims(divider *d, int64_t t)
{
    for (; d->begun < d->nclaim && d->claim[d->begun].from <= t; d->begun++) {
        const ledger_claim *c = &d->claim[d->begun];
        const ledger_claim *last = d->last[c->kind];
        if (!last || c->to > last->to)
            d->last[c->kind] = c;
    }
}

static bool is_timed(corr_spent kind)
{
    return (kind >= CORR_SPENT_GC && kind <= CORR_SPENT_PARK &&
            kind != CORR_SPENT_ASYNC) ||
           kind == CORR_SPENT_QUEUE;
}

/* Whether a claim is a sliver: other claims own all of it but less than the
 * clock error between intervals and spans. */
static bool is_sliver(const divider *d, const ledger_claim *c, int64_t has)
{
    return has > 0 && has < d->ask->slack && is_timed(c->kind) &&
           sub_clamped(c->to, c->from) >= d->ask->slack;
}

static bool drop_slivers(divider *d)
{
    int64_t *has = corr_arena_new(&d->scratch, int64_t, d->nclaim + 1);
    size_t kept = 0;
    const ledger_claim *inside;

    if (!has)
        return false;
    for (size_t i = 1; i < d->ncut; i++) {
        begin_claims(d, d->cut[i - 1]);
        const ledger_claim *c = claim_at(d, d->cut[i - 1], &inside);
        if (c)
            has[c - d->claim] += d->cut[i] - d->cut[i - 1];
    }
    for (size_t i = 0; i < d->nclaim; i++)
        if (!is_sliver(d, &d->claim[i], has[i]))
            d->claim[kept++] = d->claim[i];
    d->nclaim = kept;
    d->begun = 0;
    memset(d->last, 0, sizeof d->last);
    return true;
}

static bool divide_piece(divider *d, int64_t from, int64_t to)
{
    const ledger_claim *inside;

    begin_claims(d, from);
    const ledger_claim *c = claim_at(d, from, &inside);
    if (!c)
        return extend_stretch(d, from, to, 0);
    const uint32_t row = ledger_row_at(d, c->kind, CORR_HOW_MEASURED, c->name);
    if (row == UINT32_MAX)
        return false;
    if (!d->met[c - d->claim])
        d->l->row.v[row].events++;
    d->met[c - d->claim] = true;
    if (inside)
        d->l->row.v[row].memo += to - from;
    if (inside && inside->name)
        d->l->row.v[row].memo_named += to - from;
    return extend_stretch(d, from, to, row);
}

/* ---- order ----------------------------------------------------------- */

SORT_BY(claim_by_start, ledger_claim, ASC(from), DESC(to), ASC(kind), ASC(name))

static bool is_remainder(const ledger_row *r)
{
    return r->how == CORR_HOW_REMAINDER;
}

SORT_BY(row_by_size, ledger_row, ASC_OF(is_remainder), DESC(ns), ASC(kind),
        ASC(name), ASC(how))

static bool prepare_claims(divider *d)
{
    const ledger_ask *ask = d->ask;
    const size_t n = d->nclaim = ask->nclaim;

    d->scratch.limit = (size_t)limits_of(NULL).memory;
    d->claim = corr_arena_new(&d->scratch, ledger_claim, n + 1);
    d->met = corr_arena_new(&d->scratch, bool, n + 1);
    d->cut = corr_arena_new(&d->scratch, int64_t, 2 * n + 2);
    if (!d->claim || !d->met || !d->cut)
        return false;
    if (n)
        memcpy(d->claim, ask->claim, n * sizeof *d->claim);
    qsort(d->claim, n, sizeof *d->claim, claim_by_start);
    d->cut[d->ncut++] = ask->from;
    d->cut[d->ncut++] = ask->to;
    for (size_t i = 0; i < n; i++) {
        d->cut[d->ncut++] =
            min_i64(max_i64(d->claim[i].from, ask->from), ask->to);
        d->cut[d->ncut++] =
            min_i64(max_i64(d->claim[i].to, ask->from), ask->to);
    }
    qsort(d->cut, d->ncut, sizeof *d->cut, cmp_i64);
    /* The remainder is always the first row. */
    return ledger_row_at(d, CORR_SPENT_UNOBSERVED, CORR_HOW_REMAINDER, 0) == 0;
}

/* ---- how sure -------------------------------------------------------- */

static int64_t half_width(const divider *d, const ledger_row *r)
{
    if (r->kind == CORR_SPENT_CPU && d->ask->has_cpu)
        return d->ask->few ? (int64_t)fmin(STAT_Z95 * sqrt(d->squares), 9e18)
                           : d->ask->period;
    if (d->walled > 0 && d->nwall > 0) {
        const double p = fmin((double)r->ns / (double)d->walled, 1);
        return (int64_t)(STAT_Z95 * sqrt(p * (1 - p) / (double)d->nwall) *
                         (double)d->walled);
    }
    return r->obs > 0
               ? (int64_t)(STAT_Z95 * (double)r->ns / sqrt((double)r->obs))
               : r->ns;
}

/* Sets the bounds of each row.  The remainder absorbs the errors of all rows.
 * */
static void state_bounds(divider *d)
{
    ledger_row *rest = &d->l->row.v[0];
    const bool none_seen = d->ask->has_cpu && !d->ask->few && d->squares == 0;
    int64_t more = 0;
    int64_t less = none_seen ? d->ask->period : 0;

    for (size_t i = 1; i < d->l->row.n; i++) {
        ledger_row *r = &d->l->row.v[i];
        const int64_t half = r->how == CORR_HOW_SAMPLED ? half_width(d, r) : 0;
        r->lo = max_i64(0, sub_clamped(r->ns, half));
        r->hi = min_i64(add_clamped(r->ns, half), d->ask->to - d->ask->from);
        r->memo = min_i64(r->memo, r->ns); /* samples used some time */
        r->memo_named = min_i64(r->memo_named, r->memo);
        more = add_clamped(more, r->ns - r->lo);
        less = add_clamped(less, r->hi - r->ns);
    }
    rest->lo = max_i64(0, sub_clamped(rest->ns, less));
    rest->hi = min_i64(add_clamped(rest->ns, more), d->ask->to - d->ask->from);
}

bool ledger_of(ledger *l, const ledger_ask *ask)
{
    divider d = { .ask = ask, .l = l };

    *l = (ledger){ 0 };
    bool ok = prepare_claims(&d) && (ask->slack <= 0 || drop_slivers(&d));
    for (size_t i = 1; ok && i < d.ncut; i++)
        if (d.cut[i - 1] < d.cut[i])
            ok = divide_piece(&d, d.cut[i - 1], d.cut[i]);
    ok = ok && close_stretch(&d) && place_excess(&d);
    if (ok) {
        state_bounds(&d);
        qsort(l->row.v, l->row.n, sizeof *l->row.v, row_by_size);
    }
    vec_free(&d.excess);
    corr_map_clear(&d.row_of);
    corr_arena_clear(&d.scratch);
    return ok;
}

void ledger_clear(ledger *l)
{
    vec_free(&l->row);
    vec_free(&l->piece);
}
