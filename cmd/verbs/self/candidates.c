/* candidates - the names that a shell may complete. */
#include "verbs/self/candidates.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/find_inputs.h"
#include "cli/verbs.h"
#include "corr_builtin.h"
#include "verbs/self/completion.h"
#include "verbs/self/topics.h"

/* Limits of the files that completion reads. */
enum {
    READ_BYTES = 64 << 20, /* of all files together */
    TABLE_BYTES = 256 << 20,
    MOST_NAMES = 1000
};

static const int64_t usual_ns = (int64_t)150 * 1000000;

static const struct list {
    const char *name;
    corr_word word;
    unsigned needs;
    bool regex; /* what it completes is a regular expression */
} lists[] = {
    { "trace", CORR_WORD_TRACE, CORR_NEED_SPANS, false },
    { "span", CORR_WORD_SPAN, CORR_NEED_SPANS, false },
    { "operation", CORR_WORD_OPERATION, CORR_NEED_SPANS, false },
    { "service", CORR_WORD_SERVICE,
      CORR_NEED_SPANS | CORR_NEED_SAMPLES | CORR_NEED_LABELS, false },
    { "thread", CORR_WORD_THREAD,
      CORR_NEED_SPANS | CORR_NEED_ATTRS | CORR_NEED_SAMPLES | CORR_NEED_LABELS,
      true },
    { "function", CORR_WORD_FUNCTION, CORR_NEED_SAMPLES, false },
    { "frame", CORR_WORD_FUNCTION, CORR_NEED_SAMPLES, true },
    { "kind", CORR_WORD_KIND, CORR_NEED_SAMPLES, false },
    { "version", CORR_WORD_VERSION, CORR_NEED_SPANS, false },
    { "label", CORR_WORD_LABEL,
      CORR_NEED_SPANS | CORR_NEED_ATTRS | CORR_NEED_SAMPLES | CORR_NEED_LABELS,
      false },
    { "field", CORR_WORD_FIELD, CORR_NEED_SPANS | CORR_NEED_ATTRS, false },
};

/* Same word, same meaning, in every command. */
static const struct {
    const char *option, *list;
} wanted[] = {
    { "op", "operation" },    { "service", "service" }, { "thread", "thread" },
    { "span", "span" },       { "trace", "trace" },     { "focus", "frame" },
    { "ignore", "frame" },    { "hide", "frame" },      { "show", "frame" },
    { "show-from", "frame" }, { "kind", "kind" },       { "deploy", "version" },
    { "label", "label" },     { "where", "field" },     { "as", "format" },
};

const char *candidates_of_option(const opt *o)
{
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if ((o->kind == OPT_TEXT || o->kind == OPT_LIST) &&
            strcmp(o->name, wanted[i].option) == 0)
            return wanted[i].list;
    return NULL;
}

/* Values that options take, of commands that take no others, with a space
 * between them. */
static const struct {
    const char *option, *of, *words; /* of: NULL: any command */
} closed[] = {
    { "by", "top",
      "function file line module thread service operation span trace holder gc "
      "label:" },
    { "by", NULL, "function file line module" },
    { "min-join", NULL, "exact strong shared window any" },
    { "tz", NULL, "local UTC" },
    { "state", NULL, "runnable sleeping" },
    { "slow", NULL, "p90 p95 p99" },
    { "vs", NULL, "p25..p75" },
};

const char *candidates_closed(const cmd *c, const opt *o)
{
    for (size_t i = 0; i < COUNT(closed); i++)
        if (strcmp(o->name, closed[i].option) == 0 &&
            (!closed[i].of || strcmp(c->name, closed[i].of) == 0))
            return closed[i].words;
    return NULL;
}

/* ---- names of our own ---------------------------------------------------- */

static void put_begun(corr_out *out, const char *name, const char *begin)
{
    if (strncmp(name, begin, strlen(begin)) == 0)
        corr_printf(out, "%s\n", name);
}

static void put_pages(corr_out *out, const char *begin)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (!(*c)->hidden)
            put_begun(out, (*c)->name, begin);
    for (size_t i = 0; topic_name(i); i++)
        put_begun(out, topic_name(i), begin);
}

static void put_formats(corr_out *out, const char *begin)
{
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        if ((*f)->read)
            put_begun(out, (*f)->name, begin);
}

static void put_shells(corr_out *out, const char *begin)
{
    for (size_t i = 0; completion_shell(i); i++)
        put_begun(out, completion_shell(i), begin);
}

static const struct {
    const char *name;
    const cmd *of; /* whose first operand it is */
    void (*put)(corr_out *out, const char *begin);
} own[] = {
    { "page", &help_cmd, put_pages },
    { "shell", &completion_cmd, put_shells },
    { "format", NULL, put_formats },
};

const char *candidates_of_operand(const cmd *c)
{
    for (size_t i = 0; i < COUNT(own); i++)
        if (c == own[i].of)
            return own[i].name;
    if (c->operand == OPERAND_ID || c->operand == OPERAND_MAYBE_ID)
        return "span";
    return c->operand == OPERAND_WORD ? "function" : NULL;
}

/* ---- a moment ----------------------------------------------------------- */

