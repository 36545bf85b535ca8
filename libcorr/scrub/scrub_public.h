/*
 * scrub_public - names that everybody knows: of runtimes, libraries, kernels and
 * conventions.  They are data; no state, any thread may ask.
 */
#ifndef CORR_SCRUB_PUBLIC_H
#define CORR_SCRUB_PUBLIC_H

#include "corr_bytes.h"

/* The prefixes of names that a user keeps: "org.springframework.*". */
typedef struct public_keep {
    const char *const *item;
    size_t n;
} public_keep;

/* Whether a whole name, such as "java.util.HashMap.get", begins with the name of
 * a public library or with a prefix to keep. */
bool public_name(corr_str name, const public_keep *keep);
/* Whether a function of C without a package is one of a kernel, of libc or of a
 * library of the system. */
bool public_function(corr_str name);
/* Whether a word alone says nothing about its owner: "main", "lambda", "GET". */
bool public_word(corr_str word);
/* Whether the value of a known place is too common to be removed everywhere:
 * "root", "localhost", "java". */
bool public_value(corr_str value);
/* Whether an attribute's key is of a public convention: "http.method". */
bool public_key(corr_str key);
/* Whether the name of a home directory is of an image, not of a person. */
bool public_home(corr_str name);

#endif
