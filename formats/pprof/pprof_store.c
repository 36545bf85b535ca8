#include "common/reader.h"
#include "pprof/pprof.h"

void pprof_malformed(pprof_file *f, const char *what)
{
    corr_damage(f->b, f->offset, 0, 1, "a malformed %s was left out", what);
}

/* ---- ids ----------------------------------------------------------- */

static bool map_id(pprof_file *f, pprof_ids *ids, uint64_t id, uint32_t row)
{
    uint32_t *at = reader_number_entry(f->b, &ids->map, id);

    if (!at || *at)
        return false;
    *at = row + 1;
    return true;
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
    /* one more byte, so that an empty memo has a pointer to its bytes */
    return corr_vec_reserve(f->b, &m->bytes, n + 1) &&
           corr_vec_append(f->b, &m->bytes, p, n) &&
           corr_vec_push(f->b, &m->offset, f->offset) &&
           corr_vec_push(f->b, &m->end, m->bytes.n);
}

/* The texts are needed again at the end, by number only. */
uint32_t pprof_memo_find(pprof_file *f, pprof_memo *m, const uint8_t *p,
                         size_t n)
{
    const corr_str bytes = { (const char *)p, n };
    uint32_t at;

    if (corr_names_find(&m->number, &bytes, 1, &at))
        return at - 1;
    if (m->end.n == PPROF_NONE - 1 || !memo_append(f, m, p, n))
        return 0;
    if (!corr_names_add(&m->number, bytes, (uint32_t)m->end.n)) {
        reader_no_memory(f->b);
        return 0;
    }
    return (uint32_t)m->end.n - 1;
}

corr_cur pprof_memo_at(const pprof_memo *m, size_t i)
{
    const size_t from = i ? m->end.v[i - 1] : 0;

    return corr_cur_of(corr_vec_from(&m->bytes, from), m->end.v[i] - from);
}

void pprof_end_memo(pprof_memo *m)
{
    corr_names_clear(&m->number);
}

static void memo_clear(pprof_memo *m)
{
    pprof_end_memo(m);
    corr_vec_free(&m->bytes);
    corr_vec_free(&m->end);
    corr_vec_free(&m->offset);
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
    if (string == 0 || string >= f->texts.end.n)
        return (corr_str){ "", 0 };
    const size_t from = f->texts.end.v[string - 1];
    const corr_str s = { (const char *)corr_vec_from(&f->texts.bytes, from),
                         f->texts.end.v[string] - from };

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

    return i == PPROF_NONE ? NULL : &f->code.function.v[i];
}

corr_str pprof_leaf(const pprof_file *f, size_t stack)
{
    corr_cur c = pprof_memo_at(&f->samples.stacks, stack);
    uint32_t i = pprof_ids_find(&f->code.location_ids, corr_cur_varint(&c));

    if (c.bad || i == PPROF_NONE || f->code.location.v[i].nline == 0)
        return (corr_str){ "", 0 };
    const pprof_function *fn = pprof_function_of(
        f, f->code.line.v[f->code.location.v[i].line].function);
    return fn ? pprof_name(f, fn) : (corr_str){ "", 0 };
}

/* ---- the end ---------------------------------------------------------- */

void pprof_drop_frames(pprof_file *f)
{
    corr_vec_free(&f->code.line);
    corr_vec_free(&f->code.location);
    corr_vec_free(&f->made.run);
    corr_vec_free(&f->made.frame);
    corr_vec_free(&f->made.path);
}

void pprof_clear(pprof_file *f)
{
    corr_set_reading(f->b, NULL);
    pprof_drop_frames(f);
    corr_arena_clear(&f->scratch);
    memo_clear(&f->samples.stacks);
    memo_clear(&f->samples.labels);
    corr_map_clear(&f->code.mapping_ids.map);
    corr_map_clear(&f->code.function_ids.map);
    corr_map_clear(&f->code.location_ids.map);
    for (size_t i = 0; i < sizeof f->samples.list / sizeof *f->samples.list;
         i++)
        corr_vec_free(&f->samples.list[i]);
    corr_vec_free(&f->texts.bytes);
    corr_vec_free(&f->texts.end);
    corr_vec_free(&f->head.type);
    corr_vec_free(&f->code.mapping);
    corr_vec_free(&f->code.function);
    corr_vec_free(&f->samples.rows);
    corr_vec_free(&f->head.comment);
    corr_vec_free(&f->made.text);
    corr_vec_free(&f->made.stack);
    corr_vec_free(&f->made.label_set);
}
