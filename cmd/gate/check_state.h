/*
 * check_state - what a gate that is asked again and again has counted: the file
 * of --state.
 *
 * A file counts once, whatever its name; its sums are kept, so it may be gone
 * at the next look. Files are sorted by side and hash: the order of looks does
 * not change a bit of an answer.
 */
#ifndef CORR_CMD_CHECK_STATE_H
#define CORR_CMD_CHECK_STATE_H

#include "corr_gate.h"

enum { CHECK_STATE_RULES = 64 }; /* at most */

typedef struct check_state_file {
    char sha[CORR_SHA256_TEXT];
    unsigned side;
    bool is_new;           /* of this look */
    corr_watch_side *rule; /* [rules] */
} check_state_file;

typedef struct check_state {
    const char *path;
    const char *base;        /* the base as typed */
    const char *per;         /* what the cost is divided by; NULL: not known */
    const char *const *rule; /* [rules] as written */
    uint32_t rules;
    uint32_t looks;
    check_state_file *file;
    size_t n, room;   /* allocated by the arena */
    uint32_t counted; /* files of this look */
    corr_arena *arena;
} check_state;

/* Reads s->path into s, whose base, rules and arena are set. A state that is
 * not there has no files. CORR_EUSAGE: it is of another base or of other rules;
 * CORR_EFORMAT: it is no state. */
corr_code check_state_read(check_state *s, corr_err *err) CORR_CHECK;
/* Counts a look and replaces the file at once, readable by its owner only.  Files
 * that another run counted meanwhile are added to s first. */
corr_code check_state_write(check_state *s, corr_err *err) CORR_CHECK;
/* The file with this hash, added if it is new; NULL: out of memory. */
check_state_file *check_state_add(check_state *s, unsigned side,
                                  const char *sha);
/* Sorts the files. */
void check_state_sort(check_state *s);

#endif
