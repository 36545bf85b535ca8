/* Tests of query on the worked example: what each text finds. */
#include "query/test/query_test.h"

typedef struct row {
    const char *text, *want;
} row;

static void check(const row *rows, size_t n)
{
    const char *const json[] = { query_test_example };
    corr_store *st = query_test_otlp(json, 1);

    for (size_t i = 0; i < n; i++)
        assert_query_finds(st, rows[i].text, rows[i].want);
    corr_store_free(st);
}

#define ALL "a1 b1 c1 d1 e1 d2"

static void the_worked_example_is_answered_as_documented(void **state)
{
    /* clang-format off */
    static const row rows[] = {
        { "{ resource.service.name = \"order-service\" && "
          "name = \"order.calculate_totals\" && duration > 500ms }", "c1" },
        { "{ duration > 1 }", ALL },
        { "{ duration > 1s }", "" },
        { "{ .http.status_code != 500 }", "" },
        { "{ !(.http.status_code = 500) }", "c1 d1 e1 d2" },
        { "{ .http.status_code = nil }", "c1 d1 e1 d2" },
        { "{ .http.status_code = \"500\" }", "" },
        { "{ .http.status_code-1 = 499 }", "" },
        { "{ .http.status_code - 1 = 499 }", "a1 b1" },
        { "{ .flag }", "a1" },
        { "{ .host.name = \"h2\" }", "c1 d1 d2" },
        { "{ span.host.name = \"h2\" }", "" },
        { "{ name =~ \"SELECT\" }", "" },
        { "{ name =~ \"SELECT.*\" }", "d1 d2" },
        { "{ span.db.system !~ \"mysql\" }", "d1 d2" },
        { "{ .tags = \"x\" }", "c1" },
        { "{ .tags != \"x\" }", "" },
        { "{ .tags != \"z\" }", "c1" },
        { "{ .items / 5 = 2 }", "c1" },
        { "{ status = error } >> { span.db.system = \"postgresql\" }",
          "d1 d2" },
        { "{ name = \"exec\" } << { kind = server }", "a1 c1" },
        { "{ name = \"SELECT items\" } ~ { kind = client }", "d2" },
        { "{ kind = server } !> { kind = client }", "" },
        { "{ name = \"exec\" } &<< { status = error }", "a1 c1 e1" },
        { "{ status = error } && { name = \"exec\" }", "a1 c1 e1" },
        { "{ name = \"exec\" } || { status = error } && { name = \"nope\" }",
          "" },
        { "{ name = \"exec\" } || ({ status = error } && "
          "{ name = \"nope\" })", "e1" },
        { "{ kind = server || kind = client && status = error }", "a1 c1" },
        { "{ kind = server || (kind = client && status = error) }",
          "a1 c1 e1" },
        { "{ kind = client } | avg(duration) > 400ms", "b1 d1 d2" },
        { "{ } | by(resource.service.name) | count() > 1", "a1 b1 c1 d1 d2" },
        { "{ } | by(resource.service.name) | count() > 1 | coalesce()",
          "a1 b1 c1 d1 d2" },
        { "{ traceDuration > 800ms && rootServiceName = \"web\" && "
          "span:childCount > 1 }", "c1" },
        { "count() > 5 | { kind = client }", "b1 d1 d2" },
    };
    /* clang-format on */

    (void)state;
    check(rows, countof(rows));
    assert_query_fault("{ .items + \"x\" = 2 }", "\"+\" cannot be used on text",
                       9);
}

/* Texts that a server answered about the same trace, where it follows the
 * rules of the language. */
