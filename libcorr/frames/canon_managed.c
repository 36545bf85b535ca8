/* canon_managed - rules for names that the JVM, its frameworks and .NET make.
 * */
#include "base/base.h"
#include "frames/canon_private.h"

/* ---- Java ---------------------------------------------------------------- */

/* The end of the numbers of a hidden class at i: /0x1f, .0x1f, +0x1f, /17 */
static size_t hidden_marks(corr_str s, size_t i)
{
    while (i < s.n && memchr("/.+", s.p[i], 3)) {
        size_t end = scan_number(s, i + 1);
        if (scan_has(s, i + 1, "0x")) {
            end = scan_hex(s, i + 3);
            if (end == i + 3 || !scan_ends_word(s, end))
                break;
        }
        if (end == i + 1)
            break;
        i = end;
    }
    return i;
}

bool canon_lambda_place(edit *e)
{
    const size_t name = e->at + strlen("$$Lambda");

    if (!scan_has(e->in, e->at, "$$Lambda"))
        return false;
    const size_t number = scan_number(e->in, name + 1);
    const bool has_number = scan_has(e->in, name, "$") && number > name + 1;
    const size_t end = hidden_marks(e->in, has_number ? number : name);
    return end > name && edit_keep(e, name, end, "");
}

/* LambdaForm$MH, and the other hidden classes of JDK 21 to 25: C$$TypeSwitch,
 * String$$StringConcat, C$$InjectedInvoker.  The latter always have an
 * address. */
bool canon_form_place(edit *e)
{
    static const char *const address[] = { "/0x", ".0x", "+0x" };
    const bool is_form = corr_str_ends(edit_done(e), "LambdaForm");
    size_t name = e->at + 1;

    if (!is_form && !scan_has(e->in, name, "$"))
        return false;
    name += !is_form;
    while (!scan_ends_word(e->in, name))
        name++;
    if (!is_form && !scan_beginning(e->in, name, address, countof(address)))
        return false;
    const size_t end = hidden_marks(e->in, name);
    return end > name && edit_keep(e, name, end, "");
}

bool canon_accessor_place(edit *e)
{
    /* clang-format off */
    static const char *const kind[] = {
        "GeneratedMethodAccessor", "GeneratedConstructorAccessor",
        "GeneratedSerializationConstructorAccessor",
    };
    /* clang-format on */
    const size_t n = scan_beginning(e->in, e->at, kind, countof(kind));
    const size_t end = scan_number(e->in, e->at + n);

    if (end == e->at + n)
        return false;
    if (e->at > 0 && scan_is_word(e->in.p[e->at - 1]))
        return false;
    return edit_keep(e, e->at + n, end, "#");
}

/* The length of the package of proxies at the end of s. */
static size_t proxy_package(corr_str s)
{
    static const char *const package[] = { "com.sun.proxy.", "com/sun/proxy/" };
    static const char *const module[] = { "jdk.proxy", "jdk/proxy" };
    static const char *const deeper[] = { ".", "/", "$" };
    corr_str before = s;

    before.n -= scan_ending(s, package, countof(package));
    if (before.n == s.n && scan_ending(s, deeper, 2)) {
        before.n--;
        while (before.n > 0 && corr_is_digit(before.p[before.n - 1]))
            before.n--;
        const size_t n = scan_ending(before, module, countof(module));
        before.n = n && before.n < s.n - 1 ? before.n - n : s.n;
    }
    const bool is_part = scan_ending(before, deeper, countof(deeper)) ||
                         (before.n > 0 && scan_is_word(before.p[before.n - 1]));
    return is_part ? 0 : s.n - before.n;
}

bool canon_proxy_place(edit *e)
{
    const size_t name = e->at + strlen("$Proxy");

    if (!scan_has(e->in, e->at, "$Proxy") || scan_number(e->in, name) == name)
        return false;
    if (e->at > 0 &&
        (scan_is_word(e->in.p[e->at - 1]) || e->in.p[e->at - 1] == '$'))
        return false;
    edit_drop(e, proxy_package(edit_done(e)));
    return edit_keep(e, name, scan_digits(e->in, name), "#");
}

bool canon_cglib_place(edit *e)
{
    static const char *const by[] = { "CGLIB", "CGLIB$$FastClass", "ByGuice" };
    const size_t name = e->at + 2;
    const size_t end = scan_hex(e->in, name);

    return scan_has(e->in, e->at, "$$") && end > name &&
           scan_ends_word(e->in, end) &&
           scan_ending(edit_done(e), by, countof(by)) &&
           edit_keep(e, name, end, "#");
}

/* After "ByteBuddy" only a random suffix counts, since the library has classes
 * of its own with this prefix. */
bool canon_buddy_place(edit *e)
{
    enum { RANDOM = 8 };
    static const char *const by[] = { "$ByteBuddy$", "$HibernateProxy$",
                                      "$MockitoMock$" };
    const size_t n = scan_beginning(e->in, e->at, by, countof(by));
    const size_t from = e->at + n;
    size_t end = from, digits = 0;

    for (; n && !scan_ends_word(e->in, end); end++)
        digits += corr_is_digit(e->in.p[end]);
    if (n == strlen(by[0]) && digits == 0 && end - from != RANDOM)
        return false;
    return end > from && edit_keep(e, from, end, "#");
}

/* ---- .NET ---------------------------------------------------------------- */

/* The end of 5 or 5_0 at i, or i. */
static size_t net_number(corr_str s, size_t i)
{
    size_t end = scan_digits(s, i);

    while (end > i && scan_has(s, end, "_")) {
        const size_t next = scan_digits(s, end + 1);
        if (next == end + 1)
            break;
        end = next;
    }
    return scan_ends_word(s, end) ? end : i;
}

/* The length of the name in front of the number, after the <F of its origin; 0:
 * the place holds no such name. */
static size_t net_name(const edit *e)
{
    static const char *const what[] = { ">b__", ">d__" };
    const corr_str s = e->in;
    size_t end = e->at + strlen(">g__");

    if (scan_has(s, e->at, ">c__DisplayClass"))
        return corr_str_ends(edit_done(e), "<") ? strlen(">c__DisplayClass")
                                                : 0;
    if (!scan_has(s, e->at, ">g__"))
        return scan_beginning(s, e->at, what, countof(what));
    while (!scan_ends_word(s, end)) /* local: <F>g__Local|0_1 */
        end++;
    return scan_has(s, end, "|") ? end + 1 - e->at : 0;
}

bool canon_net_place(edit *e)
{
    const size_t name = e->at + net_name(e);
    const size_t end = net_number(e->in, name);

    return name > e->at && end > name && edit_keep(e, name, end, "#");
}

size_t canon_net_tail(corr_str s)
{
    static const char *const tier[] = {
        "[OptimizedTier1]",
        "[OptimizedTier1OSR]",
        "[Optimized]",
        "[QuickJitted]",
        "[MinOptJitted]",
        "[PreJIT]",
        "[InstrumentedTier]",
        "[ReadyToRun]",
        "[InstrumentedTierOptimized]",
    };

    for (size_t n; (n = scan_ending(s, tier, countof(tier)));)
        s.n -= n;
    return s.n;
}
