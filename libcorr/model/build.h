/*
 * build - turns a reader's rows into an input.
 *
 * One thread uses a builder, for one source.  build_seal moves the tables into
 * an input and leaves the builder empty.  build_free frees the builder and
 * whatever a failure left in it.  The first failure sticks: every later call
 * does nothing, and build_seal returns the failure.
 */
#ifndef CORR_BUILD_H
#define CORR_BUILD_H

#include "model/input.h"
#include "model/label_alias.h"

typedef struct build_opts {
    const label_alias_set *aliases; /* label keys that the user added; may be
                                       NULL */
    const corr_src *src; /* the source, for positions in messages; may be
                            NULL */
    corr_limits limits;
    unsigned needs;
    corr_workers *crew; /* threads that may help to sort rows, or NULL */
    bool strict;
    corr_began began; /* start of the clock, if the file does not know it */
    bool weighs;      /* each row of the default kind stays a row */
    bool packs; /* rows outside of first kinds (corr_first_kind) that have only
                   a time and a thread become packed_rows and sums, from the
                   first row of a first kind on */
    struct index_maker *index; /* takes the census; NULL: no census */
} build_opts;

corr_build *build_new(const build_opts *opts, corr_err *err);
/* Sorts the rows and derives ids and times.  The tables are complete
 * afterwards. */
corr_code build_seal(corr_build *b, input *in, corr_err *err) CORR_CHECK;
void build_free(corr_build *b);

#endif
