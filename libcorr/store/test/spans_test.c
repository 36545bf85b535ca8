/* Tests of spans: copies, processes, parents, local roots, self time. */
#include "test/test_spans.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

static uint64_t id_of(const corr_store *st, uint32_t span)
{
    return span ? store_span(st, span)->id : 0;
}

static uint64_t up_of(const corr_store *st, uint64_t id)
{
    return id_of(st, st->spans.up.v[span_of(st, id)]);
}

static uint64_t root_of(const corr_store *st, uint64_t id)
{
    return id_of(st, st->spans.root.v[span_of(st, id)]);
}

static double self_ms(const corr_store *st, uint64_t id)
{
    return (double)st->spans.self.v[span_of(st, id)] / 1e6;
}

static void assert_ms(double got, double want)
{
    if (fabs(got - want) > 1e-6)
        fail_msg("%g ms is not %g ms", got, want);
}

/* ---- order and look-up ---------------------------------------------- */

static void second_first(corr_build *b)
{
    testing_span(b, 2, 0x21, 0, 0, 5, SHOP);
    testing_span(b, 1, 0x13, 0x11, 10, 30, SHOP);
    testing_span(b, 1, 0x12, 0x11, 20, 25, SHOP);
}

static void first_later(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 2, 0x22, 0x21, 0, 4, SHOP);
}

static void spans_are_numbered_by_trace_start_and_id(void **state)
{
    corr_store *st = prepared(testing_store(second_first, first_later));
    const spans *s = &st->spans;
    const uint64_t want[] = { 0x11, 0x13, 0x12, 0x21, 0x22 };

    (void)state;
    assert_int_equal(s->at.n, 6);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(id_of(st, i + 1), want[i]);
    assert_int_equal(s->trace.n, 2);
    assert_int_equal(s->trace.v[0].first, 1);
    assert_int_equal(s->trace.v[0].n, 3);
    assert_int_equal(s->trace.v[1].first, 4);
    assert_int_equal(s->trace.v[1].n, 2);
    assert_int_equal(s->trace_of.v[5], 1);
    assert_int_equal(s->copies, 0);
    corr_store_free(st);
}

/* 0x11 called 0x13, which began before it, and 0x12; 0x13 called 0x14. */
static void second_before_first(corr_build *b)
{
    testing_span(b, 1, 0x13, 0x11, 0, 30, SHOP);
    testing_span(b, 1, 0x11, 0, 5, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 40, SHOP);
    testing_span(b, 1, 0x14, 0x13, 20, 25, SHOP);
}

static void second_only(corr_build *b)
{
    testing_span(b, 2, 0x21, 0, 0, 5, SHOP);
}

static void handles_count_depth_first(void **state)
{
    corr_store *st = prepared(testing_store(second_before_first, second_only));
    const spans *s = &st->spans;
    const uint64_t want[] = { 0x11, 0x13, 0x14, 0x12 };

    (void)state;
    for (uint32_t n = 1; n <= 4; n++) {
        const uint32_t span = spans_of_handle(s, &s->trace.v[0], n);
        assert_int_equal(id_of(st, span), want[n - 1]);
        assert_int_equal(s->handle.v[span], n);
    }
    assert_int_equal(spans_of_handle(s, &s->trace.v[0], 0), 0);
    assert_int_equal(spans_of_handle(s, &s->trace.v[0], 5), 0);
    corr_store_free(st);
}

static void parents_are_found_in_other_inputs(void **state)
{
    corr_store *st = prepared(testing_store(second_first, first_later));

    (void)state;
    assert_int_equal(up_of(st, 0x12), 0x11);
    assert_int_equal(up_of(st, 0x13), 0x11);
    assert_int_equal(up_of(st, 0x22), 0x21);
    assert_int_equal(up_of(st, 0x11), 0);
    assert_int_equal(root_of(st, 0x13), 0x11);
    corr_store_free(st);
}

/* The same span id in two traces, and parents of that id in each. */
static void twice_the_id(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 10, SHOP);
    testing_span(b, 1, 0x15, 0x11, 1, 2, SHOP);
    testing_span(b, 2, 0x11, 0, 0, 10, SHOP);
    testing_span(b, 2, 0x25, 0x11, 1, 2, SHOP);
    testing_span(b, 3, 0x35, 0x11, 1, 2, SHOP);
}

