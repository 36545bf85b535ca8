/* opt_print - option tables as help and as manual text. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/opt.h"

enum { HELP_AT = 28, HELP_WIDTH = 79 };

const char *opt_spelling(const opt *o, char *buf, size_t size)
{
    int n = o->key ? snprintf(buf, size, "-%c, --%s", o->key, o->name)
                   : snprintf(buf, size, "--%s", o->name);

    if (opt_takes_value(o) && n > 0 && (size_t)n < size)
        snprintf(buf + n, size - (size_t)n, " %s", o->arg);
    return buf;
}

/* Words of help, from column `at` on and then from HELP_AT. */
static void put_wrapped(corr_out *out, corr_str rest, size_t at)
{
    corr_str word;
    bool begun = false;

    while (corr_str_next(&rest, ' ', &word)) {
        if (begun && at + 1 + word.n > HELP_WIDTH) {
            corr_printf(out, "\n%*s", HELP_AT, "");
            at = HELP_AT;
        } else if (begun) {
            corr_putc(out, ' ');
            at++;
        }
        corr_put_str(out, word);
        at += word.n;
        begun = true;
    }
}

/* The last place in the first `room` bytes of a help where c stands. */
static size_t last_of(const char *help, size_t room, char c)
{
    size_t i = room;

    while (i > 0 && help[i] != c)
        i--;
    return i;
}

/* The beginning of a help that fits into some columns and is whole by itself:
 * up to a semicolon, within a list after a colon, up to a bracket, or else all.
 * more: whether a list goes on. */
static corr_str brief_help(const char *help, size_t room, bool *more)
{
    const corr_str s = corr_str_of(help);
    size_t at;

    *more = false;
    if (s.n <= room)
        return s;
    if ((at = last_of(help, room, ';')) > 0)
        return (corr_str){ help, at };
    if ((at = last_of(help, room - 4, ',')) > last_of(help, room, ':') &&
        last_of(help, room, ':') > 0) {
        *more = true;
        return (corr_str){ help, at };
    }
    if ((at = last_of(help, room, ':')) > 0)
        return (corr_str){ help, at };
    if ((at = last_of(help, room, '(')) > 1)
        return (corr_str){ help, at - 1 };
    return s;
}

void opt_print_help(const opt *o, bool whole, corr_out *out)
{
    char spelling[128];
    size_t indent = o->key ? 2 : 6; /* long names stand below each other */
    size_t at = indent + strlen(opt_spelling(o, spelling, sizeof spelling));

    corr_printf(out, "%*s%s", (int)indent, "", spelling);
    if (at + 2 > HELP_AT && at + 2 + 20 < HELP_WIDTH && !whole) {
        corr_puts(out, "  ");
        at += 2;
    } else if (at + 2 > HELP_AT) {
        corr_printf(out, "\n%*s", HELP_AT, "");
        at = HELP_AT;
    } else {
        corr_printf(out, "%*s", (int)(HELP_AT - at), "");
        at = HELP_AT;
    }
    bool more = false;
    put_wrapped(out,
                whole ? corr_str_of(o->help)
                      : brief_help(o->help, HELP_WIDTH - at, &more),
                at);
    corr_puts(out, more ? " ...\n" : "\n");
}

/* Escapes text for troff: hyphens and backslashes. */
static void put_roff(corr_out *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '-')
            corr_puts(out, "\\-");
        else if (*p == '\\')
            corr_puts(out, "\\e");
        else
            corr_putc(out, *p);
    }
}

void opt_print_man(const opt *options, corr_out *out)
{
    for (const opt *o = options; o && o->kind != OPT_END; o++) {
        corr_puts(out, ".TP\n");
        if (o->key)
            corr_printf(out, "\\fB\\-%c\\fR, ", o->key);
        corr_puts(out, "\\fB\\-\\-");
        put_roff(out, o->name);
        corr_puts(out, "\\fR");
        if (opt_takes_value(o)) {
            corr_puts(out, o->kind == OPT_CHOICE ? " \\fB" : " \\fI");
            put_roff(out, o->arg);
            corr_puts(out, "\\fR");
        }
        corr_putc(out, '\n');
        corr_putc(out, (char)toupper((unsigned char)o->help[0]));
        put_roff(out, o->help + 1);
        corr_puts(out, ".\n");
    }
}
