#include "profile/metric_groups.h"

#include "store/metric_selector.h"

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

bool metric_name_has(corr_str name, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= name.n; i++)
        if (memcmp(name.p + i, part, n) == 0)
            return true;
    return false;
}

timeline_unit metric_unit(const input *in, const series_row *s, bool grows)
{
    const corr_str name = input_text(in, s->name);
    const corr_str unit = input_text(in, s->unit);
    const bool counts =
        corr_str_ends(name, "_count") || corr_str_ends(name, "_bucket");
    const bool bytes =
        !counts && (corr_str_is(unit, "By") || metric_name_has(name, "_bytes"));
    const bool seconds =
        !counts && !bytes &&
        (corr_str_is(unit, "s") || metric_name_has(name, "_seconds"));

    if (bytes)
        return grows ? (timeline_unit){ "bytes/s", TIMELINE_PER_SECOND }
                     : (timeline_unit){ "bytes", 1 };
    if (seconds && grows)
        return (timeline_unit){ metric_name_has(name, "cpu") ? "cores" : "1",
                                TIMELINE_PER_SECOND };
    if (seconds)
        return (timeline_unit){ "ns", TIMELINE_PER_SECOND };
    return grows ? (timeline_unit){ "1/s", TIMELINE_PER_SECOND }
                 : (timeline_unit){ "", 1 };
}
