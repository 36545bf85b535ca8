/* request_story - why one request took so long, in a line. */
#include "page/request_story.h"

#include <math.h>

#include "corr_view.h"
#include "page/waterfall_page.h"

OWNS(corr_waterfall)
OWNS(corr_spanlist)

/* The span below i, or i itself, with the longest own time on the critical path;
 * if none of them is on it, with the longest own time. */
static uint32_t longest_part(const corr_waterfall *w, uint32_t i, int64_t *ns)
{
    const uint32_t end = corr_waterfall_at(w, i).end_index;
    uint32_t best = i;
    bool is_critical = false;

    for (uint32_t k = i; k < end; k++)
        is_critical |= corr_waterfall_at(w, k).critical > 0;
    *ns = -1;
    for (uint32_t k = i; k < end; k++) {
        const corr_span_view v = corr_waterfall_at(w, k);
        const int64_t own = is_critical ? v.critical : v.self;
        if (own > *ns && v.is_placed) {
            *ns = own;
            best = k;
        }
    }
    return best;
}

/* Finds a span of the request with its samples.  *v stays zeroed if no list has
 * it; its texts live as long as the report. */
static corr_code find_listed(const cmd_ctx *ctx, corr_report *r,
                             const request_story *s, uint64_t span,
                             corr_listed *v, corr_err *err)
{
    const corr_query q = { .trace = s->trace,
                           .span = span,
                           .measure = ctx->select ? ctx->select->kind : NULL };
    const corr_show show = { .hide = NULL };
    corr_spanlist *l = corr_spanlist_of(ctx->store, &q, &show, 0, err);

    *v = (corr_listed){ .rank = NAN };
    if (!l)
        return err->code;
    own_corr_spanlist(r, l);
    for (uint32_t i = 0; i < corr_spanlist_size(l); i++)
        if (corr_spanlist_at(l, i).id == span)
            *v = corr_spanlist_at(l, i);
    return CORR_OK;
}

/* The code of the part, and how the request stands among others. */
static corr_code find_code_and_rank(const cmd_ctx *ctx, corr_report *r,
                                    request_story *s, corr_err *err)
{
    corr_listed part, whole;
    corr_code code = find_listed(ctx, r, s, s->part_span, &part, err);

    whole = part;
    if (!code && s->part_span != s->span)
        code = find_listed(ctx, r, s, s->span, &whole, err);
    if (code)
        return code;
    s->rank = whole.rank;
    s->rank_of = whole.rank_of;
    if (!part.hottest.function.n)
        return CORR_OK;
    const corr_frame_view *f =
        part.is_helper && part.under.function.n ? &part.under : &part.hottest;
    s->code = cmd_name(ctx, r, cmd_str(r, f->function));
    s->obs = part.obs;
    return CORR_OK;
}

static void take_request(corr_report *r, const corr_waterfall *w, uint32_t i,
                         request_story *s)
{
    const corr_span_view v = corr_waterfall_at(w, i);

    s->span = v.id;
    s->id =
        corr_report_text(r, "%s/s%u", cmd_short(r, v.trace, v.start), v.handle);
    s->name = fall_request_name(r, w, i);
    s->service = v.service;
    s->start = v.start;
    s->duration = v.unfinished || v.untold ? CORR_NO_INT : v.busy;
}

static void take_part(corr_report *r, const corr_waterfall *w, uint32_t i,
                      request_story *s)
{
    int64_t ns;
    const uint32_t at = longest_part(w, i, &ns);
    const corr_span_view v = corr_waterfall_at(w, at);

    s->part_span = v.id;
    s->part_id =
        corr_report_text(r, "%s/s%u", cmd_short(r, v.trace, v.start), v.handle);
    s->part_handle = v.handle;
    s->part_name = fall_request_name(r, w, at);
    s->part =
        corr_report_text(r, "s%u %s%s%.*s", v.handle, s->part_name,
                         v.service.n ? " in " : "", CORR_STR_ARG(v.service));
    s->share = s->duration > 0 && ns >= 0
                   ? fmin((double)ns / (double)s->duration, 1)
                   : NAN;
}

corr_code request_story_of(const cmd_ctx *ctx, corr_report *r,
                           corr_trace_id trace, uint64_t span, request_story *s,
                           bool *found, corr_err *err)
{
    corr_waterfall *w = corr_waterfall_of(ctx->store, trace, err);

    *s = (request_story){ .trace = trace, .rank = NAN, .code = "" };
    *found = false;
    if (!w && err->code == CORR_ENONE) {
        *err = (corr_err){ .code = CORR_OK };
        return CORR_OK;
    }
    if (!w)
        return err->code;
    own_corr_waterfall(r, w);
    uint32_t i = span ? corr_waterfall_find(w, span) : UINT32_MAX;
    if (i == UINT32_MAX)
        i = corr_waterfall_facts_of(w).root;
    if (i >= corr_waterfall_size(w))
        return CORR_OK;
    *found = true;
    take_request(r, w, i, s);
    take_part(r, w, i, s);
    return find_code_and_rank(ctx, r, s, err);
}

const char *request_story_sentence(corr_report *r, const request_story *s)
{
    const char *code = *s->code ? corr_report_text(r, ": %s, %s", s->code,
                                                   cmd_n(r, s->obs, "sample"))
                                : "; no sample is tied to it";

    if (isnan(s->share))
        return corr_report_text(r, "most of %s is %s%s", s->name, s->part,
                                code);
    return corr_report_text(r, "%.0f%% of %s is %s%s", 100 * s->share, s->name,
                            s->part, code);
}

corr_words request_story_why(corr_report *r, const request_story *s)
{
    const char *share =
        isnan(s->share) ? "" : corr_report_text(r, "%.0f%% ", 100 * s->share);
    const char *full =
        corr_report_text(r, "%ss%u %s%s%s", share, s->part_handle, s->part_name,
                         *s->code ? ": " : "", s->code);

    return (corr_words){ full, *s->code ? s->code : NULL };
}
