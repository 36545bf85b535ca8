/*
 * tar - the files of a tar archive, one after the other.
 *
 * Source: POSIX.1-2017 pax (ustar and extended headers), and GNU tar's long
 * names and sizes in base 256.  The archive is read once from front to end, so
 * it may be compressed.  Folders are passed over, and so is what extra headers say
 * besides name and size.  Every number is checked; a damaged header ends the archive.
 */
#ifndef CORR_TAR_H
#define CORR_TAR_H

#include "source/source.h"

enum { TAR_NAME_MAX = 4096, TAR_BLOCK = 512 };

typedef struct tar_entry {
    char name[TAR_NAME_MAX]; /* as in the archive, with a NUL; empty: too
                                long */
    uint64_t size;
    bool is_link;   /* a link or a device, which has no bytes */
    bool is_unread; /* its bytes are not those of the file: it is sparse */
} tar_entry;

typedef struct tar {
    corr_src *in;
    uint64_t left, pad; /* unread bytes of the current entry; zeros behind it */
    bool damaged;       /* a header is no header, or the archive is cut */
    uint64_t at;        /* decoded offset of that header */
} tar;

/* Whether the first bytes of a decoded file are those of an archive. */
bool tar_begins(const uint8_t *head, size_t n);
/* The next file, link or device.  False: there is no more, or t->damaged. */
bool tar_next(tar *t, tar_entry *e);
/* The next bytes of the current file, at most 64 KiB; NULL: its end, or the
 * archive is cut.  Valid until the next call. */
const uint8_t *tar_read(tar *t, size_t *n);

/* Writes the header of a file with this name and size, owned by root, without a
 * time, so that equal files give equal archives.  False: the name is too long
 * for the format. */
bool tar_put_header(corr_out *out, const char *name, uint64_t size);
/* Writes the zeros behind a file of this size, and those that end an
 * archive. */
void tar_put_padding(corr_out *out, uint64_t size);
void tar_put_end(corr_out *out);

/* Whether a name stays below the folder that it is relative to: no absolute
 * path, no "..", no empty name, no control character. */
bool tar_name_is_safe(const char *name);

#endif
