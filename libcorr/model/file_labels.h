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

typedef struct file_labels_label {
    corr_str key, value;
} file_labels_label;

typedef vec(file_labels_label) file_labels_labels;

typedef struct file_labels_line {
    corr_str pattern;
    size_t first, n; /* labels */
} file_labels_line;

/* { 0 } is empty. */
typedef struct file_labels {
    vec(file_labels_line) line;
    file_labels_labels label;
    corr_arena arena;
    uint32_t used; /* files that a line was of */
} file_labels;

/* Adds the lines of a text, in which an error has the name `name`.
 * CORR_EUSAGE for a line that is none. */
corr_code file_labels_read(file_labels *m, corr_str text, const char *name,
                           corr_err *err) CORR_CHECK;
/* Adds what is said of a file.  False: out of memory. */
bool file_labels_of(file_labels *m, const char *path,
                    file_labels_labels *of) CORR_CHECK;
void file_labels_clear(file_labels *m);

#endif
