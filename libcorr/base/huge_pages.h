/* huge_pages - large pages for large amounts of memory. */
#ifndef CORR_HUGE_PAGES_H
#define CORR_HUGE_PAGES_H

#include <stddef.h>
#include <stdint.h>

/* To be called after p was allocated and before its bytes are filled.  Advises
 * the kernel to use large pages for p, and for the part by which the heap
 * grew. */
void huge_pages_took(void *p, size_t bytes);

/* realloc for a block of `had` bytes. */
void *huge_pages_resize(void *old, size_t had, size_t bytes);

/* The bytes of corr_limit_memory; 0: no limit. */
uint64_t huge_pages_limit(void);

#endif
