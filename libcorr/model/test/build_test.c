/* Tests of build: rows of every table, equal rows, late handles, limits. */
#include "model/build.h"

#include <stdio.h>
#include <unistd.h>

#include "model/build_private.h"
#include "source/source.h"
#include "test/testing.h"

static corr_code code_of(corr_build *b)
{
    input in = { 0 };
    const corr_code code = build_seal(b, &in, NULL);

    input_clear(&in);
    return code;
}

static const warning *said(const input *in, const char *words)
{
    for (size_t i = 0; i < in->warning.n; i++)
        if (strstr(in->warning.v[i].text, words))
            return &in->warning.v[i];
    return NULL;
}

/* ---- an empty input --------------------------------------------------------- */

static void an_empty_input_has_the_nil_row_of_every_table(void **state)
{
    input in = testing_sealed(testing_build((build_opts){ 0 }));

    (void)state;
    assert_int_equal(in.text_at.n, 2);
    assert_int_equal(input_text(&in, 0).n, 0);
    assert_int_equal(in.func.n, 1);
    assert_int_equal(in.frame.n, 1);
    assert_int_equal(in.stack.at.n, 1);
    assert_int_equal(in.label.set_at.n, 1);
    assert_int_equal(in.proc.n, 1);
    assert_int_equal(in.thread.n, 1);
    assert_int_equal(in.kind.n, 1);
    assert_int_equal(in.span.n, 1);
    assert_int_equal(in.trace.n, 1);
    assert_int_equal(in.segment.n, 1);
    assert_int_equal(in.from, CORR_NO_TIME);
    assert_int_equal(in.warning.n, 0);
    assert_false(in.lost.damaged);
    input_clear(&in);
}

/* ---- text ----------------------------------------------------------------- */

static void equal_text_is_one_row(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_text a = corr_add_text(b, CORR_STR("alpha"));
    const corr_text c = corr_add_text(b, CORR_STR("alphabet"));
    assert_int_not_equal(a.i, 0);
    assert_int_not_equal(a.i, c.i);
    assert_int_equal(corr_add_text(b, CORR_STR("alpha")).i, a.i);
    assert_int_equal(corr_add_text(b, CORR_STR("")).i, 0);
    input in = testing_sealed(b);
    assert_true(corr_str_is(input_text(&in, a.i), "alpha"));
    assert_true(corr_str_is(input_text(&in, c.i), "alphabet"));
    assert_int_equal(input_text(&in, a.i).p[5], 0);
    input_clear(&in);
}

static void thousands_of_texts_are_found_again(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    char name[32];

    (void)state;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            const int n = snprintf(name, sizeof name, "name-%u", i);
            assert_int_equal(corr_add_text(b, (corr_str){ name, (size_t)n }).i,
                             i + 1);
        }
    input in = testing_sealed(b);
    assert_int_equal(in.text_at.n, 5002);
    assert_true(corr_str_is(input_text(&in, 4711), "name-4710"));
    input_clear(&in);
}

static void bad_utf8_is_repaired_before_it_is_compared(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_text a = corr_add_text(b, CORR_STR("caf\xe9 1"));
    const corr_text c = corr_add_text(b, CORR_STR("caf\xe8 1"));
    const corr_text good = corr_add_text(b, CORR_STR("caf\xc3\xa9"));
    assert_int_equal(a.i, c.i);
    input in = testing_sealed(b);
    assert_true(corr_str_is(input_text(&in, a.i), "caf\xef\xbf\xbd 1"));
    assert_true(corr_str_is(input_text(&in, good.i), "caf\xc3\xa9"));
    assert_int_equal(in.lost.bad_text, 2);
    assert_non_null(said(&in, "2 bytes in names are not UTF-8"));
    input_clear(&in);
}

/* ---- functions, frames, stacks ----------------------------------------------- */

