/*
 * corr_archive.h - archives of files: what is in one, and making one.
 *
 * Reading takes tar, plain or compressed, and zip; writing makes a tar archive
 * compressed with zstd, or with gzip if zstd was not linked.  It has no times, owners
 * or rights, so that equal files give equal bytes.
 */
#ifndef CORR_ARCHIVE_PUBLIC_H
#define CORR_ARCHIVE_PUBLIC_H

#include "corr_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct corr_archive corr_archive;

typedef struct corr_archive_facts {
    size_t files;
    uint64_t bytes;  /* of all files */
    uint64_t passed; /* links, devices, and names that leave the archive */
    uint64_t unread; /* files that could not be unpacked ... */
    uint64_t locked; /* ... and of them those that are encrypted */
    uint64_t twice;  /* files that a later one of the same name replaced */
    bool is_cut;     /* the archive ends early */
} corr_archive_facts;

/* A file of an archive, unpacked into memory. */
typedef struct corr_archive_file {
    const char *name; /* relative, without "..", without "./" */
    int fd;           /* at its first byte; the archive owns it */
} corr_archive_file;

/* Whether a file is an archive, by its content.  False: it is none, or err (or
 * NULL) says why it cannot be read. */
bool corr_archive_is(const char *path, corr_err *err);
/* Unpacks all files into memory.  NULL: err says why. */
corr_archive *corr_archive_of(const char *path, corr_err *err) CORR_CHECK;
corr_archive_facts corr_archive_facts_of(const corr_archive *a);
corr_archive_file corr_archive_at(const corr_archive *a, size_t i);
void corr_archive_free(corr_archive *a);

typedef struct corr_pack corr_pack;

/* Writes to fd, which is borrowed.  NULL: out of memory. */
corr_pack *corr_pack_new(int fd);
/* Adds a file with the bytes of a descriptor, from its beginning; or with n
 * bytes at p.  digest receives their SHA-256 in hex digits.  A failure is
 * sticky. */
corr_code corr_pack_file(corr_pack *k, const char *name, int fd,
                         char digest[CORR_SHA256_TEXT],
                         corr_err *err) CORR_CHECK;
corr_code corr_pack_bytes(corr_pack *k, const char *name, const void *p,
                          size_t n, corr_err *err) CORR_CHECK;
/* Ends the archive, and frees it in any case. */
corr_code corr_pack_end(corr_pack *k, corr_err *err) CORR_CHECK;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
