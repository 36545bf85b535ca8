/*
 * diff_figure - the call trees of both sides as pictures.
 *
 * Boxes are as wide as their cost on one side.  Only what certainly changed has
 * a colour, and what is below a frame that certainly came or went.
 */
#include <math.h>

#include "page/flame_figure.h"
#include "verbs/diff/diff_cmd.h"

#define PER_UNIT 1e6 /* a box counts millionths of the unit of the screen */

static corr_box_change change_of(corr_change c)
{
    static const corr_box_change of[] = {
        [CORR_SAME] = CORR_BOX_PLAIN,  [CORR_GREW] = CORR_BOX_MORE,
        [CORR_SHRANK] = CORR_BOX_LESS, [CORR_NEW] = CORR_BOX_NEW,
        [CORR_GONE] = CORR_BOX_GONE,
    };

    return (size_t)c < COUNT(of) ? of[c] : CORR_BOX_PLAIN;
}

/* The class of a box: its own with all that it calls or, if that is not certain,
 * that of the certain row that it answers for. */
static corr_box_change box_change(const diff_page *p, const corr_diff_node *n)
{
    const double delta = n->value[1] - n->value[0];

    if (n->with_change != CORR_SAME)
        return change_of(n->with_change);
    return *n->mark == '*' && (delta > 0) == (n->owned > 0)
               ? change_of(diff_node_change(p, n))
               : CORR_BOX_PLAIN;
}

static bool is_near(const double a[2], const double b[2])
{
    return fabs(a[0] - b[0]) <= 1e-9 * fabs(a[0]) &&
           fabs(a[1] - b[1]) <= 1e-9 * fabs(a[1]);
}

/* The ratio of a box: that of its row, if the row has just what it has. */
static corr_estimate box_ratio(const diff_page *p, const corr_diff_node *n)
{
    if (n->row) {
        const corr_diff_row w = corr_diff_at(p->d, n->row - 1);
        if (is_near(w.region, n->value))
            return w.with.ratio;
    }
    return n->with.ratio;
}

/* The root changed as the verdict says. */
static corr_box_change root_change(const diff_page *p)
{
    const corr_estimate *e = &p->f.ratio;

    if (p->f.one_each || p->f.few || p->f.per == CORR_PER_SHARE)
        return CORR_BOX_PLAIN;
    return e->lo > 1   ? CORR_BOX_MORE
           : e->hi < 1 ? CORR_BOX_LESS
                       : CORR_BOX_PLAIN;
}

/* ---- the boxes of a side ---------------------------------------------------- */

/* A node that is large enough for a box if it changed. */
typedef struct box_pick {
    uint32_t node, above; /* above: another pick */
    uint32_t hidden;      /* nodes below that are too small for a pick */
    uint32_t box;         /* its number, if it has one */
    corr_box_change change;
    bool has_box; /* it or a pick below is heavy enough */
} box_pick;

typedef struct box_side {
    const diff_page *p;
    unsigned w;
    uint32_t n;     /* nodes of the tree */
    int64_t *total; /* [n + 1] the self amounts of all nodes before one */
    uint32_t *seen; /* [n + 1] the number of those with a cost */
    double least;   /* lighter nodes have no room */
    box_pick *pick;
    corr_box *box;
    uint32_t npick, nbox;
} box_side;

static int64_t node_total(const box_side *s, uint32_t i, uint32_t end)
{
    return s->total[end] - s->total[i];
}

/* Sums up the nodes in their order, so that the sum of a subtree is a
 * difference.  A node without a cost on this side hides what is below. */
static void sum_nodes(box_side *s)
{
    int64_t total = 0;
    uint32_t seen = 0;

    for (uint32_t i = 0; i < s->n;) {
        const corr_diff_place v = corr_diff_place_at(s->p->d, i);
        const double self = v.self[s->w] * s->p->scale * PER_UNIT;
        const bool has_cost = i == 0 || v.value[s->w] > 0;
        const uint32_t end = has_cost ? i + 1 : v.end;
        if (has_cost) {
            total = corr_sum(total, self > 0 ? llround(self) : 0);
            seen++;
        }
        for (; i < end; i++) {
            s->total[i + 1] = total;
            s->seen[i + 1] = seen;
        }
    }
}

