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

/* Words of help from column HELP_AT on. */
static void put_wrapped(corr_out *out, const char *help)
{
    corr_str rest = corr_str_of(help);
    corr_str word;
    size_t at = HELP_AT;

    while (corr_str_next(&rest, ' ', &word)) {
        if (at > HELP_AT && at + 1 + word.n > HELP_WIDTH) {
            corr_printf(out, "\n%*s", HELP_AT, "");
            at = HELP_AT;
        }
        if (at > HELP_AT) {
            corr_putc(out, ' ');
            at++;
        }
        corr_put_str(out, word);
        at += word.n;
    }
    corr_putc(out, '\n');
}

void opt_print_help(const opt *options, corr_out *out)
{
    char spelling[128];

    for (const opt *o = options; o && o->kind != OPT_END; o++) {
        size_t indent = o->key ? 2 : 6; /* long names stand below each other */
        size_t at = indent + strlen(opt_spelling(o, spelling, sizeof spelling));

        corr_printf(out, "%*s%s", (int)indent, "", spelling);
        if (at + 2 > HELP_AT) {
            corr_putc(out, '\n');
            at = 0;
        }
        corr_printf(out, "%*s", (int)(HELP_AT - at), "");
        put_wrapped(out, o->help);
    }
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
