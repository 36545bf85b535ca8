/*
 * build - turns a reader's rows into an input.
 *
 * A builder is used by one thread, for one source.  build_seal moves the
 * tables into an input and leaves the builder empty; build_clear frees what
 * is left after a failure.
 */
#ifndef CORR_BUILD_H
#define CORR_BUILD_H

#include "model/input.h"
#include "model/label_alias.h"

typedef struct build_opts {
    const label_alias_set *aliases; /* extra label keys; NULL: none */
    const corr_src *src; /* what is read, for positions; may be NULL */
    corr_limits limits;
    unsigned needs;
    corr_workers
        *crew; /* threads that may help to put rows in order, or NULL */
    bool strict;
    corr_began began; /* of a clock that the file does not know */
    bool weighs;      /* rows of the default kind are kept one by one */
    bool packs; /* of kinds that are not looked at first no rows are kept that
                    do without: what they add up to, times and threads
                    (packed_rows.h); from the first row on of a kind that is */
    struct index_maker *index; /* takes the census; NULL: nobody does */
} build_opts;

corr_build *build_new(const build_opts *opts, corr_err *err);
/* Sorts, binds, derives; the input's tables are complete afterwards. */
corr_code build_seal(corr_build *b, input *in, corr_err *err) CORR_CHECK;
void build_free(corr_build *b);

#endif
