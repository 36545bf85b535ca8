/* Tests of join_by_time: samples without a known thread, samples of requests,
 * and samples that a profile with ids leaves without an id. */
#include "test/test_bytime.h"

#include "corr_view.h"

/* ---- process and time (rung P) -------------------------------------- */

static void able(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 300, SHOP);
    testing_span(b, 2, 0x21, 0, 100, 400, SHOP);
    testing_span(b, 3, 0x31, 0, 300, 350, SHOP);
}

static void every_ten_ms(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (int ms = 5; ms < 400; ms += 10)
        sample_on(b, cpu, "work", ms, 0);
}

static corr_sel *selected(corr_store *st, uint64_t span)
{
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .span = span, .reach = CORR_SELF }, NULL);

    assert_non_null(sel);
    return sel;
}

static void assert_attributed(corr_store *st, uint64_t span, double want)
{
    corr_sel *sel = selected(st, span);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;

    if (fabs(e.attributed - want) > 1e-9)
        fail_msg("%llx has %g samples, not %g", (unsigned long long)span,
                 e.attributed, want);
    corr_sel_free(sel);
}

static void samples_of_no_thread_are_shared_among_those_able(void **state)
{
    corr_store *st = testing_store(able, every_ten_ms);

    (void)state; /* corr-methods 1.5 */
    assert_attributed(st, 0x11, 20);
    assert_attributed(st, 0x21, 17.5);
    assert_attributed(st, 0x31, 2.5);
    corr_sel *sel = selected(st, 0x21);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    assert_int_equal(e.observations, 30);
    assert_int_equal(e.word, CORR_SHARED);
    assert_true(fabs(e.confidence - 0.4) < 1e-9);
    assert_int_equal(corr_sel_facts_of(sel).total, 175);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* A call waits while the cart serves it. */
static void waiting(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 20, 80, SHOP);
    testing_span(b, 1, 0x13, 0x12, 30, 70, CART);
}

static void through_a_call(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "own", 10, 0);
    sample_on(b, cpu, "sends", 25, 0);
    sample_on(b, cpu, "waits", 50, 0);
    sample_on(b, cpu, "receives", 75, 0);
    sample_on(b, cpu, "idle", 150, 0);
    sample_on(b, cpu, "threaded", 10, 31);
}

