/* Tests of lines: vector 7.2, pruning, rest lines, chains, marks. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_view.h"
#include "stats/distributions.h"

typedef struct screen {
    corr_store *st;
    corr_sel *sel;
    corr_tree *t;
    corr_lines *l;
} screen;

static screen screen_of(const char *text, const corr_prune *prune)
{
    corr_err err = { 0 };
    screen s = { .st = test_store(&text, 1) };

    s.sel = test_select(s.st);
    const corr_sel *cols[] = { s.sel };
    s.t = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(s.t);
    s.l = corr_lines_of(s.t, prune, &err);
    assert_non_null(s.l);
    return s;
}

static void screen_free(screen *s)
{
    corr_lines_free(s->l);
    corr_tree_free(s->t);
    corr_sel_free(s->sel);
    corr_store_free(s->st);
}

/* Guides of a line: which of its ancestors have more lines to come. */
static size_t guides(char *out, size_t size, const corr_line *l, bool *ended)
{
    size_t n = 0;

    out[0] = 0;
    for (uint32_t d = 1; d < l->depth; d++)
        n +=
            (size_t)snprintf(out + n, size - n, "%s", ended[d] ? "   " : "│  ");
    if (l->depth)
        n += (size_t)snprintf(out + n, size - n, "%s",
                              l->is_last ? "└─ " : "├─ ");
    ended[l->depth] = l->is_last;
    return n;
}

/* The nodes of a chain, root first: the first, the last and what is between. */
static size_t names(const screen *s, uint32_t i, char *out, size_t size)
{
    const corr_line line = corr_lines_at(s->l, i);
    uint32_t node[64], links = 0;
    size_t n = 0;

    for (uint32_t at = line.last; at != line.node;
         at = corr_tree_at(s->t, at).parent)
        node[links++] = at;
    node[links++] = line.node;
    for (uint32_t k = links; k-- > 0;) {
        if (links > 3 && k > 0 && k + 1 < links)
            continue;
        if (links > 3 && k == 0)
            n += (size_t)snprintf(out + n, size - n, " → … %u frames …",
                                  links - 2);
        const corr_node c = corr_tree_at(s->t, node[k]);
        n += (size_t)snprintf(out + n, size - n, "%s%s",
                              k + 1 < links ? " → " : "", c.name);
        if (c.repeat > 1)
            n += (size_t)snprintf(out + n, size - n, " ×%u", c.repeat);
    }
    return n;
}

/* The screen as corr-methods 7.2 prints it. */
static const char *print(const screen *s)
{
    static char out[16384];
    bool ended[64] = { 0 };
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_lines_size(s->l); i++) {
        const corr_line l = corr_lines_at(s->l, i);
        char self[16] = "";
        char tree[256];
        char name[256];
        guides(tree, sizeof tree, &l, ended);
        if (l.hidden) {
            snprintf(name, sizeof name, "(%u smaller frame%s)", l.hidden,
                     l.hidden > 1 ? "s" : "");
        } else {
            snprintf(self, sizeof self, "%d.%d%%", l.tenths_self / 10,
                     l.tenths_self % 10);
            names(s, i, name, sizeof name);
        }
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%3d.%d%% %6s %4lld %s %s%s%s\n",
            l.tenths_total / 10, l.tenths_total % 10, self, (long long)l.obs,
            l.hot_path ? "*" : " ", tree, name, l.hot ? " <- hot" : "");
    }
    return out;
}

static void check_screen(const char *text, const corr_prune *prune,
                         const char *want)
{
    screen s = screen_of(text, prune);

    assert_string_equal(print(&s), want);
    screen_free(&s);
}

