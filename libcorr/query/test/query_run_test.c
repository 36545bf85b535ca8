/* Tests of query on other stores: types, lists, events, links, text that may
 * be numbers, forests, size, and memory that ends. */
#include "query/test/query_test.h"

#include <time.h>

#include "test/test_memory.h"

/* ---- values of every type ----------------------------------------------- */

#define ATTR(key, type, value) QUERY_TEST_ATTR(key, type, value)
#define LIST(values)           "{\"values\":[" values "]}"
#define STRING(s)              "{\"stringValue\":\"" s "\"}"
#define EVENT(name, ns, attrs)                                                 \
    "{\"name\":\"" name "\",\"timeUnixNano\":\"" ns                            \
    "\",\"attributes\":[" attrs "]}"

/* clang-format off */
static const char types[] = QUERY_TEST_DOCUMENT(
    "{\"scopeSpans\":[{\"scope\":{\"name\":\"lib\",\"version\":\"1.2\","
    "\"attributes\":[" ATTR("s", "stringValue", "\"t\"") "]},\"spans\":["
    QUERY_TEST_SPAN("01", "", "one", "1", "000", "100", QUERY_TEST_ATTRS(
        ATTR("i", "intValue", "\"9007199254740993\"") ","
        ATTR("d", "doubleValue", "0.5") ","
        ATTR("b", "boolValue", "false") ","
        ATTR("s", "stringValue", "\"b\\u20ac\"") ","
        ATTR("empty", "arrayValue", "{}") ","
        ATTR("mixed", "arrayValue", LIST(STRING("a") ",{\"intValue\":\"1\"},"
            "{\"doubleValue\":2.5},{\"boolValue\":true}")) ","
        ATTR("odd", "arrayValue", LIST(STRING("q\\\"\\\\\\n\\u00e9\\ud83d"
            "\\ude00") ",{\"arrayValue\":" LIST(STRING("in")) "}")) ","
        ATTR("map", "kvlistValue", LIST("{\"key\":\"k\",\"value\":"
            STRING("v") "}")))
        ",\"events\":["
        EVENT("start", "1795278130010000000", ATTR("e", "intValue", "\"1\""))
        "," EVENT("exception", "1795278130050000000",
            ATTR("e", "intValue", "\"2\"") ","
            ATTR("type", "stringValue", "\"IOError\""))
        "],\"links\":[{\"traceId\":\"0000000000000000000000000000abcd\","
        "\"spanId\":\"0000000000000077\",\"attributes\":["
            ATTR("n", "intValue", "\"1\"") ","
            ATTR("why", "stringValue", "\"retry\"") "]},"
        "{\"traceId\":\"0000000000000000000000000000abce\","
        "\"spanId\":\"0000000000000078\",\"attributes\":["
            ATTR("n", "intValue", "\"2\"") "]},"
        "{\"traceId\":\"0000000000000000000000000000abcf\","
        "\"spanId\":\"0000000000000079\"}]") ","
    QUERY_TEST_SPAN("02", QUERY_TEST_UP("01"), "two", "1", "001", "002",
        ",\"events\":[" EVENT("start", "1795278130001000000", "") "]")
    "]}]}");
/* clang-format on */

