/* Tests of counter_delta: counts since the start of a process are not
 * summed. */
#include "store/counter_delta.h"
#include "store/edition.h"

#include "select/select.h"
#include "test/test_memory.h"
#include "test/testing.h"

typedef struct stack {
    const char *frames;
    int64_t ns, n;
} stack;

/* At a time in ms, of the process whose memory lies at `place`; ends with a
 * stack without frames. */
static void waits(corr_build *b, double at, uint64_t place, unsigned flags,
                  const stack *s)
{
    const corr_kind kind = testing_kind(b, "block", flags);

    testing_owner(b, "process.executable.name=shop");
    corr_set_place(b, place);
    corr_set_window(b, testing_ms(at), testing_ms(at));
    for (; s->frames; s++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = kind,
                                   .stack = testing_stack(b, s->frames),
                                   .time = CORR_NO_TIME,
                                   .value = s->ns,
                                   .obs = s->n });
}

#define WAITS(name, at, place, flags, ...)                                     \
    static void name(corr_build *b)                                            \
    {                                                                          \
        static const stack s[] = { __VA_ARGS__, { NULL, 0, 0 } };              \
        waits(b, at, place, flags, s);                                         \
    }

enum { CUMULATIVE = CORR_KIND_CUMULATIVE | CORR_KIND_DEFAULT };

/* clang-format off */
WAITS(first, 100, 7, CUMULATIVE, { "main;a", 100, 4 }, { "main;b", 30, 3 })
WAITS(second, 200, 7, CUMULATIVE, { "main;b", 30, 3 }, { "main;a", 150, 6 },
      { "main;c", 8, 1 })
WAITS(third, 300, 7, CUMULATIVE, { "main;c", 8, 1 }, { "main;a", 170, 7 },
      { "main;b", 31, 4 })
WAITS(still, 150, 7, CUMULATIVE, { "main;a", 100, 4 }, { "main;b", 30, 3 })
WAITS(anew, 400, 7, CUMULATIVE, { "main;a", 200, 9 })
WAITS(anew_later, 500, 7, CUMULATIVE, { "main;a", 260, 10 })
WAITS(slow_clock, 100, 7, CUMULATIVE, { "main;a", 10000, 4 })
WAITS(measured_clock, 200, 7, CUMULATIVE, { "main;a", 9950, 4 },
      { "main;c", 50, 1 })
WAITS(other, 100, 8, CUMULATIVE, { "main;a", 1000, 10 })
WAITS(nobody, 100, 0, CUMULATIVE, { "main;a", 5, 1 })
WAITS(nobody_too, 200, 0, CUMULATIVE, { "main;a", 6, 1 })
WAITS(of_a_time, 100, 7, CORR_KIND_DEFAULT, { "main;a", 5, 1 })
WAITS(of_another, 200, 7, CORR_KIND_DEFAULT, { "main;a", 6, 1 })
/* clang-format on */

/* The remarks of the last facts_of. */
static sel_counts counts;

static corr_sel_facts facts_of(corr_store *st, corr_query q)
{
    corr_err err = { 0 };

    q.measure = q.measure ? q.measure : "block";
    corr_sel *sel = corr_sel_of(st, &q, &err);
    if (!sel)
        fail_msg("%s", err.what);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    counts = sel->counts;
    corr_sel_free(sel);
    return f;
}

static sel_counts counts_of(corr_store *st, corr_query q)
{
    (void)facts_of(st, q);
    return counts;
}

static void what_came_after_the_first_file_counts(void **state)
{
    corr_store *st = testing_store(third, first, second);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 70 + 1 + 8); /* the last minus the first */
    assert_int_equal(f.observations, 3 + 1 + 1);
    assert_int_equal(counts.subtracted, 2);
    assert_int_equal(counts.firsts, 1);
    assert_int_equal(counts.anew, 0);
    assert_int_equal(counts.snapshots, 0);
    assert_int_equal(counts.nameless, 0);
    assert_int_equal(f.inputs, 2);
    assert_true(f.from == testing_ms(100));
    assert_true(f.to == testing_ms(300));
    assert_int_equal(facts_of(st, (corr_query){ .focus = "b" }).total, 1);
    corr_store_free(st);
}

