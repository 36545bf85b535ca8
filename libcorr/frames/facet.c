#include "frames/facet.h"

#include <stdio.h>

#include "join/join.h"
#include "join/prepare.h"
#include "store/operation_names.h"
#include "store/process_match.h"

enum { BUFFER = 64 };

static uint32_t add_facet_key(facet *f, const char *none, corr_str text)
{
    return keys_add_text(f->keys, text.n ? text : corr_str_of(none));
}

/* ---- threads, services and labels ---------------------------------------- */

static corr_str thread_text(const facet *f, const sel_part *p, uint32_t thread,
                            char buffer[BUFFER])
{
    const input *in = store_input(f->sel->store, p->input);
    const thread_row *t = &in->thread.v[thread];
    const int64_t id = t->os_id ? t->os_id : t->vm_id;

    if (t->name || !id)
        return input_text(in, t->name);
    snprintf(buffer, BUFFER, "[thread %lld]", (long long)id);
    return corr_str_of(buffer);
}

/* The service of a thread, or the service matched to the whole profile.  In a
 * recording of several processes, the service of a set of labels. */
static corr_str service_text(const facet *f, const sel_part *p, uint32_t at,
                             char buffer[BUFFER])
{
    const corr_store *st = f->sel->store;
    const input *in = store_input(st, p->input);

    (void)buffer;
    if (input_is_host(in))
        return process_host_service(st, p->input, sel_segment(f->sel, p), at);
    const uint32_t proc = in->thread.v[at].proc;
    uint32_t service =
        st->spans.service_of.v[spans_proc(&st->spans, p->input, proc)];
    if (!service && !in->thread.v[at].stranger)
        service = st->match.v[p->input].service;
    return st->spans.service.v[service];
}

static corr_str value_text(const corr_label *l, char buffer[BUFFER])
{
    switch (l->type) {
    case CORR_VALUE_TEXT:
    case CORR_VALUE_JSON:
        return l->text;
    case CORR_VALUE_INT:
        snprintf(buffer, BUFFER, "%lld", (long long)l->num);
        break;
    case CORR_VALUE_REAL:
        snprintf(buffer, BUFFER, "%.15g", l->real);
        break;
    case CORR_VALUE_BOOL:
        return l->num ? CORR_STR("true") : CORR_STR("false");
    }
    return corr_str_of(buffer);
}

/* The values of a key that repeats, in order: "ops, web".  A row stands for each
 * set of values, so that a sample counts once. */
static corr_str values_text(const facet *f, const input *in, uint32_t set)
{
    enum { SHOWN_VALUES = 16 };
    const uint32_t n = in->label.set_n.v[set];
    corr_str *value = corr_arena_new(f->arena, corr_str, n + 1);
    const char *text = NULL;
    uint32_t k = 0;

    for (uint32_t i = 0; value && i < n; i++) {
        const corr_label l = input_label(in, set, i);
        char buffer[BUFFER];
        uint32_t at = k;
        if (!corr_str_eq(l.key, f->label))
            continue;
        const corr_str one = value_text(&l, buffer);
        const char *copy =
            l.type == CORR_VALUE_TEXT || l.type == CORR_VALUE_JSON
                ? one.p
                : corr_arena_text(f->arena, one);
        for (; at > 0 && corr_str_cmp(value[at - 1], one) > 0; at--)
            value[at] = value[at - 1];
        value[at] = corr_str_of(copy ? copy : "");
        k++;
    }
    for (uint32_t i = 0; i < k && i < SHOWN_VALUES; i++)
        text = corr_arena_print(f->arena, "%s%s%.*s", text ? text : "",
                                text ? ", " : "", CORR_STR_ARG(value[i]));
    if (k > SHOWN_VALUES && text)
        text = corr_arena_print(f->arena, "%s and %u more", text,
                                k - SHOWN_VALUES);
    return corr_str_of(text ? text : "");
}

static corr_str label_text(const facet *f, const sel_part *p, uint32_t set,
                           char buffer[BUFFER])
{
    const input *in = store_input(f->sel->store, p->input);
    uint32_t n = 0;
    corr_label l;

    if (!input_find_label(in, set, f->label, &l))
        return CORR_STR("");
    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++)
        n += corr_str_eq(input_label(in, set, i).key, f->label);
    return n > 1 ? values_text(f, in, set) : value_text(&l, buffer);
}

