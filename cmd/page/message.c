#include "page/message.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void talker_put(const talker *t, const char *text)
{
    char buf[4096];

    corr_puts(t->out, corr_safe(buf, sizeof buf, corr_str_of(text), t->ascii));
}

/* Names are safe, so a character is a cell. */
static unsigned piece_cells(corr_str piece)
{
    unsigned n = 0;

    for (size_t i = 0; i < piece.n; i++)
        n += ((unsigned char)piece.p[i] & 0xc0) != 0x80;
    return n;
}

/* Wraps at words on a terminal; elsewhere a message stays one line, so that a
 * search finds it. */
static void put_wrapped(const talker *t, const char *text)
{
    enum { INDENT = 6 };
    unsigned at = 0;

    for (corr_str rest = corr_str_of(text); rest.n > 0;) {
        const bool is_blank = rest.p[0] == ' ';
        const corr_str next = corr_str_from(rest, is_blank);
        const corr_str piece = { next.p, corr_str_piece(next) };
        const unsigned cells = piece_cells(piece);
        rest = corr_str_from(next, piece.n);
        if (is_blank && t->width && at + 1 + cells > t->width && at > INDENT) {
            corr_puts(t->out, "\n      ");
            at = INDENT;
        } else if (is_blank) {
            corr_putc(t->out, ' ');
            at++;
        }
        corr_put_str(t->out, piece);
        at += cells;
    }
    corr_putc(t->out, '\n');
}

/* Whether the sentence itself names the place, as "byte 6007". */
static bool says(const char *what, const char *place)
{
    const size_t n = strlen(place);

    for (const char *p = strstr(what, place); p; p = strstr(p + n, place))
        if (p[n] < '0' || p[n] > '9')
            return true;
    return false;
}

/* ", at byte 259745": where to look, in the line that names the file.  The
 * first byte is no place where the whole file is meant. */
static void print_place(const talk_message *m, char *buf, size_t size)
{
    const bool has_field = m->field && m->field[0];
    char place[32];

    buf[0] = 0;
    if (m->line > 0)
        snprintf(place, sizeof place, "line %" PRIu64, m->line);
    else if (m->offset != CORR_NO_OFFSET && (m->offset > 0 || has_field))
        snprintf(place, sizeof place, "byte %" PRIu64, m->offset);
    else
        return;
    if (!says(m->what, place))
        snprintf(buf, size, ", at %s", place);
}

/* Lines of a hint stand under each other: a caret points at what is above. */
static void put_hint(const talker *t, const char *hint)
{
    corr_str rest = corr_str_of(hint);
    const char *lead = "      hint: ";
    char safe[512], text[640];
    corr_str piece;

    while (rest.n && corr_str_next(&rest, '\n', &piece)) {
        snprintf(text, sizeof text, "%s%s", lead,
                 corr_safe(safe, sizeof safe, piece, t->ascii));
        put_wrapped(t, text);
        lead = "            ";
    }
}

void talker_say(const talker *t, const talk_message *m)
{
    char n[CORR_PRINT_MAX], place[48], times[64] = "", text[5120];
    char input[512], what[4096];
    bool has_input = m->input && m->input[0];

    print_place(m, place, sizeof place);
    if (m->count > 1)
        snprintf(times, sizeof times, " (%s times)",
                 corr_print_count(n, (int64_t)m->count));
    snprintf(text, sizeof text, "corr: %s%s%s%s%s",
             has_input ? corr_safe(input, sizeof input, corr_str_of(m->input),
                                   t->ascii)
                       : "",
             has_input ? ": " : "",
             corr_safe(what, sizeof what, corr_str_of(m->what), t->ascii),
             place, times);
    put_wrapped(t, text);
    if (m->field && m->field[0]) {
        snprintf(text, sizeof text, "      %s (%s)", m->field,
                 m->format ? m->format : "");
        put_wrapped(t, text);
    }
    put_hint(t, m->hint ? m->hint : "");
}

bool talker_open(talker *t, bool ascii)
{
    corr_style style;

    *t = (talker){ corr_out_fd(STDERR_FILENO), ascii, 0 };
    if (isatty(STDERR_FILENO)) {
        corr_style_init(&style, STDERR_FILENO, 0, "never", ascii, false);
        t->width = (unsigned)style.width;
    }
    return t->out != NULL;
}

void talker_close(talker *t)
{
    (void)corr_out_close(t->out, NULL);
}
