/*
 * frame_lists - categories of frames, from lists as text (corr-methods 8).
 *
 * A line is "CATEGORY PATTERN"; # begins a comment.  A pattern is the beginning
 * of a function name; *PATTERN occurs anywhere in it, PATTERN$ is its end, and
 * =PATTERN the whole.  Categories are words of the rules: "json", "gc".
 * corr has the lists of libcorr/findings/lists; a user adds lines, and
 * "CATEGORY -PATTERN" makes frames of the pattern no frames of the category.
 */
#ifndef CORR_FRAME_LISTS_H
#define CORR_FRAME_LISTS_H

#include "corr_findings.h"

typedef struct frame_lists frame_lists;

/* The lists of corr, then those of the caller.  Everything is of the arena.
 * CORR_EUSAGE: a line of the caller is no entry. */
corr_code frame_lists_of(frame_lists **lists, const corr_frame_list *more,
                         size_t nmore, corr_arena *arena,
                         corr_err *err) CORR_CHECK;

/* The number of a category; UINT32_MAX: no list names it. */
uint32_t frame_lists_find(const frame_lists *l, const char *category);
uint32_t frame_lists_size(const frame_lists *l);
corr_str frame_lists_name(const frame_lists *l, uint32_t category);
/* Whether the function is of the category. */
bool frame_lists_has(const frame_lists *l, uint32_t category,
                     corr_str function);

#endif
