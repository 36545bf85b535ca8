/* Tests of the pprof writer: what stands in the file, message by message. */
#include "test/test_memory.h"
#include "test/testing.h"

#include "corr_builtin.h"
#include "pprof.pb-c.h"
#include "select/select.h"
#include "source/source.h"

typedef Perftools__Profiles__Profile profile;

#define SPAN  UINT64_C(0x2a)
#define MS(t) ((int64_t)(t)*1000000)

/* ---- writing, and reading messages ------------------------------------- */

/* A store and all of it that is of a kind. */
typedef struct fixture {
    corr_store *st;
    corr_sel *sel;
} fixture;

static fixture fixture_of(testing_fill *fill, const char *kind)
{
    fixture f = { .st = testing_store(fill) };

    f.sel = corr_sel_of(f.st, &(corr_query){ .measure = kind }, NULL);
    assert_non_null(f.sel);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_sel_free(f->sel);
    corr_store_free(f->st);
}

static profile *unpacked(corr_str packed)
{
    corr_src *src = src_open_memory(packed.p, packed.n, &(src_opts){ 0 }, NULL);
    size_t n;

    assert_non_null(src);
    const uint8_t *p = corr_src_peek(src, 1 << 24, &n);
    profile *got = perftools__profiles__profile__unpack(NULL, n, p);
    src_close(src);
    assert_non_null(got);
    return got;
}

static profile *write_of(const corr_sel *sel)
{
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    assert_non_null(out);
    assert_int_equal(corr_format_pprof.write(sel, out, &err), CORR_OK);
    profile *p = unpacked(corr_out_bytes(out));
    assert_int_equal(corr_out_close(out, NULL), CORR_OK);
    return p;
}

static profile *written(testing_fill *fill, const char *kind)
{
    fixture f = fixture_of(fill, kind);
    profile *p = write_of(f.sel);

    fixture_free(&f);
    return p;
}

static void forget(profile *p)
{
    perftools__profiles__profile__free_unpacked(p, NULL);
}

static const char *text_of(const profile *p, int64_t i)
{
    assert_true(i >= 0 && (size_t)i < p->n_string_table);
    return p->string_table[i];
}

/* "samples/count cpu/nanoseconds" */
static const char *types_of(const profile *p)
{
    static char out[256];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < p->n_sample_type; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s/%s", i ? " " : "",
                              text_of(p, p->sample_type[i]->type),
                              text_of(p, p->sample_type[i]->unit));
    return out;
}

/* A line a sample: values, labels, functions from the leaf on. */
static const char *samples_of(const profile *p)
{
    static char out[4096];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < p->n_sample; i++) {
        const Perftools__Profiles__Sample *s = p->sample[i];
        for (size_t k = 0; k < s->n_value; k++)
            n += (size_t)snprintf(out + n, sizeof out - n, "%lld ",
                                  (long long)s->value[k]);
        for (size_t k = 0; k < s->n_label; k++)
            n += (size_t)snprintf(
                out + n, sizeof out - n, "%s=%s/%lld%s ",
                text_of(p, s->label[k]->key), text_of(p, s->label[k]->str),
                (long long)s->label[k]->num, text_of(p, s->label[k]->num_unit));
        for (size_t k = 0; k < s->n_location_id; k++) {
            const uint64_t at =
                p->location[s->location_id[k] - 1]->line[0]->function_id;
            n += (size_t)snprintf(out + n, sizeof out - n, "%s%s", k ? ";" : "",
                                  text_of(p, p->function[at - 1]->name));
        }
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

/* ---- labels -------------------------------------------------------------- */

static void column(corr_build *b, corr_kind kind, const char *labels,
                   corr_thread thread, corr_trace_id trace, uint64_t span)
{
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = kind,
                                        .stack = testing_stack(b, "main;work"),
                                        .labels = testing_labels(b, labels),
                                        .thread = thread,
                                        .trace = trace,
                                        .span = span,
                                        .time = CORR_NO_TIME,
                                        .value = 10 });
}

