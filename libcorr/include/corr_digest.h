/*
 * corr_digest.h - the digests of the files that inputs were read from.
 *
 * A page names its inputs by them, so that whoever gets the page can tell
 * whether a file is the same.  sha256sum prints the same digits.
 */
#ifndef CORR_DIGEST_H
#define CORR_DIGEST_H

#include "corr.h"
#include "corr_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Reads the files again and writes the SHA-256 of the file of each input, in hex
 * digits: text[corr_inputs].  An input of several files has that of their bytes
 * in order; an input that is a part of a file has that of the whole file.  The
 * smallest files go first, while they have at most `most` bytes together.
 *
 * A text is "" if there is no digest: of larger files, of a pipe, and of a file
 * that is gone or has another size by now.  Several threads work.  A file that
 * cannot be read is a failure. */
corr_code corr_inputs_digest(const corr_store *st, uint64_t most,
                             char (*text)[CORR_SHA256_TEXT],
                             corr_err *err) CORR_CHECK;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
