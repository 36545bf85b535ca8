/*
 * otlp_profile_kind - the kinds that the values of a profile belong to.
 *
 * Since 1.8 a profile has one sample type. If the type is a count and the
 * period is a time, an observation stands for one period; without a period, or
 * with a period of 0, values stay counts.
 *
 * Profiles of one type are one kind, whichever resource they belong to. A
 * count of samples that were taken by a clock becomes the time that the
 * samples stand for; a second type of the same meaning is a kind of its own,
 * so no value is added twice.
 */
#include <stdio.h>

#include "common/sample_type.h"
#include "otlp/otlp_profile.h"

/* The kind that a sample type becomes. */
typedef struct plan {
    const char *name; /* a name of corr; NULL: the producer's name */
    corr_unit unit;
    unsigned flags;
    int64_t scale, period;
    int64_t obs_every;
} plan;

/* The type counts samples, and the period is a time: each sample stands for the
 * period. */
static bool by_clock(const otlp_profile *o, const otlp_profile_profile *p,
                     const sample_type *counts, plan *to)
{
    const sample_unit *u =
        sample_unit_of(otlp_profile_string(o, p->period_unit));
    const sample_type *t =
        sample_type_of(otlp_profile_string(o, p->period_type), u->unit);

    if (u->unit != CORR_NS || p->period <= 0 ||
        p->period > INT64_MAX / u->scale || !t || !t->kind ||
        (counts && strcmp(counts->counts, "*") != 0 &&
         strcmp(counts->counts, t->kind) != 0))
        return false;
    to->name = t->kind;
    to->unit = CORR_NS;
    to->flags = t->flags;
    to->scale = to->period = p->period * u->scale;
    to->obs_every = 1;
    return true;
}

/* Some producers write a period of 1 ns when they know no better one. */
static void set_period(const otlp_profile *o, const otlp_profile_profile *p,
                       plan *to)
{
    const sample_unit *u =
        sample_unit_of(otlp_profile_string(o, p->period_unit));
    const sample_type *t =
        sample_type_of(otlp_profile_string(o, p->period_type), u->unit);

    if (u->unit != to->unit || corr_is_plain(u->unit) || p->period <= 1 ||
        p->period > INT64_MAX / u->scale)
        return;
    if (to->unit == CORR_NS &&
        (!t || !t->kind || !to->name || strcmp(t->kind, to->name) != 0))
        return;
    to->period = p->period * u->scale;
    if (to->unit == CORR_NS)
        to->obs_every = p->period;
}

static plan plan_of(const otlp_profile *o, const otlp_profile_profile *p,
                    size_t column)
{
    const corr_str type = otlp_profile_string(o, p->type[column]);
    const sample_unit *u =
        sample_unit_of_type(type, otlp_profile_string(o, p->unit[column]));
    const sample_type *t = sample_type_of(type, u->unit);
    plan to = { .unit = u->unit, .scale = u->scale };

    if (u->unit == CORR_COUNT && (!t || !t->kind) && by_clock(o, p, t, &to))
        return to;
    if (t && t->kind) {
        to.name = t->kind;
        to.flags = t->flags;
    } else if (t) {
        to.name = "samples";
    }
    if (u->unit == CORR_COUNT)
        to.obs_every = t && t->kind && strstr(t->kind, "_count") ? 0 : 1;
    set_period(o, p, &to);
    return to;
}

static bool is_taken(const otlp_profile *o, const char *name)
{
    for (size_t i = 0; i < o->nkind; i++)
        if (strcmp(o->kind[i].name, name) == 0)
            return true;
    return false;
}

/* Each name is used once, and a name of corr only for a type with that
 * meaning. */
static void set_name(otlp_profile *o, otlp_profile_kind *k, const char *name,
                     corr_str type)
{
    if (name && !is_taken(o, name)) {
        snprintf(k->name, sizeof k->name, "%s", name);
        return;
    }
    snprintf(k->name, sizeof k->name, "%.*s", CORR_STR_ARG(type));
    if (!k->name[0])
        snprintf(k->name, sizeof k->name, "samples");
    if (sample_kind_is_ours(k->name) || is_taken(o, k->name))
        snprintf(k->name, sizeof k->name, "%.63s", k->type);
    if (is_taken(o, k->name))
        snprintf(k->name, sizeof k->name, "%.48s %zu", k->type, o->nkind + 1);
}

static uint32_t find_kind(const otlp_profile *o, const char *type,
                          corr_unit unit)
{
    for (uint32_t i = 0; i < o->nkind; i++)
        if (o->kind[i].row.unit == unit && strcmp(o->kind[i].type, type) == 0)
            return i;
    return OTLP_PROFILE_NONE;
}

/* Profiles with different periods make the period of the kind unknown. */
static void unite_periods(otlp_profile *o, otlp_profile_kind *k, int64_t period)
{
    if (k->row.period == period || k->row.period == 0)
        return;
    k->row.period = 0;
    corr_set_kind(o->b, k->handle, &k->row);
}

static uint32_t planned_kind(otlp_profile *o, const plan *to, corr_str type,
                             corr_str unit)
{
    otlp_profile_kind k = { .row = { .unit = to->unit,
                                     .period = to->period,
                                     .flags = to->flags | CORR_KIND_EXACT } };

    snprintf(k.type, sizeof k.type, "%.*s/%.*s", CORR_STR_ARG(type),
             CORR_STR_ARG(unit));
    const uint32_t known = find_kind(o, k.type, to->unit);
    if (known != OTLP_PROFILE_NONE) {
        unite_periods(o, &o->kind[known], to->period);
        return known;
    }
    if (o->nkind == OTLP_PROFILE_KINDS) {
        corr_warn(o->b, CORR_NO_OFFSET,
                  "sample types after the first %d were left out",
                  OTLP_PROFILE_KINDS);
        return OTLP_PROFILE_NONE;
    }
    set_name(o, &k, to->name, type);
    otlp_profile_kind *at = &o->kind[o->nkind];
    *at = k;
    at->row.name = corr_str_of(at->name);
    at->row.type = corr_str_of(at->type);
    at->handle = corr_add_kind(o->b, &at->row);
    return (uint32_t)o->nkind++;
}

void otlp_profile_set_kinds(otlp_profile *o, otlp_profile_profile *p)
{
    for (size_t i = 0; i < p->ntype; i++) {
        const plan to = plan_of(o, p, i);

        p->value[i] = (otlp_profile_value){
            .kind = planned_kind(o, &to, otlp_profile_string(o, p->type[i]),
                                 otlp_profile_string(o, p->unit[i])),
            .scale = to.scale,
            .obs_every = to.obs_every,
        };
    }
}

bool otlp_profile_lacks_kind(const otlp_profile *o,
                             const otlp_profile_profile *p)
{
    if (!p->is_part || p->ntype == 0)
        return p->is_part;
    const corr_str type = otlp_profile_string(o, p->type[0]);
    const sample_unit *u =
        sample_unit_of_type(type, otlp_profile_string(o, p->unit[0]));
    const sample_type *t = sample_type_of(type, u->unit);

    return u->unit == CORR_COUNT && (!t || !t->kind) && p->period_unit == 0;
}
