/*
 * render_table - tables on a screen.
 *
 * Rows are made once; one pass measures, one prints.  Columns of numbers are as
 * wide as their widest cell.  Texts share the rest: if it is not enough, texts
 * with a short form use it, and then texts lose their middle.  A column at the
 * right edge takes its room from the names of its own rows only.
 */
#include "report/render_line.h"

#include "base/base.h"

enum {
    MOST_COLUMNS = 32,
    LEAST_NAME = 16, /* cells for names before columns are dropped ... */
    FEW_CELLS = 14,  /* ... and before important columns are dropped */
    EDGE_AT = 80     /* on wide screens the edge is here, close to the names */
};

typedef struct place {
    uint32_t column; /* index in the table */
    unsigned flags;
    bool is_bar;    /* takes the width that names leave */
    unsigned width; /* cells, guides included */
    unsigned brief; /* cells of the shortest form */
    unsigned gap;   /* cells before it */
    render_scale scale;
} place;

typedef struct layout {
    const corr_table *t;
    table_room *room;
    const corr_style *style;
    unsigned n;
    place at[MOST_COLUMNS];
    unsigned edge;   /* cells of the widest edge text, 0: no edge text */
    int edge_column; /* index in the table, -1: no such column */
    unsigned width;  /* of the screen */
    unsigned right;  /* where edge texts end */
} layout;

/* Which ancestors of the current row have more siblings below. */
typedef struct guides {
    bool *more;
    uint32_t room;
    uint32_t depth;
    bool is_last;
} guides;

static unsigned guide_cells(unsigned flags)
{
    return flags & CORR_COL_SLIM ? 2 : 3;
}

static unsigned widest(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static const void *row_at(const layout *l, uint32_t row)
{
    return table_row(l->t, row, l->room);
}

static unsigned edge_cells(const layout *l, const void *row)
{
    char buf[RENDER_MAX];

    if (l->edge_column < 0)
        return 0;
    corr_cell c = table_cell(l->t, row, (uint32_t)l->edge_column);
    return escape_cells(render_cell(&c, l->style, buf), l->style->ascii);
}

static corr_str table_text(const layout *l, const place *p, const corr_cell *c,
                           char buf[RENDER_MAX])
{
    if (c->type == CORR_CELL_BAR)
        return render_bar(&c->bar, p->width, l->style->ascii, buf);
    if (c->type == CORR_CELL_AMOUNT && p->scale.unit)
        return render_scaled(c->i, &p->scale, buf);
    return render_cell(c, l->style, buf);
}

/* ---- measuring -------------------------------------------------------- */

static void find_scale(const layout *l, place *p)
{
    uint64_t largest = 0, smallest = 0;
    corr_unit unit = CORR_COUNT;

    for (uint32_t row = 0; row < l->t->nrows; row++) {
        corr_cell c = table_cell(l->t, row_at(l, row), p->column);
        uint64_t v = c.i < 0 ? 0 - (uint64_t)c.i : (uint64_t)c.i;
        if (c.type != CORR_CELL_AMOUNT || v == 0)
            continue;
        if (largest > 0 && c.unit != unit)
            return; /* columns have several units */
        unit = c.unit;
        largest = v > largest ? v : largest;
        smallest = smallest == 0 || v < smallest ? v : smallest;
    }
    p->scale = render_scale_of(largest, smallest, unit);
}

static unsigned widen_place(uint64_t a, uint64_t b)
{
    return a + b > UINT32_MAX ? UINT32_MAX : (unsigned)(a + b);
}

static void measure_column(const layout *l, place *p)
{
    char buf[RENDER_MAX];

    if (p->is_bar) {
        p->width = widest(p->width, RENDER_BAR_LEAST);
        return;
    }
    if (p->flags & CORR_COL_RIGHT)
        find_scale(l, p);
    for (uint32_t i = 0; i < l->t->nrows; i++) {
        const void *row = row_at(l, i);
        corr_cell c = table_cell(l->t, row, p->column);
        const uint64_t before = p->flags & CORR_COL_TREE
                                    ? (uint64_t)table_branch(l->t, row).depth *
                                          guide_cells(p->flags)
                                    : 0;
        const unsigned cells =
            escape_cells(table_text(l, p, &c, buf), l->style->ascii);
        const unsigned brief =
            c.brief.n ? escape_cells(c.brief, l->style->ascii) : cells;
        p->width = widest(p->width, widen_place(cells, before));
        p->brief = widest(p->brief, widen_place(brief, before));
    }
    p->brief = p->brief < p->width ? p->brief : p->width;
}

static void measure_table(layout *l)
{
    for (unsigned i = 0; i < l->n; i++)
        measure_column(l, &l->at[i]);
    for (uint32_t row = 0; row < l->t->nrows && l->edge_column >= 0; row++)
        l->edge = widest(l->edge, edge_cells(l, row_at(l, row)));
}

/* Numbers never lose a digit, bars no cell; all other cells may be cut. */
static bool is_text(const place *p)
{
    return !(p->flags & CORR_COL_RIGHT) && !p->is_bar;
}

static uint64_t fixed_cells(const layout *l)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < l->n; i++)
        sum += l->at[i].gap + (is_text(&l->at[i]) ? 0 : l->at[i].width);
    return sum;
}

