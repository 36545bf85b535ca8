/* Tests of what the rules say of traces of which spans were left out: what was
 * counted is a lower bound, and nothing is said to be the next, or all. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/test/findings_world.h"

enum { US = 1000 };

typedef struct thinned {
    world_text to;
    dice d;
    int percent; /* of the calls that are left out */
    int lost, calls;
} thinned;

static int request(thinned *t, int us)
{
    world_put(&t->to, "us\nspan %x 0 0 %d web - 2 1 GET /\n",
              (unsigned)++t->to.ids, us);
    return t->to.ids;
}

/* A call and what its server recorded; the call itself may be left out. */
static void call(thinned *t, int up, int from, int to, bool failed,
                 const char *name)
{
    const bool is_lost = dice_int(&t->d, 1, 100) <= t->percent;
    const int id = ++t->to.ids;

    t->calls++;
    t->lost += is_lost;
    if (!is_lost)
        world_put(&t->to, "span %x %x %d %d web - 3 %d %s\n", (unsigned)id,
                  (unsigned)up, from, to, failed ? 2 : 1, name);
    world_put(&t->to, "span %x %x %d %d back - 2 1 %s\n", (unsigned)++t->to.ids,
              (unsigned)id, from + 1, to - 1, name);
}

/* ---- worlds --------------------------------------------------------------- */

/* Calls of one name, four at the same time. */
static void batches(thinned *t)
{
    const int root = request(t, 20 * 40 * US);

    for (int i = 0; i < 80; i++)
        call(t, root, i / 4 * 40 * US, i / 4 * 40 * US + 38 * US, false,
             "GET /item");
}

static void one_by_one(thinned *t)
{
    const int n = dice_int(&t->d, 12, 40);
    const int root = request(t, n * 20 * US);

    for (int i = 0; i < n; i++)
        call(t, root, i * 20 * US, i * 20 * US + 18 * US, false, "GET /item");
}

/* Different reads in a row; a write between them may be left out. */
static void reads(thinned *t)
{
    static const char *const name[] = { "GET /a", "GET /b", "PUT /c", "GET /d",
                                        "GET /e" };
    const int root = request(t, 5 * 50 * US);

    for (int i = 0; i < 5; i++)
        call(t, root, i * 50 * US, i * 50 * US + 48 * US, false, name[i]);
}

/* Attempts of which the last one works. */
static void attempts(thinned *t)
{
    const int n = dice_int(&t->d, 5, 9);
    const int root = request(t, n * 60 * US);

    for (int i = 0; i < n; i++)
        call(t, root, i * 60 * US, i * 60 * US + 40 * US, i + 1 < n,
             "POST /pay");
}

static void many(thinned *t)
{
    const int root = request(t, 900 * US);

    for (int i = 0; i < 150; i++)
        call(t, root, i * 10, 800 * US, false, "GET /a");
}

/* ---- what is said ----------------------------------------------------------- */

typedef void say(const thinned *t, const corr_finding *x, int *n);

static void a_lower_bound(const thinned *t, const corr_finding *x, int *n)
{
    assert_true(x->n <= t->calls - t->lost);
    assert_non_null(strstr(x->text, "at least "));
    assert_null(strstr(x->text, "sequential"));
    assert_null(strstr(x->text, "all of them"));
    ++*n;
}

static void nothing(const thinned *t, const corr_finding *x, int *n)
{
    (void)t;
    fail_msg("%s: %s", x->id, x->text);
    ++*n;
}

/* The number of worlds in which spans were left out and the rule spoke. */
static int look_at(void (*make)(thinned *t), const char *id, say *check)
{
    int n = 0;

    for (int seed = 0; seed < WORLDS; seed++) {
        static thinned t;
        const char *const all[] = { t.to.v };
        world_begin(&t.to);
        t.d = (dice){ (uint64_t)seed * 411 };
        t.percent = 15 + seed % 4 * 20;
        t.lost = t.calls = 0;
        make(&t);
        if (t.lost == 0)
            continue;
        corr_store *st = test_store(all, 1);
        corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);
        corr_findings *f = corr_findings_of(
            st, &(corr_findings_about){ .w = w, .span = UINT32_MAX }, NULL);
        assert_non_null(f);
        for (uint32_t i = 0; i < corr_findings_size(f); i++) {
            const corr_finding x = corr_findings_at(f, i);
            if (strcmp(x.id, id) == 0)
                check(&t, &x, &n);
        }
        corr_findings_free(f);
        corr_waterfall_free(w);
        corr_store_free(st);
    }
    print_message("# %-18s %3d of %d traces with lost spans\n", id, n, WORLDS);
    return n;
}

static void calls_are_counted_from_below(void **state)
{
    (void)state;
    assert_true(look_at(one_by_one, "N_PLUS_ONE", a_lower_bound) > 50);
    look_at(batches, "N_PLUS_ONE", a_lower_bound);
    assert_true(look_at(many, "FAN_OUT", a_lower_bound) > 50);
    assert_true(look_at(attempts, "RETRIES", a_lower_bound) > 30);
}

static void no_call_is_the_next_one(void **state)
{
    (void)state;
    look_at(reads, "IN_A_ROW", nothing);
}

/* Only the caller of the request is in no file, as of most requests. */
static void a_caller_elsewhere_lacks_nothing(void **state)
{
    static const char *const all[] = {
        "us\nspan 1 99 0 400000 web - 2 1 GET /\n"
        "span 2 1 0 100000 web - 3 1 GET /a\n"
        "span 3 1 100001 200000 web - 3 1 GET /b\n"
        "span 4 1 200001 300000 web - 3 1 GET /c\n"
    };
    corr_store *st = test_store(all, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);

    (void)state;
    assert_true(world_shows(
        st, &(corr_findings_about){ .w = w, .span = UINT32_MAX }, "IN_A_ROW"));
    corr_waterfall_free(w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_counted_from_below),
        cmocka_unit_test(no_call_is_the_next_one),
        cmocka_unit_test(a_caller_elsewhere_lacks_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