static void every_type_is_compared_as_it_should(void **state)
{
    /* clang-format off */
    static const struct {
        const char *text, *want;
    } rows[] = {
        { "{ .i = 9007199254740993 }", "01" },
        { "{ .i = 9007199254740992 }", "" },
        { "{ .d < 1 && .d > 0 && .d = .5 }", "01" },
        { "{ .b = false }", "01" },
        { "{ .b }", "" },
        { "{ !.b }", "01" },
        { "{ .b = 0 }", "" },
        { "{ .b > false }", NULL },
        { "{ .b > .b }", "" },
        { "{ .s = \"b\xe2\x82\xac\" && .s > \"b\" }", "01" },
        { "{ .s =~ \"b.\" }", "01" },
        { "{ .s =~ \"\" || .s !~ \"b\" }", "01 02" },
        { "{ !.s }", "" },
        { "{ .s = .s && .s != .i }", "" },
        { "{ .empty = \"a\" }", "" },
        { "{ .empty != \"a\" }", "01" },
        { "{ .empty !~ \"a\" }", "01" },
        { "{ .empty = nil }", "02" },
        { "{ .mixed = \"a\" && .mixed = 1 && .mixed = 2.5 }", "01" },
        { "{ .mixed = true }", "01" },
        { "{ .mixed > 2 }", "01" },
        { "{ .mixed != \"z\" }", "" },
        { "{ .mixed =~ \"[ab]\" }", "01" },
        { "{ .mixed = .mixed }", "01" },
        { "{ .mixed + 1 = 2 }", "" },
        { "{ .odd = \"q\\\"\\\\\\n\xc3\xa9\\U0001f600\" }", "01" },
        { "{ .odd = \"in\" }", "" },
        { "{ .map != nil }", "01" },
        { "{ .map = \"v\" || .map != \"v\" }", "" },
        { "{ event.e = 2 }", "01" },
        { "{ event.e != 1 }", "" },
        { "{ event.e != 3 }", "01" },
        { "{ event.type =~ \"IO.*\" }", "01" },
        { "{ event.type = nil }", "02" },
        { "{ event:name = \"start\" }", "01 02" },
        { "{ event:name != \"exception\" }", "02" },
        { "{ event:timeSinceStart >= 50ms }", "01" },
        { "{ event:timeSinceStart = 0 }", "02" },
        { "{ link:traceID = \"abcd\" && link:spanID = \"77\" }", "01" },
        { "{ link:spanID != \"7a\" }", "01" },
        { "{ link:spanID != \"78\" }", "" },
        { "{ link:traceID = \"abce\" && link:spanID = \"79\" }", "01" },
        { "{ link.x = nil }", "01 02" },
        { "{ link.n = nil }", "02" },
        { "{ link.n = 1 && link.n = 2 }", "01" },
        { "{ link.n = 3 }", "" },
        { "{ link.n != 1 }", "" },
        { "{ link.n != 3 }", "01" },
        { "{ link.why =~ \"re.*\" && link.why != nil }", "01" },
        { "{ .why != nil || span.why != nil || event.why != nil }", "" },
        { "{ } | by(link.n) | count() = 1", "01 02" },
        { "{ instrumentation:name = \"lib\" }", "01 02" },
        { "{ instrumentation:version = \"1.2\" }", "01 02" },
        { "{ instrumentation.s = \"t\" }", "02" },
        { "{ resource.service.name != \"x\" }", "" },
        { "{ rootServiceName = \"\" && rootName = \"one\" }", "01 02" },
        { "{ } | by(.nope) | count() = 2", "01 02" },
        { "{ } | by(.mixed) | count() = 1", "01 02" },
        { "{ } | by(event:name) | count() = 1", "01 02" },
        { "{ } | by(span:id) | count() = 1", "01 02" },
        { "{ } | sum(.i) = 9007199254740993", "01 02" },
        { "{ } | max(.d) = 0.5", "01 02" },
        { "{ } | avg(event.e) > 0", "" },
    };
    /* clang-format on */
    const char *const json[] = { types };
    corr_store *st = query_test_otlp(json, 1);

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        if (rows[i].want)
            assert_query_finds(st, rows[i].text, rows[i].want);
    assert_query_fault("{ .b > false }", "cannot be used on a truth value", 5);
    query_test_warns("{ link.x = 1 }", "link.x is always missing");
    query_test_warns("{ span:id = \"hello\" }", "is no span id");
    assert_false(testing_said(st, "PARTIAL"));
    corr_store_free(st);
}

/* ---- formats that know text only ---------------------------------------- */

static void text_only(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){
                             .trace = 1,
                             .id = 1,
                             .from = 0,
                             .to = 9,
                             .proc = "service.name=a, port=#80",
                             .attrs = "code=500, ratio=1.5, error=true, x=y" });
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 2,
                                              .up = 1,
                                              .from = 1,
                                              .to = 2,
                                              .attrs = "code=404" });
}

static void typed(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 2,
                                              .id = 3,
                                              .from = 0,
                                              .to = 9,
                                              .attrs = "code=500, n=#1" });
}

