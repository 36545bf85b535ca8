/* Tests of assertion.c: assertions that are read, and texts that are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cmd.h"
#include "gate/assertion.h"

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

typedef struct parsed {
    expect e;
    corr_err err;
    corr_arena arena;
    corr_code code;
} parsed;

static void parse(parsed *p, const char *line)
{
    *p = (parsed){ 0 };
    p->code = expect_parse(corr_str_of(line), NULL, &p->arena, &p->e, &p->err);
}

static void assert_refused(const char *line, const char *what, size_t caret)
{
    char hint[384];
    parsed p;

    parse(&p, line);
    assert_int_equal(p.code, CORR_EUSAGE);
    assert_string_equal(p.err.what, what);
    snprintf(hint, sizeof hint, "%s\n%*s^", line, (int)caret, "");
    assert_string_equal(p.err.hint, hint);
    corr_arena_clear(&p.arena);
}

static void assert_says(const char *line, const expect *want)
{
    parsed p;

    parse(&p, line);
    if (p.code)
        fail_msg("%s: %s", line, p.err.what);
    assert_int_equal(p.e.subject, want->subject);
    if (want->name)
        assert_string_equal(p.e.name, want->name);
    else
        assert_null(p.e.name);
    if (want->request)
        assert_string_equal(p.e.request, want->request);
    else
        assert_null(p.e.request);
    assert_int_equal(p.e.cumulative, want->cumulative);
    assert_int_equal(p.e.per, want->per);
    assert_near(p.e.quantile, want->quantile, 1e-12);
    assert_int_equal(p.e.at_least, want->at_least);
    assert_int_equal(p.e.value, want->value);
    assert_near(p.e.threshold, want->threshold, 1e-9);
    assert_int_equal(p.e.unit, want->unit);
    corr_arena_clear(&p.arena);
}

static void every_subject_is_read(void **state)
{
    (void)state;
    assert_says("processDiscount cum < 8%",
                &(expect){ .subject = EXPECT_FUNCTION,
                           .name = "processDiscount",
                           .cumulative = true,
                           .value = EXPECT_SHARE,
                           .threshold = 0.08 });
    assert_says("main.rank self <= 2.5 ms",
                &(expect){ .subject = EXPECT_FUNCTION,
                           .name = "main.rank",
                           .value = EXPECT_AMOUNT,
                           .threshold = 2.5e6,
                           .unit = CORR_NS });
    assert_says("cpu/request   <= base * 1.05",
                &(expect){ .subject = EXPECT_COST,
                           .name = "cpu",
                           .per = CORR_PER_REQUEST,
                           .threshold = 1.05 });
    assert_says("alloc/second <= 10 MB", &(expect){ .subject = EXPECT_COST,
                                                    .name = "alloc_bytes",
                                                    .per = CORR_PER_SECOND,
                                                    .value = EXPECT_AMOUNT,
                                                    .threshold = 1e7,
                                                    .unit = CORR_BYTES });
    assert_says("duration p99 of \"POST /checkout\" < 250 ms",
                &(expect){ .subject = EXPECT_DURATION,
                           .name = "POST /checkout",
                           .quantile = 0.99,
                           .value = EXPECT_AMOUNT,
                           .threshold = 2.5e8,
                           .unit = CORR_NS });
    assert_says("errors of \"POST /checkout\" < 1%",
                &(expect){ .subject = EXPECT_ERRORS,
                           .name = "POST /checkout",
                           .value = EXPECT_SHARE,
                           .threshold = 0.01 });
    assert_says("calls of \"GET a per b\" per \"GET /cart\" <= 20",
                &(expect){ .subject = EXPECT_CALLS,
                           .name = "GET a per b",
                           .request = "GET /cart",
                           .value = EXPECT_AMOUNT,
                           .threshold = 20,
                           .unit = CORR_COUNT });
    assert_says("spans per trace <= base * 2",
                &(expect){ .subject = EXPECT_CALLS, .threshold = 2 });
    assert_says("total >= base * 0.5",
                &(expect){ .at_least = true, .threshold = 0.5 });
    assert_says("any function self <= base*1.2",
                &(expect){ .subject = EXPECT_ANY, .threshold = 1.2 });
    assert_says("alloc_count/request < 12", &(expect){ .subject = EXPECT_COST,
                                                       .name = "alloc_count",
                                                       .per = CORR_PER_REQUEST,
                                                       .value = EXPECT_AMOUNT,
                                                       .threshold = 12,
                                                       .unit = CORR_COUNT });
}

static void names_may_hold_spaces_and_operators(void **state)
{
    (void)state;
    assert_says("std::map<int, a<b> >::operator < self > 1%",
                &(expect){ .subject = EXPECT_FUNCTION,
                           .name = "std::map<int, a<b> >::operator <",
                           .at_least = true,
                           .value = EXPECT_SHARE,
                           .threshold = 0.01 });
    assert_says("duration p50 of \"GET > #1\" < 1 s # comment",
                &(expect){ .subject = EXPECT_DURATION,
                           .name = "GET > #1",
                           .quantile = 0.5,
                           .value = EXPECT_AMOUNT,
                           .threshold = 1e9,
                           .unit = CORR_NS });
}

static void comments_and_empty_lines_say_nothing(void **state)
{
    static const char *const lines[] = { "", "   \t", "# cpu < 1", "  # x" };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        parsed p;
        parse(&p, lines[i]);
        assert_int_equal(p.code, CORR_OK);
        assert_null(p.e.text);
        corr_arena_clear(&p.arena);
    }
}

static void the_text_is_kept_without_its_comment(void **state)
{
    parsed p;

    (void)state;
    parse(&p, "  a.b#c self < 3%   # why");
    assert_int_equal(p.code, CORR_OK);
    assert_string_equal(p.e.text, "a.b#c self < 3%");
    assert_string_equal(p.e.name, "a.b#c");
    corr_arena_clear(&p.arena);
}

static void thresholds_that_are_none_are_refused(void **state)
{
    const char *none = "invalid value; use a share (8%), an amount (2.5 ms, 10 "
                       "MB) or base * 1.05";

    (void)state;
    assert_refused("total <= nan", none, 9);
    assert_refused("total <= base * nan", none, 9);
    assert_refused("total <= base * inf", none, 9);
    assert_refused("total <= base * 0x1p3", none, 9);
    assert_refused("total <= base 1.05", none, 9);
    assert_refused("total <= base * 1.05 junk", none, 9);
    assert_refused("total <= base * 1. 05", none, 9);
    assert_refused("total <= 5 parsecs", none, 9);
    assert_refused("a self < 8 8%", none, 9);
    assert_refused("a self < 8%%", none, 9);
    assert_refused("total <= -5 ms", "the threshold cannot be negative", 9);
    assert_refused("total <= base * -1", "the threshold cannot be negative", 9);
    assert_refused("total <= base * 0", "the threshold must be above 0", 9);
    assert_refused("a self < 0%", "the threshold must be above 0", 9);
    assert_refused("a self <= 0%", "the threshold must be above 0", 10);
    assert_refused("a self > 0%", "the threshold must be above 0", 9);
    assert_refused("total <=",
                   "the value is missing: 8%, 2.5 ms, 10 MB or base * 1.05", 8);
}

static void values_fit_their_subject(void **state)
{
    (void)state;
    assert_refused("total < 8%",
                   "a share needs a function or errors: FUNCTION self < 8%", 8);
    assert_refused("a self < 101%", "a share is at most 100%", 9);
    assert_refused("duration p50 of \"a\" < 3 MB",
                   "a duration needs a unit: ns, us, ms, s or min", 22);
    assert_refused("any function self < 3%",
                   "a share needs a function or errors: FUNCTION self < 8%",
                   20);
    assert_refused("any function self >= base * 1.2",
                   "\"any function\" takes only <= base * F", 21);
}

static void a_share_is_within_its_bounds_for_certain(void **state)
{
    static const struct {
        const char *line;
        bool is_certain;
    } each[] = {
        { "a cum <= 100%", true }, { "a self >= 0%", true },
        { "a cum < 100%", false }, { "a cum >= 100%", false },
        { "a cum <= 99%", false }, { "a self <= 1 s", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(each); i++) {
        parsed p;
        parse(&p, each[i].line);
        assert_int_equal(p.code, CORR_OK);
        assert_int_equal(expect_is_certain(&p.e), each[i].is_certain);
        corr_arena_clear(&p.arena);
    }
}

static void subjects_that_are_none_are_refused(void **state)
{
    (void)state;
    assert_refused("cpu/request 5 ms", "write SUBJECT <= VALUE, with spaces",
                   16);
    assert_refused("< 5%", "write SUBJECT <= VALUE, with spaces", 4);
    assert_refused("main.rank < 5%",
                   "invalid subject; use FUNCTION self, cpu/request, total, "
                   "duration p99 of \"OP\"",
                   0);
    assert_refused("cpus/request < 3 ms",
                   "unknown kind of sample; did you mean cpu?", 0);
    assert_refused("cpu/minute < 3 ms",
                   "cost is per request or per second: cpu/request", 4);
    assert_refused("any function cum <= base * 1.2",
                   "\"any function\" is judged by self cost: any function self",
                   0);
    assert_refused("duration p of \"a\" < 3 ms",
                   "invalid quantile; use p50, p95, p99 ...", 9);
    assert_refused("duration p100 of \"a\" < 3 ms",
                   "invalid quantile; use p50, p95, p99 ...", 9);
    assert_refused("duration p99 \"a\" < 3 ms",
                   "write: duration p99 of \"OPERATION\"", 13);
    assert_refused("errors of \"a\" < 3", "errors are a share, such as 1%", 16);
    assert_refused("errors of a < 3%",
                   "the operation needs quotes: \"GET /cart\"", 10);
    assert_refused("calls of \"a\" < 3",
                   "write: calls of \"OP\" per \"OP\", or per trace", 12);
    assert_refused("calls of \"a\" per trace < 3 ms",
                   "this needs a number without a unit", 25);
    assert_refused("calls of \"a\" per trace < 3%",
                   "this needs a number without a unit", 25);
    assert_refused("spans per b <= base * 2",
                   "the operation needs quotes: \"GET /cart\"", 10);
    assert_refused("duration p99 of a < 3 ms",
                   "the operation needs quotes: \"GET /cart\"", 16);
    assert_refused("duration p99 of \"\" < 3 ms",
                   "the operation needs quotes: \"GET /cart\"", 16);
}

/* A report has assertions about its own numbers, and about code if it shows
 * code. */
