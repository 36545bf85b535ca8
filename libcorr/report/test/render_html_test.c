/* Pages and pictures: what names may hold, what adds up, how large they are. */
#include "render_test.h"

#include <math.h>
#include <string.h>

#include "report/figure.h"

static const char hostile[] =
    "</script><img src=x onerror=\"alert(1)\">&amp;'`\x1b[2J\xe2\x80\xae\xff";

static char *rendered(const corr_report *r, const char *target, bool ascii)
{
    const corr_style style = { .ascii = ascii };
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    assert_non_null(out);
    assert_int_equal(corr_render(r, target, &style, out, &err), CORR_OK);
    const corr_str got = corr_out_bytes(out);
    char *z = malloc(got.n + 1);
    assert_non_null(z);
    memcpy(z, got.p, got.n);
    z[got.n] = '\0';
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    return z;
}

static unsigned count_of(const char *z, const char *what)
{
    unsigned n = 0;

    for (; (z = strstr(z, what)); z += strlen(what))
        n++;
    return n;
}

/* ---- well-formed ------------------------------------------------------------- */

static const char *tag_end(const char *z)
{
    char quote = 0;

    for (; *z && (quote || *z != '>'); z++) {
        assert_true(*z != '<');
        if (quote ? *z == quote : *z == '"')
            quote = quote ? 0 : *z;
    }
    assert_true(*z == '>');
    return z;
}

/* Elements open and close in order, text has no bare markup and no control
 * character. */
static void assert_well_formed(const char *z)
{
    char open[64][16];
    unsigned depth = 0;

    for (; *z; z++) {
        assert_true((unsigned char)*z >= ' ' || *z == '\n');
        if (*z == '&')
            assert_non_null(memchr(z, ';', strnlen(z, 8)));
        if (*z != '<')
            continue;
        const char *name = z + 1 + (z[1] == '/');
        const size_t n = strcspn(name, " />");
        const char *end = tag_end(z + 1);
        assert_true(n > 0 && n < sizeof *open);
        if (z[1] == '/') {
            assert_true(depth > 0);
            assert_int_equal(strlen(open[--depth]), n);
            assert_memory_equal(open[depth], name, n);
        } else if (end[-1] != '/') {
            assert_true(depth < 64);
            memcpy(open[depth], name, n);
            open[depth++][n] = '\0';
        }
        z = end;
    }
    assert_int_equal(depth, 0);
}

/* ---- figures ------------------------------------------------------------------ */

static const corr_box few_boxes[] = {
    { .name = "all", .total = 100, .self = 10, .samples = 10 },
    { .name = hostile,
      .depth = 1,
      .total = 60,
      .self = 20,
      .detail = hostile,
      .group = CORR_TONE_GROUP },
    { .name = "b", .depth = 2, .total = 40, .self = 40 },
    { .name = "c", .depth = 1, .total = 30, .self = 30 },
};

static corr_figure flame_of_boxes(const corr_box *box, uint32_t n)
{
    return (corr_figure){ .kind = CORR_FIGURE_FLAME,
                          .id = "flame",
                          .caption = "all of it",
                          .flame = { .box = box, .n = n, .unit = CORR_NS } };
}

