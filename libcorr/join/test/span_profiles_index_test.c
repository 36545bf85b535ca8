/* Tests of span_profiles_index and of its use in the join: profiles that spans
 * name, in the overview and row by row. */
#include "corr_write.h"
#include "join/prepare.h"
#include "join/span_profiles_index.h"
#include "select/select.h"
#include "test/test_named.h"

#define CART "service.name=cart, host.name=b"

/* The named file is the second of a store, "1.test". */
static void add(corr_build *b, uint64_t id, uint64_t up, double from, double to,
                const char *proc, const char *attrs)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .attrs = attrs });
}

static void one(corr_build *b)
{
    add(b, 0x11, 0, 0, 100, SHOP,
        "profile.file=/var/tmp/1.test, thread.name=exec-7");
    add(b, 0x12, 0x11, 0, 100, SHOP, "profile.file=2.test");
}

static void on_no_thread(corr_build *b)
{
    add(b, 0x11, 0, 0, 100, SHOP, "profile.file=1.test");
}

static void by_id(corr_build *b)
{
    add(b, 0x11, 0, 0, 100, SHOP, "profile.id=1.test");
    add(b, 0x12, 0, 0, 100, SHOP, "profile.id=capture-0001");
}

static void in_turn(corr_build *b)
{
    add(b, 0x11, 0, 0, 40, SHOP, "profile.file=1.test, thread.name=exec-7");
    add(b, 0x12, 0, 60, 100, SHOP, "profile.file=1.test, thread.name=exec-7");
}

static void in_turn_on_no_thread(corr_build *b)
{
    add(b, 0x11, 0, 0, 40, SHOP, "profile.file=1.test");
    add(b, 0x12, 0, 60, 100, SHOP, "profile.file=1.test");
}

static void nested(corr_build *b)
{
    add(b, 0x11, 0, 0, 100, SHOP, "profile.file=1.test, thread.name=exec-7");
    add(b, 0x12, 0x11, 20, 60, SHOP, "profile.file=1.test, thread.name=exec-7");
}

static void of_two_services(corr_build *b)
{
    add(b, 0x10, 0, 0, 100, CART, "profile.file=1.test, thread.name=exec-7");
    add(b, 0x11, 0x10, 0, 100, SHOP, "profile.file=1.test");
}

static void timed(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "start", 0, "thread name=exec-7");
    testing_sample(b, cpu, "first", 25, "thread name=exec-7");
    testing_sample(b, cpu, "between", 50, "thread name=exec-7");
    testing_sample(b, cpu, "second", 75, "thread name=exec-7");
    testing_sample(b, cpu, "late", 100.5, "thread name=exec-7");
}

/* ---- what the rows say ---------------------------------------------- */

enum { MOST = 32 };

typedef struct said {
    corr_row row[MOST];
    size_t n;
} said;

static said rows_of(corr_store *st, uint64_t span)
{
    const corr_query q = { .joined = true,
                           .trace = span ? testing_trace(1)
                                         : (corr_trace_id){ 0, 0 },
                           .span = span };
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_sel_iter it = { .sel = sel };
    said s = { .n = 0 };

    assert_non_null(sel);
    while (s.n < MOST && corr_sel_next(&it, &s.row[s.n]))
        s.n++;
    corr_sel_free(sel);
    return s;
}

static double sum(const said *s, uint64_t span, corr_rung rung)
{
    double sum = 0;

    for (size_t i = 0; i < s->n; i++)
        if (s->row[i].span == span && s->row[i].rung == rung)
            sum += s->row[i].share;
    return sum;
}

/* The rows sum up to the count of a query for this span. */
static void assert_counted(corr_store *st, const said *s, uint64_t span)
{
    const corr_query q = { .trace = testing_trace(1), .span = span };
    corr_sel *sel = corr_sel_of(st, &q, NULL);

    assert_non_null(sel);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    assert_close(sum(s, span, CORR_RUNG_F1), e.rung[CORR_RUNG_F1].attributed);
    assert_close(sum(s, span, CORR_RUNG_F2), e.rung[CORR_RUNG_F2].attributed);
    corr_sel_free(sel);
}

static void assert_line(const corr_row *r, uint64_t span, corr_rung rung,
                        double share, double confidence)
{
    if (r->span != span || r->rung != rung)
        fail_msg("%llx by \"%s\"", (unsigned long long)r->span,
                 corr_rung_name(r->rung));
    assert_close(r->share, share);
    assert_close(r->confidence, confidence);
}

