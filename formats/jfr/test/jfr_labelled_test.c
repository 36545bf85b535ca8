/* Tests of labels that an agent sends with a recording: they are on whatever
 * names them, a sample, an allocation or a wait (formats/jfr 13.1). */
#include "test/test_jfr.h"

#define STACK "app.Main.main;app.Main.work:7"
#define PART(name)                                                             \
    "--frontier\r\nContent-Disposition: form-data; name=\"" name "\"\r\n\r\n"

/* Contexts 3 and 7: region=eu, region=us. */
static const char labels[] = "\x0a\x0a\x08\x03\x12\x06\x0a\x04\x08\x04\x10\x06"
                             "\x0a\x0a\x08\x07\x12\x06\x0a\x04\x08\x04\x10\x08"
                             "\x12\x0a\x08\x04\x12\x06region"
                             "\x12\x06\x08\x06\x12\x02"
                             "eu"
                             "\x12\x06\x08\x08\x12\x02"
                             "us";

/* Checks the rows of a kind after a push of a recording and its labels. */
static void assert_pushed(recording *r, const char *kind, const char *want)
{
    static bytes body;
    loaded l;

    end_chunk(r);
    body.n = 0;
    put(&body, PART("jfr"), strlen(PART("jfr")));
    put(&body, r->all.p, r->all.n);
    put(&body, "\r\n" PART("labels"), strlen("\r\n" PART("labels")));
    put(&body, labels, sizeof labels - 1);
    put(&body, "\r\n--frontier--\r\n", strlen("\r\n--frontier--\r\n"));
    load_as(&l, &corr_format_jfr_push,
            src_open_memory(body.p, body.n, &(src_opts){ .path = "a" }, NULL),
            &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l.code, CORR_OK);
    assert_rows(&l, kind, want);
    input_clear(&l.in);
}

static recording *begun(const char *types)
{
    static recording r;

    r.all.n = 0;
    begin_java(&r, types);
    return &r;
}

static void allocations_of_one_class_have_labels_of_their_own(void **state)
{
    recording *r = begun("jdk.ObjectAllocationInNewTLAB! startTime:long@TICKS "
                         "objectClass:java.lang.Class* tlabSize:long "
                         "contextId:long");

    (void)state;
    put_event(r, "jdk.ObjectAllocationInNewTLAB", "1001 1 10 0");
    put_event(r, "jdk.ObjectAllocationInNewTLAB", "1002 1 20 3");
    put_event(r, "jdk.ObjectAllocationInNewTLAB", "1003 1 30 7");
    put_event(r, "jdk.ObjectAllocationInNewTLAB", "1004 1 40 0");
    put_event(r, "jdk.ObjectAllocationInNewTLAB", "1005 3 50 3");
    assert_pushed(r, "alloc_bytes",
                  "+1 10 ?  class=app.Main\n"
                  "+2 20 ?  class=app.Main region=eu\n"
                  "+3 30 ?  class=app.Main region=us\n"
                  "+4 40 ?  class=app.Main\n"
                  "+5 50 ?  class=java.lang.Object[][] region=eu");
}

static void a_wall_sample_has_them_beside_its_state(void **state)
{
    recording *r = begun("profiler.Log! startTime:long@TICKS;"
                         "profiler.WallClockSample! startTime:long@TICKS "
                         "sampledThread:java.lang.Thread* "
                         "stackTrace:jdk.types.StackTrace* "
                         "state:jdk.types.ThreadState* samples:int "
                         "timeSpan:long@TICKS contextId:long");

    (void)state;
    put_setting(r, "profiler.WallClockSample", "wall", "50000000");
    put_event(r, "profiler.WallClockSample", "1001 1 1 1 1 0 7");
    assert_pushed(r, "wall",
                  "+1 50000000 main " STACK " region=us state=runnable");
}

static void a_wait_has_them_beside_what_it_was_for(void **state)
{
    recording *r = begun("jdk.JavaMonitorEnter! startTime:long@TICKS "
                         "duration:long@TICKS eventThread:java.lang.Thread* "
                         "stackTrace:jdk.types.StackTrace* "
                         "monitorClass:java.lang.Class* address:long "
                         "contextId:long");

    (void)state;
    put_event(r, "jdk.JavaMonitorEnter", "1001 5 1 1 1 16 3");
    assert_pushed(r, "lock",
                  "+1 5 main " STACK
                  " for=5 region=eu class=app.Main address=16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_of_one_class_have_labels_of_their_own),
        cmocka_unit_test(a_wall_sample_has_them_beside_its_state),
        cmocka_unit_test(a_wait_has_them_beside_what_it_was_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
