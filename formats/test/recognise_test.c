/* Every file of testdata: the names of members that a format asks for exclude
 * no file that it recognises, and each such format has one. */
#define _GNU_SOURCE
#include <ftw.h>

#include "corr_builtin.h"
#include "load/head_facts.h"
#include "load/load.h"
#include "test/trace_test.h"

enum { FORMATS = 64 };

static unsigned recognised[FORMATS];

static int look(const char *path, const struct stat *st, int type,
                struct FTW *at)
{
    static uint8_t head[CORR_PROBE_MAX];

    (void)at;
    (void)st;
    FILE *f = type == FTW_F ? fopen(path, "rb") : NULL;
    if (!f)
        return 0;
    const size_t n = fread(head, 1, sizeof head, f);
    fclose(f);
    const head_facts facts = head_facts_of(head, n);
    for (size_t i = 0; corr_builtin_formats[i]; i++) {
        const corr_format *format = corr_builtin_formats[i];
        if (!format->members ||
            format->probe(head, n, n < sizeof head) < LOAD_SURE_NAMED)
            continue;
        recognised[i]++;
        if (!head_names_may_have_one(&facts.names, format->members))
            fail_msg("%s: %s is excluded", path, format->name);
    }
    return 0;
}

static void no_file_is_excluded_by_its_names(void **state)
{
    size_t asking = 0;

    (void)state;
    assert_int_equal(nftw("testdata", look, 16, FTW_PHYS), 0);
    for (size_t i = 0; corr_builtin_formats[i]; i++) {
        if (!corr_builtin_formats[i]->members)
            continue;
        asking++;
        if (!recognised[i])
            fail_msg("no file of %s", corr_builtin_formats[i]->name);
    }
    assert_true(asking > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_file_is_excluded_by_its_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
