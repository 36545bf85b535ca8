/* Tests of select: kinds, rows, and shares of rows. */
#include "select/select.h"

#include "frames/stack_sums.h"

#include "corr_write.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

static corr_sel *selected(corr_store *st, corr_query q)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &q, &err);

    if (!sel)
        fail_msg("%s", err.what);
    return sel;
}

/* The remarks of the last facts_of. */
static sel_counts counts;

static corr_sel_facts facts_of(corr_store *st, corr_query q)
{
    corr_sel *sel = selected(st, q);
    const corr_sel_facts f = corr_sel_facts_of(sel);

    counts = sel->counts;
    corr_sel_free(sel);
    return f; /* the store owns the texts of remarks */
}

/* The leaves of the selected rows, in order, each with its share of 10. */
static void leaves_of(corr_store *st, corr_query q, char *text, size_t size)
{
    corr_sel *sel = selected(st, q);
    corr_sel_iter it = { .sel = sel };
    corr_row r;
    size_t n = 0;

    text[0] = 0;
    while (corr_sel_next(&it, &r) && n < size) {
        const uint32_t depth = corr_stack_depth(sel, r.input, r.stack);
        const corr_frame_view f =
            corr_stack_at(sel, r.input, r.stack, depth - 1);
        n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "",
                              f.function.p);
        if (r.share < 1)
            n += (size_t)snprintf(text + n, size - n, ":%.1f", r.share * 10);
    }
    corr_sel_free(sel);
}

static void assert_leaves(corr_store *st, corr_query q, const char *want)
{
    char got[256];

    leaves_of(st, q, got, sizeof got);
    assert_string_equal(got, want);
}

/* ---- which kind ----------------------------------------------------- */

static void add_value(corr_build *b, corr_kind k, int64_t value)
{
    corr_add_sample(b, &(corr_sample_row){
                           .kind = k, .value = value, .time = CORR_NO_TIME });
}

static void heap(corr_build *b)
{
    add_value(b, testing_kind(b, "inuse", CORR_KIND_DEFAULT), 5);
    add_value(b, testing_kind(b, "alloc", 0), 90);
    testing_kind(b, "empty", 0);
}

static void contention(corr_build *b)
{
    add_value(b, testing_kind(b, "lock", 0), 50);
    add_value(b, testing_kind(b, "alloc", 0), 20);
}

static void many_kinds(corr_build *b)
{
    add_value(b, testing_kind(b, "alloc", CORR_KIND_DEFAULT), 900);
    add_value(b, testing_kind(b, "wall", 0), 1);
    add_value(b, testing_cpu(b), 1);
}

static void assert_kind(corr_store *st, const char *measure, const char *want)
{
    const corr_sel_facts f = facts_of(st, (corr_query){ .measure = measure });

    if (!corr_str_is(f.kind, want))
        fail_msg("%.*s is not %s", CORR_STR_ARG(f.kind), want);
}

static void the_default_of_the_only_file_is_taken(void **state)
{
    corr_store *st = testing_store(heap);

    (void)state;
    assert_kind(st, NULL, "inuse");
    assert_kind(st, "alloc", "alloc");
    assert_kind(st, "cpu", "");
    corr_store_free(st);
    st = testing_store(many_kinds);
    assert_kind(st, NULL, "alloc");
    corr_store_free(st);
}

static void what_all_files_show_first_is_taken(void **state)
{
    corr_store *st = testing_store(heap, heap);

    (void)state;
    assert_kind(st, NULL, "inuse"); /* alloc is more */
    corr_store_free(st);
}

static void of_several_files_cpu_is_preferred_then_the_largest(void **state)
{
    corr_store *st = testing_store(heap, contention);

    (void)state;
    assert_kind(st, NULL, "alloc"); /* 110 in both */
    corr_store_free(st);
    st = testing_store(heap, contention, many_kinds);
    assert_kind(st, NULL, "cpu");
    corr_store_free(st);
}

