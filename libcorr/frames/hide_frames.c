/* hide_frames - the stacks of a selection without hidden frames, for writers.
 * */
#include "corr_view.h"
#include "frames/frames.h"
#include "select/select.h"

/* Copies a stack without its hidden frames.  Frames that name a thread stay;
 * only views leave them out. */
static bool show_stack(sel_stacks *to, frames *f, uint32_t number,
                       uint32_t stack, size_t *n)
{
    const input *in = store_input(f->keys.store, number);
    const size_t front = frames_of_threads(in, stack);
    narrow_part shown;

    if (!frames_shown(f, number, stack, &shown))
        return false;
    for (size_t i = 0; i < front; i++)
        to->frame[(*n)++] =
            narrow_at(&in->stack.frame, in->stack.at.v[stack] + i);
    for (size_t i = 0; i < shown.n; i++)
        to->frame[(*n)++] = narrow_part_at(&shown, i);
    return true;
}

static bool show_input(corr_sel *sel, frames *f, uint32_t number)
{
    const input *in = store_input(sel->store, number);
    const size_t nstack = in->stack.n.n;
    sel_stacks *to = &sel->shown[number];
    size_t all = 0, n = 0;

    for (size_t i = 0; i < nstack; i++)
        all += in->stack.n.v[i];
    to->at = corr_arena_new(&sel->arena, size_t, nstack + 1);
    to->frame = corr_arena_new(&sel->arena, uint32_t, all + 1);
    if (!to->at || !to->frame)
        return false;
    for (size_t i = 0; i < nstack; i++) {
        to->at[i] = n;
        if (!show_stack(to, f, number, (uint32_t)i, &n))
            return false;
    }
    to->at[nstack] = n;
    return true;
}

static bool show_all(corr_sel *sel, frames *f)
{
    sel->shown = corr_arena_new(&sel->arena, sel_stacks, sel->store->input.n);
    if (!sel->shown)
        return false;
    for (size_t i = 0; i < sel->part.n; i++)
        if (!sel->shown[sel->part.v[i].input].at &&
            !show_input(sel, f, sel->part.v[i].input))
            return false;
    return true;
}

corr_code corr_sel_show(corr_sel *sel, const corr_show *show, corr_err *err)
{
    frames f;

    if (!show->hide && !show->show && !show->show_from)
        return CORR_OK;
    corr_code code = frames_init(&f, sel->store, KEY_FUNCTION, show, err);
    if (!code && !show_all(sel, &f))
        code = corr_no_memory(err);
    if (!code)
        frames_warn(&f, sel->store);
    frames_clear(&f);
    return code;
}
