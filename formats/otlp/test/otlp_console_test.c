/* Tests of the reader of spans that an SDK printed. */
#include "test/trace_test.h"

#define PYTHON "testdata/trace/console-python.json"
#define GO     "testdata/trace/console-go.jsonl"
#define C      (&corr_format_otlp_console)

static const corr_want everything;

static void python_prints_objects(void **state)
{
    input r = file_as(C, PYTHON, &everything);
    const size_t root = span_with(&r, 0xa1), call = span_with(&r, 0xb2);
    const span_row *s = &r.span.v[root], *c = &r.span.v[call];

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_true(s->trace.hi == 0x7c3d5f0e9a1b42c8);
    assert_true(s->trace.lo == 0x8e6f0d2b4a691357);
    assert_true(s->parent == 0 && c->parent == 0xa1);
    assert_string_equal(text(&r, s->name), "GET /cart");
    assert_int_equal(span_length(s), 80000000);
    assert_true(moment_order(c->start) == moment_order(s->start) + 12000000);
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_int_equal(c->kind, CORR_SPAN_CLIENT);
    assert_int_equal(s->status, CORR_STATUS_ERROR);
    assert_string_equal(text(&r, s->status_text), "KeyError: 'sku'");
    assert_int_equal(label(&r, c->attrs, "db.rows").num, 3);
    assert_label(&r, s->attrs, "tags", CORR_VALUE_JSON, "[\"a\",\"b\"]");
    assert_string_equal(service(&r, root), "cart");
    assert_int_equal(r.event.n, 1);
    assert_label(&r, r.event.v[0].labels, "exception.type", CORR_VALUE_TEXT,
                 "KeyError");
    assert_int_equal(r.link.n, 1);
    assert_true(r.link.v[0].trace.hi == 0x1111111111111111);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void go_prints_lines(void **state)
{
    input r = file_as(C, GO, &everything);
    const size_t root = span_with(&r, 0xc1), call = span_with(&r, 0xc2);
    const span_row *s = &r.span.v[root], *c = &r.span.v[call];

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_true(s->parent == 0xc0 && c->parent == 0xc1);
    assert_int_equal(s->flags & CORR_SPAN_REMOTE, CORR_SPAN_REMOTE);
    assert_int_equal(c->flags & CORR_SPAN_REMOTE, 0);
    assert_int_equal(span_length(c), 10000000);
    assert_int_equal(moment_order(s->start) % 1000000000, 1);
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_int_equal(label(&r, c->attrs, "rows").num, 2);
    assert_int_equal(label(&r, c->attrs, "ratio").type, CORR_VALUE_REAL);
    assert_label(&r, c->attrs, "shards", CORR_VALUE_JSON, "[\"x\",\"y\"]");
    assert_label(&r, c->attrs, "otel.scope.name", CORR_VALUE_TEXT,
                 "example.com/stock");
    assert_string_equal(service(&r, root), "stock");
    assert_says(&r, "DROPPED",
                "2 attributes of spans were dropped by their sender");
    input_clear(&r);
}

static void a_span_without_an_end_is_unfinished(void **state)
{
    input r = text_as(C,
                      "{\"name\":\"n\",\"context\":{\"trace_id\":\"0x1\","
                      "\"span_id\":\"0x2\"},\"parent_id\":null,\"start_time\":"
                      "\"2026-01-01T00:00:00Z\",\"end_time\":null}",
                      &everything);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_true(r.span.v[1].flags & CORR_SPAN_UNFINISHED);
    input_clear(&r);
}

static void metrics_among_spans_are_another_input(void **state)
{
    input r = text_as(C, "{\"resource_metrics\":[]}", &everything);

    (void)state;
    assert_ptr_equal(r.read.also[0], &corr_format_otlp_metrics);
    input_clear(&r);
}

static void each_says_what_it_is(void **state)
{
    static const char *const paths[] = { PYTHON, GO };
    size_t n;

    (void)state;
    for (size_t i = 0; i < countof(paths); i++) {
        char *p = bytes_of(paths[i], &n);
        for (size_t k = 0; corr_builtin_formats[k]; k++) {
            const corr_format *f = corr_builtin_formats[k];
            if (f->probe && f != C)
                assert_true(f->probe((const uint8_t *)p, n, true) < 60);
        }
        assert_int_equal(C->probe((const uint8_t *)p, n, true), 60);
        assert_true(spans_of_cuts(C, paths[i]) > 0);
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_prints_objects),
        cmocka_unit_test(go_prints_lines),
        cmocka_unit_test(a_span_without_an_end_is_unfinished),
        cmocka_unit_test(metrics_among_spans_are_another_input),
        cmocka_unit_test(each_says_what_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
