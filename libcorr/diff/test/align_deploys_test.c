/* Tests of align, owned and moved together: drawn samples of two deploys. */
#include "diff/align.h"
#include "diff/change_owner.h"

#include <string.h>

#include "test/test_deploys.h"
#include "test/test_whole_tree.h"

enum { FRAMES = 400, ROUNDS = 40 };

static deploys d;
static corr_arena arena;
static diff_tree raw, out;
static align_notes notes;
static double min_abs, *own;

static int teardown(void **state)
{
    (void)state;
    corr_arena_clear(&arena);
    return 0;
}

/* Two deploys, aligned, and who answers for what. */
static void compare(deploys spec, double files)
{
    d = spec;
    d.frames = FRAMES;
    raw = deploys_make(&d, &arena, files);
    min_abs = diff_total(&raw, 0) * .005;
    uint32_t *node_of = corr_arena_new(&arena, uint32_t, raw.n);
    assert_non_null(node_of);
    assert_true(
        align_tree(&raw, &(align_opts){ .min_abs = min_abs, .unit = { 1, 1 } },
                   &out, node_of, &notes, &arena));
    own = corr_arena_new(&arena, double, out.n);
    uint32_t *owner = corr_arena_new(&arena, uint32_t, out.n);
    assert_non_null(own);
    assert_non_null(owner);
    assert_true(change_owner_of(
        &out, &(change_owner_opts){ .min_abs = min_abs, .unit = { 1, 1 } }, own,
        owner, &arena));
}

/* The n nodes that answer for most. */
static void lead_of(uint32_t *lead, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        lead[k] = 0;
        for (uint32_t i = 1; i < out.n; i++) {
            bool taken = false;
            for (uint32_t j = 0; j < k; j++)
                taken = taken || lead[j] == i;
            if (!taken && (!lead[k] || fabs(own[i]) > fabs(own[lead[k]])))
                lead[k] = i;
        }
    }
}

static bool grown_lead(void)
{
    uint32_t lead[DEPLOYS_GROWN] = { 0 };

    lead_of(lead, d.grown_n);
    for (uint32_t k = 0; k < d.grown_n; k++)
        if (!deploys_is_grown(&d, (out.key[lead[k]] - 1) % FRAMES))
            return false;
    return true;
}

/* Returns the part of the least change for which a caller of a changed function
 * answers again. */
static double told_again(void)
{
    uint32_t lead[DEPLOYS_GROWN] = { 0 };
    double most = 0;

    assert_true(d.grown_n > 0);
    lead_of(lead, d.grown_n);
    const double least = fabs(own[lead[d.grown_n - 1]]);
    for (uint32_t k = 0; k < d.grown_n; k++)
        for (uint32_t f = d.parent[d.grown[k]]; f; f = d.parent[f])
            for (uint32_t i = 1; i < out.n; i++)
                if (out.key[i] == f + 1 && !deploys_is_grown(&d, f))
                    most = fmax(most, fabs(own[i]) / least);
    return most;
}

/* Inlined frames that are still in the tree and matter there. */
static uint32_t still_there(void)
{
    double sum[2 * FRAMES + 1] = { 0 };
    uint32_t n = 0;

    for (uint32_t i = out.n; i-- > 1;) {
        sum[i] += out.cost[d.backwards][i];
        sum[out.parent[i]] += sum[i];
        n += sum[i] > min_abs && out.key[i] <= FRAMES &&
             d.inlined[out.key[i] - 1];
    }
    return n;
}

static double sum_of_own(void)
{
    double sum = 0;

    for (uint32_t i = 0; i < out.n; i++)
        sum += own[i];
    return sum;
}

