#include "source/codec_isal.h"

#ifdef CORR_WITH_ISAL

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

struct codec_isal {
    struct inflate_state z;
    bool is_damaged; /* output held back by the library is still to be handed
                        out */
};

codec_isal *codec_isal_new(void)
{
    return calloc(1, sizeof(codec_isal));
}

void codec_isal_free(codec_isal *c)
{
    free(c);
}

void codec_isal_begin(codec_isal *c)
{
    isal_inflate_init(&c->z);
    c->z.crc_flag = ISAL_GZIP_NO_HDR_VER;
    c->is_damaged = false;
}

/* Hands out the bytes decoded before the damage that found no room. */
static codec_step hand_out(codec_isal *c, codec_io *io)
{
    struct inflate_state *z = &c->z;
    const size_t held = (size_t)(z->tmp_out_valid - z->tmp_out_processed);
    const size_t n = held < io->nout ? held : io->nout;

    memcpy(io->out, z->tmp_out_buffer + z->tmp_out_processed, n);
    z->tmp_out_processed += (int32_t)n;
    codec_advance(io, 0, n);
    return n < held ? CODEC_GOES_ON : CODEC_DAMAGED;
}

/* Returns the bytes of input that the library took and did not decode. */
static size_t ahead_of(const struct inflate_state *z, size_t taken)
{
    const size_t n = z->read_in_length > 0 ? (size_t)z->read_in_length / 8 : 0;

    return n < taken ? n : taken;
}

codec_step codec_isal_step(codec_isal *c, codec_io *io)
{
    struct inflate_state *z = &c->z;
    const uint32_t nin = codec_at_most(io->nin);
    const uint32_t nout = codec_at_most(io->nout);

    if (c->is_damaged)
        return hand_out(c, io);
    z->next_in = (uint8_t *)(uintptr_t)io->in; /* the library only reads it */
    z->avail_in = nin;
    z->next_out = io->out;
    z->avail_out = nout;
    const int rc = isal_inflate(z);
    c->is_damaged =
        rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT && rc != ISAL_OUT_OVERFLOW;
    size_t taken = nin - z->avail_in;
    if (c->is_damaged)
        taken -= ahead_of(z, taken);
    codec_advance(io, taken, nout - z->avail_out);
    if (c->is_damaged)
        return hand_out(c, io);
    return z->block_state == ISAL_BLOCK_FINISH ? CODEC_MEMBER : CODEC_GOES_ON;
}

#else

codec_isal *codec_isal_new(void)
{
    return NULL;
}

void codec_isal_free(codec_isal *c)
{
    (void)c;
}

void codec_isal_begin(codec_isal *c)
{
    (void)c;
}

codec_step codec_isal_step(codec_isal *c, codec_io *io)
{
    (void)c;
    (void)io;
    return CODEC_DAMAGED;
}

#endif
