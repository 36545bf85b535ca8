/*
 * known_formats - names files that corr does not read, by their content.
 *
 * Each is a row of known_rows.h: marks, a name, and what to type.  No state;
 * any thread may ask.
 */
#ifndef CORR_KNOWN_FORMATS_H
#define CORR_KNOWN_FORMATS_H

#include "corr_format.h"
#include "load/head_facts.h"

typedef struct known_format {
    const char *what;    /* "a heap dump of a JVM (hprof)" */
    const char *instead; /* what to type */
    int sure;            /* compared with the scores of probes */
    bool is_packed;      /* what says it all: corr reads what is inside */
} known_format;

/* Lists up to four members of a JSON document: "a", "b" and 3 more.  False: the
 * bytes are no JSON. */
bool known_members(const uint8_t *head, size_t n, char *to, size_t room);

/* The row whose marks the first bytes have, among those that are surer than
 * this; what NULL: none.  facts: of this head. */
known_format known_format_of(const uint8_t *head, size_t n,
                             const head_facts *facts, int than);

#endif