static void grown_frames_lead_and_no_caller_tells_it_again(void **state)
{
    uint32_t inlined = 0;
    uint32_t left = 0;
    uint32_t again = 0;

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compare((deploys){ .seed = round,
                           .grown_n = round % 2 ? 3 : 1,
                           .inline_n = FRAMES / 20,
                           .backwards = round % 4 > 1 },
                3);
        assert_true(grown_lead());
        assert_true(told_again() < .4);
        again += told_again() >= .3;
        assert_true(sum_of_own() == diff_total(&raw, 1) - diff_total(&raw, 0));
        for (uint32_t i = 0; i < notes.n; i++) {
            const align_note *n = &notes.v[i];
            assert_int_equal(n->kind,
                             d.backwards ? ALIGN_INSERTED : ALIGN_INLINED);
            assert_true(d.inlined[(d.backwards ? n->is : n->was) - 1]);
        }
        inlined += notes.n;
        left += still_there();
        teardown(NULL);
    }
    assert_true(again <= 1); /* 2.8 standard errors, once in 40 */
    assert_true(inlined > 8 * ROUNDS);
    assert_true(left < inlined / 50);
}

static void renamed_frames_are_found_under_one_caller(void **state)
{
    uint32_t paired = 0;
    uint32_t one_sided = 0;

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compare((deploys){ .seed = 1000 + round, .rename_n = FRAMES / 20 }, 3);
        for (uint32_t i = 0; i < notes.n; i++)
            if (notes.v[i].kind == ALIGN_RENAMED) {
                assert_int_equal(notes.v[i].is, notes.v[i].was + FRAMES);
                paired++;
            }
        double sum[2][2 * FRAMES + 1] = { { 0 } };
        for (uint32_t i = out.n; i-- > 1;) {
            for (int side = 0; side < 2; side++) {
                sum[side][i] += out.cost[side][i];
                sum[side][out.parent[i]] += sum[side][i];
            }
            one_sided += fmax(sum[0][i], sum[1][i]) > min_abs &&
                         !(fmin(sum[0][i], sum[1][i]) > 0);
        }
        teardown(NULL);
    }
    assert_true(paired > 5 * ROUNDS);
    assert_true(one_sided < paired / 5);
}

/* Cost that moves below an inlined frame did not change: the names show a move
 * before the tree is aligned, and no change afterwards. */
static void what_was_below_an_inlined_frame_has_moved(void **state)
{
    static moved_cost_row before[FRAMES + 1];
    static moved_cost_row after[FRAMES + 1];
    const change_owner_opts o = { .min_abs = 30, .unit = { 1, 1 } };
    uint32_t moved = 0;
    uint32_t still = 0;

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compare((deploys){ .seed = 2000 + round, .inline_n = FRAMES / 20 }, 3);
        moved_cost_of(&raw, &o, FRAMES + 1, before);
        moved_cost_of(&out, &o, FRAMES + 1, after);
        for (uint32_t f = 1; f < FRAMES; f++) {
            moved += before[f + 1].moved;
            still += after[f + 1].moved;
            if (!before[f + 1].moved)
                continue;
            bool below = false;
            for (uint32_t up = f; up; up = d.parent[up])
                below = below || d.inlined[up];
            assert_true(below);
        }
        teardown(NULL);
    }
    assert_true(moved > 50 * ROUNDS);
    assert_true(still < moved / 10);
}

static void the_same_program_twice_is_as_it_was(void **state)
{
    uint32_t owners = 0;

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compare((deploys){ .seed = 3000 + round }, 3);
        assert_int_equal(notes.n, 0);
        assert_int_equal(out.n, raw.n);
        for (uint32_t i = 1; i < out.n; i++)
            owners += fabs(own[i]) > 0;
        teardown(NULL);
    }
    assert_true(owners < ROUNDS);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, teardown)
    const struct CMUnitTest tests[] = {
        TEST(grown_frames_lead_and_no_caller_tells_it_again),
        TEST(renamed_frames_are_found_under_one_caller),
        TEST(what_was_below_an_inlined_frame_has_moved),
        TEST(the_same_program_twice_is_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
