/*
 * cache - where side indices live: CORR_INDEX_DIR, else corr/ in
 * XDG_CACHE_HOME or in ~/.cache; nowhere with CORR_NO_INDEX.
 */
#ifndef CORR_CMD_CACHE_H
#define CORR_CMD_CACHE_H

#include "cli/cmd.h"

#define CACHE_PATH 4096

/* NULL: the user wants no indices, or no variable names a directory. */
const char *cache_dir(char path[CACHE_PATH]);
/* CORR_INDEX_LEAST, a size; 0: the default. */
uint64_t cache_least(void);

#endif
