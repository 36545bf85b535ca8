/*
 * source_text - undoes what tools did to a text on its way into the file, so
 * that each reader sees the text as a program wrote it.
 *
 * At the head of a file: headers of HTTP ("curl -i"), NUL bytes (a file that
 * was emptied while a program went on writing it), a mark of UTF-8.  In all of
 * it: UTF-16, with or without its mark (PowerShell's ">"), and what containers
 * and log collectors write before each line.
 *
 * Bytes of a recoded text go through text.raw, which is as large as one read;
 * offsets are then those of the result.
 */
#include <stdlib.h>

#include "source/source_private.h"

enum {
    ROOM = 64 * 1024,     /* of text.raw */
    LEAST_NULS = 8,       /* records may begin with a length in four bytes */
    TEXT_PAST_NULS = 16,  /* so many bytes behind them are text */
    UNITS_LOOKED_AT = 32, /* of UTF-16 without a mark, ... */
    LEAST_UNITS = 4,      /* ... which must have so many */
    PREFIX_MOST = 512,    /* of one line */
    ESCAPE_MOST = 12,     /* "\ud83d\ude00" */
    LINES_LOOKED_AT = 3,
};

/* A run of NUL bytes that is longer is no damage of a text. */
static const uint64_t most_nuls = (uint64_t)1 << 30;

/* Where in a line a text stands. */
enum { AT_START, IN_LINE, IN_STRING, PAST_STRING };

static corr_str rest_of(const codec_io *io)
{
    return (corr_str){ (const char *)io->in, io->nin };
}

/* ---- UTF-16 ------------------------------------------------------------- */

static unsigned utf16_unit(const uint8_t *p, bool is_big)
{
    return is_big ? p[1] | (unsigned)p[0] << 8 : p[0] | (unsigned)p[1] << 8;
}

/* Reads one character; returns the bytes used, 0 if it is incomplete.  A lone
 * surrogate becomes U+FFFD. */
static size_t take_utf16_char(const codec_io *io, bool is_big, bool is_end,
                              uint32_t *c)
{
    if (io->nin < 2)
        return 0;
    *c = utf16_unit(io->in, is_big);
    if (!corr_is_half(*c))
        return 2;
    if (*c < 0xdc00 && io->nin < 4 && !is_end)
        return 0;
    *c = corr_of_halves(*c, io->nin < 4 ? 0 : utf16_unit(io->in + 2, is_big));
    return *c == CORR_NO_CHAR ? 2 : 4;
}

static void recode_utf16(in_text *t, codec_io *io)
{
    const bool is_big = t->coding == TEXT_UTF16_BE;
    size_t used;
    uint32_t c;

    while (io->nout >= 4 &&
           (used = take_utf16_char(io, is_big, t->is_end, &c)) > 0)
        codec_advance(io, used, corr_put_utf8((char *)io->out, c));
}

