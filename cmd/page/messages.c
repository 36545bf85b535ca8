/* messages - what goes to standard error. */
#include "page/messages.h"

#include "page/message.h"
#include "page/notes.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    USED_SHOWN = 3,       /* inputs named; of more only how many */
    UNREAD_SHOWN = 5,     /* sentences of those that could not be read */
    WARNINGS_SHOWN = 5,   /* without --verbose */
    NAMES_SHOWN = 2,      /* files named in a folded message ... */
    NAMES_IF_VERBOSE = 20 /* ... with --verbose */
};

/* Prints an error without allocating. */
static void say_plainly(const corr_err *err, bool ascii)
{
    char what[512], input[512], line[1100];
    const int n =
        snprintf(line, sizeof line, "corr: %s%s%s\n",
                 corr_safe(input, sizeof input, corr_str_of(err->input), ascii),
                 err->input[0] ? ": " : "",
                 corr_safe(what, sizeof what, corr_str_of(err->what), ascii));

    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
        return; /* standard error is closed: give up */
}

static talk_message message_of(const corr_err *err, const char *input)
{
    return (talk_message){ .input = input,
                           .what = err->what,
                           .field = err->field,
                           .format = err->format,
                           .hint = err->hint,
                           .offset = err->offset,
                           .line = err->line };
}

void talk_error(const corr_err *err, bool ascii)
{
    talker t;

    if (!talker_open(&t, ascii)) {
        say_plainly(err, ascii);
        return;
    }
    const talk_message m = message_of(err, err->input);
    talker_say(&t, &m);
    talker_close(&t);
}

/* The warnings to print; NULL: out of memory. */
static talk_message *list_warnings(const cmd_ctx *ctx, bool only_losses,
                                   corr_arena *arena, size_t *n)
{
    const corr_store *st = ctx->store;
    talk_message *m =
        corr_arena_new(arena, talk_message, corr_warnings(st) + 1);

    *n = 0;
    for (size_t i = 0; m && i < corr_warnings(st); i++) {
        const corr_warning w = corr_warning_at(st, i);
        corr_input in = { 0 };

        const notes_weight weight = notes_weigh(ctx, &w);
        if (weight < (only_losses ? NOTES_LOSS : NOTES_NUMBER))
            continue;
        if (w.input >= 0)
            in = corr_input_at(st, (size_t)w.input);
        m[(*n)++] = (talk_message){ .input = w.file        ? w.file
                                             : w.input < 0 ? "warning"
                                                           : in.path,
                                    .what = w.text,
                                    .field = w.field,
                                    .format = in.format,
                                    .offset = w.offset,
                                    .line = w.line,
                                    .count = w.count,
                                    .rank = weight != NOTES_LOSS };
    }
    return m;
}

void talk_warnings(const cmd_ctx *ctx, bool shows_notes, bool ascii)
{
    const bool all = ctx->output->verbose;
    corr_arena arena = { 0 };
    size_t n;
    talk_message *m =
        list_warnings(ctx, shows_notes || ctx->output->quiet, &arena, &n);
    talker t;

    if (m && n > 0 && talker_open(&t, ascii)) {
        n = talk_fold(m, n, all ? NAMES_IF_VERBOSE : NAMES_SHOWN, &arena);
        const size_t shown =
            all || n <= WARNINGS_SHOWN + 1 ? n : WARNINGS_SHOWN;
        for (size_t i = 0; i < shown; i++)
            talker_say(&t, &m[i]);
        if (n > shown)
            corr_printf(t.out, "corr: %zu more warnings: -v\n", n - shown);
        talker_close(&t);
    }
    corr_arena_clear(&arena);
}

