/* The end of a file: gives names to the rows that were kept by number. */
#include "pprof/pprof.h"

#include "common/module_name.h"
#include "common/wire.h"

/* ---- is it a profile at all ---------------------------------------- */

static bool has_texts(pprof_file *f)
{
    const unsigned long long end = f->offset;
    static const char field[] = "Profile.string_table";

    if (f->texts.end.n > 0)
        return true;
    if (end == 0)
        corr_refuse(f->b, CORR_EFORMAT, 0, NULL, "the file is empty");
    else
        corr_refuse(f->b, CORR_EFORMAT, end, field,
                    "the data ends at byte %llu, %s string table; all names "
                    "are missing",
                    end, f->is_cut ? "before the" : "without a");
    return false;
}

/* False: several profiles were appended to one another. corr cannot separate
 * them, because every text after the first profile is at the wrong index. */
static bool is_single(pprof_file *f)
{
    unsigned n =
        f->head.times > f->texts.tables ? f->head.times : f->texts.tables;

    if (n > 1)
        corr_refuse(
            f->b, CORR_EFORMAT, CORR_NO_OFFSET, NULL,
            "%u profiles in one file cannot be separated; give corr %u files",
            n, n);
    return n <= 1;
}

static bool has_types(pprof_file *f)
{
    static const char field[] = "Profile.sample_type";

    if (f->samples.n > 0 && f->head.type.n == 0 && !pprof_type_untyped(f)) {
        corr_refuse(f->b, CORR_EFORMAT, CORR_NO_OFFSET, field,
                    "there are samples but no sample type");
        return false;
    }
    for (size_t i = 0; f->is_cut && i < f->head.type.n; i++)
        if (f->head.type.v[i].type >= f->texts.end.n ||
            f->head.type.v[i].unit >= f->texts.end.n) {
            corr_refuse(
                f->b, CORR_EFORMAT, f->offset, field,
                "cut off at byte %llu, before the names of the sample types",
                (unsigned long long)f->offset);
            return false;
        }
    const char *lack = f->is_cut ? pprof_kind_lacks(f) : NULL;
    if (lack)
        corr_refuse(f->b, CORR_EFORMAT, f->offset, field,
                    "cut off at byte %llu, before %s",
                    (unsigned long long)f->offset, lack);
    return lack == NULL;
}

static bool has_values(pprof_file *f)
{
    const pprof_count *bad = &f->samples.first;

    if (bad->offset == CORR_NO_OFFSET)
        return true;
    if (bad->n == f->head.type.n)
        bad = &f->samples.uneven;
    if (bad->offset == CORR_NO_OFFSET)
        return true;
    corr_refuse(f->b, CORR_EFORMAT, bad->offset, "Sample.value",
                "sample %llu has %zu value%s, but the file has %zu sample "
                "type%s",
                (unsigned long long)bad->row, bad->n, corr_plural(bad->n),
                f->head.type.n, corr_plural(f->head.type.n));
    return false;
}

static bool is_sound(pprof_file *f)
{
    if (!has_texts(f) || !is_single(f) || !has_types(f) || !has_values(f))
        return false;
    if (f->texts.reach.string >= f->texts.end.n && !f->is_cut) {
        corr_refuse(f->b, CORR_EFORMAT, f->texts.reach.offset,
                    f->texts.reach.field,
                    "%s is %lld, but the string table has %zu entries",
                    f->texts.reach.field, (long long)f->texts.reach.string,
                    f->texts.end.n);
        return false;
    }
    if (f->code.location_ids.has_zero)
        corr_warn(
            f->b, CORR_NO_OFFSET,
            "a location has the reserved id 0; it is used like any other");
    return true;
}

/* ---- names --------------------------------------------------------- */

/* Whether a Go program ran, whichever profiler wrote the file: a source file
 * shows it, or, without source files, the functions that start every Go
 * program. */
static bool is_go(const pprof_file *f)
{
    static const char *const roots[] = { "runtime.main", "runtime.goexit",
                                         "runtime.mcall", "runtime.mstart" };

    for (size_t i = 0; i < f->code.function.n; i++) {
        if (corr_str_ends(pprof_text(f, f->code.function.v[i].file), ".go"))
            return true;
        for (size_t k = 0; k < sizeof roots / sizeof *roots; k++)
            if (corr_str_is(pprof_text(f, f->code.function.v[i].name),
                            roots[k]))
                return true;
    }
    return false;
}

/* ---- frames -------------------------------------------------------- */

static pprof_mapping *find_mapping(pprof_file *f, uint64_t id)
{
    uint32_t i = id ? pprof_ids_find(&f->code.mapping_ids, id) : PPROF_NONE;

    if (i == PPROF_NONE)
        return NULL;
    pprof_mapping *m = &f->code.mapping.v[i];
    if (!m->is_bound) {
        const corr_str file = pprof_text(f, m->file);
        m->module = corr_add_text(f->b, module_name(file));
        m->is_kernel = corr_str_starts(file, "[kernel");
        m->is_bound = true;
    }
    return m;
}

