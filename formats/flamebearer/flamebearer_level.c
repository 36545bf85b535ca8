/*
 * flamebearer_level - converts rows of boxes to a tree.
 *
 * A box is [offset, total, self, name]; its offset counts from the end of the
 * box before it.  In a comparison a box is [offset, total, self] of each side
 * and the name.  Its parent is the box of the level above whose range contains
 * it.
 */
#include "flamebearer/flamebearer.h"

/* Above every value that a double represents exactly. */
#define MOST (1ll << 53)

static uint32_t add_node(flame_levels *l, const flame_node *n)
{
    const uint32_t half = corr_src_limits(l->in)->frames / 2;

    if (l->node.n == 0 && !corr_vec_push(l->b, &l->node, (flame_node){ 0 }))
        return 0;
    if (l->node.n >= UINT32_MAX || !corr_vec_push(l->b, &l->node, *n))
        return 0;
    const uint32_t made = (uint32_t)l->node.n - 1;
    l->node.v[made].anchor =
        n->depth <= half ? made : l->node.v[n->parent].anchor;
    return made;
}

/* The box of the level above that contains [start,end), or NULL.  *at only
 * moves forward, because starts ascend. */
static const flame_box *box_above(const flame_levels *l, size_t *at,
                                  int64_t start, int64_t end)
{
    while (*at < l->above.n && l->above.v[*at].end <= start)
        ++*at;
    if (*at == l->above.n || l->above.v[*at].start > start ||
        l->above.v[*at].end < end)
        return NULL;
    return &l->above.v[*at];
}

static bool is_sound(const int64_t *n, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        if (n[i] < 0 || n[i] >= MOST)
            return false;
    return n[2] <= n[1] && (width == 4 || n[5] <= n[4]);
}

static void place_boxes(flame_levels *l)
{
    const bool both = l->width == 7;
    int64_t x = 0; /* end of the box before, both sides added */
    size_t above = 0;

    for (size_t i = 0; i + l->width <= l->number.n; i += l->width) {
        const int64_t *n = l->number.v + i;
        if (!is_sound(n, l->width)) {
            l->misfits++;
            continue;
        }
        const int64_t start = x + n[0] + (both ? n[3] : 0);
        const int64_t end = start + n[1] + (both ? n[4] : 0);
        if (end >= MOST) {
            l->misfits++;
            return;
        }
        x = end;
        if (start == end)
            continue;
        if (l->depth == 1)
            l->whole += end - start;
        const flame_box *on = box_above(l, &above, start, end);
        if (l->depth > 1 && (!on || !on->node)) {
            l->misfits++;
            (void)corr_vec_push(l->b, &l->box, (flame_box){ start, end, 0 });
            continue;
        }
        const uint32_t parent = l->depth > 1 ? on->node : 0;
        const flame_node node = { .parent = parent,
                                  .depth = l->depth,
                                  .name = (uint64_t)n[l->width - 1],
                                  .self = both ? n[5] : n[2],
                                  .base = both ? n[2] : 0 };
        const uint32_t made = add_node(l, &node);
        (void)corr_vec_push(l->b, &l->box, (flame_box){ start, end, made });
    }
    l->misfits += l->number.n % l->width != 0;
}

static void read_numbers(flame_levels *l, json *j)
{
    json_val v;
    int64_t n;

    l->number.n = 0;
    for (size_t i = 0; !corr_build_failed(l->b) && json_each(j, &i);)
        if (json_value(j, &v))
            (void)corr_vec_push(l->b, &l->number, json_i64(&v, &n) ? n : -1);
}

/* Reads a list of numbers, or an object with such a list. */
static void read_level(flame_levels *l, json *j)
{
    corr_str key;

    l->number.n = 0;
    if (json_next(j) != JSON_OBJECT) {
        read_numbers(l, j);
    } else if (json_enter(j, JSON_OBJECT)) {
        while (json_key(j, &key))
            if (corr_str_is(key, "values"))
                read_numbers(l, j);
            else
                json_skip(j);
    }
    if (json_failed(j) || corr_build_failed(l->b))
        return; /* the last box may be incomplete */
    const flame_boxes old = l->above;
    l->above = l->box;
    l->box = old;
    l->box.n = 0;
    if (l->depth++ == 0)
        l->width = l->number.n % 7 == 0 && l->number.n % 4 != 0 ? 7 : 4;
    const uint64_t before = l->misfits;
    place_boxes(l);
    if (before == 0 && l->misfits > 0)
        l->where = json_offset(j);
}

void flame_read_levels(flame_levels *l, json *j)
{
    for (size_t i = 0; !corr_build_failed(l->b) && json_each(j, &i);)
        read_level(l, j);
}

void flame_levels_reset(flame_levels *l)
{
    l->node.n = l->box.n = l->above.n = 0;
    l->depth = 0;
    l->whole = 0;
}

void flame_levels_clear(flame_levels *l)
{
    corr_vec_free(&l->node);
    corr_vec_free(&l->box);
    corr_vec_free(&l->above);
    corr_vec_free(&l->number);
}
