/* Warnings and notes of a reader, merged as they come. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/build_private.h"

/* The warning with this format string: counted up, or added if it is new.
 * NULL: out of memory. */
CORR_PRINTF(3, 0)
static warning *merge_warning(corr_build *b, const char *code,
                              const char *format, va_list ap)
{
    input *in = &b->in;

    for (size_t i = 0; i < in->warning.n; i++)
        if (in->warning.v[i].format == format) {
            in->warning.v[i].count++;
            return &in->warning.v[i];
        }
    char text[256];
    vsnprintf(text, sizeof text, format, ap);
    warning *w = input_add_warning(in, format, code, text);
    if (!w)
        build_no_memory(b);
    return w;
}

void corr_warn(corr_build *b, uint64_t offset, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    warning *w = merge_warning(b, "", what, ap);
    va_end(ap);
    if (w && w->count == 1)
        w->offset = offset;
}

void corr_has_also(corr_build *b, const corr_format *f)
{
    for (size_t i = 0; i < MOST_ALSO; i++) {
        const corr_format **also = &b->in.read.also[i];
        if (*also == f)
            return;
        if (!*also) {
            *also = f;
            return;
        }
    }
}

/* ---- tallies ------------------------------------------------------------- */

/* The literal with the ending for many is the identity; that for one is kept
 * as the text until the input is sealed. */
void corr_tally(corr_build *b, const char *code, uint64_t offset, uint64_t n,
                const char *one, const char *many)
{
    input *in = &b->in;
    warning *w = NULL;

    for (size_t i = 0; !w && i < in->warning.n; i++)
        if (in->warning.v[i].format == many)
            w = &in->warning.v[i];
    if (n == 0)
        return;
    if (!w) {
        w = input_add_warning(in, many, code, one);
        if (!w) {
            build_no_memory(b);
            return;
        }
        w->offset = offset;
    }
    w->sum += n;
}

bool build_write_tallies(corr_build *b)
{
    for (size_t i = 0; i < b->in.warning.n; i++) {
        warning *w = &b->in.warning.v[i];
        char text[256];
        if (!w->sum)
            continue;
        snprintf(text, sizeof text, "%llu %s", (unsigned long long)w->sum,
                 w->sum == 1 ? w->text : w->format);
        const size_t n = strlen(text) + 1;
        char *copy = corr_arena_alloc(&b->in.arena, 1, n);
        if (!copy)
            return build_no_memory(b);
        w->text = memcpy(copy, text, n);
    }
    return true;
}

/* ---- facts --------------------------------------------------------------- */

void corr_recognised(corr_build *b)
{
    b->in.read.recognised = true;
}

void corr_recorder_lost(corr_build *b)
{
    b->in.lost.by_recorder = true;
}

void corr_note(corr_build *b, const char *code, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    merge_warning(b, code, what, ap);
    va_end(ap);
}

void corr_damage(corr_build *b, uint64_t offset, uint64_t bytes,
                 uint64_t records, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    warning *w = merge_warning(b, "DAMAGED", what, ap);
    va_end(ap);
    b->in.lost.damaged = true;
    b->in.lost.bytes += bytes;
    b->in.lost.events += records;
    if (!w || w->count > 1)
        return;
    w->offset = offset;
    w->damage = true;
    if (b->opts.strict)
        corr_fail_at(&b->err, CORR_EFORMAT, offset, NULL, "%s", w->text);
}

void build_rank_warnings(input *in)
{
    size_t ndamage = 0;

    for (size_t i = 0; i < in->warning.n; i++) {
        const warning w = in->warning.v[i];
        if (!w.damage)
            continue;
        memmove(&in->warning.v[ndamage + 1], &in->warning.v[ndamage],
                (i - ndamage) * sizeof w);
        in->warning.v[ndamage++] = w;
    }
}

void corr_refuse(corr_build *b, corr_code code, uint64_t offset,
                 const char *field, const char *what, ...)
{
    char text[256];
    va_list ap;

    va_start(ap, what);
    vsnprintf(text, sizeof text, what, ap);
    va_end(ap);
    corr_fail_at(&b->err, code, offset, field, "%s", text);
}
