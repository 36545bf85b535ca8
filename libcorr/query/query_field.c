/*
 * query_field - reads the fields of a span other than its attributes.
 *
 * Facts about a trace are computed on first use.
 */
#include "query/query_field.h"

#include "base/base.h"
#include "store/clock_hosts.h"

/* ---- spans -------------------------------------------------------------- */

static value read_row(query_run_state *r, const place *p)
{
    const span_row *row = p->row;
    int64_t took;

    switch (r->q->field.v[p->field].kind) {
    case FIELD_NAME:
        return field_text(p, row->name);
    case FIELD_STATUS:
        return value_num(VALUE_STATUS, row->status);
    case FIELD_STATUS_TEXT:
        return field_text(p, row->status_text);
    case FIELD_KIND:
        return value_num(VALUE_KIND, row->kind);
    default:
        return span_took(row, &took)
                   ? value_num(
                         VALUE_DURATION,
                         spans_call(&r->st->spans, r->st->input.v, p->span))
                   : field_missing;
    }
}

static value read_span_id(query_run_state *r, const place *p)
{
    if (!field_room(r, p))
        return field_missing;
    char *text = r->reads->memo[p->field].text[0];
    switch (r->q->field.v[p->field].kind) {
    case FIELD_TRACE_ID:
        return value_text(field_trace_text(text, p->row->trace));
    case FIELD_PARENT_ID:
        return value_text(field_span_text(text, p->row->parent));
    default:
        return value_text(field_span_text(text, p->row->id));
    }
}

static value read_children(query_run_state *r, const place *p)
{
    query_reads *m = r->reads;

    if (!m->children) {
        m->children = corr_arena_new(r->arena, uint32_t, r->n);
        if (!m->children) {
            run_no_memory(r);
            return field_missing;
        }
        for (uint32_t i = 1; i < r->n; i++)
            m->children[r->st->spans.up.v[i]]++;
    }
    return value_num(VALUE_INT, m->children[p->span]);
}

/* The scope is stored among the attributes of its spans. */
static value read_scope(query_run_state *r, const place *p)
{
    const value *v = attr_of_set(r, p, p->row->attrs);

    return v != &field_missing ? *v : value_text(CORR_STR(""));
}

/* ---- traces ------------------------------------------------------------- */

/* The offset to add to the times of a span once clocks are aligned. */
static int64_t shift_of(const corr_store *st, const clock_hosts *clocks,
                        uint32_t span)
{
    const uint32_t clock = clock_hosts_find(clocks, clock_hosts_name(st, span));

    return clock == UINT32_MAX ? 0 : clocks->shift[clock];
}

/* With clocks, times are those of the root's host. */
static trace_facts find_facts(const corr_store *st, const span_trace *t,
                              clock_hosts *clocks)
{
    trace_facts f = { .length = -1 };
    int64_t from = INT64_MAX, to = INT64_MIN;

    for (uint32_t i = t->first; i < t->first + t->n && !f.root; i++)
        if (!store_span(st, i)->parent && !st->spans.up.v[i])
            f.root = i;
    if (clocks && f.root)
        clock_hosts_settle(clocks, clock_hosts_name(st, f.root));
    for (uint32_t i = t->first; i < t->first + t->n; i++) {
        stretch seen;
        if (!span_seen(store_span(st, i), &seen))
            continue;
        const int64_t shift = clocks && f.root ? shift_of(st, clocks, i) : 0;
        from = min_i64(from, add_clamped(seen.from, shift));
        to = max_i64(to, add_clamped(seen.to, shift));
    }
    if (from <= to)
        f.length = sub_clamped(to, from);
    return f;
}

static bool list_facts(query_run_state *r, trace_facts *facts)
{
    const spans *s = &r->st->spans;
    clock_hosts clocks;
    const bool ok = clock_hosts_of(&clocks, r->st, UINT32_MAX);
    const bool apart = ok && clocks.apart && !r->st->keep_clocks;

    for (size_t i = 0; ok && i < s->trace.n; i++)
        facts[i] = find_facts(r->st, &s->trace.v[i], apart ? &clocks : NULL);
    clock_hosts_clear(&clocks);
    return ok;
}

static const trace_facts *facts_of(query_run_state *r, uint32_t span)
{
    static const trace_facts none = { .length = -1 };
    const spans *s = &r->st->spans;
    query_reads *m = r->reads;

    if (!m->trace) {
        trace_facts *facts = corr_arena_new(r->arena, trace_facts, s->trace.n);
        if (!facts || !list_facts(r, facts)) {
            run_no_memory(r);
            return &none;
        }
        m->trace = facts;
    }
    return &m->trace[s->trace_of.v[span]];
}

static value read_trace_duration(query_run_state *r, const place *p)
{
    const int64_t length = facts_of(r, p->span)->length;

    return length < 0 ? field_missing : value_num(VALUE_DURATION, length);
}

/* The text may belong to another input than the span, so it has no number. */
static value read_root(query_run_state *r, const place *p)
{
    const uint32_t root = facts_of(r, p->span)->root;
    const spans *s = &r->st->spans;

    if (!root)
        return value_text(CORR_STR(""));
    if (r->q->field.v[p->field].kind == FIELD_ROOT_SERVICE)
        return value_text(s->service.v[spans_service(s, root)]);
    return value_text(input_text(store_input(r->st, s->at.v[root].input),
                                 store_span(r->st, root)->name));
}

/* ---- the table ---------------------------------------------------------- */

enum { IS_ID = 1, MAY_BE_NIL = 2 };

