/* diff_names - the names of sides, functions and changes on a screen. */
#include <string.h>

#include "page/sides_args.h"
#include "verbs/diff/diff_cmd.h"

/* ---- sides ----------------------------------------------------------------- */

/* A side as typed, without a slash at its end. */
static corr_str typed_side(const cmd_ctx *ctx, unsigned w)
{
    corr_str s = corr_str_of(ctx->sides->side[w].text);

    while (s.n > 1 && s.p[s.n - 1] == '/')
        s.n--;
    return s;
}

/* Cuts the folders off that both sides have in common, at the end and at the
 * beginning. */
static void cut_common(corr_str s[2])
{
    corr_str before[2], last[2];

    while (corr_str_cut_last(s[0], '/', &before[0], &last[0]) &&
           corr_str_cut_last(s[1], '/', &before[1], &last[1]) &&
           corr_str_eq(last[0], last[1]))
        for (unsigned w = 0; w < 2; w++)
            s[w] = before[w];
    while (corr_str_cut(s[0], '/', &before[0], &last[0]) &&
           corr_str_cut(s[1], '/', &before[1], &last[1]) &&
           corr_str_eq(before[0], before[1]))
        for (unsigned w = 0; w < 2; w++)
            s[w] = last[w];
}

static bool is_short_word(corr_str s)
{
    enum { MOST = 16 };

    for (size_t i = 0; i < s.n; i++)
        if (strchr("*?[]@/ ", s.p[i]))
            return false;
    return s.n > 0 && s.n <= MOST;
}

void diff_name_sides(const cmd_ctx *ctx, corr_report *r, const char *who[2])
{
    const cmd_sides *sides = ctx->sides;
    corr_str s[2], key[2], value[2];

    who[0] = "the base";
    who[1] = "the new side";
    if (!sides || !sides->side[0].text || !sides->side[1].text)
        return;
    for (unsigned w = 0; w < 2; w++)
        s[w] = typed_side(ctx, w);
    if (sides->side[0].label && sides->side[1].label &&
        corr_str_cut(s[0], '=', &key[0], &value[0]) &&
        corr_str_cut(s[1], '=', &key[1], &value[1]) &&
        corr_str_eq(key[0], key[1]))
        memcpy(s, value, sizeof s);
    else if (!corr_str_eq(s[0], s[1]))
        cut_common(s);
    if (corr_str_eq(s[0], s[1]) || !is_short_word(s[0]) || !is_short_word(s[1]))
        return;
    for (unsigned w = 0; w < 2; w++)
        who[w] = cmd_str(r, s[w]);
}

const char *diff_sides_typed(const diff_page *p)
{
    const char *text = "";

    for (unsigned w = 0; w < 2; w++)
        text = corr_report_text(p->r, "%s %s", text,
                                cmd_quoted(p->r, p->ctx->sides->side[w].text));
    for (size_t i = 0; i < p->ctx->sides->both.n; i++)
        text = corr_report_text(p->r, "%s %s", text,
                                cmd_quoted(p->r, p->ctx->sides->both.item[i]));
    return text;
}

/* ---- changes --------------------------------------------------------------- */

/* Whether a row of one profile a side changed by more than assumed noise. */
static bool is_weak_change(const corr_diff_row *w)
{
    const double least = 1 + CORR_MIN_REL;

    return w->told && w->change == CORR_UNCLEAR && w->with.mark[0] == 'w' &&
           w->with.p < 0.01 &&
           (w->region[1] >= least * w->region[0] ||
            w->region[0] >= least * w->region[1]);
}

corr_change diff_shown_change(const corr_diff_row *w)
{
    if (w->change == CORR_MOVED || corr_change_real(w->change))
        return w->told || w->spread || w->change == CORR_MOVED ? w->change
                                                               : CORR_SAME;
    if (!is_weak_change(w))
        return CORR_SAME;
    return w->region[0] <= 0   ? CORR_NEW
           : w->region[1] <= 0 ? CORR_GONE
           : w->owned > 0      ? CORR_GREW
                               : CORR_SHRANK;
}

const char *diff_mark(const char *mark)
{
    return strcmp(mark, ".") == 0 ? "·" : mark;
}

/* ---- functions ------------------------------------------------------------- */

const char *diff_brief_beside(const diff_page *p, const char *name,
                              const char *other)
{
    const char *brief = cmd_name(p->ctx, p->r, name);

    return strcmp(brief, cmd_name(p->ctx, p->r, other)) == 0 ? name : brief;
}

/* "get" of "Hash.get" */
static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && dot[1] && !strpbrk(name, " (<") ? dot + 1 : name;
}

/* "conflict ← Main.checkout": in little room the caller is shortened first, and
 * then the function. */
static const char *called_by(const diff_page *p, const char *name,
                             const char *caller, int room)
{
    const char *text = corr_report_text(p->r, "%s ← %s", name, caller);

    if (cmd_cells(text) > room)
        text = corr_report_text(p->r, "%s ← %s", name, last_part(caller));
    if (cmd_cells(text) > room)
        text = corr_report_text(p->r, "%s ← %s", last_part(name),
                                last_part(caller));
    return text;
}

corr_words diff_row_name(const diff_page *p, const corr_diff_row *w)
{
    enum { ROOM = 30 }; /* cells for a name at 80 columns */
    const char *name = cmd_name(p->ctx, p->r, w->name);
    const char *brief = name;

    if (w->caller) {
        const char *caller = cmd_name(p->ctx, p->r, w->caller);
        brief = called_by(p, name, caller, ROOM);
        name = corr_report_text(p->r, "%s ← %s", name, caller);
    }
    if (w->inlined) {
        const char *inlined = cmd_name(p->ctx, p->r, w->inlined);
        name = corr_report_text(p->r, "%s (%s inlined)", name, inlined);
        brief = corr_report_text(p->r, "%s (%s inlined)", brief,
                                 last_part(inlined));
    }
    if (w->pooled) {
        name = corr_report_text(p->r, "%s (pooled: numbering changed)", name);
        brief = corr_report_text(p->r, "%s (pooled)", brief);
    }
    if (w->renamed_from)
        name = corr_report_text(p->r, "%s (was %s)", name,
                                diff_brief_beside(p, w->renamed_from, w->name));
    return (corr_words){ name, brief };
}
