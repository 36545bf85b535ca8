/*
 * remark - see remark.h.
 *
 * A sentence has words in braces: {n}, {of}, {a} are filled in, {in} is "base: "
 * where a side is meant, {side} "the base", {other} the opposite one.
 * {n:is|are} chooses by a number: the first for 1, the second for 2, the last
 * for all above and for 0.
 */
#include "store/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct rule {
    const char *code; /* NULL: no note */
    corr_level level;
    unsigned places;
    unsigned flags;
    const char *text;
} rule;

enum {
    HEAD = CORR_AT_HEAD,
    FOOT = CORR_AT_FOOT,
    GATE = CORR_AT_GATE,
    COPY = CORR_AT_COPY,
    QUIET = 1,   /* a note, and no line */
    FORBIDS = 2, /* a verdict */
};

/* As noise is not seen, and as verdicts are of so few files. */
#define ONE_FILE                                                               \
    "weak: one profile per side; more profile files per side would help more " \
    "than longer files"

/* clang-format off */
static const rule rules[REMARK_RULES] = {
    [REMARK_UNCOUNTED] = { NULL, CORR_INFO, 0, FORBIDS,
        "the number of samples{of_side} is not known" },
    [REMARK_FEW_FOR_SHARES] = { NULL, CORR_INFO, 0, FORBIDS,
        "fewer than 30 samples" },
    [REMARK_COVERAGE] = { NULL, CORR_INFO, 0, FORBIDS,
        "there are {a} of the samples there could be" },
    [REMARK_COVERAGE_OF_SIDE] = { NULL, CORR_INFO, 0, FORBIDS,
        "{side} has {a} of the samples it could have" },
    [REMARK_RESCALED] = { NULL, CORR_INFO, HEAD | GATE, 0,
        CORR_RESCALED_MARK " rescaled {a}, and shares are of that; n is what "
        "was sampled" },
    [REMARK_RESCALED_PARTLY] = { "NOT_RESCALED", CORR_WARNING, HEAD | GATE, 0,
        CORR_RESCALED_MARK " rescaled {a}, but for {n} of {of} files, whose {b} "
        "is not known" },
    [REMARK_NOT_RESCALED] = { "NOT_RESCALED", CORR_WARNING, HEAD | GATE, 0,
        "no sample here is rescaled: it is not CPU that a {a} measures" },
    [REMARK_SAMPLER] = { NULL, CORR_INFO, HEAD | GATE, 0,
        "not CPU time: the sampler takes threads that would run Java code, "
        "with a CPU or waiting for one, and misses native code, stubs and "
        "allocation" },
    [REMARK_PICKED_OBJECTS] = { "PICKED_OBJECTS", CORR_WARNING, HEAD, 0,
        "objects that the JVM picked to follow (256, if not told "
        "otherwise) and that are still in use: they show what is kept, not "
        "how much; large ones are picked more often" },
    [REMARK_STARTS] = { "STARTS", CORR_INFO, HEAD | GATE, 0,
        "the first 5 minutes of a JVM, in which code is compiled, are left "
        "out of {n} of {of} files (--keep-starts)" },
    [REMARK_NO_COUNTER] = { "NO_COUNTER", CORR_WARNING, HEAD, 0,
        "requests are not counted by a metric: {a}" },
    [REMARK_UNTOLD] = { "UNTOLD", CORR_WARNING, HEAD | GATE, FORBIDS,
        "no request is known of {a} of {side}, with {b} of its cost" },
    [REMARK_UNEVEN] = { NULL, CORR_INFO, HEAD | GATE, 0,
        "as the sides differ in that, cost is not divided by requests "
        "(--per request does)" },
    [REMARK_TRAFFIC] = { "TRAFFIC", CORR_WARNING, HEAD | GATE, 0,
        "traffic is another: {a} of requests; the cost of each is not "
        "known, nor how much of the difference is traffic" },
    [REMARK_TRAFFIC_ONE_SIDE] = { "TRAFFIC", CORR_WARNING, HEAD, 0,
        "only {side} was asked for {a}" },
    [REMARK_SHARE_MODE] = { "SHARE_MODE", CORR_WARNING, HEAD, 0,
        "shares always sum to 100%: a drop may only be the other rows "
        "growing" },
    [REMARK_SHARE_CHOSEN] = { "SHARE_MODE", CORR_WARNING, GATE, 0,
        "neither requests nor seconds are known: shares are compared, "
        "which always sum to 100%" },
    [REMARK_BASE_YOUNGER] = { "BASE_YOUNGER", CORR_WARNING, HEAD | GATE, 0,
        "the base is younger than the new side: are they the right way "
        "round?" },
    [REMARK_SAME_FILES] = { "SAME_FILES", CORR_WARNING, HEAD, FORBIDS,
        "both sides have the same content" },
    [REMARK_SOME_FILES] = { "SAME_FILES", CORR_WARNING, HEAD | GATE, 0,
        "{n} of {of} files of the base {n:is|are} on the new side, too" },
    [REMARK_ALL_OF_SIDE] = { NULL, CORR_INFO, 0, FORBIDS,
        "the other side has all files of {side}" },
    [REMARK_DAMAGED_SIDE] = { "DAMAGED_SIDE", CORR_WARNING, HEAD, 0,
        "{in}{n} of {of} files {n:is|are} not whole, what is lost is not "
        "compared" },
    [REMARK_DUPLICATE] = { "DUPLICATE", CORR_INFO, HEAD | GATE, 0,
        "{in}{a} {n:is|and 1 other are|and {more} others are} of the same "
        "process and time as {b}{n:| and the like}: duplicate, not used" },
    [REMARK_DUPLICATE_PARTLY] = { "DUPLICATE", CORR_INFO, HEAD | GATE, 0,
        "{in}{a} {n:is|and 1 other are|and {more} others are} of the same "
        "process and time as {b}{n:| and the like}: of what both recorded, "
        "the latter counts" },
    [REMARK_TWICE] = { "TWICE", CORR_WARNING, HEAD, FORBIDS,
        "{in}{n} of {of} files are of one process at one time: its cost "
        "counts more than once" },
    [REMARK_SAMPLERS_DIFFER] = { "SAMPLERS_DIFFER", CORR_WARNING, HEAD, FORBIDS,
        "a sampler of {side} takes threads that would run, one of {other} "
        "those that do: what differs may be no more than that" },
    [REMARK_STARTS_DIFFER] = { "STARTS_DIFFER", CORR_WARNING, HEAD, FORBIDS,
        "the first 5 minutes of a JVM count on {side}, and not on {other}: "
        "its code was still being compiled" },
    [REMARK_SEVERAL_PROCESSES] = { "SEVERAL_PROCESSES", CORR_WARNING, HEAD, FORBIDS,
        "a file of {side} is of several processes, and for how long each "
        "of them ran is not known" },
    [REMARK_WINDOW] = { "WINDOW", CORR_WARNING, HEAD | GATE | COPY, 0,
        "{in}{n} file{n: is|s are} only partly of the time asked for, and "
        "{n:its|their} samples do not say when they were taken: left out" },
    [REMARK_COUNTS_KNOWN] = { "COUNTS_SUBTRACTED", CORR_WARNING, HEAD | GATE | COPY, 0,
        "{in}{n} file{n: tells|s tell} what another file of the process "
        "counts: not added" },
    [REMARK_COUNTS_SUBTRACTED] = { "COUNTS_SUBTRACTED", CORR_WARNING, HEAD | GATE | COPY, 0,
        "{in}only what came after the first file of a process counts: {n} "
        "file{n: is|s are} not added" },
    [REMARK_COUNTS_ANEW] = { "COUNTS_SUBTRACTED", CORR_WARNING, HEAD | GATE | COPY, 0,
        "{in}only what came after the first file of a process counts, and "
        "all of {of} that {of:was|were} started again: {n} file{n: is|s "
        "are} not added" },
    [REMARK_SINCE_START] = { "SINCE_START", CORR_INFO, HEAD | GATE, 0,
        "{in}{n} file{n: counts|s count} since the start of {n:its|their} "
        "process" },
    [REMARK_ALL_SINCE_START] = { "SINCE_START", CORR_INFO, HEAD, QUIET,
        "{n} file{n: counts|s count} since the start of {n:its|their} "
        "process" },
    [REMARK_EARLIER_SNAPSHOTS] = { "EARLIER_SNAPSHOTS", CORR_WARNING, HEAD | COPY, 0,
        "the last snapshot of a process counts: {n} earlier one{n: is|s "
        "are} left out" },
    [REMARK_SNAPSHOTS_ADDED] = { "SNAPSHOTS_ADDED", CORR_WARNING, HEAD, 0,
        "{n:1 of {of} snapshots added does not say whose it is, and counts "
        "twice if another is of its process|{n} snapshots added: they do "
        "not say of which process they are}" },
    [REMARK_REPEATED] = { NULL, CORR_WARNING, COPY, 0,
        "{n} files are of one process at several times: what it counted "
        "since its start, or had in use, is added up and counts more than "
        "once; corr convert --to pprof counts it once" },
    [REMARK_COUNTS_DIFFER] = { "COUNTS_DIFFER", CORR_WARNING, HEAD, FORBIDS,
        "{side} counts since the start of its process, and {other} from "
        "one file to the next" },
    [REMARK_OTHER_KIND] = { "OTHER_KIND", CORR_WARNING, HEAD | GATE, 0,
        "without {a}, and not in these numbers: {b} (--kind)" },
    [REMARK_LONE_SERVICE] = { "LONE_SERVICE", CORR_WARNING, HEAD, FORBIDS,
        "only {side} has profiles of {a}: --service compares one" },
    [REMARK_NO_COMMON] = { "NO_COMMON", CORR_WARNING, HEAD, 0,
        "no function is on both sides: are they of the same program?" },
    [REMARK_FEW_TO_COMPARE] = { "FEW_SAMPLES", CORR_WARNING, GATE, QUIET | FORBIDS,
        "fewer than 100 samples on a side" },
    [REMARK_FEW_SAMPLES] = { "FEW_SAMPLES", CORR_WARNING, FOOT, 0,
        "not enough samples to compare: the {name} has {a}, the {name2} "
        "has {b}, 100 on each side is the least and about {c} would show a "
        "20% change in a 10% function" },
    [REMARK_WIDENED] = { "WIDENED", CORR_WARNING, FOOT, 0,
        "baseline files disagree more than the model expects: intervals "
        "widened ×{a}{b}" },
    [REMARK_WITHIN_RUN] = { "WITHIN_RUN", CORR_WARNING, FOOT, 0,
        "noise is judged by windows within one run: how runs differ is not "
        "in it" },
    [REMARK_RESAMPLED] = { NULL, CORR_INFO, FOOT, 0,
        "95% is of {a} drawn again {b} times with replacement, seed {c}" },
    [REMARK_FEW_TO_DRAW] = { "FEW_TO_DRAW", CORR_WARNING, FOOT, 0,
        "--bootstrap wants 12 files or windows a side: the intervals are "
        "those of the model" },
    [REMARK_PERIODS_DIFFER] = { "PERIODS_DIFFER", CORR_WARNING, FOOT | GATE, 0,
        "sampling periods differ by more than two: short calls are seen "
        "differently" },
    [REMARK_DEPTHS_DIFFER] = { "DEPTHS_DIFFER", CORR_WARNING, FOOT, 0,
        "stacks of {side} are cut off after {n} frames, those of {other} "
        "go to {of}: rows tell what functions cost by themselves" },
    [REMARK_FULL] = { "FULL", CORR_WARNING, FOOT, 0,
        "each second is full on both sides: its cost cannot grow as a "
        "whole; --requests METRIC compares the cost of a request, --per "
        "total that of equal work" },
    [REMARK_ONE_FILE] = { "ONE_FILE", CORR_WARNING, FOOT, 0, ONE_FILE },
    [REMARK_ONE_FILE_EACH] = { "ONE_FILE", CORR_WARNING, GATE, 0, ONE_FILE },
    [REMARK_ONE_FILE_OF] = { "ONE_FILE", CORR_WARNING, FOOT, 0,
        "w: weak, one profile per side of {a}{n:| and of {more} more}; "
        "more profile files would help more than longer ones" },
    [REMARK_ONE_RUN] = { NULL, CORR_INFO, 0, FORBIDS,
        "one profile {on_side}" },
    [REMARK_ONE_RUN_OF] = { NULL, CORR_INFO, 0, FORBIDS,
        "one profile of {a} on a side" },
};
/* clang-format on */