/* The minimum for texts: `name` cells per name, half of LEAST_NAME for
 * others. */
static uint64_t least_cells(const layout *l, unsigned name)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < l->n; i++) {
        const place *p = &l->at[i];
        unsigned least = p->flags & CORR_COL_FLEX ? name : LEAST_NAME / 2;
        if (is_text(p))
            sum += p->width < least ? p->width : least;
    }
    return sum;
}

static void drop_place(layout *l, unsigned i)
{
    l->n--;
    for (; i < l->n; i++)
        l->at[i] = l->at[i + 1];
    l->at[0].gap = 0;
}

/* Drops the last column with this flag. */
static bool drop_last(layout *l, unsigned flag)
{
    for (unsigned i = l->n; i-- > 0;)
        if (l->at[i].flags & flag) {
            drop_place(l, i);
            return true;
        }
    return false;
}

/* Drops the least important columns until names have room. */
static void drop_spare(layout *l)
{
    static const struct {
        unsigned flag, name;
    } turn[] = { { CORR_COL_SPARE, LEAST_NAME },
                 { CORR_COL_SPARE_NEXT, FEW_CELLS },
                 { CORR_COL_SPARE_LAST, FEW_CELLS } };

    for (size_t i = 0; i < countof(turn); i++)
        while (fixed_cells(l) + least_cells(l, turn[i].name) > l->width &&
               drop_last(l, turn[i].flag))
            continue;
}

/* Gives each text its wanted width or an equal share; narrow texts leave their
 * rest to wider ones.  Returns the room that is left. */
static uint64_t share_equally(layout *l, const unsigned *wants, uint64_t room)
{
    unsigned left = 0;
    bool settled[MOST_COLUMNS] = { false };

    for (unsigned i = 0; i < l->n; i++)
        left += is_text(&l->at[i]);
    for (bool changed = true; changed && left > 0;) {
        changed = false;
        for (unsigned i = 0; i < l->n && left > 0; i++) {
            if (!is_text(&l->at[i]) || settled[i] || wants[i] > room / left)
                continue;
            l->at[i].width = wants[i];
            settled[i] = changed = true;
            room -= wants[i];
            left--;
        }
    }
    for (unsigned i = 0; i < l->n && left > 0; i++)
        if (is_text(&l->at[i]) && !settled[i]) {
            l->at[i].width = (unsigned)(room / left);
            room -= l->at[i].width;
            left--;
        }
    return room;
}

/* Gives room back to dim or to other texts: names grow as far as possible,
 * other texts only if all of the text fits. */