static void one_alone_counts_since_the_start(void **state)
{
    corr_store *st = testing_store(second, other);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 188 + 1000);
    assert_int_equal(counts.snapshots, 2);
    assert_int_equal(counts.subtracted, 0);
    assert_int_equal(counts.firsts, 0);
    corr_store_free(st);
}

/* The addresses of the process are the same, so nothing restarted; only the user
 * can say that it did. */
static corr_store *read_as(corr_counts counts_are, testing_fill *const *fill,
                           size_t n)
{
    corr_store *st = corr_store_new(testing_formats, NULL);

    testing_add(st, &(corr_load_opts){ .values.counts = counts_are }, 0, fill,
                n);
    return st;
}

static corr_store *cumulative_store(testing_fill *const *fill, size_t n)
{
    return read_as(CORR_COUNTS_CUMULATIVE, fill, n);
}

static void counts_that_fall_in_a_process_are_deltas(void **state)
{
    corr_store *st = testing_store(first, second, anew, anew_later);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 130 + 188 + 200 + 260);
    assert_int_equal(counts.deltas, 4);
    assert_int_equal(counts.firsts + counts.anew + counts.snapshots, 0);
    corr_store_free(st);
}

static void the_user_says_that_counts_are_deltas(void **state)
{
    static testing_fill *const three[] = { first, second, nobody };
    corr_store *st = read_as(CORR_COUNTS_DELTAS, three, 3);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total, 130 + 188 + 5);
    assert_int_equal(counts.deltas, 3);
    assert_int_equal(counts.nameless + counts.snapshots, 0);
    corr_store_free(st);
}

/* Go measures how fast its clock is, and reckons anew. */
static void a_time_may_shrink_by_a_hundredth_in_a_process(void **state)
{
    corr_store *st = testing_store(slow_clock, measured_clock);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total, 50);
    assert_int_equal(counts.deltas, 0);
    assert_int_equal(counts.subtracted, 1);
    corr_store_free(st);
}

static void a_process_that_was_started_again_counts_from_there(void **state)
{
    static testing_fill *const four[] = { first, second, anew, anew_later };
    corr_store *st = cumulative_store(four, 4);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 50 + 8 + 200 + 60);
    assert_int_equal(counts.firsts, 1);
    assert_int_equal(counts.subtracted, 2);
    assert_int_equal(counts.anew, 1);
    assert_int_equal(counts.snapshots, 1);
    corr_store_free(st);
}

static void those_of_nobody_are_added(void **state)
{
    corr_store *st = testing_store(nobody, nobody_too);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 11);
    assert_int_equal(counts.nameless, 2);
    assert_int_equal(counts.snapshots, 2);
    assert_int_equal(counts.firsts, 0);
    corr_store_free(st);
}

static void what_was_recorded_for_a_time_is_added(void **state)
{
    corr_store *st = testing_store(of_a_time, of_another);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 11);
    assert_int_equal(counts.subtracted + counts.firsts + counts.snapshots, 0);
    corr_store_free(st);
}

static void only_what_is_within_the_time_asked_for_counts(void **state)
{
    corr_store *st = testing_store(first, second, third);
    corr_query q = { .from = testing_ms(50), .to = testing_ms(250) };
    corr_sel_facts f = facts_of(st, q);

    (void)state;
    assert_int_equal(f.total, 50 + 8);
    assert_int_equal(counts.timeless, 1);
    q.to = testing_ms(150);
    f = facts_of(st, q);
    assert_int_equal(f.total, 130); /* nothing else is of this time */
    assert_int_equal(counts.firsts, 0);
    assert_int_equal(counts.snapshots, 1);
    corr_store_free(st);
}

static void where_nothing_happened_there_is_nothing(void **state)
{
    corr_store *st = testing_store(first, still);
    corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 0);
    assert_int_equal(counts.firsts, 1);
    f = facts_of(st,
                 (corr_query){ .from = testing_ms(50), .to = testing_ms(120) });
    assert_int_equal(f.total, 130);
    corr_store_free(st);
}