static bool is_text_byte(uint8_t c)
{
    return (c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r');
}

/* Whether all of the first units are of ASCII text. */
static bool is_ascii_utf16(const uint8_t *p, size_t n, bool is_big)
{
    size_t units = n / 2 < UNITS_LOOKED_AT ? n / 2 : UNITS_LOOKED_AT;

    for (size_t i = 0; i < units; i++)
        if (p[2 * i + !is_big] != 0 || !is_text_byte(p[2 * i + is_big]))
            return false;
    return units >= LEAST_UNITS;
}

/* The coding of a text, and the length of its mark. */
static text_coding utf_coding(const uint8_t *p, size_t n, size_t *mark)
{
    *mark = 0;
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        *mark = 3;
    else if (n >= 2 && (p[0] ^ p[1]) == (0xff ^ 0xfe) && p[0] >= 0xfe)
        *mark = 2;
    if (*mark == 2 && n >= 4 && p[2] == 0 && p[3] == 0) /* UTF-32 */
        *mark = 0;
    else if (*mark == 2)
        return p[0] == 0xff ? TEXT_UTF16_LE : TEXT_UTF16_BE;
    else if (!*mark && is_ascii_utf16(p, n, false))
        return TEXT_UTF16_LE;
    else if (!*mark && is_ascii_utf16(p, n, true))
        return TEXT_UTF16_BE;
    return TEXT_AS_IS;
}

/* ---- prefixes of lines -------------------------------------------------- */

/* Takes characters that are in the set, or above all of ASCII. */
static size_t span_of(corr_str s, const char *set)
{
    size_t n = 0;

    while (n < s.n && s.p[n] && strchr(set, s.p[n]))
        n++;
    return n;
}

#define DIGITS "0123456789"
#define LETTERS                                                                \
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS "_.-"

static bool take_prefix(corr_str *s, const char *text)
{
    if (!corr_str_starts(*s, text))
        return false;
    *s = corr_str_from(*s, strlen(text));
    return true;
}

/* "[pod/NAME/CONTAINER] " of kubectl logs --prefix */
static void take_pod(corr_str *s)
{
    const size_t end = corr_str_find(*s, ']');

    if (corr_str_starts(*s, "[pod/") && end + 1 < s->n && s->p[end + 1] == ' ')
        *s = corr_str_from(*s, end + 2);
}

/* "NAME  | " of docker compose logs */
static void take_service(corr_str *s)
{
    const size_t name = span_of(*s, LETTERS);
    corr_str rest = corr_str_from(*s, name);
    const size_t blanks = span_of(rest, " ");

    rest = corr_str_from(rest, blanks);
    if (name && blanks && take_prefix(&rest, "| "))
        *s = rest;
}

/* "2024-04-14T13:00:00.000000000Z " of kubectl logs --timestamps */
static void take_timestamp(corr_str *s)
{
    const size_t n = span_of(*s, DIGITS "-:.TZ+");

    if (n >= 20 && n < s->n && s->p[n] == ' ' && s->p[4] == '-' &&
        s->p[7] == '-' && s->p[10] == 'T' && s->p[13] == ':')
        *s = corr_str_from(*s, n + 1);
}

/* "stdout F " of container runtimes (CRI).  *goes_on: the line goes on in the
 * next one. */
static bool take_stream(corr_str *s, bool *goes_on)
{
    corr_str rest = *s;

    if (!take_prefix(&rest, "stdout ") && !take_prefix(&rest, "stderr "))
        return false;
    *goes_on = take_prefix(&rest, "P ");
    if (!*goes_on && !take_prefix(&rest, "F "))
        return false;
    *s = rest;
    return true;
}

/* "Apr 14 13:00:00 HOST NAME[PID]: " of syslog and journalctl */
static void take_syslog(corr_str *s)
{
    corr_str rest = *s;

    if (s->n < 20 || s->p[3] != ' ' || s->p[6] != ' ' || s->p[9] != ':' ||
        s->p[12] != ':' || s->p[15] != ' ')
        return;
    rest = corr_str_from(rest, 16);
    const size_t host = span_of(rest, LETTERS);
    if (!host || host >= rest.n || rest.p[host] != ' ')
        return;
    rest = corr_str_from(rest, host + 1);
    rest = corr_str_from(rest, span_of(rest, LETTERS "/@[]"));
    if (take_prefix(&rest, ": "))
        *s = rest;
}

/* What stands before the text of a line.  *is_stream: a container runtime wrote
 * it; *goes_on: the next line continues this one. */
static size_t prefix_length(corr_str line, bool *is_stream, bool *goes_on)
{
    corr_str rest = line;

    *goes_on = false;
    take_pod(&rest);
    take_service(&rest);
    take_timestamp(&rest);
    *is_stream = rest.n < line.n && take_stream(&rest, goes_on);
    if (rest.n == line.n)
        take_syslog(&rest);
    return line.n - rest.n;
}

static const uint8_t *find_line_end(const codec_io *io)
{
    return io->nin ? memchr(io->in, '\n', io->nin) : NULL;
}

/* Copies the rest of a line, with its end unless the next line continues it. */
static void copy_rest_of_line(in_text *t, codec_io *io)
{
    const uint8_t *end = find_line_end(io);
    size_t n = end ? (size_t)(end - io->in) + 1 : io->nin;
    const bool is_all = n <= io->nout;

    n = is_all ? n : io->nout;
    const bool drops = is_all && end && t->goes_on;
    memcpy(io->out, io->in, n - drops);
    codec_advance(io, n, n - drops);
    if (is_all && end)
        t->place = AT_START;
}

/* Whether the beginning of a line may be judged: enough of it is here. */
static bool is_line_known(const in_text *t, const codec_io *io)
{
    return io->nin >= PREFIX_MOST || find_line_end(io) || t->is_end;
}

static void recode_prefixed(in_text *t, codec_io *io)
{
    bool is_stream;

    while (io->nin && io->nout) {
        if (t->place == AT_START) {
            if (!is_line_known(t, io))
                return;
            const uint8_t *end = find_line_end(io);
            corr_str line = rest_of(io);
            line.n = end ? (size_t)(end - io->in) : line.n;
            line.n = line.n < PREFIX_MOST ? line.n : PREFIX_MOST;
            codec_advance(io, prefix_length(line, &is_stream, &t->goes_on), 0);
            t->place = IN_LINE;
        } else {
            copy_rest_of_line(t, io);
        }
    }
}

/* ---- {"log":"..."} ------------------------------------------------------ */

#define LOG_BEGIN "{\"log\":\""

/* Copies the string up to its end quote, without escapes.  False: more bytes
 * are needed. */
static bool copy_string(in_text *t, codec_io *io)
{
    while (io->nin && io->nout >= ESCAPE_MOST) {
        const uint8_t c = *io->in;
        size_t n = 1;

        if (c == '"' || c == '\n') {
            t->place = c == '"' ? PAST_STRING : IN_LINE;
            codec_advance(io, c == '"', 0);
            return true;
        }
        if (c != '\\') {
            *io->out = c;
            codec_advance(io, 1, 1);
            continue;
        }
        if (io->nin < ESCAPE_MOST && !t->is_end)
            return false;
        if (io->nin > 1 && io->in[1] == 'u')
            n = io->nin >= ESCAPE_MOST && io->in[6] == '\\' ? ESCAPE_MOST : 6;
        else
            n = 2;
        n = n < io->nin ? n : io->nin;
        if (n == ESCAPE_MOST && (io->in[2] | 0x20) != 'd')
            n = 6; /* no surrogate: the second escape is its own */
        const corr_str raw = { (const char *)io->in, n };
        codec_advance(io, n, corr_json_unescape((char *)io->out, raw));
    }
    return false;
}

static void recode_log_json(in_text *t, codec_io *io)
{
    static const size_t begin = sizeof LOG_BEGIN - 1;

    while (io->nin && io->nout >= 2 * ESCAPE_MOST) {
        if (t->place == AT_START) {
            if (!is_line_known(t, io))
                return;
            const bool is_log = corr_str_starts(rest_of(io), LOG_BEGIN);
            codec_advance(io, is_log ? begin : 0, 0);
            t->place = is_log ? IN_STRING : IN_LINE;
        } else if (t->place == IN_LINE) {
            copy_rest_of_line(t, io);
        } else if (t->place == IN_STRING) {
            if (!copy_string(t, io))
                return;
        } else {
            const uint8_t *end = find_line_end(io);
            codec_advance(io, end ? (size_t)(end - io->in) + 1 : io->nin, 0);
            t->place = end ? AT_START : PAST_STRING;
        }
    }
}

/* ---- which log it is ---------------------------------------------------- */

/* Whether a line is of Docker's log; the line may be cut. */
static bool is_docker_line(corr_str line)
{
    static const char stream[] = "\"stream\":\"";

    if (!corr_str_starts(line, LOG_BEGIN))
        return false;
    if (corr_str_starts(line, LOG_BEGIN "{"))
        return true;
    for (size_t i = 0; i + sizeof stream <= line.n; i++)
        if (memcmp(line.p + i, stream, sizeof stream - 1) == 0)
            return true;
    return false;
}

/* A prefix that no container runtime wrote counts only before JSON. */
static bool is_prefixed_line(corr_str line)
{
    bool is_stream, goes_on;
    const corr_str part = { line.p,
                            line.n < PREFIX_MOST ? line.n : PREFIX_MOST };
    const size_t n = prefix_length(part, &is_stream, &goes_on);

    return n && (is_stream || (n < line.n && line.p[n] == '{'));
}

/* The log whose lines these are.  The first line may be the end of one. */
static text_coding log_coding(const uint8_t *p, size_t n)
{
    corr_str rest = { (const char *)p, n };

    for (unsigned i = 0; i < LINES_LOOKED_AT && rest.n; i++) {
        const size_t end = corr_str_find(rest, '\n');
        const corr_str line = { rest.p, end };

        if (is_docker_line(line))
            return TEXT_LOG_JSON;
        if (is_prefixed_line(line))
            return TEXT_LOG_PREFIX;
        rest = corr_str_from(rest, end < rest.n ? end + 1 : end);
    }
    return TEXT_AS_IS;
}

/* ---- a recoded text ------------------------------------------------------ */

typedef void recode_step(in_text *t, codec_io *io);

static recode_step *const recode_steps[] = {
    [TEXT_UTF16_LE] = recode_utf16,
    [TEXT_UTF16_BE] = recode_utf16,
    [TEXT_LOG_PREFIX] = recode_prefixed,
    [TEXT_LOG_JSON] = recode_log_json,
};

/* Moves the rest of text.raw to its front, and reads on behind it. */
static void read_raw_text(corr_src *in)
{
    in_text *t = &in->text;

    if (t->at)
        memmove(t->raw, t->raw + t->at, t->end - t->at);
    t->end -= t->at;
    t->at = 0;
    if (t->is_end || t->end == t->room)
        return;
    t->end += src_fill(in, t->raw + t->end, t->room - t->end);
    t->is_end = in->eof;
}

size_t src_fill_text(corr_src *in, uint8_t *to, size_t n)
{
    in_text *t = &in->text;
    size_t got = 0;

    while (got == 0 && !in->err.code && !(t->is_end && t->at == t->end)) {
        read_raw_text(in);
        codec_io io = { t->raw + t->at, t->end - t->at, to, n };
        recode_steps[t->coding](t, &io);
        got = n - io.nout;
        if (got == 0 && io.nin == t->end - t->at && t->is_end)
            io.nin = 0; /* an odd byte at the end */
        t->at = t->end - io.nin;
    }
    in->eof = t->is_end && t->at == t->end;
    return got;
}

/* Reads the text behind the position with this coding.  False: memory is out.
 */
static bool begin_coding(corr_src *in, text_coding coding)
{
    const size_t held = in->end - in->at;

    in->text.room = held + ROOM;
    in->text.raw = malloc(in->text.room);
    if (!in->text.raw)
        return false;
    if (held)
        memcpy(in->text.raw, in->buf + in->at, held);
    in->text.end = held;
    in->text.coding = coding;
    in->text.is_end = in->eof;
    in->eof = false;
    in->at = in->end;
    in->base -= held;
    return true;
}

void src_end_text(corr_src *in)
{
    free(in->text.raw);
    in->text = (in_text){ 0 };
}

/* ---- the head of a file -------------------------------------------------- */

/* The first bytes: of the file if they are not compressed. */
static const uint8_t *first_bytes(corr_src *in, size_t *n)
{
    const uint64_t record = in->opts.limits.record;

    if (in->codec)
        return corr_src_peek(in, record < SRC_HEAD ? (size_t)record : SRC_HEAD,
                             n);
    *n = in->raw_end - in->raw_at;
    return in->raw + in->raw_at;
}

static void leave_first_bytes(corr_src *in, size_t n)
{
    if (in->codec) {
        in->at += n;
        return;
    }
    in->raw_at += n;
    in->base += n;
}

static size_t count_nul_bytes(const uint8_t *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] == 0)
        i++;
    return i;
}

