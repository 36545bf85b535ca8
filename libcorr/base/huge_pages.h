/* huge_pages - pages of memory that is taken in large amounts. */
#ifndef CORR_HEAP_H
#define CORR_HEAP_H

#include <stddef.h>

/* To be called after memory was taken, before it is filled: of bytes at p, which
 * will be filled, and of what the heap grew by. */
void huge_pages_took(void *p, size_t bytes);

/* realloc, of a block of `had` bytes. */
void *huge_pages_resize(void *old, size_t had, size_t bytes);

#endif