#define ROOT "OrderService.calculateTotals"
static const char orders[] =
    "8 8 " ROOT ";applyDiscounts;evaluateRules\n"
    "1 1 " ROOT ";applyDiscounts;evaluateRules;compare\n"
    "1 1 " ROOT ";applyDiscounts;loadDiscountRules\n"
    "6 6 " ROOT ";applyDiscounts;loadDiscountRules;JsonParser.parse\n"
    "1 1 " ROOT ";applyDiscounts;loadDiscountRules;open\n"
    "1 1 " ROOT ";validateLineItems\n"
    "2 2 " ROOT ";validateLineItems;checkPriceRules\n"
    "7 7 " ROOT ";validateLineItems;checkPriceRules;j.u.regex.Matcher.find\n"
    "5 5 " ROOT ";validateLineItems;calculateTax\n"
    "1 1 " ROOT ";formatResponse\n"
    "8 8 " ROOT ";formatResponse;serialize\n"
    "1 1 " ROOT ";formatResponse;escape\n"
    "1 1 " ROOT ";formatResponse;flush\n";

static void vector_7_2_the_tree_of_43_samples(void **state)
{
    (void)state;
    check_screen(orders, &(corr_prune){ .share = 0.03 },
                 "100.0%   0.0%   43 * OrderService.calculateTotals\n"
                 " 39.5%   0.0%   17   ├─ applyDiscounts\n"
                 " 20.9%  18.6%    9   │  ├─ evaluateRules <- hot\n"
                 "  2.3%           1   │  │  └─ (1 smaller frame)\n"
                 " 18.6%   2.3%    8   │  └─ loadDiscountRules\n"
                 " 14.0%  14.0%    6   │     ├─ JsonParser.parse <- hot\n"
                 "  2.3%           1   │     └─ (1 smaller frame)\n"
                 " 34.9%   2.3%   15   ├─ validateLineItems\n"
                 " 21.0%   4.7%    9   │  ├─ checkPriceRules\n"
                 " 16.3%  16.3%    7   │  │  └─ j.u.regex.Matcher.find <- hot\n"
                 " 11.6%  11.6%    5   │  └─ calculateTax <- hot\n"
                 " 25.6%   2.3%   11   └─ formatResponse\n"
                 " 18.6%  18.6%    8      ├─ serialize <- hot\n"
                 "  4.7%           2      └─ (2 smaller frames)\n");
}

static void a_node_needs_its_share_and_its_samples(void **state)
{
    static const char text[] = "950 950 a\n30 1 b\n10 10 c\n9 9 d\n1 30 e\n";

    (void)state;
    check_screen(text, &(corr_prune){ 0 },
                 " 95.0%  95.0%  950 * a <- hot\n"
                 "  1.0%   1.0%   10   c\n"
                 "  4.0%          40   (3 smaller frames)\n");
    check_screen(text, &(corr_prune){ .least_obs = 1 },
                 " 95.0%  95.0%  950 * a <- hot\n"
                 "  3.0%   3.0%    1   b\n"
                 "  1.0%   1.0%   10   c\n"
                 "  1.0%          39   (2 smaller frames)\n");
    check_screen(text, &(corr_prune){ .all = true },
                 " 95.0%  95.0%  950 * a <- hot\n"
                 "  3.0%   3.0%    1   b\n"
                 "  1.0%   1.0%   10   c\n"
                 "  0.9%   0.9%    9   d\n"
                 "  0.1%   0.1%   30   e\n");
}

static void exactly_one_percent_is_enough(void **state)
{
    (void)state;
    for (int n = 100; n <= 3000; n += 100) {
        char text[64];
        snprintf(text, sizeof text, "%d 99 a\n%d 9 b\n", n - n / 100, n / 100);
        screen s = screen_of(text, &(corr_prune){ 0 });
        assert_int_equal(corr_lines_size(s.l), 2);
        assert_int_equal(corr_lines_at(s.l, 1).hidden, 0);
        screen_free(&s);
    }
}

static void below_the_depth_limit_is_one_line(void **state)
{
    (void)state;
    check_screen("5 5 a;b;c\n5 5 a;b;d\n10 10 a;e\n",
                 &(corr_prune){ .max_depth = 2 },
                 "100.0%   0.0%   20 * a\n"
                 " 50.0%   0.0%   10 * ├─ b\n"
                 " 50.0%          10   │  └─ (2 smaller frames)\n"
                 " 50.0%  50.0%   10   └─ e <- hot\n");
}