static const struct field_facts {
    read_function *read;
    uint8_t type;            /* value_type; VALUE_NIL: attributes */
    const char *word, *also; /* names of an intrinsic in a query */
    uint8_t flags;
    const char *key; /* the label that stores it, or NULL */
} facts[FIELD_KINDS] = {
    [FIELD_ANY] = { attr_any, .flags = MAY_BE_NIL },
    [FIELD_SPAN] = { attr_span, .flags = MAY_BE_NIL },
    [FIELD_RESOURCE] = { attr_resource, .flags = MAY_BE_NIL },
    [FIELD_EVENT] = { attr_events, .flags = MAY_BE_NIL },
    [FIELD_LINK] = { attr_links, .flags = MAY_BE_NIL },
    [FIELD_SCOPE] = { attr_span, .flags = MAY_BE_NIL },
    [FIELD_DURATION] = { read_row, VALUE_DURATION, .word = "duration",
                         .also = "span:duration" },
    [FIELD_NAME] = { read_row, VALUE_TEXT, .word = "name",
                     .also = "span:name" },
    [FIELD_STATUS] = { read_row, VALUE_STATUS, .word = "status",
                       .also = "span:status" },
    [FIELD_STATUS_TEXT] = { read_row, VALUE_TEXT, .word = "statusMessage",
                            .also = "span:statusMessage" },
    [FIELD_KIND] = { read_row, VALUE_KIND, .word = "kind",
                     .also = "span:kind" },
    [FIELD_ID] = { read_span_id, VALUE_TEXT, .word = "span:id",
                   .flags = IS_ID },
    [FIELD_PARENT_ID] = { read_span_id, VALUE_TEXT, .word = "span:parentID",
                          .flags = IS_ID },
    [FIELD_CHILDREN] = { read_children, VALUE_INT, .word = "span:childCount" },
    [FIELD_TRACE_DURATION] = { read_trace_duration, VALUE_DURATION,
                               .word = "traceDuration",
                               .also = "trace:duration" },
    [FIELD_TRACE_ID] = { read_span_id, VALUE_TEXT, .word = "trace:id",
                         .flags = IS_ID },
    [FIELD_ROOT_NAME] = { read_root, VALUE_TEXT, .word = "rootName",
                          .also = "trace:rootName" },
    [FIELD_ROOT_SERVICE] = { read_root, VALUE_TEXT, .word = "rootServiceName",
                             .also = "trace:rootService" },
    [FIELD_EVENT_NAME] = { attr_events, VALUE_TEXT, .word = "event:name" },
    [FIELD_EVENT_TIME] = { attr_events, VALUE_DURATION,
                           .word = "event:timeSinceStart" },
    [FIELD_LINK_TRACE] = { attr_links, VALUE_TEXT, .word = "link:traceID",
                           .flags = IS_ID },
    [FIELD_LINK_SPAN] = { attr_links, VALUE_TEXT, .word = "link:spanID",
                          .flags = IS_ID },
    [FIELD_SCOPE_NAME] = { read_scope, VALUE_TEXT,
                           .word = "instrumentation:name",
                           .key = "otel.scope.name" },
    [FIELD_SCOPE_VERSION] = { read_scope, VALUE_TEXT,
                              .word = "instrumentation:version",
                              .key = "otel.scope.version" },
};

bool field_named(corr_str word, field *f)
{
    uint8_t i = FIELD_DURATION;

    while (i < FIELD_KINDS && !corr_str_is(word, facts[i].word) &&
           !corr_str_is(word, facts[i].also))
        i++;
    if (i < FIELD_KINDS)
        *f = (field){ i, corr_str_of(facts[i].key) };
    return i < FIELD_KINDS;
}

value_type field_type(const field *f)
{
    return (value_type)facts[f->kind].type;
}

bool field_is_id(const field *f)
{
    return facts[f->kind].flags & IS_ID;
}

bool field_is_never_nil(const field *f)
{
    return !(facts[f->kind].flags & MAY_BE_NIL) ||
           (f->kind == FIELD_RESOURCE && corr_str_is(f->key, "service.name"));
}

bool reads_open(query_run_state *r)
{
    query_reads *m = corr_arena_new(r->arena, query_reads, 1);

    if (!m)
        return run_no_memory(r);
    m->memo = corr_arena_new(r->arena, field_memo, r->q->field.n + 1);
    m->loose = corr_arena_new(r->arena, uint8_t, r->st->input.n + 1);
    r->reads = m;
    return (m->memo && m->loose) || run_no_memory(r);
}

value reads_field(query_run_state *r, uint32_t number, uint32_t span)
{
    const span_ref *at = &r->st->spans.at.v[span];
    const input *in = store_input(r->st, at->input);
    const place p = { .field = number,
                      .span = span,
                      .number = at->input,
                      .in = in,
                      .row = &in->span.v[at->row] };

    read_function *read = facts[r->q->field.v[number].kind].read;

    /* a value holds no pointer to its place: */
    /* cppcheck-suppress returnDanglingLifetime */
    return read(r, &p);
}

/* Whether no span has the field.  A condition before the field may have skipped
 * it for some spans, so it is read for all of them. */
static bool is_nowhere(query_run_state *r, uint32_t number)
{
    const field_memo *m = &r->reads->memo[number];

    for (uint32_t i = 1; i < r->n && !m->was_found && !r->failed; i++)
        (void)reads_field(r, number, i);
    return !m->was_found && !r->failed;
}

const field *reads_unknown(query_run_state *r)
{
    for (uint32_t i = 0; i < r->q->field.n; i++) {
        const field *f = &r->q->field.v[i];
        const field_memo *m = &r->reads->memo[i];
        if (f->kind < FIELD_ATTRIBUTES && m->was_asked && is_nowhere(r, i))
            return f;
    }
    return NULL;
}
