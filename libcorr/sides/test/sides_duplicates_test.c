/* Recordings of one process at the same time. */
#include "test/test_shop.h"

/* A profile of an instance ("": it does not say), from ms to ms, of a sample
 * each 100 ms. */
typedef struct ran {
    const char *instance;
    int from, to;
    bool other; /* another recorder's */
    bool is_new;
} ran;

static char *profile(const ran *r)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "%sproc service.name shop host.name a%s%s\n",
            r->other ? "\n" : "", *r->instance ? " service.instance.id " : "",
            r->instance);
    fprintf(f, "window %d %d\nkind cpu ns 10000000\n", r->from, r->to);
    put_samples(f, "main;work", (r->to - r->from) / 100, r->from, r->to);
    return test_done(&t);
}

static char *traces(const char *host)
{
    test_text t;
    FILE *f = test_begin(&t);

    put_requests(f, host, "GET", 150, 0, 15000);
    return test_done(&t);
}

/* A comparison of these profiles and, if it is of requests, those of both. */
static corr_store *compare(sides *s, const ran *r, size_t n, corr_per per)
{
    enum { MOST = 8 };
    static const char *const names[MOST] = { "a", "b", "c", "d",
                                             "e", "f", "g", "h" };
    test_file file[MOST + 1];
    char *text[MOST + 1];
    const bool asks = per == CORR_PER_REQUEST;

    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++) {
        text[i] = profile(&r[i]);
        file[i] = (test_file){ r[i].is_new ? TEST_NEW : TEST_BASE, names[i],
                               text[i] };
    }
    text[n] = traces("a");
    file[n] = (test_file){ TEST_BOTH, "traces", text[n] };
    corr_store *st = test_sides(file, (unsigned)n + asks);
    make(s, st, test_query, per);
    for (size_t i = 0; i <= n; i++)
        free(text[i]);
    return st;
}

#define COMPARE(s, per, ...)                                                   \
    compare(s, (const ran[]){ __VA_ARGS__ },                                   \
            sizeof((const ran[]){ __VA_ARGS__ }) / sizeof(ran), per)
#define RAN(instance, from, to)                                                \
    {                                                                          \
        instance, from, to, false, false                                       \
    }
#define OTHER(instance, from, to)                                              \
    {                                                                          \
        instance, from, to, true, false                                        \
    }
#define NEW(instance, from, to)                                                \
    {                                                                          \
        instance, from, to, false, true                                        \
    }
#define NEW_OTHER(instance, from, to)                                          \
    {                                                                          \
        instance, from, to, true, true                                         \
    }
#define NEW_SIDE NEW("else", 90000, 95000)

/* Checks the counted files and time of the base. */
static void assert_base(const sides *s, uint32_t files, double seconds,
                        uint32_t left, uint32_t halved)
{
    const corr_diff_side *f = &s->side[0].facts;

    assert_int_equal(f->files, files);
    NEAR(f->seconds, seconds, 1e-9);
    assert_int_equal(f->total, llround(seconds * 10) * 10000000);
    assert_int_equal(s->side[0].sel->counts.duplicate.whole, left);
    assert_int_equal(s->side[0].sel->counts.duplicate.partly, halved);
    assert_null(corr_remark_find(remarks_all(&s->remarks), "TWICE"));
    assert_int_equal(s->side[1].sel->counts.duplicate.whole, 0);
}

static void done(sides *s, corr_store *st)
{
    sides_clear(s);
    corr_store_free(st);
}

static void of_two_recorders_of_a_process_one_counts(void **state)
{
    sides s;
    corr_store *st =
        COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000), RAN("i1", 500, 11000),
                RAN("i2", 0, 10000), NEW_SIDE);

    (void)state;
    /* the longer one */
    assert_base(&s, 2, 20.5, 1, 0);
    assert_true(corr_str_ends(s.side[0].sel->counts.duplicate.of, "/a"));
    assert_true(corr_str_ends(s.side[0].sel->counts.duplicate.by, "/b"));
    done(&s, st);
    /* a long one, and what was uploaded meanwhile */
    st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 20000),
                 RAN("i1", 1000, 11000), RAN("i1", 11000, 21000), NEW_SIDE);
    assert_base(&s, 1, 20, 2, 0);
    done(&s, st);
}

/* The base has a recording of 10 s and one of 9 of them, with a sample each
 * `step` ms. Returns what is said of their difference; NULL: nothing. */
static const corr_remark *said_of_two(sides *s, int step, corr_store **st)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "proc service.name shop host.name a service.instance.id i1\n"
               "window 0 10000\nkind cpu ns 10000000\n");
    put_samples(f, "main;work", 9000 / step, 0, 9000);
    char *sparse = test_done(&t);
    char *full = profile(&(ran){ "i1", 0, 11000, false, false });
    char *now = profile(&(ran){ "else", 90000, 95000, false, true });
    const test_file file[] = { { TEST_BASE, "full", full },
                               { TEST_BASE, "sparse", sparse },
                               { TEST_NEW, "now", now } };

    *st = test_sides(file, 3);
    make(s, *st, test_query, CORR_PER_SECOND);
    free(sparse);
    free(full);
    free(now);
    return corr_remark_find(remarks_all(&s->remarks), "SAMPLERS_DISAGREE");
}