/* ---- words -------------------------------------------------------------- */

typedef struct filling {
    const remark_about *about;
    bool of_spans;
    bool failed;
    vec(char) text;
} filling;

static void fill_text(filling *f, corr_str s)
{
    if (!vec_reserve(&f->text, s.n + 1)) {
        f->failed = true;
        return;
    }
    memcpy(f->text.v + f->text.n, s.p, s.n);
    f->text.n += s.n;
    f->text.v[f->text.n] = 0;
}

static corr_str side_name(const filling *f, unsigned side)
{
    static const char *const names[2][2] = { { "base", "new side" },
                                             { "normal side", "slow side" } };

    return corr_str_of(names[f->of_spans][side != 0]);
}

static void fill_number(filling *f, uint32_t n)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%u", n);
    fill_text(f, corr_str_of(digits));
}

/* " of the base" of " of the ". */
static void fill_side(filling *f, const char *before, unsigned side)
{
    fill_text(f, corr_str_of(before));
    fill_text(f, side_name(f, side));
}

static bool number_called(const remark_about *a, corr_str word, uint32_t *n)
{
    *n = corr_str_is(word, "n")    ? a->n
         : corr_str_is(word, "of") ? a->of
                                   : a->n - 1;
    return corr_str_is(word, "n") || corr_str_is(word, "of") ||
           corr_str_is(word, "more");
}

