#include "captured.h"

#include <stdio.h>

#include "base.h"

enum { SHORTEST = 8 }; /* characters that name a file by accident no more */

static corr_str base_name(corr_str path)
{
    corr_str before, after;

    return corr_str_cut_last(path, '/', &before, &after) ? after : path;
}

static bool contains(corr_str text, corr_str part)
{
    if (part.n < SHORTEST)
        return false;
    for (size_t i = 0; i + part.n <= text.n; i++)
        if (memcmp(text.p + i, part.p, part.n) == 0)
            return true;
    return false;
}

static bool named_after(corr_str file, const span_row *r)
{
    char span[17], trace[33];

    snprintf(span, sizeof span, "%016llx", (unsigned long long)r->id);
    snprintf(trace, sizeof trace, "%016llx%016llx",
             (unsigned long long)r->trace.hi, (unsigned long long)r->trace.lo);
    return contains(file, corr_str_of(span)) ||
           contains(file, corr_str_of(trace));
}

static bool names_file(const input *from, const span_row *r, corr_str file)
{
    corr_label l;

    if (input_find_label(from, r->attrs, CORR_STR("profile.file"), &l) &&
        l.text.n && corr_str_eq(base_name(l.text), file))
        return true;
    return input_find_label(from, r->attrs, CORR_STR("profile.id"), &l) &&
           contains(file, l.text);
}

bool captured_by(const corr_store *st, uint32_t span, uint32_t in)
{
    const span_row *r = store_span(st, span);
    const input *from = st->input.v[st->spans.at.v[span].input];
    corr_str file = base_name(corr_str_of(st->input.v[in]->file));

    return named_after(file, r) || names_file(from, r, file);
}