/* Finds an amount that more nodes have than there is room for boxes. */
static void find_least(box_side *s)
{
    uint32_t above[64] = { 0 }; /* nodes of 2^i up to twice that */
    uint32_t n = 0;
    int bit = 63;

    for (uint32_t i = 0; i < s->n; i++) {
        const uint32_t end = corr_diff_place_at(s->p->d, i).end;
        const int64_t total = node_total(s, i, end);
        if (total > 0)
            above[ilogb((double)total)]++;
    }
    while (bit > 0 && n <= CORR_BOX_MOST)
        n += above[--bit];
    s->least = n > CORR_BOX_MOST ? (double)((int64_t)1 << bit) : 0;
}

/* What changed counts for more: a node of which even that is too little is no
 * box, nor is any below it. */
static bool is_pick(const box_side *s, uint32_t i, uint32_t end)
{
    return i == 0 ||
           (s->seen[i + 1] > s->seen[i] &&
            CORR_BOX_CHANGED * (double)node_total(s, i, end) >= s->least);
}

static uint32_t count_picks(const box_side *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n;) {
        const uint32_t end = corr_diff_place_at(s->p->d, i).end;
        const bool is = is_pick(s, i, end);
        n += is;
        i = is ? i + 1 : end;
    }
    return n;
}

/* The pick above the next one. */
static uint32_t pick_above(const box_side *s, uint32_t node)
{
    uint32_t above = s->npick ? s->npick - 1 : 0;

    while (above &&
           corr_diff_place_at(s->p->d, s->pick[above].node).end <= node)
        above = s->pick[above].above;
    return above;
}

static void add_pick(box_side *s, uint32_t i, uint32_t above)
{
    const diff_page *p = s->p;
    const corr_diff_node v = corr_diff_node_at(p->d, i);
    const corr_box_change over = s->pick[above].change;
    corr_box_change c = i ? box_change(p, &v) : root_change(p);

    if (i && c == CORR_BOX_PLAIN &&
        (over == CORR_BOX_NEW || over == CORR_BOX_GONE))
        c = over;
    const double weight = (double)node_total(s, i, v.end) *
                          (c == CORR_BOX_PLAIN ? 1 : CORR_BOX_CHANGED);
    s->pick[s->npick++] = (box_pick){
        .node = i, .above = above, .change = c, .has_box = weight >= s->least
    };
}

/* Nodes without cost on this side are left out. */
static void pick_nodes(box_side *s)
{
    for (uint32_t i = 0; i < s->n;) {
        const uint32_t end = corr_diff_place_at(s->p->d, i).end;
        const uint32_t above = pick_above(s, i);
        if (is_pick(s, i, end)) {
            add_pick(s, i++, above);
            continue;
        }
        s->pick[above].hidden += s->seen[end] - s->seen[i];
        i = end;
    }
    for (uint32_t k = s->npick; k-- > 0;) {
        box_pick *up = &s->pick[s->pick[k].above];
        up->has_box = up->has_box || s->pick[k].has_box;
        s->nbox += s->pick[k].has_box;
    }
}

static corr_box box_of_pick(const box_side *s, const box_pick *k)
{
    const diff_page *p = s->p;
    const uint32_t i = k->node;
    const corr_diff_node v = corr_diff_node_at(p->d, i);
    const corr_estimate ratio = i ? box_ratio(p, &v) : p->f.ratio;

    return (corr_box){
        .name = i ? cmd_name(p->ctx, p->r, v.name) : "all",
        .depth = v.depth,
        .total = node_total(s, i, v.end),
        .self = node_total(s, i, i + 1),
        .group = i ? flame_group(&v.frame) : CORR_TONE_PLAIN,
        .hidden = k->hidden,
        .change = k->change,
        .delta = (v.value[1] - v.value[0]) * p->scale,
        .ratio = ratio.value,
        .lo = ratio.lo,
        .hi = ratio.hi,
    };
}

