#include "store/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/sample_weight.h"

typedef struct rule {
    const char *code; /* NULL: the remark is no note */
    corr_level level;
    unsigned places;
    unsigned flags;
    const char *text;
} rule;

enum {
    HEAD = CORR_AT_HEAD,
    FOOT = CORR_AT_FOOT,
    GATE = CORR_AT_GATE,
    COPY = CORR_AT_COPY,
    QUIET = 1,   /* a note without a line */
    FORBIDS = 2, /* the remark forbids a verdict */
    COUNTS = 4,  /* a warning that is listed once, with its number */
    MARKED = 8   /* the numbers that it is about have a mark */
};

static const rule rules[REMARK_RULES] = {
#define RULE(name, code, level, places, flags, text)                           \
    [REMARK_##name] = { code, CORR_##level, places, flags, text },
#include "store/remark_rules.h"
};

/* ---- words ---------------------------------------------------------- */

typedef struct filling {
    const remark_about *about;
    bool of_spans;
    bool failed;
    vec(char) text;
} filling;

static void fill_text(filling *f, corr_str s)
{
    if (!vec_reserve(&f->text, s.n + 1)) {
        f->failed = true;
        return;
    }
    if (s.n)
        memcpy(f->text.v + f->text.n, s.p, s.n);
    f->text.n += s.n;
    f->text.v[f->text.n] = 0;
}

static corr_str side_name(const filling *f, unsigned side)
{
    static const char *const names[2][2] = {
        { "the base", "the new side" }, { "the normal side", "the slow side" }
    };

    return corr_str_of(names[f->of_spans][side]);
}

static bool number_called(const remark_about *a, corr_str word, uint64_t *n)
{
    *n = corr_str_is(word, "n")    ? a->n
         : corr_str_is(word, "of") ? a->of
                                   : a->n - 1;
    return corr_str_is(word, "n") || corr_str_is(word, "of") ||
           corr_str_is(word, "more");
}

static corr_str text_called(const filling *f, corr_str word)
{
    static const char *const in[] = { "", "base: ", "new: " };
    const remark_about *a = f->about;
    const unsigned side = a->side > 1;

    return corr_str_is(word, "a")       ? a->a
           : corr_str_is(word, "b")     ? a->b
           : corr_str_is(word, "c")     ? a->c
           : corr_str_is(word, "in")    ? corr_str_of(in[a->side])
           : corr_str_is(word, "other") ? side_name(f, !side)
                                        : side_name(f, side);
}

static void fill_word(filling *f, corr_str word)
{
    const double real[] = { f->about->x, f->about->y, f->about->z };
    char digits[400]; /* of any double */
    corr_str text = { digits, 0 };
    uint64_t n;

    if (word.n == 2 && word.p[0] >= 'x' && word.p[0] <= 'z')
        text.n = (size_t)snprintf(digits, sizeof digits, "%.*f",
                                  word.p[1] - '0', real[word.p[0] - 'x']);
    else if (number_called(f->about, word, &n))
        text.n = (size_t)snprintf(digits, sizeof digits, "%llu",
                                  (unsigned long long)n);
    else
        text = text_called(f, word);
    fill_text(f, text);
}

/* The length of s up to the first `end` outside of braces, or of all of s. */
static size_t length_to(corr_str s, char end)
{
    unsigned depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (!depth && s.p[i] == end)
            return i;
        depth += s.p[i] == '{';
        depth -= s.p[i] == '}';
    }
    return s.n;
}

/* The alternative of "is|are" for a number. */
static corr_str choice_of(corr_str s, uint64_t n)
{
    for (uint64_t at = 1;; at++) {
        const size_t length = length_to(s, '|');
        if (at == n || length == s.n)
            return (corr_str){ s.p, length };
        s = (corr_str){ s.p + length + 1, s.n - length - 1 };
    }
}

