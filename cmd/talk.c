/* talk - what goes to standard error. */
#include "talk.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    USED_SHOWN = 3,  /* inputs named; of more only how many */
    UNREAD_SHOWN = 5 /* the same of those that could not be read */
};

typedef struct talker {
    corr_out *out;
    bool ascii;
    unsigned width; /* of the terminal, 0: not one */
} talker;

static void put_safe(const talker *t, const char *text)
{
    char buf[4096];

    corr_puts(t->out, corr_safe(buf, sizeof buf, corr_str_of(text), t->ascii));
}

/* What an error and a warning have in common. */
typedef struct message {
    const char *input, *what, *field, *format, *hint;
    uint64_t offset, line, count;
} message;

/* Cells up to the next space; names are safe, so a character is a cell. */
static unsigned word_cells(const char *p)
{
    unsigned n = 0;

    for (; *p && *p != ' '; p++)
        n += ((unsigned char)*p & 0xc0) != 0x80;
    return n;
}

/* On a terminal lines end at words; elsewhere a message is one line, so that
 * it can be searched for. */
static void put_wrapped(const talker *t, const char *text)
{
    enum { INDENT = 6 };
    unsigned at = 0;

    for (const char *p = text; *p; p++) {
        if (*p == ' ' && t->width && at + 1 + word_cells(p + 1) > t->width &&
            at > INDENT) {
            corr_puts(t->out, "\n      ");
            at = INDENT;
            continue;
        }
        corr_putc(t->out, *p);
        at += ((unsigned char)*p & 0xc0) != 0x80;
    }
    corr_putc(t->out, '\n');
}

/* Whether the sentence itself names the place, as "byte 6007". */
static bool says(const char *what, const char *place)
{
    const size_t n = strlen(place);

    for (const char *p = strstr(what, place); p; p = strstr(p + n, place))
        if (p[n] < '0' || p[n] > '9')
            return true;
    return false;
}

/* ", at byte 259745": where to look, in the line that names the file.  The
 * first byte is no place where the whole file is meant. */
static void print_place(const message *m, char *buf, size_t size)
{
    const bool has_field = m->field && m->field[0];
    char place[32];

    buf[0] = 0;
    if (m->line > 0)
        snprintf(place, sizeof place, "line %" PRIu64, m->line);
    else if (m->offset != CORR_NO_OFFSET && (m->offset > 0 || has_field))
        snprintf(place, sizeof place, "byte %" PRIu64, m->offset);
    else
        return;
    if (!says(m->what, place))
        snprintf(buf, size, ", at %s", place);
}

/* Lines of a hint stand under each other: a caret points at what is above. */
static void put_hint(const talker *t, const char *hint)
{
    corr_str rest = corr_str_of(hint);
    const char *lead = "      hint: ";
    char safe[512], text[640];
    corr_str piece;

    while (rest.n && corr_str_next(&rest, '\n', &piece)) {
        snprintf(text, sizeof text, "%s%s", lead,
                 corr_safe(safe, sizeof safe, piece, t->ascii));
        put_wrapped(t, text);
        lead = "            ";
    }
}

static void put_message(const talker *t, const message *m)
{
    char n[CORR_PRINT_MAX], place[48], times[64] = "", text[2048];
    char input[512], what[768];
    bool has_input = m->input && m->input[0];

    print_place(m, place, sizeof place);
    if (m->count > 1)
        snprintf(times, sizeof times, " (%s times)",
                 corr_print_count(n, (int64_t)m->count));
    snprintf(text, sizeof text, "corr: %s%s%s%s%s",
             has_input ? corr_safe(input, sizeof input, corr_str_of(m->input),
                                   t->ascii)
                       : "",
             has_input ? ": " : "",
             corr_safe(what, sizeof what, corr_str_of(m->what), t->ascii),
             place, times);
    put_wrapped(t, text);
    if (m->field && m->field[0]) {
        snprintf(text, sizeof text, "      %s (%s)", m->field,
                 m->format ? m->format : "");
        put_wrapped(t, text);
    }
    put_hint(t, m->hint);
}

