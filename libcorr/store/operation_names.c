#include "store/operation_names.h"

#include <stdio.h>
#include <string.h>

corr_str opname_span(const corr_store *st, uint32_t span)
{
    return input_text(store_input(st, st->spans.at.v[span].input),
                      store_span(st, span)->name);
}

opname opname_of(const corr_store *st, uint32_t span)
{
    return (opname){ st->spans.service.v[spans_service(&st->spans, span)],
                     opname_span(st, span) };
}

/* Whether a name is only capital letters, as "GET". */
static bool is_method(corr_str name)
{
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] < 'A' || name.p[i] > 'Z')
            return false;
    return name.n > 0;
}

uint32_t opname_telling(const corr_store *st, uint32_t top)
{
    const spans *s = &st->spans;
    const span_trace *t = &s->trace.v[s->trace_of.v[top]];

    if (!is_method(opname_span(st, top)))
        return top;
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        if (s->root.v[i] == top && !is_method(opname_span(st, i)))
            return i;
    return top;
}

corr_str opname_text(const opname *name, char *buf, size_t size)
{
    snprintf(buf, size, "%.*s%s%.*s", CORR_STR_ARG(name->service),
             name->service.n ? ": " : "", CORR_STR_ARG(name->name));
    return corr_str_of(buf);
}

static void append_text(opnames *o, corr_str s)
{
    if (s.n)
        memcpy(o->scratch.v + o->scratch.n, s.p, s.n);
    o->scratch.n += s.n;
}

uint32_t opnames_add(opnames *o, corr_str service, corr_str name)
{
    bool is_new;

    o->scratch.n = 0;
    if (!vec_reserve(&o->scratch, service.n + name.n + 1))
        return OPNAMES_FAILED;
    append_text(o, service);
    o->scratch.v[o->scratch.n++] = '\0'; /* no text of a store contains a NUL */
    append_text(o, name);
    uint32_t *at =
        corr_map_bytes(&o->by_text, o->scratch.v, o->scratch.n, &is_new);
    if (!at)
        return OPNAMES_FAILED;
    if (!is_new)
        return *at;
    *at = (uint32_t)o->row.n;
    return vec_push(&o->row, (opname){ service, name }) ? *at : OPNAMES_FAILED;
}

uint32_t opnames_add_span(opnames *o, const corr_store *st, uint32_t span)
{
    const opname name = opname_of(st, span);

    return opnames_add(o, name.service, name.name);
}

int opname_cmp(const opname *a, const opname *b)
{
    const int order = corr_str_cmp(a->name, b->name);

    return order ? order : corr_str_cmp(a->service, b->service);
}

void opnames_clear(opnames *o)
{
    vec_free(&o->row);
    vec_free(&o->scratch);
    corr_map_clear(&o->by_text);
}
