#include "load/torn_head.h"

enum {
    LINES_NAMED = 16, /* tried in a file that the user named */
    LINES_FOUND = 4,
    LINE_MOST = 8 << 20 /* bytes of the first line */
};

/* The offset behind the first line; 0: the line is too long, or the only
 * one. */
static size_t first_line_end(corr_src *src)
{
    const uint64_t record = corr_src_limits(src)->record;
    const size_t most = record < LINE_MOST ? (size_t)record : LINE_MOST;
    size_t want = CORR_PROBE_MAX < most ? CORR_PROBE_MAX : most, n;
    const uint8_t *head = corr_src_peek(src, want, &n), *end;

    if (load_is_binary(head, n))
        return 0;

    while (!(end = n ? memchr(head, '\n', n) : NULL) && n >= want &&
           want < most) {
        want = want < most / 4 ? want * 4 : most;
        head = corr_src_peek(src, want, &n);
    }
    return end ? (size_t)(end - head) + 1 : 0;
}

/* Whether a line looks like a record: JSON, a comment of metrics, or a stack or
 * a metric with its number.  Probes take time, and most files that are found
 * are other texts. */
static bool is_like_record(const uint8_t *p, size_t n)
{
    corr_str line = { (const char *)p, n }, rest;

    (void)corr_str_cut(line, '\n', &line, &rest);
    line = corr_str_trim(line);
    if (line.n == 0)
        return false;
    if (*line.p == '{' || *line.p == '[' || corr_str_starts(line, "# "))
        return true;
    return corr_is_digit(line.p[line.n - 1]) &&
           (corr_str_find(line, ';') < line.n ||
            corr_str_find(line, '{') < line.n);
}

/* The format of the text from here on, if it is sure.  *next: the offset of the
 * next line, or 0. */
static const corr_format *format_from(const corr_format *const *formats,
                                      corr_src *src, bool is_named, size_t at,
                                      size_t *next)
{
    const uint64_t record = corr_src_limits(src)->record;
    const uint64_t want = (uint64_t)at + CORR_PROBE_MAX;
    corr_err ignored = { 0 };
    size_t n;

    *next = 0;
    const uint8_t *head =
        corr_src_peek(src, record < want ? (size_t)record : (size_t)want, &n);
    if (n <= at)
        return NULL;
    const uint8_t *end = memchr(head + at, '\n', n - at);
    *next = end ? (size_t)(end - head) + 1 : 0;
    n -= at;
    if (!is_named && !is_like_record(head + at, n))
        return NULL;
    const corr_format *f = load_recognise(
        formats, head + at, n < CORR_PROBE_MAX ? n : CORR_PROBE_MAX,
        n < CORR_PROBE_MAX, LOAD_SURE_FOUND, &ignored);
    return f && f->read ? f : NULL;
}

/* Whether all of the text is unknown. */
static bool is_strange_text(const corr_format *const *formats, corr_src *src,
                            int least)
{
    const uint64_t record = corr_src_limits(src)->record;
    size_t n;
    const uint8_t *head = corr_src_peek(
        src, record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX, &n);

    n = n < CORR_PROBE_MAX ? n : CORR_PROBE_MAX;
    return load_is_strange(formats, head, n, n < CORR_PROBE_MAX, least);
}

const corr_format *torn_head_find(const corr_format *const *formats,
                                  corr_src *src, bool is_named, size_t *at)
{
    const int least = is_named ? LOAD_SURE_NAMED : LOAD_SURE_FOUND;
    const unsigned most = is_named ? LINES_NAMED : LINES_FOUND;
    const corr_format *found = NULL;
    size_t next = first_line_end(src);

    for (unsigned i = 0; !found && next && i < most; i++) {
        *at = next;
        found = format_from(formats, src, is_named, *at, &next);
    }
    return found && is_strange_text(formats, src, least) ? found : NULL;
}