static corr_report *hostile_report(void)
{
    corr_report *r = corr_report_new("tree");
    static const corr_use_piece piece = { 0, 5, CORR_USE_LOCK };
    static const corr_span_bar bar = { .handle = hostile,
                                       .name = hostile,
                                       .service = hostile,
                                       .detail = hostile,
                                       .to = 10,
                                       .piece = &piece,
                                       .npiece = 1,
                                       .blocking = &piece,
                                       .nblocking = 1,
                                       .failed = true,
                                       .focus = true };
    static const double value[] = { 1, NAN };
    static const corr_plot_layer layer = { .name = hostile, .value = value };
    static const corr_plot_mark mark = { .name = hostile, .from = 1, .to = 2 };
    static const corr_plot_dot dot = { .at = 1, .value = 5, .handle = hostile };
    corr_figure f = flame_of_boxes(few_boxes, 4);

    corr_report_ran(r, hostile);
    corr_report_head(r, "%s", hostile);
    corr_report_line(r, "%s", hostile);
    corr_report_field(r, hostile, "%s", hostile);
    corr_report_raw(r, "%s", hostile);
    corr_report_next(r, hostile, "%s", hostile);
    corr_report_note_at(
        r, &(corr_note_about){ .place = CORR_NOTE_FOOT, .input = -1 }, "%s",
        hostile);
    corr_report_choose_notes(r, 5, false);
    f.caption = hostile;
    corr_report_figure(r, &f);
    corr_report_figure(
        r, &(corr_figure){ .kind = CORR_FIGURE_FALL,
                           .id = "spans",
                           .caption = hostile,
                           .fall = { .bar = &bar, .n = 1, .length = 10 } });
    corr_report_figure(r, &(corr_figure){ .kind = CORR_FIGURE_PLOT,
                                          .id = "when",
                                          .caption = hostile,
                                          .plot = { .unit = hostile,
                                                    .layer = &layer,
                                                    .nlayer = 1,
                                                    .stacks = true,
                                                    .from = 0,
                                                    .step = 5,
                                                    .bins = 2,
                                                    .band = &mark,
                                                    .nband = 1,
                                                    .line = &mark,
                                                    .nline = 1,
                                                    .dot = &dot,
                                                    .ndot = 1 } });
    return r;
}

static void names_are_text_everywhere(void **state)
{
    corr_report *r = hostile_report();

    (void)state;
    for (unsigned ascii = 0; ascii < 2; ascii++) {
        char *z = rendered(r, "html", ascii);
        assert_int_equal(count_of(z, "<img"), 0);
        assert_int_equal(count_of(z, "<script>"), 1);
        assert_int_equal(count_of(z, "</script>"), 1);
        assert_int_equal(count_of(z, "<style>"), 1);
        assert_int_equal(count_of(z, " style="), 0);
        assert_int_equal(count_of(z, "\x1b"), 0);
        assert_int_equal(count_of(z, "\xe2\x80\xae"), 0);
        assert_true(count_of(z, "&lt;/script&gt;&lt;img") > 20);
        for (const char *c = z; ascii && *c; c++)
            assert_true((unsigned char)*c < 0x7f);
        free(z);
        z = rendered(r, "svg", ascii);
        assert_well_formed(z);
        assert_int_equal(count_of(z, "<script"), 0);
        assert_true(count_of(z, "&lt;/script&gt;&lt;img") > 10);
        free(z);
    }
    corr_report_free(r);
}

static void a_page_allows_nothing_but_its_own_style_and_script(void **state)
{
    corr_report *r = hostile_report();
    char *z = rendered(r, "html", false);
    const char *policy = strstr(z, "default-src 'none'");

    (void)state;
    assert_non_null(policy);
    assert_non_null(strstr(policy, "style-src 'sha256-"));
    assert_non_null(strstr(policy, "script-src 'sha256-"));
    assert_int_equal(count_of(z, "http:"), count_of(z, "http://www.w3.org/"));
    assert_int_equal(count_of(z, "https:"), 0);
    assert_int_equal(count_of(z, "unsafe-"), 0);
    free(z);
    corr_report_free(r);
}

/* ---- what fits ------------------------------------------------------------------ */

enum { MANY = 100000, FAN = 50 };

/* A tree of MANY boxes, FAN below each, with unequal totals; the names are
 * long. */
static corr_box *many_boxes(void)
{
    static char name[200];
    corr_box *b = calloc(MANY, sizeof *b);
    uint32_t *up = calloc(MANY, sizeof *up);
    uint32_t n = 0;

    assert_non_null(b);
    assert_non_null(up);
    memset(name, 'x', sizeof name - 1);
    b[n++] = (corr_box){ .name = "all" };
    for (uint32_t i = 0; n < MANY; i++) { /* groups of FAN below the root */
        const uint32_t top = n;
        b[n] = (corr_box){ .name = name, .depth = 1, .self = i % 7 };
        up[n++] = 0;
        for (unsigned k = 0; k < FAN && n < MANY; k++) {
            b[n] = (corr_box){ .name = name,
                               .depth = 2,
                               .self = 1 + (i * k) % 97 };
            up[n++] = top;
        }
    }
    for (uint32_t i = MANY; i-- > 1;) {
        b[i].total += b[i].self;
        b[up[i]].total += b[i].total;
    }
    free(up);
    return b;
}

