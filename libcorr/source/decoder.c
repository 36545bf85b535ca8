/* decoder - decompresses a stream that comes piece by piece. */
#include <stdlib.h>
#include <string.h>

#include "corr_decode.h"
#include "source/codec.h"

enum { PIECE = 32 << 10 };

struct corr_decoder {
    const codec *codec;
    void *state;
    corr_decoder_put *put;
    void *to;
    bool inside;  /* a member has begun, and has not ended */
    bool had_one; /* a member has ended */
    uint8_t out[PIECE];
};

static const struct {
    const char *name;
    const codec *codec;
} codings[] = {
    { "gzip", &codec_gzip },
    { "x-gzip", &codec_gzip },
    { "zstd", &codec_zstd },
};

static const codec *codec_named(const char *name)
{
    for (size_t i = 0; i < sizeof codings / sizeof *codings; i++)
        if (strcmp(codings[i].name, name) == 0 && codings[i].codec->open)
            return codings[i].codec;
    return NULL;
}

bool corr_decoder_has(const char *name)
{
    return codec_named(name) != NULL;
}

corr_decoder *corr_decoder_new(const char *name, corr_decoder_put *put,
                               void *to)
{
    const codec *c = codec_named(name);
    corr_decoder *d = c ? malloc(sizeof *d) : NULL;

    if (!d)
        return NULL;
    d->codec = c;
    d->put = put;
    d->to = to;
    d->inside = d->had_one = false;
    d->state = c->open();
    if (d->state)
        return d;
    free(d);
    return NULL;
}

void corr_decoder_free(corr_decoder *d)
{
    if (!d)
        return;
    d->codec->close(d->state);
    free(d);
}

/* Takes the next step; *made are the bytes that it gave. */
static corr_decoded take_step(corr_decoder *d, codec_io *io, size_t *made)
{
    const size_t nin = io->nin;

    io->out = d->out;
    io->nout = PIECE;
    const codec_step step = d->codec->step(d->state, io);
    *made = PIECE - io->nout;
    d->inside = step == CODEC_GOES_ON;
    d->had_one |= step == CODEC_MEMBER;
    if (*made && !d->put(d->to, d->out, *made))
        return CORR_DECODED_STOPPED;
    switch (step) {
    case CODEC_MEMBER:
        return CORR_DECODED;
    case CODEC_GOES_ON: /* a step without input may give nothing */
        return *made || nin == 0 || io->nin < nin ? CORR_DECODED
                                                  : CORR_DECODED_DAMAGED;
    case CODEC_TOO_LARGE:
        return CORR_DECODED_TOO_LARGE;
    case CODEC_NO_MEMORY:
        return CORR_DECODED_NO_MEMORY;
    case CODEC_DAMAGED:
        break;
    }
    return CORR_DECODED_DAMAGED;
}

corr_decoded corr_decoder_add(corr_decoder *d, const void *p, size_t n)
{
    codec_io io = { .in = p, .nin = n };
    corr_decoded result = CORR_DECODED;
    size_t made = 0;

    while (!result && (io.nin > 0 || (d->inside && made == PIECE))) {
        if (!d->inside && d->had_one && !d->codec->goes_on(*io.in))
            return CORR_DECODED_STRAY;
        result = take_step(d, &io, &made);
    }
    return result;
}

bool corr_decoder_ended(const corr_decoder *d)
{
    return !d->inside;
}
