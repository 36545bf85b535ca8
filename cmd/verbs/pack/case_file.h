/*
 * case_file - a case in one file: recordings, a finding, the questions that were
 * asked, and what corr answered.
 *
 * The archive has, besides the files themselves:
 *
 *     .corr/case.json        questions, exit statuses, digests, what is missing,
 *                            how files were cut
 *     .corr/answers/N.txt    what question N printed
 */
#ifndef CORR_CASE_FILE_H
#define CORR_CASE_FILE_H

#include "verbs/pack/case_commands.h"
#include "verbs/pack/case_folder.h"
#include "verbs/pack/case_slice.h"

#define CASE_LIST    ".corr/case.json"
#define CASE_ANSWERS ".corr/answers/"

typedef struct case_parts {
    const char *folder;
    const case_names *names; /* of files below it */
    const char *finding; /* a file from elsewhere that becomes finding.md; or
                                NULL */
    const case_commands *commands;  /* with answers */
    const case_slice *slice;        /* that has the files; NULL: the folder */
    corr_vec(const char *) missing; /* sentences */
} case_parts;

/* Says that a file is there already; a usage error. */
corr_code case_file_refuse(const char *path, corr_err *err);
/* Writes a new file; an existing one is not replaced.  *bytes is its size. */
corr_code case_file_write(const char *path, const case_parts *parts,
                          uint64_t *bytes, corr_err *err) CORR_CHECK;

/* Reads the questions and answers of a case from its archive.  CORR_EFORMAT: it
 * is no case, or it is damaged. */
corr_code case_file_read(const corr_archive *a, case_commands *commands,
                         corr_err *err) CORR_CHECK;
/* Whether all files have the digests that are noted; *wrong names the first that
 * has not, borrowed from the archive. */
bool case_file_is_whole(const corr_archive *a, const char **wrong,
                        corr_err *err);

#endif
