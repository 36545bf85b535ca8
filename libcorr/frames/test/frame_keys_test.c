/* Tests of keys: many frames at once are what they are one by one. */
#include "frames/frame_keys.h"

#include "test/testing.h"

enum { FRAMES = 150 };

/* Functions of few names, in several modules, some of them without a name. */
static void of_frames(corr_build *b, uint32_t from)
{
    char name[32];

    for (uint32_t i = from; i < from + FRAMES; i++) {
        const int n = snprintf(name, sizeof name, "f%u", i % 97);
        const corr_str text = { name, (size_t)n };
        const corr_func func = corr_add_func(
            b, i % 10 ? corr_add_text(b, text) : (corr_text){ 0 },
            (corr_text){ 0 },
            corr_add_text(b, i % 3 ? CORR_STR("m") : CORR_STR("n")));
        corr_add_frame(b, &(corr_frame_row){ .func = func, .address = i });
    }
    testing_sample(b, testing_cpu(b), "a;b", 1, "");
}

static void first(corr_build *b)
{
    of_frames(b, 0);
}

static void second(corr_build *b)
{
    of_frames(b, 60);
}

static void check_same(const keys *a, const keys *b)
{
    assert_int_equal(a->row.n, b->row.n);
    for (uint32_t k = 1; k < a->row.n; k++) {
        const corr_frame_view x = keys_frame_view(a, k);
        const corr_frame_view y = keys_frame_view(b, k);
        assert_true(corr_str_eq(a->row.v[k].text, b->row.v[k].text));
        assert_true(corr_str_eq(x.function, y.function));
        assert_true(corr_str_eq(x.module, y.module));
    }
}

static void many_frames_get_the_keys_that_each_would(void **state)
{
    corr_store *st = testing_store(first, second);

    (void)state;
    for (key_grain grain = KEY_FUNCTION; grain < KEY_GRAIN_COUNT; grain++) {
        keys each, many;
        keys_init(&each, st, grain);
        keys_init(&many, st, grain);
        for (uint32_t in = 0; in < 2; in++) {
            const uint32_t n = (uint32_t)store_input(st, in)->frame.n;
            uint32_t frame[KEYS_AT_ONCE];
            size_t put = 0;
            for (uint32_t i = 2 * n; i-- > 2;) { /* each twice */
                keys_add_frame(&each, in, i / 2);
                frame[put++] = i / 2;
                if (put == KEYS_AT_ONCE || i == 2) {
                    keys_add_frames(&many, in, frame, put);
                    put = 0;
                }
            }
            for (uint32_t i = 1; i < n; i++)
                assert_int_equal(keys_frame(&many, in, i),
                                 keys_frame(&each, in, i));
        }
        assert_false(many.failed);
        check_same(&each, &many);
        assert_true(many.row.n > (grain == KEY_FUNCTION ? 90 : 1));
        keys_clear(&each);
        keys_clear(&many);
    }
    corr_store_free(st);
}

static void a_key_is_a_text_of_any_input(void **state)
{
    corr_store *st = testing_store(first, second);
    keys k;

    (void)state;
    keys_init(&k, st, KEY_FUNCTION);
    const uint32_t f61 = keys_add_text(&k, CORR_STR("f61"));
    assert_int_not_equal(f61, 0);
    for (uint32_t in = 0; in < 2; in++)
        for (uint32_t i = 1; i < store_input(st, in)->frame.n; i++) {
            const uint32_t key = keys_add_frame(&k, in, i);
            const corr_frame_view v = input_frame(store_input(st, in), i);
            if (v.function.n)
                assert_int_equal(key == f61, corr_str_is(v.function, "f61"));
        }
    assert_true(corr_str_is(keys_frame_view(&k, f61).function, "f61"));
    assert_int_equal(keys_add_text(&k, CORR_STR("f61")), f61);
    assert_int_not_equal(keys_add_text(&k, CORR_STR("f61 ")), f61);
    keys_clear(&k);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_frames_get_the_keys_that_each_would),
        cmocka_unit_test(a_key_is_a_text_of_any_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