static void only_files_that_take_part_are_asked_for_kinds(void **state)
{
    corr_store *st = testing_store(heap, many_kinds);
    corr_sel_facts f = facts_of(st, (corr_query){ .input = 1 });

    (void)state;
    assert_true(corr_str_is(f.kind, "inuse"));
    assert_int_equal(f.total, 5);
    f = facts_of(st, (corr_query){ .input = 2, .measure = "wall" });
    assert_int_equal(f.total, 1);
    corr_store_free(st);
}

static void kinds_that_were_left_out_are_named(void **state)
{
    corr_store *st = testing_store(heap);
    corr_sel *sel = selected(st, (corr_query){ 0 });

    (void)state;
    assert_true(corr_str_is(corr_sel_facts_of(sel).others, "alloc"));
    corr_sel_free(sel);
    sel = selected(st, (corr_query){ .measure = "none such" });
    assert_true(corr_str_is(corr_sel_facts_of(sel).others, "inuse, alloc"));
    assert_int_equal(corr_sel_facts_of(sel).inputs, 0);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* ---- facts ---------------------------------------------------------- */

static void cpu_of_shop(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "a", 10, "");
    testing_sample(b, (corr_kind){ 1 }, "b", 20, "");
}

static void slow_cpu_of_cart(corr_build *b)
{
    corr_sample_row r = { .value = 7, .obs = 3, .time = testing_ms(30) };

    testing_owner(b, CART);
    r.kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 20000000,
                                           .flags = CORR_KIND_CUMULATIVE });
    corr_add_sample(b, &r);
}

static void uncounted(corr_build *b)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10000000,
                                           .flags = CORR_KIND_NO_COUNT });

    testing_sample(b, k, "c", 5, "");
}

static void facts_of_one_file_are_its_own(void **state)
{
    corr_store *st = testing_store(cpu_of_shop, slow_cpu_of_cart);
    const corr_sel_facts f = facts_of(st, (corr_query){ .input = 1 });

    (void)state;
    assert_int_equal(f.unit, CORR_NS);
    assert_int_equal(f.period, 10000000);
    assert_int_equal(f.total, 20);
    assert_int_equal(f.observations, 2);
    assert_int_equal(f.from, testing_ms(10));
    assert_int_equal(f.to, testing_ms(20));
    assert_true(corr_str_is(f.service, "shop"));
    assert_int_equal(f.inputs, 1);
    assert_int_equal(counts.snapshots, 0);
    assert_int_equal(f.evidence.observations, 0);
    corr_store_free(st);
}

static void facts_of_two_files_are_united(void **state)
{
    corr_store *st = testing_store(cpu_of_shop, slow_cpu_of_cart);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.period, 0);
    assert_int_equal(f.total, 27);
    assert_int_equal(f.observations, 5);
    assert_int_equal(f.from, testing_ms(10));
    assert_int_equal(f.to, testing_ms(30));
    assert_int_equal(f.service.n, 0);
    assert_int_equal(f.inputs, 2);
    assert_int_equal(counts.snapshots, 1);
    corr_store_free(st);
}

static void samples_nobody_counted_stay_uncounted(void **state)
{
    corr_store *st = testing_store(cpu_of_shop, uncounted, cpu_of_shop);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ 0 }).observations, -1);
    assert_int_equal(facts_of(st, (corr_query){ .input = 1 }).observations, 2);
    corr_store_free(st);
}

static void waited(corr_build *b)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });

    testing_sample(b, k, "c", 5, "");
}

static void what_was_timed_itself_is_no_sample(void **state)
{
    corr_store *st = testing_store(waited, cpu_of_shop);

    (void)state;
    assert_true(facts_of(st, (corr_query){ .input = 1 }).measured);
    assert_true(corr_input_at(st, 0).kinds[0].measured);
    assert_false(facts_of(st, (corr_query){ .input = 2 }).measured);
    assert_false(corr_input_at(st, 1).kinds[0].measured);
    assert_false(facts_of(st, (corr_query){ 0 }).measured);
    corr_store_free(st);
}

static void goroutines(corr_build *b)
{
    add_value(
        b, testing_kind(b, "goroutine", CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE),
        37);
}

