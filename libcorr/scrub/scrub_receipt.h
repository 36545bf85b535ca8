/* scrub_receipt - what a run did, beside the files that it made. */
#ifndef CORR_SCRUB_RECEIPT_H
#define CORR_SCRUB_RECEIPT_H

#include "scrub/scrub_files.h"
#include "scrub/scrub_private.h"

struct corr_scrubbed {
    corr_scrub_opts opts;
    corr_scrub *map;
    scrub_files files;
};

/* Writes .corr/scrub.json into the folder: rules, counts, hashes.  It has no
 * text of the inputs. */
corr_code scrub_receipt_write(corr_scrubbed *r, const char *out, corr_err *err);

#endif
