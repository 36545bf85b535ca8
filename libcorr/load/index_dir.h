/*
 * index_dir - the directory of side indices.
 *
 * The directory is made with mode 0700.  It is used only if it belongs to the
 * user and no other user may write to it.  An index file is named after the
 * device and the inode of the indexed file.  It is written under another name
 * and renamed, so a reader sees a whole file or no file, and two writers do no
 * harm.  Every failure is quiet: then there is no index.
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

/* Returns a descriptor; -1: see errno, which is 0 for a directory that others may
 * write to. */
int index_dir_open(const char *path, bool make);

/* The key of a file, without the hash of its ends.  False: not a regular
 * file. */
bool index_key_of(int fd, index_key *key);
/* Adds the hash of the file's ends to the key.  False: it cannot be read. */
bool index_key_ends(int fd, index_key *key);
/* Whether the file still has this key; its bytes are not compared. */
bool index_key_holds(int fd, const index_key *key);
/* Whether any later change of the file will change the key.  Waits some
 * milliseconds if the file was written just now. */
bool index_key_settles(int fd, const index_key *key);
const char *index_name(char name[INDEX_NAME], const index_key *key);

/* Opens an index by name; NULL: there is no usable index. */
index_file *index_file_open(int dir, const char *name);
void index_file_close(index_file *f);
/* False: see errno. */
bool index_file_save(int dir, const char *name, corr_str bytes);
/* Removes the oldest indices until the others have at most `most` bytes in
 * total (index_list.c). */
void index_dir_trim(int dir, uint64_t most);

#endif
