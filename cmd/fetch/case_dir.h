/*
 * case_dir - the folder of a case: originals, and where each came from.
 *
 *     profiles/ traces/ metrics/ alerts/ other/   answers, byte for byte
 *     .corr/provenance.jsonl                      one line for each question
 *     .corr/asked/                                answers about what there is
 *     .corr/part/                                 what is on its way
 *
 * Files are only added.  A name that is taken by other bytes gets a number.
 * The folder is readable only for its owner.  Lines are appended, a few by one
 * write, after the files that they tell of; the last line about a question
 * counts.
 */
#ifndef CORR_FETCH_CASE_DIR_H
#define CORR_FETCH_CASE_DIR_H

#include "corr_bytes.h"

typedef struct case_dir case_dir;

/* A line of provenance.  Texts may be NULL. */
typedef struct case_note {
    const char *url; /* without secrets */
    const char *method;
    const char *asked; /* SHA-256 of the body of the request */
    const char *server, *what;
    const char *path; /* of the file, in the folder */
    const char *kept; /* of an answer that is only looked at */
    const char *type; /* of the content */
    const char *sha;  /* SHA-256 of the file */
    const char *outcome, *why;
    int64_t at;       /* ns since 1970 */
    int64_t from, to; /* the window that was asked for; 0: no window */
    uint64_t bytes, hits;
    uint32_t limit;
    int status;
    bool complete;
} case_note;

/* Opens a folder, and makes it if it is not there.  NULL: see err. */
case_dir *case_open(const char *path, corr_err *err);
void case_close(case_dir *c);

/* The last note about a question whose complete answer is in the folder, as it
 * was, in `path`; NULL: there is no such file. */
const case_note *case_find(case_dir *c, const char *method, const char *url,
                           const char *asked);

/* A new file for an answer on its way: its descriptor, and in name its path in
 * the folder. */
enum { CASE_PATH = 320 };
corr_code case_part(case_dir *c, char name[CASE_PATH], int *fd,
                    corr_err *err) CORR_CHECK;
void case_drop(case_dir *c, const char *part);
/* Maps a file of the folder; *map has 0 bytes for an empty one.  The caller
 * unmaps with case_unmap. */
corr_code case_map(case_dir *c, const char *name, corr_str *map,
                   corr_err *err) CORR_CHECK;
void case_unmap(corr_str map);
/* The same of a part that is open and has this size. */
corr_code case_map_part(case_dir *c, const char *name, int fd, size_t size,
                        corr_str *map, corr_err *err) CORR_CHECK;

/* Moves a part to the name it wants, or to the next free one: *name.  The same
 * bytes are kept once. */
corr_code case_keep(case_dir *c, const char *part, const char *wanted,
                    const char *sha, char name[CASE_PATH],
                    corr_err *err) CORR_CHECK;

/* Keeps bytes at once under the name that they want: *name.  False: that is
 * taken, its folder is missing, or the system has no files without a name; then
 * a part keeps them. */
bool case_keep_new(case_dir *c, const char *wanted, corr_str bytes,
                   char name[CASE_PATH]);

/* Keeps an answer that is only looked at: `.corr/asked/`, by its hash. */
corr_code case_keep_asked(case_dir *c, const char *part, const char *sha,
                          char name[CASE_PATH], corr_err *err) CORR_CHECK;

/* Keeps bytes under the name that they want, or the next free one: *name. */
corr_code case_put(case_dir *c, const char *wanted, corr_str bytes,
                   char name[CASE_PATH], corr_err *err) CORR_CHECK;
/* When these bytes were kept under the name that they want or a later one, ns
 * since 1970; 0: they are not in the folder. */
int64_t case_kept_at(case_dir *c, const char *wanted, corr_str bytes);

/* Appends a line, which is written at the latest by case_flush. */
corr_code case_write(case_dir *c, const case_note *n, corr_err *err) CORR_CHECK;
corr_code case_flush(case_dir *c, corr_err *err) CORR_CHECK;
bool case_has_unwritten(const case_dir *c);

/* The full path of a file of the folder, for messages and other programs. */
char *case_path(const case_dir *c, corr_arena *a, const char *name);

#endif