static void what_is_left_out_adds_up(void **state)
{
    corr_box *b = many_boxes();
    const corr_figure f = flame_of_boxes(b, MANY);
    corr_arena arena = { 0 };
    const flame_boxes k = flame_boxes_of(&f.flame, 300000, 500, 3, &arena);
    int64_t *below = calloc(k.n, sizeof *below);
    uint32_t own = 0;

    (void)state;
    assert_true(k.n > 100 && k.n < 3000);
    assert_true(k.at[0].b.total == b[0].total);
    for (uint32_t i = 1; i < k.n; i++) {
        assert_true(k.at[i].up < i);
        assert_int_equal(k.at[i].b.depth, k.at[k.at[i].up].b.depth + 1);
        below[k.at[i].up] += k.at[i].b.total;
    }
    for (uint32_t i = 0; i < k.n; i++) {
        assert_true(k.at[i].b.total == k.at[i].b.self + below[i]);
        own += !k.at[i].b.is_rest;
    }
    assert_int_equal(own + k.hidden, MANY);
    free(below);
    free(b);
    corr_arena_clear(&arena);
}

/* Leaves out the boxes below the root whose total is less than that, as a caller
 * of a large tree does: those above hide them.  Returns how many are left. */
static uint32_t leave_out_small(corr_box *b, int64_t least)
{
    uint32_t n = 1, above = 0; /* of depth 1 */

    for (uint32_t i = 1; i < MANY; i++) {
        const corr_box c = b[i];
        const uint32_t up = c.depth > 1 ? above : 0;
        const bool is_below = c.depth > 1 && above == 0;
        if (!is_below && c.total >= least) {
            if (c.depth == 1)
                above = n;
            b[n++] = c;
            continue;
        }
        b[up].hidden++;
        if (c.depth == 1)
            above = 0; /* and all below it */
    }
    return n;
}

static void boxes_that_the_caller_leaves_out_are_in_the_rests(void **state)
{
    corr_box *all = many_boxes(), *large = many_boxes();
    const uint32_t n = leave_out_small(large, 50);
    const corr_figure f[2] = { flame_of_boxes(all, MANY),
                               flame_of_boxes(large, n) };
    corr_arena arena = { 0 };
    const flame_boxes a = flame_boxes_of(&f[0].flame, 300000, 500, 3, &arena);
    const flame_boxes b = flame_boxes_of(&f[1].flame, 300000, 500, 3, &arena);

    (void)state;
    assert_true(n < MANY * 2 / 3);
    assert_int_equal(a.n, b.n);
    assert_int_equal(a.hidden, b.hidden);
    for (uint32_t i = 0; i < a.n; i++) {
        assert_string_equal(a.at[i].b.name, b.at[i].b.name);
        assert_true(a.at[i].b.total == b.at[i].b.total);
        assert_true(a.at[i].b.self == b.at[i].b.self);
        assert_int_equal(a.at[i].up, b.at[i].up);
        assert_int_equal(a.at[i].b.is_rest, b.at[i].b.is_rest);
    }
    free(all);
    free(large);
    corr_arena_clear(&arena);
}

static void boxes_stand_beside_each_other_inside_the_one_above(void **state)
{
    corr_box *b = many_boxes();
    const corr_figure f = flame_of_boxes(b, MANY);
    corr_arena arena = { 0 };
    const flame_boxes k = flame_boxes_of(&f.flame, 300000, 500, 3, &arena);

    (void)state;
    for (uint32_t i = 1; i < k.n; i++) {
        const flame_box *up = &k.at[k.at[i].up];
        assert_true(k.at[i].from >= up->from);
        assert_true(k.at[i].from + k.at[i].b.total <= up->from + up->b.total);
    }
    free(b);
    corr_arena_clear(&arena);
}

