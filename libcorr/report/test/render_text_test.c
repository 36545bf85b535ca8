/* Tests of tables on the screen: layout at 60 and 80 columns, guides, cutting,
 * colour, and that no line is ever wider than it may be. */
#include "report/test/render_test.h"

#include <math.h>
#include <stdio.h>

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

static const corr_style at80 = { .width = 80 };
static const corr_style at60 = { .width = 60 };

/* ---- tables ----------------------------------------------------------- */

static const corr_column top_columns[] = {
    GRID("self_share", "self%", CORR_COL_RIGHT, 5, 0),
    GRID("self", "self", CORR_COL_RIGHT, 5, 1),
    GRID("observations", "n", CORR_COL_RIGHT, 5, 2),
    GRID("key", "function", CORR_COL_FLEX, 5, 3),
    GRID("rest", NULL, 0, 5, 4),
};

static void fill_top(corr_cell cell[15])
{
    cell[0] = corr_cell_tenths(182);
    cell[1] = corr_cell_amount(155070000000, CORR_NS);
    cell[2] = corr_cell_count(15507);
    cell[3] = corr_cell_text("com.acme.shop.pricing.discounts.rules."
                             "DiscountService.processDiscount");
    cell[4] = corr_cell_bool(false);
    cell[5] = corr_cell_tenths(97);
    cell[6] = corr_cell_amount(82410000000, CORR_NS);
    cell[7] = corr_cell_count(8241);
    cell[8] = corr_cell_text("CartSerializer.loadAttribute");
    cell[9] = corr_cell_bool(false);
    cell[10] = corr_cell_tenths(721);
    cell[11] = corr_cell_null();
    cell[12] = corr_cell_count(61372);
    cell[13] = corr_cell_either("1,204 more functions that are not on this "
                                "page (-n 0)",
                                "1,204 more functions");
    cell[14] = corr_cell_bool(true);
}

static corr_report *top_report(corr_cell cell[15])
{
    corr_report *r = corr_report_new("top");

    fill_top(cell);
    corr_report_head(r, "CPU of checkout  44m10s");
    corr_report_blank(r);
    corr_report_blank(r);
    corr_report_table(r, "rows", &CORR_ROWS(top_columns, 3, cell),
                      CORR_PRIMARY | CORR_SCREEN);
    corr_report_blank(r);
    return r;
}

static void numbers_are_aligned_and_names_take_what_is_left(void **state)
{
    corr_cell cell[15];
    corr_report *r = top_report(cell);

    (void)state;
    assert_renders(
        r, "text", &at80,
        "CPU of checkout  44m10s\n"
        "\n"
        "self%     self       n  function\n"
        " 18.2  155.1 s  15,507  com.acme.shop.pricing"
        "\xe2\x80\xa6"
        "DiscountService.processDiscount\n"
        "  9.7   82.4 s   8,241  CartSerializer.loadAttribute\n"
        " 72.1           61,372  1,204 more functions that are not on this "
        "page (-n 0)\n");
    corr_report_free(r);
}

static void names_lose_their_middle_and_numbers_nothing(void **state)
{
    corr_cell cell[15];
    corr_report *r = top_report(cell);

    (void)state;
    assert_renders(r, "text", &at60,
                   "CPU of checkout  44m10s\n"
                   "\n"
                   "self%     self       n  function\n"
                   " 18.2  155.1 s  15,507  com\xe2\x80\xa6"
                   "DiscountService.processDiscount\n"
                   "  9.7   82.4 s   8,241  CartSerializer.loadAttribute\n"
                   " 72.1           61,372  1,204 more functions\n");
    corr_report_free(r);
}

/* Texts with a short form make room for names, and are printed in full if all
 * of their text fits. */
