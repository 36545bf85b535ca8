/* session_words - from the words of the command line to a command. */
#include <string.h>
#include <strings.h>

#include "cli/output_guard.h"
#include "cli/synonyms.h"
#include "cli/timezone.h"
#include "cli/verbs.h"
#include "corr_builtin.h"
#include "session.h"

enum {
    MOST_ID = 1 << 20 /* bytes of a log on standard input */
};

/* ---- the command ------------------------------------------------------ */

/* A word that is a file, or was meant to be one: no id begins with a dot or a
 * slash, and a dot is only in the name after TRACE/. */
static bool is_path(const char *word)
{
    return corr_is_there(word) || word[0] == '.' || word[0] == '/' ||
           (strchr(word, '.') && !strchr(word, '/'));
}

static corr_code no_command(session *s, const char *word)
{
    const char *near = synonym_nearest(word);
    char typed[80];

    corr_safe(typed, sizeof typed, corr_str_of(word), true);
    if (near)
        corr_hint(&s->err, "did you mean corr %s?", near);
    else if (!session_names(s, NULL, word))
        corr_hint(&s->err, "corr help");
    return corr_fail(&s->err, CORR_EUSAGE, "unknown command \"%s\"", typed);
}

/* Options alone are for info, unless one of the words after them is a command
 * and no file. */
static corr_code pick_info(session *s, int argc, char **argv)
{
    s->ctx.cmd = &info_cmd;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (cmd_find(argv[i]) && !corr_is_there(argv[i])) {
            s->ctx.cmd = cmd_find(argv[i]);
            corr_hint(&s->err, "corr %s %s ...", argv[i], argv[0]);
            return corr_fail(&s->err, CORR_EUSAGE,
                             "the command comes first: %s", argv[i]);
        }
    return CORR_OK;
}

/* The options that stand in place of a command. */
static const cmd *lone_option(const char *word)
{
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return &version_cmd;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
        strcmp(word, "--help-all") == 0)
        return &help_cmd;
    return NULL;
}

/* A word in place of a command: a file, another name of a command, an id. */
static corr_code pick_other(session *s, synonym_words *w)
{
    if (corr_is_there(w->argv[0])) {
        s->ctx.cmd = &info_cmd;
        return CORR_OK;
    }
    if (synonym_command(w, &s->arena, &s->err)) {
        if (s->err.code)
            return s->err.code;
        s->ctx.cmd = cmd_find(w->argv[0]);
        w->argc--;
        w->argv++;
        return CORR_OK;
    }
    if (corr_is_id(w->argv[0])) {
        s->ctx.cmd = &span_cmd;
        return CORR_OK;
    }
    if (!is_path(w->argv[0]) &&
        (!strchr(w->argv[0], '/') || strchr(w->argv[0], ' ')))
        return no_command(s, w->argv[0]);
    s->ctx.cmd = &info_cmd;
    return CORR_OK;
}

/* After corr open: the command whose page it is.  Without one it is corr span,
 * or for a file corr info. */
static void pick_page(session *s, synonym_words *w)
{
    const bool is_file = w->argc > 0 && corr_is_there(w->argv[0]);
    const cmd *c = w->argc > 0 && !is_file ? cmd_find(w->argv[0]) : NULL;

    s->opens = true;
    if (is_file)
        s->ctx.cmd = &info_cmd;
    if (!c || !c->run || c == &open_cmd)
        return;
    s->ctx.cmd = c;
    w->argc--;
    w->argv++;
}

/* Takes the command's name off the words. */
static corr_code pick(session *s, synonym_words *w)
{
    const char *word = w->argc > 0 ? w->argv[0] : "-";

    s->ctx.cmd = word[0] == '-' ? lone_option(word) : cmd_find(word);
    if (s->ctx.cmd) {
        w->argc--;
        w->argv++;
        if (s->ctx.cmd == &open_cmd)
            pick_page(s, w);
        return CORR_OK;
    }
    return word[0] == '-' ? pick_info(s, w->argc, w->argv) : pick_other(s, w);
}

/* ---- its options ------------------------------------------------------ */

