/* session_load - from the options and operands to a store of inputs. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cache.h"
#include "corr_builtin.h"
#include "session.h"

enum { MOST_MAP = 1 << 20 /* bytes of a map of labels */ };

const char *session_target(const session *s)
{
    return s->output.target ? s->output.target : "text";
}

static bool leaves_bytes(const session *s)
{
    const bool all = s->output.all || strcmp(session_target(s), "text") != 0;

    return s->ctx.cmd->loads == LOADS_NO_BYTES ||
           (!all && s->ctx.cmd->loads == LOADS_SHOWN_BYTES &&
            !(s->ctx.needs & CMD_NEEDS_BYTES));
}

/* Bytes of traces, and of other files, up to which a summary also reads
 * attributes and stacks, for findings. */
enum { SMALL = 8 << 20 };

static unsigned needs_of(const cmd_ctx *ctx)
{
    unsigned needs = ctx->cmd->needs | cmd_needs(ctx) | verdict_needs(ctx);

    if (ctx->cmd->needs_of)
        needs |= ctx->cmd->needs_of(ctx);
    return needs ? needs : CORR_NEED_ALL;
}

/* The id that limits what is read. */
static const char *id_of(const session *s)
{
    if (s->ctx.cmd->reads_whole && s->ctx.cmd->reads_whole(&s->ctx))
        return NULL;
    if (s->ctx.id)
        return s->ctx.id;
    return s->of.span ? s->of.span : s->of.trace;
}

/* A time is compared with the times of samples. */
static unsigned clock_needs(const session *s)
{
    const select_opts *o = &s->select;

    return o->from || o->to || o->around ? CMD_NEEDS_CLOCK : 0;
}

/* Two sides are compared without their starts, unless the user names a time. */
static bool skips_starts(const session *s)
{
    const select_opts *o = &s->select;

    return (s->ctx.cmd->takes & TAKES_SIDES) && !s->compare.keep_starts &&
           !o->from && !o->to && !o->around;
}

/* Returns which samples become rows. */
static corr_rows rows_of(const session *s)
{
    const cmd_loads loads = s->ctx.cmd->loads;

    if (loads == LOADS_SUMS)
        return CORR_ROWS_NONE;
    if (loads == LOADS_ONE_KIND ||
        (loads == LOADS_KIND_ASKED && s->select.kind))
        return CORR_ROWS_ONE_KIND;
    return leaves_bytes(s) ? CORR_ROWS_NO_BYTES : CORR_ROWS_ALL;
}

/* Whether records of any kind may answer who holds what threads park for. */
static bool needs_sights(const session *s)
{
    return s->ctx.needs & CMD_NEEDS_SIGHTS &&
           (!s->select.kind || strcmp(s->select.kind, "park") == 0);
}

corr_load_opts session_load_opts(const session *s, talk_progress *progress,
                                 char *dir)
{
    const char *want = getenv("CORR_WANT");
    const bool all = want && strcmp(want, "all") == 0;
    const bool every = all || s->rescale.to || needs_sights(s) ||
                       verdict_needs(&s->ctx) || /* kind, row by row */
                       s->ctx.needs & CORR_NEED_ROWS;
    corr_load_opts opts = {
        .needs = all ? 0 : (s->ctx.needs | clock_needs(s)) & CORR_NEED_ALL,
        .small = s->ctx.cmd->loads == LOADS_SUMS ? SMALL : 0,
        .id = all || s->rescale.to || s->whole || s->ctx.id2 ? NULL : id_of(s),
        .rows = every ? CORR_ROWS_ALL : rows_of(s),
        .kind = s->select.kind,
        .as = s->inputs.as,
        .label_keys = s->inputs.label_keys.item,
        .nlabel_keys = s->inputs.label_keys.n,
        .jobs = jobs_of(&s->inputs.jobs),
        .strict = s->inputs.strict,
        .no_assume = s->inputs.no_assume,
        .times = { .began = s->began,
                   .keep_clocks = s->inputs.no_clock_fix,
                   .skip_starts = skips_starts(s) },
        .values = { .counts = s->inputs.deltas        ? CORR_COUNTS_DELTAS
                              : s->inputs.since_start ? CORR_COUNTS_CUMULATIVE
                                                      : CORR_COUNTS_SEEN,
                    .keep_counts = s->ctx.needs & CORR_NEED_ROWS &&
                                   !(s->ctx.needs & CMD_NEEDS_COUNTS),
                    /* whose profile it is, spans may have to tell */
                    .no_yield = !(s->ctx.needs & CORR_NEED_SPANS),
                    .rescale = cmd_rescale(&s->ctx) },
        .found = s->found.found,
        .flat = s->found.found && !s->found.deeper,
        .full = s->found.deeper != NULL,
        .slices = s->ctx.cmd->slices,
        .limits.memory = (uint64_t)s->inputs.max_mem,
        .index = { all ? NULL : cache_dir(dir), cache_least() },
    };

    if (corr_style_live(STDERR_FILENO) && !s->output.quiet)
        opts.progress = (corr_load_progress){ talk_progress_step, progress };
    return opts;
}

