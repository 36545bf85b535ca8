#include "common/reader.h"
#include "pprof_legacy/legacy.h"

/* ---- addresses ----------------------------------------------------------- */

void legacy_name(legacy *f, uint64_t address, corr_str name, corr_str file,
                 uint32_t line)
{
    const uint32_t *at = corr_map_find_u64(&f->places, address);

    if (!at || *at == 0)
        return;
    legacy_place *p = &f->place.v[*at - 1];
    p->is_listed = f->lists;
    if (name.n == 0 || p->name.i)
        return;
    p->is_runtime = corr_str_starts(name, "runtime.") ||
                    corr_str_starts(name, "internal/runtime/");
    p->name = corr_add_text(f->b, name);
    p->file = corr_add_text(f->b, file);
    p->line = line;
}

/* ---- stacks -------------------------------------------------------------- */

void legacy_begin(legacy *f)
{
    f->open.n = 0;
}

void legacy_push(legacy *f, uint64_t address)
{
    if (address == 0)
        return;
    uint32_t *at = reader_number_entry(f->b, &f->places, address);
    if (at && *at == 0 &&
        corr_vec_push(f->b, &f->place, (legacy_place){ .address = address }))
        *at = (uint32_t)f->place.n;
    if (at && *at)
        (void)corr_vec_push(f->b, &f->open, *at - 1);
}

corr_stack legacy_end(legacy *f)
{
    late_stack *s = corr_build_failed(f->b)
                        ? NULL
                        : late_stack_of(&f->stacks, f->b, f->open.v, f->open.n);

    if (!s)
        return (corr_stack){ 0 };
    s->mark++;
    return s->later;
}

/* ---- frames -------------------------------------------------------------- */

static corr_frame frame_of(legacy *f, legacy_place *p)
{
    if (p->frame.i)
        return p->frame;
    legacy_mapping *m = legacy_find_map(f, p->address);
    corr_frame_row row = { .line = p->line, .address = p->address };

    if (m && m->nname && !m->module.i)
        m->module =
            corr_add_text(f->b, (corr_str){ f->names.v + m->name, m->nname });
    if (m && m->nname)
        row.address = p->address - m->start + m->offset;
    row.func =
        corr_add_func(f->b, p->name, p->file, m ? m->module : (corr_text){ 0 });
    p->frame = corr_add_frame(f->b, &row);
    return p->frame;
}

/* Marks the frames of a stack that Go lists below it (printStackRecord of its
 * runtime/pprof). Go leaves out runtime.goexit, the root, and functions of the
 * runtime at the leaf, unless the stack has no other functions. So an unlisted
 * frame is not unknown code. */
static void find_listed(const legacy *f, const late_stack *s, uint32_t *from,
                        uint32_t *end)
{
    const uint32_t *path = corr_vec_from(&f->stacks.path, s->at);
    uint32_t first = 0, leaf = 0;

    *from = 0;
    *end = s->n;
    while (first < s->n && !f->place.v[path[first]].is_listed)
        first++;
    if (first == s->n)
        return;
    *end -= !f->place.v[path[s->n - 1]].is_listed;
    while (leaf < *end && (!f->place.v[path[leaf]].is_listed ||
                           f->place.v[path[leaf]].is_runtime))
        leaf++;
    if (f->hides_runtime && leaf < *end)
        *from = leaf;
}

static void bind_stack(legacy *f, const late_stack *s, uint64_t skip)
{
    const uint32_t *path = corr_vec_from(&f->stacks.path, s->at);
    uint32_t from, end;

    find_listed(f, s, &from, &end);
    corr_begin_stack(f->b);
    for (uint32_t i = end; i-- > from;)
        if ((i != 1 || skip == 0 || f->place.v[path[i]].address != skip) &&
            !legacy_push_symbols(f, &f->place.v[path[i]]))
            corr_push_frame(f->b, frame_of(f, &f->place.v[path[i]]));
    corr_set_stack(f->b, s->later);
}

void legacy_bind(legacy *f, uint64_t skip)
{
    for (size_t i = 0; i < f->stacks.stack.n && !corr_build_failed(f->b); i++)
        bind_stack(f, &f->stacks.stack.v[i], skip);
}

void legacy_clear(legacy *f)
{
    corr_map_clear(&f->places);
    corr_map_clear(&f->symbols);
    corr_vec_free(&f->symbol);
    late_stacks_clear(&f->stacks);
    corr_vec_free(&f->place);
    corr_vec_free(&f->open);
    corr_vec_free(&f->mapping);
    corr_vec_free(&f->names);
    corr_vec_free(&f->text);
}
