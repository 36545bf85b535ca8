/* test_align - stacks in, stacks out: a tree of two columns, aligned. */
#ifndef CORR_TEST_ALIGN_H
#define CORR_TEST_ALIGN_H

#include <string.h>

#include "diff/align.h"
#include "test/test_diff.h"
#include "test/test_whole_tree.h"

enum { MOST = 600 };

/* Observations of self before and after; a name is at most four letters. */
typedef struct stack {
    const char *path;
    double a, b;
} stack;

static diff_tree in, out;
static align_notes notes;
static uint32_t node_of[MOST];
static corr_arena arena;
static char text[16384];
static align_opts opts;

static inline int setup(void **state)
{
    (void)state;
    opts = (align_opts){ .min_abs = 10, .unit = { 1, 1 } };
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    corr_arena_clear(&arena);
    return 0;
}

/* ---- in and out ----------------------------------------------------------- */

static inline uint32_t key_of(const char *name, size_t n)
{
    uint32_t key = 0;

    assert_true(n > 0 && n <= 4);
    for (size_t i = 0; i < n; i++)
        key |= (uint32_t)(unsigned char)name[i] << 8 * i;
    return key;
}

static inline uint32_t child_of(diff_tree *t, uint32_t parent, uint32_t key)
{
    for (uint32_t i = 1; i < t->n; i++)
        if (t->parent[i] == parent && t->key[i] == key)
            return i;
    assert_true(t->n < MOST);
    t->parent[t->n] = parent;
    t->key[t->n] = key;
    return t->n++;
}

static inline uint32_t node_at(diff_tree *t, const char *path)
{
    uint32_t at = 0;

    for (const char *p = path; *p;) {
        const size_t n = strcspn(p, ";");
        at = child_of(t, at, key_of(p, n));
        p += n + (p[n] == ';');
    }
    return at;
}

static inline void read_stacks(const stack *s, size_t n)
{
    in = diff_tree_new(&arena, MOST);
    in.n = 1;
    for (size_t i = 0; i < n; i++) {
        const uint32_t at = node_at(&in, s[i].path);
        in.cost[0][at] += s[i].a * opts.unit[0];
        in.cost[1][at] += s[i].b * opts.unit[1];
        in.x[0][at] += s[i].a;
        in.x[1][at] += s[i].b;
    }
}

static inline void say(const char *format, ...) CORR_PRINTF(1, 2);
static inline void say(const char *format, ...)
{
    const size_t at = strlen(text);
    va_list ap;

    va_start(ap, format);
    vsnprintf(text + at, sizeof text - at, format, ap);
    va_end(ap);
}

static inline void say_path(const diff_tree *t, uint32_t node)
{
    if (!node)
        return;
    say_path(t, t->parent[node]);
    say("%s%.4s", t->parent[node] ? ";" : "", (const char *)&t->key[node]);
}

static inline void say_name(uint32_t key)
{
    say(" %.4s", key ? (const char *)&key : "-");
}

static inline void run(void)
{
    text[0] = 0;
    assert_true(align_tree(&in, &opts, &out, node_of, &notes, &arena));
}

/* The stacks of the new tree that have a self cost, node by node. */
static inline const char *aligned(const stack *s, size_t n)
{
    read_stacks(s, n);
    run();
    for (uint32_t i = 0; i < out.n; i++) {
        if (!(out.cost[0][i] > 0) && !(out.cost[1][i] > 0))
            continue;
        say_path(&out, i);
        say(" %g %g\n", out.cost[0][i], out.cost[1][i]);
    }
    return text;
}

/* What is said of them: kind, node above, names, cost on either side. */
static inline const char *said(const stack *s, size_t n)
{
    static const char *const kind[] = { [ALIGN_INLINED] = "inlined",
                                        [ALIGN_INSERTED] = "inserted",
                                        [ALIGN_RENAMED] = "renamed",
                                        [ALIGN_POSSIBLY] = "possibly" };
    read_stacks(s, n);
    run();
    for (uint32_t i = 0; i < notes.n; i++) {
        const align_note *note = &notes.v[i];
        const bool is_pair = note->kind == ALIGN_RENAMED;
        say("%s", kind[note->kind]);
        say_name(note->parent);
        say_name(note->was);
        say_name(note->is);
        say(" %g %g\n", note->cost[0], note->cost[1]);
        assert_int_equal(out.key[note->node],
                         is_pair ? note->is : note->parent);
        if (is_pair)
            assert_int_equal(out.key[out.parent[note->node]], note->parent);
    }
    return text;
}

#define ALIGNED(...)                                                           \
    aligned((const stack[]){ __VA_ARGS__ },                                    \
            sizeof((const stack[]){ __VA_ARGS__ }) / sizeof(stack))
#define SAID(...)                                                              \
    said((const stack[]){ __VA_ARGS__ },                                       \
         sizeof((const stack[]){ __VA_ARGS__ }) / sizeof(stack))

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