static void a_limit_on_lines_keeps_the_largest(void **state)
{
    static const char text[] = "40 40 a;b\n30 30 a;c\n20 20 d;e\n10 10 d;f\n";

    (void)state;
    check_screen(text, &(corr_prune){ .max_rows = 4, .no_chains = true },
                 " 70.0%   0.0%   70 * a\n"
                 " 40.0%  40.0%   40 * ├─ b <- hot\n"
                 " 30.0%  30.0%   30   └─ c <- hot\n"
                 " 30.0%          30   (1 smaller frame)\n");
    check_screen(text, &(corr_prune){ .max_rows = 3, .no_chains = true },
                 " 70.0%   0.0%   70 * a\n"
                 " 70.0%          70   └─ (2 smaller frames)\n"
                 " 30.0%          30   (1 smaller frame)\n");
    check_screen(text, &(corr_prune){ .max_rows = 1 },
                 "100.0%         100   (2 smaller frames)\n");
    check_screen(text, &(corr_prune){ .max_rows = 6 },
                 " 70.0%   0.0%   70 * a\n"
                 " 40.0%  40.0%   40 * ├─ b <- hot\n"
                 " 30.0%  30.0%   30   └─ c <- hot\n"
                 " 30.0%   0.0%   30   d\n"
                 " 20.0%  20.0%   20   ├─ e <- hot\n"
                 " 10.0%  10.0%   10   └─ f <- hot\n");
}

static void a_limit_on_lines_is_used_to_the_last(void **state)
{
    static const char text[] = "90 90 a\n80 80 b\n70 70 c\n60 60 d\n"
                               "50 50 e\n40 40 f\n30 30 g\n20 20 h\n";

    (void)state;
    for (uint32_t max = 1; max <= 10; max++) {
        screen s = screen_of(text, &(corr_prune){ .max_rows = max });
        const uint32_t n = corr_lines_size(s.l);
        assert_int_equal(n, max < 8 ? max : 8);
        assert_int_equal(corr_lines_at(s.l, n - 1).hidden,
                         max < 8 ? 9 - max : 0);
        screen_free(&s);
    }
}

static void the_share_asked_for_is_the_share_used(void **state)
{
    (void)state;
    check_screen("50 50 a\n30 30 b\n20 20 c\n", &(corr_prune){ .share = 0.3 },
                 " 50.0%  50.0%   50 * a <- hot\n"
                 " 30.0%  30.0%   30   b <- hot\n"
                 " 20.0%          20   (1 smaller frame)\n");
}

static void nodes_that_say_nothing_new_become_one_line(void **state)
{
    static const char text[] = "6 6 main;run;work;x\n4 4 main;run;work;y\n";

    (void)state;
    check_screen(text, &(corr_prune){ 0 },
                 "100.0%   0.0%   10 * main → run → work\n"
                 " 60.0%  60.0%    6 * ├─ x <- hot\n"
                 " 40.0%  40.0%    4   └─ y\n");
    check_screen(text, &(corr_prune){ .no_chains = true },
                 "100.0%   0.0%   10 * main\n"
                 "100.0%   0.0%   10 * └─ run\n"
                 "100.0%   0.0%   10 *    └─ work\n"
                 " 60.0%  60.0%    6 *       ├─ x <- hot\n"
                 " 40.0%  40.0%    4         └─ y\n");
}

static void a_chain_needs_nearly_all_and_nothing_of_its_own(void **state)
{
    (void)state;
    /* b has 99.5 % of a, and what was left out of a stands below the line */
    check_screen("995 995 a;b\n5 5 a;c\n", &(corr_prune){ 0 },
                 "100.0%  99.5% 1000 * a → b <- hot\n"
                 "  0.5%           5   └─ (1 smaller frame)\n");
    check_screen("994 994 a;b\n6 6 a;c\n", &(corr_prune){ 0 },
                 "100.0%   0.0% 1000 * a\n"
                 " 99.4%  99.4%  994 * ├─ b <- hot\n"
                 "  0.6%           6   └─ (1 smaller frame)\n");
    check_screen("999 999 a;b\n1 1 a\n", &(corr_prune){ 0 },
                 "100.0%   0.1% 1000 * a\n"
                 " 99.9%  99.9%  999 * └─ b <- hot\n");
}

