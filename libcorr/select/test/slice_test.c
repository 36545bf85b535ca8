/* Tests of slices: the records and spans that are selected, and the second
 * reading. */
#include "select/slice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "corr_builtin.h"

#define INCIDENT "testdata/incident/"
#define CPU      INCIDENT "pricing.cpu.07.pb.gz"
#define TRACES   INCIDENT "traces.otlp.jsonl.gz"
#define FOLDED   INCIDENT "reco.threads.folded"

static corr_store *load(const char *const *path, size_t n)
{
    corr_err err = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &err);

    if (corr_load(st, path, n, &(corr_load_opts){ .slices.again = true }, &err))
        fail_msg("%s", err.what);
    return st;
}

static corr_slice *slice_of(corr_store *st, const corr_query *q,
                            const corr_slice_opts *opts)
{
    corr_err err = { 0 };
    corr_slice *s = corr_slice_of(st, q, opts, &err);

    if (!s)
        fail_msg("%s", err.what);
    return s;
}

static corr_query ask(corr_store *st, const char *id)
{
    corr_err err = { 0 };
    corr_hit hit;

    if (corr_find(st, id, &hit, &err))
        fail_msg("%s", err.what);
    return (corr_query){ .trace = hit.trace, .span = hit.span };
}

/* ---- samples -------------------------------------------------------- */

static void records_are_known_by_number_and_share(void **state)
{
    const char *const path[] = { CPU, TRACES };
    corr_store *st = load(path, 2);
    const corr_query q = ask(st, "d8e1/s7");
    corr_slice *s = slice_of(st, &q, &(corr_slice_opts){ 0 });
    corr_slice_input in;
    double sum = 0;
    unsigned n = 0;

    (void)state;
    assert_int_equal(corr_slice_inputs(s), 1);
    assert_false(corr_slice_adds(s));
    for (int again = 0; again < 2; again++) {
        assert_int_equal(corr_slice_open(s, 0, &in, NULL), CORR_OK);
        assert_string_equal(in.path, CPU);
        for (uint32_t row = 0; row < 200; row++) {
            const double share = corr_slice_row(s, row);
            n += share > 0;
            sum += share;
        }
        assert_int_equal(corr_slice_close(s, NULL), CORR_OK);
    }
    assert_int_equal(n, 6);
    assert_true(sum > 5.9 && sum < 6);
    assert_int_equal(corr_slice_facts_of(s).sel.total, 29802799);
    assert_string_equal(corr_slice_facts_of(s).format, "pprof");
    corr_slice_free(s);
    corr_store_free(st);
}

