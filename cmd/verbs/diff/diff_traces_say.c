/* diff_traces_say - what made a request longer or shorter than another, in a
 * sentence. */
#include <string.h>

#include "verbs/diff/diff_traces.h"

/* The answer names rows until they are so much of the difference, and no row
 * that is less of it. */
static const double most_of_it = 0.9, least_named = 0.1;
enum { MOST_NAMED = 3 };

/* Requests whose lengths differ by less than this part took the same. */
static const double hardly = 0.01;

const char *traces_time(const traces_page *p, int64_t ns, bool sign)
{
    const char *text = span_time(p->r, ns < 0 ? -ns : ns, p->scale);

    return corr_report_text(p->r, "%s%s", ns < 0 ? "-" : sign ? "+" : "", text);
}

/* The name of spans that are named only by a method is that of what they
 * call: "GET → GET /price". */
const char *traces_row_name(const traces_page *p, uint32_t i)
{
    const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
    const unsigned side = v.side[1].spans > 0;
    const corr_str name = v.side[side].name;

    if (i == 0)
        return p->name[side];
    if (!cmd_is_method(name) || i + 1 >= corr_trace_diff_size(p->d))
        return cmd_str(p->r, name);
    const corr_trace_diff_row below = corr_trace_diff_at(p->d, i + 1);
    const corr_str its = below.side[below.side[1].spans > 0].name;
    return below.up != i || cmd_is_method(its)
               ? cmd_str(p->r, name)
               : corr_report_text(p->r, "%.*s \xe2\x86\x92 %.*s",
                                  CORR_STR_ARG(name), CORR_STR_ARG(its));
}

const char *traces_change(const traces_page *p, const int64_t side[2])
{
    const int64_t digit = p->scale >= 500000000 ? 1000000
                          : p->scale >= 1000000 ? 10000
                                                : 100;
    const int64_t half = digit / 2;

    return traces_time(
        p, ((side[1] + half) / digit - (side[0] + half) / digit) * digit, true);
}

/* ---- a row in words ------------------------------------------------------- */

/* Whether a row of another service is called so. */
static bool has_namesake(const traces_page *p, const corr_trace_diff_row *v)
{
    const corr_str name = v->side[v->side[1].spans > 0].name;

    for (uint32_t i = 0; i < corr_trace_diff_size(p->d); i++) {
        const corr_trace_diff_row other = corr_trace_diff_at(p->d, i);
        if (!corr_str_eq(other.service, v->service) &&
            corr_str_eq(other.side[other.side[1].spans > 0].name, name))
            return true;
    }
    return false;
}

/* "GET /price", or where names are not enough "GET /price in gateway" */
static const char *short_name(const traces_page *p, uint32_t i)
{
    const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
    const char *name = traces_row_name(p, i);

    return i && v.service.n && has_namesake(p, &v)
               ? corr_report_text(p->r, "%s in %.*s", name,
                                  CORR_STR_ARG(v.service))
               : name;
}

static const char *times(const traces_page *p, int64_t n)
{
    return n == 1 ? "once"
                  : corr_report_text(p->r, "%s times", cmd_count(p->r, n));
}

/* "60 times, " */
static const char *many_words(const traces_page *p,
                              const corr_trace_diff_row *v)
{
    const int64_t n = v->side[v->side[1].spans > 0].calls;

    return n == 1 ? "" : corr_report_text(p->r, "%s, ", times(p, n));
}

/* " itself": most of the change of its duration is that of other spans. */
static const char *itself(const corr_trace_diff_row *v, int64_t delta)
{
    const int64_t total = v->side[1].total - v->side[0].total;
    const double share = (double)total / (double)delta;

    return share > 0.9 && share < 1.1 ? "" : " itself";
}

