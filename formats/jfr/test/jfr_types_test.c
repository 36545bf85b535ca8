/* Flight recordings: types, as a chunk describes them. */
#include "test/test_jfr.h"

/* A recording of one event; what it becomes. */
static void assert_sample(const char *types, const char *values,
                          const char *want)
{
    static recording r;
    loaded l;

    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 }, types);
    put_event(&r, "jdk.ThreadSleep", values);
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "sleep", want);
    input_clear(&l.in);
}

#define SLEEP "jdk.ThreadSleep! "

static void fields_are_where_the_type_says(void **state)
{
    (void)state;
    assert_sample(SLEEP "startTime:long@TICKS duration:long@TICKS", "3 4",
                  "+3 4 ?  for=4");
    assert_sample(SLEEP "duration:long@TICKS startTime:long@TICKS", "3 4",
                  "+4 3 ?  for=3");
    assert_sample(SLEEP "x:String y:double duration:long@TICKS z:float "
                        "b:boolean startTime:long@TICKS",
                  "'skipped' d1.5 3 f2.5 x01 4", "+4 3 ?  for=3");
}

static void a_unit_is_what_the_annotation_says(void **state)
{
    (void)state;
    assert_sample(SLEEP "startTime:long@NANOSECONDS_SINCE_EPOCH "
                        "duration:long@MICROSECONDS",
                  "1700000000000000003 4", "+3 4000 ?  for=4000");
    assert_sample(SLEEP "startTime:long@MILLISECONDS_SINCE_EPOCH "
                        "duration:long@MILLISECONDS",
                  "1700000000001 4", "+1000000 4000000 ?  for=4000000");
    assert_sample(SLEEP "startTime:long@SECONDS_SINCE_EPOCH "
                        "duration:long@SECONDS",
                  "1700000001 4", "+1000000000 4000000000 ?  for=4000000000");
    assert_sample(SLEEP "startTime:long@NANOSECONDS_SINCE_EPOCH "
                        "duration:long@NANOSECONDS",
                  "1700000000000000003 4", "+3 4 ?  for=4");
}

static void old_recorders_have_ticks_and_do_not_say_so(void **state)
{
    (void)state;
    assert_sample(SLEEP "startTime:long duration:long", "3 4", "+3 4 ?  for=4");
}

static void arrays_and_values_within_values_are_stepped_over(void **state)
{
    static const char types[] =
        "a.Pair left:int right:String;"
        "a.Deep pair:a.Pair list:a.Pair[] keys:a.Pair*[] texts:String[] "
        "bytes:byte[] ints:a.Ints[];"
        "a.Ints x:int y:long;"
        "a.Empty ;"
        "jdk.ThreadSleep! startTime:long@TICKS deep:a.Deep nothing:a.Empty "
        "many:a.Empty[] duration:long@TICKS";

    (void)state;
    assert_sample(types,
                  "3 "              /* startTime */
                  "1 'r' "          /* pair */
                  "2 1 'a' 2 u'b' " /* list */
                  "3 7 8 99999 "    /* keys */
                  "2 'x' - "        /* texts */
                  "4 x01ff0080 "    /* bytes */
                  "2 1 2 300 4 "    /* ints */
                  "1 4",            /* many, duration */
                  "+3 4 ?  for=4");
}

static void two_types_may_have_one_name(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 },
                SLEEP
                "startTime:long@TICKS duration:long@TICKS;"
                "jdk.ThreadSleep! duration:long@TICKS startTime:long@TICKS");
    put_event(&r, "jdk.ThreadSleep", "3 4");
    /* the second of the name is one further */
    put(&r.all, "\x04", 1);
    put_int(&r.all, (uint64_t)number_of(&r, CORR_STR("jdk.ThreadSleep")) + 1);
    put_values(&r.all, CORR_STR("5 6"));
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "sleep", "+3 4 ?  for=4\n+6 5 ?  for=5");
    assert_string_equal(setting_of(&l, "jdk.ThreadSleep#count"), "2");
    input_clear(&l.in);
}

static void of_two_fields_of_one_name_the_first_counts(void **state)
{
    static const char types[] =
        SLEEP "startTime:long@TICKS duration:long@TICKS "
              "duration:String startTime:int";

    (void)state;
    assert_sample(types, "3 4 'x' 7", "+3 4 ?  for=4");
    assert_sample(types, "3 4", "+3 4 ?  for=4"); /* the others are cut off */
}

static void a_type_that_holds_itself_spoils_only_what_has_it(void **state)
{
    static const char types[] =
        "a.Self self:a.Self x:int;"
        "a.One two:a.Two;a.Two one:a.One;"
        "a.List next:a.Self*;"
        "jdk.ThreadSleep! startTime:long@TICKS list:a.List "
        "duration:long@TICKS self:a.Self pair:a.One";

    (void)state;
    /* a key of itself is fine, and what stands before the loop is read */
    assert_sample(types, "3 7 4 1 1 1 1 1", "+3 4 ?  for=4");
    assert_sample("a.Self self:a.Self;"
                  "jdk.ThreadSleep! startTime:long@TICKS self:a.Self "
                  "duration:long@TICKS",
                  "3 1 1 1 1", "+3 0 ? ");
}