static void a_page_has_a_size_whatever_is_in_it(void **state)
{
    corr_box *b = many_boxes();
    corr_report *r = corr_report_new("tree");
    corr_figure f = flame_of_boxes(b, MANY);

    (void)state;
    for (unsigned figures = 1; figures < 4; figures++) {
        corr_report_figure(r, &f);
        char *z = rendered(r, "html", false);
        assert_true(strlen(z) > 100000);
        assert_true(strlen(z) < 1000000);
        free(z);
        z = rendered(r, "svg", false);
        assert_true(strlen(z) < 500000);
        assert_well_formed(z);
        free(z);
    }
    corr_report_free(r);
    free(b);
}

static void a_page_with_spans_is_smaller(void **state)
{
    corr_box *b = many_boxes();
    corr_report *r = corr_report_new("span");
    corr_figure f = flame_of_boxes(b, MANY);
    corr_span_bar *bar = calloc(MANY, sizeof *bar);
    static corr_use_piece piece[100];

    (void)state;
    assert_non_null(bar);
    for (unsigned i = 0; i < 100; i++)
        piece[i] = (corr_use_piece){ i * 10, i * 10 + 9, CORR_USE_IO };
    for (uint32_t i = 0; i < MANY; i++)
        bar[i] = (corr_span_bar){ .name = "a name",
                                  .depth = i > 0,
                                  .handle = "s1",
                                  .from = i % 100,
                                  .to = 1000,
                                  .piece = piece,
                                  .npiece = 100 };
    corr_report_figure(r, &f);
    corr_report_figure(
        r, &(corr_figure){ .kind = CORR_FIGURE_FALL,
                           .id = "spans",
                           .caption = "spans",
                           .fall = { .bar = bar, .n = MANY, .length = 1000 } });
    char *z = rendered(r, "html", false);
    assert_true(strlen(z) < 300000);
    assert_non_null(strstr(z, "have no bar"));
    free(z);
    z = rendered(r, "svg", false);
    assert_true(strlen(z) < 500000);
    assert_well_formed(z);
    free(z);
    corr_report_free(r);
    free(bar);
    free(b);
}

/* Depths that jump, totals below zero and beyond 64 bits, and a rest with boxes
 * below it are no tree; something is drawn all the same. */
static void figures_that_are_no_tree_are_drawn(void **state)
{
    const corr_box odd[] = {
        { .name = NULL, .depth = 7, .total = INT64_MAX },
        { .name = "a", .depth = UINT32_MAX, .total = INT64_MAX },
        { .name = "b", .depth = 0, .total = -5, .self = INT64_MIN },
        { .name = "r", .depth = 1, .total = 3, .is_rest = true },
        { .name = "below a rest", .depth = 2, .total = 3 },
        { .name = "c",
          .depth = 9,
          .total = INT64_MAX,
          .delta = NAN,
          .change = CORR_BOX_NEW },
    };
    corr_report *r = corr_report_new("tree");
    corr_figure f = flame_of_boxes(odd, 6);

    (void)state;
    f.flame.compares = true;
    corr_report_figure(r, &f);
    char *z = rendered(r, "svg", false);
    assert_well_formed(z);
    assert_int_equal(count_of(z, "nan"), 0);
    assert_int_equal(count_of(z, "inf"), 0);
    free(z);
    z = rendered(r, "html", false);
    assert_int_equal(count_of(z, "<ul"), count_of(z, "</ul>"));
    free(z);
    corr_report_free(r);
}

