#include "page/notes.h"

#include <string.h>

#include "page/message.h"

enum { MOST_NOTES = 3 };

static bool is_one_of(const char *code, const char *const *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

/* The codes of data that is not there any more. */
static const char *const losses[] = { "DAMAGED", "LOST", "PARTIAL",
                                      "UNFINISHED" };
/* A file whose clock, threads or other records another question needs. */
static const char *const asides[] = { "CLOCK_UNKNOWN", "CLOCK_NOT_FOUND",
                                      "CPU_UNSAMPLED", "TIME_OF_FILE",
                                      "DUPLICATE",     "DUPLICATE_SPANS",
                                      "IDS_SOME",      "FETCHED",
                                      "PASSED_OVER" };
/* What is normal. */
static const char *const normal[] = { "IDS_SOME" };

/* About spans: their file need not be selected, as a recording must. */
static const char *const of_spans[] = { "SELF_PARENT" };

/* Whether the answer depends on whose profiles are whose; a copy of rows does
 * not. */
static bool asks_whose(const cmd_ctx *ctx)
{
    return ctx->select->service ||
           (ctx->needs & CORR_NEED_SPANS && !(ctx->needs & CORR_NEED_ROWS));
}

notes_weight notes_weigh(const cmd_ctx *ctx, const corr_warning *w)
{
    if (is_one_of(w->code, losses, sizeof losses / sizeof *losses) ||
        (!*w->code && w->changes_meaning))
        return NOTES_LOSS;
    if (!w->changes_meaning && strcmp(w->code, "YIELD") != 0)
        return NOTES_ASIDE;
    if (ctx->cmd->inputs_are_rows) /* the screen counts them itself */
        return NOTES_ASIDE;
    if (is_one_of(w->code, asides, sizeof asides / sizeof *asides))
        return NOTES_ASIDE;
    if (strcmp(w->code, "SERVICE_BY_FILE") == 0 && !asks_whose(ctx))
        return NOTES_ASIDE;
    if (is_one_of(w->code, of_spans, sizeof of_spans / sizeof *of_spans))
        return NOTES_NUMBER;
    return w->input < 0 || corr_input_is_selected(ctx->store, (size_t)w->input)
               ? NOTES_NUMBER
               : NOTES_ASIDE;
}

/* The warnings of the store, weighed; a line at the foot stands for all of one
 * code that make a number shaky. */
typedef struct weighed {
    corr_warning w;
    notes_weight weight;
    const char *line; /* NULL: not made yet, or not at the foot */
} weighed;

static bool is_of_code(const weighed *of, const char *code)
{
    return of->weight == NOTES_NUMBER && strcmp(of->w.code, code) == 0;
}

/* "checkout.jfr.gz: samples cover 69% of the CPU"; of several files one line
 * that names two of them.  Gives it to all n warnings of this code. */
static void make_line(const cmd_ctx *ctx, corr_report *r, weighed *all,
                      size_t n, const char *code)
{
    corr_arena arena = { 0 };
    size_t same = 0, at = 0;

    for (size_t i = 0; i < n; i++)
        same += is_of_code(&all[i], code);
    talk_message *m = corr_report_alloc(r, sizeof *m, same + 1);
    for (size_t i = 0; m && i < n; i++) {
        const corr_warning *w = &all[i].w;
        if (!is_of_code(&all[i], code))
            continue;
        const char *path =
            w->input < 0 ? NULL
                         : corr_input_at(ctx->store, (size_t)w->input).path;
        m[at++] = (talk_message){ .input = w->file ? w->file : path,
                                  .what = w->text,
                                  .offset = CORR_NO_OFFSET,
                                  .count = 1 };
    }
    if (!m)
        return;
    talk_fold(m, same, 2, &arena);
    const char *line = corr_report_text(r, "%s%s%s", m->input ? m->input : "",
                                        m->input ? ": " : "", m->what);
    corr_arena_clear(&arena);
    for (size_t i = 0; i < n; i++)
        if (is_of_code(&all[i], code))
            all[i].line = line;
}

static void add_warning(corr_report *r, const weighed *of)
{
    static const corr_note_place place[] = { [NOTES_ASIDE] = CORR_NOTE_DATA,
                                             [NOTES_NUMBER] = CORR_NOTE_FOOT,
                                             [NOTES_LOSS] = CORR_NOTE_SCREEN };
    const corr_warning *w = &of->w;
    const char *times = w->count > 1
                            ? corr_report_text(r, " (%s times)",
                                               cmd_count(r, (int64_t)w->count))
                            : "";
    corr_note_about about = { .place = place[of->weight],
                              .level = is_one_of(w->code, normal, 1)
                                           ? CORR_INFO
                                           : CORR_WARNING,
                              .code = *w->code ? w->code : "ODD",
                              .line = of->line,
                              .input = w->input };

    if (of->weight == NOTES_NUMBER && corr_report_has_note(r, w->code)) {
        about.place = CORR_NOTE_SCREEN;
        about.line = NULL;
    }
    corr_report_note_at(r, &about, "%s%s", w->text, times);
}

static void add_warnings(const cmd_ctx *ctx, corr_report *r)
{
    const size_t n = corr_warnings(ctx->store);
    weighed *all = corr_report_alloc(r, sizeof *all, n + 1);

    for (size_t i = 0; all && i < n; i++) {
        all[i].w = corr_warning_at(ctx->store, i);
        all[i].weight = notes_weigh(ctx, &all[i].w);
    }
    for (size_t i = 0; all && i < n; i++) {
        if (all[i].weight == NOTES_NUMBER && !all[i].line)
            make_line(ctx, r, all, n, all[i].w.code);
        add_warning(r, &all[i]);
    }
}

static void add_unread(const corr_store *st, corr_report *r)
{
    for (size_t i = 0; i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        const corr_note_about about = { .place = CORR_NOTE_SCREEN,
                                        .level = CORR_WARNING,
                                        .code = "UNREADABLE",
                                        .input = (int)i };

        if (in.err.code != CORR_OK)
            corr_report_note_at(r, &about, "%s", in.err.what);
    }
}

/* Other answers than that of info do not show which files they read. */
static void add_deeper(const cmd_ctx *ctx, corr_report *r)
{
    const corr_note_about about = { .place = CORR_NOTE_FOOT,
                                    .level = CORR_INFO,
                                    .code = "DEEPER",
                                    .input = -1 };

    if (ctx->deeper)
        corr_report_note_at(r, &about, "also read %s/, one folder down",
                            ctx->deeper);
}

void notes_finish(const cmd_ctx *ctx, corr_report *r)
{
    const output_opts *o = ctx->output;

    if (!ctx->cmd->inputs_are_rows)
        add_deeper(ctx, r);
    if (ctx->store) {
        add_unread(ctx->store, r);
        add_warnings(ctx, r);
    }
    const bool is_void = corr_report_has_note(r, "SAME_FILES") &&
                         corr_report_outcome(r) == CORR_CANNOT_TELL;
    const bool bare = corr_report_is_list(r);
    corr_report_choose_notes(r, o->quiet || is_void || bare ? 0 : MOST_NOTES,
                             o->verbose && !bare);
}
