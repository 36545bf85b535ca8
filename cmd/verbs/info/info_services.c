/* info_services - who left spans here, and the samples that are of them. */
#include "verbs/info/info.h"

/* The samples of one kind in the profiles of a service. */
typedef struct kind_samples {
    corr_str kind;
    int64_t samples; /* negative: unknown */
} kind_samples;

typedef struct service {
    corr_service s;
    kind_samples *kind;
    corr_table kinds;
} service;

static const corr_column kind_columns[] = {
    COL("kind", TEXT, kind_samples, kind),
    COL("samples", COUNT, kind_samples, samples),
};

static const corr_column service_columns[] = {
    COL("service", TEXT, service, s.name),
    COL("instances", COUNT, service, s.instances),
    COL("versions", NAME, service, s.versions),
    COL("traces", COUNT, service, s.traces),
    COL("spans", COUNT, service, s.spans),
    COL("samples", LIST, service, kinds),
};

static void add_kind(service *v, const corr_kind_facts *k)
{
    uint32_t at = 0;

    while (at < v->kinds.nrows && !corr_str_eq(v->kind[at].kind, k->kind))
        at++;
    kind_samples *h = &v->kind[at];
    if (at == v->kinds.nrows) {
        *h = (kind_samples){ .kind = k->kind };
        v->kinds.nrows++;
    }
    h->samples = h->samples < 0 || k->samples < 0
                     ? -1
                     : corr_sum(h->samples, k->samples);
}

/* Fills in the kinds of a service, in the order of the inputs.  A kind of an
 * input is of one service at most. */
static kind_samples *fill_service(service *v, const overview *o,
                                  kind_samples *room)
{
    v->kind = room;
    v->kinds = CORR_ROWS(kind_columns, 0, room);
    for (uint32_t i = 0; v->s.name.n && i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (uint32_t k = 0; in.used && k < in.nkinds; k++)
            if (corr_str_eq(in.process.service, v->s.name))
                add_kind(v, &in.kinds[k]);
    }
    return room + v->kinds.nrows;
}

bool info_put_services(const overview *o)
{
    const uint32_t n = o->nservices - o->first_service;
    size_t kinds = 0;

    for (uint32_t i = 0; i < o->ninputs; i++)
        kinds += corr_input_at(o->st, i).nkinds;
    service *v = corr_report_alloc(o->r, sizeof *v, (size_t)n + 1);
    kind_samples *room = corr_report_alloc(o->r, sizeof *room, kinds + 1);
    if (!v || !room)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        v[i].s = corr_service_at(o->st, i + o->first_service);
        room = fill_service(&v[i], o, room);
    }
    cmd_data(o->r, "services", CORR_ROWS(service_columns, n, v));
    return true;
}
