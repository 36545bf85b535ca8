#include "cli/synonyms.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TEXT_MOST = 256 };

/* typed: words of other tools; one with "=" is an option with this value.
 * verbs: the commands that the row is for; NULL: all.
 * means: what is run; %s is the value.  NULL: nothing, the hint answers. */
static const struct synonym {
    const char *typed, *verbs, *means, *hint;
} table[] = {
    /* commands */
    { "ls list dir files summary overview stat stats status services", NULL,
      "info", NULL },
    { "show get view cat", NULL, "span", NULL },
    { "traces waterfall operations ops endpoints", NULL, "trace", NULL },
    { "requests", NULL, "spans", NULL },
    { "slow slowest", NULL, "spans --slowest 5", NULL },
    { "flame flamegraph flamechart icicle", NULL, "tree --icicle", NULL },
    { "calltree stacks", NULL, "tree", NULL },
    { "hot hotspots functions profile", NULL, "top", NULL },
    { "callers callees", NULL, "peek", NULL },
    { "compare cmp delta", NULL, "diff", NULL },
    { "gc pauses", NULL, "top --by gc", NULL },
    { "locks contention", NULL, "top --lock --by holder", NULL },
    { "timeline history", NULL, "when", NULL },
    { "gate assert", NULL, "check", NULL },
    { "export", NULL, "convert", NULL },
    { "slice", NULL, "cut", NULL },
    { "man tutorial", NULL, "guide", NULL },
    { "exemplars exemplar", NULL, "chase", NULL },
    { "alerts", NULL, "alert", NULL },
    { "pack", NULL, NULL, "corr cut --trace ID -o FILE keeps one request" },
    { "replay", NULL, NULL, "corr help" },
    { "redact anonymize anonymise sanitize", NULL, "scrub", NULL },
    /* options */
    { "--limit --top --rows --lines --head --first", NULL, "--count %s", NULL },
    { "--sort=self", "top", "", NULL },
    { "--sort=total --sort=cum --sort=cumulative", "top", "--cumulative",
      NULL },
    { "--sort=duration --sort=time", "spans trace", "", NULL },
    { "--sort --sort-by --order --order-by", "spans trace", NULL,
      "corr spans --slowest 5 starts with the longest" },
    { "--sort --sort-by --order --order-by", NULL, NULL,
      "corr top orders by self, corr top --cumulative by total" },
    { "--cum", "top", "--cumulative", NULL },
    { "--cumulative", NULL, "--since-start", NULL },
    { "--since --last --start --after", NULL, "--from %s", NULL },
    { "--until --before --end", NULL, "--to %s", NULL },
    { "--format=json", NULL, "--json", NULL },
    { "--format=jsonl", NULL, "--jsonl", NULL },
    { "--format=tsv", NULL, "--tsv", NULL },
    { "--format=csv", NULL, "--csv", NULL },
    { "--format=md --format=markdown", NULL, "--md", NULL },
    { "--format=text --format=table", NULL, "", NULL },
    { "--format=folded --format=pprof --format=collapsed", "tree convert diff",
      "--to %s", NULL },
    { "--format=folded --format=pprof", NULL, NULL, "corr convert --to %s" },
    { "--format", NULL, NULL, "--json, --jsonl, --tsv, --csv or --md" },
    { "--filter --grep --match --include", "spans trace", NULL,
      "--op NAME, --service NAME or --where 'duration > 100ms'" },
    { "--filter --grep --match --include", NULL, "--focus %s", NULL },
    { "--exclude --skip", NULL, "--ignore %s", NULL },
    { "--depth", NULL, "--max-depth %s", NULL },
    { "--invert --inverted --reverse --bottom-up", NULL, "--callers", NULL },
    { "--type --event -k", NULL, "--kind %s", NULL },
    { "--group --group-by -g", NULL, "--by %s", NULL },
    { "--operation --endpoint --route", NULL, "--op %s", NULL },
    { "--svc", NULL, "--service %s", NULL },
    { "--min-duration --longer-than", NULL, "--where duration>%s", NULL },
    { "--no-color --no-colour --nocolor", NULL, "--color never", NULL },
    { "--colour=auto --colour=always --colour=never", NULL, "--color %s",
      NULL },
    { "--colour", NULL, "--color always", NULL },
    { "--errors --error --failed", NULL, "--status error", NULL },
    { "--flamegraph --flame", NULL, "--icicle", NULL },
    { "--to=html --format=html", "convert cut merge", NULL,
      "corr tree --html makes a page" },
    { "--to=html --format=html", NULL, "--html", NULL },
    { "--svg", NULL, NULL, "corr tree --svg draws the stacks" },
    { "--to=svg --format=svg", "tree diff span when", "--svg", NULL },
    { "--to=svg --to=png --to=flamegraph --format=svg", NULL, NULL,
      "corr tree --svg draws it; --to folded feeds other tools" },
};

