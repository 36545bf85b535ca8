/*
 * temp_folder - a new folder in $TMPDIR, or else /tmp, that only the user can
 * read.
 */
#ifndef CORR_CMD_TEMP_FOLDER_H
#define CORR_CMD_TEMP_FOLDER_H

#include "corr_bytes.h"

/* "/tmp/NAMEx8Yf2a", in the arena.  NULL: err says why, with this hint. */
char *temp_folder_make(const char *name, const char *hint, corr_arena *arena,
                       corr_err *err);

#endif
