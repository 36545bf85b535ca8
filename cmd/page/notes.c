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
/* A file whose clock or threads another question needs. */
static const char *const asides[] = { "CLOCK_UNKNOWN", "CPU_UNSAMPLED",
                                      "TIME_OF_FILE", "DUPLICATE",
                                      "DUPLICATE_SPANS" };

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
    return w->input < 0 || corr_input_is_selected(ctx->store, (size_t)w->input)
               ? NOTES_NUMBER
               : NOTES_ASIDE;
}

/* "checkout.jfr.gz: samples cover 69% of the CPU"; of several files one line
 * that names two of them. */
static const char *line_of_code(const cmd_ctx *ctx, corr_report *r,
                                const char *code)
{
    const corr_store *st = ctx->store;
    const size_t most = corr_warnings(st);
    talk_message *m = corr_report_alloc(r, sizeof *m, most + 1);
    corr_arena arena = { 0 };
    size_t n = 0;

    for (size_t i = 0; m && i < most; i++) {
        const corr_warning w = corr_warning_at(st, i);
        if (strcmp(w.code, code) != 0 || notes_weigh(ctx, &w) != NOTES_NUMBER)
            continue;
        const char *path =
            w.input < 0 ? NULL : corr_input_at(st, (size_t)w.input).path;
        m[n++] = (talk_message){ .input = w.file ? w.file : path,
                                 .what = w.text,
                                 .offset = CORR_NO_OFFSET,
                                 .count = 1 };
    }
    if (n == 0)
        return NULL;
    talk_fold(m, n, 2, &arena);
    const char *line = corr_report_text(r, "%s%s%s", m->input ? m->input : "",
                                        m->input ? ": " : "", m->what);
    corr_arena_clear(&arena);
    return line;
}

static void add_warning(const cmd_ctx *ctx, corr_report *r,
                        const corr_warning *w)
{
    static const corr_note_place place[] = { [NOTES_ASIDE] = CORR_NOTE_DATA,
                                             [NOTES_NUMBER] = CORR_NOTE_FOOT,
                                             [NOTES_LOSS] = CORR_NOTE_SCREEN };
    const notes_weight weight = notes_weigh(ctx, w);
    const char *times = w->count > 1
                            ? corr_report_text(r, " (%s times)",
                                               cmd_count(r, (int64_t)w->count))
                            : "";
    corr_note_about about = { .place = place[weight],
                              .level = CORR_WARNING,
                              .code = *w->code ? w->code : "ODD",
                              .input = w->input };

    if (weight == NOTES_NUMBER && corr_report_has_note(r, w->code))
        about.place = CORR_NOTE_SCREEN;
    else if (weight == NOTES_NUMBER)
        about.line = line_of_code(ctx, r, w->code);
    corr_report_note_at(r, &about, "%s%s", w->text, times);
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
        for (size_t i = 0; i < corr_warnings(ctx->store); i++) {
            const corr_warning w = corr_warning_at(ctx->store, i);
            add_warning(ctx, r, &w);
        }
    }
    corr_report_choose_notes(r, o->quiet ? 0 : MOST_NOTES, o->verbose);
}
