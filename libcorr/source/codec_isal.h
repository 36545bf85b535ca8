/*
 * codec_isal - decompresses gzip members with ISA-L, if it was linked: nearly
 * twice as fast as zlib.
 *
 * It begins behind the header of a member and ends behind its trailer, whose
 * checksum and length it verifies.  It cannot start inside a member, nor report
 * places where that is possible.
 *
 * From a truncated member it may give two bytes less than zlib, from a damaged
 * one more: zlib checks a block at its beginning, ISA-L notices some damage
 * only later or by the checksum.
 */
#ifndef CORR_CODEC_ISAL_H
#define CORR_CODEC_ISAL_H

#include "source/codec.h"

typedef struct codec_isal codec_isal;

/* NULL: not linked, or out of memory; use zlib. */
codec_isal *codec_isal_new(void);
void codec_isal_free(codec_isal *c);

/* Starts at the bytes behind the header of a member. */
void codec_isal_begin(codec_isal *c);
codec_step codec_isal_step(codec_isal *c, codec_io *io);

#endif