typedef struct synonym synonym;

/* ---- rows ------------------------------------------------------------- */

/* Whether a list of words, separated by spaces, has this one; values of options
 * may be in any case. */
static bool lists(const char *list, const char *word)
{
    corr_str rest = corr_str_of(list), one;
    const size_t n = strlen(word);
    const size_t exact = strcspn(word, "=");

    while (corr_str_next(&rest, ' ', &one))
        if (one.n == n && strncmp(one.p, word, exact) == 0 &&
            strncasecmp(one.p, word, n) == 0)
            return true;
    return false;
}

static const synonym *find_row(const char *typed, const char *verb)
{
    for (const synonym *s = table; s < table + COUNT(table); s++)
        if (lists(s->typed, typed) &&
            (!verb || !s->verbs || lists(s->verbs, verb)))
            return s;
    return NULL;
}

/* The words that take the place of others. */
typedef struct rewriting {
    const cmd *c;
    const opt_set *sets;
    size_t nsets;
    corr_arena *arena;
    char **out;
    int n;
    bool no_memory;
} rewriting;

static void put_word(rewriting *w, char *word)
{
    w->out[w->n++] = word;
}

/* Puts the words of a row, at most four, with the value in place of the %s that
 * ends one. */
static void put_means(rewriting *w, const char *means, const char *value)
{
    corr_str rest = corr_str_of(means), one;

    while (rest.n && corr_str_next(&rest, ' ', &one)) {
        const size_t at = corr_str_find(one, '%');
        char *word = at < one.n ? corr_arena_print(w->arena, "%.*s%s", (int)at,
                                                   one.p, value)
                                : corr_arena_text(w->arena, one);

        if (!word) {
            w->no_memory = true;
            return;
        }
        put_word(w, word);
    }
}

/* ---- commands --------------------------------------------------------- */

/* The first operand of the words after the command. */
static const char *first_operand(const synonym_words *words)
{
    for (int i = 1; i < words->argc; i++)
        if (words->argv[i][0] != '-')
            return words->argv[i];
    return NULL;
}

bool synonym_command(synonym_words *words, corr_arena *arena, corr_err *err)
{
    const char *typed = words->argv[0];
    const synonym *s = typed[0] == '-' ? NULL : find_row(typed, NULL);

    if (!s)
        return false;
    if (!s->means) {
        corr_fail(err, CORR_EUSAGE, "%s is not in this version", typed);
        corr_hint(err, "%s", s->hint);
        return true;
    }
    rewriting w = { .arena = arena };
    w.out = corr_arena_new(arena, char *, (size_t)words->argc + 4);
    const char *means = s->means, *operand = first_operand(words);
    if (strcmp(means, "span") == 0 && operand && corr_is_there(operand))
        means = "info"; /* show FILE */
    if (w.out)
        put_means(&w, means, "");
    if (!w.out || w.no_memory) {
        (void)corr_no_memory(err);
        return true;
    }
    for (int i = 1; i < words->argc; i++)
        put_word(&w, words->argv[i]);
    *words = (synonym_words){ w.n, w.out };
    return true;
}

