/* when_load - series of profiles and of runtimes, per service. */
#include <math.h>
#include <string.h>

#include "when/when.h"

typedef struct role_of_name {
    const char *name;
    corr_role role;
} role_of_name;

/* Kinds and series that are load; others are not asked. */
static const role_of_name roles[] = {
    { "cpu", CORR_ROLE_CPU },       { "samples", CORR_ROLE_CPU },
    { "io", CORR_ROLE_WAIT },       { "park", CORR_ROLE_WAIT },
    { "wall", CORR_ROLE_OTHER },    { "lock", CORR_ROLE_LOCK },
    { "block", CORR_ROLE_LOCK },    { "mutex", CORR_ROLE_LOCK },
    { "gc", CORR_ROLE_GC },         { "alloc_bytes", CORR_ROLE_ALLOC },
    { "jvm_user", CORR_ROLE_LOAD }, { "jvm_system", CORR_ROLE_LOAD },
    { "machine", CORR_ROLE_LOAD },  { "heap_after_gc", CORR_ROLE_MEMORY },
};

static bool find_role(const corr_timeline_row *row, corr_role *role)
{
    for (size_t i = 0; i < countof(roles); i++)
        if (strcmp(roles[i].name, row->name) == 0) {
            *role = roles[i].role;
            return true;
        }
    return false;
}

/* How many bins of the timeline make one value: enough samples, or a number of
 * a runtime in each. */
static uint32_t bins_together(const corr_timeline_facts *f,
                              const corr_timeline_row *row)
{
    uint64_t per = 1;

    if (row->gap > 0)
        per = (uint64_t)((row->gap - 1) / f->step + 1);
    else if (row->rows)
        per = ((uint64_t)WHEN_LEAST_COUNT * f->bins - 1) / row->rows + 1;
    /* half of a recording without times, so that its ends can be told */
    const uint64_t half = (uint64_t)(row->whole / 2 / f->step);
    per = half > per ? half : per;
    return per < f->bins ? (uint32_t)per : f->bins;
}

static bool add_load_row(corr_when *w, const corr_timeline_facts *f,
                         const corr_timeline_row *row, corr_role role)
{
    const uint32_t per = bins_together(f, row);
    double *v = corr_arena_new(&w->scratch, double, f->bins / per + 2);

    if (!v)
        return false;
    when_series s = { .s = { .name = row->name,
                             .unit = row->unit,
                             .service = row->service,
                             .role = role,
                             .from = f->from,
                             .step = f->step * per,
                             .value = v },
                      .fine = row->value,
                      .per = per,
                      .is_gauge = row->gap > 0 };
    corr_timeline_merge(row, f->bins, per, v);
    s.s.n = f->bins / per; /* a part of a value is none */
    const bool ok = when_keep(w, &s);
    corr_arena_reset(&w->scratch);
    return ok;
}

bool when_add_load(corr_when *w, corr_err *err)
{
    const corr_timeline_opts o = { .by_service = true,
                                   .from = w->o->from,
                                   .to = w->o->to,
                                   .within = true,
                                   .most = WHEN_BINS };

    w->load = corr_timeline_of(w->st, &o, err);
    if (!w->load)
        return false;
    const corr_timeline_facts f = corr_timeline_facts_of(w->load);
    for (uint32_t i = 0; i < corr_timeline_size(w->load) && !f.is_own; i++) {
        const corr_timeline_row row = corr_timeline_at(w->load, i);
        corr_role role;
        if (row.rows && find_role(&row, &role) && f.bins > 1 &&
            !add_load_row(w, &f, &row, role)) {
            corr_no_memory(err);
            return false;
        }
    }
    return true;
}
