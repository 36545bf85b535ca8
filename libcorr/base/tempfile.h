/*
 * tempfile - an unnamed file in $TMPDIR, or else /tmp, for data that does not
 * fit into memory or cannot be read twice.  The caller closes it.
 */
#ifndef CORR_TEMPFILE_H
#define CORR_TEMPFILE_H

/* Returns a descriptor; -1: failed, see errno. */
int tempfile_open(void);
const char *tempfile_dir(void);

#endif
