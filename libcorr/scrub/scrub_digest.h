/*
 * scrub_digest - the digest of an input.
 *
 * Another thread reads a large file for it while the first pass reads it.
 */
#ifndef CORR_SCRUB_DIGEST_H
#define CORR_SCRUB_DIGEST_H

#include <pthread.h>

#include "scrub/scrub_files.h"

typedef struct file_digest {
    pthread_t thread;
    const char *path;
    bool has_thread;
    char sha[CORR_SHA256_TEXT]; /* empty: the file could not be read */
} file_digest;

/* Begins with a file in the first pass of a run that writes; small files have
 * no thread. */
void digest_start(file_digest *d, const corr_scrub *map,
                  const scrub_item *item);
/* Waits.  `to` is written only if there is a digest. */
void digest_end(file_digest *d, char to[CORR_SHA256_TEXT]);
/* Sets the digest of an input that has none yet. */
corr_code digest_of_item(scrub_item *item, corr_err *err);

#endif
