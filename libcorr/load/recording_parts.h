/*
 * recording_parts - finds files that together are one recording.
 *
 * A long-running recorder writes file after file into one directory, and hands
 * out copies of pieces of them.  Files belong together if one continues another
 * in its directory, or if a piece is in both, wherever they lie.  The format
 * knows the process of a file; names decide nothing.  One of these files stays
 * in the walk, with all of them as its pieces.  It is shown as their directory
 * if each file continues another and no other recording is in the directory;
 * otherwise as its first file.
 */
#ifndef CORR_RECORDING_PARTS_H
#define CORR_RECORDING_PARTS_H

#include "load/find_files.h"

/* Joins files of the walk.  formats ends with NULL.  split: files of
 * several processes are split (recording_split.h).  Up to this many threads
 * read the files.  Files that cannot be opened stay as they are.  False:
 * out of memory. */
bool parts_find(walk *w, const corr_format *const *formats, bool split,
                const corr_limits *limits, size_t threads) CORR_CHECK;

#endif
