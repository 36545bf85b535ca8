/* The memory map of a legacy profile: /proc/self/maps as Linux writes it,
 *
 *     00400000-00fcb000 r-xp 00000000 00:00 1531        /bin/server
 *
 * or the short form of threadz and similar profiles, code only,
 *
 *       00400000-00fcb000: /bin/server
 *
 * Lines between them may abbreviate the paths, "source=/home"; a base name
 * does not contain the abbreviation. */
#include "common/module_name.h"
#include "corr_sort.h"
#include "pprof_legacy/legacy.h"

#include <stdlib.h>

/* A profile names no service; the first file that it runs is the best
 * substitute. */
static void set_owner(legacy *f, corr_str name)
{
    if (f->has_owner || name.n == 0 || name.p[0] == '[')
        return;
    f->has_owner = true;
    corr_begin_labels(f->b);
    corr_push_label(f->b, CORR_STR("process.executable.name"), name);
    corr_set_owner(f->b, corr_add_proc(f->b, corr_end_labels(f->b)));
}

static void add_mapping(legacy *f, legacy_mapping m, corr_str name)
{
    m.name = f->names.n;
    m.nname = name.n;
    if (!corr_vec_reserve(f->b, &f->mapping, 1) ||
        !corr_vec_append(f->b, &f->names, name.p, name.n))
        return;
    f->mapping.v[f->mapping.n++] = m;
    set_owner(f, name);
}

/* Removes the next word; empty at the end. */
static corr_str take_map_word(corr_str *s)
{
    *s = corr_str_trim(*s);
    corr_str word = { s->p, 0 };

    while (word.n < s->n && s->p[word.n] != ' ' && s->p[word.n] != '\t')
        word.n++;
    s->p += word.n;
    s->n -= word.n;
    return word;
}

static bool is_code(corr_str permissions)
{
    return corr_str_find(permissions, 'x') < permissions.n;
}

/* Reads "name (@offset) build" after the colon of the short form. */
static corr_str short_name(corr_str s, uint64_t *offset)
{
    corr_str rest = legacy_find(s, " (@");
    const size_t n = s.n - rest.n;

    if (legacy_take(&rest, "(@") && legacy_take_hex(&rest, offset))
        s.n = n;
    return corr_str_trim(s);
}

/* False: the line is not part of a memory map. */
static bool read_mapping(legacy *f, corr_str s)
{
    legacy_mapping m = { 0 };

    if (!legacy_take_hex(&s, &m.start) || !legacy_take(&s, "-") ||
        !legacy_take_hex(&s, &m.limit) || m.start > m.limit)
        return false;
    if (legacy_take(&s, ":")) {
        corr_str name = short_name(corr_str_trim(s), &m.offset);
        add_mapping(f, m, module_name(name));
        return true;
    }
    corr_str permissions = take_map_word(&s);
    if (permissions.n < 3 || !legacy_take_hex(&s, &m.offset))
        return false;
    take_map_word(&s); /* device */
    take_map_word(&s); /* inode */
    if (is_code(permissions))
        add_mapping(f, m, module_name(corr_str_trim(s)));
    return true;
}

bool legacy_is_map(corr_str line)
{
    return corr_str_starts(line, "--- Memory map:") ||
           corr_str_starts(line, "MAPPED_LIBRARIES:");
}

void legacy_read_map(legacy *f)
{
    f->has_map = true;
    while (!corr_build_failed(f->b) && legacy_next(f)) {
        bool is_setting = corr_str_find(f->line, '=') < f->line.n;
        if (f->line.n && !legacy_is_map(f->line) && !read_mapping(f, f->line) &&
            !is_setting)
            corr_warn(f->b, f->offset,
                      "line %llu is no line of a memory map: left out",
                      f->number);
    }
}

bool legacy_map(legacy *f)
{
    if (!legacy_is_map(f->line))
        return false;
    legacy_read_map(f);
    return true;
}

SORT_BY(by_map_start, legacy_mapping, ASC(start), ASC(name))

void legacy_sort_map(legacy *f)
{
    if (f->mapping.n)
        qsort(f->mapping.v, f->mapping.n, sizeof *f->mapping.v, by_map_start);
}

legacy_mapping *legacy_find_map(const legacy *f, uint64_t address)
{
    size_t lo = 0;

    LOWER_BOUND(lo, f->mapping.n, i, f->mapping.v[i].start <= address);
    if (lo == 0 || address >= f->mapping.v[lo - 1].limit)
        return NULL;
    return &f->mapping.v[lo - 1];
}
