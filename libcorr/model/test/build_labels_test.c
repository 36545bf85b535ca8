/* Tests of build_labels: sets of labels, and their meaning for samples,
 * processes and threads. */
#include "model/build_private.h"

#include "test/testing.h"

/* ---- sets ------------------------------------------------------------------ */

static void equal_sets_are_one_row_in_any_order(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_labels a = testing_labels(b, "x=1, y=2, z=3");
    assert_int_equal(testing_labels(b, "z=3, y=2, x=1").i, a.i);
    assert_int_equal(testing_labels(b, "y=2, z=3, x=1").i, a.i);
    assert_int_not_equal(testing_labels(b, "x=1, y=2").i, a.i);
    assert_int_not_equal(testing_labels(b, "x=1, y=2, z=4").i, a.i);
    assert_int_not_equal(testing_labels(b, "x=1, y=2, w=3").i, a.i);
    assert_int_not_equal(testing_labels(b, "x=1, y=2, z=#3").i, a.i);
    assert_int_equal(testing_labels(b, "").i, 0);
    input in = testing_sealed(b);
    assert_int_equal(in.label.set_at.n, 6);
    assert_int_equal(in.label.key.n, 3 + 2 + 3 + 3 + 3);
    input_clear(&in);
}

static void values_of_every_type_come_back(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_label l;

    (void)state;
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("text"), CORR_STR("t"));
    corr_push_int(b, CORR_STR("int"), INT64_MIN, CORR_STR("bytes"));
    corr_push_real(b, CORR_STR("real"), -0.125);
    corr_push_bool(b, CORR_STR("bool"), true);
    corr_push_json(b, CORR_STR("json"), CORR_STR("[1,2]"));
    const corr_labels set = corr_end_labels(b);
    input in = testing_sealed(b);
    assert_int_equal(in.label.set_n.v[set.i], 5);
    assert_true(input_find_label(&in, set.i, CORR_STR("text"), &l));
    assert_int_equal(l.type, CORR_VALUE_TEXT);
    assert_true(corr_str_is(l.text, "t"));
    assert_true(input_find_label(&in, set.i, CORR_STR("int"), &l));
    assert_int_equal(l.type, CORR_VALUE_INT);
    assert_int_equal(l.num, INT64_MIN);
    assert_true(corr_str_is(l.text, "bytes"));
    assert_true(input_find_label(&in, set.i, CORR_STR("real"), &l));
    assert_int_equal(l.type, CORR_VALUE_REAL);
    assert_true(fabs(l.real + 0.125) < 1e-12);
    assert_true(input_find_label(&in, set.i, CORR_STR("bool"), &l));
    assert_int_equal(l.type, CORR_VALUE_BOOL);
    assert_int_equal(l.num, 1);
    assert_true(input_find_label(&in, set.i, CORR_STR("json"), &l));
    assert_int_equal(l.type, CORR_VALUE_JSON);
    assert_true(corr_str_is(l.text, "[1,2]"));
    l.num = 7;
    assert_false(input_find_label(&in, set.i, CORR_STR("other"), &l));
    assert_int_equal(l.num, 7); /* unchanged */
    assert_false(input_find_label(&in, 0, CORR_STR("text"), &l));
    input_clear(&in);
}

static void values_of_another_type_are_another_set(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("k"), CORR_STR("1"));
    const corr_labels text = corr_end_labels(b);
    corr_begin_labels(b);
    corr_push_json(b, CORR_STR("k"), CORR_STR("1"));
    const corr_labels json = corr_end_labels(b);
    assert_int_not_equal(text.i, json.i);
    input in = testing_sealed(b);
    input_clear(&in);
}