static const char *row_words(const traces_page *p, const traces_moved *m)
{
    const corr_trace_diff_row v = corr_trace_diff_at(p->d, m->row);
    const char *name = short_name(p, m->row);
    const int64_t path[2] = { v.side[0].path_all, v.side[1].path_all };
    const char *change = traces_change(p, path);
    const char *size = change + 1; /* without its sign */

    switch (v.change) {
    case CORR_SPAN_NEW:
    case CORR_SPAN_GONE:
        return corr_report_text(p->r, "%s is %s (%s%s)", name,
                                v.change == CORR_SPAN_NEW ? "new" : "gone",
                                many_words(p, &v), change);
    case CORR_SPAN_MORE:
    case CORR_SPAN_FEWER:
        return corr_report_text(
            p->r, "%s ran %s instead of %s (%s)", name,
            times(p, v.side[1].calls),
            v.side[0].calls == 1 ? "once" : cmd_count(p->r, v.side[0].calls),
            change);
    case CORR_SPAN_JOINED:
    case CORR_SPAN_LEFT:
        return corr_report_text(p->r, "the request waited %s %s for %s", size,
                                m->delta > 0 ? "more" : "less", name);
    case CORR_SPAN_SAME:
    case CORR_SPAN_SLOWER:
    case CORR_SPAN_FASTER:
    case CORR_SPAN_UNKNOWN:
    case CORR_SPAN_CHANGE_COUNT:
        break;
    }
    return corr_report_text(p->r, "%s%s took %s %s", name, itself(&v, m->delta),
                            size, m->delta > 0 ? "longer" : "less");
}

static bool is_unknown(const traces_page *p, uint32_t row)
{
    return corr_trace_diff_at(p->d, row).change == CORR_SPAN_UNKNOWN;
}

/* ": SELECT ran 60 times instead of 2 (+0.060 s), and GET /price took 0.38 s
 * longer" */
static const char *reason_words(const traces_page *p)
{
    const int64_t size = p->delta < 0 ? -p->delta : p->delta;
    const char *text = "", *last = NULL;
    double told = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->nmoved && n < MOST_NAMED; i++) {
        const traces_moved *m = &p->moved[i];
        const double share = (double)m->size / (double)size;
        if ((m->delta < 0) != (p->delta < 0) || is_unknown(p, m->row))
            continue;
        if (n && (told >= most_of_it || share < least_named))
            break;
        if (last)
            text =
                corr_report_text(p->r, "%s%s%s", text, n > 1 ? ", " : "", last);
        last = row_words(p, m);
        told += share;
        n++;
    }
    if (!last)
        return "";
    return n == 1 ? corr_report_text(p->r, ": %s", last)
                  : corr_report_text(p->r, ": %s, and %s", text, last);
}

/* ---- the answer ------------------------------------------------------------ */

static const char *at_least(const traces_page *p, unsigned side)
{
    return corr_waterfall_at(p->w[side], p->f.root[side]).unfinished
               ? "at least "
               : "";
}

/* The change of the lengths, of which an end may be unknown. */
static const char *change_words(const traces_page *p)
{
    const bool open[2] = { *at_least(p, 0) != 0, *at_least(p, 1) != 0 };

    if (open[0] && open[1])
        return "difference unknown";
    return corr_report_text(p->r, "%s%s",
                            open[1]   ? "at least "
                            : open[0] ? "at most "
                                      : "",
                            traces_change(p, p->f.length));
}

static const char *length_words(const traces_page *p, unsigned side)
{
    return corr_report_text(p->r, "%s%s", at_least(p, side),
                            traces_time(p, p->f.length[side], false));
}

static void say_same(const traces_page *p)
{
    const bool calls = p->f.spans[0] != p->f.spans[1];

    corr_report_head(p->r,
                     "no difference: both requests are %s of %s, with %s and "
                     "the same times",
                     p->name[0], length_words(p, 0),
                     calls ? cmd_n(p->r, p->f.calls[0], "call")
                           : cmd_n(p->r, p->f.spans[0], "span"));
}

static bool is_hardly_longer(const traces_page *p)
{
    const double change = (double)p->delta;
    const double limit = hardly * (double)p->scale;

    return change <= limit && change >= -limit;
}

void traces_say_answer(const traces_page *p)
{
    const char *base = length_words(p, 0), *fresh = length_words(p, 1);
    const char *change = change_words(p);

    if (p->f.same) {
        say_same(p);
        return;
    }
    if (p->other)
        corr_report_head(p->r, "%s took %s, and %s took %s (%s)%s", p->name[1],
                         fresh, p->name[0], base, change,
                         is_hardly_longer(p) ? "" : reason_words(p));
    else if (!is_hardly_longer(p))
        corr_report_head(p->r, "%s took %s instead of %s (%s)%s", p->name[1],
                         fresh, base, change, reason_words(p));
    else if (strcmp(fresh, base) == 0)
        corr_report_head(p->r,
                         "%s took %s in both traces, but their spans differ",
                         p->name[1], fresh);
    else
        corr_report_head(p->r, "%s took %s, about as long as %s (%s)",
                         p->name[1], fresh, base, change);
    if (p->other)
        cmd_warn(p->r, "OTHER_REQUEST",
                 "the requests have different names; their spans are matched "
                 "all the same");
}
