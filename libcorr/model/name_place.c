#include "model/name_place.h"

#include "base/base.h"
#include "corr_bytes.h"

/* ---- files of source code ------------------------------------------------ */

static const char *const source_end[] = {
    "py",    "pyx",    "pyi",    "pyc",   "rb",    "erb",  "rake", "rs",
    "js",    "mjs",    "cjs",    "jsx",   "ts",    "mts",  "cts",  "tsx",
    "vue",   "svelte", "php",    "inc",   "phtml", "c",    "cc",   "cpp",
    "cxx",   "h",      "hh",     "hpp",   "hxx",   "inl",  "m",    "mm",
    "java",  "kt",     "kts",    "scala", "clj",   "go",   "cs",   "fs",
    "vb",    "swift",  "lua",    "pl",    "pm",    "ex",   "exs",  "erl",
    "hs",    "ml",     "jl",     "r",     "R",     "dart", "nim",  "zig",
    "d",     "v",      "groovy", "s",     "S",     "asm",  "sql",  "html",
    "ipynb", "coffee", "el",     "lisp",  "cr",    "wat",  "wasm",
};

static bool is_source(corr_str path)
{
    corr_str stem, end;

    if (path.n > 2 && path.p[0] == '<' && path.p[path.n - 1] == '>')
        return true; /* <string>, <frozen os>, <internal:kernel> */
    if (corr_str_starts(path, "node:") || corr_str_starts(path, "file://") ||
        corr_str_starts(path, "webpack:") ||
        corr_str_starts(path, "evalmachine."))
        return true;
    path.n = corr_str_find(path, '?');
    if (!corr_str_cut_last(path, '.', &stem, &end) || stem.n == 0)
        return false;
    for (size_t i = 0; i < countof(source_end); i++)
        if (corr_str_is(end, source_end[i]))
            return true;
    return false;
}

/* Code of a runtime, without a file: sleep:<internal>:-1 */
static bool is_no_file(corr_str path)
{
    return corr_str_is(path, "<internal>") || corr_str_is(path, "(unknown)") ||
           corr_str_is(path, "<native>") || corr_str_is(path, "~") ||
           corr_str_is(path, "Native Method") ||
           corr_str_is(path, "Unknown Source");
}

/* ---- pieces -------------------------------------------------------------- */

/* ":12", ":-1" at the end. */
static bool cut_number(corr_str *s, uint32_t *number)
{
    corr_str before, digits;
    uint64_t n;

    if (!s->n || !corr_is_digit(s->p[s->n - 1]) ||
        !corr_str_cut_last(*s, ':', &before, &digits) || before.n == 0)
        return false;
    if (corr_str_is(digits, "-1"))
        n = 0;
    else if (!corr_str_u64(digits, &n) || n > UINT32_MAX)
        return false;
    *s = before;
    *number = (uint32_t)n;
    return true;
}

/* Cuts ":LINE" or ":LINE:COLUMN". */
static bool cut_line(corr_str *s, uint32_t *line, uint32_t *column)
{
    uint32_t last, first;

    *column = 0;
    if (!cut_number(s, &last))
        return false;
    *line = last;
    if (cut_number(s, &first)) {
        *line = first;
        *column = last;
    }
    return true;
}

static corr_str file_of(corr_str path)
{
    return is_no_file(path) ? CORR_STR("") : path;
}

bool name_is_class(corr_str name)
{
    corr_str owner, method;

    if (!corr_str_cut_last(name, '.', &owner, &method) || !method.n ||
        corr_str_has(name, "::") || corr_str_has(name, "//"))
        return false;
    size_t from = owner.n;
    while (from > 0 && !strchr("./", owner.p[from - 1]))
        from--;
    const corr_str last = corr_str_from(owner, from);
    return last.n && ((last.p[0] >= 'A' && last.p[0] <= 'Z') ||
                      corr_str_find(last, '$') < last.n);
}

/* ---- forms --------------------------------------------------------------- */

/* The bracket that the last one closes; a path may have a pair of its own, as in
 * "C:\Program Files (x86)".  0: no bracket follows a name. */