static void the_rest_of_a_whole_chain_is_one_line(void **state)
{
    (void)state;
    check_screen("2 2 a;x\n994 994 a;(b);(c);d\n3 3 a;(b);y\n"
                 "1 1 a;(b);(c);z\n",
                 &(corr_prune){ 0 },
                 "100.0%  99.4% 1000 * a → … 2 frames … → d <- hot\n"
                 "  0.6%           6   └─ (3 smaller frames)\n");
}

static void a_long_chain_names_its_ends(void **state)
{
    (void)state;
    check_screen("9 9 java.A;java.B;java.C;java.D\n", &(corr_prune){ 0 },
                 "100.0% 100.0%    9 * java.A → … 2 frames … → java.D <- "
                 "hot\n");
    check_screen("9 9 java.A;java.B;java.C\n", &(corr_prune){ 0 },
                 "100.0% 100.0%    9 * java.A → java.B → java.C <- hot\n");
    check_screen("9 9 java.A;java.B\n", &(corr_prune){ 0 },
                 "100.0% 100.0%    9 * java.A → java.B <- hot\n");
}

static void recursion_may_be_part_of_a_chain(void **state)
{
    (void)state;
    check_screen("9 9 main;f;f;f;g\n", &(corr_prune){ 0 },
                 "100.0% 100.0%    9 * main → f ×3 → g <- hot\n");
}

static void the_hot_path_ends_where_no_child_has_half(void **state)
{
    (void)state;
    check_screen("50 50 a;b;c\n25 25 a;b;d\n25 25 a;b;e\n"
                 "50 50 a;f\n50 50 a\n",
                 &(corr_prune){ 0 },
                 "100.0%  25.0%  200 * a <- hot\n"
                 " 50.0%   0.0%  100 * ├─ b\n"
                 " 25.0%  25.0%   50 * │  ├─ c <- hot\n"
                 " 12.5%  12.5%   25   │  ├─ d <- hot\n"
                 " 12.5%  12.5%   25   │  └─ e <- hot\n"
                 " 25.0%  25.0%   50   └─ f <- hot\n");
    check_screen("49 49 a;b\n51 51 c;d\n0 2 a\n", &(corr_prune){ 0 },
                 " 51.0%  51.0%   51 * c → d <- hot\n"
                 " 49.0%   0.0%   51   a\n"
                 " 49.0%  49.0%   49   └─ b <- hot\n");
    check_screen("49 49 a\n49 49 b\n2 2 c\n", &(corr_prune){ .share = 0.01 },
                 " 49.0%  49.0%   49   a <- hot\n"
                 " 49.0%  49.0%   49   b <- hot\n"
                 "  2.0%   2.0%    2   c\n");
}

static void a_single_sample_has_a_hot_path_but_no_hot_frame(void **state)
{
    (void)state;
    check_screen("1 1 a;b\n", &(corr_prune){ .all = true },
                 "100.0% 100.0%    1 * a → b\n");
}

static bool is_hot(const char *text, uint32_t line)
{
    screen s = screen_of(text, &(corr_prune){ .least_obs = 1 });
    const bool hot = corr_lines_at(s.l, line).hot;

    screen_free(&s);
    return hot;
}

