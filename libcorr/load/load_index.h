/*
 * load_index - the side index of one file while it is read.
 *
 *     load_index_begin     opens the index, or plans to make one
 *     load_index_watch     before the source is opened
 *     load_index_use       before the reader: parts of the source, or a census
 *     load_index_take      after the reader: writes the index of a census
 *     load_index_end
 *
 * A census parses records that a question would step over, and may find faults
 * there.  Then load_index_take returns false: the file must be read again
 * without a census, and its index serves nothing.
 */
#ifndef CORR_LOAD_INDEX_H
#define CORR_LOAD_INDEX_H

#include "load/index_dir.h"
#include "load/load.h"

typedef struct load_index {
    int dir;        /* directory; -1: no indices */
    bool insist;    /* make an index of a plain file, too */
    uint64_t least; /* bytes from which a file gets an index by itself */
    int fd;
    index_key key;
    index_file *old;    /* the valid index of the file, or NULL */
    index_maker *maker; /* takes a census; NULL: no census */
    bool counted;       /* a reader took the census */
    bool written;
    int sys; /* errno of what an index failed for, 0: no call failed */
} load_index;

/* makes: whether a census may be taken. */
void load_index_begin(load_index *x, const corr_load_opts *opts,
                      const corr_want *want, bool makes, int fd);
void load_index_watch(load_index *x, src_opts *opts);
void load_index_use(load_index *x, const corr_format *f, corr_src *src,
                    corr_want *want);
bool load_index_take(load_index *x, const char *path, const corr_src *src,
                     const input *in);
void load_index_end(load_index *x);

#endif
