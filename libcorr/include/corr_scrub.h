/*
 * corr_scrub.h - texts without secrets: one table for all files of a run.
 *
 * A rewriter of a format (corr_format.rewrite) copies a file and passes each
 * text through the table.  It says where the text stands, and the table decides
 * on it:
 *
 *     place = corr_scrub_place(map, key);           of the attribute "user.name"
 *     text = corr_scrub_text(map, place, text);     the text to write
 *
 * A run reads each file twice.  While the table is learning, it collects values
 * at known places and changes no text, and a rewriter need not write a copy.
 * corr-methods 9 has the rules.
 *
 * The result is borrowed until the next call on the table.  One thread uses a
 * table; a run has one for each thread, and the answers are those of one table.
 * When memory is out the table fails stickily: corr_scrub_failed.
 */
#ifndef CORR_PUBLIC_SCRUB_H
#define CORR_PUBLIC_SCRUB_H

#include "corr_read.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Where a text stands, which decides how it is read. */
typedef enum corr_spot {
    CORR_PLACE_TEXT,     /* anything: a message, a value of an unknown key */
    CORR_PLACE_NAME,     /* of code: a function, a file, an operation */
    CORR_PLACE_KEY,      /* of an attribute or a label */
    CORR_PLACE_ID,       /* of a trace or a span */
    CORR_PLACE_NUMBER,   /* a number or a time in quotes */
    CORR_PLACE_PUBLIC,   /* a word of a format or a convention: "GET" */
    CORR_PLACE_BUILD,    /* a version or the id of a build */
    CORR_PLACE_SERVICE,  /* the name of a service */
    CORR_PLACE_HOST,     /* a host or its address */
    CORR_PLACE_USER,     /* a person or an account */
    CORR_PLACE_SECRET,   /* the value of a sensitive key */
    CORR_PLACE_SQL,      /* a statement */
    CORR_PLACE_ARGS,     /* the command line of a process */
    CORR_PLACE_ENV,      /* a variable of its environment */
    CORR_PLACE_PROPERTY, /* a property of its runtime */
    CORR_PLACE_COUNT
} corr_spot;

/* The place of the value of a key: "user.name", "hostName", "db.statement". */
corr_spot corr_scrub_place(corr_scrub *map, corr_str key);

/* The place of the value of a key in a group: of an environment, of properties.
 * It is the group itself if its values are left out, or if the key says no
 * more. */
corr_spot corr_scrub_place_in(corr_scrub *map, corr_spot group, corr_str key);

/* The text to write.  The pointer is that of the argument if it is unchanged.
 * Texts are bytes: invalid UTF-8 is kept. */
corr_str corr_scrub_text(corr_scrub *map, corr_spot place, corr_str text);

/* Whether bytes that are no text have a value that is removed everywhere. */
bool corr_scrub_knows(corr_scrub *map, corr_str bytes);

/* Ids in binary, as big-endian numbers; they change only with --redact-ids. */
uint64_t corr_scrub_span_id(corr_scrub *map, uint64_t id);
corr_trace_id corr_scrub_trace_id(corr_scrub *map, corr_trace_id id);
/* The same for n bytes that are an id of a trace (16) or a span (8). */
void corr_scrub_id_bytes(corr_scrub *map, uint8_t *id, size_t n);

/* A number at a place of users or secrets: another one.  At that of an id: of a
 * span. */
int64_t corr_scrub_number(corr_scrub *map, corr_spot place, int64_t value);

/* A text that fields share, and that one of them has at a place of users, hosts
 * or secrets.  The second pass asks which place it was, or gets `otherwise`. */
void corr_scrub_share(corr_scrub *map, corr_spot place, corr_str text);
corr_spot corr_scrub_shared(corr_scrub *map, corr_str text,
                            corr_spot otherwise);

/* Whether this pass collects values, and no one reads the copy. */
bool corr_scrub_learns(const corr_scrub *map);

bool corr_scrub_failed(const corr_scrub *map);
/* The part of a file that was copied ends inside of something: what stands
 * behind it is no part of its own. */
void corr_scrub_goes_on(corr_scrub *map);
/* A rewriter is out of memory. */
void corr_scrub_fail(corr_scrub *map);

