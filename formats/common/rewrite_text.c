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
enum { LINE_MOST = 1 << 20, PIECE = 4096 };

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

/* ---- blocks -------------------------------------------------------------- */

/* A block from "-----BEGIN" to "-----END" is one text, or its middle would look
 * like any other lines.  It may be indented or quoted, and begin in the middle
 * of a line. */
enum { BLOCK_MOST = 1 << 16, DASHES = 5 };

static bool is_marked(const uint8_t *p, size_t n, size_t at, const char *mark)
{
    return corr_str_starts((corr_str){ (const char *)p + at, n - at }, mark);
}

/* The first mark, which five dashes begin, at or behind `at`; n: none.  One of
 * the five dashes stands at each fifth byte. */
static size_t find_mark(const uint8_t *p, size_t n, size_t at, const char *mark)
{
    const size_t first = at;

    for (at += DASHES - 1; at < n; at += DASHES) {
        if (p[at] != '-')
            continue;
        size_t from = at, to = at + 1;
        while (from > first && p[from - 1] == '-')
            from--;
        while (to < n && p[to] == '-')
            to++;
        if (to - from >= DASHES && is_marked(p, n, to - DASHES, mark))
            return to - DASHES;
        at = to - 1;
    }
    return n;
}

static size_t find_block(const uint8_t *p, size_t n, size_t at)
{
    return find_mark(p, n, at, "-----BEGIN ");
}

/* Where the block's last mark begins; n: it is not there.  *none_to: how far no
 * such mark was found before. */
static size_t find_block_end(const uint8_t *p, size_t n, size_t block,
                             size_t *none_to)
{
    const char *mark = "-----END ";
    const size_t most = n - block < BLOCK_MOST ? n : block + BLOCK_MOST;
    const size_t from = block > *none_to ? block : *none_to;
    const size_t end = from < most ? find_mark(p, most, from, mark) : most;

    if (end < most)
        return end;
    if (most > *none_to + strlen(mark))
        *none_to = most - strlen(mark);
    return n;
}

static size_t line_end(const uint8_t *p, size_t n, size_t at)
{
    const uint8_t *end = memchr(p + at, '\n', n - at);

    return end ? (size_t)(end - p) : n;
}

static bool is_base64(uint8_t c)
{
    return corr_is_digit((char)c) || ((c | ' ') >= 'a' && (c | ' ') <= 'z') ||
           c == '+' || c == '/' || c == '=';
}

/* Whether the last word of a line can be a part of a key in base64; a short one
 * only behind as many bytes as such a word of the line before (*margin). */
static bool is_body_line(const uint8_t *p, size_t from, size_t to,
                         size_t *margin)
{
    enum { WHOLE_LINE = 40 };
    size_t n = 0;

    while (to > from && (p[to - 1] <= ' ' || strchr("\"',\\", p[to - 1])))
        to--;
    while (to - n > from && is_base64(p[to - n - 1]))
        n++;
    if (n < WHOLE_LINE)
        return n > 0 && to - n - from == *margin;
    *margin = to - n - from;
    return true;
}

/* The end of the line that ends a block.  One without an end has the lines that
 * look like it. */
static size_t block_end(const uint8_t *p, size_t n, size_t block,
                        size_t *none_to)
{
    const size_t mark = find_block_end(p, n, block, none_to);
    size_t to = line_end(p, n, mark < n ? mark : block);
    size_t margin = SIZE_MAX;

    while (mark == n && to < n) {
        const size_t next = line_end(p, n, to + 1);
        if (!is_body_line(p, to + 1, next, &margin))
            break;
        to = next;
    }
    return to;
}

/* Where a block begins that goes on behind the window; n: no such block.
 * block: the first one. */
static size_t open_block(const uint8_t *p, size_t n, size_t block)
{
    size_t none_to = 0;

    while (block < n) {
        const size_t end = find_block_end(p, n, block, &none_to);
        if (end == n && n - block < BLOCK_MOST)
            return block;
        block = find_block(p, n, end < n ? end : block + 1);
    }
    return n;
}

/* The end of what can be copied of a window: no block is cut; 0: more of it is
 * needed.  *first: where the first block begins, or the end. */
static size_t window_end(const uint8_t *p, size_t n, bool is_last,
                         size_t *first)
{
    const size_t end = lines_end(p, n, is_last);
    size_t block;

    *first = find_block(p, end, 0);
    block = is_last ? end : open_block(p, end, *first);
    if (block == end)
        return end;
    const size_t begin = block;
    while (block > 0 && p[block - 1] != '\n')
        block--;
    return block == 0 && end >= LINE_MOST ? begin : block;
}

size_t rewrite_text_part(const uint8_t *p, size_t n, bool is_last)
{
    size_t first;
    const size_t end = window_end(p, n, is_last, &first);

    return end ? end : n + PIECE;
}

/* ---- lines --------------------------------------------------------------- */

static void copy_line(corr_scrub *map, corr_spot place, corr_str line,
                      corr_out *out)
{
    corr_put_str(out, corr_scrub_text(map, place, line));
}

/* block: the first one, or at least n. */
static void copy_lines(corr_scrub *map, corr_spot place, const uint8_t *p,
                       size_t n, size_t block, corr_out *out)
{
    size_t none_to = 0;

    for (size_t at = 0; at < n;) {
        size_t to = line_end(p, n, at);
        while (block < to) {
            to = block_end(p, n, block, &none_to);
            block = find_block(p, n, block + 1);
        }
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
    size_t want = 1, got, first;

    for (;;) {
        const uint8_t *p = corr_src_peek(in, want, &got);
        if (got == 0)
            break;
        const size_t end = window_end(p, got, got < want, &first);
        if (end == 0) {
            want = got + PIECE;
            continue;
        }
        copy_lines(map, place, p, end, first, out);
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
