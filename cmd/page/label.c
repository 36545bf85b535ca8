/* label - KEY=VALUE as a restriction: of samples, their processes and files; or
 * of spans and the code that ran in them, if only spans have the key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"

static corr_code ask_samples(corr_query *q, const char *label,
                             corr_arena *arena, corr_err *err)
{
    const char **all = corr_arena_new(arena, const char *, q->nlabels + 1);

    if (!all)
        return corr_no_memory(err);
    for (size_t i = 0; i < q->nlabels; i++)
        all[i] = q->labels[i];
    all[q->nlabels++] = label;
    q->labels = all;
    return CORR_OK;
}

static bool is_literal(const char *value)
{
    char *end;

    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        return true;
    const double v = strtod(value, &end);
    return end != value && *end == '\0' && fabs(v) < (double)INT64_MAX &&
           strspn(value, "-.0123456789") == strlen(value);
}

/* A name or a value as a condition of spans has it. */
static char *quote_text(corr_arena *arena, const char *text, size_t n)
{
    char *copy = corr_arena_alloc(arena, 1, 2 * n + 3), *to = copy;

    if (!copy)
        return NULL;
    *to++ = '"';
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\' || text[i] == '\n')
            *to++ = '\\';
        *to++ = text[i] == '\n' ? 'n' : text[i];
    }
    *to++ = '"';
    *to = '\0';
    return copy;
}

static corr_code ask_spans(corr_query *q, const char *label, corr_arena *arena,
                           corr_err *err)
{
    const char *value = strchr(label, '=') + 1;
    const char *key = quote_text(arena, label, (size_t)(value - 1 - label));
    const char *text = quote_text(arena, value, strlen(value));
    const char *bare = is_literal(value) ? value : text;
    const char *others = q->also ? q->also : "true";

    if (!key || !text)
        return corr_no_memory(err);
    const size_t room =
        2 * strlen(key) + strlen(text) + strlen(bare) + strlen(others) + 32;
    char *also = corr_arena_alloc(arena, 1, room);
    if (!also)
        return corr_no_memory(err);
    snprintf(also, room, "(%s) && (.%s = %s || .%s = %s)", others, key, text,
             key, bare);
    q->also = also;
    return CORR_OK;
}

corr_code cmd_add_label(const cmd_ctx *ctx, corr_query *q, const char *label,
                        corr_err *err)
{
    const corr_code code = corr_prepare(ctx->store, err);

    if (code)
        return code;
    return corr_label_is_of_spans(ctx->store, label)
               ? ask_spans(q, label, ctx->arena, err)
               : ask_samples(q, label, ctx->arena, err);
}
