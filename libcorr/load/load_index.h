/*
 * load_index - the side index of one file that is being read.
 *
 *     load_index_begin     is there one, or shall there be one?
 *     load_index_watch     before the source is opened
 *     load_index_use       before the reader: parts of the source, or a census
 *     load_index_take      after it: what the census found is written
 *     load_index_end
 *
 * A census parses what a question would step over, and may find faults there.
 * Then load_index_take is false: the file must be read again without a census,
 * and its index says that it serves nothing.
 */
#ifndef CORR_LOAD_INDEX_H
#define CORR_LOAD_INDEX_H

#include "load/index_dir.h"
#include "load/load.h"

typedef struct load_index {
    int dir;        /* -1: no indices here */
    bool insist;    /* make one, however large the file is */
    uint64_t least; /* bytes of a file that gets one by itself */
    int fd;
    index_key key;
    index_file *old;    /* its index, NULL: none that holds */
    index_maker *maker; /* NULL: no census is taken */
    bool counted;       /* a reader took the census */
    bool written;
} load_index;

/* makes: a census may be taken. */
void load_index_begin(load_index *x, const corr_load_opts *opts,
                      const corr_want *want, bool makes, int fd);
void load_index_watch(load_index *x, src_opts *opts);
void load_index_use(load_index *x, const corr_format *f, corr_src *src,
                    corr_want *want);
bool load_index_take(load_index *x, const char *path, const corr_src *src,
                     const input *in);
void load_index_end(load_index *x);

#endif
