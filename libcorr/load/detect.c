/* detect - finds the format of a file from its first bytes. */
#include <unistd.h>

#include "base/base.h"
#include "base/regular_file.h"
#include "load/load.h"
#include "source/codec.h"

/* Magic bytes of files that no format reads. */
static const struct magic {
    const char *bytes;
    size_t n;
    const char *what, *hint;
    size_t at;
} magics[] = {
    { "PK\x03\x04", 4, "a zip archive", "unpack it first", 0 },
    { "BZh", 3, "compressed with bzip2", "unpack it first: bunzip2", 0 },
    { "\xfd"
      "7zXZ",
      5, "compressed with xz", "unpack it first: unxz", 0 },
    { "ustar", 5, "a tar archive", "unpack it first: tar -xf", 257 },
};

/* Lines that identify a text, anywhere in it: a crash prints other text
 * first. */
static const struct dump {
    const char *begin, *end, *what, *hint;
} dumps[] = {
    { "goroutine ", "]:",
      "stacks of goroutines in text (debug=2, or a crash), which corr cannot "
      "read",
      "fetch /debug/pprof/goroutine without debug=2: it counts those alike" },
    { "Full thread dump ",
      "):", "a thread dump of a JVM, which corr cannot read",
      "record the JVM for a while: jcmd PID JFR.start duration=60s "
      "filename=FILE" },
};

static const struct dump *find_dump(const uint8_t *head, size_t n)
{
    corr_str rest = { (const char *)head, n }, line;

    while (corr_str_cut(rest, '\n', &line, &rest)) {
        line = corr_str_trim(line);
        for (size_t i = 0; i < countof(dumps); i++)
            if (corr_str_starts(line, dumps[i].begin) &&
                corr_str_ends(line, dumps[i].end))
                return &dumps[i];
    }
    return NULL;
}

/* Explains bytes that another codec could unpack, or the same codec once
 * more. */
static void say_packed(const codec *c, corr_err *err)
{
    if (c->open)
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "compressed twice, with %s inside", c->name);
    else
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "compressed with %s, which this build cannot decompress",
                     c->name);
    corr_hint(err, "%s", c->open ? "unpack it once first" : c->hint);
}

/* Explains bytes that no format recognises. */
static void say_unknown(const uint8_t *head, size_t n, corr_err *err)
{
    const codec *c = codec_of(head, n);
    const struct dump *d = find_dump(head, n);
    const char *what = NULL, *hint = NULL;

    if (c) {
        say_packed(c, err);
        return;
    }
    for (size_t i = 0; !what && i < countof(magics); i++)
        if (n >= magics[i].at + magics[i].n &&
            memcmp(head + magics[i].at, magics[i].bytes, magics[i].n) == 0) {
            what = magics[i].what;
            hint = magics[i].hint;
        }
    if (!what && d) {
        what = d->what;
        hint = d->hint;
    }
    if (what) {
        corr_fail_at(err, CORR_EFORMAT, 0, NULL, "%s", what);
        corr_hint(err, "%s", hint);
        return;
    }
    corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                 "unknown format in the first %zu bytes", n);
    corr_hint(
        err,
        "\"corr help formats\" lists the formats; --as NAME insists on one");
}

/* Zeros are not counted, because half of 16-bit text is zeros.  Escapes of a
 * terminal are not counted either. */
bool load_is_binary(const uint8_t *head, size_t n)
{
    enum { LOOK = 1024, FEW = 8 };
    uint32_t controls = 0;

    n = n < LOOK ? n : LOOK;
    for (size_t i = 0; i < n; i++)
        controls += (head[i] > 0 && head[i] < '\t') ||
                    (head[i] > '\r' && head[i] < ' ' && head[i] != '\033');
    return controls > FEW + n / 32;
}

/* Only extensions of formats that cannot be empty: an empty file of stacks as
 * text is a valid profile without samples. */
bool load_is_emptied(const char *path)
{
    static const char *const recording[] = { ".jfr", ".pprof", ".pb",
                                             ".cpuprofile" };
    static const char *const packed[] = { ".gz", ".zst", ".lz4" };
    corr_str name = corr_str_of(path);

    for (size_t i = 0; i < countof(packed); i++)
        if (corr_str_ends(name, packed[i]))
            name.n -= strlen(packed[i]);
    for (size_t i = 0; i < countof(recording); i++)
        if (corr_str_ends(name, recording[i]))
            return true;
    return false;
}

const corr_format *load_recognise(const corr_format *const *formats,
                                  const uint8_t *head, size_t n, bool whole,
                                  int least, corr_err *err)
{
    const corr_format *best = NULL;
    const corr_format *second = NULL;
    const bool text = !load_is_binary(head, n);
    int score = 0;

    for (size_t i = 0; formats[i]; i++) {
        int p = formats[i]->probe && (text || !formats[i]->lines)
                    ? formats[i]->probe(head, n, whole)
                    : 0;
        if (p > score) {
            best = formats[i];
            second = NULL;
            score = p;
        } else if (p && p == score) {
            second = formats[i];
        }
    }
    if (!best || score < least) {
        say_unknown(head, n, err);
        return NULL;
    }
    if (second) {
        corr_fail_at(err, CORR_EFORMAT, 0, NULL, "could be %s or %s",
                     best->name, second->name);
        corr_hint(err, "say which: --as %s or --as %s", best->name,
                  second->name);
        return NULL;
    }
    return best;
}

const corr_format *corr_recognise(const corr_format *const *formats,
                                  const char *path)
{
    const corr_format *format = NULL;
    corr_err ignored = { 0 };
    size_t n;

    const int fd = regular_file_open(path, NULL);
    if (fd < 0)
        return NULL;
    corr_src *src = src_open_fd(fd, &(src_opts){ .path = path }, &ignored);
    if (src) {
        const uint8_t *head = corr_src_peek(src, CORR_PROBE_MAX, &n);
        if (n > 0)
            format = load_recognise(formats, head, n, n < CORR_PROBE_MAX,
                                    LOAD_SURE_FOUND, &ignored);
        src_close(src);
    }
    close(fd);
    return format;
}

const corr_format *load_named(const corr_format *const *formats,
                              const char *name, corr_err *err)
{
    for (size_t i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0 && formats[i]->read)
            return formats[i];
    corr_fail(err, CORR_EUSAGE, "unknown format \"%s\"", name);
    corr_hint(err, "\"corr help formats\" lists them");
    return NULL;
}