static uint64_t give_back(layout *l, const unsigned *full, uint64_t room,
                          unsigned dim)
{
    for (unsigned i = 0; i < l->n; i++) {
        place *p = &l->at[i];
        const unsigned more = full[i] - p->width;
        if (!is_text(p) || (p->flags & CORR_COL_DIM) != dim ||
            (more > room && !(p->flags & CORR_COL_FLEX)))
            continue;
        const unsigned given = more < room ? more : (unsigned)room;
        p->width += given;
        room -= given;
    }
    return room;
}

/* If the room is too small for all texts, texts with a short form use it, and
 * get back the room that the others leave. */
static void share_room(layout *l, uint64_t room)
{
    unsigned full[MOST_COLUMNS], wants[MOST_COLUMNS];
    uint64_t sum = 0;

    for (unsigned i = 0; i < l->n; i++) {
        full[i] = l->at[i].width;
        sum += is_text(&l->at[i]) ? full[i] : 0;
    }
    for (unsigned i = 0; i < l->n; i++)
        wants[i] = sum > room ? l->at[i].brief : full[i];
    room = share_equally(l, wants, room);
    room = give_back(l, full, room, 0);
    give_back(l, full, room, CORR_COL_DIM);
}

/* Gives the unused width to a bar. */
static void grow_bar(layout *l)
{
    uint64_t used = 0;

    for (unsigned i = 0; i < l->n; i++)
        used += l->at[i].gap + l->at[i].width;
    for (unsigned i = 0; i < l->n; i++) {
        place *p = &l->at[i];
        while (p->is_bar && p->width < RENDER_BAR_MOST && used < l->width) {
            p->width++;
            used++;
        }
    }
}

static void fit_columns(layout *l)
{
    drop_spare(l);
    uint64_t fixed = fixed_cells(l);
    share_room(l, fixed < l->width ? l->width - fixed : 0);
    grow_bar(l);
}

static layout layout_of(const corr_table *t, table_room *room,
                        const corr_style *style)
{
    layout l = { .t = t,
                 .room = room,
                 .style = style,
                 .edge_column = -1,
                 .width = render_width(style) };

    for (uint32_t c = 0; c < t->ncolumns && l.n < MOST_COLUMNS; c++) {
        const corr_column *col = &t->columns[c];
        if (!render_shows(col, style))
            continue;
        if (col->flags & CORR_COL_EDGE) {
            l.edge_column = (int)c;
            continue;
        }
        const unsigned title =
            t->no_header ? 0
                         : escape_cells(corr_str_of(col->title), style->ascii);
        l.at[l.n] = (place){
            .column = c,
            .flags = col->flags,
            .is_bar = col->as == CORR_AS_BAR,
            .width = title,
            .brief = title,
            .gap = l.n == 0                      ? 0
                   : col->flags & CORR_COL_TIGHT ? 1
                                                 : 2,
        };
        l.n++;
    }
    measure_table(&l);
    fit_columns(&l);

    uint64_t natural = l.edge ? l.edge + 1 : 0;
    for (unsigned i = 0; i < l.n; i++)
        natural += l.at[i].gap + l.at[i].width;
    l.right = widest(EDGE_AT, natural < l.width ? (unsigned)natural : l.width);
    if (l.right > l.width)
        l.right = l.width;
    return l;
}

/* ---- printing --------------------------------------------------------- */

/* Drops the part of a title in brackets first: "function (+ and below)". */
static corr_str short_title(corr_str title, unsigned room, bool ascii)
{
    corr_str name, remark;

    return escape_cells(title, ascii) > room &&
                   corr_str_cut(title, '(', &name, &remark)
               ? corr_str_trim(name)
               : title;
}

/* Prints what the bars of a column stand for: "0      0.305      0.611 s". */
static void print_axis(const layout *l, const place *p, unsigned at, line *to)
{
    const bool ascii = l->style->ascii;
    const corr_str first = corr_str_of(l->t->axis[0]),
                   middle = corr_str_of(l->t->axis[1]),
                   last = corr_str_of(l->t->axis[2]);
    const unsigned n[] = { escape_cells(first, ascii),
                           escape_cells(middle, ascii),
                           escape_cells(last, ascii) };
    const unsigned half = p->width / 2;

    line_to(to, at);
    line_cut(to, first, p->width);
    if (n[0] + n[1] / 2 + 1 < half &&
        half + (n[1] + 1) / 2 + n[2] + 1 < p->width) {
        line_to(to, at + half - n[1] / 2);
        line_cut(to, middle, p->width);
    }
    if (n[0] + 1 + n[2] <= p->width) {
        line_to(to, at + p->width - n[2]);
        line_cut(to, last, p->width);
    }
}

