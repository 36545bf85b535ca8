/* Tests of the reader of the example. */
#define FORMAT corr_format_example
#include "test/format_test.h"

#define HEAD "#stacklog 1 clock=wall period=10ms\n"
#define ID   "4bf92f3577b34da6a3ce929d0e0e4736"

static void a_line_is_a_sample(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD "1764151200000000000 4711 " ID " main|serve|parse\n"
                       "1764151200010000000 4712 - main\n");
    const segment *s = find_kind(&l, "cpu");
    assert_string_equal(rows_of(&l, "cpu"),
                        "main;serve;parse=10000000 main=10000000");
    assert_int_equal(s->time[0], 1764151200000000000);
    assert_int_equal(l.in.thread.v[s->thread[1]].os_id, 4712);
    assert_int_equal(s->row[1], 1);
    assert_int_equal(kind_facts(&l, "cpu")->unit, CORR_NS);
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_sample_names_its_trace_or_none(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD "1 1 " ID " a\n1 1 - a\n1 1 " ID " b\n");
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->trace_id.n, 2); /* none, and this one */
    assert_int_equal(s->trace_id.v[s->trace[0]].lo, 0xa3ce929d0e0e4736);
    assert_int_equal(s->trace[1], 0);
    assert_int_equal(s->trace[2], s->trace[0]);
    input_clear(&l.in);
}

static void settings_stand_in_the_first_line(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "#stacklog 1 period=1ms clock=own\n5 1 - a\n");
    assert_int_equal(total_of(&l, "cpu"), 1000000);
    assert_int_equal(l.in.setting.n, 2);
    assert_int_equal(l.in.clock.kind, CORR_CLOCK_OWN);
    input_clear(&l.in);
}

static void bad_lines_are_one_warning(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD "1 1 - a\n"
                       "x 1 - a\n1 -1 - a\n1 1 zz a\n1 1 -\n1 1 - \n1\n"
                       "\n# a comment\n2 1 - b\n");
    assert_string_equal(rows_of(&l, "cpu"), "a=10000000 b=10000000");
    const warning *w = said(&l, "line 3 is no sample");
    assert_non_null(w);
    assert_int_equal(w->count, 6);
    assert_int_equal(w->offset, sizeof HEAD - 1 + 8);
    assert_true(l.in.lost.damaged);
    assert_int_equal(l.in.lost.events, 6);
    input_clear(&l.in);
    read_as(&l, HEAD "x\n", &(corr_load_opts){ .strict = true });
    assert_int_equal(l.code, CORR_EFORMAT);
}

static void other_files_are_refused(void **state)
{
    loaded l;

    (void)state;
    read_as(&l, "1 1 - a\n", &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "it does not begin with \"#stacklog 1\"");
    read_as(&l, "#stacklog 1 period=long\n1 1 - a\n", &(corr_load_opts){ 0 });
    assert_string_equal(l.err.what, "a period of \"long\" is no duration");
    read_as(&l, "", &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
}

static void a_file_is_recognised_by_its_first_line(void **state)
{
    (void)state;
    assert_int_equal(probe(HEAD), 100);
    assert_int_equal(probe("stacklog 1\n"), 0);
    assert_int_equal(probe(""), 0);
}

static void a_real_file_is_read(void **state)
{
    loaded l;
    FILE *f = fopen("testdata/example/three-threads.stacklog", "rb");

    (void)state;
    assert_non_null(f);
    load_as(&l, &FORMAT, src_open_fd(fileno(f), &(src_opts){ 0 }, NULL),
            &(corr_load_opts){ 0 });
    fclose(f);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "cpu"), 50000000);
    assert_int_equal(l.in.thread.n, 4); /* row 0 is nil */
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    assert_text_survives(HEAD "1 4711 " ID " main|serve|parse\n"
                              "2 4712 - main\nbad\n3 4711 - main|x\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_sample),
        cmocka_unit_test(a_sample_names_its_trace_or_none),
        cmocka_unit_test(settings_stand_in_the_first_line),
        cmocka_unit_test(bad_lines_are_one_warning),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(a_file_is_recognised_by_its_first_line),
        cmocka_unit_test(a_real_file_is_read),
        cmocka_unit_test(any_damage_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
