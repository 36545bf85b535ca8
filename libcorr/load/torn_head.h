/*
 * torn_head - texts that begin with something else: half a line of a rotated
 * log, or words of the tool that fetched them.
 */
#ifndef CORR_TORN_HEAD_H
#define CORR_TORN_HEAD_H

#include "load/load.h"

/* The format that a text has from its line at *at on.  NULL: the text has none
 * there either, or is known as something else.  More lines are tried if the
 * user named the file.  The source stays where it is, but its window may
 * move. */
const corr_format *torn_head_find(const corr_format *const *formats,
                                  corr_src *src, bool is_named, size_t *at);

#endif