static void functions_differ_by_name_file_and_module(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_text x = corr_add_text(b, CORR_STR("x"));
    const corr_text y = corr_add_text(b, CORR_STR("y"));
    const corr_text none = { 0 };

    (void)state;
    const corr_func f = corr_add_func(b, x, y, none);
    assert_int_equal(corr_add_func(b, x, y, none).i, f.i);
    assert_int_not_equal(corr_add_func(b, y, y, none).i, f.i);
    assert_int_not_equal(corr_add_func(b, x, none, none).i, f.i);
    assert_int_not_equal(corr_add_func(b, x, none, y).i, f.i);
    input in = testing_sealed(b);
    assert_int_equal(in.func.n, 5);
    input_clear(&in);
}

static corr_frame frame_at(corr_build *b, uint32_t line, corr_frame_type type)
{
    const corr_text x = corr_add_text(b, CORR_STR("x"));
    const corr_func f = corr_add_func(b, x, x, (corr_text){ 0 });

    return corr_add_frame(
        b, &(corr_frame_row){ .func = f, .line = line, .type = type });
}

static void frames_differ_by_line_and_type(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_frame f = frame_at(b, 7, CORR_FRAME_PLAIN);
    assert_int_equal(frame_at(b, 7, CORR_FRAME_PLAIN).i, f.i);
    assert_int_not_equal(frame_at(b, 8, CORR_FRAME_PLAIN).i, f.i);
    assert_int_not_equal(frame_at(b, 7, CORR_FRAME_KERNEL).i, f.i);
    input in = testing_sealed(b);
    assert_int_equal(in.frame.n, 4);
    const corr_frame_view v = input_frame(&in, f.i);
    assert_true(corr_str_is(v.function, "x"));
    assert_true(corr_str_is(v.file, "x"));
    assert_int_equal(v.module.n, 0);
    assert_int_equal(v.line, 7);
    input_clear(&in);
}

static void lines_nobody_wants_do_not_tell_frames_apart(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SAMPLES });

    (void)state;
    assert_int_equal(frame_at(b, 7, CORR_FRAME_PLAIN).i,
                     frame_at(b, 8, CORR_FRAME_PLAIN).i);
    input in = testing_sealed(b);
    assert_int_equal(in.frame.v[1].line, 0);
    input_clear(&in);
    b = testing_build(
        (build_opts){ .needs = CORR_NEED_SAMPLES | CORR_NEED_LINES });
    assert_int_not_equal(frame_at(b, 7, CORR_FRAME_PLAIN).i,
                         frame_at(b, 8, CORR_FRAME_PLAIN).i);
    build_free(b);
}

static void equal_stacks_are_one_row(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_stack s = testing_stack(b, "main;work;parse");
    assert_int_equal(testing_stack(b, "main;work;parse").i, s.i);
    assert_int_not_equal(testing_stack(b, "main;work").i, s.i);
    assert_int_not_equal(testing_stack(b, "main;parse;work").i, s.i);
    assert_int_equal(testing_stack(b, "").i, 0);
    input in = testing_sealed(b);
    assert_int_equal(in.stack.at.n, 4);
    assert_int_equal(in.stack.n.v[s.i], 3);
    const uint32_t leaf = narrow_at(&in.stack.frame, in.stack.at.v[s.i] + 2);
    assert_true(corr_str_is(input_frame(&in, leaf).function, "parse"));
    input_clear(&in);
}

