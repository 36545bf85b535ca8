/* Flight recordings: whose they are, where chunks of several processes follow
 * each other. */
#include "test/test_jfr.h"

#define WHO                                                                    \
    "jdk.JVMInformation! startTime:long@TICKS jvmVersion:String "              \
    "jvmArguments:String jvmStartTime:long@MILLISECONDS_SINCE_EPOCH pid:long;" \
    "jdk.InitialEnvironmentVariable! startTime:long@TICKS key:String "         \
    "value:String;"                                                            \
    "io.opentelemetry.context.Scope! startTime:long@TICKS "                    \
    "duration:long@TICKS eventThread:java.lang.Thread* traceId:String "        \
    "spanId:String;"                                                           \
    "jdk.CPULoad! startTime:long@TICKS jvmUser:float;"                         \
    "jdk.ThreadCPULoad! startTime:long@TICKS eventThread:java.lang.Thread* "   \
    "user:float system:float;"

#define SCOPE "'af7651916cd43dd8448eb211c80319c1' 'b7ad6b7169203331'"

/* Puts a chunk with this description of its process, or without one, and a
 * sample of main. */
static void put_chunk(recording *r, int64_t late, const char *who)
{
    static char types[8192];
    char at[96];

    snprintf(types, sizeof types, "%s%s", JAVA_TYPES, WHO);
    begin_chunk(r, &(clock){ .ns = START + late, .ticks = 1000 + late }, types);
    put_constants(r, JAVA_CONSTANTS);
    snprintf(at, sizeof at, "%lld 1 1 1", (long long)(1001 + late));
    put_event(r, "jdk.ExecutionSample", at);
    snprintf(at, sizeof at, "%lld 9 1 " SCOPE, (long long)(1000 + late));
    put_event(r, "io.opentelemetry.context.Scope", at);
    snprintf(at, sizeof at, "%lld f0.5", (long long)(1001 + late));
    put_event(r, "jdk.CPULoad", at);
    snprintf(at, sizeof at, "%lld 1 f0.25 f0.5", (long long)(1001 + late));
    put_event(r, "jdk.ThreadCPULoad", at);
    if (who)
        put_event(r, "jdk.JVMInformation", who);
    end_chunk(r);
}

static void assert_processes(recording *r, unsigned n)
{
    loaded l;

    load_recording(&l, r);
    assert_int_equal(l.in.process.owner != 0, n == 1);
    assert_int_equal(l.in.proc.n, n + 1);
    input_clear(&l.in);
}

static void assert_started(const char *one, const char *other, int64_t ms)
{
    static recording r;
    loaded l;

    r.all.n = 0;
    put_chunk(&r, 0, one);
    if (other)
        put_chunk(&r, 100, other);
    load_recording(&l, &r);
    assert_int_equal(l.in.process.started, ms * 1000000);
    input_clear(&l.in);
}

/* An agent has its own start there; of two processes neither is that of all
 * samples. */
static void a_recording_says_when_its_process_was_started(void **state)
{
    (void)state;
    assert_started("1001 'VM (17)' '' 1600000000000 7", NULL, 1600000000000);
    assert_started("1001 'VM (17)' '' 1600000000000 7",
                   "1101 'VM (17)' '' 1600000000000 7", 1600000000000);
    assert_started("1001 'VM (17)' '' 1600000000000 7",
                   "1101 'VM (17)' '' 1600000000000 8", 0);
    assert_started("1001 'VM' '' 1600000000000 7", NULL, 0);
    assert_started(NULL, NULL, 0);
}

