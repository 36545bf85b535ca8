/* Tests of the pprof writer: what is written reads back the same. */
#include "test/test_pprof.h"

#include <stdlib.h>
#include <unistd.h>

#include "corr_write.h"

/* Everything a profile says, as lines in one order: labels, stack, values. */
typedef struct lines {
    char *line[4096];
    size_t n;
    corr_sel_facts facts;
    char kind[64];
} lines;

static const corr_format *const formats[] = { &corr_format_pprof,
                                              &corr_format_pprof_legacy, NULL };

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_row(lines *to, const corr_sel *sel, const corr_row *r)
{
    char name[CORR_FRAME_NAME_MAX];
    char text[8192];
    size_t n = 0;

    for (uint32_t i = 0; i < corr_nlabels(sel, r->input, r->labels); i++) {
        corr_label l = corr_label_at(sel, r->input, r->labels, i);
        n += (size_t)snprintf(text + n, sizeof text - n, "%.*s=%.*s%lld ",
                              CORR_STR_ARG(l.key), CORR_STR_ARG(l.text),
                              (long long)l.num);
    }
    for (uint32_t i = 0; i < corr_stack_depth(sel, r->input, r->stack); i++) {
        corr_frame_view v = corr_stack_at(sel, r->input, r->stack, i);
        n += (size_t)snprintf(text + n, sizeof text - n, ";%.*s@%.*s@%.*s:%u",
                              CORR_STR_ARG(corr_frame_name(&v, name)),
                              CORR_STR_ARG(v.module), CORR_STR_ARG(v.file),
                              v.line);
        assert_true(n < sizeof text - 100);
    }
    snprintf(text + n, sizeof text - n, " %lld %lld", (long long)r->value,
             (long long)r->obs);
    assert_true(to->n < sizeof to->line / sizeof *to->line);
    to->line[to->n++] = strdup(text);
}

/* Reads a file, prints its rows of a kind, and writes them to path `to`. */
static void pass(const char *from, const char *kind, const char *to, lines *l)
{
    corr_err err = { 0 };
    corr_store *st = corr_store_new(formats, &err);
    corr_row row;

    assert_int_equal(corr_load(st, &from, 1, NULL, &err), CORR_OK);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = kind }, &err);
    assert_non_null(sel);
    l->n = 0;
    l->facts = corr_sel_facts_of(sel);
    snprintf(l->kind, sizeof l->kind, "%.*s", CORR_STR_ARG(l->facts.kind));
    corr_sel_iter it = { .sel = sel };
    while (corr_sel_next(&it, &row))
        print_row(l, sel, &row);
    qsort(l->line, l->n, sizeof *l->line, by_text);
    if (to) {
        corr_out *out = corr_out_memory();
        assert_int_equal(corr_format_pprof.write(sel, out, &err), CORR_OK);
        FILE *f = fopen(to, "wb");
        corr_str bytes = corr_out_bytes(out);
        assert_non_null(f);
        assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
        fclose(f);
        corr_out_close(out, NULL);
    }
    corr_sel_free(sel);
    corr_store_free(st);
}

static void forget(lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->line[i]);
}

static void assert_same(const lines *a, const lines *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        assert_string_equal(a->line[i], b->line[i]);
    assert_string_equal(a->kind, b->kind);
    assert_int_equal(a->facts.unit, b->facts.unit);
    assert_true(a->facts.total == b->facts.total);
    assert_true(a->facts.observations == b->facts.observations);
    assert_true(a->facts.from == b->facts.from);
    assert_true(a->facts.to == b->facts.to);
    assert_true(a->facts.period == b->facts.period);
}

static void every_kind_comes_back_as_it_was(void **state)
{
    static const char *const file[][2] = {
        { "testdata/pprof/go-cpu.pb.gz", "cpu" },
        { "testdata/pprof/go-heap.pb.gz", "live_bytes" },
        { "testdata/pprof/go-heap.pb.gz", "alloc_bytes" },
        { "testdata/pprof/go-mutex.pb.gz", "mutex" },
        { "testdata/pprof/go-block.pb.gz", "block" },
        { "testdata/pprof/go-goroutine.pb.gz", "goroutine" },
        { "testdata/pprof/node-datadog.pb.gz", "wall" },
    };
    static lines a;
    static lines b;
    static lines c;

    (void)state;
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        char one[] = "/tmp/corr-pprof-XXXXXX";
        char two[] = "/tmp/corr-pprof-XXXXXX";
        close(mkstemp(one));
        close(mkstemp(two));
        pass(file[i][0], file[i][1], one, &a);
        pass(one, file[i][1], two, &b);
        pass(two, file[i][1], NULL, &c);
        assert_true(a.n > 0 && b.n > 0 && b.n <= a.n);
        assert_true(a.facts.total == b.facts.total);
        assert_true(a.facts.observations == b.facts.observations);
        assert_same(&b, &c);
        unlink(one);
        unlink(two);
        forget(&a);
        forget(&b);
        forget(&c);
    }
}

static void code_without_a_name_comes_back_with_its_place(void **state)
{
    static const char *const file[][2] = {
        { "testdata/fuzz/legacy/cpu64", "cpu" },
        { "testdata/fuzz/legacy/heap-v2", "live_bytes" },
    };
    static lines a;
    static lines b;

    (void)state;
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        char one[] = "/tmp/corr-pprof-XXXXXX";
        close(mkstemp(one));
        pass(file[i][0], file[i][1], one, &a);
        pass(one, file[i][1], NULL, &b);
        assert_true(a.n > 0);
        assert_non_null(strstr(a.line[0], "+0x"));
        for (size_t k = 0; k < a.n && k < b.n; k++)
            assert_string_equal(a.line[k], b.line[k]);
        assert_int_equal(a.n, b.n);
        unlink(one);
        forget(&a);
        forget(&b);
    }
}

static void the_output_is_a_gzip_file_and_always_the_same(void **state)
{
    static uint8_t bytes[2][1 << 20];
    size_t n[2];
    static lines a;

    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[] = "/tmp/corr-pprof-XXXXXX";
        close(mkstemp(path));
        pass("testdata/pprof/go-cpu.pb.gz", "cpu", path, &a);
        n[i] = read_file(path, bytes[i], sizeof bytes[i]);
        unlink(path);
        forget(&a);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    assert_int_equal(bytes[0][0], 0x1f);
    assert_int_equal(bytes[0][1], 0x8b);
}

static void nothing_selected_is_a_valid_empty_profile(void **state)
{
    char path[] = "/tmp/corr-pprof-XXXXXX";
    corr_err err = { 0 };
    corr_store *st = corr_store_new(formats, &err);
    const char *from = "testdata/pprof/go-cpu.pb.gz";
    static uint8_t bytes[4096];
    loaded l;

    (void)state;
    close(mkstemp(path));
    assert_int_equal(corr_load(st, &from, 1, NULL, &err), CORR_OK);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .focus = "no such" }, &err);
    assert_non_null(sel);
    corr_out *out = corr_out_memory();
    assert_int_equal(corr_format_pprof.write(sel, out, &err), CORR_OK);
    corr_str s = corr_out_bytes(out);
    memcpy(bytes, s.p, s.n);
    load_fd_or_memory(&l, -1, bytes, s.n, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
    corr_out_close(out, NULL);
    corr_sel_free(sel);
    corr_store_free(st);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_comes_back_as_it_was),
        cmocka_unit_test(code_without_a_name_comes_back_with_its_place),
        cmocka_unit_test(the_output_is_a_gzip_file_and_always_the_same),
        cmocka_unit_test(nothing_selected_is_a_valid_empty_profile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
