/* scrub_match_find - the search for many values. */
#include "base/base.h"
#include "scrub/scrub_match.h"
#include "scrub/scrub_match_hash.h"
#include "scrub/scrub_words.h"

static bool is_lower(uint8_t c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(uint8_t c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether [from,to) is a word of its own. */
static bool stands_alone(const uint8_t *p, size_t n, size_t from, size_t to,
                         bool strict)
{
    const bool left = from == 0 || !word_has((char)p[from - 1]) ||
                      (!strict && is_lower(p[from - 1]) && is_upper(p[from]));
    const bool right = to == n || !word_has((char)p[to]) ||
                       (!strict && is_lower(p[to - 1]) && is_upper(p[to]));

    return left && right;
}

static bool pattern_fits(const matcher *m, const match_pattern *row,
                         const uint8_t *p, size_t n, size_t at)
{
    const uint8_t *q = m->bytes.v + row->at;

    if (n - at < row->n)
        return false;
    for (size_t i = 0; i < row->n; i++)
        if (q[i] !=
            (row->folded ? (uint8_t)word_lower((char)p[at + i]) : p[at + i]))
            return false;
    return !row->weak || stands_alone(p, n, at, at + row->n, row->strict);
}

static void note_hit(match_hit *hit, const match_pattern *row, size_t at)
{
    const size_t to = at + row->n;

    if (to > hit->to || (to == hit->to && hit->weak)) {
        hit->to = to;
        hit->value = row->value;
        hit->weak = row->weak;
    }
    if (!row->weak) {
        hit->strong_to = to;
        hit->strong_value = row->value;
    }
}

static void try_chain(const matcher *m, uint32_t first, const uint8_t *p,
                      size_t n, size_t at, match_hit *hit)
{
    for (uint32_t i = first; i; i = m->pattern.v[i - 1].next) {
        const match_pattern *row = &m->pattern.v[i - 1];
        const size_t to = at + row->n;
        if (to > (row->weak ? hit->to : hit->strong_to) &&
            pattern_fits(m, row, p, n, at))
            note_hit(hit, row, at);
    }
}

/* Whether a pattern comes before the bytes at p or begins them; *same: how many
 * bytes are the same, of which the caller knows some. */
static bool is_at_most(const matcher *m, const match_pattern *row,
                       const uint8_t *p, size_t n, size_t *same)
{
    const uint8_t *q = m->bytes.v + row->at;
    size_t i = *same;
    const size_t most = row->n < n ? row->n : n;

    if (row->folded)
        while (i < most && q[i] == (uint8_t)word_lower((char)p[i]))
            i++;
    else
        while (i < most && q[i] == p[i])
            i++;
    *same = i;
    if (i == most)
        return row->n <= n;
    return q[i] < (row->folded ? (uint8_t)word_lower((char)p[i]) : p[i]);
}

/* 1 + the row of the longest pattern that the n bytes begin with; 0: none. */
static uint32_t longest_row(const matcher *m, uint32_t from, uint32_t rows,
                            const uint8_t *p, size_t n)
{
    for (;;) {
        uint32_t lo = 0, hi = rows;
        size_t below = 0, above = 0, same = 0;
        while (lo < hi) {
            const uint32_t mid = lo + (hi - lo) / 2;
            same = below < above ? below : above;
            if (is_at_most(m, &m->pattern.v[m->sorted.v[from + mid].pattern], p,
                           n, &same)) {
                lo = mid + 1;
                below = same;
            } else {
                hi = mid;
                above = same;
            }
        }
        if (lo == 0)
            return 0;
        if (m->pattern.v[m->sorted.v[from + lo - 1].pattern].n <= below)
            return from + lo;
        n = below; /* only shorter ones begin both */
    }
}

static void try_sorted(const matcher *m, uint32_t from, uint32_t rows,
                       const uint8_t *p, size_t n, size_t at, match_hit *hit)
{
    /* without a border before it, no weak one stands alone */
    const bool alone = stands_alone(p, n, at, n, false);
    uint32_t i = longest_row(m, from, rows, p + at, n - at);

    while (i) {
        const match_sorted *x = &m->sorted.v[i - 1];
        const match_pattern *row = &m->pattern.v[x->pattern];
        const size_t to = at + row->n;
        if (!alone && row->weak) {
            i = x->strong;
            continue;
        }
        if (to <= hit->strong_to)
            return;
        if (!row->weak ||
            (to > hit->to && stands_alone(p, n, at, to, row->strict)))
            note_hit(hit, row, at);
        i = x->up;
    }
}

static void try_group(const matcher *m, const corr_map *first, uint64_t begin,
                      const uint8_t *p, size_t n, size_t at, match_hit *hit)
{
    const uint64_t bit = match_bit_of(begin) >> m->seen_shift;

    if (LIKELY(!(m->seen[bit / 64] >> bit % 64 & 1)))
        return;
    const uint32_t *number = corr_map_find_u64(first, begin);
    const match_group *g = number ? &m->group.v[*number] : NULL;
    if (g && !g->sorted) {
        try_chain(m, g->first, p, n, at, hit);
    } else if (g) {
        const uint32_t from = g->sorted - 1;
        try_sorted(m, from, g->nfolded, p, n, at, hit);
        try_sorted(m, from + g->nfolded, g->nexact, p, n, at, hit);
    }
}

/* The longest pattern at `at`.  False: no pattern matches. */
static bool match_here(const matcher *m, const uint8_t *p, size_t n, size_t at,
                       match_hit *hit)
{
    *hit = (match_hit){ .from = at, .to = at, .strong_to = at };
    if (at + 8 <= n)
        try_group(m, &m->first8, match_begin8(p + at), p, n, at, hit);
    if (m->has_short)
        try_group(m, &m->first4, match_begin4(p + at), p, n, at, hit);
    return hit->to > at;
}

/* How far no pattern begins, from `at` on; 0: one may begin there. */
static inline size_t shift_at(const matcher *m, const uint8_t *p, size_t at)
{
    return m->shift[match_hash(p + at + m->least - 3)];
}

bool match_next(const matcher *m, const uint8_t *p, size_t n, size_t at,
                match_hit *hit)
{
    if (!m->least)
        return false;
    while (at + m->least <= n) {
        const size_t shift = shift_at(m, p, at);
        if (LIKELY(shift))
            at += shift;
        else if (match_here(m, p, n, at, hit))
            return true;
        else
            at++;
    }
    return false;
}

enum { LANES = 4, LANE_LEAST = 256 };

/* One step of a search at *at.  False: a pattern begins there. */
static inline bool step_on(const matcher *m, const uint8_t *p, size_t n,
                           size_t *at)
{
    const size_t shift = shift_at(m, p, *at);
    match_hit hit;

    if (!LIKELY(shift) && match_here(m, p, n, *at, &hit))
        return false;
    *at += shift ? shift : 1;
    return true;
}

/* Each step waits for the one before it, so four parts are searched in turn. */
bool match_is_in(const matcher *m, const uint8_t *p, size_t n)
{
    const size_t each = n / LANES;
    size_t at[LANES], end[LANES];
    match_hit hit;

    if (!m->least || each < LANE_LEAST)
        return match_next(m, p, n, 0, &hit);
    for (size_t i = 0; i < LANES; i++) {
        at[i] = i * each;
        end[i] = i + 1 < LANES ? at[i] + each : n - m->least + 1;
    }
    while (at[0] < end[0] && at[1] < end[1] && at[2] < end[2] && at[3] < end[3])
        if (!step_on(m, p, n, &at[0]) || !step_on(m, p, n, &at[1]) ||
            !step_on(m, p, n, &at[2]) || !step_on(m, p, n, &at[3]))
            return true;
    for (size_t i = 0; i < LANES; i++)
        while (at[i] < end[i])
            if (!step_on(m, p, n, &at[i]))
                return true;
    return false;
}
