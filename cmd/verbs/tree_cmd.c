/* corr tree - the call tree, largest first. */
#include <string.h>

#include "cli/by.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/flame_figure.h"
#include "page/flame_table.h"
#include "page/icicle.h"
#include "page/strip.h"
#include "verbs/diff/diff_slow.h"

typedef struct tree_opts {
    const char *by, *to;
    bool callers, icicle, fine;
    opt_int max_rows, max_depth;
    const char *slow, *vs;
} tree_opts;

static const opt tree_options[] = {
    O_TEXT(0, "by", tree_opts, by, "WHAT",
           "what a frame is: function (default), file, line, module"),
    O_FLAG(0, "callers", tree_opts, callers,
           "turn it round: from the leaves to who called them"),
    O_FLAG(0, "icicle", tree_opts, icicle,
           "a picture of boxes as wide as their share"),
    O_FLAG(0, "fine", tree_opts, fine,
           "when it was: a heat map, a column per second"),
    O_INT(0, "max-rows", tree_opts, max_rows, "N",
          "keep the largest frames that fit in N rows"),
    O_INT(0, "max-depth", tree_opts, max_depth, "N",
          "go no deeper than N calls"),
    O_CHOICE(0, "to", tree_opts, to, "folded|pprof",
             "write the samples in this format instead"),
    O_TEXT(0, "slow", tree_opts, slow, "RANGE",
           "the slow spans of --op next to the usual: p99, p95..p99, >500ms"),
    O_TEXT(0, "vs", tree_opts, vs, "RANGE",
           "with --slow, which ones are usual (default p25..p75)"),
    O_END
};

static corr_prune prune_of(const cmd_ctx *ctx, bool for_data)
{
    const tree_opts *o = ctx->opts;
    const output_opts *out = ctx->output;
    uint32_t rows = out->count.given ? (uint32_t)out->count.value : 0;

    return (corr_prune){
        .max_rows = o->max_rows.given ? (uint32_t)o->max_rows.value : rows,
        .max_depth = (uint32_t)o->max_depth.value,
        .all = out->all || for_data,
        .fold = for_data ? 0 : 0.01,
        .no_chains = for_data,
    };
}

/* The star stands before the lines of the hottest path. */
static const char *title_of(const by *b)
{
    return b->what == CORR_BY_FUNCTION ? "function (* the hottest path)"
                                       : b->title;
}

static void say_next(const cmd_ctx *ctx, corr_report *r, const flame *f)
{
    const tree_opts *o = ctx->opts;
    const char *name = flame_hottest(f);
    const char *same = cmd_same_samples(ctx, r);

    if (!cmd_can_ask_again(ctx))
        return;
    if (*name && name[0] != '[' && !o->callers && !strchr(name, '\''))
        corr_report_next(r, "all its callers", "corr peek %s%s",
                         cmd_quoted(r, name), same);
    if (!o->icicle)
        corr_report_next(r, "as a picture", "corr tree --icicle%s%s",
                         o->callers ? " --callers" : "", same);
}

static corr_code show_tree(const cmd_ctx *ctx, corr_report *r,
                           const corr_sel *sel, const corr_query *q,
                           const by *b, corr_err *err)
{
    const tree_opts *o = ctx->opts;
    const corr_sel_facts facts = corr_sel_facts_of(sel);
    const corr_prune for_data = prune_of(ctx, true);
    corr_prune for_eyes = prune_of(ctx, false);
    const bool is_cut = for_data.max_rows || for_data.max_depth;
    flame *f = flame_of(r, sel,
                        &(corr_tree_opts){ .by = b->what,
                                           .callers = o->callers,
                                           .show = cmd_show(ctx) },
                        err);
    const corr_table *nodes =
        f ? flame_nodes(f, is_cut && ctx->output->target ? &for_data : NULL,
                        err)
          : NULL;

    if (!nodes)
        return err->code;
    bool said_others;
    cmd_band band = cmd_title(ctx, r, &facts, &said_others);
    cmd_put_evidence(ctx, r, &facts);
    cmd_primary(r, "nodes", *nodes);
    if (band == BAND_NONE)
        return CORR_OK;
    flame_use_names(f, ctx);
    flame_say_answer(f, band);
    cmd_say_doubt(ctx, r, &facts);
    corr_report_blank(r);
    if (flame_figure_put(ctx, r, flame_tree(f), &facts, "flame", NULL,
                         o->callers, err))
        return err->code;
    if (o->icicle) {
        icicle_put(ctx, r, flame_tree(f));
    } else {
        if (band == BAND_SEEN)
            for_eyes.all = true; /* each of the few is worth its line */
        if (band == BAND_MEASURED)
            for_eyes.least_obs = 1;
        if (flame_put_screen(f, &for_eyes, title_of(b), band, err))
            return err->code;
    }
    if (cmd_asks_when(ctx, o->fine) &&
        cmd_strip_of(ctx, r, sel, q, o->fine, err))
        return err->code;
    cmd_foot(ctx, r, &facts, said_others);
    say_next(ctx, r, f);
    return CORR_OK;
}

