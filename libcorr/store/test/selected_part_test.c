/* Tests of selected_part, and of what follows of it: which of two inputs counts
 * for a span, and which for everything else. */
#include "store/selected_part.h"

#include "select/select.h"

#include "test/test_bytime.h"

enum { WHOLE = 1, PART = 2, SPAN = 0x11, CHILD = 0x12, OTHER = 0x21 };

static void requests(corr_build *b)
{
    on_thread(b, 1, SPAN, 0, 0, 400, "thread.id=#31");
    on_thread(b, 1, CHILD, SPAN, 100, 200, "thread.id=#31");
    on_thread(b, 2, OTHER, 0, 500, 900, "thread.id=#31");
}

static void whole(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    sample_on(b, cpu, "in_span", 50, 31);
    sample_on(b, cpu, "in_child", 150, 31);
    sample_on(b, cpu, "in_other", 600, 31);
}

static void labelled_whole(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, cpu, "in_span", 50, "span_id=11");
}

static void add_selected(corr_build *b, const char *leaf)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .stack = testing_stack(b, leaf),
                                           .time = CORR_NO_TIME,
                                           .span = SPAN,
                                           .value = 20,
                                           .obs = 2 });
}

static void part(corr_build *b)
{
    corr_set_window(b, testing_ms(1000), testing_ms(1000));
    add_selected(b, "selected");
}

/* Loads, and says of the last input that a server selected it by the span. */
static corr_store *store_of(testing_fill *first, double from, double to)
{
    corr_store *st = testing_store(requests, first, part);

    st->loaded.v[PART]->fetched = (fetched_name){ .is_fetched = true,
                                                  .from = testing_ms(from),
                                                  .to = testing_ms(to),
                                                  .span = SPAN,
                                                  .is_part = true };
    return st;
}

static int64_t total_of(corr_store *st, const corr_query *q, corr_evidence *e)
{
    corr_sel *sel = corr_sel_of(st, q, NULL);

    assert_non_null(sel);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    if (e)
        *e = f.evidence;
    corr_sel_free(sel);
    return f.total;
}

static uint32_t whole_of(corr_store *st)
{
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return selected_part_whole(st, PART, CORR_STR("cpu"), NULL);
}

static void the_server_names_the_local_root(void **state)
{
    corr_store *st = store_of(whole, 0, 1000);

    (void)state;
    assert_joined(st, "selected", SPAN, CORR_RUNG_S3);
    assert_int_equal(corr_rung_class(CORR_RUNG_S3), CORR_EXACT);
    corr_store_free(st);
}

static void a_span_has_the_part_and_everything_else_the_whole(void **state)
{
    corr_store *st = store_of(whole, 0, 1000);
    corr_evidence e;

    (void)state;
    assert_int_equal(total_of(st, &(corr_query){ 0 }, NULL), 30);
    assert_int_equal(total_of(st, &(corr_query){ .span = SPAN }, &e), 20);
    assert_int_equal(e.word, CORR_EXACT);
    assert_int_equal(e.rung[CORR_RUNG_S3].observations, 2);
    /* The child gets its part of the request by self time, as by a label. */
    assert_int_equal(total_of(st, &(corr_query){ .span = CHILD }, &e), 5);
    assert_int_equal(e.rung[CORR_RUNG_R3].observations, 2);
    /* Other spans keep what the whole has of them. */
    assert_int_equal(total_of(st, &(corr_query){ .span = OTHER }, &e), 10);
    assert_int_equal(e.rung[CORR_RUNG_T1].observations, 1);
    assert_int_equal(line_with(st, "in_child", 0).why, CORR_WHY_DUPLICATE);
    assert_int_equal(
        total_of(st, &(corr_query){ .joined = true, .tied_only = true }, NULL),
        50);
    corr_store_free(st);
}

static void ids_of_the_whole_are_better(void **state)
{
    corr_store *st = store_of(labelled_whole, 0, 1000);
    corr_evidence e;

    (void)state;
    assert_true(total_of(st, &(corr_query){ .span = SPAN }, &e) > 0);
    assert_int_equal(e.rung[CORR_RUNG_S3].observations, 0);
    assert_stopped(st, "selected", CORR_WHY_DUPLICATE);
    assert_int_equal(total_of(st, &(corr_query){ 0 }, NULL),
                     total_of(st, &(corr_query){ .span = SPAN }, NULL));
    corr_store_free(st);
}

static void four_fifths_of_the_window_are_enough(void **state)
{
    static const struct {
        double from, to;
        uint32_t whole;
    } window[] = {
        { 0, 1000, WHOLE },   { 100, 200, WHOLE },     { -200, 1000, WHOLE },
        { 200, 1200, WHOLE }, { 300, 1300, NO_WHOLE }, { 2000, 3000, NO_WHOLE },
    };

    (void)state;
    for (size_t i = 0; i < countof(window); i++) {
        corr_store *st = store_of(whole, window[i].from, window[i].to);
        assert_int_equal(whole_of(st), window[i].whole);
        const int64_t total = total_of(st, &(corr_query){ 0 }, NULL);
        assert_int_equal(total, window[i].whole == WHOLE ? 30 : 50);
        corr_store_free(st);
    }
}

