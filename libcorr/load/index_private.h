/* index_private - constants of the index bytes, for writer and reader. */
#ifndef CORR_INDEX_PRIVATE_H
#define CORR_INDEX_PRIVATE_H

#include "load/index.h"

static const char index_magic[8] = { 'c', 'o', 'r', 'r', 'i', 'n', 'd', 'x' };

enum { PATH, BLOCKS, TRACES, SPANS, POINTS, WINDOWS, SECTIONS };

enum {
    BLOCK_BYTES = 28,
    POINT_BYTES = 42,
    SPAN_BYTES = INDEX_SPAN_BITS / 8,
    PATH_MOST = 4096,
    HEAD_SECTIONS = 144 /* offset of the sections in the head: size, hash */
};

#endif