static void values_go_with_their_keys_when_sorted(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_label l;

    (void)state;
    testing_labels(b, "x=1, y=1, z=1"); /* their order from now on */
    const corr_labels set = testing_labels(b, "z=#3, y=two, x=#1");
    input in = testing_sealed(b);
    assert_true(input_find_label(&in, set.i, CORR_STR("x"), &l));
    assert_int_equal(l.type, CORR_VALUE_INT);
    assert_int_equal(l.num, 1);
    assert_true(input_find_label(&in, set.i, CORR_STR("y"), &l));
    assert_int_equal(l.type, CORR_VALUE_TEXT);
    assert_true(corr_str_is(l.text, "two"));
    assert_true(input_find_label(&in, set.i, CORR_STR("z"), &l));
    assert_int_equal(l.type, CORR_VALUE_INT);
    assert_int_equal(l.num, 3);
    input_clear(&in);
}

static void the_last_value_of_a_key_wins(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_label l;

    (void)state;
    const corr_labels set = testing_labels(b, "a=1, b=2, a=#3");
    assert_int_equal(testing_labels(b, "a=#3, b=2").i, set.i);
    input in = testing_sealed(b);
    assert_int_equal(in.label.set_n.v[set.i], 2);
    assert_true(input_find_label(&in, set.i, CORR_STR("a"), &l));
    assert_int_equal(l.type, CORR_VALUE_INT);
    assert_int_equal(l.num, 3);
    input_clear(&in);
}

static void an_unfinished_set_leaves_nothing_behind(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_labels first = testing_labels(b, "a=1");
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("lost"), CORR_STR("x"));
    const corr_labels second = testing_labels(b, "b=2");
    input in = testing_sealed(b);
    assert_int_equal(in.label.set_n.v[first.i], 1);
    assert_int_equal(in.label.set_n.v[second.i], 1);
    assert_int_equal(in.label.key.n, 2);
    input_clear(&in);
}

static void a_set_has_a_bound(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    char key[32];

    (void)state;
    corr_begin_labels(b);
    for (unsigned i = 0; i < 1030; i++) {
        const int n = snprintf(key, sizeof key, "key-%u", i);
        corr_push_int(b, (corr_str){ key, (size_t)n }, i, CORR_STR(""));
    }
    corr_push_label(b, CORR_STR("key-0"), CORR_STR("changed"));
    const corr_labels set = corr_end_labels(b);
    input in = testing_sealed(b);
    corr_label l;
    assert_int_equal(in.label.set_n.v[set.i], 1024);
    assert_true(input_find_label(&in, set.i, CORR_STR("key-0"), &l));
    assert_true(corr_str_is(l.text, "changed"));
    assert_int_equal(in.warning.n, 1);
    assert_int_equal(in.warning.v[0].count, 6);
    input_clear(&in);
}

/* ---- what they say of a sample ------------------------------------------------ */

static label_ids ids_of(const char *labels)
{
    corr_build *b = testing_build((build_opts){ 0 });

    testing_sample(b, testing_cpu(b), "a", NAN, labels);
    input in = testing_sealed(b);
    const label_ids ids = in.label.set_ids.v[1];
    input_clear(&in);
    return ids;
}

static void ids_are_read_from_labels(void **state)
{
    (void)state;
    label_ids ids = ids_of("trace_id=4bf92f3577b34da6a3ce929d0e0e4736, "
                           "span_id=d78e2d6b7a175b7b");
    assert_int_equal(ids.trace.hi, 0x4bf92f3577b34da6);
    assert_int_equal(ids.trace.lo, 0xa3ce929d0e0e4736);
    assert_int_equal(ids.span, 0xd78e2d6b7a175b7b);
    assert_false(ids.exact);
    assert_false(ids.bad);
    ids = ids_of("span id=15532402104480521083, local root span id=#-1");
    assert_int_equal(ids.span, 0xd78e2d6b7a175b7b);
    assert_int_equal(ids.root, UINT64_MAX);
    assert_true(ids.exact);
    ids = ids_of("color=red");
    assert_int_equal(ids.span, 0);
    assert_int_equal(ids.time, CORR_NO_TIME);
    assert_int_equal(ids.thread, 0);
    assert_false(ids.bad);
}

static void the_exact_key_is_believed_in_any_order(void **state)
{
    (void)state;
    assert_int_equal(ids_of("span_id=11, span id=#34").span, 34);
    assert_int_equal(ids_of("span id=#34, span_id=11").span, 34);
    assert_true(ids_of("span id=#34, span_id=11").exact);
}