static void brief_texts_make_room_for_names(void **state)
{
    static const corr_column columns[] = {
        GRID(NULL, "file", CORR_COL_FLEX, 3, 0),
        GRID(NULL, "format", CORR_COL_DIM, 3, 1),
        GRID(NULL, "holds", 0, 3, 2),
    };
    corr_cell cell[] = {
        corr_cell_text("checkout.production.jfr"),
        corr_cell_either("jfr, JDK 17.0.15+6", "jfr"),
        corr_cell_either("3,010 cpu, 12 more kinds", "3,010 cpu"),
    };
    static const struct {
        int width;
        const char *want;
    } each[] = {
        { 69, "checkout.production.jfr  jfr, JDK 17.0.15+6  3,010 cpu, 12 more "
              "kinds" },
        { 68, "checkout.production.jfr  jfr  3,010 cpu, 12 more kinds" },
        { 57, "checkout.production.jfr  jfr  3,010 cpu, 12 more kinds" },
        { 53, "checkout.production.jfr  jfr  3,010 cpu" },
        { 42, "checkout.production.jfr  jfr  3,010 cpu" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_report *r = corr_report_new("info");
        char want[160];

        corr_report_table(r, "rows",
                          &CORR_ROWS(columns, 1, cell, .no_header = true),
                          CORR_PRIMARY | CORR_SCREEN);
        snprintf(want, sizeof want, "%s\n", each[i].want);
        assert_renders(r, "text", &(corr_style){ .width = each[i].width },
                       want);
        corr_report_free(r);
    }
}

static void ascii_has_three_dots(void **state)
{
    corr_cell cell[15];
    corr_report *r = top_report(cell);

    (void)state;
    assert_renders(
        r, "text", &(corr_style){ .width = 60, .ascii = true },
        "CPU of checkout  44m10s\n"
        "\n"
        "self%     self       n  function\n"
        " 18.2  155.1 s  15,507  com.acme.shop...vice.processDiscount\n"
        "  9.7   82.4 s   8,241  CartSerializer.loadAttribute\n"
        " 72.1           61,372  1,204 more functions\n");
    corr_report_free(r);
}

static void wide_never_cuts(void **state)
{
    corr_cell cell[15];
    corr_report *r = top_report(cell);

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 20, .wide = true },
                   "CPU of checkout  44m10s\n"
                   "\n"
                   "self%     self       n  function\n"
                   " 18.2  155.1 s  15,507  com.acme.shop.pricing.discounts."
                   "rules.DiscountService.processDiscount\n"
                   "  9.7   82.4 s   8,241  CartSerializer.loadAttribute\n"
                   " 72.1           61,372  1,204 more functions that are not "
                   "on this page (-n 0)\n");
    corr_report_free(r);
}

/* One name in a table with one column, at a width. */
static void assert_cut(const char *name, int width, const char *want)
{
    static const corr_column column[] = { GRID("key", "", CORR_COL_FLEX, 1,
                                               0) };
    const corr_cell cell = corr_cell_text(name);
    char line[256];
    corr_report *r = corr_report_new("top");

    corr_report_table(r, NULL, &CORR_ROWS(column, 1, &cell), CORR_SCREEN);
    snprintf(line, sizeof line, "%s\n", want);
    assert_renders(r, "text", &(corr_style){ .width = width }, line);
    corr_report_free(r);
}

static void the_last_two_segments_of_a_name_stay(void **state)
{
    (void)state;
    assert_cut("com.acme.shop.PriceRules.check", 25,
               "com.acme\xe2\x80\xa6PriceRules.check");
    assert_cut("com.acme.shop.PriceRules.check", 30,
               "com.acme.shop.PriceRules.check");
    assert_cut("github.com/acme/shop/pricing.(*Rules).Check", 30,
               "github\xe2\x80\xa6pricing.(*Rules).Check");
    assert_cut("/srv/dumps/2026/checkout-7d9f.pb.gz", 26,
               "/srv\xe2\x80\xa6"
               "checkout-7d9f.pb.gz");
    assert_cut("std::map<a::b, c::d>::operator[](a::b const&)", 30,
               "std\xe2\x80\xa6operator[](a::b const&)");
}

static void a_name_without_segments_keeps_both_ends(void **state)
{
    (void)state;
    assert_cut("abcdefghijklmnopqrstuvwxyz", 21,
               "abcdefgh\xe2\x80\xa6opqrstuvwxyz");
    assert_cut("abcdefghijklmnopqrstuvwxyz", 20,
               "abcdefg\xe2\x80\xa6opqrstuvwxyz");
}

