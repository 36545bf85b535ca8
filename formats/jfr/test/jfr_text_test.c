/* Flight recordings: integers and texts, as they are written. */
#include "test/test_jfr.h"

/* ---- integers ---------------------------------------------------------------- */

static void
an_integer_has_seven_bits_a_byte_and_eight_in_the_ninth(void **state)
{
    static const struct {
        uint8_t p[12];
        size_t n;
        uint64_t x;
    } cases[] = {
        { { 0x00 }, 1, 0 },
        { { 0x7f }, 1, 127 },
        { { 0x80, 0x01 }, 2, 128 },
        { { 0x80, 0xad, 0xe2, 0x04 }, 4, 10000000 },
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f },
          8,
          (UINT64_C(1) << 56) - 1 },
        { { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01 },
          9,
          UINT64_C(1) << 56 },
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
          9,
          UINT64_MAX },
        { { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80 },
          9,
          UINT64_C(1) << 63 },
        { { 0x9a, 0x80, 0x80, 0x00 }, 4, 26 }, /* padded */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        corr_cur c = corr_cur_of(cases[i].p, sizeof cases[i].p);
        assert_true(jfr_int(&c) == cases[i].x);
        assert_int_equal(c.p - cases[i].p, cases[i].n);
        for (size_t n = 0; n < cases[i].n; n++) {
            c = corr_cur_of(cases[i].p, n); /* cut */
            assert_int_equal(jfr_int(&c), 0);
            assert_true(c.bad);
        }
    }
}

static const char number_type[] =
    "jdk.ObjectAllocationSample! b:byte s:short i:int startTime:long@TICKS "
    "c:char z:boolean f:float d:double weight:long";

static void negative_numbers_may_be_masked_to_their_width(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, number_type);
    /* -3 as short and -5 as int in three and five bytes, then in nine */
    put_event(&r, "jdk.ObjectAllocationSample",
              "xff xfdff03 xfbffffff0f 1001 65 x01 f1.5 d2.5 77");
    put_event(&r, "jdk.ObjectAllocationSample",
              "xff -3 -5 1002 65 x01 f1.5 d2.5 78");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "alloc_bytes", "+1 77 ? \n+2 78 ? ");
    input_clear(&l.in);
}

static void a_number_is_cut_to_its_width(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "profiler.WallClockSample! startTime:long@TICKS "
                   "samples:int");
    put_event(&r, "profiler.WallClockSample", "1001 xfbffffff7f"); /* -5 */
    put_event(&r, "profiler.WallClockSample", "1002 4294967299");  /* 3 */
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "wall",
                "+1 50000000 ?  state=runnable\n"
                "+2 150000000 ?  n=3 for=100000000 state=runnable");
    input_clear(&l.in);
}

/* ---- texts -------------------------------------------------------------------- */

/* The path that a text becomes. */
static const char *read_text(const char *value, const char *constants)
{
    static recording r;
    static char text[512];
    corr_label label = { 0 };
    char event[512];
    loaded l;

    r.all.n = 0;
    begin_java(&r, "jdk.FileRead! startTime:long@TICKS duration:long@TICKS "
                   "path:String bytesRead:long");
    if (*constants)
        put_constants(&r, constants);
    snprintf(event, sizeof event, "1001 5 %s 7", value);
    put_event(&r, "jdk.FileRead", event);
    end_chunk(&r);
    load_recording(&l, &r);
    const segment *s = find_kind(&l, "io");
    assert_non_null(s);
    assert_int_equal(s->n, 1);
    snprintf(text, sizeof text, "(none)");
    if (input_find_label(&l.in, s->labels[0], CORR_STR("path"), &label))
        snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(label.text));
    assert_true(
        input_find_label(&l.in, s->labels[0], CORR_STR("bytes"), &label));
    assert_int_equal(label.num, 7); /* what follows is found */
    input_clear(&l.in);
    return text;
}

