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

/* Fills the boxes of one side, and the box above each; the nodes without cost
 * there are left out.  Returns their number. */
static uint32_t fill_side(const diff_page *p, unsigned w, corr_box *box,
                          uint32_t *of_node, uint32_t *up)
{
    const uint32_t n = corr_diff_nodes(p->d);
    uint32_t used = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_diff_node v = corr_diff_node_at(p->d, i);
        if (i && !(v.value[w] > 0))
            continue;
        const int64_t self =
            v.self[w] > 0 ? llround(v.self[w] * p->scale * PER_UNIT) : 0;
        const uint32_t above = i ? of_node[v.parent] : 0;
        const corr_estimate ratio = i ? box_ratio(p, &v) : p->f.ratio;
        corr_box_change c = i ? box_change(p, &v) : root_change(p);
        if (used && c == CORR_BOX_PLAIN &&
            (box[above].change == CORR_BOX_NEW ||
             box[above].change == CORR_BOX_GONE))
            c = box[above].change;
        of_node[i] = used;
        up[used] = above;
        box[used++] = (corr_box){
            .name = i ? cmd_name(p->ctx, p->r, v.name) : "all",
            .depth = v.depth,
            .total = self,
            .self = self,
            .group = i ? flame_group(&v.frame) : CORR_TONE_PLAIN,
            .change = c,
            .delta = (v.value[1] - v.value[0]) * p->scale,
            .ratio = ratio.value,
            .lo = ratio.lo,
            .hi = ratio.hi,
        };
    }
    return used;
}

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
    const uint32_t n = corr_diff_nodes(p->d);
    corr_box *box = corr_report_alloc(p->r, sizeof *box, n);
    uint32_t *of_node = corr_report_alloc(p->r, sizeof *of_node, n);
    uint32_t *up = corr_report_alloc(p->r, sizeof *up, n);

    if (!box || !of_node || !up)
        return;
    const uint32_t used = fill_side(p, w, box, of_node, up);
    for (uint32_t i = used; i-- > 1;)
        box[up[i]].total += box[i].total;
    if (used < 2 || box[0].total <= 0)
        return;
    corr_report_figure(
        p->r,
        &(corr_figure){
            .kind = CORR_FIGURE_FLAME,
            .id = w ? "flame" : "flame-base",
            .caption = side_caption(p, w),
            .closed = w == 0,
            .flame = { .box = box,
                       .n = used,
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
