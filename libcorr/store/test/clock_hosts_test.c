/* Tests of clock_hosts: the offsets that calls give, and the times that are
 * shifted. */
#include "store/clock_hosts.h"

#include "join/prepare.h"
#include "test/testing.h"

#define MS INT64_C(1000000)

/* A call from one host to another: when it was sent and came back, and when it
 * arrived and was answered, in ms. */
typedef struct told {
    const char *from, *to;
    double c1, c4, s2, s3;
    unsigned client, server; /* kinds, 0: of a call */
    bool failed;
} told;

#define CALL_BUT(a, b, sent, back, came, answered, ...)                        \
    {                                                                          \
        .from = (a), .to = (b), .c1 = (sent), .c4 = (back), .s2 = (came),      \
        .s3 = (answered), __VA_ARGS__                                          \
    }
#define CALL(...) CALL_BUT(__VA_ARGS__, .failed = false)

static const told *calls;
static size_t ncalls;

static void push_side(corr_build *b, size_t i, bool asks)
{
    const told *c = &calls[i];
    char proc[64];

    snprintf(proc, sizeof proc, "service.name=s-%s, host.name=%s",
             asks ? c->from : c->to, asks ? c->from : c->to);
    const corr_span_row row = {
        .trace = testing_trace(1),
        .id = 100 + 2 * i + (asks ? 0 : 1),
        .parent = asks ? 0 : 100 + 2 * i,
        .start = testing_ms(asks ? c->c1 : c->s2),
        .end = testing_ms(asks ? c->c4 : c->s3),
        .name = corr_add_text(b, CORR_STR("x")),
        .proc = corr_add_proc(b, testing_labels(b, proc)),
        .kind = (uint8_t)(asks        ? c->client ? c->client : CORR_SPAN_CLIENT
                          : c->server ? c->server
                                      : CORR_SPAN_SERVER),
        .status = (uint8_t)(asks && c->failed ? CORR_STATUS_ERROR : 0),
    };
    corr_add_span(b, &row);
}

static void push_calls(corr_build *b)
{
    for (size_t i = 0; i < ncalls; i++) {
        push_side(b, i, true);
        push_side(b, i, false);
    }
}

static corr_store *store_of(const told *list, size_t n)
{
    calls = list;
    ncalls = n;
    corr_store *st = testing_store(push_calls);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

/* "a b lo hi calls/of apart", offsets in us, - unknown; a pair a line. */
static const char *print(const clock_hosts *h)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < h->pair.n; i++) {
        const host_pair *p = &h->pair.v[i];
        char lo[24] = "-", hi[24] = "-";
        if (p->in.lo != INT64_MIN)
            snprintf(lo, sizeof lo, "%lld", (long long)(p->in.lo / 1000));
        if (p->in.hi != INT64_MAX)
            snprintf(hi, sizeof hi, "%lld", (long long)(p->in.hi / 1000));
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%.*s %.*s %s %s %u/%u%s%s\n",
            CORR_STR_ARG(h->name.v[p->a]), CORR_STR_ARG(h->name.v[p->b]), lo,
            hi, p->calls, p->of, p->apart ? " apart" : "",
            p->far ? " far" : "");
    }
    return out;
}

static void expect(const told *list, size_t n, const char *pairs)
{
    corr_store *st = store_of(list, n);
    clock_hosts h;

    assert_true(clock_hosts_of(&h, st, 0));
    assert_string_equal(print(&h), pairs);
    clock_hosts_clear(&h);
    corr_store_free(st);
}

static void calls_that_agree_bound_an_offset(void **state)
{
    /* the last call was slow and bounds less */
    static const told list[] = { CALL("a", "b", 1000, 1090, 1245, 1310),
                                 CALL("a", "b", 2000, 2040, 2225.5, 2264),
                                 CALL("a", "b", 3000, 3036.5, 3241, 3250),
                                 CALL("a", "b", 5000, 5220, 5400, 5410) };

    (void)state;
    expect(list, countof(list), "a b 224000 225500 4/4 apart\n");
}

