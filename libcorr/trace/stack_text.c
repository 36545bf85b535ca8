#include "trace/stack_text.h"

#include "base/base.h"

enum { MOST_LINES = 4096, FRAME_MOST = 256 /* bytes */ };

/* How frames of runtimes and of common frameworks begin. */
static const char *const library_start[] = {
    "java.",        "javax.",      "jdk.",          "sun.",
    "com.sun.",     "jakarta.",    "kotlin.",       "kotlinx.",
    "scala.",       "org.apache.", "org.spring",    "org.hibernate.",
    "org.eclipse.", "io.netty.",   "io.vertx.",     "io.grpc.",
    "reactor.",     "com.zaxxer.", "com.fasterxml", "io.opentelemetry.",
    "System.",      "Microsoft.",  "node:",         "internal/",
    "runtime.",     "runtime/",    "net/http.",     "panic(",
    "created by ",  "std::",       "core::",        "alloc::",
    "rust_",        "tokio::",     "java.base/",    "google.golang.org/",
};

/* What their paths contain. */
static const char *const library_path[] = {
    "/site-packages/",
    "/dist-packages/",
    "/lib/python",
    "<frozen ",
    "node_modules/",
    "(node:",
    "/node:internal/",
    "(internal/",
    "/gems/",
    "/usr/lib/ruby/",
    "/vendor/",
    "/rustc/",
    "go.opentelemetry.io/",
};

static bool is_library(corr_str frame)
{
    for (size_t i = 0; i < countof(library_start); i++)
        if (corr_str_starts(frame, library_start[i]))
            return true;
    for (size_t i = 0; i < countof(library_path); i++)
        if (corr_str_has(frame, library_path[i]))
            return true;
    return false;
}

/* "12: " of Rust, "#3 " of PHP: the length of the number and what follows it,
 * or 0. */
static size_t numbered(corr_str t, const char *before, const char *after)
{
    size_t n = strlen(before);

    if (!corr_str_starts(t, before))
        return 0;
    const size_t first = n;
    while (n < t.n && corr_is_digit(t.p[n]))
        n++;
    return n > first && corr_str_starts(corr_str_from(t, n), after)
               ? n + strlen(after)
               : 0;
}

/* The frame that a line shows; empty: none.  next: the line after it. */
static corr_str frame_of(corr_str line, corr_str next)
{
    const corr_str none = { "", 0 };
    const corr_str t = corr_str_trim(line);
    const bool is_indented = line.n && (line.p[0] == ' ' || line.p[0] == '\t');

    if (corr_str_starts(t, "at ") && is_indented)
        return corr_str_trim(corr_str_from(t, 3));
    if (corr_str_starts(t, "File \""))
        return t;
    const size_t php = numbered(t, "#", " ");
    const size_t rust = numbered(t, "", ": ");
    if (php || rust)
        return corr_str_from(t, php ? php : rust);
    if (corr_str_has(t, ":in `") || corr_str_has(t, ":in '"))
        return corr_str_starts(t, "from ") ? corr_str_from(t, 5) : t;
    if (!is_indented && t.n && t.p[t.n - 1] == ')' && next.n &&
        next.p[0] == '\t' && corr_str_has(next, ".go:"))
        return t;
    return none;
}

corr_str stack_text_frame(corr_str text)
{
    corr_str line, rest = text, library = { "", 0 }, own = { "", 0 };

    for (int i = 0; i < MOST_LINES && corr_str_next(&rest, '\n', &line); i++) {
        corr_str after = rest, next = { "", 0 };
        corr_str_next(&after, '\n', &next);
        const corr_str frame = frame_of(line, next);
        const bool is_last = corr_str_starts(frame, "File \""); /* innermost */
        corr_str *to = frame.n && is_library(frame) ? &library : &own;
        if (frame.n && (!to->n || is_last))
            *to = frame;
        if (own.n && !is_last && frame.n)
            break;
    }
    corr_str found = own.n ? own : library;
    if (found.n > FRAME_MOST)
        for (found.n = FRAME_MOST;
             found.n && (found.p[found.n] & 0xc0) == 0x80;)
            found.n--;
    return found;
}