static void a_field_of_no_type_spoils_what_stands_behind_it(void **state)
{
    (void)state;
    assert_sample(SLEEP "startTime:long@TICKS x:no.such.Type "
                        "duration:long@TICKS",
                  "3 4 5", "+3 0 ? ");
    assert_sample(SLEEP "startTime:long@TICKS x:no.such.Type* "
                        "duration:long@TICKS",
                  "3 4 5", "+3 5 ?  for=5"); /* a key is a key */
}

static void types_nested_too_deep_are_not_walked(void **state)
{
    static char types[4096];
    size_t n = 0;

    (void)state;
    n += (size_t)snprintf(types + n, sizeof types - n,
                          SLEEP "startTime:long@TICKS deep:t0 "
                                "duration:long@TICKS;");
    for (int i = 0; i < 30; i++)
        n += (size_t)snprintf(types + n, sizeof types - n, "t%d x:t%d;", i,
                              i + 1);
    snprintf(types + n, sizeof types - n, "t30 x:int");
    assert_sample(types, "3 4 5", "+3 0 ? ");
    /* nine deep is fine */
    n = (size_t)snprintf(types, sizeof types,
                         SLEEP "startTime:long@TICKS deep:t0 "
                               "duration:long@TICKS;");
    for (int i = 0; i < 9; i++)
        n += (size_t)snprintf(types + n, sizeof types - n, "t%d x:t%d;", i,
                              i + 1);
    snprintf(types + n, sizeof types - n, "t9 x:int");
    assert_sample(types, "3 4 5", "+3 5 ?  for=5");
}

static void an_event_that_is_cut_has_the_fields_before_it(void **state)
{
    static const char types[] = SLEEP "startTime:long@TICKS "
                                      "duration:long@TICKS x:String";

    (void)state;
    assert_sample(types, "3", "+3 0 ? ");
    assert_sample(types, "3 4", "+3 4 ?  for=4");
    assert_sample(types, "3 x80", "+3 0 ? ");
    assert_sample(types, "3 4 'x' 'y' 99 99", "+3 4 ?  for=4"); /* surplus */
}

static void events_of_unknown_types_are_stepped_over(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 },
                SLEEP "startTime:long@TICKS duration:long@TICKS");
    put(&r.all, "\x05\xff\x7f\x01\x02", 5);
    put_event(&r, "jdk.ThreadSleep", "3 4");
    put(&r.all, "\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
    put_event(&r, "jdk.ThreadSleep", "5 6");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "sleep", "+3 4 ?  for=4\n+5 6 ?  for=6");
    assert_false(l.in.lost.damaged);
    assert_non_null(said(
        &l, "chunk 1 lacks the types of 2 of its events; they are left out"));
    input_clear(&l.in);
}

static void the_last_description_is_found_without_its_place(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 },
                SLEEP "startTime:long@TICKS duration:long@TICKS");
    put_event(&r, "jdk.ThreadSleep", "3 4");
    end_chunk(&r);
    static const int64_t places[] = { 0, 1, 67, 69, 1 << 30, -1, INT64_MIN };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        set_be(&r.all, 24, (uint64_t)places[i], 8);
        load_recording(&l, &r);
        assert_rows(&l, "sleep", "+3 4 ?  for=4");
        input_clear(&l.in);
    }
}

static void a_chunk_that_does_not_describe_itself_is_said_to(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 }, SLEEP "startTime:long@TICKS");
    r.all.n = JFR_HEADER; /* no metadata at all */
    put_event(&r, "jdk.ThreadSleep", "3");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 0);
    assert_non_null(said(&l, "chunk 1 has no event types; it is left out"));
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_where_the_type_says),
        cmocka_unit_test(a_unit_is_what_the_annotation_says),
        cmocka_unit_test(old_recorders_have_ticks_and_do_not_say_so),
        cmocka_unit_test(arrays_and_values_within_values_are_stepped_over),
        cmocka_unit_test(two_types_may_have_one_name),
        cmocka_unit_test(of_two_fields_of_one_name_the_first_counts),
        cmocka_unit_test(a_type_that_holds_itself_spoils_only_what_has_it),
        cmocka_unit_test(a_field_of_no_type_spoils_what_stands_behind_it),
        cmocka_unit_test(types_nested_too_deep_are_not_walked),
        cmocka_unit_test(an_event_that_is_cut_has_the_fields_before_it),
        cmocka_unit_test(events_of_unknown_types_are_stepped_over),
        cmocka_unit_test(the_last_description_is_found_without_its_place),
        cmocka_unit_test(a_chunk_that_does_not_describe_itself_is_said_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
