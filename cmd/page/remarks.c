/* remarks - what was found and does not count, or not as it stands there. */
#include "cli/cmd.h"

void cmd_warn(corr_report *r, const char *code, const char *text)
{
    corr_report_note(r, CORR_WARNING, code, -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_say_sampler(corr_report *r, bool runnable)
{
    if (runnable)
        corr_report_line(r, "not CPU time: the sampler takes threads that "
                            "would run Java code, with a CPU or waiting for "
                            "one, and misses native code, stubs and "
                            "allocation");
}

const char *cmd_left_out(corr_report *r, const char *of, uint32_t files)
{
    const bool several = files > 1;

    return corr_report_text(
        r,
        "%s%u file%s only partly of the time asked for, and %s samples do not "
        "say when they were taken: left out",
        of, files, several ? "s are" : " is", several ? "their" : "its");
}

/* Kinds that a profile of work has, of which it mostly has one. */
static const char *const work[] = { "cpu", "wall", "samples" };

/* Which of them there is in place of a kind; COUNT(work): none, or it is there
 * itself. */
static uint32_t instead_of(const corr_input *in, corr_str kind)
{
    uint32_t found = COUNT(work);

    for (size_t i = 0; in->used && i < in->nkinds; i++) {
        if (corr_str_eq(in->kinds[i].kind, kind))
            return COUNT(work);
        for (uint32_t k = 0; k < found; k++)
            if (in->kinds[i].total && corr_str_is(in->kinds[i].kind, work[k]))
                found = k;
    }
    return found;
}

void cmd_say_other_kind(const cmd_ctx *ctx, corr_report *r, corr_str kind)
{
    uint32_t n[COUNT(work) + 1] = { 0 };
    const char *list = "";

    for (size_t i = 0; i < corr_inputs(ctx->store) && kind.n; i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        const char *of = ctx->select->service;
        if (!of || corr_str_is(in.service, of))
            n[instead_of(&in, kind)]++;
    }
    for (uint32_t k = 0; k < COUNT(work); k++)
        if (n[k])
            list = corr_report_text(r, "%s%s%u%s of %s", list,
                                    *list ? ", " : "", n[k],
                                    *list      ? ""
                                    : n[k] > 1 ? " profiles"
                                               : " profile",
                                    work[k]);
    if (!*list || ctx->select->kind)
        return;
    const char *text = corr_report_text(
        r, "without %.*s, and not in these numbers: %s (--kind)",
        CORR_STR_ARG(kind), list);
    cmd_warn(r, "OTHER_KIND", text);
}

void cmd_say_left_out(corr_report *r, const char *of, uint32_t files)
{
    if (!files)
        return;
    const char *text = cmd_left_out(r, of, files);
    cmd_warn(r, "WINDOW", text);
}

void cmd_say_skipped(corr_report *r, uint32_t skipped, uint32_t files)
{
    if (!skipped)
        return;
    const char *text = corr_report_text(
        r,
        "of %u of %u files the first 5 minutes of a JVM are left out, in which "
        "code is compiled (--keep-starts)",
        skipped, files);
    corr_report_note(r, CORR_INFO, "STARTS", -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_say_spare(corr_report *r, const char *of, const corr_duplicates *s)
{
    const uint32_t n = s->whole + s->partly;

    if (!n)
        return;
    const char *which = n == 1 ? "is"
                               : corr_report_text(r, "and %u other%s are",
                                                  n - 1, n == 2 ? "" : "s");
    const char *text = corr_report_text(
        r, "%s%.*s %s of the same process and time as %.*s%s: %s", of,
        CORR_STR_ARG(s->of), which, CORR_STR_ARG(s->by),
        n == 1 ? "" : " and the like",
        s->whole ? "duplicate, not used"
                 : "of what both recorded, the latter counts");
    corr_report_note(r, CORR_INFO, "DUPLICATE", -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_say_twice(corr_report *r, const char *of, uint32_t twice,
                   uint32_t files)
{
    if (!twice)
        return;
    const char *text = corr_report_text(
        r,
        "%s%u of %u files are of one process at one time: its cost counts more "
        "than once",
        of, twice, files);
    cmd_warn(r, "TWICE", text);
}

const char *cmd_earlier(corr_report *r, uint32_t outlived)
{
    return corr_report_text(
        r, "the last snapshot of a process counts: %u earlier one%s left out",
        outlived, outlived == 1 ? " is" : "s are");
}

const char *cmd_subtracted(corr_report *r, const char *of, uint32_t firsts,
                           uint32_t anew, uint32_t subtracted)
{
    if (!subtracted && !anew)
        return corr_report_text(
            r, "%s%u %s what another file of the process counts: not added", of,
            firsts, firsts == 1 ? "file tells" : "files tell");
    const char *all =
        anew ? corr_report_text(r, ", of %u that %s started again all", anew,
                                anew == 1 ? "was" : "were")
             : "";

    return corr_report_text(
        r,
        "%sof a process what came after its first file counts%s: %u %s added",
        of, all, firsts, firsts == 1 ? "file is not" : "files are not");
}

const char *cmd_repeated(corr_report *r, uint32_t files)
{
    return corr_report_text(
        r,
        "%u files are of one process at several times: what it counted since "
        "its start, or had in use, is added up and counts more than once",
        files);
}

void cmd_say_subtracted(corr_report *r, const char *of, uint32_t firsts,
                        uint32_t anew, uint32_t subtracted)
{
    if (!firsts)
        return;
    const char *text = cmd_subtracted(r, of, firsts, anew, subtracted);
    cmd_warn(r, "COUNTS_SUBTRACTED", text);
}

void cmd_say_since(corr_report *r, const char *of, uint32_t since, bool line)
{
    if (!since)
        return;
    const char *text = corr_report_text(
        r, "%s%u file%s since the start of %s process", of, since,
        since == 1 ? " counts" : "s count", since == 1 ? "its" : "their");
    corr_report_note(r, CORR_INFO, "SINCE_START", -1, "%s", text);
    if (line)
        corr_report_line(r, "%s", text);
}

bool cmd_is_since_start(const corr_sel_facts *f)
{
    return f->snapshots && !f->subtracted && f->snapshots >= f->inputs;
}

/* One that stands alone says so in what it is called. */
static void say_counted(corr_report *r, const corr_sel_facts *f)
{
    cmd_say_subtracted(r, "", f->firsts, f->anew, f->subtracted);
    cmd_say_since(r, "", f->snapshots, !cmd_is_since_start(f));
}

void cmd_say_states(corr_report *r, const corr_sel_facts *f)
{
    say_counted(r, f);
    if (f->outlived) {
        const char *text = cmd_earlier(r, f->outlived);
        cmd_warn(r, "EARLIER_SNAPSHOTS", text);
    }
    if (f->nameless == 0 || f->inputs == 1)
        return;
    const char *text =
        f->nameless == 1
            ? corr_report_text(r,
                               "1 of %u snapshots added does not say whose it "
                               "is, and counts "
                               "twice if another is of its process",
                               f->inputs)
            : corr_report_text(
                  r,
                  "%u snapshots added: nothing says of which process they are",
                  f->nameless);
    cmd_warn(r, "SNAPSHOTS_ADDED", text);
}