/* A third of the file was read and gave many stacks. */
static void room_is_made_for_the_stacks_of_a_whole_file(void **state)
{
    enum { BYTES = 300000, STACKS = 40, DEEP = 4000 };
    static uint32_t frame[DEEP];
    FILE *file = tmpfile();

    (void)state;
    assert_non_null(file);
    assert_int_equal(ftruncate(fileno(file), BYTES), 0);
    assert_int_equal(pwrite(fileno(file), "x", 1, 0), 1);
    corr_src *in = src_open_fd(fileno(file), &(src_opts){ 0 }, NULL);
    corr_build *b = testing_build((build_opts){ .src = in });
    corr_src_skip(in, BYTES / 3);
    const uint32_t f = frame_at(b, 0, CORR_FRAME_PLAIN).i;
    for (size_t i = 0; i < DEEP; i++)
        frame[i] = f;
    for (uint32_t i = 0; i < STACKS; i++) {
        corr_begin_stack(b);
        corr_push_frames(b, frame, DEEP - i);
        assert_int_equal(corr_end_stack(b).i, i + 1);
    }
    assert_true(b->in.stack.frame.room >= 3 * (STACKS - 10) * DEEP);
    input sealed = testing_sealed(b);
    assert_int_equal(sealed.stack.frame.n,
                     STACKS * DEEP - STACKS * (STACKS - 1) / 2);
    for (size_t i = 0; i < sealed.stack.frame.n; i++)
        assert_int_equal(narrow_at(&sealed.stack.frame, i), f);
    input_clear(&sealed);
    src_close(in);
    fclose(file);
}

static void a_late_stack_gets_its_frames_afterwards(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind cpu = testing_cpu(b);

    (void)state;
    const corr_stack late = corr_later_stack(b);
    const corr_stack never = corr_later_stack(b);
    assert_int_not_equal(late.i, never.i);
    corr_add_sample(b, &(corr_sample_row){
                           .kind = cpu, .stack = late, .time = CORR_NO_TIME });
    corr_add_sample(b, &(corr_sample_row){
                           .kind = cpu, .stack = never, .time = CORR_NO_TIME });
    corr_begin_stack(b);
    corr_push_frame(b, frame_at(b, 1, CORR_FRAME_PLAIN));
    corr_push_frame(b, frame_at(b, 2, CORR_FRAME_PLAIN));
    corr_set_stack(b, late);
    corr_set_stack(b, (corr_stack){ 0 });
    corr_set_stack(b, (corr_stack){ 99 });
    input in = testing_sealed(b);
    assert_int_equal(in.stack.n.v[late.i], 2);
    assert_int_equal(in.stack.n.v[never.i], 0);
    assert_int_equal(in.lost.unbound, 1);
    input_clear(&in);
}

static void deep_stacks_are_cut_at_the_leaf(void **state)
{
    corr_build *b = testing_build((build_opts){ .limits.frames = 3 });

    (void)state;
    const corr_stack s = testing_stack(b, "a;b;c;d;e");
    testing_stack(b, "a;b;c");
    testing_stack(b, "x;b;c;d");
    input in = testing_sealed(b);
    assert_int_equal(in.stack.n.v[s.i], 3);
    const uint32_t leaf = narrow_at(&in.stack.frame, in.stack.at.v[s.i] + 2);
    assert_true(corr_str_is(input_frame(&in, leaf).function, "e"));
    assert_non_null(said(&in, "2 stacks are too deep; 5 frames of the middle"));
    input_clear(&in);
}

static void a_stack_may_begin_as_the_one_before(void **state)
{
    static const uint32_t more[] = { 3, 4 };
    corr_build *b = testing_build((build_opts){ .limits.frames = 3 });

    (void)state;
    const corr_stack abc = testing_stack(b, "a;b;c");
    corr_resume_stack(b, 2);
    assert_int_not_equal(corr_end_stack(b).i, abc.i);
    corr_push_frames(b, more, 1);
    assert_int_equal(corr_end_stack(b).i, abc.i);
    corr_resume_stack(b, 2);
    corr_push_frames(b, more, 2); /* one too many */
    const corr_stack deep = corr_end_stack(b);
    assert_int_not_equal(deep.i, abc.i);
    corr_resume_stack(b, 4); /* as deep as before it was cut */
    assert_int_equal(corr_end_stack(b).i, deep.i);
    corr_resume_stack(b, 3);
    assert_int_equal(corr_end_stack(b).i, abc.i);
    corr_resume_stack(b, 0);
    assert_int_equal(corr_end_stack(b).i, 0);
    input in = testing_sealed(b);
    assert_non_null(said(&in, "2 stacks are too deep; 4 frames of the middle"));
    input_clear(&in);
}

