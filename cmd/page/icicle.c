/*
 * icicle - a call tree as boxes.
 *
 * A box begins where its share of the whole begins, so boxes stand under their
 * callers; borders go on downwards, and rows end where no box is left that is
 * wide enough to be seen.  Calls whose boxes would be the same are one box.
 * Names are drawn in ASCII, so that bytes are columns.
 */
#include "page/icicle.h"

#include <stdio.h>
#include <string.h>

#include "page/chain.h"

enum { MOST_ROWS = 64, MOST_WIDTH = 1000, NAME_MAX_BYTES = 512 };

typedef struct picture {
    corr_report *r;
    const corr_tree *t;
    bool wide;
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

/* Writes text in ASCII, arrows as ">" and gaps as "..". */
static void write_plain(char *to, size_t size, corr_str text)
{
    char plain[NAME_MAX_BYTES];
    size_t n = 0;

    for (size_t i = 0; i < text.n && n + 2 < sizeof plain; i++) {
        const corr_str rest = { text.p + i, text.n - i };
        if (corr_str_starts(rest, "\xe2\x86\x92")) {
            plain[n++] = '>';
            i += 2;
        } else if (corr_str_starts(rest, "\xe2\x80\xa6")) {
            plain[n++] = '.';
            plain[n++] = '.';
            i += 2;
        } else {
            plain[n++] = text.p[i];
        }
    }
    corr_safe(to, size, (corr_str){ plain, n }, true);
}

/* Where the last part of a name begins. */
static const char *last_part(const char *name)
{
    const char *cut = strrchr(name, '.');

    if (!cut)
        cut = strrchr(name, ':');
    return cut && cut[1] ? cut + 1 : name;
}

/* Puts the share after the name if there is room for both. */
static bool fits_with(char *text, const char *name, const char *share,
                      size_t room)
{
    const size_t n = strlen(name), m = strlen(share);

    if (n > room)
        return false;
    if (n + m <= room)
        snprintf(text, NAME_MAX_BYTES, "%s%s", name, share);
    else
        snprintf(text, NAME_MAX_BYTES, "%s", name);
    return true;
}

/* The label of a box: the longest form of its chain that fits, else its last
 * name without arguments, the last part of that, or the beginning. */
static void label_box(const corr_words *w, const char *share, size_t room,
                      char text[NAME_MAX_BYTES])
{
    char name[NAME_MAX_BYTES];
    corr_str rest = corr_str_of(w->brief ? w->brief : ""), form;

    write_plain(name, sizeof name, corr_str_of(w->full));
    if (fits_with(text, name, share, room))
        return;
    while (rest.n > 0 && corr_str_next(&rest, CORR_OR[0], &form)) {
        write_plain(name, sizeof name, form);
        if (fits_with(text, name, share, room))
            return;
    }
    char *last = name;
    for (char *at = name; (at = strstr(at, " > ")); at += 3)
        last = at + 3;
    drop_arguments(last);
    if (fits_with(text, last, share, room))
        return;
    const char *part = last_part(last);
    if (fits_with(text, part, share, room))
        return;
    snprintf(text, NAME_MAX_BYTES, "%.*s", room < 3 ? 0 : (int)room, part);
}

static void draw_box(picture *p, uint32_t level, size_t from, size_t to,
                     const corr_words *words, const char *share)
{
    char text[NAME_MAX_BYTES];
    char *row = p->row[level];
    const size_t room = to - from - 1;

    row[from] = row[to] = '|';
    p->used[level] = true;
    memset(row + from + 1, ' ', room);
    label_box(words, share, room, text);
    const size_t n = strlen(text);
    memcpy(row + from + 1 + (room - n) / 2, text, n);
}

static size_t column_of(const picture *p, int64_t at)
{
    double share = (double)at / (double)p->total;

    if (share < 0)
        return 0;
    size_t column = (size_t)(share * (double)(p->width - 1) + 0.5);
    return column < p->width ? column : p->width - 1;
}

typedef struct box {
    uint32_t first, last; /* nodes of the chain */
    int64_t begin;        /* of the last node */
    size_t from, to;      /* columns */
} box;

static box box_at(const picture *p, uint32_t node, int64_t begin)
{
    return (box){ node, node, begin, column_of(p, begin),
                  column_of(p, begin + *corr_tree_at(p->t, node).total) };
}

static bool is_visible(const box *b)
{
    return b->to > b->from + 1;
}

/* Follows the calls whose boxes are the same. */
static void join_boxes(const picture *p, box *b)
{
    for (;;) {
        const corr_node up = corr_tree_at(p->t, b->last);
        box only = { 0 };
        uint32_t seen = 0;
        int64_t at = b->begin;
        for (uint32_t i = b->last + 1; i < up.end && seen < 2;) {
            const corr_node child = corr_tree_at(p->t, i);
            const box c = box_at(p, i, at);
            if (is_visible(&c)) {
                seen++;
                only = c;
            }
            at += *child.total;
            i = child.end;
        }
        if (seen != 1 || only.from != b->from || only.to != b->to)
            return;
        b->last = only.last;
        b->begin = only.begin;
    }
}

static corr_words words_of(const picture *p, const box *b)
{
    const uint32_t n = corr_tree_at(p->t, b->last).depth -
                       corr_tree_at(p->t, b->first).depth + 1;
    chain_call *call = corr_report_alloc(p->r, sizeof *call, n);
    uint32_t node = b->last;

    for (uint32_t i = n; call && i-- > 0;) {
        const corr_node v = corr_tree_at(p->t, node);
        call[i] = (chain_call){
            p->wide ? v.name
                    : cmd_str(p->r, corr_short_name(corr_str_of(v.name))),
            corr_frame_is_app(&v.frame)
        };
        node = v.parent;
    }
    return call ? chain_words(p->r, call, n, false, false)
                : (corr_words){ "", NULL };
}

/* Draws the boxes below a node; level is bounded by MOST_ROWS. */
static void draw_children(picture *p, uint32_t node, int64_t begin,
                          uint32_t level)
{
    const uint32_t end = corr_tree_at(p->t, node).end;

    for (uint32_t i = node + 1; i < end && level < MOST_ROWS;) {
        const corr_node child = corr_tree_at(p->t, i);
        box b = box_at(p, i, begin);
        if (is_visible(&b)) {
            char share[32];
            join_boxes(p, &b);
            const corr_words words = words_of(p, &b);
            snprintf(share, sizeof share, " %.0f%%",
                     100 * (double)*child.total / (double)p->total);
            draw_box(p, level, b.from, b.to, &words, share);
            draw_children(p, b.last, b.begin, level + 1);
        }
        begin += *child.total;
        i = child.end;
    }
}

/* Continues the borders of the row above through empty cells. */
static void continue_borders(picture *p, uint32_t level)
{
    for (size_t i = 0; i < p->width; i++)
        if (p->row[level - 1][i] == '|' && p->row[level][i] == '\0')
            p->row[level][i] = '|';
}

static void draw_icicle(const void *ctx, const corr_style *style,
                        corr_draw_line *line, void *to)
{
    picture *p = corr_report_alloc(((const picture *)ctx)->r, sizeof *p, 1);
    const int width = style->width > 0 ? style->width : 80;

    if (!p)
        return;
    *p = *(const picture *)ctx;
    p->width = (size_t)(width < MOST_WIDTH ? width : MOST_WIDTH);
    p->total = *corr_tree_at(p->t, 0).total;
    if (p->total <= 0)
        return;
    draw_children(p, 0, 0, 0);
    for (uint32_t level = 0; level < MOST_ROWS && p->used[level]; level++) {
        if (level > 0)
            continue_borders(p, level);
        size_t end = 0;
        for (size_t i = 0; i < p->width; i++) {
            if (p->row[level][i] == '\0')
                p->row[level][i] = ' ';
            if (p->row[level][i] != ' ')
                end = i + 1;
        }
        line(to, p->row[level], end);
    }
}

void icicle_put(const cmd_ctx *ctx, corr_report *r, const corr_tree *t)
{
    picture *p = corr_report_alloc(r, sizeof *p, 1);

    if (!p)
        return;
    *p = (picture){ .r = r, .t = t, .wide = ctx->output->wide };
    corr_report_draw(r, draw_icicle, p);
}
