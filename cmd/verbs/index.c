/* index - corr index: the side indices of large exports. */
#include <string.h>
#include <unistd.h>

#include "cli/cache.h"
#include "cli/verbs.h"
#include "corr_builtin.h"

typedef struct page {
    corr_report *r;
    const corr_indices *l;
    char here[CACHE_PATH]; /* the current directory, "" unknown */
} page;

static const char *const state_word[CORR_INDEX_STATE_COUNT] = {
    [CORR_INDEX_VALID] = "valid",
    [CORR_INDEX_STALE] = "stale",
    [CORR_INDEX_GONE] = "gone",
    [CORR_INDEX_WARNED] = "unused: warnings",
    [CORR_INDEX_WHOLE] = "unused: one record",
    [CORR_INDEX_LARGE] = "unused: too large",
};

static const char *const state_name[CORR_INDEX_STATE_COUNT] = {
    [CORR_INDEX_VALID] = "valid",      [CORR_INDEX_STALE] = "stale",
    [CORR_INDEX_GONE] = "gone",        [CORR_INDEX_WARNED] = "warnings",
    [CORR_INDEX_WHOLE] = "one_record", [CORR_INDEX_LARGE] = "too_large",
};

/* ---- data ----------------------------------------------------------------- */

enum {
    D_PATH,
    D_STATE,
    D_BYTES,
    D_INDEX_BYTES,
    D_DECODED,
    D_SPANS,
    D_TRACES,
    D_BLOCKS,
    D_POINTS,
    D_MADE,
    D_COUNT
};

static const corr_column data_columns[D_COUNT] = {
    [D_PATH] = { "path", NULL, 0 },
    [D_STATE] = { "state", NULL, 0 },
    [D_BYTES] = { "bytes", NULL, 0 },
    [D_INDEX_BYTES] = { "index_bytes", NULL, 0 },
    [D_DECODED] = { "decoded_bytes", NULL, 0 },
    [D_SPANS] = { "spans", NULL, 0 },
    [D_TRACES] = { "traces", NULL, 0 },
    [D_BLOCKS] = { "blocks", NULL, 0 },
    [D_POINTS] = { "points", NULL, 0 },
    [D_MADE] = { "made", NULL, 0 },
};

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;
    const corr_index_row x = corr_indices_at(p->l, row);

    switch (column) {
    case D_PATH:
        return corr_cell_text(x.path);
    case D_STATE:
        return corr_cell_text(state_name[x.state]);
    case D_BYTES:
        return corr_cell_int((int64_t)x.bytes);
    case D_INDEX_BYTES:
        return corr_cell_int((int64_t)x.index_bytes);
    case D_DECODED:
        return corr_cell_int((int64_t)x.decoded);
    case D_SPANS:
        return corr_cell_int((int64_t)x.spans);
    case D_TRACES:
        return corr_cell_int((int64_t)x.traces);
    case D_BLOCKS:
        return corr_cell_int((int64_t)x.blocks);
    case D_POINTS:
        return corr_cell_int((int64_t)x.points);
    default:
        return corr_cell_time(x.made);
    }
}

/* ---- screen ---------------------------------------------------------------- */

enum { S_FILE, S_SIZE, S_INDEX, S_TRACES, S_BLOCKS, S_STATE, S_COUNT };

static const corr_column screen_columns[S_COUNT] = {
    [S_FILE] = { NULL, "file", CORR_COL_FLEX },
    [S_SIZE] = { NULL, "size", CORR_COL_RIGHT },
    [S_INDEX] = { NULL, "index", CORR_COL_RIGHT },
    [S_TRACES] = { NULL, "traces", CORR_COL_RIGHT },
    [S_BLOCKS] = { NULL, "blocks", CORR_COL_RIGHT | CORR_COL_SPARE },
    [S_STATE] = { NULL, "state", 0 },
};

/* What is below the current directory is called as one would type it. */
static const char *near_name(const page *p, const char *path)
{
    const size_t n = strlen(p->here);

    return n && strncmp(path, p->here, n) == 0 && path[n] == '/' ? path + n + 1
                                                                 : path;
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;
    const corr_index_row x = corr_indices_at(p->l, row);

    switch (column) {
    case S_FILE:
        return corr_cell_text(near_name(p, x.path));
    case S_SIZE:
        return corr_cell_amount((int64_t)x.bytes, CORR_BYTES);
    case S_INDEX:
        return corr_cell_amount((int64_t)x.index_bytes, CORR_BYTES);
    case S_TRACES:
        return corr_cell_count((int64_t)x.traces);
    case S_BLOCKS:
        return corr_cell_count((int64_t)x.blocks);
    default:
        return corr_cell_text(state_word[x.state]);
    }
}

