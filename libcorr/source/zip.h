/*
 * zip - the files of a zip archive, by its directory at the end.
 *
 * Source: PKWARE's APPNOTE 6.3: stored and deflated files, with sizes of 64
 * bits.  Encrypted files and other methods are passed over and counted.  Sizes
 * and checksums are compared with what is unpacked.
 */
#ifndef CORR_ZIP_H
#define CORR_ZIP_H

#include "corr_bytes.h"

typedef struct zip_entry {
    char name[4096];               /* as in the archive, with a NUL */
    uint64_t size, packed, header; /* header: offset of its local header */
    uint32_t crc;
    uint16_t method; /* 0 or 8 */
    bool is_link;    /* a link or a device of Unix */
} zip_entry;

typedef struct zip {
    int fd;          /* borrowed */
    uint8_t *dir;    /* the directory; owned */
    size_t n, at;    /* its size; the next entry */
    uint64_t unread; /* entries in a way that is not supported ... */
    uint64_t locked; /* ... and of them those that are encrypted */
    uint64_t packed; /* bytes of the entries so far */
    bool damaged;    /* the directory ends early */
    int sys;         /* errno of what failed, 0: no call failed */
} zip;

bool zip_begins(const uint8_t *head, size_t n);
/* False: fd has no directory of a zip archive, or z->sys says why it cannot be
 * read. */
bool zip_open(zip *z, int fd);
void zip_close(zip *z);
/* The next file; folders are passed over.  False: there is no more. */
bool zip_next(zip *z, zip_entry *e);
/* Unpacks a file: calls put with each piece, which returns false to stop.
 * False: the file is damaged, put stopped, or z->sys says why it cannot be
 * read. */
bool zip_read(zip *z, const zip_entry *e,
              bool (*put)(void *to, const void *p, size_t n), void *to);

#endif