const char *synonym_nearest(const char *word)
{
    const char *names[64];
    size_t n = 0;

    for (const cmd *const *c = cmds; *c && n < COUNT(names); c++)
        if (!(*c)->hidden)
            names[n++] = (*c)->name;
    return opt_nearest(word, names, n);
}

/* ---- options ---------------------------------------------------------- */

/* Another command that has the option, top rather than others; NULL: none, or
 * one that is only about how an answer is printed. */
static const char *owner_of(const char *name)
{
    const corr_str option = corr_str_of(name);
    opt_set sets[SET_COUNT] = { 0 };
    const char *owner = NULL;

    for (const cmd *const *c = cmds; *c; c++) {
        cmd_tables(*c, sets);
        if (!(*c)->hidden && opt_find(sets, SET_OUTPUT, option) &&
            (!owner || strcmp((*c)->name, "top") == 0))
            owner = (*c)->name;
    }
    return owner;
}

static bool any_has(const char *dashed)
{
    const char *name = dashed + strspn(dashed, "-");
    opt_set sets[SET_COUNT] = { 0 };

    for (const cmd *const *c = cmds; *c; c++) {
        cmd_tables(*c, sets);
        if (name[1] ? opt_find(sets, SET_COUNT, corr_str_of(name)) != NULL
                    : opt_find_key(sets, SET_COUNT, *name) != NULL)
            return true;
    }
    return false;
}

/* The command has no such option.  Another may have what was meant. */
static corr_code fail_unknown(const rewriting *w, const char *typed,
                              const char *option, const char *value,
                              corr_err *err)
{
    const char *owner = owner_of(option + strspn(option, "-"));
    char safe[TEXT_MOST];

    corr_safe(safe, sizeof safe, corr_str_of(typed), true);
    corr_fail(err, CORR_EUSAGE, "%s has no option %s", w->c->name, safe);
    return owner ? corr_hint(err, "corr %s %s%s%s", owner, option,
                             value[0] ? " " : "", value)
                 : CORR_EUSAGE;
}

/* "5m" after --since means five minutes before the end. */
static const char *relative(rewriting *w, const char *means, const char *value)
{
    const bool is_time = strncmp(means, "--from", 6) == 0;
    const bool is_number = strspn(value, "0123456789") == strlen(value);
    int64_t ns;

    if (!is_time || is_number || !corr_parse_duration(corr_str_of(value), &ns))
        return value;
    const char *text = corr_arena_print(w->arena, "-%s", value);
    w->no_memory = w->no_memory || !text;
    return text ? text : value;
}

/* The row for an option with its value, or else for the option alone. */
static const synonym *find_option_row(const rewriting *w, const char *typed,
                                      const char *value)
{
    const char *both =
        value ? corr_arena_print(w->arena, "%s=%s", typed, value) : NULL;
    const synonym *s = both ? find_row(both, w->c->name) : NULL;

    return s ? s : find_row(typed, w->c->name);
}

static bool is_known(const rewriting *w, const char *name)
{
    return opt_find(w->sets, w->nsets, corr_str_of(name)) != NULL;
}

static corr_code fail_with(const rewriting *w, const synonym *s,
                           const char *typed, const char *value, corr_err *err)
{
    char hint[TEXT_MOST];
    const char *at = strstr(s->hint, "%s");

    snprintf(hint, sizeof hint, "%.*s%s%s",
             (int)(at ? (size_t)(at - s->hint) : strlen(s->hint)), s->hint,
             at ? value : "", at ? at + 2 : "");
    if (any_has(typed) && !value)
        corr_fail(err, CORR_EUSAGE, "%s has no option %s", w->c->name, typed);
    else if (lists(s->typed, typed) || !value)
        corr_fail(err, CORR_EUSAGE, "unknown option %s", typed);
    else
        corr_fail(err, CORR_EUSAGE, "%s cannot be \"%.40s\"", typed, value);
    return corr_hint(err, "%s", hint);
}