static void rows_say_the_span_that_names_their_file(void **state)
{
    corr_store *st = testing_store(one, threads);
    const said s = rows_of(st, 0);

    (void)state;
    assert_int_equal(s.n, 11);
    assert_close(sum(&s, 0x11, CORR_RUNG_F1), 5);
    assert_close(sum(&s, 0x11, CORR_RUNG_F2), 2);
    assert_line(&s.row[0], 0x11, CORR_RUNG_F1, 1, 0.9 * 0.9);
    assert_true(s.row[0].trace.lo == 1);
    assert_line(&s.row[5], 0, CORR_RUNG_NONE, 1, 0);
    assert_int_equal(s.row[5].why, CORR_WHY_UNLABELLED);
    assert_line(&s.row[8], 0x11, CORR_RUNG_F2, 1, 0.5);
    assert_line(&s.row[10], 0, CORR_RUNG_NONE, 1, 0); /* names another span */
    assert_int_equal(s.row[10].why, CORR_WHY_UNSAMPLED);
    assert_counted(st, &s, 0x11);
    corr_store_free(st);
}

static void rows_of_one_span_say_its_rung(void **state)
{
    corr_store *st = testing_store(one, threads);
    const said s = rows_of(st, 0x11);

    (void)state;
    assert_int_equal(s.n, 7);
    assert_close(sum(&s, 0x11, CORR_RUNG_F1), 5);
    assert_close(sum(&s, 0x11, CORR_RUNG_F2), 2);
    corr_store_free(st);
}

static void without_a_thread_every_row_is_of_the_time_it_ran(void **state)
{
    corr_store *st = testing_store(on_no_thread, threads);
    const said s = rows_of(st, 0);

    (void)state;
    assert_close(sum(&s, 0x11, CORR_RUNG_F2), 10);
    assert_counted(st, &s, 0x11);
    corr_store_free(st);
}

static void what_is_left_of_a_row_is_a_line_of_its_own(void **state)
{
    corr_store *st = testing_store(one, timed);
    const said s = rows_of(st, 0);

    (void)state;
    assert_int_equal(s.n, 7);
    assert_line(&s.row[0], 0x11, CORR_RUNG_F1, 0.5, 0.81);
    assert_line(&s.row[1], 0, CORR_RUNG_NONE, 0.5, 0);
    assert_int_equal(s.row[1].why, CORR_WHY_LABELS_ABSENT);
    assert_line(&s.row[2], 0x11, CORR_RUNG_F1, 1, 0.81);
    /* the larger share comes first */
    assert_line(&s.row[5], 0, CORR_RUNG_NONE, 0.75, 0);
    assert_line(&s.row[6], 0x11, CORR_RUNG_F1, 0.25, 0.81);
    assert_true(s.row[5].row == s.row[6].row);
    assert_counted(st, &s, 0x11);
    /* one span gets only its part */
    const said mine = rows_of(st, 0x11);
    assert_int_equal(mine.n, 5);
    assert_line(&mine.row[0], 0x11, CORR_RUNG_F1, 0.5, 0.81);
    corr_store_free(st);
}