/* Equal thread numbers prove nothing then. */
static void chunks_of_two_processes_are_of_nobody(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    put_chunk(&r, 0,
              "1001 'VM (17)' '-Dotel.service.name=cart' 1600000000000 7");
    put_chunk(&r, 100,
              "1101 'VM (17)' '-Dotel.service.name=shop' 1600000000000 8");
    load_recording(&l, &r);
    assert_non_null(said(&l, "chunks of 2 processes; only ids tie samples to "
                             "spans (jfr disassemble)"));
    assert_rows(&l, "cpu",
                "+1 1 main app.Main.main;app.Main.work:7\n"
                "+101 1 main [process 2] app.Main.main;app.Main.work:7");
    assert_rows(&l, "activation",
                "+0 0 main  for=9 trace=af7651916cd43dd8448eb211c80319c1 "
                "span=b7ad6b7169203331\n"
                "+100 0 main [process 2]  for=9 "
                "trace=af7651916cd43dd8448eb211c80319c1 "
                "span=b7ad6b7169203331");
    for (size_t i = 1; i < l.in.thread.n; i++) {
        const thread_row *t = &l.in.thread.v[i];
        const bool second = corr_str_ends(input_text(&l.in, t->name), "2]");
        assert_int_equal(t->vm_id, second ? 0 : 1);
        assert_int_equal(t->os_id, second ? 0 : 4242);
    }
    /* and of equal names there is no clock of a thread */
    assert_int_equal(l.in.series.n, 4);
    assert_string_equal(input_text(&l.in, l.in.series.v[2].name).p,
                        "thread_cpu");
    assert_string_equal(input_text(&l.in, l.in.series.v[3].name).p,
                        "jvm_user [process 2]");
    input_clear(&l.in);
    assert_processes(&r, 2);
}

static void a_process_is_told_by_its_number_and_its_beginning(void **state)
{
    static const struct {
        const char *second;
        unsigned n;
    } cases[] = {
        { "1101 'VM (17)' '' 1600000000900 7", 1 },
        { "1101 'VM (17)' '' 1600000002000 7", 2 }, /* in another container */
        { "1101 'VM (17)' '' 1600000000000 8", 2 },
        { "1101 'VM (17)' '' 1600000000000 0", 1 }, /* a JDK 11 */
        /* an agent does not say when it was started, but nearly */
        { "1101 '17.0.15+6' '' 1600000002000 7", 1 },
        { "1101 'VM (17)' '-Dotel.resource.attributes=host.name=b' "
          "1600000000000 7",
          2 },
        { NULL, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static recording r;
        r.all.n = 0;
        put_chunk(&r, 0,
                  "1001 'VM (17)' '-Dotel.resource.attributes=host.name=a' "
                  "1600000000000 7");
        put_chunk(&r, 100, cases[i].second);
        put_chunk(&r, 200, NULL);
        assert_processes(&r, cases[i].n);
    }
}

static void processes_may_take_turns(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < 2; i++)
        for (unsigned pid = 1; pid <= 5; pid++) {
            char who[64];
            snprintf(who, sizeof who, "1001 'VM (17)' '' 1600000000000 %u",
                     pid);
            put_chunk(&r, 100 * (int64_t)pid + 10000 * i, who);
        }
    assert_processes(&r, 5);
}

/* As OpenTelemetry's SDK has it. */
static void the_name_that_a_service_was_given_itself_counts(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, WHO);
    put_event(&r, "jdk.InitialEnvironmentVariable",
              "1001 'OTEL_RESOURCE_ATTRIBUTES' "
              "'service.name=any,service.version=3'");
    put_event(&r, "jdk.InitialEnvironmentVariable",
              "1001 'OTEL_SERVICE_NAME' 'shop'");
    put_event(&r, "jdk.JVMInformation",
              "1001 'Java HotSpot(TM) 64-Bit Server VM (17.0.7+8-LTS-224) for "
              "linux-amd64 JRE (17.0.7+8-LTS-224)' "
              "'-Dotel.service.name=cart' 1600000000000 7");
    end_chunk(&r);
    load_recording(&l, &r);
    const proc_row *p = &l.in.proc.v[l.in.process.owner];
    assert_string_equal(input_text(&l.in, p->service).p, "cart");
    assert_string_equal(input_text(&l.in, p->version).p, "3");
    assert_string_equal(input_text(&l.in, l.in.producer).p,
                        "JDK 17.0.7+8-LTS-224");
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_says_when_its_process_was_started),
        cmocka_unit_test(chunks_of_two_processes_are_of_nobody),
        cmocka_unit_test(a_process_is_told_by_its_number_and_its_beginning),
        cmocka_unit_test(processes_may_take_turns),
        cmocka_unit_test(the_name_that_a_service_was_given_itself_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