static void a_server_answers_the_same(void **state)
{
    /* clang-format off */
    static const row rows[] = {
        { "{ .http.status_code != nil }", "a1 b1" },
        { "{ .http.status_code > \"4\" }", "" },
        { "{ .items != \"z\" }", "" },
        { "{ .flag = true }", "a1" },
        { "{ .flag != true }", "" },
        { "{ .nope != \"x\" }", "" },
        { "{ nil = nil }", "" },
        { "{ .tags =~ \"x|q\" }", "c1" },
        { "{ .tags !~ \"q\" }", "c1" },
        { "{ .items % 5 = 2 }", "c1" },
        { "{ -.items = -12 }", "c1" },
        { "{ trace:id = \"dddddddddddddddddddddddddddddddd\" }", ALL },
        { "{ trace:rootService = \"web\" }", ALL },
        { "{ statusMessage = \"\" }", ALL },
        { "{ status != error }", "b1 d1 e1 d2" },
        { "{ kind != server }", "b1 d1 d2" },
        { "{ name =~ \"(?i)select.*\" }", "d1 d2" },
        { "{ name !~ \".*e.*\" }", "" },
        { "{ duration >= 600ms && duration < 701ms }", "c1 d1" },
        { "{ traceDuration > 800000000 }", ALL },
        { "{ 1 = 1 }", ALL },
        { "{ true }", ALL },
        { "{ }", ALL },
        { "{ false }", "" },
        { "count() = 6", ALL },
        { "{ } | count() = 6", ALL },
        { "{ } | max(duration) = 900ms", ALL },
        { "{ } | min(duration) < 50ms", ALL },
        { "{ } | sum(duration) > 3s", ALL },
        { "{ } | avg(.items) = 12", ALL },
        { "{ } | sum(.http.status_code) = 1000", ALL },
        { "{ } | by(.nope) | count() = 6", ALL },
        { "{ } | by(status)", ALL },
        { "{ } | coalesce()", ALL },
        { "{ kind = client } | { duration > 100ms }", "b1 d1" },
        { "{ kind = client } > { kind = server }", "c1 e1" },
        { "{ kind = server } < { kind = client }", "b1 d1" },
        { "{ kind = client } !~ { kind = client }", "b1" },
        { "{ kind = server } !>> { }", "a1" },
        { "{ name = \"nope\" } !>> { kind = client }", "b1 d1 d2" },
        { "{ name = \"exec\" } !<< { kind = server }", "e1" },
        { "{ status = error } &>> { kind = client }", "a1 b1 c1 d1 d2" },
        { "{ kind = client } &~ { kind = client }", "d1 d2" },
        { "{ status = error } &> { kind = client }", "a1 b1 c1 d1 d2" },
        { "{ } | by(resource.service.name) | { kind = client } > "
          "{ kind = server }", "" },
        { "{ } | select(name, .nope, .items)", ALL },
        { "{ } with (most_recent=true)", ALL },
        { "{ .http.status_code = 500 } // comment", "a1 b1" },
        { "{ span.\"db.system\" = \"postgresql\" }", "d1 d2" },
        { "{ name = `exec` }", "e1" },
        { "{ event:name = \"exception\" }", "" },
        { "{ rootName = \"POST /orders\" && kind = internal }", "" },
        { "{ duration > 1h30m }", "" },
        { "{ duration > .5s }", "a1 b1 c1 d1 e1" },
        { "{ span.http.status_code >= 500 && resource.host.name = \"h1\" }",
          "a1 b1" },
        { "{ instrumentation:name = \"\" }", ALL },
        { "{ resource.service.name != nil }", ALL },
        { "{ duration = 900ms } || { duration = 40ms }", "a1 d2" },
        { "{ kind = server } ~ { kind = server }", "" },
        { "{ kind = server } >> { kind = server } >> { kind = server }",
          "e1" },
        { "{ name = \"POST /orders\" } && { name = \"call order\" } >> "
          "{ name = \"exec\" }", "a1 e1" },
        { "{ } | avg(duration) > 500", ALL },
        { "{ minInt = minInt }", ALL },
        { "{ trace:duration > 800ms }", ALL },
        { "{ span:duration > 800ms } | count() = 1", "" },
        { "{ .tags = \"x\" && .tags = \"y\" }", "c1" },
        { "{ status = unset }", "b1 d1 e1 d2" },
        { "{ kind = unspecified }", "" },
        { "{ .items ^ 2 > 143 }", "c1" },
        { "{ !(.http.status_code = 500) && name != \"\" }", "c1 d1 e1 d2" },
        { "{ resource.host.name != nil }", "a1 b1 c1 d1 d2" },
        { "{ .items + 0.0 = 12.0 }", "c1" },
        { "{ .items * 1.0 = 12 }", "c1" },
        { "{ 12 = .items }", "c1" },
        { "{ .http.status_code = 500 || .http.status_code = \"500\" }",
          "a1 b1" },
        { "({ kind = client } | count() > 1) && "
          "({ name = \"exec\" } | count() > 0)", "b1 d1 e1 d2" },
        { "({ kind = client }) && { name = \"exec\" }", "b1 d1 e1 d2" },
        { "{ } | by(resource.service.name) | { kind = client } >> "
          "{ kind = server }", "" },
        { "{ } | by(kind) | avg(duration) > 300ms", ALL },
        { "{ .tags = \"z\" }", "" },
        { "{ name > \"POST\" }", ALL },
        { "{ span:kind = server && span:status = error && "
          "span:name =~ \"POST.*\" }", "a1" },
        { "{ .flag && .http.status_code = 500 }", "a1" },
        { "{ .http.status_code = 500 && .flag }", "a1" },
        { "{ \"h1\" = .host.name }", "a1 b1" },
        { "{ .http.status_code =~ \"5..\" }", "" },
        { "{ .http.status_code != \"x\" }", "" },
        { "{ .nope != nil }", "" },
        { "{ span.nope = nil && resource.service.name = \"db\" }", "e1" },
        { "{ duration = 0.9s }", "a1" },
        { "{ duration < 1m && duration > 899ms }", "a1" },
        { "{ resource.service.name =~ \"web|db\" } | select(status)",
          "a1 b1 e1" },
        { "{ kind = server } | select(span.items) | count() > 2",
          "a1 c1 e1" },
        { "{ } >> { } | count() > 4", "b1 c1 d1 e1 d2" },
        { "{ } | count() > 5 | { name = \"exec\" }", "e1" },
        { "{ status = error && true }", "a1 c1" },
        { "{ \"a\" = \"a\" }", ALL },
        { "{ 2 > 1 && name = \"exec\" }", "e1" },
    };
    /* clang-format on */

    (void)state;
    check(rows, countof(rows));
}

