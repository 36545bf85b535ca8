#include "frames/frames.h"

/* Verdict on a function: judged; not shown; shown from here on. */
enum { JUDGED = 1, HIDDEN = 2, FROM = 4 };

corr_code frames_init(frames *f, const corr_store *store, key_grain grain,
                      const corr_show *show, corr_err *err)
{
    corr_err why = { 0 };

    *f = (frames){ 0 };
    keys_init(&f->keys, store, grain);
    f->verdict = corr_arena_new(&f->keys.arena, uint8_t *, store->input.n);
    if (!f->verdict || f->keys.failed)
        return corr_no_memory(err);
    if (match_option(&f->hide, show->hide, &why) &&
        match_option(&f->show, show->show, &why) &&
        match_option(&f->from, show->show_from, &why))
        return CORR_OK;
    return corr_fail(err, why.code, "%s", why.what);
}

void frames_clear(frames *f)
{
    keys_clear(&f->keys);
    vec_free(&f->key);
    vec_free(&f->kept);
    match_free(f->hide);
    match_free(f->show);
    match_free(f->from);
    *f = (frames){ 0 };
}

static uint8_t judge_function(frames *f, const input *in, uint32_t func)
{
    char buf[CORR_FRAME_NAME_MAX];
    const corr_str name = input_func_name(in, func, buf);
    uint8_t verdict = JUDGED;

    if (match_text(f->hide, name) || (f->show && !match_text(f->show, name)))
        verdict |= HIDDEN;
    if (match_text(f->from, name))
        verdict |= FROM;
    return verdict;
}

/* Copies the shown frames to f->kept, which has room for all. */
static bool keep_shown(frames *f, uint32_t in, const narrow_part *all)
{
    const input *rows = store_input(f->keys.store, in);
    bool started = f->from == NULL;

    if (!f->verdict[in])
        f->verdict[in] = corr_arena_new(&f->keys.arena, uint8_t, rows->func.n);
    if (!f->verdict[in])
        return false;
    for (size_t i = 0; i < all->n; i++) {
        const uint32_t frame = narrow_part_at(all, i);
        const uint32_t func = rows->frame.v[frame].func;
        uint8_t *verdict = &f->verdict[in][func];
        if (!*verdict)
            *verdict = judge_function(f, rows, func);
        started = started || (*verdict & FROM);
        if (started && !(*verdict & HIDDEN))
            f->kept.v[f->kept.n++] = frame;
    }
    return true;
}

size_t frames_of_threads(const input *in, uint32_t stack)
{
    const size_t at = in->stack.at.v[stack];
    size_t n = 0;

    while (n + 1 < in->stack.n.v[stack] &&
           in->frame.v[narrow_at(&in->stack.frame, at + n)].type ==
               CORR_FRAME_THREAD)
        n++;
    return n;
}

bool frames_shown(frames *f, uint32_t in, uint32_t stack, narrow_part *shown)
{
    const input *rows = store_input(f->keys.store, in);
    const size_t skip = frames_of_threads(rows, stack);
    const size_t n = rows->stack.n.v[stack] - skip;

    *shown =
        narrow_part_of(&rows->stack.frame, rows->stack.at.v[stack] + skip, n);
    if (n == 0 || !frames_are_chosen(f))
        return true;
    f->kept.n = 0;
    if (!vec_reserve(&f->kept, n) || !keep_shown(f, in, shown))
        return false;
    *shown = (narrow_part){ f->kept.v, f->kept.n, true };
    return true;
}

uint32_t frames_nothing(frames *f, uint32_t in, uint32_t stack)
{
    const input *rows = store_input(f->keys.store, in);

    return keys_add_text(&f->keys, rows->stack.n.v[stack]
                                       ? CORR_STR("[hidden]")
                                       : CORR_STR("[no stack]"));
}

/* Copies the known keys of the frames to f->key.  False: a frame has no key
 * yet. */
static bool copy_frame_keys(frames *f, uint32_t in, const narrow_part *shown)
{
    const uint32_t *of = f->keys.of_frame[in];
    bool all = true;

    f->key.n = shown->n;
    for (size_t i = 0; of && i < shown->n; i++)
        all &= (f->key.v[i] = of[narrow_part_at(shown, i)]) != 0;
    return all && (of || !shown->n);
}

static void add_frame_keys(frames *f, uint32_t in, const narrow_part *shown)
{
    const uint32_t *of = f->keys.of_frame[in];
    uint32_t frame[KEYS_AT_ONCE];

    for (size_t i = 0; i < shown->n;) {
        size_t n = 0;
        for (; i < shown->n && n < KEYS_AT_ONCE; i++) {
            frame[n] = narrow_part_at(shown, i);
            n += !of || !of[frame[n]];
        }
        keys_add_frames(&f->keys, in, frame, n);
    }
}

bool frames_of(frames *f, uint32_t in, uint32_t stack)
{
    narrow_part shown;

    f->key.n = 0;
    if (f->keys.failed || !frames_shown(f, in, stack, &shown) ||
        !vec_reserve(&f->key, shown.n + 1))
        return false;
    if (!copy_frame_keys(f, in, &shown)) {
        add_frame_keys(f, in, &shown);
        if (f->keys.failed)
            return false;
        copy_frame_keys(f, in, &shown);
    }
    if (shown.n == 0)
        f->key.v[f->key.n++] = frames_nothing(f, in, stack);
    return !f->keys.failed;
}

void frames_warn(const frames *f, corr_store *store)
{
    if (match_limited(f->hide) || match_limited(f->show) ||
        match_limited(f->from))
        remark_warn(store, .rule = REMARK_PATTERN_LIMIT);
}
