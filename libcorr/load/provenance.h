/*
 * provenance - what corr fetch noted about a folder.
 *
 * A case folder has .corr/provenance.jsonl, a line of JSON for each question to
 * a server; the last line about a question counts (corr-fetch(1)).
 */
#ifndef CORR_PROVENANCE_H
#define CORR_PROVENANCE_H

#include "corr.h"
#include "load/find_files.h"

/* Warns for each of n paths that is a case folder: who answered and when, and
 * whether answers are missing or were cut.  A path without notes is passed
 * over.  False: out of memory. */
bool provenance_warn(corr_store *st, const char *const *paths,
                     size_t n) CORR_CHECK;

/* The same for an archive, and whether some of its files were left out. */
bool provenance_warn_archive(corr_store *st, const walk_notes *n) CORR_CHECK;

#endif