void talk_unread(const corr_store *st, bool ascii)
{
    corr_arena arena = { 0 };
    talk_message *m = corr_arena_new(&arena, talk_message, corr_inputs(st) + 1);
    corr_err *err = corr_arena_new(&arena, corr_err, corr_inputs(st) + 1);
    size_t n = 0;
    talker t;

    for (size_t i = 0; m && err && i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        if (in.err.code == CORR_OK)
            continue;
        err[n] = in.err;
        m[n] = message_of(&err[n], in.path);
        n++;
    }
    if (n && talker_open(&t, ascii)) {
        n = talk_fold(m, n, NAMES_SHOWN, &arena);
        size_t left = 0;
        for (size_t i = 0; i < n; i++)
            if (i < UNREAD_SHOWN)
                talker_say(&t, &m[i]);
            else
                left += 1 + m[i].more;
        if (left)
            corr_printf(t.out, "corr: %zu more inputs could not be read\n",
                        left);
        talker_close(&t);
    }
    corr_arena_clear(&arena);
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

    talker_put(t, in->path);
    if (in->nkinds > 0 && in->from != CORR_NO_TIME && in->to > in->from)
        corr_printf(t->out, " %s", corr_print_span_of(n, in->to - in->from));
    else if (in->is_metrics)
        corr_printf(t->out, " %s series", corr_print_count(n, in->series));
    else if (in->spans > 0)
        corr_printf(t->out, " %s span%s",
                    corr_print_count(n, (int64_t)in->spans),
                    cmd_plural(in->spans));
}

/* "14 profiles, 18,489 spans in 1 file"; of files that are not looked into no
 * more is known than that they are there. */
static void put_sums(const talker *t, const cmd_ctx *ctx)
{
    char n[CORR_PRINT_MAX];
    size_t profiles = 0, files = 0, metrics = 0, others = 0;
    uint64_t spans = 0;

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        if (!is_shown(ctx, &in))
            continue;
        metrics += in.is_metrics;
        profiles += in.nkinds > 0;
        files += in.nkinds == 0 && in.spans > 0;
        others += in.nkinds == 0 && in.spans == 0 && !in.is_metrics;
        spans += in.nkinds == 0 ? in.spans : 0;
    }
    if (profiles > 0)
        corr_printf(t->out, "%zu profile%s", profiles, cmd_plural(profiles));
    if (files > 0)
        corr_printf(t->out, "%s%s span%s in %zu file%s",
                    profiles > 0 ? ", " : "",
                    corr_print_count(n, (int64_t)spans), cmd_plural(spans),
                    files, cmd_plural(files));
    if (metrics > 0)
        corr_printf(t->out, "%s%zu file%s of metrics",
                    profiles + files > 0 ? ", " : "", metrics,
                    cmd_plural(metrics));
    if (others > 0)
        corr_printf(t->out, "%s%zu %sfile%s",
                    profiles + files + metrics > 0 ? ", " : "", others,
                    profiles + files + metrics > 0 ? "other " : "",
                    cmd_plural(others));
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

/* "; repo/ not searched" */
static void put_passed(const talker *t, const cmd_ctx *ctx, bool follows)
{
    const size_t n = corr_passed(ctx->store);

    if (n == 0)
        return;
    corr_puts(t->out, follows ? "; " : "");
    if (n > 1)
        corr_printf(t->out, "%zu folders", n);
    else
        talker_put(t, corr_passed_at(ctx->store, 0));
    corr_puts(t->out, n > 1 ? " not searched" : "/ not searched");
}

void talk_used(const cmd_ctx *ctx, bool ascii)
{
    const size_t used = count_used(ctx);
    const size_t ignored = corr_ignored(ctx->store);
    talker t;

    if ((used == 0 && ignored == 0) || !talker_open(&t, ascii))
        return;
    corr_puts(t.out, "corr: ");
    if (used > USED_SHOWN)
        put_sums(&t, ctx);
    else
        put_names(&t, ctx);
    if (ignored > 0)
        corr_printf(t.out, "%s%zu file%s ignored", used > 0 ? "; " : "",
                    ignored, cmd_plural(ignored));
    put_passed(&t, ctx, used + ignored > 0);
    corr_putc(t.out, '\n');
    talker_close(&t);
}

