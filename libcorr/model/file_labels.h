/*
 * file_labels - what a small file says of other files: which label each has.
 *
 *     # PATTERN KEY=VALUE ...
 *     monday/rec?.jfr   version=v41 commit=abc123
 *     "new build"       version=v42
 *
 * A pattern is a name or several with slashes between, which stand one after
 * the other in the path of a file: that of a folder is of all that is in it.
 * With a slash in front it is of the whole path.  * and ? are any characters of
 * a name, [0-9] is one of these.  Of several lines that give a file the same
 * key the last one counts.  Words with spaces stand in double quotes; a word
 * that begins with # begins a comment.
 *
 * Texts are the map's own.
 */
#ifndef CORR_LABELMAP_H
#define CORR_LABELMAP_H

#include "base/vec.h"
#include "corr_build.h"

typedef struct labelmap_label {
    corr_str key, value;
} labelmap_label;

typedef vec(labelmap_label) labelmap_labels;

typedef struct labelmap_line {
    corr_str pattern;
    size_t first, n; /* labels */
} labelmap_line;

/* { 0 } is empty. */
typedef struct labelmap {
    vec(labelmap_line) line;
    labelmap_labels label;
    corr_arena arena;
    uint32_t used; /* files that a line was of */
} labelmap;

/* Adds the lines of a text, in which an error has the name `name`.
 * CORR_EUSAGE for a line that is none. */
corr_code labelmap_read(labelmap *m, corr_str text, const char *name,
                        corr_err *err) CORR_CHECK;
/* Adds what is said of a file.  False: out of memory. */
bool labelmap_of(labelmap *m, const char *path, labelmap_labels *of) CORR_CHECK;
void labelmap_clear(labelmap *m);

#endif
