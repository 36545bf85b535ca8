/* render_line - one line of a screen, measured in cells, never wider than its
 * limit. */
#include "report/render_line.h"

#include "base/name_tail.h"

/* Only the 16 colours that a terminal lets its user choose. */
static const char *const sgr[LOOK_COUNT] = {
    [LOOK_PLAIN] = "\033[0m",
    [LOOK_BOLD] = "\033[1m",
    [LOOK_DIM] = "\033[2m",
    [LOOK_TONE + CORR_TONE_PLAIN] = "\033[0m",
    [LOOK_TONE + CORR_TONE_WORSE] = "\033[31m",
    [LOOK_TONE + CORR_TONE_BETTER] = "\033[32m",
    [LOOK_TONE + CORR_TONE_DOUBT] = "\033[33m",
    [LOOK_TONE + CORR_TONE_ID] = "\033[36m",
    [LOOK_TONE + CORR_TONE_FAINT] = "\033[2m",
    [LOOK_TONE + CORR_TONE_GROUP] = "\033[34m",
    [LOOK_TONE + CORR_TONE_GROUP + 1] = "\033[35m",
    [LOOK_TONE + CORR_TONE_GROUP + 2] = "\033[36m",
    [LOOK_TONE + CORR_TONE_GROUP + 3] = "\033[94m",
    [LOOK_TONE + CORR_TONE_GROUP + 4] = "\033[95m",
    [LOOK_TONE + CORR_TONE_GROUP + 5] = "\033[96m",
};

line line_of(const corr_style *style, corr_out *out)
{
    return (line){ .out = out, .style = style, .width = render_width(style) };
}

void line_look_like(line *l, line_look look)
{
    l->look = l->style->color ? look : LOOK_PLAIN;
}

void line_spaces(line *l, unsigned n)
{
    l->spaces += n;
}

unsigned line_at(const line *l)
{
    return l->cells + l->spaces;
}

void line_to(line *l, unsigned cell)
{
    if (cell > line_at(l))
        l->spaces = cell - l->cells;
}

static void show_look(line *l, line_look look)
{
    if (l->shown == look)
        return;
    if (l->shown != LOOK_PLAIN)
        corr_puts(l->out, sgr[LOOK_PLAIN]);
    if (look != LOOK_PLAIN)
        corr_puts(l->out, sgr[look]);
    l->shown = look;
}

void line_text(line *l, corr_str s)
{
    escape_char c;

    while (escape_next(&s, l->style->ascii, &c)) {
        if (c.n == 1 && c.text[0] == ' ') {
            l->spaces++;
            continue;
        }
        if (line_at(l) > l->width || c.cells > l->width - line_at(l))
            return;
        for (; l->spaces > 0; l->spaces--, l->cells++)
            corr_putc(l->out, ' ');
        show_look(l, l->look);
        corr_put(l->out, c.text, c.n);
        l->cells += c.cells;
    }
}

void line_end(line *l)
{
    show_look(l, LOOK_PLAIN);
    corr_putc(l->out, '\n');
    l->cells = l->spaces = 0;
}

/* ---- cutting ---------------------------------------------------------- */

/* Returns the longest prefix of s that fits into w cells. */
static corr_str head_of(corr_str s, unsigned w, bool ascii)
{
    corr_str rest = s;
    unsigned used = 0;
    escape_char c;
    size_t n = 0;

    while (escape_next(&rest, ascii, &c) && c.cells <= w - used) {
        used += c.cells;
        n = s.n - rest.n;
    }
    return (corr_str){ s.p, n };
}

/* Returns the longest suffix of s that fits into w of its cells. */
static corr_str tail_of(corr_str s, unsigned w, unsigned cells, bool ascii)
{
    corr_str rest = s;
    escape_char c;

    while (cells > w && escape_next(&rest, ascii, &c))
        cells -= c.cells;
    return rest;
}

/* Cuts head, a prefix of s, at its last end of a segment, if it has one. */
static corr_str whole_segments(corr_str s, corr_str head)
{
    if (head.n < s.n && name_is_separator(s.p[head.n]))
        return head;
    for (size_t n = head.n; n > 1; n--) {
        if (!name_is_separator(head.p[n - 1]))
            continue;
        while (n > 1 && name_is_separator(head.p[n - 1]))
            n--;
        return (corr_str){ head.p, n };
    }
    return head;
}

