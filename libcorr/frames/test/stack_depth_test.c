/* Tests of depth: where stacks are cut off. */
#include "frames/stack_depth.h"

#include "test/testing.h"

/* So many stacks of n frames, which differ in the last. */
static void add_stacks(corr_build *b, uint32_t n, uint32_t stacks, bool says)
{
    const corr_text none = { 0 };

    for (uint32_t i = 0; i < stacks; i++) {
        corr_begin_stack(b);
        for (uint32_t f = 0; f < n + says; f++) {
            char name[32];
            snprintf(name, sizeof name, "f%u", f + 1 < n + says ? f : 9000 + i);
            const corr_text text = corr_add_text(
                b, corr_str_of(says && f == 0 ? "[truncated]" : name));
            corr_push_frame(
                b, corr_add_frame(
                       b, &(corr_frame_row){
                              .func = corr_add_func(b, text, none, none) }));
        }
        corr_end_stack(b);
    }
}

static depth_end end_of(uint32_t n, uint32_t stacks, bool says)
{
    corr_build *b = testing_build((build_opts){ 0 });
    depth_end d = { 0 };

    add_stacks(b, 3, 20, false);
    add_stacks(b, n, stacks, says);
    input in = testing_sealed(b);
    depth_add(&d, &in);
    input_clear(&in);
    return d;
}

static void many_stacks_at_the_usual_end_are_cut_off(void **state)
{
    static const struct {
        uint32_t n, stacks;
        bool cut;
    } each[] = {
        { 64, 10, true },    { 64, 9, false },  { 63, 99, false },
        { 127, 12, true },   { 128, 10, true }, { 2048, 10, true },
        { 2049, 99, false }, { 128, 2, false },
    };

    (void)state;
    for (size_t i = 0; i < countof(each); i++) {
        const depth_end d = end_of(each[i].n, each[i].stacks, false);
        assert_int_equal(d.most, each[i].n);
        assert_int_equal(d.n, each[i].stacks);
        assert_int_equal(depth_is_cut(&d), each[i].cut);
    }
}

static void a_profiler_may_say_so_of_any_depth(void **state)
{
    const depth_end d = end_of(40, 1, true);

    (void)state;
    assert_int_equal(d.most, 40);
    assert_true(depth_is_cut(&d));
}

static void what_goes_on_elsewhere_differs(void **state)
{
    const depth_end cut = { 64, 30, false }, deeper = { 65, 1, false },
                    other = { 128, 30, false }, flat = { 20, 99, false },
                    few = { 64, 3, false };
    static const depth_end none;

    (void)state;
    assert_true(depth_differs((depth_end[]){ cut, deeper }));
    assert_true(depth_differs((depth_end[]){ deeper, cut }));
    assert_true(depth_differs((depth_end[]){ cut, other }));
    assert_false(depth_differs((depth_end[]){ cut, cut }));
    assert_false(depth_differs((depth_end[]){ cut, flat }));
    assert_false(depth_differs((depth_end[]){ few, deeper }));
    assert_false(depth_differs((depth_end[]){ none, cut }));
}

static void several_files_are_as_deep_as_the_deepest(void **state)
{
    depth_end d = end_of(64, 20, true);
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    assert_true(depth_is_cut(&d));
    add_stacks(b, 70, 1, false);
    input in = testing_sealed(b);
    depth_add(&d, &in);
    assert_int_equal(d.most, 70);
    assert_false(depth_is_cut(&d));
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_stacks_at_the_usual_end_are_cut_off),
        cmocka_unit_test(a_profiler_may_say_so_of_any_depth),
        cmocka_unit_test(what_goes_on_elsewhere_differs),
        cmocka_unit_test(several_files_are_as_deep_as_the_deepest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
