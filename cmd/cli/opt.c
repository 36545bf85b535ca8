/*
 * opt - parsing of options from tables.
 *
 * Every failure is a usage error that names the option as it was typed and
 * says what it wants.
 */
#include "cli/opt.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 64 }; /* longer words get no suggestion */

typedef struct parser {
    int argc;
    char *const *argv;
    int at; /* next word */
    const opt_set *sets;
    size_t nsets;
    corr_arena *arena;
    corr_err *err;
} parser;

/* ---- nearest ---------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits from a to b: change, insert, delete, swap of two neighbours. */
unsigned opt_distance(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    unsigned row[3][WORD_MAX + 1];

    if (na > WORD_MAX || nb > WORD_MAX)
        return WORD_MAX;
    for (unsigned j = 0; j <= nb; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *now = row[i % 3], *last = row[(i + 2) % 3];
        const unsigned *before = row[(i + 1) % 3];

        now[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            unsigned d = last[j - 1] + (a[i - 1] != b[j - 1]);
            d = least(d, last[j] + 1);
            d = least(d, now[j - 1] + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = least(d, before[j - 2] + 1);
            now[j] = d;
        }
    }
    return row[na % 3][nb];
}

/* Bytes that both begin with. */
static size_t common_start(const char *a, const char *b)
{
    size_t n = 0;

    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

const char *opt_nearest(const char *text, const char *const *words, size_t n)
{
    const size_t len = strlen(text);
    const char *best = NULL;
    unsigned score = (unsigned)(len / 3) + 1;

    for (size_t i = 0; i < n; i++) {
        const size_t same = common_start(text, words[i]);
        unsigned d = opt_distance(text, words[i]);
        if (len >= 2 && same == len)
            d = 0; /* the beginning of a word */
        else if (len >= 4 && same + 1 >= len)
            d = least(d, score - 1); /* used if no other option is nearer */
        else if (len <= 3 && same == 0)
            continue; /* of so few letters the first one counts */
        if (d < score) {
            score = d;
            best = words[i];
        }
    }
    return best;
}

/* ---- finding an option ------------------------------------------------ */

typedef struct found {
    const opt *o;
    void *into;
    bool negated;
} found;

bool opt_takes_value(const opt *o)
{
    return o->kind != OPT_FLAG && o->kind != OPT_WORD;
}

static found find_long(const opt_set *sets, size_t nsets, corr_str name)
{
    const bool is_no = corr_str_starts(name, "no-");
    corr_str rest = is_no ? (corr_str){ name.p + 3, name.n - 3 } : name;
    found negated = { 0 };

    for (size_t i = 0; i < nsets; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++) {
            if (corr_str_is(name, o->name))
                return (found){ o, sets[i].into, false };
            if (o->kind != OPT_FLAG)
                continue;
            if (is_no && corr_str_is(rest, o->name))
                negated = (found){ o, sets[i].into, true };
            else if (strncmp(o->name, "no-", 3) == 0 &&
                     corr_str_is(name, o->name + 3))
                negated = (found){ o, sets[i].into, true };
        }
    return negated;
}

static found find_short(const opt_set *sets, size_t nsets, char key)
{
    for (size_t i = 0; i < nsets; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            if (o->key && o->key == key)
                return (found){ o, sets[i].into, false };
    return (found){ 0 };
}

const opt *opt_find(const opt_set *sets, size_t nsets, corr_str name)
{
    return find_long(sets, nsets, name).o;
}

const opt *opt_find_key(const opt_set *sets, size_t nsets, char key)
{
    return find_short(sets, nsets, key).o;
}

static corr_code no_option(const parser *p, const char *dashes, corr_str name)
{
    const char *words[256];
    char typed[WORD_MAX + 1];
    size_t n = 0;

    for (size_t i = 0; i < p->nsets; i++)
        for (const opt *o = p->sets[i].options; o && o->kind != OPT_END; o++)
            if (n < sizeof words / sizeof words[0])
                words[n++] = o->name;
    corr_safe(typed, sizeof typed, name, true);
    corr_fail(p->err, CORR_EUSAGE, "unknown option %s%s", dashes, typed);

    const char *near = opt_nearest(typed, words, n);
    return near && strcmp(dashes, "--") == 0
               ? corr_hint(p->err, "did you mean --%s?", near)
               : CORR_EUSAGE;
}

/* ---- values ----------------------------------------------------------- */

static corr_code bad_value(const parser *p, const opt *o, const char *wants,
                           const char *value)
{
    char shown[80];

    corr_safe(shown, sizeof shown, corr_str_of(value), false);
    return corr_fail(p->err, CORR_EUSAGE, "--%s wants %s, not \"%s\"", o->name,
                     wants, shown);
}

/* The word of a choice that the value means, in any case; or an empty one. */
static corr_str find_choice(const opt *o, const char *value)
{
    corr_str rest = corr_str_of(o->arg);
    const size_t n = strlen(value);
    corr_str word;

    while (corr_str_next(&rest, '|', &word))
        if (word.n == n && strncasecmp(word.p, value, n) == 0)
            return word;
    return (corr_str){ "", 0 };
}

static bool is_choice(const opt *o, const char *value)
{
    return find_choice(o, value).n > 0;
}

static corr_code set_choice(const parser *p, const opt *o, const char **field,
                            const char *value)
{
    const corr_str word = find_choice(o, value);
    char wants[160];

    if (!word.n) {
        snprintf(wants, sizeof wants, "one of %s", o->arg);
        return bad_value(p, o, wants, value);
    }
    *field = corr_arena_text(p->arena, word);
    return *field ? CORR_OK : corr_no_memory(p->err);
}

static corr_code add_to_list(const parser *p, opt_list *list, const char *value)
{
    union {
        const char *const *list;
        const char **item;
    } to = { list->item };
    const size_t n = list->n;

    /* An array has room for a power of two; the arena forgets the older ones. */
    if ((n & (n - 1)) == 0) {
        to.item = corr_arena_new(p->arena, const char *, n ? 2 * n : 1);
        if (!to.item)
            return corr_no_memory(p->err);
        if (n > 0)
            memcpy(to.item, list->item, n * sizeof *to.item);
    }
    to.item[n] = value;
    *list = (opt_list){ to.item, n + 1 };
    return CORR_OK;
}

static corr_code add_pair(const parser *p, const opt *o, opt_list *list,
                          const char *value)
{
    const size_t n = strlen(o->name) + strlen(value) + 2;
    char *pair = corr_arena_new(p->arena, char, n);

    if (!pair)
        return corr_no_memory(p->err);
    snprintf(pair, n, "%s=%s", o->name, value);
    return add_to_list(p, list, pair);
}

/* "-5m" is five minutes before the end of the data. */
bool opt_is_time(const char *value)
{
    const corr_str s = corr_str_of(value);
    int64_t unused;

    return corr_parse_time(s, 0, 0, &unused) ||
           (s.n > 1 && s.p[0] == '-' &&
            corr_parse_duration((corr_str){ s.p + 1, s.n - 1 }, &unused));
}

static corr_code set_number(const parser *p, const opt *o, void *field,
                            const char *value)
{
    static const char *const wants[OPT_KIND_COUNT] = {
        [OPT_INT] = "a number",
        [OPT_DURATION] = "a duration like 5m, 1.5s or 300ms",
        [OPT_BYTES] = "a size like 512M or 64KiB",
        [OPT_TIME] = "a time like 14:15 or 2026-02-05T14:15:22Z",
    };
    corr_str s = corr_str_of(value);
    opt_int *count = field;
    int64_t *n = field;
    bool ok;

    if (o->kind == OPT_INT) {
        count->given = true;
        ok = corr_str_i64(s, &count->value) && count->value >= 0 &&
             count->value <= INT32_MAX;
    } else if (o->kind == OPT_DURATION) {
        ok = corr_parse_duration(s, n) && *n > 0;
    } else if (o->kind == OPT_BYTES) {
        ok = corr_parse_bytes(s, n) && *n > 0;
    } else {
        ok = opt_is_time(value);
        *(const char **)field = value;
    }
    return ok ? CORR_OK : bad_value(p, o, wants[o->kind], value);
}

static corr_code set_value(const parser *p, const found *f, const char *value)
{
    const opt *o = f->o;
    void *field = (char *)f->into + o->at;

    switch (o->kind) {
    case OPT_FLAG: /* "no-pager" is a flag of that name; --pager undoes it */
        *(bool *)field = !f->negated;
        return CORR_OK;
    case OPT_WORD:
        *(const char **)field = o->arg;
        return CORR_OK;
    case OPT_TEXT:
        *(const char **)field = value;
        return CORR_OK;
    case OPT_CHOICE:
        return set_choice(p, o, field, value);
    case OPT_LIST:
        return add_to_list(p, field, value);
    case OPT_PAIR:
        return add_pair(p, o, field, value);
    case OPT_INT:
    case OPT_DURATION:
    case OPT_BYTES:
    case OPT_TIME:
        return set_number(p, o, field, value);
    case OPT_END:
    case OPT_KIND_COUNT:
        break;
    }
    return CORR_OK;
}

static corr_code no_value(const parser *p, const opt *o)
{
    return corr_fail(p->err, CORR_EUSAGE, "--%s wants a value: %s", o->name,
                     o->arg);
}

/* ---- words ------------------------------------------------------------ */

/* The choice of a command may share its name with a shared option: --to is a
 * format or a time.  A value that is not a choice but reads as a time goes to
 * the shared option. */
static found meant_by(const parser *p, found f, const char *value)
{
    if (f.o->kind != OPT_CHOICE || is_choice(f.o, value))
        return f;
    for (size_t i = 0; i < p->nsets; i++)
        for (const opt *o = p->sets[i].options; o && o->kind != OPT_END; o++)
            if (o != f.o && strcmp(o->name, f.o->name) == 0 &&
                opt_is_time(value))
                return (found){ o, p->sets[i].into, false };
    return f;
}

static corr_code parse_long(parser *p, const char *word)
{
    corr_str all = corr_str_of(word);
    corr_str name, value;
    bool has_value = corr_str_cut(all, '=', &name, &value);

    if (!has_value)
        name = all;
    found f = find_long(p->sets, p->nsets, name);
    if (!f.o)
        return no_option(p, "--", name);
    if (!opt_takes_value(f.o)) {
        if (has_value)
            return corr_fail(p->err, CORR_EUSAGE, "--%s takes no value",
                             f.o->name);
        return set_value(p, &f, NULL);
    }
    if (!has_value && p->at == p->argc)
        return no_value(p, f.o);
    const char *text = has_value ? value.p : p->argv[p->at++];
    f = meant_by(p, f, text);
    return set_value(p, &f, text);
}

static corr_code parse_shorts(parser *p, const char *word)
{
    for (; *word; word++) {
        found f = find_short(p->sets, p->nsets, *word);
        if (!f.o)
            return no_option(p, "-", (corr_str){ word, 1 });
        if (opt_takes_value(f.o)) {
            if (!word[1] && p->at == p->argc)
                return no_value(p, f.o);
            return set_value(p, &f, word[1] ? word + 1 : p->argv[p->at++]);
        }
        corr_code code = set_value(p, &f, NULL);
        if (code)
            return code;
    }
    return CORR_OK;
}

corr_code opt_parse(int argc, char *const *argv, const opt_set *sets,
                    size_t nsets, corr_arena *arena, opt_list *operands,
                    corr_err *err)
{
    parser p = { argc, argv, 0, sets, nsets, arena, err };
    bool ended = false;

    while (p.at < argc) {
        const char *word = argv[p.at++];
        corr_code code = CORR_OK;

        if (!ended && strcmp(word, "--") == 0)
            ended = true;
        else if (ended || word[0] != '-' || !word[1])
            code = add_to_list(&p, operands, word);
        else if (word[1] == '-')
            code = parse_long(&p, word + 2);
        else
            code = parse_shorts(&p, word + 1);
        if (code)
            return code;
    }
    return CORR_OK;
}