/* A server differs here, for reasons of its storage. */
static void the_rules_hold_where_a_server_bends_them(void **state)
{
    /* clang-format off */
    static const row rows[] = {
        { "{ .tags !~ \"x\" }", "" },
        { "{ .items = 12.0 }", "c1" },
        { "{ .items > .5 }", "c1" },
        { "{ .items >= 11.5 }", "c1" },
        { "{ .http.status_code = 500.0 }", "a1 b1" },
        { "{ .items ^ 2 = 144 }", "c1" },
        { "{ .items / 0 = 2 }", "" },
        { "{ .items % 0 = 2 || name = \"exec\" }", "e1" },
        { "{ !.flag }", "" },
        { "{ !(.nope = \"x\") }", ALL },
        { "{ .nope = nil }", ALL },
        { "{ nil = .nope }", ALL },
        { "{ .nope = nil || .nope != \"x\" }", ALL },
        { "{ resource.host.name = nil }", "e1" },
        { "{ .db.system = nil && kind = server }", "a1 c1 e1" },
        { "{ !(name = \"exec\") }", "a1 b1 c1 d1 d2" },
        { "{ span:id = \"00000000000000c1\" }", "c1" },
        { "{ span:id = \"0xC1\" }", "c1" },
        { "{ span:id != \"c1\" }", "a1 b1 d1 e1 d2" },
        { "{ span:id =~ \"0+c.\" }", "c1" },
        { "{ span:parentID = \"a1\" }", "b1" },
        { "{ span:parentID = \"\" }", "a1" },
        { "{ span:parentID != \"\" }", "b1 c1 d1 e1 d2" },
        { "{ trace:id = \"DDDDDDDD-dddd-dddd-dddd-dddddddddddd\" }", ALL },
        { "{ span:childCount = 0 }", "e1 d2" },
        { "{ span:childCount > 1 }", "c1" },
        { "({ kind = client } | { duration > 100ms }) >> { name = \"exec\" }",
          "e1" },
        { "({ kind = client } | count() > 1) && { name = \"exec\" }",
          "b1 d1 e1 d2" },
    };
    /* clang-format on */

    (void)state;
    check(rows, countof(rows));
}