static void an_id_in_two_traces_is_two_spans(void **state)
{
    corr_store *st = prepared(testing_store(twice_the_id));
    const spans *s = &st->spans;
    bool more;

    (void)state;
    const uint32_t any = spans_find(s, (corr_trace_id){ 0, 0 }, 0x11, &more);
    assert_true(more);
    assert_int_equal(any, spans_find(s, testing_trace(1), 0x11, &more));
    assert_false(more);
    const uint32_t second = spans_find(s, testing_trace(2), 0x11, &more);
    assert_false(more);
    assert_int_not_equal(second, any);
    assert_int_equal(s->up.v[span_of(st, 0x15)], any);
    assert_int_equal(s->up.v[span_of(st, 0x25)], second);
    assert_int_equal(s->up.v[span_of(st, 0x35)], 0);
    assert_int_equal(spans_find(s, testing_trace(3), 0x11, &more), 0);
    assert_int_equal(spans_find(s, testing_trace(1), 0, NULL), 0);
    assert_int_equal(spans_find(s, testing_trace(1), 0x77, NULL), 0);
    corr_store_free(st);
}

static void add(corr_build *b, uint64_t hi, uint64_t lo, uint64_t id)
{
    corr_add_span(b, &(corr_span_row){ .trace = { hi, lo },
                                       .id = id,
                                       .start = testing_ms(0),
                                       .end = testing_ms(1) });
}

static void halves(corr_build *b)
{
    add(b, 0x1000, 0x5, 0x51);
    add(b, 0, 0x6, 0x61);
    add(b, 0x1000, 0x7, 0x71);
    add(b, 0x2000, 0x7, 0x72);
    add(b, 0, 0x9, 0x90);
    add(b, 0x1000, 0x9, 0x91);
}

static uint64_t high_of(const spans *s, uint64_t hi, uint64_t lo)
{
    const uint32_t at = spans_trace(s, (corr_trace_id){ hi, lo });

    assert_int_not_equal(at, UINT32_MAX);
    assert_int_equal(s->trace.v[at].id.lo, lo);
    return s->trace.v[at].id.hi;
}

static void half_an_id_matches_if_nobody_shares_it(void **state)
{
    corr_store *st = prepared(testing_store(halves));
    const spans *s = &st->spans;

    (void)state;
    /* 64 bits requested and 128 present, and the other way round */
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0, 5 }),
                     spans_trace(s, (corr_trace_id){ 0x1000, 5 }));
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0x3000, 6 }),
                     spans_trace(s, (corr_trace_id){ 0, 6 }));
    assert_int_not_equal(spans_trace(s, (corr_trace_id){ 0, 6 }), UINT32_MAX);
    /* two halves alike, two whole ids that differ */
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0, 7 }), UINT32_MAX);
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0x3000, 5 }), UINT32_MAX);
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0, 8 }), UINT32_MAX);
    assert_int_equal(spans_trace(s, (corr_trace_id){ 0x3000, 7 }), UINT32_MAX);
    /* an exact match wins */
    assert_int_equal(high_of(s, 0x1000, 7), 0x1000);
    assert_int_equal(high_of(s, 0x2000, 7), 0x2000);
    assert_int_equal(high_of(s, 0x1000, 9), 0x1000);
    assert_int_equal(high_of(s, 0, 9), 0);
    assert_int_equal(high_of(s, 0x3000, 9), 0);
    corr_store_free(st);
}

static void a_span_is_found_under_half_of_its_trace(void **state)
{
    corr_store *st = prepared(testing_store(halves));
    const spans *s = &st->spans;

    (void)state;
    assert_int_equal(
        id_of(st, spans_find(s, (corr_trace_id){ 0, 5 }, 0x51, NULL)), 0x51);
    assert_int_equal(
        id_of(st, spans_find(s, (corr_trace_id){ 0x9, 6 }, 0x61, NULL)), 0x61);
    assert_int_equal(spans_find(s, (corr_trace_id){ 0x9, 5 }, 0x51, NULL), 0);
    assert_int_equal(spans_find(s, (corr_trace_id){ 0, 6 }, 0x51, NULL), 0);
    corr_store_free(st);
}

/* ---- copies --------------------------------------------------------- */

