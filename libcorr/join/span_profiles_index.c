#include "join/span_profiles_index.h"

#include "base/id.h"
#include "corr_sort.h"

enum {
    MOST_SPANS = 256,    /* spans of one file, at most */
    MOST_ROWS = 1 << 22, /* thread rows for all spans together, at most */
    SPAN_DIGITS = 16,
    TRACE_DIGITS = 32
};

/* ---- by attribute --------------------------------------------------- */

/* The keys that name a file, as text numbers of an input; 0: the input has no
 * such text. */
typedef struct keys {
    uint32_t file, id;
} keys;

static keys keys_of(const input *in)
{
    keys k = { 0, 0 };

    for (uint32_t i = 1; i + 1 < in->text_at.n && !(k.file && k.id); i++) {
        const corr_str text = input_text(in, i);

        if (corr_str_is(text, "profile.file"))
            k.file = i;
        else if (corr_str_is(text, "profile.id"))
            k.id = i;
    }
    return k;
}

static bool has_key(const input *in, uint32_t set, keys k)
{
    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const uint32_t key = in->label.key.v[in->label.set_at.v[set] + i];
        if (key && (key == k.file || key == k.id))
            return true;
    }
    return false;
}

/* Lists spans with a key that names a file.  Most stores have no such key: then
 * no span is looked at. */
bool span_profiles_spans_of(span_profiles_spans *n, const corr_store *st)
{
    keys *of = calloc(st->input.n ? st->input.n : 1, sizeof *of);
    bool any = false;
    bool ok = of != NULL;

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        if (st->input.v[i]->span.n > 1)
            of[i] = keys_of(st->input.v[i]);
        any |= of[i].file || of[i].id;
    }
    for (uint32_t k = 1; ok && any && k < st->spans.at.n; k++) {
        const uint32_t in = st->spans.at.v[k].input;
        if (has_key(st->input.v[in], store_span(st, k)->attrs, of[in]))
            ok = vec_push(&n->span, k);
    }
    free(of);
    return ok;
}

void span_profiles_spans_clear(span_profiles_spans *n)
{
    vec_free(&n->span);
}

/* ---- by the name of the file ---------------------------------------- */

static bool add_naming(span_profiles *n, const corr_store *st, uint32_t span,
                       uint32_t in)
{
    return !span_profile_by(st, span, in) || vec_push(&n->span, span);
}

/* Reads as many hex digits as a span id has. */
static bool is_hex_id(const char *p, uint64_t *v)
{
    const corr_str digits = { p, SPAN_DIGITS };
    const bool is_hex = id_is_hex(digits);

    *v = is_hex ? id_hex(digits).lo : 0;
    return is_hex;
}

static bool add_trace(span_profiles *n, const corr_store *st, corr_trace_id id,
                      uint32_t in)
{
    const uint32_t t = spans_trace(&st->spans, id);
    bool ok = true;

    if (t == UINT32_MAX)
        return true;
    const span_trace *trace = &st->spans.trace.v[t];
    const uint32_t most = trace->n < MOST_SPANS ? trace->n : MOST_SPANS;
    for (uint32_t i = trace->first; ok && i < trace->first + most; i++)
        ok = add_naming(n, st, i, in);
    return ok;
}

/* Finds spans by each place of the file name at which an id may begin. */
static bool add_from_name(span_profiles *n, const corr_store *st, uint32_t in)
{
    const corr_str name =
        corr_str_base(corr_str_of(st->input.v[in]->file.named));
    const corr_trace_id any = { 0, 0 };
    bool ok = true;

    for (size_t i = 0; ok && i + SPAN_DIGITS <= name.n; i++) {
        corr_trace_id id;
        if (!is_hex_id(name.p + i, &id.hi))
            continue;
        uint32_t span = spans_find(&st->spans, any, id.hi, NULL);
        for (; ok && span && n->span.n < MOST_SPANS;
             span = st->spans.next_id.v[span])
            ok = add_naming(n, st, span, in);
        if (ok && i + TRACE_DIGITS <= name.n &&
            is_hex_id(name.p + i + SPAN_DIGITS, &id.lo))
            ok = add_trace(n, st, id, in);
    }
    return ok;
}

/* ---- spans of one input --------------------------------------------- */

/* Removes repeated spans, and keeps only spans of the profile's process, if
 * there are any. */
static void keep_own_spans(span_profiles *n, const corr_store *st, uint32_t in)
{
    const uint32_t proc = st->match.v[in].proc;
    bool own = false;
    size_t kept = 0;

    if (!n->span.n)
        return;
    qsort(n->span.v, n->span.n, sizeof *n->span.v, cmp_u32);
    for (size_t i = 0; proc && i < n->span.n; i++)
        own |= st->spans.proc.v[n->span.v[i]] == proc;
    for (size_t i = 0; i < n->span.n; i++) {
        const uint32_t span = n->span.v[i];
        if ((kept && n->span.v[kept - 1] == span) ||
            (own && st->spans.proc.v[span] != proc))
            continue;
        n->span.v[kept++] = span;
    }
    const size_t threads = st->input.v[in]->thread.n + 1;
    size_t most = MOST_ROWS / threads;
    most = most > MOST_SPANS ? MOST_SPANS : most ? most : 1;
    n->span.n = kept < most ? kept : most;
}

bool span_profiles_of(span_profiles *n, const span_profiles_spans *all,
                      const corr_store *st, uint32_t in)
{
    thread_index index = { .in = NULL };
    bool ok = add_from_name(n, st, in);

    for (size_t i = 0; ok && i < all->span.n; i++)
        ok = add_naming(n, st, all->span.v[i], in);
    keep_own_spans(n, st, in);
    if (!ok || !n->span.n)
        return ok;
    n->arena.limit = SIZE_MAX;
    n->by = corr_arena_new(&n->arena, span_profile, n->span.n);
    for (size_t i = 0; n->by && i < n->span.n; i++)
        if (!span_profile_of_span(&n->by[i], st, n->span.v[i], in, &index,
                                  &n->arena))
            return false;
    return n->by != NULL;
}

void span_profiles_clear(span_profiles *n)
{
    vec_free(&n->span);
    corr_arena_clear(&n->arena);
    *n = (span_profiles){ 0 };
}

/* ---- rows ----------------------------------------------------------- */

/* How well a row fits a span: 2 or more if the thread is the span's; without a
 * known thread 1 while the span runs, else 0.5. */
static double fit_of_row(const join_own *o, const corr_store *st, int64_t time)
{
    const span_row *r = store_span(st, o->span);

    if (o->rung == CORR_RUNG_NONE)
        return 0;
    if (o->rung == CORR_RUNG_F1)
        return 2 + o->bond.certainty * o->bond.share;
    stretch ran;
    return time != CORR_NO_TIME && span_ran(r, &ran) && stretch_holds(ran, time)
               ? 1
               : 0.5;
}

join_own span_profiles_row(const span_profiles *n, const corr_store *st,
                           const segment *g, size_t row)
{
    const int64_t time = g->time ? g->time[row] : CORR_NO_TIME;
    join_own best = { 0 };
    double most = 0;

    for (size_t i = 0; i < n->span.n; i++) {
        join_own o = { .span = n->span.v[i] };
        o.rung = span_profile_row(&n->by[i], g, row, &o.bond);
        const double fit = fit_of_row(&o, st, time);
        const bool later = best.span && time != CORR_NO_TIME &&
                           moment_order(store_span(st, o.span)->start) >=
                               moment_order(store_span(st, best.span)->start);
        if (fit > most || (fit > 0 && fit >= most && later)) {
            best = o;
            most = fit;
        }
    }
    return best;
}
