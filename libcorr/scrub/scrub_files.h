/* scrub_files - the files of a run: found, and made again in another folder. */
#ifndef CORR_SCRUB_FILES_H
#define CORR_SCRUB_FILES_H

#include "base/vec.h"
#include "corr_scrub.h"

typedef struct scrub_item {
    char *path;       /* to open */
    const char *from; /* in its folder */
    corr_scrub_file show;
    const corr_rewriter *rewrite; /* NULL: it is not copied */
    bool is_whole;                /* it is copied in one go */
    bool is_again;                /* it was cut wrong, and is read again */
    const char *codec;
} scrub_item;

typedef struct scrub_files {
    vec(scrub_item) item; /* in the order of their names */
    vec(char *) made;     /* files and folders that were made, in order */
    vec(int) memory;      /* files of archives; owned */
    corr_arena arena;
} scrub_files;

/* Finds the files of paths; an archive that is named is a folder, and one in a
 * folder is not copied.  Links, pipes and hidden files are not followed and
 * not copied. */
corr_code scrub_files_find(scrub_files *f, const char *const *paths, size_t n,
                           const corr_scrub_opts *opts, corr_err *err);
/* Makes the folder of the output, or takes an empty one. */
corr_code scrub_files_make(scrub_files *f, const char *out,
                           const char *const *paths, size_t n, corr_err *err);
/* Creates a file in it, with the folders above it; returns a descriptor, or -1. */
int scrub_files_create(scrub_files *f, const char *out, const char *name,
                       corr_err *err);
/* Removes all that was made. */
void scrub_files_remove(scrub_files *f);
void scrub_files_clear(scrub_files *f);

#endif