static void timed_span(corr_build *b, int64_t start, int64_t end)
{
    corr_add_span(
        b, &(corr_span_row){ .trace = testing_trace(1),
                             .id = 0x11,
                             .start = INT64_C(1700000000000000000) + start,
                             .end = INT64_C(1700000000000000000) + end });
}

static void in_ms(corr_build *b)
{
    timed_span(b, 1000000, 9000000);
}

static void in_us(corr_build *b)
{
    timed_span(b, 1234000, 9876000);
}

static void in_ns(corr_build *b)
{
    timed_span(b, 1234567, 9876000);
}

static int64_t start_of_only(corr_store *st)
{
    prepared(st);
    assert_int_equal(st->spans.at.n, 2);
    return store_span(st, 1)->start.ns % 1000000000;
}

static void the_copy_with_the_finest_clock_is_used(void **state)
{
    testing_fill *const orders[][3] = { { in_ms, in_us, in_ns },
                                        { in_ns, in_us, in_ms },
                                        { in_us, in_ns, in_ms } };

    (void)state;
    for (size_t i = 0; i < countof(orders); i++) {
        corr_store *st = testing_store_of(orders[i], 3);
        assert_int_equal(start_of_only(st), 1234567);
        assert_int_equal(st->spans.copies, 2);
        assert_true(testing_said(st, "DUPLICATE_SPANS"));
        corr_store_free(st);
    }
    corr_store *st = testing_store(in_ms, in_us);
    assert_int_equal(start_of_only(st), 1234000);
    corr_store_free(st);
}

static void in_ns_and_longer(corr_build *b)
{
    timed_span(b, 1234567, 19876000);
}

static void unfinished(corr_build *b)
{
    corr_add_span(
        b, &(corr_span_row){ .trace = testing_trace(1),
                             .id = 0x11,
                             .start = INT64_C(1700000000000000000) + 1234567,
                             .end = INT64_C(1700000000000000000) + 1234567,
                             .flags = CORR_SPAN_UNFINISHED });
}

static void check_end(testing_fill *a, testing_fill *b, int64_t ms)
{
    testing_fill *const fill[] = { a, b };
    corr_store *st = testing_store_of(fill, 2);

    prepared(st);
    assert_int_equal(st->spans.at.n, 2);
    assert_int_equal(store_span(st, 1)->end.ns % 1000000000 / 1000000, ms);
    corr_store_free(st);
}

static void the_copy_that_tells_most_of_how_long_it_took_is_used(void **state)
{
    (void)state;
    check_end(in_ns, in_ns_and_longer, 19);
    check_end(in_ns_and_longer, in_ns, 19);
    check_end(unfinished, in_ms, 9);
    check_end(in_ms, unfinished, 9);
}

static void by_a_profile(corr_build *b)
{
    corr_add_span(
        b, &(corr_span_row){ .trace = testing_trace(1),
                             .id = 0x11,
                             .start = INT64_C(1700000000000000000) + 1234567,
                             .end = INT64_C(1700000000000000000) + 9876000,
                             .flags = CORR_SPAN_RECORDED });
}

static void what_a_profile_tells_of_a_span_goes_behind_an_export(void **state)
{
    (void)state;
    corr_store *st = testing_store(by_a_profile, in_ms);
    assert_int_equal(start_of_only(st), 1000000);
    /* a span of a profile is not counted as a copy */
    assert_int_equal(st->spans.copies, 0);
    corr_store_free(st);
    st = testing_store(by_a_profile);
    assert_int_equal(start_of_only(st), 1234567);
    corr_store_free(st);
}

static bool is_of_both(testing_fill *base, testing_fill *next)
{
    corr_store *st = testing_store(base, next);

    st->loaded.v[0]->group = 1;
    st->loaded.v[1]->group = 2;
    prepared(st);
    const bool both = spans_of_several(&st->spans, 1);
    corr_store_free(st);
    return both;
}

static void a_span_is_of_two_groups_if_equally_good_files_have_it(void **state)
{
    (void)state;
    assert_true(is_of_both(in_ms, in_us));
    assert_true(is_of_both(by_a_profile, by_a_profile));
    assert_false(is_of_both(in_ms, by_a_profile));
    assert_false(is_of_both(by_a_profile, in_ms));
}

static void a_store_without_copies_does_not_speak_of_them(void **state)
{
    corr_store *st = prepared(testing_store(first_later));

    (void)state;
    assert_false(testing_said(st, "DUPLICATE_SPANS"));
    corr_store_free(st);
}