static void sides_stand_for_themselves(void **state)
{
    corr_store *st = testing_store(first, second, third);

    (void)state;
    st->loaded.v[0]->group = 1;
    st->loaded.v[1]->group = st->loaded.v[2]->group = 2;
    assert_int_equal(facts_of(st, (corr_query){ .group = 1 }).total, 130);
    assert_int_equal(facts_of(st, (corr_query){ .group = 2 }).total, 21);
    corr_store_free(st);
}

static void it_is_undone_by_the_next_load(void **state)
{
    static testing_fill *const more[] = { second };
    corr_store *st = testing_store(first, third);

    (void)state;
    assert_int_equal(counts_of(st, (corr_query){ 0 }).subtracted, 1);
    testing_add(st, NULL, 2, more, 1);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });
    assert_int_equal(f.total, 79);
    assert_int_equal(counts.subtracted, 2);
    store_forget(st);
    assert_null(st->edition);
    for (size_t i = 0; i < st->input.n; i++) {
        const segment *g = &st->input.v[i]->segment.v[1];
        assert_false(g->is_first || g->is_anew || g->counted_from);
    }
    corr_store_free(st);
}

static void who_wants_records_has_them_as_they_are(void **state)
{
    static testing_fill *const two[] = { first, second };
    corr_store *st = corr_store_new(testing_formats, NULL);

    (void)state;
    testing_add(st, &(corr_load_opts){ .values.keep_counts = true }, 0, two, 2);
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total, 130 + 188);
    corr_store_free(st);
}

/* A heap profile that counts allocations as well, 10 a stack. */
static void heap(corr_build *b, double at, unsigned state, unsigned since,
                 const char *frames)
{
    const corr_kind live = testing_kind(b, "live_bytes", state);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", since);

    corr_set_place(b, 7);
    testing_owner(b, "process.executable.name=shop");
    corr_set_window(b, testing_ms(at), testing_ms(at));
    testing_sample(b, live, frames, NAN, "");
    testing_sample(b, alloc, frames, NAN, "");
}

static void of_heap(corr_build *b)
{
    heap(b, 100, CORR_KIND_SNAPSHOT | CORR_KIND_DEFAULT, CORR_KIND_CUMULATIVE,
         "a");
}

static void of_heap_later(corr_build *b)
{
    heap(b, 200, CORR_KIND_SNAPSHOT | CORR_KIND_DEFAULT, CORR_KIND_CUMULATIVE,
         "a;b");
}

static void of_allocations(corr_build *b)
{
    heap(b, 101, CORR_KIND_SNAPSHOT, CUMULATIVE, "a");
    corr_set_language(b, CORR_STR("go")); /* not the same content */
}

static void a_heap_that_tells_of_allocations_as_well_is_no_other(void **state)
{
    const corr_query q = { .measure = "alloc_bytes" };
    corr_store *st = testing_store(of_heap, of_allocations);
    corr_sel_facts f = facts_of(st, q);

    (void)state;
    assert_int_equal(f.total, 10);
    assert_int_equal(counts.firsts, 1);
    assert_int_equal(counts.snapshots, 1);
    corr_store_free(st);

    /* a missing stack counts as less of it */
    st = cumulative_store(
        (testing_fill *const[]){ of_heap, of_heap_later, of_allocations }, 3);
    f = facts_of(st, q);
    assert_int_equal(counts.anew, 1);
    assert_int_equal(f.total, 10);
    corr_store_free(st);
}