static void fill_word(filling *f, corr_str word)
{
    const remark_about *a = f->about;
    const unsigned side = a->side > 1;
    uint32_t n;

    if (number_called(a, word, &n))
        fill_number(f, n);
    else if (corr_str_is(word, "a"))
        fill_text(f, a->a);
    else if (corr_str_is(word, "b"))
        fill_text(f, a->b);
    else if (corr_str_is(word, "c"))
        fill_text(f, a->c);
    else if (corr_str_is(word, "in"))
        fill_text(f, corr_str_of(!a->side ? "" : side ? "new: " : "base: "));
    else if (corr_str_is(word, "side"))
        fill_side(f, "the ", side);
    else if (corr_str_is(word, "other"))
        fill_side(f, "the ", !side);
    else if (corr_str_is(word, "name"))
        fill_side(f, "", 0);
    else if (corr_str_is(word, "name2"))
        fill_side(f, "", 1);
    else if (corr_str_is(word, "of_side") && a->side)
        fill_side(f, " of the ", side);
    else if (corr_str_is(word, "on_side"))
        a->side ? fill_side(f, "on the ", side)
                : fill_text(f, CORR_STR("a side"));
}

/* The length of s up to a character that is in no braces, or all of it. */
static size_t length_to(corr_str s, char end)
{
    unsigned depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (!depth && s.p[i] == end)
            return i;
        depth += s.p[i] == '{';
        depth -= s.p[i] == '}';
    }
    return s.n;
}

