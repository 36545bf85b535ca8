/* Tests of prepare, store and joins: the facts that a store has of its
 * inputs. */
#include "join/prepare.h"

#include "test/testing.h"

#define SHOP  "service.name=shop, host.name=a, service.version=1.0"
#define SHOP2 "service.name=shop, host.name=b, service.version=1.1"
#define CART  "service.name=cart, host.name=c"

static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 20, SHOP2);
    testing_span(b, 1, 0x13, 0x11, 20, 30, SHOP);
    testing_span(b, 2, 0x21, 0, 0, 100, SHOP);
    testing_span(b, 2, 0x22, 0x21, 0, 90, CART);
    testing_span(b, 3, 0x31, 0, 0, 100, NULL);
}

static void more_traces(corr_build *b)
{
    testing_span(b, 4, 0x41, 0, 0, 50, SHOP);
}

static const corr_service *service(corr_store *st, const char *name,
                                   corr_service *s)
{
    for (size_t i = 0; i < corr_services(st); i++) {
        *s = corr_service_at(st, i);
        if (corr_str_is(s->name, name))
            return s;
    }
    fail_msg("no service %s", name);
    return NULL;
}

/* ---- services ------------------------------------------------------- */

static void services_are_counted_over_all_inputs(void **state)
{
    corr_store *st = testing_store(traces, more_traces);
    corr_service s = { .spans = 0 };

    (void)state;
    assert_int_equal(corr_services(st), 3);
    assert_int_equal(corr_services(st), 3);
    service(st, "shop", &s);
    assert_int_equal(s.instances, 2);
    assert_int_equal(s.traces, 3);
    assert_int_equal(s.spans, 5);
    assert_true(corr_str_is(s.versions, "1.0, 1.1"));
    service(st, "cart", &s);
    assert_int_equal(s.instances, 1);
    assert_int_equal(s.traces, 1);
    assert_int_equal(s.spans, 1);
    assert_int_equal(s.versions.n, 0);
    service(st, "", &s);
    assert_int_equal(s.spans, 1);
    corr_store_free(st);
}

/* ---- kinds ---------------------------------------------------------- */

static void a_step_reads_what_steps_before_it_wrote(void **state)
{
    unsigned written = 0;

    (void)state;
    for (size_t i = 0; i < PREPARE_STEPS; i++) {
        const prepare_step *step = &prepare_steps[i];
        if (step->reads & ~written)
            fail_msg("\"%s\" comes too early", step->name);
        assert_non_null(step->run);
        assert_true(step->writes);
        written |= step->writes;
    }
}

static void profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "a", 5, "span_id=11");
    testing_sample(b, cpu, "a", 6, "span_id=11, thread=t");
    testing_sample(b, cpu, "a", NAN,
                   "trace_id=a0a0a0a0000000010000000000000001");
    testing_sample(b, cpu, "a", NAN, "local root span id=#17");
    testing_sample(b, cpu, "a", 8, "x=y");
    corr_add_sample(
        b, &(corr_sample_row){
               .kind = cpu, .time = CORR_NO_TIME, .value = 100, .obs = 7 });
    testing_sample(
        b, testing_kind(b, "inuse", CORR_KIND_DEFAULT | CORR_KIND_NO_COUNT),
        "a", NAN, "");
    testing_kind(b, "alloc", CORR_KIND_CUMULATIVE);
}

static void kinds_are_summed_by_what_they_carry(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    const corr_input in = corr_input_at(st, 1);
    assert_int_equal(corr_input_at(st, 0).nkinds, 0);
    assert_int_equal(in.nkinds, 3);
    const corr_kind_facts *f = in.kinds;
    assert_true(corr_str_is(f->kind, "cpu"));
    assert_true(corr_str_is(f->type, "cpu/ns"));
    assert_int_equal(f->unit, CORR_NS);
    assert_int_equal(f->period, 10000000);
    assert_int_equal(f->samples, 12);
    assert_int_equal(f->total, 150);
    assert_int_equal(f->with_span, 2);
    assert_int_equal(f->with_trace, 4);
    assert_int_equal(f->with_time, 3);
    assert_int_equal(f->with_thread, 1);
    assert_false(f->is_default);
    assert_false(f->cumulative);
    assert_int_equal(f[1].samples, -1);
    assert_true(f[1].is_default);
    assert_true(f[2].cumulative);
    assert_int_equal(f[2].samples, 0);
    corr_store_free(st);
}

