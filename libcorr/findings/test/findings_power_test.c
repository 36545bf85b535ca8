/* Tests of how often the rules find what is there: patterns of a known size,
 * between other work, from the threshold of the rule on. */
#include <math.h>

#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/finder.h"
#include "findings/test/findings_world.h"

enum { US = 1000, SIZES = 4 };

/* Times the threshold. */
static const double sizes[SIZES] = { 1, 1.5, 2, 4 };

typedef struct planted {
    world_text to;
    int at; /* us */
    dice d;
} planted;

static int span(planted *t, int up, int from, int to, int kind, bool failed,
                const char *name)
{
    world_put(&t->to, "span %x %x %d %d web h %d %d %s\n",
              (unsigned)++t->to.ids, (unsigned)up, from, to, kind,
              failed ? 2 : 1, name);
    return t->to.ids;
}

/* ---- traces ------------------------------------------------------------------ */

/* Adds a pattern of so many times the threshold below span 1, from t->at on. */
typedef void plant_pattern(planted *t, double size);

/* 5 calls of 50 ms in all, 10% of a parent of 400 ms or more. */
static void repeated(planted *t, double size)
{
    const int n = (int)(5 * size + 0.5);
    const int us = (int)(51 * US * size / n) + 1;

    for (int i = 0; i < n; i++, t->at += us + 30)
        span(t, 1, t->at, t->at + us, 3, false, "SELECT item");
}

static void retried(planted *t, double size)
{
    const int n = (int)(3 * size + 0.5);

    for (int i = 0; i < n; i++, t->at += 12 * US)
        span(t, 1, t->at, t->at + 10 * US, 3, i + 1 < n, "POST /pay");
}

static void multiplied(planted *t, double size)
{
    const int n = (int)(3 * sqrt(size) + 0.999);

    for (int i = 0; i < n; i++) {
        const int call =
            span(t, 1, t->at, t->at + n * 5 * US, 3, true, "POST /order");
        for (int k = 0; k < n; k++, t->at += 5 * US)
            span(t, call, t->at, t->at + 4 * US, 3, true, "POST /pay");
        t->at += US;
    }
}

/* Reads of three targets or more: 30% of the parent. */
static void in_a_row(planted *t, double size)
{
    static const char *const name[] = { "GET /a", "GET /b", "GET /c" };
    const double other = 400 * US;
    /* of other work and the pattern together */
    const double share = fmin(0.31 * size, 0.95);
    const int us = (int)(share / (1 - share) * other / 3);

    for (int i = 0; i < 3; i++, t->at += us + 50)
        span(t, 1, t->at, t->at + us, 3, false, name[i]);
}

static void fan_out(planted *t, double size)
{
    const int n = (int)(51 * size);

    for (int i = 0; i < n; i++)
        span(t, 1, t->at + 10 * i, t->at + 90 * US, 3, false, "GET /part");
    t->at += 91 * US;
}

/* The call ends within 1% of 500 ms, the nearer the larger the size. */
static void timeout(planted *t, double size)
{
    const int off = (int)(dice_real(&t->d) * 4900 / size);

    span(t, 1, t->at, t->at + 500 * US + off, 3, true, "GET /slow");
    t->at += 506 * US;
}

static void queued(planted *t, double size)
{
    const int us = 100 * US;
    const int call = span(t, 1, t->at, t->at + us, 3, false, "GET /price");

    world_put(&t->to, "span %x %x %d %d price h 2 1 GET /price\n",
              (unsigned)++t->to.ids, (unsigned)call,
              t->at + (int)(0.205 * size * us), t->at + us - 100);
    t->at += us;
}

/* Work of 400 ms around the pattern. */
static bool finds_in_trace(const char *id, plant_pattern *plant, double size,
                           int seed)
{
    static world_text t;
    static planted inner;
    const char *const all[] = { t.v };

    world_begin(&inner.to);
    inner.to.ids = 1;
    inner.at = 0;
    inner.d = (dice){ (uint64_t)seed * 19 };
    const int parts = dice_int(&inner.d, 2, 8);
    const int before = dice_int(&inner.d, 0, parts);
    for (int i = 0; i <= parts; i++) {
        const int us = 400 * US / parts - 20;
        if (i == before)
            plant(&inner, size);
        if (i < parts)
            span(&inner, 1, inner.at, inner.at + us, 1, false, "work");
        inner.at += us + 10;
    }
    world_begin(&t);
    world_put(&t, "us\nspan 1 0 0 %d web h 2 1 GET /\n%s", inner.at,
              inner.to.v);
    corr_store *st = test_store(all, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);
    assert_non_null(w);
    const bool shows = world_shows(
        st, &(corr_findings_about){ .w = w, .span = UINT32_MAX }, id);
    corr_waterfall_free(w);
    corr_store_free(st);
    return shows;
}