static void not_a_number(corr_build *b)
{
    corr_begin_labels(b);
    corr_push_real(b, CORR_STR("x"), NAN);
    corr_push_real(b, CORR_STR("y"), INFINITY);
    const corr_labels attrs = corr_end_labels(b);

    corr_add_span(b, &(corr_span_row){ .trace = { 1, 1 },
                                       .id = 1,
                                       .attrs = attrs,
                                       .start = 1,
                                       .end = 2,
                                       .flags = CORR_SPAN_UNFINISHED });
}

static void what_is_no_number_equals_nothing(void **state)
{
    corr_store *st = testing_store(not_a_number);

    (void)state;
    assert_query_finds(st, "{ .x = .x }", "");
    assert_query_finds(st, "{ .x != 1 && .y > 1 }", "01");
    assert_query_finds(st, "{ .x < 1 || .x >= 1 || .x + 1 != 1 }", "");
    assert_query_finds(st, "{ } | max(.x) > 0", "");
    /* neither does a length that is not known */
    assert_query_finds(st, "{ duration >= 0 || duration != 0 }", "");
    corr_store_free(st);
}

static bool warned(const corr_store *st, const char *text)
{
    for (size_t i = 0; i < corr_warnings(st); i++)
        if (strstr(corr_warning_at(st, i).text, text))
            return true;
    return false;
}

/* It was not looked for in span 3. */
static void what_a_condition_skips_is_not_unknown(void **state)
{
    corr_store *st = testing_store(text_only, typed);

    (void)state;
    assert_query_finds(st, "{ .code = 404 && .n = 1 }", "");
    assert_false(warned(st, "no span has an attribute n"));
    assert_query_finds(st, "{ .code = 404 && .nope = 1 }", "");
    assert_true(warned(st, "no span has an attribute nope"));
    corr_store_free(st);
}

static void text_is_a_number_where_a_format_knows_nothing_else(void **state)
{
    corr_store *st = testing_store(text_only, typed);

    (void)state;
    assert_query_finds(st, "{ .code = \"500\" }", "01 03");
    assert_query_finds(st, "{ .code > \"42\" }", "01 03");
    assert_query_finds(st, "{ .x = 1 || .x < 1 }", "");
    assert_query_finds(st, "{ .nope = 1 }", "");
    assert_false(warned(st, "text attributes"));
    assert_query_finds(st, "{ .code = 500 }", "01");
    assert_true(warned(st, "text attributes"));
    assert_query_finds(st, "{ .code != 500 }", "02");
    assert_query_finds(st, "{ .code - 400 < 100 }", "02");
    assert_query_finds(st, "{ .ratio > 1 && .ratio = 1.5 }", "01");
    assert_query_finds(st, "{ .error = true }", "01");
    assert_query_finds(st, "{ .error = false || .x = true }", "");
    assert_query_finds(st, "{ } | avg(.code) = 452", "01 02");
    assert_query_finds(st, "{ -.code = -404 }", "02");
    assert_query_finds(st, "{ .port = 80 }", "01");
    assert_query_finds(st, "{ duration >= 9ms }", "01 03");
    assert_query_finds(st, "{ name = \"span\" } >> { }", "02");
    assert_false(warned(st, "divides by zero"));
    assert_query_finds(st, "{ .code / 0 = 1 || !.x }", "");
    assert_true(warned(st, "divides by zero"));
    assert_true(warned(st, "not true or false"));
    assert_true(warned(st, "no span has an attribute nope"));
    corr_store_free(st);
}

static void a_pattern_has_a_bound(void **state)
{
    corr_store *st = testing_store(text_only);
    corr_err err = { 0 };
    char text[64];

    (void)state;
    query *q = query_new("{ name =~ \"(s|p|a|n|sp|an)*x\" }", &err);
    assert_non_null(q);
    assert_string_equal(query_test_run(st, q, text, sizeof text), "");
    query_free(q);
    assert_query_finds(st, "{ name =~ \"\\\\Qspan\" }", "01 02");
    assert_query_finds(st, "{ name =~ \"s|span|x\" }", "01 02");
    assert_query_finds(st, "{ name =~ \"spa\" || name =~ \"pan\" }", "");
    assert_query_finds(st, "{ name =~ \"(?i)SPAN\" }", "01 02");
    assert_query_finds(st, "{ name =~ \"^span$\" }", "01 02");
    assert_query_finds(st, "{ name =~ \"(?:s)(?P<x>p)\\\\w[n-n]\" }", "01 02");
    corr_store_free(st);
}

