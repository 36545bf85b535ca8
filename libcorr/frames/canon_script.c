/* canon_script - rules for lines, hashes and code states in names of V8, Python
 * and Ruby. */
#include "base/base.h"
#include "frames/canon_private.h"

static const char *const js_file[] = { ".js", ".mjs", ".cjs", ".jsx",
                                       ".ts", ".mts", ".cts", ".tsx" };

size_t canon_v8_head(corr_str s)
{
    static const char *const code[] = { "LazyCompile:", "Function:", "Script:",
                                        "Eval:", "JS:" };
    size_t at = 0;

    for (size_t n; (n = scan_beginning(s, at, code, countof(code))); at += n) {
        if (at + n < s.n && memchr("~*^+", s.p[at + n], 4))
            n++;
        if (scan_has(s, at + n, ":")) /* Function::f is C++ */
            break;
        while (scan_has(s, at + n, " "))
            n++;
    }
    return at;
}

/* :LINE, :LINE:COL after a file */
static bool script_line(edit *e)
{
    size_t end = scan_digits(e->in, e->at + 1);

    if (end == e->at + 1 ||
        !scan_ending(edit_done(e), js_file, countof(js_file)))
        return false;
    if (scan_has(e->in, end, ":"))
        end = scan_digits(e->in, end + 1);
    if (e->in.p[end - 1] == ':' || !scan_ends_word(e->in, end) ||
        scan_has(e->in, end, ":"))
        return false;
    return edit_replace(e, end, "");
}

/* .HASH in front of .js, .chunk.js and similar ends */
static bool script_hash(edit *e)
{
    static const char *const part[] = { ".chunk", ".bundle", ".min" };
    const size_t from = e->at + 1;
    const size_t end = scan_hex(e->in, from);
    size_t file = end, n, digit = from;

    if (end - from < 6 || end - from > 20 || e->at == 0 ||
        !scan_is_word(e->in.p[e->at - 1]))
        return false;
    while (digit < end && !corr_is_digit(e->in.p[digit]))
        digit++;
    while ((n = scan_beginning(e->in, file, part, countof(part))))
        file += n;
    for (size_t i = 0; i < countof(js_file) && digit < end; i++) {
        const size_t last = file + strlen(js_file[i]);
        if (scan_has(e->in, file, js_file[i]) && scan_ends_word(e->in, last) &&
            !scan_has(e->in, last, "."))
            return edit_keep(e, from, end, "#");
    }
    return false;
}

/* The start of FUNCTION in FILE:FUNCTION:LINE, as Node agents write names; 0: s
 * has another form.  The file is a script, a Node module, or empty. */
static size_t script_function(corr_str s)
{
    static const char node[] = "node:";
    const size_t from = corr_str_starts(s, node) ? sizeof node - 1 : 0;

    for (size_t i = from; i < s.n; i++)
        if (s.p[i] == ':' &&
            (i == 0 || from > 0 ||
             scan_ending((corr_str){ s.p, i }, js_file, countof(js_file))))
            return i + 1;
    return 0;
}

/* The length of FILE:FUNCTION in FILE:FUNCTION:LINE; s.n if function is 0 or
 * the form differs. */
static size_t without_line(corr_str s, size_t function)
{
    size_t line = s.n;

    while (line > 0 && corr_is_digit(s.p[line - 1]))
        line--;
    if (!function || line == s.n || line < function + 2 ||
        s.p[line - 1] != ':' || s.p[function] == ':' ||
        corr_is_digit(s.p[function]))
        return s.n;
    return line - 1;
}

size_t canon_v8_tail(corr_str s)
{
    return without_line(s, script_function(s));
}

bool canon_v8_place(edit *e)
{
    return e->in.p[e->at] == ':' ? script_line(e) : script_hash(e);
}

/* (file.py:12); (<string>:12), code without a file; file.rb:12 - f */
bool canon_script_place(edit *e)
{
    static const char *const file[] = { ".py", ".pyx", ".rb", ">" };
    static const char *const first[] = { ".py", ".pyx", ".rb", ".erb", ".rs" };
    const size_t end = scan_digits(e->in, e->at + 1);
    const corr_str before = edit_done(e);

    if (end == e->at + 1)
        return false;
    const bool is_first = scan_has(e->in, end, " - ") &&
                          corr_str_find(before, ' ') == before.n &&
                          scan_ending(before, first, countof(first));
    const bool is_last =
        scan_has(e->in, end, ")") && scan_ending(before, file, countof(file));
    return (is_first || is_last) && edit_replace(e, end, "");
}

/* The start of FUNCTION in FILE:FUNCTION:LINE, as austin writes Python names;
 * 0: s has another form. */
static size_t python_function(corr_str s)
{
    static const char *const file[] = { ".py", ".pyx" };

    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == ':' &&
            (scan_ending((corr_str){ s.p, i }, file, countof(file)) ||
             (s.p[0] == '<' && s.p[i - 1] == '>')))
            return i + 1;
    return 0;
}

/* f - file.rb:12, file.py:f:12 */
size_t canon_script_tail(corr_str s)
{
    corr_str before = s;

    if (s.n == 0 || !corr_is_digit(s.p[s.n - 1]))
        return s.n;
    before.n = without_line(s, python_function(s));
    if (before.n < s.n)
        return before.n;
    while (before.n > 0 && corr_is_digit(before.p[before.n - 1]))
        before.n--;
    if (before.n == s.n || !corr_str_ends(before, ".rb:"))
        return s.n;
    before.n--;
    for (size_t i = 1; i < before.n; i++)
        if (scan_has(before, i, " - "))
            return before.n;
    return s.n;
}