static corr_thread exec(corr_build *b)
{
    return corr_add_thread(b, corr_add_text(b, CORR_STR("exec-7")), 0, 7);
}

static void with_columns(corr_build *b)
{
    const corr_kind kind = testing_kind(b, "ticks", 0);
    const corr_thread none = { 0 };
    const corr_trace_id no_trace = { 0, 0 };

    column(b, kind, "", exec(b), (corr_trace_id){ 1, 2 }, SPAN);
    column(b, kind, "", none, (corr_trace_id){ 3, 0 }, 0);
    column(b, kind, "", none, (corr_trace_id){ 0, 4 }, 0);
    column(b, kind, "a=b", exec(b), no_trace, SPAN);
}

static void what_stands_in_columns_becomes_labels(void **state)
{
    profile *p = written(with_columns, "ticks");

    (void)state;
    assert_string_equal(
        samples_of(p),
        "1 10 trace_id=00000000000000010000000000000002/0 "
        "span_id=000000000000002a/0 thread name=exec-7/0 work;main\n"
        "1 10 trace_id=00000000000000030000000000000000/0 work;main\n"
        "1 10 trace_id=00000000000000000000000000000004/0 work;main\n"
        "1 10 a=b/0 span_id=000000000000002a/0 thread name=exec-7/0 "
        "work;main\n");
    forget(p);
}

static void with_labels(corr_build *b)
{
    const corr_kind kind = testing_kind(b, "ticks", 0);
    const char *const said[] = { "span_id=000000000000002a",
                                 "trace_id=00000000000000010000000000000002",
                                 "profile_id=000000000000002a",
                                 "local root span id=#42" };

    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        column(b, kind, said[i], (corr_thread){ 0 }, (corr_trace_id){ 0 }, 0);
    column(b, kind, "thread name=other", exec(b), (corr_trace_id){ 0 }, 0);
}

static void what_labels_say_is_not_said_twice(void **state)
{
    profile *p = written(with_labels, "ticks");

    (void)state;
    assert_string_equal(
        samples_of(p),
        "1 10 span_id=000000000000002a/0 work;main\n"
        "1 10 trace_id=00000000000000010000000000000002/0 work;main\n"
        "1 10 profile_id=000000000000002a/0 work;main\n"
        "1 10 local root span id=/42 work;main\n"
        "1 10 thread name=other/0 work;main\n");
    forget(p);
}

static void every_type(corr_build *b)
{
    corr_begin_labels(b);
    corr_push_int(b, CORR_STR("size"), 7, CORR_STR("bytes"));
    corr_push_real(b, CORR_STR("ratio"), 0.5);
    corr_push_bool(b, CORR_STR("yes"), true);
    corr_push_bool(b, CORR_STR("no"), false);
    const corr_labels labels = corr_end_labels(b);

    corr_add_sample(b, &(corr_sample_row){ .kind = testing_kind(b, "ticks", 0),
                                           .stack = testing_stack(b, "main"),
                                           .labels = labels,
                                           .time = CORR_NO_TIME,
                                           .value = 1 });
}

static void labels_of_other_types_are_texts(void **state)
{
    profile *p = written(every_type, "ticks");

    (void)state;
    assert_non_null(strstr(samples_of(p), "size=/7bytes "));
    assert_non_null(strstr(samples_of(p), "ratio=0.5/0 "));
    assert_non_null(strstr(samples_of(p), "yes=true/0 "));
    assert_non_null(strstr(samples_of(p), "no=false/0 "));
    forget(p);
}

static void many_labels(corr_build *b)
{
    char key[16];

    corr_begin_labels(b);
    for (int i = 0; i < 70; i++) {
        snprintf(key, sizeof key, "key%02d", i);
        corr_push_int(b, corr_str_of(key), i, CORR_STR(""));
    }
    const corr_labels labels = corr_end_labels(b);
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_kind(b, "ticks", 0),
                                           .stack = testing_stack(b, "main"),
                                           .labels = labels,
                                           .thread = exec(b),
                                           .time = CORR_NO_TIME,
                                           .value = 1 });
}

