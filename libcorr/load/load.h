/*
 * load - from files to inputs: open, recognise, read, seal.
 *
 * One worker an input, as many as there are cores; a worker owns what it
 * writes, and the results are taken in path order.
 */
#ifndef CORR_LOAD_H
#define CORR_LOAD_H

#include "load/index.h"
#include "source/source.h"
#include "store/store.h"

/* The format whose probe is surest of these bytes; NULL, with a sentence in
 * err, if none reaches least or two tie. */
const corr_format *load_recognise(const corr_format *const *formats,
                                  const uint8_t *head, size_t n, bool whole,
                                  int least, corr_err *err);

/* Whether the first bytes hold what text does not: control characters by the
 * dozen. */
bool load_is_binary(const uint8_t *head, size_t n);

/* Whether a file without a byte was to be a recording, by its name. */
bool load_is_emptied(const char *path);

/* The format of this name, if it can be read; NULL, with a sentence in err. */
const corr_format *load_named(const corr_format *const *formats,
                              const char *name, corr_err *err);

/* Reads one source with one format into in, which is empty but for its path. */
corr_code load_source(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, input *in, corr_err *err);
/* The same with a census, which census takes; NULL: none. */
corr_code load_census(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, index_maker *census,
                      input *in, corr_err *err);

#endif
