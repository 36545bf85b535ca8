/* top_n - a heap of the first rows so far, the last of them on top; a row that
 * sorts before the top replaces it. */
#include "base/top_n.h"

#include <stdlib.h>
#include <string.h>

typedef struct rows {
    char *base;
    size_t size;
    int (*cmp)(const void *, const void *);
} rows;

static void *row_at(const rows *r, size_t i)
{
    return r->base + i * r->size;
}

static void swap_rows(const rows *r, size_t a, size_t b)
{
    char part[64];
    char *p = row_at(r, a);
    char *q = row_at(r, b);

    for (size_t left = r->size; left > 0;) {
        const size_t n = left < sizeof part ? left : sizeof part;
        memcpy(part, p, n);
        memcpy(p, q, n);
        memcpy(q, part, n);
        p += n;
        q += n;
        left -= n;
    }
}

static void sink_row(const rows *r, size_t at, size_t n)
{
    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && r->cmp(row_at(r, child + 1), row_at(r, child)) > 0)
            child++;
        if (r->cmp(row_at(r, child), row_at(r, at)) <= 0)
            return;
        swap_rows(r, at, child);
        at = child;
    }
}

void top_n_sort(void *base, size_t n, size_t size, size_t most,
                int (*cmp)(const void *, const void *))
{
    const rows r = { base, size, cmp };

    if (most < n && most > 0) {
        for (size_t i = most / 2; i-- > 0;)
            sink_row(&r, i, most);
        for (size_t i = most; i < n; i++)
            if (cmp(row_at(&r, i), base) < 0) {
                swap_rows(&r, i, 0);
                sink_row(&r, 0, most);
            }
        n = most;
    }
    if (n > 1 && most > 0)
        qsort(base, n, size, cmp);
}