static void of_keys_that_mean_the_same_the_better_is_believed(void **state)
{
    (void)state;
    assert_int_equal(ids_of("span_id=11, profile_id=22").span, 0x11);
    assert_int_equal(ids_of("profile_id=22, span_id=11").span, 0x11);
    assert_int_equal(ids_of("profile_id=22, span_id=").span, 0x22);
    assert_int_equal(ids_of("dd.trace_id=#7, trace_id=5").trace.lo, 5);
    assert_int_equal(ids_of("trace_id=5, dd.trace_id=#7").trace.lo, 5);
    assert_int_equal(ids_of("trace_id=0, dd.trace_id=#7").trace.lo, 7);
}

static void a_value_that_is_no_id_is_noted(void **state)
{
    (void)state;
    assert_true(ids_of("span_id=what is this?").bad);
    assert_int_equal(ids_of("span_id=what is this?").span, 0);
    assert_true(ids_of("trace_id=no such thing!").bad);
    assert_true(ids_of("local root span id=none/such").bad);
    assert_false(ids_of("span_id=").bad);
    assert_false(ids_of("span_id=0000000000000000").bad);
}

static void times_and_services_are_read_from_labels(void **state)
{
    (void)state;
    assert_int_equal(ids_of("end_timestamp_ns=#123456789").time, 123456789);
    assert_int_equal(ids_of("end_timestamp_ns=123456789").time, 123456789);
    assert_int_equal(ids_of("end_timestamp_ns=#0").time, CORR_NO_TIME);
    assert_int_equal(ids_of("end_timestamp_ns=soon").time, CORR_NO_TIME);
    assert_true(ids_of("source.event.time=#1713099600005").time ==
                1713099600005000000);
    assert_int_equal(ids_of("source.event.time=#5, end_timestamp_ns=#7").time,
                     7);
    assert_int_equal(ids_of("source.event.time=#9223372036854775").time,
                     CORR_NO_TIME);
    assert_int_not_equal(ids_of("service_name=shop").service, 0);
    assert_int_equal(ids_of("service_name=#5").service, 0);
}

static thread_row thread_of(const char *labels, char *name, size_t size)
{
    corr_build *b = testing_build((build_opts){ 0 });

    testing_sample(b, testing_cpu(b), "a", NAN, labels);
    input in = testing_sealed(b);
    const uint32_t t = in.segment.v[1].thread ? in.segment.v[1].thread[0] : 0;
    const thread_row row = in.thread.v[t];
    assert_int_equal(t, in.label.set_ids.v[1].thread);
    snprintf(name, size, "%s", input_text(&in, row.name).p);
    input_clear(&in);
    return row;
}

static void threads_are_read_from_labels(void **state)
{
    char name[64];

    (void)state;
    thread_row t =
        thread_of("thread name=main, thread id=#7, tid=#70", name, sizeof name);
    assert_string_equal(name, "main");
    assert_int_equal(t.vm_id, 7);
    assert_int_equal(t.os_id, 70);
    t = thread_of("thread.id=#8", name, sizeof name);
    assert_string_equal(name, "");
    assert_int_equal(t.vm_id, 0);
    assert_int_equal(t.os_id, 8);
    t = thread_of("thread.id=#8, source.event.time=#5", name, sizeof name);
    assert_int_equal(t.vm_id, 8);
    assert_int_equal(t.os_id, 0);
    t = thread_of("source.event.time=#5, thread.os.id=#80, thread.id=#8", name,
                  sizeof name);
    assert_int_equal(t.vm_id, 8);
    assert_int_equal(t.os_id, 80);
    thread_of("thread=#9, thread.name=worker", name, sizeof name);
    assert_string_equal(name, "worker");
    thread_of("thread=#9", name, sizeof name);
    assert_string_equal(name, "");
    thread_of("thread.name=, thread=named", name, sizeof name);
    assert_string_equal(name, "named");
}

/* ---- what they say of rows ---------------------------------------------------- */

