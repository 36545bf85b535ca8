/* Tests of the rules about code, in worlds of which the truth is known. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/test/findings_world.h"

/* The pattern of a kind: its stack, and its share where it is there, and where
 * it is nearly there. */
typedef struct pattern {
    const char *id;
    void (*stack)(world_text *t, dice *d, world what);
    int present, near; /* percent; near 0: `what` makes the difference */
} pattern;

static void other_stack(world_text *t, dice *d)
{
    const int leaf = dice_int(d, 0, 29);

    world_put(t, "10 1 app.Main.run;app.Step%d.go;app.Leaf%d.do\n", leaf % 7,
              leaf);
}

static void leaf(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 app.Main.run;app.Step%d.go;app.Work.mix\n",
              dice_int(d, 0, 6));
}

static void subtree(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 app.Main.run;app.Checkout.total;app.Part%d.do\n",
              dice_int(d, 0, 3));
}

static void recursive(world_text *t, dice *d, world what)
{
    const int n = what == NEAR_MISS ? 9 : dice_int(d, 10, 40);

    world_put(t, "10 1 app.Main.run");
    for (int i = 0; i < n; i++)
        world_put(t, ";app.Tree.walk");
    world_put(t, ";app.Leaf%d.do\n", dice_int(d, 0, 9));
}

static void shared(world_text *t, dice *d, world what)
{
    const int callers = what == NEAR_MISS ? 4 : 9;

    world_put(t,
              "10 1 app.Main.run;app.Caller%d.go;app.Text.pad;app.Leaf%d.do\n",
              dice_int(d, 1, callers), dice_int(d, 0, 29));
}

static void regex(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t,
              "10 1 app.Main.run;app.Coupon.parse;java.util.regex.Matcher.find;"
              "java.util.regex.Pattern$Node%d.match\n",
              dice_int(d, 0, 9));
}

static void collector(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 runtime.gcBgMarkWorker;runtime.scan%d\n",
              dice_int(d, 0, 9));
}

static void assist(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 main.go;runtime.mallocgc;runtime.gcAssistAlloc;x%d\n",
              dice_int(d, 0, 9));
}

static void allocating(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 main.go;runtime.mallocgc;runtime.x%d\n",
              dice_int(d, 0, 9));
}

static void locking(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 main.go;sync.(*Mutex).lockSlow;x%d\n",
              dice_int(d, 0, 9));
}

static void nameless(world_text *t, dice *d, world what)
{
    (void)what;
    world_put(t, "10 1 app.Main.run;[unknown%d]\n", dice_int(d, 0, 9));
}

/* 64 frames, of which the recorder cut the callers, or 63. */
static void cut(world_text *t, dice *d, world what)
{
    const int n = what == NEAR_MISS ? 62 : 63;

    world_put(t, "10 1 ");
    for (int i = 0; i < n; i++)
        world_put(t, "a.F%d.f;", i);
    world_put(t, "app.Leaf%d.do\n", dice_int(d, 0, 99));
}

/* 100 frames or more, or one less; no recorder cuts there. */
static void deep(world_text *t, dice *d, world what)
{
    const int n = what == NEAR_MISS ? 98 : dice_int(d, 99, 130);

    world_put(t, "10 1 ");
    for (int i = 0; i < n; i++)
        world_put(t, "a.F%d.f;", i);
    world_put(t, "app.Leaf%d.do\n", dice_int(d, 0, 99));
}

/* clang-format off */
static const pattern patterns[] = {
    { "WIDE_LEAF",    leaf,       40, 12 },
    { "HOT_SUBTREE",  subtree,    60, 25 },
    { "CUT_STACKS",   cut,        10, 10 },
    { "DEEP_STACKS",  deep,       15, 15 },
    { "RECURSION",    recursive,  15, 15 },
    { "MANY_CALLERS", shared,     30, 30 },
    { "CATEGORY",     regex,      20,  5 },
    { "GC_CPU",       collector,  25,  8 },
    { "GC_ASSIST",    assist,     12,  2 },
    { "ALLOCATION",   allocating, 40, 15 },
    { "LOCK_CPU",     locking,    12,  2 },
    { "NAMELESS",     nameless,   40, 10 },
};
/* clang-format on */

static bool finds(const pattern *p, world what, int seed)
{
    static world_text t;
    dice d = { (uint64_t)seed * 131 + (uint64_t)what };
    const int n = dice_int(&d, 250, 1000);
    const int percent = what == PRESENT  ? p->present
                        : what == ABSENT ? 0
                                         : p->near;
    const char *const all[] = { t.v };

    world_begin(&t);
    world_put(&t, "kind cpu ns 10\n");
    for (int i = 0; i < n; i++)
        if (dice_int(&d, 0, 99) < percent)
            p->stack(&t, &d, what);
        else
            other_stack(&t, &d);
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);
    const bool shows =
        world_shows(st, &(corr_findings_about){ .sel = sel }, p->id);
    corr_sel_free(sel);
    corr_store_free(st);
    return shows;
}

