/*
 * yard_scan - the least a JSON document costs: where its strings and brackets
 * are, 16 bytes at a time.
 *
 *   yard_scan FILE.json
 *
 * Prints the number of objects at every depth together.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* Bit i: byte i of the 16 at p is one of " \ { } [ ]. */
static unsigned interesting(const char *p)
{
    __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i lower = _mm_or_si128(x, _mm_set1_epi8(0x20)); /* [ ] as { } */
    __m128i hit =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('"')),
                                  _mm_cmpeq_epi8(x, _mm_set1_epi8('\\'))),
                     _mm_or_si128(_mm_cmpeq_epi8(lower, _mm_set1_epi8('{')),
                                  _mm_cmpeq_epi8(lower, _mm_set1_epi8('}'))));
    return (unsigned)_mm_movemask_epi8(hit);
}
#else
static unsigned interesting(const char *p)
{
    unsigned mask = 0;

    for (unsigned i = 0; i < 16; i++)
        if (p[i] == '"' || p[i] == '\\' || (p[i] | 0x20) == '{' ||
            (p[i] | 0x20) == '}')
            mask |= 1u << i;
    return mask;
}
#endif

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    struct stat st;

    if (fd < 0 || fstat(fd, &st) || st.st_size == 0) {
        fputs("usage: yard_scan FILE.json\n", stderr);
        return 2;
    }
    size_t n = (size_t)st.st_size;
    const char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return 1;

    uint64_t objects = 0;
    bool inside = false;
    size_t skip = SIZE_MAX; /* the byte after a backslash */
    for (size_t at = 0; at + 16 <= n; at += 16)
        for (unsigned mask = interesting(p + at); mask; mask &= mask - 1) {
            size_t i = at + (unsigned)__builtin_ctz(mask);
            if (i == skip)
                continue;
            if (p[i] == '\\')
                skip = i + 1;
            else if (p[i] == '"')
                inside = !inside;
            else if (!inside && p[i] == '{')
                objects++;
        }
    printf("%llu objects\n", (unsigned long long)objects);
    return 0;
}
