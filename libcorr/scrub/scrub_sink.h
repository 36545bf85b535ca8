/*
 * scrub_sink - the bytes of one output: searched for what must not be in them,
 * compressed as the input was, hashed, written.
 */
#ifndef CORR_SCRUB_SINK_H
#define CORR_SCRUB_SINK_H

#include "scrub/scrub_private.h"

typedef struct scrub_sink scrub_sink;

/* fd is borrowed; -1: the bytes are searched and dropped.  codec: "gzip",
 * "zstd", or NULL; is_quick: gzip in less time, and a little larger.  NULL: out
 * of memory. */
scrub_sink *scrub_sink_open(const corr_scrub *map, int fd, const char *codec,
                            bool is_quick);
/* The sink for a rewriter.  NULL: out of memory. */
corr_out *scrub_sink_out(scrub_sink *s);
/* Adds a part that was searched; is_dirty: with success.  Not behind the use of
 * the sink for a rewriter.  Returns 0, or errno. */
int scrub_sink_put(scrub_sink *s, corr_str part, bool is_dirty);

typedef struct scrub_written {
    uint64_t bytes; /* as written */
    char sha[CORR_SHA256_TEXT];
    bool is_dirty; /* a known value is in the output */
} scrub_written;

/* Ends and frees it. */
corr_code scrub_sink_close(scrub_sink *s, scrub_written *to, corr_err *err);

#endif