static void a_hot_frame_needs_a_tenth_five_samples_and_certainty(void **state)
{
    (void)state;
    assert_true(is_hot("100 100 a\n900 900 b\n", 1));
    assert_false(is_hot("99 99 a\n901 901 b\n", 1));
    /* exactly a tenth of what is not divisible by ten is more than a tenth */
    assert_false(is_hot("100 100 a\n901 901 b\n", 1));
    assert_true(is_hot("101 101 a\n901 901 b\n", 1));
    /* five of 43 are enough, four of 30 are not */
    assert_true(is_hot("5 5 a\n38 38 b\n", 1));
    assert_false(is_hot("4 4 a\n26 26 b\n", 1));
    /* five of 44 have a lower bound of 4.96 % */
    assert_false(is_hot("5 5 a\n39 39 b\n", 1));
    /* what is not a frame is not hot */
    assert_false(is_hot("50 50 -\n49 49 b\n", 0));
    assert_true(is_hot("50 50 -\n49 49 b\n", 1));
}

static void a_view_without_counts_is_cut_by_share_alone(void **state)
{
    (void)state;
    check_screen("kind alloc bytes 0 no_count\n"
                 "900 1 a\n95 1 b\n5 1 c\n",
                 &(corr_prune){ 0 },
                 " 90.0%  90.0%    0 * a\n"
                 "  9.5%   9.5%    0   b\n"
                 "  0.5%           0   (1 smaller frame)\n");
}

static void a_view_that_sums_to_nothing_prints_without_shares(void **state)
{
    (void)state;
    check_screen("5 5 a;x\n-5 5 b\n", &(corr_prune){ 0 },
                 "  0.0%   0.0%    5 * a → x\n"
                 "  0.0%   0.0%    5   b\n");
    check_screen("0 5 a\n", &(corr_prune){ 0 }, "  0.0%   0.0%    5   a\n");
    check_screen("-3 5 a\n-1 5 b\n", &(corr_prune){ 0 },
                 "  0.0%   0.0%    5   b\n"
                 "  0.0%   0.0%    5   a\n");
}

static void a_chain_of_negative_values_finds_its_way(void **state)
{
    screen s = screen_of("-100000 9 a;(b);(c);(d);e\n"
                         "100 1 a;x\n",
                         &(corr_prune){ 0 });

    (void)state;
    assert_string_equal(print(&s), "  0.0%   0.0%   10   a → … 3 frames … → "
                                   "e\n"
                                   "  0.0%           1   └─ (1 smaller "
                                   "frame)\n");
    screen_free(&s);
}

static void nothing_makes_no_lines(void **state)
{
    screen s = screen_of("1 1 a\n", &(corr_prune){ 0 });
    corr_err err = { 0 };

    (void)state;
    corr_lines_free(s.l);
    corr_tree_free(s.t);
    s.sel->part.n = 0;
    const corr_sel *cols[] = { s.sel };
    s.t = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    s.l = corr_lines_of(s.t, &(corr_prune){ .max_rows = 3 }, &err);
    assert_non_null(s.l);
    assert_int_equal(corr_lines_size(s.l), 0);
    corr_lines_free(NULL);
    screen_free(&s);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    screen s = screen_of(orders, &(corr_prune){ 0 });

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        corr_lines, corr_lines_of(s.t, &(corr_prune){ .max_rows = 5 }, &err),
        corr_lines_free);
    screen_free(&s);
}

/* ---- properties ------------------------------------------------------ */