static void all_labels_are_written(void **state)
{
    profile *p = written(many_labels, "ticks");

    (void)state;
    assert_int_equal(p->n_sample, 1);
    assert_int_equal(p->sample[0]->n_label, 71); /* 70, and the thread */
    forget(p);
}

/* ---- values -------------------------------------------------------------- */

static void add_row(corr_build *b, corr_kind kind, const char *stack,
                    int64_t value, int64_t obs)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .stack = testing_stack(b, stack),
                                           .time = CORR_NO_TIME,
                                           .value = value,
                                           .obs = obs });
}

static void in_turn(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    add_row(b, cpu, "main;a", 10, 0);
    add_row(b, cpu, "main;b", 20, 3);
    add_row(b, cpu, "main;a", 30, 2);
    add_row(b, cpu, "main;b", 40, 0);
    add_row(b, cpu, "main;c", 0, 5);
}

static void equal_samples_are_added_up_and_empty_ones_left_out(void **state)
{
    profile *p = written(in_turn, "cpu");

    (void)state;
    assert_string_equal(types_of(p), "samples/count cpu/nanoseconds");
    assert_string_equal(samples_of(p), "3 40 a;main\n4 60 b;main\n");
    assert_int_equal(p->period, MS(10));
    assert_string_equal(text_of(p, p->period_type->type), "cpu");
    assert_string_equal(text_of(p, p->period_type->unit), "nanoseconds");
    forget(p);
}

static void shares_are_added_up_before_they_are_rounded(void **state)
{
    static const double share[] = { 0.5, 0.25, 1, 0.3, 1 };
    fixture f = fixture_of(in_turn, "cpu");
    sel_part *part = &f.sel->part.v[0];

    (void)state;
    assert_int_equal(part->n, 5);
    part->share = corr_arena_new(&f.sel->arena, double, 5);
    assert_non_null(part->share);
    memcpy(part->share, share, sizeof share);
    profile *p = write_of(f.sel);
    /* a: 2 + 0.5, 30 + 5; b: 0.75 + 0.3, 5 + 12 */
    assert_string_equal(samples_of(p), "3 35 a;main\n1 17 b;main\n");
    forget(p);
    fixture_free(&f);
}

static void counted(corr_build *b)
{
    add_row(b, testing_kind(b, "ticks", 0), "main", 5, 2);
}

static void each_counted(corr_build *b)
{
    add_row(b, testing_kind(b, "ticks", 0), "main", 5, 5);
}

static void uncounted(corr_build *b)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("space"),
                                           .type = CORR_STR("space"),
                                           .unit = CORR_BYTES,
                                           .period = 512,
                                           .flags = CORR_KIND_NO_COUNT });

    add_row(b, kind, "main", 5, 0);
}

static void samples_are_counted_where_that_says_more(void **state)
{
    profile *p = written(counted, "ticks");

    (void)state;
    assert_string_equal(types_of(p), "samples/count ticks/count");
    assert_string_equal(samples_of(p), "2 5 main\n");
    assert_null(p->period_type);
    forget(p);
    p = written(each_counted, "ticks");
    assert_string_equal(types_of(p), "ticks/count");
    assert_string_equal(samples_of(p), "5 main\n");
    forget(p);
    p = written(uncounted, "space");
    assert_string_equal(types_of(p), "space/bytes");
    assert_string_equal(samples_of(p), "5 main\n");
    assert_string_equal(text_of(p, p->period_type->type), "space");
    forget(p);
}

/* ---- code ------------------------------------------------------------------ */

static void in_a_module(corr_build *b)
{
    const corr_text name = corr_add_text(b, CORR_STR("f"));
    const corr_text file = corr_add_text(b, CORR_STR("f.c"));
    const corr_text module = corr_add_text(b, CORR_STR("/bin/shop"));
    const corr_func f = corr_add_func(b, name, file, module);

    corr_begin_stack(b);
    corr_push_frame(
        b, corr_add_frame(b, &(corr_frame_row){ .func = f, .line = 3 }));
    corr_push_frame(
        b, corr_add_frame(b, &(corr_frame_row){ .func = f, .line = 4 }));
    corr_push_frame(
        b, corr_add_frame(b, &(corr_frame_row){ .func = f, .line = 3 }));
    const corr_stack stack = corr_end_stack(b);
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_kind(b, "ticks", 0),
                                           .stack = stack,
                                           .time = testing_ms(5),
                                           .value = 1 });
    corr_set_window(b, testing_ms(0), testing_ms(20));
}