static void put_totals(const page *p, const char *dir)
{
    const uint32_t n = (uint32_t)corr_indices_size(p->l);
    char bytes[CORR_PRINT_MAX], count[CORR_PRINT_MAX];
    uint64_t sum = 0;
    uint32_t unused = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_index_row x = corr_indices_at(p->l, i);
        sum += x.index_bytes;
        unused += x.state == CORR_INDEX_STALE || x.state == CORR_INDEX_GONE;
    }
    corr_report_blank(p->r);
    corr_report_line(p->r, "%s ind%s, %s, in %s", corr_print_count(count, n),
                     n == 1 ? "ex" : "ices",
                     corr_print_bytes(bytes, (int64_t)sum), dir);
    if (unused)
        corr_report_line(p->r,
                         "%s of them for nothing, as the file changed or is "
                         "gone: corr index clear",
                         corr_print_count(count, unused));
}

static void free_list(void *l)
{
    corr_indices_free(l);
}

static corr_code show(corr_report *r, const char *dir, corr_err *err)
{
    page *p = corr_report_alloc(r, sizeof *p, 1);
    corr_indices *l = corr_indices_of(dir, err);

    if (!l || !p) {
        corr_indices_free(l);
        return corr_no_memory(err);
    }
    corr_report_own(r, l, free_list);
    *p = (page){ .r = r, .l = l };
    if (!getcwd(p->here, sizeof p->here))
        p->here[0] = '\0';
    const uint32_t n = (uint32_t)corr_indices_size(l);
    corr_report_put(r, "directory",
                    corr_cell_text(corr_report_text(r, "%s", dir)));
    corr_report_table(r, "rows",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = D_COUNT,
                                     .nrows = n,
                                     .cell = data_cell,
                                     .ctx = p },
                      CORR_PRIMARY);
    if (n)
        corr_report_table(r, NULL,
                          &(corr_table){ .columns = screen_columns,
                                         .ncolumns = S_COUNT,
                                         .nrows = n,
                                         .cell = screen_cell,
                                         .ctx = p },
                          CORR_SCREEN);
    put_totals(p, dir);
    return CORR_OK;
}

/* ---- the recipe -------------------------------------------------------------- */

static corr_code clear(const opt_list *files, const char *dir, corr_report *r)
{
    char count[CORR_PRINT_MAX];
    size_t n = 0;

    for (size_t i = 1; i < files->n; i++)
        n += corr_index_clear(dir, files->item[i]);
    if (files->n == 1)
        n = corr_index_clear(dir, NULL);
    corr_report_put(r, "removed", corr_cell_int((int64_t)n));
    corr_report_line(r, "%s ind%s removed", corr_print_count(count, (int64_t)n),
                     n == 1 ? "ex" : "ices");
    return CORR_OK;
}

static corr_code build(const opt_list *files, const char *dir, corr_report *r,
                       corr_err *err)
{
    if (files->n == 1) {
        corr_fail(err, CORR_EUSAGE, "build wants files");
        corr_hint(err, "corr index build FILE...");
        return CORR_EUSAGE;
    }
    for (size_t i = 1; i < files->n; i++) {
        const corr_code code =
            corr_index_build(corr_builtin_formats, dir, files->item[i], err);
        if (code)
            return code;
    }
    return show(r, dir, err);
}

static corr_code index_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const opt_list *words = &ctx->operands;
    const char *verb = words->n ? words->item[0] : "show";
    char path[CACHE_PATH];
    const char *dir = cache_dir(path);

    if (!dir) {
        corr_fail(err, CORR_EUSAGE, "there is no place for indices");
        corr_hint(err, "CORR_NO_INDEX is set, or neither HOME nor "
                       "CORR_INDEX_DIR is");
        return CORR_EUSAGE;
    }
    if (strcmp(verb, "build") == 0)
        return build(words, dir, r, err);
    if (strcmp(verb, "clear") == 0)
        return clear(words, dir, r);
    if (strcmp(verb, "show") != 0)
        corr_fail(err, CORR_EUSAGE, "index does not know \"%s\"", verb);
    else if (words->n > 1)
        corr_fail(err, CORR_EUSAGE, "show takes no files: it shows all");
    else
        return show(r, dir, err);
    corr_hint(err, "it takes show, build FILE... or clear [FILE...]");
    return CORR_EUSAGE;
}

const cmd index_cmd = {
    .name = "index",
    .group = CMD_SELF,
    .brief = "what makes second questions fast: show, build, clear",
    .operands = "[show|build FILE...|clear [FILE...]]",
    .uses = USES_WHOLE,
    .run = index_run,
};