/* The one of "is|are" for a number. */
static corr_str choice_of(corr_str s, uint32_t n)
{
    for (uint32_t at = 1;; at++) {
        const size_t length = length_to(s, '|');
        if (at == n || length == s.n)
            return (corr_str){ s.p, length };
        s = (corr_str){ s.p + length + 1, s.n - length - 1 };
    }
}

static void fill_sentence(filling *f, corr_str s)
{
    while (s.n) {
        const size_t plain = length_to(s, '{');
        fill_text(f, (corr_str){ s.p, plain });
        if (plain == s.n)
            return;
        s = (corr_str){ s.p + plain + 1, s.n - plain - 1 };
        const corr_str in = { s.p, length_to(s, '}') };
        const size_t word = length_to(in, ':');
        uint32_t n;
        if (word == in.n)
            fill_word(f, in);
        else if (number_called(f->about, (corr_str){ in.p, word }, &n))
            fill_sentence(
                f,
                choice_of((corr_str){ in.p + word + 1, in.n - word - 1 }, n));
        s = (corr_str){ s.p + in.n + 1, s.n - in.n - 1 };
    }
}

/* ---- lists -------------------------------------------------------------- */

static const char *kept(remarks *r, corr_str text)
{
    char *copy = corr_arena_alloc(r->arena, 1, text.n + 1);

    if (copy)
        memcpy(copy, text.p, text.n);
    if (copy)
        copy[text.n] = 0;
    r->failed |= !copy;
    return copy;
}

static size_t place_of(const remarks *r, unsigned number, int side)
{
    size_t at = r->list.n;

    while (at && (r->list.v[at - 1].rule > number ||
                  (r->list.v[at - 1].rule == number &&
                   r->list.v[at - 1].side > side)))
        at--;
    return at;
}

void remark_add(remarks *r, remark_rule number, remark_about about)
{
    const rule *row = &rules[number];
    const int side = (int)about.side - 1;
    filling f = { .about = &about, .of_spans = r->of_spans };

    fill_sentence(&f, corr_str_of(row->text));
    const char *text =
        f.failed ? NULL : kept(r, (corr_str){ f.text.v, f.text.n });
    vec_free(&f.text);
    if (!text || !vec_reserve(&r->list, 1)) {
        r->failed = true;
        return;
    }
    const size_t at = place_of(r, number, side);
    corr_remark *to = r->list.v + at;
    memmove(to + 1, to, (r->list.n++ - at) * sizeof *to);
    *to = (corr_remark){ .code = row->code,
                         .level = row->level,
                         .text = text,
                         .side = side,
                         .rule = number,
                         .places = row->places,
                         .is_line = row->places && !(row->flags & QUIET),
                         .forbids_verdict =
                             (row->flags & FORBIDS) && !about.harmless };
}

corr_str remark_words(remarks *r, const char *what, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, what);
    vsnprintf(text, sizeof text, what, ap);
    va_end(ap);
    const char *copy = kept(r, corr_str_of(text));
    return corr_str_of(copy ? copy : "");
}

void remarks_clear(remarks *r)
{
    vec_free(&r->list);
}

const corr_remark *corr_remark_find(corr_remarks list, const char *code)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].code && strcmp(list.v[i].code, code) == 0)
            return &list.v[i];
    return NULL;
}

bool corr_remark_is_in(corr_remarks list, const corr_remark *r)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].rule == r->rule && list.v[i].side == r->side)
            return true;
    return false;
}