static void of_a_list_of_all_there_are_none_is_a_sample(void **state)
{
    corr_store *st = testing_store(goroutines);

    (void)state;
    assert_true(facts_of(st, (corr_query){ 0 }).measured);
    corr_store_free(st);
}

/* 4 objects of 1000 bytes, seen once every 1000 bytes. */
static void allocations(corr_build *b)
{
    corr_sample_row r = { .value = 4000, .obs = 4, .time = CORR_NO_TIME };

    r.kind = corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("alloc"),
                                                .unit = CORR_BYTES,
                                                .period = 1000 });
    corr_add_sample(b, &r);
    r.kind = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("inuse"), .unit = CORR_BYTES });
    corr_add_sample(b, &r);
}

static void few_of_many_small_objects_were_sampled(void **state)
{
    corr_store *st = testing_store(allocations);
    const double sampled =
        facts_of(st, (corr_query){ .measure = "alloc" }).effective;
    const double counted =
        facts_of(st, (corr_query){ .measure = "inuse" }).effective;

    (void)state;
    assert_true(fabs(sampled - 4 * (1 - exp(-1))) < 1e-9);
    assert_true(fabs(counted - 4) < 1e-9);
    corr_store_free(st);
}

/* JFR: a weight each, and no period; one of them is nearly everything. */
static void weighed(corr_build *b)
{
    static const int weight[] = { 50, 50, 50, 200, 400 };
    const corr_kind k = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("alloc_bytes"),
                             .type = CORR_STR("jdk.ObjectAllocationSample"),
                             .unit = CORR_BYTES });

    for (size_t i = 0; i < countof(weight); i++)
        add_value(b, k, weight[i]);
}

static void samples_with_weights_count_for_what_they_tell(void **state)
{
    corr_store *st = testing_store(weighed);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.observations, 5);
    assert_true(fabs(f.effective - 2.711) < 5e-4); /* Vector 4.10 */
    corr_store_free(st);
}

static void followed(corr_build *b)
{
    const corr_kind k = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("live_bytes"),
                             .type = CORR_STR("jdk.OldObjectSample"),
                             .unit = CORR_BYTES,
                             .flags = CORR_KIND_SNAPSHOT | CORR_KIND_PICKED });

    add_value(b, k, 24);
}

static void objects_that_were_picked_are_told_from_all(void **state)
{
    corr_store *st = testing_store(weighed, followed);

    (void)state;
    assert_false(facts_of(st, (corr_query){ .measure = "alloc_bytes" }).picked);
    assert_true(facts_of(st, (corr_query){ .measure = "live_bytes" }).picked);
    corr_store_free(st);
}

static void two_cpus(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", 10, "");
    testing_sample(b, testing_cpu(b), "b", 20, "");
}

static void two_kinds_of_one_name_are_one_input(void **state)
{
    corr_store *st = testing_store(two_cpus);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.inputs, 1);
    assert_int_equal(f.total, 20);
    corr_store_free(st);
}

/* ---- filters -------------------------------------------------------- */

static void on_thread(corr_build *b, const char *stack, double ms,
                      const char *name, const char *labels)
{
    corr_sample_row r = { .kind = { 1 }, .value = 10 };

    r.stack = testing_stack(b, stack);
    r.time = isnan(ms) ? CORR_NO_TIME : testing_ms(ms);
    r.labels = testing_labels(b, labels);
    r.thread =
        name ? corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 0, 0)
             : (corr_thread){ 0 };
    corr_add_sample(b, &r);
}

static void mixture(corr_build *b)
{
    testing_cpu(b);
    corr_set_window(b, testing_ms(0), testing_ms(100));
    on_thread(b, "main;parse;a", 10, "main", "region=eu, shard=#1");
    on_thread(b, "main;parse;b", 20, "worker-1", "region=us, shard=#1");
    on_thread(b, "main;check;c", 30, "worker-2", "region=eu");
    on_thread(b, "main;parse;check;d", 40, NULL, "");
    on_thread(b, "main;e", NAN, "worker-2", "shard=#2");
}