/* Whether only text follows the first bytes, as far as it is here. */
static bool is_text_behind(const uint8_t *p, size_t n, size_t from)
{
    const size_t most = n - from < TEXT_PAST_NULS ? n : from + TEXT_PAST_NULS;

    for (size_t i = from; i < most; i++)
        if (!is_text_byte(p[i]))
            return false;
    return true;
}

/* Leaves out NUL bytes before a text. */
static void leave_nuls(corr_src *in)
{
    size_t n, nuls;
    const uint8_t *p = first_bytes(in, &n);
    uint64_t all = 0;

    nuls = count_nul_bytes(p, n);
    if (nuls < LEAST_NULS || !is_text_behind(p, n, nuls))
        return;
    while (nuls && all < most_nuls) {
        all += nuls;
        leave_first_bytes(in, nuls);
        if (nuls < n && !in->codec)
            break;
        if (!in->codec)
            src_read_raw(in);
        p = first_bytes(in, &n);
        nuls = count_nul_bytes(p, n);
    }
    in->head.nuls += all;
}

/* The length of the headers of HTTP before a body; 0: none, or no body. */
static size_t http_length(corr_str s)
{
    if (!corr_str_starts(s, "HTTP/1") && !corr_str_starts(s, "HTTP/2") &&
        !corr_str_starts(s, "HTTP/3"))
        return 0;
    for (size_t i = 0; i + 1 < s.n; i++) {
        if (s.p[i] != '\n')
            continue;
        if (s.p[i + 1] == '\n')
            return i + 2;
        if (s.p[i + 1] == '\r' && i + 2 < s.n && s.p[i + 2] == '\n')
            return i + 3;
    }
    return 0;
}

void src_leave_http(corr_src *in)
{
    size_t n;

    while ((n = http_length((corr_str){ (char *)in->raw + in->raw_at,
                                        in->raw_end - in->raw_at })) > 0) {
        in->raw_at += n;
        in->head.http += n;
    }
}

bool src_begin_text(corr_src *in)
{
    size_t n, mark;

    if (!in->opts.is_inside)
        leave_nuls(in);
    const uint8_t *p = first_bytes(in, &n);
    if (in->err.code || in->opts.is_inside)
        return true;
    text_coding coding = utf_coding(p, n, &mark);
    leave_first_bytes(in, mark);
    if (!coding)
        coding = log_coding(p + mark, n - mark);
    in->head.is_log |= coding == TEXT_LOG_PREFIX || coding == TEXT_LOG_JSON;
    return !coding || begin_coding(in, coding);
}

src_head src_head_of(const corr_src *in)
{
    return in->head;
}

void src_leave_torn(corr_src *in, size_t n)
{
    corr_src_skip(in, n);
    in->head.torn = n;
}
