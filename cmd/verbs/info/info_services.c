/* info_services - who left spans here, and the samples that are of them. */
#include "verbs/info/info.h"

/* What the profiles of a service hold of a kind. */
typedef struct held {
    corr_str kind;
    int64_t samples; /* negative: unknown */
} held;

typedef struct service {
    corr_service s;
    held *held;
    corr_table kinds;
} service;

static corr_cell kind_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const held *h = &((const service *)ctx)->held[row];

    return column ? corr_cell_count(h->samples) : corr_cell_str(h->kind);
}

static const corr_column kind_columns[] = { { "kind", NULL, 0 },
                                            { "samples", NULL, 0 } };

static corr_cell service_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const service *v = (const service *)ctx + row;

    switch (column) {
    case 0:
        return corr_cell_str(v->s.name);
    case 1:
        return corr_cell_count(v->s.instances);
    case 2:
        return v->s.versions.n ? corr_cell_str(v->s.versions)
                               : corr_cell_null();
    case 3:
        return corr_cell_count((int64_t)v->s.traces);
    case 4:
        return corr_cell_count((int64_t)v->s.spans);
    default:
        return corr_cell_list(&v->kinds);
    }
}

static const corr_column service_columns[] = {
    { "service", NULL, 0 },  { "instances", NULL, 0 },
    { "versions", NULL, 0 }, { "traces", NULL, 0 },
    { "spans", NULL, 0 },    { "samples", NULL, CORR_COL_NEST },
};

static void add_kind(service *v, const corr_kind_facts *k)
{
    uint32_t at = 0;

    while (at < v->kinds.nrows && !corr_str_eq(v->held[at].kind, k->kind))
        at++;
    held *h = &v->held[at];
    if (at == v->kinds.nrows) {
        *h = (held){ .kind = k->kind };
        v->kinds.nrows++;
    }
    h->samples = h->samples < 0 || k->samples < 0
                     ? -1
                     : corr_sum(h->samples, k->samples);
}

/* In the order of the inputs.  A kind of an input is of one service at most. */
static held *fill(service *v, const overview *o, held *room)
{
    v->held = room;
    v->kinds = (corr_table){
        .columns = kind_columns, .ncolumns = 2, .cell = kind_cell, .ctx = v
    };
    for (uint32_t i = 0; v->s.name.n && i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (uint32_t k = 0; in.used && k < in.nkinds; k++)
            if (corr_str_eq(in.service, v->s.name))
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
    held *room = corr_report_alloc(o->r, sizeof *room, kinds + 1);
    if (!v || !room)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        v[i].s = corr_service_at(o->st, i + o->first_service);
        room = fill(&v[i], o, room);
    }
    corr_report_table(o->r, "services",
                      &(corr_table){ .columns = service_columns,
                                     .ncolumns = sizeof service_columns /
                                                 sizeof *service_columns,
                                     .nrows = n,
                                     .cell = service_cell,
                                     .ctx = v },
                      CORR_DATA);
    return true;
}
