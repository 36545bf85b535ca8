/*
 * Kinds of samples, and whether their samples become rows or sums.
 *
 * A kind is made when its first event is met.  If rows of it are not wanted,
 * its samples are added to one sum in the file, which goes to the builder in
 * the end.
 */
#include "jfr/jfr.h"

static corr_kind_row kind_row_of(const jfr_meaning *m)
{
    return (corr_kind_row){ .name = corr_str_of(m->kind),
                            .type = corr_str_of(m->event),
                            .unit = m->unit,
                            .flags = m->flags,
                            .wait = m->wait };
}

corr_kind jfr_kind(jfr *j, const jfr_meaning *m)
{
    const uint32_t at = jfr_place(m);

    if (!j->file->kinds.kind[at].i) {
        j->file->kinds.row[at] = kind_row_of(m);
        j->file->kinds.kind[at] = corr_add_kind(j->b, &j->file->kinds.row[at]);
    }
    return j->file->kinds.kind[at];
}

/* Whether the kind is wanted, under its current name or a name that it may get
 * later. */
static bool is_kind_wanted(const jfr *j, const jfr_meaning *m,
                           corr_kind_row row)
{
    const char *other = jfr_rival_name(m);

    if (corr_want_kind(j->want, &row))
        return true;
    if (!other)
        return false;
    row.name = corr_str_of(other);
    return corr_want_kind(j->want, &row);
}

bool jfr_keeps(jfr *j, const jfr_meaning *m)
{
    uint8_t *keeps = &j->file->kinds.keeps[jfr_place(m)];

    if (!*keeps) {
        jfr_kind(j, m);
        *keeps = is_kind_wanted(j, m, j->file->kinds.row[jfr_place(m)]) ? 1 : 2;
    }
    return *keeps == 1;
}

bool jfr_would_keep(const jfr *j, const jfr_meaning *m)
{
    return is_kind_wanted(j, m, kind_row_of(m));
}

static void sum_sample(jfr *j, const jfr_meaning *m, const corr_sample_row *row)
{
    corr_sums *s = &j->file->kinds.sums[jfr_place(m)];
    const int64_t obs = row->obs;
    const bool request = row->root || (row->trace.hi | row->trace.lo);

    s->rows++;
    s->obs = corr_sum(s->obs, obs);
    s->value = corr_exact_sum(s->value, row->value);
    s->with_span = corr_sum(s->with_span, row->span ? obs : 0);
    s->with_trace = corr_sum(s->with_trace, row->span || request ? obs : 0);
    s->with_time = corr_sum(s->with_time, row->time != CORR_NO_TIME ? obs : 0);
    s->with_thread = corr_sum(s->with_thread, row->thread.i ? obs : 0);
}

void jfr_add(jfr *j, const jfr_meaning *m, const corr_sample_row *row)
{
    if (jfr_keeps(j, m))
        corr_add_sample(j->b, row);
    else
        sum_sample(j, m, row);
}

static void note_thread_and_time(jfr *j, const jfr_meaning *m)
{
    const int64_t ticks = jfr_number(&j->record, F_START, INT64_MIN);

    j->last_ticks = ticks > j->last_ticks ? ticks : j->last_ticks;
    jfr_note_time_of_kind(j, m, jfr_when(j, F_START));
    if (j->with_labels)
        jfr_note_thread(j, jfr_number(&j->record, F_THREAD, 0));
}

void jfr_weigh(jfr *j, corr_cur body, uint32_t type, const jfr_meaning *m)
{
    const jfr_record *r = &j->record;

    corr_arena_reset(&j->text);
    jfr_take_some(&j->plans, &j->types, type,
                  m->weight | JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME) |
                      (j->sums_threads ? JFR_BIT(F_START) : 0) |
                      (j->with_labels ? JFR_CARRIED : 0),
                  &body, &j->record);
    jfr_labels_of(j); /* counts missing labels */
    if (j->sums_threads)
        note_thread_and_time(j, m);
    /* events of samples have a time */
    sum_sample(j, m,
               &(corr_sample_row){
                   .obs = 1,
                   .value = jfr_amount(r),
                   .thread.i = jfr_number(r, F_THREAD, 0) != 0,
                   .span = (uint64_t)jfr_number(r, F_SPAN, 0),
                   .root = (uint64_t)jfr_number(r, F_ROOT, 0),
                   .trace.hi = (uint64_t)jfr_number(r, F_TRACE_HI, 0),
                   .trace.lo = (uint64_t)jfr_number(r, F_TRACE_LO, 0) });
}

void jfr_pass_sums(jfr *j)
{
    for (uint32_t i = 0; i < JFR_KINDS; i++)
        if (j->file->kinds.sums[i].rows)
            corr_add_sums(j->b, j->file->kinds.kind[i],
                          &j->file->kinds.sums[i]);
}
