/* canon_native - rules for additions of compilers, linkers and kernels. */
#include "base/base.h"
#include "frames/canon_private.h"

/* ---- addresses and machine code ------------------------------------------ */

/* An address that is the whole name apart from the module: 0x7f12, 0x7f12
 * (libc.so.6), libc`0x7f12 */
bool canon_addr_place(edit *e)
{
    const size_t i = e->at;

    if (!scan_has(e->in, i, "0x"))
        return false;
    const size_t end = scan_hex(e->in, i + 2);
    const bool is_first =
        i == 0 && (end == e->in.n || scan_has(e->in, end, " (") ||
                   scan_has(e->in, end, " ["));
    const bool is_last = end == e->in.n && (corr_str_ends(edit_done(e), "`") ||
                                            corr_str_ends(edit_done(e), "!"));
    if (end == i + 2 || !(is_first || is_last))
        return false;
    e->hopeless = true;
    return edit_replace(e, end, "[unknown]");
}

size_t canon_annot_tail(corr_str s)
{
    static const char *const type[] = { "_[j]", "_[i]", "_[k]", "_[0]",
                                        "_[1]" };

    for (size_t n; (n = scan_ending(s, type, countof(type)));)
        s.n -= n;
    return s.n;
}

/* The start of the 0x1f at the end of s, or s.n. */
static size_t last_hex(corr_str s)
{
    size_t i = s.n;

    while (i > 0 && corr_hex_digit(s.p[i - 1]) >= 0)
        i--;
    return i < s.n && i >= 2 && s.p[i - 1] == 'x' && s.p[i - 2] == '0' ? i - 2
                                                                       : s.n;
}

/* The end of f in f+212, as bpftrace writes offsets; or s.n. */
static size_t before_decimal(corr_str s)
{
    size_t i = s.n;

    while (i > 0 && corr_is_digit(s.p[i - 1]))
        i--;
    return i < s.n && i >= 2 && s.p[i - 1] == '+' &&
                   (scan_is_word(s.p[i - 2]) || s.p[i - 2] == ')')
               ? i - 1
               : s.n;
}

/* f+0x3f/0x90 [module] */
bool canon_koff_place(edit *e)
{
    size_t end = e->at + strlen("+0x");

    if (!scan_has(e->in, e->at, "+0x") ||
        corr_str_ends(edit_done(e), "$$Lambda"))
        return false;
    end = scan_hex(e->in, end);
    if (scan_has(e->in, end, "/0x"))
        end = scan_hex(e->in, end + strlen("/0x"));
    return e->in.p[end - 1] != 'x' && corr_str_ends(e->in, "]") &&
           scan_has(e->in, end, " [") && edit_replace(e, end, "");
}

size_t canon_koff_tail(corr_str s)
{
    corr_str before = { s.p, last_hex(s) };

    if (before.n == s.n)
        return before_decimal(s);
    if (before.n < s.n && corr_str_ends(before, "/")) {
        const corr_str offset = { s.p, before.n - 1 };
        before.n = last_hex(offset);
        if (before.n == offset.n)
            return s.n;
    }
    if (before.n == s.n || !corr_str_ends(before, "+"))
        return s.n;
    before.n--;
    return corr_str_ends(before, "$$Lambda") ? s.n : before.n;
}

size_t canon_rusth_tail(corr_str s)
{
    enum { MARK = 3, DIGITS = 16 };

    if (s.n < MARK + DIGITS || !scan_has(s, s.n - MARK - DIGITS, "::h"))
        return s.n;
    for (size_t i = s.n - DIGITS; i < s.n; i++)
        if (corr_hex_digit(s.p[i]) < 0 || (s.p[i] >= 'A' && s.p[i] <= 'F'))
            return s.n;
    return s.n - MARK - DIGITS;
}

/* Crates of the newer mangling: core[317d481089b8c8fe]::ptr::drop_in_place */
bool canon_crate_place(edit *e)
{
    enum { DIGITS = 16 };
    const corr_str s = e->in;
    size_t end = e->at + 1;

    while (end < s.n &&
           (corr_is_digit(s.p[end]) || (s.p[end] >= 'a' && s.p[end] <= 'f')))
        end++;
    const size_t digits = end - e->at - 1;
    return digits >= DIGITS - 4 && digits <= DIGITS && e->at > 0 &&
           scan_is_word(s.p[e->at - 1]) && scan_has(s, end, "]::") &&
           edit_replace(e, end + 1, "");
}

