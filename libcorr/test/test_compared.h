/* test_compared - two sides as they compare, and rows by name, for tests. */
#ifndef CORR_TEST_COMPARED_H
#define CORR_TEST_COMPARED_H

#include "corr_diff.h"
#include "test/test_sides.h"

/* One file a side. */
static inline corr_store *pair(const char *base, const char *now)
{
    const test_file file[] = { { TEST_BASE, "base", base },
                               { TEST_NEW, "new", now } };

    return test_sides(file, 2);
}

static inline corr_diff *compared(corr_store *st, const corr_diff_opts *opts)
{
    corr_err err = { 0 };
    corr_diff *d = corr_diff_of(st, test_query, opts, &err);

    if (!d) {
        fail_msg("%s", err.what);
        abort(); /* not reached */
    }
    return d;
}

static inline uint32_t row_number(const corr_diff *d, const char *name)
{
    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        if (strcmp(corr_diff_at(d, i).name, name) == 0)
            return i;
    fail_msg("no row of %s", name);
    return 0;
}

static inline corr_diff_row row_of(const corr_diff *d, const char *name)
{
    return corr_diff_at(d, row_number(d, name));
}

/* The sentence of the first remark with this code; "" without one. */
static inline const char *test_remark(corr_remarks list, const char *code)
{
    const corr_remark *m = corr_remark_find(list, code);

    return m ? m->text : "";
}

#endif