static const struct {
    corr_str (*text)(const facet *, const sel_part *, uint32_t at, char *);
    const char *none;
} sample_texts[CORR_BY_COUNT] = {
    [CORR_BY_THREAD] = { thread_text, "[no thread]" },
    [CORR_BY_SERVICE] = { service_text, "[no service]" },
    [CORR_BY_LABEL] = { label_text, "[no label]" },
};

/* The key of a row, made once per thread or label set of its input. */
static uint32_t sample_key(facet *f, const sel_part *p, size_t row)
{
    const input *in = store_input(f->sel->store, p->input);
    const segment *g = sel_segment(f->sel, p);
    const bool by_labels = f->by == CORR_BY_LABEL ||
                           (f->by == CORR_BY_SERVICE && input_is_host(in));
    const uint32_t *of_row = by_labels ? g->labels : g->thread;
    const uint32_t at = of_row ? of_row[row] : 0;
    uint32_t **memo = &f->memo[p->input];
    char buffer[BUFFER] = "";

    if (!*memo)
        *memo = corr_arena_new(f->arena, uint32_t,
                               by_labels ? in->label.set_at.n : in->thread.n);
    if (*memo && !(*memo)[at])
        (*memo)[at] = add_facet_key(f, sample_texts[f->by].none,
                                    sample_texts[f->by].text(f, p, at, buffer));
    return *memo ? (*memo)[at] : 0;
}

/* ---- spans ----------------------------------------------------------------- */

static uint32_t id_key(facet *f, bool known, corr_trace_id id)
{
    char hex[32];
    char *end = hex;

    if (known && f->by == CORR_BY_TRACE)
        end = corr_print_hex(hex, id.hi);
    if (known)
        end = corr_print_hex(end, id.lo);
    return add_facet_key(f, "[no span]",
                         (corr_str){ hex, (size_t)(end - hex) });
}

/* "service: name": two services may have operations of the same name. */
static uint32_t operation_key(facet *f, uint32_t span)
{
    const corr_store *st = f->sel->store;
    char text[512] = "";

    if (span) {
        const opname name = opname_of(st, span);
        opname_text(&name, text, sizeof text);
    }
    return add_facet_key(f, "[no span]", corr_str_of(text));
}

/* The value of a key that the topmost span of a trace has, or else its process;
 * an empty text: it has neither. */
static corr_str root_text(const facet *f, uint32_t top, char buffer[BUFFER])
{
    const corr_store *st = f->sel->store;
    const span_row *s = store_span(st, top);
    const input *in = store_input(st, st->spans.at.v[top].input);
    corr_label l;

    return input_find_label(in, s->attrs, f->label, &l) ||
                   input_find_label(in, in->proc.v[s->proc].labels, f->label,
                                    &l)
               ? value_text(&l, buffer)
               : (corr_str){ "", 0 };
}

/* What the root of a trace says of all its spans.  Nothing is spread: a sample
 * without a span, and a span whose root is not here, have rows of their own. */
static uint32_t root_key(facet *f, uint32_t span)
{
    const spans *all = &f->sel->store->spans;
    char buffer[BUFFER] = "", none[BUFFER];
    uint32_t top = span;

    if (!span)
        return add_facet_key(f, "[no span]", CORR_STR(""));
    while (!f->of_span[top] && all->up.v[top])
        top = all->up.v[top];
    if (f->of_span[top]) /* of a span on the way to the same root */
        return f->of_span[top];
    if (store_span(f->sel->store, top)->parent)
        return add_facet_key(f, "[no root]", CORR_STR(""));
    snprintf(none, sizeof none, "[no %.*s]",
             (int)(f->label.n < 64 ? f->label.n : 64), f->label.p);
    return add_facet_key(f, none, root_text(f, top, buffer));
}

/* Whether the row is a duplicate of a row in another recording. */
static bool is_duplicate(const facet *f, const sel_part *p, size_t row)
{
    const join_segment *j = join_at(f->sel->store->join, p->input, p->segment);

    return j->why && j->why[row] == CORR_WHY_DUPLICATE;
}

/* The id on the sample itself, which a profile has without any trace. */
static corr_trace_id labelled_id(const facet *f, const sel_part *p, size_t row)
{
    const segment *g = sel_segment(f->sel, p);
    const uint64_t span = g->span ? g->span[row] : 0;

    if (is_duplicate(f, p, row))
        return (corr_trace_id){ 0 };
    if (f->by == CORR_BY_TRACE)
        return segment_trace(g, row);
    return (corr_trace_id){ 0, !span && g->root ? g->root[row] : span };
}