/* A pick without a box is hidden by the box above, with all below it. */
static void fill_boxes(box_side *s)
{
    uint32_t used = 0;

    for (uint32_t k = 0; k < s->npick; k++) {
        box_pick *pick = &s->pick[k];
        const box_pick *up = &s->pick[pick->above];
        const uint32_t end = corr_diff_place_at(s->p->d, pick->node).end;
        if (pick->has_box) {
            pick->box = used;
            s->box[used++] = box_of_pick(s, pick);
        } else if (up->has_box) {
            s->box[up->box].hidden += s->seen[end] - s->seen[pick->node];
        }
    }
}

/* False: out of memory. */
static bool make_boxes(box_side *s)
{
    corr_report *r = s->p->r;

    s->n = corr_diff_nodes(s->p->d);
    s->total = corr_report_alloc(r, sizeof *s->total, (size_t)s->n + 1);
    s->seen = corr_report_alloc(r, sizeof *s->seen, (size_t)s->n + 1);
    if (!s->total || !s->seen)
        return false;
    sum_nodes(s);
    find_least(s);
    s->pick = corr_report_alloc(r, sizeof *s->pick, count_picks(s));
    if (!s->pick)
        return false;
    pick_nodes(s);
    s->box = corr_report_alloc(r, sizeof *s->box, s->nbox);
    if (!s->box)
        return false;
    fill_boxes(s);
    return true;
}

/* ---- words ------------------------------------------------------------------ */

/* Why no change of a frame is certain, or NULL. */
static const char *why_grey(const corr_diff_facts *f)
{
    return f->one_each  ? "one file a side shows no noise"
           : f->few     ? "there are too few samples"
           : f->shallow ? "the stacks of a side are cut"
                        : NULL;
}

/* "v2, what changed for certain has a colour: 38.288 ms/request; traffic, -1.17,
 * is apart" */
static const char *side_caption(const diff_page *p, unsigned w)
{
    const char *why = why_grey(&p->f);
    const char *what =
        w ? "what changed for certain has a colour"
          : corr_report_text(p->r, "with what is not in %s", p->who[1]);
    const char *traffic = "";

    if (why)
        what = corr_report_text(p->r, "without colours, as %s", why);
    if (w && p->traffic != 0)
        traffic = corr_report_text(p->r, "; traffic, %s, is apart",
                                   diff_value(p, p->traffic, true));
    return corr_report_text(p->r, "%s, %s: %s %s%s", p->who[w], what,
                            diff_value(p, p->even[w], false),
                            diff_unit_words(p), traffic);
}

/* "frames under 0.5% of v1" */
static const char *unjudged_words(const diff_page *p)
{
    const double least = p->opts.min_abs > 0 ? p->opts.min_abs : CORR_MIN_ABS;

    return corr_report_text(p->r, "frames under %g%% of %s", 100 * least,
                            p->who[0]);
}

static void put_side(const diff_page *p, unsigned w)
{
    box_side s = { .p = p, .w = w };

    if (!make_boxes(&s) || s.nbox < 2 || s.box[0].total <= 0)
        return;
    corr_report_figure(
        p->r,
        &(corr_figure){
            .kind = CORR_FIGURE_FLAME,
            .id = w ? "flame" : "flame-base",
            .caption = side_caption(p, w),
            .closed = w == 0,
            .flame = { .box = s.box,
                       .n = s.nbox,
                       .own_unit = diff_unit_words(p),
                       .scale = 1 / PER_UNIT,
                       .compares = true,
                       .delta_unit = diff_unit_words(p),
                       .unjudged = why_grey(&p->f) ? NULL : unjudged_words(p) },
        });
}

void diff_put_figures(const diff_page *p)
{
    if (!cmd_draws(p->ctx) || corr_diff_nodes(p->d) < 2)
        return;
    put_side(p, 1);
    put_side(p, 0);
}