/* Kinds and formats in another case. */
static void fold_case(session *s)
{
    static const char *const kinds[] = {
        "cpu",        "wall",      "alloc_bytes", "alloc_count", "live_bytes",
        "live_count", "lock",      "block",       "mutex",       "offcpu",
        "runq",       "goroutine", "samples",     "native",      "exception",
        "io",         "park",      "sleep",       "gc"
    };
    const char **kind = &s->select.kind, **as = &s->inputs.as;

    for (size_t i = 0; *kind && i < COUNT(kinds); i++)
        if (strcasecmp(*kind, kinds[i]) == 0)
            *kind = kinds[i];
    for (const corr_format *const *f = corr_builtin_formats; *as && *f; f++)
        if (strcasecmp(*as, (*f)->name) == 0)
            *as = (*f)->name;
}

static void give_to_context(session *s, void *own)
{
    s->ctx.opts = own;
    s->ctx.inputs = &s->inputs;
    s->ctx.select = &s->select;
    s->ctx.of = &s->of;
    s->ctx.rescale = &s->rescale;
    s->ctx.verdict = &s->verdict;
    s->ctx.servers = &s->servers;
    s->ctx.output = &s->output;
    s->ctx.arena = &s->arena;
    s->ctx.export = &s->export;
}

/* An unknown option without a better hint. */
static corr_code point_to_help(session *s)
{
    const corr_code code = s->err.code;

    if (!s->err.hint[0] && strncmp(s->err.what, "unknown option", 14) == 0)
        corr_hint(&s->err, "corr %s -h", s->ctx.cmd->name);
    return code;
}

static corr_code parse(session *s, synonym_words *w)
{
    const cmd *c = s->ctx.cmd;
    void *own = corr_arena_alloc(&s->arena, c->opts_size + 1, 1);
    opt_set sets[SET_COUNT];

    if (!own)
        return corr_no_memory(&s->err);
    cmd_tables(c, sets);
    sets[SET_OWN].into = own;
    sets[SET_SELECT].into = &s->select;
    sets[SET_OF].into = &s->of;
    sets[SET_INPUTS].into = &s->inputs;
    sets[SET_SIDES].into = &s->compare;
    sets[SET_RESCALE].into = &s->rescale;
    sets[SET_VERDICT].into = &s->verdict;
    /* what fetch asks stands in one struct with the servers */
    sets[SET_SERVERS].into = c == &fetch_cmd ? own : &s->servers;
    sets[SET_OUTPUT].into = &s->output;
    sets[SET_COMMON].into = &s->common;
    give_to_context(s, own);
    corr_code code = synonym_options(c, sets, SET_COUNT, w, &s->arena, &s->err);
    if (!code)
        code = opt_parse(w->argc, w->argv, sets, SET_COUNT, &s->arena,
                         &s->ctx.operands, &s->err);
    if (code)
        return point_to_help(s);
    fold_case(s);
    code = output_guard_options(&s->output, sets, SET_COUNT, &s->err);
    if (!code && s->output.tz)
        code = zone_parse(s->output.tz, &s->ctx.zone, &s->err);
    return code;
}

/* corr VERB --version: a command of its own. */
static corr_code turn_to_version(session *s)
{
    s->ctx.cmd = &version_cmd;
    s->ctx.opts = corr_arena_alloc(&s->arena, version_cmd.opts_size, 1);
    return s->ctx.opts ? CORR_OK : corr_no_memory(&s->err);
}

corr_code session_words(session *s, int argc, char **argv)
{
    synonym_words w = { argc, argv };
    corr_code code = pick(s, &w);

    if (!code)
        code = parse(s, &w);
    if (!code && s->common.version)
        code = turn_to_version(s);
    return code;
}

/* ---- the id ----------------------------------------------------------- */

/* Takes the first line with an id.  Without one it takes the first line that is
 * not empty, and the search for that id fails later. */
static corr_code read_id(session *s)
{
    corr_str text, line;
    corr_code code = read_all("-", MOST_ID, &s->arena, &text, &s->err);

    if (code)
        return code;
    while (corr_str_next(&text, '\n', &line)) {
        line = corr_str_trim(line);
        if (line.n == 0)
            continue;
        char *z = corr_arena_alloc(&s->arena, line.n + 1, 1);
        if (!z)
            return corr_no_memory(&s->err);
        memcpy(z, line.p, line.n);
        if (corr_is_id(z)) {
            s->ctx.id = z;
            return CORR_OK;
        }
        if (strcmp(s->ctx.id, "-") == 0)
            s->ctx.id = z;
    }
    if (strcmp(s->ctx.id, "-") != 0)
        return CORR_OK;
    return corr_fail(&s->err, CORR_EUSAGE,
                     "standard input holds no line with an id");
}

