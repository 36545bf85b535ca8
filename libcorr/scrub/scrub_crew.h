/*
 * scrub_crew - the threads of a pass.
 *
 * Each thread has a table of its own and takes one part after another, of one
 * file after another.  In the first pass the parts of a file are read in any
 * order.  In the second one a thread waits, with the copy of its part, until the
 * parts before it are written.  The result does not depend on the number of
 * threads: parts do not, and the tables join in the order of the parts.
 *
 * Memory: a part and its copy for each thread, and no more than 64 MB of parts
 * beside the first one.
 */
#ifndef CORR_SCRUB_CREW_H
#define CORR_SCRUB_CREW_H

#include "scrub/scrub_files.h"
#include "scrub/scrub_private.h"

/* Passes all files that are to be copied through tables that join `map`.  is_again:
 * those that are read again.  out: the folder, or NULL. */
corr_code scrub_crew_run(corr_scrub *map, scrub_files *files, const char *out,
                         bool is_again, corr_err *err);

#endif