static corr_code load_parts(session *s, const corr_load_part *part, size_t n,
                            size_t *failed)
{
    talk_progress progress = { 0 };
    char dir[CACHE_PATH];
    const corr_load_opts opts = session_load_opts(s, &progress, dir);
    const corr_code code =
        corr_load_parts(s->ctx.store, part, n, &opts, failed, &s->err);

    talk_progress_end(&progress);
    return code;
}

static corr_code load_paths(session *s, const opt_list *paths, unsigned group)
{
    const corr_load_part part = { paths->item, paths->n, group };
    size_t failed;

    return load_parts(s, &part, 1, &failed);
}

/* Replaces the hint: the input may be meant to be what waits there. */
static void hint_stdin(session *s)
{
    *s->err.hint = '\0';
    corr_hint(&s->err, "standard input is read if you name it: corr %s -",
              s->ctx.cmd->name);
}

/* Several folders in this one may be what the user means. */
static void fail_several(session *s, const opt_list *folders)
{
    enum { SHOWN = 4 };
    const char *list = "";

    for (size_t i = 0; list && i < folders->n && i < SHOWN; i++)
        list = corr_arena_print(&s->arena, "%s%s%s/", list, i ? " " : "",
                                folders->item[i]);
    s->err = (corr_err){ 0 };
    corr_fail(&s->err, CORR_ENONE,
              "no recording is here, but in %zu folders: %s%s", folders->n,
              list ? list : "", folders->n > SHOWN ? " ..." : "");
    corr_hint(&s->err, "name one, as in \"corr info FOLDER\", or . for all");
}

static corr_code make_store(session *s);

/* Reads the traces here once more, whole: what their other requests say is
 * needed for profiles that were found later. */
static corr_code load_whole(session *s)
{
    corr_store_free(s->ctx.store);
    s->whole = true;
    const corr_code code = make_store(s);
    return code ? code : load_paths(s, &s->found.paths, 0);
}

/* Reads the only folder in this one that holds recordings, if profiles or
 * traces are missing here.  code: how loading this folder ended. */
static corr_code load_deeper(session *s, corr_code code)
{
    opt_list deeper, several;
    const corr_err before = s->err;

    if (code && code != CORR_ENONE)
        return code;
    s->err = (corr_err){ 0 };
    if (discover_deeper(&s->found, s->ctx.store, &s->arena, &deeper, &several,
                        &s->err))
        return s->err.code;
    if (deeper.n) {
        corr_code more = !code && id_of(s) ? load_whole(s) : CORR_OK;
        s->found.deeper = s->ctx.deeper = deeper.item[0];
        if (!more)
            more = load_paths(s, &deeper, 0);
        if (more != CORR_ENONE)
            return more;
        s->found.deeper = s->ctx.deeper = NULL;
    }
    s->err = before;
    if (code && several.n)
        fail_several(s, &several);
    else if (code && discover_has_stdin())
        hint_stdin(s);
    return code;
}

/* Whether all that was read can be read again. */
static bool can_read_again(const session *s)
{
    struct stat is;

    for (size_t i = 0; i < s->found.paths.n; i++)
        if (stat(s->found.paths.item[i], &is) == 0 && !S_ISREG(is.st_mode) &&
            !S_ISDIR(is.st_mode))
            return false;
        else if (strcmp(s->found.paths.item[i], "-") == 0)
            return false;
    return true;
}

/* Whether a profile counts from an unknown start, which spans may show: those
 * of one request are too few. */
static bool needs_whole(const session *s)
{
    if (!id_of(s) || s->whole || s->began.is_told || s->inputs.no_clock_fix ||
        !(s->ctx.needs & CORR_NEED_TIME) || !can_read_again(s))
        return false;
    for (size_t i = 0; i < corr_inputs(s->ctx.store); i++) {
        const corr_input in = corr_input_at(s->ctx.store, i);
        if (in.clock.is_own && in.is_profile)
            return true;
    }
    return false;
}

/* Reads the traces whole if the clock of a profile needs them. */
static corr_code load_for_clocks(session *s)
{
    if (!needs_whole(s))
        return CORR_OK;
    const corr_code code = load_whole(s);
    const opt_list deeper = { &s->found.deeper, 1 };
    return code || !s->found.deeper ? code : load_paths(s, &deeper, 0);
}

/* A failure names the side without files. */
static corr_code load_named_sides(session *s)
{
    const cmd_side *of[2];
    corr_load_part part[2];
    size_t n = 0, failed;

    for (unsigned i = 0; i < (s->sides.columns ? 1 : 2); i++) {
        const cmd_side *side = &s->sides.side[i];
        if (side->label)
            continue;
        of[n] = side;
        part[n++] = (corr_load_part){ side->paths.item, side->paths.n, i + 1 };
    }
    const corr_code code = load_parts(s, part, n, &failed);
    const corr_err none = s->err;
    if (code != CORR_ENONE)
        return code;
    s->err = (corr_err){ 0 };
    return corr_fail(&s->err, CORR_ENONE, "%s: %s", of[failed]->text,
                     none.what);
}

