/*
 * codec_isal - the data of gzip members by ISA-L, where it was found: nearly
 * twice as fast as zlib.
 *
 * It begins behind a member's header and ends behind its trailer, the sum and
 * the length in which it verifies.  It cannot be entered inside a member, nor
 * say where that could be done.
 *
 * Of data that breaks off it may give two bytes less than zlib would, of
 * damaged data more: some of what zlib refuses when a block begins is noticed
 * when it goes wrong, or by the sum.
 */
#ifndef CORR_CODEC_ISAL_H
#define CORR_CODEC_ISAL_H

#include "source/codec.h"

typedef struct codec_isal codec_isal;

/* NULL: not linked, or out of memory; do without. */
codec_isal *codec_isal_new(void);
void codec_isal_free(codec_isal *c);

/* The next bytes are those behind a member's header. */
void codec_isal_begin(codec_isal *c);
codec_step codec_isal_step(codec_isal *c, codec_io *io);

#endif