static void fill_sentence(filling *f, corr_str s)
{
    while (s.n) {
        const size_t plain = length_to(s, '{');
        fill_text(f, (corr_str){ s.p, plain });
        if (plain == s.n)
            return;
        s = (corr_str){ s.p + plain + 1, s.n - plain - 1 };
        const corr_str in = { s.p, length_to(s, '}') };
        const size_t word = length_to(in, ':');
        uint64_t n;
        if (word == in.n)
            fill_word(f, in);
        else if (number_called(f->about, (corr_str){ in.p, word }, &n))
            fill_sentence(
                f,
                choice_of((corr_str){ in.p + word + 1, in.n - word - 1 }, n));
        s = (corr_str){ s.p + in.n + 1, s.n - in.n - 1 };
    }
}

/* The sentence in memory of an arena; NULL: out of memory. */
static char *sentence_of(corr_arena *arena, const remark_about *about,
                         bool of_spans)
{
    filling f = { .about = about, .of_spans = of_spans };

    fill_sentence(&f, corr_str_of(rules[about->rule].text));
    char *text = f.failed
                     ? NULL
                     : corr_arena_text(arena, (corr_str){ f.text.v, f.text.n });
    vec_free(&f.text);
    return text;
}

/* ---- lists ---------------------------------------------------------- */

corr_str remark_words(remarks *r, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    const char *text = corr_arena_vprint(r->arena, what, ap);
    va_end(ap);
    r->failed |= !text;
    return text ? corr_str_of(text) : (corr_str){ NULL, 0 };
}

/* The position of a new remark: ordered by the table, then by side. */
static size_t remark_place(const remarks *r, unsigned number, int side)
{
    size_t at = r->list.n;

    while (at && (r->list.v[at - 1].rule > number ||
                  (r->list.v[at - 1].rule == number &&
                   r->list.v[at - 1].side > side)))
        at--;
    return at;
}

void remark_append(remarks *r, remark_about about)
{
    const rule *row = &rules[about.rule];
    const int side = (int)about.side - 1;
    const char *text = sentence_of(r->arena, &about, r->of_spans);

    if (!text || !vec_reserve(&r->list, 1)) {
        r->failed = true;
        return;
    }
    const size_t at = remark_place(r, about.rule, side);
    corr_remark *to = r->list.v + at;
    memmove(to + 1, to, (r->list.n++ - at) * sizeof *to);
    *to = (corr_remark){ .code = row->code,
                         .mark = row->flags & MARKED ? CORR_MARK : NULL,
                         .level = row->level,
                         .text = text,
                         .side = side,
                         .rule = about.rule,
                         .places = row->places,
                         .is_line = row->places && !(row->flags & QUIET),
                         .forbids_verdict =
                             (row->flags & FORBIDS) && !about.harmless };
}

void remarks_clear(remarks *r)
{
    vec_free(&r->list);
}

bool remark_append_warning(warnings *list, corr_arena *arena,
                           remark_about about)
{
    const rule *row = &rules[about.rule];
    const bool counts = row->flags & COUNTS;

    for (size_t i = 0; counts && i < list->n; i++)
        if (list->v[i].format == row->text) {
            list->v[i].count++;
            return true;
        }
    char *text = sentence_of(arena, &about, false);
    for (size_t i = 0; text && !counts && i < list->n; i++)
        if (strcmp(list->v[i].text, text) == 0)
            return true;
    return text && vec_push(list, (warning){ .format = row->text,
                                             .code = row->code,
                                             .text = text,
                                             .offset = CORR_NO_OFFSET,
                                             .count = 1 });
}

const corr_remark *corr_remark_find(corr_remarks list, const char *code)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].code && strcmp(list.v[i].code, code) == 0)
            return &list.v[i];
    return NULL;
}

bool corr_remark_is_in(corr_remarks list, const corr_remark *r)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].rule == r->rule && list.v[i].side == r->side)
            return true;
    return false;
}
