/* Tests of name_tail: the last parts of names. */
#include "base/name_tail.h"

#include "test/testing.h"

static void a_short_name_is_the_last_two_parts(void **state)
{
    static const char *const cases[][2] = {
        { "lab.checkout.FraudRules.deepScan", "FraudRules.deepScan" },
        { "main.mix", "main.mix" },
        { "mix", "mix" },
        { "", "" },
        { "java.util.regex.Pattern$Node.<init>", "Pattern$Node.<init>" },
        { "net/http.(*conn).serve", "http.(*conn).serve" },
        { "github.com/a/b.(*Server).handle.func1", "b.(*Server).handle.func1" },
        { "internal/runtime/syscall/linux.Syscall6", "linux.Syscall6" },
        { "libc.so.6.epoll_wait", "epoll_wait" },
        { "libjvm.so.SymbolTable::do_lookup", "SymbolTable::do_lookup" },
        { "std::vector<a::b<c>>::push_back", "vector<a::b<c>>::push_back" },
        { "Non JS threads activity", "Non JS threads activity" },
        { "_worker (concurrent/futures/thread.py:81)",
          "_worker (concurrent/futures/thread.py:81)" },
        { "(idle)", "(idle)" },
        { "[vdso]", "[vdso]" },
        { "a.b.c(", "a.b.c(" },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        const corr_str s = name_short(corr_str_of(cases[i][0]));
        assert_int_equal(s.n, strlen(cases[i][1]));
        assert_memory_equal(s.p, cases[i][1], s.n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_name_is_the_last_two_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
