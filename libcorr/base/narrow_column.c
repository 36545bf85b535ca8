#include "base/narrow_column.h"

#include <stdlib.h>
#include <string.h>

#include "corr_bytes.h"

bool narrow_reserve(narrow *c, size_t more)
{
    return c->n + more <= c->room ||
           corr_grow(&c->v, &c->room, c->n + more, narrow_width(c));
}

bool narrow_widen(narrow *c)
{
    narrow fresh = { .n = c->n, .wide = true };

    if (c->wide)
        return true;
    if (c->room && !corr_grow(&fresh.v, &fresh.room, c->room, sizeof(uint32_t)))
        return false;
    for (size_t i = 0; fresh.v && i < c->n; i++)
        ((uint32_t *)fresh.v)[i] = ((const uint16_t *)c->v)[i];
    free(c->v);
    *c = fresh;
    return true;
}

static uint32_t bits_of(const uint32_t *v, size_t n)
{
    uint32_t bits = 0;

    for (size_t i = 0; i < n; i++)
        bits |= v[i];
    return bits;
}

bool narrow_add(narrow *c, const uint32_t *v, size_t n)
{
    if ((!c->wide && bits_of(v, n) > NARROW_MOST && !narrow_widen(c)) ||
        !narrow_reserve(c, n))
        return false;
    if (c->wide && n)
        memcpy((uint32_t *)c->v + c->n, v, n * sizeof *v);
    for (size_t i = 0; !c->wide && i < n; i++)
        ((uint16_t *)c->v)[c->n + i] = (uint16_t)v[i];
    c->n += n;
    return true;
}

bool narrow_is(const narrow *c, size_t at, const uint32_t *v, size_t n)
{
    uint32_t differ = 0;

    for (size_t i = 0; i < n; i++)
        differ |= narrow_at(c, at + i) ^ v[i];
    return !differ;
}

void narrow_clear(narrow *c)
{
    free(c->v);
    *c = (narrow){ 0 };
}
