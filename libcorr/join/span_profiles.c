#include "join/span_profiles.h"

#include "base/base.h"
#include "model/interval.h"

enum {
    SHORTEST = 8,        /* shorter names may match by accident */
    MOST_PAIRS = 1 << 24 /* spans times threads; no further spans are
                          * compared */
};

static bool contains(corr_str text, corr_str part)
{
    if (part.n < SHORTEST)
        return false;
    for (size_t i = 0; i + part.n <= text.n; i++)
        if (memcmp(text.p + i, part.p, part.n) == 0)
            return true;
    return false;
}

static bool named_after(corr_str file, const span_row *r)
{
    char span[16], trace[32];

    corr_print_hex(span, r->id);
    corr_print_hex(corr_print_hex(trace, r->trace.hi), r->trace.lo);
    return contains(file, (corr_str){ span, sizeof span }) ||
           contains(file, (corr_str){ trace, sizeof trace });
}

static bool names_file(const input *from, const span_row *r, corr_str file)
{
    corr_label l;

    if (input_find_label(from, r->attrs, CORR_STR("profile.file"), &l) &&
        l.text.n && corr_str_eq(corr_str_base(l.text), file))
        return true;
    return input_find_label(from, r->attrs, CORR_STR("profile.id"), &l) &&
           contains(file, l.text);
}

bool span_profile_by(const corr_store *st, uint32_t span, uint32_t in)
{
    const span_row *r = store_span(st, span);
    const input *from = st->input.v[st->spans.at.v[span].input];
    corr_str file = corr_str_base(corr_str_of(st->input.v[in]->file.named));

    return named_after(file, r) || names_file(from, r, file);
}

/* ---- threads -------------------------------------------------------- */

/* A search for the threads of spans in one input. */
typedef struct thread_search {
    const corr_store *st;
    const input *in;
    span_profile *c;
    thread_index *index;
    uint32_t from, thread;
    thread_found found; /* the threads of the input that are `thread` */
    size_t pairs;
} thread_search;

static void add_span_thread(const thread_search *s, const span_row *r)
{
    const double certainty = thread_certainty(s->found.fit, s->found.n);
    stretch seen = { INT64_MIN, INT64_MAX };
    (void)span_seen(r, &seen);
    const int64_t from = seen.from, to = seen.to;

    for (uint32_t i = 0; i < s->found.n; i++) {
        span_profile_thread *t = &s->c->thread[s->found.row[i]];
        const bool is_new = t->certainty <= 0;
        t->certainty = certainty > t->certainty ? certainty : t->certainty;
        t->from = is_new ? from : min_i64(t->from, from);
        t->to = is_new ? to : max_i64(t->to, to);
    }
}

/* Adds a span that names the input. */
static bool add_naming_span(thread_search *s, uint32_t span, corr_arena *arena)
{
    const span_row *r = store_span(s->st, span);
    const uint32_t from = s->st->spans.at.v[span].input;
    const size_t n = s->in->thread.n;

    s->c->any = true;
    if (!r->thread || n <= 1 || s->pairs > MOST_PAIRS)
        return true;
    if (!s->c->thread)
        s->c->thread = corr_arena_new(arena, span_profile_thread, n);
    if (!s->c->thread || !thread_index_of(s->index, s->in, true, arena))
        return false;
    s->pairs += n;
    if (from != s->from || r->thread != s->thread)
        s->found =
            thread_index_find(s->index, store_input(s->st, from), r->thread);
    s->from = from;
    s->thread = r->thread;
    add_span_thread(s, r);
    return true;
}

static void drop_unknown_threads(const thread_search *s)
{
    bool known = false;

    for (size_t i = 1; s->c->thread && i < s->in->thread.n; i++)
        known |= s->c->thread[i].certainty > 0;
    if (!known)
        s->c->thread = NULL;
}

bool span_profile_of(span_profile *c, const corr_store *st, const uint8_t *tops,
                     uint32_t in, corr_arena *arena)
{
    thread_index index = { .in = NULL };
    thread_search s = {
        .st = st, .in = store_input(st, in), .c = c, .index = &index
    };

    *c = (span_profile){ 0 };
    for (uint32_t k = 1; k < st->spans.at.n; k++)
        if (tops[k] && span_profile_by(st, k, in) &&
            !add_naming_span(&s, k, arena))
            return false;
    drop_unknown_threads(&s);
    return true;
}

bool span_profile_of_span(span_profile *c, const corr_store *st, uint32_t span,
                          uint32_t in, thread_index *index, corr_arena *arena)
{
    thread_search s = {
        .st = st, .in = store_input(st, in), .c = c, .index = index
    };

    *c = (span_profile){ 0 };
    if (!add_naming_span(&s, span, arena))
        return false;
    drop_unknown_threads(&s);
    return true;
}

/* ---- rows ----------------------------------------------------------- */

static bool names_any(const segment *g, size_t row)
{
    return (g->span && g->span[row]) || (g->root && g->root[row]) ||
           (g->trace && g->trace[row]);
}

corr_rung span_profile_row(const span_profile *c, const segment *g, size_t row,
                           span_profile_bond *b)
{
    const uint32_t thread = g->thread ? g->thread[row] : 0;

    *b = (span_profile_bond){ 1, 1 };
    if (!c->any || names_any(g, row))
        return CORR_RUNG_NONE;
    if (!thread || !c->thread)
        return CORR_RUNG_F2;
    const span_profile_thread *t = &c->thread[thread];
    if (t->certainty <= 0)
        return CORR_RUNG_NONE;
    b->certainty = t->certainty;
    if (g->time && g->time[row] != CORR_NO_TIME && t->from != INT64_MIN)
        b->share = sample_time_inside(
            &(sample_time){ .t = g->time[row], .u = STRETCH_CLOCK_NS }, t->from,
            t->to);
    return b->share > 0 ? CORR_RUNG_F1 : CORR_RUNG_NONE;
}
