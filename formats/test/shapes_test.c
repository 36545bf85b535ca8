/* One trace in the shapes in which backends give it out: the same spans, as
 * exactly as each shape can hold them. */
#include "test/trace_test.h"

typedef struct shape {
    const char *path;
    const corr_format *format;
    int64_t tick;   /* ns: finer times are cut off */
    bool is_folded; /* names are in lower case */
} shape;

static const shape shapes[] = {
    { "testdata/trace/otlp.jsonl", &corr_format_otlp, 1, false },
    { "testdata/trace/otlp.json", &corr_format_otlp, 1, false },
    { "testdata/trace/otlp-one.pb", &corr_format_otlp_pb, 1, false },
    { "testdata/trace/tempo.json", &corr_format_otlp, 1, false },
    { "testdata/trace/jaeger.json", &corr_format_jaeger, 1000, false },
    { "testdata/trace/zipkin.json", &corr_format_zipkin, 1000, true },
};

static const corr_want one_trace = {
    .by_id = true,
    .ids.hi = 0x038a0f9e0983ca7c,
    .ids.lo = 0xa8418b44f4d1c0aa,
    .ids.mask_hi = UINT64_MAX,
    .ids.mask_lo = UINT64_MAX,
};

static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static void assert_same_name(const char *want, const char *got, bool is_folded)
{
    size_t i = 0;

    for (; want[i] && got[i]; i++)
        if ((is_folded ? folded(want[i]) : want[i]) != got[i])
            break;
    if (want[i] || got[i])
        fail_msg("\"%s\" is not \"%s\"", got, want);
}

/* The text of a label of any type. */
static const char *value_of(const corr_label *l, char buf[32])
{
    if (l->type == CORR_VALUE_INT) {
        snprintf(buf, 32, "%lld", (long long)l->num);
        return buf;
    }
    if (l->type == CORR_VALUE_BOOL)
        return l->num ? "true" : "false";
    return l->text.p;
}

/* Every label of a is in b. */
static void assert_has_labels(const input *a, uint32_t set, const input *b,
                              uint32_t its)
{
    for (uint32_t i = 0; i < a->label.set_n.v[set]; i++) {
        const corr_label want = input_label(a, set, i);
        corr_label got = { 0 };
        char one[32], two[32];

        if (!input_find_label(b, its, want.key, &got))
            fail_msg("%s is missing", want.key.p);
        assert_string_equal(value_of(&got, two), value_of(&want, one));
    }
}

static void assert_same_span(const input *a, const span_row *want,
                             const input *b, const span_row *got,
                             const shape *in)
{
    const int64_t length = want->end.ns - want->start.ns;

    assert_true(got->trace.hi == want->trace.hi);
    assert_true(got->trace.lo == want->trace.lo);
    assert_true(got->parent == want->parent);
    assert_same_name(text(a, want->name), text(b, got->name), in->is_folded);
    assert_int_equal(got->kind, want->kind);
    assert_int_equal(got->status, want->status);
    assert_true(got->start.ns == want->start.ns / in->tick * in->tick);
    assert_true(llabs(got->end.ns - got->start.ns - length) < in->tick);
    assert_has_labels(a, want->attrs, b, got->attrs);
    assert_has_labels(a, a->proc.v[want->proc].labels, b,
                      b->proc.v[got->proc].labels);
}

static void one_trace_is_the_same_in_six_shapes(void **state)
{
    input first = file_as(shapes[0].format, shapes[0].path, &one_trace);

    (void)state;
    assert_int_equal(nspan(&first), 10);
    for (size_t k = 1; k < countof(shapes); k++) {
        input r = file_as(shapes[k].format, shapes[k].path, &one_trace);

        assert_int_equal(nspan(&r), 10);
        assert_int_equal(r.warning.n, 0);
        for (size_t i = 1; i <= 10; i++) {
            const span_row *want = &first.span.v[i];
            const size_t at = span_with(&r, want->id);

            assert_int_not_equal(at, 0);
            assert_same_span(&first, want, &r, &r.span.v[at], &shapes[k]);
        }
        input_clear(&r);
    }
    input_clear(&first);
}

static void each_shape_is_recognised_as_what_it_is(void **state)
{
    (void)state;
    for (size_t k = 0; k < countof(shapes); k++) {
        size_t n;
        char *p = bytes_of(shapes[k].path, &n);

        for (size_t f = 0; corr_builtin_formats[f]; f++) {
            const corr_format *format = corr_builtin_formats[f];
            const bool is_it = format == shapes[k].format;

            if (!format->probe)
                continue;
            const int how_sure =
                format->probe((const uint8_t *)p, n, n <= CORR_PROBE_MAX);
            if (is_it ? how_sure < 60 : how_sure >= 60)
                fail_msg("%s: %s is %d sure", shapes[k].path, format->name,
                         how_sure);
        }
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_trace_is_the_same_in_six_shapes),
        cmocka_unit_test(each_shape_is_recognised_as_what_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
