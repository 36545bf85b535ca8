/*
 * target_file - the file of targets: servers and credentials by name.
 *
 *     # a comment
 *     [prod]
 *     tempo = https://tempo.example/base
 *     bearer = token.txt
 *     [prod pyroscope]
 *     tenant = team-a
 *
 * The words are those of the options of corr fetch.  A section with the name of
 * a kind of server holds for servers of this kind only.  Names of files are
 * relative to the folder of the file.
 */
#ifndef CORR_FETCH_TARGET_FILE_H
#define CORR_FETCH_TARGET_FILE_H

#include "cli/fetch_opts.h"
#include "corr_bytes.h"

/* The path of the file: $CORR_TARGETS, or corr/targets in the user's folder of
 * settings.  NULL: there is no such folder. */
const char *target_file_path(corr_arena *a);

/* Reads the section NAME, or "NAME KIND" if kind is not NULL, of a text into
 * words.  *found: whether the text has it.  path: of the file, for sentences
 * and for names of files. */
corr_code target_file_read(corr_str text, const char *path, const char *name,
                           const char *kind, corr_arena *a, fetch_opts *words,
                           bool *found, corr_err *err) CORR_CHECK;

#endif