static void wide_characters_count_twice(void **state)
{
    /* nine characters in eighteen cells; one that does not fit in half leaves
     * a cell free */
    (void)state;
    assert_cut("\xe4\xb8\x80\xe4\xba\x8c\xe4\xb8\x89\xe5\x9b\x9b\xe4\xba\x94"
               "\xe5\x85\xad\xe4\xb8\x83\xe5\x85\xab\xe4\xb9\x9d",
               20,
               "\xe4\xb8\x80\xe4\xba\x8c\xe4\xb8\x89\xe5\x9b\x9b\xe4\xba\x94"
               "\xe5\x85\xad\xe4\xb8\x83\xe5\x85\xab\xe4\xb9\x9d");
    assert_cut("a\xe4\xb8\x80\xe4\xba\x8c\xe4\xb8\x89\xe5\x9b\x9b\xe4\xba\x94"
               "\xe5\x85\xad\xe4\xb8\x83\xe5\x85\xab\xe4\xb9\x9d\xe4\xb8\x80z",
               21,
               "a\xe4\xb8\x80\xe4\xba\x8c\xe4\xb8\x89\xe2\x80\xa6"
               "\xe5\x85\xad\xe4\xb8\x83\xe5\x85\xab\xe4\xb9\x9d\xe4\xb8\x80z");
}

static void names_cannot_steer_the_terminal(void **state)
{
    (void)state;
    assert_cut("a\x1b[2Jb\xe2\x80\xae"
               "c\nd",
               40, "a\u241b[2Jb\\u202ec\u240ad");
}

/* ---- trees ------------------------------------------------------------ */

typedef struct branch_row {
    corr_branch at;
    const char *name, *edge, *mark;
    int n;
    bool strong;
} branch_row;

static const branch_row branches[] = {
    { { 0, true }, "main", "", "*", 100, true },
    { { 1, false }, "handle", "", "*", 90, true },
    { { 2, false }, "parse", "<- hot", "", 80, false },
    { { 2, true },
      "a.very.long.package.name.verify.signature.of.body",
      "<- hot",
      "",
      70,
      false },
    { { 1, true }, "idle", "", "", 60, false },
    { { 2, true }, "wait", "", "", 50, false },
};

static corr_report *tree_report(unsigned more)
{
    const unsigned flags = CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_TIGHT;
    const corr_column c[] = {
        CORR_COLUMN(NULL, "n", CORR_COL_RIGHT, COUNT, branch_row, n),
        CORR_COLUMN(NULL, "", 0, TEXT, branch_row, mark),
        CORR_COLUMN(NULL, "function", flags | more, TEXT, branch_row, name),
        CORR_COLUMN(NULL, "", CORR_COL_EDGE, TEXT, branch_row, edge),
        CORR_COLUMN(NULL, NULL, 0, BRANCH, branch_row, at),
        CORR_COLUMN(NULL, NULL, 0, STRONG, branch_row, strong),
    };
    corr_report *r = corr_report_new("tree");

    corr_report_table(r, NULL, &CORR_ROWS(c, COUNT(branches), branches),
                      CORR_SCREEN);
    return r;
}

static void trees_have_guides_and_texts_at_the_edge(void **state)
{
    corr_report *r = tree_report(0);

    (void)state;
    assert_renders(
        r, "text", &at60,
        "  n    function\n"
        "100  * main\n"
        " 90  * \xe2\x94\x9c\xe2\x94\x80 handle\n"
        " 80    \xe2\x94\x82  \xe2\x94\x9c\xe2\x94\x80 parse"
        "                                    <- hot\n"
        " 70    \xe2\x94\x82  \xe2\x94\x94\xe2\x94\x80 "
        "a.very.long.pac\xe2\x80\xa6verify.signature.of.body <- hot\n"
        " 60    \xe2\x94\x94\xe2\x94\x80 idle\n"
        " 50       \xe2\x94\x94\xe2\x94\x80 wait\n");
    corr_report_free(r);
}

static void ascii_trees_and_slim_ones(void **state)
{
    corr_report *r = tree_report(CORR_COL_SLIM);

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 40, .ascii = true },
                   "  n    function\n"
                   "100  * main\n"
                   " 90  * | handle\n"
                   " 80    | | parse                  <- hot\n"
                   " 70    | ` a.very....ture.of.body <- hot\n"
                   " 60    ` idle\n"
                   " 50      ` wait\n");
    corr_report_free(r);

    r = tree_report(0);
    assert_renders(r, "text", &(corr_style){ .width = 60, .ascii = true },
                   "  n    function\n"
                   "100  * main\n"
                   " 90  * |- handle\n"
                   " 80    |  |- parse                                    "
                   "<- hot\n"
                   " 70    |  `- a.very.long.pa...erify.signature.of.body "
                   "<- hot\n"
                   " 60    `- idle\n"
                   " 50       `- wait\n");
    corr_report_free(r);
}