static corr_kind of_type(corr_build *b, const char *type, int64_t period)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("io"),
                                              .type = corr_str_of(type),
                                              .unit = CORR_NS,
                                              .period = period });
}

static void two_types_of_one_kind(corr_build *b)
{
    testing_sample(b, of_type(b, "jdk.FileRead", 5), "a", 1, "thread=t");
    testing_sample(b, testing_cpu(b), "a", 2, "");
    testing_sample(b, of_type(b, "jdk.SocketRead", 7), "a", 3, "span_id=11");
}

static void types_of_one_kind_are_told_as_one(void **state)
{
    corr_store *st = testing_store(traces, two_types_of_one_kind);

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    const corr_input in = corr_input_at(st, 1);
    assert_int_equal(in.nkinds, 2);
    const corr_kind_facts *io = in.kinds;
    assert_true(corr_str_is(io->kind, "io"));
    assert_int_equal(io->samples, 2);
    assert_int_equal(io->total, 20);
    assert_int_equal(io->with_span, 1);
    assert_int_equal(io->with_time, 2);
    assert_int_equal(io->with_thread, 1);
    assert_int_equal(io->period, 0);
    assert_true(corr_str_is(io[1].kind, "cpu"));
    assert_int_equal(io[1].samples, 1);
    assert_int_equal(corr_joins(st), 2);
    const corr_joined j = corr_join_at(st, 0);
    assert_true(corr_str_is(j.kind, "io"));
    assert_int_equal(j.of, 2);
    assert_int_equal(j.observations, 1);
    assert_true(corr_str_is(corr_join_at(st, 1).kind, "cpu"));
    corr_store_free(st);
}

static void what_was_not_taken_was_not_counted(void **state)
{
    testing_fill *const fill[] = { profile };
    corr_store *st = corr_store_new(testing_formats, NULL);

    (void)state;
    testing_add(st, &(corr_load_opts){ .needs = CORR_NEED_SAMPLES }, 0, fill,
                1);
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    const corr_kind_facts *f = corr_input_at(st, 0).kinds;
    assert_int_equal(f->with_span, -1);
    assert_int_equal(f->with_trace, -1);
    assert_int_equal(f->with_time, -1);
    assert_int_equal(f->with_thread, -1);
    assert_int_equal(f->samples, 12);
    corr_store_free(st);
}

/* ---- inputs --------------------------------------------------------- */

static void described(corr_build *b)
{
    testing_owner(b, "service.name=shop, host.name=a, service.version=1.0, "
                     "pid=#7");
    corr_set_producer(b, CORR_STR("Go"));
    corr_add_setting(b, CORR_STR("rate"), CORR_STR("99"));
    corr_set_window(b, testing_ms(1), testing_ms(2));
    corr_warn(b, 77, "an odd thing");
    corr_note(b, "WINDOW_FROM_NAME", "window from the file name");
    testing_sample(b, testing_cpu(b), "a", 1, "");
}

static void an_input_tells_what_it_is(void **state)
{
    corr_store *st = testing_store(described, traces);
    corr_str value;

    (void)state;
    corr_input in = corr_input_at(st, 0);
    assert_true(corr_str_is(in.producer, "Go"));
    assert_true(corr_str_is(in.process.service, "shop"));
    assert_true(corr_str_is(in.process.version, "1.0"));
    assert_true(corr_str_is(in.process.host, "a"));
    assert_int_equal(in.process.pid, 7);
    assert_int_equal(in.from, testing_ms(1));
    assert_int_equal(in.to, testing_ms(2));
    assert_true(in.window_from_name);
    assert_false(in.process.assumed);
    assert_int_equal(in.nsettings, 1);
    assert_true(corr_str_is(corr_input_setting(st, 0, 0, &value), "rate"));
    assert_true(corr_str_is(value, "99"));
    assert_int_equal(in.spans, 0);
    in = corr_input_at(st, 1);
    assert_int_equal(in.spans, 6);
    assert_int_equal(in.traces, 3);
    assert_false(in.window_from_name);
    assert_int_equal(in.process.service.n, 0); /* of several processes */
    corr_store_free(st);
}

