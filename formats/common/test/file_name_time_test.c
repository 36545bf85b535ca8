/* Tests of file_name_time.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "common/file_name_time.h"

static void a_file_name_may_state_a_window(void **state)
{
    static const char *const names[] = {
        "api.1764151200-1764151210.collapsed",
        "/a/1.5/api.1764151200-1764151210.collapsed.gz",
        "1764151200-1764151210",
        "api-20251126T100000Z-20251126T100010Z.txt",
        "cpu_20251126T100000-20251126T100010",
    };
    static const char *const none[] = {
        "api.collapsed",
        "api.1764151200-1764151200.collapsed",
        "api.1764151210-1764151200.collapsed",
        "api.1764151200.collapsed",
        "1764151200-1764151210/api.collapsed",
        "a.11764151200-1764151210",
        "a.1764151200-17641512100",
        "a.9999999998-9999999999",
        "a.20251326T100000Z-20251126T100010Z",
    };
    int64_t from, to;

    (void)state;
    for (size_t i = 0; i < countof(names); i++) {
        if (!window_in_name(corr_str_of(names[i]), &from, &to))
            fail_msg("no window: %s", names[i]);
        assert_int_equal(from, 1764151200 * INT64_C(1000000000));
        assert_int_equal(to, 1764151210 * INT64_C(1000000000));
    }
    for (size_t i = 0; i < countof(none); i++)
        if (window_in_name(corr_str_of(none[i]), &from, &to))
            fail_msg("a window: %s", none[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_name_may_state_a_window),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
