/* Tests of reports: what they own, which verdict stays, what happens without
 * memory. */
#include "report/test/render_test.h"

#include "report/report.h"

static void note_free(void *p)
{
    char **at = p;

    *(*at)++ = 'x';
}

static void what_is_owned_is_freed_once(void **state)
{
    char marks[101] = { 0 };
    char *at = marks;
    corr_report *r = corr_report_new("top");

    (void)state;
    for (int i = 0; i < 100; i++)
        corr_report_own(r, &at, note_free);
    corr_report_own(r, NULL, note_free);
    assert_int_equal(at - marks, 0);
    corr_report_free(r);
    assert_int_equal(at - marks, 100);
    corr_report_free(NULL);
}

static char order[8];

static void note_order(void *p)
{
    strncat(order, p, 1);
}

static void what_came_last_is_freed_first(void **state)
{
    char a[] = "a", b[] = "b";
    corr_report *r = corr_report_new("top");

    (void)state;
    order[0] = '\0';
    corr_report_own(r, a, note_order);
    corr_report_own(r, b, note_order);
    corr_report_free(r);
    assert_string_equal(order, "ba");
}

static void the_weightiest_verdict_stays(void **state)
{
    static const corr_verdict climb[] = { CORR_ANSWERED,      CORR_PASS,
                                          CORR_NOTHING_FOUND, CORR_CANNOT_TELL,
                                          CORR_FAILED,        CORR_UNREADABLE };
    corr_report *r = corr_report_new("check");

    (void)state;
    for (size_t i = 0; i < sizeof climb / sizeof climb[0]; i++) {
        corr_report_verdict(r, climb[i]);
        assert_int_equal(corr_report_outcome(r), climb[i]);
        corr_report_verdict(r, CORR_ANSWERED);
        assert_int_equal(corr_report_outcome(r), climb[i]);
    }
    corr_report_free(r);
}

static void verdicts_have_names_and_exits(void **state)
{
    (void)state;
    assert_int_equal(corr_verdict_exit(CORR_ANSWERED), 0);
    assert_int_equal(corr_verdict_exit(CORR_PASS), 0);
    assert_int_equal(corr_verdict_exit(CORR_FAILED), 1);
    assert_int_equal(corr_verdict_exit(CORR_UNREADABLE), 3);
    assert_int_equal(corr_verdict_exit(CORR_CANNOT_TELL), 4);
    assert_int_equal(corr_verdict_exit(CORR_NOTHING_FOUND), 5);
    assert_string_equal(corr_verdict_name(CORR_CANNOT_TELL), "cannot-tell");
}

static void an_unknown_target_is_a_usage_error(void **state)
{
    corr_report *r = corr_report_new("top");
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(corr_render(r, "pdf", NULL, out, &err), CORR_EUSAGE);
    assert_string_equal(err.what, "unknown output \"pdf\"");
    assert_int_equal(corr_out_bytes(out).n, 0);
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    corr_report_free(r);
}

static void without_memory_the_report_fails_as_a_whole(void **state)
{
    corr_report *r = corr_report_new("top");
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    r->arena.limit = r->arena.held; /* one block is all there will be */
    for (int i = 0; i < 20000 && !r->failed; i++)
        corr_report_line(r, "line %d", i);
    assert_true(r->failed);
    assert_string_equal(corr_report_text(r, "%s", "lost"), "");
    assert_null(corr_report_alloc(r, 1, 1));
    corr_report_put(r, "a.b.c", corr_cell_text("lost"));
    corr_report_note(r, CORR_INFO, "", -1, "lost");
    assert_int_equal(corr_render(r, "text", NULL, out, &err), CORR_ENOMEM);
    assert_int_equal(corr_out_bytes(out).n, 0);
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    corr_report_free(r);
}

static void an_aside_is_on_the_line_or_below_the_text(void **state)
{
    static const corr_style at60 = { .width = 60 };
    corr_report *r = corr_report_new("check");

    (void)state;
    corr_report_aside(r, 6, "pass", "a rule  1.04  ", "few samples");
    corr_report_aside(r, 6, "fail", "a rule  1.04  ",
                      "more samples than there are on a line of sixty cells");
    corr_report_aside(r, 6, "pass", "a rule", NULL);
    assert_renders(
        r, "text", &at60,
        "pass  a rule  1.04  few samples\n"
        "fail  a rule  1.04\n"
        "      more samples than there are on a line of sixty cells\n"
        "pass  a rule\n");
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_owned_is_freed_once),
        cmocka_unit_test(what_came_last_is_freed_first),
        cmocka_unit_test(the_weightiest_verdict_stays),
        cmocka_unit_test(verdicts_have_names_and_exits),
        cmocka_unit_test(an_unknown_target_is_a_usage_error),
        cmocka_unit_test(without_memory_the_report_fails_as_a_whole),
        cmocka_unit_test(an_aside_is_on_the_line_or_below_the_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