/* ctx: when to stop. */
static bool is_enough(const void *ctx, uint64_t done)
{
    return done > READ_BYTES || cmd_now_ns() >= *(const int64_t *)ctx;
}

static void give_up(int signal)
{
    (void)signal;
    _exit(CORR_EXIT_ANSWERED);
}

/* Exits without candidates if reading a file hangs. */
static void limit_time(int64_t within_ns)
{
    const struct itimerval end = { .it_value.tv_sec =
                                       (time_t)(within_ns / 1000000000 + 1) };

    signal(SIGALRM, give_up);
    setitimer(ITIMER_REAL, &end, NULL);
}

/* ---- files -------------------------------------------------------------- */

/* Keeps the words that are regular files or directories.  A FIFO or a terminal
 * would block. */
static corr_code pick_files(const opt_list *words, corr_arena *arena,
                            opt_list *files, corr_err *err)
{
    const char **item = corr_arena_new(arena, const char *, words->n + 1);
    struct stat st;
    size_t n = 0;

    if (!item)
        return corr_no_memory(err);
    for (size_t i = 0; i < words->n; i++)
        if (stat(words->item[i], &st) == 0 &&
            (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
            item[n++] = words->item[i];
    *files = (opt_list){ item, n };
    return CORR_OK;
}

static corr_code load_files(corr_store *st, const candidates_wish *w,
                            unsigned needs, corr_arena *arena, corr_err *err)
{
    const int64_t end = cmd_now_ns() + w->within_ns;
    opt_list files = { 0 };
    discovery found = { 0 };

    corr_code code = pick_files(w->files, arena, &files, err);
    if (!code)
        code = discover(&files, NULL, arena, &found, err);
    if (!code) /* named in the environment */
        code = pick_files(&found.paths, arena, &files, err);
    if (code)
        return code;
    return corr_load(st, files.item, files.n,
                     &(corr_load_opts){ .needs = needs,
                                        .found = true,
                                        .flat = true,
                                        .limits.memory = TABLE_BYTES,
                                        .enough = { is_enough, &end } },
                     err);
}

/* ---- names -------------------------------------------------------------- */

/* A regular expression that means this text; a dot means itself well enough,
 * and is what people type. */
static void put_regex(corr_out *out, corr_str name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (strchr("\\^$|?*+()[]{}", name.p[i]))
            corr_putc(out, '\\');
        corr_putc(out, name.p[i]);
    }
}

static corr_str unescaped(corr_str begin, corr_arena *arena)
{
    char *p = corr_arena_alloc(arena, begin.n + 1, 1);
    size_t n = 0;

    for (size_t i = 0; p && i < begin.n; i++)
        if (begin.p[i] != '\\')
            p[n++] = begin.p[i];
    return (corr_str){ p ? p : "", n };
}

static void put_words(const corr_words *w, const struct list *l, corr_out *out)
{
    for (size_t i = 0; i < corr_words_size(w); i++) {
        const corr_str name = corr_words_at(w, i);
        if (l->regex)
            put_regex(out, name);
        else
            corr_put_str(out, name);
        corr_putc(out, '\n');
    }
}

/* A failure prints no names. */
static void put_names(corr_store *st, const struct list *l, const char *begin,
                      corr_out *out)
{
    corr_arena arena = { 0 };
    corr_err ignored = { 0 };
    corr_str typed = corr_str_of(begin);

    if (l->regex)
        typed = unescaped(typed, &arena);
    corr_words *w = corr_words_of(st, l->word, typed, MOST_NAMES, &ignored);
    if (w)
        put_words(w, l, out);
    corr_words_free(w);
    corr_arena_clear(&arena);
}

/* Prints the names of a list.  A failure prints no names. */
static void put_list(const struct list *l, const candidates_wish *wish,
                     corr_out *out)
{
    corr_arena arena = { 0 };
    corr_err ignored = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &ignored);

    if (st && !load_files(st, wish, l->needs, &arena, &ignored))
        put_names(st, l, wish->begin, out);
    corr_store_free(st);
    corr_arena_clear(&arena);
}

static const struct list *find_list(const char *name)
{
    for (size_t i = 0; i < COUNT(lists); i++)
        if (strcmp(lists[i].name, name) == 0)
            return &lists[i];
    return NULL;
}

bool candidates_of_store(corr_store *st, unsigned needs, const char *list,
                         const char *begin, corr_out *out)
{
    const struct list *l = find_list(list);

    if (!l || (needs && (l->needs & ~needs)))
        return false;
    put_names(st, l, begin, out);
    return true;
}

corr_code candidates_print(const candidates_wish *wish, corr_out *out,
                           corr_err *err)
{
    candidates_wish w = *wish;

    for (size_t i = 0; i < COUNT(own); i++)
        if (strcmp(own[i].name, w.list) == 0) {
            own[i].put(out, w.begin ? w.begin : "");
            return CORR_OK;
        }
    if (w.within_ns == 0)
        w.within_ns = usual_ns;
    if (find_list(w.list)) {
        limit_time(w.within_ns);
        put_list(find_list(w.list), &w, out);
        return CORR_OK;
    }
    return corr_fail(err, CORR_EUSAGE, "there is no completion for \"%s\"",
                     w.list);
}