static void a_span_that_waits_for_a_call_uses_no_cpu(void **state)
{
    corr_store *st = testing_store(waiting, through_a_call);

    (void)state;
    assert_joined(st, "own", 0x11, CORR_RUNG_P);
    assert_joined(st, "sends", 0x12, CORR_RUNG_P);
    assert_stopped(st, "waits", CORR_WHY_BACKGROUND);
    assert_joined(st, "receives", 0x12, CORR_RUNG_P);
    assert_stopped(st, "idle", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void
where_spans_name_no_thread_those_of_samples_do_not_matter(void **state)
{
    corr_store *st = testing_store(waiting, through_a_call);

    (void)state;
    assert_joined(st, "threaded", 0x11, CORR_RUNG_P);
    corr_store_free(st);
}

/* ---- requests ------------------------------------------------------- */

static void beside(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31");
    on_thread(b, 1, 0x12, 0x11, 20, 80, "thread.id=#32");
    on_thread(b, 2, 0x21, 0, 0, 100, "thread.id=#33");
}

static void of_request(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_text none = { 0 };
    corr_sample_row row = {
        .kind = cpu, .root = 0x11, .time = testing_ms(50), .value = 10
    };

    testing_owner(b, SHOP);
    row.stack = testing_stack(b, "caller");
    row.thread = corr_add_thread(b, none, 0, 31);
    corr_add_sample(b, &row);
    row.stack = testing_stack(b, "callee");
    row.thread = corr_add_thread(b, none, 0, 32);
    corr_add_sample(b, &row);
    row.stack = testing_stack(b, "wrong_thread");
    row.thread = corr_add_thread(b, none, 0, 33);
    corr_add_sample(b, &row);
}

static void a_request_is_told_apart_by_thread_before_time(void **state)
{
    corr_store *st = testing_store(beside, of_request);

    (void)state;
    assert_joined(st, "caller", 0x11, CORR_RUNG_R1);
    assert_joined(st, "callee", 0x12, CORR_RUNG_R1);
    assert_joined(st, "wrong_thread", 0x12, CORR_RUNG_R1);
    corr_store_free(st);
}

/* ---- labels that are lost ------------------------------------------- */

/* The bridge sets the label to 0 when the first child ends. */
static void reset(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_text none = { 0 };
    corr_sample_row row = { .kind = cpu,
                            .thread = corr_add_thread(b, none, 0, 32),
                            .time = testing_ms(50),
                            .span = 0x12,
                            .value = 10 };

    testing_owner(b, SHOP);
    row.stack = testing_stack(b, "labelled");
    corr_add_sample(b, &row);
    row.span = 0x777;
    row.stack = testing_stack(b, "foreign");
    corr_add_sample(b, &row);
    row.span = 0x12;
    row.time = testing_ms(95);
    row.stack = testing_stack(b, "stale");
    corr_add_sample(b, &row);
    sample_on(b, cpu, "reset", 90, 31);
    sample_on(b, cpu, "idle", 110, 31);
    sample_on(b, cpu, "threadless", 90, 0);
    sample_on(b, cpu, "quiet", 500, 0);
}

static void a_sample_that_lost_its_label_is_found_by_its_thread(void **state)
{
    corr_store *st = testing_store(beside, reset);

    (void)state;
    assert_joined(st, "labelled", 0x12, CORR_RUNG_S1);
    assert_joined(st, "reset", 0x11, CORR_RUNG_T1);
    assert_stopped(st, "idle", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void labels_that_work_are_not_replaced_by_the_process(void **state)
{
    corr_store *st = testing_store(beside, reset);

    (void)state;
    assert_stopped(st, "threadless", CORR_WHY_UNLABELLED);
    assert_stopped(st, "quiet", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void a_label_is_believed_against_thread_and_time(void **state)
{
    corr_store *st = testing_store(beside, reset);

    (void)state;
    assert_stopped(st, "foreign", CORR_WHY_UNSAMPLED);
    assert_stopped(st, "stale", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

static void outliving(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31");
    on_thread(b, 1, 0x14, 0x11, 90, 150, "thread.id=#34");
    on_thread(b, 2, 0x21, 0, 0, 200, "thread.id=#33");
}

static void after_the_answer(corr_build *b)
{
    static const struct {
        const char *leaf;
        int64_t thread;
        double ms;
        bool is_root; /* the id is that of a root, by its name */
    } rows[] = { { "at_work", 34, 130, false },
                 { "of_root", 34, 130, true },
                 { "done", 34, 170, false },
                 { "elsewhere", 33, 130, false },
                 { "same_thread", 31, 130, true } };
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (size_t i = 0; i < countof(rows); i++) {
        corr_sample_row row = { .kind = cpu,
                                .stack = testing_stack(b, rows[i].leaf),
                                .thread = corr_add_thread(b, (corr_text){ 0 },
                                                          0, rows[i].thread),
                                .time = testing_ms(rows[i].ms),
                                .value = 10 };
        *(rows[i].is_root ? &row.root : &row.span) = 0x11;
        corr_add_sample(b, &row);
    }
}

static void work_that_outlives_its_request_is_found_by_its_thread(void **state)
{
    corr_store *st = testing_store(outliving, after_the_answer);

    (void)state;
    assert_joined(st, "at_work", 0x14, CORR_RUNG_R1);
    assert_joined(st, "of_root", 0x14, CORR_RUNG_R1);
    assert_stopped(st, "done", CORR_WHY_AFTER_END);
    assert_stopped(st, "elsewhere", CORR_WHY_AFTER_END);
    assert_stopped(st, "same_thread", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

static void answered(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31");
    on_thread(b, 1, 0x12, 0x11, 20, 60, "thread.id=#31");
}

static void label_stays(corr_build *b)
{
    const corr_thread t = corr_add_thread(b, (corr_text){ 0 }, 0, 31);

    testing_owner(b, SHOP);
    for (int i = 0; i < 2; i++)
        corr_add_sample(b, &(corr_sample_row){
                               .kind = testing_cpu(b),
                               .stack = testing_stack(b, i ? "late" : "inner"),
                               .thread = t,
                               .time = testing_ms(i ? 80 : 40),
                               .span = 0x12,
                               .value = 10 });
}

static void a_label_that_stays_is_of_what_goes_on(void **state)
{
    corr_store *st = testing_store(answered, label_stays);

    (void)state;
    assert_joined(st, "inner", 0x12, CORR_RUNG_S1);
    assert_joined(st, "late", 0x11, CORR_RUNG_R1);
    corr_store_free(st);
}

static void add_late(corr_build *b, corr_kind kind, const char *leaf, double ms,
                     int64_t thread)
{
    corr_add_sample(
        b,
        &(corr_sample_row){
            .kind = kind,
            .stack = testing_stack(b, leaf),
            .thread = thread ? corr_add_thread(b, (corr_text){ 0 }, 0, thread)
                             : (corr_thread){ 0 },
            .span = 0x12,
            .time = testing_ms(ms),
            .duration = 50000000,
            .obs = 6,
            .value = 60 });
}

/* 0x12 ends at 80; the period is 10 ms. */
static void late(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < 2; i++) {
        corr_sample_row row = { .kind = cpu,
                                .stack = testing_stack(b, i ? "known" : "any"),
                                .span = 0x12,
                                .time = testing_ms(85) };
        row.thread = i ? corr_add_thread(b, (corr_text){ 0 }, 0, 32)
                       : (corr_thread){ 0 };
        corr_add_sample(b, &row);
    }
    add_late(b, cpu, "ticks", 55, 32);
    add_late(b, cpu, "all_ticks", 25, 32);
    add_late(b, cpu, "no_tick", 82, 32);
    add_late(b, cpu, "of_no_thread", 55, 0);
}

static void a_thread_is_not_labelled_longer_than_it_is_at_work(void **state)
{
    corr_store *st = testing_store(beside, late);

    (void)state;
    assert_stopped(st, "known", CORR_WHY_AFTER_END);
    assert_joined(st, "any", 0x12, CORR_RUNG_S1);
    corr_store_free(st);
}

/* Ticks 10 ms apart. */
static void ticks_after_the_end_of_a_span_are_not_its_own(void **state)
{
    corr_store *st = testing_store(beside, late);

    (void)state;
    assert_share(st, "ticks", 0x12, 3.0 / 6);
    assert_int_equal(line_with(st, "ticks", 0).why, CORR_WHY_AFTER_END);
    assert_quality(st, "ticks", 0x12, CORR_RUNG_S1, 1);
    assert_joined(st, "all_ticks", 0x12, CORR_RUNG_S1);
    assert_stopped(st, "no_tick", CORR_WHY_AFTER_END);
    assert_share(st, "of_no_thread", 0x12, 4.0 / 6);
    corr_store_free(st);
}

/* ---- sums ----------------------------------------------------------- */

static void mixed_spans(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 1000, "thread.id=#31");
    on_thread(b, 2, 0x21, 0, 800, 900, "thread.id=#31");
}

/* corr-methods 1.2 */
static void mixed(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (int i = 0; i < 31; i++)
        testing_sample(b, cpu, "labelled", 100, "span_id=11");
    for (int i = 0; i < 9; i++)
        sample_on(b, cpu, "inside", 200 + i, 31);
    for (int i = 0; i < 2; i++)
        sample_on(b, cpu, "edge", 1000, 31);
    for (int i = 0; i < 2; i++)
        sample_on(b, cpu, "shared", 850 + i, 31);
}

static void the_evidence_of_a_mixed_span_is_that_of_the_vector(void **state)
{
    corr_store *st = testing_store(mixed_spans, mixed);

    (void)state;
    corr_sel *sel = selected(st, 0x11);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    assert_true(fabs(f.evidence.attributed - 42) < 1e-9);
    assert_int_equal(f.evidence.observations, 44);
    /* 31 are of the request: rung R1, 0.95 */
    assert_true(fabs(f.evidence.rung[CORR_RUNG_T1].attributed - 11) < 1e-9);
    assert_true(fabs(f.evidence.confidence - (31 * 0.95 + 11 * 0.85) / 42) <
                1e-9);
    assert_int_equal(f.total, 420);
    assert_int_equal(f.evidence.stopped[CORR_WHY_LABEL_OTHER], 0);
    corr_sel_free(sel);
    corr_store_free(st);
}

static double lines_of(corr_store *st, uint64_t span, size_t *n)
{
    const corr_query q = { .span = span, .reach = CORR_SELF, .joined = true };
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_sel_iter it = { .sel = sel };
    double sum = 0;
    corr_row r;

    assert_non_null(sel);
    for (*n = 0; corr_sel_next(&it, &r); ++*n) {
        assert_int_equal(r.span, span);
        sum += r.share;
    }
    corr_sel_free(sel);
    return sum;
}

static void rows_of_a_span_are_its_parts_only(void **state)
{
    corr_store *st = testing_store(mixed_spans, mixed);
    size_t n;

    (void)state;
    assert_true(fabs(lines_of(st, 0x11, &n) - 42) < 1e-9);
    assert_int_equal(n, 44);
    assert_true(fabs(lines_of(st, 0x21, &n) - 1) < 1e-9);
    assert_int_equal(n, 2);
    corr_store_free(st);
}

static int64_t top_value(const corr_top *t, const char *key)
{
    for (uint32_t i = 0; i < corr_top_size(t); i++)
        if (strcmp(corr_top_at(t, i).key, key) == 0)
            return corr_top_at(t, i).self;
    return 0;
}

static corr_top *tops(const corr_sel *sel, corr_by by)
{
    corr_top *t = corr_top_of(sel, &(corr_top_opts){ .by = by }, NULL);

    assert_non_null(t);
    return t;
}

static void a_top_of_spans_adds_up_parts_and_rest(void **state)
{
    corr_store *st = testing_store(mixed_spans, mixed);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, NULL);

    (void)state;
    corr_top *t = tops(sel, CORR_BY_SPAN);
    assert_int_equal(top_value(t, "0000000000000011"), 420);
    assert_int_equal(top_value(t, "0000000000000021"), 10);
    assert_int_equal(top_value(t, "[no span]"), 10);
    assert_int_equal(corr_top_size(t), 3);
    corr_top_free(t);
    t = tops(sel, CORR_BY_OPERATION);
    assert_int_equal(top_value(t, "shop: span"), 430);
    corr_top_free(t);
    t = tops(sel, CORR_BY_THREAD);
    assert_int_equal(top_value(t, "[thread 31]"), 130);
    corr_top_free(t);
    corr_sel_free(sel);
    sel = selected(st, 0x21);
    t = tops(sel, CORR_BY_SPAN);
    assert_int_equal(corr_top_size(t), 1);
    assert_int_equal(top_value(t, "0000000000000021"), 10);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_list_of_spans_has_their_parts(void **state)
{
    corr_store *st = testing_store(mixed_spans, mixed);
    corr_spanlist *l =
        corr_spanlist_of(st, &(corr_query){ 0 }, &(corr_show){ 0 }, 0, NULL);

    (void)state;
    assert_non_null(l);
    assert_int_equal(corr_spanlist_at(l, 0).value, 420);
    assert_int_equal(corr_spanlist_at(l, 0).obs, 42);
    assert_int_equal(corr_spanlist_at(l, 1).value, 10);
    assert_int_equal(corr_spanlist_at(l, 1).obs, 1);
    corr_spanlist_free(l);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_no_thread_are_shared_among_those_able),
        cmocka_unit_test(a_span_that_waits_for_a_call_uses_no_cpu),
        cmocka_unit_test(
            where_spans_name_no_thread_those_of_samples_do_not_matter),
        cmocka_unit_test(a_request_is_told_apart_by_thread_before_time),
        cmocka_unit_test(a_sample_that_lost_its_label_is_found_by_its_thread),
        cmocka_unit_test(labels_that_work_are_not_replaced_by_the_process),
        cmocka_unit_test(a_label_is_believed_against_thread_and_time),
        cmocka_unit_test(work_that_outlives_its_request_is_found_by_its_thread),
        cmocka_unit_test(a_label_that_stays_is_of_what_goes_on),
        cmocka_unit_test(a_thread_is_not_labelled_longer_than_it_is_at_work),
        cmocka_unit_test(ticks_after_the_end_of_a_span_are_not_its_own),
        cmocka_unit_test(the_evidence_of_a_mixed_span_is_that_of_the_vector),
        cmocka_unit_test(rows_of_a_span_are_its_parts_only),
        cmocka_unit_test(a_top_of_spans_adds_up_parts_and_rest),
        cmocka_unit_test(a_list_of_spans_has_their_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
