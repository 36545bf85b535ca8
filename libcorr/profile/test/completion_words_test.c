/* Tests of completion_words.c: which names are offered, and which are not. */
#include "corr_view.h"
#include "test/test_memory.h"
#include "test/testing.h"

static void traces(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x21,
                                              .from = 0,
                                              .to = 9,
                                              .proc = "service.name=shop",
                                              .name = "POST /cart",
                                              .attrs = "thread.name=exec-1" });
    for (uint64_t i = 0; i < 2; i++)
        testing_full_span(b, &(testing_span_row){ .trace = 1,
                                                  .id = 0x22 + i,
                                                  .up = 0x21,
                                                  .from = 1 + (double)i,
                                                  .to = 3,
                                                  .proc = "service.name=stock",
                                                  .name = "find" });
    testing_full_span(b, &(testing_span_row){ .trace = 2,
                                              .id = 0x31,
                                              .from = 0,
                                              .to = 1,
                                              .proc = "service.name=shop",
                                              .name = "bad\nname" });
    testing_full_span(b,
                      &(testing_span_row){ .trace = 3,
                                           .id = 0x41,
                                           .from = 0,
                                           .to = 1,
                                           .name = "left \xe2\x80\xae thgir" });
}

static void profile(corr_build *b)
{
    testing_sample(b, testing_cpu(b),
                   "main.main;shop.Cart.load;std::map<int>::find;\x1b[2J", 1,
                   "thread.name=exec-2, service.name=batch");
}

static void nameless(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "main.main", 1, "");
}

/* A name of so many bytes, which is as long as a name may be or longer. */
static void long_names(corr_build *b)
{
    char name[300];

    memset(name, 'f', sizeof name);
    name[257] = '\0';
    testing_sample(b, testing_cpu(b), name, 1, "");
    name[256] = '\0';
    testing_sample(b, testing_cpu(b), name, 2, "");
}

/* What is offered, with "|" between the words. */
static void assert_words(corr_store *st, corr_word what, const char *begin,
                         const char *want)
{
    corr_err err = { 0 };
    corr_words *w = corr_words_of(st, what, corr_str_of(begin), 100, &err);
    char got[1024] = "";

    if (!w)
        fail_msg("%s", err.what);
    for (size_t i = 0; i < corr_words_size(w); i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.*s",
                 i ? "|" : "", CORR_STR_ARG(corr_words_at(w, i)));
    corr_words_free(w);
    assert_string_equal(got, want);
}

static void names_come_in_order_and_once(void **state)
{
    corr_store *st = testing_store(traces, profile, profile);

    (void)state;
    assert_words(st, CORR_WORD_OPERATION, "", "POST /cart|find");
    assert_words(st, CORR_WORD_OPERATION, "f", "find");
    assert_words(st, CORR_WORD_OPERATION, "find ", "");
    assert_words(st, CORR_WORD_SERVICE, "", "batch|shop|stock");
    assert_words(st, CORR_WORD_THREAD, "exec", "exec-1|exec-2");
    corr_store_free(st);
}

static void a_service_may_be_told_by_the_name_of_a_file(void **state)
{
    corr_store *st = testing_store(traces, nameless);
    corr_err err = { 0 };

    (void)state;
    st->loaded.v[1]->fetched =
        (fetched_name){ .is_fetched = true, .service = CORR_STR("till") };
    assert_int_equal(corr_prepare(st, &err), CORR_OK);
    assert_words(st, CORR_WORD_SERVICE, "t", "till");
    corr_store_free(st);
}

static void functions_are_found_by_their_ends_too(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    assert_words(st, CORR_WORD_FUNCTION, "",
                 "main.main|shop.Cart.load|std::map<int>::find");
    assert_words(st, CORR_WORD_FUNCTION, "main", "main.main");
    assert_words(st, CORR_WORD_FUNCTION, "lo", "load");
    assert_words(st, CORR_WORD_FUNCTION, "Cart", "Cart.load");
    assert_words(st, CORR_WORD_FUNCTION, "map<", "map<int>::find");
    assert_words(st, CORR_WORD_FUNCTION, "oad", "");
    corr_store_free(st);
}

