/*
 * head_facts - what the first bytes of a file show without a format.
 *
 * They are found once; most formats of JSON are excluded by the names of
 * members.  A name is any text in quotes before a colon, wherever it stands, so
 * broken JSON has its names too.  The set never lacks a name that is there; it
 * may have one that is not.
 */
#ifndef CORR_HEAD_FACTS_H
#define CORR_HEAD_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits by hashes of the names, as they are written, and without case and
 * underscores. */
typedef struct head_names {
    uint64_t written[16], folded[16];
    bool has_all; /* unknown: it may have any name */
} head_names;

typedef struct head_facts {
    head_names names; /* has_all, if it does not begin like JSON */
    bool is_binary;   /* dozens of control characters, unlike text */
} head_facts;

head_facts head_facts_of(const uint8_t *head, size_t n);

/* Whether it may have this name as it is written. */
bool head_names_may_have(const head_names *h, const char *name);

/* Whether it may have one of these names, between which are blanks or line ends.
 * Case and underscores do not count.  names NULL: yes. */
bool head_names_may_have_one(const head_names *h, const char *names);

#endif
