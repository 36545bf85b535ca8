/* select_remarks - the remarks of a selection about its inputs (remark.h). */
#include "select/select.h"

void sel_remark_rescaled(const corr_store *st, remarks *r, uint32_t rescaled,
                         uint32_t files)
{
    static const struct {
        const char *to, *by, *measured_by;
    } words[] = {
        [CORR_RESCALE_NONE] = { "", "", "" },
        [CORR_RESCALE_CLOCK] = { "to the clocks of threads", "clock", "clock" },
        [CORR_RESCALE_METRIC] = { "to the CPU that the process used", "CPU",
                                  "metric" },
    };

    if (!st->rescale || !files)
        return;
    remark_add(r,
               .rule = !rescaled          ? REMARK_NOT_RESCALED
                       : rescaled < files ? REMARK_RESCALED_PARTLY
                                          : REMARK_RESCALED,
               .n = files - rescaled, .of = files,
               .a = corr_str_of(rescaled ? words[st->rescale].to
                                         : words[st->rescale].measured_by),
               .b = corr_str_of(words[st->rescale].by));
}

/* Below this share of the expected samples there is no verdict. */
static const double least_coverage = 0.5;

static void remark_samples(const corr_sel_facts *f, remarks *r, unsigned side)
{
    const double expected = f->evidence.expected;
    const double coverage =
        expected > 0 ? f->evidence.attributed / expected : 1;

    if (f->observations < 0 || f->unscaled)
        remark_add(r, .rule = REMARK_UNCOUNTED, .side = side);
    if (coverage < least_coverage)
        remark_add(r, .rule = side ? REMARK_COVERAGE_OF_SIDE : REMARK_COVERAGE,
                   .side = side,
                   .a = remark_words(r, "%.0f%%", 100 * coverage));
}

/* How counts without a duration were read, why, and the option for the
 * other reading. */
static void remark_counts_read(const corr_sel *sel, remarks *r, unsigned side)
{
    const sel_counts *n = &sel->counts;
    const corr_counts asked = sel->store->counts;

    if (n->firsts)
        remark_add(r,
                   .rule = n->anew         ? REMARK_COUNTS_ANEW
                           : n->subtracted ? REMARK_COUNTS_SUBTRACTED
                                           : REMARK_COUNTS_KNOWN,
                   .side = side, .n = n->firsts, .of = n->anew,
                   .a = asked ? CORR_STR(" (--since-start)")
                              : CORR_STR(" (--deltas adds)"));
    if (n->deltas)
        remark_add(r, .rule = asked ? REMARK_DELTAS_ASKED : REMARK_DELTAS_SEEN,
                   .side = side, .n = n->deltas);
}

void sel_remark_side(const corr_sel *sel, remarks *r, unsigned side)
{
    const sel_counts *n = &sel->counts;

    remark_samples(&sel->facts, r, side);
    remark_counts_read(sel, r, side);
    if (n->timeless)
        remark_add(r, .rule = REMARK_WINDOW, .side = side, .n = n->timeless);
    duplicate_remark(&n->duplicate, r, side);
    if (n->beyond.stacks)
        remark_add(r, .rule = REMARK_PART_BEYOND, .side = side,
                   .n = n->beyond.stacks, .a = n->beyond.part,
                   .b = n->beyond.whole);
}

static void remark_states(const corr_sel *sel, remarks *r)
{
    const sel_counts *n = &sel->counts;
    const uint32_t inputs = sel->facts.inputs;

    if (n->snapshots)
        remark_add(r,
                   .rule = n->subtracted || n->snapshots < inputs
                               ? REMARK_SINCE_START
                               : REMARK_ALL_SINCE_START,
                   .n = n->snapshots);
    if (n->outlived)
        remark_add(r, .rule = REMARK_EARLIER_SNAPSHOTS, .n = n->outlived);
    if (n->nameless && inputs != 1)
        remark_add(r, .rule = REMARK_SNAPSHOTS_ADDED, .n = n->nameless,
                   .of = inputs);
}

bool sel_remark(corr_sel *sel)
{
    enum { LEAST_FOR_SHARES = 30 }; /* corr-methods 4.9 */
    remarks *r = &sel->remarks;
    const corr_sel_facts *f = &sel->facts;

    r->arena = &sel->arena;
    sel_remark_side(sel, r, 0);
    remark_states(sel, r);
    sel_remark_rescaled(sel->store, r, sel->counts.rescaled, f->inputs);
    if (f->observations >= 0 && !f->unscaled &&
        f->observations < LEAST_FOR_SHARES)
        remark_add(r, .rule = REMARK_FEW_FOR_SHARES);
    if (sel->counts.twice)
        remark_add(r, .rule = REMARK_TWICE, .n = sel->counts.twice,
                   .of = f->inputs, .harmless = true);
    if (f->runnable)
        remark_add(r, .rule = REMARK_SAMPLER);
    if (f->unscaled)
        remark_add(r, .rule = REMARK_UNSCALED);
    if (f->picked && !f->measured && f->observations >= 0)
        remark_add(r, .rule = REMARK_PICKED_OBJECTS);
    sel->facts.remarks = remarks_all(r);
    return !r->failed;
}

void corr_sel_use(corr_store *st, const corr_sel *sel)
{
    for (size_t i = 0; i < sel->part.n; i++)
        st->selected.v[sel->part.v[i].input] |= sel->part.v[i].n > 0;
}

bool corr_input_is_selected(const corr_store *st, size_t i)
{
    return i < st->selected.n && st->selected.v[i];
}
