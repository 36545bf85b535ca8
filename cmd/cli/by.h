/* by - the words of --by: what a row stands for. */
#ifndef CORR_CMD_BY_H
#define CORR_CMD_BY_H

#include "cli/cmd.h"
#include "corr_view.h"

typedef struct by {
    corr_by what;
    const char *label;  /* the key of label:KEY or root.KEY */
    const char *title;  /* of the column: "function" */
    const char *plural; /* "functions" */
    unsigned needs;     /* corr_need flags */
} by;

/* text NULL: by function. */
corr_code by_parse(const char *text, by *b, corr_err *err) CORR_CHECK;
/* Returns what rows by these words need to be loaded; 0 for words that by_parse
 * refuses. */
unsigned by_needs(const char *text);

#endif
