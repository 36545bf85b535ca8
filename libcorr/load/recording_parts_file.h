/*
 * recording_parts_file - which pieces of recordings a file holds.
 *
 * A look reads the first bytes of a file and, if it is not compressed, of every
 * further piece.  A compressed file must be unpacked for its further pieces;
 * the caller asks for that (part_file_list).
 *
 * {0} is a file that was not looked at.  part_file_clear frees a part_file.
 */
#ifndef CORR_RECORDING_PARTS_FILE_H
#define CORR_RECORDING_PARTS_FILE_H

#include "base/vec.h"
#include "corr_format.h"
#include "source/source.h"

typedef struct part_file {
    const char *path, *show;   /* borrowed */
    const corr_format *format; /* NULL: no format that has pieces */
    vec(corr_part) piece;      /* in the order of the file */
    uint64_t bytes;            /* size on disk */
    bool is_packed;
    bool is_trace;  /* its first bytes are of a trace format */
    bool is_listed; /* all its pieces are known */
    int sys;        /* errno of a failed read of the first bytes, or 0 */
    bool was_asked; /* the process of the first piece was looked up */
} part_file;

/* Looks at f->path.  False: out of memory.  A file that cannot be opened has no
 * pieces. */
bool part_file_look(part_file *f, const corr_format *const *formats) CORR_CHECK;
/* Adds its process to a piece at `where`, or (NULL) at the beginning. */
void part_file_whose(const part_file *f, const src_part *where, corr_part *p,
                     const corr_limits *limits);
/* Adds its process to the first piece, once. */
void part_file_ask(part_file *f, const corr_limits *limits);
/* Unpacks a file to list its other pieces.  False: out of memory. */
bool part_file_list(part_file *f, const corr_limits *limits) CORR_CHECK;
/* Whether b may be of the process of a, and begins where a ends. */
bool part_goes_on(const corr_format *format, const corr_part *a,
                  const corr_part *b);
void part_file_clear(part_file *f);

#endif