/* ---- code ---------------------------------------------------------------------- */

/* %d: a leaf. */
static const struct {
    const char *id, *stack;
} code[] = {
    { "WIDE_LEAF", "app.Main.run;app.Step%d.go;app.Work.mix" },
    { "HOT_SUBTREE", "app.Main.run;app.Checkout.total;app.Part%d.do" },
    { "CATEGORY", "app.Main.run;app.Coupon.parse;java.util.regex.P%d.match" },
    { "GC_CPU", "runtime.gcBgMarkWorker;runtime.scan%d" },
    { "GC_ASSIST", "main.go;runtime.mallocgc;runtime.gcAssistAlloc;x%d" },
    { "ALLOCATION", "main.go;runtime.mallocgc;runtime.x%d" },
    { "LOCK_CPU", "main.go;sync.(*Mutex).lockSlow;x%d" },
    { "NAMELESS", "app.Main.run;[unknown%d]" },
};

static double threshold_of(const char *id)
{
    for (size_t i = 0; i < nfinding_rules; i++)
        if (strcmp(finding_rules[i].id, id) == 0)
            return finding_rules[i].share;
    fail_msg("no rule %s", id);
    return 1;
}

static bool finds_in_code(size_t k, double size, int seed)
{
    static world_text t;
    const char *const all[] = { t.v };
    const double share = fmin(0.85, threshold_of(code[k].id) * size);
    const char *mark = strstr(code[k].stack, "%d");
    dice d = { (uint64_t)seed * 23 + k };

    world_begin(&t);
    const int n = dice_int(&d, 250, 1000);
    world_put(&t, "kind cpu ns 10\n");
    for (int i = 0; i < n; i++)
        if (dice_real(&d) < share)
            world_put(&t, "10 1 %.*s%d%s\n", (int)(mark - code[k].stack),
                      code[k].stack, dice_int(&d, 0, 3), mark + 2);
        else
            world_put(&t, "10 1 app.Main.run;app.Step%d.go;app.Leaf%d.do\n",
                      dice_int(&d, 0, 6), dice_int(&d, 0, 29));
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);
    const bool shows =
        world_shows(st, &(corr_findings_about){ .sel = sel }, code[k].id);
    corr_sel_free(sel);
    corr_store_free(st);
    return shows;
}

/* ---- the table ------------------------------------------------------------------- */

static void power_print(const char *id, const int found[SIZES])
{
    print_message("# %-18s at 1 %3d  1.5 %3d  2 %3d  4 %3d  of %d\n", id,
                  found[0], found[1], found[2], found[3], WORLDS);
    assert_true(found[2] * 10 >= WORLDS * 9);
    assert_true(found[3] * 10 >= WORLDS * 9);
}

static void patterns_of_traces_are_found(void **state)
{
    static const struct {
        const char *id;
        plant_pattern *plant;
    } patterns[] = {
        { "N_PLUS_ONE", repeated },
        { "RETRIES", retried },
        { "RETRIES_MULTIPLY", multiplied },
        { "IN_A_ROW", in_a_row },
        { "FAN_OUT", fan_out },
        { "ROUND_TIMEOUT", timeout },
        { "SERVER_QUEUE", queued },
    };

    (void)state;
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
        int found[SIZES] = { 0 };
        for (int i = 0; i < SIZES; i++)
            for (int seed = 0; seed < WORLDS; seed++)
                found[i] += finds_in_trace(patterns[k].id, patterns[k].plant,
                                           sizes[i], seed);
        power_print(patterns[k].id, found);
    }
}

static void patterns_of_code_are_found(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof code / sizeof *code; k++) {
        int found[SIZES] = { 0 };
        for (int i = 0; i < SIZES; i++)
            for (int seed = 0; seed < WORLDS; seed++)
                found[i] += finds_in_code(k, sizes[i], seed);
        power_print(code[k].id, found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_of_traces_are_found),
        cmocka_unit_test(patterns_of_code_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
