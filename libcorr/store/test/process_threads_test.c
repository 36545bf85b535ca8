/* Tests of process_threads: the process of a profile by its threads. */
#include "test/test_bytime.h"

#define CART_7 "service.name=cart, host.name=b, process.pid=#7"

static void on(corr_build *b, uint64_t id, const char *proc, const char *thread)
{
    testing_full_span(
        b,
        &(testing_span_row){
            .trace = id, .id = id, .to = 100, .proc = proc, .attrs = thread });
}

static void shop_and_cart(corr_build *b)
{
    on(b, 0x11, SHOP, "thread.id=#31, thread.name=http-1");
    on(b, 0x12, SHOP, "thread.id=#32, thread.name=http-2");
    on(b, 0x21, CART_7, "thread.id=#31, thread.name=worker-1");
    on(b, 0x22, CART_7, "thread.id=#40");
    on(b, 0x23, CART_7, "thread.id=#33, thread.name=http-1");
}

static const char *thread_name;
static int64_t thread_number;
static double sample_ms;
static bool is_virtual;

static void one_thread(corr_build *b)
{
    const corr_text name = corr_add_text(b, corr_str_of(thread_name));

    corr_add_sample(
        b, &(corr_sample_row){
               .kind = testing_cpu(b),
               .stack = testing_stack(b, "a"),
               .thread = is_virtual
                             ? corr_add_virtual_thread(b, name, thread_number)
                             : corr_add_thread(b, name, 4711, thread_number),
               .time = testing_ms(sample_ms) });
}

static void assert_tied(const char *name, int64_t number, double ms,
                        const char *service)
{
    thread_name = name;
    thread_number = number;
    sample_ms = ms;
    corr_store *st = testing_store(shop_and_cart, one_thread);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    const process_match *t = &st->match.v[1];
    const corr_str got = st->spans.service.v[t->service];
    if (!corr_str_is(got, service) || (t->proc != 0) != (*service != 0) ||
        t->tied != (*service != 0) || t->assumed)
        fail_msg("%s %d: \"%.*s\"", name, (int)number, CORR_STR_ARG(got));
    corr_store_free(st);
}

static void number_and_name_of_a_thread_tell_its_process(void **state)
{
    (void)state;
    assert_tied("http-1", 31, 50, "shop");
    assert_tied("worker-1", 31, 50, "cart");
    assert_tied("http-2", 31, 50, "");
    assert_tied("http-1", 99, 50, "");
    assert_tied("", 40, 50, "");
    assert_tied("http-1", 31, 100.9, "shop");
    assert_tied("http-1", 31, 102, "");
    assert_tied("http-1", 31, -0.9, "shop");
    assert_tied("http-1", 31, -2, "");
}

static void of_a_virtual_thread_without_a_name_the_number_will_do(void **state)
{
    (void)state;
    is_virtual = true;
    assert_tied("made up", 40, 50, "cart");
    assert_tied("made up", 31, 50, "");
    assert_tied("http-1", 31, 50, "shop");
    assert_tied("http-2", 31, 50, "");
    is_virtual = false;
}

static void of_both(corr_build *b)
{
    one_thread(b);
    corr_add_sample(b,
                    &(corr_sample_row){
                        .kind = testing_cpu(b),
                        .stack = testing_stack(b, "b"),
                        .thread = corr_add_thread(
                            b, corr_add_text(b, CORR_STR("worker-1")), 0, 31),
                        .time = testing_ms(50) });
}

static void threads_of_two_processes_tell_nothing(void **state)
{
    (void)state;
    thread_name = "http-1";
    thread_number = 31;
    sample_ms = 50;
    corr_store *st = testing_store(shop_and_cart, of_both);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(st->match.v[1].proc, 0);
    corr_store_free(st);
}

static void replica(corr_build *b)
{
    testing_owner(b, "service.name=shop, host.name=c, process.pid=#9");
    one_thread(b);
}

static void nobodys(corr_build *b)
{
    testing_owner(b, "host.name=c, process.pid=#9");
    one_thread(b);
}

static void neighbour(corr_build *b)
{
    testing_owner(b, "process.pid=#9");
    one_thread(b);
}

static void only_shop(corr_build *b)
{
    on(b, 0x11, SHOP, "thread.id=#31, thread.name=http-1");
}

static void another_number_is_another_process(void **state)
{
    testing_fill *const traces[] = { shop_and_cart, only_shop };

    (void)state;
    thread_name = "http-1";
    thread_number = 31;
    sample_ms = 50;
    for (size_t i = 0; i < countof(traces); i++) {
        corr_store *st = testing_store(traces[i], neighbour);
        assert_int_equal(store_prepare(st, NULL), CORR_OK);
        assert_int_not_equal(st->match.v[1].proc, st->spans.proc.v[1]);
        corr_store_free(st);
    }
    /* the number as seen from outside of a container */
    thread_number = 0;
    corr_store *st = testing_store(only_shop, neighbour);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(st->match.v[1].proc, st->spans.proc.v[1]);
    corr_store_free(st);
}

static void threads_are_asked_where_no_service_is_named(void **state)
{
    (void)state;
    thread_name = "http-1";
    thread_number = 31;
    sample_ms = 50;
    corr_store *st = testing_store(shop_and_cart, replica);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(st->match.v[1].proc != st->spans.proc.v[1]);
    corr_store_free(st);
    st = testing_store(shop_and_cart, nobodys);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(st->match.v[1].proc, st->spans.proc.v[1]);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_and_name_of_a_thread_tell_its_process),
        cmocka_unit_test(of_a_virtual_thread_without_a_name_the_number_will_do),
        cmocka_unit_test(threads_of_two_processes_tell_nothing),
        cmocka_unit_test(another_number_is_another_process),
        cmocka_unit_test(threads_are_asked_where_no_service_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
