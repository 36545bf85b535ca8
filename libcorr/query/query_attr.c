/*
 * query_attr - attributes of spans, resources, events and links.
 *
 * Spans share sets of labels: an attribute is looked up and converted once for
 * each set.
 */
#include "corr_sort.h"
#include "query/query_field.h"

const value field_missing;

value field_text(const place *p, uint32_t text)
{
    value v = value_text(input_text(p->in, text));

    v.n = text;
    return v;
}

/* ---- attributes --------------------------------------------------------- */

/* Whether all attributes of the spans of an input are text, as in formats
 * without other types. */
static bool is_loose(query_run_state *r, const place *p)
{
    const input *in = p->in;
    uint8_t *loose = &r->reads->loose[p->number];

    if (*loose)
        return *loose == 2;
    *loose = 2;
    for (size_t i = 1; i < in->span.n; i++) {
        const uint32_t set = in->span.v[i].attrs;
        for (uint32_t k = 0; k < in->label.set_n.v[set]; k++)
            if (in->label.type.v[in->label.set_at.v[set] + k] !=
                CORR_VALUE_TEXT) {
                *loose = 1;
                return false;
            }
    }
    return true;
}

static const value *make_value(query_run_state *r, const place *p, uint32_t set,
                               uint32_t i)
{
    const input *in = p->in;
    const corr_label label = input_label(in, set, i);
    value *v = corr_arena_new(r->arena, value, 1);

    if (!v) {
        run_no_memory(r);
        return &field_missing;
    }
    switch (label.type) {
    case CORR_VALUE_TEXT:
        *v = field_text(p, in->label.text.v[in->label.set_at.v[set] + i]);
        v->is_loose = is_loose(r, p);
        break;
    case CORR_VALUE_INT:
        *v = value_num(VALUE_INT, label.num);
        break;
    case CORR_VALUE_REAL:
        *v = (value){ .type = VALUE_REAL, .real = label.real };
        break;
    case CORR_VALUE_BOOL:
        *v = value_num(VALUE_BOOL, label.num != 0);
        break;
    case CORR_VALUE_JSON:
        if (!value_list(label.text, r->arena, v, &r->note[NOTE_LONG_LIST]))
            run_no_memory(r);
        break;
    }
    return v;
}

/* Finds the label of a set that the field names. */
static const value *search_set(query_run_state *r, const place *p, uint32_t set)
{
    const input *in = p->in;
    const corr_str key = r->q->field.v[p->field].key;
    uint32_t *known = &r->reads->memo[p->field].key[p->number];
    const size_t at = in->label.set_at.v[set];

    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const uint32_t text = in->label.key.v[at + i];
        if (*known ? text != *known : !corr_str_eq(input_text(in, text), key))
            continue;
        *known = text;
        return make_value(r, p, set, i);
    }
    return &field_missing;
}

static bool open_memo(query_run_state *r, const place *p)
{
    field_memo *m = &r->reads->memo[p->field];
    const size_t inputs = r->st->input.n;

    if (!m->value) {
        m->value = corr_arena_new(r->arena, const value **, inputs);
        m->key = corr_arena_new(r->arena, uint32_t, inputs);
    }
    if (!m->value || !m->key)
        return run_no_memory(r);
    const value ***sets = &m->value[p->number];
    if (!*sets)
        *sets = corr_arena_new(r->arena, const value *, p->in->label.set_at.n);
    return *sets || run_no_memory(r);
}

const value *attr_of_set(query_run_state *r, const place *p, uint32_t set)
{
    field_memo *m = &r->reads->memo[p->field];

    m->was_asked = true;
    if (set == 0 || r->failed)
        return &field_missing;
    if ((!m->value || !m->value[p->number]) && !open_memo(r, p))
        return &field_missing;
    const value **slot = &m->value[p->number][set];
    if (!*slot)
        *slot = search_set(r, p, set);
    m->was_found = m->was_found || *slot != &field_missing;
    return *slot;
}

value attr_span(query_run_state *r, const place *p)
{
    return *attr_of_set(r, p, p->row->attrs);
}

/* The name of a service may come from a place other than a label. */
value attr_resource(query_run_state *r, const place *p)
{
    const proc_row *proc = &p->in->proc.v[p->row->proc];
    const value *v = attr_of_set(r, p, proc->labels);
    const corr_str key = r->q->field.v[p->field].key;

    if (v != &field_missing || !proc->service ||
        !corr_str_is(key, "service.name"))
        return *v;
    r->reads->memo[p->field].was_found = true;
    return field_text(p, proc->service);
}