static uint32_t joined_id_key(facet *f, uint32_t span)
{
    const span_row *s = store_span(f->sel->store, span);

    return id_key(f, true,
                  f->by == CORR_BY_TRACE ? s->trace
                                         : (corr_trace_id){ 0, s->id });
}

static uint32_t joined_key(facet *f, const sel_part *p, size_t row,
                           uint32_t span)
{
    const bool is_named = f->by == CORR_BY_OPERATION || f->by == CORR_BY_ROOT;

    if (!span && !is_named) {
        const corr_trace_id id = labelled_id(f, p, row);
        return id_key(f, id.hi | id.lo, id);
    }
    if (!f->of_span[span])
        f->of_span[span] = f->by == CORR_BY_OPERATION ? operation_key(f, span)
                           : is_named                 ? root_key(f, span)
                                                      : joined_id_key(f, span);
    return f->of_span[span];
}

corr_code facet_prepare(corr_store *st, corr_by by, const char *label,
                        corr_err *err)
{
    if (by == CORR_BY_LABEL && (!label || !*label))
        return corr_fail(err, CORR_EUSAGE,
                         "by label needs a key, as in label:KEY");
    if (by == CORR_BY_ROOT && (!label || !*label))
        return corr_fail(err, CORR_EUSAGE,
                         "by root needs a key, as in root.tenant");
    if (by == CORR_BY_ROOT || by == CORR_BY_OPERATION || by == CORR_BY_SPAN ||
        by == CORR_BY_TRACE)
        return store_join(st, err);
    return by == CORR_BY_SERVICE || by == CORR_BY_HOLDER || by == CORR_BY_GC
               ? store_prepare(st, err)
               : CORR_OK;
}

bool facet_init(facet *f, corr_arena *arena)
{
    const corr_store *st = f->sel->store;

    f->arena = arena;
    f->memo = corr_arena_new(arena, uint32_t *, st->input.n);
    f->of_span = corr_arena_new(arena, uint32_t, st->spans.at.n + 1);
    return f->memo && f->of_span;
}

/* Fills the parts of a row of a profile that a span names.  In a selection by
 * spans, the selected share belongs to the span.  Otherwise the span has its
 * share, and the rest belongs to no span. */
static size_t own_parts(const corr_sel *sel, const join_own *own, double share,
                        facet_part part[FACET_PARTS])
{
    const bool divides = !sel->asked && own->bond.share < 1;

    part[0] = (facet_part){ 0, own->span, divides ? own->bond.share : share };
    part[1] = (facet_part){ 0, 0, 1 - own->bond.share };
    return divides ? 2 : 1;
}

/* Fills the parts of a row that spans have, and the remainder. */
static size_t joined_parts(facet *f, const sel_part *p, size_t k,
                           facet_part part[FACET_PARTS])
{
    const corr_sel *sel = f->sel;
    const size_t row = sel_row(p, k);
    const join_segment *js = join_at(sel->store->join, p->input, p->segment);
    const join_part *has;
    join_part one;
    const size_t all = join_parts(js, row, &one, &has);
    const bool is_own =
        js->own && js->own[row].span && !sel_is_weak(sel, js->own[row].rung);
    const double within = sel_within(sel, p, k);
    double rest = sel_asked(sel, p, k);
    size_t n = is_own ? own_parts(sel, &js->own[row], rest, part) : 0;

    for (size_t i = 0; i < all; i++) {
        const double share = has == &one ? rest : has[i].share;
        if (has != &one && sel->in && !sel->in[has[i].span])
            continue;
        if (sel_is_weak(sel, has[i].rung))
            continue;
        part[n++] = (facet_part){ 0, has[i].span, share };
        rest -= share;
    }
    if (!n || (!is_own && rest > JOIN_NOTHING))
        part[n++] = (facet_part){ 0, 0, rest };
    for (size_t i = 0; i < n; i++) {
        part[i].share *= within;
        if (!(part[i].key = joined_key(f, p, row, part[i].span)))
            return 0;
    }
    return n;
}

size_t facet_parts(facet *f, const sel_part *p, size_t k,
                   facet_part part[FACET_PARTS])
{
    if (!sample_texts[f->by].text)
        return joined_parts(f, p, k, part);
    part[0] =
        (facet_part){ sample_key(f, p, sel_row(p, k)), 0, sel_share(p, k) };
    return part[0].key ? 1 : 0;
}