static size_t last_open(corr_str s, char opens, char closes)
{
    size_t depth = 0, open = 0;

    for (size_t i = s.n; i-- > 1;) {
        depth += s.p[i] == closes;
        if (s.p[i] != opens)
            continue;
        open = open ? open : i;
        if (--depth == 0)
            return i;
    }
    return open; /* they do not pair */
}

static bool paren_form(corr_str s, name_place *p)
{
    const char mark = s.p[s.n - 1] == ']' ? '[' : '(';
    if (!strchr(")]", s.p[s.n - 1]))
        return false;
    const size_t open = last_open(s, mark, s.p[s.n - 1]);
    if (open == 0)
        return false;
    corr_str path = { s.p + open + 1, s.n - open - 2 };
    const bool spaced = s.p[open - 1] == ' ';
    const bool has_line = cut_line(&path, &p->line, &p->column);
    p->function = corr_str_trim((corr_str){ s.p, open });
    p->plain = is_source(path) || is_no_file(path);
    p->file = file_of(path);
    if (p->function.n == 0 || path.n == 0 || (!spaced && !p->plain))
        return false;
    if (mark == '[')
        return has_line && spaced && p->plain;
    if (!has_line && !spaced)
        return name_is_class(p->function);
    if (has_line)
        return spaced || corr_str_find(path, ' ') == path.n;
    for (size_t i = 0; i < path.n; i++)
        if (strchr(" ,<>*&", path.p[i]))
            return false;
    return p->plain && spaced && p->file.n;
}

static bool dash_form(corr_str s, name_place *p)
{
    const bool has_line = cut_line(&s, &p->line, &p->column);

    for (size_t i = s.n; i-- > 1;)
        if (s.p[i] == '-' && s.p[i - 1] == ' ' && i + 2 < s.n &&
            s.p[i + 1] == ' ') {
            const corr_str path = { s.p + i + 2, s.n - i - 2 };
            p->function = corr_str_trim((corr_str){ s.p, i - 1 });
            p->file = file_of(path);
            p->plain = is_source(path) || is_no_file(path);
            return p->function.n > 0 && (has_line || p->plain);
        }
    return false;
}

/* The name behind PATH:LINE in the forms of several languages; empty: s is
 * none of them. */
static corr_str behind_line(corr_str s)
{
    static const struct {
        const char *before, *after;
    } form[] = {
        { " - ", "" }, { ":in `", "'" }, { ":in '", "'" }, { " in ", "" },
        { " (", ")" }, { "(", ")" },     { ":", "" },
    };

    for (size_t i = 0; i < countof(form); i++) {
        const size_t before = strlen(form[i].before);
        const size_t after = strlen(form[i].after);
        if (s.n > before + after && corr_str_starts(s, form[i].before) &&
            corr_str_ends(s, form[i].after))
            return corr_str_trim(
                (corr_str){ s.p + before, s.n - before - after });
    }
    return CORR_STR("");
}

/* The length of ":12", ":-1" at i; 0: there is no number. */
static size_t number_length(corr_str s, size_t i)
{
    size_t n = i + 1;

    if (i >= s.n || s.p[i] != ':')
        return 0;
    n += n < s.n && s.p[n] == '-';
    while (n < s.n && corr_is_digit(s.p[n]))
        n++;
    return corr_is_digit(s.p[n - 1]) ? n - i : 0;
}

static bool lead_form(corr_str s, name_place *p)
{
    for (size_t i = 1; i < s.n; i++) {
        const size_t line = number_length(s, i);
        corr_str path = { s.p, i };
        if (!line || !(is_source(path) || is_no_file(path)))
            continue;
        path.n += line;
        path.n += number_length(s, path.n);
        p->function = behind_line(corr_str_from(s, path.n));
        if (!p->function.n || corr_is_digit(p->function.p[0]) ||
            !cut_line(&path, &p->line, &p->column))
            return false;
        p->file = file_of(path);
        return p->plain = true;
    }
    return false;
}

/* FUNCTION, a mark, PATH:LINE; only with a file of source code.  .NET has "in"
 * before the path, and "line" before the number. */
