/* Recordings in several files and unfinished recordings: how much of them is
 * here, and what is lost. */

#include "verbs/info/info.h"

enum { FEW = 5 }; /* broken blocks that are listed individually */

typedef struct teller {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_input in;
    size_t number; /* of the input */
} teller;

static void say_whole(const teller *t)
{
    if (t->in.block.whole_to == 0)
        return;
    corr_report_field(
        t->r, "", "%s complete, %s",
        cmd_count(t->r, (int64_t)(t->in.block.n - t->in.block.nbroken)),
        cmd_window(t->ctx, t->r, t->in.block.whole_from, t->in.block.whole_to));
}

static void say_broken(const teller *t, const corr_broken *b)
{
    const char *how = "read to its end";
    const char *types = "";
    const char *file = "";

    if (t->in.files > 1) /* the recording is called as their directory */
        file = corr_str_base(corr_str_of(b->file)).p;
    if (b->read < b->bytes)
        how = corr_report_text(t->r, "%s read",
                               cmd_bytes(t->r, (int64_t)b->read));
    if (b->types_of)
        types =
            corr_report_text(t->r, "; types taken from %s %llu",
                             t->in.block.name, (unsigned long long)b->types_of);
    corr_report_field(t->r, "", "1 %s, %s %llu%s%s: %s, %s%s",
                      b->open ? "unfinished" : "damaged", t->in.block.name,
                      (unsigned long long)b->number,
                      t->in.files > 1 ? " in " : "", file,
                      cmd_bytes(t->r, (int64_t)b->bytes), how, types);
}

/* Prints how much is missing, from when on, and for how long. */
static void say_lost(const teller *t, const corr_broken *last)
{
    const char *most = "";

    const char *when = cmd_time(t->ctx, t->r, last->to);
    if (t->in.lost.ns > 0)
        most = corr_report_text(t->r, ", at most %s",
                                cmd_length(t->r, t->in.lost.ns));
    if (t->in.lost.bytes)
        corr_report_field(t->r, "lost", "%s after %s%s",
                          cmd_bytes(t->r, (int64_t)t->in.lost.bytes), when,
                          most);
    else if (last->open)
        corr_report_field(t->r, "lost",
                          "events after %s that were not yet written%s", when,
                          most);
}

/* "repo: usable until 17:24:45Z; 1 of 2 chunks is unfinished" */
static void say_short(const teller *t, const corr_broken *last)
{
    const corr_input_blocks *b = &t->in.block;
    const char *until =
        b->nbroken == b->n && last->read == 0
            ? "unreadable"
            : corr_report_text(t->r, "usable until %s",
                               cmd_clock(t->ctx, t->r, last->to));
    const corr_str path = corr_str_base(corr_str_of(t->in.path));

    if (b->n == 1)
        corr_report_field(t->r, "recording", "%.*s: %s; it is %s",
                          CORR_STR_ARG(path), until,
                          last->open ? "unfinished" : "damaged");
    else
        corr_report_field(
            t->r, "recording", "%s: %s; %s of %s %s %s", t->in.path, until,
            cmd_count(t->r, (int64_t)b->nbroken),
            cmd_n(t->r, (int64_t)b->n, b->name), b->nbroken > 1 ? "are" : "is",
            last->open ? "unfinished" : "damaged");
}

/* Lists the blocks that are not whole. */
static void say_blocks(const teller *t)
{
    corr_broken b;

    const char *files =
        t->in.files > 1 ? corr_report_text(t->r, " in %zu files", t->in.files)
                        : "";
    corr_report_field(t->r, "recording", "%s: %s%s", t->in.path,
                      cmd_n(t->r, (int64_t)t->in.block.n, t->in.block.name),
                      files);
    say_whole(t);
    for (uint64_t i = 0;
         i < FEW && corr_input_broken(t->ctx->store, t->number, i, &b); i++)
        say_broken(t, &b);
    if (t->in.block.nbroken > FEW)
        corr_report_field(t->r, "", "%llu more that are not whole",
                          (unsigned long long)t->in.block.nbroken - FEW);
}

static void say_input(const teller *t)
{
    corr_broken b, last = { 0 }, first = { 0 };
    uint64_t broken = 0;

    for (; corr_input_broken(t->ctx->store, t->number, broken, &b); broken++) {
        last = b;
        if (b.read < b.bytes && (!first.bytes || b.to < first.to))
            first = b;
    }
    if (t->ctx->output->verbose)
        say_blocks(t);
    else if (broken)
        say_short(t, first.bytes ? &first : &last);
    if (broken && (t->ctx->output->verbose || t->in.lost.bytes))
        say_lost(t, first.bytes ? &first : &last);
}

void info_say_blocks(const cmd_ctx *ctx, corr_report *r)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const teller t = { ctx, r, corr_input_at(ctx->store, i), i };
        if (t.in.block.n && (t.in.files > 1 || t.in.block.nbroken))
            say_input(&t);
    }
}
