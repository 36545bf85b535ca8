/* Tests of what the rules say if a tracer keeps every 2nd, 5th or 10th request:
 * a pattern is still found, its part of the requests stays within its interval,
 * and nothing is found where nothing is. */
#include <math.h>

#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/test/findings_world.h"
#include "stats/distributions.h"

enum { US = 1000, REQUESTS = 200, SEEDS = 100, SHOWS_PERCENT = 40 };

/* The requests of one world, and what is true of those that are kept. */
typedef struct kept {
    world_text to;
    dice d;
    int every;              /* one of so many requests is kept */
    int requests, patterns; /* kept, and those that show the pattern */
    double cost;            /* us that the pattern takes in them */
} kept;

typedef enum call_kind { SERVER = 2, CLIENT = 3 } call_kind;

static int span(kept *k, int up, int from, int to, const char *service,
                call_kind kind, bool failed, const char *name)
{
    world_put(&k->to, "span %x %x %d %d %s - %d %d %s\n", ++k->to.ids,
              (unsigned)up, from, to, service, kind, failed ? 2 : 1, name);
    return k->to.ids;
}

static int request(kept *k, int us)
{
    return span(k, 0, 0, us, "web", SERVER, false, "GET /");
}

/* ---- requests: each returns the us that its pattern takes -------------------- */

typedef int make_request(kept *k, bool shows);

/* Tries within tries: 3 to 5 of 3 each. */
static int multiplied(kept *k, bool shows)
{
    const int outer = dice_int(&k->d, 3, 5);
    const int each = dice_int(&k->d, 5, 40) * US;
    const int call = 3 * (each + US);
    const int root = request(k, outer * (call + 2 * US) + 50 * US);

    for (int i = 0; i < (shows ? outer : 1); i++) {
        const int from = US + i * (call + 2 * US);
        const int up =
            span(k, root, from, from + call, "web", CLIENT, shows, "POST /o");
        for (int n = 0; n < (shows ? 3 : 1); n++)
            span(k, up, from + n * (each + US), from + n * (each + US) + each,
                 "web", CLIENT, shows, "POST /pay");
    }
    return -1;
}

static int call_of(kept *k, int us, bool failed)
{
    const int root = request(k, us + 10 * US);

    span(k, root, US, US + us, "web", CLIENT, failed, "GET /price");
    return us;
}

/* A call that is given up after half a second. */
static int timed_out(kept *k, bool shows)
{
    return shows ? call_of(k, 500 * US + dice_int(&k->d, 0, 4 * US), true)
                 : call_of(k, dice_int(&k->d, 20 * US, 300 * US), false);
}

/* Calls that fail after any time: a quarter after half a second, by chance. */
static int failed_anyhow(kept *k, bool shows)
{
    (void)shows;
    return call_of(k,
                   dice_int(&k->d, 1, 4) == 1
                       ? 500 * US
                       : dice_int(&k->d, 300 * US, 2000 * US),
                   true);
}

/* A server that begins late in its call. */
static int queued(kept *k, bool shows)
{
    const int whole = dice_int(&k->d, 50, 800) * US;
    const int percent = shows ? dice_int(&k->d, 30, 80) : dice_int(&k->d, 0, 3);
    const int root = request(k, whole + 20 * US);
    const int call =
        span(k, root, US, US + whole, "web", CLIENT, false, "GET /price");

    span(k, call, US + whole / 100 * percent, US + whole, "price", SERVER,
         false, "GET /price");
    return whole / 100 * percent;
}

/* ---- what is found ------------------------------------------------------------ */

/* Every request is made, so that those kept are the same ones; a request that is
 * not kept leaves no line. */
static void make_requests(kept *k, make_request *make, bool present)
{
    world_begin(&k->to);
    k->requests = k->patterns = 0;
    k->cost = 0;
    world_put(&k->to, "us\ntag host.name h\n");
    for (int i = 0; i < REQUESTS; i++) {
        const size_t before = k->to.n;
        const bool shows = present && dice_int(&k->d, 1, 100) <= SHOWS_PERCENT;
        world_put(&k->to, "trace %d\n", i + 1);
        const int us = make(k, shows);
        if (i % k->every) {
            k->to.n = before;
            k->to.v[before] = '\0';
            continue;
        }
        k->requests++;
        k->patterns += shows;
        k->cost += shows ? us : 0;
    }
}

/* The finding of a rule; without it, .of is 0. */
static corr_finding finding_of(const kept *k, const char *id)
{
    const char *const all[] = { k->to.v };
    corr_store *st = test_store(all, 1);
    corr_findings *f = corr_findings_of(
        st, &(corr_findings_about){ .many_traces = true }, NULL);
    corr_finding found = { 0 };

    assert_non_null(f);
    for (uint32_t i = 0; i < corr_findings_size(f); i++)
        if (strcmp(corr_findings_at(f, i).id, id) == 0)
            found = corr_findings_at(f, i);
    corr_findings_free(f);
    corr_store_free(st);
    return found; /* its texts are gone */
}

static const int every[] = { 1, 2, 5, 10 };

/* Judges a rule in worlds with and without the pattern. */
static void judge_kept(const char *id, make_request *make, make_request * not )
{
    static kept k;
    int covered = 0, judged = 0, invented = 0;

    for (int seed = 0; seed < SEEDS; seed++)
        for (size_t e = 0; e < countof(every); e++) {
            double lo, hi;
            k.every = every[e];
            k.d = (dice){ (uint64_t)seed * 977 };
            make_requests(&k, make, true);
            const corr_finding x = finding_of(&k, id);
            assert_int_equal(x.of, k.requests);
            assert_int_equal(x.requests, k.patterns);
            if (k.cost > 0) /* in ns, and within the roundings of a percent */
                assert_true(fabs((double)x.cost / US - k.cost) <=
                            0.01 * k.cost);
            stat_wilson(x.requests, x.of, &lo, &hi);
            covered += 100 * lo <= SHOWS_PERCENT && SHOWS_PERCENT <= 100 * hi;
            judged++;
            k.d = (dice){ (uint64_t)seed * 977 + 1 };
            make_requests(&k, not, false);
            invented += finding_of(&k, id).of > 0;
        }
    print_message("# %-18s covered %3d  invented %3d  of %d\n", id, covered,
                  invented, judged);
    assert_true(covered * 100 >= judged * 90);
    assert_true(invented * 100 <= judged * MOST_WRONG);
}

static void tries_within_tries_are_found_in_kept_requests(void **state)
{
    (void)state;
    judge_kept("RETRIES_MULTIPLY", multiplied, multiplied);
}

static void timeouts_are_found_in_kept_requests(void **state)
{
    (void)state;
    judge_kept("ROUND_TIMEOUT", timed_out, timed_out);
}

static void other_failures_are_no_timeouts_in_kept_requests(void **state)
{
    (void)state;
    judge_kept("ROUND_TIMEOUT", timed_out, failed_anyhow);
}

static void queues_are_found_in_kept_requests(void **state)
{
    (void)state;
    judge_kept("SERVER_QUEUE", queued, queued);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tries_within_tries_are_found_in_kept_requests),
        cmocka_unit_test(timeouts_are_found_in_kept_requests),
        cmocka_unit_test(other_failures_are_no_timeouts_in_kept_requests),
        cmocka_unit_test(queues_are_found_in_kept_requests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
