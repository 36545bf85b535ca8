/* A flight recording read out of memory. */
#include "test/test_jfr.h"

#include "test/format_test.h"

static void a_recording_is_refused_when_memory_runs_out(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.JVMInformation! startTime:long@TICKS "
                   "jvmArguments:String jvmVersion:String pid:long;"
                   "jdk.types.GCName name:String;"
                   "jdk.GCPhasePause! startTime:long@TICKS "
                   "duration:long@TICKS gcId:int;"
                   "jdk.GarbageCollection! startTime:long@TICKS "
                   "duration:long@TICKS gcId:int name:jdk.types.GCName*;"
                   "jdk.CPULoad! startTime:long@TICKS jvmUser:float;"
                   "jdk.FileRead! startTime:long@TICKS duration:long@TICKS "
                   "path:String");
    put_setting(&r, "jdk.ExecutionSample", "period", "10 ms");
    put_event(&r, "jdk.JVMInformation", "1001 '-Ddd.service=a' 'x (1)' 7");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put_event(&r, "jdk.ExecutionSample", "1001 2 2 1");
    put_event(&r, "jdk.GCPhasePause", "1001 5 3");
    put_event(&r, "jdk.GarbageCollection", "1001 5 3 0");
    put_event(&r, "jdk.CPULoad", "1001 f0.5");
    put_event(&r, "jdk.FileRead", "1001 5 u'/tmp/a'");
    end_chunk(&r);
    assert_survives(&corr_format_jfr, r.all.p, r.all.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_is_refused_when_memory_runs_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
