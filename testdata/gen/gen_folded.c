/*
 * gen_folded - collapsed stacks, every line a stack of its own, unsorted.
 *
 *   gen_folded LINES FUNCTIONS MIN_DEPTH MAX_DEPTH SEED >out.folded
 */
#include <string.h>

#include "gen.h"

typedef struct stacks {
    uint32_t **frames; /* [n] */
    int *depth;        /* [n] */
} stacks;

/* Stack i: the first half and more of an earlier one, then a new way down. */
static void grow(stacks *s, long i, int depth, long nfunc, gen_random *r)
{
    uint32_t *f = gen_array((size_t)depth, sizeof *f);
    int k = 0;

    if (i > 0) {
        uint64_t from = gen_below(r, (uint64_t)i);
        int most = s->depth[from] < depth ? s->depth[from] : depth;
        k = most / 2 + (int)gen_below(r, (uint64_t)(most - most / 2));
        memcpy(f, s->frames[from], (size_t)k * sizeof *f);
    }
    for (; k < depth; k++)
        f[k] = k < 3 ? (uint32_t)k : gen_callee(r, f[k - 1], nfunc);
    s->frames[i] = f;
    s->depth[i] = depth;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fputs("usage: gen_folded LINES FUNCTIONS MIN MAX SEED\n", stderr);
        return 2;
    }
    long n = atol(argv[1]);
    long nfunc = atol(argv[2]);
    int min = atoi(argv[3]);
    int max = atoi(argv[4]);
    gen_random r = gen_seed(atol(argv[5]));
    stacks s = { gen_array((size_t)n, sizeof *s.frames),
                 gen_array((size_t)n, sizeof *s.depth) };

    for (long i = 0; i < n; i++) {
        int depth = min + (int)gen_below(&r, (uint64_t)(max - min + 1));
        grow(&s, i, depth, nfunc, &r);
        for (int k = 0; k < depth; k++) {
            long f = (long)s.frames[i][k];
            printf("%scom/acme/s%ld/p%ld/Cls%ld.m%ld", k ? ";" : "", f % 37,
                   f % 211, f % 977, f);
        }
        printf(" %lu\n", (unsigned long)(1 + gen_skew(&r, 500)));
    }
    return 0;
}