/* Refuses options that only change the picture. */
static corr_code check_alone(const tree_opts *o, const char *with,
                             corr_err *err)
{
    const bool is_to = strcmp(with, "to") == 0;
    const cmd_given other[] = {
        { o->callers, "callers" },
        { o->icicle, "icicle" },
        { o->fine, "fine" },
        { o->to && !is_to, "to" },
        { o->by && is_to, "by" },
        { o->max_rows.given, "max-rows" },
        { o->max_depth.given, "max-depth" },
    };

    return cmd_check_beside(other, COUNT(other), with, err);
}

static corr_code tree_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const tree_opts *o = ctx->opts;
    corr_query q;
    by b;
    corr_code code = by_parse(o->by, &b, err);

    if (!code && b.what > CORR_BY_MODULE)
        code = corr_fail(
            err, CORR_EUSAGE,
            "a tree is by function, file, line or module, not by %s", b.title);
    if (!code && o->to)
        code = check_alone(o, "to", err);
    if (!code)
        code = cmd_query(ctx, &q, err);
    if (code)
        return code;
    corr_sel *sel = cmd_select(ctx, &q, r, err);
    if (!sel)
        return err->code;
    if (o->to)
        return cmd_export_to(ctx, o->to, sel, err);
    return show_tree(ctx, r, sel, &q, &b, err);
}

/* ---- slow spans beside usual ones ------------------------------------- */

static corr_code slow_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const tree_opts *o = ctx->opts;
    slow_ask ask = { .slow = o->slow, .vs = o->vs, .alone = true };
    corr_code code = check_alone(o, "slow", err);
    by b;

    if (!code)
        code = by_parse(o->by, &b, err);
    if (code)
        return code;
    ask.of =
        (corr_diff_opts){ .by = b.what, .show = cmd_show(ctx), .tree = true };
    return slow_answer(ctx, r, &ask, err);
}

static unsigned slow_needs(const cmd_ctx *ctx)
{
    return by_needs(((const tree_opts *)ctx->opts)->by);
}

static const cmd tree_slow_cmd = {
    .name = "tree",
    .group = CMD_ASK,
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_VERDICT,
    .prints = PRINTS_DRAWN,
    .judges_itself = true,
    .says_sampler = true,
    .subjects = subjects_slow,
    .other_subjects = SLOW_OTHERS,
    .needs = CMD_NEEDS_REQUESTS,
    .needs_of = slow_needs,
    .run = slow_run,
};

static const cmd *tree_as(const cmd_ctx *ctx)
{
    const tree_opts *o = ctx->opts;

    return o->slow || o->vs ? &tree_slow_cmd : &tree_cmd;
}

/* ---- the command ------------------------------------------------------ */

static unsigned tree_needs(const cmd_ctx *ctx)
{
    const tree_opts *o = ctx->opts;
    const bool is_pprof = o->to && strcmp(o->to, "pprof") == 0;
    corr_err ignored = { 0 };
    by b;

    if (by_parse(o->by, &b, &ignored))
        return 0;
    if (is_pprof)
        return CORR_NEED_LINES | CORR_NEED_LABELS | CORR_NEED_TIME;
    return b.needs | (o->fine ? CMD_NEEDS_CLOCK : 0);
}

const cmd tree_cmd = {
    .name = "tree",
    .group = CMD_ASK,
    .brief = "the call tree, what was called below its caller",
    .operands = "[FILE...]",
    .options = tree_options,
    .opts_size = sizeof(tree_opts),
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_OF |
             TAKES_VERDICT,
    .prints = PRINTS_DRAWN,
    .loads = LOADS_ONE_KIND,
    .expects_code = true,
    .says_sampler = true,
    .subjects = subjects_samples,
    .needs = CORR_NEED_SAMPLES,
    .needs_of = tree_needs,
    .as = tree_as,
    .run = tree_run,
};
