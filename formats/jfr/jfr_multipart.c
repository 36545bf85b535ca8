/*
 * The body that an agent sends to a Pyroscope server: multipart/form-data (RFC
 * 7578, RFC 2046 5.1) with a part "jfr", the recording, and a part "labels",
 * which its events name by number.  Each part may be compressed.  The body is
 * held whole; it covers seconds of one process.
 */
#include "jfr/jfr.h"

#include <stdio.h>

#include "corr_builtin.h"

enum { BOUNDARY_MAX = 70 };

/* ---- parts --------------------------------------------------------------- */

/* The next line of a head, without its end. False: there is no complete
 * line. */
static bool next_line(corr_str *rest, corr_str *line)
{
    const size_t n = corr_str_find(*rest, '\n');

    if (n == rest->n)
        return false;
    *line = (corr_str){ rest->p, n };
    if (n > 0 && line->p[n - 1] == '\r')
        line->n--;
    *rest = (corr_str){ rest->p + n + 1, rest->n - n - 1 };
    return true;
}

/* The boundary is "--" and the sender's text, from the first line. */
static bool boundary_of(corr_str body, corr_str *boundary)
{
    return next_line(&body, boundary) && corr_str_starts(*boundary, "--") &&
           boundary->n > 2 && boundary->n <= BOUNDARY_MAX + 2;
}

static bool starts_anyhow(corr_str s, const char *lower)
{
    size_t i = 0;

    while (i < s.n && lower[i] &&
           (s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] + 32 : s.p[i]) == lower[i])
        i++;
    return !lower[i];
}

/* Returns jfr for `form-data; name="jfr"; filename="x"`. */
static corr_str name_in(corr_str value)
{
    corr_str piece, before, after, name;

    while (corr_str_next(&value, ';', &piece)) {
        piece = corr_str_trim(piece);
        if (corr_str_starts(piece, "name=\"") &&
            corr_str_cut(piece, '"', &before, &after) &&
            corr_str_cut(after, '"', &name, &before))
            return name;
        if (corr_str_starts(piece, "name="))
            return (corr_str){ piece.p + 5, piece.n - 5 };
    }
    return (corr_str){ "", 0 };
}

/* Removes the head of a part from rest, up to the empty line. False: it is not
 * the head of a part of a form, or is truncated. */
static bool take_head(corr_str *rest, corr_str *name)
{
    static const char disposition[] = "content-disposition:";
    corr_str line;
    bool is_form = false;

    *name = (corr_str){ "", 0 };
    while (next_line(rest, &line)) {
        if (line.n == 0)
            return is_form;
        if (!starts_anyhow(line, disposition))
            continue;
        const size_t n = sizeof disposition - 1;
        line = corr_str_trim((corr_str){ line.p + n, line.n - n });
        is_form = starts_anyhow(line, "form-data");
        *name = name_in(line);
    }
    return false;
}

/* Removes the content of a part and the boundary behind it from rest. False:
 * the content is truncated, and the rest is the content. */
static bool take_content(corr_str *rest, corr_str boundary, corr_str *content)
{
    for (size_t at = 0; at < rest->n; at++) {
        const char *p = memchr(rest->p + at, '\n', rest->n - at);
        if (!p)
            break;
        at = (size_t)(p - rest->p);
        const corr_str after = { p + 1, rest->n - at - 1 };
        if (after.n < boundary.n ||
            memcmp(after.p, boundary.p, boundary.n) != 0)
            continue;
        const bool has_cr = at > 0 && rest->p[at - 1] == '\r';
        *content = (corr_str){ rest->p, at - has_cr };
        *rest = (corr_str){ after.p + boundary.n, after.n - boundary.n };
        return true;
    }
    *content = *rest;
    *rest = (corr_str){ rest->p + rest->n, 0 };
    return false;
}

static int push_probe(const uint8_t *head, size_t n, bool whole)
{
    corr_str rest = { (const char *)head, n };
    corr_str line, name;

    (void)whole;
    if (!boundary_of(rest, &line))
        return 0;
    next_line(&rest, &line);
    return take_head(&rest, &name) && name.n ? 100 : 0;
}

/* ---- reading ------------------------------------------------------------- */

typedef struct push {
    corr_str recording, labels; /* NULL: no such part */
    bool is_cut;
    char names[96]; /* of all parts, for the error message without a
                       recording */
} push;

static void note_name(push *p, corr_str name)
{
    const size_t at = strlen(p->names);

    if (at + name.n + 3 <= sizeof p->names)
        snprintf(p->names + at, sizeof p->names - at, "%s%.*s", at ? ", " : "",
                 CORR_STR_ARG(name));
}

/* Reads the parts in turn. The first part of a name counts. */
static void take_parts(push *p, corr_str rest)
{
    corr_str boundary, line, name, content;
    bool more = boundary_of(rest, &boundary) && next_line(&rest, &line);

    while (more && take_head(&rest, &name)) {
        more = take_content(&rest, boundary, &content);
        p->is_cut |= !more;
        note_name(p, name);
        if (corr_str_is(name, "jfr") && !p->recording.p)
            p->recording = content;
        else if (corr_str_is(name, "labels") && !p->labels.p)
            p->labels = content;
        if (corr_str_starts(rest, "--"))
            return;
        more = more && next_line(&rest, &line);
    }
    p->is_cut = true;
}

static bool is_recording(corr_src *in)
{
    size_t n;
    const uint8_t *head = corr_src_peek(in, JFR_HEADER, &n);

    return corr_format_jfr.probe(head, n, false) > 0;
}

static corr_code read_recording(corr_src *in, const push *p,
                                const corr_want *want, corr_build *b,
                                corr_err *err)
{
    corr_src *file = corr_src_within(in, p->recording.p, p->recording.n);
    corr_src *labels =
        p->labels.p ? corr_src_within(in, p->labels.p, p->labels.n) : NULL;
    corr_code code = CORR_ENOMEM;

    if (file && !is_recording(file))
        corr_refuse(b, code = CORR_EFORMAT, CORR_NO_OFFSET, NULL,
                    "the part named jfr is not a flight recording");
    else if (file && (labels || !p->labels.p))
        code = jfr_read_with(file, labels, want, b, err);
    else
        corr_no_memory(err);
    corr_src_close(labels);
    corr_src_close(file);
    return code;
}

static corr_code push_read(corr_src *in, const corr_want *want, corr_build *b,
                           corr_err *err)
{
    const size_t most = (size_t)corr_src_limits(in)->record;
    push p = { 0 };
    size_t n;
    const char *body = (const char *)corr_src_peek(in, most, &n);

    take_parts(&p, (corr_str){ body, n });
    if (p.recording.p)
        corr_recognised(b);
    if (p.is_cut)
        corr_damage(b, n, 0, 0,
                    "the body is cut off; the last part is incomplete");
    if (n >= most)
        corr_refuse(b, CORR_ELIMIT, 0, NULL,
                    "the body is larger than %zu bytes", most);
    else if (!p.recording.p)
        corr_refuse(b, CORR_EFORMAT, 0, NULL,
                    "a form without a part named jfr; the parts are %s",
                    p.names);
    else if (read_recording(in, &p, want, b, err))
        return corr_finish(in, b, err);
    corr_src_skip(in, n);
    return corr_finish(in, b, err);
}

const corr_format corr_format_jfr_push = {
    .name = "jfr-push",
    .title = "Pyroscope push of a JFR",
    .probe = push_probe,
    .read = push_read,
    .is_binary = true,
    .weighs = true,
};
