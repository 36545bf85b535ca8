/* flame_figure - a call tree as a picture of a report. */
#include "page/flame_figure.h"

#include <string.h>

OWNS(corr_tree)

corr_tone flame_group(const corr_frame_view *f)
{
    enum { OURS, LIBRARY, NATIVE, KERNEL };

    return corr_tone_group(f->type == CORR_FRAME_KERNEL   ? KERNEL
                           : f->type == CORR_FRAME_NATIVE ? NATIVE
                           : corr_frame_is_app(f)         ? OURS
                                                          : LIBRARY);
}

const char *flame_detail(corr_report *r, const corr_frame_view *f,
                         const char *name)
{
    const char *text = "";

    if (f->function.n && !corr_str_is(f->function, name))
        text = cmd_str(r, f->function);
    if (f->file.n)
        text = corr_report_text(r, "%s%s%.*s", text, *text ? "  " : "",
                                CORR_STR_ARG(f->file));
    if (f->file.n && f->line > 0)
        text = corr_report_text(r, "%s:%lld", text, (long long)f->line);
    if (f->module.n)
        text = corr_report_text(r, "%s%s%.*s", text, *text ? "  " : "",
                                CORR_STR_ARG(f->module));
    return *text ? text : NULL;
}

static const char *box_name(const cmd_ctx *ctx, corr_report *r,
                            const corr_node *n)
{
    const char *name = cmd_name(ctx, r, n->name);

    return n->repeat > 1 ? corr_report_text(r, "%s \xc3\x97%u", name, n->repeat)
                         : name;
}

static void fill_box(const cmd_ctx *ctx, corr_report *r, const corr_tree *t,
                     const corr_line *l, corr_box *b)
{
    *b = (corr_box){ .depth = l->depth + 1,
                     .total = l->total,
                     .self = l->hidden ? l->total : l->self,
                     .samples = l->obs > 0 ? l->obs : 0,
                     .is_rest = l->hidden > 0,
                     .hidden = l->hidden };
    if (l->hidden) {
        b->name =
            corr_report_text(r, "(%s smaller frame%s)", cmd_count(r, l->hidden),
                             cmd_plural(l->hidden));
        return;
    }
    const corr_node n = corr_tree_at(t, l->node);
    b->name = box_name(ctx, r, &n);
    b->detail = flame_detail(r, &n.frame, b->name);
    b->group = flame_group(&n.frame);
}

static const char *caption_of(corr_report *r, const corr_sel_facts *f)
{
    const corr_str kind = cmd_kind_words(f->kind);
    const char *amount = cmd_amount(r, f->whole, f->unit);
    const char *of =
        f->service.n ? corr_report_text(r, " of %.*s", CORR_STR_ARG(f->service))
                     : "";

    return f->observations < 0 || f->unit == CORR_COUNT
               ? corr_report_text(r, "%.*s%s, %s", CORR_STR_ARG(kind), of,
                                  amount)
               : corr_report_text(r, "%.*s%s, %s in %s", CORR_STR_ARG(kind), of,
                                  amount,
                                  cmd_n(r, f->observations, cmd_one_of(f)));
}

static bool has_figure(const cmd_ctx *ctx, const corr_tree *t,
                       const corr_sel_facts *f)
{
    return cmd_draws(ctx) && corr_tree_size(t) > 1 && f->whole > 0 &&
           !cmd_has_negative(f);
}

corr_code flame_figure_put(const cmd_ctx *ctx, corr_report *r,
                           const corr_tree *t, const corr_sel_facts *f,
                           const char *id, const char *caption, bool callers,
                           corr_err *err)
{
    const corr_prune prune = { .share = 1e-12,
                               .least_obs = 1,
                               .max_rows = CORR_BOX_MOST,
                               .no_chains = true };

    if (!has_figure(ctx, t, f))
        return CORR_OK;
    corr_lines *l = corr_lines_of(t, &prune, err);
    if (!l)
        return err->code;
    const uint32_t n = corr_lines_size(l) + 1;
    const corr_node root = corr_tree_at(t, 0);
    corr_box *box = corr_report_alloc(r, sizeof *box, n);
    if (box) {
        box[0] = (corr_box){ .name = "all",
                             .total = *root.total,
                             .self = *root.self,
                             .samples = *root.obs,
                             .group = CORR_TONE_PLAIN };
        for (uint32_t i = 1; i < n; i++) {
            const corr_line line = corr_lines_at(l, i - 1);
            fill_box(ctx, r, t, &line, &box[i]);
        }
        corr_report_figure(
            r, &(corr_figure){ .kind = CORR_FIGURE_FLAME,
                               .id = id,
                               .caption = caption ? caption : caption_of(r, f),
                               .flame = { .box = box,
                                          .n = n,
                                          .unit = f->unit,
                                          .from_leaves = callers } });
    }
    corr_lines_free(l);
    return CORR_OK;
}

corr_code flame_figure_of(const cmd_ctx *ctx, corr_report *r,
                          const corr_sel *sel, const char *id,
                          const char *caption, corr_err *err)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);

    if (!cmd_draws(ctx))
        return CORR_OK;
    corr_tree *t =
        corr_tree_of(&sel, 1, &(corr_tree_opts){ .show = cmd_show(ctx) }, err);
    if (!t)
        return err->code;
    own_corr_tree(r, t);
    return flame_figure_put(ctx, r, t, &f, id, caption, false, err);
}