static bool talk_begin(talker *t, bool ascii)
{
    corr_style style;

    *t = (talker){ corr_out_fd(STDERR_FILENO), ascii, 0 };
    if (isatty(STDERR_FILENO)) {
        corr_style_init(&style, STDERR_FILENO, 0, "never", ascii, false);
        t->width = (unsigned)style.width;
    }
    return t->out != NULL;
}

static void talk_end(talker *t)
{
    (void)corr_out_close(t->out, NULL);
}

void talk_error(const corr_err *err, bool ascii)
{
    talker t;

    if (!talk_begin(&t, ascii))
        return;
    put_message(&t, &(message){ .input = err->input,
                                .what = err->what,
                                .field = err->field,
                                .format = err->format,
                                .hint = err->hint,
                                .offset = err->offset,
                                .line = err->line });
    talk_end(&t);
}

/* On a screen it stands beside the number that it is about. */
static bool is_said(const cmd_ctx *ctx, const corr_warning *w)
{
    return (ctx->cmd->uses & SAYS_SAMPLER) && !ctx->output->target &&
           strcmp(w->code, "SAMPLER_NOT_CPU") == 0;
}

/* A date that two sides are not compared by, as nothing else has one. */
static bool is_idle(const cmd_ctx *ctx, const corr_warning *w)
{
    if (!(ctx->cmd->uses & USES_SIDES) || strcmp(w->code, "CLOCK_UNKNOWN") != 0)
        return false;
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).spans)
            return false;
    return true;
}

void talk_warnings(const cmd_ctx *ctx, bool ascii)
{
    const corr_store *st = ctx->store;
    talker t;

    if (!talk_begin(&t, ascii))
        return;
    for (size_t i = 0; i < corr_warnings(st); i++) {
        corr_warning w = corr_warning_at(st, i);
        corr_input in = { 0 };

        if ((ctx->output->quiet && !w.changes_meaning) || is_said(ctx, &w) ||
            is_idle(ctx, &w))
            continue;
        if (w.input >= 0)
            in = corr_input_at(st, (size_t)w.input);
        put_message(&t, &(message){ .input = w.file        ? w.file
                                             : w.input < 0 ? "warning"
                                                           : in.path,
                                    .what = w.text,
                                    .field = w.field,
                                    .format = in.format,
                                    .offset = w.offset,
                                    .line = w.line,
                                    .count = w.count });
    }
    talk_end(&t);
}

void talk_unread(const corr_store *st, bool ascii)
{
    size_t n = 0;
    talker t;

    if (!talk_begin(&t, ascii))
        return;
    for (size_t i = 0; i < corr_inputs(st); i++) {
        corr_input in = corr_input_at(st, i);

        if (in.err.code == CORR_OK || n++ >= UNREAD_SHOWN)
            continue;
        put_message(&t, &(message){ .input = in.path,
                                    .what = in.err.what,
                                    .field = in.err.field,
                                    .format = in.err.format,
                                    .hint = in.err.hint,
                                    .offset = in.err.offset,
                                    .line = in.err.line });
    }
    if (n > UNREAD_SHOWN)
        corr_printf(t.out, "corr: %zu more inputs could not be read\n",
                    n - UNREAD_SHOWN);
    talk_end(&t);
}

/* ---- what was used ---------------------------------------------------- */

static bool is_shown(const cmd_ctx *ctx, const corr_input *in)
{
    if (in->is_metrics)
        return in->used;
    return in->used && (in->nkinds > 0 || (ctx->needs & CORR_NEED_SPANS));
}

/* "checkout.jfr 5m00s", "trace.json 41 spans" */
static void put_used(const talker *t, const corr_input *in)
{
    char n[CORR_PRINT_MAX];

    put_safe(t, in->path);
    if (in->nkinds > 0 && in->from != CORR_NO_TIME && in->to > in->from)
        corr_printf(t->out, " %s", corr_print_span_of(n, in->to - in->from));
    else if (in->is_metrics)
        corr_printf(t->out, " %s series", corr_print_count(n, in->series));
    else if (in->nkinds == 0)
        corr_printf(t->out, " %s span%s",
                    corr_print_count(n, (int64_t)in->spans),
                    in->spans == 1 ? "" : "s");
}