static void the_braces_of_a_single_filter_may_be_left_out(void **state)
{
    static const row rows[] = {
        { "http.status_code = 500 && duration > 50ms && status = error", "a1" },
        { "status = error", "a1 c1" },
        { "(kind = server || kind = client) && status = error", "a1 c1" },
        { "!(kind = server)", "b1 d1 d2" },
        { "{ db.system = \"postgresql\" }", "d1 d2" },
        { "db.\"system\" = \"postgresql\"", "d1 d2" },
        { "(((host.name = \"h2\")))", "c1 d1 d2" },
        { "name=\"exec\"", "e1" },
        { "status = error with (most_recent=true)", "a1 c1" },
        { "(count() > 5) | { name = \"exec\" }", "e1" },
        { "(({ name = \"exec\" }))", "e1" },
    };

    (void)state;
    check(rows, countof(rows));
    assert_query_fault("status = error | count() > 2",
                       "only a single filter can omit braces", 15);
    assert_query_fault("(status = error) >> { }", "only a single filter", 17);
    assert_query_fault("exec", "unknown name \"exec\"", 0);
}

static void logic_and_sums_bind_as_in_tempo(void **state)
{
    static const row rows[] = {
        { "{ true || true && false }", "" },
        { "{ true || (true && false) }", ALL },
        { "{ false && false || true }", ALL },
        { "{ 1 + 2 * 3 = 7 }", ALL },
        { "{ (1 + 2) * 3 = 9 }", ALL },
        { "{ 2 ^ 3 ^ 2 = 512 }", ALL },
        { "{ -2 ^ 2 = -4 }", ALL },
        { "{ 2 * -3 = -6 }", ALL },
        { "{ 7 - 2 - 1 = 4 }", ALL },
        { "{ 7 / 2 = 3 && -7 / 2 = -3 && 7 / 2.0 = 3.5 }", ALL },
        { "{ 7 % 4 = 3 && -7 % 4 = -3 }", ALL },
        { "{ 1 = 1 = true }", ALL },
        { "{ 1 < 2 != false }", ALL },
        { "{ !false && true }", ALL },
        { "{ !(!true) }", ALL },
        { "{ 1s + 500ms = 1500ms && 2 * 3s = 6s && 1m / 1s = 60 }", ALL },
        { "{ duration / traceDuration >= 1 }", "a1" },
        { "{ duration * 1.0 / traceDuration > 0.9 }", "a1 b1" },
        { "{ name = \"exec\" } || { status = error } >> { kind = client }",
          "b1 d1 e1 d2" },
        { "{ name = \"exec\" } && { status = error } >> { kind = client }",
          "b1 d1 e1 d2" },
    };

    (void)state;
    check(rows, countof(rows));
    query_test_warns("{ true || true && false }", "read from left to right");
    query_test_warns("{ } || { } && { }", "read from left to right");
    query_test_warns("{ true || (true && false) }", NULL);
    query_test_warns("{ .a && .b && .c }", NULL);
    query_test_warns("{ !.a = .b }", "(!a) = b");
    query_test_warns("{ !(.a = .b) }", NULL);
}

