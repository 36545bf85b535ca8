#include "frames/facet.h"

#include <stdio.h>

#include "join/join.h"
#include "join/prepare.h"
#include "store/operation_names.h"
#include "store/process_match.h"

/* The memo of the key of row i among n threads or label sets of input in.
 * NULL: out of memory. */
static uint32_t *facet_memo(facet *f, uint32_t in, size_t n, uint32_t i)
{
    if (!f->memo[in])
        f->memo[in] = corr_arena_new(f->arena, uint32_t, n);
    return f->memo[in] ? &f->memo[in][i] : NULL;
}

static uint32_t add_facet_key(facet *f, const char *none, corr_str text)
{
    return keys_add_text(f->keys, text.n ? text : corr_str_of(none));
}

static uint32_t thread_key(facet *f, const sel_part *p, size_t row)
{
    const input *in = store_input(f->sel->store, p->input);
    const segment *g = sel_segment(f->sel, p);
    const uint32_t thread = g->thread ? g->thread[row] : 0;
    uint32_t *key = facet_memo(f, p->input, in->thread.n, thread);

    if (!key || *key)
        return key ? *key : 0;
    const thread_row *t = &in->thread.v[thread];
    const int64_t id = t->os_id ? t->os_id : t->vm_id;
    char number[32] = "";
    if (id)
        snprintf(number, sizeof number, "[thread %lld]", (long long)id);
    const corr_str name = input_text(in, t->name);
    return *key = add_facet_key(f, "[no thread]",
                                name.n ? name : corr_str_of(number));
}

/* The service of a sample in a recording of several processes, by its labels.
 * */
static uint32_t labelled_service_key(facet *f, const sel_part *p, size_t row)
{
    const corr_store *st = f->sel->store;
    const segment *g = sel_segment(f->sel, p);
    const uint32_t set = g->labels ? g->labels[row] : 0;
    uint32_t *key =
        facet_memo(f, p->input, store_input(st, p->input)->label.set_at.n, set);

    if (!key || *key)
        return key ? *key : 0;
    return *key = add_facet_key(f, "[no service]",
                                process_host_service(st, p->input, g, set));
}

/* The service of the sample's thread, or the service matched to the whole
 * profile. */
static uint32_t service_key(facet *f, const sel_part *p, size_t row)
{
    const corr_store *st = f->sel->store;
    const input *in = store_input(st, p->input);
    const segment *g = sel_segment(f->sel, p);
    const uint32_t thread = g->thread ? g->thread[row] : 0;

    if (input_is_host(in))
        return labelled_service_key(f, p, row);
    uint32_t *key = facet_memo(f, p->input, in->thread.n, thread);
    if (!key || *key)
        return key ? *key : 0;
    const uint32_t proc = in->thread.v[thread].proc;
    uint32_t service =
        st->spans.service_of.v[spans_proc(&st->spans, p->input, proc)];
    if (!service && !in->thread.v[thread].stranger)
        service = st->match.v[p->input].service;
    return *key =
               add_facet_key(f, "[no service]", st->spans.service.v[service]);
}

static corr_str print_value(const corr_label *l, char *buffer, size_t size)
{
    switch (l->type) {
    case CORR_VALUE_TEXT:
    case CORR_VALUE_JSON:
        return l->text;
    case CORR_VALUE_INT:
        snprintf(buffer, size, "%lld", (long long)l->num);
        break;
    case CORR_VALUE_REAL:
        snprintf(buffer, size, "%.15g", l->real);
        break;
    case CORR_VALUE_BOOL:
        return l->num ? CORR_STR("true") : CORR_STR("false");
    }
    return corr_str_of(buffer);
}

static uint32_t label_key(facet *f, const sel_part *p, size_t row)
{
    const input *in = store_input(f->sel->store, p->input);
    const segment *g = sel_segment(f->sel, p);
    const uint32_t set = g->labels ? g->labels[row] : 0;
    uint32_t *key = facet_memo(f, p->input, in->label.set_at.n, set);
    char buffer[64] = "";
    corr_label label;

    if (!key || *key)
        return key ? *key : 0;
    corr_str value = CORR_STR("");
    if (input_find_label(in, set, f->label, &label))
        value = print_value(&label, buffer, sizeof buffer);
    return *key = add_facet_key(f, "[no label]", value);
}

static uint32_t span_id_key(facet *f, bool known, uint64_t id)
{
    char hex[17] = "";

    if (known)
        snprintf(hex, sizeof hex, "%016llx", (unsigned long long)id);
    return add_facet_key(f, "[no span]", corr_str_of(hex));
}

static uint32_t trace_id_key(facet *f, bool known, corr_trace_id id)
{
    char hex[33] = "";

    if (known)
        snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)id.hi,
                 (unsigned long long)id.lo);
    return add_facet_key(f, "[no span]", corr_str_of(hex));
}

static uint32_t span_key(facet *f, uint32_t span)
{
    return span_id_key(f, span, span ? store_span(f->sel->store, span)->id : 0);
}

static uint32_t trace_key(facet *f, uint32_t span)
{
    return trace_id_key(f, span,
                        span ? store_span(f->sel->store, span)->trace
                             : (corr_trace_id){ 0 });
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

/* Whether the row is a duplicate of a row in another recording. */
static bool is_duplicate(const facet *f, const sel_part *p, size_t row)
{
    const join_segment *j = join_at(f->sel->store->join, p->input, p->segment);

    return j->why && j->why[row] == CORR_WHY_DUPLICATE;
}

/* The id on the sample itself, which a profile has without any trace. */
static uint32_t labelled_key(facet *f, const sel_part *p, size_t row)
{
    const segment *g = sel_segment(f->sel, p);
    const bool known = !is_duplicate(f, p, row);
    const corr_trace_id trace = segment_trace(g, row);
    uint64_t span = g->span ? g->span[row] : 0;

    if (f->by == CORR_BY_TRACE)
        return trace_id_key(f, known && (trace.hi | trace.lo), trace);
    if (!span && g->root)
        span = g->root[row];
    return span_id_key(f, known && span, span);
}

static uint32_t joined_key(facet *f, const sel_part *p, size_t row,
                           uint32_t span)
{
    static uint32_t (*const key_of[CORR_BY_COUNT])(facet *, uint32_t) = {
        [CORR_BY_OPERATION] = operation_key,
        [CORR_BY_SPAN] = span_key,
        [CORR_BY_TRACE] = trace_key,
    };

    if (!span && f->by != CORR_BY_OPERATION)
        return labelled_key(f, p, row);
    if (!f->of_span[span])
        f->of_span[span] = key_of[f->by](f, span);
    return f->of_span[span];
}

corr_code facet_prepare(corr_store *st, corr_by by, const char *label,
                        corr_err *err)
{
    if (by == CORR_BY_LABEL && (!label || !*label))
        return corr_fail(err, CORR_EUSAGE, "rows by which label?");
    if (by == CORR_BY_OPERATION || by == CORR_BY_SPAN || by == CORR_BY_TRACE)
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
    static uint32_t (*const key_of[CORR_BY_COUNT])(facet *, const sel_part *,
                                                   size_t) = {
        [CORR_BY_THREAD] = thread_key,
        [CORR_BY_SERVICE] = service_key,
        [CORR_BY_LABEL] = label_key,
    };

    if (!key_of[f->by])
        return joined_parts(f, p, k, part);
    part[0] =
        (facet_part){ key_of[f->by](f, p, sel_row(p, k)), 0, sel_share(p, k) };
    return part[0].key ? 1 : 0;
}