static void an_expected_stack_is_what_it_is_when_it_is_ended(void **state)
{
    static const uint32_t more[] = { 3 };
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_stack abc = testing_stack(b, "a;b;c");
    const corr_stack ab = testing_stack(b, "a;b");
    corr_expect_stack(b);
    assert_int_equal(corr_end_stack(b).i, ab.i);
    corr_expect_stack(b);
    corr_push_frames(b, more, 1);
    assert_int_equal(corr_end_stack(b).i, abc.i);
    corr_expect_stack(b);
    corr_resume_stack(b, 2);
    assert_int_equal(corr_end_stack(b).i, ab.i);
    corr_expect_stack(b);
    corr_push_frame(b, (corr_frame){ 3 });
    assert_int_equal(corr_end_stack(b).i, abc.i);
    corr_resume_stack(b, 1);
    corr_expect_stack(b);
    const corr_stack a = corr_end_stack(b);
    assert_int_not_equal(a.i, 0);
    assert_int_equal(testing_stack(b, "a").i, a.i);
    corr_begin_stack(b);
    corr_expect_stack(b);
    assert_int_equal(corr_end_stack(b).i, 0);
    input in = testing_sealed(b);
    assert_null(input_check(&in));
    input_clear(&in);
}

/* ---- limits ------------------------------------------------------------------ */

static void tables_over_their_memory_fail_the_build(void **state)
{
    corr_build *b = testing_build((build_opts){ .limits.memory = 100000 });
    corr_err err = { 0 };
    input in = { 0 };
    char name[32];

    (void)state;
    for (uint32_t i = 0; i < 10000; i++) {
        const int n = snprintf(name, sizeof name, "a-longer-name-%u", i);
        corr_add_text(b, (corr_str){ name, (size_t)n });
    }
    assert_true(corr_build_failed(b));
    assert_true(b->in.text.n < 100100);
    /* and every later call is harmless */
    testing_sample(b, testing_cpu(b), "a;b", 5, "k=v");
    testing_span(b, 1, 2, 0, 0, 1, "service.name=x");
    assert_int_equal(corr_later_stack(b).i, 0);
    assert_int_equal(corr_later_proc(b).i, 0);
    assert_int_equal(build_seal(b, &in, &err), CORR_ELIMIT);
    assert_int_equal(err.code, CORR_ELIMIT);
    assert_non_null(strstr(err.hint, "--max-mem"));
    assert_int_equal(in.text_at.n, 0);
    build_free(b);
}

static void samples_count_against_the_memory(void **state)
{
    corr_build *b = testing_build((build_opts){ .limits.memory = 100000 });
    const corr_sample_row r = { .kind = testing_cpu(b), .time = CORR_NO_TIME };

    (void)state;
    for (unsigned i = 0; i < 20000; i++)
        corr_add_sample(b, &r);
    assert_true(corr_build_failed(b));
    assert_int_equal(code_of(b), CORR_ELIMIT);
    build_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_input_has_the_nil_row_of_every_table),
        cmocka_unit_test(equal_text_is_one_row),
        cmocka_unit_test(thousands_of_texts_are_found_again),
        cmocka_unit_test(bad_utf8_is_repaired_before_it_is_compared),
        cmocka_unit_test(functions_differ_by_name_file_and_module),
        cmocka_unit_test(frames_differ_by_line_and_type),
        cmocka_unit_test(lines_nobody_wants_do_not_tell_frames_apart),
        cmocka_unit_test(equal_stacks_are_one_row),
        cmocka_unit_test(a_late_stack_gets_its_frames_afterwards),
        cmocka_unit_test(room_is_made_for_the_stacks_of_a_whole_file),
        cmocka_unit_test(deep_stacks_are_cut_at_the_leaf),
        cmocka_unit_test(a_stack_may_begin_as_the_one_before),
        cmocka_unit_test(an_expected_stack_is_what_it_is_when_it_is_ended),
        cmocka_unit_test(tables_over_their_memory_fail_the_build),
        cmocka_unit_test(samples_count_against_the_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