static void warnings_say_of_which_input_they_are(void **state)
{
    corr_store *st = testing_store(traces, described, described);

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    assert_int_equal(corr_warnings(st), 5);
    const corr_warning w = corr_warning_at(st, 0);
    assert_int_equal(w.input, 1);
    assert_string_equal(w.text, "an odd thing");
    assert_int_equal(w.offset, 77);
    assert_false(w.changes_meaning);
    assert_int_equal(corr_warning_at(st, 1).input, 1);
    assert_true(corr_warning_at(st, 1).changes_meaning);
    assert_int_equal(corr_warning_at(st, 3).input, 2);
    const corr_warning last = corr_warning_at(st, 4);
    assert_int_equal(last.input, -1);
    assert_string_equal(last.code, "DUPLICATE");
    assert_true(last.changes_meaning);
    corr_store_free(st);
}

static void warnings_of_the_store_are_merged(void **state)
{
    corr_store *st = testing_store(described, described, described);

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    const corr_warning w = corr_warning_at(st, corr_warnings(st) - 1);
    assert_string_equal(w.code, "DUPLICATE");
    assert_int_equal(w.count, 2);
    corr_store_free(st);
}

static void of_three(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", 3, "");
}

static void of_four(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", 4, "");
}

static void what_only_looks_alike_is_no_copy(void **state)
{
    corr_store *st = testing_store(of_three, of_four, of_four, of_three);
    const uint32_t first[] = { 0, 1, 1, 0 };

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    for (size_t i = 0; i < countof(first); i++) {
        assert_int_equal(st->match.v[i].content, first[i]);
        assert_int_equal(st->match.v[i].used, first[i] == i);
    }
    corr_store_free(st);
}

static void texts_from_elsewhere_are_said_once_each(void **state)
{
    corr_store *st = testing_store(described);
    const size_t before = corr_warnings(st);

    (void)state;
    remark_warn(st, .rule = REMARK_QUERY_ODD, .a = CORR_STR("100 % odd"));
    remark_warn(st, .rule = REMARK_QUERY_ODD, .a = CORR_STR("even"));
    remark_warn(st, .rule = REMARK_QUERY_ODD, .a = CORR_STR("100 % odd"));
    assert_int_equal(corr_warnings(st), before + 2);
    assert_string_equal(corr_warning_at(st, before).text, "100 % odd");
    assert_string_equal(corr_warning_at(st, before + 1).text, "even");
    corr_store_free(st);
}

static void what_was_found_out_is_forgotten_by_the_next_load(void **state)
{
    testing_fill *const first[] = { traces, profile };
    testing_fill *const second[] = { more_traces };
    corr_store *st = corr_store_new(testing_formats, NULL);
    corr_service s = { .spans = 0 };

    (void)state;
    testing_add(st, NULL, 0, first, 2);
    service(st, "shop", &s);
    assert_int_equal(s.traces, 2);
    assert_int_equal(corr_joins(st), 2);
    testing_add(st, NULL, 2, second, 1);
    service(st, "shop", &s);
    assert_int_equal(s.traces, 3);
    assert_int_equal(corr_joins(st), 2);
    corr_store_free(st);
}

/* ---- ahead of a question ---------------------------------------------- */

static void assert_same_warnings(const corr_store *a, const corr_store *b)
{
    assert_int_equal(corr_warnings(a), corr_warnings(b));
    for (size_t i = 0; i < corr_warnings(a); i++) {
        const corr_warning x = corr_warning_at(a, i), y = corr_warning_at(b, i);
        assert_string_equal(x.code, y.code);
        assert_int_equal(x.count, y.count);
        assert_int_equal(x.input, y.input);
    }
}

