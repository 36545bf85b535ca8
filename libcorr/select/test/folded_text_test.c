/* Tests of folded_text. */
#include "test/test_store.h"

#include "base/base.h"
#include "corr_write.h"
#include "stats/distributions.h"
#include "test/test_memory.h"

/* All texts, one after the other. */
static void check_texts(corr_folded *f, const char *const *want, uint32_t n)
{
    corr_str text;

    assert_non_null(f);
    assert_int_equal(corr_folded_size(f), n);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(corr_folded_text(f, i, &text));
        if (!corr_str_is(text, want[i]))
            fail_msg("%.*s is not %s", CORR_STR_ARG(text), want[i]);
    }
}

#define CHECK_TEXTS(f, ...)                                                    \
    check_texts((f), (const char *const[]){ __VA_ARGS__ },                     \
                countof(((const char *const[]){ __VA_ARGS__ })))

/* Each row's stack is found as its text. */
static void check_rows(corr_folded *f, const corr_sel *sel,
                       const char *const *want)
{
    corr_sel_iter it = { .sel = sel };
    corr_row row;
    corr_str text;

    for (; corr_sel_next(&it, &row); want++) {
        const uint32_t i = corr_folded_find(f, row.input, row.stack);
        assert_true(corr_folded_text(f, i, &text));
        if (!*want || !corr_str_is(text, *want))
            fail_msg("%.*s is not %s", CORR_STR_ARG(text),
                     *want ? *want : "there");
    }
    assert_null(*want);
}

/* The text of each row is the names of its own frames. */
static void check_own_texts(corr_folded *f, const corr_sel *sel)
{
    corr_sel_iter it = { .sel = sel };
    corr_row row;
    corr_str text;

    while (corr_sel_next(&it, &row)) {
        size_t at = 0;
        assert_true(corr_folded_text(
            f, corr_folded_find(f, row.input, row.stack), &text));
        for (uint32_t i = 0; i < corr_stack_depth(sel, row.input, row.stack);
             i++) {
            const corr_str name =
                corr_stack_at(sel, row.input, row.stack, i).function;
            at += i > 0;
            assert_true(at + name.n <= text.n);
            assert_memory_equal(text.p + at, name.p, name.n);
            at += name.n;
        }
        assert_int_equal(at, text.n);
    }
}

static void texts_stand_in_byte_order(void **state)
{
    const char *const file[] = { "kind cpu count 1\n"
                                 "1 1 main;work;b\n"
                                 "1 1 main;work\n"
                                 "1 1 main-x;a\n"
                                 "1 1 main\n"
                                 "1 1 mainz\n"
                                 "1 1 main<x;a\n"
                                 "1 1 -\n" };
    corr_store *st = test_store(file, 1);
    corr_sel *sel = test_select(st);
    corr_folded *f = corr_folded_of((const corr_sel *const[]){ sel }, 1);

    (void)state;
    CHECK_TEXTS(f, "[unknown]", "main", "main-x;a", "main;work", "main;work;b",
                "main<x;a", "mainz");
    check_rows(f, sel,
               (const char *const[]){ "main;work;b", "main;work", "main-x;a",
                                      "main", "mainz", "main<x;a", "[unknown]",
                                      NULL });
    corr_folded_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void stacks_that_read_alike_are_one_text(void **state)
{
    const char *const file[] = {
        "kind cpu count 1\n1 1 a!m;b\n1 1 a!n;b\n1 1 a;a;b\n",
        "kind cpu count 1\n2 2 c\n2 2 a;b\n",
    };
    corr_store *st = test_store(file, countof(file));
    corr_sel *sel = test_select(st);
    corr_folded *f = corr_folded_of((const corr_sel *const[]){ sel, sel }, 2);

    (void)state;
    CHECK_TEXTS(f, "a;a;b", "a;b", "c");
    check_own_texts(f, sel);
    corr_folded_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void only_what_is_selected_has_a_text(void **state)
{
    const char *const file[] = {
        "kind cpu count 1\n1 1 a\nkind alloc bytes 1\n1 1 b\n"
    };
    corr_store *st = test_store(file, 1);
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "alloc" }, &err);
    corr_sel *none = corr_sel_of(st, &(corr_query){ .group = 7 }, &err);

    (void)state;
    assert_non_null(sel);
    assert_non_null(none);
    corr_folded *f = corr_folded_of((const corr_sel *const[]){ none, sel }, 2);
    CHECK_TEXTS(f, "b");
    corr_folded_free(f);
    f = corr_folded_of((const corr_sel *const[]){ none }, 1);
    assert_non_null(f);
    assert_int_equal(corr_folded_size(f), 0);
    corr_folded_free(f);
    corr_sel_free(sel);
    corr_sel_free(none);
    corr_store_free(st);
}

