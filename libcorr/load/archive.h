/*
 * archive - the files of a tar or zip archive, in memory.
 *
 * A tar archive may be compressed, and is recognised by its content.  Each file
 * becomes an anonymous file in memory with a path of its own
 * (/proc/self/fd/N), so that everything reads it as it reads any other file.  No
 * byte is written to a disk.  Names that leave the archive and links are passed
 * over.  A file that comes twice is there once, the last one.  A bomb is refused:
 * too many files, too many bytes, files that overlap.
 */
#ifndef CORR_ARCHIVE_H
#define CORR_ARCHIVE_H

#include "base/vec.h"
#include "corr_bytes.h"

typedef struct archive_file {
    char *name; /* in the archive, without "./" and "//" */
    int fd;     /* of the file in memory */
} archive_file;

typedef struct archive {
    vec(archive_file) file; /* in the order of the archive */
    uint64_t bytes;         /* of all files */
    uint64_t passed;        /* entries that are no plain files below it */
    uint64_t unread;        /* in a way that corr does not read, or damaged */
    uint64_t locked;        /* of them: encrypted */
    uint64_t twice;         /* replaced by a later one of the same name */
    bool is_cut;            /* the archive ends early */
} archive;

/* Whether a file is an archive.  False: it is none, or err (or NULL) says why it
 * cannot be read. */
bool archive_is(const char *path, corr_err *err);

/* Unpacks it.  CORR_ELIMIT: too large; CORR_EIO, CORR_EFORMAT: err says why.
 * archive_clear frees it, also after a failure; archive_keep hands over the
 * descriptors, and frees only the names. */
corr_code archive_read(archive *a, const char *path, corr_err *err) CORR_CHECK;
void archive_keep(archive *a);
void archive_clear(archive *a);

#endif
