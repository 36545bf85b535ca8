/*
 * find_files - which files a list of paths stands for.
 *
 * Directories are read with their subdirectories, or (flat) one level plus
 * profiles/, traces/ and metrics/.  Below a directory, hidden entries,
 * sockets, FIFOs and links that lead out of it are skipped; a FIFO that was
 * named is read.  "FILE@WINDOW" is FILE where no file has the whole name, and
 * "DIR@WINDOW" every file of DIR, of which the same window is meant.
 * The result is sorted by what is shown.
 */
#ifndef CORR_WALK_H
#define CORR_WALK_H

#include "base/vec.h"
#include "corr.h"
#include "source/source.h"

/* A file that is read with others as one. */
typedef struct walk_piece {
    char *path, *show; /* as of walk_file */
} walk_piece;

typedef struct walk_file {
    char *path;            /* to open; "-" is standard input */
    char *show;            /* relative to the directory that was named, or with
                              it (full) */
    const char *window;    /* what stood behind @, borrowed; or NULL */
    size_t within;         /* 1 + the number of its DIR@WINDOW; 0: of none */
    bool named;            /* by the user, not found in a folder */
    corr_err err;          /* it cannot be opened, and why */
    vec(walk_piece) piece; /* all of them in order, this file first; or none */
    vec(src_part) part;    /* of path, in order; none: all of it */
    bool is_rest;          /* another has the first parts of it */
} walk_file;

/* A directory with a window. */
typedef struct walk_cut {
    char *dir;
    const char *window; /* in what was given to walk_paths */
} walk_cut;

typedef struct walk {
    vec(walk_file) file;
    vec(walk_cut) cut;
    bool has_traces;   /* some look like traces (parts_find) */
    bool full;         /* files are shown with their directory */
    size_t passed;     /* folders that were not looked into (flat) ... */
    char *passed_name; /* ... and the first of them, by name; or NULL */
} walk;

typedef struct walk_how {
    bool found; /* nobody named the files */
    bool flat;
    bool full; /* files are shown with the directory that was named, and its
                  window, as they are where several were */
} walk_how;

corr_code walk_paths(walk *w, const char *const *paths, size_t n,
                     const walk_how *how, corr_err *err) CORR_CHECK;
/* Files that are shown with their directory get its window behind their name,
 * as they would be typed.  False: out of memory. */
bool walk_show_windows(walk *w) CORR_CHECK;
/* Bytes of all that a file is read from, as far as that is known. */
uint64_t walk_file_bytes(const walk_file *f);
void walk_file_clear(walk_file *f);
void walk_clear(walk *w);

#endif
