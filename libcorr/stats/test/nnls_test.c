/* Tests of least squares without negative answers: vector 1.6. */
#include "stats/nnls.h"

#include "test/testing.h"

enum { W = 5, J = 2 };

static const double counts[W][J] = {
    { 10, 5 }, { 20, 5 }, { 10, 15 }, { 30, 10 }, { 5, 20 },
};
static const double sums[W] = { 72, 97, 151, 174, 173 };

static void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-4 * (fabs(want) > 1 ? fabs(want) : 1))
        fail_msg("%.9g is not %.9g", got, want);
}

static void add_all(double *g, double *c)
{
    for (size_t i = 0; i < W; i++)
        nnls_add(g, c, J, counts[i], sums[i], 1);
}

static void vector_1_6(void **state)
{
    double g[J * J] = { 0 }, c[J] = { 0 }, b[J] = { 0 };

    (void)state;
    add_all(g, c);
    nnls_solve(g, c, J, b);
    assert_close(b[0], 3.0795);
    assert_close(b[1], 7.9411);
}

static void what_is_left_out_is_as_if_it_had_not_been_there(void **state)
{
    double g[J * J] = { 0 }, c[J] = { 0 }, b[J] = { 0 };
    double without[J * J] = { 0 }, rest[J] = { 0 }, a[J] = { 0 };

    (void)state;
    add_all(g, c);
    nnls_add(g, c, J, counts[2], sums[2], -1);
    nnls_solve(g, c, J, b);
    for (size_t i = 0; i < W; i++)
        if (i != 2)
            nnls_add(without, rest, J, counts[i], sums[i], 1);
    nnls_solve(without, rest, J, a);
    assert_close(b[0], a[0]);
    assert_close(b[1], a[1]);
}

static void what_would_be_negative_is_nothing(void **state)
{
    static const double rows[3][2] = { { 1, 0 }, { 1, 1 }, { 2, 1 } };
    static const double y[3] = { 5, 3, 8 };
    double g[4] = { 0 }, c[2] = { 0 }, b[2] = { 0 };

    (void)state;
    for (size_t i = 0; i < 3; i++)
        nnls_add(g, c, 2, rows[i], y[i], 1);
    nnls_solve(g, c, 2, b);
    assert_close(b[0], 24.0 / 6);
    assert_close(b[1], 0);
}

static void columns_that_go_together_have_nothing_of_their_own(void **state)
{
    static const double rows[3][3] = { { 1, 2, 5 }, { 2, 4, 1 }, { 3, 6, 2 } };
    double g[9] = { 0 }, c[3] = { 0 }, own[3], room[18];

    (void)state;
    for (size_t i = 0; i < 3; i++)
        nnls_add(g, c, 3, rows[i], 0, 1);
    nnls_own(g, 3, room, own);
    assert_true(own[0] < 1e-6 && own[1] < 1e-6);
    assert_true(own[2] > 0.3 && own[2] <= 1);
}

static void nothing_has_no_answer_and_does_not_hang(void **state)
{
    double g[4] = { 0 }, c[2] = { 0 }, b[2] = { 0 }, own[2], room[8];

    (void)state;
    nnls_solve(g, c, 2, b);
    assert_true(b[0] == 0 && b[1] == 0);
    nnls_own(g, 2, room, own);
    nnls_solve(g, c, 0, b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_1_6),
        cmocka_unit_test(what_is_left_out_is_as_if_it_had_not_been_there),
        cmocka_unit_test(what_would_be_negative_is_nothing),
        cmocka_unit_test(columns_that_go_together_have_nothing_of_their_own),
        cmocka_unit_test(nothing_has_no_answer_and_does_not_hang),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
