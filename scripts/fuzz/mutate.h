/*
 * mutate - changes inputs of the fuzzer so that they keep their structure.
 *
 * Changed bytes of a message or a recording mostly break a length, and the
 * reader sees nothing behind it.  These functions change a field or an event,
 * and mend the lengths and offsets around it.  A target that defines
 * LLVMFuzzerCustomMutator calls one of them.
 */
#ifndef CORR_FUZZ_MUTATE_H
#define CORR_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Of clang's fuzzer, or of fuzz_main.c: changes bytes, and returns their
 * number. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed);

/* A message of Protocol Buffers, or a flight recording, of size bytes in a
 * buffer of `most`.  Both return the new size.  Bytes that have no structure
 * are changed as such, and so is every eighth input. */
size_t mutate_message(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t mutate_recording(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Defines the mutator of a target: one of the functions above. */
#define MUTATES_WITH(function)                                                 \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,    \
                                   unsigned seed)                              \
    {                                                                          \
        return function(data, size, most, seed);                               \
    }

#endif
