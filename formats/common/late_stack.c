/* late_stack - stacks as paths of numbers, bound at the end. */
#include "common/late_stack.h"

#include "common/reader.h"

late_stack *late_stack_of(late_stacks *s, corr_build *b, const uint32_t *path,
                          size_t n)
{
    uint32_t *at = reader_entry(b, &s->known, path, n * sizeof *path);

    if (!at)
        return NULL;
    if (*at == 0) {
        const size_t from = s->path.n;
        if (s->stack.n == UINT32_MAX - 1 ||
            !corr_vec_reserve(b, &s->stack, 1) ||
            !corr_vec_append(b, &s->path, path, n))
            return NULL;
        s->stack.v[s->stack.n++] =
            (late_stack){ from, (uint32_t)n, corr_later_stack(b), 0 };
        *at = (uint32_t)s->stack.n;
    }
    return &s->stack.v[*at - 1];
}

void late_stacks_reset(late_stacks *s)
{
    corr_map_clear(&s->known);
    s->stack.n = s->path.n = 0;
}

void late_stacks_clear(late_stacks *s)
{
    corr_map_clear(&s->known);
    corr_vec_free(&s->stack);
    corr_vec_free(&s->path);
}
