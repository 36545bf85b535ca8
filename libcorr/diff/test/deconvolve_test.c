/* Tests of the cost of a request by windows: which windows and requests count,
 * and which results are left out. */
#include "test/test_join.h"
#include "test/test_memory.h"

#include "corr_deconvolved.h"

enum { WINDOWS = 24 };

static void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-6)
        fail_msg("%.9g is not %.9g", got, want);
}

static double at(int w)
{
    return 1000.0 * w;
}

/* How many requests of each name a window has. */
static int of_a(int w)
{
    return 1 + w * 7 % 11;
}

static int of_b(int w)
{
    return 1 + w * 5 % 7;
}

static uint64_t last_id;

static void request(corr_build *b, double from, double to, const char *proc,
                    const char *name, const char *attrs)
{
    const uint64_t id = ++last_id;

    testing_full_span(b, &(testing_span_row){ .trace = id,
                                              .id = id,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .name = name,
                                              .attrs = attrs });
}

static void traces_of(corr_build *b, const char *attrs)
{
    last_id = 0;
    for (int w = 0; w < WINDOWS; w++) {
        for (int i = 0; i < of_a(w); i++)
            request(b, at(w) + 20 * i, at(w) + 20 * i + 10, SHOP, "a", attrs);
        for (int i = 0; i < of_b(w); i++)
            request(b, at(w) + 20 * i, at(w) + 20 * i + 10, SHOP, "b", attrs);
        /* of another process, and outside of all windows */
        request(b, at(w), at(w) + 500, CART, "cart", "");
    }
    request(b, -5000, -4000, SHOP, "early", "");
}

static void a_and_b(corr_build *b)
{
    traces_of(b, "");
}

static void kept_in_halves(corr_build *b)
{
    traces_of(b, "w3c.tracestate=ot=th:8");
}

/* Two more names: one in two windows, and one wherever there is an a. */
static void with_more(corr_build *b)
{
    a_and_b(b);
    for (int w = 0; w < WINDOWS; w++)
        for (int i = 0; i < of_a(w); i++)
            request(b, at(w) + 20 * i, at(w) + 20 * i + 5, SHOP, "with a", "");
    for (int w = 3; w < 5; w++)
        request(b, at(w), at(w) + 1, SHOP, "rare", "");
}

/* One profile a window, as many as there may be files but for the traces: they
 * are parts of one function here. */
static void window_of(corr_build *b, int w, const char *labels)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(at(w)), testing_ms(at(w + 1)));
    corr_add_sample(b, &(corr_sample_row){
                           .kind = testing_cpu(b),
                           .stack = testing_stack(b, "main;work"),
                           .labels = testing_labels(b, labels),
                           .time = CORR_NO_TIME,
                           .value = 3000000 * of_a(w) + 8000000 * of_b(w) });
}

static int next_window;
static const char *next_labels;

static void next_profile(corr_build *b)
{
    window_of(b, next_window, next_labels);
}

/* A store with as many windows, from the first; a file each. */
static corr_store *store_of(testing_fill *requests, int windows,
                            const char *labels)
{
    corr_store *st = corr_store_new(testing_formats, NULL);
    testing_fill *const one = next_profile;

    assert_non_null(st);
    next_labels = labels;
    testing_add(st, NULL, 0, &requests, 1);
    for (next_window = 0; next_window < windows; next_window++)
        testing_add(st, NULL, 1, &one, 1);
    return st;
}

static corr_sel *select_cpu(corr_store *st)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .measure = "cpu", .joined = true }, &err);

    if (!sel)
        fail_msg("%s", err.what);
    return sel;
}

typedef struct fixture {
    corr_store *st;
    corr_sel *sel;
    corr_deconvolved *d;
    corr_deconvolved_facts f;
} fixture;

static fixture fixture_of(testing_fill *requests, int windows,
                          const char *labels)
{
    fixture f = { .st = store_of(requests, windows, labels) };

    f.sel = select_cpu(f.st);
    f.d = corr_deconvolved_of(f.sel, NULL);
    assert_non_null(f.d);
    f.f = corr_deconvolved_facts_of(f.d);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_deconvolved_free(f->d);
    corr_sel_free(f->sel);
    corr_store_free(f->st);
}

static corr_deconvolved_row row_of(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < corr_deconvolved_size(f->d); i++)
        if (corr_str_is(corr_deconvolved_at(f->d, i).name, name))
            return corr_deconvolved_at(f->d, i);
    fail_msg("no row %s", name);
    return (corr_deconvolved_row){ 0 };
}

static void what_each_costs_is_found_again(void **state)
{
    fixture f = fixture_of(a_and_b, WINDOWS, "");

    (void)state;
    assert_int_equal(f.f.why, CORR_DECONVOLVED_KNOWN);
    assert_int_equal(f.f.windows, WINDOWS);
    assert_int_equal(f.f.left, 0);
    assert_int_equal(corr_deconvolved_size(f.d), 2);
    const corr_deconvolved_row a = row_of(&f, "a");
    assert_close(a.each / 1e6, 3);
    assert_close(a.lo / 1e6, 3);
    assert_close(a.hi / 1e6, 3);
    assert_true(corr_str_is(a.service, "shop"));
    assert_close(row_of(&f, "b").each / 1e6, 8);
    assert_int_equal(row_of(&f, "a").total + row_of(&f, "b").total,
                     corr_sel_facts_of(f.sel).total);
    fixture_free(&f);
}

static void a_request_that_was_kept_stands_for_others(void **state)
{
    fixture f = fixture_of(kept_in_halves, WINDOWS, "");

    (void)state;
    assert_close(row_of(&f, "a").each / 1e6, 1.5);
    assert_close(row_of(&f, "b").each / 1e6, 4);
    fixture_free(&f);
}

static void what_is_not_borne_out_is_not_told(void **state)
{
    fixture f = fixture_of(with_more, WINDOWS, "");

    (void)state;
    assert_true(row_of(&f, "rare").few && isnan(row_of(&f, "rare").each));
    assert_true(row_of(&f, "a").parallel_for && isnan(row_of(&f, "a").each));
    assert_true(row_of(&f, "with a").parallel_for);
    assert_close(row_of(&f, "b").each / 1e6, 8);
    /* their part is with what is left */
    assert_int_equal(row_of(&f, "b").total + f.f.left,
                     corr_sel_facts_of(f.sel).total);
    fixture_free(&f);
}

static void without_enough_windows_or_with_labels_nothing_is_told(void **state)
{
    fixture f = fixture_of(a_and_b, 19, "");

    (void)state;
    assert_int_equal(f.f.why, CORR_DECONVOLVED_WINDOWS);
    assert_int_equal(f.f.windows, 19);
    assert_int_equal(corr_deconvolved_size(f.d), 0);
    fixture_free(&f);
    f = fixture_of(a_and_b, WINDOWS, "span_id=1");
    assert_int_equal(f.f.why, CORR_DECONVOLVED_TIED);
    fixture_free(&f);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    fixture f = fixture_of(a_and_b, WINDOWS, "");
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_deconvolved *d = corr_deconvolved_of(f.sel, &err);
        more = test_memory_failed();
        corr_deconvolved_free(d);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, d ? CORR_OK : CORR_ENOMEM);
        assert_true(d || more);
    }
    fixture_free(&f);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_each_costs_is_found_again),
        cmocka_unit_test(a_request_that_was_kept_stands_for_others),
        cmocka_unit_test(what_is_not_borne_out_is_not_told),
        cmocka_unit_test(without_enough_windows_or_with_labels_nothing_is_told),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