static void a_report_has_words_and_no_base(void **state)
{
    static const struct {
        const char *line, *what; /* NULL: it is read */
        bool code;
        expect_subject subject;
        const char *name;
    } each[] = {
        { "lock < 20 ms", NULL, true, EXPECT_MEMBER, "lock" },
        { "lock >= 20%", NULL, true, EXPECT_MEMBER, "lock" },
        { "orphans < 1", NULL, false, EXPECT_MEMBER, "orphans" },
        { "orphans <= 0", NULL, false, EXPECT_MEMBER, "orphans" },
        { "spans > 0", NULL, false, EXPECT_MEMBER, "spans" },
        { "a.b self < 8%", NULL, true, EXPECT_FUNCTION, "a.b" },
        { "cpu/request < 3 ms", NULL, true, EXPECT_COST, "cpu" },
        { "duration p99 of \"a\" < 3 s", NULL, true, EXPECT_DURATION, "a" },
        { "duration < 3 s", NULL, false, EXPECT_MEMBER, "duration" },
        { "locks < 20 ms", "this report has no such number; did you mean lock?",
          true, EXPECT_TOTAL, NULL },
        { "a.b self < 8%",
          "this report has no such number; it has duration, spans, orphans, "
          "child, gc, lock, file, sleep, async, socket, park, cpu, native, "
          "blocked, runq, lost, unobserved",
          false, EXPECT_TOTAL, NULL },
        { "lock < base * 2",
          "\"base\" needs two sides, as in corr check; here use a share or an "
          "amount",
          true, EXPECT_TOTAL, NULL },
        { "a self < base * 2",
          "\"base\" needs two sides, as in corr check; here use a share or an "
          "amount",
          true, EXPECT_TOTAL, NULL },
        { "lock < 3 MB", "a duration needs a unit: ns, us, ms, s or min", true,
          EXPECT_TOTAL, NULL },
        { "orphans < 0", "the threshold must be above 0", true, EXPECT_TOTAL,
          NULL },
        { "orphans >= 0", "the threshold must be above 0", true, EXPECT_TOTAL,
          NULL },
        { "lock <= 0 ms", "the threshold must be above 0", true, EXPECT_TOTAL,
          NULL },
        { "orphans < 3%", "this needs an amount with its unit, not a share",
          true, EXPECT_TOTAL, NULL },
        { "orphans < 3 s", "this needs a number without a unit", true,
          EXPECT_TOTAL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const expect_about about = { .subjects = subjects_span,
                                     .code = each[i].code };
        corr_arena arena = { 0 };
        corr_err err = { 0 };
        expect e;
        const corr_code code =
            expect_parse(corr_str_of(each[i].line), &about, &arena, &e, &err);
        if (each[i].what) {
            assert_int_equal(code, CORR_EUSAGE);
            assert_string_equal(err.what, each[i].what);
        } else {
            assert_int_equal(code, CORR_OK);
            assert_int_equal(e.subject, each[i].subject);
            assert_string_equal(e.name, each[i].name);
        }
        corr_arena_clear(&arena);
    }
}

static void a_report_without_words_says_what_it_takes(void **state)
{
    static const struct {
        bool code;
        const char *elsewhere, *what;
    } each[] = {
        { false, NULL, "this report has no number to check" },
        { false, "ask top", "this report has no number to check; ask top" },
        { true, NULL,
          "this report has no such number; it has FUNCTION self, FUNCTION cum, "
          "cpu/request, duration p99 of \"OP\", errors of \"OP\"" },
        { true, "ask top",
          "this report has no such number; it has FUNCTION self, FUNCTION cum, "
          "cpu/request, duration p99 of \"OP\", errors of \"OP\"; ask top" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const expect_about about = { .code = each[i].code,
                                     .elsewhere = each[i].elsewhere };
        corr_arena arena = { 0 };
        corr_err err = { 0 };
        expect e;
        assert_int_equal(
            expect_parse(CORR_STR("rows < 3"), &about, &arena, &e, &err),
            CORR_EUSAGE);
        assert_string_equal(err.what, each[i].what);
        corr_arena_clear(&arena);
    }
}

static void an_operator_may_hold_for_the_bound_itself(void **state)
{
    static const struct {
        const char *line;
        bool at_least, or_equal;
    } each[] = { { "total < 3", false, false },
                 { "total <= 3", false, true },
                 { "total > 3", true, false },
                 { "total >= 3", true, true } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        parsed p;
        parse(&p, each[i].line);
        assert_int_equal(p.code, CORR_OK);
        assert_int_equal(p.e.at_least, each[i].at_least);
        assert_int_equal(p.e.or_equal, each[i].or_equal);
        corr_arena_clear(&p.arena);
    }
}

static void an_error_names_the_line_of_the_file(void **state)
{
    expect_list list = { 0 };
    corr_arena arena = { 0 };
    corr_err err = { 0 };
    const corr_str text = CORR_STR("# budget\n\na self < 3%\nb self < x\n");

    (void)state;
    assert_int_equal(
        expect_read(text, "perf.expect", NULL, &arena, &list, &err),
        CORR_EUSAGE);
    assert_int_equal(err.line, 4);
    assert_string_equal(err.input, "perf.expect");
    assert_int_equal(list.n, 1);
    corr_arena_clear(&arena);
}

static void many_lines_are_kept_in_order(void **state)
{
    expect_list list = { 0 };
    corr_arena arena = { 0 };
    corr_err err = { 0 };
    char text[4096], line[32];
    size_t n = 0;

    (void)state;
    for (int i = 0; i < 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "f%d self < 3%%\r\n",
                              i);
    assert_int_equal(
        expect_read(corr_str_of(text), "", NULL, &arena, &list, &err), CORR_OK);
    assert_int_equal(list.n, 100);
    for (int i = 0; i < 100; i++) {
        snprintf(line, sizeof line, "f%d", i);
        assert_string_equal(list.item[i].name, line);
    }
    corr_arena_clear(&arena);
}

static void long_lines_are_shown_near_the_place(void **state)
{
    char line[600];
    parsed p;

    (void)state;
    memset(line, 'x', sizeof line);
    snprintf(line + 500, sizeof line - 500, " self < y%%");
    parse(&p, line);
    assert_int_equal(p.code, CORR_EUSAGE);
    const char *caret = strchr(p.err.hint, '^');
    assert_non_null(caret);
    const size_t column = (size_t)(caret - strchr(p.err.hint, '\n')) - 1;
    assert_int_equal(p.err.hint[column], 'y');
    corr_arena_clear(&p.arena);
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    expect e;
    corr_arena arena = { 0 };
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(expect_parse((corr_str){ "a\0b self < 3%", 13 }, NULL,
                                  &arena, &e, &err),
                     CORR_EUSAGE);
    assert_string_equal(err.what, "this is not text");
    corr_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subject_is_read),
        cmocka_unit_test(names_may_hold_spaces_and_operators),
        cmocka_unit_test(comments_and_empty_lines_say_nothing),
        cmocka_unit_test(the_text_is_kept_without_its_comment),
        cmocka_unit_test(thresholds_that_are_none_are_refused),
        cmocka_unit_test(values_fit_their_subject),
        cmocka_unit_test(a_share_is_within_its_bounds_for_certain),
        cmocka_unit_test(subjects_that_are_none_are_refused),
        cmocka_unit_test(a_report_has_words_and_no_base),
        cmocka_unit_test(a_report_without_words_says_what_it_takes),
        cmocka_unit_test(an_operator_may_hold_for_the_bound_itself),
        cmocka_unit_test(an_error_names_the_line_of_the_file),
        cmocka_unit_test(many_lines_are_kept_in_order),
        cmocka_unit_test(long_lines_are_shown_near_the_place),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
