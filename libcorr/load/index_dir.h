/*
 * index_dir - the directory that side indices live in.
 *
 * It is made with mode 0700, and used if it belongs to the user and nobody else
 * may write to it.  A file in it is named after the device and the inode of
 * what it is about; it is written under another name and renamed, so a reader
 * sees all of one or nothing, and two writers do no harm.  Whatever fails here
 * fails quietly: there is no index then.
 */
#ifndef CORR_INDEX_DIR_H
#define CORR_INDEX_DIR_H

#include "load/index.h"

#define INDEX_NAME 48

typedef struct index_file {
    side_index x;
    int fd;
    uint64_t bytes;
} index_file;

/* A descriptor, or -1. */
int index_dir_open(const char *path, bool make);

/* The key of a file, without its ends; false: it cannot be read anywhere. */
bool index_key_of(int fd, index_key *key);
/* Adds the hash of the ends. */
bool index_key_ends(int fd, index_key *key);
/* Whether the file still has this key; the bytes are not looked at. */
bool index_key_holds(int fd, const index_key *key);
/* Whether any change from now on will show in the key.  Waits some
 * milliseconds where the file was written only just now. */
bool index_key_settles(int fd, const index_key *key);
const char *index_name(char name[INDEX_NAME], const index_key *key);

/* Opens an index of this name; NULL: there is none, or it cannot be used. */
index_file *index_file_open(int dir, const char *name);
void index_file_close(index_file *f);
bool index_file_save(int dir, const char *name, corr_str bytes);
/* Removes the indices that were written longest ago, until all others are no
 * more than most bytes together (index_list.c). */
void index_dir_trim(int dir, uint64_t most);

#endif