value attr_any(query_run_state *r, const place *p)
{
    const value *v = attr_of_set(r, p, p->row->attrs);

    return v != &field_missing ? *v : attr_resource(r, p);
}

/* ---- lists: events and links -------------------------------------------- */

_Static_assert(offsetof(event_row, span) == 0 && offsetof(link_row, span) == 0,
               "every row begins with the number of its span");

static uint32_t span_of_row(const char *row)
{
    uint32_t span;

    memcpy(&span, row, sizeof span);
    return span;
}

bool field_room(query_run_state *r, const place *p)
{
    field_memo *m = &r->reads->memo[p->field];

    if (!m->list)
        m->list = corr_arena_new(r->arena, value, QUERY_LIST);
    if (!m->text)
        m->text = corr_arena_alloc(r->arena, sizeof *m->text, QUERY_LIST);
    return (m->list && m->text) || run_no_memory(r);
}

/* Adds a value, or the values of a list, to the list of the field. */
static void add_value(query_run_state *r, const place *p, uint32_t *n, value v)
{
    const value *from = v.type == VALUE_LIST ? v.list : &v;
    const uint32_t more = v.type == VALUE_LIST ? v.n : 1;

    for (uint32_t i = 0; i < more && v.type != VALUE_NIL; i++) {
        if (*n == QUERY_LIST) {
            r->note[NOTE_LONG_LIST] = true;
            return;
        }
        r->reads->memo[p->field].list[(*n)++] = from[i];
    }
}

/* The values of the rows of a span, in a table sorted by span. */
static value list_rows(query_run_state *r, const place *p, const void *rows,
                       size_t nrow, size_t size,
                       value (*of)(query_run_state *, const place *,
                                   const void *row, char *text))
{
    const uint32_t span = r->st->spans.at.v[p->span].row;
    const field_memo *m = &r->reads->memo[p->field];
    const char *at = rows;
    size_t first = 0;
    uint32_t n = 0;

    LOWER_BOUND(first, nrow, i, span_of_row(at + i * size) < span);
    for (size_t i = first; i < nrow && span_of_row(at + i * size) == span &&
                           n < QUERY_LIST && field_room(r, p);
         i++)
        add_value(r, p, &n, of(r, p, at + i * size, m->text[n]));
    return n ? (value){ .type = VALUE_LIST, .n = n, .list = m->list }
             : field_missing;
}

static value event_value(query_run_state *r, const place *p, const void *row,
                         char *text)
{
    const event_row *e = row;
    int64_t start;

    (void)text;
    switch (r->q->field.v[p->field].kind) {
    case FIELD_EVENT:
        return *attr_of_set(r, p, e->labels);
    case FIELD_EVENT_TIME:
        if (e->time <= 0 || !moment_get(p->row->start, &start))
            return field_missing;
        return value_num(VALUE_DURATION, sub_clamped(e->time, start));
    default:
        return field_text(p, e->name);
    }
}

value attr_events(query_run_state *r, const place *p)
{
    return list_rows(r, p, p->in->event.v, p->in->event.n, sizeof(event_row),
                     event_value);
}

corr_str field_trace_text(char *to, corr_trace_id id)
{
    corr_print_hex(corr_print_hex(to, id.hi), id.lo);
    return (corr_str){ to, 32 };
}

/* Id 0 gives the empty text. */
corr_str field_span_text(char *to, uint64_t id)
{
    corr_print_hex(to, id);
    return (corr_str){ to, id ? 16 : 0 };
}

static value link_value(query_run_state *r, const place *p, const void *row,
                        char *text)
{
    const link_row *l = row;

    switch (r->q->field.v[p->field].kind) {
    case FIELD_LINK:
        return *attr_of_set(r, p, l->labels);
    case FIELD_LINK_TRACE:
        return value_text(field_trace_text(text, l->trace));
    default:
        return value_text(field_span_text(text, l->id));
    }
}

value attr_links(query_run_state *r, const place *p)
{
    r->reads->memo[p->field].was_asked = true;
    return list_rows(r, p, p->in->link.v, p->in->link.n, sizeof(link_row),
                     link_value);
}