/* ---- forests ------------------------------------------------------------ */

enum { FOREST = 60, FORESTS = 40 };

static uint64_t forest_seed;

static uint32_t draw(uint32_t n)
{
    forest_seed = forest_seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(forest_seed >> 33) % n;
}

/* Spans of two traces with parents anywhere: missing ones, themselves, in
 * cycles.  Labels l and r say on which side each is, g its group. */
static void forest(corr_build *b)
{
    for (uint64_t id = 1; id <= FOREST; id++) {
        char attrs[64];
        snprintf(attrs, sizeof attrs, "l=#%u, r=#%u, g=#%u", draw(3) == 0,
                 draw(2), draw(3));
        testing_full_span(b, &(testing_span_row){ .trace = 1 + id % 2,
                                                  .id = id,
                                                  .up = draw(FOREST + 4),
                                                  .from = draw(50),
                                                  .to = 100,
                                                  .attrs = attrs });
    }
}

typedef struct naive {
    corr_store *st;
    uint8_t l[FOREST + 1], r[FOREST + 1], g[FOREST + 1];
} naive;

static int64_t number_of(const corr_store *st, uint32_t span, const char *key)
{
    const span_ref at = st->spans.at.v[span];
    const input *in = store_input(st, at.input);
    corr_label label = { 0 };

    assert_true(input_find_label(in, in->span.v[at.row].attrs, corr_str_of(key),
                                 &label));
    return label.num;
}

static bool is_related(const spans *s, unsigned relation, uint32_t l,
                       uint32_t r)
{
    switch (relation) {
    case 0: /* >> */
        for (uint32_t up = s->up.v[r]; up; up = s->up.v[up])
            if (up == l)
                return true;
        return false;
    case 1: /* > */
        return s->up.v[r] == l;
    case 2: /* << */
        return is_related(s, 0, r, l);
    case 3: /* < */
        return s->up.v[l] == r;
    default: /* ~ */
        return l != r && s->up.v[l] && s->up.v[l] == s->up.v[r];
    }
}

/* form: 0 plain, 1 not, 2 both. */
static bool expected(const naive *n, unsigned relation, unsigned form,
                     bool grouped, uint32_t i)
{
    const spans *s = &n->st->spans;
    bool is_right = false;
    bool is_left = false;

    for (uint32_t k = 1; k <= FOREST; k++) {
        if (s->trace_of.v[k] != s->trace_of.v[i] ||
            (grouped && n->g[k] != n->g[i]))
            continue;
        is_right |= n->r[i] && n->l[k] && is_related(s, relation, k, i);
        is_left |= n->l[i] && n->r[k] && is_related(s, relation, i, k);
    }
    if (form == 1)
        return n->r[i] && !is_right;
    return is_right || (form == 2 && is_left);
}

static void check_forest(naive *n, unsigned relation, unsigned form,
                         bool grouped)
{
    static const char *const sign[] = { ">>", ">", "<<", "<", "~" };
    static const char *const before[] = { "", "!", "&" };
    corr_err err = { 0 };
    corr_arena arena = { 0 };
    char text[80];

    snprintf(text, sizeof text, "%s{ .l = 1 } %s%s { .r = 1 }",
             grouped ? "{ } | by(.g) | " : "", before[form], sign[relation]);
    query *q = query_new(text, &err);
    assert_non_null(q);
    uint8_t *selected = corr_arena_new(&arena, uint8_t, FOREST + 1);
    assert_non_null(selected);
    assert_true(query_run(q, n->st, &arena, selected, &err));
    for (uint32_t i = 1; i <= FOREST; i++)
        if (selected[i] != expected(n, relation, form, grouped, i))
            fail_msg("%s: span %u", text, i);
    query_free(q);
    corr_arena_clear(&arena);
}

