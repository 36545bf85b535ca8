/*
 * file_name_time - the time of a profile without times, from its file name.
 *
 * The name contains two Unix seconds of ten digits or two basic RFC 3339 times,
 * joined by "-": api.1764151200-1764151210.collapsed (corr-methods 1.4).  The
 * name decides nothing else.
 */
#ifndef FORMATS_WINDOW_H
#define FORMATS_WINDOW_H

#include "corr_format.h"

/* Times are ns since 1970.  Only the part behind the last slash of path
 * counts. */
bool window_in_name(corr_str path, int64_t *from, int64_t *to);

/* Sets the window of the input from its name and adds a note.  Does nothing if
 * the name has no times. */
void window_from_name(const corr_src *in, corr_build *b);

#endif