/* The first operand, for commands that want one besides files. */
static corr_code take_first(session *s, const char *what, const char **word)
{
    opt_list *words = &s->ctx.operands;

    if (words->n == 0) {
        corr_fail(&s->err, CORR_EUSAGE, "%s wants %s", s->ctx.cmd->name, what);
        return corr_hint(&s->err, "corr %s %s", s->ctx.cmd->name,
                         s->ctx.cmd->operands);
    }
    *word = words->item[0];
    words->item++;
    words->n--;
    return CORR_OK;
}

/* Whether the first operand is an id: where it need not be one, a file goes
 * before an id. */
static bool has_id(const session *s)
{
    const opt_list *words = &s->ctx.operands;

    if (s->ctx.cmd->operand != OPERAND_MAYBE_ID)
        return s->ctx.cmd->operand == OPERAND_ID;
    return words->n > 0 && !is_path(words->item[0]);
}

/* The first operand, or id, that is neither a file nor an id, and is no path
 * either; NULL: no word is. */
static const char *stray_word(const session *s)
{
    const opt_list *words = &s->ctx.operands;

    if (s->ctx.id && !corr_is_id(s->ctx.id))
        return s->ctx.id;
    for (size_t i = 0; i < words->n; i++)
        if (words->item[i][0] && strcmp(words->item[i], "-") != 0 &&
            !corr_is_there(words->item[i]))
            return words->item[i];
    return NULL;
}

/* Refuses words that are no file, but a name or an id in the files. */
static corr_code check_words(session *s)
{
    const cmd *c = s->ctx.cmd;
    const bool reads =
        (c->takes & TAKES_INPUTS) != 0 && !(c->takes & TAKES_SIDES);
    const char *word = reads ? stray_word(s) : NULL;
    char typed[80];

    if (!word || !session_names(s, c, word))
        return CORR_OK;
    corr_safe(typed, sizeof typed, corr_str_of(word), false);
    return corr_fail(&s->err, CORR_EUSAGE, "\"%s\" is not a%s", typed,
                     s->ctx.id == word ? " trace or span id" : " file");
}

static corr_code take_two_ids(session *s)
{
    static const char *const what = "two ids";
    corr_code code = take_first(s, what, &s->ctx.id);

    if (!code && s->ctx.operands.n == 2 && sides_is_id(s->ctx.id) &&
        corr_is_there(s->ctx.operands.item[0])) {
        s->ctx.id2 = s->ctx.id; /* one id in each of two files */
        return CORR_OK;
    }
    if (!code)
        code = take_first(s, what, &s->ctx.id2);
    if (code || (sides_is_id(s->ctx.id) && sides_is_id(s->ctx.id2)))
        return code;
    const bool first = sides_is_id(s->ctx.id);
    char id[80], other[80];
    corr_safe(id, sizeof id, corr_str_of(first ? s->ctx.id : s->ctx.id2),
              false);
    corr_safe(other, sizeof other, corr_str_of(first ? s->ctx.id2 : s->ctx.id),
              false);
    corr_fail(&s->err, CORR_EUSAGE, "%s is the id of a trace, but %s is a file",
              id, other);
    return corr_hint(&s->err, "two ids, then files: corr diff %s ID %s", id,
                     other);
}

corr_code session_take(session *s)
{
    corr_code code = CORR_OK;

    if (s->ctx.cmd->operand == OPERAND_WORD)
        return take_first(s, "the name of a function", &s->ctx.word);
    if (s->ctx.cmd->operand == OPERAND_PAYLOAD)
        return take_first(s, "the payload of an alert", &s->ctx.word);
    if (s->ctx.cmd->operand == OPERAND_TWO_IDS)
        code = take_two_ids(s);
    else if (has_id(s))
        code = take_first(s, "an id", &s->ctx.id);
    if (!code && s->ctx.id && strcmp(s->ctx.id, "-") == 0)
        code = read_id(s);
    return code;
}

corr_code session_operands(session *s)
{
    const corr_code code = session_take(s);

    return code || s->ctx.word ? code : check_words(s);
}
