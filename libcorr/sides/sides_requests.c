/* sides_requests - counts the requests of a side by spans, by cluster and
 * stratum. */
#include "sides/sides.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "model/label_match.h"
#include "store/span_weight.h"

/* ---- requests ----------------------------------------------------------- */

static uint32_t stratum_of_top(sides *s, uint32_t top)
{
    const uint32_t op =
        opnames_add_span(&s->strata, s->st, opname_telling(s->st, top));

    return op == OPNAMES_FAILED ? 0 : op + 1;
}

/* Each walk up ends at the first span with a known stratum, which the spans
 * below it get. */
bool sides_find_strata(sides *s)
{
    const spans *sp = &s->st->spans;

    if (sp->at.n <= 1)
        return true;
    s->stratum_of = corr_arena_new(&s->arena, uint32_t, sp->at.n);
    if (!s->stratum_of)
        return false;
    for (uint32_t i = 1; i < sp->at.n; i++) {
        uint32_t top = i;
        while (!s->stratum_of[top] && sp->up.v[top])
            top = sp->up.v[top];
        const uint32_t stratum =
            s->stratum_of[top] ? s->stratum_of[top] : stratum_of_top(s, top);
        if (!stratum)
            return false;
        for (uint32_t at = i; at && !s->stratum_of[at]; at = sp->up.v[at])
            s->stratum_of[at] = stratum;
    }
    return true;
}

bool sides_find_entries(sides *s)
{
    const spans *sp = &s->st->spans;

    if (!s->stratum_of)
        return true;
    opnames_clear(&s->strata);
    for (uint32_t i = 1; i < sp->at.n; i++) {
        const uint32_t top = sp->root.v[i];
        const bool is_entry = top == i && spans_service(sp, i) == s->service;
        s->stratum_of[i] = is_entry ? stratum_of_top(s, i) : 0;
        if (is_entry && !s->stratum_of[i])
            return false;
    }
    for (uint32_t i = 1; i < sp->at.n; i++)
        s->stratum_of[i] = s->stratum_of[sp->root.v[i]];
    return true;
}

/* Returns the parent, or 0 at a span by which a request may begin. */
static uint32_t parent_in_request(const sides *s, uint32_t span)
{
    const spans *sp = &s->st->spans;

    return s->service && sp->root.v[span] == span ? 0 : sp->up.v[span];
}

/* Fills s->stands. Each walk up ends at the first span with a known count,
 * which the spans below it get. */
static bool find_stands(sides *s)
{
    const size_t n = s->st->spans.at.n;
    double *stands = corr_arena_new(&s->arena, double, n);
    bool any = false;

    for (uint32_t i = 1; stands && i < n; i++) {
        uint32_t top = i;
        while (stands[top] < 1 && parent_in_request(s, top))
            top = parent_in_request(s, top);
        const double count =
            stands[top] < 1 ? span_weight(s->st, top) : stands[top];
        for (uint32_t at = i; at && stands[at] < 1;
             at = parent_in_request(s, at))
            stands[at] = count;
        any = any || count > 1;
    }
    s->stands = any ? stands : NULL;
    return stands != NULL;
}

/* Matches a label with --label-map, a process or the path of a file. */
static label_match by_origin(const input *in, uint32_t proc, corr_str key,
                             corr_str want)
{
    label_match fit = label_match_told(in, key, want);

    if (!fit)
        fit = label_match_proc(in, proc, key, want);
    return fit ? fit : label_match_path(in, key, want);
}

/* Whether a span has the labels of a query: by its own attributes, by the
 * profile `f` of its process, or by its process and file. */
static bool has_labels(const sides *s, const side *d, uint32_t span,
                       const side_file *f)
{
    const span_row *r = store_span(s->st, span);
    const input *in = store_input(s->st, s->st->spans.at.v[span].input);
    const input *of = f->proc && f->proc == s->st->spans.proc.v[span]
                          ? store_input(s->st, f->input)
                          : NULL;

    for (size_t i = 0; i < d->q->nlabels; i++) {
        corr_str key, want;
        if (!corr_str_cut(corr_str_of(d->q->labels[i]), '=', &key, &want))
            continue;
        label_match fit = label_match_set(in, r->attrs, key, want);
        if (!fit && of &&
            by_origin(of, of->process.owner, key, want) == LABEL_MATCH_YES)
            fit = LABEL_MATCH_YES;
        if (!fit)
            fit = by_origin(in, r->proc, key, want);
        if (fit != LABEL_MATCH_YES)
            return false;
    }
    return true;
}