/* A client and a server that share one id, a child in the server, a child of
 * the client's, and the client's own parent. */
static void shared(corr_build *b)
{
    testing_span(b, 1, 0x10, 0, 0, 100, CART);
    testing_span(b, 1, 0x11, 0x10, 10, 90, CART);
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .up = 0x10,
                                              .from = 20,
                                              .to = 80,
                                              .proc = SHOP,
                                              .flags = CORR_SPAN_SHARED });
    testing_span(b, 1, 0x12, 0x11, 30, 40, SHOP);
    testing_span(b, 1, 0x13, 0x11, 50, 60, CART);
}

static void the_server_half_of_a_shared_id_hangs_below_the_client(void **state)
{
    corr_store *st = prepared(testing_store(shared));
    const spans *s = &st->spans;

    (void)state;
    assert_int_equal(s->at.n, 6);
    assert_int_equal(s->copies, 0);
    const uint32_t client = 2;
    const uint32_t server = 3;
    assert_int_equal(id_of(st, client), 0x11);
    assert_int_equal(id_of(st, server), 0x11);
    assert_int_equal(s->up.v[server], client);
    assert_int_equal(id_of(st, s->up.v[client]), 0x10);
    assert_int_equal(s->up.v[span_of(st, 0x12)], server);
    assert_int_equal(s->up.v[span_of(st, 0x13)], client);
    assert_int_equal(s->root.v[server], server);
    assert_int_equal(s->root.v[client], 1);
    corr_store_free(st);
}

static void only_server(corr_build *b)
{
    testing_span(b, 1, 0x10, 0, 0, 100, CART);
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .up = 0x10,
                                              .from = 20,
                                              .to = 80,
                                              .proc = SHOP,
                                              .flags = CORR_SPAN_SHARED });
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x12,
                                              .up = 0x99,
                                              .from = 30,
                                              .to = 40,
                                              .proc = SHOP,
                                              .flags = CORR_SPAN_SHARED });
}

static void a_server_half_alone_hangs_below_its_parent(void **state)
{
    corr_store *st = prepared(testing_store(only_server));

    (void)state;
    assert_int_equal(up_of(st, 0x11), 0x10);
    assert_int_equal(up_of(st, 0x12), 0);
    corr_store_free(st);
}

static void add_named(corr_build *b, uint64_t id, uint64_t up, double from,
                      double to, uint8_t kind, const char *proc,
                      const char *name)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .name = name,
                                              .kind = kind });
}

/* No reader marked the halves of the call 0x12. */
static void unmarked_halves(corr_build *b)
{
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_SERVER, CART, "GET");
    add_named(b, 0x12, 0x11, 10, 90, CORR_SPAN_CLIENT, CART, "call");
}

static void other_half(corr_build *b)
{
    add_named(b, 0x12, 0x11, 20, 80, CORR_SPAN_SERVER, SHOP, "GET /x");
    add_named(b, 0x13, 0x12, 30, 40, CORR_SPAN_CLIENT, SHOP, "db");
    add_named(b, 0x14, 0x12, 50, 60, CORR_SPAN_INTERNAL, "service.name=third",
              "other");
}

static void halves_of_a_call_are_found_in_every_format(void **state)
{
    corr_store *st = prepared(testing_store(unmarked_halves, other_half));
    const spans *s = &st->spans;

    (void)state;
    assert_int_equal(s->at.n, 6);
    assert_int_equal(s->copies, 0);
    assert_int_equal(s->reused, 0);
    assert_int_equal(s->up.v[3], 2);
    assert_true(spans_is_half(s, 3));
    assert_int_equal(s->up.v[4], 3);
    assert_int_equal(s->up.v[5], 3); /* of neither process: what answers */
    for (uint32_t i = 1; i <= 4; i++)
        assert_ms((double)s->self.v[i] / 1e6,
                  (const double[]){ 20, 20, 40, 10 }[i - 1]);
    corr_store_free(st);
}

/* Two workers that were forked after the ids were seeded. */
static void first_worker(corr_build *b)
{
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_SERVER, SHOP, "GET");
    add_named(b, 0x12, 0x11, 10, 30, CORR_SPAN_CLIENT, SHOP, "query");
}