static void print_header(const layout *l, line *to)
{
    bool any = false;

    for (unsigned i = 0; i < l->n; i++)
        any = any || l->t->columns[l->at[i].column].title[0] != '\0';
    if (!any || l->t->no_header)
        return;
    line_look_like(to, LOOK_DIM);
    unsigned at = 0;
    for (unsigned i = 0; i < l->n; i++) {
        const place *p = &l->at[i];
        const corr_str title =
            short_title(corr_str_of(l->t->columns[p->column].title), p->width,
                        l->style->ascii);
        unsigned cells = escape_cells(title, l->style->ascii);

        at += p->gap;
        if (p->is_bar && l->t->axis[0]) {
            print_axis(l, p, at, to);
            at += p->width;
            continue;
        }
        if (p->flags & CORR_COL_RIGHT && cells < p->width)
            line_to(to, at + p->width - cells);
        else
            line_to(to, at);
        line_cut(to, title, p->width);
        at += p->width;
    }
    line_end(to);
}

static void note_depth(guides *g, const corr_table *t, const void *row)
{
    const corr_branch b = table_branch(t, row);

    g->depth = b.depth;
    g->is_last = b.is_last;
    if (g->depth < g->room)
        g->more[g->depth] = !g->is_last;
}

/* Prints the guides of levels first..depth; level 0 has no guide. */
static void print_guides(const guides *g, unsigned flags, unsigned room,
                         line *to)
{
    static const corr_str utf8[] = { { "\xe2\x94\x9c\xe2\x94\x80", 6 },
                                     { "\xe2\x94\x94\xe2\x94\x80", 6 },
                                     { "\xe2\x94\x82", 3 } };
    static const corr_str plain[] = { { "|-", 2 }, { "`-", 2 }, { "|", 1 } };
    const corr_str *glyph = to->style->ascii ? plain : utf8;
    const unsigned step = guide_cells(flags);
    const size_t arm = step == 3 ? 1 : 2; /* shown part of a tee */
    unsigned at = line_at(to);
    uint32_t first = 1;

    if ((uint64_t)g->depth * step > room) {
        /* If the row is too deep for the screen, the outer levels are left
         * out. */
        uint32_t levels = room / step > 1 ? room / step - 1 : 1;
        first = g->depth > levels ? g->depth - levels + 1 : 1;
        line_text(to, CORR_STR("\xe2\x80\xa6"));
        at += step;
        line_to(to, at);
    }
    for (uint32_t d = first; d <= g->depth; d++, at += step) {
        line_to(to, at);
        bool more = d < g->room && g->more[d];
        if (d == g->depth) {
            corr_str tee = glyph[g->is_last ? 1 : 0];
            line_text(to, (corr_str){ tee.p, tee.n / arm });
        } else if (more) {
            line_text(to, glyph[2]);
        }
    }
    line_to(to, at);
}

/* The cells for the name of this row if the text at its edge needs `edge`
 * cells; 0 edge cells: that text is dropped. */
static unsigned name_room(const layout *l, const place *p, unsigned at,
                          unsigned *edge)
{
    if (*edge == 0 || l->width == UINT32_MAX)
        return p->width;
    unsigned end = l->right - *edge - 1;
    if (end >= at + p->width)
        return p->width;
    if (end >= at + LEAST_NAME)
        return end - at;
    *edge = 0;
    return p->width;
}

/* Prints a text in full, in the longest of its forms that fits, in its short
 * form, or without its middle. */