/* The start of the .part.3 or .cold at the end of s, or s.n. */
static size_t last_clone(corr_str s)
{
    static const char *const link[] = { ".isra",     ".constprop", ".part",
                                        ".lto_priv", ".llvm",      ".__uniq",
                                        ".cold" };
    corr_str before = s;

    if (corr_str_ends(s, ".cold"))
        return s.n - strlen(".cold");
    while (before.n > 0 && corr_is_digit(before.p[before.n - 1]))
        before.n--;
    if (before.n == s.n || !corr_str_ends(before, "."))
        return s.n;
    before.n--;
    const size_t n = scan_ending(before, link, countof(link));
    return n ? before.n - n : s.n;
}

/* The length of f(int) in f(int) (.llvm.42), as LLVM writes clones; or s.n. */
static size_t before_clones(corr_str s)
{
    corr_str inner = { s.p, s.n - 1 };
    size_t i;

    while ((i = last_clone(inner)) < inner.n)
        inner.n = i;
    return inner.n + 1 < s.n && inner.n > 2 && corr_str_ends(inner, " (")
               ? inner.n - 2
               : s.n;
}

/* ".cold" without a number may be the name of a method.  It is a clone only if
 * no dot stands in front of it, since C symbols have no dot.  A suffix after a
 * space is no end of a symbol. */
size_t canon_clone_tail(corr_str s)
{
    size_t from = s.n, next = s.n, i;

    if (corr_str_ends(s, ")"))
        return before_clones(s);
    while ((i = last_clone((corr_str){ s.p, from })) < from) {
        next = from;
        from = i;
    }
    const corr_str symbol = { s.p, from };
    if (corr_str_ends(symbol, " "))
        return s.n;
    const bool bare = next - from == strlen(".cold");
    return bare && corr_str_find(symbol, '.') < from ? next : from;
}

bool canon_clone_place(edit *e)
{
    const bool is_clone =
        scan_has(e->in, e->at, "[clone ") && corr_str_ends(edit_done(e), " ");

    if (!is_clone && !scan_has(e->in, e->at, "[abi:"))
        return false;
    const size_t end =
        e->at +
        corr_str_find((corr_str){ e->in.p + e->at, e->in.n - e->at }, ']');
    e->hopeless = end == e->in.n;
    if (e->hopeless)
        return false;
    edit_drop(e, is_clone);
    return edit_replace(e, end + 1, "");
}

/* ---- Go ------------------------------------------------------------------ */

/* The index of the bracket that closes the one at i, or s.n. */
static size_t closing_bracket(corr_str s, size_t i)
{
    size_t depth = 0;

    for (; i < s.n; i++) {
        depth += s.p[i] == '[';
        if (s.p[i] == ']' && --depth == 0)
            break;
    }
    return i;
}

static bool is_import_byte(char c)
{
    return scan_is_word(c) || memchr(".-~%+/", c, 6);
}

static bool has_vendor(corr_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        i += corr_str_find((corr_str){ s.p + i, s.n - i }, '/');
        if (scan_has(s, i, "/vendor/"))
            return true;
    }
    return false;
}

/* The length of the import path up to the last /vendor/. A host name must
 * follow: directories of other languages may be called vendor, too. */
size_t canon_vendor_head(corr_str s)
{
    corr_str path = { s.p, 0 }, host, rest;
    size_t after = 0;

    if (!has_vendor(s))
        return 0;
    for (; path.n < s.n && is_import_byte(s.p[path.n]); path.n++)
        if (s.p[path.n] == '/' && corr_str_ends(path, "/vendor"))
            after = path.n + 1;
    if (corr_str_starts(s, "/"))
        return 0;
    path = (corr_str){ s.p + after, path.n - after };
    return corr_str_cut(path, '/', &host, &rest) &&
                   corr_str_find(host, '.') < host.n
               ? after
               : 0;
}

bool canon_shape_place(edit *e)
{
    if (!scan_has(e->in, e->at, "[go.shape"))
        return false;
    const size_t end = closing_bracket(e->in, e->at);
    e->hopeless = end == e->in.n;
    return !e->hopeless && edit_replace(e, end + 1, "[...]");
}