void talk_ignored(const cmd_ctx *ctx, bool ascii)
{
    const size_t ignored = corr_ignored(ctx->store);
    talker t;

    if (ignored == 0 || !talker_open(&t, ascii))
        return;
    corr_printf(t.out, "corr: %zu file%s ignored: unknown format\n", ignored,
                cmd_plural(ignored));
    talker_close(&t);
}

/* ---- what was written ------------------------------------------------- */

/* "corr: matched 3 by request id, 2 by request share" */
static void put_rungs(const talker *t, const corr_evidence *e)
{
    char n[CORR_PRINT_MAX];
    bool any = false;

    for (int r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++) {
        if (e->rung[r].observations <= 0)
            continue;
        corr_printf(t->out, "%s%s by %s", any ? ", " : "corr: matched ",
                    corr_print_count(n, e->rung[r].observations),
                    corr_rung_words((corr_rung)r));
        any = true;
    }
    if (any)
        corr_putc(t->out, '\n');
}

static void say_remarks(const talker *t, corr_remarks list)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].places & CORR_AT_COPY)
            talker_say(t, &(talk_message){ .what = list.v[i].text,
                                           .offset = CORR_NO_OFFSET });
}

static corr_remarks remarks_of(const corr_sel *sel)
{
    return sel ? corr_sel_facts_of(sel).remarks : (corr_remarks){ NULL, 0 };
}

void talk_left_out(const cmd_ctx *ctx, bool ascii)
{
    const corr_slice *slice = ctx->export->slice;
    talker t;

    if (!talker_open(&t, ascii))
        return;
    say_remarks(&t, remarks_of(ctx->export->base));
    say_remarks(&t, remarks_of(ctx->export->sel));
    if (slice)
        say_remarks(&t, corr_slice_facts_of(slice).remarks);
    talker_close(&t);
}

/* "corr: kept 3 of 95 samples, 30.0 ms of cpu, 1.2 kB"; of blocks when they
 * were recorded. */
void talk_slice(const cmd_ctx *ctx, corr_report *r, uint64_t bytes, bool ascii)
{
    const corr_slice_facts f = corr_slice_facts_of(ctx->export->slice);
    char kept[CORR_PRINT_MAX], of[CORR_PRINT_MAX], n[CORR_PRINT_MAX];
    talker t;

    if (!talker_open(&t, ascii))
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
                cmd_plural(f.of));
    if (f.inputs > 1)
        corr_printf(t.out, " of %zu files", f.inputs);
    if (!f.of_spans && f.sel.total != 0) {
        corr_printf(t.out, ", %s of ",
                    corr_print_amount(n, f.sel.total, f.sel.unit));
        talker_put(&t, f.sel.kind.p);
    }
    if (!f.is_merge && f.from != CORR_NO_TIME)
        corr_printf(t.out, ", %s", cmd_window(ctx, r, f.from, f.to));
    corr_printf(t.out, ", %s\n", corr_print_bytes(n, (int64_t)bytes));
    if (f.left_out)
        corr_printf(t.out, "corr: %s %s%s not whole; left out%s\n",
                    corr_print_count(n, (int64_t)f.left_out), f.block,
                    f.left_out > 1 ? "s are" : " is",
                    f.salvages
                        ? ", as no part of it can be rescued"
                        : " (corr merge --salvage keeps what can be read)");
    if (f.partly)
        corr_printf(t.out,
                    "corr: %s %s%s kept up to the damage; %s after that cannot "
                    "be read\n",
                    corr_print_count(n, (int64_t)f.partly), f.block,
                    f.partly > 1 ? "s are" : " is",
                    corr_print_bytes(of, (int64_t)f.lost));
    put_rungs(&t, &f.sel.evidence);
    talker_close(&t);
}

/* ---- time ------------------------------------------------------------- */

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
    int64_t now = cmd_now_ns();
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
        return; /* standard error is no terminal */
}

void talk_progress_step(void *progress, uint64_t done, uint64_t total)
{
    const int64_t second = 1000000000;
    talk_progress *p = progress;
    int64_t now = cmd_now_ns();
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