static void offsets_are_of_the_later_name(void **state)
{
    static const told list[] = { CALL("b", "a", 1000, 1090, 1245, 1310),
                                 CALL("a", "b", 2000, 2040, 1775.5, 1815),
                                 CALL("b", "a", 3000, 3036.5, 3241, 3250) };

    (void)state;
    expect(list, countof(list), "a b -225000 -224500 3/3 apart\n");
}

static void who_does_not_wait_gives_one_bound(void **state)
{
    static const told list[] = {
        CALL_BUT("a", "b", 0, 10, 52, 58, .failed = true),
        CALL("a", "b", 100, 110, 152, 170), /* outlives the call */
        CALL_BUT("a", "b", 200, 210, 252, 258, .client = CORR_SPAN_PRODUCER),
        CALL_BUT("a", "b", 300, 310, 352, 358, .server = CORR_SPAN_CONSUMER),
    };

    (void)state;
    expect(list, countof(list), "a b - 52000 4/4\n");
}

static void few_calls_and_quarrelling_ones_say_nothing(void **state)
{
    static const told few[] = { CALL("a", "b", 0, 10, 52, 58),
                                CALL("a", "b", 100, 110, 152, 158) };
    static const told quarrel[] = { CALL("a", "b", 0, 10, 52, 58),
                                    CALL("a", "b", 100, 110, 152, 158),
                                    CALL("a", "b", 200, 210, 252, 258),
                                    CALL("a", "b", 300, 310, 402, 408) };

    (void)state;
    expect(few, countof(few), "a b - - 2/2\n");
    expect(quarrel, countof(quarrel), "a b - - 3/4\n");
}

static void one_in_five_may_be_wrong(void **state)
{
    static const told list[] = { CALL("a", "b", 0, 10, 52, 58),
                                 CALL("a", "b", 100, 110, 152, 158),
                                 CALL("a", "b", 200, 210, 252, 258),
                                 CALL("a", "b", 300, 310, 352, 358),
                                 CALL("a", "b", 400, 410, 1002, 1008) };

    (void)state;
    expect(list, countof(list), "a b 48000 52000 4/5 apart\n");
}

static void what_libraries_err_by_is_no_difference(void **state)
{
    static const told less[] = { CALL("a", "b", 0, 10, 4, 12.9),
                                 CALL("a", "b", 100, 110, 104, 112.9),
                                 CALL("a", "b", 200, 210, 204, 212.9) };
    static const told more[] = { CALL("a", "b", 0, 10, 4, 13.1),
                                 CALL("a", "b", 100, 110, 104, 113.1),
                                 CALL("a", "b", 200, 210, 204, 213.1) };
    static const told behind[] = { CALL("a", "b", 0, 10, -3.1, 6),
                                   CALL("a", "b", 100, 110, 96.9, 106),
                                   CALL("a", "b", 200, 210, 196.9, 206) };

    (void)state;
    expect(less, countof(less), "a b 2900 4000 3/3\n");
    expect(more, countof(more), "a b 3100 4000 3/3 apart\n");
    expect(behind, countof(behind), "a b -4000 -3100 3/3 apart\n");
}

static void only_zones_may_be_far(void **state)
{
    enum { FAR = 601000, ZONE = 900000 };
    static const told list[] = {
        CALL("a", "b", 0, 10, FAR + 2, FAR + 8),
        CALL("a", "b", 100, 110, FAR + 102, FAR + 108),
        CALL("a", "b", 200, 210, FAR + 202, FAR + 208),
        CALL("a", "c", 300, 310, ZONE + 302, ZONE + 308),
        CALL("a", "c", 400, 410, ZONE + 402, ZONE + 408),
        CALL("a", "c", 500, 510, ZONE + 502, ZONE + 508),
    };

    (void)state;
    expect(list, countof(list),
           "a b 600998000 601002000 3/3 apart far\n"
           "a c 899998000 900002000 3/3 apart\n");
}