static void every_way_to_write_a_text_is_read(void **state)
{
    static const struct {
        const char *value, *want;
    } cases[] = {
        { "'/tmp/a b'", "/tmp/a b" },
        { "u'/tmp/a'", "/tmp/a" },
        { "l'/tmp/a'", "/tmp/a" },
        { "x0503e92f41", "\xc3\xa9/A" }, /* Latin-1 */
        { "x0409 x68e9016c6c6f20ad9c01bdb003 x80bc03",
          "h\xc3\xa9llo \xe4\xb8\xad\xf0\x9f\x98\x80" },
        { "x0402 x80b003 x41", "\xef\xbf\xbd"
                               "A" },        /* half of a pair */
        { "x0401 x80b803", "\xef\xbf\xbd" }, /* the other half */
        { "x0402 x80b003 x80b003", "\xef\xbf\xbd\xef\xbf\xbd" },
        { "x0401 xffffffffffffffffff", "\xef\xbf\xbd" },
        { "x0301e5", "\xef\xbf\xbd" }, /* no UTF-8 */
        { "p41", "pooled" },
        { "p42", "in turn" },
        { "-", "" },
        { "~", "" },
        { "p43", "" }, /* not there */
        { "p44", "" }, /* itself */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(read_text(cases[i].value,
                                      "java.lang.String: 41 'pooled'; 42 p45; "
                                      "45 u'in turn'; 44 p44"),
                            cases[i].want);
}

/* Units of one byte and of more, at any place. */
static void long_texts_of_utf_16_are_read_as_short_ones_are(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 40; n++)
        for (unsigned at = 0; at <= n; at++) {
            static recording r;
            char name[128], constants[256];
            loaded l;
            size_t k = 0;
            size_t m = (size_t)snprintf(constants, sizeof constants,
                                        "java.lang.Thread: 9 - 0 x04%02x", n);
            for (unsigned i = 0; i < n; i++) {
                m += (size_t)snprintf(constants + m, sizeof constants - m, "%s",
                                      i == at ? "e901" : "78");
                k += (size_t)snprintf(name + k, sizeof name - k, "%s",
                                      i == at ? "\u00e9" : "x");
            }
            snprintf(constants + m, sizeof constants - m, " 1");
            r.all.n = 0;
            begin_java(&r, "");
            put_constants(&r, constants);
            put_event(&r, "jdk.ExecutionSample", "1001 9 0 0");
            end_chunk(&r);
            load_recording(&l, &r);
            const uint32_t thread = find_kind(&l, "cpu")->thread[0];
            assert_true(corr_str_is(
                input_text(&l.in, l.in.thread.v[thread].name), name));
            input_clear(&l.in);
        }
}

static void a_text_longer_than_its_event_ends_the_event(void **state)
{
    static const char *const texts[] = { "x03ff01",
                                         "x05ff01",
                                         "x04ff01",
                                         "x0300ffffffffffffffff7f",
                                         "x06",
                                         "xff",
                                         "x03ffffffffffffffffff" };
    static recording r;
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char event[64];
        r.all.n = 0;
        begin_java(&r, "jdk.FileRead! startTime:long@TICKS "
                       "duration:long@TICKS path:String bytesRead:long");
        snprintf(event, sizeof event, "1001 5 %s", texts[i]);
        put_event(&r, "jdk.FileRead", event);
        put_event(&r, "jdk.FileRead", "1002 6 'next' 7");
        end_chunk(&r);
        load_recording(&l, &r);
        assert_int_equal(nrows(&l), 2); /* the next is read all the same */
        assert_non_null(strstr(rows_of(&l, "io"), "+2 6 ?  for=6 path=next"));
        input_clear(&l.in);
    }
}

static void a_text_may_be_inline_once_and_pooled_the_next_time(void **state)
{
    static const char types[] =
        "otel.ContextAttached! startTime:long@TICKS "
        "eventThread:java.lang.Thread* traceId:String spanId:String";
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, types);
    put_event(&r, "otel.ContextAttached",
              "1001 1 u'0af7651916cd43dd8448eb211c80319c' 'b7ad6b7169203331'");
    put_event(&r, "otel.ContextAttached", "1002 1 p6 'b7ad6b7169203332'");
    put_event(&r, "otel.ContextAttached", "1003 1 p6 p7");
    put_constants(&r, "java.lang.String: 7 'b7ad6b7169203333'; "
                      "6 'ABCDEF1916cd43dd8448eb211c80319c'");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "activation",
                "+1 0 main  for=-1 trace=af7651916cd43dd8448eb211c80319c "
                "span=b7ad6b7169203331\n"
                "+2 0 main  for=-1 trace=abcdef1916cd43dd8448eb211c80319c "
                "span=b7ad6b7169203332\n"
                "+3 0 main  for=-1 trace=abcdef1916cd43dd8448eb211c80319c "
                "span=b7ad6b7169203333");
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            an_integer_has_seven_bits_a_byte_and_eight_in_the_ninth),
        cmocka_unit_test(negative_numbers_may_be_masked_to_their_width),
        cmocka_unit_test(a_number_is_cut_to_its_width),
        cmocka_unit_test(every_way_to_write_a_text_is_read),
        cmocka_unit_test(long_texts_of_utf_16_are_read_as_short_ones_are),
        cmocka_unit_test(a_text_longer_than_its_event_ends_the_event),
        cmocka_unit_test(a_text_may_be_inline_once_and_pooled_the_next_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