/* ---- a run --------------------------------------------------------------- */

typedef enum corr_scrub_drop {
    CORR_DROP_ENV = 1,
    CORR_DROP_ARGS = 2,
    CORR_DROP_PROPERTIES = 4
} corr_scrub_drop;

typedef struct corr_scrub_opts {
    corr_str key;            /* of the pseudonyms; not empty */
    const char *key_file;    /* never copied; or NULL */
    bool only_public;        /* allow-list: all other names are replaced */
    const char *const *keep; /* [nkeep] prefixes of names that stay: "java.*" */
    size_t nkeep;
    unsigned drop; /* corr_scrub_drop: values that are left out */
    bool redact_ids;
    const char *const *map_keys; /* [nmap] keys of which values are replaced,
                                    numbers as well */
    size_t nmap;
    bool preview;              /* nothing is written */
    const char *const *secret; /* [nsecret] values to remove, besides those
                                  that are found */
    size_t nsecret;
    corr_limits limits;
    /* Rewriters of files without one of their own: lines, and JSON. */
    const corr_format *const *formats;
    const corr_rewriter *text, *json;
    unsigned jobs; /* threads; 0: one per core */
} corr_scrub_opts;

/* What a table found, by category. */
typedef enum corr_scrub_kind {
    CORR_SCRUB_SECRET, /* the value of a sensitive key, a known secret */
    CORR_SCRUB_USER,
    CORR_SCRUB_HOST,
    CORR_SCRUB_ADDRESS, /* IP, MAC */
    CORR_SCRUB_EMAIL,
    CORR_SCRUB_TOKEN, /* JWT, bearer, keys of clouds, entropy, hex, PEM */
    CORR_SCRUB_CARD,
    CORR_SCRUB_URL,  /* user-info and values of a query */
    CORR_SCRUB_SQL,  /* literals */
    CORR_SCRUB_HOME, /* the name in a home directory */
    CORR_SCRUB_NAME, /* names of code and everything else, by the allow-list */
    CORR_SCRUB_ID,
    CORR_SCRUB_DROP, /* left out by --drop */
    CORR_SCRUB_KIND_COUNT
} corr_scrub_kind;

enum { CORR_SCRUB_EXAMPLES = 3 };

typedef struct corr_scrub_count {
    const char *name;                        /* "secret" */
    const char *title;                       /* "secrets" */
    uint64_t texts;                          /* places that were changed */
    uint64_t values;                         /* different ones */
    const char *before[CORR_SCRUB_EXAMPLES]; /* "": fewer */
    const char *after[CORR_SCRUB_EXAMPLES];
} corr_scrub_count;

typedef struct corr_scrub_file {
    const char *from, *to; /* paths in their folders; to NULL: not copied */
    const char *format;    /* "otlp", "text" */
    const char *why;       /* a file that is not copied; or NULL */
    uint64_t bytes_before, bytes_after;
    char sha_before[CORR_SHA256_TEXT], sha_after[CORR_SHA256_TEXT];
    uint64_t changed; /* texts */
} corr_scrub_file;

typedef struct corr_scrubbed corr_scrubbed;

/* Copies files and folders into a folder, which is made.  NULL: it failed, and
 * what was written is removed.  out: NULL with preview. */
corr_scrubbed *corr_scrub_run(const char *const *paths, size_t n,
                              const char *out, const corr_scrub_opts *opts,
                              corr_err *err);
void corr_scrubbed_free(corr_scrubbed *r);

size_t corr_scrubbed_files(const corr_scrubbed *r);
const corr_scrub_file *corr_scrubbed_file(const corr_scrubbed *r, size_t i);
corr_scrub_count corr_scrubbed_count(const corr_scrubbed *r,
                                     corr_scrub_kind kind);
/* Values that were searched everywhere, and those too short or too common for
 * it, which were replaced at their own places only. */
size_t corr_scrubbed_known(const corr_scrubbed *r);
size_t corr_scrubbed_weak(const corr_scrubbed *r);

/* ---- a folder that was scrubbed ------------------------------------------ */

#define CORR_SCRUB_RECEIPT ".corr/scrub.json"

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
