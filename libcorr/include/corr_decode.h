/*
 * corr_decode.h - decompresses a stream that comes piece by piece, as the body of
 * an answer does.
 *
 *     corr_decoder *d = corr_decoder_new("gzip", put, to);
 *     while ((n = read(fd, p, sizeof p)) > 0 && !corr_decoder_add(d, p, n))
 *         ;
 *     whole = corr_decoder_ended(d);
 *     corr_decoder_free(d);
 *
 * A stream is one or more members, one after the other.  Memory is bounded: a
 * stream that wants a larger window than 128 MiB is refused.  One thread uses a
 * decoder.
 */
#ifndef CORR_PUBLIC_DECODE_H
#define CORR_PUBLIC_DECODE_H

#include "corr_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct corr_decoder corr_decoder;

typedef enum corr_decoded {
    CORR_DECODED,
    CORR_DECODED_STOPPED,   /* by put */
    CORR_DECODED_DAMAGED,   /* the bytes are damaged, or of another coding */
    CORR_DECODED_STRAY,     /* bytes follow the end of the stream */
    CORR_DECODED_TOO_LARGE, /* the stream wants too large a window */
    CORR_DECODED_NO_MEMORY
} corr_decoded;

/* Takes decoded bytes, at most 32 KiB at a time.  False: no more is wanted. */
typedef bool corr_decoder_put(void *to, const void *p, size_t n);

/* Whether this build has a coding, by its name in HTTP: gzip, x-gzip, zstd. */
bool corr_decoder_has(const char *coding);
/* NULL: out of memory, or there is no such coding. */
corr_decoder *corr_decoder_new(const char *coding, corr_decoder_put *put,
                               void *to);
/* After anything but CORR_DECODED only corr_decoder_free may follow. */
corr_decoded corr_decoder_add(corr_decoder *d, const void *p,
                              size_t n) CORR_CHECK;
/* Whether the stream may end here: it is empty, or whole. */
bool corr_decoder_ended(const corr_decoder *d);
void corr_decoder_free(corr_decoder *d); /* NULL is allowed */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