static void clocks_that_were_set_count_around_the_trace(void **state)
{
    /* by 50 ms until the clock is set after two minutes */
    static const told list[] = {
        CALL("a", "b", 0, 10, 52, 58), CALL("a", "b", 100, 110, 152, 158),
        CALL("a", "b", 200, 210, 252, 258),
        CALL("a", "b", 120000, 120010, 120002, 120008),
        CALL("a", "b", 120100, 120110, 120102, 120108)
    };

    (void)state;
    expect(list, countof(list), "a b 48000 52000 3/3 apart\n");
}

static void a_call_is_not_counted_twice(void **state)
{
    static const told list[] = { CALL("a", "b", 0, 10, 52, 58),
                                 CALL("a", "b", 100, 110, 152, 158) };
    clock_hosts h;

    (void)state;
    calls = list;
    ncalls = countof(list);
    corr_store *st = testing_store(push_calls, push_calls);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(clock_hosts_of(&h, st, 0));
    assert_string_equal(print(&h), "a b - - 2/2\n");
    clock_hosts_clear(&h);
    corr_store_free(st);
}

static void shifts_lead_from_clock_to_clock(void **state)
{
    /* b is 50 ms ahead of a, c 20 ms behind b, d agrees with c */
    static const told list[] = {
        CALL("a", "b", 0, 10, 52, 58),      CALL("a", "b", 100, 110, 152, 158),
        CALL("a", "b", 200, 210, 252, 258), CALL("b", "c", 300, 310, 282, 288),
        CALL("b", "c", 400, 410, 382, 388), CALL("b", "c", 500, 510, 482, 488),
        CALL("c", "d", 600, 610, 602, 608), CALL("c", "d", 700, 710, 702, 708),
        CALL("c", "d", 800, 810, 802, 808),
    };
    corr_store *st = store_of(list, countof(list));
    clock_hosts h;

    (void)state;
    assert_true(clock_hosts_of(&h, st, 0));
    clock_hosts_settle(&h, CORR_STR("a"));
    const int64_t from_a[] = { 0, -50 * MS, -30 * MS, -30 * MS };
    const int64_t u[] = { 0, 2 * MS, 4 * MS, 4 * MS };
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(h.reached[i]);
        assert_int_equal(h.shift[i], from_a[i]);
        assert_int_equal(h.u[i], u[i]);
    }
    clock_hosts_settle(&h, CORR_STR("c"));
    assert_int_equal(h.shift[clock_hosts_find(&h, CORR_STR("a"))], 30 * MS);
    assert_int_equal(h.shift[clock_hosts_find(&h, CORR_STR("b"))], -20 * MS);
    assert_int_equal(h.shift[clock_hosts_find(&h, CORR_STR("d"))], 0);
    clock_hosts_settle(&h, CORR_STR("nobody"));
    for (uint32_t i = 0; i < 4; i++) {
        assert_false(h.reached[i]);
        assert_int_equal(h.shift[i], 0);
    }
    clock_hosts_clear(&h);
    corr_store_free(st);
}

static void a_store_without_calls_has_no_pairs(void **state)
{
    static const told list[] = { CALL("a", "a", 0, 10, 2, 8) };

    (void)state;
    expect(list, 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_that_agree_bound_an_offset),
        cmocka_unit_test(offsets_are_of_the_later_name),
        cmocka_unit_test(who_does_not_wait_gives_one_bound),
        cmocka_unit_test(few_calls_and_quarrelling_ones_say_nothing),
        cmocka_unit_test(one_in_five_may_be_wrong),
        cmocka_unit_test(what_libraries_err_by_is_no_difference),
        cmocka_unit_test(only_zones_may_be_far),
        cmocka_unit_test(clocks_that_were_set_count_around_the_trace),
        cmocka_unit_test(a_call_is_not_counted_twice),
        cmocka_unit_test(shifts_lead_from_clock_to_clock),
        cmocka_unit_test(a_store_without_calls_has_no_pairs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