static char *random_profile(uint64_t seed)
{
    static char out[65536];
    size_t n = 0;

    for (int i = 0; i < 300; i++) {
        const size_t depth = 1 + stat_below(&seed, 9);
        n += (size_t)snprintf(out + n, sizeof out - n, "%llu %llu ",
                              (unsigned long long)stat_below(&seed, 500),
                              (unsigned long long)stat_below(&seed, 4));
        for (size_t d = 0; d < depth; d++)
            n += (size_t)snprintf(out + n, sizeof out - n, "%sf%llu",
                                  d ? ";" : "",
                                  (unsigned long long)stat_below(&seed, 4));
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

/* At every line: amounts and tenths are its own and those right below it. */
static void check_sums(const screen *s, const corr_prune *prune)
{
    const uint32_t n = corr_lines_size(s->l);
    int64_t roots = 0;
    int tenths = 0;

    for (uint32_t i = 0; i < n; i++) {
        const corr_line l = corr_lines_at(s->l, i);
        int64_t total = l.self;
        int part = l.tenths_self;
        bool any = false;
        bool ended = false;
        if (l.depth == 0) {
            roots += l.total;
            tenths += l.tenths_total;
        }
        for (uint32_t k = i + 1; k < n; k++) {
            const corr_line c = corr_lines_at(s->l, k);
            if (c.depth <= l.depth)
                break;
            if (c.depth > l.depth + 1)
                continue;
            assert_false(ended);
            ended = c.is_last;
            any = true;
            total += c.total;
            part += c.tenths_total;
        }
        assert_int_equal(any, ended);
        if (l.hidden)
            continue;
        assert_int_equal(l.total, total);
        assert_int_equal(l.tenths_total, part);
    }
    assert_int_equal(roots, corr_tree_at(s->t, 0).total[0]);
    assert_int_equal(tenths, 1000);
    if (prune->max_rows)
        assert_true(n <= prune->max_rows);
}

static void whatever_is_cut_the_lines_add_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const corr_prune prune = {
            .share = (double)(seed % 5) / 100,
            .least_obs = (int64_t)(seed % 4),
            .max_rows = seed % 3 ? 0 : (uint32_t)seed + 2,
            .max_depth = seed % 7 ? 0 : 4,
            .all = seed % 11 == 0,
            .no_chains = seed % 2 == 0,
        };
        screen s = screen_of(random_profile(seed), &prune);
        check_sums(&s, &prune);
        screen_free(&s);
    }
}

typedef struct sized_node {
    int64_t total;
    uint32_t node;
} sized_node;

static int larger_node_first(const void *a, const void *b)
{
    const sized_node *x = a, *y = b;

    if (x->total != y->total)
        return x->total < y->total ? 1 : -1;
    return (x->node > y->node) - (x->node < y->node);
}

/* The lines of the k largest nodes: one each, and one for each rest. */
static uint32_t lines_of_largest(const corr_tree *t, const sized_node *by_size,
                                 uint32_t k)
{
    const uint32_t n = corr_tree_size(t);
    bool *is_kept = calloc(n, sizeof *is_kept);
    bool *has_rest = calloc(n, sizeof *has_rest);
    uint32_t lines = k;

    assert_true(is_kept && has_rest);
    is_kept[0] = true;
    for (uint32_t i = 0; i < k; i++)
        is_kept[by_size[i].node] = true;
    for (uint32_t i = 1; i < n; i++) {
        const uint32_t up = corr_tree_at(t, i).parent;
        if (is_kept[i] || !is_kept[up] || has_rest[up])
            continue;
        has_rest[up] = true;
        lines++;
    }
    free(is_kept);
    free(has_rest);
    return lines;
}

static void check_largest(const screen *s, const sized_node *by_size,
                          uint32_t all, uint32_t most)
{
    const uint32_t n = corr_lines_size(s->l);
    uint32_t k = 0;
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < n; i++) {
        const corr_line l = corr_lines_at(s->l, i);
        k += l.hidden == 0;
        if (l.hidden == 0 && l.total < least)
            least = l.total;
    }
    assert_true(n <= most);
    assert_true(k == 0 || least == by_size[k - 1].total);
    assert_int_equal(n, lines_of_largest(s->t, by_size, k));
    assert_true(k == all || lines_of_largest(s->t, by_size, k + 1) > most);
}

/* A tree with far more nodes than lines is not looked at as a whole: its lines
 * are those that sorting all nodes chooses. */