static void work_ahead_warns_when_a_question_needs_it(void **state)
{
    corr_store *as_asked = testing_store(traces, described, described);
    corr_store *ahead = testing_store(traces, described, described);

    (void)state;
    assert_int_equal(corr_store_ready(ahead), CORR_READY_LOADED);
    assert_int_equal(corr_make_ready(ahead, CORR_READY_PREPARED, NULL),
                     CORR_OK);
    assert_int_equal(corr_store_ready(ahead), CORR_READY_PREPARED);
    assert_int_equal(corr_make_ready(ahead, CORR_READY_JOINED, NULL), CORR_OK);
    assert_int_equal(corr_store_ready(ahead), CORR_READY_JOINED);
    assert_same_warnings(ahead, as_asked);
    const size_t unasked = corr_warnings(ahead);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(corr_prepare(as_asked, NULL), CORR_OK);
        assert_int_equal(corr_prepare(ahead, NULL), CORR_OK);
        assert_same_warnings(ahead, as_asked);
    }
    assert_true(corr_warnings(ahead) > unasked);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(store_join(as_asked, NULL), CORR_OK);
        assert_int_equal(store_join(ahead, NULL), CORR_OK);
        assert_same_warnings(ahead, as_asked);
    }
    corr_store_free(as_asked);
    corr_store_free(ahead);
}

/* ---- joins ---------------------------------------------------------- */

static void mostly_requests(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "a", NAN, "span_id=13");
    for (unsigned i = 0; i < 6; i++)
        testing_sample(b, cpu, "a", NAN, "span_id=21");
    testing_sample(b, cpu, "a", 25, "span_id=11");
    testing_sample(b, cpu, "a", NAN, "");
    testing_sample(b, testing_kind(b, "alloc", 0), "a", NAN, "");
    testing_kind(b, "empty", 0);
}

static void a_profile_joins_by_the_rung_of_most(void **state)
{
    corr_store *st = testing_store(traces, mostly_requests);

    (void)state;
    assert_int_equal(corr_joins(st), 2);
    corr_joined j = corr_join_at(st, 0);
    assert_int_equal(j.profile, 1);
    assert_true(corr_str_is(j.kind, "cpu"));
    assert_int_equal(j.of, 9);
    assert_int_equal(j.rung, CORR_RUNG_R2);
    assert_int_equal(j.observations, 8);
    j = corr_join_at(st, 1);
    assert_true(corr_str_is(j.kind, "alloc"));
    assert_int_equal(j.rung, CORR_RUNG_W);
    assert_int_equal(j.observations, 1);
    corr_store_free(st);
}

static void nobodys(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void a_profile_of_nobody_joins_by_the_clock(void **state)
{
    corr_store *st = testing_store(traces, nobodys);

    (void)state;
    assert_int_equal(corr_joins(st), 1);
    assert_int_equal(corr_join_at(st, 0).rung, CORR_RUNG_X);
    corr_store_free(st);
}

static double tested_from, tested_to;

static void shops_then(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, "service.name=shop, host.name=a, process.pid=#7");
    testing_sample(b, cpu, "a", NAN, "");
    corr_set_window(b, testing_ms(tested_from), testing_ms(tested_to));
}

static void one_shop_one_cart(corr_build *b)
{
    testing_span(b, 1, 0x31, 0, 1000, 5000,
                 "service.name=shop, host.name=a, process.pid=#7");
    testing_span(b, 2, 0x32, 0, 2000, 3000,
                 "service.name=shop, host.name=a, process.pid=#7");
    testing_span(b, 3, 0x33, 0, 8000, 9000, "service.name=cart");
}