static void without_the_join_a_row_comes_once(void **state)
{
    corr_store *st = testing_store(one, timed);
    const corr_query q = { 0 };
    corr_row row;
    size_t n = 0;

    (void)state;
    assert_int_equal(store_join(st, NULL), CORR_OK);
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_sel_iter it = { .sel = sel };
    for (; corr_sel_next(&it, &row); n++)
        assert_close(row.share, 1);
    assert_int_equal(n, 5);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* ---- several spans -------------------------------------------------- */

static void of_several_each_has_the_rows_of_its_time(void **state)
{
    corr_store *st = testing_store(in_turn, timed);
    const said s = rows_of(st, 0);

    (void)state;
    assert_close(sum(&s, 0x11, CORR_RUNG_F1), 1.5);
    assert_close(sum(&s, 0x12, CORR_RUNG_F1), 1.25);
    assert_counted(st, &s, 0x11);
    assert_counted(st, &s, 0x12);
    corr_store_free(st);
    st = testing_store(in_turn_on_no_thread, timed);
    const said t = rows_of(st, 0);
    assert_close(sum(&t, 0x11, CORR_RUNG_F2), 2);
    assert_close(sum(&t, 0x12, CORR_RUNG_F2),
                 3); /* between the two and late: the later span */
    corr_store_free(st);
}

static void the_innermost_has_a_row_with_a_time(void **state)
{
    corr_store *st = testing_store(nested, timed);
    said s = rows_of(st, 0);

    (void)state;
    assert_close(sum(&s, 0x12, CORR_RUNG_F1), 2);
    assert_close(sum(&s, 0x11, CORR_RUNG_F1), 0.5 + 1 + 0.25);
    corr_store_free(st);
    st = testing_store(nested, threads);
    s = rows_of(st, 0);
    assert_close(sum(&s, 0x12, CORR_RUNG_F1), 0);
    assert_close(sum(&s, 0x11, CORR_RUNG_F1), 5);
    corr_store_free(st);
}

static void spans_of_its_process_are_preferred(void **state)
{
    corr_store *st = testing_store(of_two_services, threads);
    const said s = rows_of(st, 0);

    (void)state;
    assert_close(sum(&s, 0x10, CORR_RUNG_F1), 0);
    assert_close(sum(&s, 0x11, CORR_RUNG_F2), 10);
    corr_store_free(st);
}

/* ---- how they are found --------------------------------------------- */

/* The search finds the same as each span by itself. */
static void assert_found(corr_store *st, uint32_t in, size_t want)
{
    span_profiles_spans all = { 0 };
    span_profiles n = { 0 };
    size_t by_itself = 0;

    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(span_profiles_spans_of(&all, st));
    assert_true(span_profiles_of(&n, &all, st, in));
    for (uint32_t k = 1; k < st->spans.at.n; k++)
        by_itself += span_profile_by(st, k, in);
    assert_int_equal(n.span.n, want);
    assert_int_equal(by_itself, want);
    span_profiles_clear(&n);
    span_profiles_spans_clear(&all);
}

static void set_file(corr_store *st, uint32_t in, const char *name)
{
    char *copy = strdup(name);

    assert_non_null(copy);
    free(st->loaded.v[in]->file.named);
    st->loaded.v[in]->file.named = copy;
}

static void ids_are_found_anywhere_in_the_name(void **state)
{
    static const struct {
        const char *file;
        size_t want;
    } all[] = {
        { "x/0000000000000011.test", 1 },
        { "x/cpu-f0000000000000011f.test", 1 },
        { "a0a0a0a0000000010000000000000001", 2 },
        { "cpu.a0a0a0a00000000100000000000000010000000000000012.pb", 2 },
        { "0000000000000011/cpu.pb", 0 },
        { "a0a0a0a00000000100000000000000", 0 },
        { "A0A0A0A0000000010000000000000001", 0 },
        { "0000000000000000000000000000000001", 0 },
        { "", 0 },
    };
    corr_store *st = testing_store(by_id, threads);

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        set_file(st, 1, all[i].file);
        assert_found(st, 1, all[i].want);
    }
    set_file(st, 1, "capture-0001.pb");
    assert_found(st, 1, 1);
    corr_store_free(st);
}

/* ---- the overview --------------------------------------------------- */

static void the_overview_names_the_rung(void **state)
{
    corr_store *st = testing_store(one, threads);

    (void)state;
    assert_int_equal(corr_joins(st), 1);
    corr_joined j = corr_join_at(st, 0);
    assert_int_equal(j.rung, CORR_RUNG_F1);
    assert_int_equal(j.observations, 5);
    assert_int_equal(j.of, 11);
    corr_store_free(st);
    st = testing_store(on_no_thread, threads);
    assert_int_equal(corr_joins(st), 1);
    j = corr_join_at(st, 0);
    assert_int_equal(j.rung, CORR_RUNG_F2);
    assert_int_equal(j.observations, 10);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_say_the_span_that_names_their_file),
        cmocka_unit_test(rows_of_one_span_say_its_rung),
        cmocka_unit_test(without_a_thread_every_row_is_of_the_time_it_ran),
        cmocka_unit_test(what_is_left_of_a_row_is_a_line_of_its_own),
        cmocka_unit_test(without_the_join_a_row_comes_once),
        cmocka_unit_test(of_several_each_has_the_rows_of_its_time),
        cmocka_unit_test(the_innermost_has_a_row_with_a_time),
        cmocka_unit_test(spans_of_its_process_are_preferred),
        cmocka_unit_test(ids_are_found_anywhere_in_the_name),
        cmocka_unit_test(the_overview_names_the_rung),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