static void the_lines_of_a_large_tree_are_of_its_largest_nodes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        const uint32_t most = (uint32_t)(3 + (seed * seed * seed) % 900);
        const corr_prune prune = { .share = 1e-12,
                                   .least_obs = 1,
                                   .all = seed % 2 == 0,
                                   .max_rows = most,
                                   .no_chains = true };
        screen s = screen_of(random_profile(seed), &prune);
        const uint32_t n = corr_tree_size(s.t);
        sized_node *by_size = calloc(n, sizeof *by_size);
        uint32_t all = 0;

        assert_non_null(by_size);
        for (uint32_t i = 1; i < n; i++) {
            const corr_node v = corr_tree_at(s.t, i);
            if (prune.all || (*v.obs >= 1 && *v.total > 0))
                by_size[all++] = (sized_node){ *v.total, i };
        }
        qsort(by_size, all, sizeof *by_size, larger_node_first);
        check_largest(&s, by_size, all, most);
        check_sums(&s, &prune);
        free(by_size);
        screen_free(&s);
    }
}

static void a_small_rest_folds_into_that_of_an_outer_line(void **state)
{
    (void)state;
    check_screen("60 60 a;b;c\n"
                 "30 30 a;b;d\n"
                 "2 2 a;b;x\n"
                 "3 3 a;y\n"
                 "5 5 z\n",
                 &(corr_prune){ .share = 0.06, .fold = 0.04 },
                 " 92.0%   0.0%   92 * a → b\n"
                 " 60.0%  60.0%   60 * ├─ c <- hot\n"
                 " 30.0%  30.0%   30   └─ d <- hot\n"
                 " 10.0%          10   (3 smaller frames)\n");
}

/* Whatever is folded, self and the rests add up to the whole. */
static void with_a_fold_self_and_rests_are_the_whole(void **state)
{
    const double fold[] = { 0.01, 0.05, 0.2, 0.9 };

    (void)state;
    for (size_t k = 0; k < sizeof fold / sizeof *fold; k++) {
        screen s =
            screen_of(orders, &(corr_prune){ .share = 0.06, .fold = fold[k] });
        int64_t self = 0, obs = 0;
        int tenths = 0;
        for (uint32_t i = 0; i < corr_lines_size(s.l); i++) {
            const corr_line l = corr_lines_at(s.l, i);
            self += l.hidden ? l.total : l.self;
            tenths += l.hidden ? l.tenths_total : l.tenths_self;
            obs += l.hidden ? l.obs : l.self;
        }
        assert_int_equal(self, 43);
        assert_int_equal(obs, 43);
        assert_int_equal(tenths, 1000);
        screen_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_7_2_the_tree_of_43_samples),
        cmocka_unit_test(a_node_needs_its_share_and_its_samples),
        cmocka_unit_test(exactly_one_percent_is_enough),
        cmocka_unit_test(below_the_depth_limit_is_one_line),
        cmocka_unit_test(a_limit_on_lines_keeps_the_largest),
        cmocka_unit_test(a_limit_on_lines_is_used_to_the_last),
        cmocka_unit_test(the_share_asked_for_is_the_share_used),
        cmocka_unit_test(nodes_that_say_nothing_new_become_one_line),
        cmocka_unit_test(a_chain_needs_nearly_all_and_nothing_of_its_own),
        cmocka_unit_test(the_rest_of_a_whole_chain_is_one_line),
        cmocka_unit_test(a_long_chain_names_its_ends),
        cmocka_unit_test(recursion_may_be_part_of_a_chain),
        cmocka_unit_test(the_hot_path_ends_where_no_child_has_half),
        cmocka_unit_test(a_single_sample_has_a_hot_path_but_no_hot_frame),
        cmocka_unit_test(a_hot_frame_needs_a_tenth_five_samples_and_certainty),
        cmocka_unit_test(a_view_without_counts_is_cut_by_share_alone),
        cmocka_unit_test(a_view_that_sums_to_nothing_prints_without_shares),
        cmocka_unit_test(a_chain_of_negative_values_finds_its_way),
        cmocka_unit_test(nothing_makes_no_lines),
        cmocka_unit_test(whatever_is_cut_the_lines_add_up),
        cmocka_unit_test(the_lines_of_a_large_tree_are_of_its_largest_nodes),
        cmocka_unit_test(a_small_rest_folds_into_that_of_an_outer_line),
        cmocka_unit_test(with_a_fold_self_and_rests_are_the_whole),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