/* The allocations of "main;a", a row for each size. */
static void sizes(corr_build *b, double at, const int64_t (*s)[2])
{
    const corr_kind kind = testing_kind(b, "block", CUMULATIVE);

    testing_owner(b, "process.executable.name=shop");
    corr_set_place(b, 7);
    corr_set_window(b, testing_ms(at), testing_ms(at));
    for (; (*s)[1]; s++) {
        char label[40];
        snprintf(label, sizeof label, "bytes=#%lld", (long long)(*s)[0]);
        corr_add_sample(b,
                        &(corr_sample_row){ .kind = kind,
                                            .stack = testing_stack(b, "main;a"),
                                            .labels = testing_labels(b, label),
                                            .time = CORR_NO_TIME,
                                            .value = (*s)[0] * (*s)[1],
                                            .obs = (*s)[1] });
    }
}

static void a_size(corr_build *b)
{
    sizes(b, 100, (const int64_t[][2]){ { 100, 10 }, { 0, 0 } });
}

static void three_sizes(corr_build *b)
{
    sizes(
        b, 200,
        (const int64_t[][2]){ { 1000, 3 }, { 10, 5 }, { 100, 12 }, { 0, 0 } });
}

static void of_a_stack_the_size_that_was_there_before_is_taken(void **state)
{
    static const int64_t want[][2] = { { 1000, 3 }, { 10, 5 }, { 100, 2 } };
    corr_store *st = testing_store(a_size, three_sizes);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total,
                     3000 + 50 + 1200 - 1000);
    const input *in = st->input.v[1];
    const segment *g = &in->segment.v[1];
    assert_int_equal(g->n, 3);
    for (size_t i = 0; i < 3; i++) {
        corr_label l;
        assert_true(input_find_label(in, g->labels[i], CORR_STR("bytes"), &l));
        assert_int_equal(l.num, want[i][0]);
        assert_int_equal(g->value[i], want[i][0] * want[i][1]);
        assert_int_equal(g->obs[i], want[i][1]);
    }
    corr_store_free(st);
}

/* clang-format off */
WAITS(difference, 100, 7, CUMULATIVE, { "main;a", -5, 1 }, { "main;b", 30, 3 })
WAITS(difference_later, 300, 7, CUMULATIVE, { "main;a", 100, 4 },
      { "main;b", -1, 3 })
/* clang-format on */

static void what_is_negative_is_no_count_from_a_start(void **state)
{
    corr_store *st = testing_store(difference, second);

    (void)state;
    assert_int_equal(counts_of(st, (corr_query){ 0 }).anew, 1);
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total, 188);
    corr_store_free(st);
    st = testing_store(second, difference_later);
    assert_int_equal(counts_of(st, (corr_query){ 0 }).anew, 1);
    corr_store_free(st);
}

static void out_of_memory_nothing_is_changed_or_kept(void **state)
{
    corr_store *st = testing_store(first, second, third);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ 0 }).total, 79);
    edition_forget(st);
    for (long n = 1, more = true; more; n++) {
        test_memory_arm(n);
        const bool ok = delta_subtract(st);
        more = test_memory_failed();
        assert_int_equal(ok, !more);
        edition_forget(st);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_came_after_the_first_file_counts),
        cmocka_unit_test(one_alone_counts_since_the_start),
        cmocka_unit_test(counts_that_fall_in_a_process_are_deltas),
        cmocka_unit_test(the_user_says_that_counts_are_deltas),
        cmocka_unit_test(a_time_may_shrink_by_a_hundredth_in_a_process),
        cmocka_unit_test(a_process_that_was_started_again_counts_from_there),
        cmocka_unit_test(those_of_nobody_are_added),
        cmocka_unit_test(what_was_recorded_for_a_time_is_added),
        cmocka_unit_test(only_what_is_within_the_time_asked_for_counts),
        cmocka_unit_test(where_nothing_happened_there_is_nothing),
        cmocka_unit_test(sides_stand_for_themselves),
        cmocka_unit_test(it_is_undone_by_the_next_load),
        cmocka_unit_test(who_wants_records_has_them_as_they_are),
        cmocka_unit_test(a_heap_that_tells_of_allocations_as_well_is_no_other),
        cmocka_unit_test(of_a_stack_the_size_that_was_there_before_is_taken),
        cmocka_unit_test(what_is_negative_is_no_count_from_a_start),
        cmocka_unit_test(out_of_memory_nothing_is_changed_or_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
