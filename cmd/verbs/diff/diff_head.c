/* diff_head - the lines above the rows of a comparison. */
#include <math.h>

#include "page/sides_args.h"
#include "page/traffic.h"
#include "verbs/diff/diff_cmd.h"

const char *diff_kind_words(const diff_page *p, corr_str kind)
{
    static const struct {
        const char *kind, *words;
    } words[] = {
        { "cpu", "CPU" },
        { "wall", "wall time" },
        { "alloc_bytes", "allocation" },
        { "alloc_count", "objects allocated" },
        { "live_bytes", "live heap" },
        { "live_count", "objects in use" },
        { "lock", "waiting for locks" },
        { "block", "blocking" },
        { "mutex", "contention" },
        { "io", "I/O" },
    };

    for (uint32_t i = 0; i < COUNT(words); i++)
        if (corr_str_is(kind, words[i].kind))
            return words[i].words;
    return corr_report_text(p->r, "%.*s", CORR_STR_ARG(kind));
}

/* "CPU ms per request", "live heap, MB of a file", "CPU, % of ..." */
static const char *headline(const diff_page *p)
{
    const char *words = diff_kind_words(p, p->f.kind);
    const bool apart = strchr(words, ' ') || p->f.per == CORR_PER_SHARE;

    return corr_report_text(p->r, "%s%s%s%s %s", words,
                            apart && *p->unit ? "," : "", *p->unit ? " " : "",
                            p->unit, diff_per_words(p));
}

/* Returns a side as typed; only the end of a long text. */
static const char *short_name(diff_page *p, const char *text)
{
    enum { MOST = 26 };
    size_t n = strlen(text);

    while (n > 1 && text[n - 1] == '/')
        n--;
    if (n <= MOST)
        return corr_report_text(p->r, "%.*s", (int)n, text);
    const char *tail = text + n - MOST + 1;
    const char *slash = memchr(tail, '/', MOST - 1);
    if (slash && slash + 1 < text + n)
        tail = slash;
    while (((unsigned char)*tail & 0xc0) == 0x80) /* not within a character */
        tail++;
    return corr_report_text(p->r, "…%.*s", (int)(text + n - tail), tail);
}

/* Prints a time to the second; with the day unless both sides share it. */
static const char *begin_words(diff_page *p, int64_t from)
{
    const int64_t second = 1000000000;
    const int64_t a = p->f.side[0].from, b = p->f.side[1].from;
    const char *at = cmd_time(p->ctx, p->r, from / second * second);
    const char *ms = strstr(at, ".000");
    if (ms)
        at = corr_report_text(p->r, "%.*s%s", (int)(ms - at), at, ms + 4);
    const size_t day = sizeof "2026-02-05";
    const bool same =
        a != CORR_NO_TIME && b != CORR_NO_TIME &&
        strncmp(at, cmd_time(p->ctx, p->r, from == a ? b : a), day) == 0;
    return same ? at + day : at;
}

/* "4,812 samples", "5,687 objects from 42 samples" */
static const char *sample_words(diff_page *p, const corr_diff_side *s)
{
    if (s->observations < 0)
        return "? samples";
    const char *n = cmd_count(p->r, s->observations);
    return s->objects ? corr_report_text(p->r, "%s objects from %s samples", n,
                                         cmd_count(p->r, llround(s->effective)))
                      : corr_report_text(p->r, "%s sample%s", n,
                                         cmd_plural(s->observations));
}

static void say_side(diff_page *p, unsigned w)
{
    const corr_diff_side *s = &p->f.side[w];
    const char *when = "", *requests = "";

    if (s->from != CORR_NO_TIME)
        when = corr_report_text(p->r, "%s +%s  ", begin_words(p, s->from),
                                cmd_length(p->r, s->to - s->from));
    if (!isnan(s->requests))
        requests = corr_report_text(
            p->r, "  %s request%s%s", cmd_count(p->r, llround(s->requests)),
            cmd_plural(llround(s->requests)), s->adjusted ? " (adjusted)" : "");
    corr_report_line(p->r, "%-5s %s  %s%u file%s  %s%s", w ? "new" : "base",
                     short_name(p, p->ctx->sides->side[w].text), when, s->files,
                     cmd_plural(s->files), sample_words(p, s), requests);
}

static const char *request_words(const diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    const char *which = f->matching ? "matching " : "";

    if (f->per_what.n)
        return corr_report_text(p->r, "per %s%.*s", which,
                                CORR_STR_ARG(f->per_what));
    return corr_report_text(p->r, "per %srequest%s%.*s", which,
                            f->service.n ? " of " : "",
                            CORR_STR_ARG(f->service));
}

const char *diff_per_words(const diff_page *p)
{
    static const char *const words[CORR_PER_COUNT] = {
        [CORR_PER_SECOND] = "per second of profile",
        [CORR_PER_CORE] = "per second and core",
        [CORR_PER_SHARE] = "of the total of each side",
    };

    if (p->f.per == CORR_PER_REQUEST)
        return request_words(p);
    if (words[p->f.per])
        return words[p->f.per];
    if (p->f.of_each)
        return "in the mean file of each service";
    return p->f.standing ? "of a file, in the mean" : "in all";
}

static void say_mix(diff_page *p)
{
    const corr_diff_mix *m = &p->f.mix;

    if (!m->known || !m->leads)
        return;
    const char *text = corr_report_text(
        p->r, "%s: %s %s from a different mix, %s %s from the code",
        traffic_leads(m), diff_value(p, m->mix, true), p->unit,
        diff_value(p, m->rate, true), p->unit);
    corr_report_note(p->r, CORR_WARNING, "MIX", -1, "%s", text);
    corr_report_head(p->r, "%s", text);
    const char *range = diff_range(p, &p->f.ratio);
    corr_report_line(
        p->r,
        "below, the code is compared at the mix of the new side%s%s%s%s%s",
        isfinite(p->f.ratio.value) ? ": ×" : "",
        isfinite(p->f.ratio.value) ? diff_ratio(p, p->f.ratio.value) : "",
        range ? ", " : "", range ? range : "", range ? " at 95%" : "");
}

/* Who counted the requests, and what spans say of it. */
static void say_counter(diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    const char *spans = "", *of = "", *costs = "";

    if (!f->counter)
        return;
    if (f->side[0].by_spans > 0 && f->side[1].by_spans > 0)
        spans = corr_report_text(p->r, "; by spans %s and %s",
                                 cmd_count(p->r, llround(f->side[0].by_spans)),
                                 cmd_count(p->r, llround(f->side[1].by_spans)));
    if (f->counter_of > 1)
        of = corr_report_text(p->r, " of %u instances", f->counter_of);
    if (f->mix.known && f->mix.label)
        costs = corr_report_text(
            p->r, "; what each costs by the label \"%s\" of samples",
            f->mix.label);
    corr_report_line(p->r, "requests%s by %s%s, every %s%s%s",
                     f->mix.known && f->mix.by_counter ? " and their mix" : "",
                     f->counter, of, cmd_length(p->r, f->counter_step), spans,
                     costs);
}

void diff_say_head(diff_page *p)
{
    say_mix(p);
    for (unsigned w = 0; w < 2; w++)
        say_side(p, w);
    corr_report_line(p->r, "%s; %u function%s tested, 5%% false discoveries",
                     headline(p), p->f.tested, cmd_plural(p->f.tested));
    say_counter(p);
    cmd_say_remarks(p->r, p->f.remarks, CORR_AT_HEAD);
    const corr_remark *same = corr_remark_find(p->f.remarks, "SAME_FILES");
    if (same && same->forbids_verdict && !p->gated)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
}