static void names_that_cannot_be_typed_are_left_out(void **state)
{
    corr_store *st = testing_store(long_names);
    char name[257];

    (void)state;
    memset(name, 'f', 256);
    name[256] = '\0';
    assert_words(st, CORR_WORD_FUNCTION, "", name);
    corr_store_free(st);
}

static void a_trace_is_completed_and_then_its_spans(void **state)
{
    corr_store *st = testing_store(traces);

    (void)state;
    assert_words(st, CORR_WORD_TRACE, "a0a0a0a000000001",
                 "a0a0a0a0000000010000000000000001");
    assert_words(st, CORR_WORD_SPAN, "",
                 "a0a0a0a0000000010000000000000001|"
                 "a0a0a0a0000000020000000000000002|"
                 "a0a0a0a0000000030000000000000003");
    assert_words(st, CORR_WORD_SPAN, "a0a0a0a000000001/",
                 "a0a0a0a000000001/POST /cart|"
                 "a0a0a0a000000001/s1|"
                 "a0a0a0a000000001/s2|"
                 "a0a0a0a000000001/s3");
    assert_words(st, CORR_WORD_SPAN, "a0a0a0a000000001/P",
                 "a0a0a0a000000001/POST /cart");
    assert_words(st, CORR_WORD_SPAN, "a0a0a0a000000002/",
                 "a0a0a0a000000002/s1");
    assert_words(st, CORR_WORD_SPAN, "a0a0a0a0/", ""); /* which of them? */
    assert_words(st, CORR_WORD_SPAN, "ffff/", "");
    assert_words(st, CORR_WORD_SPAN, "/", "");
    corr_store_free(st);
}

static void twelve_traces(corr_build *b)
{
    for (uint64_t i = 1; i <= 12; i++)
        testing_full_span(
            b,
            &(testing_span_row){
                .trace = i, .id = i, .from = 0, .to = (double)i, .name = "a" });
}

static void of_all_traces_the_longest_ten_are_offered(void **state)
{
    corr_store *st = testing_store(twelve_traces, twelve_traces);
    corr_words *w = corr_words_of(st, CORR_WORD_SPAN, CORR_STR(""), 99, NULL);

    (void)state;
    assert_non_null(w);
    assert_int_equal(corr_words_size(w), 10);
    assert_true(
        corr_str_is(corr_words_at(w, 0), "a0a0a0a0000000030000000000000003"));
    corr_words_free(w);
    corr_store_free(st);
}

static void labels_have_keys_and_then_values(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    assert_words(st, CORR_WORD_LABEL, "thr", "thread.name=");
    assert_words(st, CORR_WORD_LABEL,
                 "thread.name=", "thread.name=exec-1|thread.name=exec-2");
    assert_words(st, CORR_WORD_LABEL, "nosuch=", "");
    assert_words(st, CORR_WORD_FIELD, "d", "duration");
    assert_words(st, CORR_WORD_FIELD, "thread", "thread.name");
    assert_words(st, CORR_WORD_KIND, "", "cpu");
    corr_store_free(st);
}

static void no_more_are_given_than_were_asked_for(void **state)
{
    corr_store *st = testing_store(profile, profile);
    corr_words *w =
        corr_words_of(st, CORR_WORD_FUNCTION, CORR_STR(""), 2, NULL);

    (void)state;
    assert_non_null(w);
    assert_int_equal(corr_words_size(w), 2);
    assert_true(corr_str_is(corr_words_at(w, 1), "shop.Cart.load"));
    corr_words_free(w);
    corr_store_free(st);
}

static void without_memory_it_says_so(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        corr_words,
        corr_words_of(st, CORR_WORD_FUNCTION, CORR_STR("main"), 9, &err),
        corr_words_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_in_order_and_once),
        cmocka_unit_test(a_service_may_be_told_by_the_name_of_a_file),
        cmocka_unit_test(functions_are_found_by_their_ends_too),
        cmocka_unit_test(names_that_cannot_be_typed_are_left_out),
        cmocka_unit_test(a_trace_is_completed_and_then_its_spans),
        cmocka_unit_test(of_all_traces_the_longest_ten_are_offered),
        cmocka_unit_test(labels_have_keys_and_then_values),
        cmocka_unit_test(no_more_are_given_than_were_asked_for),
        cmocka_unit_test(without_memory_it_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
