/*
 * Names of addresses, where a text has them.
 *
 * A symbolized profile (pprof --raw of gperftools, php-memprof) has its names in
 * front, and the profile itself, in text or binary, behind them:
 *
 *     --- symbol
 *     binary=/bin/server
 *     0x0000000000401000 main
 *     0x0000000000402000 strlen--parse     inlined calls, innermost first
 *     ---
 *     --- heap                             or profile, growth, contention
 *
 * Some writers name the address in a stack, others the call before it.
 *
 * Java's profiles have their names behind the stacks.  An address there is a
 * number without a place in memory:
 *
 *     0x00000003 com.example.Main.run (Main.java:12)
 *     0x00000004 memcpy (/lib/libc.so)
 *     0x00000005 GC
 */
#include "common/reader.h"
#include "common/text_piece.h"
#include "pprof_legacy/legacy.h"

/* ---- symbols in front ---------------------------------------------------- */

static void add_symbol(legacy *f, uint64_t address, corr_str names)
{
    uint32_t *at = reader_number_entry(f->b, &f->symbols, address);

    if (!at || *at || !corr_vec_reserve(f->b, &f->symbol, 1) ||
        !corr_vec_append(f->b, &f->names, names.p, names.n))
        return;
    f->symbol.v[f->symbol.n++] =
        (legacy_symbol){ f->names.n - names.n, names.n };
    *at = (uint32_t)f->symbol.n;
}

static bool read_symbol(legacy *f)
{
    corr_str s = f->line, key, value;
    uint64_t address;

    if (corr_str_cut(s, '=', &key, &value) && corr_str_is(key, "binary")) {
        f->has_owner = f->has_owner || reader_program(f->b, value);
        return true;
    }
    if (!corr_str_starts(s, "0x") || !legacy_take_hex(&s, &address))
        return false;
    s = corr_str_trim(s);
    if (s.n)
        add_symbol(f, address, s);
    return true;
}

/* Whether the next line is "--- heap": the name of the section, behind which
 * the profile has its own first line, such as "--- contentionz 1 ---". */
static bool is_section(legacy *f)
{
    size_t got;
    const uint8_t *p = corr_src_peek(f->in, 64, &got);
    corr_str line = { (const char *)p, got };

    line.n = corr_str_find(line, '\n');
    line = corr_str_trim(line);
    return corr_str_starts(line, "--- ") && !corr_str_ends(line, "---") &&
           !corr_str_ends(line, ":");
}

void legacy_read_symbols(legacy *f)
{
    f->has_symbols = true;
    while (!corr_build_failed(f->b) && legacy_next(f)) {
        if (corr_str_is(f->line, "---"))
            break;
        if (f->line.n && !read_symbol(f))
            legacy_lose_line(f, "a symbol");
    }
    if (is_section(f))
        legacy_next(f);
}

/* The names of an address, "strlen--parse"; empty: unknown. */
static corr_str names_of(const legacy *f, uint64_t address)
{
    const uint32_t *at = corr_map_find_u64(&f->symbols, address);

    if (!at || !*at)
        at = corr_map_find_u64(&f->symbols, address + 1);
    if (!at || !*at)
        return (corr_str){ "", 0 };
    const legacy_symbol *s = &f->symbol.v[*at - 1];
    return (corr_str){ f->names.v + s->at, s->n };
}

/* Cuts the last name of a chain off.  False: the chain is empty. */
static bool cut_last_name(corr_str *chain, corr_str *name)
{
    while (corr_str_ends(*chain, "--"))
        chain->n -= 2;
    size_t from = chain->n;
    while (from > 0 && !(from >= 2 && chain->p[from - 1] == '-' &&
                         chain->p[from - 2] == '-'))
        from--;
    *name = corr_str_from(*chain, from);
    chain->n = from;
    return name->n > 0;
}

bool legacy_push_symbols(legacy *f, const legacy_place *p)
{
    corr_str chain = names_of(f, p->address), name;
    const legacy_mapping *m = legacy_find_map(f, p->address);
    corr_frame_type type = CORR_FRAME_PLAIN;
    bool is_any = false;

    while (cut_last_name(&chain, &name)) {
        corr_push_frame(
            f->b,
            corr_add_frame(
                f->b, &(corr_frame_row){ .func = corr_add_func(
                                             f->b, corr_add_text(f->b, name),
                                             (corr_text){ 0 },
                                             m ? m->module : (corr_text){ 0 }),
                                         .type = type }));
        type = CORR_FRAME_INLINED;
        is_any = true;
    }
    return is_any;
}

/* ---- names behind the stacks of Java ------------------------------------- */

/* Splits "run (Main.java:12)" and "memcpy (/lib/libc.so)". */
static void split_place(corr_str *name, corr_str *file, uint32_t *line)
{
    corr_str before, inside, path, number;
    uint64_t n;

    *file = (corr_str){ "", 0 };
    *line = 0;
    if (!corr_str_ends(*name, ")") ||
        !corr_str_cut_last(*name, '(', &before, &inside) || before.n == 0 ||
        !text_is_blank(before.p[before.n - 1]))
        return;
    inside.n--;
    *name = corr_str_trim(before);
    if (!corr_str_cut_last(inside, ':', &path, &number)) {
        *file = corr_str_base(inside);
        return;
    }
    *file = path;
    if (corr_str_u64(number, &n) && n <= UINT32_MAX)
        *line = (uint32_t)n;
}

bool legacy_java_name(legacy *f)
{
    corr_str s = f->line, file;
    uint64_t address;
    uint32_t line;

    if (!corr_str_starts(s, "0x") || !legacy_take_hex(&s, &address) || !s.n ||
        !text_is_blank(*s.p))
        return false;
    s = corr_str_trim(s);
    if (legacy_find(s, "generated stub/JIT").n)
        s = CORR_STR("STUB");
    split_place(&s, &file, &line);
    legacy_name(f, address, s, file, line);
    return true;
}

void legacy_java_names(legacy *f)
{
    while (!corr_build_failed(f->b) && legacy_next(f))
        if (f->line.n && !legacy_java_name(f))
            legacy_lose_line(f, "the name of an address");
}
