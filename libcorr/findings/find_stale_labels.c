/*
 * find_stale_labels - samples that name a span which did not run then
 * (corr-methods 8, F19).
 */
#include "base/base.h"
#include "findings/finder.h"
#include "join/prepare.h"
#include "select/select.h"
#include "trace/ledger_claims.h"

typedef struct label_sums {
    double stale, all; /* observations with an id of a span or request */
} label_sums;

static bool is_by_label(uint8_t rung)
{
    return rung >= CORR_RUNG_S1 && rung <= CORR_RUNG_R3;
}

static void count_labels(const segment *s, const join_segment *j,
                         label_sums *sums)
{
    for (size_t row = 0; j->rung && j->why && !j->duplicate && row < s->n;
         row++) {
        const double n = (double)segment_obs(s, row);
        const bool is_stale =
            !j->span[row] && (j->why[row] == CORR_WHY_AFTER_END ||
                              j->why[row] == CORR_WHY_BEFORE_START);
        sums->stale += is_stale ? n : 0;
        sums->all += is_stale || is_by_label(j->rung[row]) ? n : 0;
    }
}

static bool judge_labels(finder *f, const finding_rule *r, const input *in,
                         const label_sums *sums)
{
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .qualifies = true,
                       .subject = corr_str_of(in->file.path),
                       .next = { "info", CORR_TARGET_NONE, " -v" } };

    finder_wilson(&x, sums->stale, sums->all);
    x.text = finder_text(
        f, "%s of the samples with ids in %s name a span that did not run then",
        finder_range(f, &x), in->file.path);
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

bool find_stale_labels(finder *f, const finding_rule *r)
{
    const corr_store *st = f->store;
    bool ok = true;

    if (f->about->w || st->spans.at.n <= 1)
        return true;
    if (store_join(f->store, f->err))
        return false;
    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        label_sums sums = { 0 };
        if (!select_takes(st, &f->about->query, i))
            continue;
        for (uint32_t k = 1; k < in->segment.n; k++) {
            const segment *s = &in->segment.v[k];
            if (ledger_is_kind(in, s, "cpu") || ledger_is_kind(in, s, "wall"))
                count_labels(s, join_at(st->join, i, k), &sums);
        }
        if (sums.stale > 0)
            ok = judge_labels(f, r, in, &sums);
    }
    return ok;
}
