/*
 * pprof_missing - what records name and the file does not define, with the
 * samples that depend on it.
 *
 * A sample without a location is left out; a location without its mapping or a
 * line without its function is shown without a name.  Strings beyond the string
 * table are refused in pprof_resolve.c.
 */
#include "pprof/pprof.h"

#include <stdio.h>
#include <stdlib.h>

enum what { FUNCTION, MAPPING, LOCATION, WHATS };

typedef struct lack {
    corr_vec(uint64_t) id; /* of each reference, in order of the file */
    uint64_t samples;      /* raw observations */
    int64_t value;         /* of the kind that the file shows first */
} lack;

typedef struct survey {
    pprof_file *f;
    lack of[WHATS];
    corr_vec(uint8_t) location, stack; /* bits 1 << what */
} survey;

static void note_reference(survey *s, enum what what, uint64_t id)
{
    (void)corr_vec_push(s->f->b, &s->of[what].id, id);
}

/* What location i lacks; it is shown by some stack. */
static uint8_t look_at_location(survey *s, size_t i)
{
    const pprof_file *f = s->f;
    const pprof_location *loc = &f->code.location.v[i];
    uint8_t lacks = 0;

    if (loc->mapping &&
        pprof_ids_find(&f->code.mapping_ids, loc->mapping) == PPROF_NONE) {
        note_reference(s, MAPPING, loc->mapping);
        lacks |= 1 << MAPPING;
    }
    for (size_t k = 0; k < loc->nline; k++) {
        const uint64_t id = f->code.line.v[loc->line + k].function;
        if (!id || pprof_ids_find(&f->code.function_ids, id) != PPROF_NONE)
            continue;
        note_reference(s, FUNCTION, id);
        lacks |= 1 << FUNCTION;
    }
    return lacks;
}

static uint8_t look_at_stack(survey *s, size_t i)
{
    const pprof_file *f = s->f;
    corr_cur c = pprof_memo_at(&f->samples.stacks, i);
    uint8_t lacks = 0;

    while (c.p < c.end && !c.bad) {
        const uint64_t id = corr_cur_varint(&c);
        const uint32_t row = pprof_ids_find(&f->code.location_ids, id);
        if (row != PPROF_NONE) {
            lacks |= s->location.v[row];
            continue;
        }
        note_reference(s, LOCATION, id);
        return 1 << LOCATION; /* the whole sample is left out */
    }
    return lacks;
}

/* Whether anything is missing. */
static bool look_at_tables(survey *s)
{
    pprof_file *f = s->f;
    const size_t nstack = f->samples.stacks.end.n;
    bool is_any = false;

    if (!corr_vec_reserve(f->b, &s->location, f->code.location.n + 1) ||
        !corr_vec_reserve(f->b, &s->stack, nstack + 1))
        return false;
    for (size_t i = 0; i < f->code.location.n; i++)
        s->location.v[i] = f->made.run.v[i].n ? look_at_location(s, i) : 0;
    for (size_t i = 0; i < nstack; i++) {
        s->stack.v[i] = look_at_stack(s, i);
        is_any |= s->stack.v[i];
    }
    return is_any && !corr_build_failed(f->b);
}

static void look_at_rows(survey *s, const pprof_kind *k, pprof_row *r)
{
    corr_cur c = pprof_rows(s->f);

    while (pprof_next_row(s->f, &c, r))
        for (int i = 0; i < WHATS; i++)
            if (r->is_usable && (s->stack.v[r->stack] & 1 << i)) {
                lack *l = &s->of[i];
                l->samples += (uint64_t)pprof_observations(k, r->value);
                if (__builtin_add_overflow(l->value, r->value[k->column],
                                           &l->value))
                    l->value = INT64_MAX;
            }
}

/* ---- sentences ----------------------------------------------------------- */

static int compare_ids(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* "function 9, which is", "3 functions, the first 9, which are" */
static const char *named_ids(lack *l, const char *noun, char to[96])
{
    const unsigned long long first = l->id.v[0];
    unsigned long long n = 1;

    qsort(l->id.v, l->id.n, sizeof *l->id.v, compare_ids);
    for (size_t i = 1; i < l->id.n; i++)
        n += l->id.v[i] != l->id.v[i - 1];
    if (n == 1)
        snprintf(to, 96, "%s %llu, which is", noun, first);
    else
        snprintf(to, 96, "%llu %ss, the first %llu, which are", n, noun, first);
    return to;
}

/* "3 samples, 30 ns" */
static const char *amount_text(const pprof_file *f, const pprof_kind *k,
                               const lack *l, char to[96])
{
    const corr_str unit = k->unit == CORR_BYTES
                              ? CORR_STR("bytes")
                              : pprof_text(f, f->head.type.v[k->column].type);
    char time[CORR_PRINT_MAX];
    int64_t value;

    if (__builtin_mul_overflow(l->value, k->scale, &value))
        value = INT64_MAX;
    const int n =
        snprintf(to, 96, "%llu sample%s", (unsigned long long)l->samples,
                 corr_plural(l->samples));
    if (k->unit == CORR_NS)
        snprintf(to + n, 96 - (size_t)n, ", %s",
                 corr_print_duration(time, value));
    else if (k->obs != PPROF_OBS_VALUE && !corr_str_is(unit, "samples"))
        snprintf(to + n, 96 - (size_t)n, ", %lld %.*s", (long long)value,
                 unit.n < 40 ? (int)unit.n : 40, unit.p);
    return to;
}

static void say_lacks(survey *s, const pprof_kind *k)
{
    const lack *l = s->of;
    char ids[WHATS][96], of[WHATS][96];

    for (int i = 0; i < WHATS; i++)
        if (l[i].id.n) {
            static const char *const noun[] = { "function", "mapping",
                                                "location" };
            named_ids(&s->of[i], noun[i], ids[i]);
            amount_text(s->f, k, &l[i], of[i]);
        }
    if (l[FUNCTION].id.n)
        corr_warn(s->f->b, CORR_NO_OFFSET, "%zu line%s %s not defined: %s",
                  l[FUNCTION].id.n, l[FUNCTION].id.n == 1 ? " names" : "s name",
                  ids[FUNCTION], of[FUNCTION]);
    if (l[MAPPING].id.n)
        corr_warn(s->f->b, CORR_NO_OFFSET, "%zu location%s %s not defined: %s",
                  l[MAPPING].id.n, l[MAPPING].id.n == 1 ? " names" : "s name",
                  ids[MAPPING], of[MAPPING]);
    if (l[LOCATION].id.n)
        corr_warn(s->f->b, CORR_NO_OFFSET,
                  "%zu stack%s %s not defined: %s left out", l[LOCATION].id.n,
                  l[LOCATION].id.n == 1 ? " names" : "s name", ids[LOCATION],
                  of[LOCATION]);
}

void pprof_say_missing(pprof_file *f, const pprof_kind *kind, size_t n,
                       pprof_row *r)
{
    survey s = { .f = f };
    size_t first = 0;

    for (size_t i = n; i-- > 0;)
        first = kind[i].flags & CORR_KIND_DEFAULT ? i : first;
    if (n > 0 && r->value && look_at_tables(&s)) {
        look_at_rows(&s, &kind[first], r);
        r->number = 0;
        say_lacks(&s, &kind[first]);
    }
    for (int i = 0; i < WHATS; i++)
        corr_vec_free(&s.of[i].id);
    corr_vec_free(&s.location);
    corr_vec_free(&s.stack);
}
