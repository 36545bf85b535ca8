/* when_object - which peer, file or lock threads wait for when they wait longer
 * (corr-methods 6.4). */
#include <math.h>

#include "select/select.h"
#include "when/when.h"

enum { MOST_OBJECTS = 10000 };

/* The object has at least this part of the change. */
#define LEAST_PART 0.2

/* The label that names what a kind of wait is for. */
static const struct {
    const char *kind, *key;
} object_labels[] = {
    { "lock", "class" },
    { "park", "class" },
    { "io", "peer" },
    { "io", "path" },
};

typedef struct object_cost {
    corr_str name;  /* of an input */
    double cost[2]; /* ns: baseline, window */
} object_cost;

/* The costs of the objects of one label. */
typedef struct objects {
    corr_when *w;
    corr_str key;
    corr_names known; /* name -> 1 + its row */
    vec(object_cost) row;
    bool failed;
} objects;

/* The row of the object of a set of labels; NULL: it names none, or there are
 * very many. */
static object_cost *object_of(objects *o, const input *in, uint32_t set)
{
    corr_label l;
    uint32_t at = 0;

    if (!set || !input_find_label(in, set, o->key, &l) || !l.text.n)
        return NULL;
    if (corr_names_find(&o->known, &l.text, 1, &at))
        return &o->row.v[at - 1];
    if (o->row.n >= MOST_OBJECTS)
        return NULL;
    const object_cost fresh = { .name = l.text };
    o->failed |= !vec_push(&o->row, fresh) ||
                 !corr_names_add(&o->known, l.text, (uint32_t)o->row.n);
    return o->failed ? NULL : &o->row.v[o->row.n - 1];
}

static corr_code add_side(objects *o, bool is_now, corr_err *err)
{
    const corr_when *w = o->w;
    const corr_when_explained *e = &w->facts.explained;
    const corr_query q = {
        .measure = e->kind.p,
        .service = e->service.n ? e->service.p : NULL,
        .from = is_now ? w->facts.from : w->facts.base_from,
        .to = is_now ? w->facts.to : w->facts.base_to,
    };
    corr_sel *sel = corr_sel_of(w->st, &q, err);

    if (!sel)
        return err->code;
    for (size_t p = 0; p < sel->part.n; p++) {
        const sel_part *part = &sel->part.v[p];
        const segment *g = sel_segment(sel, part);
        for (size_t k = 0; g->labels && k < part->n && !o->failed; k++) {
            const size_t row = sel_row(part, k);
            object_cost *c =
                object_of(o, store_input(w->st, part->input), g->labels[row]);
            if (c)
                c->cost[is_now] +=
                    (double)segment_value(g, row) * sel_share(part, k);
        }
    }
    corr_sel_free(sel);
    return o->failed ? corr_no_memory(err) : CORR_OK;
}

/* Keeps the object that changed most as the series did, if it is a part of
 * that.  False: out of memory. */
static bool keep_object(objects *o, const char *key)
{
    corr_when_explained *e = &o->w->facts.explained;
    const corr_when_facts *f = &o->w->facts;
    const double ran[2] = { (double)(f->base_to - f->base_from),
                            (double)(f->to - f->from) };
    const double whole =
        isnan(e->metric_delta) ? e->profile_delta : e->metric_delta;
    const double sign = whole < 0 ? -1 : 1;
    const object_cost *most = NULL;

    for (size_t i = 0; i < o->row.n; i++) {
        const object_cost *c = &o->row.v[i];
        const double base = c->cost[0] / ran[0], now = c->cost[1] / ran[1];
        const double delta = now - base;
        if (delta * sign < LEAST_PART * fabs(whole) ||
            (e->object && delta * sign <= e->object_delta * sign))
            continue;
        most = c;
        e->object = "";
        e->object_delta = delta;
    }
    if (!most)
        return true;
    e->object_key = key;
    e->object = store_text(o->w->st, "%.*s", CORR_STR_ARG(most->name));
    return e->object != NULL;
}

corr_code when_find_object(corr_when *w, corr_err *err)
{
    const corr_when_explained *e = &w->facts.explained;
    corr_code code = CORR_OK;

    for (size_t i = 0; i < countof(object_labels) && !code; i++) {
        objects o = { .w = w, .key = corr_str_of(object_labels[i].key) };
        if (!corr_str_is(e->kind, object_labels[i].kind) ||
            isnan(e->profile_delta))
            continue;
        code = add_side(&o, false, err);
        code = code ? code : add_side(&o, true, err);
        if (!code && !keep_object(&o, object_labels[i].key))
            code = corr_no_memory(err);
        corr_names_clear(&o.known);
        vec_free(&o.row);
    }
    return code;
}
