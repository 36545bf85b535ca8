/*
 * tempfile - a file without a name, for what does not fit into memory or cannot
 * be read twice; in $TMPDIR, or else /tmp.
 */
#ifndef CORR_TEMPFILE_H
#define CORR_TEMPFILE_H

/* Its descriptor; -1: errno says why there is none. */
int tempfile_open(void);
const char *tempfile_dir(void);

#endif