static void what_no_number_can_hold_is_nil(void **state)
{
    static const row rows[] = {
        { "{ maxInt + 1 = minInt }", "" },
        { "{ maxInt + 1 != 0 }", "" },
        { "{ (maxInt + 1) = nil }", ALL },
        { "{ (minInt / -1) = nil }", ALL },
        { "{ minInt % -1 = 0 }", ALL },
        { "{ (-minInt) = nil }", ALL },
        { "{ (10 ^ 19) = nil && 10 ^ 18 = 1000000000000000000 }", ALL },
        { "{ (2 ^ -1) = nil && 2 ^ 0 = 1 && 0 ^ 0 = 1 }", ALL },
        { "{ (1 / 0) = nil && (1.0 / 0) = nil && (5 % 0) = nil }", ALL },
        { "{ (10.0 ^ 400) = nil }", ALL },
        { "{ (.nope + 1) = nil }", ALL },
        { "{ (.host.name + 1) = nil }", ALL },
        { "{ (maxInt * maxInt ^ 2) = nil }", ALL },
    };

    (void)state;
    check(rows, countof(rows));
}

static void aggregates_look_at_one_group_at_a_time(void **state)
{
    static const row rows[] = {
        { "{ } | by(kind) | count() = 3", ALL },
        { "{ } | by(status) | count() = 2", "a1 c1" },
        { "{ } | by(resource.host.name) | count() = 1", "e1" },
        { "{ } | by(.tags) | count() = 1", "c1" },
        { "{ } | by(resource.service.name) | count() > 2", "c1 d1 d2" },
        { "{ } | by(name) | by(kind) | coalesce() | count() = 6", ALL },
        { "{ } | by(resource.service.name) | max(duration) >= 700ms",
          "a1 b1 c1 d1 d2" },
        { "{ } | by(resource.service.name) | min(duration) < 50ms",
          "c1 d1 d2" },
        { "{ } | by(resource.service.name) | { kind = client } | count() = 2",
          "d1 d2" },
        { "{ } | by(resource.service.name) | { kind = server } > "
          "{ kind = client }",
          "b1 d1 d2" },
        { "{ } | by(kind) | { } >> { }", "c1 d1 e1 d2" },
        { "{ } | by(kind) | { name = \"exec\" } << { }", "a1 c1" },
        { "{ } | avg(.nope) > 0", "" },
        { "{ } | sum(.items) = 12", ALL },
        { "{ } | sum(.items + .http.status_code) > 0", "" },
        { "{ } | avg(.http.status_code) = 500", ALL },
        { "{ } | max(.http.status_code * 1.5) = 750", ALL },
        { "{ } | min(-.items) = -(2 * (3 + 3))", ALL },
        { "sum(duration) > 3s + 100ms", ALL },
        { "avg(duration) = 510ms", "" },
        { "{ name =~ \"SELECT.*\" } | avg(duration) = 320ms", "d1 d2" },
    };

    (void)state;
    check(rows, countof(rows));
    query_test_warns("{ } | avg(duration) > 500", "without a unit");
    query_test_warns("{ } | avg(duration) > 500ms", NULL);
    query_test_warns("{ duration > 1 }", "without a unit");
    query_test_warns("{ 1 < traceDuration }", "without a unit");
    query_test_warns("{ duration > 0 }", NULL);
    query_test_warns("{ duration > 2 * 1s }", NULL);
    query_test_warns("{ duration / traceDuration > 1 }", NULL);
    query_test_warns("{ } | by(kind) | { } >> { }", "within each group");
    query_test_warns("{ } | by(kind) | coalesce() | { } >> { }", NULL);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_is_answered_as_documented),
        cmocka_unit_test(a_server_answers_the_same),
        cmocka_unit_test(the_rules_hold_where_a_server_bends_them),
        cmocka_unit_test(the_braces_of_a_single_filter_may_be_left_out),
        cmocka_unit_test(logic_and_sums_bind_as_in_tempo),
        cmocka_unit_test(what_no_number_can_hold_is_nil),
        cmocka_unit_test(aggregates_look_at_one_group_at_a_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
