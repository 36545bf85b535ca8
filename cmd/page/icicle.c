/*
 * icicle - a call tree as boxes.
 *
 * Each depth is one row of characters.  A box begins where its share of the
 * whole begins, so boxes stand under their callers; borders go on downwards,
 * and rows end where no box is left that is wide enough to be seen.  Names are
 * drawn in ASCII, so that bytes are columns.
 */
#include "page/icicle.h"
#include "corr_view.h"

#include <string.h>

enum { MOST_ROWS = 64, MOST_WIDTH = 1000, NAME_MAX_BYTES = 512 };

typedef struct picture {
    const corr_tree *t;
    size_t width; /* of a row, both borders included */
    int64_t total;
    char row[MOST_ROWS][MOST_WIDTH + 1];
    bool used[MOST_ROWS];
} picture;

/* Takes out what is in [] and <>, arguments of generic types, and what stands
 * behind the name: "f (file.py:12)". */
static void drop_arguments(char *name)
{
    char *place = strstr(name, " (");
    char *to = name;
    int depth = 0;

    if (place && place > name)
        *place = '\0';

    for (const char *p = name; *p; p++) {
        depth += *p == '[' || *p == '<';
        if (depth == 0)
            *to++ = *p;
        depth -= depth > 0 && (*p == ']' || *p == '>');
    }
    if (to > name)
        *to = '\0';
}

/* The part of a name that fits: whole, its last segment, its beginning. */
static const char *fitting(char *name, size_t room)
{
    if (strlen(name) <= room)
        return name;
    drop_arguments(name);
    char *cut = strrchr(name, '/');
    if (strlen(name) <= room)
        return name;
    name = cut ? cut + 1 : name;
    if (strlen(name) <= room)
        return name;
    cut = strrchr(name, '.');
    if (!cut)
        cut = strrchr(name, ':');
    if (cut && cut[1] && room >= 4)
        name = cut + 1;
    if (strlen(name) <= room)
        return name;
    if (room < 3)
        return room == 2 ? ".." : "";
    name[room] = '\0';
    return name;
}

static void draw_box(picture *p, uint32_t level, size_t from, size_t to,
                     const char *name)
{
    char text[NAME_MAX_BYTES];
    char *row = p->row[level];

    row[from] = row[to] = '|';
    p->used[level] = true;
    memset(row + from + 1, ' ', to - from - 1);
    corr_safe(text, sizeof text, corr_str_of(name), true);
    const char *shown = fitting(text, to - from - 1);
    size_t n = strlen(shown);
    memcpy(row + from + 1 + (to - from - 1 - n) / 2, shown, n);
}

static size_t column_of(const picture *p, int64_t at)
{
    double share = (double)at / (double)p->total;

    if (share < 0)
        return 0;
    size_t column = (size_t)(share * (double)(p->width - 1) + 0.5);
    return column < p->width ? column : p->width - 1;
}

/* Boxes of all nodes; where each begins is kept by depth, because the nodes
 * come depth first. */
static void draw_boxes(picture *p)
{
    int64_t next[MOST_ROWS + 1] = { 0 }; /* where the next box begins */
    const uint32_t n = corr_tree_size(p->t);

    for (uint32_t i = 1; i < n;) {
        const corr_node node = corr_tree_at(p->t, i);
        const uint32_t level = node.depth - 1;
        const int64_t begin = next[level];
        const size_t from = column_of(p, begin);
        const size_t to = column_of(p, begin + *node.total);

        next[level] = begin + *node.total;
        if (to <= from + 1 || level + 1 >= MOST_ROWS) {
            i = node.end; /* the boxes below are not visible either */
            continue;
        }
        draw_box(p, level, from, to, node.name);
        next[level + 1] = begin;
        i++;
    }
}

/* Continues the borders of the row above through empty cells. */
static void continue_borders(picture *p, uint32_t level)
{
    for (size_t i = 0; i < p->width; i++)
        if (p->row[level - 1][i] == '|' && p->row[level][i] == '\0')
            p->row[level][i] = '|';
}

void icicle_draw(const void *tree, const corr_style *style,
                 corr_draw_line *line, void *to)
{
    picture p = { .t = tree };
    const corr_node root = corr_tree_at(p.t, 0);
    int width = style->width > 0 ? style->width : 80;

    p.width = (size_t)(width < MOST_WIDTH ? width : MOST_WIDTH);
    p.total = *root.total;
    if (p.total <= 0)
        return;
    draw_boxes(&p);
    for (uint32_t level = 0; level < MOST_ROWS && p.used[level]; level++) {
        if (level > 0)
            continue_borders(&p, level);
        size_t end = 0;
        for (size_t i = 0; i < p.width; i++) {
            if (p.row[level][i] == '\0')
                p.row[level][i] = ' ';
            if (p.row[level][i] != ' ')
                end = i + 1;
        }
        line(to, p.row[level], end);
    }
}
