/* operation_names - see operation_names.h. */
#include "store/operation_names.h"

#include <string.h>

static void append(opnames *o, corr_str s)
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
    append(o, service);
    o->scratch.v[o->scratch.n++] = '\0'; /* no text of a store holds one */
    append(o, name);
    uint32_t *at =
        corr_map_bytes(&o->by_text, o->scratch.v, o->scratch.n, &is_new);
    if (!at)
        return OPNAMES_FAILED;
    if (!is_new)
        return *at;
    *at = (uint32_t)o->row.n;
    return vec_push(&o->row, (opname){ service, name }) ? *at : OPNAMES_FAILED;
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
