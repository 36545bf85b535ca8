/* Tests of the rules about the recording itself and about what code does, in
 * worlds of which the truth is known. */
#include "test/test_memory.h"
#include "test/test_store.h"
#include "test/testing.h"

#include "findings/test/findings_world.h"

/* ---- what the recording tells of itself ------------------------------------- */

#define MS INT64_C(1000000)

static corr_kind cpu_kind(corr_build *b)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                              .type = CORR_STR("cpu"),
                                              .unit = CORR_NS,
                                              .period = 20 * MS });
}

static corr_thread thread_of_all(corr_build *b)
{
    return corr_add_thread(b, corr_add_text(b, CORR_STR("worker")), 0, 1);
}

/* Of the world that is being made: readers of tests have no context. */
static struct {
    dice d;
    world what;
    int n;       /* samples */
    int percent; /* of what is looked for */
    int64_t started;
} now;

/* A process that uses 75 s of CPU, of which samples show so many percent. */
static void covered(corr_build *b)
{
    static const char *const name[] = { "jvm_user", "jvm_system" };
    const corr_kind k = cpu_kind(b);
    const corr_thread t = thread_of_all(b);

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("4"));
    for (int s = 0; s < 2; s++)
        for (int i = 0; i <= 6; i++)
            corr_add_point(b,
                           corr_add_series(b, corr_str_of(name[s]),
                                           CORR_STR("1"), (corr_thread){ 0 }),
                           testing_ms(1000 + 10000.0 * i), s ? 0.0125 : 0.3);
    const int n = 75 * now.percent / 2;
    for (int i = 0; i < n; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .thread = t,
                                   .time = testing_ms(1001 + i * 59990.0 / n),
                                   .value = 20 * MS });
}

static void begin_minute(corr_build *b)
{
    if (now.started)
        corr_set_started(b, now.started);
    corr_set_window(b, testing_ms(0), testing_ms(60000));
}

/* A minute of a process, from a second or from six minutes after its start. */
static void starting(corr_build *b)
{
    static const char *const warm[] = {
        "java.lang.ClassLoader.loadClass;x%d", "CompileBroker::invoke%d",
        "C2Compiler::compile_method;PhaseIdealLoop::build%d"
    };
    const corr_kind k = cpu_kind(b);
    const corr_thread t = thread_of_all(b);

    begin_minute(b);
    for (int i = 0; i < now.n; i++) {
        char stack[120] = "app.Main.run;app.Leaf.do";
        const bool is_warm = dice_int(&now.d, 0, 99) < now.percent;
        const int leaf = dice_int(&now.d, 0, 29);
        if (is_warm) {
            const char *form = warm[leaf % 3];
            const char *mark = strstr(form, "%d");
            snprintf(stack, sizeof stack, "%.*s%d%s", (int)(mark - form), form,
                     leaf, mark + 2);
        } else
            snprintf(stack, sizeof stack, "app.Main.run;app.Leaf%d.do", leaf);
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .thread = t,
                                   .stack = testing_stack(b, stack),
                                   .time = testing_ms(1 + i * 59000.0 / now.n),
                                   .value = 20 * MS });
    }
}

/* A stack of code that the interpreter runs at its end, or above compiled
 * code. */
static corr_stack interpreted_stack(corr_build *b, bool is_leaf, int leaf)
{
    const char *const name[] = { "app.Main.run", "app.Rules.apply",
                                 "app.Work.mix" };
    corr_text text;
    char last[40];

    snprintf(last, sizeof last, "%s%d", name[2], leaf);
    corr_begin_stack(b);
    for (int i = 0; i < 3; i++) {
        text = corr_add_text(b, corr_str_of(i == 2 ? last : name[i]));
        corr_push_frame(
            b,
            corr_add_frame(
                b, &(corr_frame_row){
                       .func = corr_add_func(b, text, (corr_text){ 0 },
                                             (corr_text){ 0 }),
                       .type = i == (is_leaf ? 2 : 1) ? CORR_FRAME_INTERPRETED
                                                      : CORR_FRAME_JIT }));
    }
    return corr_end_stack(b);
}

/* The same of which the frames say that they are interpreted. */
static void starting_interpreted(corr_build *b)
{
    const corr_kind k = cpu_kind(b);
    const corr_thread t = thread_of_all(b);

    begin_minute(b);
    for (int i = 0; i < now.n; i++) {
        const bool is_warm = dice_int(&now.d, 0, 99) < now.percent;
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .thread = t,
                                   .stack = interpreted_stack(
                                       b, is_warm, dice_int(&now.d, 0, 29)),
                                   .time = testing_ms(1 + i * 59000.0 / now.n),
                                   .value = 20 * MS });
    }
}

static bool finds(const char *id, testing_fill *fill)
{
    corr_store *st = testing_store(fill);
    corr_sel *sel = test_select(st);
    const bool shows =
        world_shows(st, &(corr_findings_about){ .sel = sel }, id);

    corr_sel_free(sel);
    corr_store_free(st);
    return shows;
}

static void judge(const char *id, testing_fill *fill, void (*make)(void))
{
    int found[WORLD_KINDS] = { 0 };

    for (int what = 0; what < WORLD_KINDS; what++)
        for (int seed = 0; seed < WORLDS; seed++) {
            now.d = (dice){ (uint64_t)seed * 53 + (uint64_t)what };
            now.what = (world)what;
            make();
            found[what] += finds(id, fill);
        }
    truth_print(id, found);
}

/* A warning asks for less than 80% or more than 120%. */
static void make_coverage(void)
{
    const bool is_over = dice_int(&now.d, 0, 1) == 1;

    now.percent = now.what == PRESENT  ? is_over ? dice_int(&now.d, 123, 300)
                                                 : dice_int(&now.d, 5, 77)
                   : now.what == ABSENT ? dice_int(&now.d, 95, 105)
                  : is_over            ? dice_int(&now.d, 110, 117)
                                       : dice_int(&now.d, 83, 90);
}

