/*
 * case_folder - a folder on disk as the files of a case, and a temporary one.
 *
 * Links, sockets and hidden files are no part of a case, except for what corr
 * fetch and corr scrub noted in .corr.
 */
#ifndef CORR_CASE_FOLDER_H
#define CORR_CASE_FOLDER_H

#include "cli/cmd.h"
#include "corr_archive.h"

/* Names below a folder, sorted, with "/" between their parts. */
typedef struct case_names {
    corr_arena *arena; /* borrowed */
    corr_vec(const char *) list;
} case_names;

/* CORR_EIO: the folder, or one in it, cannot be read. */
corr_code case_names_of(case_names *names, const char *folder,
                        corr_err *err) CORR_CHECK;
void case_names_clear(case_names *names);

/* Makes a folder for a while, in the arena.  NULL: err says why. */
char *case_folder_make(corr_arena *arena, corr_err *err);
/* Fails for an archive that is not unpacked to a disk: it is damaged, or has
 * links, names that leave it, or a name twice. */
corr_code case_folder_refuse(const corr_archive *a, corr_err *err);
/* Writes the files of an archive below a folder.  No file is replaced. */
corr_code case_folder_fill(const char *folder, const corr_archive *a,
                           corr_err *err) CORR_CHECK;
/* Writes files of another folder below a folder, as links where they are on one
 * disk. */
corr_code case_folder_copy(const char *folder, const char *from,
                           const case_names *names, corr_err *err) CORR_CHECK;
/* Removes it, with all that is in it. */
void case_folder_remove(const char *folder);

#endif