/* The place of code without a name: its offset in its file, which stays the
 * same in the next run; its address if the file is unknown; 0 if both are. */
static uint64_t place_of_location(const pprof_location *loc,
                                  const pprof_mapping *m)
{
    if (loc->address == UINT64_MAX)
        return 0;
    if (!m || !m->module.i)
        return loc->address;
    return loc->address < m->start ? 0 : loc->address - m->start + m->offset;
}

/* Binds a text of the string table. Many functions name the same file, so each
 * text is bound once. */
static corr_text bound_text(pprof_file *f, uint32_t string)
{
    if (string >= f->texts.end.n)
        return (corr_text){ 0 };
    if (!f->made.text.v[string].i)
        f->made.text.v[string] = corr_add_text(f->b, pprof_text(f, string));
    return f->made.text.v[string];
}

/* Reads "12:3" at the end of "f (a.js:12:3)". */
static bool ends_in_place(corr_str text, uint64_t *line, uint64_t *column)
{
    corr_str first, last;

    text.n -= corr_str_ends(text, ")");
    return corr_str_cut_last(text, ':', &text, &last) &&
           corr_str_u64(last, column) && *column <= UINT32_MAX &&
           corr_str_cut_last(text, ':', &text, &first) &&
           corr_str_u64(first, line) && *line <= UINT32_MAX;
}

/* Where a function without a name of its own begins: the line that the file
 * says, or that in "(anonymous:L#4:C#9)", which also has the column. */
static void begin_of(pprof_file *f, const pprof_function *fn, uint32_t *line,
                     uint32_t *column)
{
    static const char form[] = "(anonymous:L#";
    corr_str text = pprof_text(f, fn->system_name), first, last;
    uint64_t l, c;

    *line = fn->start;
    *column = 0;
    if (fn->start && ends_in_place(text, &l, &c) && l == fn->start)
        *column = (uint32_t)c;
    if (!corr_str_starts(text, form) || !corr_str_ends(text, ")"))
        return;
    text = corr_str_from(text, sizeof form - 1);
    text.n--;
    if (corr_str_cut(text, ':', &first, &last) && corr_str_starts(last, "C#") &&
        corr_str_u64(first, &l) && l <= UINT32_MAX &&
        corr_str_u64(corr_str_from(last, 2), &c) && c <= UINT32_MAX) {
        *line = (uint32_t)l;
        *column = (uint32_t)c;
    }
}

/* A function of a mapping; fn NULL: without a name. */
static corr_func func_of(pprof_file *f, pprof_function *fn,
                         const pprof_mapping *m)
{
    const corr_text none = { 0 };
    const uint32_t mapping = m ? (uint32_t)(m - f->code.mapping.v) : PPROF_NONE;
    const corr_text module = m ? m->module : none;

    if (!fn || pprof_name(f, fn).n == 0)
        return corr_add_func(f->b, none, none, module);
    if (!fn->func.i || fn->mapping != mapping) {
        corr_text name = corr_add_text(f->b, pprof_name(f, fn));
        corr_text file = bound_text(f, fn->file);
        uint32_t line, column;
        begin_of(f, fn, &line, &column);
        fn->func = corr_add_func_at(f->b, name, file, module, line, column);
        fn->mapping = mapping;
    }
    return fn->func;
}

static uint32_t bind_frame(pprof_file *f, const pprof_location *loc,
                           const pprof_mapping *m, uint32_t i)
{
    const bool is_inlined = i + 1 < loc->nline;
    corr_frame_row row = { .address = place_of_location(loc, m) };

    const pprof_line *line =
        loc->nline ? &f->code.line.v[loc->line + i] : &(pprof_line){ 0 };
    pprof_function *fn =
        loc->nline ? pprof_function_of(f, line->function) : NULL;
    row.func = func_of(f, fn, m);
    if (fn && fn->system_name && fn->system_name != fn->name)
        row.written = bound_text(f, fn->system_name);
    row.line = line->line;
    row.type = m && m->is_kernel ? CORR_FRAME_KERNEL
               : is_inlined      ? CORR_FRAME_INLINED
                                 : CORR_FRAME_PLAIN;
    return corr_add_frame(f->b, &row).i;
}

/* The frames are outermost first: line 0 was inlined into line 1, and so on. */
static pprof_run bind_location(pprof_file *f, const pprof_location *loc)
{
    pprof_run run = { (uint32_t)f->made.frame.n, loc->nline ? loc->nline : 1 };
    const pprof_mapping *m = find_mapping(f, loc->mapping);

    if (run.n == 1) {
        run.at = bind_frame(f, loc, m, 0);
        return run;
    }
    if (!corr_vec_reserve(f->b, &f->made.frame, run.n))
        return (pprof_run){ 0, 0 };
    for (uint32_t i = run.n; i-- > 0;)
        f->made.frame.v[f->made.frame.n++] = bind_frame(f, loc, m, i);
    return run;
}

/* ---- stacks -------------------------------------------------------- */