/* Each side is a group of inputs of its own; where sides are labels, both are
 * in what is left of the operands. */
static corr_code load_sides(session *s)
{
    const cmd_sides *sides = &s->sides;
    const char *from = s->inputs.files0_from;
    corr_code code = load_named_sides(s);

    if (!code && sides->columns && from)
        return corr_fail(&s->err, CORR_EUSAGE,
                         "--files0-from has nothing to add to a file whose two "
                         "columns are the sides");
    if (code || sides->columns ||
        (!sides->both.n && !sides->side[0].label && !from))
        return code;
    const unsigned group = sides->side[0].label ? 0 : CORR_BOTH_SIDES;
    if (sides->both.n && !from)
        return load_paths(s, &sides->both, group);
    code = discover(&sides->both, from, &s->arena, &s->found, &s->err);
    return code ? code : load_paths(s, &s->found.paths, group);
}

/* Reads the labels of files, before any of the files. */
static corr_code read_map(session *s)
{
    const char *path = s->inputs.label_map;
    corr_str text;

    if (!path)
        return CORR_OK;
    corr_code code = read_all(path, MOST_MAP + 1, &s->arena, &text, &s->err);
    if (!code && text.n > MOST_MAP)
        code = corr_fail(&s->err, CORR_EUSAGE,
                         "%s: more than 1 MiB is no map of labels", path);
    return code ? code : corr_label_files(s->ctx.store, text, path, &s->err);
}

/* Passes --service-of on, before any of the files are read. */
static corr_code read_services(session *s)
{
    const opt_list *of = &s->inputs.services_of;
    corr_code code = CORR_OK;
    corr_str file, name;

    for (size_t i = 0; !code && i < of->n; i++)
        code =
            corr_str_cut(corr_str_of(of->item[i]), '=', &file, &name) && file.n
                ? corr_service_of(s->ctx.store, file, name, &s->err)
                : corr_fail(&s->err, CORR_EUSAGE,
                            "--service-of %s is not FILE=NAME", of->item[i]);
    return code;
}

/* Makes an empty store with all that the user says of files. */
static corr_code make_store(session *s)
{
    s->ctx.store = corr_store_new(corr_builtin_formats, &s->err);
    if (!s->ctx.store)
        return s->err.code;
    const corr_code code = read_map(s);
    return code ? code : read_services(s);
}

corr_code session_find(session *s)
{
    const bool sides = (s->ctx.cmd->takes & TAKES_SIDES) != 0;
    corr_code code =
        sides ? sides_parse(&s->ctx.operands, &s->arena, &s->sides, &s->err)
              : discover(&s->ctx.operands, s->inputs.files0_from, &s->arena,
                         &s->found, &s->err);

    if (!code)
        code = cmd_began(&s->ctx, &s->began, &s->err);
    if (code)
        return code;
    s->ctx.sides = &s->sides;
    s->ctx.needs = needs_of(&s->ctx);
    if (s->ctx.cmd->kind_of && !s->select.kind)
        s->select.kind = s->ctx.cmd->kind_of(&s->ctx);
    return CORR_OK;
}

static corr_code read_inputs(session *s)
{
    const bool sides = (s->ctx.cmd->takes & TAKES_SIDES) != 0;
    corr_code code = make_store(s);

    if (!code)
        code = sides ? load_sides(s) : load_paths(s, &s->found.paths, 0);
    if (!sides && s->found.found)
        code = load_deeper(s, code);
    if (!code && !sides)
        code = load_for_clocks(s);
    const opt_list *more =
        !code && s->ctx.cmd->files_of ? s->ctx.cmd->files_of(&s->ctx) : NULL;
    s->found.found = s->found.found && !more;
    return !more || !more->n ? code : load_paths(s, more, 0);
}

/* Takes the inputs that another question has loaded. */
static void take_kept(session *s)
{
    s->ctx.store = s->kept->store;
    s->found.deeper = s->ctx.deeper = s->kept->deeper;
    s->found.found = s->kept->found;
    s->whole = s->kept->whole;
}

static corr_code load_inputs(session *s)
{
    const corr_code code = session_find(s);

    if (code || !s->kept)
        return code ? code : read_inputs(s);
    take_kept(s);
    return CORR_OK;
}

/* For what is about corr itself, and answers with a report. */
static corr_code load_nothing(session *s)
{
    s->ctx.store = corr_store_new(corr_builtin_formats, &s->err);
    return s->err.code;
}

corr_code session_load(session *s)
{
    if (s->inputs.max_mem && !corr_limit_memory((uint64_t)s->inputs.max_mem))
        return corr_no_memory(&s->err);
    return s->ctx.cmd->takes & TAKES_INPUTS ? load_inputs(s) : load_nothing(s);
}