static void make_start(void)
{
    const bool is_late = dice_int(&now.d, 0, 1) == 1;

    now.n = dice_int(&now.d, 200, 800);
    now.percent = now.what == PRESENT  ? dice_int(&now.d, 20, 60)
                  : now.what == ABSENT ? 0
                  : is_late            ? dice_int(&now.d, 20, 60)
                                       : dice_int(&now.d, 1, 5);
    /* a start that is unknown is none */
    now.started = now.what != NEAR_MISS || !is_late ? testing_ms(-1000)
                  : dice_int(&now.d, 0, 1)          ? 0
                                                    : testing_ms(-360000);
}

static void samples_that_miss_cpu_are_found(void **state)
{
    (void)state;
    judge("PROFILER_HEALTH", covered, make_coverage);
}

static void starts_of_processes_are_found(void **state)
{
    (void)state;
    judge("COLD_START", starting, make_start);
}

static void starts_in_the_interpreter_are_found(void **state)
{
    (void)state;
    judge("COLD_START", starting_interpreted, make_start);
}

/* ---- categories ------------------------------------------------------------------ */

/* Frames of each category, and one that looks like it and is not. */
static const struct {
    const char *name, *frame[3], *other;
} categories[] = {
    { "JSON",
      { "com.fasterxml.jackson.core.json.UTF8StreamJsonParser.nextToken",
        "encoding/json.Unmarshal", "JSON.parse" },
      "app.json.Orders.find" },
    { "XML",
      { "javax.xml.stream.XMLInputFactory.newFactory",
        "encoding/xml.(*Decoder).Decode", "xmlParseDocument" },
      "app.xmlOrders.find" },
    { "compression",
      { "java.util.zip.Deflater.deflate", "compress/flate.(*compressor).write",
        "ZSTD_compressBlock" },
      "app.Pool.compressIds" },
    { "crypto",
      { "javax.crypto.Cipher.doFinal", "crypto/sha256.block", "EVP_Digest" },
      "app.Crypt.keys" },
    { "dates",
      { "java.time.format.DateTimeFormatter.parse", "time.Time.Format",
        "strptime" },
      "java.time.Duration.between" },
    { "exceptions",
      { "java.lang.Throwable.fillInStackTrace", "runtime.gopanic",
        "__cxa_throw" },
      "app.Throwables.list" },
    { "formatting",
      { "java.lang.String.format", "fmt.Sprintf", "vsnprintf" },
      "java.lang.String.concat" },
    { "interpreter",
      { "Interpreter", "TemplateInterpreter", NULL },
      "app.Interpreter.plan" },
    { "logging",
      { "ch.qos.logback.classic.Logger.info", "log/slog.(*Logger).Info",
        "github.com/sirupsen/logrus.(*Entry).Log" },
      "app.Log2.of" },
    { "reflection",
      { "java.lang.reflect.Constructor.newInstance", "reflect.Value.Field",
        "jdk.internal.reflect.Reflection.getCallerClass" },
      "java.lang.reflect.Method.invoke" },
    { "regex",
      { "java.util.regex.Pattern.compile", "regexp.(*Regexp).doExecute",
        "pcre2_match_8" },
      "app.Regexes.count" },
    { "serialization",
      { "com.google.protobuf.CodedInputStream.readTag",
        "google.golang.org/protobuf/proto.Marshal",
        "java.io.ObjectInputStream.readObject" },
      "app.Serial.next" },
};

enum { CATEGORIES = sizeof categories / sizeof *categories };

/* Whether a world, in which so many percent of the samples are in one of the
 * frames, shows the category. */
static bool shows_category(int k, world what, int seed)
{
    static char text[1 << 17];
    const char *const all[] = { text };
    dice d = { (uint64_t)seed * 71 + (uint64_t)k };
    const int n = dice_int(&d, 200, 600);
    const int percent = what == NEAR_MISS && seed % 2 ? 4 : 20;
    const bool is_other = what == NEAR_MISS && seed % 2 == 0;
    const char *frame = categories[k].frame[seed % 3];
    corr_err err = { 0 };
    size_t at = 0;
    bool shows = false;

    frame = is_other ? categories[k].other
            : frame  ? frame
                     : categories[k].frame[0];
    at += (size_t)snprintf(text, sizeof text, "kind cpu ns 10\n");
    for (int i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               what != ABSENT && dice_int(&d, 0, 99) < percent
                                   ? "10 1 app.Main.run;app.Part%d.go;%s\n"
                                   : "10 1 app.Main.run;app.Leaf%d.do\n",
                               dice_int(&d, 0, 20), frame);
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);
    corr_findings *f =
        corr_findings_of(st, &(corr_findings_about){ .sel = sel }, &err);
    assert_non_null(f);
    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        shows |= strcmp(x.id, "CATEGORY") == 0 &&
                 corr_str_is(x.subject, categories[k].name);
    }
    corr_findings_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
    return shows;
}

static void all_categories_are_found(void **state)
{
    (void)state;
    for (int k = 0; k < CATEGORIES; k++) {
        int found[WORLD_KINDS] = { 0 };
        for (int what = 0; what < WORLD_KINDS; what++)
            for (int seed = 0; seed < WORLDS; seed++)
                found[what] += shows_category(k, (world)what, seed);
        truth_print(categories[k].name, found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_that_miss_cpu_are_found),
        cmocka_unit_test(starts_of_processes_are_found),
        cmocka_unit_test(starts_in_the_interpreter_are_found),
        cmocka_unit_test(all_categories_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