static void second_worker(corr_build *b)
{
    add_named(b, 0x11, 0, 5000, 5100, CORR_SPAN_SERVER, SHOP, "GET");
    add_named(b, 0x12, 0x11, 5010, 5070, CORR_SPAN_CLIENT, SHOP, "query");
}

static void spans_that_begin_at_other_times_are_no_copies(void **state)
{
    corr_store *st = prepared(testing_store(first_worker, second_worker));
    const spans *s = &st->spans;

    (void)state;
    assert_int_equal(s->at.n, 5);
    assert_int_equal(s->copies, 0);
    assert_int_equal(s->reused, 2);
    assert_int_equal(s->up.v[2], 1);
    assert_int_equal(s->up.v[4], 3);
    assert_true(testing_said(st, "ID_REUSED"));
    assert_false(testing_said(st, "DUPLICATE_SPANS"));
    corr_store_free(st);
}

static void one_of_each(corr_build *b)
{
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_SERVER, SHOP, "GET /A");
}

static void in_lower_case(corr_build *b)
{
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_SERVER,
              "service.name=Shop, host.name=a, process.pid=#7", "get /a");
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_UNSPECIFIED, NULL, "get /a");
}

static void another_name(corr_build *b)
{
    add_named(b, 0x11, 0, 0, 100, CORR_SPAN_SERVER, SHOP, "GET /b");
}

static void copies_agree_in_name_kind_and_service(void **state)
{
    corr_store *st = prepared(testing_store(one_of_each, in_lower_case));

    (void)state;
    assert_int_equal(st->spans.at.n, 2);
    assert_int_equal(st->spans.copies, 2);
    corr_store_free(st);
    st = prepared(testing_store(one_of_each, another_name));
    assert_int_equal(st->spans.at.n, 3);
    assert_int_equal(st->spans.reused, 1);
    corr_store_free(st);
}

static void half_request(corr_build *b)
{
    add(b, 0, 0x5, 0x51);
    corr_add_span(b, &(corr_span_row){ .trace = { 0x1000, 0x5 },
                                       .id = 0x52,
                                       .parent = 0x51,
                                       .start = testing_ms(0),
                                       .end = testing_ms(1) });
}

static void halves_of_one_request_are_joined_by_a_parent(void **state)
{
    corr_store *st = prepared(testing_store(half_request));
    const spans *s = &st->spans;

    (void)state;
    assert_int_equal(s->trace.n, 1);
    assert_int_equal(s->trace.v[0].id.hi, 0x1000);
    assert_int_equal(s->up.v[span_of(st, 0x52)], span_of(st, 0x51));
    assert_int_equal(high_of(s, 0, 5), 0x1000);
    corr_store_free(st);
}

/* ---- local roots ---------------------------------------------------- */

#define REMOTE (CORR_SPAN_REMOTE_KNOWN | CORR_SPAN_REMOTE)

static void flagged(corr_build *b, uint64_t id, uint8_t flags)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = 0x11,
                                              .from = 20,
                                              .to = 80,
                                              .proc = SHOP,
                                              .flags = flags });
}

static void services(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 90, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 80, CART);
    testing_span(b, 1, 0x14, 0x13, 30, 70, CART);
    testing_span(b, 1, 0x15, 0x14, 40, 60, SHOP); /* back again */
    testing_span(b, 1, 0x16, 0x15, 45, 50, SHOP);
    testing_span(b, 1, 0x17, 0x999, 45, 50, SHOP); /* parent not exported */
    flagged(b, 0x18, REMOTE);
    flagged(b, 0x19, CORR_SPAN_REMOTE_KNOWN);
    flagged(b, 0x1a, CORR_SPAN_REMOTE);
}

static void a_process_is_entered_where_the_parent_is_elsewhere(void **state)
{
    corr_store *st = prepared(testing_store(services));

    (void)state;
    assert_int_equal(root_of(st, 0x11), 0x11);
    assert_int_equal(root_of(st, 0x12), 0x11);
    assert_int_equal(root_of(st, 0x13), 0x13);
    assert_int_equal(root_of(st, 0x14), 0x13);
    assert_int_equal(root_of(st, 0x15), 0x15);
    assert_int_equal(root_of(st, 0x16), 0x15);
    assert_int_equal(root_of(st, 0x17), 0x17);
    corr_store_free(st);
}