/* Reads the locations of a distinct stack, leaf first, into f->made.path. */
static bool find_path(pprof_file *f, size_t stack)
{
    corr_cur c = pprof_memo_at(&f->samples.stacks, stack);

    f->made.path.n = 0;
    while (c.p < c.end) {
        const uint32_t row =
            pprof_ids_find(&f->code.location_ids, corr_cur_varint(&c));
        if (c.bad || row == PPROF_NONE ||
            !corr_vec_push(f->b, &f->made.path, row))
            return false;
    }
    return true;
}

static corr_stack bind_stack(pprof_file *f)
{
    const uint32_t *path = f->made.path.v;
    const size_t n = f->made.path.n;

    corr_begin_stack(f->b);
    const size_t leaf = pprof_pruned(f, path, n);
    for (size_t i = n; i-- > leaf;) {
        const pprof_run *run = &f->made.run.v[path[i]];
        const uint32_t *frame =
            run->n == 1 ? &run->at : f->made.frame.v + run->at;
        for (uint32_t k = 0; k < run->n; k++)
            corr_push_frame(f->b, (corr_frame){ frame[k] });
    }
    return corr_end_stack(f->b);
}

static void mark_path(pprof_file *f)
{
    const uint32_t *path = f->made.path.v;
    const size_t n = f->made.path.n;

    for (size_t i = pprof_pruned(f, path, n); i < n; i++)
        f->made.run.v[path[i]].n = 1;
}

/* Binds the locations that some stack shows, in file order, so that the file's
 * tables are read from front to back. */
static void bind_locations(pprof_file *f)
{
    for (size_t i = 0; i < f->samples.stacks.end.n; i++)
        if (find_path(f, i))
            mark_path(f);
    for (size_t i = 0; i < f->code.location.n && !corr_build_failed(f->b); i++)
        if (f->made.run.v[i].n)
            f->made.run.v[i] = bind_location(f, &f->code.location.v[i]);
}

/* Reserves count + 1 elements, all zero. */
#define ZEROED(f, x, count)                                                    \
    (corr_vec_reserve((f)->b, (x), (count) + 1) &&                             \
     memset((x)->v, 0, ((count) + 1) * sizeof *(x)->v))

static bool make_columns(pprof_file *f)
{
    return corr_vec_reserve(f->b, &f->made.stack, f->samples.stacks.end.n) &&
           ZEROED(f, &f->made.run, f->code.location.n) &&
           ZEROED(f, &f->made.text, f->texts.end.n);
}

static void bind_stacks(pprof_file *f)
{
    if (!make_columns(f))
        return;
    bind_locations(f);
    for (size_t i = 0; i < f->samples.stacks.end.n && !corr_build_failed(f->b);
         i++)
        f->made.stack.v[i] = find_path(f, i) ? bind_stack(f).i : PPROF_NONE;
}

/* ---- labels -------------------------------------------------------- */

bool pprof_next_label(pprof_file *f, corr_cur *list, pprof_label *label)
{
    wire_field field;
    wire_field w;

    if (!wire_next(list, &field))
        return false;
    *label = (pprof_label){ 0 };
    while (wire_next(&field.bytes, &w)) {
        if (w.number == 1)
            label->key = pprof_string(f, w.value, "Label.key");
        else if (w.number == 2)
            label->str = pprof_string(f, w.value, "Label.str");
        else if (w.number == 3)
            label->num = (int64_t)w.value;
        else if (w.number == 4)
            label->unit = pprof_string(f, w.value, "Label.num_unit");
    }
    return true;
}

/* A label is a text if it has one, else a number if it has a number or a unit,
 * else it is dropped (corr-methods 4.8). */
static corr_labels bind_label_set(pprof_file *f, size_t set)
{
    corr_cur c = pprof_memo_at(&f->samples.labels, set);
    pprof_label l;

    corr_repeat_labels(f->b);
    corr_begin_labels(f->b);
    while (pprof_next_label(f, &c, &l)) {
        corr_str key = pprof_text(f, l.key);
        if (key.n && l.str)
            corr_push_label(f->b, key, pprof_text(f, l.str));
        else if (key.n && (l.num || l.unit))
            corr_push_int(f->b, key, l.num, pprof_text(f, l.unit));
    }
    return corr_end_labels(f->b);
}

static void bind_labels(pprof_file *f)
{
    const size_t n = f->samples.labels.end.n;

    if (!ZEROED(f, &f->made.label_set, n))
        return;
    for (size_t i = 1; i < n && !corr_build_failed(f->b); i++)
        f->made.label_set.v[i] = bind_label_set(f, i).i;
}

void pprof_bind(pprof_file *f)
{
    if (!is_sound(f))
        return;
    f->made.is_go = is_go(f);
    pprof_prune(f);
    pprof_end_memo(&f->samples.stacks);
    pprof_end_memo(&f->samples.labels);
    bind_stacks(f);
    bind_labels(f);
    if (corr_build_failed(f->b))
        return;
    pprof_add_rows(f);
    pprof_add_facts(f);
}
