/*
 * file_name_time - what a file's name says about a profile without times.
 *
 * Two Unix seconds of ten digits or two basic RFC 3339 times, joined by "-":
 * api.1764151200-1764151210.collapsed (corr-methods 1.4).  The name decides nothing
 * else.
 */
#ifndef FORMATS_WINDOW_H
#define FORMATS_WINDOW_H

#include "corr_format.h"

/* ns since 1970; only what follows the last slash of path counts. */
bool window_in_name(corr_str path, int64_t *from, int64_t *to);

/* Gives the input that window, with a note; nothing if there is none. */
void window_from_name(const corr_src *in, corr_build *b);

#endif