/* "14 profiles, 18,489 spans in 1 file" */
static void put_sums(const talker *t, const cmd_ctx *ctx)
{
    char n[CORR_PRINT_MAX];
    size_t profiles = 0, files = 0, metrics = 0;
    uint64_t spans = 0;

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        if (!is_shown(ctx, &in))
            continue;
        metrics += in.is_metrics;
        profiles += in.nkinds > 0;
        files += in.nkinds == 0 && !in.is_metrics;
        spans += in.nkinds == 0 ? in.spans : 0;
    }
    if (profiles > 0)
        corr_printf(t->out, "%zu profile%s", profiles,
                    profiles == 1 ? "" : "s");
    if (files > 0)
        corr_printf(
            t->out, "%s%s spans in %zu file%s", profiles > 0 ? ", " : "",
            corr_print_count(n, (int64_t)spans), files, files == 1 ? "" : "s");
    if (metrics > 0)
        corr_printf(t->out, "%s%zu file%s of metrics",
                    profiles + files > 0 ? ", " : "", metrics,
                    metrics == 1 ? "" : "s");
}

static size_t count_used(const cmd_ctx *ctx)
{
    size_t n = 0;

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        n += is_shown(ctx, &in);
    }
    return n;
}

static void put_names(const talker *t, const cmd_ctx *ctx)
{
    const char *comma = "";

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        if (!is_shown(ctx, &in))
            continue;
        corr_puts(t->out, comma);
        put_used(t, &in);
        comma = ", ";
    }
}

void talk_used(const cmd_ctx *ctx, bool ascii)
{
    const size_t used = count_used(ctx);
    const size_t ignored = corr_ignored(ctx->store);
    talker t;

    if ((used == 0 && ignored == 0) || !talk_begin(&t, ascii))
        return;
    corr_puts(t.out, "corr: ");
    if (used > USED_SHOWN)
        put_sums(&t, ctx);
    else
        put_names(&t, ctx);
    if (ignored > 0)
        corr_printf(t.out, "%s%zu file%s ignored", used > 0 ? "; " : "",
                    ignored, ignored == 1 ? "" : "s");
    corr_putc(t.out, '\n');
    talk_end(&t);
}

/* ---- what was written ------------------------------------------------- */

/* "corr: evidence: 3 by request id, 2 by request share" */
static void put_rungs(const talker *t, const corr_evidence *e)
{
    char n[CORR_PRINT_MAX];
    bool any = false;

    for (int r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++) {
        if (e->rung[r].observations <= 0)
            continue;
        corr_printf(t->out, "%s%s by %s", any ? ", " : "corr: tied to it: ",
                    corr_print_count(n, e->rung[r].observations),
                    corr_rung_words((corr_rung)r));
        any = true;
    }
    if (any)
        corr_putc(t->out, '\n');
}

/* "corr: kept 3 of 95 samples, 30.0 ms of cpu, 1.2 kB"; of blocks when they
 * were recorded. */
