/* span_usual - what makes an unusual request so long: its ledger against the
 * mean ledger of the median decile (corr-methods 10.2). */
#include "corr_diff.h"
#include "verbs/span/span.h"

/* MOST: rows that are named.  USUAL, SLOW: ledgers that are made.  LEAST_PART:
 * a row counts from this part of the difference on. */
enum { MOST = 2, USUAL = 100, SLOW = 10, LEAST_PART = 10 };

OWNS(corr_slow_spans)

/* A part of the time of the request, and of the mean of usual ones. */
typedef struct usual_part {
    corr_str name; /* of a child; else empty */
    const char *kind;
    corr_spent spent;
    int64_t ns, usual;
} usual_part;

typedef struct usual_parts {
    uint32_t n;
    usual_part row[MOST];
} usual_parts;

static const corr_column part_columns[] = {
    COL("kind", TEXT, usual_part, kind),
    COL("name", NAME, usual_part, name),
    COL("ns", INT, usual_part, ns),
    COL("usual_ns", INT, usual_part, usual),
};

static void take_parts(usual_parts *p, const corr_slow_spans *c)
{
    const corr_slow_spans_facts f = corr_slow_spans_facts_of(c);
    const double least =
        (f.side[1].looked_mean - f.side[0].looked_mean) / LEAST_PART;

    if (!f.side[0].divided || !f.side[1].divided)
        return;
    for (uint32_t i = 0; i < corr_slow_spans_size(c) && p->n < MOST; i++) {
        const corr_slow_spans_row r = corr_slow_spans_at(c, i);
        if (r.undivided || !(r.delta > least))
            continue;
        p->row[p->n++] = (usual_part){ .name = r.name,
                                       .kind = corr_spent_name(r.kind),
                                       .spent = r.kind,
                                       .ns = (int64_t)r.mean[1],
                                       .usual = (int64_t)r.mean[0] };
    }
}

/* The name of a child as a call; several may share it. */
static const char *child_words(const span_report *s, uint32_t at, corr_str name)
{
    const uint32_t end = corr_waterfall_at(s->w, at).end_index;

    for (uint32_t k = at + 1; k < end; k = corr_waterfall_at(s->w, k).end_index)
        if (corr_str_eq(corr_waterfall_at(s->w, k).name, name))
            return span_call_name(s, k);
    return cmd_str(s->r, name);
}

/* "GET /price by 0.382 s" */
static const char *part_words(const span_report *s, const corr_usual *u,
                              const usual_part *p, int64_t length)
{
    const char *what = p->name.n ? child_words(s, u->span, p->name)
                                 : span_kind_label(s, p->spent);

    return corr_report_text(s->r, "%s by %s", what,
                            span_part_time(s->r, p->ns - p->usual, length));
}

corr_code span_say_usual(const span_report *s, const corr_usual *u,
                         corr_err *err)
{
    const corr_span_view v = corr_waterfall_at(s->w, u->span);
    const int64_t length = v.end - v.start;
    corr_query q = span_named_query(s, &v);
    const corr_slow_spans_opts o = {
        .usual = { .lo = 0.45, .hi = 0.55 },
        .slow = { .is_time = true, .lo = (double)length, .hi = (double)length },
        .most = { USUAL, SLOW }
    };

    if (!u->n)
        return CORR_OK;
    usual_parts *p = corr_report_alloc(s->r, sizeof *p, 1);
    if (!p)
        return corr_no_memory(err);
    q.from = q.to = 0; /* usual ones may be of any time */
    if (!v.unfinished && length / 3 * 2 > u->median) {
        corr_slow_spans *c = corr_slow_spans_of(s->ctx->store, &q, &o, err);
        if (!c)
            return err->code;
        own_corr_slow_spans(s->r, c);
        take_parts(p, c);
    }
    cmd_data(s->r, "unusual.why", CORR_ROWS(part_columns, p->n, p->row));
    if (!p->n || ((const span_opts *)s->ctx->opts)->holders)
        return CORR_OK;
    corr_report_line(s->r, "longer than usual: %s%s%s",
                     part_words(s, u, &p->row[0], length), p->n > 1 ? ", " : "",
                     p->n > 1 ? part_words(s, u, &p->row[1], length) : "");
    return CORR_OK;
}
