/*
 * otlp_profile_label - attributes of samples and of their resource as labels.
 * Attributes are a set: their order has no meaning. One profile may cover
 * several processes (the eBPF profiler's profiles cover a host); then samples
 * have service.name.
 */
#include "otlp/otlp_profile.h"

enum { RESOURCE_ATTR = 1 };

static corr_str table_text(const void *ctx, uint64_t index)
{
    return otlp_profile_string(ctx, index);
}

otlp_any otlp_profile_any_of(otlp_profile *o)
{
    return (otlp_any){
        .b = o->b, .scratch = &o->scratch, .text = table_text, .ctx = o
    };
}

static void push_resource(otlp_profile *o)
{
    const otlp_any any = otlp_profile_any_of(o);
    corr_cur c = o->resource;
    otlp_pair p;
    wire_field f;

    while (wire_next(&c, &f)) {
        if (f.number != RESOURCE_ATTR || f.type != WIRE_BYTES)
            continue;
        if (!otlp_any_pair(&any, f.bytes, &p))
            corr_damage(o->b, otlp_profile_at(o, f.bytes.p), 0, 0,
                        "some attributes are malformed; they are left out");
        else if (p.key.n)
            otlp_any_push(&any, p.key, &p.value);
    }
}

static void push_attribute(otlp_profile *o, uint64_t index)
{
    const otlp_any any = otlp_profile_any_of(o);
    corr_cur entry, value;

    otlp_profile_entry(o, OTLP_PROFILE_ATTRIBUTE, index, &entry);
    const corr_str key = otlp_profile_attribute(o, entry, &value);
    if (key.n)
        otlp_any_push_value(&any, key, value);
}

/* Producers repeat the resource with every message, so its process is
 * remembered. */
static corr_proc proc_of(otlp_profile *o, corr_labels labels)
{
    bool is_new = true;
    uint32_t *known = corr_map_u64(&o->procs, labels.i, &is_new);

    if (!known)
        corr_refuse(o->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
    else if (is_new)
        *known = corr_add_proc(o->b, labels).i;
    return (corr_proc){ known ? *known : 0 };
}

void otlp_profile_use_resource(otlp_profile *o)
{
    if (o->used)
        return;
    o->used = true;
    corr_begin_labels(o->b);
    push_resource(o);
    const corr_labels labels = corr_end_labels(o->b);
    corr_arena_reset(&o->scratch);
    if (!labels.i)
        return;
    const corr_proc proc = proc_of(o, labels);
    o->many_owners |= o->owner.i && o->owner.i != proc.i;
    o->owner = proc;
}

/* A key of the resource's number and the attributes. */
static const uint8_t *label_set_key(otlp_profile *o, size_t *n)
{
    if (!corr_vec_reserve(o->b, &o->key, (o->attrs.n + 1) * WIRE_VARINT_MAX))
        return NULL;
    uint8_t *key = o->key.v;
    *n = corr_put_varint(key, o->nresource);
    for (size_t i = 0; i < o->attrs.n; i++)
        *n += corr_put_varint(key + *n, o->attrs.v[i]);
    return key;
}

bool otlp_profile_labels_of(otlp_profile *o, corr_labels *labels, uint64_t *bad)
{
    bool is_new;
    size_t n = 0;

    *labels = (corr_labels){ 0 };
    for (size_t i = 0; i < o->attrs.n; i++)
        if (o->attrs.v[i] >= o->table[OTLP_PROFILE_ATTRIBUTE].n) {
            *bad = o->attrs.v[i];
            return false;
        }
    const uint8_t *key = label_set_key(o, &n);
    uint32_t *set = key ? corr_map_bytes(&o->sets, key, n, &is_new) : NULL;
    if (key && !set)
        corr_refuse(o->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
    if (!set)
        return true;
    if (is_new) {
        corr_begin_labels(o->b);
        push_resource(o);
        for (size_t i = 0; i < o->attrs.n; i++)
            if (o->attrs.v[i] || !o->layout->has_nil)
                push_attribute(o, o->attrs.v[i]);
        *set = corr_end_labels(o->b).i;
        corr_arena_reset(&o->scratch);
    }
    *labels = (corr_labels){ *set };
    return true;
}

void otlp_profile_add_settings(otlp_profile *o)
{
    const otlp_any any = otlp_profile_any_of(o);
    corr_cur entry, value;

    for (size_t i = 0; i < o->attrs.n; i++) {
        if (!otlp_profile_entry(o, OTLP_PROFILE_ATTRIBUTE, o->attrs.v[i],
                                &entry))
            continue;
        const corr_str key = otlp_profile_attribute(o, entry, &value);
        const corr_str text = otlp_any_text(&any, value);
        if (key.n && text.n)
            corr_add_setting(o->b, key, text);
    }
}
