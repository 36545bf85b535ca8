/* Tests of the lines of a screen: wrapping of lines, fields and commands, lines
 * for programs, pictures, and what a full screen leaves out. */
#include "report/test/render_test.h"

static const corr_style at80 = { .width = 80 };
static const corr_style at60 = { .width = 60 };

static void lines_and_fields_are_wrapped_at_words(void **state)
{
    corr_report *r = corr_report_new("span");

    (void)state;
    corr_report_line(r,
                     "only %d samples joined: these stacks were seen, this "
                     "is not a breakdown",
                     4);
    corr_report_line(r, "  an indented line whose second half has no room on "
                        "the first line");
    corr_report_field(r, "evidence",
                      "96%% span id, 4%% thread and time   "
                      "confidence 0.98 (exact)");
    corr_report_field(r, "", "continued");
    corr_report_field(r, "a key of its own", "text");
    assert_renders(
        r, "text", &at60,
        "only 4 samples joined: these stacks were seen, this is not a\n"
        "  breakdown\n"
        "  an indented line whose second half has no room on the\n"
        "    first line\n"
        "evidence  96% span id, 4% thread and time   confidence 0.98\n"
        "          (exact)\n"
        "          continued\n"
        "a key of its own text\n");
    corr_report_free(r);
}

static void a_word_longer_than_a_line_goes_on_in_the_next(void **state)
{
    corr_report *r = corr_report_new("span");

    (void)state;
    corr_report_field(r, "next", "abcdefghijklmnopqrstuvwxyz0123456789");
    assert_renders(r, "text", &(corr_style){ .width = 30 },
                   "next      abcdefghijklmnopqrst\n"
                   "          uvwxyz0123456789\n");
    corr_report_free(r);
}

static void a_line_for_machines_is_whole_on_a_narrow_screen(void **state)
{
    corr_report *r = corr_report_new("check");

    (void)state;
    corr_report_raw(r, "GATE FAIL total +59.0%% [-55.9,159.5] \x1b");
    assert_renders(r, "text", &(corr_style){ .width = 30 },
                   "GATE FAIL total +59.0% [-55.9,159.5] \u241b\n");
    corr_report_free(r);
}

static void draw_width(const void *ctx, const corr_style *style,
                       corr_draw_line *line, void *to)
{
    char text[16];

    (void)ctx;
    int n = snprintf(text, sizeof text, "<%d\x1b>", style->width);
    line(to, text, (size_t)n);
}

static void pictures_learn_the_width_and_are_made_safe(void **state)
{
    corr_report *r = corr_report_new("tree");

    (void)state;
    corr_report_draw(r, draw_width, NULL);
    assert_renders(r, "text", &at60, "<60\u241b>\n");
    corr_report_free(r);
}

static void next_commands_are_wrapped_as_a_shell_reads_them(void **state)
{
    corr_report *r = corr_report_new("x");

    (void)state;
    corr_report_line(r, "answer");
    corr_report_raw(r, "GATE PASS");
    corr_report_next(r, "what it shows", "corr top");
    corr_report_next(r, "more", "corr spans --op 'GET /a b' one.jfr");
    corr_report_next(r, "", "corr top %s",
                     "a/very/long/path/that/does/not/fit");
    assert_renders(r, "text", &(corr_style){ .width = 36 },
                   "answer\n"
                   "next  corr top   what it shows\n"
                   "      corr spans --op 'GET /a b' \\\n"
                   "          one.jfr   more\n"
                   "GATE PASS\n");
    corr_report_free(r);
}

/* ---- a full screen ---------------------------------------------------- */

/* A report of so many lines, findings and notes. */
static corr_report *long_report(unsigned lines, unsigned findings)
{
    corr_report *r = corr_report_new("info");

    for (unsigned i = 0; i < lines; i++)
        corr_report_line(r, "line");
    for (unsigned i = 0; i < findings; i++) {
        corr_report_field(r, i ? "" : "findings", "number %u", i + 1);
        corr_report_spare(r, "finding", "-v");
    }
    corr_report_note_at(r,
                        &(corr_note_about){ .level = CORR_WARNING,
                                            .code = "A",
                                            .input = -1,
                                            .place = CORR_NOTE_FOOT },
                        "a warning");
    corr_report_note_at(r,
                        &(corr_note_about){ .level = CORR_INFO,
                                            .code = "B",
                                            .input = -1,
                                            .place = CORR_NOTE_FOOT },
                        "a note");
    corr_report_note_at(r,
                        &(corr_note_about){ .level = CORR_INFO,
                                            .code = "C",
                                            .input = -1,
                                            .place = CORR_NOTE_FOOT,
                                            .mark = "*" },
                        "a mark");
    corr_report_choose_notes(r, 3, false);
    return r;
}