static void lists_close_as_they_open(void **state)
{
    enum { DEEP = 3000 };
    corr_box *b = calloc(2 * DEEP, sizeof *b);
    corr_report *r = corr_report_new("tree");

    (void)state;
    assert_non_null(b);
    for (uint32_t i = 0; i < DEEP; i++) {
        b[2 * i] = (corr_box){
            .name = "f", .depth = i, .total = 2 * (DEEP - i), .self = 1
        };
        b[2 * i + 1] =
            (corr_box){ .name = "g", .depth = i + 1, .total = 1, .self = 1 };
    }
    const corr_figure f = flame_of_boxes(b, 2 * DEEP);
    corr_report_figure(r, &f);
    char *z = rendered(r, "html", false);
    const char *end = strstr(z, "<script>");
    assert_non_null(end);
    z[end - z] = '\0';
    assert_int_equal(count_of(z, "<li "), count_of(z, "</li>"));
    assert_int_equal(count_of(z, "<details"), count_of(z, "</details>"));
    assert_int_equal(count_of(z, "<ul"), count_of(z, "</ul>"));
    free(z);
    corr_report_free(r);
    free(b);
}

static void a_comparison_has_sign_and_number_as_text(void **state)
{
    const corr_box box[] = {
        { .name = "all", .total = 3000 },
        { .name = "a",
          .depth = 1,
          .total = 2000,
          .self = 2000,
          .delta = 1.25,
          .ratio = 2,
          .lo = 1.25,
          .hi = 3,
          .change = CORR_BOX_MORE },
        { .name = "b",
          .depth = 1,
          .total = 1000,
          .self = 1000,
          .delta = -2,
          .ratio = NAN,
          .lo = NAN,
          .hi = 0.5,
          .change = CORR_BOX_LESS },
        { .name = "c",
          .depth = 1,
          .total = 1000,
          .self = 1000,
          .delta = 0.5,
          .ratio = 1.1,
          .lo = 0.8,
          .hi = 1.3 },
        { .name = "d",
          .depth = 1,
          .total = 10,
          .self = 10,
          .delta = 0.25,
          .ratio = NAN,
          .lo = NAN,
          .hi = NAN },
    };
    corr_report *r = corr_report_new("diff");
    corr_figure f = flame_of_boxes(box, 5);

    (void)state;
    f.flame.compares = true;
    f.flame.unjudged = "frames under 0.5%";
    f.flame.own_unit = f.flame.delta_unit = "ms/request";
    f.flame.scale = 0.001;
    corr_report_figure(r, &f);
    char *z = rendered(r, "html", false);
    assert_non_null(strstr(z, "<em>+1.25 ms/request \xc3\x97"
                              "2 (1.25..3) more</em>"));
    assert_non_null(strstr(z, "-2 ms/request (..0.5) less"));
    assert_non_null(strstr(z, "+0.5 ms/request \xc3\x97"
                              "1.1 (0.8..1.3) not certain"));
    assert_int_equal(count_of(z, "<em>"), 2);
    assert_null(strstr(z, "+0.25"));
    assert_non_null(strstr(z, "no certain change, and frames under 0.5%"));
    assert_non_null(strstr(z, "2 ms/request"));
    free(z);
    corr_report_free(r);
}

static void a_picture_without_a_figure_is_the_first_lines(void **state)
{
    corr_report *r = corr_report_new("tree");

    (void)state;
    corr_report_line(r, "no samples");
    char *z = rendered(r, "svg", false);
    assert_well_formed(z);
    assert_non_null(strstr(z, ">no samples</text>"));
    free(z);
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_text_everywhere),
        cmocka_unit_test(a_page_allows_nothing_but_its_own_style_and_script),
        cmocka_unit_test(what_is_left_out_adds_up),
        cmocka_unit_test(boxes_that_the_caller_leaves_out_are_in_the_rests),
        cmocka_unit_test(boxes_stand_beside_each_other_inside_the_one_above),
        cmocka_unit_test(a_page_has_a_size_whatever_is_in_it),
        cmocka_unit_test(a_page_with_spans_is_smaller),
        cmocka_unit_test(figures_that_are_no_tree_are_drawn),
        cmocka_unit_test(lists_close_as_they_open),
        cmocka_unit_test(a_comparison_has_sign_and_number_as_text),
        cmocka_unit_test(a_picture_without_a_figure_is_the_first_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
