/*
 * collapsed_stack - the frames of a line.
 *
 * Files are often sorted, so neighbouring lines share prefixes: names shared
 * with the previous line are not looked up again.  A stack is ended after the
 * names of the next one are known; meanwhile the memory that its look-up needs
 * is prefetched.
 */
#include "collapsed/collapsed.h"
#include "common/byte_block.h"
#include "common/text_piece.h"

enum { AT_A_TIME = 64 }; /* frames looked up together */

/* ---- what the line before has -------------------------------------------- */

/* The length of the common prefix. */
static size_t common_prefix(const char *a, const char *b, size_t n)
{
    size_t i = 0;

    for (; i + BLOCK <= n; i += BLOCK) {
        const uint64_t differ = ~block_alike(a + i, b + i);
        if (differ)
            return i + block_low(differ);
    }
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

/* Whether a name of the previous line that ends at `end` also ends here. */
static bool ends_name(corr_str text, size_t end)
{
    return end == text.n || text.p[end] == ';';
}

/* The number of frames shared with the previous stack; all roots, or 0.  The
 * rest of the line decides where a command line ends (collapsed_cut_name). */
static size_t frames_before(const collapsed_last *last, corr_str text,
                            size_t same)
{
    size_t lo = 0, n = last->end.n;

    /* the first name that does not end in the shared prefix; no branch could be
     * predicted here */
    for (; n > 1; n -= n / 2)
        lo += last->end.v[lo + n / 2 - 1] <= same ? n / 2 : 0;
    lo += n && last->end.v[lo] <= same;
    if (lo && !ends_name(text, last->end.v[lo - 1]))
        lo--;
    return lo < last->nroot || corr_str_starts(text, "process ") ? 0 : lo;
}

/* Stores the text, of which the first `same` bytes are already there. */
static void keep_text(collapsed_frames *f, corr_str text, size_t same)
{
    f->last.text.n = same;
    if (text.n > same)
        (void)corr_vec_append(f->b, &f->last.text, text.p + same,
                              text.n - same);
}

/* ---- names --------------------------------------------------------------- */

/* The semicolons in the block at `at`. */
static inline uint64_t marks_at(corr_str text, size_t at)
{
    const size_t left = text.n - at;
    char tail[BLOCK] = { 0 };

    if (left >= BLOCK)
        return block_equal(text.p + at, ';');
    if (text.n >= BLOCK) /* the last block, which begins earlier to end with the
                            text */
        return block_equal(text.p + text.n - BLOCK, ';') >> (BLOCK - left);
    memcpy(tail, text.p + at, left);
    return block_equal(tail, ';');
}

static inline corr_str trim_name(corr_str s)
{
    if (s.n && s.p[0] > ' ' && s.p[s.n - 1] > ' ') /* nearly all names */
        return s;
    s = text_past_blanks(s);
    while (s.n > 0 && text_is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

/* The command line in py-spy's `process 12:"a;b"` may contain semicolons: it
 * ends at the last quote before a semicolon. */
static bool cut_process(corr_str text, size_t *end)
{
    if (!corr_str_starts(text, "process "))
        return false;
    for (*end = text.n; *end > 9; --*end)
        if (text.p[*end - 1] == '"' && ends_name(text, *end))
            return true;
    return false;
}

/* ---- stacks -------------------------------------------------------------- */

/* Reads the roots, up to the first that is no process; returns the offset of
 * the rest. */
static size_t push_roots(collapsed_frames *f, corr_str text)
{
    collapsed_last *last = &f->last;
    bool at_root = true;
    size_t from = 0, end;

    last->thread = (corr_thread){ 0 };
    for (; at_root && from < text.n && corr_vec_reserve(f->b, &last->end, 1);
         from = end + 1) {
        const corr_str rest = { text.p + from, text.n - from };
        if (from > 0 || !cut_process(text, &end))
            end = from + corr_str_find(rest, ';');
        const corr_str name = trim_name((corr_str){ rest.p, end - from });
        if (name.n == 0)
            continue;
        const collapsed_root r = collapsed_root_of(f, name);
        corr_push_frame(f->b, r.frame);
        last->end.v[last->end.n++] = end;
        last->thread = r.thread;
        at_root = r.is_process;
    }
    last->nroot = at_root ? SIZE_MAX : last->end.n;
    return from;
}

/* A batch of names that are looked up together. */
typedef struct batch {
    corr_str name[AT_A_TIME];
    size_t n;
    size_t resume; /* frames shared with the previous stack */
    bool begun;    /* the stack is open */
} batch;

void collapsed_end(collapsed_frames *f)
{
    if (!f->is_open)
        return;
    f->is_open = false;
    f->ended(f->ctx, corr_end_stack(f->b), f->thread);
}

static void begin_stack(collapsed_frames *f, batch *b)
{
    if (b->begun)
        return;
    b->begun = true;
    collapsed_end(f);
    corr_resume_stack(f->b, b->resume);
}

static void push_batch(collapsed_frames *f, batch *b)
{
    uint32_t frame[AT_A_TIME];

    collapsed_frames_of(f, b->name, b->n, frame);
    begin_stack(f, b);
    corr_push_frames(f->b, frame, b->n);
    b->n = 0;
}

static inline void take_name(collapsed_frames *f, batch *b, corr_str text,
                             size_t from, size_t end)
{
    collapsed_last *last = &f->last;
    const corr_str name = trim_name((corr_str){ text.p + from, end - from });

    if (name.n == 0)
        return;
    if (b->n == AT_A_TIME)
        push_batch(f, b);
    if (corr_vec_push(f->b, &last->end, end))
        b->name[b->n++] = name;
}

/* Adds all frames except roots. */
static void push_frames(collapsed_frames *f, batch *b, corr_str text,
                        size_t from)
{
    for (size_t at = from; at < text.n; at += BLOCK)
        for (uint64_t mark = marks_at(text, at); mark; mark &= mark - 1) {
            const size_t end = at + block_low(mark);
            take_name(f, b, text, from, end);
            from = end + 1;
        }
    if (from < text.n)
        take_name(f, b, text, from, text.n);
    push_batch(f, b);
}

void collapsed_stack(collapsed_frames *f, corr_str text)
{
    collapsed_last *last = &f->last;
    const size_t both = text.n < last->text.n ? text.n : last->text.n;
    const size_t same = common_prefix(last->text.v, text.p, both);
    size_t from;
    batch b;

    last->end.n = frames_before(last, text, same);
    b.n = 0;
    b.resume = last->end.n;
    b.begun = false;
    if (last->end.n) {
        from = last->end.v[last->end.n - 1] + 1;
    } else {
        begin_stack(f, &b);
        from = push_roots(f, text);
    }
    push_frames(f, &b, text, from);
    keep_text(f, text, same);
    corr_expect_stack(f->b);
    f->thread = last->thread;
    f->is_open = true;
}
