/* Tests of clock_search: made-up worlds whose start is known, and worlds in
 * which samples and spans have nothing to do with each other. */
#include "store/clock_search.h"

#include <stdlib.h>

#include "corr_sort.h"
#include "test/testing.h"

#define MS    INT64_C(1000000)
#define START INT64_C(1795278052160306500)

enum { SPANS = 160, SAMPLES = 20000 };

/* A server that works on one request at a time, and its profiler. */
typedef struct world {
    uint64_t seed;
    stretch code[SPANS];
    int64_t start[SPANS], length[SPANS], sample[SAMPLES];
    size_t spans, samples;
} world;

/* Below n. */
static int64_t draw(world *w, int64_t n)
{
    w->seed = w->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int64_t)((w->seed >> 33) % (uint64_t)n);
}

/* Lays the spans anew; each lasts as long as before, or 10 to 90 ms. */
static void lay_spans(world *w, size_t n)
{
    int64_t at = START + 3000 * MS;

    for (size_t i = 0; i < n; i++) {
        const int64_t length =
            w->length[i] ? w->length[i] : 10 * MS + draw(w, 80 * MS);
        at += 1 * MS + draw(w, 150 * MS);
        w->code[i] = (stretch){ at, at + length };
        w->start[i] = at;
        w->length[i] = length;
        at += length;
    }
    w->spans = n;
}

/* A sample each 5 ms or so from 1 s after the start of the clock: busy in most
 * of the code, and rarely elsewhere. */
static void take_samples(world *w, int64_t until)
{
    size_t k = 0;

    w->samples = 0;
    for (int64_t t = 1000 * MS; t < until; t += 4 * MS + draw(w, 2 * MS)) {
        while (k < w->spans && w->code[k].to <= START + t)
            k++;
        const bool runs = k < w->spans && w->code[k].from <= START + t;
        if (draw(w, 100) < (runs ? 80 : 4) && w->samples < SAMPLES)
            w->sample[w->samples++] = t;
    }
}

static world *world_of(uint64_t seed, size_t n)
{
    world *w = calloc(1, sizeof *w);

    assert_non_null(w);
    w->seed = seed;
    lay_spans(w, n);
    take_samples(w, w->code[n - 1].to - START + 2000 * MS);
    return w;
}

static clock_search_found search_in(const world *w)
{
    clock_search_found f;
    const clock_search_about about = { .sample = w->sample,
                                       .nsample = w->samples,
                                       .code = w->code,
                                       .ncode = w->spans,
                                       .start = w->start,
                                       .nspan = w->spans,
                                       .length = 50 * MS };

    assert_true(clock_search_start(&about, &f));
    return f;
}

static void assert_found(const clock_search_found *f, uint64_t seed)
{
    const int64_t error = f->offset - START;

    if (f->end != CLOCK_FOUND || error > 5 * MS || error < -5 * MS)
        fail_msg("seed %d: end %d, %lld ns off", (int)seed, f->end,
                 (long long)error);
    assert_true(error <= f->u && -error <= f->u);
}

static void the_true_start_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world *w = world_of(seed, SPANS);
        const clock_search_found f = search_in(w);
        assert_found(&f, seed);
        assert_true(f.second < 0.5);
        free(w);
    }
}

static void shuffled_spans_are_refused(void **state)
{
    world *w = world_of(7, SPANS);
    unsigned found = 0;

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        lay_spans(w, SPANS);
        found += search_in(w).end == CLOCK_FOUND;
    }
    free(w);
    assert_true(found <= 1);
}

static void spans_of_a_part_of_the_time_are_enough(void **state)
{
    world *w = world_of(3, SPANS);

    (void)state;
    memmove(w->code, w->code + 100, 60 * sizeof *w->code);
    memmove(w->start, w->start + 100, 60 * sizeof *w->start);
    w->spans = 60;
    const clock_search_found f = search_in(w);
    assert_found(&f, 3);
    free(w);
}

static void too_little_is_refused(void **state)
{
    world *w = world_of(5, SPANS);

    (void)state;
    w->samples = 199;
    assert_int_equal(search_in(w).end, CLOCK_FEW_SAMPLES);
    w->samples = 400;
    w->spans = 29;
    assert_int_equal(search_in(w).end, CLOCK_FEW_SPANS);
    w->spans = SPANS;
    w->sample[w->samples - 1] = INT64_C(86400000) * MS;
    assert_int_equal(search_in(w).end, CLOCK_TOO_LONG);
    w->sample[0] = INT64_MIN + 1;
    w->sample[w->samples - 1] = INT64_MAX;
    assert_int_equal(search_in(w).end, CLOCK_TOO_LONG);
    free(w);
}

/* Each start that is a period off fits nearly as well. */
static void a_load_like_clockwork_is_refused(void **state)
{
    world *w = world_of(9, SPANS);

    (void)state;
    for (size_t i = 0; i < SPANS; i++) {
        w->start[i] = START + 3000 * MS + (int64_t)i * 200 * MS;
        w->code[i] = (stretch){ w->start[i], w->start[i] + 50 * MS };
    }
    take_samples(w, w->code[SPANS - 1].to - START + 2000 * MS);
    assert_int_not_equal(search_in(w).end, CLOCK_FOUND);
    free(w);
}

static void a_server_that_never_rests_is_refused(void **state)
{
    world *w = world_of(9, SPANS);

    (void)state;
    for (size_t i = 0; i < SPANS; i++) {
        w->start[i] = START + 3000 * MS + (int64_t)i * 200 * MS;
        w->code[i] = (stretch){ w->start[i], w->start[i] + 200 * MS };
    }
    take_samples(w, w->code[SPANS - 1].to - START);
    assert_int_not_equal(search_in(w).end, CLOCK_FOUND);
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_true_start_is_found),
        cmocka_unit_test(shuffled_spans_are_refused),
        cmocka_unit_test(spans_of_a_part_of_the_time_are_enough),
        cmocka_unit_test(too_little_is_refused),
        cmocka_unit_test(a_load_like_clockwork_is_refused),
        cmocka_unit_test(a_server_that_never_rests_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
