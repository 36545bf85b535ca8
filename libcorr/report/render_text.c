/* render_text - the screen: lines, fields, tables and pictures, in order. */
#include <limits.h>
#include <stdio.h>

#include "base/escape.h"
#include "report/render_fit.h"

static unsigned indent_of(corr_str s)
{
    unsigned n = 0;

    while (n < s.n && s.p[n] == ' ')
        n++;
    return n + 2;
}

static void draw_line(void *to, const char *text, size_t n)
{
    line *l = to;

    line_text(l, (corr_str){ text, n });
    line_end(l);
}

/* Never cut: what is to be pasted, and lines for programs. */
static void line_raw(line *l, corr_str text)
{
    const unsigned width = l->width;

    l->width = UINT32_MAX;
    line_text(l, text);
    l->width = width;
}

static void print_raw(corr_str text, line *l)
{
    line_raw(l, text);
    line_end(l);
}

static void print_aside(const report_item *it, line *l)
{
    const unsigned cells = escape_cells(it->aside, l->style->ascii);

    if (cells == 0)
        return;
    if (line_at(l) > l->width || cells > l->width - line_at(l)) {
        line_end(l);
        line_to(l, it->cells);
    }
    line_wrap(l, it->aside, it->cells);
}

static void print_field(const report_item *it, line *l)
{
    line_look_like(l, LOOK_BOLD);
    line_text(l, it->key);
    line_look_like(l, LOOK_PLAIN);
    if (it->key.n > 0 && line_at(l) >= it->cells)
        line_spaces(l, 1);
    line_to(l, it->cells);
    line_wrap(l, it->text, it->cells);
    print_aside(it, l);
    line_end(l);
}

static void print_item(const report_item *it, line *l)
{
    switch (it->kind) {
    case REPORT_HEAD:
        line_look_like(l, LOOK_BOLD);
        line_wrap(l, it->text, indent_of(it->text));
        line_look_like(l, LOOK_PLAIN);
        line_end(l);
        return;
    case REPORT_LINE:
        line_wrap(l, it->text, indent_of(it->text));
        line_end(l);
        return;
    case REPORT_FIELD:
        print_field(it, l);
        return;
    case REPORT_BLANK:
        line_end(l);
        return;
    case REPORT_RAW:
        print_raw(it->text, l);
        return;
    case REPORT_TABLE:
        render_table(it->table, l->style, l->out);
        return;
    case REPORT_DRAW:
        it->draw(it->ctx, l->style, draw_line, l);
        return;
    case REPORT_FIGURE:
        return;
    }
}

static bool shows_note(const corr_report *r)
{
    for (const report_note *n = r->first_note; n; n = n->next)
        if (report_is_at_foot(n))
            return true;
    return false;
}

/* A mark stands before the text, and further lines below the text.  fold: notes
 * that the screen has no room for. */
static void print_notes(const corr_report *r, unsigned fold, line *l)
{
    size_t more = r->more_notes;

    for (const report_note *n = r->first_note; n; n = n->next) {
        if (!report_is_at_foot(n))
            continue;
        if (render_fit_folds(r, n, fold)) {
            more++;
            continue;
        }
        const char *mark = n->about.mark;
        if (mark) {
            line_look_like(l, LOOK_TONE + CORR_TONE_DOUBT);
            line_text(l, corr_str_of(mark));
            line_look_like(l, LOOK_PLAIN);
            line_spaces(l, 1);
        }
        line_wrap(l, report_note_line(n), 2);
        line_end(l);
    }
    if (more) {
        char text[40];
        snprintf(text, sizeof text, "%zu more note%s: -v", more,
                 corr_plural(more));
        line_text(l, corr_str_of(text));
        line_end(l);
    }
}

enum { NEXT_AT = 6, NEXT_IN = 4, NEXT_APART = 3 };

/* The next word of a command; a text in quotes is not parted.  False: the end. */
static bool command_word(corr_str *rest, corr_str *word)
{
    size_t n = 0;
    char quote = 0;

    while (rest->n && rest->p[0] == ' ')
        *rest = corr_str_from(*rest, 1);
    for (; n < rest->n && (quote || rest->p[n] != ' '); n++)
        if (quote ? rest->p[n] == quote
                  : rest->p[n] == '\'' || rest->p[n] == '"')
            quote = quote ? 0 : rest->p[n];
    *word = (corr_str){ rest->p, n };
    *rest = corr_str_from(*rest, n);
    return n > 0;
}

/* Cells of the longest word of a command. */
static unsigned longest_word(corr_str s, bool ascii)
{
    unsigned longest = 0;
    corr_str word;

    while (command_word(&s, &word)) {
        const unsigned cells = escape_cells(word, ascii);
        longest = cells > longest ? cells : longest;
    }
    return longest;
}

/* Whether a command fits the width, on several lines if need be. */
static bool fits_next(const line *l, const report_next *n)
{
    return longest_word(n->command, l->style->ascii) + NEXT_AT + NEXT_IN + 2 <=
           l->width;
}