/* Finds the last call of "a → b", with its arrow; s.n without an arrow. */
static size_t last_call(corr_str s)
{
    for (size_t n = s.n; n > 3; n--)
        if (memcmp(s.p + n - 3, "\xe2\x86\x92", 3) == 0)
            return n - 3;
    return s.n;
}

/* Chooses the best suffix of s that fits: the last call, the file of a path,
 * the last two segments of a name, the last one.  Returns its cells, 0 if no
 * suffix fits. */
static unsigned whole_tail(corr_str s, unsigned room, bool ascii,
                           corr_str *tail)
{
    size_t slash = s.n;

    while (slash > 0 && s.p[slash - 1] != '/')
        slash--;
    size_t starts[4] = { last_call(s), slash > 0 ? slash : s.n };
    name_tail_starts(s, &starts[2], &starts[3]);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        *tail = corr_str_from(s, starts[i]);
        unsigned cells = escape_cells(*tail, ascii);
        if (cells > 0 && cells <= room)
            return cells;
    }
    return 0;
}

void line_cut(line *l, corr_str s, unsigned w)
{
    const bool ascii = l->style->ascii;
    const corr_str dots = CORR_STR("\xe2\x80\xa6");
    const unsigned ndots = ascii ? 3 : 1;
    const unsigned cells = escape_cells(s, ascii);

    if (cells <= w) {
        line_text(l, s);
        return;
    }
    if (w <= ndots + 3) { /* too narrow for both ends */
        line_text(l, head_of(s, w, ascii));
        return;
    }
    corr_str tail, head;
    unsigned last = whole_tail(s, w - ndots - 3, ascii, &tail);
    if (last > 0 && last * 2 + 1 >= w) { /* a shorter rest is not worth it */
        head = whole_segments(s, head_of(s, w - ndots - last, ascii));
        while (corr_str_ends(head, "\xe2\x80\xa6") || corr_str_ends(head, " "))
            /* keeps one ellipsis */
            head.n -= head.p[head.n - 1] == ' ' ? 1 : 3;
    } else {
        unsigned front = (w - ndots) * 2 / 5;
        head = head_of(s, front, ascii);
        tail = tail_of(s, w - ndots - front, cells, ascii);
    }
    line_text(l, head);
    line_text(l, dots);
    line_text(l, tail);
}

/* ---- wrapping --------------------------------------------------------- */

static corr_str next_piece(corr_str *rest, unsigned *spaces)
{
    *spaces = 0;
    while (rest->n > 0 && rest->p[0] == ' ') {
        *rest = corr_str_from(*rest, 1);
        ++*spaces;
    }
    const corr_str piece = { rest->p, corr_str_piece(*rest) };
    *rest = corr_str_from(*rest, piece.n);
    return piece;
}

static void break_line(line *l, unsigned indent)
{
    line_end(l);
    l->spaces = indent;
}

void line_wrap(line *l, corr_str s, unsigned indent)
{
    const bool ascii = l->style->ascii;
    bool fresh = true; /* no text of s on this line yet */
    unsigned spaces;

    if (indent > l->width / 2)
        indent = l->width / 2;
    while (s.n > 0) {
        corr_str word = next_piece(&s, &spaces);
        unsigned cells = escape_cells(word, ascii);

        if (!fresh && (line_at(l) + spaces > l->width ||
                       cells > l->width - line_at(l) - spaces)) {
            break_line(l, indent);
            spaces = 0;
        }
        if (line_at(l) + spaces >= l->width) { /* only if fresh */
            break_line(l, indent);
            spaces = 0;
        }
        line_spaces(l, spaces);
        /* A word longer than a line goes on in the next line. */
        while (escape_cells(word, ascii) > l->width - line_at(l)) {
            corr_str head = head_of(word, l->width - line_at(l), ascii);
            if (head.n == 0 && line_at(l) <= indent)
                break;
            line_text(l, head);
            word = corr_str_from(word, head.n);
            break_line(l, indent);
        }
        line_text(l, word);
        fresh = false;
    }
}
