/*
 * recording_parts_file - which pieces of recordings a file holds.
 *
 * A look reads its first bytes, and those of every further piece where that is
 * only a matter of looking there.  Of a compressed file the rest is known after
 * it was unpacked, which is for the caller to ask for.
 *
 * {0} is a file that was not looked at; part_file_clear frees what it has.
 */
#ifndef CORR_PIECES_FILE_H
#define CORR_PIECES_FILE_H

#include "base/vec.h"
#include "corr_format.h"
#include "source/source.h"

typedef struct part_file {
    const char *path, *show;   /* borrowed */
    const corr_format *format; /* NULL: none whose files have pieces */
    vec(corr_part) piece;      /* in the order of the file */
    uint64_t bytes;            /* as it lies there */
    bool is_packed;
    bool is_trace;  /* by its first bytes, of a format of traces */
    bool is_listed; /* all its pieces are known */
    bool was_asked; /* whose it is */
} part_file;

/* Looks at f->path.  False: out of memory.  What cannot be read has no pieces.
 */
bool part_file_look(part_file *f, const corr_format *const *formats) CORR_CHECK;
/* Adds to a piece whose it is, which stands there, or (NULL) at the beginning.
 */
void part_file_whose(const part_file *f, const src_part *where, corr_part *p,
                     const corr_limits *limits);
/* Adds to the first piece whose it is. */
void part_file_ask(part_file *f, const corr_limits *limits);
/* Unpacks a file for its other pieces.  False: out of memory. */
bool part_file_list(part_file *f, const corr_limits *limits) CORR_CHECK;
/* Whether b may be of the process of a, and begins where a ends. */
bool part_goes_on(const corr_format *format, const corr_part *a,
                  const corr_part *b);
void part_file_clear(part_file *f);

#endif
