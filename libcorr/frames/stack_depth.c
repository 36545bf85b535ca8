#include "frames/stack_depth.h"

#include "base/base.h"
#include "frames/frames.h"

/* Usual depth limits.  Go up to 1.22 and JFR stop at 64, Linux at 127, Go since
 * 1.23 at 128, async-profiler at 2048; users set the others. */
static const uint32_t usual[] = { 64, 127, 128, 256, 512, 1024, 2048 };

enum { LEAST_STACKS = 10 }; /* fewer may be this deep by chance */

/* Whether the root frame marks missing frames, as some recorders write. */
static bool has_cut_mark(const input *in, uint32_t stack, size_t root)
{
    const uint32_t frame =
        narrow_at(&in->stack.frame, in->stack.at.v[stack] + root);

    return corr_str_is(input_frame(in, frame).function, "[truncated]");
}

static void count_depth(depth_end *d, uint32_t n, bool cut)
{
    if (n > d->most)
        *d = (depth_end){ .most = n };
    if (n < d->most)
        return;
    d->n++;
    d->cut |= cut;
}

void depth_add(depth_end *d, const input *in)
{
    for (uint32_t i = 1; i < in->stack.n.n; i++) {
        const uint32_t n = in->stack.n.v[i];
        if (n == 0 || n < d->most)
            continue;
        const uint32_t root = (uint32_t)frames_of_threads(in, i);
        const bool cut = has_cut_mark(in, i, root);
        count_depth(d, n - root - cut, cut);
    }
}

bool depth_is_cut(const depth_end *d)
{
    if (d->cut)
        return true;
    for (size_t i = 0; i < countof(usual); i++)
        if (d->most == usual[i])
            return d->n >= LEAST_STACKS;
    return false;
}

bool depth_differs(const depth_end side[2])
{
    return (depth_is_cut(&side[0]) && side[1].most > side[0].most) ||
           (depth_is_cut(&side[1]) && side[0].most > side[1].most);
}
