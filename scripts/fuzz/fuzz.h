/*
 * fuzz - what every fuzz target shares.
 *
 * A target X_fuzz.c stands beside the code it tests and defines
 * LLVMFuzzerTestOneInput.  With clang it becomes a fuzzer; else
 * scripts/fuzz/fuzz_main.c replays files through it.
 */
#ifndef CORR_FUZZ_H
#define CORR_FUZZ_H

#include "corr_format.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads data as one input with these formats (a table that ends in NULL),
 * under small limits, checks the invariants of the tables and builds a view. */
void fuzz_one(const corr_format *const *formats, const uint8_t *data,
              size_t size, corr_err *err);

/* A reader of traces: fuzz_one, and data read whole, without attributes, in a
 * window and by id.  Undamaged, it has as many spans without attributes, and no
 * more in a window. */
void fuzz_spans(const corr_format *f, const uint8_t *data, size_t size);

#endif
