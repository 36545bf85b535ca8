/*
 * file_labels - labels that a small text file gives to other files.
 *
 *     # PATTERN KEY=VALUE ...
 *     monday/rec?.jfr   version=v41 commit=abc123
 *     "new build"       version=v42
 *
 * A pattern is one name, or several names with slashes between them.  It
 * matches a file if these names follow one another anywhere in the path, so the
 * pattern of a folder matches every file in the folder.  A pattern with a
 * leading slash must match the path from its start.  * and ? match any
 * characters of a name, [0-9] matches one of a set.  If several lines give a
 * file the same key, the last line wins.  Words with spaces are put in double
 * quotes.  A word that begins with # begins a comment.
 *
 * A file_labels owns its texts.
 */
#ifndef CORR_FILE_LABELS_H
#define CORR_FILE_LABELS_H

#include "base/vec.h"
#include "corr_build.h"

typedef struct file_labels_label {
    corr_str key, value;
} file_labels_label;

typedef vec(file_labels_label) file_labels_labels;

typedef struct file_labels_line {
    corr_str pattern;
    size_t first, n; /* labels, in file_labels.label */
} file_labels_line;

/* { 0 } is empty. */
typedef struct file_labels {
    vec(file_labels_line) line;
    file_labels_labels label;
    corr_arena arena;
    uint32_t used; /* files that matched a line */
} file_labels;

/* Adds the lines of a text; errors call the text `name`.  CORR_EUSAGE: a line
 * is malformed, or there is no line. */
corr_code file_labels_read(file_labels *m, corr_str text, const char *name,
                           corr_err *err) CORR_CHECK;
/* Adds one line, with copies of the texts.  CORR_EUSAGE: the pattern is
 * empty. */
corr_code file_labels_add(file_labels *m, corr_str pattern, corr_str key,
                          corr_str value, corr_err *err) CORR_CHECK;
/* Appends the labels of a file to *of.  False: out of memory. */
bool file_labels_of(file_labels *m, const char *path,
                    file_labels_labels *of) CORR_CHECK;
void file_labels_clear(file_labels *m);

#endif
