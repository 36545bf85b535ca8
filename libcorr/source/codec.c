#include "source/codec.h"

#include "base/base.h"

static const codec *const codecs[] = {
    &codec_gzip,
    &codec_zstd,
    &codec_zstd_records,
    &codec_lz4,
};

const codec *codec_of(const uint8_t *head, size_t n)
{
    for (size_t i = 0; i < countof(codecs); i++)
        if (codecs[i]->begins(head, n))
            return codecs[i];
    return NULL;
}
