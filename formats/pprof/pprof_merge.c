#include "pprof/pprof_merge.h"

#include <stdlib.h>

#include "common/wire.h"

/* ---- messages -------------------------------------------------------- */

static bool append_bytes(pprof_out *o, pprof_bytes *to, const void *p, size_t n)
{
    return pprof_out_check(o, corr_vec_append(NULL, to, p, n));
}

void pprof_add_number(pprof_out *o, pprof_bytes *to, unsigned field,
                      uint64_t value)
{
    uint8_t both[WIRE_HEAD_MAX];

    if (value)
        append_bytes(o, to, both,
                     wire_put_head(both, field, WIRE_VARINT, value));
}

void pprof_add_bytes(pprof_out *o, pprof_bytes *to, unsigned field,
                     const void *p, size_t n)
{
    uint8_t head[WIRE_HEAD_MAX];

    if (append_bytes(o, to, head, wire_put_head(head, field, WIRE_BYTES, n)))
        append_bytes(o, to, p, n);
}

/* Returns the number of the row with the body t->body. Writes a new row: the
 * body, then the number as its id. */
static uint32_t put_table_row(pprof_tables *t, corr_map *m, unsigned field)
{
    bool is_new;
    const uint32_t id = pprof_number_of(t->o, m, t->body.v, t->body.n, &is_new);

    if (is_new) {
        pprof_add_number(t->o, &t->body, 1, id);
        pprof_put_bytes(t->o, field, t->body.v, t->body.n);
    }
    return id;
}

/* Makes a column of n numbers, all 0. */
static void clear_numbers(pprof_tables *t, pprof_numbers *column, size_t n)
{
    column->n = 0;
    if (pprof_out_check(t->o, corr_vec_reserve(NULL, column, n + 1)))
        memset(column->v, 0, (n + 1) * sizeof *column->v);
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
    const pprof_mapping *m = &f->code.mapping.v[row];
    const mapping_key key = mapping_key_of(t, f, m);
    bool is_new;
    const uint32_t id =
        pprof_number_of(t->o, &t->mappings, &key, sizeof key, &is_new);

    t->mapping.v[row] = id;
    if (!is_new)
        return;
    if (!pprof_out_check(t->o, corr_vec_push(NULL, &t->start, m->start)))
        return;
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
    pprof_put_bytes(t->o, PPROF_MAPPING, t->body.v, t->body.n);
}

void pprof_tables_begin(pprof_tables *t, const pprof_file *f)
{
    clear_numbers(t, &t->mapping, f->code.mapping.n);
    clear_numbers(t, &t->function, f->code.function.n);
    clear_numbers(t, &t->location, f->code.location.n);
    for (size_t i = 0; i < f->code.mapping.n && !t->o->is_failed; i++)
        put_mapping(t, f, i);
}

/* ---- functions and locations ------------------------------------------ */

static uint32_t put_function(pprof_tables *t, const pprof_file *f, uint64_t id)
{
    const uint32_t row = pprof_ids_find(&f->code.function_ids, id);

    if (row >= f->code.function.n)
        return 0;
    if (t->function.v[row])
        return t->function.v[row];
    const pprof_function *fn = &f->code.function.v[row];
    const uint32_t text[] = { fn->name, fn->system_name, fn->file };
    t->body.n = 0;
    for (unsigned i = 0; i < 3; i++)
        pprof_add_number(
            t->o, &t->body, i + 2,
            (uint64_t)pprof_put_text(t->o, pprof_text(f, text[i])));
    pprof_add_number(t->o, &t->body, 5, fn->start);
    t->function.v[row] = put_table_row(t, &t->functions, PPROF_FUNCTION);
    return t->function.v[row];
}

/* Writes the functions of a location's lines. add_lines leaves out lines whose
 * function the file does not define: readers refuse such lines. */
static void put_line_functions(pprof_tables *t, const pprof_file *f,
                               const pprof_location *loc)
{
    for (uint32_t i = 0; i < loc->nline; i++)
        put_function(t, f, f->code.line.v[loc->line + i].function);
}

static void add_lines(pprof_tables *t, const pprof_file *f,
                      const pprof_location *loc)
{
    for (uint32_t i = 0; i < loc->nline; i++) {
        const pprof_line *line = &f->code.line.v[loc->line + i];
        const uint32_t row =
            pprof_ids_find(&f->code.function_ids, line->function);
        if (row >= f->code.function.n)
            continue;
        t->line.n = 0;
        pprof_add_number(t->o, &t->line, 1, t->function.v[row]);
        pprof_add_number(t->o, &t->line, 2, line->line);
        pprof_add_number(t->o, &t->line, 3, line->column);
        pprof_add_bytes(t->o, &t->body, 4, t->line.v, t->line.n);
    }
}

uint32_t pprof_tables_location(pprof_tables *t, const pprof_file *f,
                               uint64_t id)
{
    const uint32_t row = pprof_ids_find(&f->code.location_ids, id);

    if (row >= f->code.location.n || t->o->is_failed)
        return 0;
    if (t->location.v[row])
        return t->location.v[row];
    const pprof_location *loc = &f->code.location.v[row];
    const uint32_t m = pprof_ids_find(&f->code.mapping_ids, loc->mapping);
    const uint32_t mapping = m < f->code.mapping.n ? t->mapping.v[m] : 0;
    uint64_t address = loc->address;
    if (mapping)
        address += t->start.v[mapping - 1] - f->code.mapping.v[m].start;
    put_line_functions(t, f, loc);
    t->body.n = 0;
    pprof_add_number(t->o, &t->body, 2, mapping);
    pprof_add_number(t->o, &t->body, 3, address);
    add_lines(t, f, loc);
    pprof_add_number(t->o, &t->body, 5, loc->is_folded);
    t->location.v[row] = put_table_row(t, &t->locations, PPROF_LOCATION);
    return t->location.v[row];
}

void pprof_tables_clear(pprof_tables *t)
{
    corr_map_clear(&t->mappings);
    corr_map_clear(&t->functions);
    corr_map_clear(&t->locations);
    corr_vec_free(&t->start);
    corr_vec_free(&t->mapping);
    corr_vec_free(&t->function);
    corr_vec_free(&t->location);
    corr_vec_free(&t->body);
    corr_vec_free(&t->line);
}
