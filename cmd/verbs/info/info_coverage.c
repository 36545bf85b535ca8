/* info_coverage - the shares of samples that carry ids and that are joined:
 * coverage of corr-json(7). */
#include <math.h>

#include "verbs/info/info.h"

/* Samples of one kind, or of all kinds of code. */
typedef struct label_match {
    corr_str kind;
    int64_t samples, with_id, joined, by_id;
    bool is_counted; /* with_id is known */
} label_match;

typedef struct coverage_row {
    double span_labels, trace_found, samples_joined;
} coverage_row;

static const corr_column coverage_columns[] = {
    COL("span_labels", SHARE, coverage_row, span_labels),
    COL("trace_found", SHARE, coverage_row, trace_found),
    COL("samples_joined", SHARE, coverage_row, samples_joined),
};

/* What other inputs have, too, counts only for its ids. */
static void count_samples(label_match *c, const corr_input *in,
                          const corr_kind_facts *k)
{
    if (k->samples <= 0 || k->with_trace < 0 || k->context)
        return;
    c->is_counted = true;
    c->samples = corr_sum(c->samples, in->is_repeated ? 0 : k->samples);
    c->with_id = corr_sum(c->with_id, k->with_trace);
}

static void count_join(label_match *c, const corr_joined *j)
{
    if (!j->rung || info_is_window(j->rung))
        return;
    c->joined = corr_sum(c->joined, j->observations);
    if (j->rung >= CORR_RUNG_S1 && j->rung <= CORR_RUNG_R3) /* by its id */
        c->by_id = corr_sum(c->by_id, j->observations);
}

static coverage_row shares_of(const label_match *c)
{
    const double found = c->with_id ? (double)c->by_id / (double)c->with_id : 0;

    if (!c->samples)
        return (coverage_row){ 0, 0, 0 };
    return (coverage_row){
        .span_labels = (double)c->with_id / (double)c->samples,
        .trace_found = found < 1 ? found : 1,
        .samples_joined = (double)c->joined / (double)c->samples,
    };
}

/* The entry of a kind, or a new one. */
static label_match *match_of(label_match *list, uint32_t *n, corr_str kind)
{
    for (uint32_t i = 0; i < *n; i++)
        if (corr_str_eq(list[i].kind, kind))
            return &list[i];
    list[*n] = (label_match){ .kind = kind };
    return &list[(*n)++];
}

/* A kind as a member: a dot would begin an object. */
static const char *member_of(corr_report *r, corr_str kind)
{
    char *name = corr_report_alloc(r, kind.n + 1, 1);

    for (size_t i = 0; name && i < kind.n; i++)
        name[i] = kind.p[i] == '.' ? '_' : kind.p[i];
    return corr_report_text(r, "coverage.%s", name ? name : "");
}

void info_put_coverage(const overview *o)
{
    label_match all = { .samples = 0 };
    size_t most = 1;
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->ninputs; i++)
        most += corr_input_at(o->st, i).nkinds;
    label_match *list = corr_report_alloc(o->r, sizeof *list, most);
    coverage_row *row = corr_report_alloc(o->r, sizeof *row, most);
    corr_table *table = corr_report_alloc(o->r, sizeof *table, 1);
    if (!list || !row || !table)
        return;
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (size_t k = 0; in.used && k < in.nkinds; k++) {
            count_samples(match_of(list, &n, in.kinds[k].kind), &in,
                          &in.kinds[k]);
            if (info_is_labelled_kind(in.kinds[k].kind))
                count_samples(&all, &in, &in.kinds[k]);
        }
    }
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        for (uint32_t k = 0; k < n; k++)
            if (corr_str_eq(list[k].kind, j.kind))
                count_join(&list[k], &j);
        if (info_is_labelled_kind(j.kind))
            count_join(&all, &j);
    }
    const coverage_row total = shares_of(&all);
    corr_report_put(o->r, "coverage.span_labels",
                    corr_cell_share(total.span_labels));
    corr_report_put(o->r, "coverage.trace_found",
                    corr_cell_share(total.trace_found));
    corr_report_put(o->r, "coverage.samples_joined",
                    corr_cell_share(total.samples_joined));
    *table = CORR_ROWS(coverage_columns, n, row);
    for (uint32_t i = 0; i < n; i++) {
        row[i] = shares_of(&list[i]);
        if (list[i].is_counted)
            corr_report_put(o->r, member_of(o->r, list[i].kind),
                            corr_cell_object(table, i));
    }
}
