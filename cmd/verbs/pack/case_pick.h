/*
 * case_pick - a part of a JSON document: of its outermost list, the elements
 * that mention a text.  Bytes are copied as they stand.
 */
#ifndef CORR_CASE_PICK_H
#define CORR_CASE_PICK_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a new file with the part of the one at path.  False: the document has no
 * list of several objects or lists, no element or each one mentions a text, or a
 * file cannot be read or written; then there is no new file. */
bool case_pick(const char *path, const char *to, const char *const *text,
               size_t n);

#endif