static void code_is_written_once_with_all_that_is_known_of_it(void **state)
{
    profile *p = written(in_a_module, "ticks");

    (void)state;
    assert_int_equal(p->n_mapping, 1);
    assert_string_equal(text_of(p, p->mapping[0]->filename), "/bin/shop");
    /* readers need not look for names again */
    assert_true(p->mapping[0]->has_functions && p->mapping[0]->has_filenames);
    assert_true(p->mapping[0]->has_line_numbers);
    assert_true(p->mapping[0]->has_inline_frames);
    assert_int_equal(p->n_function, 1);
    assert_string_equal(text_of(p, p->function[0]->filename), "f.c");
    assert_int_equal(p->function[0]->name, p->function[0]->system_name);
    assert_int_equal(p->n_location, 2);
    assert_int_equal(p->location[0]->line[0]->line, 3);
    assert_int_equal(p->location[1]->line[0]->line, 4);
    assert_int_equal(p->location[0]->mapping_id, p->mapping[0]->id);
    assert_int_equal(p->sample[0]->n_location_id, 3);
    assert_int_equal(p->sample[0]->location_id[0], 1);
    assert_int_equal(p->sample[0]->location_id[1], 2);
    assert_int_equal(p->time_nanos, testing_ms(0));
    assert_int_equal(p->duration_nanos, MS(20));
    forget(p);
}

/* ---- size, and memory ---------------------------------------------------- */

/* Names that do not compress: the output is many times zlib's room. */
static void large(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    uint64_t x = 1;
    char name[40];

    for (int i = 0; i < 4000; i++) {
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
        snprintf(name, sizeof name, "main;f%016llx%04x", (unsigned long long)x,
                 (unsigned)i);
        add_row(b, cpu, name, 1 + i, 1);
    }
}

static void large_profiles_are_written_whole(void **state)
{
    fixture f = fixture_of(large, "cpu");
    corr_out *out = corr_out_memory();

    (void)state;
    assert_int_equal(corr_format_pprof.write(f.sel, out, NULL), CORR_OK);
    assert_true(corr_out_bytes(out).n > 40000);
    profile *p = unpacked(corr_out_bytes(out));
    assert_int_equal(p->n_sample, 4000);
    assert_int_equal(p->n_function, 4001);
    assert_int_equal(p->sample[3999]->value[1], 4000);
    forget(p);
    corr_out_close(out, NULL);
    fixture_free(&f);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f = fixture_of(with_columns, "ticks");
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_out *out = corr_out_memory();
        const corr_code code =
            out ? corr_format_pprof.write(f.sel, out, &err) : CORR_ENOMEM;
        const bool lost = !out || corr_out_failed(out);
        more = test_memory_failed();
        corr_out_close(out, NULL);
        assert_int_equal(test_memory_disarm(), 0);
        if (!lost) {
            assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
            assert_int_equal(err.code, code);
        }
        assert_true(more || !lost);
    }
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_in_columns_becomes_labels),
        cmocka_unit_test(what_labels_say_is_not_said_twice),
        cmocka_unit_test(labels_of_other_types_are_texts),
        cmocka_unit_test(all_labels_are_written),
        cmocka_unit_test(equal_samples_are_added_up_and_empty_ones_left_out),
        cmocka_unit_test(shares_are_added_up_before_they_are_rounded),
        cmocka_unit_test(samples_are_counted_where_that_says_more),
        cmocka_unit_test(code_is_written_once_with_all_that_is_known_of_it),
        cmocka_unit_test(large_profiles_are_written_whole),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
