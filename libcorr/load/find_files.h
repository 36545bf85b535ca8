/*
 * find_files - which files a list of paths stands for.
 *
 * A directory is read with its subdirectories, or (flat) one level plus
 * profiles/, traces/ and metrics/.  Below a directory, hidden entries, corr's
 * own finding.md, sockets, FIFOs and links that lead out of it are skipped; a
 * FIFO that the user named is read.  "FILE@WINDOW" means FILE if no file has the whole name.
 * "DIR@WINDOW" means every file of DIR, with one window for the whole
 * directory.  A named archive is read like a directory.  The result is sorted by the shown name.
 *
 * The walk owns its strings and borrows windows from the paths.  One thread
 * uses it.  A file that cannot be opened carries its own error.
 */
#ifndef CORR_FIND_FILES_H
#define CORR_FIND_FILES_H

#include "base/vec.h"
#include "corr.h"
#include "source/source.h"

/* One of several files that are read as one. */
typedef struct walk_piece {
    char *path, *show; /* as in walk_file */
} walk_piece;

typedef struct walk_file {
    char *path;                /* to open; "-" is standard input */
    char *show;                /* relative to the named directory, or with it
                              (full) */
    char *entry;               /* below its archive, if path is a file in memory
                                  (archive.h); else NULL */
    const char *window;        /* the text behind @, borrowed; or NULL */
    size_t within;             /* 1 + index of its DIR@WINDOW; 0: not in one */
    bool named;                /* by the user, not found in a directory */
    corr_err err;              /* why it cannot be opened */
    vec(walk_piece) piece;     /* all files of the recording in order, this one
                              first; empty: only this file */
    vec(src_part) part;        /* parts of path, in order; empty: all of it */
    bool is_rest;              /* the first parts belong to another walk_file */
    const corr_format *format; /* of one signal of the file, of several; NULL:
                                  its first bytes decide */
    size_t first;              /* of the same file: 1 + the one that accounts
                                  for what no other uses; 0: this one */
    unsigned nth;              /* number among those of the same file */
    int spool;                 /* fd + 1 of the content of a pipe, borrowed */
} walk_file;

/* A directory with a window. */
typedef struct walk_cut {
    char *dir;
    const char *window; /* borrowed from the paths of walk_paths */
} walk_cut;

/* What an archive of a case folder says of itself. */
typedef struct walk_notes {
    char *archive;     /* as named */
    int provenance_fd; /* .corr/provenance.jsonl in memory; 0: it has none */
    uint64_t passed, unread, locked, twice; /* as in archive.h */
    bool is_cut;
} walk_notes;

typedef struct walk {
    vec(walk_file) file;
    vec(walk_cut) cut;
    bool has_traces;    /* some files look like traces (parts_find) */
    uint64_t traces;    /* bytes of these files */
    uint64_t others;    /* bytes of all others */
    bool full;          /* files are shown with their directory */
    vec(char *) passed; /* shown names of skipped directories (flat) */
    vec(int) memory;    /* descriptors of files in memory; owned */
    vec(walk_notes) notes;
} walk;

typedef struct walk_how {
    bool found; /* the user named no files */
    bool flat;
    bool full; /* files are shown with the named directory and its window; set
                  if several directories were named */
    bool several; /* paths: files of an archive are shown with its name */
} walk_how;

corr_code walk_paths(walk *w, const char *const *paths, size_t n,
                     const walk_how *how, corr_err *err) CORR_CHECK;
/* Appends the window of a directory to the shown names of its files, as the
 * user would type them.  False: out of memory. */
bool walk_show_windows(walk *w) CORR_CHECK;
/* Bytes of all files and parts, as far as known. */
uint64_t walk_file_bytes(const walk_file *f);
void walk_file_clear(walk_file *f);
void walk_clear(walk *w);

#endif
