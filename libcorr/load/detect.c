/* detect - finds the format of a file from its first bytes. */
#include <unistd.h>

#include "base/base.h"
#include "base/regular_file.h"
#include "load/known_formats.h"
#include "load/load.h"
#include "source/codec.h"

/* Nothing that is known but not read is surer. */
enum { SURE_BY_MAGIC = 96 };

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

/* Explains bytes of a file that corr knows and does not read. */
static void say_known(const known_format *k, corr_err *err)
{
    corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                 k->is_packed ? "%s" : "%s, which corr cannot read", k->what);
    corr_hint(err, "%s", k->instead);
}

/* Whether b explains bytes better than a: by lines of the format; without any,
 * by lines that have its marks, if all lines do. */
static bool is_nearer(const corr_against *a, const corr_against *b)
{
    if (!b->line || (b->good == 0 && b->like < b->lines))
        return false;
    return a->good != b->good ? b->good > a->good : b->like > a->like;
}

/* Explains bytes by the format that is nearest to their lines.  False: none
 * is. */
static bool say_nearest(const corr_format *const *formats, const uint8_t *head,
                        size_t n, bool whole, corr_err *err)
{
    const corr_format *best = NULL;
    corr_against most = { 0 };

    for (size_t i = 0; formats[i]; i++) {
        if (!formats[i]->against)
            continue;
        const corr_against a = formats[i]->against(head, n, whole);
        if (is_nearer(&most, &a)) {
            best = formats[i];
            most = a;
        }
    }
    if (!best)
        return false;
    corr_fail_at(err, CORR_EFORMAT, most.offset, NULL,
                 "unknown format; nearest is %s, but line %llu %s", best->name,
                 (unsigned long long)most.line, most.why);
    if (most.good)
        corr_hint(err, "--as %s reads the lines that fit", best->name);
    return true;
}

/* Explains bytes that no format recognises. */
static void say_unknown(const corr_format *const *formats, const uint8_t *head,
                        size_t n, bool whole, corr_err *err)
{
    char members[160];

    if (load_is_binary(head, n) && n >= 4)
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "unknown binary format; it begins with %02x %02x %02x "
                     "%02x",
                     head[0], head[1], head[2], head[3]);
    else if (known_members(head, n, members, sizeof members))
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "JSON of an unknown format, with %s", members);
    else if (!say_nearest(formats, head, n, whole, err))
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "unknown format in the first %zu bytes", n);
    corr_hint(
        err,
        "\"corr help formats\" lists the formats; --as NAME insists on one");
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

/* What the first bytes are like. */
typedef struct match {
    head_facts facts;
    const corr_format *best, *second; /* second: of the same score */
    int score;
    known_format known;
} match;

/* Compares with the formats that are known by lines, or with the others. */
static void match_formats(match *m, const corr_format *const *formats,
                          bool lines, const uint8_t *head, size_t n, bool whole)
{
    for (size_t i = 0; formats[i]; i++) {
        const int p = formats[i]->probe && formats[i]->lines == lines &&
                              head_names_may_have_one(&m->facts.names,
                                                      formats[i]->members)
                          ? formats[i]->probe(head, n, whole)
                          : 0;
        if (p > m->score) {
            m->best = formats[i];
            m->second = NULL;
            m->score = p;
        } else if (p && p == m->score) {
            m->second = formats[i];
        }
    }
}

/* The head that all formats probe now. */
static _Thread_local struct probed_head {
    uint64_t number;
    const uint8_t *p;
    size_t n;
} probed;

uint64_t corr_probed_head(const uint8_t *place)
{
    return (uintptr_t)place - (uintptr_t)probed.p < probed.n ? probed.number
                                                             : 0;
}

/* Whether bytes begin like JSON, or with bytes that text has not. */
static bool begins_other(const uint8_t *head, size_t n)
{
    enum { LOOK = 1024 };
    size_t i = 0;

    if (n && memchr(head, 0, n < LOOK ? n : LOOK))
        return true;
    while (i < n && head[i] <= ' ')
        i++;
    return i < n && (head[i] == '{' || head[i] == '[');
}

/* A file that was found and has no format is not named.  JSON or bytes that a
 * format knows are no text of lines: those formats look at each line. */
static match match_head(const corr_format *const *formats, const uint8_t *head,
                        size_t n, bool whole, int least)
{
    match m = { .facts = head_facts_of(head, n) };

    probed = (struct probed_head){ probed.number + 1, head, n };
    match_formats(&m, formats, false, head, n, whole);
    if (!m.facts.is_binary &&
        !(m.score >= LOAD_SURE_FOUND && begins_other(head, n)))
        match_formats(&m, formats, true, head, n, whole);
    probed.n = 0;
    if (m.score < SURE_BY_MAGIC &&
        (m.score >= least || least < LOAD_SURE_FOUND))
        m.known =
            known_format_of(head, n, &m.facts, m.score >= least ? m.score : 0);
    return m;
}

bool load_is_strange(const corr_format *const *formats, const uint8_t *head,
                     size_t n, bool whole, int least)
{
    const match m = match_head(formats, head, n, whole, LOAD_SURE_NAMED);

    return m.score < least && !m.known.what && !m.facts.is_binary;
}

const corr_format *load_recognise(const corr_format *const *formats,
                                  const uint8_t *head, size_t n, bool whole,
                                  int least, corr_err *err)
{
    const match m = match_head(formats, head, n, whole, least);

    if (!m.best || m.score < least || m.known.sure > m.score) {
        const codec *c = codec_of(head, n);
        if (!err)
            return NULL;
        if (c)
            say_packed(c, err);
        else if (m.known.what)
            say_known(&m.known, err);
        else
            say_unknown(formats, head, n, whole, err);
        return NULL;
    }
    if (m.second && !err)
        return NULL;
    if (m.second) {
        corr_fail_at(err, CORR_EFORMAT, 0, NULL, "could be %s or %s",
                     m.best->name, m.second->name);
        corr_hint(err, "say which: --as %s or --as %s", m.best->name,
                  m.second->name);
        return NULL;
    }
    return m.best;
}

/* The format of an open source, which is closed. */
static const corr_format *recognise_source(const corr_format *const *formats,
                                           corr_src *src)
{
    size_t n;

    if (!src)
        return NULL;
    const uint8_t *head = corr_src_peek(src, CORR_PROBE_MAX, &n);
    const bool whole = n < CORR_PROBE_MAX;
    const corr_format *format =
        n > 0 ? load_recognise(formats, head, whole ? n : CORR_PROBE_MAX, whole,
                               LOAD_SURE_FOUND, NULL)
              : NULL;
    src_close(src);
    return format;
}

const corr_format *corr_recognise(const corr_format *const *formats,
                                  const char *path)
{
    corr_err ignored = { 0 };
    const int fd = regular_file_open(path, NULL);

    if (fd < 0)
        return NULL;
    const corr_format *format = recognise_source(
        formats, src_open_fd(fd, &(src_opts){ .path = path }, &ignored));
    close(fd);
    return format;
}

const corr_format *corr_recognise_bytes(const corr_format *const *formats,
                                        const void *p, size_t n)
{
    corr_err ignored = { 0 };

    return recognise_source(
        formats, src_open_memory(p, n, &(src_opts){ .path = "" }, &ignored));
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