static corr_code read_odd(corr_src *in, const corr_want *want, corr_build *b,
                          corr_err *err)
{
    const corr_str name[] = { { "a;b", 3 }, { "c\nd\re\0f", 7 }, { "a:b", 3 } };
    const corr_kind kind = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("cpu"), .unit = CORR_COUNT });

    (void)want;
    for (size_t i = 0; i < countof(name); i++) {
        const corr_func func = corr_add_func(
            b, corr_add_text(b, name[i]), (corr_text){ 0 }, (corr_text){ 0 });
        corr_begin_stack(b);
        corr_push_frame(b,
                        corr_add_frame(b, &(corr_frame_row){ .func = func }));
        corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                               .stack = corr_end_stack(b),
                                               .time = CORR_NO_TIME,
                                               .value = 1 });
    }
    return corr_finish(in, b, err);
}

static void a_name_neither_splits_nor_ends_a_line(void **state)
{
    const corr_format odd = { .name = "odd",
                              .title = "odd names",
                              .probe = test_probe,
                              .read = read_odd };
    const corr_format *const formats[] = { &odd, NULL };
    char path[] = "/tmp/corr-test-XXXXXX";
    const int fd = mkstemp(path);
    corr_err err = { 0 };
    corr_store *st = corr_store_new(formats, &err);

    (void)state;
    assert_non_null(st);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
    assert_int_equal(
        corr_load(st, (const char *const[]){ path }, 1, NULL, &err), CORR_OK);
    unlink(path);
    corr_sel *sel = test_select(st);
    corr_folded *f = corr_folded_of((const corr_sel *const[]){ sel }, 1);
    CHECK_TEXTS(f, "a:b",
                "c d e\xef\xbf\xbd"
                "f");
    corr_folded_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* Random stacks of few names, of characters on either side of a semicolon. */
static const char *random_file(uint64_t seed, uint32_t stacks)
{
    static char text[65536];
    size_t n = (size_t)snprintf(text, sizeof text, "kind cpu count 1\n");

    for (uint32_t i = 0; i < stacks; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "1 1 ");
        for (size_t k = stat_below(&seed, 6) + 1; k--;) {
            for (size_t c = stat_below(&seed, 3) + 1; c--;)
                text[n++] = "+9<a"[stat_below(&seed, 4)];
            text[n++] = k ? ';' : '\n';
        }
    }
    text[n] = 0;
    return text;
}

static void any_texts_are_sorted_and_still_there(void **state)
{
    const char *const file[] = { random_file(11, 2000) };
    corr_store *st = test_store(file, 1);
    corr_sel *sel = test_select(st);
    corr_folded *f = corr_folded_of((const corr_sel *const[]){ sel }, 1);
    corr_str text;
    char last[64] = "";

    (void)state;
    assert_non_null(f);
    assert_in_range(corr_folded_size(f), 1000, 2000);
    for (uint32_t i = 0; i < corr_folded_size(f); i++) {
        assert_true(corr_folded_text(f, i, &text));
        assert_in_range(text.n, 1, sizeof last - 1);
        assert_true(corr_str_cmp(corr_str_of(last), text) < 0);
        memcpy(last, text.p, text.n);
        last[text.n] = 0;
    }
    check_own_texts(f, sel);
    corr_folded_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void without_memory_there_are_no_texts(void **state)
{
    const char *const file[] = { "kind cpu count 1\n1 1 a;b\n1 1 c\n1 1 -\n" };
    corr_store *st = test_store(file, 1);
    corr_sel *sel = test_select(st);
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        corr_str text;
        bool ok = true;
        test_memory_arm(n);
        corr_folded *f = corr_folded_of((const corr_sel *const[]){ sel }, 1);
        for (uint32_t i = 0; ok && f && i < corr_folded_size(f); i++)
            ok = corr_folded_text(f, i, &text);
        more = test_memory_failed();
        assert_int_equal(!f || !ok, more);
        corr_folded_free(f);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stand_in_byte_order),
        cmocka_unit_test(stacks_that_read_alike_are_one_text),
        cmocka_unit_test(only_what_is_selected_has_a_text),
        cmocka_unit_test(a_name_neither_splits_nor_ends_a_line),
        cmocka_unit_test(any_texts_are_sorted_and_still_there),
        cmocka_unit_test(without_memory_there_are_no_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