static void labels_fill_what_rows_do_not_say_themselves(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_labels all =
        testing_labels(b, "span_id=11, local root span id=#18, trace_id=13, "
                          "end_timestamp_ns=#500, thread=t");
    corr_sample_row r = {
        .kind = testing_cpu(b), .labels = all, .time = CORR_NO_TIME, .value = 1
    };

    (void)state;
    corr_add_sample(b, &r);
    r.time = 600;
    r.span = 0x21;
    r.root = 0x22;
    r.trace = (corr_trace_id){ 0x23, 0 };
    r.thread = corr_add_thread(b, (corr_text){ 0 }, 5, 0);
    corr_add_sample(b, &r);
    corr_add_sample(b, &(corr_sample_row){
                           .kind = r.kind, .time = CORR_NO_TIME, .value = 3 });
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->time[0], CORR_NO_TIME);
    assert_int_equal(g->value[0], 3);
    assert_int_equal(g->span[0], 0);
    assert_int_equal(g->thread[0], 0);
    assert_int_equal(g->time[1], 500);
    assert_int_equal(g->span[1], 0x11);
    assert_int_equal(g->root[1], 0x12);
    assert_int_equal(segment_trace(g, 1).hi, 0);
    assert_int_equal(segment_trace(g, 1).lo, 0x13);
    assert_int_not_equal(g->thread[1], 0);
    assert_int_equal(g->time[2], 600);
    assert_int_equal(g->span[2], 0x21);
    assert_int_equal(g->root[2], 0x22);
    assert_int_equal(segment_trace(g, 2).hi, 0x23);
    assert_int_equal(segment_trace(g, 2).lo, 0);
    assert_int_equal(g->thread[2], r.thread.i);
    assert_int_equal(g->min, 500);
    assert_int_equal(g->max, 600);
    assert_int_equal(in.from, 500);
    input_clear(&in);
}

/* Times only in labels, on rows of a kind without a time column. */
static void times_from_labels_sort_the_rows(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind cpu = testing_cpu(b);

    (void)state;
    testing_sample(b, cpu, "late", NAN, "end_timestamp_ns=#900");
    testing_sample(b, cpu, "early", NAN, "end_timestamp_ns=#100");
    testing_sample(b, cpu, "none", NAN, "x=y");
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->time[0], CORR_NO_TIME);
    assert_int_equal(g->time[1], 100);
    assert_int_equal(g->time[2], 900);
    assert_int_equal(in.from, 100);
    assert_int_equal(in.to, 900);
    input_clear(&in);
}

/* ---- processes and spans ------------------------------------------------------- */

static void assert_text(const input *in, uint32_t text, const char *want)
{
    if (!corr_str_is(input_text(in, text), want))
        fail_msg("%s is not %s", input_text(in, text).p, want);
}

static void the_unit_of_a_number_is_no_name(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_begin_labels(b);
    corr_push_int(b, CORR_STR("thread"), 5, CORR_STR("count"));
    corr_push_int(b, CORR_STR("service"), 5, CORR_STR("count"));
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .labels = corr_end_labels(b),
                                           .time = CORR_NO_TIME });
    input in = testing_sealed(b);
    assert_int_equal(in.label.set_ids.v[1].thread, 0);
    assert_int_equal(in.label.set_ids.v[1].service, 0);
    input_clear(&in);
}

static void a_process_is_read_from_its_resource(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_proc p = corr_add_proc(
        b, testing_labels(
               b, "version=9, service.version=2, host=z, host.name=a, "
                  "service.name=shop, service.instance.id=#5, pid=#77, "
                  "container.id=c, k8s.pod.name=p, executable=e, other=x"));
    input in = testing_sealed(b);
    const proc_row *row = &in.proc.v[p.i];
    assert_text(&in, row->service, "shop");
    assert_text(&in, row->instance, "5");
    assert_text(&in, row->host, "a");
    assert_text(&in, row->version, "2");
    assert_text(&in, row->container, "c");
    assert_text(&in, row->pod, "p");
    assert_text(&in, row->executable, "e");
    assert_int_equal(row->pid, 77);
    input_clear(&in);
}