static bool in_group(const sides *s, const side *d, uint32_t span)
{
    const unsigned group =
        store_input(s->st, s->st->spans.at.v[span].input)->group;

    return sides_has_group(d, group) || spans_of_several(&s->st->spans, span);
}

bool sides_share_span(const sides *s, const side *d, uint32_t span)
{
    const uint32_t in = s->st->spans.at.v[span].input;

    return d->q->group &&
           (store_input(s->st, in)->group == CORR_BOTH_SIDES ||
            (d->file.n && spans_of_several(&s->st->spans, span)));
}

static bool is_request(const sides *s, const side *d, uint32_t i, bool *served)
{
    const spans *sp = &s->st->spans;
    const span_row *r = store_span(s->st, i);

    if (!in_group(s, d, i))
        return false;
    if (!s->service)
        return sp->up.v[i] == 0 && r->parent == 0;
    *served = r->kind == CORR_SPAN_SERVER || r->kind == CORR_SPAN_CONSUMER;
    return sp->root.v[i] == i && spans_service(sp, i) == s->service;
}

/* Returns the next profile from `file` on that ran when a span began, of the
 * same process if that is known. The result is the number of files if there is
 * no such profile, or if the span lacks a label of the query. */
static uint32_t file_at(const sides *s, const side *d, uint32_t span,
                        uint32_t file)
{
    const uint32_t proc = s->st->spans.proc.v[span];
    int64_t start;

    if (!moment_get(store_span(s->st, span)->start, &start))
        return (uint32_t)d->file.n;
    for (; file < d->file.n; file++) {
        const side_file *f = &d->file.v[file];
        if (f->from != CORR_NO_TIME && (start < f->from || start >= f->to))
            continue;
        if ((!s->service || !f->proc || f->proc == proc) &&
            has_labels(s, d, span, f))
            break;
    }
    return file;
}

bool sides_has_span(const sides *s, const side *d, uint32_t span)
{
    return in_group(s, d, span) &&
           (has_labels(s, d, span, &(side_file){ .proc = 0 }) ||
            file_at(s, d, span, 0) < d->file.n);
}

static bool has_process(const side *d, uint32_t proc)
{
    for (size_t i = 0; i < d->file.n; i++)
        if (d->file.v[i].proc == proc)
            return true;
    return false;
}

static bool is_timed(const side_file *f)
{
    return f->from != CORR_NO_TIME;
}

/* Whether a span in files of both sides is known to belong to this side, by the
 * time of a profile or by its process. */
static bool is_side_known(const sides *s, const side *d, const side_file *f,
                          uint32_t span)
{
    return is_timed(f) || (f->proc && f->proc == s->st->spans.proc.v[span] &&
                           !has_process(&s->side[d == s->side], f->proc));
}

/* The profiles of a block that may have a request: those that ran then, else
 * those of unknown time. */
typedef struct candidates {
    bool timed;
    uint32_t n;
    int64_t length; /* sum of their lengths; -1: unknown */
} candidates;

static void add_candidate(candidates *h, const side_file *f)
{
    if (h->timed && !is_timed(f))
        return;
    if (!h->timed && is_timed(f))
        *h = (candidates){ .timed = true };
    h->n++;
    h->length =
        f->length < 0 || h->length < 0 ? -1 : add_clamped(h->length, f->length);
}

/* Returns the part of a request that a profile gets. Profiles that ran then get
 * equal parts; profiles of unknown time get parts by their length. */
static double part_of(const candidates *h, const side_file *f)
{
    if (h->timed != is_timed(f))
        return 0;
    if (!h->timed && h->length > 0)
        return (double)f->length / (double)h->length;
    return 1 / (double)h->n;
}

/* Which requests are counted, and into which array. */
typedef struct request_count {
    const sides *s;
    const side *d;
    bool only_served;
    const uint8_t *matches;     /* [spans] or NULL: all */
    const sides_within *within; /* or NULL: all of the time */
    double *n;                  /* [k] added to */
    candidates *h;              /* [blocks] scratch */
} request_count;

/* Adds a request to each block whose profiles ran. *known becomes false if the
 * request may belong to the other side as well. */