/* A long command goes on in the next line, as a shell reads it. */
static void print_command(line *l, corr_str command)
{
    const bool whole =
        NEXT_AT + escape_cells(command, l->style->ascii) <= l->width;
    corr_str word;

    while (command_word(&command, &word)) {
        const unsigned cells = escape_cells(word, l->style->ascii);
        if (line_at(l) > NEXT_AT && !whole &&
            line_at(l) + 1 + cells + 2 > l->width) {
            line_text(l, CORR_STR(" \\"));
            line_end(l);
            line_to(l, NEXT_AT + NEXT_IN);
        } else if (line_at(l) > NEXT_AT) {
            line_spaces(l, 1);
        }
        line_text(l, word);
    }
}

/* What a command shows stands in a column of its own, if there is room.  A
 * command with a word that is longer than the line is left out: it could not be
 * pasted. */
static void print_next(const corr_report *r, line *l)
{
    const bool ascii = l->style->ascii;
    const char *title = "next";
    unsigned widest = 0;

    for (const report_next *n = r->first_next; n; n = n->next) {
        const unsigned cells = escape_cells(n->command, ascii);
        if (cells > widest && NEXT_AT + cells <= l->width)
            widest = cells;
    }
    for (const report_next *n = r->first_next; n; n = n->next) {
        const corr_str what = corr_str_of(n->what);
        if (!fits_next(l, n))
            continue;
        line_look_like(l, LOOK_BOLD);
        line_text(l, corr_str_of(title));
        line_look_like(l, LOOK_PLAIN);
        title = "";
        line_to(l, NEXT_AT);
        print_command(l, n->command);
        if (NEXT_AT + escape_cells(n->command, ascii) <= l->width)
            line_to(l, NEXT_AT + widest);
        line_spaces(l, NEXT_APART);
        if (what.n && line_at(l) + escape_cells(what, ascii) <= l->width)
            line_text(l, what);
        line_end(l);
    }
}

/* The number of spare lines that were left out, in place of them. */
static void print_rest(const corr_report *r, unsigned keep,
                       const report_item *it, line *l)
{
    char buf[64];

    line_to(l, it->cells);
    line_text(l, render_fit_rest(r, keep, buf));
    line_end(l);
}

/* What of a report a screen has room for. */
typedef struct fitted {
    const corr_report *r;
    unsigned keep, fold; /* spare lines; notes that give way */
    unsigned level; /* parts with at most this rank have their short form */
} fitted;

static bool has_form(const fitted *f, const report_item *it)
{
    return f->level >= it->ranks.from &&
           (!it->ranks.until || f->level < it->ranks.until);
}

/* Prints all lines but those for programs. */
static void print_fitted(const void *what, line *l)
{
    const fitted *f = what;
    const corr_report *r = f->r;
    const bool has_foot = r->first_next || r->more_notes || shows_note(r);
    unsigned spare = 0;
    bool rest = false;

    for (const report_item *it = r->first; it; it = it->next) {
        if (!has_form(f, it))
            continue;
        const bool is_left = it->spare == SPARE_LINE && spare++ >= f->keep;
        if (is_left || it->spare == SPARE_REST) {
            if (!rest)
                print_rest(r, f->keep, it, l);
            rest = true;
            continue;
        }
        if (it->kind != REPORT_RAW &&
            (it->next || it->kind != REPORT_BLANK || has_foot))
            print_item(it, l);
    }
    print_notes(r, f->fold, l);
    print_next(r, l);
}

static void print_one(const void *it, line *l)
{
    print_item(it, l);
}

/* The number of notes that give way, so that a screen is enough; 0: it is not
 * enough even so, and all stay. */
static unsigned notes_to_fold(const fitted *whole, const corr_style *style,
                              corr_out *to)
{
    fitted f = *whole;
    unsigned notes = 0;

    for (const report_note *n = f.r->first_note; n; n = n->next)
        notes += render_fit_folds(f.r, n, UINT_MAX);
    f.fold = notes;
    if (!notes || render_fit_lines(style, to, print_fitted, &f) > RENDER_SCREEN)
        return 0;
    for (f.fold = 0; f.fold < notes; f.fold++)
        if (render_fit_lines(style, to, print_fitted, &f) <= RENDER_SCREEN)
            break;
    return f.fold;
}

static unsigned highest_rank(const corr_report *r)
{
    unsigned most = 0;

    for (const report_item *it = r->first; it; it = it->next)
        if (it->ranks.from > most)
            most = it->ranks.from;
    return most;
}

/* Chooses what gives way until the screen is enough: notes, if they suffice; else
 * forms, and notes after all of them. */
static void fit_screen(fitted *f, const corr_style *style, corr_out *to)
{
    enum { LEAST_KEPT = 2, LEAST_OF_SHORT = 1 };
    const unsigned most = highest_rank(f->r);

    for (f->level = 0;; f->level++) {
        const bool is_last = f->level == most;
        f->keep = UINT_MAX;
        f->fold = 0;
        f->keep = render_fit(f->r, style, to, print_fitted, f, print_one,
                             most && is_last ? LEAST_OF_SHORT : LEAST_KEPT);
        if (is_last || f->level == 0)
            f->fold = notes_to_fold(f, style, to);
        if (is_last ||
            render_fit_lines(style, to, print_fitted, f) <= RENDER_SCREEN)
            return;
    }
}

void render_text(const corr_report *r, const corr_style *style, corr_out *out)
{
    line l = line_of(style, out);
    fitted f = { .r = r };

    fit_screen(&f, style, out);
    print_fitted(&f, &l);
    /* lines for programs end the screen */
    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind == REPORT_RAW)
            print_item(it, &l);
}
