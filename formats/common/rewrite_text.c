/* rewrite_text - copies text, line by line. */
#include "common/rewrite.h"

corr_code rewrite_end(corr_src *in, corr_scrub *map, corr_err *err)
{
    (void)in;
    return corr_scrub_failed(map) ? corr_no_memory(err) : CORR_OK;
}

corr_out *rewrite_part(corr_scrub *map)
{
    corr_out *part = corr_out_memory();

    if (!part)
        corr_scrub_fail(map);
    return part;
}

bool rewrite_part_end(corr_scrub *map, corr_out *part)
{
    const bool good = part && corr_out_close(part, NULL) == CORR_OK;

    if (!good)
        corr_scrub_fail(map);
    return good;
}

/* Lines that no file has; they are cut at a blank. */
enum { LINE_MOST = 1 << 20 };

/* The end of the last line in a window, or of a piece of a line that is too
 * long; 0: the line goes on. */
static size_t lines_end(const uint8_t *p, size_t n, bool is_last)
{
    size_t at = n;

    if (is_last)
        return n;
    while (at > 0 && p[at - 1] != '\n')
        at--;
    if (at || n < LINE_MOST)
        return at;
    for (at = n; at > n / 2 && p[at - 1] != ' ' && p[at - 1] != ';'; at--)
        ;
    return at > n / 2 ? at : n;
}

/* A block from "-----BEGIN" to its end is one text, or its middle would look
 * like any other lines. */
static size_t block_end(const uint8_t *p, size_t n, size_t at)
{
    static const char begin[] = "-----BEGIN ", end[] = "\n-----END ";
    const corr_str rest = { (const char *)p + at, n - at };

    if (!corr_str_starts(rest, begin))
        return 0;
    for (size_t i = 0; i + sizeof end < rest.n && i < 65536; i++)
        if (rest.p[i] == '\n' && corr_str_starts(corr_str_from(rest, i), end))
            return at + i + 1;
    return 0;
}

static void copy_line(corr_scrub *map, corr_spot place, corr_str line,
                      corr_out *out)
{
    corr_put_str(out, corr_scrub_text(map, place, line));
}

static void copy_lines(corr_scrub *map, corr_spot place, const uint8_t *p,
                       size_t n, corr_out *out)
{
    for (size_t at = 0; at < n;) {
        const size_t block = block_end(p, n, at);
        const uint8_t *end = memchr(p + at, '\n', n - at);
        size_t to = block ? block - 1 : end ? (size_t)(end - p) : n;
        const size_t next = to < n ? to + 1 : n;
        if (to > at && p[to - 1] == '\r')
            to--;
        copy_line(map, place, (corr_str){ (const char *)p + at, to - at }, out);
        corr_put(out, p + to, next - to);
        at = next;
    }
}

static corr_code rewrite_lines(corr_src *in, corr_scrub *map, corr_spot place,
                               corr_out *out, corr_err *err)
{
    size_t want = 1, got;

    for (;;) {
        const uint8_t *p = corr_src_peek(in, want, &got);
        if (got == 0)
            break;
        const size_t end = lines_end(p, got, got < want);
        if (end == 0) {
            want = got + 1;
            continue;
        }
        copy_lines(map, place, p, end, out);
        corr_src_skip(in, end);
        want = got - end + 1;
        if (corr_scrub_failed(map) || corr_out_failed(out))
            break;
    }
    return rewrite_end(in, map, err);
}

corr_code rewrite_text(corr_src *in, corr_scrub *map, corr_out *out,
                       corr_err *err)
{
    return rewrite_lines(in, map, CORR_PLACE_TEXT, out, err);
}

corr_code rewrite_names(corr_src *in, corr_scrub *map, corr_out *out,
                        corr_err *err)
{
    return rewrite_lines(in, map, CORR_PLACE_NAME, out, err);
}