static void the_text_at_the_edge_goes_before_the_name_does(void **state)
{
    corr_report *r = tree_report(0);

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 26, .ascii = true },
                   "  n    function\n"
                   "100  * main\n"
                   " 90  * |- handle\n"
                   " 80    |  |- parse\n"
                   " 70    |  `- a...of.body\n"
                   " 60    `- idle\n"
                   " 50       `- wait\n");
    corr_report_free(r);
}

static void strong_rows_are_bold_where_there_is_colour(void **state)
{
    corr_report *r = corr_report_new("tree");
    typedef struct row {
        const char *name;
        bool strong;
    } row;
    static const corr_column c[] = {
        CORR_COLUMN(NULL, "name", CORR_COL_FLEX, TEXT, row, name),
        CORR_COLUMN(NULL, NULL, 0, STRONG, row, strong),
    };
    static const row rows[] = { { "a", true }, { "b", true }, { "c", false } };

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, 3, rows), CORR_SCREEN);
    assert_renders(r, "text", &(corr_style){ .width = 60, .color = true },
                   "\033[2mname\033[0m\n\033[1ma\033[0m\n\033[1mb\033[0m\nc\n");
    corr_report_free(r);
}

static void a_tone_colours_the_columns_that_ask_for_it(void **state)
{
    corr_report *r = corr_report_new("x");
    typedef struct row {
        const char *class, *name, *id;
        corr_tone tone;
    } row;
    static const corr_column c[] = {
        CORR_COLUMN(NULL, "", CORR_COL_TONED, TEXT, row, class),
        CORR_COLUMN(NULL, "id", CORR_COL_ID, TEXT, row, id),
        CORR_COLUMN(NULL, "name", CORR_COL_FLEX, TEXT, row, name),
        CORR_COLUMN(NULL, NULL, 0, TONE, row, tone),
    };
    static const row rows[] = { { "more", "a", "s1", CORR_TONE_WORSE },
                                { "same", "b", "s2", CORR_TONE_PLAIN } };

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, 2, rows, .no_header = true),
                      CORR_SCREEN);
    assert_renders(r, "text", &(corr_style){ .width = 60, .color = true },
                   "\033[31mmore  \033[0m\033[36ms1  \033[0ma\n"
                   "same  \033[36ms2  \033[0mb\n");
    assert_renders(r, "text", &(corr_style){ .width = 60 },
                   "more  s1  a\nsame  s2  b\n");
    corr_report_free(r);
}

typedef struct deep_row {
    const char *name;
    corr_branch at;
} deep_row;

static void fill_deep(const void *ctx, uint32_t i, void *row)
{
    *(deep_row *)row = (deep_row){ ctx, { i, true } };
}

static void a_hostile_depth_leaves_room_for_names(void **state)
{
    static const corr_column c[] = {
        CORR_COLUMN(NULL, "", CORR_COL_FLEX | CORR_COL_TREE, TEXT, deep_row,
                    name),
        CORR_COLUMN(NULL, NULL, 0, BRANCH, deep_row, at),
    };
    corr_report *r = corr_report_new("tree");
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    corr_report_table(r, NULL, &CORR_FILLED(c, 4000, fill_deep, "recurse"),
                      CORR_SCREEN);
    assert_int_equal(corr_render(r, "text",
                                 &(corr_style){ .width = 30, .ascii = true },
                                 out, &err),
                     CORR_OK);
    corr_str rest = corr_out_bytes(out);
    corr_str line;
    uint32_t n = 0;
    while (corr_str_next(&rest, '\n', &line) && line.n > 0) {
        assert_in_range(line.n, 7, 30);
        assert_true(corr_str_ends(line, "recurse"));
        n++;
    }
    assert_int_equal(n, 4000);
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    corr_report_free(r);
}

/* ---- columns ---------------------------------------------------------- */

