/* Tests of lockstep: work in step with the sampler. */
#include "test/test_sides.h"

/* A sampler that ticks every 20.05 ms for 10 s, although its period is 20;
 * another thread keeps a CPU busy. */
static const double tick_ms = 20.05;
enum { TICKS = 500 };

/* n spans, each with this start after the one before, and this length. */
typedef struct job {
    const char *name;
    int n;
    double every, lasts;
} job;

static char *profile_of(double jitter)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "proc service.name shop host.name a\nwindow 0 10025\n"
               "kind cpu ns 20000000\n");
    for (int i = 0; i < TICKS; i++)
        fprintf(f, "20000000 1 @%lld main;busy\n",
                test_ms(tick_ms * i + jitter * (i * 7 % 20)));
    return test_done(&t);
}

static char *spans_of_job(const job *j)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "us\n");
    for (int i = 0; i < j->n; i++)
        fprintf(f, "trace %d\nspan %x 0 %.0f %.0f shop a 1 0 %s\n", i + 1,
                i + 1, (7 + j->every * i) * 1e3,
                (7 + j->every * i + j->lasts) * 1e3, j->name);
    return test_done(&t);
}

/* The text of the warning; "": no warning. */
static char *said(const job *j, double jitter)
{
    char *profile = profile_of(jitter);
    char *traces = spans_of_job(j);
    const test_file file[] = { { TEST_BASE, "cpu", profile },
                               { TEST_BASE, "spans", traces } };
    corr_store *st = test_sides(file, 2);
    const char *text = "";

    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    for (size_t i = 0; i < st->warning.n; i++)
        if (strcmp(st->warning.v[i].code, "BEAT") == 0)
            text = st->warning.v[i].text;
    char *copy = strdup(text);
    corr_store_free(st);
    free(profile);
    free(traces);
    assert_non_null(copy);
    return copy;
}

static void assert_silent(const job *j, double jitter)
{
    char *text = said(j, jitter);

    assert_string_equal(text, "");
    free(text);
}

static void work_in_step_is_named(void **state)
{
    const job j = { "refresh", 240, 2 * 20.05, 3 };
    char *text = said(&j, 0);

    (void)state;
    assert_non_null(strstr(
        text, "cpu: refresh begins 7.0 ± 0.0 ms after each 20.0 ms tick"));
    free(text);
}

static void a_period_of_its_own_is_no_step(void **state)
{
    const job told = { "refresh", 240, 40, 3 };
    const job other = { "refresh", 240, 33, 3 };

    (void)state;
    assert_silent(&told, 0); /* the real ticks count */
    assert_silent(&other, 0);
}

static void long_work_and_few_spans_are_none(void **state)
{
    const job lasting = { "report", 24, 20 * 20.05, 300 };
    const job few = { "refresh", 19, 2 * 20.05, 3 };

    (void)state;
    assert_silent(&lasting, 0);
    assert_silent(&few, 0);
}

/* Timers of threads that tick independently. */
static void without_common_ticks_nothing_is_said(void **state)
{
    const job j = { "refresh", 240, 2 * 20.05, 3 };

    (void)state;
    assert_silent(&j, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_in_step_is_named),
        cmocka_unit_test(a_period_of_its_own_is_no_step),
        cmocka_unit_test(long_work_and_few_spans_are_none),
        cmocka_unit_test(without_common_ticks_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
