/*
 * load - from files to inputs: open, recognise, read, seal.
 *
 * One worker reads an input, with as many workers as cores.  A worker owns what
 * it writes, and the results are collected in path order.
 */
#ifndef CORR_LOAD_H
#define CORR_LOAD_H

#include "load/index.h"
#include "source/source.h"
#include "store/store.h"

/* Least scores of a probe: for a file that was found, and for one that the user
 * named. */
enum { LOAD_SURE_FOUND = 60, LOAD_SURE_NAMED = 20 };

/* The format whose probe gives these bytes the highest score.  NULL, with a
 * sentence in err: no score reaches least, or two formats share the highest. */
const corr_format *load_recognise(const corr_format *const *formats,
                                  const uint8_t *head, size_t n, bool whole,
                                  int least, corr_err *err);

/* Whether these bytes are a text that has no format: corr reads none with a
 * score of least, and knows none. */
bool load_is_strange(const corr_format *const *formats, const uint8_t *head,
                     size_t n, bool whole, int least);

/* Whether the first bytes have dozens of control characters, unlike text. */
bool load_is_binary(const uint8_t *head, size_t n);

/* Whether the name of an empty file says that it should be a recording. */
bool load_is_emptied(const char *path);

/* The readable format of this name; NULL, with a sentence in err: there is
 * none. */
const corr_format *load_named(const corr_format *const *formats,
                              const char *name, corr_err *err);

/* Reads one source with one format into in, which is empty but for in->file. */
corr_code load_source(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, input *in, corr_err *err);
/* The same, with a census for the index maker; NULL: no census. */
corr_code load_census(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, index_maker *census,
                      input *in, corr_err *err);

#endif