/* Puts what a row means.  used: whether the value, the next word, was used. */
static corr_code put_row(rewriting *w, const synonym *s, const char *typed,
                         const char *value, bool *used, corr_err *err)
{
    const char *means = s->means;

    *used = !lists(s->typed, typed);
    if (!means)
        return fail_with(w, s, typed, value, err);
    if (strstr(means, "%s"))
        *used = true;
    if (*used && !value)
        return corr_fail(err, CORR_EUSAGE, "%s needs a value", typed);
    rewriting trial = *w;
    char *words[8];
    trial.out = words;
    trial.n = 0;
    put_means(&trial, means, value ? relative(w, means, value) : "");
    if (trial.n > 0 && !is_known(w, words[0] + 2))
        return fail_unknown(w, typed, words[0], trial.n > 1 ? words[1] : "",
                            err);
    w->no_memory = w->no_memory || trial.no_memory;
    for (int i = 0; i < trial.n; i++)
        put_word(w, words[i]);
    return CORR_OK;
}

/* "-10": ten rows. */
static bool is_number(const char *word)
{
    return word[0] == '-' && word[1] &&
           strspn(word + 1, "0123456789") == strlen(word + 1);
}

static corr_code put_number(rewriting *w, char *word, corr_err *err)
{
    if (!is_known(w, "count"))
        return fail_unknown(w, word, "-n", word + 1, err);
    put_means(w, "--count %s", word + 1);
    return CORR_OK;
}

/* Whether the next word belongs to this option. */
static bool takes_next(const rewriting *w, const char *word)
{
    const char *end = word + strlen(word);
    const opt *o = NULL;

    if (word[1] == '-')
        return !strchr(word, '=') &&
               (o = opt_find(w->sets, w->nsets, corr_str_of(word + 2))) &&
               opt_takes_value(o);
    for (const char *p = word + 1; *p; p++) {
        o = opt_find_key(w->sets, w->nsets, *p);
        if (!o || opt_takes_value(o))
            return o && p + 1 == end;
    }
    return false;
}

/* An option of another tool: long, or one letter. */
static corr_code put_option(rewriting *w, synonym_words *words, int *at,
                            corr_err *err)
{
    char *word = words->argv[*at], typed[TEXT_MOST];
    char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    const char *next = *at + 1 < words->argc ? words->argv[*at + 1] : NULL;
    const size_t n = equals ? (size_t)(equals - word) : strlen(word);
    bool used = false;

    snprintf(typed, sizeof typed, "%.*s", (int)n, word);
    const char *value = equals ? equals + 1 : next;
    const synonym *s = find_option_row(w, typed, value);
    /* of a known option only a value can be that of another tool */
    const bool known = word[1] == '-'
                           ? is_known(w, typed + 2)
                           : opt_find_key(w->sets, w->nsets, word[1]) != NULL;
    if (s && !(known && lists(s->typed, typed))) {
        corr_code code = put_row(w, s, typed, value, &used, err);
        *at += used && !equals;
        return code;
    }
    if (!known && (word[1] == '-' || n == 2) && any_has(typed))
        return fail_unknown(w, typed, typed, "", err);
    put_word(w, word);
    if (takes_next(w, word) && next) {
        put_word(w, words->argv[*at + 1]);
        ++*at;
    }
    return CORR_OK;
}

corr_code synonym_options(const cmd *c, const opt_set *sets, size_t nsets,
                          synonym_words *words, corr_arena *arena,
                          corr_err *err)
{
    rewriting w = { c, sets, nsets, arena, NULL, 0, false };
    bool ended = false;
    corr_code code = CORR_OK;

    /* one typed word becomes two at most */
    w.out = corr_arena_new(arena, char *, 2 * (size_t)words->argc + 8);
    if (!w.out)
        return corr_no_memory(err);
    for (int i = 0; !code && i < words->argc; i++) {
        char *word = words->argv[i];
        ended = ended || strcmp(word, "--") == 0;
        if (ended || word[0] != '-' || !word[1])
            put_word(&w, word);
        else if (is_number(word))
            code = put_number(&w, word, err);
        else
            code = put_option(&w, words, &i, err);
    }
    if (!code && w.no_memory)
        code = corr_no_memory(err);
    if (!code)
        *words = (synonym_words){ w.n, w.out };
    return code;
}