void talk_slice(const cmd_ctx *ctx, corr_report *r, uint64_t bytes, bool ascii)
{
    const corr_slice_facts f = corr_slice_facts_of(ctx->export->slice);
    char kept[CORR_PRINT_MAX], of[CORR_PRINT_MAX], n[CORR_PRINT_MAX];
    talker t;

    if (!talk_begin(&t, ascii))
        return;
    corr_print_count(of, (int64_t)f.of);
    corr_printf(t.out, "corr: %s %s", f.is_merge ? "merged" : "kept",
                corr_print_count(kept, (int64_t)f.kept));
    if (!f.is_merge || f.kept != f.of)
        corr_printf(t.out, " of %s", of);
    corr_printf(t.out, " %s%s",
                f.of_spans ? "span"
                : f.block  ? f.block
                           : "record",
                f.of == 1 ? "" : "s");
    if (f.inputs > 1)
        corr_printf(t.out, " of %zu files", f.inputs);
    if (!f.of_spans && f.sel.total != 0) {
        corr_printf(t.out, ", %s of ",
                    corr_print_amount(n, f.sel.total, f.sel.unit));
        put_safe(&t, f.sel.kind.p);
    }
    if (!f.is_merge && f.from != CORR_NO_TIME)
        corr_printf(t.out, ", %s", cmd_print_window(ctx, r, f.from, f.to));
    corr_printf(t.out, ", %s\n", corr_print_bytes(n, (int64_t)bytes));
    if (f.left_out)
        corr_printf(t.out, "corr: %s %s%s not whole: left out%s\n",
                    corr_print_count(n, (int64_t)f.left_out), f.block,
                    f.left_out > 1 ? "s are" : " is",
                    f.salvages ? ", nothing of it can be rescued"
                               : "; corr merge --salvage keeps what can be "
                                 "read");
    put_rungs(&t, &f.sel.evidence);
    talk_end(&t);
}

/* ---- time ------------------------------------------------------------- */

static int64_t clock_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* "  bytes=1048576 spans=412", or of the run, which counts them, the samples
 * too. */
static void put_sizes(char *text, size_t room, const corr_store *st)
{
    uint64_t sum[3] = { 0 };
    size_t at = 0;

    for (size_t i = 0; st && i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        sum[0] += in.bytes;
        sum[1] += in.spans;
        for (size_t k = 0; k < in.nkinds; k++)
            sum[2] +=
                in.kinds[k].samples > 0 ? (uint64_t)in.kinds[k].samples : 0;
    }
    text[0] = '\0';
    for (size_t i = 0; i < 3; i++) {
        static const char *const name[] = { " bytes", "spans", "samples" };
        if (sum[i])
            at += (size_t)snprintf(text + at, room - at, " %s=%" PRIu64,
                                   name[i], sum[i]);
    }
}

void talk_phase(talk_clock *clock, const char *phase, const corr_store *st)
{
    const char *to = getenv("CORR_TRACE");
    int64_t now = clock_ns();
    int64_t took = now - clock->started;
    bool first = clock->started == 0;
    struct rusage use;
    char sizes[100];
    char text[200];

    clock->started = now;
    if (!to || !*to || first)
        return;
    getrusage(RUSAGE_SELF, &use);
    put_sizes(sizes, sizeof sizes, st);
    int n =
        snprintf(text, sizeof text, "corr: %s took %.3f ms%s  peak_kb=%ld\n",
                 phase, (double)took / 1e6, sizes, use.ru_maxrss);
    int fd = strcmp(to, "1") == 0
                 ? STDERR_FILENO
                 : open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return;
    if (n > 0 && write(fd, text, (size_t)n) < 0)
        return; /* tracing must not change an answer */
    if (fd != STDERR_FILENO)
        close(fd);
}

static void show_progress(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody is watching after all */
}

void talk_progress_step(void *progress, uint64_t done, uint64_t total)
{
    const int64_t second = 1000000000;
    talk_progress *p = progress;
    int64_t now = clock_ns();
    char bytes[CORR_PRINT_MAX], text[96];

    if (p->started == 0)
        p->started = now;
    if (now - p->started < second || now - p->shown < second / 5)
        return;
    p->shown = now;
    corr_print_bytes(bytes, (int64_t)done);
    if (total > 0 && done <= total)
        snprintf(text, sizeof text, "\rcorr: read %s, %.0f%% \033[K", bytes,
                 100 * (double)done / (double)total);
    else
        snprintf(text, sizeof text, "\rcorr: read %s \033[K", bytes);
    show_progress(text);
}

void talk_progress_end(talk_progress *p)
{
    if (p->shown > 0)
        show_progress("\r\033[K");
}