static bool count_in_blocks(const request_count *c, uint32_t span, double n,
                            bool *known)
{
    const sides *s = c->s;
    const side *d = c->d;
    candidates *h = c->h;
    int64_t start;
    if (!moment_get(store_span(s->st, span)->start, &start))
        return true;
    const bool shared = sides_share_span(s, d, span);
    bool any = false;

    memset(h, 0, s->blocks * sizeof *h);
    for (uint32_t i = 0; (i = file_at(s, d, span, i)) < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        *known = *known && (!shared || is_side_known(s, d, f, span));
        add_candidate(&h[f->block], f);
        any = true;
    }
    for (uint32_t i = 0; any && (i = file_at(s, d, span, i)) < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        const uint32_t cluster = sides_cluster(s, f, start);
        const sides_within *t = c->within ? &c->within[cluster] : NULL;
        if (!t || (t->from <= start && start < t->to))
            c->n[cluster] += n * part_of(&h[f->block], f);
    }
    return any;
}

/* matches[spans]: 1 for each span that begins a request with a span of the
 * query; NULL if the query asks for no spans. False: out of memory. */
static bool find_matches(sides *s, const side *d, uint8_t **matches)
{
    const spans *sp = &s->st->spans;

    *matches = NULL;
    if (!d->sel->in)
        return true;
    *matches = corr_arena_new(&s->arena, uint8_t, sp->at.n);
    for (uint32_t i = 1; *matches && i < sp->at.n; i++) {
        uint32_t top = s->service ? sp->root.v[i] : i;
        if (!d->sel->in[i])
            continue;
        while (!s->service && sp->up.v[top])
            top = sp->up.v[top];
        (*matches)[top] = 1;
    }
    return *matches != NULL;
}

static bool is_counted(const request_count *c, uint32_t span)
{
    bool served = true;

    return is_request(c->s, c->d, span, &served) &&
           (!c->only_served || served) && (!c->matches || c->matches[span]);
}

static double count_of_request(const sides *s, uint32_t span)
{
    return s->stands ? s->stands[span] : 1;
}

/* Counts requests by cluster and stratum. If other services call the service,
 * only served requests count. */
static void count_requests(const request_count *c, side *d)
{
    const sides *s = c->s;
    bool known = true;

    d->facts.requests = 0;
    for (uint32_t i = 1; i < s->st->spans.at.n; i++) {
        const double n = count_of_request(s, i);
        if (!is_counted(c, i) || !count_in_blocks(c, i, n, &known))
            continue;
        d->facts.adjusted = d->facts.adjusted || n > 1;
        d->facts.requests += n;
        d->stratum_n[s->stratum_of[i]] += n;
        d->stratum_spans[s->stratum_of[i]] += n;
        d->stratum_squares[s->stratum_of[i]] += n * n;
    }
    /* 0 may only mean that spans do not have the label */
    if (!known || (d->q->nlabels && d->facts.requests < 1))
        d->facts.requests = NAN;
}

static bool any_served(const sides *s)
{
    for (unsigned w = 0; w < 2; w++)
        for (uint32_t i = 1; s->service && i < s->st->spans.at.n; i++) {
            bool served = false;
            if (is_request(s, &s->side[w], i, &served) && served &&
                file_at(s, &s->side[w], i, 0) < s->side[w].file.n)
                return true;
        }
    return false;
}

bool sides_count_requests(sides *s)
{
    request_count c = { .s = s, .only_served = any_served(s) };

    c.h = corr_arena_new(&s->arena, candidates, s->blocks);
    if (!c.h || !find_stands(s))
        return false;
    for (unsigned w = 0; w < 2; w++) {
        uint8_t *matches;
        if (!find_matches(s, &s->side[w], &matches))
            return false;
        c.matches = matches;
        c.d = &s->side[w];
        c.n = s->side[w].requests;
        count_requests(&c, &s->side[w]);
    }
    return true;
}

bool sides_count_within(const sides *s, unsigned which,
                        const sides_within *within, double *n,
                        corr_arena *scratch)
{
    request_count c = { .s = s,
                        .d = &s->side[which],
                        .only_served = any_served(s),
                        .within = within,
                        .n = n };
    bool known = true;

    c.h = corr_arena_new(scratch, candidates, s->blocks);
    for (uint32_t i = 1; c.h && i < s->st->spans.at.n; i++)
        if (is_counted(&c, i))
            (void)count_in_blocks(&c, i, count_of_request(s, i), &known);
    return c.h != NULL;
}
