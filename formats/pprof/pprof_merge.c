/* pprof_merge - see pprof_merge.h. */
#include "pprof/pprof_merge.h"

#include <stdlib.h>

#include "common/wire.h"

/* ---- messages -------------------------------------------------------- */

static bool append_bytes(pprof_out *o, pprof_bytes *to, const void *p, size_t n)
{
    if (to->n + n > to->room &&
        !corr_grow((void **)&to->p, &to->room, to->n + n, 1)) {
        pprof_out_no_memory(o);
        return false;
    }
    if (n)
        memcpy(to->p + to->n, p, n);
    to->n += n;
    return true;
}

void pprof_add_number(pprof_out *o, pprof_bytes *to, unsigned field,
                      uint64_t value)
{
    uint8_t both[WIRE_HEAD_MAX];
    size_t n = corr_put_varint(both, field << 3 | WIRE_VARINT);

    if (value == 0)
        return;
    n += corr_put_varint(both + n, value);
    append_bytes(o, to, both, n);
}

void pprof_add_bytes(pprof_out *o, pprof_bytes *to, unsigned field,
                     const void *p, size_t n)
{
    uint8_t head[WIRE_HEAD_MAX];
    size_t used = corr_put_varint(head, field << 3 | WIRE_BYTES);

    used += corr_put_varint(head + used, n);
    if (append_bytes(o, to, head, used))
        append_bytes(o, to, p, n);
}

/* Returns the number of the row with the body t->body. Writes a new row: the
 * body, then the number as its id. */
static uint32_t put_table_row(pprof_tables *t, corr_map *m, unsigned field)
{
    bool is_new;
    const uint32_t id = pprof_number_of(t->o, m, t->body.p, t->body.n, &is_new);

    if (is_new) {
        pprof_add_number(t->o, &t->body, 1, id);
        pprof_put_bytes(t->o, field, t->body.p, t->body.n);
    }
    return id;
}

/* Returns a column of n numbers, all 0. */
static uint32_t *blank(pprof_tables *t, uint32_t *column, size_t *room,
                       size_t n)
{
    void *p = column;

    if (n + 1 > *room && !corr_grow(&p, room, n + 1, sizeof *column)) {
        pprof_out_no_memory(t->o);
        return column;
    }
    memset(p, 0, (n + 1) * sizeof *column);
    return p;
}

/* ---- mappings -------------------------------------------------------- */

typedef struct mapping_key {
    uint64_t size, offset, start;
    int64_t name;
} mapping_key;

static mapping_key mapping_key_of(pprof_tables *t, const pprof_file *f,
                                  const pprof_mapping *m)
{
    const uint64_t page = 4096; /* sizes differ by less than a page */
    const corr_str build = pprof_text(f, m->build);
    mapping_key key = { .offset = m->offset };

    key.size = (m->limit - m->start + page - 1) / page;
    key.start = t->adds ? 0 : m->start;
    key.name = pprof_put_text(t->o, build.n ? build : pprof_text(f, m->file));
    return key;
}

static void put_mapping(pprof_tables *t, const pprof_file *f, size_t row)
{
    const pprof_mapping *m = &f->code.mapping[row];
    const mapping_key key = mapping_key_of(t, f, m);
    bool is_new;
    const uint32_t id =
        pprof_number_of(t->o, &t->mappings, &key, sizeof key, &is_new);

    t->mapping[row] = id;
    if (!is_new)
        return;
    if (id + 1 > t->start_room && !corr_grow((void **)&t->start, &t->start_room,
                                             id + 1, sizeof *t->start)) {
        pprof_out_no_memory(t->o);
        return;
    }
    t->start[id] = m->start;
    const uint64_t fields[] = {
        id,
        m->start,
        m->limit,
        m->offset,
        (uint64_t)pprof_put_text(t->o, pprof_text(f, m->file)),
        (uint64_t)pprof_put_text(t->o, pprof_text(f, m->build)),
        m->has & 1,
        m->has >> 1 & 1,
        m->has >> 2 & 1,
        m->has >> 3 & 1,
    };
    t->body.n = 0;
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        pprof_add_number(t->o, &t->body, i + 1, fields[i]);
    pprof_put_bytes(t->o, PPROF_MAPPING, t->body.p, t->body.n);
}