static void relations_are_what_a_walk_up_finds(void **state)
{
    (void)state;
    for (unsigned round = 0; round < FORESTS; round++) {
        forest_seed = round;
        naive n = { .st = testing_store(forest) };
        assert_int_equal(store_prepare(n.st, NULL), CORR_OK);
        for (uint32_t i = 1; i <= FOREST; i++) {
            n.l[i] = (uint8_t)number_of(n.st, i, "l");
            n.r[i] = (uint8_t)number_of(n.st, i, "r");
            n.g[i] = (uint8_t)number_of(n.st, i, "g");
        }
        for (unsigned k = 0; k < 5 * 3 * 2; k++)
            check_forest(&n, k % 5, k / 5 % 3, k / 15 != 0);
        corr_store_free(n.st);
    }
}

/* ---- size --------------------------------------------------------------- */

enum { MANY = 100000 };

/* One chain that goes as deep as it is long, and a fan below it. */
static void many(corr_build *b)
{
    for (uint64_t id = 1; id <= MANY; id++) {
        char attrs[64];
        snprintf(attrs, sizeof attrs, "n=#%u, user=u%u", (unsigned)id % 100,
                 (unsigned)id);
        testing_full_span(
            b, &(testing_span_row){ .trace = 1,
                                    .id = id,
                                    .up = id < MANY / 2 ? id - 1 : MANY / 2 - 1,
                                    .from = (double)id * 0.001,
                                    .to = 200,
                                    .attrs = attrs });
    }
}

static void many_spans_take_no_time(void **state)
{
    static const char *const texts[] = {
        "{ .n = 7 } >> { .n = 8 }",
        "{ .n = 7 } !<< { .user =~ \"u.*1\" }",
        "{ } ~ { } | by(.user) | count() = 1 | coalesce()",
        "{ .n < 50 && (.user != \"x\" || resource.z = 1) } &>> { true }",
        "{ } | by(.n) | { .user =~ \".*7\" } >> { } | avg(duration) > 1ms",
        "({ } | ({ } | ({ } | count() > 1))) && { span:childCount > 1 }",
    };
    corr_store *st = testing_store(many);
    const clock_t from = clock();
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(store_prepare(st, &err), CORR_OK);
    for (size_t i = 0; i < countof(texts); i++) {
        corr_arena arena = { 0 };
        query *q = query_new(texts[i], &err);
        uint8_t *selected = corr_arena_new(&arena, uint8_t, MANY + 1);
        assert_non_null(q);
        assert_non_null(selected);
        assert_true(query_run(q, st, &arena, selected, &err));
        assert_true(memchr(selected, 1, MANY + 1) != NULL);
        query_free(q);
        corr_arena_clear(&arena);
    }
    /* a quadratic step would take minutes */
    assert_true((clock() - from) / CLOCKS_PER_SEC < 20);
    corr_store_free(st);
}

/* ---- memory ------------------------------------------------------------- */

static void a_run_may_end_for_want_of_memory(void **state)
{
    const char *const json[] = { types };
    corr_store *st = query_test_otlp(json, 1);
    corr_err err = { 0 };
    query *q = query_new("({ .s =~ \"b.*\" } || { event.e = 1 } ~ { } && "
                         "{ link:spanID = \"77\" }) | by(.mixed) | "
                         "avg(.d) > 0 | { span:childCount >= 0 && "
                         "rootName != \"\" } &>> { }",
                         &err);
    bool done = false;

    (void)state;
    assert_non_null(q);
    for (long n = 1; !done && n < 1000; n++) {
        corr_arena arena = { 0 };
        uint8_t selected[8];
        err = (corr_err){ 0 };
        test_memory_arm(n);
        done = query_run(q, st, &arena, selected, &err);
        corr_arena_clear(&arena);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, done ? CORR_OK : CORR_ENOMEM);
    }
    assert_true(done);
    query_free(q);
    corr_store_free(st);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_condition_skips_is_not_unknown),
        cmocka_unit_test(every_type_is_compared_as_it_should),
        cmocka_unit_test(text_is_a_number_where_a_format_knows_nothing_else),
        cmocka_unit_test(what_is_no_number_equals_nothing),
        cmocka_unit_test(a_pattern_has_a_bound),
        cmocka_unit_test(relations_are_what_a_walk_up_finds),
        cmocka_unit_test(many_spans_take_no_time),
        cmocka_unit_test(a_run_may_end_for_want_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
