/* Deep stacks: the middle of a stack beyond limits.frames is left out; its root
 * and its leaf stay (corr-methods 7.1). */
#include "base/base.h"
#include "model/build_private.h"

enum {
    MANY = 1 << 24, /* frames in deep stacks, from which on these keep FEW: a
                       chain of calls that is sampled at each of millions of
                       depths must fit into memory */
    FEW = 64,
    LEAST = 2 /* the gap and the leaf */
};

corr_stack_cut corr_cut_stack(const corr_build *b, size_t n, size_t held)
{
    size_t most = b->limits.frames > LEAST ? b->limits.frames : LEAST;

    if (b->deep.held + held > MANY && most > FEW)
        most = FEW;
    if (n <= most)
        return (corr_stack_cut){ n, 0, 0 };
    const size_t root = (most - 1) / 2, leaf = most - 1 - root;
    return (corr_stack_cut){ root, n - root - leaf, leaf };
}

static uint32_t gap_frame(corr_build *b, uint64_t n)
{
    const corr_text none = { 0 };
    const corr_text name = corr_add_text(b, CORR_STR(CORR_FRAMES_LEFT_OUT));
    const corr_frame_row row = { .func = corr_add_func(b, name, none, none) };

    b->deep.is_open = true;
    b->deep.stacks++;
    b->deep.frames = b->deep.frames + n < n ? UINT64_MAX : b->deep.frames + n;
    return corr_add_frame(b, &row).i;
}

void corr_push_gap(corr_build *b, uint64_t n)
{
    corr_push_frame(b, (corr_frame){ gap_frame(b, n) });
}

bool build_keep_frames(corr_build *b)
{
    const size_t n = b->open_stack.n;
    const corr_stack_cut cut = corr_cut_stack(b, n, 0);

    b->kept = b->open_stack.v;
    b->nkept = n;
    if (!cut.gap)
        return true;
    b->nkept = cut.root + 1 + cut.leaf;
    if (!vec_reserve(&b->deep.stack, b->nkept))
        return build_no_memory(b);
    uint32_t *to = b->deep.stack.v;
    if (cut.root)
        memcpy(to, b->open_stack.v, cut.root * sizeof *to);
    to[cut.root] = gap_frame(b, cut.gap);
    memcpy(to + cut.root + 1, b->open_stack.v + n - cut.leaf,
           cut.leaf * sizeof *to);
    b->kept = to;
    return b->err.code == CORR_OK;
}

void build_warn_deep(corr_build *b)
{
    const bool one = b->deep.stacks == 1;

    if (b->deep.stacks)
        corr_note(b, "DEEP_STACKS",
                  "%llu stack%s too deep; %llu frame%s of the middle left out",
                  (unsigned long long)b->deep.stacks, one ? " is" : "s are",
                  (unsigned long long)b->deep.frames,
                  corr_plural(b->deep.frames));
}