void pprof_tables_begin(pprof_tables *t, const pprof_file *f)
{
    t->mapping = blank(t, t->mapping, &t->mapping_room, f->code.nmapping);
    t->function = blank(t, t->function, &t->function_room, f->code.nfunction);
    t->location = blank(t, t->location, &t->location_room, f->code.nlocation);
    for (size_t i = 0; i < f->code.nmapping && !t->o->is_failed; i++)
        put_mapping(t, f, i);
}

/* ---- functions and locations ------------------------------------------ */

static uint32_t function(pprof_tables *t, const pprof_file *f, uint64_t id)
{
    const uint32_t row = pprof_ids_find(&f->code.function_ids, id);

    if (row >= f->code.nfunction)
        return 0;
    if (t->function[row])
        return t->function[row];
    const pprof_function *fn = &f->code.function[row];
    const uint32_t text[] = { fn->name, fn->system_name, fn->file };
    t->body.n = 0;
    for (unsigned i = 0; i < 3; i++)
        pprof_add_number(
            t->o, &t->body, i + 2,
            (uint64_t)pprof_put_text(t->o, pprof_text(f, text[i])));
    pprof_add_number(t->o, &t->body, 5, fn->start);
    t->function[row] = put_table_row(t, &t->functions, PPROF_FUNCTION);
    return t->function[row];
}

/* Writes the functions of a location's lines. add_lines leaves out lines whose
 * function the file does not define: readers refuse such lines. */
static void find_functions(pprof_tables *t, const pprof_file *f,
                           const pprof_location *loc)
{
    for (uint32_t i = 0; i < loc->nline; i++)
        function(t, f, f->code.line[loc->line + i].function);
}

static void add_lines(pprof_tables *t, const pprof_file *f,
                      const pprof_location *loc)
{
    for (uint32_t i = 0; i < loc->nline; i++) {
        const pprof_line *line = &f->code.line[loc->line + i];
        const uint32_t row =
            pprof_ids_find(&f->code.function_ids, line->function);
        if (row >= f->code.nfunction)
            continue;
        t->line.n = 0;
        pprof_add_number(t->o, &t->line, 1, t->function[row]);
        pprof_add_number(t->o, &t->line, 2, line->line);
        pprof_add_number(t->o, &t->line, 3, line->column);
        pprof_add_bytes(t->o, &t->body, 4, t->line.p, t->line.n);
    }
}

uint32_t pprof_tables_location(pprof_tables *t, const pprof_file *f,
                               uint64_t id)
{
    const uint32_t row = pprof_ids_find(&f->code.location_ids, id);

    if (row >= f->code.nlocation || t->o->is_failed)
        return 0;
    if (t->location[row])
        return t->location[row];
    const pprof_location *loc = &f->code.location[row];
    const uint32_t m = pprof_ids_find(&f->code.mapping_ids, loc->mapping);
    const uint32_t mapping = m < f->code.nmapping ? t->mapping[m] : 0;
    uint64_t address = loc->address;
    if (mapping)
        address += t->start[mapping] - f->code.mapping[m].start;
    find_functions(t, f, loc);
    t->body.n = 0;
    pprof_add_number(t->o, &t->body, 2, mapping);
    pprof_add_number(t->o, &t->body, 3, address);
    add_lines(t, f, loc);
    pprof_add_number(t->o, &t->body, 5, loc->is_folded);
    t->location[row] = put_table_row(t, &t->locations, PPROF_LOCATION);
    return t->location[row];
}

void pprof_tables_clear(pprof_tables *t)
{
    corr_map_clear(&t->mappings);
    corr_map_clear(&t->functions);
    corr_map_clear(&t->locations);
    free(t->start);
    free(t->mapping);
    free(t->function);
    free(t->location);
    free(t->body.p);
    free(t->line.p);
}