static void in_a_library(corr_build *b)
{
    const corr_text libc = corr_add_text(b, CORR_STR("/usr/lib/libc.so.6"));
    const corr_func none =
        corr_add_func(b, (corr_text){ 0 }, (corr_text){ 0 }, libc);
    const corr_func last = corr_add_func(b, corr_add_text(b, CORR_STR("late")),
                                         (corr_text){ 0 }, (corr_text){ 0 });
    corr_sample_row r = { .kind = testing_cpu(b), .value = 10 };

    corr_begin_stack(b);
    corr_push_frame(b, corr_add_frame(b, &(corr_frame_row){ .func = none }));
    corr_push_frame(b, corr_add_frame(b, &(corr_frame_row){ .func = last }));
    r.stack = corr_end_stack(b);
    corr_add_sample(b, &r);
    on_thread(b, "main", 10, NULL, "");
}

static void a_function_without_a_name_is_asked_for_as_it_is_shown(void **state)
{
    corr_store *st = testing_store(in_a_library);

    (void)state;
    assert_leaves(st, (corr_query){ .focus = "libc" }, "late");
    assert_leaves(st, (corr_query){ .focus = "^\\[libc.so.6\\]$" }, "late");
    assert_leaves(st, (corr_query){ .focus = "/usr" }, "");
    assert_leaves(st, (corr_query){ .ignore = "libc" }, "main");
    corr_store_free(st);
}

static void frames_are_focused_on_and_ignored(void **state)
{
    corr_store *st = testing_store(mixture);

    (void)state;
    assert_leaves(st, (corr_query){ .focus = "parse" }, "a b d");
    assert_leaves(st, (corr_query){ .focus = "^pars" }, "a b d");
    assert_leaves(st, (corr_query){ .ignore = "check" }, "e a b");
    assert_leaves(st, (corr_query){ .focus = "parse", .ignore = "check" },
                  "a b");
    assert_leaves(st, (corr_query){ .focus = "nothing" }, "");
    assert_leaves(st, (corr_query){ .focus = "main" }, "e a b c d");
    corr_store_free(st);
}

static void labels_must_all_hold(void **state)
{
    corr_store *st = testing_store(mixture);
    const char *const eu[] = { "region=eu" };
    const char *const both[] = { "region=eu", "shard=1" };
    const char *const number[] = { "shard=1" };
    const char *const other[] = { "shard=01" };

    (void)state;
    assert_leaves(st, (corr_query){ .labels = eu, .nlabels = 1 }, "a c");
    assert_leaves(st, (corr_query){ .labels = both, .nlabels = 2 }, "a");
    assert_leaves(st, (corr_query){ .labels = number, .nlabels = 1 }, "a b");
    assert_leaves(st, (corr_query){ .labels = other, .nlabels = 1 }, "");
    corr_store_free(st);
}

static void threads_are_matched_by_name(void **state)
{
    corr_store *st = testing_store(mixture);

    (void)state;
    assert_leaves(st, (corr_query){ .thread = "^worker" }, "e b c");
    assert_leaves(st, (corr_query){ .thread = "worker-2" }, "e c");
    assert_leaves(st, (corr_query){ .thread = "^$" }, "d");
    corr_store_free(st);
}

static void one_of_them_may_be_told_by_its_row(void **state)
{
    corr_store *st = testing_store(mixture);

    (void)state;
    assert_leaves(st, (corr_query){ .input = 1, .thread_row = 3 }, "e c");
    assert_leaves(
        st, (corr_query){ .input = 1, .thread_row = 3, .thread = "main" }, "");
    corr_store_free(st);
}

