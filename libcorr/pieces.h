/*
 * pieces - files that are one recording, found by what they say of themselves.
 *
 * A recorder that runs for long writes file after file into one directory.
 * Which of them belong together is the format's to say, by whose they are and
 * when they begin and end; names decide nothing.  Of such files one is left
 * among those to read, with all of them as its pieces, and is shown as their
 * directory.
 */
#ifndef CORR_PIECES_H
#define CORR_PIECES_H

#include "walk.h"

/* formats: to its NULL.  What cannot be opened is left as it is.  False: out of
 * memory. */
bool pieces_join(walk *w, const corr_format *const *formats,
                 const corr_limits *limits) CORR_CHECK;

#endif