static void equal_resources_are_one_process(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_proc p = corr_add_proc(b, testing_labels(b, "service.name=a"));
    assert_int_equal(corr_add_proc(b, testing_labels(b, "service.name=a")).i,
                     p.i);
    assert_int_not_equal(
        corr_add_proc(b, testing_labels(b, "service.name=b")).i, p.i);
    const corr_proc late = corr_later_proc(b);
    corr_set_proc(b, late, testing_labels(b, "service.name=c"));
    corr_set_proc(b, (corr_proc){ 0 }, testing_labels(b, "service.name=d"));
    corr_set_proc(b, (corr_proc){ 99 }, testing_labels(b, "service.name=d"));
    corr_set_owner(b, late);
    input in = testing_sealed(b);
    assert_int_equal(in.proc.n, 4);
    assert_text(&in, in.proc.v[late.i].service, "c");
    assert_int_equal(in.process.owner, late.i);
    input_clear(&in);
}

static void an_owner_that_is_no_row_is_none(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_set_owner(b, (corr_proc){ 9 });
    input in = testing_sealed(b);
    assert_int_equal(in.process.owner, 0);
    input_clear(&in);
}

static void the_thread_of_a_span_is_the_runtimes(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    testing_full_span(
        b, &(testing_span_row){ .trace = 1,
                                .id = 1,
                                .to = 1,
                                .attrs = "thread.id=#8, thread.name=w" });
    testing_full_span(
        b, &(testing_span_row){
               .trace = 1, .id = 2, .to = 1, .attrs = "http.method=GET" });
    input in = testing_sealed(b);
    const thread_row *t = &in.thread.v[in.span.v[1].thread];
    assert_int_equal(t->vm_id, 8);
    assert_int_equal(t->os_id, 0);
    assert_text(&in, t->name, "w");
    assert_int_equal(in.span.v[2].thread, 0);
    input_clear(&in);
}

static void keys_of_the_users_are_known_too(void **state)
{
    label_alias_set set = { 0 };
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(label_alias_add(&set, "request=span-exact", &err),
                     CORR_OK);
    corr_build *b = build_new(&(build_opts){ .aliases = &set }, NULL);
    assert_non_null(b);
    testing_sample(b, testing_cpu(b), "a", NAN, "request=2b, span_id=11");
    input in = testing_sealed(b);
    assert_int_equal(in.segment.v[1].span[0], 0x2b);
    assert_true(in.label.set_ids.v[1].exact);
    input_clear(&in);
    label_alias_clear(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sets_are_one_row_in_any_order),
        cmocka_unit_test(values_of_every_type_come_back),
        cmocka_unit_test(values_of_another_type_are_another_set),
        cmocka_unit_test(values_go_with_their_keys_when_sorted),
        cmocka_unit_test(the_last_value_of_a_key_wins),
        cmocka_unit_test(an_unfinished_set_leaves_nothing_behind),
        cmocka_unit_test(a_set_has_a_bound),
        cmocka_unit_test(ids_are_read_from_labels),
        cmocka_unit_test(the_exact_key_is_believed_in_any_order),
        cmocka_unit_test(of_keys_that_mean_the_same_the_better_is_believed),
        cmocka_unit_test(a_value_that_is_no_id_is_noted),
        cmocka_unit_test(times_and_services_are_read_from_labels),
        cmocka_unit_test(threads_are_read_from_labels),
        cmocka_unit_test(labels_fill_what_rows_do_not_say_themselves),
        cmocka_unit_test(times_from_labels_sort_the_rows),
        cmocka_unit_test(the_unit_of_a_number_is_no_name),
        cmocka_unit_test(a_process_is_read_from_its_resource),
        cmocka_unit_test(equal_resources_are_one_process),
        cmocka_unit_test(an_owner_that_is_no_row_is_none),
        cmocka_unit_test(the_thread_of_a_span_is_the_runtimes),
        cmocka_unit_test(keys_of_the_users_are_known_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
