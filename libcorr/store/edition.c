#include "store/edition.h"

bool edition_copy(void **rows, size_t *room, size_t n, size_t size)
{
    void *copy = calloc(n ? n : 1, size);

    if (!copy)
        return false;
    if (n)
        memcpy(copy, *rows, n * size);
    *rows = copy;
    *room = n;
    return true;
}

/* Makes the array of editions, which holds NULL for inputs without one. */
static bool make_array(corr_store *st)
{
    if (!st->edition)
        st->edition = calloc(st->loaded.n, sizeof *st->edition);
    return st->edition != NULL;
}

edition *edition_of(corr_store *st, uint32_t i)
{
    if (!make_array(st))
        return NULL;
    if (st->edition[i])
        return st->edition[i];
    edition *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->of = st->loaded.v[i];
    e->in = *e->of;
    e->in.arena = (corr_arena){ 0 };
    if (!edition_own(e, warning)) {
        free(e);
        return NULL;
    }
    st->edition[i] = e;
    st->input.v[i] = &e->in;
    return e;
}

#define FREE_OWN(e, table)                                                     \
    do {                                                                       \
        if ((e)->in.table.v != (e)->of->table.v)                               \
            vec_free(&(e)->in.table);                                          \
    } while (0)

static void free_segments(edition *e)
{
    if (e->in.segment.v == e->of->segment.v)
        return;
    for (size_t s = 0; s < e->in.segment.n; s++)
        segment_clear_own(&e->in.segment.v[s], &e->of->segment.v[s]);
    vec_free(&e->in.segment);
}

static void free_edition(edition *e)
{
    free_segments(e);
    FREE_OWN(e, thread);
    FREE_OWN(e, kind);
    FREE_OWN(e, span);
    FREE_OWN(e, event);
    FREE_OWN(e, point);
    FREE_OWN(e, loss);
    FREE_OWN(e, asked);
    FREE_OWN(e, block.broken);
    FREE_OWN(e, warning);
    corr_arena_clear(&e->in.arena);
    free(e);
}

void edition_forget(corr_store *st)
{
    for (size_t i = 0; st->edition && i < st->loaded.n; i++) {
        st->input.v[i] = st->loaded.v[i];
        if (st->edition[i])
            free_edition(st->edition[i]);
    }
    free(st->edition);
    st->edition = NULL;
}

segment *edition_segment(edition *e, uint32_t s)
{
    return edition_own(e, segment) ? &e->in.segment.v[s] : NULL;
}

bool edition_column(edition *e, uint32_t s, segment_part part)
{
    return edition_own(e, segment) &&
           segment_own_column(&e->in.segment.v[s], &e->of->segment.v[s], part);
}

bool edition_replace(edition *e, uint32_t s, segment *by)
{
    segment *g = edition_segment(e, s);

    if (!g) {
        segment_clear(by);
        return false;
    }
    segment_clear_own(g, &e->of->segment.v[s]);
    *g = *by;
    return true;
}
