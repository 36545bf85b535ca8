#include "spare.h"

#include "base.h"
#include "tie.h"
#include "twice.h"

/* ---- which of two ------------------------------------------------------- */

/* The first segment of a kind that has rows, or NULL. */
static const segment *segment_of(const input *in, corr_str kind)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const kind_row *k = &in->kind.v[g->kind];
        if ((g->n || g->only.rows) && !(k->flags & CORR_KIND_CONTEXT) &&
            corr_str_eq(input_text(in, k->name), kind))
            return g;
    }
    return NULL;
}

/* What a recording offers, the more the better, by what is asked first. */
typedef struct merits {
    bool ids, times, clocked;
} merits;

static merits merits_of(const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    merits m = { .ids = st->tie.v[i].scope != CORR_SCOPE_NONE,
                 .clocked = true };

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const unsigned flags = in->kind.v[g->kind].flags;
        m.ids |= g->n && flags & CORR_KIND_CONTEXT;
        m.times |= g->time || g->packed.n;
        m.clocked &= !(flags & CORR_KIND_RUNNABLE);
    }
    return m;
}

/* Whether what input i has gives way to the like of input k. */
static bool gives_way(const corr_store *st, uint32_t i, uint32_t k)
{
    const input *a = store_input(st, i);
    const input *b = store_input(st, k);
    const merits x = merits_of(st, i);
    const merits y = merits_of(st, k);

    if (x.ids != y.ids)
        return y.ids;
    if (x.times != y.times)
        return y.times;
    if (x.clocked != y.clocked)
        return y.clocked;
    if (a->to - a->from != b->to - b->from)
        return b->to - b->from > a->to - a->from;
    return k < i;
}

/* ---- whether of one process and time ------------------------------------ */

static bool may_be_told(const corr_store *st, uint32_t i)
{
    const tie *t = &st->tie.v[i];
    const input *in = store_input(st, i);

    return t->used && t->proc && !t->guessed && !t->assumed && !t->apart &&
           !input_is_host(in) && in->from != CORR_NO_TIME && in->to > in->from;
}

/* Files that follow one another may overlap a little. */
static bool is_meanwhile(const input *a, const input *b)
{
    const int64_t both = min_i64(a->to, b->to) - max_i64(a->from, b->from);

    return both > 0 && both >= min_i64(a->to - a->from, b->to - b->from) / 2;
}

static bool is_rival(const corr_store *st, uint32_t i, uint32_t k)
{
    return k != i && st->tie.v[k].proc == st->tie.v[i].proc &&
           store_input(st, k)->group == store_input(st, i)->group &&
           may_be_told(st, k) &&
           is_meanwhile(store_input(st, i), store_input(st, k));
}

/* ---- the whole ---------------------------------------------------------- */

static int by_start(const void *va, const void *vb)
{
    const loss_row *a = va;
    const loss_row *b = vb;

    return (a->from > b->from) - (a->from < b->from);
}

/* Those that touch become one; returns how long they are. */
static int64_t unite(spare *s)
{
    int64_t length = 0;
    size_t n = 0;

    if (s->run.n)
        qsort(s->run.v, s->run.n, sizeof *s->run.v, by_start);
    for (size_t i = 0; i < s->run.n; i++) {
        const loss_row r = s->run.v[i];
        if (n && r.from <= s->run.v[n - 1].to)
            s->run.v[n - 1].to = max_i64(s->run.v[n - 1].to, r.to);
        else
            s->run.v[n++] = r;
    }
    s->run.n = n;
    for (size_t i = 0; i < n; i++)
        length += s->run.v[i].to - s->run.v[i].from;
    return length;
}

bool spare_of(spare *s, const corr_store *st, uint32_t i, corr_str kind)
{
    const input *in = store_input(st, i);
    const segment *g = may_be_told(st, i) ? segment_of(in, kind) : NULL;

    *s = (spare){ .by = i };
    for (uint32_t k = 0; g && k < st->input.n; k++) {
        const input *other = store_input(st, k);
        const segment *h = is_rival(st, i, k) ? segment_of(other, kind) : NULL;
        if (!h || in->kind.v[g->kind].unit != other->kind.v[h->kind].unit ||
            !gives_way(st, i, k))
            continue;
        if (!s->run.n && !twice_is_known(st, st->tie.v[i].proc))
            return true;
        s->by = s->run.n ? s->by : k;
        const loss_row r = { max_i64(in->from, other->from),
                             min_i64(in->to, other->to) };
        if (!vec_push(&s->run, r))
            return false;
    }
    s->most = unite(s) >= (in->to - in->from) / 5 * 4 && s->run.n;
    return true;
}

void spare_clear(spare *s)
{
    vec_free(&s->run);
}

/* What was taken in the last instant is of it, too. */
bool spare_has(const spare *s, const segment *g, size_t row)
{
    const int64_t t = g->time ? g->time[row] : CORR_NO_TIME;

    if (t == CORR_NO_TIME)
        return s->most;
    for (size_t i = 0; i < s->run.n; i++)
        if (t >= s->run.v[i].from && t <= s->run.v[i].to)
            return true;
    return false;
}

static bool say(corr_store *st, uint32_t i, uint32_t by)
{
    const char *text =
        store_text(st,
                   "%s is of the same process and time as %s: of what both "
                   "recorded, spans have the samples of the latter",
                   store_input(st, i)->path, store_input(st, by)->path);

    if (text)
        store_warn_text(st, "DUPLICATE", text);
    return text != NULL;
}

bool spare_say(corr_store *st)
{
    const bool has_spans = st->spans.at.n > 1; /* [0] none */
    bool ok = true;

    for (uint32_t i = 0; ok && has_spans && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        bool said = false;
        for (size_t g = 1; ok && !said && g < in->segment.n; g++) {
            const kind_row *k = &in->kind.v[in->segment.v[g].kind];
            spare s;
            ok = spare_of(&s, st, i, input_text(in, k->name));
            said = ok && s.run.n > 0;
            ok = ok && (!said || say(st, i, s.by));
            spare_clear(&s);
        }
    }
    return ok;
}