static void print_text(const corr_cell *c, corr_str s, unsigned cells,
                       unsigned room, line *to)
{
    corr_str rest = c->forms, form;

    if (c->brief.n == 0 || cells <= room) {
        line_cut(to, s, room);
        return;
    }
    while (rest.n > 0 && corr_str_next(&rest, CORR_OR[0], &form))
        if (escape_cells(form, to->style->ascii) <= room) {
            line_cut(to, form, room);
            return;
        }
    line_cut(to, c->brief, room);
}

static void print_name(const layout *l, const place *p, const guides *g,
                       const corr_cell *c, corr_str s, unsigned room, line *to)
{
    const unsigned at = line_at(to);
    const unsigned want = escape_cells(s, l->style->ascii);

    if (p->flags & CORR_COL_TREE) {
        /* A name keeps half of the room, however deep it is. */
        const unsigned least =
            c->brief.n ? escape_cells(c->brief, l->style->ascii) : want;
        unsigned name = least < room / 2 ? least : room / 2;
        print_guides(g, p->flags, room - name, to);
    }
    unsigned used = line_at(to) - at;
    unsigned left = room > used ? room - used : 0;
    print_text(c, s, want, left, to);
}

static line_look look_of(const place *p, corr_tone tone, bool strong)
{
    if (p->flags & CORR_COL_TONED && tone != CORR_TONE_PLAIN)
        return LOOK_TONE + tone;
    if (p->flags & CORR_COL_ID)
        return LOOK_TONE + CORR_TONE_ID;
    return strong ? LOOK_BOLD : p->flags & CORR_COL_DIM ? LOOK_DIM : LOOK_PLAIN;
}

static void print_row(const layout *l, const void *row, const guides *g,
                      line *to)
{
    const corr_table *t = l->t;
    char buf[RENDER_MAX];
    unsigned at = 0;
    const bool strong = table_is_strong(t, row);
    const corr_tone tone = table_tone(t, row);
    unsigned edge = edge_cells(l, row);

    for (unsigned i = 0; i < l->n; i++) {
        const place *p = &l->at[i];
        corr_cell c = table_cell(t, row, p->column);
        corr_str s = table_text(l, p, &c, buf);
        unsigned cells = escape_cells(s, l->style->ascii);

        at += p->gap;
        line_look_like(to, look_of(p, tone, strong));
        line_to(to, at);
        if (p->flags & CORR_COL_RIGHT && cells < p->width)
            line_to(to, at + p->width - cells);
        if (p->flags & (CORR_COL_FLEX | CORR_COL_TREE)) {
            unsigned room =
                i + 1 < l->n ? p->width : name_room(l, p, at, &edge);
            print_name(l, p, g, &c, s, room, to);
        } else {
            print_text(&c, s, cells, p->width, to);
        }
        at += p->width;
    }
    if (edge > 0) {
        corr_cell c = table_cell(t, row, (uint32_t)l->edge_column);
        line_spaces(to, 1);
        line_to(to, l->right == UINT32_MAX ? 0 : l->right - edge);
        line_text(to, render_cell(&c, l->style, buf));
    }
    line_end(to);
}

static uint32_t deepest_level(const layout *l)
{
    uint32_t depth = 0;

    for (uint32_t row = 0; row < l->t->nrows; row++)
        depth = widest(depth, table_branch(l->t, row_at(l, row)).depth);
    return depth;
}

void render_table(const corr_table *t, const corr_style *style, corr_out *out)
{
    corr_arena scratch = { 0 };
    table_room room;
    const corr_table made = table_made(t, &scratch);
    layout l = layout_of(&made, &room, style);
    line to = line_of(style, out);
    guides g = { .room = deepest_level(&l) + 1 };

    g.more = corr_arena_new(&scratch, bool, g.room);
    if (!g.more)
        g.room = 0; /* rows keep their depth, but the guides have no
                       verticals */
    print_header(&l, &to);
    for (uint32_t i = 0; i < t->nrows; i++) {
        const void *row = row_at(&l, i);
        note_depth(&g, t, row);
        print_row(&l, row, &g, &to);
    }
    corr_arena_clear(&scratch);
}