static void a_window_joins_only_traces_of_its_time(void **state)
{
    static const struct {
        double from, to;
        corr_rung rung;
    } all[] = {
        { 0, 500, CORR_RUNG_NONE },
        { 0, 1000, CORR_RUNG_W },
        { 0, 99999, CORR_RUNG_W },
        { 3500, 4000, CORR_RUNG_W },
        { 4999, 7000, CORR_RUNG_W },
        { 5000, 7999, CORR_RUNG_NONE },
        { 8500, 8600, CORR_RUNG_NONE }, /* a cart, but no shop */
        { 70000, 70001, CORR_RUNG_NONE },
        /* an instant counts for the minute around all of them */
        { -59001, -59001, CORR_RUNG_NONE },
        { -58999, -58999, CORR_RUNG_W },
        { 6000, 6000, CORR_RUNG_W },
        { 64999, 64999, CORR_RUNG_W },
        { 65001, 65001, CORR_RUNG_NONE },
    };

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        tested_from = all[i].from;
        tested_to = all[i].to;
        corr_store *st = testing_store(one_shop_one_cart, shops_then);
        assert_int_equal(corr_joins(st), 1);
        const corr_joined j = corr_join_at(st, 0);
        if (j.rung != all[i].rung)
            fail_msg("%g..%g: \"%s\"", tested_from, tested_to,
                     corr_rung_name(j.rung));
        assert_int_equal(j.observations, j.rung ? 1 : 0);
        assert_int_equal(j.of, 1);
        assert_int_equal(j.why, j.rung ? CORR_WHY_NONE : CORR_WHY_NO_PROFILE);
        corr_store_free(st);
    }
}

static void nobody_then(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "a", NAN, "");
    corr_set_window(b, testing_ms(tested_from), testing_ms(tested_to));
}

static void without_a_process_any_trace_of_the_time_will_do(void **state)
{
    static const struct {
        double from, to;
        corr_rung rung;
    } all[] = {
        { 0, 500, CORR_RUNG_NONE },      { 1500, 1600, CORR_RUNG_X },
        { 8500, 8600, CORR_RUNG_X },     { 5000, 7999, CORR_RUNG_NONE },
        { 9000, 10000, CORR_RUNG_NONE }, { 9000, 9000, CORR_RUNG_X },
    };

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        tested_from = all[i].from;
        tested_to = all[i].to;
        corr_store *st = testing_store(one_shop_one_cart, nobody_then);
        assert_int_equal(corr_joins(st), 1);
        assert_int_equal(corr_join_at(st, 0).rung, all[i].rung);
        corr_store_free(st);
    }
}

static void without_traces_nothing_joins(void **state)
{
    corr_store *st = testing_store(nobodys, nobodys);

    (void)state;
    assert_int_equal(corr_joins(st), 1); /* the copy is not used */
    assert_int_equal(corr_join_at(st, 0).rung, CORR_RUNG_NONE);
    assert_int_equal(corr_join_at(st, 0).observations, 0);
    assert_int_equal(corr_join_at(st, 0).of, 1);
    assert_int_equal(corr_join_at(st, 0).why, CORR_WHY_NONE);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(services_are_counted_over_all_inputs),
        cmocka_unit_test(a_step_reads_what_steps_before_it_wrote),
        cmocka_unit_test(kinds_are_summed_by_what_they_carry),
        cmocka_unit_test(types_of_one_kind_are_told_as_one),
        cmocka_unit_test(what_was_not_taken_was_not_counted),
        cmocka_unit_test(an_input_tells_what_it_is),
        cmocka_unit_test(warnings_say_of_which_input_they_are),
        cmocka_unit_test(warnings_of_the_store_are_merged),
        cmocka_unit_test(what_only_looks_alike_is_no_copy),
        cmocka_unit_test(texts_from_elsewhere_are_said_once_each),
        cmocka_unit_test(what_was_found_out_is_forgotten_by_the_next_load),
        cmocka_unit_test(work_ahead_warns_when_a_question_needs_it),
        cmocka_unit_test(a_profile_joins_by_the_rung_of_most),
        cmocka_unit_test(a_profile_of_nobody_joins_by_the_clock),
        cmocka_unit_test(a_window_joins_only_traces_of_its_time),
        cmocka_unit_test(without_a_process_any_trace_of_the_time_will_do),
        cmocka_unit_test(without_traces_nothing_joins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