static bool behind_mark(corr_str s, char mark, name_place *p)
{
    corr_str path, number;

    if (corr_str_cut_last(s, ':', &path, &number) &&
        corr_str_starts(number, "line ")) {
        uint64_t n;
        if (!corr_str_u64(corr_str_from(number, 5), &n) || n > UINT32_MAX)
            return false;
        p->line = (uint32_t)n;
        s = path;
    } else if (!cut_line(&s, &p->line, &p->column)) {
        return false;
    }
    if (!corr_str_cut_last(s, mark, &p->function, &path))
        return false;
    if (mark == ' ' && corr_str_ends(p->function, " in"))
        p->function.n -= 3;
    p->function = corr_str_trim(p->function);
    p->file = path;
    p->plain = is_source(path);
    return p->plain && p->function.n > 0;
}

static bool space_form(corr_str s, name_place *p)
{
    return behind_mark(s, ' ', p);
}

static bool at_form(corr_str s, name_place *p)
{
    return behind_mark(s, '@', p);
}

/* The length of the path in front of a colon, behind which a name begins. */
static size_t path_length(corr_str s)
{
    for (size_t i = corr_str_starts(s, "node:") ? 5 : 0; i < s.n; i++)
        if (s.p[i] == ':' && is_source((corr_str){ s.p, i }))
            return i;
    return corr_str_find(s, ':');
}

static bool first_form(corr_str s, name_place *p)
{
    if (!cut_number(&s, &p->line))
        return false;
    const size_t n = path_length(s);
    if (n + 1 >= s.n || s.p[n + 1] == ':')
        return false;
    p->file = (corr_str){ s.p, n };
    p->function = corr_str_from(s, n + 1);
    p->plain = is_source(p->file);
    return !corr_is_digit(p->function.p[0]) &&
           corr_str_find(p->function, ' ') == p->function.n;
}

static bool last_form(corr_str s, name_place *p)
{
    corr_str path;

    if (!cut_number(&s, &p->line) ||
        !corr_str_cut_last(s, ':', &p->function, &path) || path.n == 0)
        return false;
    const size_t n = p->function.n;
    if (n > 2 && p->function.p[n - 2] == ':' && path.p[0] == '\\') { /* C:\a */
        path.p -= 2;
        path.n += 2;
        p->function.n -= 2;
    }
    p->file = file_of(path);
    p->plain = is_no_file(path) || (is_source(path) && path.p[0] != '<');
    return p->function.n > 0 && p->function.p[p->function.n - 1] != ':' &&
           (p->plain || path.p[0] == '/');
}

static bool line_form(corr_str s, name_place *p)
{
    uint32_t line;

    if (!cut_line(&s, &line, &p->column) || s.p[s.n - 1] == ':' ||
        s.p[s.n - 1] == ' ' || is_source(s) || corr_str_has(s, "://"))
        return false;
    p->function = s;
    p->line = line;
    p->form = name_is_class(s) ? FORM_CLASS : FORM_LINE;
    return true;
}

/* "[j]" and the like behind a name, in files that were converted. */
static corr_str without_type(corr_str s)
{
    if (s.n > 4 && s.p[s.n - 1] == ']' && s.p[s.n - 3] == '[' &&
        s.p[s.n - 4] == '_')
        s.n -= 4;
    return s;
}

static bool (*const read_form[FORM_COUNT])(corr_str, name_place *) = {
    [FORM_PAREN] = paren_form, [FORM_DASH] = dash_form,
    [FORM_LEAD] = lead_form,   [FORM_SPACE] = space_form,
    [FORM_AT] = at_form,       [FORM_FIRST] = first_form,
    [FORM_LAST] = last_form,   [FORM_LINE] = line_form,
};

name_place name_place_of(corr_str name)
{
    const corr_str s = without_type(name);
    name_place likely = { .form = FORM_NONE };

    if (s.n < 3 || (!strchr(")]", s.p[s.n - 1]) &&
                    corr_str_find(s, ':') == s.n && !corr_str_has(s, " - ")))
        return likely;
    for (unsigned f = 1; f < FORM_COUNT; f++) {
        name_place p = { .form = (name_form)f };
        if (!read_form[f] || !read_form[f](s, &p))
            continue;
        if (p.plain)
            return p;
        if (likely.form == FORM_NONE)
            likely = p;
    }
    return likely;
}

bool name_is_anonymous(corr_str name)
{
    return name.n == 0 || corr_str_is(name, "(anonymous)") ||
           corr_str_is(name, "<anonymous>") ||
           corr_str_is(name, "(anonymous function)");
}
