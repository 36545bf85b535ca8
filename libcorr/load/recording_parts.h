/*
 * recording_parts - files that are one recording, found by what they say of themselves.
 *
 * A recorder that runs for long writes file after file into one directory, and
 * what it hands out in between are copies of these.  Files belong together if
 * one goes on where another of its directory ends, or if a piece stands in
 * both, wherever they lie; whose they are is the format's to say, and names
 * decide nothing.  Of such files one is left among those to read, with all of
 * them as its pieces.  Where each goes on another, and no other recording is
 * beside them, it is shown as their directory, else as its first file.
 */
#ifndef CORR_PIECES_H
#define CORR_PIECES_H

#include "load/find_files.h"

/* formats: to its NULL; split: files of several processes are taken apart
 * (parts_split.h).  So many threads ask whose they are.  What cannot be opened is left as it is.  False: out of
 * memory. */
bool parts_find(walk *w, const corr_format *const *formats, bool split,
                const corr_limits *limits, size_t threads) CORR_CHECK;

#endif