static void a_window_holds_its_start_and_not_its_end(void **state)
{
    corr_store *st = testing_store(mixture);
    corr_query q = { .from = testing_ms(10), .to = testing_ms(30) };

    (void)state;
    assert_leaves(st, q, "a b");
    q.from++;
    q.to++;
    assert_leaves(st, q, "b c");
    /* rows without a time count by the time of their file */
    assert_leaves(st,
                  (corr_query){ .from = testing_ms(0), .to = testing_ms(100) },
                  "e a b c d");
    assert_leaves(st,
                  (corr_query){ .from = testing_ms(1), .to = testing_ms(100) },
                  "a b c d");
    assert_leaves(st,
                  (corr_query){ .from = testing_ms(0), .to = testing_ms(99) },
                  "a b c d");
    corr_store_free(st);
}

static void waiting(corr_build *b)
{
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL });
    static const struct {
        const char *leaf;
        double from, ms;
    } waits[] = { { "long", 0, 100 }, { "first", 10, 20 }, { "last", 60, 20 } };

    corr_set_window(b, testing_ms(0), testing_ms(100));
    for (size_t i = 0; i < countof(waits); i++) {
        corr_add_sample(
            b, &(corr_sample_row){ .kind = lock,
                                   .stack = testing_stack(b, waits[i].leaf),
                                   .time = testing_ms(waits[i].from),
                                   .duration = (int64_t)(waits[i].ms * 1e6),
                                   .value = (int64_t)(waits[i].ms * 1e6) });
    }
}

static void of_a_wait_that_part_counts_which_is_in_the_window(void **state)
{
    corr_store *st = testing_store(waiting);
    corr_query q = { .from = testing_ms(20), .to = testing_ms(50) };
    corr_sel *sel = selected(st, q);
    amount value, obs;

    (void)state;
    assert_leaves(st, q, "long:3.0 first:5.0");
    corr_sel_facts f = corr_sel_facts_of(sel);
    assert_int_equal(f.observations, 2);
    assert_int_equal(f.total, 40000000); /* 30 ms of long, 10 of first */
    sums_row(sel, &sel->part.v[0], 1, &value, &obs);
    assert_int_equal(amount_round(value), 10000000);
    assert_int_equal(amount_round(obs), 1); /* the kind, cut or not */
    corr_sel_free(sel);
    corr_store_free(st);
}

/* The remarks on a selection by time, in ms of 0 to 100. */
static void assert_facts(corr_store *st, double from, double to, double first,
                         double last, unsigned timeless)
{
    corr_sel *sel = selected(
        st, (corr_query){ .from = testing_ms(from), .to = testing_ms(to) });
    const corr_sel_facts f = corr_sel_facts_of(sel);

    assert_int_equal(f.from, testing_ms(first));
    assert_int_equal(f.to, testing_ms(last));
    assert_int_equal(sel->counts.timeless, timeless);
    corr_sel_free(sel);
}

static void a_selection_is_as_long_as_was_asked_for(void **state)
{
    corr_store *st = testing_store(mixture);

    (void)state;
    assert_facts(st, 0, 100, 0, 100, 0);
    assert_facts(st, -50, 500, 0, 100, 0);
    assert_facts(st, 10, 60, 10, 60, 1);
    assert_facts(st, 20, 500, 20, 100, 1);
    corr_store_free(st);
}

static void services_and_groups_choose_inputs(void **state)
{
    testing_fill *const first[] = { cpu_of_shop };
    testing_fill *const second[] = { slow_cpu_of_cart };
    corr_store *st = corr_store_new(testing_formats, NULL);

    (void)state;
    testing_add(st, NULL, 0, first, 1);
    testing_add(st, &(corr_load_opts){ .group = 2 }, 1, second, 1);
    assert_int_equal(facts_of(st, (corr_query){ .service = "cart" }).total, 7);
    assert_int_equal(facts_of(st, (corr_query){ .service = "shop" }).total, 20);
    assert_int_equal(facts_of(st, (corr_query){ .service = "x" }).total, 0);
    assert_int_equal(facts_of(st, (corr_query){ .group = 1 }).total, 20);
    assert_int_equal(facts_of(st, (corr_query){ .group = 2 }).total, 7);
    assert_int_equal(facts_of(st, (corr_query){ .group = 3 }).total, 0);
    corr_store_free(st);
}