/* The lines that a screen shows below those of the answer. */
static void assert_ends(unsigned lines, unsigned findings, const char *end)
{
    corr_report *r = long_report(lines, findings);
    char want[1024];
    size_t n = 0;

    for (unsigned i = 0; i < lines; i++)
        n += (size_t)snprintf(want + n, sizeof want - n, "line\n");
    snprintf(want + n, sizeof want - n, "%s", end);
    assert_renders(r, "text", &at80, want);
    corr_report_free(r);
}

static void a_full_screen_leaves_out_findings_and_then_notes(void **state)
{
    (void)state;
    assert_ends(23, 4,
                "findings  number 1\n          number 2\n"
                "          number 3\n          number 4\n"
                "a warning\na note\n* a mark\n");
    assert_ends(24, 4,
                "findings  number 1\n          number 2\n"
                "          2 more findings: -v\n"
                "a warning\na note\n* a mark\n");
    /* one line in place of one says less */
    assert_ends(25, 3,
                "findings  number 1\n          number 2\n"
                "          number 3\n* a mark\n2 more notes: -v\n");
    assert_ends(26, 2,
                "findings  number 1\n          number 2\n"
                "* a mark\n2 more notes: -v\n");
    /* more than a screen even so */
    assert_ends(29, 2,
                "findings  number 1\n          number 2\n"
                "a warning\na note\n* a mark\n");
}

/* Two parts with two forms, of rank 1 and 2, below so many lines. */
static void assert_forms(unsigned lines, const char *end)
{
    corr_report *r = corr_report_new("span");
    char want[1024];
    size_t n = 0;

    for (unsigned i = 0; i < lines; i++) {
        corr_report_line(r, "line");
        n += (size_t)snprintf(want + n, sizeof want - n, "line\n");
    }
    for (unsigned rank = 2; rank > 0; rank--) {
        corr_report_form(r, CORR_FORM_LONG, rank);
        corr_report_line(r, "long %u", rank);
        corr_report_line(r, "more of it");
        corr_report_form(r, CORR_FORM_SHORT, rank);
        corr_report_line(r, "short %u (--all)", rank);
        corr_report_form(r, CORR_FORM_ANY, 0);
    }
    snprintf(want + n, sizeof want - n, "%s", end);
    assert_renders(r, "text", &at80, want);
    corr_report_free(r);
}

static void parts_become_short_one_after_the_other(void **state)
{
    corr_report *r = corr_report_new("span");

    (void)state;
    assert_forms(26, "long 2\nmore of it\nlong 1\nmore of it\n");
    assert_forms(27, "long 2\nmore of it\nshort 1 (--all)\n");
    assert_forms(28, "short 2 (--all)\nshort 1 (--all)\n");
    assert_forms(40, "short 2 (--all)\nshort 1 (--all)\n");
    corr_report_form(r, CORR_FORM_LONG, 1);
    corr_report_field(r, "also", "a");
    corr_report_form(r, CORR_FORM_SHORT, 1);
    corr_report_field(r, "also", "fewer");
    corr_report_form(r, CORR_FORM_ANY, 0);
    corr_report_field(r, "", "b");
    assert_renders(r, "text", &at80, "also      a\n          b\n");
    assert_renders(r, "md", &at80, "- **also** a  \n  b\n");
    corr_report_free(r);
}

/* A part with three forms, of which the last is shorter still. */
static void a_short_form_may_become_shorter(void **state)
{
    static const struct {
        unsigned lines;
        const char *end;
    } each[] = { { 27, "one\ntwo\nthree\n" },
                 { 28, "one\n2 more (--all)\n" },
                 { 29, "3 in all (--all)\n" } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_report *r = corr_report_new("span");
        char want[1024];
        size_t n = 0;
        for (unsigned k = 0; k < each[i].lines; k++) {
            corr_report_line(r, "line");
            n += (size_t)snprintf(want + n, sizeof want - n, "line\n");
        }
        corr_report_form(r, CORR_FORM_LONG, 2);
        corr_report_line(r, "one");
        corr_report_form(r, CORR_FORM_LONG, 1);
        corr_report_line(r, "two");
        corr_report_line(r, "three");
        corr_report_form_until(r, 1, 2);
        corr_report_line(r, "2 more (--all)");
        corr_report_form(r, CORR_FORM_SHORT, 2);
        corr_report_line(r, "3 in all (--all)");
        corr_report_form(r, CORR_FORM_ANY, 0);
        snprintf(want + n, sizeof want - n, "%s", each[i].end);
        assert_renders(r, "text", &at80, want);
        corr_report_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_fields_are_wrapped_at_words),
        cmocka_unit_test(a_word_longer_than_a_line_goes_on_in_the_next),
        cmocka_unit_test(a_line_for_machines_is_whole_on_a_narrow_screen),
        cmocka_unit_test(pictures_learn_the_width_and_are_made_safe),
        cmocka_unit_test(next_commands_are_wrapped_as_a_shell_reads_them),
        cmocka_unit_test(a_full_screen_leaves_out_findings_and_then_notes),
        cmocka_unit_test(parts_become_short_one_after_the_other),
        cmocka_unit_test(a_short_form_may_become_shorter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