/* ---- another recording is no whole ---------------------------------- */

static void of_cart(corr_build *b)
{
    testing_owner(b, CART);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    sample_on(b, testing_cpu(b), "cart", 50, 1);
}

static void of_locks(corr_build *b)
{
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS });
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    sample_on(b, lock, "lock", 50, 31);
}

static void another_service_or_kind_is_no_whole(void **state)
{
    static testing_fill *const other[] = { of_cart, of_locks };

    (void)state;
    for (size_t i = 0; i < countof(other); i++) {
        corr_store *st = store_of(other[i], 0, 1000);
        assert_int_equal(whole_of(st), NO_WHOLE);
        assert_false(selected_part_is_repeated(st, PART));
        assert_joined(st, "selected", SPAN, CORR_RUNG_S3);
        corr_store_free(st);
    }
}

/* Names of services that corr fetch asked for decide, if both files have
 * them. */
static void fetched_files_are_of_the_service_that_was_asked(void **state)
{
    corr_store *st = store_of(whole, 0, 1000);
    fetched_name *name = &st->loaded.v[WHOLE]->fetched;

    (void)state;
    *name = st->loaded.v[PART]->fetched;
    name->is_part = false;
    name->span = 0;
    name->service = CORR_STR("web");
    st->loaded.v[PART]->fetched.service = CORR_STR("shop");
    assert_int_equal(whole_of(st), NO_WHOLE);
    name->service = CORR_STR("shop");
    assert_int_equal(whole_of(st), WHOLE);
    assert_true(selected_part_is_repeated(st, PART));
    assert_true(selected_part_any(st, WHOLE));
    assert_false(selected_part_any(st, 0));
    corr_store_free(st);
}

/* ---- shared samples ------------------------------------------------- */

static void two_at_once(corr_build *b)
{
    testing_span(b, 1, SPAN, 0, 0, 1000, SHOP);
    testing_span(b, 2, OTHER, 0, 0, 1000, SHOP);
}

static void threadless(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    sample_on(b, testing_cpu(b), "shared", 500, 0);
}

static void a_shared_sample_stays_with_the_other_spans(void **state)
{
    corr_store *st = testing_store(two_at_once, threadless, part);

    (void)state;
    assert_share(st, "shared", SPAN, 0.5);
    assert_share(st, "shared", OTHER, 0.5);
    corr_store_free(st);
    st = testing_store(two_at_once, threadless, part);
    st->loaded.v[PART]->fetched = (fetched_name){ .is_fetched = true,
                                                  .to = testing_ms(1000),
                                                  .from = testing_ms(0),
                                                  .span = SPAN,
                                                  .is_part = true };
    assert_share(st, "shared", SPAN, 0);
    assert_share(st, "shared", OTHER, 0.5);
    assert_share(st, "shared", 0, 0.5);
    corr_store_free(st);
}

/* ---- several spans, several pieces ---------------------------------- */

static void a_part_of_several_spans_only_gives_way(void **state)
{
    corr_store *st = store_of(whole, 0, 1000);

    (void)state;
    st->loaded.v[PART]->fetched.span = 0;
    assert_int_equal(total_of(st, &(corr_query){ 0 }, NULL), 30);
    assert_int_equal(line_with(st, "in_span", SPAN).rung, CORR_RUNG_T1);
    corr_store_free(st);
}

static void half(corr_build *b, double from, double to)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    sample_on(b, testing_cpu(b), "half", from + 50, 31);
}

static void first_half(corr_build *b)
{
    half(b, 0, 500);
}

static void second_half(corr_build *b)
{
    half(b, 500, 1000);
}

static void pieces_of_the_whole_are_one(void **state)
{
    corr_store *st = testing_store(requests, second_half, part, first_half);

    (void)state;
    st->loaded.v[PART]->fetched = (fetched_name){ .is_fetched = true,
                                                  .to = testing_ms(1000),
                                                  .from = testing_ms(0),
                                                  .span = SPAN,
                                                  .is_part = true };
    assert_int_equal(whole_of(st), 3);
    assert_int_equal(total_of(st, &(corr_query){ 0 }, NULL), 20);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_server_names_the_local_root),
        cmocka_unit_test(a_span_has_the_part_and_everything_else_the_whole),
        cmocka_unit_test(ids_of_the_whole_are_better),
        cmocka_unit_test(four_fifths_of_the_window_are_enough),
        cmocka_unit_test(another_service_or_kind_is_no_whole),
        cmocka_unit_test(fetched_files_are_of_the_service_that_was_asked),
        cmocka_unit_test(a_shared_sample_stays_with_the_other_spans),
        cmocka_unit_test(a_part_of_several_spans_only_gives_way),
        cmocka_unit_test(pieces_of_the_whole_are_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