static void columns_come_and_go_with_the_width(void **state)
{
    static const corr_column c[] = {
        GRID(NULL, "self", CORR_COL_RIGHT, 4, 0),
        GRID(NULL, "function", CORR_COL_FLEX, 4, 1),
        GRID(NULL, "place", CORR_COL_WIDE, 4, 2),
        GRID(NULL, "service", CORR_COL_SPARE, 4, 3),
    };
    const corr_cell cell[] = { corr_cell_count(1),
                               corr_cell_text("a.function.of.thirty.letters."),
                               corr_cell_text("a.c:12"),
                               corr_cell_text("checkout-service") };
    corr_report *r = corr_report_new("top");

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, 1, cell), CORR_SCREEN);
    assert_renders(r, "text", &(corr_style){ .width = 100 },
                   "self  function                       place   service\n"
                   "   1  a.function.of.thirty.letters.  a.c:12  "
                   "checkout-service\n");
    assert_renders(r, "text", &at80,
                   "self  function                       service\n"
                   "   1  a.function.of.thirty.letters.  checkout-service\n");
    assert_renders(r, "text", &(corr_style){ .width = 30 },
                   "self  function\n"
                   "   1  a\xe2\x80\xa6thirty.letters.\n");
    corr_report_free(r);
}

static void what_is_least_needed_makes_room_for_names_first(void **state)
{
    static const corr_column c[] = {
        GRID(NULL, "base", CORR_COL_RIGHT, 5, 0),
        GRID(NULL, "delta", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, 5, 1),
        GRID(NULL, "ratio", CORR_COL_RIGHT | CORR_COL_SPARE_LAST, 5, 2),
        GRID(NULL, "95%", CORR_COL_SPARE, 5, 3),
        GRID(NULL, "function", CORR_COL_FLEX, 5, 4),
    };
    static const struct {
        int width;
        const char *text;
    } each[] = {
        { 44, "base  delta  ratio  95%     function\n"
              "1234  +1200  34.10  1..999  a\xe2\x80\xa6letters.\n" },
        { 40, "base  delta  ratio  function\n"
              "1234  +1200  34.10  a\xe2\x80\xa6thirty.letters.\n" },
        { 33, "base  ratio  function\n"
              "1234  34.10  a\xe2\x80\xa6thirty.letters.\n" },
        { 26, "base  function\n"
              "1234  a\xe2\x80\xa6thirty.letters.\n" },
    };
    const corr_cell cell[] = {
        corr_cell_text("1234"), corr_cell_text("+1200"),
        corr_cell_text("34.10"), corr_cell_text("1..999"),
        corr_cell_text("a.function.of.thirty.letters.")
    };
    corr_report *r = corr_report_new("diff");

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, 1, cell), CORR_SCREEN);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        assert_renders(r, "text", &(corr_style){ .width = each[i].width },
                       each[i].text);
    corr_report_free(r);
}

static void numbers_have_units(void **state)
{
    static const corr_column c[] = { GRID(NULL, "", CORR_COL_RIGHT, 1, 0) };
    const corr_cell cell[] = {
        corr_cell_share(0.1823),  corr_cell_tenths(-5),
        corr_cell_tenths(1000),   corr_cell_share(NAN),
        corr_cell_count(1234567), corr_cell_count(-1),
        corr_cell_bool(true),     corr_cell_span(0xf067aa0ba902b7),
    };
    corr_report *r = corr_report_new("top");

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, COUNT(cell), cell), CORR_SCREEN);
    assert_renders(r, "text", &at60,
                   "           18.2%\n            -0.5\n           100.0\n\n"
                   "       1,234,567\n\n             yes\n"
                   "00f067aa0ba902b7\n");
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tone_colours_the_columns_that_ask_for_it),
        cmocka_unit_test(numbers_are_aligned_and_names_take_what_is_left),
        cmocka_unit_test(names_lose_their_middle_and_numbers_nothing),
        cmocka_unit_test(brief_texts_make_room_for_names),
        cmocka_unit_test(ascii_has_three_dots),
        cmocka_unit_test(wide_never_cuts),
        cmocka_unit_test(the_last_two_segments_of_a_name_stay),
        cmocka_unit_test(a_name_without_segments_keeps_both_ends),
        cmocka_unit_test(wide_characters_count_twice),
        cmocka_unit_test(names_cannot_steer_the_terminal),
        cmocka_unit_test(trees_have_guides_and_texts_at_the_edge),
        cmocka_unit_test(ascii_trees_and_slim_ones),
        cmocka_unit_test(the_text_at_the_edge_goes_before_the_name_does),
        cmocka_unit_test(strong_rows_are_bold_where_there_is_colour),
        cmocka_unit_test(a_hostile_depth_leaves_room_for_names),
        cmocka_unit_test(columns_come_and_go_with_the_width),
        cmocka_unit_test(what_is_least_needed_makes_room_for_names_first),
        cmocka_unit_test(numbers_have_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
