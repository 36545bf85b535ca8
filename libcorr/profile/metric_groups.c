#include "profile/metric_groups.h"

#include "metric/metric_selector.h"
#include "metric/metric_unit.h"

/* Whether the series is shown; histogram buckets are not, nor series that have
 * exemplars only. */
static bool is_shown(const input *in, uint32_t series)
{
    const corr_str le = series_label(in, series, CORR_STR("le"));
    size_t n;

    if (in->exemplar.n && !input_points(in, series, &n))
        return false;
    return !le.n || corr_str_is(le, "+Inf");
}

static bool add_member(metric_groups *g, corr_store *st, uint32_t input_at,
                       uint32_t series, uint32_t most)
{
    const input *in = store_input(st, input_at);
    bool is_new;

    corr_arena_reset(&g->scratch);
    const char *name = series_title(in, series, "", &g->scratch);

    if (!name)
        return false;
    if (g->list.n >= most) {
        g->left_out++;
        return true;
    }
    uint32_t *at = corr_map_bytes(&g->by_name, name, strlen(name), &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)g->list.n;
        const metric_group fresh = { .name = store_text(st, "%s", name),
                                     .input = input_at,
                                     .series = series };
        if (!fresh.name || !vec_push(&g->list, fresh))
            return false;
    }
    return vec_push(&g->list.v[*at].member, (uint64_t)input_at << 32 | series);
}

bool metric_groups_find(metric_groups *g, corr_store *st, uint32_t most)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t s = 1; in->metric.n && s < in->series.n; s++)
            if (is_shown(in, s) && !add_member(g, st, i, s, most))
                return false;
    }
    return true;
}

void metric_groups_clear(metric_groups *g)
{
    for (size_t i = 0; i < g->list.n; i++)
        vec_free(&g->list.v[i].member);
    vec_free(&g->list);
    corr_map_clear(&g->by_name);
    corr_arena_clear(&g->scratch);
}

timeline_unit metric_shown_unit(const input *in, uint32_t series, bool grows)
{
    const corr_str name = input_text(in, in->series.v[series].name);
    const bool counts =
        corr_str_ends(name, "_count") || corr_str_ends(name, "_bucket");
    const metric_unit u = counts ? (metric_unit){ MEASURES_OTHERS, 1 }
                                 : metric_unit_of(in, series);

    if (!grows)
        return (timeline_unit){ metric_unit_name(u), u.scale };
    if (u.measures == MEASURES_BYTES)
        return (timeline_unit){ "bytes/s", u.scale * TIMELINE_PER_SECOND };
    if (u.measures == MEASURES_TIME) /* of time in time */
        return (timeline_unit){ metric_name_has(name, "cpu") ? "cores" : "1",
                                u.scale };
    return (timeline_unit){ "1/s", TIMELINE_PER_SECOND };
}
