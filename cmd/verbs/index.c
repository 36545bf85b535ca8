/* index - corr index: the side indices of large exports. */
#include <string.h>
#include <unistd.h>

#include "cli/cache.h"
#include "corr_builtin.h"
#include "corr_index.h"

typedef struct page {
    corr_report *r;
    const corr_indices *l;
    char here[CACHE_PATH]; /* the current directory, "" unknown */
} page;

static const struct {
    const char *name, *word;
} state[CORR_INDEX_STATE_COUNT] = {
    [CORR_INDEX_VALID] = { "valid", "valid" },
    [CORR_INDEX_STALE] = { "stale", "stale" },
    [CORR_INDEX_GONE] = { "gone", "gone" },
    [CORR_INDEX_WARNED] = { "warnings", "unused: warnings" },
    [CORR_INDEX_WHOLE] = { "one_record", "unused: one record" },
    [CORR_INDEX_LARGE] = { "too_large", "unused: too large" },
};

/* ---- rows ---------------------------------------------------------------- */

typedef struct index_row {
    corr_index_row x;
    const char *state, *word, *name;
} index_row;

static const corr_column data_columns[] = {
    COL("path", TEXT, index_row, x.path),
    COL("state", TEXT, index_row, state),
    COL("bytes", INT, index_row, x.bytes),
    COL("index_bytes", INT, index_row, x.index_bytes),
    COL("decoded_bytes", INT, index_row, x.decoded),
    COL("spans", INT, index_row, x.spans),
    COL("traces", INT, index_row, x.traces),
    COL("blocks", INT, index_row, x.blocks),
    COL("points", INT, index_row, x.points),
    COL("made", TIME, index_row, x.made),
};

static const corr_column screen_columns[] = {
    SEE("file", CORR_COL_FLEX, TEXT, index_row, name),
    SEE("size", CORR_COL_RIGHT, AMOUNT, index_row, x.bytes),
    SEE("index", CORR_COL_RIGHT, AMOUNT, index_row, x.index_bytes),
    SEE("traces", CORR_COL_RIGHT, COUNT, index_row, x.traces),
    SEE("blocks", CORR_COL_RIGHT | CORR_COL_SPARE, COUNT, index_row, x.blocks),
    SEE("state", 0, TEXT, index_row, word),
};

/* Returns a path relative to the current directory if it is below. */
static const char *near_name(const page *p, const char *path)
{
    const size_t n = strlen(p->here);

    return n && strncmp(path, p->here, n) == 0 && path[n] == '/' ? path + n + 1
                                                                 : path;
}

static void fill_index(const void *ctx, uint32_t i, void *row)
{
    const page *p = ctx;
    const corr_index_row x = corr_indices_at(p->l, i);

    *(index_row *)row = (index_row){ .x = x,
                                     .state = state[x.state].name,
                                     .word = state[x.state].word,
                                     .name = near_name(p, x.path) };
}

static void put_totals(const page *p, const char *dir)
{
    const uint32_t n = (uint32_t)corr_indices_size(p->l);
    uint64_t sum = 0;
    uint32_t unused = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_index_row x = corr_indices_at(p->l, i);
        sum += x.index_bytes;
        unused += x.state == CORR_INDEX_STALE || x.state == CORR_INDEX_GONE;
    }
    corr_report_blank(p->r);
    corr_report_line(p->r, "%s ind%s, %s, in %s", cmd_count(p->r, n),
                     n == 1 ? "ex" : "ices", cmd_bytes(p->r, (int64_t)sum),
                     dir);
    if (unused)
        corr_report_line(p->r,
                         "%s of them for nothing, as the file changed or is "
                         "gone: corr index clear",
                         cmd_count(p->r, unused));
}

OWNS(corr_indices)

static corr_code show_indices(corr_report *r, const char *dir, corr_err *err)
{
    page *p = corr_report_alloc(r, sizeof *p, 1);
    corr_indices *l = corr_indices_of(dir, err);

    if (!l || !p) {
        corr_indices_free(l);
        return corr_no_memory(err);
    }
    own_corr_indices(r, l);
    *p = (page){ .r = r, .l = l };
    if (!getcwd(p->here, sizeof p->here))
        p->here[0] = '\0';
    const uint32_t n = (uint32_t)corr_indices_size(l);
    corr_report_put(r, "directory",
                    corr_cell_text(corr_report_text(r, "%s", dir)));
    cmd_primary(r, "rows", CORR_FILLED(data_columns, n, fill_index, p));
    if (n)
        cmd_screen(r, CORR_FILLED(screen_columns, n, fill_index, p,
                                  .unit = CORR_BYTES));
    put_totals(p, dir);
    return CORR_OK;
}

/* ---- the recipe ---------------------------------------------------------- */

static corr_code clear_indices(const opt_list *files, const char *dir,
                               corr_report *r)
{
    size_t n = 0;

    for (size_t i = 1; i < files->n; i++)
        n += corr_index_clear(dir, files->item[i]);
    if (files->n == 1)
        n = corr_index_clear(dir, NULL);
    corr_report_put(r, "removed", corr_cell_int((int64_t)n));
    corr_report_line(r, "%s ind%s removed", cmd_count(r, (int64_t)n),
                     n == 1 ? "ex" : "ices");
    return CORR_OK;
}

static corr_code build(const opt_list *files, const char *dir, corr_report *r,
                       corr_err *err)
{
    if (files->n == 1) {
        corr_fail(err, CORR_EUSAGE, "build wants files");
        return corr_hint(err, "corr index build FILE...");
    }
    for (size_t i = 1; i < files->n; i++) {
        const corr_code code =
            corr_index_build(corr_builtin_formats, dir, files->item[i], err);
        if (code)
            return code;
    }
    return show_indices(r, dir, err);
}

static corr_code index_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const opt_list *words = &ctx->operands;
    const char *verb = words->n ? words->item[0] : "show";
    char path[CACHE_PATH];
    const char *dir = cache_dir(path);

    if (!dir) {
        corr_fail(err, CORR_EUSAGE, "there is no place for indices");
        return corr_hint(
            err, "CORR_NO_INDEX is set, or neither HOME nor CORR_INDEX_DIR is");
    }
    if (strcmp(verb, "build") == 0)
        return build(words, dir, r, err);
    if (strcmp(verb, "clear") == 0)
        return clear_indices(words, dir, r);
    if (strcmp(verb, "show") != 0)
        corr_fail(err, CORR_EUSAGE, "index does not know \"%s\"", verb);
    else if (words->n > 1)
        corr_fail(err, CORR_EUSAGE,
                  "index show takes no files, as it lists all");
    else
        return show_indices(r, dir, err);
    return corr_hint(err, "try: corr index show, corr index build FILE..., "
                          "corr index clear [FILE...]");
}

const cmd index_cmd = {
    .name = "index",
    .group = CMD_SELF,
    .brief = "what makes second questions fast: show, build, clear",
    .operands = "[show|build FILE...|clear [FILE...]]",
    .prints = PRINTS_WHOLE,
    .run = index_run,
};