static void a_bad_pattern_is_refused(void **state)
{
    corr_store *st = testing_store(mixture);
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_sel_of(st, &(corr_query){ .focus = "(" }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_null(corr_sel_of(st, &(corr_query){ .thread = "[" }, NULL));
    corr_store_free(st);
}

static void long_name(corr_build *b)
{
    testing_sample(b, testing_cpu(b),
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
                   5, "");
}

static void a_pattern_that_was_given_up_is_told(void **state)
{
    corr_store *st = testing_store(long_name);

    (void)state;
    corr_sel_free(selected(st, (corr_query){ .focus = "a" }));
    assert_int_equal(corr_warnings(st), 0);
    corr_sel_free(selected(st, (corr_query){ .ignore = "^(a+)+(b|\\1c)$" }));
    assert_int_equal(corr_warnings(st), 1);
    assert_non_null(strstr(corr_warning_at(st, 0).text, "too many steps"));
    assert_true(corr_warning_at(st, 0).changes_meaning);
    corr_store_free(st);
}

static void all_rows_of_a_segment_need_no_list(void **state)
{
    corr_store *st = testing_store(mixture);
    corr_sel *sel = selected(st, (corr_query){ .focus = "main" });

    (void)state;
    assert_int_equal(sel->part.n, 1);
    assert_null(sel->part.v[0].rows);
    assert_null(sel->part.v[0].share);
    corr_sel_free(sel);
    sel = selected(st, (corr_query){ .focus = "parse" });
    assert_non_null(sel->part.v[0].rows);
    assert_int_equal(sel->part.v[0].n, 3);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_NONE), 3);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_COUNT), 0);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* A look at samples is no answer: notes are about the inputs of answers. */
static void a_look_counts_when_it_is_used(void **state)
{
    corr_store *st = testing_store(heap);
    corr_sel *sel = selected(st, (corr_query){ .looks = true });

    (void)state;
    assert_true(corr_sel_facts_of(sel).inputs == 1);
    assert_false(corr_input_is_selected(st, 0));
    corr_sel_use(st, sel);
    assert_true(corr_input_is_selected(st, 0));
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_of_the_only_file_is_taken),
        cmocka_unit_test(a_look_counts_when_it_is_used),
        cmocka_unit_test(what_all_files_show_first_is_taken),
        cmocka_unit_test(of_several_files_cpu_is_preferred_then_the_largest),
        cmocka_unit_test(only_files_that_take_part_are_asked_for_kinds),
        cmocka_unit_test(kinds_that_were_left_out_are_named),
        cmocka_unit_test(facts_of_one_file_are_its_own),
        cmocka_unit_test(facts_of_two_files_are_united),
        cmocka_unit_test(samples_nobody_counted_stay_uncounted),
        cmocka_unit_test(what_was_timed_itself_is_no_sample),
        cmocka_unit_test(of_a_list_of_all_there_are_none_is_a_sample),
        cmocka_unit_test(few_of_many_small_objects_were_sampled),
        cmocka_unit_test(two_kinds_of_one_name_are_one_input),
        cmocka_unit_test(frames_are_focused_on_and_ignored),
        cmocka_unit_test(a_function_without_a_name_is_asked_for_as_it_is_shown),
        cmocka_unit_test(labels_must_all_hold),
        cmocka_unit_test(threads_are_matched_by_name),
        cmocka_unit_test(one_of_them_may_be_told_by_its_row),
        cmocka_unit_test(a_window_holds_its_start_and_not_its_end),
        cmocka_unit_test(of_a_wait_that_part_counts_which_is_in_the_window),
        cmocka_unit_test(a_selection_is_as_long_as_was_asked_for),
        cmocka_unit_test(services_and_groups_choose_inputs),
        cmocka_unit_test(a_bad_pattern_is_refused),
        cmocka_unit_test(a_pattern_that_was_given_up_is_told),
        cmocka_unit_test(samples_with_weights_count_for_what_they_tell),
        cmocka_unit_test(objects_that_were_picked_are_told_from_all),
        cmocka_unit_test(all_rows_of_a_segment_need_no_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