static void other_kinds_do_not_hide_a_record(void **state)
{
    const char *const path[] = { INCIDENT "pricing.heap.pb.gz" };
    corr_store *st = load(path, 1);
    corr_slice *all = slice_of(st, &(corr_query){ .focus = "mergeRules" },
                               &(corr_slice_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(all->row.n, 2); /* they hold nothing that is in use */
    assert_string_equal(corr_slice_facts_of(all).sel.kind.p, "alloc_count");
    assert_null(corr_slice_of(
        st, &(corr_query){ .focus = "mergeRules", .measure = "live_bytes" },
        &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    assert_string_equal(err.what, "no sample is selected; no file is written");
    corr_slice_free(all);
    corr_store_free(st);
}

/* ---- formats -------------------------------------------------------- */

static void the_format_must_be_clear(void **state)
{
    const char *const path[] = { CPU, TRACES, FOLDED };
    corr_store *st = load(path, 3);
    const corr_query q = { 0 };
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_slice_of(st, &q, &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, "samples of several formats are selected "
                                  "(pprof, collapsed); a slice has one format");
    corr_slice *only = slice_of(st, &(corr_query){ .focus = "rank_items" },
                                &(corr_slice_opts){ 0 });
    assert_string_equal(corr_slice_facts_of(only).format, "collapsed");
    assert_int_equal(only->row.n, 7);
    corr_slice_free(only);
    err = (corr_err){ 0 };
    assert_null(
        corr_slice_of(st, &q, &(corr_slice_opts){ .format = "zipkin" }, &err));
    assert_string_equal(err.what, "no input is of the format zipkin");
    err = (corr_err){ 0 };
    assert_null(corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err));
    assert_string_equal(err.what,
                        CPU " is pprof and " FOLDED
                            " is collapsed; they cannot become one file");
    corr_slice *s = slice_of(st, &q, &(corr_slice_opts){ .format = "otlp" });
    assert_true(corr_slice_facts_of(s).of_spans);
    corr_slice_free(s);
    corr_store_free(st);
}

static void profiles_are_cut_before_traces_and_some_cannot_be(void **state)
{
    const char *const path[] = { CPU, TRACES };
    const char *const jaeger[] = { "testdata/trace/jaeger.json" };
    corr_store *st = load(path, 2);
    corr_slice *s = slice_of(st, &(corr_query){ 0 }, &(corr_slice_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    assert_string_equal(corr_slice_facts_of(s).format, "pprof");
    corr_slice_free(s);
    corr_store_free(st);
    st = load(jaeger, 1);
    assert_null(
        corr_slice_of(st, &(corr_query){ 0 }, &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_ENOTYET);
    assert_string_equal(
        err.what, "files of the format jaeger can be neither cut nor merged");
    corr_store_free(st);
}

/* ---- spans ---------------------------------------------------------- */

/* The part of two trace files that a query keeps. */
static const char *kept_of(const corr_query *q, bool whole)
{
    static char text[64];
    const char *const path[] = { "testdata/trace/order.json",
                                 "testdata/trace/parallel.json" };
    corr_store *st = load(path, 2);
    corr_slice *s = slice_of(st, q, &(corr_slice_opts){ .whole = whole });
    size_t n = 0, traces = 0;

    for (size_t p = 0; p < s->part.n; p++) {
        const input *in = store_input(st, s->part.v[p].input);
        s->open = p;
        for (size_t t = 1; t < in->trace.n; t++) {
            const size_t before = n;
            for (size_t i = 1; i < in->span.n; i++)
                n += in->span.v[i].trace.lo == in->trace.v[t].id.lo &&
                     corr_slice_span(s, in->span.v[i].trace, in->span.v[i].id);
            traces += n > before;
        }
    }
    assert_int_equal(s->expected, n);
    snprintf(text, sizeof text, "%zu files %zu traces %zu spans", s->part.n,
             traces, n);
    corr_slice_free(s);
    corr_store_free(st);
    return text;
}

static void a_question_decides_how_much_of_a_trace_is_kept(void **state)
{
    const corr_trace_id shop = { 0x4bf92f3577b34da6, 0xa3ce929d0e0e4736 };
    const char *const path[] = { "testdata/trace/parallel.json" };
    corr_store *st = load(path, 1);
    const corr_query shard = ask(st, "4bf9/merge");

    (void)state;
    assert_string_equal(kept_of(&(corr_query){ 0 }, false),
                        "2 files 3 traces 19 spans");
    assert_string_equal(kept_of(&(corr_query){ .trace = shop }, false),
                        "1 files 1 traces 15 spans");
    assert_string_equal(kept_of(&(corr_query){ .slowest = 1 }, false),
                        "1 files 1 traces 1 spans");
    assert_string_equal(kept_of(&(corr_query){ .slowest = 1 }, true),
                        "1 files 1 traces 3 spans");
    assert_string_equal(kept_of(&shard, false), "1 files 1 traces 1 spans");
    assert_string_equal(kept_of(&shard, true), "1 files 1 traces 15 spans");
    /* a window keeps traces that overlap it, whole */
    assert_string_equal(
        kept_of(&(corr_query){ .trace = shop,
                               .from = INT64_C(1770300900000000000),
                               .to = INT64_C(1770300900001000000) },
                false),
        "1 files 1 traces 15 spans");
    corr_store_free(st);
}

static void a_span_comes_with_what_is_below_it(void **state)
{
    const char *const path[] = { "testdata/trace/order.json" };
    corr_store *st = load(path, 1);
    const corr_query top = ask(st, "9d1e77aa/s1");
    const corr_query leaf = ask(st, "9d1e77aa/s2");

    (void)state;
    assert_string_equal(kept_of(&top, false), "1 files 1 traces 3 spans");
    assert_string_equal(kept_of(&leaf, false), "1 files 1 traces 1 spans");
    corr_store_free(st);
}

static void no_span_is_said(void **state)
{
    const char *const path[] = { "testdata/trace/order.json" };
    corr_store *st = load(path, 1);
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_slice_of(st, &(corr_query){ .op = "nosuch" },
                              &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    assert_string_equal(err.what, "no span is selected; no file is written");
    corr_store_free(st);
}

/* ---- reading once more ---------------------------------------------- */

static const char *write_file(const char *text)
{
    static char path[64];

    snprintf(path, sizeof path, "/tmp/corr-slice-%ld", (long)getpid());
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return path;
}

static void spans_are_found_in_any_order_of_ids(void **state)
{
#define SPAN(id, at)                                                           \
    "{\"traceId\":\"5b8efff798038103d269b633813fc700\",\"spanId\":\"" id       \
    "\",\"startTimeUnixNano\":\"" at "\",\"endTimeUnixNano\":\"99\"}"
    const char *path = write_file(
        "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
        "\"service.name\",\"value\":{\"stringValue\":\"s\"}}]},"
        "\"scopeSpans\":[{\"spans\":[" SPAN("09", "1") "," SPAN(
            "05", "2") "," SPAN("07", "3") "," SPAN("01", "4") "]}]}]}");
    corr_store *st = load(&path, 1);
    corr_slice *s =
        slice_of(st, &(corr_query){ .service = "s" }, &(corr_slice_opts){ 0 });
    const corr_trace_id trace = store_input(st, 0)->trace.v[1].id;

    (void)state;
    unlink(path);
    assert_int_equal(s->expected, 4);
    for (uint64_t id = 1; id <= 9; id += 2)
        assert_int_equal(corr_slice_span(s, trace, id), id != 3);
    assert_false(corr_slice_span(s, trace, 0));
    assert_false(
        corr_slice_span(s, (corr_trace_id){ trace.hi, trace.lo + 1 }, 1));
    corr_slice_free(s);
    corr_store_free(st);
}

static void a_file_that_changed_is_not_cut(void **state)
{
    const char *path = write_file("a;b 1\na;c 2\na;d 3\n");
    corr_store *st = load(&path, 1);
    corr_slice *s =
        slice_of(st, &(corr_query){ .ignore = "c" }, &(corr_slice_opts){ 0 });
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(corr_slice_write(s, out, &err), CORR_OK);
    assert_int_equal(corr_out_total(out), 12);
    assert_int_equal(corr_slice_facts_of(s).kept, 2);
    assert_int_equal(corr_slice_facts_of(s).of, 3);
    write_file("a;b 1\n");
    assert_int_equal(corr_slice_write(s, out, &err), CORR_EIO);
    assert_string_equal(
        err.what,
        "only 1 of the 2 records were found again; an input was changed");
    unlink(path);
    err = (corr_err){ 0 };
    assert_int_equal(corr_slice_write(s, out, &err), CORR_EIO);
    assert_string_equal(err.input, path);
    assert_non_null(strstr(err.what, "cannot be read again: "));
    assert_int_equal(corr_out_close(out, NULL), CORR_OK);
    corr_slice_free(s);
    corr_store_free(st);
}

static void a_pipe_is_kept_and_read_again(void **state)
{
    static const char text[] = "a;b 1\na;c 2\n";
    int end[2];
    char name[64];
    const char *const path[] = { name };
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(pipe(end), 0);
    assert_int_equal(write(end[1], text, sizeof text - 1), sizeof text - 1);
    close(end[1]);
    snprintf(name, sizeof name, "/proc/self/fd/%d", end[0]);
    corr_store *st = load(path, 1);
    close(end[0]);
    corr_slice *s =
        slice_of(st, &(corr_query){ .focus = "c" }, &(corr_slice_opts){ 0 });
    for (int again = 0; again < 2; again++) {
        corr_out *out = corr_out_memory();
        assert_int_equal(corr_slice_write(s, out, &err), CORR_OK);
        assert_true(corr_str_is(corr_out_bytes(out), "a;c 2\n"));
        assert_int_equal(corr_out_close(out, NULL), CORR_OK);
    }
    corr_slice_free(s);
    corr_store_free(st);
}

static void an_input_is_known_under_any_name(void **state)
{
    const char *path = write_file("a;b 1\n");
    char other[80];

    (void)state;
    snprintf(other, sizeof other, "%s.link", path);
    corr_store *st = load(&path, 1);
    assert_int_equal(symlink(path, other), 0);
    assert_string_equal(corr_input_is(st, path), path);
    assert_string_equal(corr_input_is(st, other), path);
    unlink(other);
    assert_null(corr_input_is(st, other));
    assert_null(corr_input_is(st, CPU));
    unlink(path);
    corr_store_free(st);
}

/* ---- what is wrong -------------------------------------------------- */

static void a_refusal_says_why_and_what_to_do(void **state)
{
    const char *const path[] = { CPU, FOLDED };
    corr_store *st = load(path, 2);
    corr_err err = { 0 };

    (void)state;
    assert_null(
        corr_slice_of(st, &(corr_query){ 0 }, &(corr_slice_opts){ 0 }, &err));
    assert_string_equal(err.hint,
                        "name the files to cut, or choose with --to FORMAT");
    err = (corr_err){ 0 };
    assert_null(corr_slice_of(st, &(corr_query){ .focus = "nosuch" },
                              &(corr_slice_opts){ .format = "pprof" }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    assert_string_equal(err.hint, "corr top, with the same options, says why");
    err = (corr_err){ 0 };
    assert_null(corr_slice_of(st, &(corr_query){ .focus = "(" },
                              &(corr_slice_opts){ .format = "pprof" }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    err = (corr_err){ 0 };
    assert_null(corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_non_null(strstr(err.hint, "corr convert"));
    assert_null(corr_slice_merge(st, &(corr_slice_opts){ 0 }, NULL));
    corr_store_free(st);
}

static void what_could_not_be_read_has_no_part(void **state)
{
    const char *bad = write_file("{\"traces\":[{\"rootTraceName\":\"n\"}]}");
    const char *const path[] = { bad, FOLDED };
    corr_err err = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &err);

    (void)state;
    assert_int_equal(corr_load(st, path, 2, NULL, &err), CORR_OK);
    unlink(bad);
    assert_int_equal(st->input.n, 2);
    err = (corr_err){ 0 };
    corr_slice *s = corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err);
    assert_non_null(s);
    assert_int_equal(corr_slice_facts_of(s).inputs, 1);
    corr_slice_free(s);
    corr_store_free(st);
}

static void nothing_is_no_slice(void **state)
{
    const char *path = write_file("");
    corr_err err = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &err);

    (void)state;
    assert_null(
        corr_slice_of(st, &(corr_query){ 0 }, &(corr_slice_opts){ 0 }, &err));
    assert_string_equal(err.what, "no records to cut");
    err = (corr_err){ 0 };
    assert_null(corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    assert_string_equal(err.what, "no records to merge");
    corr_store_free(st);
    path = write_file("a;b 0\n");
    st = load(&path, 1);
    unlink(path);
    err = (corr_err){ 0 };
    assert_null(corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    assert_string_equal(err.what, "the inputs have no sample");
    corr_store_free(st);
}

static void limits_hold_for_reading_once_more(void **state)
{
    const char *path = write_file("a;b;c;d;e;f;g 1\n");
    corr_store *st = load(&path, 1);
    corr_slice *s = slice_of(st, &(corr_query){ 0 },
                             &(corr_slice_opts){ .limits.record = 8 });
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    assert_int_not_equal(corr_slice_write(s, out, &err), CORR_OK);
    corr_out_close(out, NULL);
    corr_slice_free(s);
    corr_store_free(st);
    unlink(path);
}

static void a_merge_has_all_of_each_record(void **state)
{
    const char *path = write_file("a;b 3\na;c 4\n");
    corr_store *st = load(&path, 1);
    corr_err err = { 0 };
    corr_slice *s = corr_slice_merge(st, &(corr_slice_opts){ 0 }, &err);
    corr_slice_input in;

    (void)state;
    assert_non_null(s);
    assert_true(corr_slice_adds(s));
    assert_int_equal(corr_slice_open(s, 0, &in, &err), CORR_OK);
    for (uint32_t row = 0; row < 2; row++)
        assert_true(corr_slice_row(s, row) > 0.99 &&
                    corr_slice_row(s, row) < 1.01);
    assert_true(corr_slice_row(s, 2) <= 0);
    assert_int_equal(corr_slice_close(s, &err), CORR_OK);
    corr_slice_free(s);
    corr_store_free(st);
    unlink(path);
}

static void every_file_is_closed_again(void **state)
{
    const int before = dup(STDIN_FILENO);
    const char *path = write_file("a;b 3\n");
    corr_store *st = load(&path, 1);
    corr_slice *s = slice_of(st, &(corr_query){ 0 }, &(corr_slice_opts){ 0 });
    corr_slice_input in;
    corr_err err = { 0 };

    (void)state;
    close(before);
    for (int i = 0; i < 3; i++)
        assert_int_equal(corr_slice_open(s, 0, &in, &err), CORR_OK);
    corr_slice_free(s);
    corr_store_free(st);
    unlink(path);
    const int after = dup(STDIN_FILENO);
    assert_int_equal(after, before);
    close(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_known_by_number_and_share),
        cmocka_unit_test(other_kinds_do_not_hide_a_record),
        cmocka_unit_test(the_format_must_be_clear),
        cmocka_unit_test(profiles_are_cut_before_traces_and_some_cannot_be),
        cmocka_unit_test(a_question_decides_how_much_of_a_trace_is_kept),
        cmocka_unit_test(a_span_comes_with_what_is_below_it),
        cmocka_unit_test(spans_are_found_in_any_order_of_ids),
        cmocka_unit_test(no_span_is_said),
        cmocka_unit_test(a_file_that_changed_is_not_cut),
        cmocka_unit_test(a_pipe_is_kept_and_read_again),
        cmocka_unit_test(an_input_is_known_under_any_name),
        cmocka_unit_test(a_refusal_says_why_and_what_to_do),
        cmocka_unit_test(what_could_not_be_read_has_no_part),
        cmocka_unit_test(nothing_is_no_slice),
        cmocka_unit_test(limits_hold_for_reading_once_more),
        cmocka_unit_test(a_merge_has_all_of_each_record),
        cmocka_unit_test(every_file_is_closed_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
