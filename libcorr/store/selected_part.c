#include "store/selected_part.h"

#include "store/process_match.h"

static const kind_row *kind_of(const input *in, corr_str kind)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const kind_row *k = &in->kind.v[g->kind];
        if ((g->n || g->only.rows) && !(k->flags & CORR_KIND_CONTEXT) &&
            corr_str_eq(input_text(in, k->name), kind))
            return k;
    }
    return NULL;
}

/* Whether two inputs are of one service, by the question that brought both, or
 * by what is known of them. */
static bool is_one_service(const corr_store *st, uint32_t i, uint32_t k)
{
    const fetched_name *a = &store_input(st, i)->fetched;
    const fetched_name *b = &store_input(st, k)->fetched;
    const process_match *t = &st->match.v[i], *u = &st->match.v[k];

    if (a->is_fetched && b->is_fetched)
        return corr_str_eq(a->service, b->service);
    return t->service && t->service == u->service &&
           !(process_is_own(t) && process_is_own(u) && t->proc != u->proc);
}

/* The time that an input has samples of: a fetched profile may itself know only
 * the instant of its answer. */
static stretch time_of(const input *in)
{
    return in->fetched.to > in->fetched.from
               ? (stretch){ in->fetched.from, in->fetched.to }
               : input_ran(in);
}

static bool may_have(const corr_store *st, uint32_t part, uint32_t whole)
{
    const input *in = store_input(st, part), *other = store_input(st, whole);
    const stretch a = time_of(in), b = time_of(other);

    return in->fetched.is_part && !other->fetched.is_part &&
           st->match.v[part].used && st->match.v[whole].used &&
           in->group == other->group && !input_is_host(other) &&
           a.from != CORR_NO_TIME && b.from != CORR_NO_TIME && a.from <= b.to &&
           a.to >= b.from && is_one_service(st, part, whole);
}

bool selected_part_is_of(const corr_store *st, uint32_t part, uint32_t whole,
                         corr_str kind)
{
    if (!may_have(st, part, whole))
        return false;
    const kind_row *a = kind_of(store_input(st, part), kind);
    const kind_row *b = kind_of(store_input(st, whole), kind);

    return a && b && a->unit == b->unit;
}

/* A sweep over the time of a part. */
typedef struct sweep {
    const corr_store *st;
    uint32_t part;
    corr_str kind;
    const bool *only;
    int64_t at; /* up to which wholes were looked for */
} sweep;

/* The whole that goes on first behind s->at; NO_WHOLE: there is no more. */
static uint32_t next_whole(const sweep *s, stretch *ran)
{
    uint32_t found = NO_WHOLE;

    for (uint32_t k = 0; k < s->st->input.n; k++) {
        const input *other = store_input(s->st, k);
        stretch own = time_of(other);
        own.from = max_i64(own.from, s->at);
        if ((s->only && !s->only[k]) || own.to <= s->at ||
            (found != NO_WHOLE && own.from >= ran->from) ||
            !selected_part_is_of(s->st, s->part, k, s->kind))
            continue;
        *ran = own;
        found = k;
    }
    return found;
}

uint32_t selected_part_whole(const corr_store *st, uint32_t part, corr_str kind,
                             const bool *only)
{
    const input *in = store_input(st, part);
    const stretch asked = { in->fetched.from, in->fetched.to };
    sweep s = { st, part, kind, only, asked.from };
    uint32_t first = NO_WHOLE, next = NO_WHOLE;
    int64_t covered = 0;
    stretch ran;

    if (!in->fetched.is_part)
        return NO_WHOLE;
    while ((next = next_whole(&s, &ran)) != NO_WHOLE && ran.from < asked.to) {
        first = first == NO_WHOLE ? next : first;
        covered += stretch_common(ran, asked);
        s.at = ran.to;
    }
    return covered >= stretch_length(asked) / 5 * 4 ? first : NO_WHOLE;
}

bool selected_part_is_repeated(const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    bool any = false;

    for (size_t s = 1; in->fetched.is_part && s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const corr_str kind = input_text(in, in->kind.v[g->kind].name);
        if (!kind_of(in, kind))
            continue;
        if (selected_part_whole(st, i, kind, NULL) == NO_WHOLE)
            return false;
        any = true;
    }
    return any;
}

bool selected_part_any(const corr_store *st, uint32_t in)
{
    if (store_input(st, in)->fetched.is_part)
        return true;
    for (uint32_t k = 0; st->parts && k < st->input.n; k++)
        if (may_have(st, k, in))
            return true;
    return false;
}

bool selected_part_is_needless(const corr_store *st, uint32_t whole)
{
    return st->match.v[whole].scope != CORR_SCOPE_NONE;
}