static void a_span_that_says_its_parent_is_remote_is_a_root(void **state)
{
    corr_store *st = prepared(testing_store(services));

    (void)state;
    assert_int_equal(root_of(st, 0x18), 0x18);
    assert_int_equal(root_of(st, 0x19), 0x11);
    assert_int_equal(root_of(st, 0x1a), 0x11);
    corr_store_free(st);
}

static void cycle(corr_build *b)
{
    testing_span(b, 1, 0x11, 0x13, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 90, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 80, SHOP);
    testing_span(b, 1, 0x14, 0x13, 30, 70, SHOP);
    testing_span(b, 1, 0x15, 0x15, 30, 70, SHOP); /* its own parent */
}

static void parents_in_a_circle_are_cut_once(void **state)
{
    corr_store *st = prepared(testing_store(cycle));
    unsigned tops = 0;

    (void)state;
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        uint32_t at = i;
        for (unsigned steps = 0; st->spans.up.v[at]; steps++) {
            assert_true(steps < 10);
            at = st->spans.up.v[at];
        }
        tops += st->spans.up.v[i] == 0;
    }
    assert_int_equal(tops, 2);
    assert_int_equal(up_of(st, 0x15), 0);
    assert_int_equal(up_of(st, 0x14), 0x13);
    corr_store_free(st);
}

/* ---- own time ------------------------------------------------------- */

static void overlapping(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 40, SHOP);
    testing_span(b, 1, 0x13, 0x11, 20, 30, SHOP);  /* inside 12 */
    testing_span(b, 1, 0x14, 0x11, 35, 60, SHOP);  /* 5 of it in 12 */
    testing_span(b, 1, 0x15, 0x11, 90, 120, SHOP); /* ends later */
    testing_span(b, 1, 0x16, 0x14, 40, 50, SHOP);
    testing_span(b, 1, 0x17, 0x11, 130, 140, SHOP); /* after it all */
}

static void children_that_overlap_are_subtracted_once(void **state)
{
    corr_store *st = prepared(testing_store(overlapping));

    (void)state;
    assert_ms(self_ms(st, 0x11), 100 - 50 - 10);
    assert_ms(self_ms(st, 0x12), 30);
    assert_ms(self_ms(st, 0x14), 15);
    assert_ms(self_ms(st, 0x15), 30);
    assert_ms(self_ms(st, 0x17), 10);
    corr_store_free(st);
}

static void early_child(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 50, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 0, 60, CART);
    testing_span(b, 1, 0x13, 0x11, 20, 40, CART);
}

static void a_child_that_begins_first_takes_what_it_shares(void **state)
{
    corr_store *st = prepared(testing_store(early_child));

    (void)state;
    assert_ms(self_ms(st, 0x11), 40);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_are_numbered_by_trace_start_and_id),
        cmocka_unit_test(handles_count_depth_first),
        cmocka_unit_test(parents_are_found_in_other_inputs),
        cmocka_unit_test(an_id_in_two_traces_is_two_spans),
        cmocka_unit_test(half_an_id_matches_if_nobody_shares_it),
        cmocka_unit_test(a_span_is_found_under_half_of_its_trace),
        cmocka_unit_test(the_copy_with_the_finest_clock_is_used),
        cmocka_unit_test(the_copy_that_tells_most_of_how_long_it_took_is_used),
        cmocka_unit_test(what_a_profile_tells_of_a_span_goes_behind_an_export),
        cmocka_unit_test(a_span_is_of_two_groups_if_equally_good_files_have_it),
        cmocka_unit_test(a_store_without_copies_does_not_speak_of_them),
        cmocka_unit_test(the_server_half_of_a_shared_id_hangs_below_the_client),
        cmocka_unit_test(halves_of_a_call_are_found_in_every_format),
        cmocka_unit_test(spans_that_begin_at_other_times_are_no_copies),
        cmocka_unit_test(copies_agree_in_name_kind_and_service),
        cmocka_unit_test(halves_of_one_request_are_joined_by_a_parent),
        cmocka_unit_test(a_server_half_alone_hangs_below_its_parent),
        cmocka_unit_test(a_process_is_entered_where_the_parent_is_elsewhere),
        cmocka_unit_test(a_span_that_says_its_parent_is_remote_is_a_root),
        cmocka_unit_test(parents_in_a_circle_are_cut_once),
        cmocka_unit_test(children_that_overlap_are_subtracted_once),
        cmocka_unit_test(a_child_that_begins_first_takes_what_it_shares),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