static void patterns_of_code_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        int found[WORLD_KINDS] = { 0 };
        for (int what = 0; what < WORLD_KINDS; what++)
            for (int seed = 0; seed < WORLDS; seed++)
                found[what] += finds(&patterns[i], (world)what, seed);
        truth_print(patterns[i].id, found);
    }
}

/* ---- who allocates ---------------------------------------------------------- */

/* A profile in which the collector works; PRESENT: bytes are counted too, by
 * code and in another service; NEAR_MISS: only objects are. */
static void allocations(world_text *t, dice *d, world what)
{
    world_begin(t);
    world_put(t, "kind cpu ns 10\n");
    for (int i = 0; i < 300; i++)
        if (i % 3)
            other_stack(t, d);
        else
            collector(t, d, what);
    if (what == ABSENT)
        return;
    world_put(t, "kind %s\n",
              what == PRESENT ? "alloc_bytes bytes 1" : "alloc_count count 1");
    for (int i = 0; i < 60; i++)
        world_put(t, "%d 1 app.Main.run;app.Coupon.rule\n",
                  dice_int(d, 300, 400));
    for (int i = 0; i < 90; i++)
        world_put(t, "%d 1 app.Main.run;app.Leaf%d.do\n", dice_int(d, 50, 150),
                  i);
}

/* Whether what is said of the collector names the code that allocates most. */
static bool names_allocator(world what, int seed, bool has_all)
{
    static world_text t;
    const char *const all[] = { t.v };
    dice d = { (uint64_t)seed * 17 + (uint64_t)what };
    bool named = false, said = false;

    allocations(&t, &d, what);
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);
    corr_findings *f = corr_findings_of(
        st, &(corr_findings_about){ .sel = sel, .has_all = has_all }, NULL);
    assert_non_null(f);
    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        if (strcmp(x.id, "GC_CPU") != 0)
            continue;
        said = true;
        named = strstr(x.text, "; Coupon.rule allocates ") != NULL;
        assert_true(named || strstr(x.text, "allocates") == NULL);
    }
    assert_true(said);
    corr_findings_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
    return named;
}

static void the_code_that_allocates_most_is_named(void **state)
{
    int found[WORLD_KINDS] = { 0 };

    (void)state;
    for (int what = 0; what < WORLD_KINDS; what++)
        for (int seed = 0; seed < WORLDS; seed++)
            found[what] += names_allocator((world)what, seed, true);
    truth_print("top allocator", found);
    assert_false(names_allocator(PRESENT, 1, false));
}

static void few_samples_show_nothing(void **state)
{
    static const char *const all[] = {
        "kind cpu ns 10\n"
        "10 29 app.Main.run;java.util.regex.Pattern.match\n"
    };
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);

    (void)state;
    assert_false(
        world_shows(st, &(corr_findings_about){ .sel = sel }, "CATEGORY"));
    assert_false(
        world_shows(st, &(corr_findings_about){ .sel = sel }, "WIDE_LEAF"));
    corr_sel_free(sel);
    corr_store_free(st);
}

static void users_add_frames_and_take_them_away(void **state)
{
    static const char *const all[] = {
        "kind cpu ns 10\n"
        "10 60 app.Main.run;java.util.regex.Pattern.match\n"
        "10 60 app.Main.run;app.Templates.fill\n"
    };
    const corr_frame_list list = {
        "mine.txt",
        corr_str_of("# ours\nregex -java.util.\ntemplates *Templates\n")
    };
    corr_store *st = test_store(all, 1);
    corr_sel *sel = test_select(st);
    corr_findings *f = corr_findings_of(
        st, &(corr_findings_about){ .sel = sel, .list = &list, .nlist = 1 },
        NULL);
    bool templates = false;

    (void)state;
    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        assert_false(corr_str_is(x.subject, "regex"));
        templates |= corr_str_is(x.subject, "templates");
    }
    assert_true(templates);
    corr_findings_free(f);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_line_that_is_no_entry_is_an_error(void **state)
{
    static const char *const all[] = { "kind cpu ns 10\n10 60 a;b\n" };
    static const corr_frame_list list = { "mine.txt", { "regex\n", 6 } };
    corr_store *st = test_store(all, 1);
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_findings_of(
        st, &(corr_findings_about){ .list = &list, .nlist = 1 }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, "mine.txt:1: no \"CATEGORY PATTERN\" in "
                                  "\"regex\"");
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_of_code_are_found),
        cmocka_unit_test(the_code_that_allocates_most_is_named),
        cmocka_unit_test(few_samples_show_nothing),
        cmocka_unit_test(users_add_frames_and_take_them_away),
        cmocka_unit_test(a_line_that_is_no_entry_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