static void how_far_two_recorders_are_apart_is_said(void **state)
{
    sides s;
    corr_store *st;
    const corr_remark *r = said_of_two(&s, 200, &st);

    (void)state;
    assert_non_null(r);
    assert_non_null(strstr(r->text, "base: corr believes "));
    assert_non_null(strstr(r->text, "sparse has 55% less in the same time"));
    done(&s, st);
    assert_null(said_of_two(&s, 100, &st)); /* 10% of 100 may be chance */
    done(&s, st);
}

static void
a_recording_that_several_repeat_is_compared_in_its_part(void **state)
{
    sides s;
    corr_store *st =
        COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 40000), RAN("i1", 0, 21000),
                RAN("i1", 21000, 40500), NEW_SIDE);

    (void)state;
    assert_null(corr_remark_find(remarks_all(&s.remarks), "SAMPLERS_DISAGREE"));
    done(&s, st);
}

static void which_one_counts_does_not_depend_on_their_order(void **state)
{
    sides s;
    corr_store *st =
        COMPARE(&s, CORR_PER_SECOND, RAN("i1", 500, 11000), RAN("i1", 0, 10000),
                RAN("i2", 0, 10000), NEW_SIDE);

    (void)state;
    assert_base(&s, 2, 20.5, 1, 0);
    done(&s, st);
    st =
        COMPARE(&s, CORR_PER_SECOND, RAN("i2", 0, 10000), RAN("i1", 500, 11000),
                RAN("i2", 20000, 30000), RAN("i1", 0, 10000), NEW_SIDE);
    assert_base(&s, 3, 30.5, 1, 0);
    done(&s, st);
}

static void a_selection_has_one_and_records_have_both(void **state)
{
    sides s;
    corr_store *st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                             RAN("i1", 500, 11000), NEW_SIDE);
    corr_query q = { .group = TEST_BASE };
    const int64_t total[] = { 1050000000, 2050000000 };

    (void)state;
    for (int every = 0; every < 2; every++) {
        q.every_record = every;
        corr_sel *sel = corr_sel_of(st, &q, NULL);
        assert_non_null(sel);
        const corr_sel_facts f = corr_sel_facts_of(sel);
        assert_int_equal(sel->counts.twice, 0);
        assert_int_equal(sel->counts.duplicate.whole, every ? 0 : 1);
        assert_int_equal(f.inputs, every ? 2 : 1);
        assert_int_equal(f.total, total[every]);
        corr_sel_free(sel);
    }
    done(&s, st);
}

static void what_only_one_recorded_counts_by_it(void **state)
{
    sides s;
    corr_store *st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                             RAN("i1", 5000, 15000), NEW_SIDE);

    (void)state;
    assert_base(&s, 2, 15, 0, 1);
    done(&s, st);
    st = COMPARE(&s, CORR_PER_REQUEST, RAN("i1", 0, 10000),
                 RAN("i1", 5000, 15000), NEW("i2", 0, 5000));
    NEAR(s.side[0].facts.requests, 150, 1e-9);
    done(&s, st);
    /* before and after the one that the other side has, too */
    st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                 OTHER("i1", 3000, 7000), NEW_OTHER("i2", 0, 5000));
    assert_base(&s, 2, 10, 0, 1);
    assert_int_equal(s.side[0].file.n, 3);
    done(&s, st);
}

static void what_follows_or_runs_beside_it_counts(void **state)
{
    sides s;
    corr_store *st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                             RAN("i1", 9500, 20000), NEW_SIDE);

    (void)state;
    assert_base(&s, 2, 20.5, 0, 0);
    done(&s, st);
    st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000), RAN("i2", 0, 10000),
                 NEW_SIDE);
    assert_base(&s, 2, 20, 0, 0);
    done(&s, st);
}

static void replicas_that_do_not_say_which_are_no_copies(void **state)
{
    sides s;
    corr_store *st = COMPARE(&s, CORR_PER_SECOND, RAN("", 0, 10000),
                             RAN("", 1000, 11000), NEW_SIDE);

    (void)state;
    assert_base(&s, 2, 20, 0, 0);
    done(&s, st);
}

/* Whether the other recorder's files alone count on both sides, or none. */
static void assert_recorder(const sides *s, bool other)
{
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        assert_int_equal(d->facts.files, 1);
        const input *in = store_input(s->st, d->file.v[0].input);
        assert_true((in->format == &test_other) == other);
    }
}

static void both_sides_have_the_same_recorder(void **state)
{
    sides s;
    corr_store *st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                             OTHER("i1", 500, 10000), NEW("i2", 0, 10000),
                             NEW_OTHER("i2", 0, 10500));

    (void)state;
    /* each is the longer one once */
    assert_recorder(&s, false);
    done(&s, st);
    /* one that only one side has is compared with nothing */
    st = COMPARE(&s, CORR_PER_SECOND, RAN("i1", 0, 10000),
                 OTHER("i1", 500, 10000), NEW_OTHER("i2", 0, 10000));
    assert_recorder(&s, true);
    done(&s, st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_recorders_of_a_process_one_counts),
        cmocka_unit_test(how_far_two_recorders_are_apart_is_said),
        cmocka_unit_test(
            a_recording_that_several_repeat_is_compared_in_its_part),
        cmocka_unit_test(which_one_counts_does_not_depend_on_their_order),
        cmocka_unit_test(a_selection_has_one_and_records_have_both),
        cmocka_unit_test(what_only_one_recorded_counts_by_it),
        cmocka_unit_test(what_follows_or_runs_beside_it_counts),
        cmocka_unit_test(replicas_that_do_not_say_which_are_no_copies),
        cmocka_unit_test(both_sides_have_the_same_recorder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
