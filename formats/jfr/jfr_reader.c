/*
 * The reader of chunks is made and freed.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

jfr *jfr_new(const corr_want *want, corr_err *err)
{
    jfr *j = calloc(1, sizeof *j);

    if (!j) {
        corr_no_memory(err);
        return NULL;
    }
    j->want = want;
    j->file = &j->own;
    j->own.from = j->own.to = CORR_NO_TIME;
    return j;
}

jfr *jfr_new_for(jfr *of)
{
    jfr *j = jfr_new(of->want, NULL);

    if (!j)
        return NULL;
    j->file = of->file;
    j->with_labels = of->with_labels;
    j->with_time = of->with_time;
    j->sums_threads = of->sums_threads;
    return j;
}

void jfr_set_want(jfr *j, const corr_want *want)
{
    j->want = want;
    j->sums_threads = want->rows == CORR_ROWS_NO_BYTES && j->with_time;
}

static void file_clear(jfr_file *f)
{
    corr_map_clear(&f->counts.of);
    corr_map_clear(&f->settings.passed_on);
    corr_map_clear(&f->chunks.seen);
    corr_arena_clear(&f->counts.names);
    jfr_labels_clear(&f->labels);
    jfr_lent_clear(&f->lent[0]);
    jfr_lent_clear(&f->lent[1]);
    corr_vec_free(&f->counts.row);
    corr_vec_free(&f->settings.row);
    corr_vec_free(&f->settings.asked);
}

void jfr_free(jfr *j)
{
    if (!j)
        return;
    file_clear(&j->own);
    jfr_types_clear(&j->types);
    jfr_plans_clear(&j->plans);
    for (unsigned i = 0; i < P_POOLS; i++)
        jfr_pool_clear(&j->constants.pool[i]);
    corr_arena_clear(&j->text);
    corr_map_clear(&j->made.collection);
    jfr_summed_threads_clear(&j->sums.threads);
    jfr_stack_sums_clear(&j->sums.by_stack);
    jfr_used_stacks_clear(&j->used);
    jfr_behind_clear(&j->scan.behind);
    jfr_window_clear(&j->window);
    free(j->scan.act);
    corr_vec_free(&j->scan.note);
    corr_vec_free(&j->scan.place);
    free(j->made.name);
    free(j);
}
