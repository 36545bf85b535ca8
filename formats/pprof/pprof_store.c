#include "pprof/pprof.h"

#include <stdlib.h>

void *pprof_grow(pprof_file *f, void *column, size_t *room, size_t need,
                 size_t size)
{
    const size_t had = *room;
    const bool is_there = corr_build_grow(f->b, &column, room, need, size);

    return is_there || *room > had ? column : NULL;
}

bool pprof_append(pprof_file *f, pprof_bytes *to, const void *p, size_t n)
{
    uint8_t *grown = pprof_grow(f, to->p, &to->room, to->n + n, 1);

    if (!grown)
        return false;
    to->p = grown;
    if (n)
        memcpy(grown + to->n, p, n);
    to->n += n;
    return true;
}

void pprof_malformed(pprof_file *f, const char *what)
{
    corr_damage(f->b, f->offset, 0, 1, "a malformed %s was left out", what);
}

/* ---- ids ----------------------------------------------------------- */

static void out_of_memory(pprof_file *f)
{
    corr_refuse(f->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
}

static bool map_id(pprof_file *f, pprof_ids *ids, uint64_t id, uint32_t row)
{
    bool is_new;
    uint32_t *at = corr_map_u64(&ids->map, id, &is_new);

    if (!at) {
        out_of_memory(f);
        return false;
    }
    if (is_new)
        *at = row + 1;
    return is_new;
}

bool pprof_ids_add(pprof_file *f, pprof_ids *ids, uint64_t id)
{
    if (ids->n == PPROF_NONE - 1)
        return false;
    if (!ids->is_sparse && id == (uint64_t)ids->n + 1) {
        ids->n++;
        return true;
    }
    if (!ids->is_sparse) {
        if (id > 0 && id <= ids->n)
            return false;
        ids->is_sparse = true;
        for (uint32_t i = 0; i < ids->n; i++)
            map_id(f, ids, (uint64_t)i + 1, i);
    }
    if (!map_id(f, ids, id, ids->n))
        return false;
    ids->has_zero |= id == 0;
    ids->n++;
    return true;
}

uint32_t pprof_ids_find(const pprof_ids *ids, uint64_t id)
{
    if (!ids->is_sparse)
        return id > 0 && id <= ids->n ? (uint32_t)(id - 1) : PPROF_NONE;
    const uint32_t *at = corr_map_find_u64(&ids->map, id);

    return at ? *at - 1 : PPROF_NONE;
}

/* ---- memos --------------------------------------------------------- */

static bool memo_append(pprof_file *f, pprof_memo *m, const uint8_t *p,
                        size_t n)
{
    size_t *at = pprof_grow(f, m->at, &m->at_room, m->n + 2, sizeof *at);
    if (at)
        m->at = at;
    uint64_t *offset =
        pprof_grow(f, m->offset, &m->offset_room, m->n + 1, sizeof *offset);
    if (offset)
        m->offset = offset;
    uint8_t *bytes = pprof_grow(f, m->bytes, &m->bytes_room, m->nbytes + n, 1);
    if (bytes)
        m->bytes = bytes;
    if (!at || !offset || !bytes)
        return false;
    if (n)
        memcpy(bytes + m->nbytes, p, n);
    at[m->n] = m->nbytes;
    offset[m->n] = f->offset;
    m->nbytes += n;
    m->n++;
    at[m->n] = m->nbytes;
    return true;
}

/* The texts are needed again at the end, by number only. */
uint32_t pprof_memo_find(pprof_file *f, pprof_memo *m, const uint8_t *p,
                         size_t n)
{
    const corr_str bytes = { (const char *)p, n };
    uint32_t at;

    if (corr_names_find(&m->number, &bytes, 1, &at))
        return at - 1;
    if (m->n == PPROF_NONE - 1 || !memo_append(f, m, p, n))
        return 0;
    if (!corr_names_add(&m->number, bytes, (uint32_t)m->n)) {
        out_of_memory(f);
        return 0;
    }
    return (uint32_t)m->n - 1;
}

corr_cur pprof_memo_at(const pprof_memo *m, size_t i)
{
    return corr_cur_of(m->bytes + m->at[i], m->at[i + 1] - m->at[i]);
}

void pprof_end_memo(pprof_memo *m)
{
    corr_names_clear(&m->number);
}

static void memo_clear(pprof_memo *m)
{
    pprof_end_memo(m);
    free(m->bytes);
    free(m->at);
    free(m->offset);
}

/* ---- texts --------------------------------------------------------- */

uint32_t pprof_string(pprof_file *f, uint64_t raw_index, const char *field)
{
    if (raw_index > f->texts.reach.string)
        f->texts.reach = (pprof_reach){ raw_index, f->offset, field };
    return raw_index < PPROF_NONE ? (uint32_t)raw_index : PPROF_NONE;
}

corr_str pprof_text(const pprof_file *f, uint32_t string)
{
    if (string == 0 || string >= f->texts.n)
        return (corr_str){ "", 0 };
    size_t at = f->texts.at[string];
    corr_str s = { (const char *)f->texts.bytes.p + at,
                   f->texts.at[string + 1] - at };

    return s.n ? s : (corr_str){ "", 0 };
}

/* ---- functions ------------------------------------------------------ */

corr_str pprof_name(const pprof_file *f, const pprof_function *fn)
{
    corr_str name = pprof_text(f, fn->name);

    return name.n ? name : pprof_text(f, fn->system_name);
}

pprof_function *pprof_function_of(const pprof_file *f, uint64_t id)
{
    uint32_t i = pprof_ids_find(&f->code.function_ids, id);

    return i == PPROF_NONE ? NULL : &f->code.function[i];
}

corr_str pprof_leaf(const pprof_file *f, size_t stack)
{
    corr_cur c = pprof_memo_at(&f->samples.stacks, stack);
    uint32_t i = pprof_ids_find(&f->code.location_ids, corr_cur_varint(&c));

    if (c.bad || i == PPROF_NONE || f->code.location[i].nline == 0)
        return (corr_str){ "", 0 };
    const pprof_function *fn =
        pprof_function_of(f, f->code.line[f->code.location[i].line].function);
    return fn ? pprof_name(f, fn) : (corr_str){ "", 0 };
}

/* ---- the end ---------------------------------------------------------- */

void pprof_drop_frames(pprof_file *f)
{
    free(f->code.line);
    free(f->code.location);
    free(f->made.run);
    free(f->made.frame);
    free(f->made.path);
    f->code.line = NULL;
    f->code.location = NULL;
    f->made.run = NULL;
    f->made.frame = f->made.path = NULL;
}

void pprof_clear(pprof_file *f)
{
    pprof_drop_frames(f);
    corr_arena_clear(&f->scratch);
    memo_clear(&f->samples.stacks);
    memo_clear(&f->samples.labels);
    corr_map_clear(&f->code.mapping_ids.map);
    corr_map_clear(&f->code.function_ids.map);
    corr_map_clear(&f->code.location_ids.map);
    for (size_t i = 0; i < sizeof f->samples.list / sizeof *f->samples.list;
         i++)
        free(f->samples.list[i].p);
    free(f->texts.bytes.p);
    free(f->texts.at);
    free(f->head.type);
    free(f->code.mapping);
    free(f->code.function);
    free(f->samples.rows.p);
    free(f->head.comment);
    free(f->made.text);
    free(f->made.stack);
    free(f->made.label_set);
}
