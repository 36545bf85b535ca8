#include "page/sides_args.h"

#include <glob.h>
#include <string.h>
#include <sys/stat.h>

static corr_code expand_pattern(const char *pattern, corr_arena *arena,
                                opt_list *list, corr_err *err)
{
    glob_t found = { 0 };
    corr_code code = CORR_OK;

    if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc == 0) {
        globfree(&found);
        return corr_fail(err, CORR_ENONE, "no file matches %s", pattern);
    }
    const char **item = corr_arena_new(arena, const char *, found.gl_pathc);
    for (size_t i = 0; item && i < found.gl_pathc; i++) {
        const size_t n = strlen(found.gl_pathv[i]) + 1;
        char *copy = corr_arena_alloc(arena, 1, n);
        item[i] = copy ? memcpy(copy, found.gl_pathv[i], n) : NULL;
        if (!copy)
            code = corr_no_memory(err);
    }
    *list = (opt_list){ item, found.gl_pathc };
    globfree(&found);
    return item ? code : corr_no_memory(err);
}

static corr_code single_path(const char *path, corr_arena *arena,
                             opt_list *list, corr_err *err)
{
    const char **item = corr_arena_new(arena, const char *, 1);

    if (!item)
        return corr_no_memory(err);
    item[0] = path;
    *list = (opt_list){ item, 1 };
    return CORR_OK;
}

/* A route is a value, also behind a method; a path in a folder is not. */
static bool is_value(const char *text)
{
    const char *slash = strchr(text, '/');

    return !slash || slash == text || slash[-1] == ' ';
}

static corr_code parse_side(const char *text, corr_arena *arena, cmd_side *s,
                            corr_err *err)
{
    const char *equals = strchr(text, '=');

    *s = (cmd_side){ .text = text };
    if (corr_is_there(text))
        return single_path(text, arena, &s->paths, err);
    if (equals && equals != text && is_value(equals + 1) &&
        !memchr(text, '/', (size_t)(equals - text))) {
        s->label = text;
        return CORR_OK;
    }
    if (strpbrk(text, "*?["))
        return expand_pattern(text, arena, &s->paths, err);
    return single_path(text, arena, &s->paths, err);
}

/* Whether the folder that a path begins with is there. */
static bool is_below_folder(const char *word)
{
    char folder[256];
    const char *slash = strchr(word, '/');
    const size_t n = slash ? (size_t)(slash - word) : 0;

    if (!n || n >= sizeof folder)
        return false;
    memcpy(folder, word, n);
    folder[n] = '\0';
    return corr_is_there(folder);
}

bool sides_is_id(const char *word)
{
    const char *equals = strchr(word, '=');

    if (corr_is_there(word) || word[0] == '.' || word[0] == '/' ||
        strpbrk(word, "*?[@") || (strchr(word, '.') && !strchr(word, '/')) ||
        (equals && equals[strspn(equals, "=")]))
        return false;
    return corr_is_id(word) && !is_below_folder(word);
}

static corr_code not_two(corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "two sides are compared, a base and a new one");
    return corr_hint(err, "each is a file, a directory, a quoted pattern, "
                          "PATH@FROM..TO, or KEY=VALUE");
}

static bool is_file(const char *path)
{
    struct stat st;

    return strcmp(path, "-") == 0 ||
           (stat(path, &st) == 0 && !S_ISDIR(st.st_mode));
}

static corr_code read_once(const opt_list *operands, corr_err *err)
{
    unsigned n = 0;

    for (size_t i = 0; i < operands->n; i++)
        n += strcmp(operands->item[i], "-") == 0;
    if (n < 2)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE,
              "- stands for standard input, which can be read once");
    return corr_hint(err, "a pipe each: corr diff <(zcat A) <(zcat B)");
}

corr_code sides_parse(const opt_list *operands, corr_arena *arena, cmd_sides *s,
                      corr_err *err)
{
    corr_code code = CORR_OK;

    *s = (cmd_sides){ 0 };
    if (operands->n == 1 && is_file(operands->item[0])) {
        s->columns = true;
        s->side[0].text = s->side[1].text = operands->item[0];
        return single_path(operands->item[0], arena, &s->side[0].paths, err);
    }
    if (operands->n < 2)
        return not_two(err);
    code = read_once(operands, err);
    for (unsigned i = 0; !code && i < 2; i++)
        code = parse_side(operands->item[i], arena, &s->side[i], err);
    if (code)
        return code;
    s->both = (opt_list){ operands->item + 2, operands->n - 2 };
    if (!s->side[0].label == !s->side[1].label)
        return CORR_OK;
    const cmd_side *one = &s->side[s->side[0].label ? 0 : 1];
    corr_fail(err, CORR_EUSAGE, "%s is no file, and the other side is no label",
              one->text);
    return corr_hint(err, "both sides are labels, KEY=VALUE, or none is");
}

/* The kinds of a file of two columns: what was, and what is. */
static corr_code two_columns(const cmd_ctx *ctx, corr_query q[2], corr_err *err)
{
    static const char *const kind[] = { "samples_base", "samples" };
    const corr_code code = corr_prepare(ctx->store, err);

    if (code)
        return code;
    const corr_input in = corr_input_at(ctx->store, 0);
    for (unsigned i = 0; i < 2; i++) {
        bool has = false;
        for (uint32_t k = 0; k < in.nkinds; k++)
            has = has || corr_str_is(in.kinds[k].kind, kind[i]);
        if (!has || q[i].measure)
            return not_two(err);
        q[i].measure = kind[i];
        q[i].group = SIDE_BASE;
    }
    return CORR_OK;
}

corr_code sides_query(const cmd_ctx *ctx, corr_query q[2], corr_err *err)
{
    corr_code code = cmd_query(ctx, &q[0], err);

    q[1] = q[0];
    if (!code && ctx->sides->columns)
        return two_columns(ctx, q, err);
    for (unsigned i = 0; !code && i < 2; i++) {
        const cmd_side *s = &ctx->sides->side[i];
        if (s->label)
            code = cmd_add_label(ctx, &q[i], s->label, err);
        else
            q[i].group = i ? SIDE_NEW : SIDE_BASE;
    }
    return code;
}
